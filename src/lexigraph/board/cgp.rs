//! CGP: a position on one line.
//!
//! `<board> <racks> <scores> <scoreless turns> [<opcodes>]`. The board is its rows from the top, joined by `/`. A
//! letter is a tile, a lower-case letter a blank; a label of several characters stands in brackets. A number counts
//! empty squares, and holes too, since the layout says where they are. The two racks and the two scores are joined by
//! `/`, those of the player on turn first; a rack may be empty. An opcode is a name and a value, terminated by `;`:
//! `lex` is the lexicon, `bdn` the board layout, `ld` the letters. All other opcodes are kept and written back.

use std::fmt::Write;
use std::sync::Arc;

use thiserror::Error;

use crate::alphabet::Alphabet;

use super::rack::read_tiles;
use super::text::{read_tile, write_cell, write_cells};
use super::{
    Board, BoardSetup, Cell, Direction, MAX_RACK, Position, Rack, RackError, SetupError, Square, UncheckedPosition,
};

/// What is wrong with a CGP.
#[derive(Debug, Error)]
pub enum CgpError {
    /// A field is missing.
    #[error("a CGP has four fields (board, racks, scores, scoreless turns), this one has {found}")]
    Fields {
        /// The number of fields.
        found: usize,
    },
    /// The board has too few or too many rows.
    #[error("the board has {found} rows, the layout '{layout}' has {expected}")]
    Rows {
        /// The number of rows.
        found: usize,
        /// The number of rows of the layout.
        expected: usize,
        /// The name of the layout.
        layout: String,
    },
    /// A row is too short.
    #[error("row {row} of the board has {found} squares, the layout has {expected}")]
    ShortRow {
        /// The row, from 1.
        row: usize,
        /// The squares of the row.
        found: usize,
        /// The squares of a row of the layout.
        expected: usize,
    },
    /// A row is too long.
    #[error("row {row} of the board is longer than the {expected} squares of the layout, at '{at}'")]
    LongRow {
        /// The row, from 1.
        row: usize,
        /// The squares of a row of the layout.
        expected: usize,
        /// The tile or the number that is too much.
        at: String,
    },
    /// A number of empty squares is 0 or begins with 0.
    #[error("{square}: '{found}' is no number of empty squares — write 1 or more, without leading zeros")]
    Run {
        /// Where the number begins.
        square: Square,
        /// The number.
        found: String,
    },
    /// A character is not a tile.
    #[error("{square}: '{found}' is neither a tile nor a number of empty squares")]
    NotATile {
        /// The place of the character.
        square: Square,
        /// The character.
        found: char,
    },
    /// A tile is on a hole.
    #[error("{square}: '{found}' lies on a hole of the layout")]
    OnHole {
        /// The hole.
        square: Square,
        /// The tile.
        found: String,
    },
    /// A field does not have two parts.
    #[error("the {what} '{found}' are not two, joined by '/'")]
    NotTwo {
        /// `racks` or `scores`.
        what: &'static str,
        /// The field.
        found: String,
    },
    /// A rack cannot be read.
    #[error("rack {player} of the CGP: {error}")]
    Rack {
        /// The player with the rack, from 1.
        player: usize,
        /// What is wrong.
        error: RackError,
    },
    /// A rack has a lower-case letter.
    #[error("rack {player} of the CGP: tile {place} is in lower case — a blank on a rack is '?'")]
    LowerRack {
        /// The player with the rack, from 1.
        player: usize,
        /// The tile, from 1.
        place: usize,
    },
    /// A field is not a number.
    #[error("the {what} '{found}' is not a whole number in range, written without leading zeros")]
    Number {
        /// The meaning of the number.
        what: &'static str,
        /// The text.
        found: String,
    },
    /// An opcode has no `;` or no name.
    #[error("the opcode '{found}' is not a name and a value terminated by ';'")]
    Opcode {
        /// The text.
        found: String,
    },
    /// An opcode names an unknown layout or alphabet.
    #[error("opcode {opcode}: {error}")]
    Unknown {
        /// The name of the opcode.
        opcode: &'static str,
        /// What is wrong.
        error: SetupError,
    },
}

/// The content of a CGP: a position, the order of the tiles on the racks, and the opcodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cgp {
    /// The position, which may be illegal.
    pub position: UncheckedPosition,
    /// The racks in the order in which they were written.
    pub racks: [Vec<Cell>; 2],
    /// The names and values of the opcodes, in order.
    pub opcodes: Vec<(String, String)>,
}

impl Cgp {
    /// The CGP of a position: racks in collation order, no opcodes.
    pub fn new(position: UncheckedPosition) -> Cgp {
        let racks = position.racks.map(|rack| rack.cells().collect());
        Cgp { position, racks, opcodes: Vec::new() }
    }

    /// Reads a CGP, which may stand behind `cgp` or `load cgp` as it is typed elsewhere. The opcodes `bdn` and `ld`
    /// name a bundled layout and a bundled alphabet; without them, those of
    /// `setup` are used.
    ///
    /// # Errors
    /// [`CgpError`] says what is wrong, with row and column.
    pub fn parse(text: &str, setup: &Arc<BoardSetup>) -> Result<Cgp, CgpError> {
        let mut rest = without_command(text.trim());
        let mut fields = [""; 4];
        for (found, field) in fields.iter_mut().enumerate() {
            if rest.is_empty() {
                return Err(CgpError::Fields { found });
            }
            let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            (*field, rest) = (first, after.trim_start());
        }
        let opcodes = parse_opcodes(rest)?;
        let value = |name: &str| opcodes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let setup = setup.with(None, value("bdn")).map_err(|error| CgpError::Unknown { opcode: "bdn", error })?;
        let setup = setup.with(value("ld"), None).map_err(|error| CgpError::Unknown { opcode: "ld", error })?;
        let [board, racks, scores, turns] = fields;
        let board = parse_board(board, &setup)?;
        let alphabet = setup.alphabet();
        let [first, second] = two(racks, "racks")?;
        let racks = [parse_rack(first, 1, alphabet)?, parse_rack(second, 2, alphabet)?];
        let [first, second] = two(scores, "scores")?;
        let scores = [parse_number(first, "score")?, parse_number(second, "score")?];
        let scoreless_turns = parse_number(turns, "number of scoreless turns")?;
        let sorted = racks.each_ref().map(|cells| Rack::from_cells(cells).expect("bug: the tiles of the rack were counted"));
        let position = UncheckedPosition { setup, board, racks: sorted, scores, scoreless_turns };
        Ok(Cgp { position, racks, opcodes })
    }

    /// The value of an opcode.
    pub fn opcode(&self, name: &str) -> Option<&str> {
        self.opcodes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Writes the CGP in its canonical form: one space between fields and before opcodes, `;` after each opcode, the
    /// longest possible runs of empty squares. A rack is in the order in which it was read, if its tiles are still
    /// the same.
    pub fn render(&self) -> String {
        let UncheckedPosition { setup, board, racks, scores, scoreless_turns } = &self.position;
        let alphabet = setup.alphabet();
        let mut text = render_board(board, alphabet);
        for (player, rack) in racks.iter().enumerate() {
            let written = &self.racks[player];
            let same = Rack::from_cells(written).is_some_and(|written| written == *rack);
            text.push(if player == 0 { ' ' } else { '/' });
            text.push_str(&if same { write_cells(alphabet, written) } else { rack.render(alphabet) });
        }
        let _ = write!(text, " {}/{} {scoreless_turns}", scores[0], scores[1]);
        for (name, value) in &self.opcodes {
            let space = if value.is_empty() { "" } else { " " };
            let _ = write!(text, " {name}{space}{value};");
        }
        text
    }
}

impl Position {
    /// The position as CGP: racks in collation order, no opcodes.
    pub fn to_cgp(&self) -> String {
        Cgp::new(self.as_unchecked().clone()).render()
    }
}

/// The CGP without the command of other programs before it.
fn without_command(text: &str) -> &str {
    let after = |text: &'_ str, word: &str| {
        let (first, rest) = text.split_once(char::is_whitespace)?;
        first.eq_ignore_ascii_case(word).then(|| text.len() - rest.trim_start().len())
    };
    let load = after(text, "load").unwrap_or(0);
    after(&text[load..], "cgp").map_or(text, |cgp| &text[load + cgp..])
}

fn render_board(board: &Board, alphabet: &Alphabet) -> String {
    let mut text = String::with_capacity(board.rows() * 8);
    for row in 0..board.rows() {
        if row > 0 {
            text.push('/');
        }
        let mut free = 0;
        let cells = board.lane(Direction::Across, row);
        for (index, &cell) in cells.iter().enumerate() {
            if !cell.is_tile() {
                free += 1;
            }
            if free > 0 && (cell.is_tile() || index + 1 == cells.len()) {
                let _ = write!(text, "{free}");
                free = 0;
            }
            if cell.is_tile() {
                write_cell(alphabet, cell, &mut text);
            }
        }
    }
    text
}

fn parse_board(text: &str, setup: &BoardSetup) -> Result<Board, CgpError> {
    let (layout, alphabet) = (setup.layout(), setup.alphabet());
    let mut board = Board::new(layout);
    let expected = layout.columns();
    let (mut rest, mut row, mut column) = (text, 0, 0);
    loop {
        let first = rest.chars().next().unwrap_or('/');
        if first == '/' {
            if row < layout.rows() && column < expected {
                return Err(CgpError::ShortRow { row: row + 1, found: column, expected });
            }
            row += 1;
            column = 0;
            if rest.is_empty() {
                break;
            }
            rest = &rest[1..];
            continue;
        }
        if row >= layout.rows() {
            // Rows are counted by the slashes; the content of the rest does not matter.
            let found = row + 1 + rest.matches('/').count();
            return Err(CgpError::Rows { found, expected: layout.rows(), layout: layout.name().to_owned() });
        }
        let square = Square::new(row as u8, column.min(expected - 1) as u8);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (part, after) = rest.split_at(digits);
        if digits > 0 {
            if part.starts_with('0') {
                return Err(CgpError::Run { square, found: part.to_owned() });
            }
            let run = part.parse().ok().filter(|&run: &usize| run <= expected - column);
            column += run.ok_or_else(|| CgpError::LongRow { row: row + 1, expected, at: part.to_owned() })?;
            rest = after;
            continue;
        }
        let wrong = CgpError::NotATile { square, found: first };
        let (placed, taken) = read_tile(alphabet, rest).ok_or(wrong)?;
        if column == expected {
            return Err(CgpError::LongRow { row: row + 1, expected, at: rest[..taken].to_owned() });
        }
        if board.get(square).is_hole() {
            return Err(CgpError::OnHole { square, found: rest[..taken].to_owned() });
        }
        board.set(square, placed.into());
        column += 1;
        rest = &rest[taken..];
    }
    if row != layout.rows() {
        return Err(CgpError::Rows { found: row, expected: layout.rows(), layout: layout.name().to_owned() });
    }
    Ok(board)
}

fn two<'t>(field: &'t str, what: &'static str) -> Result<[&'t str; 2], CgpError> {
    // A label in brackets may contain a slash.
    let slash = field.char_indices().scan(false, |inside, (at, found)| {
        *inside = (*inside || found == '[') && found != ']';
        Some((at, found == '/' && !*inside))
    });
    let slashes: Vec<usize> = slash.filter(|(_, is)| *is).map(|(at, _)| at).collect();
    match slashes[..] {
        [at] => Ok([&field[..at], &field[at + 1..]]),
        _ => Err(CgpError::NotTwo { what, found: field.to_owned() }),
    }
}

fn parse_rack(text: &str, player: usize, alphabet: &Alphabet) -> Result<Vec<Cell>, CgpError> {
    let cells = read_tiles(text, alphabet).map_err(|error| CgpError::Rack { player, error })?;
    if cells.len() > MAX_RACK {
        return Err(CgpError::Rack { player, error: RackError::TooMany });
    }
    match cells.iter().position(|cell| cell.is_blank() && cell.is_tile()) {
        Some(place) => Err(CgpError::LowerRack { player, place: place + 1 }),
        None => Ok(cells),
    }
}

fn parse_number<N: std::str::FromStr + ToString>(text: &str, what: &'static str) -> Result<N, CgpError> {
    let number = text.parse().ok().filter(|number: &N| number.to_string() == text);
    number.ok_or_else(|| CgpError::Number { what, found: text.to_owned() })
}

fn parse_opcodes(text: &str) -> Result<Vec<(String, String)>, CgpError> {
    let mut opcodes = Vec::new();
    let mut rest = text.trim();
    if rest.starts_with('-') {
        return parse_options(rest);
    }
    while !rest.is_empty() {
        let wrong = || CgpError::Opcode { found: rest.to_owned() };
        let (opcode, after) = rest.split_once(';').ok_or_else(wrong)?;
        let opcode = opcode.trim();
        let (name, value) = opcode.split_once(char::is_whitespace).unwrap_or((opcode, ""));
        if name.is_empty() {
            return Err(wrong());
        }
        opcodes.push((name.to_owned(), value.split_whitespace().collect::<Vec<_>>().join(" ")));
        rest = after.trim_start();
    }
    Ok(opcodes)
}

/// Opcodes as the command lines of some programs have them: `-name value` instead of `name value;`.
fn parse_options(text: &str) -> Result<Vec<(String, String)>, CgpError> {
    let mut opcodes: Vec<(String, String)> = Vec::new();
    for word in text.split_whitespace() {
        let name = word.strip_prefix('-').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
        match (name, opcodes.last_mut()) {
            (Some(name), _) => opcodes.push((name.to_owned(), String::new())),
            (None, Some((_, value))) if value.is_empty() => word.clone_into(value),
            _ => return Err(CgpError::Opcode { found: text.to_owned() }),
        }
    }
    Ok(opcodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opcodes_may_be_options() {
        let board = vec!["15"; 15].join("/");
        let read = |opcodes: &str| Cgp::parse(&format!("{board} AB/ 0/0 0 {opcodes}"), &setup());
        assert_eq!(read("-lex CSW24 -ld english").unwrap().render(), format!("{board} AB/ 0/0 0 lex CSW24; ld english;"));
        assert_eq!(read("-wmp -lm -2").unwrap().opcode("lm"), Some("-2"));
        for wrong in ["-", "-lex CSW24 x", "-2"] {
            assert!(matches!(read(wrong), Err(CgpError::Opcode { .. })), "{wrong}");
        }
    }

    const GO: &str = "15/15/15/15/15/15/15/6GO7/15/15/15/15/15/15/15";

    fn setup() -> Arc<BoardSetup> {
        BoardSetup::builtin("english", "standard-15").unwrap()
    }

    #[test]
    fn positions_of_games_come_back_byte_for_byte() {
        let mut count = 0;
        for line in include_str!("positions.txt").lines() {
            let cgp = Cgp::parse(line, &setup()).unwrap();
            assert_eq!(cgp.render(), line);
            let position = Position::try_from(cgp.position).unwrap_or_else(|problems| panic!("{line}: {problems}"));
            // In collation order it is a fixed point.
            let canonical = position.to_cgp();
            assert_eq!(Cgp::parse(&canonical, &setup()).unwrap().render(), canonical);
            count += 1;
        }
        assert_eq!(count, 50);
    }

    #[test]
    fn the_command_before_a_pasted_cgp_is_passed_over() {
        for before in ["cgp ", "load cgp  ", "CGP\t"] {
            let cgp = Cgp::parse(&format!("{before}{GO} ABC/ 0/0 0"), &setup()).unwrap();
            assert_eq!(cgp.render(), format!("{GO} ABC/ 0/0 0"));
        }
        assert!(matches!(Cgp::parse("cgp", &setup()), Err(CgpError::Fields { found: 1 })));
    }

    #[test]
    fn opcodes_are_kept_and_three_are_understood() {
        let text = format!("  {GO} ABC?/  -3/12 2  lex X Y ;ld english;  gid ab12; mcnz;bdn standard-15;");
        let cgp = Cgp::parse(&text, &setup()).unwrap();
        assert_eq!(cgp.render(), format!("{GO} ABC?/ -3/12 2 lex X Y; ld english; gid ab12; mcnz; bdn standard-15;"));
        assert_eq!((cgp.opcode("lex"), cgp.opcode("mcnz"), cgp.opcode("tmr")), (Some("X Y"), Some(""), None));
        let rows = vec!["21"; 21].join("/");
        let grand = Cgp::parse(&format!("{rows} / 0/0 0 ld english_super; bdn SuperCrosswordGame;"), &setup()).unwrap();
        assert_eq!(grand.position.setup, BoardSetup::builtin("english-200", "grand-21").unwrap());
    }

    #[test]
    fn what_is_wrong_is_named_with_field_row_and_column() {
        let error = |text: &str| Cgp::parse(text, &setup()).unwrap_err().to_string();
        let board = |row: &str| error(&format!("{} / 0/0 0", GO.replace("6GO7", row)));
        assert_eq!(board("6GO8"), "row 8 of the board is longer than the 15 squares of the layout, at '8'");
        assert_eq!(board("6GO7A"), "row 8 of the board is longer than the 15 squares of the layout, at 'A'");
        assert_eq!(board("6GO6"), "row 8 of the board has 14 squares, the layout has 15");
        assert_eq!(board("16"), "row 8 of the board is longer than the 15 squares of the layout, at '16'");
        assert!(board("6GO99999999999999999999999").contains("longer"));
        assert!(board("6GO07").starts_with("row 8, column I: '07' is no number"));
        assert!(board("6GO0").starts_with("row 8, column I: '0' is no number"));
        assert!(board("6G?7").starts_with("row 8, column H: '?' is neither"));
        assert!(board("6G[O7").starts_with("row 8, column H: '[' is neither"));
        assert!(board("").starts_with("row 8 of the board has 0 squares"));
        assert!(board("15/15").starts_with("the board has 16 rows, the layout 'standard-15' has 15"));
        assert!(board("15/6GO7").starts_with("the board has 16 rows"));
        assert!(error("15/15 / 0/0 0").starts_with("the board has 2 rows"));
        assert_eq!(
            error(&format!("{GO} / 0/0")),
            "a CGP has four fields (board, racks, scores, scoreless turns), this one has 3"
        );
        let rest = |rest: &str| error(&format!("{GO} {rest}"));
        assert!(rest("AB 0/0 0").starts_with("the racks 'AB' are not two"));
        assert!(rest("A/B/C 0/0 0").starts_with("the racks 'A/B/C' are not two"));
        assert!(rest("A/B1 0/0 0").starts_with("rack 2 of the CGP: '1' (tile 2 of the rack)"));
        assert!(rest("Aa/ 0/0 0").starts_with("rack 1 of the CGP: tile 2 is in lower case"));
        assert!(rest("/ 0 0").starts_with("the scores '0' are not two"));
        for (score, turns) in
            [("00/1", "0"), ("+1/1", "0"), ("x/1", "0"), ("1/-0", "0"), ("1/1", "-1"), ("99999999999/1", "0")]
        {
            assert!(rest(&format!("/ {score} {turns}")).contains("is not a whole number"), "{score}");
        }
        assert_eq!(rest("/ 0/0 0 lex X"), "the opcode 'lex X' is not a name and a value terminated by ';'");
        assert!(rest("/ 0/0 0 bdn Nowhere;").starts_with("opcode bdn: no board layout is called 'Nowhere'"));
        assert!(rest("/ 0/0 0 ld martian;").starts_with("opcode ld: no alphabet is called 'martian'"));
    }

    #[test]
    fn tiles_of_several_characters_stand_in_brackets() {
        let catalan = BoardSetup::builtin("catalan", "standard-15").unwrap();
        let text = "15/15/15/15/15/15/15/5CO[L·L]E[qu]5/15/15/15/15/15/15/15 [QU][NY]Ç?/ 0/0 0";
        let cgp = Cgp::parse(text, &catalan).unwrap();
        assert_eq!(cgp.render(), text);
        assert_eq!((cgp.position.racks[0].len(), cgp.position.board.tiles().count()), (4, 5));
    }

    #[test]
    fn holes_are_empty_squares_that_hold_no_tile() {
        let punctured = BoardSetup::builtin("english", "punctured-15").unwrap();
        let text = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0";
        assert_eq!(Cgp::parse(text, &punctured).unwrap().render(), text);
        let error = Cgp::parse(&text.replacen("15", "A14", 1), &punctured).unwrap_err();
        assert_eq!(error.to_string(), "row 1, column A: 'A' lies on a hole of the layout");
    }
}
