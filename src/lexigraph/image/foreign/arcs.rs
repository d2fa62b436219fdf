//! What all formats of sibling arcs need when they are opened.

use rustc_hash::FxHashMap;

use crate::alphabet::{Alphabet, Tile};
use crate::graph::{Arc, GraphKind, WordGraph};
use crate::image::lxg::write_arc;
use crate::image::{Fault, ImageError, Records};

/// Checks all arcs from an index on. `Ok(false)` when siblings are out of order and nothing else is wrong: then the graph has to be
/// [laid out anew](relay).
pub fn check(graph: &Records<'_>, first: u64, kind: GraphKind, alphabet: &Alphabet) -> Result<bool, ImageError> {
    match graph.fault(first, alphabet.len()) {
        None => Ok(graph.in_order(first)),
        Some((arc, Fault::Tile)) => Err(letter(graph.at(arc).0.tile, alphabet)),
        Some((arc, Fault::Target | Fault::Unterminated)) => Err(ImageError::Arc { graph: kind.name(), arc }),
    }
}

/// A tile that the alphabet does not have.
pub fn letter(tile: Tile, alphabet: &Alphabet) -> ImageError {
    ImageError::Letter { letter: tile.number(), alphabet: alphabet.name().to_owned(), letters: alphabet.len() }
}

/// Whether a word begins with a separator, which none may.
pub fn begins_with_separator<G: WordGraph>(graph: &G) -> bool {
    graph.arcs(graph.root()).next().is_some_and(|arc| arc.tile == Tile::SEPARATOR)
}

/// No word begins with a separator.
pub fn check_root<G: WordGraph>(graph: &G, kind: GraphKind) -> Result<(), ImageError> {
    if begins_with_separator(graph) {
        return Err(ImageError::Arc { graph: kind.name(), arc: graph_index(kind) });
    }
    Ok(())
}

/// Where the pointer to a root usually is, for the message.
fn graph_index(kind: GraphKind) -> u64 {
    u64::from(kind == GraphKind::Gaddag)
}

/// Graphs laid out anew with sorted siblings, in the native `list` layout with arcs of 8 bytes; gives the bytes and the new roots.
///
/// `arcs` gives the arcs of a node in any order; 0 is the end state. Linear in the arcs of all nodes that are met.
///
/// # Errors
/// When two arcs of a node have the same tile.
pub fn relay(
    roots: &[u64],
    kind: GraphKind,
    mut arcs: impl FnMut(u64, &mut Vec<Arc<u64>>) -> Result<(), ImageError>,
) -> Result<(Vec<u8>, Vec<u64>), ImageError> {
    let mut places: FxHashMap<u64, u64> = FxHashMap::default();
    places.insert(0, 0);
    let mut laid: Vec<(Arc<u64>, bool)> = vec![(Arc { tile: Tile::SEPARATOR, accepts: false, target: 0 }, false)];
    let mut waiting: Vec<u64> = roots.iter().rev().copied().collect();
    let mut list = Vec::new();
    while let Some(node) = waiting.pop() {
        if places.contains_key(&node) {
            continue;
        }
        list.clear();
        arcs(node, &mut list)?;
        list.sort_unstable_by_key(|arc| arc.tile);
        if list.windows(2).any(|pair| pair[0].tile == pair[1].tile) {
            return Err(ImageError::Arc { graph: kind.name(), arc: node });
        }
        places.insert(node, if list.is_empty() { 0 } else { laid.len() as u64 });
        let length = list.len();
        laid.extend(list.iter().enumerate().map(|(at, &arc)| (arc, at + 1 == length)));
        waiting.extend(list.iter().rev().map(|arc| arc.target).filter(|target| !places.contains_key(target)));
    }
    let place = |node: u64| places.get(&node).copied().unwrap_or(0);
    let mut bytes = Vec::with_capacity(laid.len() * 8);
    for (arc, last) in laid {
        write_arc(&mut bytes, Arc { target: place(arc.target), ..arc }, last, 8);
    }
    Ok((bytes, roots.iter().map(|&root| place(root)).collect()))
}
