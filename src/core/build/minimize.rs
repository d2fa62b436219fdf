//! Incremental minimisation of sorted paths.
//!
//! Paths are added in ascending order. The nodes that the next path shares with the last one stay open. The nodes below
//! them cannot change any more: starting with the deepest, each is looked up in a register of all states so far and
//! either found or added. Every node of the trie is visited once, and the trie is never stored.
//!
//! The arcs of all open nodes are on one stack, those of the deepest node at its top, so that no node needs an
//! allocation.
//!
//! Source: Daciuk, Mihov, Watson and Watson, *Incremental construction of minimal acyclic finite-state automata*, 2000,
//! the algorithm for sorted input.

use super::arena::{Arena, MinimalGraph, PackedArc, State};
use super::register::{ArenaRegister, Register};
use super::{BuildError, Words};
use crate::alphabet::Tile;
use crate::graph::Arc;

/// Builds minimal graphs from paths in ascending order; see [`crate::build`].
///
/// The [`Register`] stores the states: by default in an [`Arena`].
#[derive(Debug)]
pub struct Minimizer<R = ArenaRegister> {
    /// The register of all states.
    pub register: R,
    /// The arcs of all open nodes, from the root down. The last arc of each node but the deepest leads to the next
    /// node.
    stack: Vec<PackedArc>,
    /// The start of the arcs of each open node on the stack, from the root down.
    open: Vec<usize>,
    path: Vec<Tile>,
}

impl Default for Minimizer {
    fn default() -> Minimizer {
        Minimizer::new()
    }
}

impl Minimizer {
    /// A minimiser without states.
    pub fn new() -> Minimizer {
        Minimizer::with(ArenaRegister::new())
    }

    /// The states so far.
    pub(super) fn arena(&self) -> &Arena {
        &self.register.arena
    }

    /// The graph whose root is this state.
    pub fn graph(&self, root: State) -> MinimalGraph<'_> {
        MinimalGraph::new(&self.register.arena, root)
    }

    /// Prepares the register for `states` more states.
    pub(super) fn reserve(&mut self, states: usize) {
        self.register.reserve(states);
    }

    /// Adds the word at `index` of a list; see [`add`](Self::add).
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

    /// `true` if the next path could exceed the 32 bits of an arc index.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.register.arena.arcs.len() + self.stack.len() > u32::MAX as usize - (1 << 17)
    }

    /// The states of all finished graphs.
    pub fn into_arena(self) -> Arena {
        self.register.arena
    }
}

impl<R: Register> Minimizer<R> {
    /// A minimiser with this register.
    pub fn with(register: R) -> Minimizer<R> {
        Minimizer { register, stack: vec![], open: vec![0], path: vec![] }
    }

    /// The state with these arcs, which are in ascending order of their tiles and lead to existing states.
    pub fn state(&mut self, arcs: impl Iterator<Item = Arc<R::State>>) -> R::State {
        let start = self.stack.len();
        self.stack.extend(arcs.map(|arc| PackedArc::new(arc.tile, arc.accepts, arc.target.into())));
        let (state, _) = self.intern(start, false);
        self.stack.truncate(start);
        state
    }

    /// Adds a path that sorts after the last one. Its last arc accepts if `accepts` is set.
    ///
    /// Calls `frozen` with the depth (in tiles) and the state of each node that has become final. Returns the number of
    /// tiles that the path shares with the last one. If the path does not sort after the last one, adds nothing and
    /// returns `None`.
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

    /// Adds an arc to an existing state at the end of the last path. Its tile must sort before the next tile of every
    /// path that continues from there.
    #[inline]
    pub fn attach(&mut self, tile: Tile, state: R::State) {
        self.stack.push(PackedArc::new(tile, false, state.into()));
    }

    /// Finishes the graph and returns its root. The next graph shares the states of this one.
    pub fn finish(&mut self, mut frozen: impl FnMut(usize, R::State)) -> R::State {
        self.freeze_below(0, &mut frozen);
        self.path.clear();
        let (root, _) = self.intern(0, false);
        self.stack.clear();
        root
    }

    /// Finishes the open nodes below a depth, deepest first. A node with an arc to a new state is new itself and is not
    /// looked up.
    #[inline]
    fn freeze_below(&mut self, depth: usize, frozen: &mut impl FnMut(usize, R::State)) {
        let mut above_new = false;
        while self.open.len() > depth + 1 {
            let start = self.open.pop().expect("bug: the root is always open");
            let state;
            (state, above_new) = self.intern(start, above_new);
            self.stack.truncate(start);
            let arc = self.stack.last_mut().expect("bug: an open node below the root has an arc that leads to it");
            *arc = arc.with_target(state.into());
            frozen(self.open.len(), state);
        }
    }

    /// The state whose arcs are on the stack from `start` on, and whether it has been added; see [`Register::intern`].
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
