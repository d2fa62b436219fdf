//! The question how well a game was played.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::analysis::{LineMove, SimulatedMove, line_view, rules, within};
use super::clock::Stopwatch;
use super::error::of;
use super::position::{PositionRequest, read_gcg, setup};
use super::{Api, ApiError, ApiErrorKind, at_most};
use crate::board::gcg::Gcg;
use crate::movegen::Equity;
use crate::play::ScoredMove;
use crate::play::analysis::{
    AnalysisSettings, AnalyzedTurn, Analyzer, ChanceSource, EndgameTurn, GameAnalysis, Luck, PlayerTotals, SimulatedTurn,
    TurnKind,
};

/// The moves of a game, each beside the best move; `position/review`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The game: its text is a GCG, and all turns are reviewed.
    pub position: PositionRequest,
    /// The rules, for when tiles may be exchanged and what going out is worth; `standard` if absent.
    #[serde(default)]
    pub rules: Option<String>,
    /// The most racks that the best moves and the one played are tried against in each turn, within the bound; no simulation if
    /// absent.
    #[serde(default)]
    pub iterations: Option<u64>,
    /// The number of random draws that luck is measured with, within the bound `reply_iterations`; none if absent.
    #[serde(default)]
    pub draws: Option<u64>,
    /// The most positions of an endgame search, within the bound; no search if absent.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The seed; 1 if absent.
    #[serde(default)]
    pub seed: Option<u64>,
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

impl From<TurnKind> for ReviewedKind {
    fn from(kind: TurnKind) -> ReviewedKind {
        match kind {
            TurnKind::Play => ReviewedKind::Play,
            TurnKind::Phony => ReviewedKind::Phony,
            TurnKind::Withdrawn => ReviewedKind::Withdrawn,
            TurnKind::Exchange => ReviewedKind::Exchange,
            TurnKind::Pass => ReviewedKind::Pass,
        }
    }
}

/// What a chance to win was found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReviewedSource {
    /// The lead and the number of unseen tiles; the rack does not count.
    Table,
    /// The simulation of the best move.
    Simulation,
    /// A proven search to the end of the game.
    Endgame,
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
    /// The known tiles of the rack.
    pub rack: String,
    /// `true` if these are all. Otherwise nothing is computed that depends on the rack.
    pub known: bool,
    /// The move: `8D (MOLD)S`, `-ABC` for an exchange, `-` for a pass.
    #[serde(rename = "move")]
    pub played: String,
    /// The kind of the move.
    pub kind: ReviewedKind,
    /// Its score; 0 for a play that was withdrawn.
    pub score: i32,
    /// Its equity: the score plus the value of the leave, as of the best move. Null if the rack or the exchanged tiles are
    /// not known.
    pub equity: Option<f64>,
    /// Its words that are not in the lexicon.
    pub phonies: Vec<String>,
    /// The best play or exchange, by equity; a pass if there is neither. Null if the rack is not known.
    pub best: Option<BestMove>,
    /// The equity of the best move less that of the move; null without one of them. Less than 0 if a phony or a pass is
    /// worth more than the best move.
    pub loss: Option<f64>,
    /// The plays that lay a full rack. Null if the rack is not known.
    pub bingos: Option<ReviewedBingos>,
    /// The luck of the draw before the turn. Null if none was asked for, if nothing was drawn, or if it is not known what.
    pub luck: Option<ReviewedLuck>,
    /// The chance to win before the turn, from 0 to 1.
    pub chance: f64,
    /// Half of the 95 % interval around the chance; 0 unless it is simulated.
    pub chance_margin: f64,
    /// What the chance was found by.
    pub chance_source: ReviewedSource,
    /// How much the move lowered the chance to win, by simulation or proven endgames. An estimate may be less than 0.
    pub chance_loss: Option<f64>,
    /// Half of the 95 % interval around this loss.
    pub chance_loss_margin: Option<f64>,
    /// The simulation of the turn.
    pub simulation: Option<ReviewedSimulation>,
    /// The search to the end of the game.
    pub endgame: Option<ReviewedEndgame>,
}

/// The plays of a turn that lay a full rack.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedBingos {
    /// Their number.
    pub count: usize,
    /// The best of them by equity.
    pub best: Option<BestMove>,
    /// `true` if the player laid a full rack, whatever the words.
    pub played: bool,
    /// `true` if there is one, and the player did not lay a full rack.
    pub missed: bool,
}

/// The luck of a draw: the equity of the best move with the tiles drawn, less the mean over other draws to the tiles kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedLuck {
    /// The luck in points.
    pub points: f64,
    /// The mean equity of the best move over other draws.
    pub mean: f64,
    /// The standard error of the mean; 0 if all draws were tried.
    pub error: f64,
    /// The number of draws.
    pub draws: u64,
    /// `true` if these are all that there are.
    pub exact: bool,
}

/// The simulation of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedSimulation {
    /// The best move by the chance to win.
    pub best: SimulatedMove,
    /// The move that was played; null if it is not known.
    pub played: Option<SimulatedMove>,
    /// The number of racks.
    pub iterations: u64,
}

/// A turn with an empty bag, searched to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedEndgame {
    /// The change of the spread to the end with best play.
    pub value: i32,
    /// The best play of both sides.
    pub line: Vec<LineMove>,
    /// The change of the spread to the end after the move that was played.
    pub played: i32,
    /// What the move lost, in points.
    pub loss: i32,
    /// `true` if both values are proven.
    pub exact: bool,
}

/// The sums of a player's turns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewTotals {
    /// The games that were reviewed to their end.
    pub games: u64,
    /// The games won; a drawn one counts half.
    pub wins: f64,
    /// The number of turns.
    pub turns: u64,
    /// The turns that were compared with the best move.
    pub compared: u64,
    /// The loss of these turns, in points. A turn with a loss of less than 0 counts as 0.
    pub loss: f64,
    /// The mean of this loss; null without such turns.
    pub mean_loss: Option<f64>,
    /// The loss of the chance to win, from 0 to 1 for each turn; null if none is known.
    pub chance_loss: Option<f64>,
    /// The loss of the turns that were searched to the end of the game, in points; null if none was.
    pub endgame_loss: Option<i64>,
    /// The luck in points; null if none is known.
    pub luck: Option<f64>,
    /// Half of the 95 % interval around the luck, which comes from random draws.
    pub luck_margin: f64,
    /// The turns with a full rack laid.
    pub bingos: u64,
    /// The turns in which a full rack could have been laid and was not.
    pub missed_bingos: u64,
    /// The plays with a word that is not in the lexicon, withdrawn or not.
    pub phonies: u64,
    /// The exchanges.
    pub exchanges: u64,
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
    /// The sums of the turns of each player.
    pub totals: [ReviewTotals; 2],
    /// The final scores.
    pub scores: [i32; 2],
    /// The chance to win of the first player before each turn, from 0 to 1; after the last turn of the game, 1 for a game
    /// that this player won, 0.5 for a drawn one, else 0.
    pub chances: Vec<f64>,
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
    /// blanks than the bound; for numbers past the bounds.
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
        let bounds = self.bounds();
        at_most("events", gcg.events().count(), bounds.moves, "position")?;
        let replay = gcg.replay().map_err(of("position"))?;
        for turn in &replay.turns {
            at_most("blanks on a rack", turn.position.rack().blanks(), bounds.blanks, "position")?;
        }
        let rules = rules(request.rules.as_deref())?;
        let usual = AnalysisSettings::default();
        let settings = AnalysisSettings {
            racks: within("iterations", request.iterations.unwrap_or(0), 0, bounds.iterations)?,
            candidates: usual.candidates.min(bounds.candidates),
            plies: usual.plies.min(bounds.plies),
            draws: within("draws", request.draws.unwrap_or(0), 0, bounds.reply_iterations)?,
            endgame_nodes: within("nodes", request.nodes.unwrap_or(0), 0, bounds.nodes)?,
            seed: request.seed.unwrap_or(1),
            ..usual
        };
        let generator = opened.generator_for_many()?;
        let mut analyzer = Analyzer::new(opened.context(&generator), &rules, settings).in_parallel();
        // A turn is converted once, for the progress and for the answer.
        let mut turns = Vec::new();
        let mut answer = |analysis: &GameAnalysis| {
            turns.extend(analysis.turns[turns.len()..].iter().map(ReviewedTurn::new));
            ReviewAnswer::of_turns(&gcg, analysis, turns.clone(), clock.seconds())
        };
        let analysis = analyzer.analyze(&replay, &mut |progress| {
            let told = progress.map_or(ControlFlow::Continue(()), |analysis| watch(&answer(analysis)));
            if clock.elapsed() >= bounds.time { ControlFlow::Break(()) } else { told }
        });
        Ok(answer(&analysis.map_err(of("position"))?))
    }
}

impl ReviewAnswer {
    /// An analysis as an answer, with the time taken.
    pub fn new(gcg: &Gcg, analysis: &GameAnalysis, seconds: f64) -> ReviewAnswer {
        let turns = analysis.turns.iter().map(ReviewedTurn::new).collect();
        ReviewAnswer::of_turns(gcg, analysis, turns, seconds)
    }

    fn of_turns(gcg: &Gcg, analysis: &GameAnalysis, turns: Vec<ReviewedTurn>, seconds: f64) -> ReviewAnswer {
        let players = (0..2).filter_map(|player| gcg.player(player)).map(|(nick, name)| [nick.to_owned(), name.to_owned()]);
        let totals = [0, 1].map(|player| analysis.totals(player));
        ReviewAnswer {
            players: players.collect(),
            turns,
            count: analysis.count,
            complete: analysis.complete,
            losses: totals.map(|totals| totals.loss),
            totals: totals.map(|totals| ReviewTotals::new(&totals)),
            scores: analysis.scores,
            chances: analysis.chances(),
            seconds,
        }
    }
}

impl ReviewTotals {
    /// The sums of a player as an answer.
    pub fn new(totals: &PlayerTotals) -> ReviewTotals {
        ReviewTotals {
            games: totals.games,
            wins: totals.wins,
            turns: totals.turns,
            compared: totals.compared,
            loss: totals.loss,
            mean_loss: totals.mean_loss(),
            chance_loss: (totals.looked_ahead > 0).then_some(totals.chance_loss),
            endgame_loss: (totals.searched > 0).then_some(totals.endgame_loss),
            luck: totals.known_luck(),
            luck_margin: totals.luck_margin(),
            bingos: totals.bingos,
            missed_bingos: totals.missed_bingos,
            phonies: totals.phonies,
            exchanges: totals.exchanges,
        }
    }
}

impl ReviewedTurn {
    /// A turn as an answer.
    pub fn new(turn: &AnalyzedTurn) -> ReviewedTurn {
        let position = &turn.position;
        let (board, alphabet) = (position.board(), position.setup().alphabet());
        let best = |scored: &ScoredMove| BestMove {
            played: scored.play.notation(board, alphabet),
            score: scored.score,
            equity: scored.worth.points(),
        };
        let loss = turn.chance_loss();
        ReviewedTurn {
            turn: turn.turn,
            player: turn.player + 1,
            rack: position.rack().render(alphabet),
            known: turn.is_known,
            played: turn.played.notation(board, alphabet),
            kind: turn.kind.into(),
            score: turn.score,
            equity: turn.equity.map(Equity::points),
            phonies: turn.phonies.clone(),
            best: turn.best.as_ref().map(best),
            loss: turn.loss(),
            bingos: turn.bingos.as_ref().map(|bingos| ReviewedBingos {
                count: bingos.count,
                best: bingos.best.as_ref().map(best),
                played: bingos.played,
                missed: turn.missed_bingo(),
            }),
            luck: turn.luck.map(ReviewedLuck::from),
            chance: turn.chance.value,
            chance_margin: turn.chance.margin,
            chance_source: match turn.chance.source {
                ChanceSource::Table => ReviewedSource::Table,
                ChanceSource::Simulation => ReviewedSource::Simulation,
                ChanceSource::Endgame => ReviewedSource::Endgame,
            },
            chance_loss: loss.map(|(loss, _)| loss),
            chance_loss_margin: loss.map(|(_, margin)| margin),
            simulation: turn.simulated.as_ref().map(|simulated| simulation(simulated, turn)),
            endgame: turn.endgame.as_ref().map(|endgame| reviewed_endgame(endgame, turn)),
        }
    }
}

impl From<Luck> for ReviewedLuck {
    fn from(luck: Luck) -> ReviewedLuck {
        let Luck { points, mean, error, draws, is_exact } = luck;
        ReviewedLuck { points, mean, error, draws, exact: is_exact }
    }
}

fn simulation(simulated: &SimulatedTurn, turn: &AnalyzedTurn) -> ReviewedSimulation {
    let view = |outcome| SimulatedMove::new(outcome, &turn.position);
    let (best, played) = (view(&simulated.best), simulated.played.as_ref().map(view));
    ReviewedSimulation { best, played, iterations: simulated.iterations }
}

fn reviewed_endgame(endgame: &EndgameTurn, turn: &AnalyzedTurn) -> ReviewedEndgame {
    let line = line_view(&endgame.line, &turn.position);
    ReviewedEndgame { value: endgame.value, line, played: endgame.played, loss: endgame.loss(), exact: endgame.exact }
}
