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

/// What each point of the tiles to lay counts, highest first, then zeros.
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
pub(super) fn premiums_fit(lane: &Lane) -> bool {
    let mut words: Vec<i32> = lane.squares.iter().map(|square| square.word.max(1)).collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    let product = words[..MOST_TILES].iter().fold(1i64, |product, &word| product.saturating_mul(word.into()));
    lane.squares.iter().all(|square| {
        let letter = i64::from(square.gain.main());
        letter >= 0 && square.word >= 0 && letter * product + letter * i64::from(square.word) <= i16::MAX.into()
    })
}

/// Tiles laid on some squares.
#[derive(Clone, Copy)]
struct Laid {
    /// The factors for the main word before its multiplier, and for the cross word.
    main: Factors,
    cross: Factors,
    /// The sums of both, with the multiplier, highest first.
    sorted: Factors,
    count: usize,
    word: i32,
    cross_score: i32,
    squares: u32,
}

impl Laid {
    const NONE: Laid = Laid {
        main: [0; MOST_TILES],
        cross: [0; MOST_TILES],
        sorted: [0; MOST_TILES],
        count: 0,
        word: 1,
        cross_score: 0,
        squares: 0,
    };

    #[inline(always)] // measured: a call copies the tiles
    fn add(&mut self, lane: &Lane, at: usize) {
        let square = &lane.squares[at & 31];
        let new = self.count;
        (self.main[new], self.cross[new]) = (square.gain.main() as i16, square.gain.cross() as i16);
        self.count = new + 1;
        self.cross_score += square.fixed.cross();
        self.squares |= 1 << at;
        if square.word == 1 {
            self.insert(new);
        } else {
            self.word *= square.word;
            (0..=new).for_each(|each| self.insert(each));
        }
    }

    /// The span of these squares from `start`, with tiles on the board that score `points`.
    #[inline]
    fn span(&self, start: usize, points: i32) -> Span {
        Span {
            factors: self.sorted,
            base: points * self.word + self.cross_score,
            squares: self.squares,
            start: start as u8,
            laid: self.count as u8,
        }
    }

    /// Inserts the factor of a square among those before it.
    #[inline(always)] // as above
    fn insert(&mut self, each: usize) {
        let factor = (i32::from(self.main[each]) * self.word) as i16 + self.cross[each];
        let mut at = each;
        // Most are the lowest.
        while at > 0 && self.sorted[at - 1] < factor {
            self.sorted[at] = self.sorted[at - 1];
            at -= 1;
        }
        self.sorted[at] = factor;
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
        self.letters.extend(
            lane.cells
                .iter()
                .zip(&lane.squares)
                .take(squares)
                .map(|(cell, square)| if cell.is_tile() { 1 << cell.number() } else { square.letters }),
        );
        self.add_without_tiles(lane, most);
        for first in numbers(lane.tiles & !(lane.tiles << 1)) {
            let (mut between, mut run) = (Laid::NONE, first);
            let (mut points, mut through, mut tiles) = (0, 0u64, 0);
            loop {
                let end = lane.run_end(run);
                for at in run..end {
                    points += lane.points[at & 31];
                    through = through.wrapping_add(hash_of(lane.cells[at & 31].number().into()));
                }
                tiles += (end - run) as u8;
                self.add_around(lane, most, first..end, points, &between, (through, tiles));
                // The squares up to the next run.
                run = end;
                while lane.is_empty(run) && between.count < most {
                    between.add(lane, run);
                    run += 1;
                }
                if !lane.is_tile(run) {
                    break;
                }
            }
        }
    }

    /// Adds the places without tiles on the board.
    fn add_without_tiles(&mut self, lane: &Lane, most: usize) {
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
                laid.add(lane, start + count - 1);
                if count > 1 && laid.squares & touching != 0 {
                    self.spans.push(laid.span(start, 0));
                }
            }
            self.finish(first, 0);
        }
        self.through.push(0);
    }

    /// Adds the places whose words have the tiles within `run`, which score `points`, and no others; `between` has the
    /// empty squares there.
    fn add_around(
        &mut self,
        lane: &Lane,
        most: usize,
        run: Range<usize>,
        points: i32,
        between: &Laid,
        (through, tiles): (u64, u8),
    ) {
        // A word neither begins after a tile nor ends before one.
        let more = most - between.count;
        let to_right = lane.empty & !(lane.tiles >> 1);
        let right = ((to_right >> run.end).trailing_ones() as usize).min(more);
        let to_left = lane.empty & !(lane.tiles << 1);
        let left = run.start.checked_sub(1).map_or(0, |at| (to_left << (63 - at)).leading_ones() as usize).min(more);
        let mut laid = [*between; MOST_TILES + 1];
        for count in 1..=left {
            laid[count] = laid[count - 1];
            laid[count].add(lane, run.start - count);
        }
        for count in between.count..=(between.count + left + right).min(most) {
            let first = self.spans.len();
            let more = count - between.count;
            for to_left in more.saturating_sub(right)..=left.min(more) {
                let laid = &mut laid[to_left];
                if more > to_left {
                    laid.add(lane, run.end + more - to_left - 1);
                }
                if count > 1 || u64::from(laid.squares) & lane.single != 0 {
                    self.spans.push(laid.span(run.start - to_left, points));
                }
            }
            self.finish(first, tiles);
        }
        self.through.push(through);
    }

    /// Makes a place of the spans from `first` on.
    #[inline]
    fn finish(&mut self, first: usize, tiles: u8) {
        let Some((&one, others)) = self.spans[first..].split_first() else { return };
        let (mut factors, mut base) = (one.factors, one.base);
        for span in others {
            base = base.max(span.base);
            for at in 0..MOST_TILES {
                factors[at] = factors[at].max(span.factors[at]);
            }
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
