//! A register that forgets: for graphs that are larger than memory.
//!
//! States are written as they are made and remembered within a bound. When it is reached, those that were met again since the last
//! time stay, the latest first, as far as half of the bound; a state that comes back after it was forgotten is written
//! once more, and the graph is not minimal. States that words share much are met often, and stay.

use super::arena::{PackedArc, room};
use super::register::{Register, hash};
use crate::graph::Arc;

/// What takes the arcs of states as they are made: those of a state in ascending order of their tiles, children before parents.
pub trait Sink {
    /// Takes an arc. A state is named by the number of its first arc, from 1; the end state by 0.
    fn arc(&mut self, arc: Arc<u64>, is_last: bool);
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// States.
    pub states: u64,
    /// Their arcs.
    pub arcs: u64,
    /// Those that accept.
    pub accepting: u64,
    /// The most arcs of a state.
    pub max_out_degree: u64,
    /// Whether a state was forgotten, so that there may be equal ones.
    pub forgot: bool,
}

/// A state that is remembered.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    /// The one before it in its chain, plus one.
    before: u32,
    place: u64,
    start: u32,
    arcs: u16,
    /// Whether it was met again.
    met: bool,
}

/// States on their way out, remembered within a bound.
#[derive(Debug)]
pub struct Bounded<S> {
    /// Where they go.
    pub sink: S,
    written: Written,
    memory: usize,
    /// The latest of each chain, plus one.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    arcs: Vec<PackedArc>,
}

impl<S: Sink> Bounded<S> {
    /// Remembers states in so many bytes.
    pub fn new(sink: S, memory: usize) -> Bounded<S> {
        // More than 2³² arcs cannot be told apart.
        let memory = memory.clamp(1 << 10, 8 << 32);
        let heads = vec![0; (memory / 64).next_power_of_two() / 2];
        let entries = room(memory / (size_of::<Entry>() + size_of::<PackedArc>()));
        let arcs = room(memory / size_of::<PackedArc>());
        Bounded { sink, written: Written::default(), memory, heads, entries, arcs }
    }

    /// What was written so far.
    pub fn written(&self) -> Written {
        self.written
    }

    fn chain(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.heads.len() as u64) >> 32) as usize
    }

    fn arcs_of(&self, entry: &Entry) -> &[PackedArc] {
        &self.arcs[entry.start as usize..entry.start as usize + usize::from(entry.arcs)]
    }

    fn remember(&mut self, hash: u32, place: u64, arcs: &[PackedArc]) {
        let bytes = |entries: usize, arcs: usize| entries * size_of::<Entry>() + arcs * size_of::<PackedArc>();
        let left = self.memory - 4 * self.heads.len();
        if bytes(self.entries.len() + 1, self.arcs.len() + arcs.len()) > left {
            self.forget(left / 2, bytes);
        }
        let chain = self.chain(hash);
        let start = self.arcs.len() as u32;
        self.arcs.extend_from_slice(arcs);
        self.entries.push(Entry { hash, before: self.heads[chain], place, start, arcs: arcs.len() as u16, met: false });
        self.heads[chain] = self.entries.len() as u32;
    }

    /// Forgets all but what was met again, and of that the earliest, until the rest fits.
    #[cold]
    fn forget(&mut self, room: usize, bytes: impl Fn(usize, usize) -> usize) {
        let mut taken = 0;
        for entry in self.entries.iter_mut().rev() {
            taken += if entry.met { bytes(1, entry.arcs.into()) } else { 0 };
            entry.met &= taken <= room;
        }
        let (mut kept, mut end) = (0, 0);
        self.heads.fill(0);
        for at in 0..self.entries.len() {
            let mut entry = self.entries[at];
            if !std::mem::take(&mut entry.met) {
                continue;
            }
            let from = entry.start as usize;
            self.arcs.copy_within(from..from + usize::from(entry.arcs), end);
            let chain = self.chain(entry.hash);
            (entry.start, entry.before) = (end as u32, self.heads[chain]);
            end += usize::from(entry.arcs);
            self.entries[kept] = entry;
            kept += 1;
            self.heads[chain] = kept as u32;
        }
        self.entries.truncate(kept);
        self.arcs.truncate(end);
        self.written.forgot = true;
    }
}

impl<S: Sink> Register for Bounded<S> {
    type State = u64;

    fn state(name: u64) -> u64 {
        name
    }

    fn intern(&mut self, arcs: &[PackedArc], is_new: bool) -> (u64, bool) {
        let hash = hash(arcs);
        let mut next = if is_new { 0 } else { self.heads[self.chain(hash)] };
        while next != 0 {
            let entry = self.entries[next as usize - 1];
            if entry.hash == hash && self.arcs_of(&entry) == arcs {
                self.entries[next as usize - 1].met = true;
                return (entry.place, false);
            }
            next = entry.before;
        }
        let place = self.written.arcs + 1;
        for (number, arc) in arcs.iter().enumerate() {
            let arc = arc.unpack_far();
            self.written.accepting += u64::from(arc.accepts);
            self.sink.arc(arc, number + 1 == arcs.len());
        }
        self.written.states += 1;
        self.written.arcs += arcs.len() as u64;
        self.written.max_out_degree = self.written.max_out_degree.max(arcs.len() as u64);
        self.remember(hash, place, arcs);
        (place, true)
    }
}
