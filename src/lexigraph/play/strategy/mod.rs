//! Strategies: what to do in a turn. Each is a type with one idea.
//!
//! | strategy | its idea |
//! | --- | --- |
//! | [`Greedy`] | the highest score |
//! | [`RackHeuristic`] | the score, and what stays on the rack: letters, pairs, vowels and consonants |
//! | [`BoardHeuristic`] | that, and what the play opens or closes, and the odds of what the bag gives |
//! | [`ByEquity`] | the score, and what was learned of each set of tiles that can stay |
//! | [`Simulate`] | the best of these, played on against racks that the opponent may have |
//! | [`WithEndgame`] | any of these, and exact play once the bag is empty |
//!
//! A [`StrategySpec`] names one, with its settings; a [`PlayContext`] is what all of them play with.

mod board;
mod endgame;
mod plain;
mod simulate;
mod spec;
mod valued;

use crate::board::Move;
use crate::movegen::{Equity, Generator, Leaves, MovegenError};

use super::View;
use super::evaluation::Evaluation;

pub use board::BoardHeuristic;
pub use endgame::WithEndgame;
pub use plain::{ByEquity, Greedy, RackHeuristic};
pub use simulate::{Outcome, Simulate, SimulationReport, SimulationSettings};
pub use spec::{StrategyError, StrategyKind, StrategySpec, levels};

/// What a strategy has in mind: a move, and what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredMove {
    /// The move.
    pub play: Move,
    /// What it scores.
    pub score: i32,
    /// What moves are compared by.
    pub worth: Equity,
    /// What `worth` is made of, beside the score.
    pub parts: Vec<Part>,
}

/// Something that makes a move worth more or less than it scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// What it counts for.
    pub value: Equity,
}

/// A way to play. It is of one thread, and remembers nothing of the game from turn to turn that bears on what it plays.
pub trait Strategy: Send {
    /// The moves that it thinks most of, best first, at most `limit` of them; at least one for a limit of one or more.
    ///
    /// # Errors
    /// [`MovegenError`] when lexicon and position have different letters.
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError>;

    /// The move that it makes, with its score: the first of [`consider`](Self::consider), found faster where that can be.
    ///
    /// # Errors
    /// As [`consider`](Self::consider).
    fn choose(&mut self, view: &View<'_>) -> Result<(Move, i32), MovegenError> {
        Ok(first_of(&self.consider(view, 1)?))
    }
}

/// The first of the moves considered, with its score; a pass where there are none.
fn first_of(scored_moves: &[ScoredMove]) -> (Move, i32) {
    scored_moves.first().map_or((Move::Pass, 0), |first| (first.play, first.score))
}

/// What strategies play with.
#[derive(Clone, Copy)]
pub struct PlayContext<'g> {
    /// The lexicon.
    pub generator: &'g Generator<'g>,
    /// What was learned of the tiles kept.
    pub leaves: Option<&'g dyn Leaves>,
    /// The tables.
    pub evaluation: Option<&'g Evaluation>,
}
