//! The paths of a given word on a board. Needs no lexicon.

use std::ops::ControlFlow;

use super::grid::{BoggleBoard, GridCell};
use crate::alphabet::Tile;

/// Calls `each` with every path that spells the word, ordered by first cell, then by second, and so on, until `each`
/// breaks.
///
/// In the worst case, a board of few different letters, the number of steps is the number of paths of that length.
pub fn for_each<B>(board: &BoggleBoard, word: &[Tile], mut each: impl FnMut(&[u16]) -> ControlFlow<B>) -> ControlFlow<B> {
    WordPathWalk::new(board, word, usize::MAX, u64::MAX).start(&mut each)
}

/// Returns at most this number of paths that spell the word, in the order of [`for_each`]. Each step is subtracted from
/// `budget`; there may be fewer paths if it runs out.
pub fn up_to(board: &BoggleBoard, word: &[Tile], most: usize, budget: &mut u64) -> Vec<Vec<u16>> {
    let mut found = Vec::new();
    let mut walk = WordPathWalk::new(board, word, usize::MAX, *budget);
    let _ = walk.start(&mut |path: &[u16]| {
        if found.len() < most {
            found.push(path.to_vec());
        }
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    *budget = walk.budget;
    found
}

/// Returns the path with the fewest `?`, and of several such paths the first. Returns `None` if the word is not on the
/// board.
///
/// The search first allows the fewest `?` that the letters of the board make possible, then one more, until it finds a
/// path.
pub fn first(board: &BoggleBoard, word: &[Tile]) -> Option<Vec<u16>> {
    let (missing, wild) = missing(board, word);
    (missing..=wild.min(word.len())).find_map(|wild| {
        let mut walk = WordPathWalk::new(board, word, wild, u64::MAX);
        walk.start(&mut |path: &[u16]| ControlFlow::Break(path.to_vec())).break_value()
    })
}

/// Returns whether the word is on the board. Each step is subtracted from `budget`; the result is `None` if the budget
/// runs out.
pub(super) fn lies(board: &BoggleBoard, word: &[Tile], budget: &mut u64) -> Option<bool> {
    let (missing, wild) = missing(board, word);
    if missing > wild {
        return Some(false);
    }
    let mut walk = WordPathWalk::new(board, word, usize::MAX, *budget);
    let found = walk.start(&mut |_: &[u16]| ControlFlow::Break(())).is_break();
    *budget = walk.budget;
    if found || *budget > 0 { Some(found) } else { None }
}

/// The number of letters of the word that cells with letters cannot provide, and the number of `?` on the board.
fn missing(board: &BoggleBoard, word: &[Tile]) -> (usize, usize) {
    let (mut counts, mut wild) = ([0u16; 256], 0);
    for cell in board.grid().cells() {
        match cell {
            GridCell::Hole => {}
            GridCell::Any => wild += 1,
            GridCell::Letters(letters) => letters.iter().for_each(|tile| counts[usize::from(tile.number())] += 1),
        }
    }
    let lacks = |tile: &&Tile| {
        let count = &mut counts[usize::from(tile.number())];
        let lacks = *count == 0;
        *count = count.saturating_sub(1);
        lacks
    };
    (word.iter().filter(lacks).count(), wild)
}

/// Returns one flag for each letter of the word on a path: `true` if a `?` spells it.
///
/// # Panics
/// If the path has cells that the board does not have.
pub fn blanks(board: &BoggleBoard, path: &[u16]) -> Vec<bool> {
    let mut blanks = Vec::with_capacity(path.len());
    for &cell in path {
        match &board.grid().cells()[usize::from(cell)] {
            GridCell::Hole => {}
            GridCell::Any => blanks.push(true),
            GridCell::Letters(letters) => blanks.extend(letters.iter().map(|_| false)),
        }
    }
    blanks
}

struct WordPathWalk<'w> {
    board: &'w BoggleBoard,
    word: &'w [Tile],
    /// The number of `?` that the path may still use.
    wild: usize,
    /// The number of steps left.
    budget: u64,
    used: Vec<bool>,
    path: Vec<u16>,
}

impl<'w> WordPathWalk<'w> {
    fn new(board: &'w BoggleBoard, word: &'w [Tile], wild: usize, budget: u64) -> WordPathWalk<'w> {
        WordPathWalk { board, word, wild, budget, used: vec![false; board.grid().cells().len()], path: vec![] }
    }

    fn start<B>(&mut self, each: &mut impl FnMut(&[u16]) -> ControlFlow<B>) -> ControlFlow<B> {
        let board = self.board;
        if self.word.is_empty() {
            return ControlFlow::Continue(());
        }
        board.open_cells().try_for_each(|cell| self.step(cell, 0, each))
    }

    /// Continues the word from a letter with a cell.
    fn step<B>(&mut self, cell: u16, at: usize, each: &mut impl FnMut(&[u16]) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.budget == 0 {
            return ControlFlow::Continue(());
        }
        self.budget -= 1;
        let board = self.board;
        let (length, wild) = match &board.grid().cells()[usize::from(cell)] {
            GridCell::Any if self.wild > 0 => (1, 1),
            GridCell::Letters(letters) if self.word[at..].starts_with(letters) => (letters.len(), 0),
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
