//! Brute force: enumerates all paths and looks each one up. Kept for comparison.
//!
//! The number of simple paths of three cells or more is 10,256 on 3×3, 12,029,540 on 4×4 and 115,066,382,744 on 5×5,
//! which is out of reach. If only cells that share a side touch, the counts are 620, 28,448 and 3,060,312. These are
//! the "combinations" in R. A. Dewi, *Penerapan algoritma pencarian pada permainan Boggle* (2007), which compares brute
//! force, random samples and depth-first search.

use std::ops::ControlFlow;

use super::grid::{BoggleBoard, GridCell};
use super::solution::{BoggleSolution, Collector, SearchCounters};
use crate::alphabet::Tile;
use crate::graph::{Arc, WordGraph};
use crate::image::ErasedGraph;
use crate::random::Random;

/// Calls `each` with every simple path of at least `min_letters` letters and at most `longest` cells, until `each`
/// breaks.
///
/// The cost is proportional to the number of paths, which [`estimate`] predicts.
pub fn for_each_path<B>(
    board: &BoggleBoard,
    min_letters: usize,
    longest: usize,
    mut each: impl FnMut(&[u16]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut walk = PathWalk { board, min_letters, longest, used: vec![false; board.grid().cells().len()], path: vec![] };
    board.open_cells().try_for_each(|cell| walk.step(cell, 0, &mut each))
}

struct PathWalk<'w> {
    board: &'w BoggleBoard,
    min_letters: usize,
    longest: usize,
    used: Vec<bool>,
    path: Vec<u16>,
}

fn letters(cell: &GridCell) -> usize {
    if let GridCell::Letters(letters) = cell { letters.len() } else { 1 }
}

impl PathWalk<'_> {
    fn step<B>(&mut self, cell: u16, before: usize, each: &mut impl FnMut(&[u16]) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.path.len() >= self.longest {
            return ControlFlow::Continue(());
        }
        let board = self.board;
        self.path.push(cell);
        self.used[usize::from(cell)] = true;
        let spelled = before + letters(&board.grid().cells()[usize::from(cell)]);
        if spelled >= self.min_letters {
            each(&self.path)?;
        }
        for &next in board.neighbours(usize::from(cell)) {
            if !self.used[usize::from(next)] {
                self.step(next, spelled, each)?;
            }
        }
        self.used[usize::from(cell)] = false;
        self.path.pop();
        ControlFlow::Continue(())
    }
}

/// Counts the paths that [`for_each_path`] visits. Returns `None` if there are more than `limit`.
pub fn count_paths(board: &BoggleBoard, min_letters: usize, longest: usize, limit: u64) -> Option<u64> {
    let mut count = 0;
    let ended = for_each_path(board, min_letters, longest, |_| {
        count += 1;
        if count > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    ended.is_continue().then_some(count)
}

/// Estimates how many paths [`for_each_path`] visits, from `walks` random walks. Each walk multiplies the numbers of
/// choices it had, which is an unbiased estimate (Knuth, *Estimating the efficiency of backtrack programs*, 1975).
/// Every `?` counts as 26 paths.
pub fn estimate(board: &BoggleBoard, min_letters: usize, longest: usize, walks: usize, random: &mut Random) -> f64 {
    let starts: Vec<u16> = board.open_cells().collect();
    if starts.is_empty() || longest == 0 || walks == 0 {
        return 0.0;
    }
    let cells = board.grid().cells();
    let mut used = vec![false; cells.len()];
    let mut free = Vec::with_capacity(8);
    let (mut total, mut path) = (0.0, Vec::new());
    for _ in 0..walks {
        let (mut weight, mut spelled) = (1.0, 0);
        free.clone_from(&starts);
        while !free.is_empty() && path.len() < longest {
            weight *= free.len() as f64;
            let cell = usize::from(free[random.below(free.len())]);
            weight *= if cells[cell] == GridCell::Any { 26.0 } else { 1.0 };
            used[cell] = true;
            path.push(cell);
            spelled += letters(&cells[cell]);
            total += if spelled >= min_letters { weight } else { 0.0 };
            free.clear();
            free.extend(board.neighbours(cell).iter().filter(|&&next| !used[usize::from(next)]));
        }
        path.drain(..).for_each(|cell| used[cell] = false);
    }
    total / walks as f64
}

/// Calls `each` with every word that a path spells. A path over `?` may spell several words.
fn look_up(
    graph: &ErasedGraph<'_>,
    board: &BoggleBoard,
    path: &[u16],
    word: &mut Vec<Tile>,
    each: &mut impl FnMut(&[Tile]),
) {
    fn go(
        graph: &ErasedGraph<'_>,
        board: &BoggleBoard,
        path: &[u16],
        from: Arc<u64>,
        word: &mut Vec<Tile>,
        each: &mut impl FnMut(&[Tile]),
    ) {
        let Some((&cell, rest)) = path.split_first() else {
            if from.accepts {
                each(word);
            }
            return;
        };
        let length = word.len();
        match &board.grid().cells()[usize::from(cell)] {
            GridCell::Hole => {}
            GridCell::Any => {
                for arc in graph.arcs(from.target) {
                    word.push(arc.tile);
                    go(graph, board, rest, arc, word, each);
                    word.truncate(length);
                }
            }
            GridCell::Letters(letters) => {
                let step = |arc: Arc<u64>, &letter: &Tile| graph.child(arc.target, letter);
                if let Some(arc) = letters.iter().try_fold(from, step) {
                    word.extend_from_slice(letters);
                    go(graph, board, rest, arc, word, each);
                    word.truncate(length);
                }
            }
        }
    }
    let root = Arc { tile: Tile::SEPARATOR, accepts: false, target: graph.root() };
    go(graph, board, path, root, word, each);
}

/// Finds all words of a board by brute force. [`SearchCounters::tried`] counts the paths looked up; no path is cut.
pub fn solve(graph: &ErasedGraph<'_>, board: &BoggleBoard, min_letters: usize, longest: usize) -> BoggleSolution {
    let mut collector = Collector::new(board);
    let (mut counters, mut word) = (SearchCounters::default(), Vec::new());
    let _ = for_each_path(board, min_letters, longest, |path| {
        counters.tried += 1;
        look_up(graph, board, path, &mut word, &mut |word| {
            counters.words += 1;
            let _ = collector.take(word, path);
        });
        ControlFlow::<()>::Continue(())
    });
    BoggleSolution { found: collector.found, counters }
}

/// Finds the words among `paths` random paths. Each path starts on a random cell and takes random steps. Its length is
/// random, from three cells up; a path ends early if it is stuck.
pub fn sample(
    graph: &ErasedGraph<'_>,
    board: &BoggleBoard,
    min_letters: usize,
    paths: u64,
    random: &mut Random,
) -> BoggleSolution {
    let starts: Vec<u16> = board.open_cells().collect();
    let mut collector = Collector::new(board);
    let (mut counters, mut word) = (SearchCounters::default(), Vec::new());
    let mut path: Vec<u16> = Vec::new();
    for _ in 0..if starts.is_empty() { 0 } else { paths } {
        path.clear();
        let length = 3 + random.below(starts.len().saturating_sub(2));
        path.push(starts[random.below(starts.len())]);
        while path.len() < length {
            let free: Vec<u16> = board
                .neighbours(usize::from(path[path.len() - 1]))
                .iter()
                .copied()
                .filter(|cell| !path.contains(cell))
                .collect();
            if free.is_empty() {
                break;
            }
            path.push(free[random.below(free.len())]);
        }
        counters.tried += 1;
        look_up(graph, board, &path, &mut word, &mut |word| {
            if word.len() >= min_letters {
                counters.words += 1;
                let _ = collector.take(word, &path);
            }
        });
    }
    BoggleSolution { found: collector.found, counters }
}
