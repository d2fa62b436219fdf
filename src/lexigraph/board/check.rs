//! What can be wrong with a setup.

use std::fmt;

use thiserror::Error;

use crate::alphabet::Alphabet;

use super::text::{word_text, write_cells};
use super::{BagError, BoardWord, Cell, Direction, Square, UncheckedPosition, place_name};

/// Whether a problem can be played on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It can.
    Warning,
    /// It cannot.
    Error,
}

/// One thing that is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// The board is not of the layout's size.
    #[error("the board has {rows} rows and {columns} columns, the layout '{layout}' has {layout_rows} and {layout_columns}")]
    Size {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
        /// The layout.
        layout: String,
        /// Its rows.
        layout_rows: usize,
        /// Its columns.
        layout_columns: usize,
    },
    /// A tile where none can lie.
    #[error("{square}: '{tile}' lies on a hole of the layout")]
    OnHole {
        /// Where.
        square: Square,
        /// The tile.
        tile: String,
    },
    /// A hole where the layout has none.
    #[error("{square}: the layout has no hole here")]
    StrayHole {
        /// Where.
        square: Square,
    },
    /// A tile that is not of the alphabet.
    #[error("{square}: tile number {number} is no letter of the alphabet")]
    NotALetter {
        /// Where.
        square: Square,
        /// The number.
        number: u8,
    },
    /// A rack with more tiles than the layout allows.
    #[error("rack {player} has {tiles} tiles, at most {limit} are allowed")]
    RackSize {
        /// Whose rack, from 1: 1 is the player on turn.
        player: usize,
        /// What it holds.
        tiles: usize,
        /// What it may hold.
        limit: usize,
    },
    /// A tile on a rack that is not of the alphabet.
    #[error("rack {player}: tile number {number} is no letter of the alphabet")]
    RackLetter {
        /// Whose rack, from 1.
        player: usize,
        /// The number.
        number: u8,
    },
    /// More tiles of a letter than there are.
    #[error(transparent)]
    Bag(#[from] BagError),
    /// Tiles on the board, but none on the start square.
    #[error("{square}: no tile lies on the start square, which the first play covers")]
    StartEmpty {
        /// The start square.
        square: Square,
    },
    /// A tile that no chain of tiles joins with the start square.
    #[error("{square}: '{tile}' is not connected with the tiles on the start square")]
    NotConnected {
        /// The first such tile, row by row.
        square: Square,
        /// The tile.
        tile: String,
    },
    /// A single tile on the board, which no play can have left.
    #[error("{square}: '{tile}' lies alone and is no word — words have two letters or more")]
    LoneTile {
        /// Where.
        square: Square,
        /// The tile.
        tile: String,
    },
    /// A word that is not in the lexicon.
    #[error("{start}: {word} ({}, {direction}) is not in the lexicon", place_name(*.start, *.direction))]
    NotAWord {
        /// The first square of the word.
        start: Square,
        /// How it runs.
        direction: Direction,
        /// The word.
        word: String,
    },
}

impl Problem {
    /// Whether it can be played on from.
    pub fn severity(&self) -> Severity {
        match self {
            Problem::NotAWord { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Where it is, when it is on the board.
    pub fn square(&self) -> Option<Square> {
        match *self {
            Problem::OnHole { square, .. }
            | Problem::StrayHole { square }
            | Problem::NotALetter { square, .. }
            | Problem::Bag(BagError::OnBoard { square, .. })
            | Problem::StartEmpty { square }
            | Problem::NotConnected { square, .. }
            | Problem::LoneTile { square, .. }
            | Problem::NotAWord { start: square, .. } => Some(square),
            Problem::Size { .. }
            | Problem::RackSize { .. }
            | Problem::RackLetter { .. }
            | Problem::Bag(BagError::OnRack { .. }) => None,
        }
    }

    /// The problem of a word on the board that the lexicon lacks.
    pub fn not_a_word(word: &BoardWord<'_>, alphabet: &Alphabet) -> Problem {
        Problem::NotAWord { start: word.start, direction: word.direction, word: word_text(alphabet, word.cells) }
    }
}

/// All that is wrong with a setup; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

pub(super) fn problems(unchecked: &UncheckedPosition) -> Vec<Problem> {
    let (board, layout) = (&unchecked.board, unchecked.setup.layout());
    if (board.rows(), board.columns()) != (layout.rows(), layout.columns()) {
        // No square means anything then.
        return vec![Problem::Size {
            rows: board.rows(),
            columns: board.columns(),
            layout: layout.name().to_owned(),
            layout_rows: layout.rows(),
            layout_columns: layout.columns(),
        }];
    }
    let mut found: Vec<Problem> = board.squares().filter_map(|square| square_problem(unchecked, square)).collect();
    found.extend(rack_problems(unchecked));
    found.extend(connection_problem(unchecked));
    found
}

fn square_problem(unchecked: &UncheckedPosition, square: Square) -> Option<Problem> {
    let cell = unchecked.board.get(square);
    let hole = unchecked.setup.layout().premium(square).is_hole();
    if usize::from(cell.number()) > unchecked.setup.alphabet().len() || cell == Cell::BLANK {
        return Some(Problem::NotALetter { square, number: cell.number() });
    }
    match (hole, cell.is_hole()) {
        (true, false) => Some(Problem::OnHole { square, tile: name(unchecked, cell) }),
        (false, true) => Some(Problem::StrayHole { square }),
        _ => None,
    }
}

fn name(unchecked: &UncheckedPosition, cell: Cell) -> String {
    write_cells(unchecked.setup.alphabet(), &[cell])
}

/// What is wrong with the racks, the bag included.
pub(super) fn rack_problems(unchecked: &UncheckedPosition) -> Vec<Problem> {
    let (limit, letters) = (unchecked.setup.layout().rack(), unchecked.setup.alphabet().len());
    let mut found = Vec::new();
    for (player, rack) in (1..).zip(&unchecked.racks) {
        if rack.len() > limit {
            found.push(Problem::RackSize { player, tiles: rack.len(), limit });
        }
        if let Some(cell) = rack.cells().find(|cell| usize::from(cell.number()) > letters) {
            found.push(Problem::RackLetter { player, number: cell.number() });
        }
    }
    found.extend(unchecked.unseen().err().map(Problem::Bag));
    found
}

/// The first tile that the start square does not reach.
fn connection_problem(unchecked: &UncheckedPosition) -> Option<Problem> {
    let (board, start) = (&unchecked.board, unchecked.setup.layout().start());
    let (first, _) = board.tiles().next()?;
    if !board.get(start).is_tile() {
        return Some(Problem::StartEmpty { square: start });
    }
    // A bit a square and a word a row: the board is at most 32 wide.
    let mut reached = [0u32; super::MAX_SIDE];
    let mut open = vec![start];
    let mut count = 0;
    while let Some(square) = open.pop() {
        let bit = 1 << square.column;
        let row = &mut reached[usize::from(square.row)];
        if *row & bit != 0 || !board.get(square).is_tile() {
            continue;
        }
        *row |= bit;
        count += 1;
        let Square { row, column } = square;
        let beside = [
            row.checked_sub(1).map(|row| Square { row, column }),
            column.checked_sub(1).map(|column| Square { row, column }),
            Some(Square { row: row + 1, column }),
            Some(Square { row, column: column + 1 }),
        ];
        open.extend(beside.into_iter().flatten().filter(|&square| board.contains(square)));
    }
    if count == 1 && first == start && board.tiles().count() == 1 {
        return Some(Problem::LoneTile { square: start, tile: name(unchecked, board.get(start)) });
    }
    let lost = board.tiles().find(|(square, _)| reached[usize::from(square.row)] & 1 << square.column == 0);
    lost.map(|(square, cell)| Problem::NotConnected { square, tile: name(unchecked, cell) })
}
