//! Incremental minimisation of sorted paths.
//!
//! Paths are added in ascending order. What the next path shares with the last one stays open; what lies beyond can
//! change no more, so its states are looked up, deepest first, in a register of all states so far, and are either found there
//! or added. Every node of the trie is looked at once and the trie itself never exists.
//!
//! All open arcs lie on one stack: the arcs of the deepest open node are its tail, and nothing is allocated a node.

use super::arena::{Arena, END, MinimalGraph, PackedArc, State};
use super::{BuildError, Words};
use crate::alphabet::Tile;
use crate::graph::Arc;

/// The register: chains of states by hash.
///
/// A chain rather than open addressing, because most states that are looked for are known to be new (see
/// [`Minimizer::freeze_below`]) and adding to a chain waits for nothing: no branch depends on the loaded head, so a cache miss
/// overlaps with the work on the next states. The heads take four bytes a state, a quarter of an open table. Measured on
/// ENABLE1 in one run with `fst`: DAWG and GADDAG went from 4.96 to 4.62 times its time (`benches/build.rs`, `hash` layout).
#[derive(Debug)]
struct Register {
    /// The latest state of each chain, by the upper bits of the hash.
    heads: Vec<State>,
    /// By state: its hash, and the state before it in its chain.
    links: Vec<(u32, State)>,
}

impl Register {
    fn new() -> Register {
        Register { heads: vec![END; 1 << 12], links: vec![(0, END)] }
    }

    #[inline]
    fn chain(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.heads.len() as u64) >> 32) as usize
    }

    /// Adds the next state.
    #[inline]
    fn add(&mut self, hash: u32) {
        if self.links.len() > self.heads.len() {
            self.grow(self.heads.len() * 2);
        }
        let chain = self.chain(hash);
        let state = self.links.len() as State;
        self.links.push((hash, self.heads[chain]));
        self.heads[chain] = state;
    }

    #[cold]
    fn grow(&mut self, chains: usize) {
        self.heads = vec![END; chains];
        for state in 1..self.links.len() {
            let (hash, _) = self.links[state];
            let chain = self.chain(hash);
            self.links[state].1 = self.heads[chain];
            self.heads[chain] = state as State;
        }
    }

    /// The states with this hash.
    #[inline]
    fn with_hash(&self, hash: u32) -> impl Iterator<Item = State> + '_ {
        let first = self.heads[self.chain(hash)];
        let chain = std::iter::successors(Some(first), |&state| Some(self.links[state as usize].1));
        chain.take_while(|&state| state != END).filter(move |&state| self.links[state as usize].0 == hash)
    }
}

#[inline]
fn hash(arcs: &[PackedArc]) -> u32 {
    let mut hash = arcs.len() as u64;
    for arc in arcs {
        hash = (hash ^ arc.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    (hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
}

/// Builds minimal graphs from ascending paths: see [the notes on building](crate::build).
#[derive(Debug)]
pub struct Minimizer {
    arena: Arena,
    register: Register,
    /// Arcs of all open nodes, the root's first. The last arc of each open node but the deepest leads to the next one.
    stack: Vec<PackedArc>,
    /// Where the arcs of each open node begin on the stack; the root's entry first.
    open: Vec<usize>,
    path: Vec<Tile>,
    /// By state: the state with just a separator to it, or the end state where there is none yet.
    before_separator: Vec<State>,
}

impl Default for Minimizer {
    fn default() -> Minimizer {
        Minimizer::new()
    }
}

impl Minimizer {
    /// A minimiser with no states.
    pub fn new() -> Minimizer {
        Minimizer {
            arena: Arena::new(),
            register: Register::new(),
            stack: vec![],
            open: vec![0],
            path: vec![],
            before_separator: vec![],
        }
    }

    /// The state with these arcs, in ascending order of their tiles, to states there are already.
    pub fn state(&mut self, arcs: impl Iterator<Item = Arc<State>>) -> State {
        let start = self.stack.len();
        self.stack.extend(arcs.map(|arc| PackedArc::new(arc.tile, arc.accepts, arc.target)));
        let state = self.intern(start, false);
        self.stack.truncate(start);
        state
    }

    /// The states so far.
    pub(super) fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The graph of all that a state leads to.
    pub fn graph(&self, root: State) -> MinimalGraph<'_> {
        MinimalGraph::new(&self.arena, root)
    }

    /// Makes room in the register for as many more states.
    pub(super) fn reserve(&mut self, states: usize) {
        let chains = (self.register.links.len() + states).next_power_of_two();
        if chains > self.register.heads.len() {
            self.register.grow(chains);
        }
    }

    /// Adds a path that sorts after the last one; its last arc accepts, if `accepts` says so.
    ///
    /// `frozen` is told of each node that became final, with its depth (tiles from the root) and state.
    /// Gives the number of tiles the path shares with the last one, or `None` (and adds nothing) when it does not sort after it.
    #[inline]
    pub fn add(&mut self, path: &[Tile], accepts: bool, mut frozen: impl FnMut(usize, State)) -> Option<usize> {
        let shared = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        if path.len() == shared || self.path.get(shared).is_some_and(|&before| before > path[shared]) {
            return None;
        }
        self.freeze_below(shared, &mut frozen);
        self.path.truncate(shared);
        for &tile in &path[shared..] {
            self.stack.push(PackedArc::new(tile, false, END));
            self.open.push(self.stack.len());
        }
        self.path.extend_from_slice(&path[shared..]);
        if accepts && let Some(last) = self.stack.last_mut() {
            *last = last.accepting();
        }
        Some(shared)
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

    /// Adds an arc to a finished state at the end of the path just added. Its tile has to sort before those of
    /// all paths that go on from there.
    #[inline]
    pub fn attach(&mut self, tile: Tile, state: State) {
        self.stack.push(PackedArc::new(tile, false, state));
    }

    /// Ends the graph and gives its root. The states stay, and the next graph shares them.
    pub fn finish(&mut self, mut frozen: impl FnMut(usize, State)) -> State {
        self.freeze_below(0, &mut frozen);
        self.path.clear();
        let root = self.intern(0, false);
        self.stack.clear();
        root
    }

    /// Makes final what lies below a depth, deepest first. A node with an arc to a state that was not there before is new
    /// itself and need not be looked for.
    #[inline]
    fn freeze_below(&mut self, depth: usize, frozen: &mut impl FnMut(usize, State)) {
        let mut above_new = false;
        while self.open.len() > depth + 1 {
            let start = self.open.pop().unwrap_or(0);
            let before = self.arena.len();
            let state = self.intern(start, above_new);
            above_new = state as usize == before;
            self.stack.truncate(start);
            if let Some(arc) = self.stack.last_mut() {
                *arc = arc.with_target(state);
            }
            frozen(self.open.len(), state);
        }
    }

    /// The state whose arcs are those on the stack from `start` on, which is not there yet if `is_new` says so.
    #[inline]
    fn intern(&mut self, start: usize, is_new: bool) -> State {
        let arcs = &self.stack[start..];
        if arcs.is_empty() {
            return END;
        }
        // Half of all look-ups of a GADDAG are for a node with nothing but a separator: one load instead of three.
        let separated = match arcs {
            [arc] if arc.unpack().tile == Tile::SEPARATOR => Some(arc.unpack().target as usize),
            _ => None,
        };
        if let Some(&state @ 1..) = separated.and_then(|target| self.before_separator.get(target)) {
            return state;
        }
        let hash = hash(arcs);
        if !is_new && let Some(state) = self.register.with_hash(hash).find(|&state| self.arena.arcs(state) == arcs) {
            return state;
        }
        let state = self.arena.len() as State;
        self.arena.arcs.extend_from_slice(arcs);
        self.arena.starts.push(self.arena.arcs.len() as u32);
        if let Some(target) = separated {
            if target >= self.before_separator.len() {
                self.before_separator.resize(target + target / 2 + 1, END);
            }
            self.before_separator[target] = state;
        }
        self.register.add(hash);
        state
    }

    /// Whether there is no room for as many arcs as an open path may still bring.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.arena.arcs.len() + self.stack.len() > u32::MAX as usize - (1 << 17)
    }

    /// The states of all graphs that were finished.
    pub fn into_arena(mut self) -> Arena {
        self.register = Register::new();
        self.arena
    }
}

/// Builds the DAWG of sorted words.
pub(super) fn dawg(minimizer: &mut Minimizer, words: &Words) -> Result<State, BuildError> {
    for (index, word) in words.iter().enumerate() {
        minimizer.add_word(index, word, |_, _| {})?;
    }
    Ok(minimizer.finish(|_, _| {}))
}
