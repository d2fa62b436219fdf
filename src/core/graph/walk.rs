//! Walks that every graph allows.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::{Arc, WordGraph};
use crate::alphabet::Tile;

/// Follows `word` from the root; gives the arc of its last tile, or `None` where the path ends before or the word is
/// empty. One step a tile.
#[inline]
pub fn find<G: WordGraph>(graph: &G, word: &[Tile]) -> Option<Arc<G::Node>> {
    let (&first, rest) = word.split_first()?;
    rest.iter().try_fold(graph.child(graph.root(), first)?, |arc, &tile| graph.child(arc.target, tile))
}

/// Whether `word` is in the graph. One step a tile.
#[inline]
pub fn contains<G: WordGraph>(graph: &G, word: &[Tile]) -> bool {
    let Some((&last, rest)) = word.split_last() else { return false };
    let node = rest.iter().try_fold(graph.root(), |node, &tile| graph.target(node, tile));
    node.is_some_and(|node| graph.accepts_on(node, last))
}

/// Calls `each` with every word of the graph in collation order, until it breaks.
///
/// Paths longer than `longest` tiles are not followed, and the walk ends when it meets more arcs in a row than that without
/// coming to a word: every arc of a proper graph leads to one. So no graph, however broken, makes the walk endless without
/// `each` being called. The walk keeps one iterator a letter and allocates nothing a word.
pub fn for_each_word<G: WordGraph, B>(
    graph: &G,
    longest: usize,
    mut each: impl FnMut(&[Tile]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut word: Vec<Tile> = Vec::with_capacity(longest);
    let mut open = vec![graph.arcs(graph.root())];
    let mut idle = 0;
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
            idle = 0;
        } else if idle == longest {
            break;
        } else {
            idle += 1;
        }
        open.push(graph.arcs(arc.target));
    }
    ControlFlow::Continue(())
}

/// The number of words in the graph, by adding up over its nodes; saturating.
///
/// Linear in the arcs. A cycle, which only a broken image has, counts as nothing.
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
