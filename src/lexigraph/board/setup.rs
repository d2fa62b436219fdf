//! The board setup: alphabet, layout, and the points of each tile.

use std::sync::Arc;

use thiserror::Error;

use crate::alphabet::{Alphabet, AlphabetError};

use super::{Cell, Layout, LayoutError};

/// Why an alphabet and a layout cannot be used together, or cannot be found.
#[derive(Debug, Error)]
pub enum SetupError {
    /// The alphabet has more letters than a game can use.
    #[error("the alphabet '{name}' has {letters} letters, a game can use 63 — use it for look-up only")]
    WideAlphabet {
        /// The name of the alphabet.
        name: String,
        /// The number of its letters.
        letters: usize,
    },
    /// There is no such alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
    /// There is no such layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// The points of each cell: those of its tile, 0 for a blank, an empty square or a hole. One look-up a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    by_byte: [i16; 256],
}

impl Points {
    /// The points of an alphabet's tiles.
    pub fn new(alphabet: &Alphabet) -> Points {
        let mut by_byte = [0; 256];
        by_byte[1..64].iter_mut().zip(alphabet.letters()).for_each(|(points, letter)| *points = letter.points);
        Points { by_byte }
    }

    /// The points of a cell.
    #[inline]
    pub fn of(&self, cell: Cell) -> i32 {
        i32::from(self.by_byte[usize::from(cell.byte())])
    }
}

/// The alphabet and the layout of a game. Positions share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSetup {
    alphabet: Alphabet,
    layout: Layout,
    points: Points,
}

impl BoardSetup {
    /// Combines an alphabet and a layout.
    ///
    /// # Errors
    /// [`SetupError::WideAlphabet`] if the alphabet has more than 63 letters.
    pub fn new(alphabet: Alphabet, layout: Layout) -> Result<Arc<BoardSetup>, SetupError> {
        if alphabet.is_wide() {
            return Err(SetupError::WideAlphabet { name: alphabet.name().to_owned(), letters: alphabet.len() });
        }
        let points = Points::new(&alphabet);
        Ok(Arc::new(BoardSetup { alphabet, layout, points }))
    }

    /// Combines a bundled alphabet and a bundled layout.
    ///
    /// The names that other programs use are understood too: any case, `_` for `-`, `super` for the set of 200 tiles.
    ///
    /// # Errors
    /// [`SetupError::Alphabet`] or [`SetupError::Layout`] if one of them does not exist.
    pub fn builtin(alphabet: &str, layout: &str) -> Result<Arc<BoardSetup>, SetupError> {
        BoardSetup::new(find_alphabet(alphabet)?, Layout::builtin(layout)?)
    }

    /// The letters and the bag.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The layout of the board.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The points of tiles.
    #[inline]
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// The same setup with another alphabet or layout, if a name is given: a bundled one, or its own, which may come
    /// from a file.
    pub(super) fn with(
        self: &Arc<BoardSetup>,
        alphabet: Option<&str>,
        layout: Option<&str>,
    ) -> Result<Arc<BoardSetup>, SetupError> {
        let alphabet = alphabet.filter(|name| *name != self.alphabet.name());
        let layout = layout.filter(|name| *name != self.layout.name());
        let alphabet = alphabet.map(find_alphabet).transpose()?.filter(|alphabet| *alphabet != self.alphabet);
        let layout = layout.map(Layout::builtin).transpose()?.filter(|layout| *layout != self.layout);
        match (alphabet, layout) {
            (None, None) => Ok(self.clone()),
            (alphabet, layout) => BoardSetup::new(
                alphabet.unwrap_or_else(|| self.alphabet.clone()),
                layout.unwrap_or_else(|| self.layout.clone()),
            ),
        }
    }

    /// The setup with the layout transposed.
    pub fn transposed(&self) -> Arc<BoardSetup> {
        Arc::new(BoardSetup { layout: self.layout.transposed(), ..self.clone() })
    }
}

fn find_alphabet(name: &str) -> Result<Alphabet, AlphabetError> {
    let plain = name.to_lowercase().replace('_', "-").replace("-super", "-200");
    // The error names what was asked for.
    Alphabet::builtin(&plain).or_else(|_| Alphabet::builtin(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_programs_are_understood() {
        let setup = BoardSetup::builtin("English_Super", "SuperCrosswordGame").unwrap();
        assert_eq!((setup.alphabet().name(), setup.layout().name()), ("english-200", "grand-21"));
        assert!(matches!(BoardSetup::builtin("martian", "grand-21"), Err(SetupError::Alphabet(_))));
        let wide = Alphabet::bytes();
        assert!(matches!(BoardSetup::new(wide, setup.layout().clone()), Err(SetupError::WideAlphabet { letters: 255, .. })));
    }

    #[test]
    fn blanks_are_worth_nothing() {
        let setup = BoardSetup::builtin("english", "standard-15").unwrap();
        let z = setup.alphabet().parse("Z").unwrap()[0];
        let worth =
            [Cell::tile(z), Cell::blank(z), Cell::BLANK, Cell::EMPTY, Cell::HOLE].map(|cell| setup.points().of(cell));
        assert_eq!(worth, [10, 0, 0, 0, 0]);
    }
}
