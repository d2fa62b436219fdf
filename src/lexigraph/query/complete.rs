//! Words that start with given letters.

use std::ops::ControlFlow;

use super::automaton::{Everything, walk_from};
use super::query_trait::Query;
use crate::alphabet::Tile;
use crate::graph::{WordGraph, find};
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// Finds the words that start with a prefix, including the prefix itself if it is a word.
#[derive(Clone, Debug)]
pub struct Complete {
    prefix: Vec<Tile>,
}

impl Complete {
    /// Finds the words that start with these letters. An empty prefix finds every word.
    pub fn new(prefix: &[Tile]) -> Complete {
        Complete { prefix: prefix.to_vec() }
    }
}

impl Query for Complete {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        let node = match find(graph, &self.prefix) {
            Some(arc) => {
                if arc.accepts {
                    each(&self.prefix)?;
                }
                arc.target
            }
            None if self.prefix.is_empty() => graph.root(),
            None => return ControlFlow::Continue(()),
        };
        let mut word = self.prefix.clone();
        walk_from(graph, node, &Everything, MAX_WORD_LENGTH.saturating_sub(word.len()), |rest, ()| {
            word.truncate(self.prefix.len());
            word.extend_from_slice(rest);
            each(&word)
        })
    }
}
