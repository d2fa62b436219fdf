//! Depth-first search with the graph as oracle of prefixes: on any grid, over any layout of nodes.
//!
//! From every cell the search follows the free neighbours whose letter leaves the node it has come to; where no word
//! goes on, it turns back. Its cost is the number of partial paths that spell the beginning of a word, a few thousand on a good
//! 4×4 board; every `?` multiplies them. Nothing is built beforehand and nothing is marked in the graph.

use std::ops::ControlFlow;

use lexigraph_core::specialize;
use thiserror::Error;

use super::grid::{BoggleBoard, GridCell};
use super::paths;
use super::solution::Collector;
pub use super::solution::{BoggleSolution, FoundWord, SearchCounters};
use crate::alphabet::{Tile, TileSet};
use crate::graph::{WordGraph, for_each_word};
use crate::image::ErasedGraph;
use crate::lexicon::MAX_WORD_LENGTH;

/// More steps than allowed: many `?`, which make every path live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("more than {limit} steps: too many ? cells for this board and lexicon")]
pub struct TooManySteps {
    /// The most that were allowed.
    pub limit: u64,
}

struct DepthFirst<'s, G: WordGraph, F> {
    graph: &'s G,
    board: &'s BoggleBoard,
    min_length: usize,
    limit: u64,
    counters: SearchCounters,
    used: Vec<bool>,
    path: Vec<u16>,
    word: Vec<Tile>,
    each: F,
}

/// Why the search ended early.
enum Stop<B> {
    Break(B),
    TooMany,
}

impl<G: WordGraph, B, F: FnMut(&[Tile], &[u16]) -> ControlFlow<B>> DepthFirst<'_, G, F> {
    /// Steps onto a free cell from a node, and on from there.
    fn step(&mut self, cell: u16, node: G::Node, tiles: TileSet) -> ControlFlow<Stop<B>> {
        let board = self.board;
        match &board.grid().cells()[usize::from(cell)] {
            GridCell::Hole => ControlFlow::Continue(()),
            GridCell::Any => {
                // No closure can break out of the walk over the arcs of every layout, an iterator can.
                for arc in self.graph.arcs(node) {
                    self.enter(cell, &[arc.tile], arc.accepts, arc.target)?;
                }
                ControlFlow::Continue(())
            }
            GridCell::Letters(letters) => {
                let mut arc = tiles.contains(letters[0]).then(|| self.graph.child(node, letters[0])).flatten();
                for &letter in &letters[1..] {
                    arc = arc.and_then(|arc| self.graph.child(arc.target, letter));
                }
                match arc {
                    Some(arc) => self.enter(cell, letters, arc.accepts, arc.target),
                    None => {
                        self.counters.cut += 1;
                        ControlFlow::Continue(())
                    }
                }
            }
        }
    }

    fn enter(&mut self, cell: u16, letters: &[Tile], accepts: bool, node: G::Node) -> ControlFlow<Stop<B>> {
        // A graph from a broken file may be endlessly deep.
        if self.word.len() + letters.len() > MAX_WORD_LENGTH {
            return ControlFlow::Continue(());
        }
        self.counters.tried += 1;
        if self.counters.tried > self.limit {
            return ControlFlow::Break(Stop::TooMany);
        }
        self.word.extend_from_slice(letters);
        self.path.push(cell);
        self.used[usize::from(cell)] = true;
        if accepts && self.word.len() >= self.min_length {
            self.counters.words += 1;
            if let ControlFlow::Break(value) = (self.each)(&self.word, &self.path) {
                return ControlFlow::Break(Stop::Break(value));
            }
        }
        let tiles = self.graph.tiles(node);
        if !tiles.is_empty() {
            let board = self.board;
            for &next in board.neighbours(usize::from(cell)) {
                if !self.used[usize::from(next)] {
                    self.step(next, node, tiles)?;
                }
            }
        }
        self.used[usize::from(cell)] = false;
        self.path.pop();
        self.word.truncate(self.word.len() - letters.len());
        ControlFlow::Continue(())
    }
}

/// Calls `each` with every path that spells a word of at least `min_length` letters, until it breaks, in the order of the search:
/// by first cell, then by second, and so on.
///
/// # Errors
/// [`TooManySteps`] after `limit` of them.
fn for_each_path<G: WordGraph, B>(
    graph: &G,
    board: &BoggleBoard,
    min_length: usize,
    limit: u64,
    each: impl FnMut(&[Tile], &[u16]) -> ControlFlow<B>,
) -> Result<(ControlFlow<B>, SearchCounters), TooManySteps> {
    let cells = board.grid().cells().len();
    let (used, counters) = (vec![false; cells], SearchCounters::default());
    let mut search = DepthFirst { graph, board, min_length, limit, counters, used, path: vec![], word: vec![], each };
    let (root, tiles) = (graph.root(), graph.tiles(graph.root()));
    for cell in board.open_cells() {
        match search.step(cell, root, tiles) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(Stop::Break(value)) => return Ok((ControlFlow::Break(value), search.counters)),
            ControlFlow::Break(Stop::TooMany) => return Err(TooManySteps { limit }),
        }
    }
    Ok((ControlFlow::Continue(()), search.counters))
}

/// All words of a board of at least `min_length` letters, each once: by [`solve_by_paths`], and by [`solve_by_words`] where that takes too
/// many steps.
///
/// # Errors
/// [`TooManySteps`] after `limit` of them.
pub fn solve(
    graph: &ErasedGraph<'_>,
    board: &BoggleBoard,
    min_length: usize,
    limit: u64,
) -> Result<BoggleSolution, TooManySteps> {
    match solve_by_paths(graph, board, min_length, limit.min(PATIENCE)) {
        Err(_) => solve_by_words(graph, board, min_length, limit),
        solved => solved,
    }
}

/// All words of a board of at least `min_length` letters, each once, in the order of the paths that are walked together with the graph.
///
/// # Errors
/// [`TooManySteps`] after `limit` of them.
pub fn solve_by_paths(
    graph: &ErasedGraph<'_>,
    board: &BoggleBoard,
    min_length: usize,
    limit: u64,
) -> Result<BoggleSolution, TooManySteps> {
    let mut collector = Collector::new(board);
    let (_, counters) = specialize!(graph, graph => {
        for_each_path(graph, board, min_length, limit, |word, path| collector.take(word, path))?
    });
    Ok(BoggleSolution { found: collector.found, counters })
}

/// The same words in collation order, by looking for each word of the lexicon on the board: the way for boards of many `?`, on which
/// nearly every word lies and the first try finds it. The counters are not those of [`solve`]: tried are the words looked for, cut
/// those that do not lie.
///
/// # Errors
/// [`TooManySteps`] after `limit` of them.
pub fn solve_by_words(
    graph: &ErasedGraph<'_>,
    board: &BoggleBoard,
    min_length: usize,
    limit: u64,
) -> Result<BoggleSolution, TooManySteps> {
    let mut solution = BoggleSolution::default();
    let mut budget = limit;
    let longest = board.grid().letters();
    let ended = for_each_word(graph, MAX_WORD_LENGTH, |word| {
        if !(min_length..=longest).contains(&word.len()) {
            return ControlFlow::Continue(());
        }
        solution.counters.tried += 1;
        match paths::lies(board, word, &mut budget) {
            None => return ControlFlow::Break(()),
            Some(false) => solution.counters.cut += 1,
            Some(true) => {
                solution.counters.words += 1;
                let path = paths::first(board, word).expect("bug: a word that was found lies on the board");
                solution.found.push(FoundWord { word: word.to_vec(), path });
            }
        }
        ControlFlow::Continue(())
    });
    if ended.is_break() { Err(TooManySteps { limit }) } else { Ok(solution) }
}

/// Steps after which the words are looked for one by one: no board without `?` comes near, and it is a second's work.
const PATIENCE: u64 = 30_000_000;
