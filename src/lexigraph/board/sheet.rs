//! The sheet, a position as people type it, and the pictures of boards in answers.
//!
//! A sheet has one line for each row of the board, with one square for each column; then an empty line; then the
//! rack. A square is a letter (lower case for a blank), or `_` or `.` if it is empty. Spaces between squares, and
//! between the tiles of the rack, are optional. A label of several characters stands in brackets (`[CH]`), unless
//! spaces separate all squares of the line (`_ CH A _`). The empty line is optional if the number of lines is right.
//! A hole of the layout is `_`, `.` or `=`.
//!
//! Pictures show the premiums of empty squares: `_` plain, `!` `@` `%` letter times 2, 3, 4, `#` `$` `&` word times
//! 2, 3, 4, `=` a hole, `*` a square that multiplies both letter and word. Squares are separated by spaces.

use std::sync::Arc;

use thiserror::Error;

use super::text::{read_label, read_tile, write_cell};
use super::{Board, BoardSetup, Cell, Direction, Layout, Premium, Rack, RackError, Square, UncheckedPosition};

/// What is wrong with a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SheetError {
    /// The sheet is empty.
    #[error("the sheet is empty — write {rows} rows of {columns} squares, an empty line and the rack")]
    Empty {
        /// The rows of the layout.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// The board has too few rows.
    #[error("the board has {found} rows, the layout '{layout}' has {expected}: row {} is missing", found + 1)]
    TooFewRows {
        /// The number of rows.
        found: usize,
        /// The rows of the layout.
        expected: usize,
        /// The name of the layout.
        layout: String,
    },
    /// The board has too many rows.
    #[error("line {line}: row {} is one too many, the layout '{layout}' has {expected} (the board has {found})", expected + 1)]
    TooManyRows {
        /// The number of rows.
        found: usize,
        /// The rows of the layout.
        expected: usize,
        /// The name of the layout.
        layout: String,
        /// The line of the first row too many, from 1.
        line: usize,
    },
    /// A row has too few squares.
    #[error("row {row} has {found} squares, the board has {expected} columns: column {} is missing", super::column_name(*found as u8))]
    TooFewColumns {
        /// The row, from 1.
        row: usize,
        /// Its squares.
        found: usize,
        /// The columns of the layout.
        expected: usize,
    },
    /// A row has too many squares.
    #[error("row {row} has {found} squares, the board has {expected} columns, the last is {}", super::column_name(*expected as u8 - 1))]
    TooManyColumns {
        /// The row, from 1.
        row: usize,
        /// Its squares.
        found: usize,
        /// The columns of the layout.
        expected: usize,
    },
    /// A character is not a square.
    #[error("row {row}, column {}: '{found}' is no square — use a letter, or _ or . where no tile lies", super::column_name((*column).min(255) as u8))]
    NotASquare {
        /// The row, from 1.
        row: usize,
        /// The column, from 0.
        column: usize,
        /// The character.
        found: char,
    },
    /// A tile is on a hole, or a hole is where the layout has none.
    #[error("{square}: '{found}' cannot stand here, by the layout")]
    Hole {
        /// The square.
        square: Square,
        /// The text of the square.
        found: String,
    },
    /// The rack is missing.
    #[error("the rack is missing — write it below the board, after an empty line")]
    MissingRack,
    /// The rack cannot be read.
    #[error("line {line}: {error}")]
    Rack {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RackError,
    },
    /// The rack has more tiles than the layout allows.
    #[error("line {line}: the rack has {tiles} tiles, at most {limit} are allowed")]
    RackSize {
        /// The line, from 1.
        line: usize,
        /// The number of tiles.
        tiles: usize,
        /// The most tiles allowed.
        limit: usize,
    },
    /// There is a line after the rack.
    #[error("line {line}: nothing follows the rack")]
    After {
        /// The line, from 1.
        line: usize,
    },
}

/// Reads a sheet: the board and the rack of the player on turn. The scores are 0. The position may be illegal.
///
/// # Errors
/// [`SheetError`] says what is wrong, with row and column or line.
pub fn parse(text: &str, setup: &Arc<BoardSetup>) -> Result<UncheckedPosition, SheetError> {
    let layout = setup.layout();
    let (rows, columns) = (layout.rows(), layout.columns());
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let mut lines: Vec<(usize, &str)> = lines.map(|(number, line)| (number, line.trim())).collect();
    let filled = |(_, line): &(usize, &str)| !line.is_empty();
    let first = lines.iter().position(filled).ok_or(SheetError::Empty { rows, columns })?;
    lines.drain(..first);
    let mut end = lines.iter().position(|line| !filled(line)).unwrap_or(lines.len());
    if end == rows + 1 && !lines[end..].iter().any(filled) {
        // No empty line, but one line more than the board has rows.
        end = rows;
    }
    let (board_lines, rest) = lines.split_at(end);
    let mut unchecked = UncheckedPosition::new(setup.clone());
    for (row, (_, line)) in board_lines.iter().enumerate().take(rows) {
        parse_row(line, row, &mut unchecked)?;
    }
    let name = || layout.name().to_owned();
    match board_lines.len() {
        found if found < rows => return Err(SheetError::TooFewRows { found, expected: rows, layout: name() }),
        found if found > rows => {
            let line = board_lines[rows].0;
            return Err(SheetError::TooManyRows { found, expected: rows, layout: name(), line });
        }
        _ => {}
    }
    let mut rest = rest.iter().filter(|line| filled(line));
    let &(line, rack) = rest.next().ok_or(SheetError::MissingRack)?;
    let rack = Rack::parse(rack, setup.alphabet()).map_err(|error| SheetError::Rack { line, error })?;
    if rack.len() > layout.rack() {
        return Err(SheetError::RackSize { line, tiles: rack.len(), limit: layout.rack() });
    }
    if let Some(&(line, _)) = rest.next() {
        return Err(SheetError::After { line });
    }
    unchecked.racks[0] = rack;
    Ok(unchecked)
}

/// The text of a square and its cell; a hole is `HOLE`.
type Written<'t> = (&'t str, Cell);

fn parse_row(line: &str, row: usize, unchecked: &mut UncheckedPosition) -> Result<(), SheetError> {
    let expected = unchecked.board.columns();
    let apart: Vec<&str> = line.split_whitespace().collect();
    let joined = apart.concat();
    let squares = match whole_labels(&apart, unchecked) {
        Some(squares) => squares,
        None => read_squares(&joined, row, unchecked)?,
    };
    match squares.len() {
        found if found < expected => return Err(SheetError::TooFewColumns { row: row + 1, found, expected }),
        found if found > expected => return Err(SheetError::TooManyColumns { row: row + 1, found, expected }),
        _ => {}
    }
    for (column, (text, cell)) in squares.into_iter().enumerate() {
        let square = Square::new(row as u8, column as u8);
        let hole = unchecked.board.get(square).is_hole();
        match (hole, cell) {
            (true, Cell::EMPTY | Cell::HOLE) => {}
            (false, cell) if !cell.is_hole() => unchecked.board.set(square, cell),
            _ => return Err(SheetError::Hole { square, found: text.to_owned() }),
        }
    }
    Ok(())
}

/// The squares of a line in which spaces separate exactly as many labels as the board has columns.
fn whole_labels<'t>(apart: &[&'t str], unchecked: &UncheckedPosition) -> Option<Vec<Written<'t>>> {
    let square = |&text: &&'t str| match free_square(text.chars().next()?) {
        Some(cell) => (text.len() == 1).then_some((text, cell)),
        None => read_label(unchecked.setup.alphabet(), text).map(|placed| (text, placed.into())),
    };
    if apart.len() == unchecked.board.columns() { apart.iter().map(square).collect() } else { None }
}

fn free_square(sign: char) -> Option<Cell> {
    match sign {
        '_' | '.' => Some(Cell::EMPTY),
        '=' => Some(Cell::HOLE),
        _ => None,
    }
}

fn read_squares<'t>(line: &'t str, row: usize, unchecked: &UncheckedPosition) -> Result<Vec<Written<'t>>, SheetError> {
    let (mut rest, mut squares) = (line, Vec::new());
    while let Some(found) = rest.chars().next() {
        let wrong = SheetError::NotASquare { row: row + 1, column: squares.len(), found };
        let (cell, taken) = match free_square(found) {
            Some(cell) => (cell, 1),
            None => {
                read_tile(unchecked.setup.alphabet(), rest).map(|(placed, taken)| (placed.into(), taken)).ok_or(wrong)?
            }
        };
        squares.push((&rest[..taken], cell));
        rest = &rest[taken..];
    }
    Ok(squares)
}

/// Writes a position as a sheet, which [`parse`] reads back as the same board and rack. A sheet has no scores and no
/// rack of the opponent.
pub fn render(unchecked: &UncheckedPosition) -> String {
    let setup = &unchecked.setup;
    let mut text = rows(&unchecked.board, setup, |_, cell| if cell.is_hole() { '=' } else { '_' });
    text.push('\n');
    for (index, cell) in unchecked.racks[0].cells().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        write_cell(setup.alphabet(), cell, &mut text);
    }
    text.push('\n');
    text
}

/// The picture of a board: tiles, and the premium signs of empty squares (see the [module](self)); one line for each
/// row.
pub fn picture(board: &Board, setup: &BoardSetup) -> String {
    let layout: &Layout = setup.layout();
    rows(board, setup, |square, _| premium_sign(layout.premium(square)))
}

/// The sign of an empty square.
pub fn premium_sign(premium: Premium) -> char {
    match (premium.letter(), premium.word()) {
        (1, 1) => '_',
        (2, 1) => '!',
        (3, 1) => '@',
        (4, 1) => '%',
        (1, 2) => '#',
        (1, 3) => '$',
        (1, 4) => '&',
        (_, 0) => '=',
        _ => '*',
    }
}

fn rows(board: &Board, setup: &BoardSetup, free: impl Fn(Square, Cell) -> char) -> String {
    let mut text = String::with_capacity(2 * board.rows() * board.columns());
    for row in 0..board.rows() {
        for (column, &cell) in board.lane(Direction::Across, row).iter().enumerate() {
            if column > 0 {
                text.push(' ');
            }
            if cell.is_tile() {
                write_cell(setup.alphabet(), cell, &mut text);
            } else {
                text.push(free(Square::new(row as u8, column as u8), cell));
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Problem};

    fn setup() -> Arc<BoardSetup> {
        BoardSetup::builtin("english", "standard-15").unwrap()
    }

    /// A sheet with these rows in place of empty ones.
    fn sheet(rows: &[(usize, &str)], rack: &str) -> String {
        let mut lines = vec!["_".repeat(15); 15];
        rows.iter().for_each(|(row, text)| lines[*row] = (*text).to_owned());
        format!("{}\n\n{rack}\n", lines.join("\n"))
    }

    fn error(text: &str) -> String {
        parse(text, &setup()).unwrap_err().to_string()
    }

    #[test]
    fn a_sheet_reads_with_spaces_or_without() {
        let plain = sheet(&[(7, "____MOLd_______")], "SITABC?");
        let unchecked = parse(&plain, &setup()).unwrap();
        let spaced: String = plain.chars().flat_map(|c| if c == '\n' { vec![c] } else { vec![c, ' '] }).collect();
        for text in [
            spaced,
            plain.replace('_', "."),
            plain.replace('\n', "\r\n"),
            plain.replace("\n\n", "\n"),
            format!("\n \n{plain}\n\n"),
        ] {
            assert_eq!(parse(&text, &setup()).unwrap(), unchecked, "{text}");
        }
        assert_eq!(parse(&render(&unchecked), &setup()).unwrap(), unchecked);
        assert_eq!(
            Position::try_from(unchecked).unwrap().to_cgp(),
            "15/15/15/15/15/15/15/4MOLd7/15/15/15/15/15/15/15 ABCIST?/ 0/0 0"
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_row_and_column() {
        assert!(error(&sheet(&[(2, "________________")], "A")).starts_with("row 3 has 16 squares, the board has 15"));
        assert!(error(&sheet(&[(2, "______________")], "A")).contains("column O is missing"));
        assert!(error(&sheet(&[(4, "___1___________")], "A")).starts_with("row 5, column D: '1' is no square"));
        assert!(error(&sheet(&[(4, "_ _ _ ? _ _ _ _ _ _ _ _ _ _ _")], "A")).starts_with("row 5, column D: '?'"));
        assert_eq!(error(&sheet(&[], "ABCDEFGHI")), "line 17: the rack has 9 tiles, at most 7 are allowed");
        assert!(error(&sheet(&[], "AB1")).starts_with("line 17: '1' (tile 3 of the rack)"));
        assert!(error(&sheet(&[], "")).starts_with("the rack is missing"));
        assert!(error(&sheet(&[], "A\n\nB")).starts_with("line 19: nothing follows"));
        assert!(error(&sheet(&[], "A")["_______________\n".len()..]).contains("row 15 is missing"));
        assert!(error(&format!("{}\n{}", "_".repeat(15), sheet(&[], "A"))).starts_with("line 16: row 16 is one too many"));
        assert!(error(" \n").starts_with("the sheet is empty — write 15 rows"));
        assert!(error(&sheet(&[(0, &format!("{}7", "_".repeat(400)))], "A")).contains("'7' is no square"));
    }

    #[test]
    fn illegal_positions_are_named_with_row_and_column() {
        let problems = |rows: &[(usize, &str)], rack: &str| {
            let unchecked = parse(&sheet(rows, rack), &setup()).unwrap();
            unchecked.problems().iter().map(Problem::to_string).collect::<Vec<_>>()
        };
        let apart = [(3, "_AT____________"), (7, "______CAB______")];
        assert_eq!(problems(&apart, "A"), ["row 4, column B: 'A' is not connected with the tiles on the start square"]);
        assert_eq!(
            problems(&[(3, "_AT____________")], "A")[0].split(" —").next(),
            Some("row 8, column H: no tile lies on the start square, which the first play covers")
        );
        assert!(problems(&[(7, "_______A_______")], "A")[0].starts_with("row 8, column H: 'A' lies alone"));
        assert!(problems(&[(7, "_____ZOZ_______")], "A")[0].starts_with("row 8, column H: there are 1 tiles 'Z'"));
        assert!(
            problems(&[(7, "_____zOZ_______")], "Z")[0]
                .starts_with("rack 1: there are 1 tiles 'Z' in the game, board and racks use 2")
        );
        assert!(problems(&[(7, "_____zOZ_______")], "A").is_empty());
    }

    #[test]
    fn pictures_show_premiums_where_no_tile_lies() {
        let unchecked = parse(&sheet(&[(7, "___MOLd________")], "A"), &setup()).unwrap();
        let picture = picture(&unchecked.board, &unchecked.setup);
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "$ _ _ ! _ _ _ $ _ _ _ ! _ _ $");
        assert_eq!(lines[1], "_ # _ _ _ @ _ _ _ @ _ _ _ # _");
        assert_eq!(lines[7], "$ _ _ M O L d # _ _ _ ! _ _ $");
        assert_eq!(lines.len(), 15);
    }

    #[test]
    fn layouts_with_quadruples_and_holes_and_alphabets_with_digraphs() {
        let grand = BoardSetup::builtin("spanish", "grand-21").unwrap();
        let mut unchecked = UncheckedPosition::new(grand.clone());
        for (column, cell) in (9..).zip(["CH", "A", "L"].map(|text| Cell::tile(grand.alphabet().parse(text).unwrap()[0]))) {
            unchecked.board.set(Square::new(10, column), cell);
        }
        unchecked.racks[0] = Rack::parse("CH ? LL", grand.alphabet()).unwrap();
        assert_eq!(parse(&render(&unchecked), &grand).unwrap(), unchecked);
        assert_eq!(parse(&render(&unchecked).replace(['[', ']'], ""), &grand).unwrap(), unchecked);
        assert!(picture(&unchecked.board, &grand).starts_with("& _ _ ! _"));
        assert!(picture(&unchecked.board, &grand).contains("_ % _"));
        let holes = BoardSetup::builtin("english", "punctured-15").unwrap();
        let unchecked = UncheckedPosition::new(holes.clone());
        assert!(picture(&unchecked.board, &holes).starts_with("= _ _ !"));
        let sheet = format!("{}A", render(&unchecked).trim_end_matches('\n').to_owned() + "\n\n");
        assert_eq!(parse(&sheet, &holes).unwrap().board, unchecked.board);
        let error = parse(&sheet.replacen('=', "A", 1), &holes).unwrap_err().to_string();
        assert!(error.starts_with("row 1, column A: 'A' cannot stand here"));
    }
}
