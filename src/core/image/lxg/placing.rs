//! Placing the children of nodes in one array of slots: child by letter *l* of a node with base *b* in slot *b* + *l*, slots of
//! different nodes interlocked and shared.
//!
//! Nodes with many children first. A node goes where it shares a slot if that is possible (the slots that hold one of its
//! children are chained), else to the first gap that takes it: 64 bases are tried at once by AND-ing shifted words of a bit map.
//! Nodes with a single child come last and take what is there. The descriptor of a child is not known
//! while slots are given out, and need not be: slots hold state numbers until all bases are.

use crate::build::State;

/// The end state, which has no slot.
pub(super) const END: State = 0;

/// How much is done to share slots. Measured on ENABLE1, one thread, best of seven runs of the whole encoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// How many slots with a wanted child are tried before a node is placed in a gap, while two children or more may be shared there.
    pub several: usize,
    /// The same where it can be one only.
    pub one: usize,
}

impl Effort {
    /// For graphs whose size is what matters, together with an order in which nodes with a child in common are neighbours. DAWG: 85,493
    /// slots in 7 to 11 ms, where [`LOW`](Effort::LOW) without that order gives 94,273 in 5 ms.
    pub const HIGH: Effort = Effort { several: 32, one: 8 };
    /// For graphs of many nodes. GADDAG: 654,787 slots; with that order 630,714, in 1.6 times the time.
    pub const LOW: Effort = Effort { several: 4, one: 4 };
}

/// How many words of the bit map (64 bases each) are searched for a gap before the pool grows.
const GAP_TRIES: usize = 4;

/// Slots as they are given out.
pub(super) struct Placer {
    effort: Effort,
    /// The state in each slot; the end state where it is free.
    pub slots: Vec<State>,
    /// A bit a slot.
    used: Vec<u64>,
    /// By state: the last slot that was given to it, plus one.
    latest: Vec<u32>,
    /// By slot: the slot given to the same state before, plus one.
    earlier: Vec<u32>,
    /// By state: how many slots it has.
    held: Vec<u32>,
    /// Children of the node that is being placed, those with the fewest slots first.
    rarest: Vec<(u8, State)>,
    /// Where the search for a gap goes on, by number of children.
    cursors: Vec<usize>,
    /// No free slot lies below.
    first_free: usize,
}

impl Placer {
    pub fn new(states: usize, effort: Effort) -> Placer {
        let cursors = vec![0; 257];
        // Slot 0 is no letter's in a DAWG: were it free, every search for a free slot would begin there.
        Placer {
            effort,
            slots: vec![],
            used: vec![1],
            latest: vec![0; states],
            held: vec![0; states],
            rarest: vec![],
            earlier: vec![],
            cursors,
            first_free: 0,
        }
    }

    /// Gives the children of a node their slots; its base.
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
                self.held[child as usize] += 1;
                if slot / 64 >= self.used.len() {
                    self.used.resize(slot / 64 + 1, 0);
                }
                self.used[slot / 64] |= 1 << (slot % 64);
                self.earlier[slot] = std::mem::replace(&mut self.latest[child as usize], slot as u32 + 1);
            }
        }
        base
    }

    /// The slots that hold a state, latest first.
    fn slots_of(&self, state: State) -> impl Iterator<Item = usize> + '_ {
        let first = self.latest[state as usize];
        std::iter::successors((first != 0).then_some(first), |&slot| {
            let next = self.earlier[slot as usize - 1];
            (next != 0).then_some(next)
        })
        .map(|slot| slot as usize - 1)
    }

    fn share_single(&self, label: u8, child: State) -> Option<usize> {
        self.slots_of(child).find_map(|slot| slot.checked_sub(usize::from(label)))
    }

    /// The base at which most children are there already and none is in the way.
    ///
    /// The children with the fewest slots are tried first. A base that none of the first *k* leads to lacks all of them, so the search
    /// ends as soon as what it has cannot be surpassed.
    fn share(&mut self, children: &[(u8, State)]) -> Option<usize> {
        let mut rarest = std::mem::take(&mut self.rarest);
        rarest.clear();
        rarest.extend(children.iter().filter(|(_, child)| self.held[*child as usize] > 0));
        rarest.sort_unstable_by_key(|&(label, child)| (self.held[child as usize], label));
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

    /// 64 bits of the bit map from any position.
    #[inline]
    fn window(&self, at: usize) -> u64 {
        let (word, shift) = (at / 64, at % 64);
        let get = |word: usize| self.used.get(word).copied().unwrap_or(0);
        if shift == 0 { get(word) } else { get(word) >> shift | get(word + 1) << (64 - shift) }
    }

    fn gap(&mut self, children: &[(u8, State)]) -> usize {
        let start = self.cursors[children.len()];
        let mut word = start;
        loop {
            let taken = children.iter().fold(0, |taken, &(label, _)| taken | self.window(word * 64 + usize::from(label)));
            if taken != u64::MAX {
                // Staying within reach of the gaps left behind costs time for little; the last few words are gone over again.
                self.cursors[children.len()] = word.saturating_sub(GAP_TRIES / 2).max(start);
                return word * 64 + (!taken).trailing_zeros() as usize;
            }
            word += 1;
            if word == start + GAP_TRIES {
                // Leave the crowded part behind for good.
                self.cursors[children.len()] = start + GAP_TRIES / 4;
            }
        }
    }

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

/// The order in which to place states: those with most children first. Of those with as many the ones come together, when `lowest` is
/// given, that have a child in common, told by the child with the lowest number.
pub(super) fn placing_order(states: &[State], children: &[u16], lowest: Option<&[State]>) -> Vec<State> {
    let near = lowest.map(|lowest| sorted_by(states, |state| lowest[state as usize] as usize));
    let near = near.as_deref().unwrap_or(states);
    let most = states.iter().map(|&state| children[state as usize]).max().unwrap_or(0);
    sorted_by(near, |state| usize::from(most - children[state as usize]))
}

/// The states in ascending order of a small number, those with the same in the order they were in; linear.
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
