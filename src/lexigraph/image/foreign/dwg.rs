#![doc = include_str!("../../../../formats/dwg.md")]

use super::{Foreign, ForeignGraph, Form, check, relay};
use crate::alphabet::Alphabet;
use crate::build::{GraphKinds, Graphs};
use crate::graph::{GraphKind, WordGraph, for_each_word};
use crate::image::format::Parts;
use crate::image::lxg::Placement;
use crate::image::{BitField, ImageError, Record, Records};
use crate::lexicon::{MAX_WORD_LENGTH, Words};

/// An edge: the letter in ASCII, so that `A` is tile 1.
const EDGE: Record = Record {
    bytes: 4,
    big_endian: false,
    target: BitField { shift: 0, width: 21 },
    tile: BitField { shift: 24, width: 8 },
    first_tile: 1 - b'A' as i16,
    last: BitField { shift: 22, width: 1 },
    accepts: BitField { shift: 23, width: 1 },
};

/// The index of the root.
const ROOT: u64 = 1;

/// The number of edges is the first number of the file, in the place of edge 0.
fn is_whole(bytes: &[u8]) -> bool {
    let edges = bytes.first_chunk().map(|count| u32::from_le_bytes(*count));
    edges.is_some_and(|edges| edges > 0 && bytes.len() as u64 == 4 * (u64::from(edges) + 1))
}

pub fn probe(bytes: &[u8]) -> bool {
    is_whole(bytes) && Records::new(bytes, EDGE, ROOT).fault(1, 26).is_none()
}

pub fn open(bytes: &[u8], alphabet: &Alphabet) -> Result<Foreign, ImageError> {
    if !is_whole(bytes) {
        let expected = bytes.first_chunk().map_or(0, |count| u32::from_le_bytes(*count));
        return Err(ImageError::Length { expected: 4 * (u64::from(expected) + 1), got: bytes.len() as u64 });
    }
    check_letters(alphabet)?;
    let graph = Records::new(bytes, EDGE, ROOT);
    let kind = GraphKind::Dawg;
    let in_order = check(&graph, 1, kind, alphabet)?;
    let (form, root, relaid) = if in_order {
        (Form::Records(0, EDGE), ROOT, vec![])
    } else {
        let (relaid, roots) = relay(&[ROOT], kind, |node, list| {
            list.extend(graph.arcs(node).take(alphabet.len() + 1));
            Ok(())
        })?;
        (Form::Relaid, roots[0], relaid)
    };
    let graphs = vec![ForeignGraph { kind, form, root }];
    Foreign { graphs, relaid, ..Foreign::default() }.counted(bytes, alphabet)
}

fn check_letters(alphabet: &Alphabet) -> Result<(), ImageError> {
    let ascii = alphabet.letters().iter().zip('A'..='Z').all(|(letter, ascii)| letter.label.chars().eq([ascii]));
    if ascii && alphabet.len() <= 26 {
        return Ok(());
    }
    let what = format!("letters are A to Z in this order, those of '{}' are not", alphabet.name());
    Err(ImageError::FormatLacks { format: "dwg", what, advice: "use .lxg or .kwg" })
}

pub fn write(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    check_letters(parts.alphabet)?;
    edges(parts.graphs, "dwg")
}

/// The same of the words backwards.
pub fn write_reversed(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    check_letters(parts.alphabet)?;
    let Some(dawg) = parts.graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
    let mut words = Words::new();
    let _ = for_each_word(&dawg, MAX_WORD_LENGTH, |word| -> std::ops::ControlFlow<()> {
        words.push(&word.iter().rev().copied().collect::<Vec<_>>());
        std::ops::ControlFlow::Continue(())
    });
    words.sort();
    let graphs = Graphs::build(&words, parts.alphabet.len(), GraphKinds::Dawg);
    let graphs = graphs.map_err(|error| ImageError::FormatLacks {
        format: "dwg-reversed",
        what: error.to_string(),
        advice: "write a .lxg",
    })?;
    edges(&graphs, "dwg-reversed")
}

fn edges(graphs: &Graphs, format: &'static str) -> Result<Vec<u8>, ImageError> {
    let Some(dawg) = graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
    // The root comes first by construction: nothing below it can end with all of its arcs.
    let lists = Placement::new(&[dawg], ROOT);
    let limit = EDGE.target.max_value() + 1;
    if lists.end > limit {
        let (what, got) = ("edges", lists.end);
        return Err(ImageError::FormatLimit { format, limit, what, got, advice: "write a .kwg or .lxg" });
    }
    if lists.place(dawg.root()) != ROOT {
        let what = "no place for a dictionary without words".to_owned();
        return Err(ImageError::FormatLacks { format, what, advice: "write a .lxg" });
    }
    let mut bytes = ((lists.end - 1) as u32).to_le_bytes().to_vec();
    lists.for_each_arc(dawg, |arc, last| bytes.extend(EDGE.pack(arc, last)));
    Ok(bytes)
}
