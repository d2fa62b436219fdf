//! A lane: a row or a column as a generator sees it. Everything that depends on the direction is settled here, so that there is one
//! generator for both.

use crate::board::{Board, Cell, Direction, Layout, MAX_SIDE, Points, Square};

use super::cross_checks::CrossCheck;

/// One square of a lane, ready for a tile worth *v*: the main word grows by *v* × `letter` and is multiplied by `word`; the cross
/// word, if there is one, scores *v* × `cross_letter` + `cross_fixed`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    /// The letters that may be laid: a bit each.
    pub letters: u64,
    pub letter: i32,
    pub word: i32,
    pub cross_letter: i32,
    pub cross_fixed: i32,
}

/// Sets of squares are masks with a bit an index; index 32, just past the longest lane, is in none.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub direction: Direction,
    /// Which lane of its direction.
    pub number: u8,
    /// Squares with tiles.
    pub tiles: u64,
    /// Squares where tiles can be laid.
    pub empty: u64,
    /// Empty squares where a tile would make a cross word.
    pub crossed: u64,
    /// The square that the first play has to cover, while it is to be made on this lane.
    pub start: u64,
    /// Empty squares where a single tile is a play of this lane.
    pub single: u64,
    pub cells: [Cell; MAX_SIDE],
    /// What the tile on each square is worth.
    pub points: [i32; MAX_SIDE],
    pub spots: [Spot; MAX_SIDE],
}

impl Lane {
    pub fn new(layout: &Layout, direction: Direction, number: usize) -> Lane {
        let mut spots = [Spot::default(); MAX_SIDE];
        for (spot, premium) in spots.iter_mut().zip(layout.lane(direction, number)) {
            (spot.letter, spot.word) = (premium.letter(), premium.word());
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
            spots,
        }
    }

    /// Takes over what lies on the lane and its cross-checks. `start` is the square that the first play has to cover.
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
            let spot = &mut self.spots[index];
            spot.letters = check.letters.bits();
            (spot.cross_letter, spot.cross_fixed) = match check.beside {
                Some(beside) => (spot.letter * spot.word, beside * spot.word),
                None => (0, 0),
            };
        }
        self.start = match start.map(|start| start.lane(self.direction)) {
            Some((lane, index)) if lane == usize::from(self.number) && self.direction == Direction::Across => 1 << index,
            _ => 0,
        };
        // A single tile that makes words both ways is a play across.
        self.single = self.empty & (self.tiles << 1 | self.tiles >> 1);
        if self.direction == Direction::Down {
            self.single &= !self.crossed;
        }
    }

    /// Empty squares that a play can be built on: those with a tile beside them (Appel & Jacobson's anchors).
    pub fn anchors(&self) -> u64 {
        self.empty & (self.crossed | self.tiles << 1 | self.tiles >> 1) | self.start
    }

    /// The places a play can be built on from its end: the last tile of each run, and empty squares with tiles beside them across
    /// the lane only. Every play has one such place as its first.
    pub fn hooks(&self) -> u64 {
        let beside_run = self.tiles << 1 | self.tiles >> 1;
        self.tiles & !(self.tiles >> 1) | self.crossed & !beside_run | self.start
    }

    /// The first index of the run of tiles that ends at `last`.
    pub fn run_start(&self, last: usize) -> usize {
        // Bits below and at `last`, moved to the top; the run is the leading ones.
        last + 1 - (self.tiles << (63 - last)).leading_ones() as usize
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
