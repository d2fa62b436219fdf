//! Reading a position in any text format.

use std::sync::Arc;

use thiserror::Error;

use super::gcg::{Gcg, GcgError};
use super::{
    BagError, BoardSetup, Cgp, CgpError, LayoutError, NotationError, PlayError, Problems, RackError, SetupError, SheetError,
    sheet,
};

/// Any error of the board side.
#[derive(Debug, Error)]
pub enum BoardError {
    /// A CGP is wrong.
    #[error("CGP: {0}")]
    Cgp(#[from] CgpError),
    /// There is a CGP on each line.
    #[error("{lines} positions, one a line (CGP) — give one of them")]
    Several {
        /// The number of positions.
        lines: usize,
    },
    /// A sheet is wrong.
    #[error("sheet: {0}")]
    Sheet(#[from] SheetError),
    /// A game is wrong.
    #[error("GCG: {0}")]
    Gcg(#[from] GcgError),
    /// A position is illegal.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// Alphabet and layout cannot be used.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A layout is wrong.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A rack cannot be read.
    #[error(transparent)]
    Rack(#[from] RackError),
    /// There are too many tiles of a letter.
    #[error(transparent)]
    Bag(#[from] BagError),
    /// A play cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// Reads a sheet or a CGP. A text of one line with a `/` is a CGP; any other text is a sheet.
///
/// The position may be illegal: see [`UncheckedPosition::problems`](super::UncheckedPosition::problems), or convert
/// it to a [`Position`](super::Position). A sheet gives a [`Cgp`] without opcodes.
///
/// # Errors
/// [`BoardError::Cgp`] or [`BoardError::Sheet`].
pub fn read_position(text: &str, setup: &Arc<BoardSetup>) -> Result<Cgp, BoardError> {
    let text = text.trim_start_matches('\u{feff}');
    if is_cgp(text) {
        return Ok(Cgp::parse(text, setup)?);
    }
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    if lines().count() > 0 && lines().all(|line| line.contains('/') && line.split_whitespace().count() >= 4) {
        return Err(BoardError::Several { lines: lines().count() });
    }
    Ok(Cgp::new(sheet::parse(text, setup)?))
}

/// What a position or a game says about its letters and its lexicon, before it is read with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statements {
    /// The name of the letters: the opcode `ld` of a CGP, the pragma `#tile-distribution` of a game.
    pub letters: Option<String>,
    /// The name of the lexicon: the opcode `lex` of a CGP, the pragma `#lexicon` of a game.
    pub lexicon: Option<String>,
}

impl Statements {
    /// The statements in a file with a sheet, a CGP or a GCG. A sheet makes none.
    pub fn of(bytes: &[u8]) -> Statements {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}');
        let [letters, lexicon] = if Gcg::detect(bytes) {
            ["#tile-distribution ", "#lexicon "].map(|name| text.lines().find_map(|line| line.trim().strip_prefix(name)))
        } else if is_cgp(text) {
            ["ld", "lex"].map(|name| {
                let opcodes = text.split(';').map(str::trim);
                // The first opcode stands behind the four fields.
                let option = format!("-{name}");
                let mut options = text.split_whitespace().skip_while(|&word| word != option);
                options.nth(1).or_else(|| {
                    opcodes.enumerate().find_map(|(at, opcode)| {
                        let mut words = opcode.split_whitespace().rev();
                        let value = words.next()?;
                        (words.next() == Some(name) && (at == 0 || words.next().is_none())).then_some(value)
                    })
                })
            })
        } else {
            [None, None]
        };
        let owned = |value: Option<&str>| value.map(|value| value.trim().to_owned());
        Statements { letters: owned(letters), lexicon: owned(lexicon) }
    }
}

fn is_cgp(text: &str) -> bool {
    let text = text.trim();
    text.contains('/') && !text.contains(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_lexicon_are_known_before_the_position_is_read() {
        let told = |text: &str| {
            let Statements { letters, lexicon } = Statements::of(text.as_bytes());
            (letters.unwrap_or_default(), lexicon.unwrap_or_default())
        };
        let pair = |letters: &str, lexicon: &str| (letters.to_owned(), lexicon.to_owned());
        assert_eq!(told("15/15 A/ 0/0 0"), pair("", ""));
        assert_eq!(told("15/15 A/ 0/0 0 lex NWL23;"), pair("", "NWL23"));
        assert_eq!(told("cgp 15/15 A/ 0/0 0 ld spanish; lex FISE2; gid ld;"), pair("spanish", "FISE2"));
        assert_eq!(told("15/15 A/ 0/0 0 -lex CSW24 -ld polish"), pair("polish", "CSW24"));
        assert_eq!(told("#player1 a A\n#lexicon CSW24\n#tile-distribution french\n"), pair("french", "CSW24"));
        assert_eq!(told("_ _ _\n\nABC"), pair("", ""));
    }

    #[test]
    fn cgp_and_sheet_are_distinguished() {
        let setup = BoardSetup::builtin("english", "standard-15").unwrap();
        let cgp = "15/15/15/15/15/15/15/6ZEK6/15/15/15/15/15/15/15 BENORR?/ 0/0 0";
        let read = read_position(&format!("{cgp}\n"), &setup).unwrap();
        assert_eq!(read.render(), cgp);
        assert_eq!(read_position(&sheet::render(&read.position), &setup).unwrap(), read);
        let several = read_position(&format!("{cgp}\n\n{cgp}\n"), &setup).unwrap_err();
        assert_eq!(several.to_string(), "2 positions, one a line (CGP) — give one of them");
        assert!(matches!(read_position("15/15", &setup), Err(BoardError::Cgp(_))));
        assert!(matches!(read_position("ABC", &setup), Err(BoardError::Sheet(_))));
        assert!(matches!(read_position("", &setup), Err(BoardError::Sheet(SheetError::Empty { .. }))));
    }
}
