//! Words, letters and the longest word of a graph.

use rustc_hash::FxHashMap;

use super::{GraphKind, WordGraph};
use crate::alphabet::Tile;

/// What every dictionary says of its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of words; saturating.
    pub words: u64,
    /// The letters of all words together; saturating.
    pub letters: u64,
    /// The letters of the longest word.
    pub longest: u64,
}

/// Counts the words of a DAWG; of a GADDAG those it spells backwards, without a separator.
///
/// Linear in the arcs, by one depth-first walk without recursion.
///
/// # Errors
/// What is wrong with the graph, where there is a cycle, or a separator in a DAWG: only a broken file has those.
pub fn count<G: WordGraph>(graph: &G, kind: GraphKind) -> Result<Counts, &'static str> {
    // `None` while a node is open: meeting it again then is a cycle.
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
                return Err("a separator where there can be none");
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
            Some(None) => return Err("a path comes back to a node it has passed"),
            None => {
                known.insert(arc.target, None);
                open.push((arc.target, graph.arcs(arc.target), Counts::default()));
            }
        }
    }
    Ok(total)
}

/// Adds what lies behind an arc: each of its words is one letter longer.
fn add(above: &mut Counts, child: Counts) {
    if child.words > 0 {
        above.words = above.words.saturating_add(child.words);
        above.letters = above.letters.saturating_add(child.letters).saturating_add(child.words);
        above.longest = above.longest.max(child.longest + 1);
    }
}
