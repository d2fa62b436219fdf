//! Counts and points of boards, and large numbers for people.

use lexigraph::boggle::Board;

use super::{Game, list};
use crate::cli::Failure;

/// Counts the words of board after board.
pub struct Rater<'g> {
    game: &'g Game<'g>,
}

impl<'g> Rater<'g> {
    pub fn new(game: &'g Game<'g>, _boards: usize) -> Rater<'g> {
        Rater { game }
    }

    /// The number of words, and their points.
    pub fn rate(&mut self, board: &Board) -> Result<(u64, u64), Failure> {
        let found = list::solve(self.game, board)?.found;
        Ok((found.len() as u64, found.iter().map(|found| self.game.points.of(found.word.len())).sum()))
    }
}

/// A number to two digits, in words from a million on.
pub fn rounded(number: f64) -> String {
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
