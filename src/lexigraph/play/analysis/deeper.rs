//! What is beyond static equity: a simulation while there are tiles in the bag, a search to the end once there are none.

use super::{AnalysisWatch, AnalyzedTurn, Analyzer, ChanceSource, WinChance, chance};
use crate::board::{Move, Position};
use crate::movegen::MovegenError;
use crate::platform::Instant;
use crate::play::endgame::{EndgameLimits, EndgameSolution, Rest, rest_after, solve_watched};
use crate::play::strategy::{Objective, Outcome, Simulate, SimulationSettings};
use crate::play::{ScoredMove, View};

/// The simulation of a turn. The move that was played is tried against all racks.
#[derive(Clone, Debug)]
pub struct SimulatedTurn {
    /// The number of racks.
    pub iterations: u64,
    /// The best move by the chance to win.
    pub best: Outcome,
    /// The move that was played; `None` if it is not known.
    pub played: Option<Outcome>,
}

/// A turn with an empty bag, searched to the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameTurn {
    /// The change of the spread until the end with best play, from the view of the player on turn.
    pub value: i32,
    /// The best play of both sides, with the score of each move.
    pub line: Vec<(Move, i32)>,
    /// The change of the spread until the end after the move that was played, with best play from there on.
    pub played: i32,
    /// `true` if both values are proven. Otherwise a limit ended a search, and they are the best that was found.
    pub exact: bool,
}

impl EndgameTurn {
    /// What the move lost, in points; at least 0.
    pub fn loss(&self) -> i32 {
        self.value - self.played
    }
}

impl Analyzer<'_> {
    /// Looks ahead in a turn whose rack is known. `false` if the watch ended it.
    ///
    /// This is the one place that chooses how to look ahead by the number of tiles in the bag; a method for the last few
    /// tiles in the bag would get a branch of its own.
    pub(super) fn look_deeper(
        &mut self,
        view: &View<'_>,
        turn: &mut AnalyzedTurn,
        watch: AnalysisWatch<'_>,
    ) -> Result<bool, MovegenError> {
        if view.bag > 0 {
            return self.simulate(view, turn, watch);
        }
        self.search_to_the_end(view, turn, watch)
    }

    fn simulate(
        &mut self,
        view: &View<'_>,
        turn: &mut AnalyzedTurn,
        watch: AnalysisWatch<'_>,
    ) -> Result<bool, MovegenError> {
        let settings = &self.settings;
        // Racks are drawn from the tiles that are not seen.
        if settings.racks == 0 || view.unseen().is_empty() {
            return Ok(true);
        }
        let (candidates, plies, iterations) = (settings.candidates, settings.plies, settings.racks);
        let simulation = SimulationSettings {
            candidates,
            plies,
            iterations,
            certainty: 99,
            by: Objective::Win,
            pre_endgame: false,
            infer: false,
        };
        let mut simulate = Simulate::new(self.context, self.leaves, simulation);
        if self.parallel {
            simulate = simulate.in_parallel();
        }
        // A game of other rules may have an exchange that these do not allow.
        let is_allowed = |play: &Move| match play {
            Move::Exchange(tiles) => view.may_exchange() && tiles.len() <= view.bag,
            _ => true,
        };
        let effect = turn.effect().filter(is_allowed);
        if let (Some(play), Some(worth)) = (effect, turn.equity) {
            simulate = simulate.keep(ScoredMove { play, score: turn.score, worth, parts: Vec::new() });
        }
        let until = settings.simulation_time.and_then(|time| Instant::now().checked_add(time));
        let mut ended = false;
        let report = simulate.run(view, |_| {
            ended = watch(None).is_break();
            !ended && until.is_none_or(|until| Instant::now() < until)
        })?;
        if ended {
            return Ok(false);
        }
        let played = effect.and_then(|play| report.outcomes.iter().find(|outcome| outcome.scored_move.play == play));
        if let Some(best) = report.outcomes.first().filter(|best| best.iterations > 0) {
            turn.chance = WinChance { value: best.wins, margin: best.wins_margin(), source: ChanceSource::Simulation };
            let (best, played) = (best.clone(), played.cloned());
            turn.simulated = Some(SimulatedTurn { iterations: report.iterations, best, played });
        }
        Ok(true)
    }

    fn search_to_the_end(
        &mut self,
        view: &View<'_>,
        turn: &mut AnalyzedTurn,
        watch: AnalysisWatch<'_>,
    ) -> Result<bool, MovegenError> {
        let Some(play) = turn.effect().filter(|play| !matches!(play, Move::Exchange(_))) else { return Ok(true) };
        if self.settings.endgame_nodes == 0 || view.position.opponent_rack().is_empty() {
            return Ok(true);
        }
        let Some(best) = self.value(view.position, watch)? else { return Ok(false) };
        if view.position.clone().play(&play).is_err() {
            return Ok(true);
        }
        let (rest, exact) = match rest_after(view.position, &play, self.rules.going_out.weight()) {
            Rest::Over(rest) => (rest, true),
            Rest::Goes(after) => {
                let Some(reply) = self.value(&after, watch)? else { return Ok(false) };
                (-reply.value, reply.exact)
            }
        };
        let played = turn.score + rest;
        let exact = exact && best.exact;
        // A value that is not proven may be less than that of the move that was played.
        let (value, line) = if played > best.value { (played, vec![(play, turn.score)]) } else { (best.value, best.line) };
        if exact {
            let [own, other] = view.position.scores();
            let value = chance::outcome(own - other + value);
            turn.chance = WinChance { value, margin: 0.0, source: ChanceSource::Endgame };
        }
        turn.endgame = Some(EndgameTurn { value, line, played, exact });
        Ok(true)
    }

    /// The value of a position with an empty bag; `None` if the watch ended the search.
    fn value(&self, position: &Position, watch: AnalysisWatch<'_>) -> Result<Option<EndgameSolution>, MovegenError> {
        let until = self.settings.endgame_time.and_then(|time| Instant::now().checked_add(time));
        let (nodes, weight) = (Some(self.settings.endgame_nodes), self.rules.going_out.weight());
        let limits = EndgameLimits { until, nodes, weight, ..EndgameLimits::default() };
        let mut ended = false;
        let solution = solve_watched(self.context.generator, position, limits, &mut |_| {
            let told = watch(None);
            ended |= told.is_break();
            told
        })?;
        Ok((!ended).then_some(solution))
    }
}
