//! Counts and points of boards, and large numbers for people.

use lexigraph::boggle::solver::{Score, Scoring, SolverWorker};
use lexigraph::boggle::{BoggleBoard, Solver};

use super::{Algorithm, Game, list};
use crate::Failure;

/// Grids from which on it pays to prepare a solver, which takes as long as some hundred searches.
const MANY: usize = 200;

/// The solver for so many boards, where it pays and is made for the lexicon.
pub fn solver(game: &Game<'_>, boards: usize) -> Result<Option<Solver>, Failure> {
    if boards < MANY || game.args.algorithm != Algorithm::Search {
        return Ok(None);
    }
    let two = ["qu", "in", "th", "er", "he", "an"].map(|cell| game.alphabet.parse(cell).unwrap_or_default());
    // Lexicons that it is not made for are searched as ever.
    Ok(Solver::new(&*game.image.dawg()?, game.alphabet.len(), &two).ok())
}

/// Counts the words of board after board.
pub struct Rater<'g> {
    game: &'g Game<'g>,
    scoring: Scoring,
    worker: Option<(&'g Solver, SolverWorker<'g>)>,
}

impl<'g> Rater<'g> {
    pub fn new(game: &'g Game<'g>, solver: Option<&'g Solver>) -> Rater<'g> {
        let scoring = Scoring::new(&game.points, game.min_length);
        Rater { game, scoring, worker: solver.map(|solver| (solver, solver.worker())) }
    }

    /// The number of words, and their points.
    pub fn rate(&mut self, board: &BoggleBoard) -> Result<(u64, u64), Failure> {
        if let Some((solver, worker)) = &mut self.worker
            && let Some((shape, symbols)) = solver.prepare(board)
        {
            let Score { words, points } = worker.score(&shape, &symbols, &self.scoring);
            return Ok((words, points));
        }
        let found = list::solve(self.game, board)?.found;
        Ok((found.len() as u64, found.iter().map(|found| self.game.points.of(found.word.len())).sum()))
    }
}

/// A number to two digits, in words from a million on.
pub fn rounded(number: f64) -> String {
    let number = number.min(1e300);
    let scales =
        [(1e21, " sextillion"), (1e18, " quintillion"), (1e15, " quadrillion"), (1e12, " trillion"), (1e9, " billion")];
    match scales.iter().chain([&(1e6, " million")]).find(|(scale, _)| number >= *scale) {
        Some((scale, _)) if number / scale >= 1000.0 => format!("{number:.1e}"),
        Some((scale, name)) => format!("{}{name}", (number / scale * 10.0).round() / 10.0),
        None => format!("{number:.0}"),
    }
}

/// A length of time to two digits.
pub fn duration(seconds: f64) -> String {
    let year = 365.25 * 86_400.0;
    match seconds {
        s if s < 120.0 => format!("{s:.0} seconds"),
        s if s < 7_200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3600.0),
        s if s < 2.0 * year => format!("{:.0} days", s / 86_400.0),
        s => format!("{} years", rounded(s / year)),
    }
}
