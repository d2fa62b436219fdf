//! The search for boards with high scores, by hill climbing.
//!
//! The search improves a pool of the best boards so far. It takes the best boards of the pool that it has not expanded
//! yet, and scores every board that differs from them in one cell or by a swap of two cells. Boards that beat the worst
//! of the pool enter it. If all boards of the pool are expanded, no neighbour is better, and the search starts a new
//! pool of random boards. Boards that are rotations or reflections of each other count as one.
//!
//! A pool matters: a climber that follows a single board ends on the nearest local maximum, while a pool of a few
//! hundred boards climbs many hills at once. Boards are expanded in batches of a fixed size, whatever the number of
//! threads, so a seed gives the same pools on every machine. The time limit determines only how far the search gets.
//!
//! Each pool has random boards of its own, given by the seed and its number. So machines can share out the pools: the
//! pools of a [`Shard`] are climbed apart, and [`Climbed`] of all shards add up to those of one machine.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use lexigraph_core::parallel::{self, Threads};
use rustc_hash::FxHashSet;

use super::solver::{BoardShape, Scoring, Solver, SolverWorker};
use crate::platform::Instant;
use crate::random::Random;
use crate::shard::Shard;

/// The goal and the limits of a search.
#[derive(Clone, Debug)]
pub struct HillClimb<'c> {
    /// The solver, with the words.
    pub solver: &'c Solver,
    /// The size of the boards.
    pub shape: &'c BoardShape,
    /// The symbols that a cell may have.
    pub symbols: &'c [u8],
    /// The scores of the words.
    pub scoring: &'c Scoring,
    /// The number of boards in a pool.
    pub pool: usize,
    /// The seed of the random boards.
    pub seed: u64,
    /// The time limit.
    pub time: Duration,
    /// The largest number of pools to finish, in all shards.
    pub pools: u64,
    /// The pools that are climbed here.
    pub shard: Shard,
    /// The number of threads; 0 for one for each processor.
    pub threads: usize,
}

/// A board and its score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScoredBoard {
    /// The score in points.
    pub points: u64,
    /// The symbols of the cells, row by row.
    pub board: Vec<u8>,
}

/// The result of pools that are finished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Climbed {
    /// The best board of all pools; of equal boards, that of the pool with the least number. No cells if there is none.
    pub best: ScoredBoard,
    /// The number of the pool that it was found in, from 0.
    pub pool: u64,
    /// The number of boards scored.
    pub scored: u64,
    /// The number of pools.
    pub pools: u64,
}

/// The progress of a climb.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClimbProgress {
    /// The best board of all pools.
    pub best: ScoredBoard,
    /// The score of the best board of the current pool.
    pub pool_best: u64,
    /// The number of boards scored.
    pub scored: u64,
    /// The number of pools finished.
    pub pools: u64,
    /// The time from the start until the best board was found.
    pub found_after: Duration,
    /// The pools that are finished.
    pub finished: Climbed,
}

/// The number of boards expanded together.
const BATCH: usize = 8;

/// The rotations and reflections of a board. Each is a list that maps a cell to the cell that it comes from.
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

/// The representative of all rotations and reflections of a board: the least of them.
#[inline]
fn canonical(board: &[u8], symmetries: &[Vec<usize>]) -> Vec<u8> {
    let images = symmetries.iter().map(|from| from.iter().map(|&cell| board[cell]).collect::<Vec<u8>>());
    images.min().expect("bug: the identity is a symmetry")
}

impl Climbed {
    /// Adds the result of other pools; `None` if the counts are too large, which happens only if no climb made them.
    /// This result is then that of before.
    #[must_use]
    pub fn add(&mut self, other: &Climbed) -> Option<()> {
        let (scored, pools) = (self.scored.checked_add(other.scored)?, self.pools.checked_add(other.pools)?);
        let rank = |climbed: &Climbed| (climbed.best.points, std::cmp::Reverse(climbed.pool));
        let better = self.pools == 0 || other.pools > 0 && rank(other) > rank(self);
        let from = if better { other } else { &*self };
        *self = Climbed { best: from.best.clone(), pool: from.pool, scored, pools };
        Some(())
    }
}

impl HillClimb<'_> {
    /// Climbs until the time is up or enough pools are finished, and returns the best board. `start` enters the first
    /// pool of all. `each_batch` receives the progress after every batch; the climb ends if it returns `false`.
    ///
    /// # Panics
    /// If the number of symbols in `start` is not the number of cells.
    pub fn run(&self, start: Option<&[u8]>, each_batch: impl FnMut(&ClimbProgress) -> bool) -> ClimbProgress {
        self.run_from(Climbed::default(), start, each_batch)
    }

    /// Continues a climb after the pools of the shard that are `finished`, as [`run`](HillClimb::run) does.
    ///
    /// # Panics
    /// As [`run`](HillClimb::run).
    pub fn run_from(
        &self,
        finished: Climbed,
        start: Option<&[u8]>,
        mut each_batch: impl FnMut(&ClimbProgress) -> bool,
    ) -> ClimbProgress {
        let begun = Instant::now();
        let symmetries = symmetries(self.shape.rows(), self.shape.columns());
        let Climbed { ref best, scored, pools, .. } = finished;
        let mut progress = ClimbProgress { best: best.clone(), scored, pools, finished, ..ClimbProgress::default() };
        if self.symbols.is_empty() || self.pool == 0 {
            return progress;
        }
        // If the system starts no threads, the climb uses those that exist.
        let threads = Threads::new(self.threads).ok();
        let count = threads.as_ref().map_or_else(parallel::threads, |threads| threads.run(parallel::threads));
        // Each thread has a worker of its own, so a lock never waits. To make workers as needed would cost more than
        // the boards.
        let workers: Vec<Mutex<SolverWorker<'_>>> = (0..count.max(1)).map(|_| Mutex::new(self.solver.worker())).collect();
        let start = start.map(|board| canonical(board, &symmetries));
        while progress.pools < self.shard.units(self.pools) {
            let number = self.shard.unit(progress.pools);
            let mut random = self.random(number, start.is_some());
            let mut pool: BTreeMap<ScoredBoard, bool> = BTreeMap::new();
            let mut known: FxHashSet<Vec<u8>> = FxHashSet::default();
            let mut first: Vec<Vec<u8>> = start.iter().filter(|_| number == 0).cloned().collect();
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
                    let mut worker = workers[thread].lock().expect("bug: a worker panicked and the climb went on");
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
                if !each_batch(&progress) || begun.elapsed() >= self.time {
                    return progress;
                }
                // Expand the best boards that are not expanded yet.
                let mut expanded_now = 0;
                for (scored, expanded) in pool.iter_mut().rev().filter(|(_, expanded)| !**expanded).take(BATCH) {
                    *expanded = true;
                    expanded_now += 1;
                    self.changes(&scored.board, |changed| batch.push(canonical(changed, &symmetries)));
                }
                if expanded_now == 0 {
                    break;
                }
            }
            progress.pools += 1;
            let (best, pools, scored) = (progress.best.clone(), progress.pools, progress.scored);
            let pool = if best == progress.finished.best { progress.finished.pool } else { number };
            progress.finished = Climbed { best, pool, scored, pools };
        }
        progress
    }

    /// The random numbers of a pool. They go on from pool to pool, as if one machine made them all.
    fn random(&self, pool: u64, started: bool) -> Random {
        let mut random = Random::new(self.seed);
        let boards = (self.pool as u64).wrapping_mul(pool).wrapping_sub(u64::from(started && pool > 0));
        random.skip(boards.wrapping_mul(self.shape.cells() as u64));
        random
    }

    /// Calls `each` with every board that differs in one cell or by a swap of two cells.
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
