//! Reading a position in any text format.

use std::sync::Arc;

use thiserror::Error;

use super::gcg::GcgError;
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
    if is_cgp(text) { Ok(Cgp::parse(text, setup)?) } else { Ok(Cgp::new(sheet::parse(text, setup)?)) }
}

fn is_cgp(text: &str) -> bool {
    let text = text.trim();
    text.contains('/') && !text.contains(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cgp_and_sheet_are_distinguished() {
        let setup = BoardSetup::builtin("english", "standard-15").unwrap();
        let cgp = "15/15/15/15/15/15/15/6ZEK6/15/15/15/15/15/15/15 BENORR?/ 0/0 0";
        let read = read_position(&format!("{cgp}\n"), &setup).unwrap();
        assert_eq!(read.render(), cgp);
        assert_eq!(read_position(&sheet::render(&read.position), &setup).unwrap(), read);
        assert!(matches!(read_position("15/15", &setup), Err(BoardError::Cgp(_))));
        assert!(matches!(read_position("ABC", &setup), Err(BoardError::Sheet(_))));
        assert!(matches!(read_position("", &setup), Err(BoardError::Sheet(SheetError::Empty { .. }))));
    }
}
