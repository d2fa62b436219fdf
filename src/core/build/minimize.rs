//! Incremental minimisation of sorted paths.
//!
//! Paths are added in ascending order. The nodes that the next path shares with the last one stay open. The nodes below
//! them cannot change any more: starting with the deepest, each is looked up in a register of all states so far and
//! either found or added. Every node of the trie is visited once, and the trie is never stored.
//!
//! Source: Daciuk, Mihov, Watson and Watson, *Incremental construction of minimal acyclic finite-state automata*, 2000,
//! the algorithm for sorted input.

use super::arena::{Arena, MinimalGraph, PackedArc, State};
use super::open_nodes::{OpenNodes, intern};
use super::register::{ArenaRegister, Register};
use super::{BuildError, Words};
use crate::alphabet::Tile;
use crate::graph::Arc;
use crate::words::shared_before;

/// Builds minimal graphs from paths in ascending order; see [`crate::build`].
///
/// The [`Register`] stores the states: by default in an [`Arena`].
#[derive(Debug)]
pub struct Minimizer<R = ArenaRegister> {
    /// The register of all states.
    pub register: R,
    open: OpenNodes,
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

    /// `true` if the next path could exceed the 32 bits of an arc index.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.open.is_full(&self.register)
    }

    /// The states of all finished graphs.
    pub fn into_arena(self) -> Arena {
        self.register.arena
    }
}

impl<R: Register> Minimizer<R> {
    /// A minimiser with this register.
    pub fn with(register: R) -> Minimizer<R> {
        Minimizer { register, open: OpenNodes::new(), path: vec![] }
    }

    /// The state with these arcs, which are in ascending order of their tiles and lead to existing states.
    pub fn state(&mut self, arcs: impl Iterator<Item = Arc<R::State>>) -> R::State {
        // The stack has the memory for them.
        let stack = &mut self.open.arcs;
        let start = stack.len();
        stack.extend(arcs.map(|arc| PackedArc::new(arc.tile, arc.accepts, arc.target.into())));
        let (state, _) = intern(&mut self.register, &stack[start..], false);
        stack.truncate(start);
        state
    }

    /// Adds a path that sorts after the last one. Its last arc accepts if `accepts` is set.
    ///
    /// Calls `frozen` with the depth (in tiles) and the state of each node that has become final. Returns the number of
    /// tiles that the path shares with the last one. If the path does not sort after the last one, adds nothing and
    /// returns `None`.
    #[inline]
    pub fn add(&mut self, path: &[Tile], accepts: bool, frozen: impl FnMut(usize, R::State)) -> Option<usize> {
        // Tile by tile: a load of eight would wait for the path, which has just been written in parts.
        let shared = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        if path.len() == shared || self.path.get(shared).is_some_and(|&before| before > path[shared]) {
            return None;
        }
        self.open.freeze_below(shared, &mut self.register, frozen);
        self.open.descend(&path[shared..]);
        self.path.truncate(shared);
        self.path.extend_from_slice(&path[shared..]);
        if accepts {
            self.open.accept();
        }
        Some(shared)
    }

    /// Adds an arc to an existing state at the end of the last path. Its tile must sort before the next tile of every
    /// path that continues from there.
    #[inline]
    pub fn attach(&mut self, tile: Tile, state: R::State) {
        self.open.arc(PackedArc::new(tile, false, state.into()), false);
    }

    /// Finishes the graph and returns its root. The next graph shares the states of this one.
    pub fn finish(&mut self, frozen: impl FnMut(usize, R::State)) -> R::State {
        self.path.clear();
        self.open.finish(&mut self.register, frozen)
    }
}

/// Builds the DAWG of sorted words.
pub(super) fn dawg(register: &mut ArenaRegister, words: &Words) -> Result<State, BuildError> {
    let mut open = OpenNodes::new();
    let mut before: &[Tile] = &[];
    register.reserve(words.len() / 4);
    for (index, word) in words.iter().enumerate() {
        let shared = shared_before(before, word).ok_or(BuildError::Unsorted { position: index + 1 })?;
        open.freeze_below(shared, register, |_, _| {});
        open.descend(&word[shared..]);
        open.accept();
        if open.is_full(register) {
            return Err(BuildError::TooLarge);
        }
        before = word;
    }
    Ok(open.finish(register, |_, _| {}))
}
