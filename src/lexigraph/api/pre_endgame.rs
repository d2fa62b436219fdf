//! The question which move wins most often, with one to seven tiles in the bag.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::analysis::{needs_game, rules};
use super::clock::{Stopwatch, Teller};
use super::error::of;
use super::position::PositionRequest;
use super::{Api, ApiError, ApiErrorKind, at_most};
use crate::board::Position;
use crate::play::inference::{Inference, InferenceSettings};
use crate::play::pre_endgame::{PreEndgameError, PreEndgameLimits, PreEndgameSolution, solve_watched};
use crate::play::{View, hide_opponent};

/// The most draws of a request.
const MOST_DRAWS: usize = 10_000;

/// The move that wins most often, with one to seven tiles in the bag; `position/pre-endgame`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PreEndgameRequest {
    /// The position. Tiles of the opponent that it gives are known.
    pub position: PositionRequest,
    /// The time, within the bound.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The most positions to search, within the bound; unlike the time, it gives the same answer everywhere.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The most draws; if there are more, so many at random. 720 if absent.
    #[serde(default)]
    pub draws: Option<u64>,
    /// `true` to weight the draws by the opponent's last turn, which needs a game; `false` if absent.
    #[serde(default)]
    pub infer: Option<bool>,
    /// The seed of the random draws; 1 if absent.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The most moves to list, up to the bound on answers.
    #[serde(default)]
    pub limit: Option<usize>,
    /// The rules, for exchanges and what going out is worth; `standard` if absent.
    #[serde(default)]
    pub rules: Option<String>,
}

/// A candidate of a pre-endgame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PreEndgameCandidate {
    /// The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass.
    #[serde(rename = "move")]
    pub played: String,
    /// The score.
    pub score: i32,
    /// The share of draws won, from 0 to 1; a tie is half a win.
    pub chance: f64,
    /// Half of the 95 % interval around `chance` if the draws are a sample; otherwise null.
    pub margin: Option<f64>,
    /// The draws won; those that are not proven count by their estimate.
    pub wins: u64,
    /// The draws tied; those that are not proven count by their estimate.
    pub ties: u64,
    /// The draws that it was tried with.
    pub draws: u64,
    /// The draws of which it is proven who wins.
    pub proven_draws: u64,
    /// The mean spread at the end of the game.
    pub spread: f64,
    /// `true` if the spread is proven.
    pub exact: bool,
    /// `true` if it is proven to win less often than another move.
    pub dropped: bool,
}

/// The candidates of a pre-endgame.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PreEndgameAnswer {
    /// The moves, best first; in progress, as they are so far.
    pub moves: Vec<PreEndgameCandidate>,
    /// The number of all moves.
    pub count: usize,
    /// The number of tiles in the bag.
    pub bag: usize,
    /// The draws that are tried.
    pub draws: u64,
    /// The number of all draws.
    pub all_draws: u64,
    /// `true` if it is proven that no move wins more draws than the first.
    pub proven: bool,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken.
    pub seconds: f64,
}

impl Api {
    /// The move that wins most often, with one to seven tiles in the bag. `watch` is told the moves as they are so far. If it
    /// breaks, that is the answer.
    ///
    /// # Errors
    /// As [`position_plays`](Api::position_plays), [`ApiErrorKind::Illegal`] if the bag has no or more than seven tiles, and
    /// [`ApiErrorKind::TooLarge`] for too many draws.
    pub fn position_pre_endgame(
        &self,
        request: &PreEndgameRequest,
        watch: &mut dyn FnMut(&PreEndgameAnswer) -> ControlFlow<()>,
    ) -> Result<PreEndgameAnswer, ApiError> {
        let clock = Stopwatch::start();
        let opened = self.opened(request.position.lexicon.as_deref())?;
        let infer = request.infer.unwrap_or_default();
        let (mut position, last) = self.legal_and_last(opened, &request.position)?;
        if infer {
            needs_game(&request.position)?;
            hide_opponent(&mut position).map_err(of("position"))?;
        }
        let rules = rules(request.rules.as_deref())?;
        let usual = PreEndgameLimits::default();
        let draws = request.draws.unwrap_or(usual.draws);
        at_most("draws", usize::try_from(draws).unwrap_or(usize::MAX), MOST_DRAWS, "draws")?;
        let limits = PreEndgameLimits {
            until: clock.end(self.time(request.seconds)?),
            nodes: Some(request.nodes.unwrap_or(u64::MAX).min(self.bounds().nodes)),
            draws,
            seed: request.seed.unwrap_or(usual.seed),
            ..usual
        };
        let most = request.limit.unwrap_or(usize::MAX).min(self.bounds().answers);
        let generator = opened.generator()?;
        let inference = if infer {
            let view = View { last, ..View::of_position(&position, &rules, limits.seed) };
            let mut valued = opened.context(&generator).static_equity();
            Inference::of(&view, &mut valued, InferenceSettings::default()).map_err(of("position"))?
        } else {
            None
        };
        let mut teller = Teller::new(clock);
        let solution = solve_watched(&generator, &position, &rules, limits, inference.as_ref(), &mut |progress| {
            if !teller.is_due() {
                return ControlFlow::Continue(());
            }
            teller.tell(|| watch(&answer(&progress.solution(), &position, most, clock)))
        });
        let solution = solution.map_err(|error| match error {
            PreEndgameError::Movegen(error) => of("position")(error),
            error => ApiError::new(ApiErrorKind::Illegal, error.to_string()).at("position"),
        })?;
        Ok(answer(&solution, &position, most, clock))
    }
}

fn answer(solution: &PreEndgameSolution, position: &Position, most: usize, clock: Stopwatch) -> PreEndgameAnswer {
    let (board, alphabet) = (position.board(), position.setup().alphabet());
    let moves = solution.moves.iter().take(most).map(|found| PreEndgameCandidate {
        played: found.play.notation(board, alphabet),
        score: found.score,
        chance: found.chance(),
        margin: solution.sampled.then(|| found.margin()),
        wins: found.wins,
        ties: found.ties,
        draws: found.draws,
        proven_draws: found.proven,
        spread: found.spread,
        exact: found.exact,
        dropped: found.dropped,
    });
    PreEndgameAnswer {
        moves: moves.collect(),
        count: solution.moves.len(),
        bag: solution.bag,
        draws: solution.draws,
        all_draws: solution.all_draws,
        proven: solution.proven,
        nodes: solution.nodes,
        seconds: clock.seconds(),
    }
}
