//! The best plays from words, not from walks.
//!
//! A *place* is the squares of main words on a lane that lead through the same tiles on the board, with the same number of
//! tiles to lay: the letters of the main word are those of some sub-rack and of these tiles. Places are taken best bound
//! first, and for each the sub-racks best leave first, until neither can reach the floor of the sink. The [`WordIndex`]
//! tells which words have these letters; few have any. Each word is laid on each span of the place, and its letters are
//! compared with the board and the cross-sets. No graph is walked.
//!
//! The index is of no use for all plays: there are more sets of letters than nodes.
//!
//! # What limits the speed
//!
//! A position of a CSW24 game takes some 260,000 instructions (callgrind), and 3,000 mispredicted branches, which cost as
//! much as half of the instructions. 330 places are ranked; 140 are looked at, half of them have a span on which tiles
//! of the rack are allowed; 710 sub-racks are looked up, 190 words laid, 40 plays scored. Reading the seven lanes that a
//! turn changes, with 310 spans, is a fifth; the search is a third; leaves and sub-racks are an eighth.
//!
//! These did not help: bounds of each sub-rack by its own points (a quarter fewer look-ups, as many instructions);
//! factors of a span as one number of 128 bits; sorting all places.

mod places;
mod sub_racks;

use crate::alphabet::Tile;
use crate::board::{Cell, MAX_SIDE, Rack};

use super::index::hash_of;
use super::lane::{Lane, ScorePair};
use super::rack_state::{RackState, numbers};
use super::sink::{Candidate, MoveSink, Order};
use super::{Equity, WordIndex};

pub(super) use places::premiums_fit;
use places::{Factors, LanePlaces, Span, most};
use sub_racks::{SubRack, SubRacks};

/// The most tiles on a rack: larger racks have too many parts.
pub(super) const MOST_TILES: usize = 8;

/// The most blanks on a rack.
const MOST_BLANKS: usize = 2;

/// The places that are searched first, at least; then eight times as many, and so on.
const FIRST: usize = 12;

/// The memory that is kept from one position to the next.
#[derive(Debug, Default)]
pub(super) struct WordPlaces {
    lanes: Vec<LanePlaces>,
    /// The most tiles for which the lanes were read.
    most: usize,
    premiums_fit: bool,
    sub_racks: SubRacks,
    /// The points of the rack, highest first, then zeros.
    points: Factors,
    /// The places that are not searched yet.
    ranks: Vec<u64>,
}

/// The rank of a place: the greatest is searched first.
#[inline]
fn rank_of(bound: Equity, lane: usize, place: usize) -> u64 {
    u64::from(bound.thousandths() as u32 ^ 1 << 31) << 32 | (lane << 16 | place) as u64
}

/// The bound of a place.
#[inline]
fn bound_of(rank: u64) -> Equity {
    Equity::from_thousandths(((rank >> 32) as u32 ^ 1 << 31) as i32)
}

/// A bound that at least `wanted` of the places reach, if there are so many.
fn bound_of_best(ranks: &[u64], wanted: usize) -> Equity {
    // Steps of some four points.
    const STEP: u32 = 12;
    let mut best = 0;
    for &rank in ranks {
        best = best.max(rank);
    }
    let best = bound_of(best);
    let mut counts = [0; 64];
    for &rank in ranks {
        counts[((best - bound_of(rank)).thousandths() >> STEP).clamp(0, 63) as usize] += 1;
    }
    let mut reached = 0;
    for (steps, count) in (1..64).zip(counts) {
        reached += count;
        if reached >= wanted {
            return best - Equity::from_thousandths(steps << STEP);
        }
    }
    Equity::MIN
}

impl WordPlaces {
    /// Reads the lanes that have changed: `stale` has a bit for each lane across and down, and is cleared. `false` if
    /// plays have to be found by a walk.
    pub fn renew(&mut self, lanes: &[Lane], stale: &mut [u64; 2], rack: &Rack, state: &RackState) -> bool {
        if rack.is_empty() || rack.len() > MOST_TILES || rack.blanks() > MOST_BLANKS || !state.has_table() {
            return false;
        }
        let all = self.lanes.len() != lanes.len() || self.most < rack.len();
        if all {
            self.lanes.resize_with(lanes.len(), LanePlaces::default);
            self.most = self.most.max(rack.len());
            self.premiums_fit = lanes.iter().all(premiums_fit);
        }
        for (places, lane) in self.lanes.iter_mut().zip(lanes) {
            if all || stale[lane.direction as usize] >> lane.number & 1 != 0 {
                places.renew(lane, self.most);
            }
        }
        *stale = [0; 2];
        // The greatest factors do not bound the score of a tile of less than no points.
        self.premiums_fit
            && state.points_descending[..rack.len()].iter().all(|&points| (0..=i32::from(i16::MAX)).contains(&points))
    }

    /// Pushes the plays that can reach the floor of the sink. The lanes have been [renewed](WordPlaces::renew).
    pub fn search<S: MoveSink>(
        &mut self,
        lanes: &[Lane],
        rack: &Rack,
        state: &RackState,
        index: &WordIndex,
        strip: &mut [Cell; MAX_SIDE],
        sink: &mut S,
    ) {
        self.sub_racks.fill(rack, state, index);
        for (at, points) in self.points.iter_mut().enumerate() {
            *points = if at < state.total { state.points_descending[at] as i16 } else { 0 };
        }
        let order = sink.order();
        self.rank(rack, state, index, order);
        let WordPlaces { lanes: places, sub_racks, ranks, points, .. } = self;
        let available = state.whole.available();
        let mut search = Search { lanes, places, sub_racks, rack, state, index, order, available, points, strip, sink };
        // The best places first, the others in any order: sorting them would cost more than it saves.
        let mut wanted = FIRST;
        while !ranks.is_empty() {
            let near = bound_of_best(ranks, wanted);
            ranks.retain(|&rank| {
                let bound = bound_of(rank);
                if bound < near {
                    return search.wants(bound);
                }
                if search.wants(bound) {
                    search.place((rank >> 16 & 0xffff) as usize, (rank & 0xffff) as usize);
                }
                false
            });
            wanted *= 8;
        }
    }

    /// Ranks the places by their bounds.
    fn rank(&mut self, rack: &Rack, state: &RackState, index: &WordIndex, order: Order) {
        // What a place adds to its score: the bonus and the best leave, by the number of tiles to lay, without tiles on
        // the board and with them.
        let mut extra = [[None; 2 * MOST_TILES]; 2];
        for (alone, extra) in [true, false].into_iter().zip(&mut extra) {
            for (laid, extra) in extra.iter_mut().enumerate().take(rack.len() + 1).skip(1) {
                let leave = self.sub_racks.best_leave(laid, alone);
                let leave = if order == Order::Equity { leave } else { leave.and(Some(Equity::ZERO)) };
                *extra = leave.map(|leave| Equity::from_points(state.bonus[laid]) + leave);
            }
        }
        self.ranks.clear();
        for (number, here) in self.lanes.iter().enumerate() {
            for (at, place) in here.places.iter().enumerate() {
                let laid = usize::from(place.laid) % (2 * MOST_TILES);
                let Some(extra) = extra[usize::from(place.tiles != 0)][laid] else { continue };
                // If all tiles are laid, the letters of the word are known.
                if laid == rack.len() && place.tiles != 0 && !index.may_have(state.hashed, here.through(place)) {
                    continue;
                }
                let most = most(place.base, &place.factors, &self.points);
                self.ranks.push(rank_of(Equity::from_points(most) + extra, number, at));
            }
        }
    }
}

/// A search of the places of a board.
struct Search<'p, S> {
    lanes: &'p [Lane],
    places: &'p [LanePlaces],
    sub_racks: &'p SubRacks,
    rack: &'p Rack,
    state: &'p RackState,
    index: &'p WordIndex,
    order: Order,
    available: u64,
    points: &'p Factors,
    strip: &'p mut [Cell; MAX_SIDE],
    sink: &'p mut S,
}

impl<S: MoveSink> Search<'_, S> {
    #[inline]
    fn wants(&self, bound: Equity) -> bool {
        self.sink.floor().is_none_or(|floor| bound >= floor)
    }

    /// Searches a place of a lane.
    fn place(&mut self, number: usize, place: usize) {
        let (lane, here) = (&self.lanes[number], &self.places[number]);
        let place = &here.places[place];
        let (laid, alone, through) = (usize::from(place.laid), place.tiles == 0, here.through(place));
        let closed = here.closed(self.available);
        let (mut best, mut open) = (i32::MIN, 0u32);
        let spans = here.spans(place);
        for (at, span) in spans.iter().enumerate() {
            if span.squares & closed == 0 {
                best = best.max(most(span.base, &span.factors, self.points));
                open |= 1 << at;
            }
        }
        if open == 0 {
            return;
        }
        let best = Equity::from_points(best + self.state.bonus[laid]);
        let length = laid + usize::from(place.tiles);
        let Search { sub_racks, index, order, state, .. } = *self;
        let mut here = Placing {
            lane,
            letters: &here.letters,
            spans,
            open,
            rack: self.rack,
            state,
            sub_racks,
            order,
            strip: &mut *self.strip,
            sink: &mut *self.sink,
        };
        let mut least = here.least_leave(best);
        for part in sub_racks.of(laid, alone) {
            if part.leave < least {
                break;
            }
            let key = part.key.wrapping_add(through);
            match part.blanks {
                0 if !index.has(key) => continue,
                0 => index.for_each_word(key, length, |words| {
                    words.for_each(|word| here.place(word, part, &[]));
                }),
                1 => numbers(index.completing(key)).for_each(|letter| {
                    index.for_each_word(key.wrapping_add(hash_of(letter)), length, |words| {
                        words.for_each(|word| here.place(word, part, &[letter as u8]));
                    });
                }),
                _ => numbers(index.letters()).for_each(|first| {
                    let key = key.wrapping_add(hash_of(first));
                    numbers(index.completing(key) >> first << first).for_each(|second| {
                        index.for_each_word(key.wrapping_add(hash_of(second)), length, |words| {
                            words.for_each(|word| here.place(word, part, &[first as u8, second as u8]));
                        });
                    });
                }),
            }
            least = here.least_leave(best);
        }
    }
}

/// Words are laid on the spans of a place.
struct Placing<'p, S> {
    lane: &'p Lane,
    /// The letters that a word may have on each square.
    letters: &'p [u64],
    spans: &'p [Span],
    /// The spans that can be filled, one bit each.
    open: u32,
    rack: &'p Rack,
    state: &'p RackState,
    sub_racks: &'p SubRacks,
    order: Order,
    strip: &'p mut [Cell; MAX_SIDE],
    sink: &'p mut S,
}

impl<S: MoveSink> Placing<'_, S> {
    /// The least leave with which a play of this equity without its leave reaches the floor.
    #[inline]
    fn least_leave(&self, best: Equity) -> Equity {
        match self.sink.floor() {
            Some(floor) if self.order == Order::Equity => floor - best,
            Some(floor) if best < floor => Equity::from_thousandths(i32::MAX),
            _ => Equity::MIN,
        }
    }

    /// Lays a word on each span where it fits. The blanks stand for letters in ascending order.
    #[inline]
    fn place(&mut self, word: &[u8], part: &SubRack, blanks: &[u8]) {
        for at in numbers(self.open.into()) {
            let span = &self.spans[at];
            let squares = &self.letters[usize::from(span.start)..];
            // A loop by hand: iterators over two slices are not always inlined.
            let mut fitting = 0;
            while fitting < word.len() && squares[fitting] >> (word[fitting] & 63) & 1 != 0 {
                fitting += 1;
            }
            if fitting == word.len() {
                self.lay(word, span, part, blanks);
            }
        }
    }

    /// Lays a word, with each choice of the squares for the blanks.
    #[inline(never)]
    fn lay(&mut self, word: &[u8], span: &Span, part: &SubRack, blanks: &[u8]) {
        let (lane, start) = (self.lane, usize::from(span.start));
        let mut sums = ScorePair::NONE;
        let mut multiplier = 1;
        for (at, &letter) in (start..).zip(word) {
            let at = at & 31;
            if lane.is_tile(at) {
                sums = sums.plus(ScorePair::new(lane.points[at], 0));
            } else {
                let square = &lane.squares[at];
                sums = sums.plus(square.gain.times(self.state.points[usize::from(letter & 63)])).plus(square.fixed);
                multiplier *= square.word;
                self.strip[at] = Cell::tile(Tile::from_label(letter));
            }
        }
        let score = sums.main() * multiplier + sums.cross() + self.state.bonus[usize::from(span.laid)];
        let of = |letter: u8| {
            numbers(span.squares.into()).filter(move |&at| word.get(at - start).is_some_and(|&other| other == letter))
        };
        let loss = |at: usize, letter: u8| {
            let gain = lane.squares[at & 31].gain;
            (gain.main() * multiplier + gain.cross()) * self.state.points[usize::from(letter & 63)]
        };
        match *blanks {
            [] => self.push(span, part, score, 0),
            [letter] => of(letter).for_each(|at| self.push(span, part, score - loss(at, letter), 1 << at)),
            [first, second, ..] => of(first).for_each(|at| {
                let score = score - loss(at, first);
                // Two blanks for the same letter are the same both ways round.
                of(second).filter(|&other| first != second || other > at).for_each(|other| {
                    self.push(span, part, score - loss(other, second), 1 << at | 1 << other);
                });
            }),
        }
    }

    /// Pushes a play whose letters are on the strip, if they are those of the sub-rack.
    #[inline]
    fn push(&mut self, span: &Span, part: &SubRack, score: i32, blanks: u32) {
        let equity = Equity::from_points(score) + part.leave;
        let worth = if self.order == Order::Equity { equity } else { Equity::from_points(score) };
        if self.sink.floor().is_some_and(|floor| worth < floor) {
            return;
        }
        let mut counts = *self.rack.counts();
        let mut number = 0;
        for at in numbers(span.squares.into()) {
            let cell = &mut self.strip[at & 31];
            let letter = Tile::from_label(cell.number());
            *cell = if blanks >> at & 1 != 0 { Cell::blank(letter) } else { Cell::tile(letter) };
            let tile = usize::from(cell.on_rack().number());
            // The words of the index may have other letters than was asked for.
            if counts[tile] == 0 {
                return;
            }
            counts[tile] -= 1;
            number += self.sub_racks.weight(tile);
        }
        if number == part.number {
            self.sink.push(&Candidate {
                score,
                equity,
                direction: self.lane.direction,
                lane: self.lane.number,
                start: span.start,
                laid: span.squares,
                strip: self.strip,
            });
        }
    }
}
