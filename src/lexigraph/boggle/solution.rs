//! The words found on a board, by any algorithm.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::grid::{BoggleBoard, GridCell};
use crate::alphabet::Tile;

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounters {
    /// The number of paths tried: steps onto a cell that continues a prefix, or for brute force the paths looked up.
    pub tried: u64,
    /// The number of steps onto free neighbours or first cells that the search rejected because no word starts that
    /// way.
    pub cut: u64,
    /// The number of paths that spell a word of the required length. A word counts once for each of its paths.
    pub words: u64,
}

/// A word and one of its paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundWord {
    /// The word.
    pub word: Vec<Tile>,
    /// The cells of the path.
    pub path: Vec<u16>,
}

/// All words of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoggleSolution {
    /// Each word once, in the order in which the search found them. The path is the one with the fewest `?`; of several
    /// such paths it is the one found first.
    pub found: Vec<FoundWord>,
    /// What the search has done.
    pub counters: SearchCounters,
}

/// Collects each word once, with its best path.
pub(super) struct Collector<'b> {
    board: &'b BoggleBoard,
    pub found: Vec<FoundWord>,
    index: FxHashMap<Vec<Tile>, usize>,
    /// The number of `?` on the path of each word. A path with 0 is final.
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
