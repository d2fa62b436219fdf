//! A lane: a row or a column, prepared for a generator. Everything that depends on the direction is settled here, so
//! that one generator serves both directions.

use crate::board::{Board, Cell, Direction, Layout, MAX_SIDE, Points, Square};

use super::cross_checks::CrossCheck;

/// A square of a lane, prepared for a tile worth *v*: the main word gains *v* × letter premium and is multiplied by
/// `word`; the cross word, if there is one, scores *v* × cross premium plus the score of its other tiles. One
/// [`ScorePair`] holds both scores.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SquareInfo {
    /// The letters that are allowed, one bit each.
    pub letters: u64,
    /// The factor by which each point of the tile counts.
    pub gain: ScorePair,
    /// The score of the cross word without the tile.
    pub fixed: ScorePair,
    /// The word premium.
    pub word: i32,
}

/// The points of the main word, before its premium, and of cross words. Both are always added and multiplied
/// together, so they are the halves of one number. (The main word is the upper half; a negative lower half borrows
/// from it, and reading undoes that.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ScorePair(i64);

impl ScorePair {
    pub const NONE: ScorePair = ScorePair(0);

    #[inline]
    pub const fn new(main: i32, cross: i32) -> ScorePair {
        ScorePair(((main as i64) << 32) + cross as i64)
    }

    #[inline]
    pub const fn main(self) -> i32 {
        ((self.0 - self.cross() as i64) >> 32) as i32
    }

    #[inline]
    pub const fn cross(self) -> i32 {
        self.0 as i32
    }

    /// Both scores times a number.
    #[inline]
    pub const fn times(self, factor: i32) -> ScorePair {
        ScorePair(self.0.wrapping_mul(factor as i64))
    }

    #[inline]
    pub const fn plus(self, other: ScorePair) -> ScorePair {
        ScorePair(self.0.wrapping_add(other.0))
    }
}

/// A row or a column. Sets of squares are masks with one bit for each index; index 32, just past the longest lane, is
/// in no set.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub direction: Direction,
    /// The number of the lane in its direction.
    pub number: u8,
    /// Squares with tiles.
    pub tiles: u64,
    /// Squares where tiles can be laid.
    pub empty: u64,
    /// Empty squares where a tile would make a cross word.
    pub crossed: u64,
    /// The start square, if it is on this lane, the board is empty, and first plays may go along this lane.
    pub start: u64,
    /// Empty squares where a single tile is a play of this lane.
    pub single: u64,
    pub cells: [Cell; MAX_SIDE],
    /// The points of the tile on each square.
    pub points: [i32; MAX_SIDE],
    pub squares: [SquareInfo; MAX_SIDE],
}

impl Lane {
    pub fn new(layout: &Layout, direction: Direction, number: usize) -> Lane {
        let mut squares = [SquareInfo::default(); MAX_SIDE];
        for (square, premium) in squares.iter_mut().zip(layout.lane(direction, number)) {
            (square.gain, square.word) = (ScorePair::new(premium.letter(), 0), premium.word());
        }
        Lane {
            direction,
            number: number as u8,
            tiles: 0,
            empty: 0,
            crossed: 0,
            start: 0,
            single: 0,
            cells: [Cell::EMPTY; MAX_SIDE],
            points: [0; MAX_SIDE],
            squares,
        }
    }

    /// Reads the tiles on the lane and its cross-checks. `start` is the start square of an empty board, if first plays
    /// may go in the direction of the lane.
    pub fn renew(&mut self, board: &Board, points: &Points, checks: &[CrossCheck], start: Option<Square>) {
        (self.tiles, self.empty, self.crossed) = (0, 0, 0);
        let cells = board.lane(self.direction, usize::from(self.number));
        for (index, (&cell, check)) in cells.iter().zip(checks).enumerate() {
            let bit = 1 << index;
            self.tiles |= if cell.is_tile() { bit } else { 0 };
            self.empty |= if cell.is_empty() { bit } else { 0 };
            self.crossed |= if check.beside.is_some() { bit } else { 0 };
            self.cells[index] = cell;
            self.points[index] = points.of(cell);
            let square = &mut self.squares[index];
            square.letters = check.letters.bits();
            let (letter, word) = (square.gain.main(), square.word);
            (square.gain, square.fixed) = match check.beside {
                Some(beside) => (ScorePair::new(letter, letter * word), ScorePair::new(0, beside * word)),
                None => (ScorePair::new(letter, 0), ScorePair::NONE),
            };
        }
        self.start = match start.map(|start| start.lane(self.direction)) {
            Some((lane, index)) if lane == usize::from(self.number) => 1 << index,
            _ => 0,
        };
        // A single tile that makes words in both directions is a play across.
        self.single = self.empty & (self.tiles << 1 | self.tiles >> 1);
        if self.direction == Direction::Down {
            self.single &= !self.crossed;
        }
    }

    /// The anchors of Appel and Jacobson: empty squares with a tile beside them.
    #[inline]
    pub fn dawg_anchors(&self) -> u64 {
        self.empty & (self.crossed | self.tiles << 1 | self.tiles >> 1) | self.start
    }

    /// The anchors of the GADDAG generator: the last tile of each run, and empty squares with a tile beside them
    /// across the lane only. Every play covers or touches at least one.
    #[inline]
    pub fn gaddag_anchors(&self) -> u64 {
        let beside_run = self.tiles << 1 | self.tiles >> 1;
        self.run_ends() | self.crossed & !beside_run | self.start
    }

    /// The last tile of each run. Every play through a tile covers at least one.
    #[inline]
    pub fn run_ends(&self) -> u64 {
        self.tiles & !(self.tiles >> 1)
    }

    /// The first index of the run of tiles that ends at `last`.
    #[inline]
    pub fn run_start(&self, last: usize) -> usize {
        // The bits up to `last`, moved to the top: the run is the leading ones.
        last + 1 - (self.tiles << (63 - last)).leading_ones() as usize
    }

    /// The first index after the run of tiles that begins at `first`.
    #[inline]
    pub fn run_end(&self, first: usize) -> usize {
        first + (self.tiles >> first).trailing_ones() as usize
    }

    #[inline]
    pub fn is_tile(&self, index: usize) -> bool {
        self.tiles >> index & 1 != 0
    }

    #[inline]
    pub fn is_empty(&self, index: usize) -> bool {
        self.empty >> index & 1 != 0
    }
}
