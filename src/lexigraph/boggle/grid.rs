//! Grids, their text format, and the neighbours of their cells.

use lexigraph_core::unicode::compose;
use thiserror::Error;

use crate::alphabet::{Alphabet, Tile};

/// The largest number of cells in a grid.
pub const MAX_CELLS: usize = 16_384;

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GridCell {
    /// Nothing: no path enters the cell.
    Hole,
    /// Any one letter.
    Any,
    /// These letters, at least one.
    Letters(Vec<Tile>),
}

/// The cells of a grid, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<GridCell>,
}

/// The error of a text that is not a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// The text has no cells.
    #[error("the grid is empty — type letters row by row, as in catd/line/maro/pets")]
    Empty,
    /// The text has a character or bracket that is not a cell.
    #[error(
        "row {row}, column {column}: {what} — use letters, ? for any letter, . for a hole, [Qu] for a cell of \
         several letters\n{text}\n{caret:>column$}",
        caret = '^'
    )]
    Character {
        /// The row of the text, from 1.
        row: usize,
        /// The column of the character in that row, from 1.
        column: usize,
        /// What is wrong.
        what: String,
        /// The text of the row.
        text: String,
    },
    /// A row has a different length than the first.
    #[error("row {row} has {found} cells, the first row has {expected} — make all rows equally long; use . for holes")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// The number of cells in this row.
        found: usize,
        /// The number of cells in the first row.
        expected: usize,
    },
    /// The number of cells is not rows times columns.
    #[error("{found} cells do not make {rows}x{columns} — give {expected} cells or another size", expected = rows * columns)]
    Size {
        /// The number of cells.
        found: usize,
        /// The requested number of rows.
        rows: usize,
        /// The requested number of columns.
        columns: usize,
    },
    /// The cells are in one row and cannot be arranged in a rectangle.
    #[error("{found} cells in one row do not make a rectangle — separate the rows with / or give the size 1x{found}")]
    NoRectangle {
        /// The number of cells.
        found: usize,
    },
    /// The grid has too many cells.
    #[error("a grid has at most {MAX_CELLS} cells; this one has {found}")]
    TooLarge {
        /// The number of cells.
        found: usize,
    },
    /// The text is not a size.
    #[error("'{text}' is not a size — write rows x columns, as in 4x4, both at least 1")]
    InvalidSize {
        /// The text.
        text: String,
    },
}

/// Options for parsing a grid.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridOptions {
    /// The rows and columns. If absent, they follow from the text.
    pub size: Option<(usize, usize)>,
    /// `true` if a `q` among letters is a lone `Q`, `false` if it is the `Qu` of the dice.
    pub bare_q: bool,
}

/// Parses a size such as `4x5`: rows, then columns.
///
/// # Errors
/// [`GridError::InvalidSize`], or [`GridError::TooLarge`] above [`MAX_CELLS`].
#[inline]
pub fn parse_size(text: &str) -> Result<(usize, usize), GridError> {
    let parts = text.split_once(['x', 'X', '×']);
    let number = |part: &str| part.trim().parse::<usize>().ok().filter(|&side| side > 0);
    let size = parts.and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    let (rows, columns) = size.ok_or_else(|| GridError::InvalidSize { text: text.to_owned() })?;
    let found = rows.saturating_mul(columns);
    if found > MAX_CELLS { Err(GridError::TooLarge { found }) } else { Ok((rows, columns)) }
}

impl Grid {
    /// Makes a grid of these cells.
    ///
    /// # Errors
    /// [`GridError::Size`] if the number of cells is not rows times columns, [`GridError::Empty`] without cells,
    /// [`GridError::TooLarge`] above [`MAX_CELLS`].
    pub fn new(rows: usize, columns: usize, cells: Vec<GridCell>) -> Result<Grid, GridError> {
        if cells.is_empty() {
            return Err(GridError::Empty);
        }
        if cells.len() > MAX_CELLS {
            return Err(GridError::TooLarge { found: cells.len() });
        }
        if rows.checked_mul(columns) != Some(cells.len()) {
            return Err(GridError::Size { found: cells.len(), rows, columns });
        }
        Ok(Grid { rows, columns, cells })
    }

    /// Parses a grid: letters row by row, with `/` or a line end between rows. If a row contains spaces, the cells of
    /// all rows are separated by spaces. `.` is a hole, `?` any letter, `[Qu]` a cell of several letters.
    ///
    /// Without spaces, a `q` is the `Qu` of the dice if the alphabet can spell it, unless
    /// [`bare_q`](GridOptions::bare_q) is set or the text says `[Q]`. Between spaces, a cell is exactly what it says. A
    /// single row without a size becomes a square, or the rectangle nearest to a square that has no more rows than
    /// columns.
    ///
    /// # Errors
    /// A [`GridError`], which names the row and the character at fault.
    pub fn parse(text: &str, alphabet: &Alphabet, options: &GridOptions) -> Result<Grid, GridError> {
        let text = compose(text.trim());
        let lines: Vec<&str> = text.split(['/', '\n']).map(str::trim).collect();
        let spaced = lines.iter().any(|line| line.contains(char::is_whitespace));
        let mut rows: Vec<Vec<GridCell>> = Vec::with_capacity(lines.len());
        let mut count = 0;
        for (at, line) in lines.iter().enumerate() {
            let row = if spaced { spaced_row(at, line, alphabet)? } else { letters_row(at, line, alphabet, options)? };
            count += row.len();
            if count > MAX_CELLS {
                return Err(GridError::TooLarge { found: count });
            }
            rows.push(row);
        }
        if count == 0 {
            return Err(GridError::Empty);
        }
        let expected = rows[0].len();
        let ragged = rows.iter().position(|row| row.len() != expected);
        if let Some(at) = ragged {
            return Err(GridError::Ragged { row: at + 1, found: rows[at].len(), expected });
        }
        let (given_rows, given_columns) = (rows.len(), expected);
        let (rows_wanted, columns_wanted) = match options.size {
            Some(size) => size,
            None if given_rows == 1 => rectangle(count).ok_or(GridError::NoRectangle { found: count })?,
            None => (given_rows, given_columns),
        };
        if given_rows > 1 && (given_rows, given_columns) != (rows_wanted, columns_wanted) {
            return Err(GridError::Size { found: count, rows: rows_wanted, columns: columns_wanted });
        }
        Grid::new(rows_wanted, columns_wanted, rows.concat())
    }

    /// The number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cells, row by row.
    #[inline]
    pub fn cells(&self) -> &[GridCell] {
        &self.cells
    }

    /// The row and column of a cell, from 1.
    #[inline]
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns + 1, cell % self.columns + 1)
    }

    /// The text on a cell, such as `Qu`, `?` or `.`: the first letter is a capital, further letters are in lower case.
    #[inline]
    pub fn label(&self, cell: usize, alphabet: &Alphabet) -> String {
        match &self.cells[cell] {
            GridCell::Hole => ".".to_owned(),
            GridCell::Any => "?".to_owned(),
            GridCell::Letters(letters) => {
                let rest = letters[1..].iter().map(|&tile| alphabet.letter(tile).lower.as_str());
                std::iter::once(alphabet.render(&letters[..1]).as_str()).chain(rest).collect()
            }
        }
    }

    /// Renders the grid so that [`parse`](Grid::parse) reads it back with the same alphabet. `/` separates rows. If a
    /// cell holds several characters, spaces separate the cells.
    pub fn render(&self, alphabet: &Alphabet) -> String {
        let labels: Vec<String> = (0..self.cells.len()).map(|cell| self.label(cell, alphabet)).collect();
        let is_q = |label: &String| label.eq_ignore_ascii_case("q");
        let spaced = self.columns > 1 && labels.iter().any(|label| label.chars().count() > 1 || is_q(label));
        let rows: Vec<String> = labels.chunks(self.columns).map(|row| row.join(if spaced { " " } else { "" })).collect();
        if self.columns > 1 {
            return rows.join("/");
        }
        // A single column has no spaces within its rows, so a cell of several characters goes into brackets.
        let bracketed = |label: String| if label.chars().count() > 1 || is_q(&label) { format!("[{label}]") } else { label };
        rows.into_iter().map(bracketed).collect::<Vec<_>>().join("/")
    }

    /// The largest number of letters that a path may spell.
    pub fn letters(&self) -> usize {
        let of = |cell: &GridCell| match cell {
            GridCell::Hole => 0,
            GridCell::Any => 1,
            GridCell::Letters(letters) => letters.len(),
        };
        self.cells.iter().map(of).sum()
    }
}

/// The rectangle of this many cells that is nearest to a square. `None` if it would be a single row of more than three
/// cells.
#[inline]
fn rectangle(cells: usize) -> Option<(usize, usize)> {
    let rows = (1..=cells.isqrt()).rev().find(|rows| cells.is_multiple_of(*rows))?;
    (rows > 1 || cells <= 3).then_some((rows, cells / rows))
}

#[inline]
fn character_error(row: usize, line: &str, byte: usize, what: String) -> GridError {
    GridError::Character { row: row + 1, column: line[..byte].chars().count() + 1, what, text: line.to_owned() }
}

/// The error for the character at a byte, which is not a letter.
#[inline]
fn unknown_letter(row: usize, line: &str, byte: usize, alphabet: &Alphabet) -> GridError {
    let found = line[byte..].chars().next().expect("bug: the error is at a character");
    character_error(
        row,
        line,
        byte,
        format!("'{}' is not a letter of the alphabet '{}'", found.escape_debug(), alphabet.name()),
    )
}

/// Parses a cell whose text starts at a byte of the line.
fn cell(row: usize, line: &str, byte: usize, text: &str, alphabet: &Alphabet) -> Result<GridCell, GridError> {
    match text {
        "." => return Ok(GridCell::Hole),
        "?" => return Ok(GridCell::Any),
        "" => return Err(character_error(row, line, byte, "an empty cell".to_owned())),
        _ => {}
    }
    match alphabet.parse(text) {
        Ok(letters) if !letters.is_empty() => Ok(GridCell::Letters(letters)),
        Ok(_) => Err(character_error(row, line, byte, "a cell without letters".to_owned())),
        Err(error) => {
            let within: usize = text.chars().take(error.column - 1).map(char::len_utf8).sum();
            Err(unknown_letter(row, line, byte + within, alphabet))
        }
    }
}

/// Parses cells that are separated by spaces. Brackets around a cell are optional.
fn spaced_row(row: usize, line: &str, alphabet: &Alphabet) -> Result<Vec<GridCell>, GridError> {
    let mut cells = Vec::new();
    let mut at = 0;
    while let Some(start) = line[at..].find(|c: char| !c.is_whitespace()).map(|skip| at + skip) {
        let end = line[start..].find(char::is_whitespace).map_or(line.len(), |length| start + length);
        let text = &line[start..end];
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        cells.push(cell(row, line, start + usize::from(inner.is_some()), inner.unwrap_or(text), alphabet)?);
        at = end;
    }
    Ok(cells)
}

/// Parses cells that are not separated: each is one letter, or the letters in brackets.
fn letters_row(row: usize, line: &str, alphabet: &Alphabet, options: &GridOptions) -> Result<Vec<GridCell>, GridError> {
    let mut cells = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if let Some(inner) = rest.strip_prefix('[') {
            let end =
                inner.find(']').ok_or_else(|| character_error(row, line, at, "the bracket is not closed".to_owned()))?;
            cells.push(cell(row, line, at + 1, &inner[..end], alphabet)?);
            at += end + 2;
            continue;
        }
        let taken = if rest.starts_with(['.', '?']) {
            1
        } else {
            alphabet.parse_tile(rest).map(|(.., taken)| taken).ok_or_else(|| unknown_letter(row, line, at, alphabet))?
        };
        let text = &rest[..taken];
        let qu = (text.eq_ignore_ascii_case("q") && !options.bare_q).then(|| alphabet.parse("qu").ok()).flatten();
        cells.push(match qu {
            Some(letters) => GridCell::Letters(letters),
            None => cell(row, line, at, text, alphabet)?,
        });
        at += taken;
    }
    Ok(cells)
}

/// Which cells are neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// All eight cells around a cell, as a king moves.
    #[default]
    King,
    /// The four cells that share a side, as a rook moves one step.
    Rook,
}

/// A grid together with the neighbours of its cells.
#[derive(Clone, Debug)]
pub struct BoggleBoard {
    grid: Grid,
    adjacency: Adjacency,
    wraps: bool,
    /// The neighbours of each cell, in ascending order, without holes.
    neighbours: Vec<Vec<u16>>,
}

impl BoggleBoard {
    /// Makes a board of a grid. If it wraps, the last row touches the first row, and the last column touches the first
    /// column.
    pub fn new(grid: Grid, adjacency: Adjacency, wraps: bool) -> BoggleBoard {
        let (rows, columns) = (grid.rows as isize, grid.columns as isize);
        let is_open = |cell: usize| grid.cells[cell] != GridCell::Hole;
        let of = |cell: usize| {
            let (row, column) = ((cell / grid.columns) as isize, (cell % grid.columns) as isize);
            let mut found = Vec::with_capacity(8);
            for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                if adjacency == Adjacency::Rook && down != 0 && right != 0 {
                    continue;
                }
                let (mut row, mut column) = (row + down, column + right);
                if wraps {
                    (row, column) = (row.rem_euclid(rows), column.rem_euclid(columns));
                }
                if !(0..rows).contains(&row) || !(0..columns).contains(&column) {
                    continue;
                }
                let other = (row * columns + column) as usize;
                if other != cell && is_open(other) {
                    found.push(other as u16);
                }
            }
            // On a narrow board that wraps, two directions may lead to the same cell.
            found.sort_unstable();
            found.dedup();
            found
        };
        let neighbours = (0..grid.cells.len()).map(|cell| if is_open(cell) { of(cell) } else { vec![] }).collect();
        BoggleBoard { grid, adjacency, wraps, neighbours }
    }

    /// The grid.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Which cells are neighbours.
    #[inline]
    pub fn adjacency(&self) -> Adjacency {
        self.adjacency
    }

    /// Returns `true` if opposite edges touch.
    #[inline]
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// The neighbours of a cell, in ascending order, without holes.
    #[inline]
    pub fn neighbours(&self, cell: usize) -> &[u16] {
        &self.neighbours[cell]
    }

    /// The cells that are not holes.
    #[inline]
    pub fn open_cells(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.grid.cells.len()).filter(|&cell| self.grid.cells[cell] != GridCell::Hole).map(|cell| cell as u16)
    }

    /// Returns `true` if each cell is a neighbour of the one before, no cell occurs twice, and no cell is a hole.
    #[inline]
    pub fn is_path(&self, path: &[u16]) -> bool {
        let inside = |&cell: &u16| self.grid.cells.get(usize::from(cell)).is_some_and(|cell| *cell != GridCell::Hole);
        let touch =
            path.windows(2).all(|step| self.neighbours.get(usize::from(step[0])).is_some_and(|n| n.contains(&step[1])));
        let distinct = (1..path.len()).all(|at| !path[..at].contains(&path[at]));
        path.iter().all(inside) && touch && distinct
    }
}
