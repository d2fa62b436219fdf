//! The places for plays on a lane, with the part of their bounds that does not depend on the rack.
//!
//! A *span* is a main word without its letters: its squares, and what each point of a tile is worth on those that are
//! empty (see `shadow` for how this bounds a score). Spans through the same tiles with the same number of tiles to lay
//! make words of the same letters: they are one *place*, and one look-up serves them all. Lanes are read again only
//! when their tiles or cross-checks have changed.

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

/// The greater of two factors, one by one.
#[inline]
pub(super) fn greater(one: &Factors, other: &Factors) -> Factors {
    std::array::from_fn(|at| one[at].max(other[at]))
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
    /// The spans of a family before they are sorted.
    unsorted: Vec<Span>,
    /// The letters that a word may have on each square: those of the cross-set, or the letter that lies there.
    pub letters: Vec<u64>,
    /// The letters of the cross-sets, with the bit of the square.
    crossed: Vec<(u64, u32)>,
    /// `false` if a factor is too large to be kept.
    pub fits: bool,
}

/// The most of the premiums that factors of 16 bits allow.
const MOST_LETTER: i32 = 16;
const MOST_WORD: i32 = 1024;
const MOST_CROSS: i32 = 8192;

/// `true` if the premiums of a lane allow factors of 16 bits, as far as they do not depend on the words.
pub(super) fn premiums_fit(lane: &Lane) -> bool {
    lane.squares.iter().all(|square| {
        let letter = square.gain.main();
        (0..=MOST_LETTER).contains(&letter) && (0..=MOST_WORD).contains(&square.word) && letter * square.word <= MOST_CROSS
    })
}

/// Tiles laid on some squares.
#[derive(Clone, Copy)]
struct Laid {
    /// The factors for the main word before its multiplier, and for the cross word.
    main: Factors,
    cross: Factors,
    /// The sums of both, with the multiplier, highest first: 16 bits each, from the lowest.
    sorted: u128,
    count: usize,
    word: i32,
    cross_score: i32,
    squares: u32,
}

impl Laid {
    const NONE: Laid =
        Laid { main: [0; MOST_TILES], cross: [0; MOST_TILES], sorted: 0, count: 0, word: 1, cross_score: 0, squares: 0 };

    #[inline]
    fn add(&mut self, lane: &Lane, at: usize) {
        let square = &lane.squares[at & 31];
        let new = self.count & (MOST_TILES - 1);
        (self.main[new], self.cross[new]) = (square.gain.main() as i16, square.gain.cross() as i16);
        self.count = new + 1;
        self.cross_score += square.fixed.cross();
        self.squares |= 1 << at;
        if square.word == 1 {
            self.insert(new);
        } else {
            self.multiply(square.word);
        }
    }

    #[inline(never)]
    fn multiply(&mut self, word: i32) {
        self.word = (self.word * word).min(MOST_WORD + 1);
        self.sorted = 0;
        (0..self.count).for_each(|each| self.insert(each));
    }

    /// Inserts the factor of a square among those that are sorted.
    #[inline]
    fn insert(&mut self, each: usize) {
        let each = each & (MOST_TILES - 1);
        let factor = self.main[each].wrapping_mul(self.word as i16).wrapping_add(self.cross[each]) as u16;
        // Most are the lowest.
        let mut at = 16 * each as u32;
        while at > 0 && ((self.sorted >> (at - 16)) as u16) < factor {
            at -= 16;
        }
        let after = self.sorted >> at << at;
        self.sorted = self.sorted ^ after | u128::from(factor) << at | after << 16;
    }

    #[inline]
    fn factors(&self) -> Factors {
        let bytes = self.sorted.to_le_bytes();
        std::array::from_fn(|at| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]))
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
        self.fits = true;
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
                self.add_around(lane, most, first, end, points, &between);
                self.finish(through, tiles);
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

    /// Makes places of the unsorted spans.
    fn finish(&mut self, through: u64, tiles: u8) {
        let LanePlaces { places, spans, unsorted, .. } = self;
        let Some(&some) = unsorted.first() else { return };
        let mut ends = [0; MOST_TILES + 2];
        unsorted.iter().for_each(|span| ends[usize::from(span.laid) + 1] += 1);
        let first = spans.len();
        ends[0] = first;
        (0..=MOST_TILES).for_each(|laid| ends[laid + 1] += ends[laid]);
        let starts = ends;
        spans.resize(first + unsorted.len(), some);
        for span in unsorted.drain(..) {
            let end = &mut ends[usize::from(span.laid)];
            spans[*end] = span;
            *end += 1;
        }
        let family = self.through.len() as u8;
        self.through.push(through);
        for laid in 1..=MOST_TILES {
            let (start, end) = (starts[laid], ends[laid]);
            let Some((one, others)) = spans[start..end].split_first() else { continue };
            let (mut factors, mut base) = (one.factors, one.base);
            for span in others {
                base = base.max(span.base);
                factors = greater(&factors, &span.factors);
            }
            places.push(Place { factors, base, laid: laid as u8, tiles, family, spans: (start as u16, end as u16) });
        }
    }

    /// Adds the spans without tiles on the board.
    fn add_without_tiles(&mut self, lane: &Lane, most: usize) {
        let touching = (lane.crossed | lane.start) as u32;
        let beside = lane.tiles << 1 | lane.tiles >> 1;
        let free = lane.empty & !beside;
        if u64::from(touching) & free == 0 {
            return;
        }
        for start in numbers(free) {
            let (mut laid, mut at) = (Laid::NONE, start);
            while laid.count < most && free >> at & 1 != 0 {
                laid.add(lane, at);
                at += 1;
                if laid.count > 1 && laid.squares & touching != 0 {
                    self.add(start, 0, &laid);
                }
            }
        }
        self.finish(0, 0);
    }

    /// Adds the spans that begin at `first` or before, and end at `end` or after; `between` has the squares there.
    fn add_around(&mut self, lane: &Lane, most: usize, first: usize, end: usize, points: i32, between: &Laid) {
        let mut left = *between;
        let mut start = first;
        loop {
            let (mut laid, mut at) = (left, end);
            loop {
                let single = laid.count > 1 || u64::from(laid.squares) & lane.single != 0;
                if laid.count > 0 && single {
                    self.add(start, points, &laid);
                }
                // The word ends before a tile.
                if laid.count == most || !lane.is_empty(at) || lane.is_tile(at + 1) {
                    break;
                }
                laid.add(lane, at);
                at += 1;
            }
            let Some(before) = start.checked_sub(1) else { return };
            let touches = before > 0 && lane.is_tile(before - 1);
            if left.count == most || !lane.is_empty(before) || touches {
                return;
            }
            start = before;
            left.add(lane, start);
        }
    }

    #[inline]
    fn add(&mut self, start: usize, points: i32, laid: &Laid) {
        self.fits &= laid.word <= MOST_WORD;
        self.unsorted.push(Span {
            factors: laid.factors(),
            base: points * laid.word + laid.cross_score,
            squares: laid.squares,
            start: start as u8,
            laid: laid.count as u8,
        });
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
