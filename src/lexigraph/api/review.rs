//! The question how well a game was played.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::analysis::rules;
use super::clock::Stopwatch;
use super::error::of;
use super::position::{PositionRequest, read_gcg, setup};
use super::{Api, ApiError, ApiErrorKind, at_most};
use crate::board::Move;
use crate::board::gcg::{Gcg, Turn};
use crate::movegen::{Equity, Generator};
use crate::play::{GameRules, StaticEquity, View, hide_opponent};

/// The moves of a game, each beside the best move; `position/review`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The game: its text is a GCG, and all turns are reviewed.
    pub position: PositionRequest,
    /// The rules, for when tiles may be exchanged; `standard` if absent.
    #[serde(default)]
    pub rules: Option<String>,
}

/// The kind of a move in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReviewedKind {
    /// A play whose words are all in the lexicon.
    Play,
    /// A play with a word that is not in the lexicon, and that stood.
    Phony,
    /// A play that was challenged and withdrawn. It counts as a pass.
    Withdrawn,
    /// An exchange.
    Exchange,
    /// A pass.
    Pass,
}

/// A move with its worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestMove {
    /// The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass.
    #[serde(rename = "move")]
    pub played: String,
    /// The score.
    pub score: i32,
    /// The score plus the value of the leave.
    pub equity: f64,
}

/// A turn of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedTurn {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The player: 1 or 2.
    pub player: usize,
    /// The known tiles of the rack. The best move is found for them.
    pub rack: String,
    /// The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass.
    #[serde(rename = "move")]
    pub played: String,
    /// The kind of the move.
    pub kind: ReviewedKind,
    /// Its score; 0 for a play that was withdrawn.
    pub score: i32,
    /// Its equity: the score plus the value of the leave, as of the best move. Null if the exchanged tiles are not known.
    pub equity: Option<f64>,
    /// Its words that are not in the lexicon.
    pub phonies: Vec<String>,
    /// The best play or exchange, by equity; a pass if there is neither. Null if no tiles of the rack are known.
    pub best: Option<BestMove>,
    /// The equity of the best move less that of the move; null without one of them. Less than 0 if a phony or a pass is
    /// worth more than the best move.
    pub loss: Option<f64>,
}

/// A game, reviewed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewAnswer {
    /// The nick and the name of each player.
    pub players: Vec<[String; 2]>,
    /// The turns that are reviewed, in their order.
    pub turns: Vec<ReviewedTurn>,
    /// The number of turns of the game.
    pub count: usize,
    /// `false` if the review was ended before all turns were reviewed.
    pub complete: bool,
    /// The loss of each player in all turns. A turn with a loss of less than 0 counts as 0.
    pub losses: [f64; 2],
    /// The time taken.
    pub seconds: f64,
}

impl Api {
    /// The moves of a game, each beside the best move for the same tiles. Moves are compared as in
    /// [`position_plays`](Api::position_plays) by equity, with exchanges among them. `watch` is told the turns so far
    /// after each turn; if it breaks, they are the answer, and when the time is up.
    ///
    /// # Errors
    /// [`ApiError`] with the line of a mistake in the game; for a lexicon of other letters; for a rack that has more
    /// blanks than the bound.
    pub fn position_review(
        &self,
        request: &ReviewRequest,
        watch: &mut dyn FnMut(&ReviewAnswer) -> ControlFlow<()>,
    ) -> Result<ReviewAnswer, ApiError> {
        let clock = Stopwatch::start();
        let opened = self.opened(request.position.lexicon.as_deref())?;
        let (text, layout) = (&request.position.text, request.position.layout.as_deref());
        if !Gcg::detect(text.as_bytes()) {
            let message = "the text is not a game — give one in GCG, whose events are lines that begin with '>'";
            return Err(ApiError::new(ApiErrorKind::Invalid, message).at("position"));
        }
        let gcg = read_gcg(text, &setup(opened, layout)?).map_err(|error| error.at("position"))?;
        at_most("events", gcg.events().count(), self.bounds().moves, "position")?;
        let turns = gcg.replay().map_err(of("position"))?.turns;
        let rules = rules(request.rules.as_deref())?;
        let generator = opened.generator()?;
        let players = (0..2).filter_map(|player| gcg.player(player)).map(|(nick, name)| [nick.to_owned(), name.to_owned()]);
        let mut answer = ReviewAnswer { players: players.collect(), count: turns.len(), ..ReviewAnswer::default() };
        let mut reviewer =
            Reviewer { generator: &generator, equity: opened.context(&generator).static_equity(), rules: &rules };
        for (number, turn) in (1..).zip(&turns) {
            at_most("blanks on a rack", turn.position.rack().blanks(), self.bounds().blanks, "position")?;
            let reviewed = reviewer.review(number, turn)?;
            answer.losses[turn.player] += reviewed.loss.unwrap_or(0.0).max(0.0);
            answer.turns.push(reviewed);
            answer.complete = number == turns.len();
            answer.seconds = clock.seconds();
            if !answer.complete && (watch(&answer).is_break() || clock.elapsed() >= self.bounds().time) {
                return Ok(answer);
            }
        }
        answer.complete = true;
        answer.seconds = clock.seconds();
        Ok(answer)
    }
}

/// What turns are reviewed with.
struct Reviewer<'r> {
    generator: &'r Generator<'r>,
    equity: StaticEquity<'r>,
    rules: &'r GameRules,
}

impl Reviewer<'_> {
    fn review(&mut self, number: usize, turn: &Turn) -> Result<ReviewedTurn, ApiError> {
        let position = &turn.position;
        let (board, alphabet) = (position.board(), position.setup().alphabet());
        let phonies = match &turn.played {
            Move::Place(placement) => self.generator.phonies(position, placement),
            _ => Vec::new(),
        };
        let kind = match &turn.played {
            _ if turn.withdrawn => ReviewedKind::Withdrawn,
            Move::Place(_) if phonies.is_empty() => ReviewedKind::Play,
            Move::Place(_) => ReviewedKind::Phony,
            Move::Exchange(_) => ReviewedKind::Exchange,
            Move::Pass => ReviewedKind::Pass,
        };
        let score = if turn.withdrawn { 0 } else { turn.points };
        let mut seen = position.clone();
        // Without tile counts, nothing is known of the opponent.
        let _ = hide_opponent(&mut seen);
        let view = View::of_position(&seen, self.rules, 0);
        let equity = match &turn.played {
            _ if turn.withdrawn => Some(self.equity.of(&view, &Move::Pass, 0)),
            Move::Exchange(tiles) if tiles.is_empty() => None,
            played => Some(self.equity.of(&view, played, score)),
        };
        let known = !position.rack().is_empty();
        let best = if known { self.equity.consider(&view, 1).map_err(of("position"))?.pop() } else { None };
        let loss = best.as_ref().zip(equity).map(|(best, equity)| (best.worth - equity).points());
        Ok(ReviewedTurn {
            turn: number,
            player: turn.player + 1,
            rack: position.rack().render(alphabet),
            played: turn.played.notation(board, alphabet),
            kind,
            score,
            equity: equity.map(Equity::points),
            phonies,
            best: best.map(|best| BestMove {
                played: best.play.notation(board, alphabet),
                score: best.score,
                equity: best.worth.points(),
            }),
            loss,
        })
    }
}
