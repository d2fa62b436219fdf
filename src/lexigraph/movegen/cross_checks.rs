//! Cross-checks: which letters an empty square allows, given the tiles beside it, and what those count for.
//!
//! A tile laid on a lane also makes a word across it when tiles lie beside its square the other way. The *cross-check* of the
//! square is the set of letters with which that word is in the lexicon, and the sum of the tiles that lie there already.
//! (Appel & Jacobson, *The world's fastest Scrabble program*, 1988.)

use crate::alphabet::TileSet;
use crate::board::{Board, Cell, Direction, Points, Square, cross_sum};

/// What words across a lane demand of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossCheck {
    /// The letters that may be laid: all where nothing lies beside, none on tiles and holes.
    pub letters: TileSet,
    /// What the tiles beside are worth together; `None` where there are none, so that no cross word is made.
    pub beside: Option<i32>,
}

impl CrossCheck {
    /// A square where no tile can be laid.
    pub const CLOSED: CrossCheck = CrossCheck { letters: TileSet::EMPTY, beside: None };
    /// A square without tiles beside it.
    pub const FREE: CrossCheck = CrossCheck { letters: TileSet::ALL, beside: None };
}

/// A lexicon that can say which letters fit between tiles.
pub trait CrossSetLookup {
    /// The letters that make a word with the tiles before and those after; not both are empty.
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet;
}

/// The cross-checks of every square, for plays of both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossChecks {
    rows: usize,
    columns: usize,
    /// As the squares of a [`Board`]: for plays across all rows, then for plays down all columns.
    checks: Vec<CrossCheck>,
}

impl CrossChecks {
    /// Those of a board. Cost: a few steps in the lexicon for each square that has a tile beside it.
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

    /// For boards of this size, with no letter allowed anywhere.
    pub(super) fn closed(board: &Board) -> CrossChecks {
        let (rows, columns) = (board.rows(), board.columns());
        CrossChecks { rows, columns, checks: vec![CrossCheck::CLOSED; 2 * rows * columns] }
    }

    /// The checks along a lane, for plays in that direction.
    ///
    /// # Panics
    /// When there is no such lane.
    pub fn lane(&self, direction: Direction, lane: usize) -> &[CrossCheck] {
        match direction {
            Direction::Across => &self.checks[lane * self.columns..][..self.columns],
            Direction::Down => &self.checks[(self.columns + lane) * self.rows..][..self.rows],
        }
    }

    /// Brings the checks up to date after squares have changed: tiles laid or taken back.
    ///
    /// A square's tile bears on the checks of the squares where the run of tiles through it ends, both ways. `changed` is told
    /// of each lane, by direction and number, whose checks may have changed.
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
                // Plays in this direction are checked along the other.
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

/// The check of a square, seen along the lane of the word it would make.
fn check<F: CrossSetLookup>(cells: &[Cell], index: usize, points: &Points, lexicon: &F) -> CrossCheck {
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
