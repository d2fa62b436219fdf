//! Places the children of all nodes in one array of slots. The child by letter *l* of a node with base *b* is in slot
//! *b* + *l*. The slots of different nodes interlock, and nodes share slots.
//!
//! Nodes with many children are placed first. If possible, a node gets a base at which it shares slots with others: the
//! slots that hold the same state are chained. Otherwise it gets the first base at which all its slots are free: one
//! search step tests 64 bases by combining shifted words of a bitmap. Nodes with one child are placed last, in the
//! remaining gaps. The slots hold state numbers, because descriptors are known only when all bases are.
//!
//! Placing a GADDAG waited for memory in two places: for the next slot with a child, and for the slots beside it. The
//! former are now loaded for some states at once, and a mark of one byte for each slot replaces nearly all of the
//! latter. What is left has no single place that dominates. The order of the states is part of the format: each base
//! depends on those before it, so that threads cannot share this work.

use crate::build::{MinimalGraph, State, large_vec};
use crate::huge::advised;

/// The end state. It takes no slot.
pub(super) const END: State = 0;

/// The effort to share slots. Figures: ENABLE1, one thread, best of seven runs of the whole encoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The number of slots to try for each child while two or more slots could be shared.
    pub several: usize,
    /// The number of slots to try for each child when only one slot can be shared.
    pub one: usize,
}

impl Effort {
    /// For a small DAWG, together with an order in which nodes with a common child are neighbours: 85,493 slots in 7 to
    /// 11 ms. [`LOW`](Effort::LOW) without that order gives 94,273 slots in 5 ms.
    pub const HIGH: Effort = Effort { several: 32, one: 8 };
    /// For the many nodes of a GADDAG: 654,787 slots. With the order of the DAWG there would be 630,714 slots, in 1.6
    /// times the time.
    pub const LOW: Effort = Effort { several: 4, one: 4 };
}

/// The number of words of the bitmap, of 64 bases each, that are searched before the search skips ahead.
const GAP_TRIES: usize = 4;

/// The number of states from which on the slots are kept apart in memory, so that they leave no hole as they grow.
const MANY: usize = 1 << 20;

/// The states whose children are read ahead of their placement.
const AHEAD: usize = 16;

/// The slots of each child that are read ahead.
const CHAIN_AHEAD: usize = 3;

/// The slots that hold a state.
#[derive(Clone, Copy, Default)]
struct Held {
    /// The last slot that the state was given, plus one.
    latest: u32,
    /// The number of slots.
    count: u32,
}

/// A slot.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The state in it; the end state if it is free.
    pub state: State,
    /// The slot that the same state was given before, plus one.
    earlier: u32,
}

/// A byte that tells most states apart, and is not 0.
#[inline]
fn mark(state: State) -> u8 {
    (state as u8).max(1)
}

/// Assigns slots.
pub(super) struct Placer {
    effort: Effort,
    slots: Vec<Slot>,
    /// The number of slots up to the last one in use.
    end: usize,
    /// The [mark] of the state in each slot; 0 if it is free. The marks of the slots of a node are in one or two lines
    /// of the cache. They tell nearly always that a base does not fit, so that the slots are not loaded.
    marks: Vec<u8>,
    /// A bitmap of the slots in use.
    used: Vec<u64>,
    held: Vec<Held>,
    /// The children of the current node, those with the fewest slots first: number of slots, label, and state.
    rarest: Vec<(u32, u8, State)>,
    /// The word at which the search for a gap starts, by the number of children.
    cursors: Vec<usize>,
    /// There is no free slot below this one.
    first_free: usize,
}

impl Placer {
    pub fn new(states: usize, effort: Effort) -> Placer {
        // A DAWG cannot use slot 0. It is marked, so that no search starts there.
        Placer {
            effort,
            slots: if states < MANY { advised(Vec::with_capacity(2 * states)) } else { large_vec(states) },
            marks: if states < MANY { advised(Vec::with_capacity(2 * states)) } else { large_vec(states) },
            end: 0,
            used: vec![1],
            held: advised(vec![Held::default(); states]),
            rarest: vec![],
            cursors: vec![0; 257],
            first_free: 0,
        }
    }

    /// Places the children of these states of a graph, in this order: those with most children first. Calls `placed` with
    /// each state that has children and its base.
    ///
    /// The children of some states are gathered at once, with what is known of them, so that their cache misses
    /// overlap. Nodes with one child need no more than the latest slot of that.
    pub fn place_all(&mut self, graph: MinimalGraph<'_>, order: &[State], mut placed: impl FnMut(State, usize)) {
        let of = |state| graph.arcs_of(state).filter(|arc| arc.target != END).map(|arc| (arc.tile.number(), arc.target));
        let (several, others) = order.split_at(order.partition_point(|&state| of(state).nth(1).is_some()));
        let mut children: Vec<(u8, State)> = Vec::new();
        let mut slots: Vec<u32> = Vec::new();
        let mut ends = [0; AHEAD];
        // The first arc of each state. A branch that waits for it would hold up the loads of the others.
        let load = |states: &[State]| {
            let arcs = states.iter().map(|&state| graph.packed_arcs_of(state).first().map_or(0, |arc| arc.unpack().target));
            std::hint::black_box(arcs.fold(0, |all, target| all ^ target));
        };
        for states in several.chunks(AHEAD) {
            load(states);
            children.clear();
            for (&state, end) in states.iter().zip(&mut ends) {
                children.extend(of(state));
                *end = children.len();
            }
            slots.clear();
            slots.extend(children.iter().map(|&(_, child)| self.held[child as usize].latest));
            for _ in 0..self.effort.several.min(CHAIN_AHEAD) {
                for slot in &mut slots {
                    let at = (*slot as usize).wrapping_sub(1);
                    *slot = self.slots.get(at).map_or(0, |slot| slot.earlier);
                }
            }
            std::hint::black_box(&slots);
            let mut from = 0;
            for (&state, &end) in states.iter().zip(&ends) {
                placed(state, self.place(&children[from..end]));
                from = end;
            }
        }
        for states in others.chunks(AHEAD) {
            load(states);
            children.clear();
            children.extend(states.iter().map_while(|&state| of(state).next()));
            for (&state, &(label, child)) in states.iter().zip(&children) {
                let latest = self.held[child as usize].latest as usize;
                let base = latest.checked_sub(usize::from(label) + 1).unwrap_or_else(|| self.place(&[(label, child)]));
                placed(state, base);
            }
        }
    }

    /// The slots up to the last one in use.
    pub fn into_slots(mut self) -> Vec<Slot> {
        self.slots.truncate(self.end);
        self.slots
    }

    /// Assigns the slots of a node's children and returns its base.
    fn place(&mut self, children: &[(u8, State)]) -> usize {
        let base = match children {
            [] => return 0,
            &[(label, child)] => match self.share_single(label, child) {
                Some(base) => return base,
                None => self.first_gap(label),
            },
            _ => self.share(children).unwrap_or_else(|| self.gap(children)),
        };
        let last = base + usize::from(children[children.len() - 1].0);
        if last >= self.slots.len() {
            self.slots.resize(last + 256, Slot { state: END, earlier: 0 });
            self.marks.resize(self.slots.len(), 0);
            self.used.resize(self.slots.len() / 64 + 8, 0);
        }
        self.end = self.end.max(last + 1);
        for &(label, child) in children {
            let number = base + usize::from(label);
            if self.marks[number] == 0 {
                let held = &mut self.held[child as usize];
                let earlier = std::mem::replace(&mut held.latest, number as u32 + 1);
                self.slots[number] = Slot { state: child, earlier };
                self.marks[number] = mark(child);
                held.count += 1;
                self.used[number / 64] |= 1 << (number % 64);
            }
        }
        base
    }

    /// The slots that hold a state, in reverse order of assignment.
    #[inline]
    fn slots_of(&self, state: State) -> impl Iterator<Item = usize> + '_ {
        let first = self.held[state as usize].latest;
        std::iter::successors((first != 0).then_some(first), |&slot| {
            let next = self.slots[slot as usize - 1].earlier;
            (next != 0).then_some(next)
        })
        .map(|slot| slot as usize - 1)
    }

    /// A base at which a single child shares a slot.
    #[inline]
    fn share_single(&self, label: u8, child: State) -> Option<usize> {
        self.slots_of(child).find_map(|slot| slot.checked_sub(usize::from(label)))
    }

    /// The base with the most shared slots among those at which no other state is in the way.
    ///
    /// Tries the children with the fewest slots first. A base that was not found through any of the first *k* children
    /// shares none of their slots, so that the search ends when the best base cannot be surpassed.
    fn share(&mut self, children: &[(u8, State)]) -> Option<usize> {
        let mut rarest = std::mem::take(&mut self.rarest);
        rarest.clear();
        for &(label, child) in children {
            let count = self.held[child as usize].count;
            if count > 0 {
                // Nearly all nodes have few children.
                let at = rarest.iter().rposition(|&(least, ..)| least <= count).map_or(0, |at| at + 1);
                rarest.insert(at, (count, label, child));
            }
        }
        let mut best = (0, None);
        for (&(_, label, child), possible) in rarest.iter().zip((1..=rarest.len()).rev()) {
            if best.0 >= possible {
                break;
            }
            let tries = if possible > 1 { self.effort.several } else { self.effort.one };
            for slot in self.slots_of(child).take(tries) {
                let Some(base) = slot.checked_sub(usize::from(label)) else { continue };
                let shared = children.iter().try_fold(0, |shared, &(label, child)| {
                    match self.marks.get(base + usize::from(label)).copied().unwrap_or(0) {
                        0 => Some(shared),
                        there if there == mark(child) => Some(shared + 1),
                        _ => None,
                    }
                });
                let fits = |&(label, child): &(u8, State)| {
                    let there = self.slots.get(base + usize::from(label)).map_or(END, |slot| slot.state);
                    there == END || there == child
                };
                if let Some(shared) = shared
                    && shared > best.0
                    && children.iter().all(fits)
                {
                    best = (shared, Some(base));
                    if shared == possible {
                        break;
                    }
                }
            }
        }
        self.rarest = rarest;
        best.1
    }

    /// 64 bits of the bitmap from any position.
    #[inline]
    fn window(&self, at: usize) -> u64 {
        let (word, shift) = (at / 64, at % 64);
        let get = |word: usize| self.used.get(word).copied().unwrap_or(0);
        if shift == 0 { get(word) } else { get(word) >> shift | get(word + 1) << (64 - shift) }
    }

    /// The first base at which the slots of all children are free.
    fn gap(&mut self, children: &[(u8, State)]) -> usize {
        let start = self.cursors[children.len()];
        let mut word = start;
        loop {
            let taken = children.iter().fold(0, |taken, &(label, _)| taken | self.window(word * 64 + usize::from(label)));
            if taken != u64::MAX {
                // The next search repeats the last words only: gaps further back are too rare to be worth the time.
                self.cursors[children.len()] = word.saturating_sub(GAP_TRIES / 2).max(start);
                return word * 64 + (!taken).trailing_zeros() as usize;
            }
            word += 1;
            if word == start + GAP_TRIES {
                // Skip the crowded words in later searches.
                self.cursors[children.len()] = start + GAP_TRIES / 4;
            }
        }
    }

    /// The first base at which the slot of a single child is free.
    fn first_gap(&mut self, label: u8) -> usize {
        while self.used.get(self.first_free / 64) == Some(&u64::MAX) {
            self.first_free = (self.first_free / 64 + 1) * 64;
        }
        let from = self.first_free.max(usize::from(label));
        let mut word = from / 64;
        loop {
            let below = if word == from / 64 { (1u64 << (from % 64)) - 1 } else { 0 };
            let taken = self.used.get(word).copied().unwrap_or(0) | below;
            if taken != u64::MAX {
                return word * 64 + (!taken).trailing_zeros() as usize - usize::from(label);
            }
            word += 1;
        }
    }
}

/// The order in which to place states: those with most children first. If `lowest` has the child with the lowest number
/// of each state, states with the same number of children and the same such child are neighbours.
pub(super) fn placing_order(states: &[State], children: &[u16], lowest: Option<&[State]>) -> Vec<State> {
    let near = lowest.map(|lowest| sorted_by(states, lowest.len(), |state| lowest[state as usize] as usize));
    let near = near.as_deref().unwrap_or(states);
    sorted_by(near, MOST_CHILDREN + 1, |state| MOST_CHILDREN - usize::from(children[state as usize]))
}

/// The greatest number of children: one by each tile.
const MOST_CHILDREN: usize = 256;

/// Sorts states by a number less than `keys`: a stable counting sort.
fn sorted_by(states: &[State], keys: usize, key: impl Fn(State) -> usize) -> Vec<State> {
    let mut next = vec![0u32; keys + 1];
    states.iter().for_each(|&state| next[key(state) + 1] += 1);
    (1..next.len()).for_each(|at| next[at] += next[at - 1]);
    let mut sorted = advised(vec![END; states.len()]);
    for &state in states {
        let next = &mut next[key(state)];
        sorted[*next as usize] = state;
        *next += 1;
    }
    sorted
}
