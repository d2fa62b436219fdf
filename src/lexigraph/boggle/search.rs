//! Depth-first search that uses the graph to recognise prefixes. It works on any grid and any node layout.
//!
//! From every cell, the search follows the free neighbours whose letter continues the current prefix, and turns back if
//! no word continues. The cost is proportional to the number of paths that spell a prefix of a word: a few thousand on
//! a good 4×4 board. Every `?` multiplies it. The search needs no preparation and leaves no marks in the graph.

use std::ops::ControlFlow;

use lexigraph_core::specialize;
use thiserror::Error;

use super::grid::{BoggleBoard, GridCell};
use super::paths;
use super::solution::Collector;
pub use super::solution::{BoggleSolution, FoundWord, SearchCounters};
use crate::alphabet::Tile;
use crate::graph::{MaskedGraph, TileMask, for_each_word};
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// The error of a search that takes more steps than allowed. The cause is many `?`, which make every path a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search needs more than {limit} steps: the board has too many ? cells for this lexicon")]
pub struct TooManySteps {
    /// The number of steps allowed.
    pub limit: u64,
}

struct DepthFirst<'s, G: MaskedGraph, F> {
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

/// Why a search ended early.
enum Stop<B> {
    Break(B),
    TooMany,
}

impl<G: MaskedGraph, B, F: FnMut(&[Tile], &[u16]) -> ControlFlow<B>> DepthFirst<'_, G, F> {
    /// Steps from a node onto a free cell, and continues from there.
    fn step(&mut self, cell: u16, node: G::Node, tiles: TileMask) -> ControlFlow<Stop<B>> {
        let board = self.board;
        match &board.grid().cells()[usize::from(cell)] {
            GridCell::Hole => ControlFlow::Continue(()),
            GridCell::Any => {
                // An iterator, because this loop must be able to stop early.
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
        // The graph of a damaged file may be infinitely deep.
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

/// Calls `each` with every path that spells a word of at least `min_length` letters, until `each` breaks. The paths are
/// ordered by their first cell, then by the second, and so on.
///
/// # Errors
/// [`TooManySteps`] after `limit` steps.
fn for_each_path<G: MaskedGraph, B>(
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

/// Finds all words of a board of at least `min_length` letters, each once, with [`solve_by_paths`]. If that takes too
/// many steps, it switches to [`solve_by_words`].
///
/// # Errors
/// [`TooManySteps`] after `limit` steps.
#[inline]
pub fn solve(
    graph: &ErasedGraph<'_>,
    board: &BoggleBoard,
    min_length: usize,
    limit: u64,
) -> Result<BoggleSolution, TooManySteps> {
    match solve_by_paths(graph, board, min_length, limit.min(STEPS_BY_PATHS)) {
        Err(_) => solve_by_words(graph, board, min_length, limit),
        solved => solved,
    }
}

/// Finds all words of a board of at least `min_length` letters, each once, in the order of their paths.
///
/// # Errors
/// [`TooManySteps`] after `limit` steps.
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

/// Finds the same words, in collation order, by searching each word of the lexicon on the board. This is the way for
/// boards with many `?`, where nearly every word fits at the first try. The counters differ from those of [`solve`]:
/// `tried` counts the words searched, and `cut` those that are not on the board.
///
/// # Errors
/// [`TooManySteps`] after `limit` steps.
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

/// The number of steps after which [`solve`] switches to [`solve_by_words`]: about a second of work. No board without
/// `?` needs as many.
const STEPS_BY_PATHS: u64 = 30_000_000;
