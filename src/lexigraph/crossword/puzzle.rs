//! A grid with clues and titles, as files have it.

use super::error::CrosswordError;
use super::grid::{CrosswordGrid, Direction, Square};
#[cfg(feature = "json")]
use super::{ipuz, puz};
use crate::alphabet::Alphabet;

/// A square of a puzzle. Letters are text, because a file may have several in one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PuzzleCell {
    /// No letter stands here.
    #[default]
    Block,
    /// A cell, with its solution if it is known.
    Open {
        /// The letters of the solution.
        solution: Option<String>,
        /// `true` if the cell has a circle.
        circled: bool,
    },
}

/// A clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clue {
    /// The number of its entry.
    pub number: u32,
    /// The direction of its entry.
    pub direction: Direction,
    /// The text; empty for none.
    pub text: String,
}

/// A puzzle of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Puzzle {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The squares, row by row.
    pub cells: Vec<PuzzleCell>,
    /// The clues, by number, across before down.
    pub clues: Vec<Clue>,
    /// The title.
    pub title: String,
    /// Who made it.
    pub author: String,
    /// The notice of copyright.
    pub copyright: String,
    /// Notes for who solves it.
    pub notes: String,
    /// `true` if the file has a solution that is locked, so that its letters are not known. It is not written.
    pub locked: bool,
    /// The number of clues of the file that have no number, and are left out.
    pub unnumbered: usize,
}

impl Puzzle {
    /// The puzzle of a file, by its content: `.puz`, ipuz, or a grid as text in UTF-8.
    ///
    /// # Errors
    /// [`CrosswordError`] for a file that is none of these.
    #[cfg(feature = "json")]
    pub fn read(bytes: &[u8], alphabet: &Alphabet) -> Result<Puzzle, CrosswordError> {
        if puz::is_puz(bytes) {
            return puz::read(bytes);
        }
        if ipuz::is_ipuz(bytes) {
            return ipuz::read(bytes);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| {
            CrosswordError::File("the file is no text in UTF-8, and no .puz or .ipuz — check the file".to_owned())
        })?;
        Ok(Puzzle::of(&CrosswordGrid::parse(text, alphabet)?, alphabet))
    }

    /// The puzzle of a grid, without clues.
    ///
    /// # Panics
    /// If a tile does not belong to `alphabet`.
    pub fn of(grid: &CrosswordGrid, alphabet: &Alphabet) -> Puzzle {
        let mut puzzle = Puzzle { rows: grid.rows(), columns: grid.columns(), ..Puzzle::default() };
        puzzle.cells = vec![PuzzleCell::Block; grid.squares().len()];
        puzzle.put(grid, alphabet);
        puzzle
    }

    /// Takes the squares of a grid over. Circles, clues and titles stay.
    ///
    /// # Panics
    /// If the grid has another size, or a tile does not belong to `alphabet`.
    pub fn put(&mut self, grid: &CrosswordGrid, alphabet: &Alphabet) {
        assert_eq!((self.rows, self.columns), (grid.rows(), grid.columns()), "the sides of the grid");
        for (cell, square) in self.cells.iter_mut().zip(grid.squares()) {
            let circled = matches!(cell, PuzzleCell::Open { circled: true, .. });
            *cell = match square {
                Square::Block => PuzzleCell::Block,
                Square::Cell(letter) => PuzzleCell::Open { solution: letter.map(|tile| alphabet.render(&[tile])), circled },
            };
        }
    }

    /// Removes the letters of the solution.
    pub fn empty(&mut self) {
        for cell in &mut self.cells {
            if let PuzzleCell::Open { solution, .. } = cell {
                *solution = None;
            }
        }
    }

    /// The grid, with the solution as far as it is known.
    ///
    /// # Errors
    /// [`CrosswordError::CellText`] for a cell whose text is not one tile, and those of [`CrosswordGrid::new`].
    pub fn grid(&self, alphabet: &Alphabet) -> Result<CrosswordGrid, CrosswordError> {
        let mut squares = Vec::with_capacity(self.cells.len());
        for (at, cell) in self.cells.iter().enumerate() {
            squares.push(match cell {
                PuzzleCell::Block => Square::Block,
                PuzzleCell::Open { solution: None, .. } => Square::Cell(None),
                PuzzleCell::Open { solution: Some(text), .. } => {
                    let (row, column) = (at / self.columns + 1, at % self.columns + 1);
                    let wrong = || CrosswordError::CellText { row, column, text: text.clone() };
                    match alphabet.parse(text).as_deref() {
                        Ok(&[tile]) => Square::Cell(Some(tile)),
                        _ => return Err(wrong()),
                    }
                }
            });
        }
        CrosswordGrid::new(self.rows, self.columns, squares)
    }

    /// The clue of an entry; empty if there is none.
    pub fn clue(&self, number: u32, direction: Direction) -> &str {
        let found = self.clues.iter().find(|clue| clue.number == number && clue.direction == direction);
        found.map_or("", |clue| &clue.text)
    }

    /// The numbers and directions of the entries as files list clues: by number, across before down.
    pub fn entries(&self) -> Vec<(u32, Direction)> {
        let Some(grid) = self.empty_grid() else { return Vec::new() };
        let mut entries: Vec<(u32, Direction)> = grid.slots().iter().map(|slot| (slot.number, slot.direction)).collect();
        entries.sort_unstable();
        entries
    }

    /// The number of each square; 0 for those where no entry begins.
    pub fn numbers(&self) -> Vec<u32> {
        self.empty_grid().map_or_else(|| vec![0; self.cells.len()], |grid| grid.numbers())
    }

    /// The grid without letters; `None` if it has no cells or is too large.
    fn empty_grid(&self) -> Option<CrosswordGrid> {
        let square = |cell: &PuzzleCell| if *cell == PuzzleCell::Block { Square::Block } else { Square::Cell(None) };
        CrosswordGrid::new(self.rows, self.columns, self.cells.iter().map(square).collect()).ok()
    }
}
