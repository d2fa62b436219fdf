//! Plays as text: `8D WORD` across, `D8 WORD` down.

use std::fmt;

use thiserror::Error;

use crate::alphabet::{Alphabet, Tile};

use super::text::{read_tile, write_cell, write_cells};
use super::{Board, Cell, Direction, MAX_SIDE, Move, Placement, Rack, RackError, Square, Tiles, column_name, column_number};

/// Why a play cannot be read, or does not fit the board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The text is not a place.
    #[error("'{text}' is no place — write row then column for across (8D), column then row for down (D8)")]
    Place {
        /// The text.
        text: String,
    },
    /// The place or the word is missing.
    #[error("'{text}' is no play — write a place and a word, as in 8D WORD")]
    Form {
        /// The text.
        text: String,
    },
    /// A character is not a tile.
    #[error("'{found}' (tile {place} of '{word}') is no tile")]
    NotATile {
        /// The character.
        found: char,
        /// The number of the tile that it would be, from 1.
        place: usize,
        /// The word.
        word: String,
    },
    /// The word leaves the board.
    #[error("the word runs off the board after {square}")]
    OffBoard {
        /// The last square of the word on the board, or the start if that is off the board.
        square: Square,
    },
    /// The word has another tile than the board.
    #[error("{square}: the word has {found} where {there} lies")]
    Differs {
        /// The square.
        square: Square,
        /// The tile of the word.
        found: String,
        /// The tile of the board.
        there: String,
    },
    /// The word goes through a tile, but the square is empty.
    #[error("{square}: the word goes through a tile, but the square is empty")]
    NothingThere {
        /// The square.
        square: Square,
    },
    /// The tiles of an exchange cannot be read.
    #[error("the tiles exchanged: {0}")]
    Exchange(RackError),
    /// The word lays more tiles than a rack can hold.
    #[error("the word lays more than {} tiles", super::MAX_RACK)]
    TooMany,
}

/// One tile of a written word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordTile {
    /// A letter: it is laid if the square is empty, otherwise it was on the board.
    Letter(Cell),
    /// A letter in parentheses: it was on the board.
    Through(Tile),
    /// A dot: some tile that was on the board.
    Dot,
}

/// A play as written, before it is compared with a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The first square of the word.
    pub start: Square,
    /// The direction of the word.
    pub direction: Direction,
    /// The tiles of the word.
    pub word: Vec<WordTile>,
}

/// The place of a play: `8D` across, `D8` down.
pub fn place_name(start: Square, direction: Direction) -> String {
    match direction {
        Direction::Across => format!("{}{}", start.row + 1, column_name(start.column)),
        Direction::Down => format!("{}{}", column_name(start.column), start.row + 1),
    }
}

/// Reads a place: `8D` across, `D8` down; letters in either case.
///
/// # Errors
/// [`NotationError::Place`], also for rows and columns past the largest board.
pub fn parse_place(text: &str) -> Result<(Square, Direction), NotationError> {
    let place = || {
        let digit = |byte: u8| byte.is_ascii_digit();
        let direction = if digit(*text.as_bytes().first()?) { Direction::Across } else { Direction::Down };
        let turn = text.bytes().position(|byte| digit(byte) == (direction == Direction::Down))?;
        let (first, second) = text.split_at_checked(turn)?;
        let (row, column) = if direction == Direction::Across { (first, second) } else { (second, first) };
        if row.starts_with('0') || !row.bytes().all(digit) {
            return None;
        }
        let row = row.parse().ok().filter(|row| (1..=MAX_SIDE).contains(row))?;
        Some((Square::new(row as u8 - 1, column_number(column)?), direction))
    };
    place().ok_or_else(|| NotationError::Place { text: text.to_owned() })
}

impl Written {
    /// Reads a place and a word, as in `8D WORD`.
    ///
    /// In the word, a lower-case letter is a blank. A letter in parentheses and a dot are tiles on the board; another
    /// letter may be laid or on the board. Labels of several characters stand in brackets.
    ///
    /// # Errors
    /// [`NotationError`] says what is wrong.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Written, NotationError> {
        let mut parts = text.split_whitespace();
        match (parts.next(), parts.next(), parts.next()) {
            (Some(place), Some(word), None) => Written::from_parts(place, word, alphabet),
            _ => Err(NotationError::Form { text: text.trim().to_owned() }),
        }
    }

    /// Reads a place and a word from two texts.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn from_parts(place: &str, word: &str, alphabet: &Alphabet) -> Result<Written, NotationError> {
        let (start, direction) = parse_place(place)?;
        Ok(Written { start, direction, word: parse_word(word, alphabet)? })
    }

    /// The placement on this board, in its normal form (see [`Placement`]).
    ///
    /// # Errors
    /// [`NotationError`] if the word leaves the board, or does not agree with the tiles on it.
    pub fn resolve(&self, board: &Board, alphabet: &Alphabet) -> Result<Placement, NotationError> {
        let (lane, first) = self.start.lane(self.direction);
        let mut tiles = Tiles::NONE;
        let mut last = self.start;
        for (index, &tile) in (first..).zip(&self.word) {
            // Squares past the edge of the largest board have no number.
            if index >= MAX_SIDE {
                return Err(NotationError::OffBoard { square: last });
            }
            let square = Square::on_lane(self.direction, lane, index);
            let there = board.at(square).ok_or(NotationError::OffBoard { square: last })?;
            last = square;
            let name = |cell: Cell| write_cells(alphabet, &[cell]);
            let differs = |found| NotationError::Differs { square, found: name(found), there: name(there) };
            match (tile, there.letter()) {
                (WordTile::Letter(cell), None) => tiles.push(cell).then_some(()).ok_or(NotationError::TooMany)?,
                (WordTile::Letter(cell), Some(letter)) if cell.letter() != Some(letter) => return Err(differs(cell)),
                (WordTile::Through(tile), Some(letter)) if tile != letter => return Err(differs(Cell::tile(tile))),
                (WordTile::Dot | WordTile::Through(_), None) => return Err(NotationError::NothingThere { square }),
                _ => {}
            }
        }
        Ok(Placement { start: self.start, direction: self.direction, tiles }.normalised(board))
    }
}

fn parse_word(word: &str, alphabet: &Alphabet) -> Result<Vec<WordTile>, NotationError> {
    let (mut rest, mut tiles, mut inside) = (word, Vec::new(), false);
    while let Some(found) = rest.chars().next() {
        let wrong = || NotationError::NotATile { found, place: tiles.len() + 1, word: word.to_owned() };
        match found {
            '(' | ')' if inside == (found == ')') => {
                inside = !inside;
                rest = &rest[1..];
            }
            '.' => {
                tiles.push(WordTile::Dot);
                rest = &rest[1..];
            }
            _ => {
                let (placed, taken) = read_tile(alphabet, rest).ok_or_else(wrong)?;
                tiles.push(if inside { WordTile::Through(placed.tile) } else { WordTile::Letter(placed.into()) });
                rest = &rest[taken..];
            }
        }
    }
    if inside || tiles.is_empty() {
        return Err(NotationError::Form { text: word.to_owned() });
    }
    Ok(tiles)
}

/// How tiles that were on the board are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// `(MOLD)S`, for people.
    Parentheses,
    /// `....S`, as in GCG.
    Dots,
}

impl Placement {
    /// The play as text, `8D WORD`. `board` is the board before the play.
    pub fn notation(&self, board: &Board, alphabet: &Alphabet, through: Through) -> String {
        format!("{} {}", place_name(self.start, self.direction), self.word_notation(board, alphabet, through))
    }

    /// The word of [`notation`](Self::notation), without the place.
    pub fn word_notation(&self, board: &Board, alphabet: &Alphabet, through: Through) -> String {
        let (mut text, mut inside) = (String::new(), false);
        for step in self.walk(board) {
            if through == Through::Parentheses && inside == step.laid {
                text.push(if step.laid { ')' } else { '(' });
                inside = !step.laid;
            }
            match (through, step.laid) {
                (Through::Dots, false) => text.push('.'),
                _ => write_cell(alphabet, step.cell, &mut text),
            }
        }
        if inside {
            text.push(')');
        }
        text
    }

    /// The play as [`Written`] for this board; tiles on the board are dots.
    pub fn written(&self, board: &Board) -> Written {
        let word = self.walk(board).map(|step| if step.laid { WordTile::Letter(step.cell) } else { WordTile::Dot });
        Written { start: self.start, direction: self.direction, word: word.collect() }
    }

    /// Reads a play written for this board; see [`Written`].
    ///
    /// # Errors
    /// [`NotationError`] says what is wrong.
    pub fn parse(text: &str, board: &Board, alphabet: &Alphabet) -> Result<Placement, NotationError> {
        Written::parse(text, alphabet)?.resolve(board, alphabet)
    }
}

impl Move {
    /// The move as text: `8D (MOLD)S`, `-ABC?` for an exchange, `-` for a pass. `board` is the board before the move.
    pub fn notation(&self, board: &Board, alphabet: &Alphabet) -> String {
        match self {
            Move::Place(placement) => placement.notation(board, alphabet, Through::Parentheses),
            Move::Exchange(tiles) => format!("-{}", write_cells(alphabet, tiles)),
            Move::Pass => "-".to_owned(),
        }
    }

    /// Reads a move written for this board, as [`notation`](Self::notation) writes it; see also [`Written`].
    ///
    /// # Errors
    /// [`NotationError`] says what is wrong. Whether the move can be played is not checked.
    pub fn parse(text: &str, board: &Board, alphabet: &Alphabet) -> Result<Move, NotationError> {
        let Some(exchanged) = text.trim().strip_prefix('-') else {
            return Ok(Move::Place(Placement::parse(text, board, alphabet)?));
        };
        if exchanged.trim().is_empty() {
            return Ok(Move::Pass);
        }
        let rack = Rack::parse(exchanged, alphabet).map_err(NotationError::Exchange)?;
        let cells: Vec<Cell> = rack.cells().collect();
        Tiles::from_slice(&cells).map(Move::Exchange).ok_or(NotationError::TooMany)
    }
}

/// Writes a word as it was read: tiles on the board are dots, unless their letters were given.
pub(super) struct WrittenWord<'w>(pub &'w [WordTile], pub &'w Alphabet);

impl fmt::Display for WrittenWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for tile in self.0 {
            match *tile {
                WordTile::Letter(cell) => write_cell(self.1, cell, &mut text),
                WordTile::Through(tile) => {
                    text.push('(');
                    write_cell(self.1, Cell::tile(tile), &mut text);
                    text.push(')');
                }
                WordTile::Dot => text.push('.'),
            }
        }
        f.write_str(&text.replace(")(", ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;

    #[test]
    fn places_read_and_print() {
        for text in ["8D", "D8", "15O", "O15", "32AF", "AF32", "1A"] {
            let (square, direction) = parse_place(text).unwrap();
            assert_eq!(place_name(square, direction), text);
        }
        assert_eq!(parse_place("h8").unwrap(), (Square::new(7, 7), Direction::Down));
        for text in ["", "8", "H", "8H8", "H8H", "0A", "08A", "33A", "1AG", "8-", "é8", "8é", "-1A", "+1A", "A+1"] {
            assert_eq!(parse_place(text), Err(NotationError::Place { text: text.into() }));
        }
    }

    #[test]
    fn all_ways_to_write_a_play_are_one() {
        let english = Alphabet::builtin("english").unwrap();
        let mut board = Board::new(&Layout::builtin("standard-15").unwrap());
        for (column, &tile) in (3..).zip(&english.parse("MOLD").unwrap()) {
            board.set(Square::new(7, column), Cell::tile(tile));
        }
        let plays: Vec<Placement> = ["8D MOLDs", "8D (MOLD)s", "8D ....s", "8H s", "8D M(OL)Ds", "H8 s"]
            .map(|text| Placement::parse(text, &board, &english).unwrap())
            .into();
        assert!(plays.iter().all(|play| *play == plays[0]));
        assert_eq!(plays[0].notation(&board, &english, Through::Parentheses), "8D (MOLD)s");
        assert_eq!(plays[0].notation(&board, &english, Through::Dots), "8D ....s");
        let wrong = |text| Placement::parse(text, &board, &english).unwrap_err();
        assert_eq!(wrong("8D MOPDS").to_string(), "row 8, column F: the word has P where L lies");
        assert_eq!(wrong("8D MOLD(S)"), NotationError::NothingThere { square: Square::new(7, 7) });
        assert_eq!(wrong("8N ABC"), NotationError::OffBoard { square: Square::new(7, 14) });
        assert_eq!(wrong("20A ABC"), NotationError::OffBoard { square: Square::new(19, 0) });
        assert!(matches!(wrong("8D A1"), NotationError::NotATile { found: '1', place: 2, .. }));
        for text in ["8D", "8D (A", "8D A B", "8D ()", "8D A)"] {
            assert!(Placement::parse(text, &board, &english).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_read_and_print() {
        let english = Alphabet::builtin("english").unwrap();
        let board = Board::new(&Layout::builtin("standard-15").unwrap());
        for text in ["8D GOd", "D8 GOd", "-", "-ABC?"] {
            assert_eq!(Move::parse(text, &board, &english).unwrap().notation(&board, &english), text);
        }
        assert_eq!(Move::parse("- ?cab", &board, &english), Move::parse("-ABC?", &board, &english));
        assert!(matches!(Move::parse("-A1", &board, &english), Err(NotationError::Exchange(_))));
    }
}
