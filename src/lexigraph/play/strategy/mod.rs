//! Strategies: they choose the move of a turn. Each is a type of its own.
//!
//! | strategy | compares moves by |
//! | --- | --- |
//! | [`Greedy`] | the score |
//! | [`RackHeuristic`] | the score, and the letters, pairs, vowels and consonants of the leave |
//! | [`BoardHeuristic`] | the same, and what the play opens or closes on the board, and the odds of drawing partners of a letter |
//! | [`ByEquity`] | the score, and the trained value of the leave |
//! | [`Simulate`] | playing the best of these on against racks that the opponent may have; the games won, with one or two tiles in the bag |
//! | [`WithEndgame`] | any of these, and exact play once the bag is empty |
//!
//! A [`StrategySpec`] describes a strategy with its settings; a [`PlayContext`] has what all strategies need.

mod best_arm;
mod board;
mod endgame;
mod plain;
mod simulate;
mod spec;

use crate::board::{Move, Rack};
use crate::movegen::{Equity, Generator, Leaves, MovegenError};

use super::evaluation::Evaluation;
use super::winning::WinningTable;
use super::{ScoredMove, StaticEquity, View};

pub use board::BoardHeuristic;
pub use endgame::{EndgameSettings, WithEndgame};
pub use plain::{ByEquity, Greedy, RackHeuristic};
pub use simulate::{
    Objective, Outcome, Simulate, SimulationProgress, SimulationReport, SimulationSettings, UnknownObjective,
};
pub use spec::{StrategyError, StrategyKind, StrategySpec, level_of_clabbers, level_without_values, levels};

/// A way to play. A strategy belongs to one thread. Its moves depend on the view only, not on earlier turns.
pub trait Strategy: Send {
    /// The best moves, best first: at most `limit`, and at least one unless `limit` is 0.
    ///
    /// # Errors
    /// [`MovegenError`] if lexicon and position have different letters.
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError>;

    /// The move to make, with its score: the first move of [`consider`](Self::consider), possibly found faster.
    ///
    /// # Errors
    /// The errors of [`consider`](Self::consider).
    fn choose(&mut self, view: &View<'_>) -> Result<(Move, i32), MovegenError> {
        Ok(first_of(&self.consider(view, 1)?))
    }
}

/// The first of these moves, with its score; a pass if there are none.
fn first_of(scored_moves: &[ScoredMove]) -> (Move, i32) {
    scored_moves.first().map_or((Move::Pass, 0), |first| (first.play, first.score))
}

/// What strategies need to play.
#[derive(Clone, Copy)]
pub struct PlayContext<'g> {
    /// The move generator of the lexicon.
    pub generator: &'g Generator<'g>,
    /// The leave values.
    pub leaves: Option<&'g dyn Leaves>,
    /// The evaluation table.
    pub evaluation: Option<&'g Evaluation>,
    /// The win chances; `None` for the bundled ones.
    pub winning: Option<&'g WinningTable>,
}

impl<'g> PlayContext<'g> {
    /// The context with leaves that are worth nothing if there are no leave values: strategies that need some compare moves
    /// by the score then.
    pub fn without_values(self) -> PlayContext<'g> {
        PlayContext { leaves: self.leaves.or(Some(&NoLeaves)), ..self }
    }

    /// `true` if both refer to the same things.
    pub(super) fn is(&self, other: &PlayContext<'_>) -> bool {
        fn same<T: ?Sized>(one: Option<&T>, other: Option<&T>) -> bool {
            // Values without size may share an address.
            match (one, other) {
                (Some(one), Some(other)) => std::ptr::addr_eq(one, other) && size_of_val(one) > 0,
                (None, None) => true,
                _ => false,
            }
        }
        std::ptr::addr_eq(self.generator, other.generator)
            && same(self.leaves, other.leaves)
            && same(self.evaluation, other.evaluation)
            && same(self.winning, other.winning)
    }

    /// Static equity in this context. Without leave values, all leaves are worth the same.
    pub fn static_equity(&self) -> StaticEquity<'g> {
        StaticEquity::new(self.generator, self.leaves.unwrap_or(&NoLeaves), self.evaluation)
    }
}

/// All leaves are worth nothing.
struct NoLeaves;

impl Leaves for NoLeaves {
    fn value(&self, _: &Rack) -> Equity {
        Equity::ZERO
    }
}
