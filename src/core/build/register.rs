//! The register of a minimiser: finds the state with given arcs, or adds it.

use super::arena::{Arena, END, PackedArc, State, large_vec};
use crate::alphabet::Tile;
use crate::huge::advised;

/// A set of states that can be searched by their arcs.
pub trait Register {
    /// The number of a state; the default is the end state.
    type State: Copy + Default + PartialEq + Into<u64>;

    /// The state with this number.
    fn state(number: u64) -> Self::State;

    /// The state with these arcs, and whether this call has added it. There is at least one arc. If `is_new` is set, no
    /// state with these arcs exists yet, because one of them leads to a new state.
    fn intern(&mut self, arcs: &[PackedArc], is_new: bool) -> (Self::State, bool);
}

/// A hash table of states with chaining.
///
/// Chaining is faster than open addressing here, because most states are known to be new (see [`Register::intern`]),
/// and adding one to a chain does not wait for memory: no branch depends on the loaded head, so that a cache miss
/// overlaps with the work on the next states. The heads take four bytes a state, a quarter of an open table. In one run
/// with `fst` on ENABLE1, DAWG and GADDAG went from 4.96 to 4.62 times its time (`benches/build.rs`, `hash` layout).
#[derive(Clone, Debug)]
struct Chains {
    /// The last link that was added to each chain, by the upper bits of the hash; 0 if there is none.
    heads: Vec<u32>,
    /// The links, in ascending order of their states. Only some states are in a chain, so that those are close
    /// together.
    links: Vec<Link>,
}

/// A state in a chain.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    hash: u32,
    /// The next link of the chain; 0 at its end.
    next: u32,
    state: State,
}

impl Chains {
    fn new() -> Chains {
        // The first link stands for the end.
        Chains { heads: vec![0; 1 << 12], links: vec![Link::default()] }
    }

    #[inline]
    fn chain(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.heads.len() as u64) >> 32) as usize
    }

    /// Adds a state, whose number is greater than those of all states so far.
    #[inline]
    fn add(&mut self, hash: u32, state: State) {
        if self.links.len() > self.heads.len() {
            self.grow(self.heads.len() * 2);
        }
        let chain = self.chain(hash);
        let link = self.links.len() as u32;
        self.links.push(Link { hash, next: self.heads[chain], state });
        self.heads[chain] = link;
    }

    #[cold]
    fn grow(&mut self, chains: usize) {
        // Free the old heads before allocating the new ones.
        self.heads = Vec::new();
        self.heads = advised(vec![0; chains]);
        for link in 1..self.links.len() {
            let chain = self.chain(self.links[link].hash);
            self.links[link].next = std::mem::replace(&mut self.heads[chain], link as u32);
        }
    }

    /// The states with this hash.
    #[inline]
    fn with_hash(&self, hash: u32) -> impl Iterator<Item = State> + '_ {
        let mut next = self.heads[self.chain(hash)];
        std::iter::from_fn(move || {
            while next != 0 {
                let link = self.links[next as usize];
                next = link.next;
                if link.hash == hash {
                    return Some(link.state);
                }
            }
            None
        })
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

/// A set of hashes with some others. It fits in the cache, where most of the states that are looked up are not found.
pub(super) struct Hashes(Vec<u64>);

impl Hashes {
    #[inline]
    fn place(&self, hash: u32) -> (usize, u64) {
        ((hash >> 6) as usize & (self.0.len() - 1), 1 << (hash & 63))
    }

    /// `false` if the hash is not in the set.
    #[inline]
    fn may_have(&self, hash: u32) -> bool {
        let (word, bit) = self.place(hash);
        self.0[word] & bit != 0
    }
}

/// A register that holds all states in an arena, so that graphs are minimal.
#[derive(Clone, Debug)]
pub struct ArenaRegister {
    pub(super) arena: Arena,
    chains: Chains,
    /// For each state, the state whose only arc is a separator to it; the end state if there is none yet.
    before_separator: Vec<State>,
}

impl ArenaRegister {
    pub(super) fn new() -> ArenaRegister {
        ArenaRegister { arena: Arena::new(), chains: Chains::new(), before_separator: vec![] }
    }

    /// A register with capacity for states that take `bytes` bytes in total, so that it does not have to move as it
    /// grows.
    pub fn with_memory(bytes: usize) -> ArenaRegister {
        let ArenaRegister { arena, mut chains, before_separator } = ArenaRegister::new();
        // A state takes 4 bytes and 8 for each arc in the arena, and 16 to 20 in the hash table if it is looked up.
        let (mut starts, mut links) = (large_vec(bytes / 24), large_vec(bytes / 36));
        starts.extend_from_slice(&arena.starts);
        links.append(&mut chains.links);
        chains.links = links;
        ArenaRegister { arena: Arena { arcs: large_vec(bytes / 16), starts }, chains, before_separator }
    }

    /// A register with capacity for so many arcs, and for half as many states.
    pub(super) fn with_arcs(arcs: usize) -> ArenaRegister {
        let mut register = ArenaRegister::new();
        register.arena.arcs = advised(Vec::with_capacity(arcs));
        register.arena.starts = advised(Vec::with_capacity(arcs / 2));
        register.arena.starts.extend_from_slice(&Arena::new().starts);
        register.chains.links = advised(Vec::with_capacity(arcs / 4));
        register.chains.links.push(Link::default());
        register
    }

    /// A copy with the same capacity.
    pub(super) fn copied(&self) -> ArenaRegister {
        let mut copy = ArenaRegister::with_arcs(self.arena.arcs.capacity());
        copy.arena.arcs.extend_from_slice(&self.arena.arcs);
        copy.arena.starts.clear();
        copy.arena.starts.extend_from_slice(&self.arena.starts);
        copy.chains.links.clear();
        copy.chains.links.extend_from_slice(&self.chains.links);
        copy.chains.heads.clone_from(&self.chains.heads);
        copy.before_separator.clone_from(&self.before_separator);
        copy
    }

    /// Prepares the hash table for `states` more states.
    pub(super) fn reserve(&mut self, states: usize) {
        let chains = (self.chains.links.len() + states).next_power_of_two();
        if chains > self.chains.heads.len() {
            self.chains.grow(chains);
        }
    }

    /// The state with these arcs.
    pub(super) fn find(&self, arcs: &[PackedArc]) -> Option<State> {
        self.chains.with_hash(hash(arcs)).find(|&state| self.arena.arcs(state) == arcs)
    }

    /// The hashes of the states from this one on that can be looked up.
    pub(super) fn hashes_from(&self, state: State) -> Hashes {
        let mut hashes = Hashes(vec![0; (self.chains.links.len() / 8).next_power_of_two()]);
        let before = self.chains.links.partition_point(|link| link.state < state);
        for link in &self.chains.links[before..] {
            let (word, bit) = hashes.place(link.hash);
            hashes.0[word] |= bit;
        }
        hashes
    }

    /// The state with these arcs, if its hash is among `hashes`. If there is none, or if `is_new` is set, adds a state
    /// that is never looked up.
    #[inline]
    pub(super) fn find_or_append(&mut self, arcs: &[PackedArc], is_new: bool, hashes: &Hashes) -> State {
        let found = match arcs {
            _ if is_new => None,
            [arc] if arc.unpack().tile == Tile::SEPARATOR => {
                self.before_separator.get(arc.unpack().target as usize).copied()
            }
            _ if hashes.may_have(hash(arcs)) => self.find(arcs),
            _ => None,
        };
        if let Some(state @ 1..) = found {
            return state;
        }
        let state = self.arena.len() as State;
        self.arena.arcs.extend_from_slice(arcs);
        self.arena.starts.push(self.arena.arcs.len() as u32);
        state
    }

    /// Loads what is known of the state whose only arc is a separator that leads to `target`.
    #[inline]
    pub(super) fn load_before_separator(&self, target: State) {
        std::hint::black_box(self.before_separator.get(target as usize).copied());
    }

    /// Adds a state with one arc that is never looked up.
    #[inline]
    pub(super) fn append(&mut self, arc: PackedArc) -> State {
        let state = self.arena.len() as State;
        self.arena.arcs.push(arc);
        self.arena.starts.push(self.arena.arcs.len() as u32);
        state
    }

    /// The states.
    pub(super) fn into_arena(self) -> Arena {
        self.arena
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        let chains = size_of::<Link>() * self.chains.links.len() + 4 * self.chains.heads.len();
        self.arena.bytes() + chains + 4 * self.before_separator.len()
    }
}

impl Register for ArenaRegister {
    type State = State;

    fn state(number: u64) -> State {
        number as State
    }

    #[inline]
    fn intern(&mut self, arcs: &[PackedArc], is_new: bool) -> (State, bool) {
        // Half of all look-ups of a GADDAG are for a node whose only arc is a separator: this takes one load, not
        // four.
        if let [arc] = arcs
            && arc.unpack().tile == Tile::SEPARATOR
        {
            let target = arc.unpack().target as usize;
            if let Some(&state @ 1..) = self.before_separator.get(target) {
                return (state, false);
            }
            if target >= self.before_separator.len() {
                self.before_separator.resize(target + target / 2 + 1, END);
            }
            let state = self.append(*arc);
            self.before_separator[target] = state;
            return (state, true);
        }
        let hash = hash(arcs);
        if !is_new && let Some(state) = self.chains.with_hash(hash).find(|&state| self.arena.arcs(state) == arcs) {
            return (state, false);
        }
        let state = self.arena.len() as State;
        self.arena.arcs.extend_from_slice(arcs);
        self.arena.starts.push(self.arena.arcs.len() as u32);
        self.chains.add(hash, state);
        (state, true)
    }
}
