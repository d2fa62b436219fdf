//! Reading a position in whatever form it comes.

use std::sync::Arc;

use thiserror::Error;

use super::gcg::GcgError;
use super::{
    BagError, BoardSetup, Cgp, CgpError, LayoutError, NotationError, PlayError, Problems, RackError, SetupError, SheetError,
    sheet,
};

/// Anything that can go wrong on the board side.
#[derive(Debug, Error)]
pub enum BoardError {
    /// A text that looks like CGP.
    #[error("CGP: {0}")]
    Cgp(#[from] CgpError),
    /// A text that looks like a sheet.
    #[error("sheet: {0}")]
    Sheet(#[from] SheetError),
    /// A game.
    #[error("GCG: {0}")]
    Gcg(#[from] GcgError),
    /// A setup that is no position.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// Letters or a layout.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A rack.
    #[error(transparent)]
    Rack(#[from] RackError),
    /// Too many tiles of a letter.
    #[error(transparent)]
    Bag(#[from] BagError),
    /// A play as text.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A move that cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// Reads a sheet or a CGP. A CGP is the one that is a single line with a `/` in it.
///
/// The setup may be illegal as a position: see [`UncheckedPosition::problems`](super::UncheckedPosition::problems), or make a
/// [`Position`](super::Position) of it. A sheet gives a [`Cgp`] without opcodes.
///
/// # Errors
/// What the reader of that form says.
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
    fn cgp_and_sheet_are_told_apart() {
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
