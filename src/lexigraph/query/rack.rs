//! Racks as automata. Racks of letters and blanks use packed counts; racks with sets use a bipartite matching.
//!
//! A *plain* rack takes each letter from the rack if the letter is there, and otherwise uses a blank. This is never
//! worse than to use the blank first, because a blank can do whatever a letter can. With *sets*, the letters of the
//! word have to be matched to the elements of the rack. First fit is wrong there (`Q[AEI][ABI]?`), so each new letter
//! searches an augmenting path. A letter that finds none now will find none later either.

use super::automaton::Automaton;
use super::letters::LetterSet;
use crate::alphabet::Tile;
use crate::graph::TileMask;

/// Small counts packed together.
pub(super) trait Counts: Clone + Ord {
    /// The largest number of different letters, and the largest count of each.
    const LIMITS: (usize, usize);
    fn new(counts: &[usize]) -> Self;
    fn get(&self, at: u8) -> u8;
    fn take(&mut self, at: u8);
}

macro_rules! packed_counts {
    ($type:ty) => {
        impl Counts for $type {
            const LIMITS: (usize, usize) = (<$type>::BITS as usize / 4, 15);
            #[inline]
            fn new(counts: &[usize]) -> $type {
                counts.iter().enumerate().fold(0, |packed, (at, &count)| packed | (count as $type) << (4 * at))
            }
            #[inline]
            fn get(&self, at: u8) -> u8 {
                (self >> (4 * at)) as u8 & 15
            }
            #[inline]
            fn take(&mut self, at: u8) {
                *self -= 1 << (4 * at);
            }
        }
    };
}

packed_counts!(u64);
packed_counts!(u128);

impl Counts for Box<[u8]> {
    const LIMITS: (usize, usize) = (255, 255);
    #[inline]
    fn new(counts: &[usize]) -> Box<[u8]> {
        counts.iter().map(|&count| count as u8).collect()
    }
    #[inline]
    fn get(&self, at: u8) -> u8 {
        self[usize::from(at)]
    }
    #[inline]
    fn take(&mut self, at: u8) {
        self[usize::from(at)] -= 1;
    }
}

/// How a word may use a rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RackUse {
    /// `true` if a word may use any part of the rack.
    pub sub: bool,
    /// The number of blanks in the rack.
    pub blanks: usize,
    /// `true` if the word may have any number of further letters.
    pub star: bool,
}

impl RackUse {
    /// The number of letters that a word may have beyond those of the rack.
    #[inline]
    fn extra(self) -> u16 {
        if self.star { u16::MAX } else { self.blanks.min(usize::from(u16::MAX)) as u16 }
    }
}

const NONE: u8 = u8::MAX;

/// A rack of letters and blanks.
pub(super) struct PlainRack<C> {
    /// For each tile, the index of its count.
    index: [u8; 256],
    start: PlainState<C>,
    rack_use: RackUse,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlainState<C> {
    counts: C,
    /// The letters that are left, one bit each. Letters above 62 share the last bit, which is never cleared.
    letters: u64,
    /// The number of letters left.
    left: u16,
    /// The number of further letters that the word may have.
    pub extra: u16,
}

impl<C: Counts> PlainRack<C> {
    /// Makes the rack from counts indexed by tile number. Returns `None` if the counts do not fit into `C`.
    pub fn new(by_tile: &[usize; 256], rack_use: RackUse) -> Option<PlainRack<C>> {
        let mut index = [NONE; 256];
        let (mut counts, mut letters) = (Vec::new(), 0);
        for (number, &count) in by_tile.iter().enumerate().filter(|(_, count)| **count > 0) {
            if counts.len() == C::LIMITS.0 || count > C::LIMITS.1 {
                return None;
            }
            index[number] = counts.len() as u8;
            letters |= TileMask::of(Tile::from_label(number as u8)).bits();
            counts.push(count);
        }
        let left = counts.iter().sum::<usize>().min(usize::from(u16::MAX)) as u16;
        let start = PlainState { counts: C::new(&counts), letters, left, extra: rack_use.extra() };
        Some(PlainRack { index, start, rack_use })
    }

    #[inline]
    pub fn set_rack_use(&mut self, rack_use: RackUse) {
        self.rack_use = rack_use;
    }
}

impl<C: Counts> Automaton for PlainRack<C> {
    type State = PlainState<C>;

    #[inline]
    fn start(&self) -> PlainState<C> {
        self.start.clone()
    }

    #[inline]
    fn step(&self, state: &PlainState<C>, tile: Tile) -> Option<PlainState<C>> {
        let index = self.index[usize::from(tile.number())];
        let mut next = state.clone();
        let count = if index == NONE { 0 } else { state.counts.get(index) };
        if count > 0 {
            next.counts.take(index);
            next.left -= 1;
            if count == 1 && tile.number() < Tile::MAX_GAME {
                next.letters &= !(1 << tile.number());
            }
        } else {
            next.extra = next.extra.checked_sub(1)?;
        }
        Some(next)
    }

    #[inline]
    fn is_match(&self, state: &PlainState<C>) -> bool {
        self.rack_use.sub || state.left == 0 && usize::from(self.rack_use.extra() - state.extra) >= self.rack_use.blanks
    }

    #[inline]
    fn next_tiles(&self, state: &PlainState<C>) -> TileMask {
        if state.extra > 0 { TileMask::ALL } else { TileMask::from_bits(state.letters) }
    }

    #[inline]
    fn is_last(&self, state: &PlainState<C>) -> bool {
        !self.rack_use.star && state.left + state.extra == 1
    }
}

/// The largest number of letters and sets in a rack with sets.
pub(super) const MAX_ELEMENTS: usize = 64;

/// A rack with sets, whose elements are matched to the letters of a word.
pub(super) struct MatchedRack {
    elements: Vec<LetterSet>,
    /// For each tile, the elements that accept it, one bit each.
    takes: Box<[u64; 256]>,
    rack_use: RackUse,
}

#[derive(Clone)]
pub(super) struct MatchedState {
    /// For each element, the number of the tile that it holds; 0 for none.
    holds: [u8; MAX_ELEMENTS],
    /// The elements that hold no tile.
    free: u64,
    extra: u16,
}

impl MatchedRack {
    /// Makes a rack of these elements, at most [`MAX_ELEMENTS`].
    #[inline]
    pub fn new(elements: Vec<LetterSet>, rack_use: RackUse) -> MatchedRack {
        let mut takes = Box::new([0; 256]);
        for (number, takes) in takes.iter_mut().enumerate() {
            for (at, element) in elements.iter().enumerate() {
                *takes |= u64::from(element.contains(Tile::from_label(number as u8))) << at;
            }
        }
        MatchedRack { elements, takes, rack_use }
    }

    #[inline]
    pub fn set_rack_use(&mut self, rack_use: RackUse) {
        self.rack_use = rack_use;
    }

    /// Finds an element for a letter. Moves other letters to other elements if needed.
    fn assign(&self, state: &mut MatchedState, letter: u8, tried: &mut u64) -> bool {
        let takes = self.takes[usize::from(letter)];
        if takes & state.free != 0 {
            let element = (takes & state.free).trailing_zeros();
            state.free &= !(1 << element);
            state.holds[element as usize] = letter;
            return true;
        }
        while takes & !*tried != 0 {
            let element = (takes & !*tried).trailing_zeros();
            *tried |= 1 << element;
            if self.assign(state, state.holds[element as usize], tried) {
                state.holds[element as usize] = letter;
                return true;
            }
        }
        false
    }
}

impl Automaton for MatchedRack {
    type State = MatchedState;

    #[inline]
    fn start(&self) -> MatchedState {
        let free = if self.elements.len() == 64 { u64::MAX } else { (1 << self.elements.len()) - 1 };
        MatchedState { holds: [0; MAX_ELEMENTS], free, extra: self.rack_use.extra() }
    }

    #[inline]
    fn step(&self, state: &MatchedState, tile: Tile) -> Option<MatchedState> {
        let mut next = state.clone();
        if !self.assign(&mut next, tile.number(), &mut 0) {
            next.extra = next.extra.checked_sub(1)?;
        }
        Some(next)
    }

    #[inline]
    fn is_match(&self, state: &MatchedState) -> bool {
        self.rack_use.sub || state.free == 0 && usize::from(self.rack_use.extra() - state.extra) >= self.rack_use.blanks
    }

    fn next_tiles(&self, state: &MatchedState) -> TileMask {
        if state.extra > 0 {
            return TileMask::ALL;
        }
        // The elements that are free, or whose letter can move to such an element.
        let mut open = state.free;
        loop {
            let more = (0..self.elements.len())
                .filter(|&element| open >> element & 1 == 0 && self.takes[usize::from(state.holds[element])] & open != 0)
                .fold(open, |open, element| open | 1 << element);
            if more == open {
                break;
            }
            open = more;
        }
        let sets = self.elements.iter().enumerate().filter(|(element, _)| open >> element & 1 != 0);
        sets.fold(TileMask::EMPTY, |tiles, (_, set)| tiles | set.mask())
    }

    #[inline]
    fn is_last(&self, state: &MatchedState) -> bool {
        !self.rack_use.star && state.free.count_ones() + u32::from(state.extra) == 1
    }
}

/// Returns one flag for each letter of a word: `true` if it is not from the rack and one of the first `blanks` blanks
/// stands for it.
pub(super) fn blanks_in<A: Automaton>(
    automaton: &A,
    blanks: usize,
    extra: impl Fn(&A::State) -> u16,
    word: &[Tile],
) -> Vec<bool> {
    let mut state = automaton.start();
    let mut left = blanks;
    let mut step = |&tile: &Tile| {
        let before = extra(&state);
        let Some(next) = automaton.step(&state, tile) else { return false };
        state = next;
        let blank = extra(&state) < before && left > 0;
        left -= usize::from(blank);
        blank
    };
    word.iter().map(&mut step).collect()
}

#[inline]
pub(super) fn plain_extra<C>(state: &PlainState<C>) -> u16 {
    state.extra
}

#[inline]
pub(super) fn matched_extra(state: &MatchedState) -> u16 {
    state.extra
}
