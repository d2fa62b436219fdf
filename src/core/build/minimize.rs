//! Incremental minimisation of sorted paths.
//!
//! Paths are added in ascending order. What the next path shares with the last one stays open; what lies beyond can
//! change no more, so its states are looked up, deepest first, in a register of all states so far, and are either found there
//! or added. Every node of the trie is looked at once and the trie itself never exists.
//!
//! All open arcs lie on one stack: the arcs of the deepest open node are its tail, and nothing is allocated a node.

use super::arena::{Arena, MinimalGraph, PackedArc, State};
use super::register::{Kept, Register};
use super::{BuildError, Words};
use crate::alphabet::Tile;
use crate::graph::Arc;

/// Builds minimal graphs from ascending paths: see [the notes on building](crate::build).
///
/// Where states are looked up and kept is the register's affair: in an [`Arena`], unless said otherwise.
#[derive(Debug)]
pub struct Minimizer<R = Kept> {
    /// Where states are looked up and kept.
    pub register: R,
    /// Arcs of all open nodes, the root's first. The last arc of each open node but the deepest leads to the next one.
    stack: Vec<PackedArc>,
    /// Where the arcs of each open node begin on the stack; the root's entry first.
    open: Vec<usize>,
    path: Vec<Tile>,
}

impl Default for Minimizer {
    fn default() -> Minimizer {
        Minimizer::new()
    }
}

impl Minimizer {
    /// A minimiser with no states.
    pub fn new() -> Minimizer {
        Minimizer::with(Kept::new())
    }

    /// The states so far.
    pub(super) fn arena(&self) -> &Arena {
        &self.register.arena
    }

    /// The graph of all that a state leads to.
    pub fn graph(&self, root: State) -> MinimalGraph<'_> {
        MinimalGraph::new(&self.register.arena, root)
    }

    /// Makes room in the register for as many more states.
    pub(super) fn reserve(&mut self, states: usize) {
        self.register.reserve(states);
    }

    /// Adds the word at `index` of a list; as [`add`](Self::add) otherwise.
    #[inline]
    pub(super) fn add_word(
        &mut self,
        index: usize,
        word: &[Tile],
        frozen: impl FnMut(usize, State),
    ) -> Result<usize, BuildError> {
        let shared = self.add(word, true, frozen).ok_or(BuildError::Unsorted { position: index + 1 })?;
        if self.is_full() { Err(BuildError::TooLarge) } else { Ok(shared) }
    }

    /// Whether there is no room for as many arcs as an open path may still bring.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.register.arena.arcs.len() + self.stack.len() > u32::MAX as usize - (1 << 17)
    }

    /// The states of all graphs that were finished.
    pub fn into_arena(self) -> Arena {
        self.register.arena
    }
}

impl<R: Register> Minimizer<R> {
    /// A minimiser that keeps its states in this register.
    pub fn with(register: R) -> Minimizer<R> {
        Minimizer { register, stack: vec![], open: vec![0], path: vec![] }
    }

    /// The state with these arcs, in ascending order of their tiles, to states there are already.
    pub fn state(&mut self, arcs: impl Iterator<Item = Arc<R::State>>) -> R::State {
        let start = self.stack.len();
        self.stack.extend(arcs.map(|arc| PackedArc::new(arc.tile, arc.accepts, arc.target.into())));
        let (state, _) = self.intern(start, false);
        self.stack.truncate(start);
        state
    }

    /// Adds a path that sorts after the last one; its last arc accepts, if `accepts` says so.
    ///
    /// `frozen` is told of each node that became final, with its depth (tiles from the root) and state.
    /// Gives the number of tiles the path shares with the last one, or `None` (and adds nothing) when it does not sort after it.
    #[inline]
    pub fn add(&mut self, path: &[Tile], accepts: bool, mut frozen: impl FnMut(usize, R::State)) -> Option<usize> {
        let shared = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        if path.len() == shared || self.path.get(shared).is_some_and(|&before| before > path[shared]) {
            return None;
        }
        self.freeze_below(shared, &mut frozen);
        self.path.truncate(shared);
        for &tile in &path[shared..] {
            self.stack.push(PackedArc::new(tile, false, 0));
            self.open.push(self.stack.len());
        }
        self.path.extend_from_slice(&path[shared..]);
        if accepts && let Some(last) = self.stack.last_mut() {
            *last = last.accepting();
        }
        Some(shared)
    }

    /// Adds an arc to a finished state at the end of the path just added. Its tile has to sort before those of
    /// all paths that go on from there.
    #[inline]
    pub fn attach(&mut self, tile: Tile, state: R::State) {
        self.stack.push(PackedArc::new(tile, false, state.into()));
    }

    /// Ends the graph and gives its root. The states stay, and the next graph shares them.
    pub fn finish(&mut self, mut frozen: impl FnMut(usize, R::State)) -> R::State {
        self.freeze_below(0, &mut frozen);
        self.path.clear();
        let (root, _) = self.intern(0, false);
        self.stack.clear();
        root
    }

    /// Makes final what lies below a depth, deepest first. A node with an arc to a state that was not there before is new
    /// itself and need not be looked for.
    #[inline]
    fn freeze_below(&mut self, depth: usize, frozen: &mut impl FnMut(usize, R::State)) {
        let mut above_new = false;
        while self.open.len() > depth + 1 {
            let start = self.open.pop().unwrap_or(0);
            let state;
            (state, above_new) = self.intern(start, above_new);
            self.stack.truncate(start);
            if let Some(arc) = self.stack.last_mut() {
                *arc = arc.with_target(state.into());
            }
            frozen(self.open.len(), state);
        }
    }

    /// The state whose arcs are those on the stack from `start` on, which is not there yet if `is_new` says so; and whether it was not.
    #[inline]
    fn intern(&mut self, start: usize, is_new: bool) -> (R::State, bool) {
        match &self.stack[start..] {
            [] => (R::State::default(), false),
            arcs => self.register.intern(arcs, is_new),
        }
    }
}

/// Builds the DAWG of sorted words.
pub(super) fn dawg(minimizer: &mut Minimizer, words: &Words) -> Result<State, BuildError> {
    for (index, word) in words.iter().enumerate() {
        minimizer.add_word(index, word, |_, _| {})?;
    }
    Ok(minimizer.finish(|_, _| {}))
}
