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
    /// The spans of its family.
    spans: (u16, u16),
}

/// The places of a lane.
#[derive(Debug, Default)]
pub(super) struct LanePlaces {
    pub places: Vec<Place>,
    /// The keys of the tiles that places lead through, by family.
    through: Vec<u64>,
    spans: Vec<Span>,
    /// The letters that a word may have on each square: those of the cross-set, or the letter that lies there.
    pub letters: Vec<u64>,
    /// The letters of the cross-sets, with the bit of the square.
    crossed: Vec<(u64, u32)>,
}

/// The greatest factors and the greatest base of some spans.
#[derive(Clone, Copy)]
struct Greatest {
    factors: Factors,
    base: i32,
}

/// The greatest of the spans of a family, by the number of tiles to lay less one.
type Family = [Greatest; MOST_TILES];

const NO_SPANS: Family = [Greatest { factors: [0; MOST_TILES], base: i32::MIN }; MOST_TILES];

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
                let spans = self.spans.len();
                let family = self.add_around(lane, most, first, end, points, &between);
                self.finish(spans, &family, through, tiles);
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

    /// Makes places of the spans from `first` on.
    fn finish(&mut self, first: usize, family: &Family, through: u64, tiles: u8) {
        if self.spans.len() == first {
            return;
        }
        let (spans, number) = ((first as u16, self.spans.len() as u16), self.through.len() as u8);
        self.through.push(through);
        for (laid, &Greatest { factors, base }) in (1..).zip(family) {
            if base > i32::MIN {
                self.places.push(Place { factors, base, laid, tiles, family: number, spans });
            }
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
        let mut family = NO_SPANS;
        for start in numbers(free) {
            let (mut laid, mut at) = (Laid::NONE, start);
            while laid.count < most && free >> at & 1 != 0 {
                laid.add(lane, at);
                at += 1;
                if laid.count > 1 && laid.squares & touching != 0 {
                    self.add(start, 0, &laid, &mut family);
                }
            }
        }
        self.finish(0, &family, 0, 0);
    }

    /// Adds the spans that begin at `first` or before, and end at `end` or after; `between` has the squares there.
    fn add_around(&mut self, lane: &Lane, most: usize, first: usize, end: usize, points: i32, between: &Laid) -> Family {
        let mut family = NO_SPANS;
        let mut left = *between;
        let mut start = first;
        loop {
            let (mut laid, mut at) = (left, end);
            loop {
                let single = laid.count > 1 || u64::from(laid.squares) & lane.single != 0;
                if laid.count > 0 && single {
                    self.add(start, points, &laid, &mut family);
                }
                // The word ends before a tile.
                if laid.count == most || !lane.is_empty(at) || lane.is_tile(at + 1) {
                    break;
                }
                laid.add(lane, at);
                at += 1;
            }
            let Some(before) = start.checked_sub(1) else { return family };
            let touches = before > 0 && lane.is_tile(before - 1);
            if left.count == most || !lane.is_empty(before) || touches {
                return family;
            }
            start = before;
            left.add(lane, start);
        }
    }

    #[inline(always)] // as above
    fn add(&mut self, start: usize, points: i32, laid: &Laid, family: &mut Family) {
        let base = points * laid.word + laid.cross_score;
        let greatest = &mut family[laid.count - 1];
        greatest.base = greatest.base.max(base);
        greatest.factors = greater(&greatest.factors, &laid.sorted);
        let (start, count) = (start as u8, laid.count as u8);
        self.spans.push(Span { factors: laid.sorted, base, squares: laid.squares, start, laid: count });
    }

    /// The key of the tiles that a place leads through.
    #[inline]
    pub fn through(&self, place: &Place) -> u64 {
        self.through[usize::from(place.family)]
    }

    /// The spans of a place.
    #[inline]
    pub fn spans(&self, place: &Place) -> impl Iterator<Item = &Span> {
        let laid = place.laid;
        self.spans[place.spans.0.into()..place.spans.1.into()].iter().filter(move |span| span.laid == laid)
    }

    /// The squares on which none of these letters is allowed.
    #[inline]
    pub fn closed(&self, available: u64) -> u32 {
        self.crossed.iter().fold(0, |closed, &(letters, bit)| closed | if letters & available == 0 { bit } else { 0 })
    }
}
