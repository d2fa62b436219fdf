//! Where a given word lies on a board. Needs no lexicon.

use std::ops::ControlFlow;

use super::{Board, Cell};
use crate::alphabet::Tile;

/// Calls `each` with every path that spells the word, by first cell, then by second, and so on, until it breaks.
///
/// At worst as many steps as there are paths of its length: boards of few letters are such.
pub fn for_each<B>(board: &Board, word: &[Tile], mut each: impl FnMut(&[u16]) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut walk = Walk { board, word, wild: usize::MAX, used: vec![false; board.grid().cells().len()], path: vec![] };
    walk.start(&mut each)
}

/// The path with the fewest `?`, and among those the first; `None` where the word does not lie.
pub fn first(board: &Board, word: &[Tile]) -> Option<Vec<u16>> {
    let cells = board.grid().cells();
    let wild = cells.iter().filter(|cell| **cell == Cell::Any).count().min(word.len());
    (0..=wild).find_map(|wild| {
        let mut walk = Walk { board, word, wild, used: vec![false; cells.len()], path: vec![] };
        walk.start(&mut |path: &[u16]| ControlFlow::Break(path.to_vec())).break_value()
    })
}

/// The letters of the word that are spelled by `?`, a flag a letter.
///
/// # Panics
/// When the path has cells that the board has not.
pub fn blanks(board: &Board, path: &[u16]) -> Vec<bool> {
    let mut blanks = Vec::with_capacity(path.len());
    for &cell in path {
        match &board.grid().cells()[usize::from(cell)] {
            Cell::Hole => {}
            Cell::Any => blanks.push(true),
            Cell::Letters(letters) => blanks.extend(letters.iter().map(|_| false)),
        }
    }
    blanks
}

struct Walk<'w> {
    board: &'w Board,
    word: &'w [Tile],
    /// How many `?` may still be used.
    wild: usize,
    used: Vec<bool>,
    path: Vec<u16>,
}

impl Walk<'_> {
    fn start<B>(&mut self, each: &mut impl FnMut(&[u16]) -> ControlFlow<B>) -> ControlFlow<B> {
        let board = self.board;
        if self.word.is_empty() {
            return ControlFlow::Continue(());
        }
        board.open_cells().try_for_each(|cell| self.step(cell, 0, each))
    }

    /// Spells on from a letter of the word with a cell.
    fn step<B>(&mut self, cell: u16, at: usize, each: &mut impl FnMut(&[u16]) -> ControlFlow<B>) -> ControlFlow<B> {
        let board = self.board;
        let (length, wild) = match &board.grid().cells()[usize::from(cell)] {
            Cell::Any if self.wild > 0 => (1, 1),
            Cell::Letters(letters) if self.word[at..].starts_with(letters) => (letters.len(), 0),
            _ => return ControlFlow::Continue(()),
        };
        self.path.push(cell);
        self.used[usize::from(cell)] = true;
        self.wild -= wild;
        if at + length == self.word.len() {
            each(&self.path)?;
        } else {
            for &next in board.neighbours(usize::from(cell)) {
                if !self.used[usize::from(next)] {
                    self.step(next, at + length, each)?;
                }
            }
        }
        self.wild += wild;
        self.used[usize::from(cell)] = false;
        self.path.pop();
        ControlFlow::Continue(())
    }
}
