//! Questions about what to play in a position: plays, simulation, endgames.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::clock::{Stopwatch, Teller};
use super::error::of;
use super::position::PositionRequest;
use super::{Api, ApiError, ApiErrorKind, at_most};
use crate::board::gcg::Gcg;
use crate::board::{Move, Position, Rack, Through, breakdown, word_text};
use crate::movegen::{Count, Leaves, Order};
use crate::play::endgame::{EndgameLimits, EndgameSolution, solve_watched};
use crate::play::inference::{Inference, InferredLeave};
use crate::play::strategy::{Objective, Outcome, Simulate, SimulationReport, SimulationSettings};
use crate::play::{Challenge, GameRules, ScoredMove, View, Words, hide_opponent};

/// The order of plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlaySort {
    /// By score.
    #[default]
    Score,
    /// By static equity, exchanges and a pass among them.
    Equity,
}

/// The best plays; `position/plays`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlaysRequest {
    /// The position.
    pub position: PositionRequest,
    /// The order.
    #[serde(default)]
    pub sort: PlaySort,
    /// The most plays to list, up to the bound on answers.
    #[serde(default)]
    pub limit: Option<usize>,
    /// The rules, for when tiles may be exchanged and what going out is worth; `standard` if absent.
    #[serde(default)]
    pub rules: Option<String>,
}

/// A play; by equity, also an exchange or a pass.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayView {
    /// The main word, with blanks in lower case; empty if no tiles are laid.
    pub word: String,
    /// The row of its first square, from 1; null if no tiles are laid.
    pub row: Option<usize>,
    /// The column of its first square, from 1; null if no tiles are laid.
    pub column: Option<usize>,
    /// `across` or `down`; null if no tiles are laid.
    pub direction: Option<String>,
    /// The move as text: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass.
    pub notation: String,
    /// The score.
    pub score: i32,
    /// The static equity: the score plus the value of the leave, less the charge for a first play that puts vowels beside
    /// letter premiums; with an empty bag, plus the worth of going out, or less the cost of not going out.
    pub equity: f64,
    /// The tiles that stay on the rack.
    pub leave: String,
    /// The tiles laid, in order, or the tiles exchanged.
    pub tiles: String,
    /// The main word and the cross words; empty if no tiles are laid.
    pub words: Vec<String>,
}

/// The best plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlaysAnswer {
    /// The plays, best first.
    pub plays: Vec<PlayView>,
    /// The number of moves that are listed.
    pub count: usize,
    /// The number of all plays, without exchanges and pass.
    pub total: u64,
    /// The time taken.
    pub seconds: f64,
}

/// The best moves, played on; `position/simulate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SimulateRequest {
    /// The position.
    pub position: PositionRequest,
    /// The number of moves to play after each candidate; 2 if absent.
    #[serde(default)]
    pub plies: Option<u64>,
    /// The most racks of the opponent; 1000 if absent, or as many as the time allows if there are seconds.
    #[serde(default)]
    pub iterations: Option<u64>,
    /// The time, within the bound.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The number of candidates; 15 if absent.
    #[serde(default)]
    pub candidates: Option<u64>,
    /// The certainty in percent, 50 to 100, that the best candidate is not dropped; 99 if absent.
    #[serde(default)]
    pub certainty: Option<u64>,
    /// What candidates are compared by: the chance to win, or the spread; the chance to win if absent.
    #[serde(default)]
    pub by: Option<Objective>,
    /// `true` to weight the opponent's racks by the opponent's last turn, which needs a game; `false` if absent.
    #[serde(default)]
    pub infer: Option<bool>,
    /// The seed; 1 if absent.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The rules; `standard` if absent.
    #[serde(default)]
    pub rules: Option<String>,
}

/// A move that was simulated.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SimulatedMove {
    /// The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass.
    #[serde(rename = "move")]
    pub played: String,
    /// The score.
    pub score: i32,
    /// The score plus the value of the leave.
    pub equity: f64,
    /// The mean change of the spread, with the leaves of both players, in points; the equity before it was tried.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// Half of the 95 % interval around the mean.
    pub margin: f64,
    /// The share of games that are won, from 0 to 1, estimated.
    pub wins: f64,
    /// The standard error of the share.
    pub wins_error: f64,
    /// Half of the 95 % interval around the share.
    pub wins_margin: f64,
    /// The number of racks that it was tried against.
    pub iterations: u64,
}

/// A leave that the opponent may have kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaveOdds {
    /// The tiles.
    pub leave: String,
    /// The probability given the last turn, from 0 to 1.
    pub probability: f64,
    /// The probability, from 0 to 1, if the turn told no more than which tiles were laid.
    pub prior: f64,
    /// The probability divided by the prior.
    pub times_prior: f64,
}

/// The best moves, played on.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SimulateAnswer {
    /// The moves, best first; in progress, as they are so far.
    pub moves: Vec<SimulatedMove>,
    /// The number of racks so far.
    pub iterations: u64,
    /// `true` if all moves but one were dropped.
    pub settled: bool,
    /// The time taken.
    pub seconds: f64,
    /// At the end, if asked to infer: the leaves that the opponent most likely kept, at most 15, the most likely first. Absent
    /// if the last turn does not tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<LeaveOdds>,
}

/// The number of inferred leaves in an answer.
const LEAVES: usize = 15;

/// The best play to the end; `position/endgame`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EndgameRequest {
    /// The position. If one rack is missing, it is the unseen tiles.
    pub position: PositionRequest,
    /// The time, within the bound.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The most positions to search, within the bound; unlike the time, it gives the same answer everywhere.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The rules, for what going out is worth; `standard` if absent.
    #[serde(default)]
    pub rules: Option<String>,
}

/// A move of the principal variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineMove {
    /// The move: `8D (MOLD)S`, or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// The score.
    pub score: i32,
}

/// The best play to the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndgameAnswer {
    /// The change of the spread to the end, from the view of the player on turn.
    pub value: i32,
    /// `true` if the value is proven. Otherwise a limit ended the search, or it was ended.
    pub exact: bool,
    /// The principal variation.
    pub line: Vec<LineMove>,
    /// The depth of the search in plies.
    pub depth: usize,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken.
    pub seconds: f64,
}

impl Api {
    /// The best plays of a position, best first.
    ///
    /// # Errors
    /// [`ApiError`] for a position that cannot be read or is not legal, whose letters the lexicon does not have, or whose
    /// rack has more blanks than the bound.
    pub fn position_plays(&self, request: &PlaysRequest) -> Result<PlaysAnswer, ApiError> {
        let watch = Stopwatch::start();
        let opened = self.opened(request.position.lexicon.as_deref())?;
        let mut position = self.legal(opened, &request.position)?;
        // Plays can be listed without tile counts as well.
        let _ = hide_opponent(&mut position);
        let rules = rules(request.rules.as_deref())?;
        let generator = opened.generator()?;
        let order = match request.sort {
            PlaySort::Score => Order::Score,
            PlaySort::Equity => Order::Equity,
        };
        let limit = request.limit.unwrap_or(usize::MAX).min(self.bounds().answers);
        let mut count = Count::default();
        generator.worker().count(&position, &mut count).map_err(of("position"))?;
        let view = View::of_position(&position, &rules, 0);
        let mut equity = opened.context(&generator).static_equity();
        let plays = equity.list(&view, order, Some(limit)).map_err(of("position"))?;
        let plays: Vec<PlayView> = plays.iter().map(|play| PlayView::new(play, &position)).collect();
        Ok(PlaysAnswer { count: plays.len(), plays, total: count.plays, seconds: watch.seconds() })
    }

    /// The best moves of a position, played on against racks that the opponent may have. `watch` is told the moves as
    /// they are so far, first before any rack is tried. If it breaks, that is the answer.
    ///
    /// # Errors
    /// As [`position_plays`](Api::position_plays), and for settings that are out of range or past the bounds.
    pub fn position_simulate(
        &self,
        request: &SimulateRequest,
        watch: &mut dyn FnMut(&SimulateAnswer) -> ControlFlow<()>,
    ) -> Result<SimulateAnswer, ApiError> {
        let clock = Stopwatch::start();
        let opened = self.opened(request.position.lexicon.as_deref())?;
        let infer = request.infer.unwrap_or_default();
        let (mut position, last) = self.legal_and_last(opened, &request.position)?;
        if infer {
            needs_game(&request.position)?;
        }
        hide_opponent(&mut position).map_err(of("position"))?;
        let rules = rules(request.rules.as_deref())?;
        let time = self.time(request.seconds)?;
        let bounds = self.bounds();
        let usual = if request.seconds.is_some() { bounds.iterations } else { bounds.iterations.min(1000) };
        let settings = SimulationSettings {
            candidates: within("candidates", request.candidates.unwrap_or(bounds.candidates.min(15)), 1, bounds.candidates)?,
            plies: within("plies", request.plies.unwrap_or(bounds.plies.min(2)), 1, bounds.plies)?,
            iterations: within("iterations", request.iterations.unwrap_or(usual), 0, bounds.iterations)?,
            certainty: within("certainty", request.certainty.unwrap_or(99), 50, 100)?,
            by: request.by.unwrap_or_default(),
            infer,
            ..SimulationSettings::default()
        };
        let generator = opened.generator_for_many()?;
        let mut context = opened.context(&generator);
        let no_leaves = crate::movegen::LeaveTable::default();
        let leaves: &dyn Leaves = context.leaves.unwrap_or(&no_leaves);
        context.leaves = Some(leaves);
        let view = View { last, ..View::of_position(&position, &rules, request.seed.unwrap_or(1)) };
        let mut teller = Teller::new(clock);
        let mut simulate = Simulate::new(context, leaves, settings).in_parallel();
        let report = simulate.run_watched(&view, &mut |progress| {
            if clock.elapsed() >= time {
                return ControlFlow::Break(());
            }
            if !teller.is_due() {
                return ControlFlow::Continue(());
            }
            teller.tell(|| watch(&report_view(&progress.report(), &position, clock)))
        });
        let answer = report_view(&report.map_err(of("position"))?, &position, clock);
        let odds = |one: &InferredLeave| LeaveOdds {
            leave: one.leave.render(position.setup().alphabet()),
            probability: one.probability,
            prior: one.prior,
            times_prior: one.times_prior(),
        };
        let inferred = simulate.inference().map(Inference::leaves).unwrap_or_default();
        Ok(SimulateAnswer { leaves: inferred.iter().take(LEAVES).map(odds).collect(), ..answer })
    }

    /// The best play to the end of the game, once the bag is empty. `watch` is told the best play at each depth of the
    /// search, and the number of positions in between. If it breaks, the answer is the best play so far.
    ///
    /// # Errors
    /// As [`position_plays`](Api::position_plays), and [`ApiErrorKind::Illegal`] if the bag is not empty.
    pub fn position_endgame(
        &self,
        request: &EndgameRequest,
        watch: &mut dyn FnMut(&EndgameAnswer) -> ControlFlow<()>,
    ) -> Result<EndgameAnswer, ApiError> {
        let clock = Stopwatch::start();
        let opened = self.opened(request.position.lexicon.as_deref())?;
        let position = with_both_racks(self.legal(opened, &request.position)?)?;
        let weight = rules(request.rules.as_deref())?.going_out.weight();
        let nodes = Some(request.nodes.unwrap_or(u64::MAX).min(self.bounds().nodes));
        let until = clock.end(self.time(request.seconds)?);
        let limits = EndgameLimits { until, nodes, weight, ..EndgameLimits::default() };
        let generator = opened.lexicon.generator()?;
        let mut teller = Teller::new(clock);
        let (mut depth, mut line) = (0, Vec::new());
        let solution = solve_watched(&generator, &position, limits, &mut |solution| {
            if solution.depth == depth && !teller.is_due() {
                return ControlFlow::Continue(());
            }
            if solution.depth > depth {
                (depth, line) = (solution.depth, line_view(&solution.line, &position));
            }
            teller.tell(|| watch(&solution_view(solution, line.clone(), clock)))
        });
        let solution = solution.map_err(of("position"))?;
        Ok(solution_view(&solution, line_view(&solution.line, &position), clock))
    }
}

/// An error unless the position is one of a game, whose last turn says what the opponent may have.
pub(super) fn needs_game(position: &PositionRequest) -> Result<(), ApiError> {
    if Gcg::detect(position.text.as_bytes()) {
        return Ok(());
    }
    let message = "the opponent's last turn is needed — give a game (GCG), or do not infer";
    Err(ApiError::new(ApiErrorKind::Invalid, message).at("infer"))
}

/// The rules with this name.
pub(super) fn rules(name: Option<&str>) -> Result<GameRules, ApiError> {
    let mut rules = GameRules::builtin(name.unwrap_or("standard")).map_err(of("rules"))?;
    // Nobody challenges here: plays with words that are not in the lexicon are refused.
    rules.challenge = Challenge::Void;
    if rules.words == Words::Clabbers {
        let message = format!("positions with the rules '{}' are not analysed — use other rules", rules.name);
        return Err(ApiError::new(ApiErrorKind::Invalid, message).at("rules"));
    }
    Ok(rules)
}

/// A number in its range.
pub(super) fn within(field: &str, number: u64, least: u64, most: u64) -> Result<u64, ApiError> {
    if number < least {
        return Err(ApiError::new(ApiErrorKind::Invalid, format!("{number} is less than {least}")).at(field));
    }
    at_most(field, usize::try_from(number).unwrap_or(usize::MAX), usize::try_from(most).unwrap_or(usize::MAX), field)?;
    Ok(number)
}

impl PlayView {
    /// A move of a position as an answer.
    pub fn new(scored: &ScoredMove, position: &Position) -> PlayView {
        let (board, setup, alphabet) = (position.board(), position.setup(), position.setup().alphabet());
        let mut view = PlayView {
            word: String::new(),
            row: None,
            column: None,
            direction: None,
            notation: scored.play.notation(board, alphabet),
            score: scored.score,
            equity: scored.worth.points(),
            leave: scored.play.leave(position.rack()).render(alphabet),
            tiles: word_text(alphabet, scored.play.tiles()),
            words: Vec::new(),
        };
        if let Move::Place(placement) = &scored.play {
            let parts = breakdown(board, setup, placement);
            view.row = Some(usize::from(placement.start.row) + 1);
            view.column = Some(usize::from(placement.start.column) + 1);
            view.direction = Some(placement.direction.to_string());
            view.words = parts.words().map(|word| word_text(alphabet, &word.cells)).collect();
            view.word = view.words.first().cloned().unwrap_or_default();
        }
        view
    }
}

impl SimulatedMove {
    /// The result for a move of a position as an answer.
    pub(super) fn new(outcome: &Outcome, position: &Position) -> SimulatedMove {
        SimulatedMove {
            played: outcome.scored_move.play.notation(position.board(), position.setup().alphabet()),
            score: outcome.scored_move.score,
            equity: outcome.scored_move.worth.points(),
            mean: outcome.mean,
            error: outcome.error,
            margin: outcome.margin(),
            wins: outcome.wins,
            wins_error: outcome.wins_error,
            wins_margin: outcome.wins_margin(),
            iterations: outcome.iterations,
        }
    }
}

fn report_view(report: &SimulationReport, position: &Position, clock: Stopwatch) -> SimulateAnswer {
    let moves = report.outcomes.iter().map(|outcome| SimulatedMove::new(outcome, position));
    let (iterations, settled) = (report.iterations, report.settled);
    SimulateAnswer { moves: moves.collect(), iterations, settled, seconds: clock.seconds(), leaves: Vec::new() }
}

/// The moves of a line as text, up to the first that is not legal, which there is none.
pub(super) fn line_view(moves: &[(Move, i32)], position: &Position) -> Vec<LineMove> {
    let (mut after, mut line) = (position.clone(), Vec::new());
    for (play, score) in moves {
        let played = match play {
            Move::Place(placement) => placement.notation(after.board(), after.setup().alphabet(), Through::Parentheses),
            _ => "pass".to_owned(),
        };
        line.push(LineMove { played, score: *score });
        if after.play(play).is_err() {
            break;
        }
    }
    line
}

fn solution_view(solution: &EndgameSolution, line: Vec<LineMove>, clock: Stopwatch) -> EndgameAnswer {
    let (value, exact, depth, nodes) = (solution.value, solution.exact, solution.depth, solution.nodes);
    EndgameAnswer { value, exact, line, depth, nodes, seconds: clock.seconds() }
}

/// The position with both racks: if the opponent's rack is missing, it is the unseen tiles.
fn with_both_racks(mut position: Position) -> Result<Position, ApiError> {
    let unseen = position.as_unchecked().unseen().map_err(of("position"))?;
    if unseen.is_empty() {
        return Ok(position);
    }
    let cells: Vec<_> = unseen.cells().collect();
    let fits = position.opponent_rack().is_empty() && cells.len() <= position.setup().layout().rack();
    let Some(rack) = Rack::from_cells(&cells).filter(|_| fits) else {
        let message = format!("{} tiles are unseen, but in an endgame the bag is empty — give both racks", cells.len());
        return Err(ApiError::new(ApiErrorKind::Illegal, message).at("position"));
    };
    position.set_rack(1, rack).map_err(of("position"))?;
    Ok(position)
}
