//! A register of bounded size, for graphs that are larger than memory.
//!
//! States are written to a sink as they are made. The register is a cache of them. When it is full, it evicts states
//! until half of the memory is free: all states that have not been found again since the last eviction, then the oldest
//! of the others. If an evicted state is needed again, it is written a second time, and the graph is no longer minimal.
//! States that many words share are found often and stay in the register.

use super::arena::{PackedArc, large_vec};
use super::register::{Register, hash};
use crate::graph::Arc;

/// Receives the arcs of new states: those of a state in ascending order of their tiles, children before parents.
pub trait ArcSink {
    /// Receives an arc. The number of a state is that of its first arc, counted from 1; the end state has the number 0.
    fn arc(&mut self, arc: Arc<u64>, is_last: bool);
}

/// The size of the graph that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenSize {
    /// The number of states.
    pub states: u64,
    /// The number of arcs.
    pub arcs: u64,
    /// The number of arcs that accept.
    pub accepting: u64,
    /// The greatest number of arcs of one state.
    pub max_out_degree: u64,
    /// `true` if a state was evicted, so that equal states may have been written.
    pub evicted: bool,
}

/// A state in the register.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    /// The index of the next entry of its chain, plus one.
    next: u32,
    state: u64,
    start: u32,
    arcs: u16,
    /// `true` if it was found again since the last eviction.
    found: bool,
}

/// A register that writes all states to a sink and holds as many as fit its memory.
#[derive(Debug)]
pub struct BoundedRegister<S> {
    /// The sink.
    pub sink: S,
    written: WrittenSize,
    memory: usize,
    /// The index of the first entry of each chain, plus one.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    arcs: Vec<PackedArc>,
}

impl<S: ArcSink> BoundedRegister<S> {
    /// A register of `memory` bytes.
    pub fn new(sink: S, memory: usize) -> BoundedRegister<S> {
        // The index of an arc has 32 bits; where addresses have 32 as well, other things need most of them.
        let memory = memory.clamp(1 << 10, usize::try_from(8_u64 << 32).unwrap_or(usize::MAX / 8));
        let heads = vec![0; (memory / 64).next_power_of_two() / 2];
        let entries = large_vec(memory / (size_of::<Entry>() + size_of::<PackedArc>()));
        let arcs = large_vec(memory / size_of::<PackedArc>());
        BoundedRegister { sink, written: WrittenSize::default(), memory, heads, entries, arcs }
    }

    /// The size of the graph so far.
    pub fn written(&self) -> WrittenSize {
        self.written
    }

    fn chain(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.heads.len() as u64) >> 32) as usize
    }

    fn arcs_of(&self, entry: &Entry) -> &[PackedArc] {
        &self.arcs[entry.start as usize..entry.start as usize + usize::from(entry.arcs)]
    }

    fn insert(&mut self, hash: u32, state: u64, arcs: &[PackedArc]) {
        let bytes = |entries: usize, arcs: usize| entries * size_of::<Entry>() + arcs * size_of::<PackedArc>();
        let left = self.memory - 4 * self.heads.len();
        if bytes(self.entries.len() + 1, self.arcs.len() + arcs.len()) > left {
            self.evict(left / 2, bytes);
        }
        let chain = self.chain(hash);
        let start = self.arcs.len() as u32;
        self.arcs.extend_from_slice(arcs);
        self.entries.push(Entry { hash, next: self.heads[chain], state, start, arcs: arcs.len() as u16, found: false });
        self.heads[chain] = self.entries.len() as u32;
    }

    /// Evicts all entries that were not found again, and then the oldest, until the rest fits `limit` bytes.
    #[cold]
    fn evict(&mut self, limit: usize, bytes: impl Fn(usize, usize) -> usize) {
        let mut used = 0;
        for entry in self.entries.iter_mut().rev() {
            used += if entry.found { bytes(1, entry.arcs.into()) } else { 0 };
            entry.found &= used <= limit;
        }
        let (mut entries, mut arcs) = (0, 0);
        self.heads.fill(0);
        for at in 0..self.entries.len() {
            let mut entry = self.entries[at];
            if !std::mem::take(&mut entry.found) {
                continue;
            }
            let from = entry.start as usize;
            self.arcs.copy_within(from..from + usize::from(entry.arcs), arcs);
            let chain = self.chain(entry.hash);
            (entry.start, entry.next) = (arcs as u32, self.heads[chain]);
            arcs += usize::from(entry.arcs);
            self.entries[entries] = entry;
            entries += 1;
            self.heads[chain] = entries as u32;
        }
        self.entries.truncate(entries);
        self.arcs.truncate(arcs);
        self.written.evicted = true;
    }
}

impl<S: ArcSink> Register for BoundedRegister<S> {
    type State = u64;

    fn state(number: u64) -> u64 {
        number
    }

    fn intern(&mut self, arcs: &[PackedArc], is_new: bool) -> (u64, bool) {
        let hash = hash(arcs);
        let mut next = if is_new { 0 } else { self.heads[self.chain(hash)] };
        while next != 0 {
            let entry = self.entries[next as usize - 1];
            if entry.hash == hash && self.arcs_of(&entry) == arcs {
                self.entries[next as usize - 1].found = true;
                return (entry.state, false);
            }
            next = entry.next;
        }
        let state = self.written.arcs + 1;
        for (number, arc) in arcs.iter().enumerate() {
            let arc = arc.unpack_wide();
            self.written.accepting += u64::from(arc.accepts);
            self.sink.arc(arc, number + 1 == arcs.len());
        }
        self.written.states += 1;
        self.written.arcs += arcs.len() as u64;
        self.written.max_out_degree = self.written.max_out_degree.max(arcs.len() as u64);
        self.insert(hash, state, arcs);
        (state, true)
    }
}
