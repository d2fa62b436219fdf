//! Grids, their texts, and who is whose neighbour.

use lexigraph_core::unicode::compose;
use thiserror::Error;

use crate::alphabet::{Alphabet, Tile};

/// The most cells a grid may have.
pub const MAX_CELLS: usize = 16_384;

/// What lies on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GridCell {
    /// Nothing: no path comes here.
    Hole,
    /// Any one letter.
    Any,
    /// These letters, at least one.
    Letters(Vec<Tile>),
}

/// Cells row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<GridCell>,
}

/// A text that is no grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// No cell at all.
    #[error("an empty grid — type letters row by row, as in catd/line/maro/pets")]
    Empty,
    /// A sign that is no cell.
    #[error(
        "row {row}, column {column}: {what} — use letters, ? for any letter, . for a hole, [Qu] for a cell of several letters\n{text}\n{caret:>column$}",
        caret = '^'
    )]
    Sign {
        /// The row of the text, from 1.
        row: usize,
        /// The character in that row, from 1.
        column: usize,
        /// What is wrong.
        what: String,
        /// The row of the text.
        text: String,
    },
    /// A row longer or shorter than the first.
    #[error("row {row} has {found} cells, the first has {expected} — make all rows equally long, with . for holes")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// Not as many cells as rows times columns.
    #[error("{found} cells do not make {rows}x{columns} — give {expected} cells, or another --size", expected = rows * columns)]
    Size {
        /// The cells there are.
        found: usize,
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// A number of cells that is no rectangle.
    #[error("{found} cells in one row make no rectangle — part the rows with / or give --size 1x{found}")]
    NoRectangle {
        /// The cells there are.
        found: usize,
    },
    /// More cells than there may be.
    #[error("a grid has at most {MAX_CELLS} cells, this one {found}")]
    TooLarge {
        /// How many there are.
        found: usize,
    },
    /// A size that is none.
    #[error("'{text}' is no size — write rows x columns, as in 4x4, both at least 1")]
    NoSize {
        /// What was given.
        text: String,
    },
}

/// How the text of a grid is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridOptions {
    /// Rows and columns; found out when absent.
    pub size: Option<(usize, usize)>,
    /// Whether a `q` that stands between other letters is a `Q` alone, and not the `Qu` of the dice.
    pub bare_q: bool,
}

/// Reads a size such as `4x5`: rows, then columns.
///
/// # Errors
/// [`GridError::NoSize`], or [`GridError::TooLarge`] past [`MAX_CELLS`].
pub fn parse_size(text: &str) -> Result<(usize, usize), GridError> {
    let parts = text.split_once(['x', 'X', '×']);
    let number = |part: &str| part.trim().parse::<usize>().ok().filter(|&side| side > 0);
    let size = parts.and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    let (rows, columns) = size.ok_or_else(|| GridError::NoSize { text: text.to_owned() })?;
    let found = rows.saturating_mul(columns);
    if found > MAX_CELLS { Err(GridError::TooLarge { found }) } else { Ok((rows, columns)) }
}

impl Grid {
    /// A grid of these cells.
    ///
    /// # Errors
    /// [`GridError::Size`] when they are not rows times columns, [`GridError::Empty`] for none,
    /// [`GridError::TooLarge`] past [`MAX_CELLS`].
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

    /// Reads a grid: letters row by row, rows parted by `/` or line ends; or, where there are blanks within a row, a cell between
    /// every two blanks. `.` is a hole, `?` any letter, `[Qu]` a cell of several letters.
    ///
    /// A `q` among letters without blanks is the `Qu` of the dice where the alphabet can spell that, unless
    /// [`bare_q`](GridOptions::bare_q) is set or `[Q]` is written; between blanks a cell is what it says. One row without a size is a square, or
    /// the rectangle nearest to one with no more rows than columns.
    ///
    /// # Errors
    /// A [`GridError`] that says which row and character is wrong.
    pub fn parse(text: &str, alphabet: &Alphabet, options: &GridOptions) -> Result<Grid, GridError> {
        let text = compose(text.trim());
        let lines: Vec<&str> = text.split(['/', '\n']).map(str::trim).collect();
        let parted = lines.iter().any(|line| line.contains(char::is_whitespace));
        let mut rows: Vec<Vec<GridCell>> = Vec::with_capacity(lines.len());
        let mut count = 0;
        for (at, line) in lines.iter().enumerate() {
            let row = if parted { parted_row(at, line, alphabet)? } else { letters_row(at, line, alphabet, options)? };
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
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cells row by row.
    pub fn cells(&self) -> &[GridCell] {
        &self.cells
    }

    /// The row and column of a cell, from 1.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns + 1, cell % self.columns + 1)
    }

    /// What is printed on a cell: `Qu`, `?`, `.`; in capitals but for the letters after the first.
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

    /// The grid as [`parse`](Grid::parse) reads it with the same alphabet: rows parted by `/`, and cells by blanks where a cell holds
    /// several characters.
    pub fn render(&self, alphabet: &Alphabet) -> String {
        let labels: Vec<String> = (0..self.cells.len()).map(|cell| self.label(cell, alphabet)).collect();
        let is_q = |label: &String| label.eq_ignore_ascii_case("q");
        let parted = self.columns > 1 && labels.iter().any(|label| label.chars().count() > 1 || is_q(label));
        let rows: Vec<String> = labels.chunks(self.columns).map(|row| row.join(if parted { " " } else { "" })).collect();
        if self.columns > 1 {
            return rows.join("/");
        }
        // A column has no blanks within its rows: what is longer than a letter goes into brackets.
        let bracketed = |label: String| if label.chars().count() > 1 || is_q(&label) { format!("[{label}]") } else { label };
        rows.into_iter().map(bracketed).collect::<Vec<_>>().join("/")
    }

    /// The most letters a path may spell.
    pub fn letters(&self) -> usize {
        let of = |cell: &GridCell| match cell {
            GridCell::Hole => 0,
            GridCell::Any => 1,
            GridCell::Letters(letters) => letters.len(),
        };
        self.cells.iter().map(of).sum()
    }
}

/// The rectangle of so many cells that is nearest to a square; `None` for a single row of more than three.
fn rectangle(cells: usize) -> Option<(usize, usize)> {
    let rows = (1..=cells.isqrt()).rev().find(|rows| cells.is_multiple_of(*rows))?;
    (rows > 1 || cells <= 3).then_some((rows, cells / rows))
}

fn sign(row: usize, line: &str, byte: usize, what: String) -> GridError {
    GridError::Sign { row: row + 1, column: line[..byte].chars().count() + 1, what, text: line.to_owned() }
}

/// Says what is wrong with the character at a byte.
fn stranger(row: usize, line: &str, byte: usize, alphabet: &Alphabet) -> GridError {
    let found = line[byte..].chars().next().unwrap_or(' ');
    sign(row, line, byte, format!("'{}' is no letter of the alphabet '{}'", found.escape_debug(), alphabet.name()))
}

/// A cell whose text stands at a byte of the line.
fn cell(row: usize, line: &str, byte: usize, text: &str, alphabet: &Alphabet) -> Result<GridCell, GridError> {
    match text {
        "." => return Ok(GridCell::Hole),
        "?" => return Ok(GridCell::Any),
        "" => return Err(sign(row, line, byte, "an empty cell".to_owned())),
        _ => {}
    }
    match alphabet.parse(text) {
        Ok(letters) if !letters.is_empty() => Ok(GridCell::Letters(letters)),
        Ok(_) => Err(sign(row, line, byte, "a cell without letters".to_owned())),
        Err(error) => {
            let within: usize = text.chars().take(error.column - 1).map(char::len_utf8).sum();
            Err(stranger(row, line, byte + within, alphabet))
        }
    }
}

/// Cells with blanks between them; brackets are allowed and mean nothing.
fn parted_row(row: usize, line: &str, alphabet: &Alphabet) -> Result<Vec<GridCell>, GridError> {
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

/// Cells without blanks: a letter each, or what is in brackets.
fn letters_row(row: usize, line: &str, alphabet: &Alphabet, options: &GridOptions) -> Result<Vec<GridCell>, GridError> {
    let mut cells = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if let Some(inner) = rest.strip_prefix('[') {
            let end = inner.find(']').ok_or_else(|| sign(row, line, at, "this bracket is not closed".to_owned()))?;
            cells.push(cell(row, line, at + 1, &inner[..end], alphabet)?);
            at += end + 2;
            continue;
        }
        let taken = if rest.starts_with(['.', '?']) {
            1
        } else {
            alphabet.parse_tile(rest).map(|(.., taken)| taken).ok_or_else(|| stranger(row, line, at, alphabet))?
        };
        let text = &rest[..taken];
        let cube = (text.eq_ignore_ascii_case("q") && !options.bare_q).then(|| alphabet.parse("qu").ok()).flatten();
        cells.push(match cube {
            Some(letters) => GridCell::Letters(letters),
            None => cell(row, line, at, text, alphabet)?,
        });
        at += taken;
    }
    Ok(cells)
}

/// Which cells touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// All eight around a cell, as a king moves.
    #[default]
    King,
    /// The four at its sides, as a rook moves one step.
    Rook,
}

/// A grid with its neighbours.
#[derive(Clone, Debug)]
pub struct BoggleBoard {
    grid: Grid,
    adjacency: Adjacency,
    wraps: bool,
    /// Neighbours that are no holes, in ascending order, of each cell.
    neighbours: Vec<Vec<u16>>,
}

impl BoggleBoard {
    /// A grid whose cells touch in this way; where it wraps, the last row touches the first and the last column the first.
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
            // On a narrow board that wraps, two ways may lead to one cell.
            found.sort_unstable();
            found.dedup();
            found
        };
        let neighbours = (0..grid.cells.len()).map(|cell| if is_open(cell) { of(cell) } else { vec![] }).collect();
        BoggleBoard { grid, adjacency, wraps, neighbours }
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How cells touch.
    pub fn adjacency(&self) -> Adjacency {
        self.adjacency
    }

    /// Whether the edges touch each other.
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// The neighbours of a cell that are no holes, in ascending order.
    pub fn neighbours(&self, cell: usize) -> &[u16] {
        &self.neighbours[cell]
    }

    /// The cells that are no holes.
    pub fn open_cells(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.grid.cells.len()).filter(|&cell| self.grid.cells[cell] != GridCell::Hole).map(|cell| cell as u16)
    }

    /// Whether these cells are neighbours one after the other, none of them twice, none a hole.
    pub fn is_path(&self, path: &[u16]) -> bool {
        let inside = |&cell: &u16| self.grid.cells.get(usize::from(cell)).is_some_and(|cell| *cell != GridCell::Hole);
        let touch =
            path.windows(2).all(|step| self.neighbours.get(usize::from(step[0])).is_some_and(|n| n.contains(&step[1])));
        let distinct = (1..path.len()).all(|at| !path[..at].contains(&path[at]));
        path.iter().all(inside) && touch && distinct
    }
}
