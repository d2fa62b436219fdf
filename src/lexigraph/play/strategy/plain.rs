//! Strategies that look only at the score and at the own rack.

use crate::board::{Cell, Move, Tiles};
use crate::movegen::{All, Equity, MovegenError, Order, Top, Worker};

use super::{PlayContext, Strategy, first_of};
use crate::play::evaluation::Evaluation;
use crate::play::{Part, ScoredMove, StaticEquity, View};

/// Plays the highest score, whatever the leave. Without a play it exchanges all tiles, if that is allowed.
///
/// With a share below 100 it holds back: it makes the best of the plays that score at most this share, in hundredths,
/// of the highest score, or the lowest play if there is none.
pub struct Greedy<'g> {
    worker: Worker<'g>,
    share: u8,
}

impl<'g> Greedy<'g> {
    /// A strategy with this context; `share` is in hundredths.
    pub fn new(context: PlayContext<'g>, share: u8) -> Greedy<'g> {
        Greedy { worker: context.generator.worker(), share }
    }
}

/// The move without a play: exchange all tiles if allowed, otherwise pass.
fn without_play(view: &View<'_>) -> ScoredMove {
    let cells: Vec<Cell> = view.position.rack().cells().collect();
    let all = if view.may_exchange() && cells.len() <= view.bag { Tiles::from_slice(&cells) } else { None };
    let play = all.filter(|tiles| !tiles.is_empty()).map_or(Move::Pass, Move::Exchange);
    ScoredMove { play, score: 0, worth: Equity::ZERO, parts: Vec::new() }
}

impl Strategy for Greedy<'_> {
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        let plays = if self.share < 100 {
            let mut all = All::new();
            self.worker.all(view.position, &mut all)?;
            let mut plays = all.into_sorted(Order::Score);
            let most = plays.first().map_or(0, |best| best.score * i32::from(self.share) / 100);
            let held_back = plays.iter().position(|play| play.score <= most).unwrap_or(plays.len().saturating_sub(1));
            plays.drain(..held_back);
            plays.truncate(limit);
            plays
        } else {
            let mut top = Top::new(limit, Order::Score);
            self.worker.top(view.position, &mut top)?;
            top.into_sorted()
        };
        let found = plays.into_iter().map(|play| ScoredMove {
            play: Move::Place(play.placement),
            score: play.score,
            worth: Equity::from_points(play.score),
            parts: Vec::new(),
        });
        let mut found: Vec<ScoredMove> = found.collect();
        if found.is_empty() && limit > 0 {
            found.push(without_play(view));
        }
        Ok(found)
    }

    fn choose(&mut self, view: &View<'_>) -> Result<(Move, i32), MovegenError> {
        if self.share < 100 {
            return Ok(first_of(&self.consider(view, 1)?));
        }
        let best = self.worker.best(view.position, Order::Score)?;
        Ok(best.map_or_else(|| (without_play(view).play, 0), |play| (Move::Place(play.placement), play.score)))
    }
}

/// Compares moves by the score and by the table's values for the leave: single letters, pairs of letters, vowels and
/// consonants.
pub struct RackHeuristic<'g> {
    valued: StaticEquity<'g>,
    evaluation: &'g Evaluation,
}

impl<'g> RackHeuristic<'g> {
    /// A strategy with this context and this table.
    pub fn new(context: PlayContext<'g>, evaluation: &'g Evaluation) -> RackHeuristic<'g> {
        RackHeuristic { valued: StaticEquity::new(context.generator, evaluation, None), evaluation }
    }
}

impl Strategy for RackHeuristic<'_> {
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        let mut found = self.valued.consider(view, limit)?;
        if view.bag > 0 {
            found.iter_mut().for_each(|scored_move| scored_move.parts = self.parts(scored_move, view));
        }
        Ok(found)
    }

    fn choose(&mut self, view: &View<'_>) -> Result<(Move, i32), MovegenError> {
        self.valued.choose(view)
    }
}

impl RackHeuristic<'_> {
    /// The parts of the table's value for the leave of a move.
    fn parts(&self, scored_move: &ScoredMove, view: &View<'_>) -> Vec<Part> {
        let kept = scored_move.play.leave(view.position.rack());
        let evaluation = self.evaluation;
        let parts = [
            ("letters", evaluation.singles(&kept)),
            ("pairs", evaluation.pairs(&kept)),
            ("vowels", if kept.is_empty() { Equity::ZERO } else { evaluation.balance(&kept) }),
        ];
        parts.into_iter().map(|(name, value)| Part { name, value }).filter(|part| part.value != Equity::ZERO).collect()
    }
}

/// Compares moves by the score and by the trained value of the leave.
pub struct ByEquity<'g> {
    valued: StaticEquity<'g>,
}

impl<'g> ByEquity<'g> {
    /// A strategy with this context and these leave values. The evaluation table is used for the first play only.
    pub fn new(context: PlayContext<'g>, leaves: &'g dyn crate::movegen::Leaves) -> ByEquity<'g> {
        ByEquity { valued: StaticEquity::new(context.generator, leaves, context.evaluation) }
    }
}

impl Strategy for ByEquity<'_> {
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        self.valued.consider(view, limit)
    }

    fn choose(&mut self, view: &View<'_>) -> Result<(Move, i32), MovegenError> {
        self.valued.choose(view)
    }
}
