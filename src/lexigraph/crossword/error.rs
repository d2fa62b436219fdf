//! Errors of a grid, of its entries, and of the files of crosswords.

use thiserror::Error;

use super::grid::{Direction, MOST_SIDE};

/// An error of a grid or of a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages explain the variants
pub enum CrosswordError {
    #[error("the grid has no cells — give rows of letters, '-' for open cells and '#' for blocks")]
    Empty,
    #[error("the grid has only blocks — mark blocks with '#' and open cells with '-'")]
    OnlyBlocks,
    #[error("line {line}: the row has {found} cells, the first one {expected} — give all rows one length")]
    Ragged { line: usize, found: usize, expected: usize },
    #[error("line {line}, column {column}: '{found}' is no letter, '-' or '#'")]
    Letter { line: usize, column: usize, found: String },
    #[error("a side of the grid has {0} cells — at most {MOST_SIDE} are supported")]
    TooLarge(usize),
    #[error("the grid has no {0} {1} — its entries have the numbers of the cells where they begin")]
    NoEntry(u32, Direction),
    #[error("'{text}' has {found} letters, {number} {direction} has {expected} cells")]
    EntryLength { text: String, found: usize, number: u32, direction: Direction, expected: usize },
    #[error("'{text}' does not fit {number} {direction}: cell {at} has another letter")]
    EntryCrossing { text: String, number: u32, direction: Direction, at: usize },
    #[error("'{0}' is no entry — give its number, A or D, '=' and its letters: 17A=WORD")]
    EntryText(String),
    #[error("'{0}': {1}")]
    Word(String, String),
    #[error("the words '{0}' are in the grid twice")]
    Twice(String),
    #[error("cell {row},{column} has '{text}', which is not one tile of the alphabet")]
    CellText { row: usize, column: usize, text: String },
    #[error("the alphabet has {0} letters — grids are filled with at most 63")]
    Wide(usize),
    #[error("{0}")]
    File(String),
}
