//! Automata over tiles, and the walk of an automaton together with a graph.

use std::ops::ControlFlow;

use crate::alphabet::Tile;
use crate::graph::{Arc, MaskedGraph, TileMask};

/// A deterministic automaton over tiles, which defines the words that a query accepts.
///
/// States should be cheap to clone: the walk keeps one for each letter of the current word.
pub trait Automaton {
    /// The state after some letters.
    type State: Clone;

    /// The state before the first letter.
    fn start(&self) -> Self::State;

    /// The state after one more letter. `None` if no word with this beginning is accepted.
    fn step(&self, state: &Self::State, tile: Tile) -> Option<Self::State>;

    /// Returns `true` if the word up to here is accepted.
    fn is_match(&self, state: &Self::State) -> bool;

    /// The letters that may come next. The set must contain all letters that [`step`](Automaton::step) accepts; the
    /// smaller it is, the faster is the walk.
    #[inline]
    fn next_tiles(&self, state: &Self::State) -> TileMask {
        let _ = state;
        TileMask::ALL
    }

    /// Returns `true` if exactly one more letter can follow. The walk then looks only at accepting arcs and goes no
    /// deeper.
    #[inline]
    fn is_last(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }
}

/// Calls `each` with every word of the graph that the automaton accepts, in collation order, and with the state at its
/// end, until `each` breaks.
///
/// At each node, the walk follows the arcs whose tiles are in [`next_tiles`](Automaton::next_tiles). It follows no path
/// of more than `longest` arcs, and at most 256. Even the graph of a damaged file therefore cannot make the walk
/// endless or overflow the stack.
#[inline]
pub fn walk<G: MaskedGraph, A: Automaton, B>(
    graph: &G,
    automaton: &A,
    longest: usize,
    each: impl FnMut(&[Tile], &A::State) -> ControlFlow<B>,
) -> ControlFlow<B> {
    walk_from(graph, graph.root(), automaton, longest, each)
}

/// Walks as [`walk`] does, but from any node. The words are the paths that start there.
pub fn walk_from<G: MaskedGraph, A: Automaton, B>(
    graph: &G,
    node: G::Node,
    automaton: &A,
    longest: usize,
    each: impl FnMut(&[Tile], &A::State) -> ControlFlow<B>,
) -> ControlFlow<B> {
    // One more than a word has, for the separator of a GADDAG.
    let longest = longest.min(crate::wordlist::MAX_WORD_LENGTH + 1);
    if longest == 0 {
        return ControlFlow::Continue(());
    }
    let mut walker = Walker { graph, automaton, each, word: [Tile::SEPARATOR; 256], longest };
    walker.visit(node, &automaton.start(), 0)
}

/// Returns `true` if the automaton accepts a word. Takes one step for each letter.
#[inline]
pub fn accepts<A: Automaton>(automaton: &A, word: &[Tile]) -> bool {
    let state = word.iter().try_fold(automaton.start(), |state, &tile| automaton.step(&state, tile));
    state.is_some_and(|state| automaton.is_match(&state))
}

struct Walker<'w, G, A, F> {
    graph: &'w G,
    automaton: &'w A,
    each: F,
    /// The letters on the path. A plain array, so that a step is a single store.
    word: [Tile; 256],
    longest: usize,
}

impl<G: MaskedGraph, A: Automaton, B, F: FnMut(&[Tile], &A::State) -> ControlFlow<B>> Walker<'_, G, A, F> {
    fn visit(&mut self, node: G::Node, state: &A::State, depth: usize) -> ControlFlow<B> {
        let last = depth + 1 == self.longest || self.automaton.is_last(state);
        let graph = self.graph;
        let live = self.automaton.next_tiles(state);
        if last && !G::WIDE {
            // Only words that end here matter, so the walk skips all other arcs.
            let accepting = graph.accepting_among(node, live);
            if accepting.is_empty() {
                return ControlFlow::Continue(());
            }
            graph.for_arcs_among(node, accepting, |arc| self.follow(arc, state, depth, last))
        } else {
            graph.for_arcs_among(node, live, |arc| self.follow(arc, state, depth, last))
        }
    }

    #[inline]
    fn follow(&mut self, arc: Arc<G::Node>, state: &A::State, depth: usize, last: bool) -> ControlFlow<B> {
        let Some(next) = self.automaton.step(state, arc.tile) else { return ControlFlow::Continue(()) };
        self.word[depth] = arc.tile;
        if arc.accepts && self.automaton.is_match(&next) {
            (self.each)(&self.word[..=depth], &next)?;
        }
        if last { ControlFlow::Continue(()) } else { self.visit(arc.target, &next, depth + 1) }
    }
}

impl<A: Automaton> Automaton for &A {
    type State = A::State;

    #[inline]
    fn start(&self) -> A::State {
        (**self).start()
    }
    #[inline]
    fn step(&self, state: &A::State, tile: Tile) -> Option<A::State> {
        (**self).step(state, tile)
    }
    #[inline]
    fn is_match(&self, state: &A::State) -> bool {
        (**self).is_match(state)
    }
    #[inline]
    fn next_tiles(&self, state: &A::State) -> TileMask {
        (**self).next_tiles(state)
    }
    #[inline]
    fn is_last(&self, state: &A::State) -> bool {
        (**self).is_last(state)
    }
}

/// Accepts the words that both automata accept.
#[derive(Clone, Debug)]
pub struct Intersection<A, B>(pub A, pub B);

impl<A: Automaton, B: Automaton> Automaton for Intersection<A, B> {
    type State = (A::State, B::State);

    #[inline]
    fn start(&self) -> Self::State {
        (self.0.start(), self.1.start())
    }

    #[inline]
    fn step(&self, state: &Self::State, tile: Tile) -> Option<Self::State> {
        Some((self.0.step(&state.0, tile)?, self.1.step(&state.1, tile)?))
    }

    #[inline]
    fn is_match(&self, state: &Self::State) -> bool {
        self.0.is_match(&state.0) && self.1.is_match(&state.1)
    }

    #[inline]
    fn next_tiles(&self, state: &Self::State) -> TileMask {
        self.0.next_tiles(&state.0) & self.1.next_tiles(&state.1)
    }

    #[inline]
    fn is_last(&self, state: &Self::State) -> bool {
        self.0.is_last(&state.0) || self.1.is_last(&state.1)
    }
}

/// Accepts every word.
#[derive(Clone, Copy, Debug)]
pub struct Everything;

impl Automaton for Everything {
    type State = ();

    #[inline]
    fn start(&self) {}

    #[inline]
    fn step(&self, (): &(), _: Tile) -> Option<()> {
        Some(())
    }

    #[inline]
    fn is_match(&self, (): &()) -> bool {
        true
    }
}

/// Accepts the words that contain some letters side by side. This is the automaton of Knuth, Morris and Pratt.
#[derive(Clone, Debug)]
pub struct Infix {
    letters: Vec<Tile>,
    /// The failure function: for each number of matched letters, the number that stay matched if the next letter does
    /// not fit.
    failure: Vec<u8>,
}

impl Infix {
    /// Makes the automaton for these letters. Takes linear time. Only the first 255 letters count, because no word has
    /// more.
    pub fn new(letters: &[Tile]) -> Infix {
        let letters = letters[..letters.len().min(255)].to_vec();
        let mut failure = vec![0u8; letters.len() + 1];
        for at in 1..letters.len() {
            let mut length = usize::from(failure[at]);
            while length > 0 && letters[length] != letters[at] {
                length = usize::from(failure[length]);
            }
            failure[at + 1] = (length + usize::from(letters[length] == letters[at])) as u8;
        }
        Infix { letters, failure }
    }
}

impl Automaton for Infix {
    type State = u8;

    #[inline]
    fn start(&self) -> u8 {
        0
    }

    #[inline]
    fn step(&self, &state: &u8, tile: Tile) -> Option<u8> {
        let mut matched = usize::from(state);
        if matched == self.letters.len() {
            return Some(state);
        }
        while matched > 0 && self.letters[matched] != tile {
            matched = usize::from(self.failure[matched]);
        }
        Some((matched + usize::from(self.letters[matched] == tile)) as u8)
    }

    #[inline]
    fn is_match(&self, &state: &u8) -> bool {
        usize::from(state) == self.letters.len()
    }
}
