//! The problems that a position can have.

use std::fmt;

use thiserror::Error;

use crate::alphabet::Alphabet;

use super::text::{word_text, write_cells};
use super::{BagError, BoardWord, Cell, Direction, Square, UncheckedPosition, place_name};

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The position can be played on.
    Warning,
    /// The position is illegal.
    Error,
}

/// A problem of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// The size of the board is not that of the layout.
    #[error("the board has {rows} rows and {columns} columns, the layout '{layout}' has {layout_rows} and {layout_columns}")]
    Size {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
        /// The name of the layout.
        layout: String,
        /// Rows of the layout.
        layout_rows: usize,
        /// Columns of the layout.
        layout_columns: usize,
    },
    /// A tile is on a hole.
    #[error("{square}: '{tile}' lies on a hole of the layout")]
    OnHole {
        /// The hole.
        square: Square,
        /// The tile.
        tile: String,
    },
    /// The board has a hole where the layout has none.
    #[error("{square}: the layout has no hole here")]
    StrayHole {
        /// The hole.
        square: Square,
    },
    /// A tile on the board is not a letter of the alphabet.
    #[error("{square}: tile number {number} is no letter of the alphabet")]
    NotALetter {
        /// The square of the tile.
        square: Square,
        /// The number of the tile.
        number: u8,
    },
    /// A rack has more tiles than the layout allows.
    #[error("rack {player} has {tiles} tiles, at most {limit} are allowed")]
    RackSize {
        /// The player with the rack, from 1: 1 is the player on turn.
        player: usize,
        /// The number of tiles.
        tiles: usize,
        /// The most tiles allowed.
        limit: usize,
    },
    /// A tile on a rack is not a letter of the alphabet.
    #[error("rack {player}: tile number {number} is no letter of the alphabet")]
    RackLetter {
        /// The player with the rack, from 1.
        player: usize,
        /// The number of the tile.
        number: u8,
    },
    /// Board and racks have more tiles of a letter than the game.
    #[error(transparent)]
    Bag(#[from] BagError),
    /// The board has tiles, but none on the start square.
    #[error("{square}: no tile lies on the start square, which the first play covers")]
    StartEmpty {
        /// The start square.
        square: Square,
    },
    /// A tile is not connected with the tiles on the start square.
    #[error("{square}: '{tile}' is not connected with the tiles on the start square")]
    NotConnected {
        /// The square of the first such tile, row by row.
        square: Square,
        /// The tile.
        tile: String,
    },
    /// The board has a single tile, which no play can leave.
    #[error("{square}: '{tile}' lies alone and is no word — words have two letters or more")]
    LoneTile {
        /// The square of the tile.
        square: Square,
        /// The tile.
        tile: String,
    },
    /// A word on the board is not in the lexicon.
    #[error("{start}: {word} ({}, {direction}) is not in the lexicon", place_name(*.start, *.direction))]
    NotAWord {
        /// The first square of the word.
        start: Square,
        /// The direction of the word.
        direction: Direction,
        /// The word.
        word: String,
    },
}

impl Problem {
    /// The severity of the problem.
    pub fn severity(&self) -> Severity {
        match self {
            Problem::NotAWord { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// The square of the problem, if it is on the board.
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

    /// The problem that the lexicon does not have a word on the board.
    pub fn not_a_word(word: &BoardWord<'_>, alphabet: &Alphabet) -> Problem {
        Problem::NotAWord { start: word.start, direction: word.direction, word: word_text(alphabet, word.cells) }
    }
}

/// All problems of a position; at least one.
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
        // The squares of board and layout do not correspond.
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

/// The problems of the racks and of the bag.
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

/// The problem of the first tile that is not connected with the start square.
fn connection_problem(unchecked: &UncheckedPosition) -> Option<Problem> {
    let (board, start) = (&unchecked.board, unchecked.setup.layout().start());
    let (first, _) = board.tiles().next()?;
    if !board.get(start).is_tile() {
        return Some(Problem::StartEmpty { square: start });
    }
    // One bit for each square and one word for each row: the board has at most 32 columns.
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
