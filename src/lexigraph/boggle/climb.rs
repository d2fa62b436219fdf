//! The search for boards that score much.
//!
//! A pool of the best boards so far is improved from: of the best board that was not yet looked at, all changes of a single cell and
//! all swaps of two are scored, and those that are better than the worst of the pool come in. When every board of the pool has been
//! looked at, nothing near is better, and a new pool is begun from random boards. Boards that a turn or a reflection makes
//! alike are one.
//!
//! Pools are what makes the difference: a climber that follows one board ends on the nearest hill, a pool of a few hundred goes over
//! many at once. Boards are looked at in batches of a fixed size, whatever the number of threads, so that a seed gives the same
//! pools everywhere; only how far the search comes depends on the time.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lexigraph_core::parallel::{self, Threads};
use rustc_hash::FxHashSet;

use super::solver::{BoardShape, Scoring, Solver, SolverWorker};
use crate::random::Random;

/// What is looked for, and for how long.
#[derive(Clone, Debug)]
pub struct HillClimb<'c> {
    /// The words.
    pub solver: &'c Solver,
    /// The size of the boards.
    pub shape: &'c BoardShape,
    /// The symbols that may lie on a cell.
    pub symbols: &'c [u8],
    /// What words are worth.
    pub scoring: &'c Scoring,
    /// How many boards a pool holds.
    pub pool: usize,
    /// Where random boards come from.
    pub seed: u64,
    /// When to stop.
    pub time: Duration,
    /// When to stop at the latest: pools climbed to their end.
    pub pools: u64,
    /// Threads; 0 for as many as there are processors.
    pub threads: usize,
}

/// A board and its points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScoredBoard {
    /// The points.
    pub points: u64,
    /// The symbols of its cells.
    pub board: Vec<u8>,
}

/// How far a climb has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClimbProgress {
    /// The best board of all pools.
    pub best: ScoredBoard,
    /// The best board of the pool at work.
    pub pool_best: u64,
    /// Boards scored.
    pub scored: u64,
    /// Pools climbed to their end.
    pub pools: u64,
    /// When the best board was found, since the start.
    pub found_after: Duration,
}

/// Boards that are looked at together.
const BATCH: usize = 8;

/// The turns and reflections of a shape, each as the cell that every cell is taken from.
fn symmetries(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for turn in 0..if rows == columns { 8 } else { 4 } {
        let from = |cell: usize| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            if turn & 1 != 0 {
                row = rows - 1 - row;
            }
            if turn & 2 != 0 {
                column = columns - 1 - column;
            }
            if turn & 4 != 0 { column * columns + row } else { row * columns + column }
        };
        all.push((0..rows * columns).map(from).collect());
    }
    all
}

/// The board that stands for all its turns and reflections: the least of them.
fn canonical(board: &[u8], symmetries: &[Vec<usize>]) -> Vec<u8> {
    let turned = symmetries.iter().map(|from| from.iter().map(|&cell| board[cell]).collect::<Vec<u8>>());
    turned.min().unwrap_or_default()
}

impl HillClimb<'_> {
    /// Climbs until the time is up, or as many pools are done as wanted, and gives the best board. `start` is in the first pool,
    /// where given; `told` hears of the progress after every batch, and ends the climb with `false`.
    ///
    /// # Panics
    /// When `start` has not as many symbols as the shape has cells.
    pub fn run(&self, start: Option<&[u8]>, mut told: impl FnMut(&ClimbProgress) -> bool) -> ClimbProgress {
        let begun = Instant::now();
        let mut random = Random::new(self.seed);
        let symmetries = symmetries(self.shape.rows(), self.shape.columns());
        let mut progress = ClimbProgress::default();
        if self.symbols.is_empty() || self.pool == 0 {
            return progress;
        }
        // Where the system starts no threads, the climb goes on with those there are.
        let threads = Threads::new(self.threads).ok();
        let count = threads.as_ref().map_or_else(parallel::threads, |threads| threads.run(parallel::threads));
        // A worker a thread, which nobody else asks for: making one for every few boards would cost more than the boards.
        let workers: Vec<Mutex<SolverWorker<'_>>> = (0..count.max(1)).map(|_| Mutex::new(self.solver.worker())).collect();
        let mut start = start.map(|board| canonical(board, &symmetries));
        while progress.pools < self.pools {
            let mut pool: BTreeMap<ScoredBoard, bool> = BTreeMap::new();
            let mut known: FxHashSet<Vec<u8>> = FxHashSet::default();
            let mut first: Vec<Vec<u8>> = start.take().into_iter().collect();
            while first.len() < self.pool {
                let board: Vec<u8> =
                    (0..self.shape.cells()).map(|_| self.symbols[random.below(self.symbols.len())]).collect();
                first.push(canonical(&board, &symmetries));
            }
            let mut batch = first;
            loop {
                batch.retain(|board| known.insert(board.clone()));
                let floor = if pool.len() < self.pool { 0 } else { pool.keys().next().map_or(0, |worst| worst.points) };
                progress.scored += batch.len() as u64;
                let score = |board: Vec<u8>| {
                    let thread = parallel::thread_index() % workers.len();
                    let mut worker = workers[thread].lock().unwrap_or_else(PoisonError::into_inner);
                    ScoredBoard { points: worker.score(self.shape, &board, self.scoring).points, board }
                };
                let boards = std::mem::take(&mut batch);
                let work = || parallel::map(boards, 16, score);
                let scored = if let Some(threads) = &threads { threads.run(work) } else { work() };
                for scored in scored.into_iter().filter(|scored| scored.points > floor) {
                    if scored.points > progress.best.points {
                        progress.best = scored.clone();
                        progress.found_after = begun.elapsed();
                    }
                    pool.insert(scored, false);
                }
                while pool.len() > self.pool {
                    pool.pop_first();
                }
                progress.pool_best = pool.keys().next_back().map_or(0, |best| best.points);
                if !told(&progress) || begun.elapsed() >= self.time {
                    return progress;
                }
                // The best that were not looked at, and what they can become by one change.
                let mut looked_at = 0;
                for (scored, looked) in pool.iter_mut().rev().filter(|(_, looked)| !**looked).take(BATCH) {
                    *looked = true;
                    looked_at += 1;
                    self.changes(&scored.board, |changed| batch.push(canonical(changed, &symmetries)));
                }
                if looked_at == 0 {
                    break;
                }
            }
            progress.pools += 1;
        }
        progress
    }

    /// Every board that differs in one cell, or has two cells swapped.
    fn changes(&self, board: &[u8], mut each: impl FnMut(&[u8])) {
        let mut changed = board.to_vec();
        for cell in 0..board.len() {
            for &symbol in self.symbols.iter().filter(|&&symbol| symbol != board[cell]) {
                changed[cell] = symbol;
                each(&changed);
            }
            changed[cell] = board[cell];
            for other in (0..cell).filter(|&other| board[other] != board[cell]) {
                changed.swap(cell, other);
                each(&changed);
                changed.swap(cell, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_all_different_and_keep_neighbours() {
        for (rows, columns) in [(3, 3), (4, 4), (3, 4), (2, 5)] {
            let all = symmetries(rows, columns);
            let distinct: FxHashSet<_> = all.iter().collect();
            assert_eq!(distinct.len(), if rows == columns { 8 } else { 4 });
            let near =
                |a: usize, b: usize| (a / columns).abs_diff(b / columns) <= 1 && (a % columns).abs_diff(b % columns) <= 1;
            for from in &all {
                for a in 0..rows * columns {
                    assert!((0..rows * columns).all(|b| near(a, b) == near(from[a], from[b])));
                }
            }
        }
    }
}
