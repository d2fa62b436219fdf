//! A walk with memory, for automata that restrict the first letters little, such as a pattern that starts with `*`.
//!
//! A DAWG has far fewer nodes than paths, and most paths of such a walk lead to no answer. This walk remembers each
//! pair of node and state without answers below it, and does not enter it again. It visits each such pair once, and the
//! paths of the answers.

use std::hash::Hash;
use std::ops::ControlFlow;

use lexigraph_core::specialize;
use rustc_hash::FxHashSet;

use super::automaton::Automaton;
use crate::alphabet::Tile;
use crate::graph::{Arc, MaskedGraph, WordGraph};
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// The closure that receives the answers and the state at the end of each.
type Each<'e, S> = dyn FnMut(&[Tile], &S) -> ControlFlow<()> + 'e;

/// Gives the same answers as [`walk`](super::automaton::walk), in time proportional to the pairs of node and state
/// instead of the paths. Takes some 20 bytes for each pair without answers.
pub(super) fn walk_with_memo<A: Automaton>(
    graph: &ErasedGraph<'_>,
    automaton: &A,
    longest: usize,
    each: &mut Each<'_, A::State>,
) -> ControlFlow<()>
where
    A::State: Eq + Hash,
{
    let longest = longest.min(MAX_WORD_LENGTH);
    let word = [Tile::SEPARATOR; 256];
    specialize!(graph, graph => {
        let dead = FxHashSet::default();
        let mut walker = Walker { graph, automaton, each, word, longest, dead, answers: 0, cuts: 0 };
        walker.visit(graph.root(), &automaton.start(), 0)
    })
}

struct Walker<'w, G, A: Automaton> {
    graph: &'w G,
    automaton: &'w A,
    each: &'w mut Each<'w, A::State>,
    word: [Tile; 256],
    longest: usize,
    dead: FxHashSet<(u64, A::State)>,
    answers: u64,
    /// The number of paths that were cut at the maximum length. Nothing is known about what follows there.
    cuts: u64,
}

impl<G: MaskedGraph<Node = u64>, A: Automaton> Walker<'_, G, A>
where
    A::State: Eq + Hash,
{
    fn visit(&mut self, node: u64, state: &A::State, depth: usize) -> ControlFlow<()> {
        if depth == self.longest {
            self.cuts += 1;
            return ControlFlow::Continue(());
        }
        self.graph.for_arcs_among(node, self.automaton.next_tiles(state), |arc| self.follow(arc, state, depth))
    }

    fn follow(&mut self, arc: Arc<u64>, state: &A::State, depth: usize) -> ControlFlow<()> {
        let Some(next) = self.automaton.step(state, arc.tile) else { return ControlFlow::Continue(()) };
        self.word[depth] = arc.tile;
        if arc.accepts && self.automaton.is_match(&next) {
            self.answers += 1;
            (self.each)(&self.word[..=depth], &next)?;
        }
        if (self.graph.tiles(arc.target) & self.automaton.next_tiles(&next)).is_empty() {
            return ControlFlow::Continue(());
        }
        let pair = (arc.target, next);
        if self.dead.contains(&pair) {
            return ControlFlow::Continue(());
        }
        let before = (self.answers, self.cuts);
        self.visit(arc.target, &pair.1, depth + 1)?;
        if (self.answers, self.cuts) == before {
            self.dead.insert(pair);
        }
        ControlFlow::Continue(())
    }
}
