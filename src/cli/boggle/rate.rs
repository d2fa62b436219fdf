//! Counts the words and points of many boards.

use lexigraph::boggle::solver::{Score, Scoring, SolverWorker};
use lexigraph::boggle::{BoggleBoard, Solver};

use super::arguments::Algorithm;
use super::game::Game;
use super::words::solve;
use crate::Failure;

/// The number of grids from which preparing a solver pays off: it takes as long as a hundred searches or more.
const MANY: usize = 200;

/// The solver, if there are enough boards for it to pay off and it supports the lexicon.
pub fn solver(game: &Game<'_>, boards: usize) -> Result<Option<Solver>, Failure> {
    if boards < MANY || game.args.algorithm != Algorithm::Search {
        return Ok(None);
    }
    let two = ["qu", "in", "th", "er", "he", "an"].map(|cell| game.alphabet.parse(cell).unwrap_or_default());
    // If the solver does not support the lexicon, the search does the work.
    Ok(Solver::new(&*game.image.dawg()?, game.alphabet.len(), &two).ok())
}

/// Counts the words of board after board.
pub struct Rater<'g> {
    game: &'g Game<'g>,
    scoring: Scoring,
    worker: Option<(&'g Solver, SolverWorker<'g>)>,
}

impl<'g> Rater<'g> {
    /// Uses the solver if there is one, otherwise the search.
    pub fn new(game: &'g Game<'g>, solver: Option<&'g Solver>) -> Rater<'g> {
        let scoring = Scoring::new(&game.points, game.min_length);
        Rater { game, scoring, worker: solver.map(|solver| (solver, solver.worker())) }
    }

    /// The number of words on a board, and their points.
    pub fn rate(&mut self, board: &BoggleBoard) -> Result<(u64, u64), Failure> {
        if let Some((solver, worker)) = &mut self.worker
            && let Some((shape, symbols)) = solver.prepare(board)
        {
            let Score { words, points } = worker.score(&shape, &symbols, &self.scoring);
            return Ok((words, points));
        }
        let found = solve(self.game, board)?.found;
        Ok((found.len() as u64, found.iter().map(|found| self.game.points.of(found.word.len())).sum()))
    }
}
