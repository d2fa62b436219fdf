//! Incremental minimisation of sorted paths.
//!
//! Paths are added in ascending order. What the next path shares with the last one stays open; what lies beyond can
//! change no more, so its states are looked up, deepest first, in a register of all states so far, and are either found there
//! or added. Every node of the trie is looked at once and the trie itself never exists.
//!
//! All open arcs lie on one stack: the arcs of the deepest open node are its tail. Measured on ENABLE1 (387,889 nodes of trie, one
//! core), stack and register below take a third of the time of a vector a node and a hash map of vectors.

use super::arena::{Arena, END, PackedArc, State};
use super::{BuildError, Words};
use crate::alphabet::Tile;

/// The register: open addressing, linear probing. An entry is the upper half of a state's hash and its number, so that
/// a probe compares arcs only when it has almost surely found the state.
#[derive(Debug)]
struct Register {
    /// Upper half: hash; lower half: state, 0 for a free entry.
    entries: Vec<u64>,
    len: usize,
}

impl Register {
    fn new() -> Register {
        Register { entries: vec![0; 1 << 12], len: 0 }
    }

    /// The entry at which a hash is looked for first. Upper bits choose it, so that growing keeps neighbours together.
    #[inline]
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.entries.len() as u64) >> 32) as usize
    }

    fn grow(&mut self) {
        let larger = vec![0; self.entries.len() * 2];
        let entries = std::mem::replace(&mut self.entries, larger);
        let mask = self.entries.len() - 1;
        for entry in entries.into_iter().filter(|&entry| entry as u32 != 0) {
            let mut at = self.home((entry >> 32) as u32);
            while self.entries[at] != 0 {
                at = (at + 1) & mask;
            }
            self.entries[at] = entry;
        }
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

/// Builds minimal graphs from ascending paths; see the [module](self).
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

    /// Makes room in the register for as many more states.
    pub(super) fn reserve(&mut self, states: usize) {
        while (self.register.len + states) * 2 > self.register.entries.len() {
            self.register.grow();
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
        let root = self.intern(0);
        self.stack.clear();
        root
    }

    #[inline]
    fn freeze_below(&mut self, depth: usize, frozen: &mut impl FnMut(usize, State)) {
        while self.open.len() > depth + 1 {
            let start = self.open.pop().unwrap_or(0);
            let state = self.intern(start);
            self.stack.truncate(start);
            if let Some(arc) = self.stack.last_mut() {
                *arc = arc.with_target(state);
            }
            frozen(self.open.len(), state);
        }
    }

    /// The state whose arcs are those on the stack from `start` on.
    #[inline]
    fn intern(&mut self, start: usize) -> State {
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
        let mask = self.register.entries.len() - 1;
        let mut at = self.register.home(hash);
        loop {
            let entry = self.register.entries[at];
            if entry == 0 {
                break;
            }
            if (entry >> 32) as u32 == hash && self.arena.arcs(entry as u32) == arcs {
                return entry as u32;
            }
            at = (at + 1) & mask;
        }
        let state = self.arena.len() as State;
        self.arena.arcs.extend_from_slice(arcs);
        self.arena.starts.push(self.arena.arcs.len() as u32);
        self.register.entries[at] = u64::from(hash) << 32 | u64::from(state);
        if let Some(target) = separated {
            if target >= self.before_separator.len() {
                self.before_separator.resize(target + target / 2 + 1, END);
            }
            self.before_separator[target] = state;
        }
        self.register.len += 1;
        if self.register.len * 2 > self.register.entries.len() {
            self.register.grow();
        }
        state
    }

    /// Whether there is no room for as many arcs as an open path may still bring.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.arena.arcs.len() + self.stack.len() > u32::MAX as usize - (1 << 17)
    }

    /// The states of all graphs that were finished.
    pub fn into_arena(mut self) -> Arena {
        self.register = Register { entries: vec![], len: 0 };
        self.arena
    }
}

/// Builds the DAWG of sorted words. `new_nodes` is told the index of each word, how many tiles it shares with the one before,
/// and the word; `frozen` as in [`Minimizer::add`].
pub(super) fn dawg(
    minimizer: &mut Minimizer,
    words: &Words,
    mut new_nodes: impl FnMut(usize, usize, &[Tile]),
    mut frozen: impl FnMut(usize, State),
) -> Result<State, BuildError> {
    for (index, word) in words.iter().enumerate() {
        let shared = minimizer.add(word, true, &mut frozen).ok_or(BuildError::Unsorted { position: index + 1 })?;
        new_nodes(index, shared, word);
        if minimizer.is_full() {
            return Err(BuildError::TooLarge);
        }
    }
    Ok(minimizer.finish(frozen))
}
