//! Playability: what not knowing a word would cost.
//!
//! In each turn of games between two players by [static equity](StaticEquity), the best move forms some words, or none.
//! A player who did not know one of them would make the best move that does not form it: the difference of the equities
//! is what not knowing the word costs in this turn. Other words cost nothing there. The *playability* of a word is the
//! sum over all turns, as points that it costs one player in 1,000 games.
//!
//! A word that is rare on the board but worth much where it is possible, such as a full rack without an anagram, counts
//! as such. Words that have good substitutes count little. Words that lie on the board stay there; only forming them
//! anew needs knowing them. The games go on with the best moves, so a loss that comes later than its turn does not count.

use std::collections::BTreeMap;
use std::sync::Arc;

use lexigraph_core::parallel;
use serde::{Deserialize, Serialize};

use super::selfplay::MatchError;
use super::{Game, GameRules, StaticEquity, View};
use crate::alphabet::Tile;
use crate::board::{BoardSetup, Move, Placement, breakdown};
use crate::movegen::{Equity, MovegenError};
use crate::play::strategy::PlayContext;
use crate::random::mixed;
use crate::shard::{JoinError, Shard, Shards};

/// The number of games in a batch.
const BATCH: u64 = 64;

/// Moves that are compared at first; most words have a substitute among them.
const FEW: usize = 12;

/// The kind of run, for messages.
const RUNS: &str = "trainings";

/// A description of the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayabilityConfig {
    /// The version of the program.
    pub version: String,
    /// The number of games, in all shards.
    pub games: u64,
    /// The seed of all tiles.
    pub seed: u64,
    /// Lexicon, tiles, board and rules, for people and to distinguish trainings.
    pub setting: Vec<String>,
}

/// The loss without a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// The equity lost without the word, in thousandths of a point.
    pub thousandths: i64,
    /// The number of turns in which the best move formed it.
    pub turns: u64,
}

/// The losses in games of one or several shards, in whole numbers: the order in which they are added does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// The games.
    pub config: PlayabilityConfig,
    /// The shards.
    pub shards: Shards,
    /// The number of games played.
    pub done: u64,
    /// The loss of each word that a best move formed.
    pub words: BTreeMap<String, Loss>,
}

impl Losses {
    /// A shard of which nothing was played.
    pub fn new(config: PlayabilityConfig, shard: Shard) -> Losses {
        Losses { config, shards: shard.into(), done: 0, words: BTreeMap::new() }
    }

    /// Adds the losses of other shards of the same games.
    ///
    /// # Errors
    /// [`JoinError`] if the losses are of other games, of another version, or of a shard that is there already. These
    /// losses do not change then.
    pub fn join(&mut self, other: &Losses) -> Result<(), JoinError> {
        let (ours, theirs) = (&self.config, &other.config);
        JoinError::unless_ours(&theirs.version)?;
        JoinError::unless_same(
            RUNS,
            &[
                ("the number of games", ours.games.to_string(), theirs.games.to_string()),
                ("the seed", ours.seed.to_string(), theirs.seed.to_string()),
                ("the setting", ours.setting.join(", "), theirs.setting.join(", ")),
            ],
        )?;
        self.shards.join(RUNS, &other.shards)?;
        self.done += other.done;
        for (word, loss) in &other.words {
            let own = self.words.entry(word.clone()).or_default();
            own.thousandths += loss.thousandths;
            own.turns += loss.turns;
        }
        Ok(())
    }

    /// `false` if these losses cannot be what [`measure`] counted: numbers do not fit each other.
    pub fn is_sound(&self) -> bool {
        self.done <= self.shards.units(self.config.games)
            && self.words.values().all(|loss| loss.turns > 0 && (0..1 << 50).contains(&loss.thousandths))
    }

    /// The playability of each word that a best move formed: the points that it costs one player in 1,000 games not to
    /// know it, rounded to hundredths. Two players played each game.
    pub fn playability(&self) -> impl Iterator<Item = (&str, f64)> {
        let turns = 2.0 * self.done.max(1) as f64;
        self.words.iter().map(move |(word, loss)| {
            // Thousandths of a point a game are points in 1,000 games.
            let points = loss.thousandths as f64 / turns;
            (word.as_str(), (points * 100.0).round() / 100.0)
        })
    }
}

/// Lexicon, board and rules of the games.
#[derive(Clone, Copy)]
pub struct PlayabilityContext<'g> {
    /// The lexicon, and the leave values, which are needed.
    pub context: PlayContext<'g>,
    /// Board and tiles.
    pub setup: &'g Arc<BoardSetup>,
    /// The rules of the game.
    pub rules: &'g GameRules,
}

/// Plays the rest of a shard and adds its losses, until all games are played or `go_on` returns `false`; `go_on` is
/// called before each batch. The losses are of one shard. All threads of the pool play; the losses do not depend on
/// their number.
///
/// A turn takes about as long as one of self-play by equity that lists a dozen moves.
///
/// # Errors
/// [`MatchError`] if games cannot be played. The losses are then those of the last complete batch.
pub fn measure(
    playing: PlayabilityContext<'_>,
    losses: &mut Losses,
    mut go_on: impl FnMut(&Losses) -> bool,
) -> Result<(), MatchError> {
    let shard = losses.shards.first();
    let (units, seed) = (shard.units(losses.config.games), losses.config.seed);
    Game::new(playing.setup.clone(), playing.rules.clone(), 0)?;
    while losses.done < units && go_on(losses) {
        let batch = losses.done..(losses.done + BATCH).min(units);
        let games: Result<Vec<Vec<WordLoss>>, MatchError> = parallel::try_map_with(
            batch.clone(),
            || valued(playing),
            |valued, at| game_losses(playing, mixed(seed ^ mixed(shard.unit(at))), valued),
        );
        let alphabet = playing.setup.alphabet();
        for (word, lost) in games?.into_iter().flatten() {
            let loss = losses.words.entry(alphabet.render(&word)).or_default();
            loss.thousandths += i64::from(lost.thousandths());
            loss.turns += 1;
        }
        losses.done = batch.end;
    }
    Ok(())
}

/// A word, and what it costs in a turn not to know it.
pub type WordLoss = (Vec<Tile>, Equity);

/// The words that a play forms. A blank counts as the letter that it stands for.
fn formed(game: &Game, placement: &Placement) -> Vec<Vec<Tile>> {
    let (board, setup) = (game.position().board(), game.position().setup());
    let parts = breakdown(board, setup, placement);
    parts.words().map(|word| word.cells.iter().filter_map(|cell| cell.letter()).collect()).collect()
}

fn valued(playing: PlayabilityContext<'_>) -> StaticEquity<'_> {
    let PlayContext { generator, leaves, evaluation, .. } = playing.context.without_values();
    StaticEquity::new(generator, leaves.expect("bug: a context without values has none"), evaluation)
}

/// Plays a game; the words that best moves formed, each with what it costs there not to know it.
fn game_losses(
    playing: PlayabilityContext<'_>,
    seed: u64,
    valued: &mut StaticEquity<'_>,
) -> Result<Vec<WordLoss>, MatchError> {
    let mut game = Game::new(playing.setup.clone(), playing.rules.clone(), seed)?;
    let mut losses = Vec::new();
    while game.end().is_none() {
        let (play, score) = turn_losses(&game, &game.view(), valued, &mut losses)?;
        game.make(&play, score)?;
    }
    Ok(losses)
}

/// Appends the words of the best move, each with what it costs not to know it. Returns the move with its score.
///
/// # Errors
/// [`MovegenError`] if lexicon and position have different letters.
pub fn turn_losses(
    game: &Game,
    view: &View<'_>,
    valued: &mut StaticEquity<'_>,
    losses: &mut Vec<WordLoss>,
) -> Result<(Move, i32), MovegenError> {
    let mut limit = FEW;
    let mut moves = valued.consider(view, limit)?;
    let Some(best) = moves.first().cloned() else { return Ok((Move::Pass, 0)) };
    let Move::Place(placement) = &best.play else { return Ok((best.play, best.score)) };
    let mut words = formed(game, placement);
    words.sort_unstable();
    words.dedup();
    for word in words {
        let mut at = 1;
        let substitute = loop {
            let forms = |play: &Move| match play {
                Move::Place(placement) => formed(game, placement).contains(&word),
                _ => false,
            };
            if let Some(other) = moves[at..].iter().find(|other| !forms(&other.play)) {
                break other.worth;
            }
            if moves.len() < limit {
                break valued.of(view, &Move::Pass, 0);
            }
            at = moves.len();
            limit *= 8;
            moves = valued.consider(view, limit)?;
        };
        // A pass may be worth more than the last play, by the tiles that are kept; a player lays tiles nevertheless.
        losses.push((word, (best.worth - substitute).max(Equity::ZERO)));
    }
    Ok((best.play, best.score))
}
