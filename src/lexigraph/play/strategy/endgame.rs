//! Exact play once the bag is empty.

use std::fmt;
use std::time::Duration;

use crate::board::Move;
use crate::movegen::{Equity, Generator, MovegenError};
use crate::platform::Instant;

use super::{Strategy, first_of};
use crate::play::endgame::{EndgameLimits, solve};
use crate::play::{Part, ScoredMove, View};

/// The limits of an endgame search in one turn. The search ends at the first that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameSettings {
    /// The most positions.
    pub nodes: Option<u64>,
    /// The longest time. With it, a game is not the same on every machine.
    pub time: Option<Duration>,
}

/// The positions of a search without settings: some 0.3 s.
const NODES: u64 = 100_000;

/// 100,000 positions, whatever their time.
impl Default for EndgameSettings {
    fn default() -> EndgameSettings {
        EndgameSettings { nodes: Some(NODES), time: None }
    }
}

/// Writes the settings as a strategy has them after `endgame`: nothing, or `:nodes=5,seconds=0.5`.
impl fmt::Display for EndgameSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == EndgameSettings::default() {
            return Ok(());
        }
        let mut mark = ':';
        if let Some(nodes) = self.nodes {
            write!(f, "{mark}nodes={nodes}")?;
            mark = ',';
        }
        self.time.map_or(Ok(()), |time| write!(f, "{mark}seconds={}", time.as_secs_f64()))
    }
}

/// Plays another strategy while there are tiles in the bag, then searches for the best play to the end of the game.
///
/// At its limit, the search plays the best move found so far. Without a time, a game is the same on every machine.
pub struct WithEndgame<'g> {
    inner: Box<dyn Strategy + 'g>,
    generator: &'g Generator<'g>,
    settings: EndgameSettings,
}

impl<'g> WithEndgame<'g> {
    /// Plays `inner` until the bag is empty, and then searches within the limits in each turn.
    pub fn new(inner: Box<dyn Strategy + 'g>, generator: &'g Generator<'g>, settings: EndgameSettings) -> WithEndgame<'g> {
        WithEndgame { inner, generator, settings }
    }
}

impl Strategy for WithEndgame<'_> {
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        if view.bag > 0 || view.position.opponent_rack().is_empty() || limit == 0 {
            return self.inner.consider(view, limit);
        }
        let weight = view.rules.going_out.weight();
        let until = self.settings.time.and_then(|time| Instant::now().checked_add(time));
        let limits = EndgameLimits { until, nodes: self.settings.nodes, weight, ..EndgameLimits::default() };
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
