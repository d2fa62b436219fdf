//! The best plays from words, not from walks.
//!
//! A *place* is a family of spans on a lane with a number of tiles to lay: the letters of the main word are then those
//! of some sub-rack and of the tiles on the board, which are fixed. Places are taken best bound first, and for each the
//! sub-racks best leave first, until neither can reach the floor of the sink. The [`WordIndex`] tells which words have
//! these letters; few have any. Each word is laid on each span of the place, and its letters are compared with the
//! board and the cross-sets. No graph is walked.
//!
//! The index is of no use for all plays: there are more sets of letters than nodes.

mod places;
mod sub_racks;

use crate::alphabet::Tile;
use crate::board::{Cell, MAX_SIDE, Rack};

use super::index::hash_of;
use super::lane::{Lane, ScorePair};
use super::rack_state::{RackState, numbers};
use super::sink::{Candidate, MoveSink, Order};
use super::{Equity, WordIndex};

use places::{LanePlaces, Span};
use sub_racks::{SubRack, SubRacks};

/// The most tiles on a rack: larger racks have too many parts.
pub(super) const MOST_TILES: usize = 8;

/// The most blanks on a rack.
const MOST_BLANKS: usize = 2;

/// What is kept from one position to the next.
#[derive(Debug, Default)]
pub(super) struct WordPlaces {
    lanes: Vec<LanePlaces>,
    /// The most tiles for which the lanes were read.
    most: usize,
    sub_racks: SubRacks,
    /// The places: the bound from bit 32, turned round so that the best comes first; lane, family and tiles to lay.
    places: Vec<u64>,
    /// The spans of the place that is searched.
    spans: Vec<Span>,
}

/// The key of a place.
#[inline]
fn place_of(bound: Equity, lane: usize, family: usize, laid: usize) -> u64 {
    let descending = !(bound.thousandths() as u32 ^ 1 << 31);
    u64::from(descending) << 32 | (lane << 16 | family << 4 | laid) as u64
}

#[inline]
fn bound_of(place: u64) -> Equity {
    Equity::from_thousandths((!(place >> 32) as u32 ^ 1 << 31) as i32)
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
        }
        let mut fits = true;
        for (places, lane) in self.lanes.iter_mut().zip(lanes) {
            if all || stale[lane.direction as usize] >> lane.number & 1 != 0 {
                places.renew(lane, self.most);
            }
            fits &= places.fits;
        }
        *stale = [0; 2];
        fits && state.points_descending[..rack.len()].iter().all(|&points| i16::try_from(points).is_ok())
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
        let WordPlaces { lanes: lane_places, sub_racks, places, spans, .. } = self;
        sub_racks.fill(rack, state, index);
        let mut points = [0i16; MOST_TILES];
        points.iter_mut().zip(&state.points_descending[..rack.len()]).for_each(|(to, &from)| *to = from as i16);
        let order = sink.order();
        let available = state.whole.available();
        places.clear();
        for (number, (lane, here)) in lanes.iter().zip(&*lane_places).enumerate() {
            let closed = closed(lane, available);
            for (at, family) in here.families.iter().enumerate() {
                let mut most = [i32::MIN; MOST_TILES + 1];
                for span in &here.spans[family.spans.start.into()..family.spans.end.into()] {
                    if span.squares & closed == 0 {
                        let most = &mut most[usize::from(span.laid) & 15];
                        *most = span.most(&points).max(*most);
                    }
                }
                for laid in 1..=rack.len() {
                    let alone = family.tiles == 0;
                    let Some(best) = sub_racks.of(laid, alone).first().filter(|_| most[laid] > i32::MIN) else { continue };
                    // If all tiles are laid, the letters of the word are known.
                    if laid == rack.len() && !alone && !index.may_have(state.hashed, family.through) {
                        continue;
                    }
                    let leave = if order == Order::Equity { best.leave } else { Equity::ZERO };
                    let bound = Equity::from_points(most[laid] + state.bonus[laid]) + leave;
                    places.push(place_of(bound, number, at, laid));
                }
            }
        }
        places.sort_unstable();
        for &place in &*places {
            if sink.floor().is_some_and(|floor| bound_of(place) < floor) {
                break;
            }
            let (number, family, laid) =
                ((place >> 16 & 0xff) as usize, (place >> 4 & 0xfff) as usize, (place & 15) as usize);
            let (lane, here) = (&lanes[number], &lane_places[number]);
            let closed = closed(lane, available);
            let family = &here.families[family];
            spans.clear();
            let mut most = i32::MIN;
            for span in &here.spans[family.spans.start.into()..family.spans.end.into()] {
                if usize::from(span.laid) == laid && span.squares & closed == 0 {
                    most = most.max(span.most(&points));
                    spans.push(*span);
                }
            }
            let most = Equity::from_points(most + state.bonus[laid]);
            let length = laid + usize::from(family.tiles);
            let mut here = Placing { lane, letters: &here.letters, spans, rack, state, sub_racks, order, strip, sink };
            for part in sub_racks.of(laid, family.tiles == 0) {
                let leave = if order == Order::Equity { part.leave } else { Equity::ZERO };
                if here.sink.floor().is_some_and(|floor| most + leave < floor) {
                    break;
                }
                let key = part.key.wrapping_add(family.through);
                match part.blanks {
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
            }
        }
    }
}

/// The squares on which no letter that can be laid is allowed.
#[inline]
fn closed(lane: &Lane, available: u64) -> u32 {
    let closed = numbers(lane.crossed).filter(|&at| lane.squares[at & 31].letters & available == 0);
    closed.fold(0, |squares, at| squares | 1 << at)
}

/// Words are laid on the spans of a place.
struct Placing<'p, S> {
    lane: &'p Lane,
    /// The letters that a word may have on each square.
    letters: &'p [u64],
    spans: &'p [Span],
    rack: &'p Rack,
    state: &'p RackState,
    sub_racks: &'p SubRacks,
    order: Order,
    strip: &'p mut [Cell; MAX_SIDE],
    sink: &'p mut S,
}

impl<S: MoveSink> Placing<'_, S> {
    /// Lays a word on each span where it fits. The blanks stand for letters in ascending order.
    #[inline]
    fn place(&mut self, word: &[u8], part: &SubRack, blanks: &[u8]) {
        for span in self.spans {
            let squares = &self.letters[usize::from(span.start)..];
            if squares.iter().zip(word).all(|(&letters, &letter)| letters >> (letter & 63) & 1 != 0) {
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
                count: span.laid,
                strip: self.strip,
            });
        }
    }
}
