//! Squares of the board, and the two directions of words.

use std::fmt;

/// The most rows or columns a board may have.
///
/// With this limit the squares of a lane fit the bits of a `u32`, in which move generators store the squares of a play.
pub const MAX_SIDE: usize = 32;

/// The direction of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From left to right, along a row.
    Across,
    /// From top to bottom, along a column.
    Down,
}

impl Direction {
    /// Both, across first.
    pub const BOTH: [Direction; 2] = [Direction::Across, Direction::Down];

    /// The other direction.
    #[inline]
    pub const fn other(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }
}

impl fmt::Display for Direction {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Across => "across",
            Direction::Down => "down",
        })
    }
}

/// A square of the board: row and column, counted from 0.
///
/// It prints as `row 8, column H`: rows from 1, columns as letters (`AA` follows `Z`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Row from the top, from 0.
    pub row: u8,
    /// Column from the left, from 0.
    pub column: u8,
}

impl Square {
    /// The square at a row and a column, both from 0.
    #[inline]
    pub const fn new(row: u8, column: u8) -> Square {
        Square { row, column }
    }

    /// The square at `index` of lane number `lane` in a direction; a lane is a row for across, a column for down.
    #[inline]
    pub const fn on_lane(direction: Direction, lane: usize, index: usize) -> Square {
        match direction {
            Direction::Across => Square { row: lane as u8, column: index as u8 },
            Direction::Down => Square { row: index as u8, column: lane as u8 },
        }
    }

    /// The lane through this square in a direction, and the index of the square on it.
    #[inline]
    pub const fn lane(self, direction: Direction) -> (usize, usize) {
        match direction {
            Direction::Across => (self.row as usize, self.column as usize),
            Direction::Down => (self.column as usize, self.row as usize),
        }
    }

    /// The square on the transposed board, which is mirrored at its main diagonal.
    #[inline]
    pub const fn transposed(self) -> Square {
        Square { row: self.column, column: self.row }
    }
}

impl fmt::Display for Square {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, column_name(self.column))
    }
}

/// The letters of a column from 0: `A` to `Z`, then `AA`, `AB`, ...
#[inline]
pub fn column_name(column: u8) -> String {
    let letter = |number: u8| char::from(b'A' + number % 26);
    match column / 26 {
        0 => letter(column).to_string(),
        round => [letter(round - 1), letter(column)].iter().collect(),
    }
}

/// The number of the column with these letters, in either case; `None` for anything else, or past the widest board.
#[inline]
pub fn column_number(name: &str) -> Option<u8> {
    if name.is_empty() || name.len() > 2 || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let number = name.bytes().fold(0, |sum, byte| sum * 26 + usize::from(byte.to_ascii_uppercase() - b'A') + 1) - 1;
    (number < MAX_SIDE).then_some(number as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_in_a_spreadsheet() {
        let named = [(0, "A"), (14, "O"), (25, "Z"), (26, "AA"), (31, "AF")];
        for (column, name) in named {
            assert_eq!((column_name(column).as_str(), column_number(name)), (name, Some(column)));
        }
        for name in ["", "AG", "1", "É", "AAA"] {
            assert_eq!(column_number(name), None, "{name}");
        }
        assert_eq!(Square::new(7, 7).to_string(), "row 8, column H");
    }

    #[test]
    fn lanes_and_squares_are_two_views() {
        let square = Square::new(3, 9);
        for direction in Direction::BOTH {
            let (lane, index) = square.lane(direction);
            assert_eq!(Square::on_lane(direction, lane, index), square);
            assert_eq!(square.transposed().lane(direction.other()), (lane, index));
        }
    }
}
