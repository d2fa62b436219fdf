#![doc = include_str!("../../formats/kwg.md")]

use std::ops::ControlFlow;

use super::arcs::{ListGraph, RecordGraph, boxed, check, check_root, relayout};
use crate::alphabet::{Alphabet, Tile};
use crate::build::{GraphKinds, Graphs, MinimalGraph};
use crate::graph::{Arc, GraphKind, WordGraph, for_each_word};
use crate::image::lxg::{ListPlacement, SharedLists};
use crate::image::{BitField, Contents, Format, FormatInfo, ImageError, Parts, Record, Records};
use crate::wordlist::{MAX_WORD_LENGTH, Words};

/// Sibling lists with arcs of 22 bits.
pub static KWG: Kwg = Kwg {
    info: FormatInfo {
        name: "kwg",
        extensions: &["kwg"],
        title: "sibling lists with arcs of 22 bits (wolges, MAGPIE, macondo)",
        limits: "4,194,304 arcs, 255 letters, no alphabet in the file, no checksum",
        holds: &[GraphKinds::Both, GraphKinds::Dawg],
        ..FormatInfo::FOREIGN
    },
    record: NODE22,
    writes: Writes::Sorted,
};

/// Sibling lists with arcs of 24 bits.
pub static KBWG: Kwg = Kwg {
    info: FormatInfo {
        name: "kbwg",
        extensions: &["kbwg"],
        title: "sibling lists with arcs of 24 bits (wolges)",
        limits: "16,777,216 arcs, 63 letters, no alphabet in the file, no checksum",
        ..KWG.info
    },
    record: NODE24,
    writes: Writes::Sorted,
};

/// A [`KWG`] of alphagrams.
pub static KAD: Kwg = Kwg {
    info: FormatInfo {
        name: "kad",
        extensions: &["kad"],
        title: "kwg of the sorted letters of the words, each once (wolges)",
        limits: "as kwg; told from it by its extension only",
        ..FormatInfo::FOREIGN
    },
    record: NODE22,
    writes: Writes::Alphagrams,
};

/// A [`KWG`] whose siblings are in the order that shares most arcs.
pub static KWG_SHARED: Kwg = Kwg {
    info: FormatInfo {
        name: "kwg-shared",
        extensions: &["kwg"],
        title: "kwg with siblings in the order that shares most (MAGPIE; not wolges)",
        limits: "4,194,304 arcs, 255 letters, no alphabet in the file; read as a kwg",
        ..FormatInfo::FOREIGN
    },
    record: NODE22,
    writes: Writes::SharedLists,
};

/// The format of [`KWG`] and its relatives, which are read alike.
#[derive(Debug)]
pub struct Kwg {
    info: FormatInfo,
    record: Record,
    writes: Writes,
}

/// What is written.
#[derive(Debug)]
enum Writes {
    /// The graphs, siblings sorted.
    Sorted,
    /// The DAWG, siblings in the order that shares most arcs.
    SharedLists,
    /// The DAWG of the alphagrams.
    Alphagrams,
}

impl Format for Kwg {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        probe(file, self.record)
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        decode(file, alphabet, self.record)
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        let letters = parts.alphabet.len() as u64;
        let limit = self.record.tile.max_value();
        if letters > limit {
            return Err(self.too_many(limit, "letters", letters));
        }
        match self.writes {
            Writes::Sorted => self.sorted(parts.graphs),
            Writes::SharedLists => self.shared(parts),
            Writes::Alphagrams => self.sorted(&self.alphagrams(parts)?),
        }
    }
}

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

fn decode(bytes: &[u8], alphabet: &Alphabet, record: Record) -> Result<Contents, ImageError> {
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
        check_root(&graph, kind, u64::from(kind == GraphKind::Gaddag))?;
    }
    let roots = present().map(|&(kind, root, _)| (kind, root));
    let graphs = match (in_order, record == NODE22) {
        (false, _) => boxed(relayout(&roots.collect::<Vec<_>>(), alphabet, bytes.len(), |node, list| {
            // More arcs than there are tiles are no list.
            list.extend(file.arcs(node).take(257));
            Ok(())
        })?),
        (true, true) => boxed(roots.map(|(kind, root)| ListGraph { kind, root, wide: alphabet.is_wide(), relaid: None })),
        (true, false) => boxed(roots.map(|(kind, root)| RecordGraph { kind, root, record, from: 0 })),
    };
    Contents::of_graphs(graphs, bytes)
}

/// The arcs of a DAWG in the order of a file, each with whether it ends its list: the pointer to the root at index 0,
/// as every file begins.
pub(crate) fn placed(dawg: MinimalGraph<'_>) -> Vec<(Arc<u64>, bool)> {
    let lists = ListPlacement::new(&[dawg], 1);
    let mut arcs = Vec::with_capacity(lists.end as usize);
    arcs.push((Arc { tile: Tile::SEPARATOR, accepts: false, target: lists.place(dawg.root()) }, true));
    lists.for_each_arc(dawg, |arc, last| arcs.push((arc, last)));
    arcs
}

impl Kwg {
    fn too_many(&self, limit: u64, what: &'static str, got: u64) -> ImageError {
        let larger = what == "arcs" && self.record == NODE22 && !matches!(self.writes, Writes::Alphagrams);
        let advice = if larger { "write a .kbwg or .lxg" } else { "write a .lxg" };
        ImageError::FormatLimit { format: self.name(), limit, what, got, advice }
    }

    /// The DAWG with siblings in the order in which most arcs are shared.
    fn shared(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        let shared = SharedLists::new(parts.graph(GraphKind::Dawg)?, 1);
        if shared.end == 1 {
            return self.sorted(parts.graphs);
        }
        let limit = NODE22.target.max_value() + 1;
        if shared.end > limit {
            return Err(self.too_many(limit, "arcs", shared.end));
        }
        let pointer = (Arc { tile: Tile::SEPARATOR, accepts: false, target: shared.root }, true);
        Ok(std::iter::once(pointer).chain(shared.arcs).flat_map(|(arc, last)| NODE22.pack(arc, last)).collect())
    }

    /// The DAWG of the alphagrams of all words, each once.
    fn alphagrams(&self, parts: &Parts<'_>) -> Result<Graphs, ImageError> {
        let dawg = parts.graph(GraphKind::Dawg)?;
        let mut alphagrams = Words::new();
        let _ = for_each_word(&dawg, MAX_WORD_LENGTH, |word| -> ControlFlow<()> {
            let mut letters = word.to_vec();
            letters.sort_unstable();
            alphagrams.push(&letters);
            ControlFlow::Continue(())
        });
        alphagrams.sort();
        let graphs = Graphs::build(&alphagrams, parts.alphabet.len(), GraphKinds::Dawg);
        graphs.map_err(|error| ImageError::FormatLacks {
            format: self.name(),
            what: error.to_string(),
            advice: "write another format",
        })
    }

    fn sorted(&self, graphs: &Graphs) -> Result<Vec<u8>, ImageError> {
        let found: Vec<_> = graphs.iter().map(|(_, graph)| graph).collect();
        let Some(dawg) = graphs.get(GraphKind::Dawg) else { return Err(ImageError::NoGraph { graph: "dawg" }) };
        let gaddag = graphs.get(GraphKind::Gaddag);
        let first = 1 + u64::from(gaddag.is_some());
        let lists = ListPlacement::new(&found, first);
        let limit = self.record.target.max_value() + 1;
        if lists.end > limit {
            return Err(self.too_many(limit, "arcs", lists.end));
        }
        let mut bytes = Vec::with_capacity(lists.end as usize * self.record.bytes);
        let mut arc = |arc, last| self.record.append(arc, last, &mut bytes);
        for root in std::iter::once(dawg.root()).chain(gaddag.map(|graph| graph.root())) {
            arc(Arc { tile: Tile::SEPARATOR, accepts: false, target: lists.place(root) }, true);
        }
        if lists.end == 1 {
            // A graph without arcs: readers expect both pointers.
            arc(Arc { tile: Tile::SEPARATOR, accepts: false, target: 0 }, true);
        }
        lists.for_each_arc(dawg, arc);
        Ok(bytes)
    }
}
