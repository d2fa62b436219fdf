//! Counts the words and letters of a graph.

use rustc_hash::FxHashMap;

use super::{GraphKind, WordGraph};
use crate::alphabet::Tile;

/// The size of a dictionary in words and letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of words, saturating.
    pub words: u64,
    /// The total number of letters of all words, saturating.
    pub letters: u64,
    /// The number of letters of the longest word.
    pub longest: u64,
}

/// Counts the words of a DAWG, or of a GADDAG by its paths without a separator.
///
/// Linear in the arcs: one depth-first walk without recursion.
///
/// # Errors
/// A description of the fault if the graph has a cycle or a misplaced separator. Only a damaged file has these.
pub fn count<G: WordGraph>(graph: &G, kind: GraphKind) -> Result<Counts, &'static str> {
    // `None` marks a node on the current path: an arc to it closes a cycle.
    let mut known: FxHashMap<G::Node, Option<Counts>> = FxHashMap::default();
    known.insert(graph.root(), None);
    let mut open = vec![(graph.root(), graph.arcs(graph.root()), Counts::default())];
    let mut total = Counts::default();
    while let Some((node, arcs, below)) = open.last_mut() {
        let Some(arc) = arcs.next() else {
            total = *below;
            known.insert(*node, Some(total));
            open.pop();
            if let Some((_, _, above)) = open.last_mut() {
                add(above, total);
            }
            continue;
        };
        if arc.tile == Tile::SEPARATOR {
            if kind == GraphKind::Dawg || arc.accepts {
                return Err("a separator where none is allowed");
            }
            continue;
        }
        if arc.accepts {
            below.words = below.words.saturating_add(1);
            below.letters = below.letters.saturating_add(1);
            below.longest = below.longest.max(1);
        }
        match known.get(&arc.target) {
            Some(Some(child)) => add(below, *child),
            Some(None) => return Err("a path returns to one of its nodes"),
            None => {
                known.insert(arc.target, None);
                open.push((arc.target, graph.arcs(arc.target), Counts::default()));
            }
        }
    }
    Ok(total)
}

/// Adds the words below an arc. With the letter of the arc, each of them is one letter longer.
fn add(above: &mut Counts, child: Counts) {
    if child.words > 0 {
        above.words = above.words.saturating_add(child.words);
        above.letters = above.letters.saturating_add(child.letters).saturating_add(child.words);
        above.longest = above.longest.max(child.longest + 1);
    }
}
