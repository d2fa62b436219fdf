//! The places for plays on a lane, with the part of their bounds that does not depend on the rack.
//!
//! A *span* is a main word without its letters: its squares, and what each point of a tile is worth on those that are
//! empty (see `shadow` for how this bounds a score). Spans through the same tiles with the same number of tiles to lay
//! make words of the same letters: they are one *place*, and one look-up serves them all. Lanes are read again only
//! when their tiles or cross-checks have changed.

use std::ops::Range;

use crate::board::MAX_SIDE;
use crate::movegen::index::hash_of;
use crate::movegen::lane::Lane;
use crate::movegen::rack_state::numbers;

use super::MOST_TILES;

/// The factors by which the points of the tiles to lay count, highest first, then zeros.
pub(super) type Factors = [i16; MOST_TILES];

/// The most that tiles of these points, highest first, can score.
#[inline]
pub(super) fn most(base: i32, factors: &Factors, points: &Factors) -> i32 {
    let mut sum = base;
    for at in 0..MOST_TILES {
        sum += i32::from(factors[at]) * i32::from(points[at]);
    }
    sum
}

/// The greater of two factors, one by one.
#[inline]
fn greater(one: &Factors, other: &Factors) -> Factors {
    let mut greater = *one;
    #[allow(clippy::needless_range_loop, reason = "measured: iterators over arrays are not always inlined")]
    for at in 0..MOST_TILES {
        greater[at] = greater[at].max(other[at]);
    }
    greater
}

/// A main word without its letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub factors: Factors,
    /// The score of the tiles on the board, in the main word and in cross words.
    pub base: i32,
    /// The empty squares.
    pub squares: u32,
    /// The first square.
    pub start: u8,
    /// The number of tiles to lay.
    pub laid: u8,
}

/// The spans through the same tiles on the board, with the same number of tiles to lay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The greatest factors of its spans, one by one.
    pub factors: Factors,
    /// The greatest base of its spans.
    pub base: i32,
    /// The number of tiles to lay.
    pub laid: u8,
    /// The number of tiles on the board in the word.
    pub tiles: u8,
    family: u8,
    spans: (u16, u16),
}

/// The places of a lane.
#[derive(Debug, Default)]
pub(super) struct LanePlaces {
    pub places: Vec<Place>,
    /// The keys of the tiles that places lead through, by family.
    through: Vec<u64>,
    /// The spans, those of a place together.
    spans: Vec<Span>,
    /// The letters that a word may have on each square: those of the cross-set, or the letter that lies there.
    pub letters: Vec<u64>,
    /// The letters of the cross-sets, with the bit of the square.
    crossed: Vec<(u64, u32)>,
}

/// `true` if the premiums of a lane allow factors of 16 bits. Those of all games do.
pub(in crate::movegen) fn premiums_fit(lane: &Lane) -> bool {
    let mut words: Vec<i32> = lane.squares.iter().map(|square| square.word.max(1)).collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    let product = words[..MOST_TILES].iter().fold(1i64, |product, &word| product.saturating_mul(word.into()));
    lane.squares.iter().all(|square| {
        let letter = i64::from(square.gain.main());
        letter >= 0 && square.word >= 0 && letter * product + letter * i64::from(square.word) <= i16::MAX.into()
    })
}

/// The squares of a lane, as a tile laid there counts.
struct Premiums {
    /// The factors of a point for the main word before its multiplier, and for the cross word.
    main: [i16; MAX_SIDE],
    cross: [i16; MAX_SIDE],
    word: [i16; MAX_SIDE],
    /// The score of the other tiles of the cross word.
    fixed: [i32; MAX_SIDE],
}

impl Premiums {
    fn of(lane: &Lane) -> Premiums {
        let none = [0; MAX_SIDE];
        let mut premiums = Premiums { main: none, cross: none, word: none, fixed: [0; MAX_SIDE] };
        for at in numbers(lane.empty) {
            let (at, square) = (at & (MAX_SIDE - 1), &lane.squares[at & (MAX_SIDE - 1)]);
            premiums.main[at] = square.gain.main() as i16;
            premiums.cross[at] = square.gain.cross() as i16;
            premiums.word[at] = square.word as i16;
            premiums.fixed[at] = square.fixed.cross();
        }
        premiums
    }
}

/// Tiles laid on some squares.
#[derive(Clone, Copy)]
struct Laid {
    /// The factors, highest first.
    sorted: Factors,
    squares: u32,
    /// The score of the other tiles of cross words.
    cross: i32,
    /// The multiplier of the main word.
    word: i16,
    count: u8,
}

impl Laid {
    const NONE: Laid = Laid { sorted: [0; MOST_TILES], squares: 0, cross: 0, word: 1, count: 0 };

    #[inline(always)] // measured: a call copies the tiles
    fn add(&mut self, premiums: &Premiums, at: usize) {
        let at = at & (MAX_SIDE - 1);
        let before = usize::from(self.count);
        self.count += 1;
        self.cross += premiums.fixed[at];
        self.squares |= 1 << at;
        if premiums.word[at] == 1 {
            self.insert(premiums, at, before);
        } else {
            self.multiply(premiums, premiums.word[at]);
        }
    }

    /// Sorts the factors again, with a greater multiplier.
    #[inline(never)]
    fn multiply(&mut self, premiums: &Premiums, word: i16) {
        self.word = self.word.wrapping_mul(word);
        for (before, at) in numbers(self.squares.into()).enumerate() {
            self.insert(premiums, at & (MAX_SIDE - 1), before);
        }
    }

    /// Inserts the factor of a square among the first factors.
    #[inline(always)] // as above
    fn insert(&mut self, premiums: &Premiums, square: usize, before: usize) {
        let factor = premiums.main[square].wrapping_mul(self.word).wrapping_add(premiums.cross[square]);
        let mut at = before & (MOST_TILES - 1);
        // Most are the lowest.
        while at > 0 && self.sorted[at - 1] < factor {
            self.sorted[at] = self.sorted[at - 1];
            at -= 1;
        }
        self.sorted[at] = factor;
    }

    /// The span of these squares from `start`, with tiles on the board that score `points`.
    #[inline]
    fn span(&self, start: usize, points: i32) -> Span {
        Span {
            factors: self.sorted,
            base: points * i32::from(self.word) + self.cross,
            squares: self.squares,
            start: start as u8,
            laid: self.count,
        }
    }
}

/// Tiles on the board that a word leads through.
struct Through {
    key: u64,
    tiles: u8,
    points: i32,
}

impl Through {
    const NONE: Through = Through { key: 0, tiles: 0, points: 0 };

    fn add(&mut self, lane: &Lane, at: usize) {
        let at = at & (MAX_SIDE - 1);
        self.key = self.key.wrapping_add(hash_of(lane.cells[at].number().into()));
        self.tiles += 1;
        self.points += lane.points[at];
    }
}

impl LanePlaces {
    /// Reads a lane, for racks of up to `most` tiles.
    pub fn renew(&mut self, lane: &Lane, most: usize) {
        self.places.clear();
        self.through.clear();
        self.spans.clear();
        self.letters.clear();
        self.crossed.clear();
        if lane.tiles | lane.crossed | lane.start == 0 {
            return;
        }
        self.crossed.extend(numbers(lane.crossed).map(|at| (lane.squares[at & 31].letters, 1 << at)));
        let squares = 64 - (lane.tiles | lane.empty).leading_zeros() as usize;
        for (cell, square) in lane.cells[..squares].iter().zip(&lane.squares[..squares]) {
            self.letters.push(if cell.is_tile() { 1 << cell.number() } else { square.letters });
        }
        let premiums = Premiums::of(lane);
        self.add_without_tiles(lane, &premiums, most);
        for first in numbers(lane.tiles & !(lane.tiles << 1)) {
            let (mut between, mut run) = (Laid::NONE, first);
            let mut through = Through::NONE;
            loop {
                let end = lane.run_end(run);
                (run..end).for_each(|at| through.add(lane, at));
                self.add_around(lane, &premiums, most, first..end, &between, &through);
                // The squares up to the next run.
                run = end;
                while lane.is_empty(run) && usize::from(between.count) < most {
                    between.add(&premiums, run);
                    run += 1;
                }
                if !lane.is_tile(run) {
                    break;
                }
            }
        }
    }

    /// Adds the places without tiles on the board.
    fn add_without_tiles(&mut self, lane: &Lane, premiums: &Premiums, most: usize) {
        let touching = (lane.crossed | lane.start) as u32;
        let beside = lane.tiles << 1 | lane.tiles >> 1;
        let free = lane.empty & !beside;
        if u64::from(touching) & free == 0 {
            return;
        }
        let mut laid = [Laid::NONE; MAX_SIDE];
        // The squares from which this many are free.
        let mut starts = free;
        for count in 1..=most {
            starts &= free >> (count - 1);
            let first = self.spans.len();
            for start in numbers(starts) {
                let laid = &mut laid[start & (MAX_SIDE - 1)];
                laid.add(premiums, start + count - 1);
                if count > 1 && laid.squares & touching != 0 {
                    self.spans.push(laid.span(start, 0));
                }
            }
            self.finish(first, 0);
        }
        self.through.push(0);
    }

    /// Adds the places whose words have the tiles within `run` and no others; `between` has the empty squares there.
    fn add_around(
        &mut self,
        lane: &Lane,
        premiums: &Premiums,
        most: usize,
        run: Range<usize>,
        between: &Laid,
        through: &Through,
    ) {
        // A word neither begins after a tile nor ends before one.
        let count = usize::from(between.count);
        let more = most - count;
        let to_right = lane.empty & !(lane.tiles >> 1);
        let right = ((to_right >> run.end).trailing_ones() as usize).min(more);
        let to_left = lane.empty & !(lane.tiles << 1);
        let left = run.start.checked_sub(1).map_or(0, |at| (to_left << (63 - at)).leading_ones() as usize).min(more);
        let mut laid = [*between; MOST_TILES + 1];
        for more in 1..=left {
            laid[more] = laid[more - 1];
            laid[more].add(premiums, run.start - more);
        }
        for more in 0..=(left + right).min(more) {
            let first = self.spans.len();
            for to_left in more.saturating_sub(right)..=left.min(more) {
                let laid = &mut laid[to_left];
                if more > to_left {
                    laid.add(premiums, run.end + more - to_left - 1);
                }
                if count + more > 1 || u64::from(laid.squares) & lane.single != 0 {
                    self.spans.push(laid.span(run.start - to_left, through.points));
                }
            }
            self.finish(first, through.tiles);
        }
        self.through.push(through.key);
    }

    /// Makes a place of the spans from `first` on.
    #[inline]
    fn finish(&mut self, first: usize, tiles: u8) {
        let Some((&one, others)) = self.spans[first..].split_first() else { return };
        let (mut factors, mut base) = (one.factors, one.base);
        for span in others {
            base = base.max(span.base);
            factors = greater(&factors, &span.factors);
        }
        let spans = (first as u16, self.spans.len() as u16);
        self.places.push(Place { factors, base, laid: one.laid, tiles, family: self.through.len() as u8, spans });
    }

    /// The key of the tiles that a place leads through.
    #[inline]
    pub fn through(&self, place: &Place) -> u64 {
        self.through[usize::from(place.family)]
    }

    /// The spans of a place.
    #[inline]
    pub fn spans(&self, place: &Place) -> &[Span] {
        &self.spans[place.spans.0.into()..place.spans.1.into()]
    }

    /// The squares on which none of these letters is allowed.
    #[inline]
    pub fn closed(&self, available: u64) -> u32 {
        self.crossed.iter().fold(0, |closed, &(letters, bit)| closed | if letters & available == 0 { bit } else { 0 })
    }
}
