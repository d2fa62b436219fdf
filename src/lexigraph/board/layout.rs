//! Board layouts: sizes, premium squares, rack size and bonus, as text tables.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use super::{Direction, MAX_RACK, MAX_SIDE, Square};

macro_rules! tables {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../wordlists/boards/", $name, ".toml")))),*] };
}

/// The bundled tables: name and text, sorted by name.
static TABLES: &[(&str, &str)] = &tables![
    "compact-11" "eight-tile-15" "grand-21" "mobile-11" "mobile-15" "modern-15" "online-15" "punctured-15" "ring-15"
    "standard-15" "wide-27x19"
];

/// The names of the bundled layouts, sorted.
pub fn builtin_layouts() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(name, _)| *name)
}

/// Why a layout cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// No bundled layout has this name.
    #[error("no board layout is called '{name}' — use one of: {}; or a .toml file", builtin_layouts().collect::<Vec<_>>().join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The text is not a layout table.
    #[error("not a board layout: {message}")]
    Table {
        /// The message of the TOML reader, with the line.
        message: String,
    },
    /// The board is too small or too large.
    #[error("a board has 1 to {MAX_SIDE} rows and as many columns, this one {rows} rows and {columns} columns")]
    Size {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A row is shorter or longer than the first.
    #[error("row {row} has {found} squares, the rows above have {expected} — make all rows equally long")]
    RowLength {
        /// The row, from 1.
        row: usize,
        /// The squares of the row.
        found: usize,
        /// The squares of the first row.
        expected: usize,
    },
    /// A character stands for no premium.
    #[error("{square}: '{found}' is no premium — use . (plain), d t q (letter), D T Q (word) or # (hole)")]
    Premium {
        /// The square.
        square: Square,
        /// The character.
        found: char,
    },
    /// The start square is not on the board, or is a hole.
    #[error("start = [{row}, {column}] is not a square on which a tile can lie")]
    Start {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The size of the rack is out of range.
    #[error("rack = {rack}: a rack holds 1 to {MAX_RACK} tiles")]
    Rack {
        /// The size.
        rack: usize,
    },
    /// A bonus is for a number of tiles that cannot be laid.
    #[error("full_rack_bonus: '{tiles}' is not a number of tiles from 1 to {rack}, the size of the rack")]
    Bonus {
        /// The key.
        tiles: String,
        /// The size of the rack.
        rack: usize,
    },
    /// The number of squares with a premium is not the number that the table gives.
    #[error("the table counts {expected} squares {what}, there are {found}")]
    Count {
        /// The premium.
        what: String,
        /// The number in the table.
        expected: usize,
        /// The number of squares.
        found: usize,
    },
}

/// The effect of a square on a tile laid on it: it multiplies the letter, or every word through it, or allows no tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Premium {
    // Both are 0 for a hole.
    letter: u8,
    word: u8,
}

impl Premium {
    /// A square without effect.
    pub const PLAIN: Premium = Premium { letter: 1, word: 1 };
    /// A square on which no tile may lie.
    pub const HOLE: Premium = Premium { letter: 0, word: 0 };

    /// A square with these multipliers; `None` unless each is 1 to 4.
    pub const fn new(letter: u8, word: u8) -> Option<Premium> {
        if matches!(letter, 1..=4) && matches!(word, 1..=4) { Some(Premium { letter, word }) } else { None }
    }

    /// The multiplier of the letter, 1 to 4; 0 for a hole.
    #[inline]
    pub const fn letter(self) -> i32 {
        self.letter as i32
    }

    /// The multiplier of words through the square, 1 to 4; 0 for a hole.
    #[inline]
    pub const fn word(self) -> i32 {
        self.word as i32
    }

    /// `true` if no tile may be laid here.
    #[inline]
    pub const fn is_hole(self) -> bool {
        self.word == 0
    }

    const fn of(sign: char) -> Option<Premium> {
        let (letter, word) = match sign {
            '.' => (1, 1),
            'd' => (2, 1),
            't' => (3, 1),
            'q' => (4, 1),
            'D' => (1, 2),
            'T' => (1, 3),
            'Q' => (1, 4),
            '#' => (0, 0),
            _ => return None,
        };
        Some(Premium { letter, word })
    }
}

/// A board layout: size, premiums, start square, rack size and bonus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    name: String,
    title: String,
    rows: usize,
    columns: usize,
    /// All rows, then all columns.
    premiums: Box<[Premium]>,
    start: Square,
    rack: usize,
    /// The bonus by the number of tiles laid, from 0 to the size of the rack.
    bonus: Vec<i32>,
}

#[derive(Deserialize)]
struct LayoutTable {
    title: String,
    start: Option<[usize; 2]>,
    rack: usize,
    full_rack_bonus: BTreeMap<String, i32>,
    #[serde(default)]
    counts: BTreeMap<String, usize>,
    squares: Vec<String>,
}

impl Layout {
    /// The bundled layout with this name (`standard-15`) or with one of the other names in its table.
    ///
    /// # Errors
    /// [`LayoutError::Unknown`] lists the bundled layouts.
    pub fn builtin(name: &str) -> Result<Layout, LayoutError> {
        let quoted = format!("\"{name}\"");
        let other = |text: &str| text.lines().any(|line| line.starts_with("also = ") && line.contains(&quoted));
        let found = TABLES.iter().find(|(known, _)| *known == name).or_else(|| TABLES.iter().find(|(_, text)| other(text)));
        let (name, text) = found.ok_or_else(|| LayoutError::Unknown { name: name.to_owned() })?;
        Layout::from_toml(name, text)
    }

    /// Reads a layout table; `wordlists/boards/standard-15.toml` shows the form.
    ///
    /// # Errors
    /// [`LayoutError`] names the row and column, or the key, that is wrong.
    pub fn from_toml(name: &str, text: &str) -> Result<Layout, LayoutError> {
        let table: LayoutTable = toml::from_str(text)
            .map_err(|error| LayoutError::Table { message: error.to_string().trim_end().replace('\n', " ") })?;
        let rows = table.squares.len();
        let columns = table.squares.first().map_or(0, |row| row.chars().count());
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&columns) {
            return Err(LayoutError::Size { rows, columns });
        }
        let mut by_rows = Vec::with_capacity(2 * rows * columns);
        for (row, signs) in table.squares.iter().enumerate() {
            let found = signs.chars().count();
            if found != columns {
                return Err(LayoutError::RowLength { row: row + 1, found, expected: columns });
            }
            for (column, found) in signs.chars().enumerate() {
                let square = Square::new(row as u8, column as u8);
                by_rows.push(Premium::of(found).ok_or(LayoutError::Premium { square, found })?);
            }
        }
        for (what, &expected) in &table.counts {
            let found = by_rows.iter().filter(|&&premium| counts_as(what, premium)).count();
            if found != expected {
                return Err(LayoutError::Count { what: what.clone(), expected, found });
            }
        }
        if !(1..=MAX_RACK).contains(&table.rack) {
            return Err(LayoutError::Rack { rack: table.rack });
        }
        let mut bonus = vec![0; table.rack + 1];
        for (tiles, points) in table.full_rack_bonus {
            let place = tiles.parse().ok().filter(|&laid: &usize| laid > 0).and_then(|laid| bonus.get_mut(laid));
            *place.ok_or(LayoutError::Bonus { tiles, rack: table.rack })? = points;
        }
        let [row, column] = table.start.unwrap_or([rows / 2 + 1, columns / 2 + 1]);
        let on_board = (1..=rows).contains(&row) && (1..=columns).contains(&column);
        if !on_board || by_rows[(row - 1) * columns + column - 1].is_hole() {
            return Err(LayoutError::Start { row, column });
        }
        let start = Square::new(row as u8 - 1, column as u8 - 1);
        let premiums = with_columns(by_rows, rows, columns);
        Ok(Layout { name: name.to_owned(), title: table.title, rows, columns, premiums, start, rack: table.rack, bonus })
    }

    /// The name of the layout, by which [`builtin`](Self::builtin) finds it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The number of rows, 1 to [`MAX_SIDE`].
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns, 1 to [`MAX_SIDE`].
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The square that the first play must cover.
    pub fn start(&self) -> Square {
        self.start
    }

    /// The number of tiles on a full rack, 1 to [`MAX_RACK`].
    pub fn rack(&self) -> usize {
        self.rack
    }

    /// The bonus for laying `laid` tiles in one play.
    #[inline]
    pub fn bonus(&self, laid: usize) -> i32 {
        self.bonus.get(laid).copied().unwrap_or(0)
    }

    /// The premium of a square.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[inline]
    pub fn premium(&self, square: Square) -> Premium {
        self.lane(Direction::Across, usize::from(square.row))[usize::from(square.column)]
    }

    /// The premiums of a lane: a row from the left, or a column from the top.
    ///
    /// # Panics
    /// If there is no such lane.
    #[inline]
    pub fn lane(&self, direction: Direction, lane: usize) -> &[Premium] {
        match direction {
            Direction::Across => &self.premiums[lane * self.columns..][..self.columns],
            Direction::Down => &self.premiums[(self.columns + lane) * self.rows..][..self.rows],
        }
    }

    /// The layout mirrored at its main diagonal: rows become columns.
    pub fn transposed(&self) -> Layout {
        let mut premiums = self.premiums.clone();
        premiums.rotate_left(self.rows * self.columns);
        Layout { rows: self.columns, columns: self.rows, premiums, start: self.start.transposed(), ..self.clone() }
    }

    /// `true` if the layout is its own mirror image about the main diagonal. Then a play down from the start square
    /// scores what the same word across scores.
    pub fn is_symmetric(&self) -> bool {
        let (rows, columns) = self.premiums.split_at(self.rows * self.columns);
        self.rows == self.columns && self.start == self.start.transposed() && rows == columns
    }
}

/// `true` if a key of the `counts` in a table counts this premium.
fn counts_as(what: &str, premium: Premium) -> bool {
    let (letter, word) = (premium.letter(), premium.word());
    match what {
        "DL" => letter == 2,
        "TL" => letter == 3,
        "QL" => letter == 4,
        "DW" => word == 2,
        "TW" => word == 3,
        "QW" => word == 4,
        "holes" => premium.is_hole(),
        _ => false,
    }
}

/// Rows followed by the same squares as columns.
fn with_columns(mut premiums: Vec<Premium>, rows: usize, columns: usize) -> Box<[Premium]> {
    for column in 0..columns {
        for row in 0..rows {
            premiums.push(premiums[row * columns + column]);
        }
    }
    premiums.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_layout_is_right() {
        for name in builtin_layouts() {
            let layout = Layout::builtin(name).unwrap();
            assert_eq!(layout.name(), name);
            for row in 0..layout.rows() {
                for column in 0..layout.columns() {
                    let square = Square::new(row as u8, column as u8);
                    assert_eq!(layout.lane(Direction::Down, column)[row], layout.premium(square));
                    assert_eq!(layout.transposed().premium(square.transposed()), layout.premium(square));
                }
            }
            assert_eq!(layout.transposed().transposed(), layout);
        }
        assert!(builtin_layouts().is_sorted());
    }

    #[test]
    fn the_tables_say_what_they_should() {
        let standard = Layout::builtin("CrosswordGame").unwrap();
        assert_eq!((standard.name(), standard.rows(), standard.start()), ("standard-15", 15, Square::new(7, 7)));
        assert_eq!((standard.bonus(6), standard.bonus(7), standard.bonus(8)), (0, 50, 0));
        assert_eq!(standard.premium(Square::new(0, 7)), Premium::new(1, 3).unwrap());
        assert_eq!(standard.premium(Square::new(1, 5)), Premium::new(3, 1).unwrap());
        let eight = Layout::builtin("eight-tile-15").unwrap();
        assert_eq!((eight.rack(), eight.bonus(7), eight.bonus(8)), (8, 40, 50));
        let wide = Layout::builtin("wide-27x19").unwrap();
        assert_eq!((wide.rows(), wide.columns(), wide.start()), (19, 27, Square::new(9, 13)));
        assert_eq!(Layout::builtin("grand-21").unwrap().premium(Square::new(0, 0)).word(), 4);
    }

    #[test]
    fn errors_of_tables_name_the_place() {
        let table = |squares: &str, more: &str| {
            Layout::from_toml(
                "x",
                &format!("title = \"x\"\nrack = 7\nfull_rack_bonus = {{}}\n{more}\nsquares = [{squares}]"),
            )
        };
        assert!(table("\"..\", \"..\"", "").is_ok());
        let expected = LayoutError::RowLength { row: 2, found: 3, expected: 2 };
        assert_eq!(table("\"..\", \"...\"", "").unwrap_err(), expected);
        let expected = LayoutError::Premium { square: Square::new(1, 0), found: 'x' };
        assert_eq!(table("\"..\", \"x.\"", "").unwrap_err(), expected);
        assert_eq!(table("\"..\"", "start = [1, 3]").unwrap_err(), LayoutError::Start { row: 1, column: 3 });
        assert_eq!(table("\".#\"", "start = [1, 2]").unwrap_err(), LayoutError::Start { row: 1, column: 2 });
        assert_eq!(table("\"..\"", "start = [0, 0]").unwrap_err(), LayoutError::Start { row: 0, column: 0 });
        assert!(matches!(table("", ""), Err(LayoutError::Size { rows: 0, .. })));
        assert!(matches!(table("\"..\"", "counts = { DL = 1 }"), Err(LayoutError::Count { .. })));
        assert!(matches!(Layout::builtin("none"), Err(LayoutError::Unknown { .. })));
    }
}
