//! Where a minimiser looks states up: which there are already, and under what name.

use super::arena::{Arena, END, PackedArc, State, room};
use crate::alphabet::Tile;

/// The states so far, found by their arcs.
pub trait Register {
    /// The name of a state; the default is that of the end state.
    type State: Copy + Default + PartialEq + Into<u64>;

    /// The state of this name.
    fn state(name: u64) -> Self::State;

    /// The state with these arcs, of which there is one at least, and whether it was added now. `is_new` says that it cannot be there yet:
    /// one of its arcs leads to a state that was not there before.
    fn intern(&mut self, arcs: &[PackedArc], is_new: bool) -> (Self::State, bool);
}

/// Chains of states by hash.
///
/// A chain rather than open addressing, because most states that are looked for are known to be new (see
/// [`Register::intern`]) and adding to a chain waits for nothing: no branch depends on the loaded head, so a cache miss
/// overlaps with the work on the next states. The heads take four bytes a state, a quarter of an open table. Measured on
/// ENABLE1 in one run with `fst`: DAWG and GADDAG went from 4.96 to 4.62 times its time (`benches/build.rs`, `hash` layout).
#[derive(Debug)]
struct Chains {
    /// The latest state of each chain, by the upper bits of the hash.
    heads: Vec<State>,
    /// By state: its hash, and the state before it in its chain.
    links: Vec<(u32, State)>,
}

impl Chains {
    fn new() -> Chains {
        Chains { heads: vec![END; 1 << 12], links: vec![(0, END)] }
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
        // The old heads go before the new ones come.
        self.heads = Vec::new();
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
pub(super) fn hash(arcs: &[PackedArc]) -> u32 {
    let mut hash = arcs.len() as u64;
    for arc in arcs {
        hash = (hash ^ arc.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    (hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
}

/// All states in an arena, none forgotten: graphs are minimal.
#[derive(Debug)]
pub struct Kept {
    pub(super) arena: Arena,
    chains: Chains,
    /// By state: the state with just a separator to it, or the end state where there is none yet.
    before_separator: Vec<State>,
}

impl Kept {
    pub(super) fn new() -> Kept {
        Kept { arena: Arena::new(), chains: Chains::new(), before_separator: vec![] }
    }

    /// With room for states and arcs of so many bytes, register included, so that nothing has to move while they grow.
    pub fn with_room(bytes: usize) -> Kept {
        let Kept { arena, mut chains, before_separator } = Kept::new();
        // A state takes 4 bytes, its arcs 8 each, the register 8 to 16 a state.
        let (mut starts, mut links) = (room(bytes / 24), room(bytes / 24));
        starts.extend_from_slice(&arena.starts);
        links.append(&mut chains.links);
        chains.links = links;
        Kept { arena: Arena { arcs: room(bytes / 16), starts }, chains, before_separator }
    }

    /// Makes room for as many more states.
    pub(super) fn reserve(&mut self, states: usize) {
        let chains = (self.chains.links.len() + states).next_power_of_two();
        if chains > self.chains.heads.len() {
            self.chains.grow(chains);
        }
    }

    /// The bytes that all this takes.
    pub fn bytes(&self) -> usize {
        let states = self.arena.len();
        self.arena.bytes() + 8 * states + 4 * self.chains.heads.len() + 4 * self.before_separator.len()
    }
}

impl Register for Kept {
    type State = State;

    fn state(name: u64) -> State {
        name as State
    }

    #[inline]
    fn intern(&mut self, arcs: &[PackedArc], is_new: bool) -> (State, bool) {
        // Half of all look-ups of a GADDAG are for a node with nothing but a separator: one load instead of three.
        let separated = match arcs {
            [arc] if arc.unpack().tile == Tile::SEPARATOR => Some(arc.unpack().target as usize),
            _ => None,
        };
        if let Some(&state @ 1..) = separated.and_then(|target| self.before_separator.get(target)) {
            return (state, false);
        }
        let hash = hash(arcs);
        if !is_new && let Some(state) = self.chains.with_hash(hash).find(|&state| self.arena.arcs(state) == arcs) {
            return (state, false);
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
        self.chains.add(hash);
        (state, true)
    }
}
