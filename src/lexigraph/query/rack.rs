//! Letters at hand, as automata: plain letters and blanks by packed counts, sets by a true matching.
//!
//! *Plain* racks go letter by letter: a letter that is at hand is taken, otherwise a blank stands for it. That is never
//! worse than the other way round, since a blank can do whatever a letter can. With *sets* the letters of the word have to
//! be matched to the places of the rack; first fit is wrong there (`Q[AEI][ABI]?`), so each new letter looks for an
//! augmenting path. A letter that finds none will find none later either, whatever else comes.

use super::automaton::Automaton;
use super::letters::LetterSet;
use crate::alphabet::{Tile, TileSet};

/// Small counts packed together.
pub(super) trait Counts: Clone + Ord {
    /// How many different letters fit, and the most of each.
    const LIMITS: (usize, usize);
    fn new(counts: &[usize]) -> Self;
    fn get(&self, at: u8) -> u8;
    fn take(&mut self, at: u8);
}

macro_rules! packed_counts {
    ($type:ty) => {
        impl Counts for $type {
            const LIMITS: (usize, usize) = (<$type>::BITS as usize / 4, 15);
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
    fn new(counts: &[usize]) -> Box<[u8]> {
        counts.iter().map(|&count| count as u8).collect()
    }
    fn get(&self, at: u8) -> u8 {
        self[usize::from(at)]
    }
    fn take(&mut self, at: u8) {
        self[usize::from(at)] -= 1;
    }
}

/// How much of a rack a word takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RackUse {
    /// Any part of the rack will do.
    pub sub: bool,
    /// Blanks in the rack.
    pub blanks: usize,
    /// Any number of further letters may come.
    pub star: bool,
}

impl RackUse {
    /// How many letters may go beyond those at hand.
    fn extra(self) -> u16 {
        if self.star { u16::MAX } else { self.blanks.min(usize::from(u16::MAX)) as u16 }
    }
}

const NONE: u8 = u8::MAX;

/// A rack of letters and blanks.
pub(super) struct PlainRack<C> {
    /// By tile: its place among the counts.
    place: [u8; 256],
    start: PlainState<C>,
    how: RackUse,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlainState<C> {
    counts: C,
    /// Letters of which some are left; those past 62 share a bit and stay in it.
    letters: u64,
    /// How many letters are left.
    left: u16,
    /// How many further letters may come.
    pub extra: u16,
}

impl<C: Counts> PlainRack<C> {
    /// The rack of these counts by tile number; `None` where the counts do not fit `C`. A word has 255 letters at the most,
    /// so that larger counts come to the same.
    pub fn new(by_tile: &[usize; 256], how: RackUse) -> Option<PlainRack<C>> {
        let mut place = [NONE; 256];
        let (mut counts, mut letters) = (Vec::new(), 0);
        for (number, &count) in by_tile.iter().enumerate().filter(|(_, count)| **count > 0) {
            if counts.len() == C::LIMITS.0 || count > C::LIMITS.1 {
                return None;
            }
            place[number] = counts.len() as u8;
            letters |= TileSet::of(Tile::from_label(number as u8)).bits();
            counts.push(count);
        }
        let left = counts.iter().sum::<usize>().min(usize::from(u16::MAX)) as u16;
        let start = PlainState { counts: C::new(&counts), letters, left, extra: how.extra() };
        Some(PlainRack { place, start, how })
    }

    pub fn set_rack_use(&mut self, how: RackUse) {
        self.how = how;
    }
}

impl<C: Counts> Automaton for PlainRack<C> {
    type State = PlainState<C>;

    fn start(&self) -> PlainState<C> {
        self.start.clone()
    }

    #[inline]
    fn step(&self, state: &PlainState<C>, tile: Tile) -> Option<PlainState<C>> {
        let place = self.place[usize::from(tile.number())];
        let mut next = state.clone();
        let there = if place == NONE { 0 } else { state.counts.get(place) };
        if there > 0 {
            next.counts.take(place);
            next.left -= 1;
            if there == 1 && tile.number() < Tile::MAX_GAME {
                next.letters &= !(1 << tile.number());
            }
        } else {
            next.extra = next.extra.checked_sub(1)?;
        }
        Some(next)
    }

    #[inline]
    fn is_match(&self, state: &PlainState<C>) -> bool {
        self.how.sub || state.left == 0 && usize::from(self.how.extra() - state.extra) >= self.how.blanks
    }

    #[inline]
    fn next_tiles(&self, state: &PlainState<C>) -> TileSet {
        if state.extra > 0 { TileSet::ALL } else { TileSet::from_bits(state.letters) }
    }

    #[inline]
    fn is_last(&self, state: &PlainState<C>) -> bool {
        !self.how.star && state.left + state.extra == 1
    }
}

/// The most letters and sets that a rack with sets may have.
pub(super) const MAX_ELEMENTS: usize = 64;

/// A rack with sets: letters are matched to slots.
pub(super) struct MatchedRack {
    slots: Vec<LetterSet>,
    /// By tile: the slots that take it, a bit each.
    takes: Box<[u64; 256]>,
    how: RackUse,
}

#[derive(Clone)]
pub(super) struct MatchedState {
    /// By slot: the number of the letter that it holds, 0 for none.
    holds: [u8; MAX_ELEMENTS],
    /// TooManyElements without a letter.
    free: u64,
    extra: u16,
}

impl MatchedRack {
    /// The rack of these slots, at most [`MAX_ELEMENTS`].
    pub fn new(slots: Vec<LetterSet>, how: RackUse) -> MatchedRack {
        let mut takes = Box::new([0; 256]);
        for (number, takes) in takes.iter_mut().enumerate() {
            for (at, slot) in slots.iter().enumerate() {
                *takes |= u64::from(slot.contains(Tile::from_label(number as u8))) << at;
            }
        }
        MatchedRack { slots, takes, how }
    }

    pub fn set_rack_use(&mut self, how: RackUse) {
        self.how = how;
    }

    /// Finds a slot for a letter, moving others to other slots where that is needed.
    fn place(&self, state: &mut MatchedState, letter: u8, tried: &mut u64) -> bool {
        let takes = self.takes[usize::from(letter)];
        if takes & state.free != 0 {
            let slot = (takes & state.free).trailing_zeros();
            state.free &= !(1 << slot);
            state.holds[slot as usize] = letter;
            return true;
        }
        while takes & !*tried != 0 {
            let slot = (takes & !*tried).trailing_zeros();
            *tried |= 1 << slot;
            if self.place(state, state.holds[slot as usize], tried) {
                state.holds[slot as usize] = letter;
                return true;
            }
        }
        false
    }
}

impl Automaton for MatchedRack {
    type State = MatchedState;

    fn start(&self) -> MatchedState {
        let free = if self.slots.len() == 64 { u64::MAX } else { (1 << self.slots.len()) - 1 };
        MatchedState { holds: [0; MAX_ELEMENTS], free, extra: self.how.extra() }
    }

    fn step(&self, state: &MatchedState, tile: Tile) -> Option<MatchedState> {
        let mut next = state.clone();
        if !self.place(&mut next, tile.number(), &mut 0) {
            next.extra = next.extra.checked_sub(1)?;
        }
        Some(next)
    }

    fn is_match(&self, state: &MatchedState) -> bool {
        self.how.sub || state.free == 0 && usize::from(self.how.extra() - state.extra) >= self.how.blanks
    }

    fn next_tiles(&self, state: &MatchedState) -> TileSet {
        if state.extra > 0 {
            return TileSet::ALL;
        }
        // TooManyElements that are free, or whose letter can go to such a slot.
        let mut open = state.free;
        loop {
            let more = (0..self.slots.len())
                .filter(|&slot| open >> slot & 1 == 0 && self.takes[usize::from(state.holds[slot])] & open != 0)
                .fold(open, |open, slot| open | 1 << slot);
            if more == open {
                break;
            }
            open = more;
        }
        let sets = self.slots.iter().enumerate().filter(|(slot, _)| open >> slot & 1 != 0);
        sets.fold(TileSet::EMPTY, |tiles, (_, set)| tiles | set.tiles())
    }

    fn is_last(&self, state: &MatchedState) -> bool {
        !self.how.star && state.free.count_ones() + u32::from(state.extra) == 1
    }
}

/// Which letters of a word go beyond those at hand, one flag a letter: those that the first `blanks` blanks stand for.
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

pub(super) fn plain_extra<C>(state: &PlainState<C>) -> u16 {
    state.extra
}

pub(super) fn matched_extra(state: &MatchedState) -> u16 {
    state.extra
}
