//! What all formats of sibling arcs need when they are opened.

use std::sync;

use rustc_hash::FxHashMap;

use crate::alphabet::{Alphabet, Tile};
use crate::graph::{Arc, GraphKind, WordGraph};
use crate::image::lxg::{GraphSection, NodeLayout, write_arc};
use crate::image::{ErasedGraph, ImageError, Record, RecordFault, Records, StoredGraph};

/// A graph whose bytes are those of the native `list` layout.
#[derive(Debug)]
pub struct ListGraph {
    pub kind: GraphKind,
    /// The index of the first arc of the root.
    pub root: u64,
    pub wide: bool,
    /// Arcs of 8 bytes that were laid out anew; `None` for the arcs of the file, which have 4.
    pub relaid: Option<sync::Arc<[u8]>>,
}

impl StoredGraph for ListGraph {
    fn kind(&self) -> GraphKind {
        self.kind
    }

    fn graph<'a>(&'a self, file: &'a [u8]) -> Result<ErasedGraph<'a>, ImageError> {
        let (arc_bytes, bytes) = self.relaid.as_ref().map_or((4, file), |relaid| (8, &relaid[..]));
        let parameters = [arc_bytes as u64, (bytes.len() / arc_bytes) as u64, self.root, 0, 0];
        // All arcs were checked when the file was opened.
        let section = GraphSection { kind: self.kind, parameters, bytes, letters: 255, check: false };
        ErasedGraph::new(NodeLayout::List, self.wide, &section)
    }
}

/// A graph of [records](Record) in the file.
#[derive(Debug)]
pub struct RecordGraph {
    pub kind: GraphKind,
    /// The index of the first record of the root.
    pub root: u64,
    pub record: Record,
    /// The offset of the first record.
    pub from: usize,
}

impl StoredGraph for RecordGraph {
    fn kind(&self) -> GraphKind {
        self.kind
    }

    fn graph<'a>(&'a self, file: &'a [u8]) -> Result<ErasedGraph<'a>, ImageError> {
        let records = file.get(self.from..).expect("bug: the file is shorter than when it was opened");
        Ok(ErasedGraph::Records(Records::new(records, self.record, self.root)))
    }
}

/// Checks all arcs from an index on. `Ok(false)` if siblings are out of order and nothing else is wrong: then the graph
/// has to be
/// [laid out anew](relayout).
pub fn check(graph: &Records<'_>, first: u64, kind: GraphKind, alphabet: &Alphabet) -> Result<bool, ImageError> {
    match graph.fault(first, alphabet.len()) {
        None => Ok(graph.in_order(first)),
        Some((arc, RecordFault::Tile)) => Err(unknown_letter(graph.at(arc).0.tile, alphabet)),
        Some((arc, RecordFault::Target | RecordFault::Unterminated)) => Err(ImageError::Arc { graph: kind.name(), arc }),
    }
}

/// The error for a tile that the alphabet does not have.
pub fn unknown_letter(tile: Tile, alphabet: &Alphabet) -> ImageError {
    ImageError::Letter { letter: tile.number(), alphabet: alphabet.name().to_owned(), letters: alphabet.len() }
}

/// Checks that no word begins with a separator. The error names this arc.
pub fn check_root<G: WordGraph>(graph: &G, kind: GraphKind, arc: u64) -> Result<(), ImageError> {
    let begins_with_separator = graph.arcs(graph.root()).next().is_some_and(|arc| arc.tile == Tile::SEPARATOR);
    if begins_with_separator { Err(ImageError::Arc { graph: kind.name(), arc }) } else { Ok(()) }
}

/// The most arcs of a graph that is laid out anew, for each byte of its file.
///
/// In a list of 26 arcs of 4 bytes with a node at each of them, it is four; no program writes many such lists.
const MOST_ARCS_A_BYTE: usize = 8;
/// As many arcs a graph may always have.
const MOST_FREE_ARCS: usize = 1 << 16;

/// Lays graphs out anew with sorted siblings, in the native `list` layout with arcs of 8 bytes. Gives the graphs of
/// these kinds and roots.
///
/// `arcs` gives the arcs of a node in any order; node 0 is the end state. Linear in the arcs of all nodes that are
/// reached. Nodes whose lists overlap in the file get lists of their own, so that there may be more arcs than before;
/// `file_bytes` bounds their number.
///
/// # Errors
/// [`ImageError::Arc`] if two arcs of a node have the same tile, [`ImageError::Field`] if there are too many arcs for
/// a file of this size, and what `arcs` fails with.
pub fn relayout(
    roots: &[(GraphKind, u64)],
    alphabet: &Alphabet,
    file_bytes: usize,
    mut arcs: impl FnMut(u64, &mut Vec<Arc<u64>>) -> Result<(), ImageError>,
) -> Result<Vec<ListGraph>, ImageError> {
    let mut places: FxHashMap<u64, u64> = FxHashMap::default();
    places.insert(0, 0);
    let mut laid: Vec<(Arc<u64>, bool)> = vec![(Arc { tile: Tile::SEPARATOR, accepts: false, target: 0 }, false)];
    let mut waiting: Vec<u64> = roots.iter().rev().map(|&(_, root)| root).collect();
    let mut list = Vec::new();
    while let Some(node) = waiting.pop() {
        if places.contains_key(&node) {
            continue;
        }
        list.clear();
        arcs(node, &mut list)?;
        list.sort_unstable_by_key(|arc| arc.tile);
        if list.windows(2).any(|pair| pair[0].tile == pair[1].tile) {
            let kind = roots.first().map_or(GraphKind::Dawg, |&(kind, _)| kind);
            return Err(ImageError::Arc { graph: kind.name(), arc: node });
        }
        places.insert(node, if list.is_empty() { 0 } else { laid.len() as u64 });
        let length = list.len();
        if laid.len() + length > MOST_FREE_ARCS.max(file_bytes.saturating_mul(MOST_ARCS_A_BYTE)) {
            return Err(ImageError::Field { offset: 0, what: "the nodes have far more arcs than the file can name" });
        }
        laid.extend(list.iter().enumerate().map(|(at, &arc)| (arc, at + 1 == length)));
        waiting.extend(list.iter().rev().map(|arc| arc.target).filter(|target| !places.contains_key(target)));
    }
    let mut bytes = Vec::with_capacity(laid.len() * 8);
    for (arc, last) in laid {
        write_arc(&mut bytes, Arc { target: places[&arc.target], ..arc }, last, 8);
    }
    let relaid: sync::Arc<[u8]> = bytes.into();
    let graph = |&(kind, root): &(GraphKind, u64)| ListGraph {
        kind,
        root: places[&root],
        wide: alphabet.is_wide(),
        relaid: Some(relaid.clone()),
    };
    Ok(roots.iter().map(graph).collect())
}

/// Graphs as [`Contents`](crate::image::Contents) keeps them.
pub fn boxed<G: StoredGraph + 'static>(graphs: impl IntoIterator<Item = G>) -> Vec<Box<dyn StoredGraph>> {
    graphs.into_iter().map(|graph| Box::new(graph) as Box<dyn StoredGraph>).collect()
}
