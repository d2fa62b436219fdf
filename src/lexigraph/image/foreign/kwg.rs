#![doc = include_str!("../../../../formats/kwg.md")]

use std::ops::ControlFlow;

use super::{Foreign, ForeignGraph, Form, check, check_root, relay};
use crate::alphabet::{Alphabet, Tile};
use crate::build::{GraphKinds, Graphs, MinimalGraph};
use crate::graph::{Arc, GraphKind, WordGraph, for_each_word};
use crate::image::format::Parts;
use crate::image::lxg::{Placement, SharedLists};
use crate::image::{BitField, ImageError, Record, Records};
use crate::lexicon::{MAX_WORD_LENGTH, Words};

/// Arcs of 22 bits: exactly those of the native `list` layout.
pub(crate) const NODE22: Record = Record {
    bytes: 4,
    big_endian: false,
    target: BitField { shift: 0, width: 22 },
    tile: BitField { shift: 24, width: 8 },
    first_tile: 0,
    last: BitField { shift: 22, width: 1 },
    accepts: BitField { shift: 23, width: 1 },
};

/// Arcs of 24 bits.
const NODE24: Record = Record {
    bytes: 4,
    big_endian: false,
    target: BitField { shift: 8, width: 24 },
    tile: BitField { shift: 0, width: 6 },
    first_tile: 0,
    last: BitField { shift: 6, width: 1 },
    accepts: BitField { shift: 7, width: 1 },
};

pub fn probe22(bytes: &[u8]) -> bool {
    probe(bytes, NODE22)
}

pub fn probe24(bytes: &[u8]) -> bool {
    probe(bytes, NODE24)
}

/// A pointer is an ending arc of no tile that does not accept.
fn is_pointer(graph: &Records<'_>, index: u64) -> bool {
    let (arc, last) = graph.at(index);
    index < graph.len() && arc.tile == Tile::SEPARATOR && !arc.accepts && last
}

/// The first index behind the pointers.
fn first(graph: &Records<'_>) -> u64 {
    1 + u64::from(is_pointer(graph, 1))
}

/// There is no magic: the file has to look right from the first arc to the last.
fn probe(bytes: &[u8], record: Record) -> bool {
    if !bytes.len().is_multiple_of(record.bytes) {
        return false;
    }
    let graph = Records::new(bytes, record, 0);
    if !is_pointer(&graph, 0) {
        return false;
    }
    let first = first(&graph);
    if graph.fault(first, 255).is_some() {
        return false;
    }
    let roots = (0..first).map(|pointer| graph.at(pointer).0.target);
    roots
        .into_iter()
        .all(|root| root == 0 || (root >= first && root < graph.len() && graph.at(root).0.tile != Tile::SEPARATOR))
}

pub fn open22(bytes: &[u8], alphabet: &Alphabet) -> Result<Foreign, ImageError> {
    open(bytes, alphabet, NODE22)
}

pub fn open24(bytes: &[u8], alphabet: &Alphabet) -> Result<Foreign, ImageError> {
    open(bytes, alphabet, NODE24)
}

fn open(bytes: &[u8], alphabet: &Alphabet, record: Record) -> Result<Foreign, ImageError> {
    let whole = bytes.len() / record.bytes * record.bytes;
    if bytes.is_empty() || whole != bytes.len() {
        return Err(ImageError::Length { expected: whole as u64 + record.bytes as u64, got: bytes.len() as u64 });
    }
    let file = Records::new(bytes, record, 0);
    if !is_pointer(&file, 0) {
        return Err(ImageError::Field { offset: 0, what: "the file does not begin with a pointer to its graph" });
    }
    let first = first(&file);
    let dawg = file.at(0).0.target;
    let gaddag = if first == 2 { file.at(1).0.target } else { 0 };
    let both = [(GraphKind::Dawg, dawg, dawg != 0 || gaddag == 0), (GraphKind::Gaddag, gaddag, gaddag != 0)];
    let present = || both.iter().filter(|(_, _, there)| *there);
    let mut in_order = true;
    for &(kind, root, _) in present() {
        let graph = Records::new(bytes, record, root);
        in_order &= check(&graph, first, kind, alphabet)?;
        check_root(&graph, kind)?;
    }
    let (relaid, roots) = if in_order {
        (vec![], present().map(|&(_, root, _)| root).collect())
    } else {
        let roots: Vec<u64> = present().map(|&(_, root, _)| root).collect();
        relay(&roots, GraphKind::Dawg, |node, list| {
            // More than there are tiles is no list.
            list.extend(file.arcs(node).take(257));
            Ok(())
        })?
    };
    let form = match (in_order, record == NODE22) {
        (false, _) => Form::Relaid,
        (true, true) => Form::List,
        (true, false) => Form::Records(0, record),
    };
    let graphs: Vec<ForeignGraph> =
        present().zip(roots).map(|(&(kind, ..), root)| ForeignGraph { kind, form, root }).collect();
    Foreign { graphs, relaid, ..Foreign::default() }.counted(bytes, alphabet)
}

/// The arcs of a DAWG in the order of a file, each with whether it ends its list: the pointer to the root at index 0, as every file begins.
pub(crate) fn placed(dawg: MinimalGraph<'_>) -> Vec<(Arc<u64>, bool)> {
    let lists = Placement::new(&[dawg], 1);
    let mut arcs = Vec::with_capacity(lists.end as usize);
    arcs.push((Arc { tile: Tile::SEPARATOR, accepts: false, target: lists.place(dawg.root()) }, true));
    lists.for_each_arc(dawg, |arc, last| arcs.push((arc, last)));
    arcs
}

pub fn write22(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    write(parts.graphs, NODE22, "kwg", "write a .kbwg or .lxg")
}

pub fn write24(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    let letters = parts.alphabet.len() as u64;
    if letters > NODE24.tile.max_value() {
        let limit = NODE24.tile.max_value();
        return Err(ImageError::FormatLimit {
            format: "kbwg",
            limit,
            what: "letters",
            got: letters,
            advice: "write a .lxg",
        });
    }
    write(parts.graphs, NODE24, "kbwg", "write a .lxg")
}

/// Siblings in the order in which most arcs are shared.
pub fn write_shared(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    let Some(dawg) = parts.graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
    let shared = SharedLists::new(dawg, 1);
    if shared.end == 1 {
        return write(parts.graphs, NODE22, "kwg-shared", "write a .lxg");
    }
    let limit = NODE22.target.max_value() + 1;
    if shared.end > limit {
        let (format, what, got, advice) = ("kwg-shared", "arcs", shared.end, "write a .kbwg or .lxg");
        return Err(ImageError::FormatLimit { format, limit, what, got, advice });
    }
    let pointer = (Arc { tile: Tile::SEPARATOR, accepts: false, target: shared.root }, true);
    Ok(std::iter::once(pointer).chain(shared.arcs).flat_map(|(arc, last)| NODE22.pack(arc, last)).collect())
}

/// The sorted letters of the words, each multiset once.
pub fn write_alphagrams(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
    let Some(dawg) = parts.graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
    let mut alphagrams = Words::new();
    let _ = for_each_word(&dawg, MAX_WORD_LENGTH, |word| -> ControlFlow<()> {
        let mut letters = word.to_vec();
        letters.sort_unstable();
        alphagrams.push(&letters);
        ControlFlow::Continue(())
    });
    alphagrams.sort();
    let graphs = Graphs::build(&alphagrams, parts.alphabet.len(), GraphKinds::Dawg);
    let graphs = graphs.map_err(|error| ImageError::FormatLacks {
        format: "kad",
        what: error.to_string(),
        advice: "write another format",
    })?;
    write(&graphs, NODE22, "kad", "write a .lxg")
}

fn write(graphs: &Graphs, record: Record, format: &'static str, advice: &'static str) -> Result<Vec<u8>, ImageError> {
    let found: Vec<_> = graphs.iter().map(|(_, graph)| graph).collect();
    let Some(dawg) = graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
    let gaddag = graphs.get(GraphKind::Gaddag);
    let first = 1 + u64::from(gaddag.is_some());
    let lists = Placement::new(&found, first);
    let limit = record.target.max_value() + 1;
    if lists.end > limit {
        return Err(ImageError::FormatLimit { format, limit, what: "arcs", got: lists.end, advice });
    }
    let mut bytes = Vec::with_capacity(lists.end as usize * record.bytes);
    let mut arc = |arc, last| bytes.extend(record.pack(arc, last));
    for root in std::iter::once(dawg.root()).chain(gaddag.map(|graph| graph.root())) {
        arc(Arc { tile: Tile::SEPARATOR, accepts: false, target: lists.place(root) }, true);
    }
    if lists.end == 1 {
        // Nothing at all: readers expect both pointers.
        arc(Arc { tile: Tile::SEPARATOR, accepts: false, target: 0 }, true);
    }
    lists.for_each_arc(dawg, arc);
    Ok(bytes)
}
