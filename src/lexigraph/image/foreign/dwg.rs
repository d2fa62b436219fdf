#![doc = include_str!("../../formats/dwg.md")]

use super::arcs::{RecordGraph, boxed, check, relayout};
use crate::alphabet::Alphabet;
use crate::build::{GraphKinds, Graphs};
use crate::graph::{GraphKind, WordGraph, for_each_word};
use crate::image::lxg::ListPlacement;
use crate::image::{BitField, Contents, Format, FormatInfo, ImageError, Parts, Record, Records};
use crate::wordlist::{MAX_WORD_LENGTH, Words};

/// Edges with letters in ASCII.
pub static DWG: Dwg = Dwg {
    info: FormatInfo {
        name: "dwg",
        extensions: &["dwg"],
        title: "edges with letters in ASCII (Toal's dawgutils, Zyzzyva)",
        limits: "2,097,152 edges, letters A to Z, no checksum",
        ..FormatInfo::FOREIGN
    },
    reversed: false,
};

/// The same of the words backwards.
pub static DWG_REVERSED: Dwg = Dwg {
    info: FormatInfo {
        name: "dwg-reversed",
        title: "dwg of the words backwards, the second file of Zyzzyva",
        limits: "as dwg; read as a dwg, its words are backwards",
        ..DWG.info
    },
    reversed: true,
};

/// The format of [`DWG`] and [`DWG_REVERSED`].
#[derive(Debug)]
pub struct Dwg {
    info: FormatInfo,
    /// `true` if words are written backwards.
    reversed: bool,
}

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

impl Format for Dwg {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        is_whole(file) && Records::new(file, EDGE, ROOT).fault(1, 26).is_none()
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        if !is_whole(file) {
            let expected = file.first_chunk().map_or(0, |count| u32::from_le_bytes(*count));
            return Err(ImageError::Length { expected: 4 * (u64::from(expected) + 1), got: file.len() as u64 });
        }
        check_letters(alphabet)?;
        let graph = Records::new(file, EDGE, ROOT);
        let kind = GraphKind::Dawg;
        let graphs = if check(&graph, 1, kind, alphabet)? {
            boxed([RecordGraph { kind, root: ROOT, record: EDGE, from: 0 }])
        } else {
            boxed(relayout(&[(kind, ROOT)], alphabet, file.len(), |node, list| {
                list.extend(graph.arcs(node).take(alphabet.len() + 1));
                Ok(())
            })?)
        };
        Contents::of_graphs(graphs, file)
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        check_letters(parts.alphabet)?;
        if self.reversed { edges(&reversed(parts)?, self.name()) } else { edges(parts.graphs, self.name()) }
    }
}

fn check_letters(alphabet: &Alphabet) -> Result<(), ImageError> {
    let ascii = alphabet.letters().iter().zip('A'..='Z').all(|(letter, ascii)| letter.label.chars().eq([ascii]));
    if ascii && alphabet.len() <= 26 {
        return Ok(());
    }
    let what = format!("letters are A to Z in this order, those of '{}' are not", alphabet.name());
    Err(ImageError::FormatLacks { format: "dwg", what, advice: "use .lxg or .kwg" })
}

/// The DAWG of the words backwards.
fn reversed(parts: &Parts<'_>) -> Result<Graphs, ImageError> {
    let dawg = parts.graph(GraphKind::Dawg)?;
    let mut words = Words::new();
    let _ = for_each_word(&dawg, MAX_WORD_LENGTH, |word| -> std::ops::ControlFlow<()> {
        words.push(&word.iter().rev().copied().collect::<Vec<_>>());
        std::ops::ControlFlow::Continue(())
    });
    words.sort();
    Graphs::build(&words, parts.alphabet.len(), GraphKinds::Dawg).map_err(|error| ImageError::FormatLacks {
        format: DWG_REVERSED.name(),
        what: error.to_string(),
        advice: "write a .lxg",
    })
}

fn edges(graphs: &Graphs, format: &'static str) -> Result<Vec<u8>, ImageError> {
    let Some(dawg) = graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
    // The root comes first by construction: nothing below it can end with all of its arcs.
    let lists = ListPlacement::new(&[dawg], ROOT);
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
