//! The words found on a board, whatever the algorithm.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::grid::{BoggleBoard, GridCell};
use crate::alphabet::Tile;

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounters {
    /// Paths tried: each step onto a cell that spells the beginning of a word, or in brute force each path looked up.
    pub tried: u64,
    /// Steps onto free neighbours (and onto first cells) that were not taken, since no word begins so.
    pub cut: u64,
    /// Paths that spell a word of the wanted length; a word that lies on several paths counts for each.
    pub words: u64,
}

/// A word and one of its paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundWord {
    /// The word.
    pub word: Vec<Tile>,
    /// The cells it lies on.
    pub path: Vec<u16>,
}

/// All words of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoggleSolution {
    /// Each word once, in the order in which the search met them. Of several paths the one with the fewest `?`, and among those
    /// the one met first.
    pub found: Vec<FoundWord>,
    /// What it took.
    pub counters: SearchCounters,
}

/// Keeps each word once, with its best path.
pub(super) struct Collector<'b> {
    board: &'b BoggleBoard,
    pub found: Vec<FoundWord>,
    index: FxHashMap<Vec<Tile>, usize>,
    /// The `?` of the path of each word; no path is ever better than 0.
    wild: Vec<usize>,
}

impl<'b> Collector<'b> {
    pub fn new(board: &'b BoggleBoard) -> Collector<'b> {
        Collector { board, found: vec![], index: FxHashMap::default(), wild: vec![] }
    }

    pub fn take(&mut self, word: &[Tile], path: &[u16]) -> ControlFlow<()> {
        let wild = || path.iter().filter(|&&cell| self.board.grid().cells()[usize::from(cell)] == GridCell::Any).count();
        match self.index.get(word) {
            None => {
                self.index.insert(word.to_vec(), self.found.len());
                self.wild.push(wild());
                self.found.push(FoundWord { word: word.to_vec(), path: path.to_vec() });
            }
            Some(&at) if self.wild[at] > 0 => {
                let wild = wild();
                if wild < self.wild[at] {
                    self.wild[at] = wild;
                    self.found[at].path = path.to_vec();
                }
            }
            Some(_) => {}
        }
        ControlFlow::Continue(())
    }
}
