//! The places for plays on a lane, with the part of their bounds that does not depend on the rack.
//!
//! A *span* is a main word without its letters: its squares, and what each point of a tile is worth on those that are
//! empty (see `shadow` for how this bounds a score). Spans through the same tiles are a *family*: laying the same
//! number of tiles, they make words of the same letters, so one look-up serves them all. Lanes are read again only
//! when their tiles or cross-checks have changed.

use std::ops::Range;

use crate::movegen::index::hash_of;
use crate::movegen::lane::Lane;
use crate::movegen::rack_state::numbers;

use super::MOST_TILES;

/// A main word without its letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The factors of the tiles to lay, highest first, then zeros.
    pub factors: [i16; MOST_TILES],
    /// The score of the tiles on the board, in the main word and in cross words.
    pub base: i32,
    /// The empty squares.
    pub squares: u32,
    /// The first square.
    pub start: u8,
    /// The number of tiles to lay.
    pub laid: u8,
}

impl Span {
    /// The most that tiles of these points, highest first, can score, without bonus.
    #[inline]
    pub fn most(&self, points: &[i16; MOST_TILES]) -> i32 {
        self.base + self.factors.iter().zip(points).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum::<i32>()
    }
}

/// Spans through the same tiles on the board.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The key of these tiles.
    pub through: u64,
    /// The number of these tiles.
    pub tiles: u8,
    pub spans: Range<u16>,
}

/// The spans of a lane.
#[derive(Debug, Default)]
pub(super) struct LanePlaces {
    pub families: Vec<Family>,
    pub spans: Vec<Span>,
    /// The letters that a word may have on each square: those of the cross-set, or the letter that lies there.
    pub letters: Vec<u64>,
    /// `false` if a factor is too large to be kept.
    pub fits: bool,
}

/// Tiles laid on some squares.
#[derive(Clone, Copy)]
struct Laid {
    /// The factors for the main word before its multiplier, and for the cross word.
    each: [(i32, i32); MOST_TILES],
    /// The sums of both, with the multiplier, highest first.
    sorted: [i32; MOST_TILES],
    count: usize,
    word: i32,
    cross: i32,
    squares: u32,
}

impl Laid {
    const NONE: Laid = Laid { each: [(0, 0); MOST_TILES], sorted: [0; MOST_TILES], count: 0, word: 1, cross: 0, squares: 0 };

    fn add(&mut self, lane: &Lane, at: usize) {
        let square = &lane.squares[at & 31];
        self.each[self.count] = (square.gain.main(), square.gain.cross());
        self.count += 1;
        self.cross += square.fixed.cross();
        self.squares |= 1 << at;
        let first = if square.word == 1 { self.count - 1 } else { 0 };
        self.word *= square.word;
        for new in first..self.count {
            let (main, cross) = self.each[new];
            let factor = main * self.word + cross;
            let mut at = new;
            while at > 0 && self.sorted[at - 1] < factor {
                self.sorted[at] = self.sorted[at - 1];
                at -= 1;
            }
            self.sorted[at] = factor;
        }
    }
}

impl LanePlaces {
    /// Reads a lane, for racks of up to `most` tiles.
    pub fn renew(&mut self, lane: &Lane, most: usize) {
        self.families.clear();
        self.spans.clear();
        self.letters.clear();
        self.fits = true;
        if lane.tiles | lane.crossed | lane.start == 0 {
            return;
        }
        self.letters.extend(
            lane.cells.iter().zip(&lane.squares).map(
                |(cell, square)| {
                    if cell.is_tile() { 1 << cell.number() } else { square.letters }
                },
            ),
        );
        self.add_without_tiles(lane, most);
        for first in numbers(lane.tiles & !(lane.tiles << 1)) {
            let (mut between, mut run) = (Laid::NONE, first);
            let (mut points, mut through, mut tiles) = (0, 0u64, 0);
            loop {
                let end = lane.run_end(run);
                points += lane.points[run..end].iter().sum::<i32>();
                let key = |sum: u64, at: usize| sum.wrapping_add(hash_of(lane.cells[at].number().into()));
                through = (run..end).fold(through, key);
                tiles += (end - run) as u8;
                let spans = self.spans.len();
                self.add_around(lane, most, first, end, points, &between);
                self.finish(spans, through, tiles);
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

    fn finish(&mut self, first: usize, through: u64, tiles: u8) {
        if self.spans.len() > first {
            self.families.push(Family { through, tiles, spans: first as u16..self.spans.len() as u16 });
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
        self.finish(0, 0, 0);
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

    fn add(&mut self, start: usize, points: i32, laid: &Laid) {
        self.fits &= laid.sorted[0] <= i16::MAX.into();
        self.spans.push(Span {
            factors: laid.sorted.map(|factor| factor as i16),
            base: points * laid.word + laid.cross,
            squares: laid.squares,
            start: start as u8,
            laid: laid.count as u8,
        });
    }
}
