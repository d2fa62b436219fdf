//! Places the children of all nodes in one array of slots. The child by letter *l* of a node with base *b* is in slot
//! *b* + *l*. The slots of different nodes interlock, and nodes share slots.
//!
//! Nodes with many children are placed first. If possible, a node gets a base at which it shares slots with others: the
//! slots that hold the same state are chained. Otherwise it gets the first base at which all its slots are free: one
//! search step tests 64 bases by combining shifted words of a bitmap. Nodes with one child are placed last, in the
//! remaining gaps. The slots hold state numbers, because descriptors are known only when all bases are.

use crate::build::State;

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

/// Assigns slots.
pub(super) struct Placer {
    effort: Effort,
    /// The state in each slot; the end state if the slot is free.
    pub slots: Vec<State>,
    /// A bitmap of the slots in use.
    used: Vec<u64>,
    /// The last slot that each state was given, plus one.
    latest: Vec<u32>,
    /// For each slot, the slot that the same state was given before, plus one.
    earlier: Vec<u32>,
    /// The number of slots of each state.
    slot_counts: Vec<u32>,
    /// The children of the current node, those with the fewest slots first.
    rarest: Vec<(u8, State)>,
    /// The word at which the search for a gap starts, by the number of children.
    cursors: Vec<usize>,
    /// There is no free slot below this one.
    first_free: usize,
}

impl Placer {
    pub fn new(states: usize, effort: Effort) -> Placer {
        let cursors = vec![0; 257];
        // A DAWG cannot use slot 0. It is marked, so that no search starts there.
        Placer {
            effort,
            slots: vec![],
            used: vec![1],
            latest: vec![0; states],
            slot_counts: vec![0; states],
            rarest: vec![],
            earlier: vec![],
            cursors,
            first_free: 0,
        }
    }

    /// Assigns the slots of a node's children and returns its base.
    pub fn place(&mut self, children: &[(u8, State)]) -> usize {
        let base = match children {
            [] => return 0,
            [(label, child)] => self.share_single(*label, *child).unwrap_or_else(|| self.first_gap(*label)),
            _ => self.share(children).unwrap_or_else(|| self.gap(children)),
        };
        for &(label, child) in children {
            let slot = base + usize::from(label);
            if slot >= self.slots.len() {
                self.slots.resize(slot + 1, END);
                self.earlier.resize(slot + 1, 0);
            }
            if self.slots[slot] == END {
                self.slots[slot] = child;
                self.slot_counts[child as usize] += 1;
                if slot / 64 >= self.used.len() {
                    self.used.resize(slot / 64 + 1, 0);
                }
                self.used[slot / 64] |= 1 << (slot % 64);
                self.earlier[slot] = std::mem::replace(&mut self.latest[child as usize], slot as u32 + 1);
            }
        }
        base
    }

    /// The slots that hold a state, in reverse order of assignment.
    fn slots_of(&self, state: State) -> impl Iterator<Item = usize> + '_ {
        let first = self.latest[state as usize];
        std::iter::successors((first != 0).then_some(first), |&slot| {
            let next = self.earlier[slot as usize - 1];
            (next != 0).then_some(next)
        })
        .map(|slot| slot as usize - 1)
    }

    /// A base at which a single child shares a slot.
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
        rarest.extend(children.iter().filter(|(_, child)| self.slot_counts[*child as usize] > 0));
        rarest.sort_unstable_by_key(|&(label, child)| (self.slot_counts[child as usize], label));
        let mut best = (0, None);
        for (&(label, child), possible) in rarest.iter().zip((1..=rarest.len()).rev()) {
            if best.0 >= possible {
                break;
            }
            let tries = if possible > 1 { self.effort.several } else { self.effort.one };
            for slot in self.slots_of(child).take(tries) {
                let Some(base) = slot.checked_sub(usize::from(label)) else { continue };
                let shared = children.iter().try_fold(0, |shared, &(label, child)| {
                    match self.slots.get(base + usize::from(label)).copied().unwrap_or(END) {
                        END => Some(shared),
                        there if there == child => Some(shared + 1),
                        _ => None,
                    }
                });
                if let Some(shared) = shared
                    && shared > best.0
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
    let near = lowest.map(|lowest| sorted_by(states, |state| lowest[state as usize] as usize));
    let near = near.as_deref().unwrap_or(states);
    let most = states.iter().map(|&state| children[state as usize]).max().unwrap_or(0);
    sorted_by(near, |state| usize::from(most - children[state as usize]))
}

/// Sorts states by a small number: a stable counting sort.
fn sorted_by(states: &[State], key: impl Fn(State) -> usize) -> Vec<State> {
    let most = states.iter().map(|&state| key(state)).max().unwrap_or(0);
    let mut next = vec![0u32; most + 2];
    states.iter().for_each(|&state| next[key(state) + 1] += 1);
    (1..next.len()).for_each(|at| next[at] += next[at - 1]);
    let mut sorted = vec![END; states.len()];
    for &state in states {
        let next = &mut next[key(state)];
        sorted[*next as usize] = state;
        *next += 1;
    }
    sorted
}
