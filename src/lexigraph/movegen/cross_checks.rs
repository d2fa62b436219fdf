//! Cross-checks: the letters that an empty square allows, given the tiles beside it, and the points of those tiles.
//!
//! A tile laid on a lane also makes a word across the lane if tiles lie beside its square in the other direction. The
//! *cross-set* of the square is the set of letters that make this word valid; the *cross-check* is the cross-set with
//! the points of the tiles beside. (Appel and Jacobson, *The world's fastest Scrabble program*, 1988.)

use crate::alphabet::TileSet;
use crate::board::{Board, Cell, Direction, Points, Square, cross_sum};

/// The cross-check of one square of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossCheck {
    /// The letters that are allowed: all letters without tiles beside the square, no letter on tiles and holes.
    pub letters: TileSet,
    /// The points of the tiles beside the square; `None` without such tiles, when no cross word is made.
    pub beside: Option<i32>,
}

impl CrossCheck {
    /// A square where no tile can be laid.
    pub const CLOSED: CrossCheck = CrossCheck { letters: TileSet::EMPTY, beside: None };
    /// A square without tiles beside it.
    pub const FREE: CrossCheck = CrossCheck { letters: TileSet::ALL, beside: None };
}

/// A lexicon that knows which letters fit between tiles.
pub trait CrossSetLookup {
    /// The letters that make a word between the tiles before and the tiles after. At least one of the two is not empty.
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet;
}

/// The cross-checks of every square, for plays in both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossChecks {
    rows: usize,
    columns: usize,
    /// In the order of the cells of a [`Board`]: all rows for plays across, then all columns for plays down.
    checks: Vec<CrossCheck>,
}

impl CrossChecks {
    /// The cross-checks of a board. Costs a few steps in the lexicon for each square with a tile beside it.
    #[inline]
    pub fn new<F: CrossSetLookup>(board: &Board, points: &Points, lexicon: &F) -> CrossChecks {
        let mut checks = CrossChecks::closed(board);
        for direction in Direction::BOTH {
            for lane in 0..board.lanes(direction) {
                for index in 0..board.lane(direction, lane).len() {
                    checks.renew(board, points, lexicon, direction, Square::on_lane(direction, lane, index));
                }
            }
        }
        checks
    }

    /// Cross-checks for a board of this size that allow no letter anywhere.
    #[inline]
    pub(super) fn closed(board: &Board) -> CrossChecks {
        let (rows, columns) = (board.rows(), board.columns());
        CrossChecks { rows, columns, checks: vec![CrossCheck::CLOSED; 2 * rows * columns] }
    }

    /// The cross-checks along a lane, for plays in that direction.
    ///
    /// # Panics
    /// If there is no such lane.
    #[inline]
    pub fn lane(&self, direction: Direction, lane: usize) -> &[CrossCheck] {
        match direction {
            Direction::Across => &self.checks[lane * self.columns..][..self.columns],
            Direction::Down => &self.checks[(self.columns + lane) * self.rows..][..self.rows],
        }
    }

    /// Updates the cross-checks after tiles were laid on `squares` or taken back.
    ///
    /// A tile affects the cross-checks of the squares at both ends of the runs of tiles through it. `changed` is
    /// called with the direction and number of each lane whose cross-checks may have changed.
    pub fn update<F: CrossSetLookup>(
        &mut self,
        board: &Board,
        points: &Points,
        lexicon: &F,
        squares: impl IntoIterator<Item = Square>,
        mut changed: impl FnMut(Direction, usize),
    ) {
        for square in squares {
            for direction in Direction::BOTH {
                // The cross words of plays in this direction run in the other.
                let across = direction.other();
                let (lane, at) = square.lane(across);
                let cells = board.lane(across, lane);
                let before = at - cells[..at].iter().rev().take_while(|cell| cell.is_tile()).count();
                let after = at + 1 + cells[at + 1..].iter().take_while(|cell| cell.is_tile()).count();
                let ends = [before.checked_sub(1), Some(at), (after < cells.len()).then_some(after)];
                for index in ends.into_iter().flatten() {
                    let square = Square::on_lane(across, lane, index);
                    self.renew(board, points, lexicon, direction, square);
                    changed(direction, square.lane(direction).0);
                }
            }
        }
    }

    fn renew<F: CrossSetLookup>(
        &mut self,
        board: &Board,
        points: &Points,
        lexicon: &F,
        direction: Direction,
        square: Square,
    ) {
        let (lane, index) = square.lane(direction.other());
        let place = match direction {
            Direction::Across => usize::from(square.row) * self.columns + usize::from(square.column),
            Direction::Down => (self.columns + usize::from(square.column)) * self.rows + usize::from(square.row),
        };
        self.checks[place] = check(board.lane(direction.other(), lane), index, points, lexicon);
    }
}

/// The cross-check of a square, from the lane of its cross word.
pub(super) fn check<F: CrossSetLookup>(cells: &[Cell], index: usize, points: &Points, lexicon: &F) -> CrossCheck {
    if !cells[index].is_empty() {
        return CrossCheck::CLOSED;
    }
    let before = cells[..index].iter().rev().take_while(|cell| cell.is_tile()).count();
    let after = cells[index + 1..].iter().take_while(|cell| cell.is_tile()).count();
    if before + after == 0 {
        return CrossCheck::FREE;
    }
    let letters = lexicon.fitting(&cells[index - before..index], &cells[index + 1..index + 1 + after]);
    CrossCheck { letters, beside: cross_sum(cells, index, points) }
}
