//! Exact play once the bag is empty.

use crate::board::Move;
use crate::movegen::{Equity, Generator, MovegenError};

use super::{Strategy, first_of};
use crate::play::endgame::{EndgameLimits, solve};
use crate::play::{Part, ScoredMove, View};

/// Plays another strategy while there are tiles in the bag, then searches for the best play to the end of the game.
///
/// The search stops after a number of positions and plays the best move found so far. The limit is a number and not a
/// time, so that a game is the same on every machine.
pub struct WithEndgame<'g> {
    inner: Box<dyn Strategy + 'g>,
    generator: &'g Generator<'g>,
    nodes: u64,
}

impl<'g> WithEndgame<'g> {
    /// Plays `inner` until the bag is empty; `nodes` is the most positions that the search looks at in one turn.
    pub fn new(inner: Box<dyn Strategy + 'g>, generator: &'g Generator<'g>, nodes: u64) -> WithEndgame<'g> {
        WithEndgame { inner, generator, nodes }
    }
}

impl Strategy for WithEndgame<'_> {
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        if view.bag > 0 || view.position.opponent_rack().is_empty() || limit == 0 {
            return self.inner.consider(view, limit);
        }
        let weight = view.rules.going_out.weight();
        let limits = EndgameLimits { nodes: Some(self.nodes), weight, ..EndgameLimits::default() };
        let solution = solve(self.generator, view.position, limits)?;
        let (play, score) = solution.line.first().copied().unwrap_or((Move::Pass, 0));
        let worth = Equity::from_points(solution.value);
        let name = if solution.exact { "to the end" } else { "to the end, about" };
        let parts = vec![Part { name, value: worth - Equity::from_points(score) }];
        Ok(vec![ScoredMove { play, score, worth, parts }])
    }

    fn choose(&mut self, view: &View<'_>) -> Result<(Move, i32), MovegenError> {
        if view.bag > 0 {
            return self.inner.choose(view);
        }
        Ok(first_of(&self.consider(view, 1)?))
    }
}
