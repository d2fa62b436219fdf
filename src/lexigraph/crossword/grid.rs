//! Grids of blocks and cells, their slots and numbers.

use std::fmt;

use super::error::CrosswordError;
use crate::alphabet::{Alphabet, Tile};

/// The most cells of a side. Files of crosswords have no longer ones.
pub const MOST_SIDE: usize = 255;

/// A square of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// No letter stands here.
    Block,
    /// A cell, with its letter if it has one.
    Cell(Option<Tile>),
}

/// The direction of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// `across` or `down`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Across => "across",
            Direction::Down => "down",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place for a word: at least two cells in a row, with blocks or edges at both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its number, from 1.
    pub number: u32,
    /// Its direction.
    pub direction: Direction,
    /// Its squares, as their numbers row by row from 0.
    pub cells: Vec<usize>,
}

/// A grid of a crossword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosswordGrid {
    rows: usize,
    columns: usize,
    squares: Vec<Square>,
}

impl CrosswordGrid {
    /// The grid with these squares, row by row.
    ///
    /// # Errors
    /// [`CrosswordError`] if there are no cells or a side is longer than [`MOST_SIDE`].
    ///
    /// # Panics
    /// If the number of squares is not that of the sides.
    pub fn new(rows: usize, columns: usize, squares: Vec<Square>) -> Result<CrosswordGrid, CrosswordError> {
        assert_eq!(squares.len(), rows * columns, "the sides of the grid");
        if rows.max(columns) > MOST_SIDE {
            return Err(CrosswordError::TooLarge(rows.max(columns)));
        }
        if squares.is_empty() {
            return Err(CrosswordError::Empty);
        }
        if squares.iter().all(|square| *square == Square::Block) {
            return Err(CrosswordError::OnlyBlocks);
        }
        Ok(CrosswordGrid { rows, columns, squares })
    }

    /// Reads a grid: a line for each row, or `/` between the rows. `#` is a block, `-`, `_` and `?` an open cell. `.`
    /// is an open cell if the grid has a `#`, and a block otherwise. Spaces between cells are left out, and a tile of
    /// several letters may stand in brackets.
    ///
    /// # Errors
    /// [`CrosswordError`] with the line and the column.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<CrosswordGrid, CrosswordError> {
        let dot = if text.contains('#') { Square::Cell(None) } else { Square::Block };
        let (mut rows, mut columns, mut squares) = (0, 0, Vec::new());
        let lines = text.trim_start_matches('\u{feff}').lines().flat_map(|line| line.split('/'));
        for (line, row) in (1..).zip(lines).filter(|(_, row)| !row.trim().is_empty()) {
            let before = squares.len();
            let mut rest = row;
            while let Some(c) = rest.chars().next() {
                let mut taken = c.len_utf8();
                match c {
                    '#' => squares.push(Square::Block),
                    '-' | '_' | '?' => squares.push(Square::Cell(None)),
                    '.' => squares.push(dot),
                    c if c.is_whitespace() => {}
                    _ => {
                        let (tile, length) = tile(rest, alphabet).ok_or_else(|| CrosswordError::Letter {
                            line,
                            column: row[..row.len() - rest.len()].chars().count() + 1,
                            found: c.to_string(),
                        })?;
                        squares.push(Square::Cell(Some(tile)));
                        taken = length;
                    }
                }
                rest = &rest[taken..];
            }
            let found = squares.len() - before;
            if rows == 0 {
                columns = found;
            } else if found != columns {
                return Err(CrosswordError::Ragged { line, found, expected: columns });
            }
            rows += 1;
            if rows > MOST_SIDE || columns > MOST_SIDE {
                return Err(CrosswordError::TooLarge(rows.max(columns)));
            }
        }
        CrosswordGrid::new(rows, columns, squares)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The squares, row by row.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// `true` if all cells have letters.
    pub fn is_full(&self) -> bool {
        self.squares.iter().all(|square| *square != Square::Cell(None))
    }

    /// Puts a letter into a cell. Blocks stay.
    pub(super) fn set(&mut self, cell: usize, tile: Tile) {
        if let Square::Cell(letter) = &mut self.squares[cell] {
            *letter = Some(tile);
        }
    }

    /// The letter of a cell.
    pub fn letter(&self, cell: usize) -> Option<Tile> {
        if let Square::Cell(letter) = self.squares[cell] { letter } else { None }
    }

    fn is_cell(&self, row: usize, column: usize) -> bool {
        row < self.rows && column < self.columns && self.squares[row * self.columns + column] != Square::Block
    }

    /// The number of each square where a slot begins, from the upper left corner row by row; 0 for the others.
    pub fn numbers(&self) -> Vec<u32> {
        let mut last = 0;
        let number = |square: usize| {
            let (row, column) = (square / self.columns, square % self.columns);
            let starts = |before: bool, after: bool| self.is_cell(row, column) && !before && after;
            let across = starts(column > 0 && self.is_cell(row, column - 1), self.is_cell(row, column + 1));
            let down = starts(row > 0 && self.is_cell(row - 1, column), self.is_cell(row + 1, column));
            last += u32::from(across || down);
            if across || down { last } else { 0 }
        };
        (0..self.squares.len()).map(number).collect()
    }

    /// The slots: those across in the order of their numbers, then those down.
    pub fn slots(&self) -> Vec<Slot> {
        let numbers = self.numbers();
        let mut slots = Vec::new();
        for direction in [Direction::Across, Direction::Down] {
            for (square, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
                let (row, column) = (square / self.columns, square % self.columns);
                let (before, step) = match direction {
                    Direction::Across => (column > 0 && self.is_cell(row, column - 1), 1),
                    Direction::Down => (row > 0 && self.is_cell(row - 1, column), self.columns),
                };
                let room = match direction {
                    Direction::Across => self.columns - column,
                    Direction::Down => self.rows - row,
                };
                let cells = (0..room).map(|at| square + at * step);
                let cells: Vec<usize> = cells.take_while(|&cell| self.squares[cell] != Square::Block).collect();
                if !before && cells.len() > 1 {
                    slots.push(Slot { number, direction, cells });
                }
            }
        }
        slots
    }

    /// The letters of a slot, if all its cells have one.
    pub fn word(&self, slot: &Slot) -> Option<Vec<Tile>> {
        slot.cells.iter().map(|&cell| self.letter(cell)).collect()
    }

    /// Enters a word, as `17A=WORD` says it. Spaces, hyphens and apostrophes of a phrase are left out, unless they are
    /// letters of the alphabet. Returns the slot.
    ///
    /// # Errors
    /// [`CrosswordError`] if there is no such slot, or the word does not fit it.
    pub fn enter(&mut self, entry: &str, alphabet: &Alphabet) -> Result<Slot, CrosswordError> {
        let wrong = || CrosswordError::EntryText(entry.to_owned());
        let (place, text) = entry.split_once('=').ok_or_else(wrong)?;
        let place = place.trim();
        let direction = match place.chars().last() {
            Some('a' | 'A') => Direction::Across,
            Some('d' | 'D') => Direction::Down,
            _ => return Err(wrong()),
        };
        let number: u32 = place[..place.len() - 1].trim().parse().map_err(|_| wrong())?;
        let letters = letters_of(text, alphabet).map_err(|problem| CrosswordError::Word(text.to_owned(), problem))?;
        let slots = self.slots();
        let slot = slots.into_iter().find(|slot| slot.number == number && slot.direction == direction);
        let slot = slot.ok_or(CrosswordError::NoEntry(number, direction))?;
        let (found, expected) = (letters.len(), slot.cells.len());
        if found != expected {
            return Err(CrosswordError::EntryLength { text: text.to_owned(), found, number, direction, expected });
        }
        for (at, (&cell, &tile)) in slot.cells.iter().zip(&letters).enumerate() {
            if self.letter(cell).is_some_and(|letter| letter != tile) {
                return Err(CrosswordError::EntryCrossing { text: text.to_owned(), number, direction, at: at + 1 });
            }
        }
        for (&cell, &tile) in slot.cells.iter().zip(&letters) {
            self.set(cell, tile);
        }
        Ok(slot)
    }

    /// The grid as text: a line for each row, `#` for blocks, `-` for open cells. A tile of several letters is in
    /// brackets.
    ///
    /// # Panics
    /// If a tile does not belong to `alphabet`.
    pub fn render(&self, alphabet: &Alphabet) -> String {
        let mut text = String::new();
        for row in self.squares.chunks(self.columns) {
            for square in row {
                match square {
                    Square::Block => text.push('#'),
                    Square::Cell(None) => text.push('-'),
                    Square::Cell(Some(tile)) => {
                        let label = alphabet.render(&[*tile]);
                        let several = label.chars().nth(1).is_some();
                        text.push_str(&if several { format!("[{label}]") } else { label });
                    }
                }
            }
            text.push('\n');
        }
        text
    }
}

/// The tile at the start of a text, perhaps in brackets, and the bytes that it takes.
fn tile(text: &str, alphabet: &Alphabet) -> Option<(Tile, usize)> {
    if let Some(inner) = text.strip_prefix('[') {
        let label = &inner[..inner.find(']')?];
        return alphabet
            .parse_tile(label)
            .filter(|(_, _, taken)| *taken == label.len())
            .map(|(tile, ..)| (tile, label.len() + 2));
    }
    alphabet.parse_tile(text).map(|(tile, _, taken)| (tile, taken))
}

/// The letters of a word or phrase. What stands between words is left out, unless the alphabet has it.
pub(super) fn letters_of(text: &str, alphabet: &Alphabet) -> Result<Vec<Tile>, String> {
    let kept: String = text
        .chars()
        .filter(|c| {
            !(c.is_whitespace() || "-'’".contains(*c))
                || alphabet.parse(c.encode_utf8(&mut [0; 4])).is_ok_and(|_| !c.is_whitespace())
        })
        .collect();
    alphabet.parse(&kept).map_err(|error| error.to_string())
}
