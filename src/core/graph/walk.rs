//! Look-up, enumeration and counting of the words of any graph.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::{Arc, MaskedGraph, WordGraph};
use crate::alphabet::Tile;

/// Follows `word` from the root and returns the arc of its last tile; `None` if the graph has no such path or the word
/// is empty. One step a tile.
#[inline]
pub fn find<G: WordGraph>(graph: &G, word: &[Tile]) -> Option<Arc<G::Node>> {
    let (&first, rest) = word.split_first()?;
    rest.iter().try_fold(graph.child(graph.root(), first)?, |arc, &tile| graph.child(arc.target, tile))
}

/// `true` if the graph accepts `word`. One step a tile.
#[inline]
pub fn contains<G: MaskedGraph>(graph: &G, word: &[Tile]) -> bool {
    let Some((&last, rest)) = word.split_last() else { return false };
    let node = rest.iter().try_fold(graph.root(), |node, &tile| graph.target(node, tile));
    node.is_some_and(|node| graph.accepts_on(node, last))
}

/// The number of look-ups that [`count_present`] makes side by side.
const LANES: usize = 8;

/// The number of words that the graph accepts, each as by [`contains`].
///
/// Several words are looked up side by side, a letter of each in turn, so that a processor finds the child of one while
/// it waits for that of another.
// A layout may compile this for instructions that not every processor has.
#[inline(always)]
pub fn count_present<'w, G: MaskedGraph>(graph: &G, words: impl IntoIterator<Item = &'w [Tile]>) -> u64 {
    let mut words = words.into_iter();
    let mut present = 0;
    let mut lanes: [(G::Node, &[Tile]); LANES] = [(graph.root(), &[]); LANES];
    let mut open = LANES;
    while open > 0 {
        let mut at = 0;
        while at < open {
            let (node, rest) = lanes[at];
            let next = match rest {
                [] => None,
                &[last] => {
                    present += u64::from(graph.accepts_on(node, last));
                    None
                }
                &[first, ref rest @ ..] => graph.target(node, first).map(|node| (node, rest)),
            };
            match next.or_else(|| words.next().map(|word| (graph.root(), word))) {
                Some(lane) => {
                    lanes[at] = lane;
                    at += 1;
                }
                None => {
                    open -= 1;
                    lanes.swap(at, open);
                }
            }
        }
    }
    present
}

/// Calls `each` with every word of the graph in collation order, until it breaks.
///
/// The walk does not follow paths of more than `longest` tiles. It ends when it has followed more than `longest` arcs
/// without finding a word, which happens only in a damaged graph: in a minimal graph every arc leads to a word.
/// Therefore the walk either ends or keeps calling `each`. It holds one iterator for each letter of the current word
/// and allocates nothing for a word.
///
/// # Errors
/// The value with which `each` broke.
pub fn for_each_word<G: WordGraph, B>(
    graph: &G,
    longest: usize,
    mut each: impl FnMut(&[Tile]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut word: Vec<Tile> = Vec::with_capacity(longest);
    let mut open = vec![graph.arcs(graph.root())];
    let mut since_word = 0;
    while let Some(arcs) = open.last_mut() {
        let Some(arc) = arcs.next() else {
            open.pop();
            word.pop();
            continue;
        };
        if word.len() == longest {
            continue;
        }
        word.push(arc.tile);
        if arc.accepts {
            each(&word)?;
            since_word = 0;
        } else if since_word == longest {
            break;
        } else {
            since_word += 1;
        }
        open.push(graph.arcs(arc.target));
    }
    ControlFlow::Continue(())
}

/// The number of accepted paths, saturating: for a DAWG, the number of words.
///
/// Linear in the arcs. An arc that closes a cycle, which only a damaged image has, adds nothing.
pub fn number_of_words<G: WordGraph>(graph: &G) -> u64 {
    let mut counts: FxHashMap<G::Node, u64> = FxHashMap::default();
    let mut open = vec![(graph.root(), graph.arcs(graph.root()), 0u64)];
    counts.insert(graph.root(), 0);
    let mut total = 0;
    while let Some((node, arcs, sum)) = open.last_mut() {
        match arcs.next() {
            Some(arc) => {
                *sum = sum.saturating_add(u64::from(arc.accepts));
                match counts.get(&arc.target) {
                    Some(&known) => *sum = sum.saturating_add(known),
                    None => {
                        counts.insert(arc.target, 0);
                        open.push((arc.target, graph.arcs(arc.target), 0));
                    }
                }
            }
            None => {
                total = *sum;
                counts.insert(*node, total);
                open.pop();
                if let Some((_, _, sum)) = open.last_mut() {
                    *sum = sum.saturating_add(total);
                }
            }
        }
    }
    total
}
