//! Upper bounds: what a play at a place can reach at most, without looking into the lexicon.
//!
//! For every place that plays are built on, and every number of tiles laid left of it and in all, the *extent* of the play is known, and
//! with it the multiplier of the main word and what each of its squares counts for: the letter premium times that multiplier, and
//! once more for a cross word. The most that tiles can score there is the sum of the highest tile values times the highest such
//! factors, in order; tiles that lie already, full-rack bonus, and the best tiles that could be kept come on top. Places are then searched
//! best first until the bound of the next is below what the sink wants, and within a place parts of the search are left
//! out by their own bounds. (Shadow playing, as the field's fastest engines have it.)
//!
//! Bounds are exact in that no play exceeds them; a play that equals the floor is never left out, so that the order of equal plays is as
//! if all had been generated.

use std::ops::Range;

use crate::board::MAX_RACK;

use super::lane::Lane;
use super::rack_state::RackState;
use super::sink::Order;
use super::{Equity, WordIndex};

/// The squares around a place that a play may be built from.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowSpan {
    /// What the tiles are worth that are part of the main word from the beginning, where they begin, and how many they are.
    pub core: i32,
    pub run_at: usize,
    pub run: usize,
    /// Where the first tile to the left goes, and after how many steps to the left the last may go.
    pub left_at: usize,
    /// The least and the most tiles to the left.
    pub left: (usize, usize),
    /// Where the first tile to the right goes.
    pub right_at: usize,
    /// The least tiles to the right.
    pub right_minimum: usize,
}

/// What plays are bounded by, whatever the place.
#[derive(Clone, Copy)]
pub(super) struct ShadowContext<'l> {
    pub rack: &'l RackState,
    pub order: Order,
    pub index: Option<&'l WordIndex>,
}

/// A place with its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowBound {
    /// No play here is better.
    pub bound: Equity,
    /// Which lane, counted over both directions.
    pub lane: u8,
    /// Which place of the lane, in the order of the generator.
    pub anchor: u8,
    /// Where its table of bounds begins, and how many rows it has; see [`ShadowBounds::table`].
    pub table: u32,
    pub rows: u8,
}

/// The bounds of all places.
#[derive(Debug, Default)]
pub(super) struct ShadowBounds {
    pub anchors: Vec<ShadowBound>,
    /// For each place a row for each number of tiles to the left, from 0; in the row, by the number *k* of tiles laid, the bound of all
    /// plays with so many to the left and more than *k* in all. The first entry is that of all plays of the row; the last, as no play has
    /// more than all tiles, that of all plays of this row and those after it.
    pub table: Vec<Equity>,
}

/// The squares of an extent with what a tile on each counts for.
struct Factors {
    /// Letter premium, and that once more times the word premium where there is a cross word.
    squares: [(i32, i32); MAX_RACK],
    /// With the multiplier of the main word, highest first.
    sorted: [i32; MAX_RACK],
    length: usize,
    word: i32,
    cross: i32,
}

impl Factors {
    const NONE: Factors = Factors { squares: [(0, 0); MAX_RACK], sorted: [0; MAX_RACK], length: 0, word: 1, cross: 0 };

    /// Takes in a square; `false` when no tile of the rack may lie there.
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

    /// Puts a factor among the first `sorted` ones.
    #[inline]
    fn insert(&mut self, sorted: usize, factor: i32) {
        let mut at = sorted;
        while at > 0 && self.sorted[at - 1] < factor {
            self.sorted[at] = self.sorted[at - 1];
            at -= 1;
        }
        self.sorted[at] = factor;
    }

    fn most(&self, points: &[i32]) -> i32 {
        self.sorted[..self.length].iter().zip(points).map(|(factor, points)| factor * points).sum()
    }
}

impl ShadowBounds {
    /// Takes in a place. `lane_number` and `place` are given back with its chance.
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
        // The squares to the left are the same for all extents to the right: they are taken in once a row.
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
                // All tiles laid: then the letters of the word are known.
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
            // From bounds of exactly k + 1 tiles to bounds of more than k.
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

    /// Best first; places that are as good in the order of the board.
    pub fn sort(&mut self) {
        self.anchors.sort_unstable_by_key(|shadow| (std::cmp::Reverse(shadow.bound), shadow.lane, shadow.anchor));
    }

    pub fn clear(&mut self) {
        self.anchors.clear();
        self.table.clear();
    }
}
