//! Shadow plays: upper bounds of the plays at each anchor, computed without the lexicon.
//!
//! The anchor, the number of tiles to its left and the number of tiles in all fix the squares of a play. They fix the
//! multiplier of the main word and the factor of each square: the letter premium times that multiplier, plus the same
//! for a cross word. A shadow play lays the tiles with the highest points on the squares with the highest factors;
//! the tiles on the board, the full-rack bonus and the best leave are added. Anchors are then searched best first,
//! until the bound of the next anchor is below the floor of the sink; within an anchor, bounds for parts of the
//! search leave those parts out. The field's fastest engines work this way.
//!
//! No play exceeds its bound. A play that equals the floor is never left out, so equal plays come in the same order
//! as if all plays were generated.

use std::ops::Range;

use crate::board::MAX_RACK;

use super::lane::Lane;
use super::rack_state::RackState;
use super::sink::Order;
use super::{Equity, WordIndex};

/// The squares around an anchor that a play may cover.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowSpan {
    /// The points of the tiles on the board that the main word starts with.
    pub core: i32,
    /// The first of these tiles.
    pub run_at: usize,
    /// The number of these tiles.
    pub run: usize,
    /// The square of the first tile to the left.
    pub left_at: usize,
    /// The fewest and the most tiles to the left.
    pub left: (usize, usize),
    /// The square of the first tile to the right.
    pub right_at: usize,
    /// The fewest tiles to the right.
    pub right_minimum: usize,
}

/// What bounds depend on beside the anchor.
#[derive(Clone, Copy)]
pub(super) struct ShadowContext<'l> {
    pub rack: &'l RackState,
    pub order: Order,
    pub index: Option<&'l WordIndex>,
}

/// An anchor with its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowBound {
    /// The upper bound of all plays at the anchor.
    pub bound: Equity,
    /// The number of the lane, counted over both directions.
    pub lane: u8,
    /// The index of the anchor on the lane.
    pub anchor: u8,
    /// The start of its rows in [`ShadowBounds::table`].
    pub table: u32,
    /// The number of its rows.
    pub rows: u8,
}

/// The bounds of all anchors.
#[derive(Debug, Default)]
pub(super) struct ShadowBounds {
    pub anchors: Vec<ShadowBound>,
    /// For each anchor, one row for each number of tiles to the left, from 0. Entry *k* of a row is the bound of the
    /// plays with that many tiles to the left and more than *k* tiles in all, so entry 0 bounds the whole row. No
    /// play has more than all tiles: the last entry bounds all plays of this row and of the rows after it.
    pub table: Vec<Equity>,
}

/// The squares of a shadow play, with the factor of a tile on each.
struct Factors {
    /// The factors for the main word before its multiplier, and for the cross word.
    squares: [(i32, i32); MAX_RACK],
    /// The sums of both, with the multiplier of the main word, highest first.
    sorted: [i32; MAX_RACK],
    length: usize,
    word: i32,
    cross: i32,
}

impl Factors {
    const NONE: Factors = Factors { squares: [(0, 0); MAX_RACK], sorted: [0; MAX_RACK], length: 0, word: 1, cross: 0 };

    /// Adds a square; `false` if no tile of the rack is allowed there.
    fn add(&mut self, lane: &Lane, at: usize, available: u64) -> bool {
        let info = &lane.squares[at & 31];
        if info.letters & available == 0 || self.length == MAX_RACK {
            return false;
        }
        let square = (info.gain.main(), info.gain.cross());
        self.squares[self.length] = square;
        self.length += 1;
        self.cross += info.fixed.cross();
        if info.word == 1 {
            self.insert(self.length - 1, square.0 * self.word + square.1);
        } else {
            self.word *= info.word;
            for at in 0..self.length {
                let (letter, cross) = self.squares[at];
                self.insert(at, letter * self.word + cross);
            }
        }
        true
    }

    /// Inserts a factor into the first `sorted` factors.
    #[inline]
    fn insert(&mut self, sorted: usize, factor: i32) {
        let mut at = sorted;
        while at > 0 && self.sorted[at - 1] < factor {
            self.sorted[at] = self.sorted[at - 1];
            at -= 1;
        }
        self.sorted[at] = factor;
    }

    #[inline]
    fn most(&self, points: &[i32]) -> i32 {
        self.sorted[..self.length].iter().zip(points).map(|(factor, points)| factor * points).sum()
    }
}

impl ShadowBounds {
    /// Adds an anchor of a lane with its bounds.
    pub fn add(&mut self, lane: &Lane, span: &ShadowSpan, context: &ShadowContext<'_>, lane_number: usize, anchor: usize) {
        let ShadowContext { rack, order, index } = *context;
        let total = rack.total;
        let letters_hash = |squares: Range<usize>| match index {
            Some(_) => lane.cells[squares].iter().fold(0u64, |hash, cell| hash.wrapping_add(rack.hash_of(cell.number()))),
            None => 0,
        };
        let through = letters_hash(span.run_at..span.run_at + span.run);
        let first = self.table.len();
        let available = rack.whole.available();
        let points = &rack.points_descending[..total];
        let mut bound = Equity::MIN;
        let mut rows = 0;
        // The squares to the left are the same for all squares to the right: they are added once for each row.
        let mut left = Factors::NONE;
        for laid_left in 0..=span.left.1.min(total) {
            if laid_left > 0 && !left.add(lane, span.left_at + 1 - laid_left, available) {
                break;
            }
            let row = self.table.len();
            self.table.resize(row + total + 1, Equity::MIN);
            rows += 1;
            if laid_left < span.left.0 {
                continue;
            }
            let mut factors = Factors { ..left };
            let (mut core, mut at, mut through) = (span.core, span.right_at, through);
            loop {
                let laid = factors.length;
                let possible = laid > 0 && laid >= laid_left + span.right_minimum;
                // If all tiles are laid, the letters of the word are known.
                if possible && (laid < total || index.is_none_or(|index| index.may_have(rack.hashed, through))) {
                    let score = core * factors.word + factors.cross + rack.bonus[laid] + factors.most(points);
                    let leave = if order == Order::Equity { rack.best_leave(laid) } else { Equity::ZERO };
                    let reached = Equity::from_points(score) + leave;
                    self.table[row + laid - 1] = reached;
                    bound = bound.max(reached);
                }
                if laid == total || !lane.is_empty(at) || !factors.add(lane, at, available) {
                    break;
                }
                at += 1;
                while lane.is_tile(at) {
                    core += lane.points[at];
                    through = through.wrapping_add(letters_hash(at..at + 1));
                    at += 1;
                }
            }
            // From bounds for exactly k + 1 tiles to bounds for more than k tiles.
            let row = &mut self.table[row..];
            for laid in (1..row.len()).rev() {
                row[laid - 1] = row[laid - 1].max(row[laid]);
            }
        }
        let mut after = Equity::MIN;
        for row in self.table[first..].chunks_exact_mut(total + 1).rev() {
            after = after.max(row[0]);
            row[total] = after;
        }
        if bound > Equity::MIN {
            let (lane, anchor) = (lane_number as u8, anchor as u8);
            self.anchors.push(ShadowBound { bound, lane, anchor, table: first as u32, rows });
        } else {
            self.table.truncate(first);
        }
    }

    /// Sorts the anchors best first; equal ones stay in the order of the board.
    #[inline]
    pub fn sort(&mut self) {
        self.anchors.sort_unstable_by_key(|shadow| (std::cmp::Reverse(shadow.bound), shadow.lane, shadow.anchor));
    }

    #[inline]
    pub fn clear(&mut self) {
        self.anchors.clear();
        self.table.clear();
    }
}
