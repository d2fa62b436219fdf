//! Games of one strategy against another, by the thousand.
//!
//! The unit is a game, or a pair of games with the same tiles and swapped seats. Units are numbered. The tiles of a
//! unit depend only on the seed and the number, so the results are the same for any number of threads, and the shards
//! of a match add up to the match.

use std::sync::Arc;

use lexigraph_core::parallel;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{BoardSetup, Move};
use crate::movegen::{Generator, MovegenError};
use crate::random::mixed;

use super::game::{Game, GameError, Ruling};
use super::results::{Played, Side, Tally};
use super::rules::GameRules;
use super::strategy::{PlayContext, Strategy, StrategyError, StrategySpec};
use super::view::View;

/// The number of units in a batch: an interruption loses no more than one batch.
const BATCH: u64 = 64;

/// Why a match cannot be played, or results cannot be joined.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A strategy cannot be made.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Lexicon and tiles have different letters.
    #[error(transparent)]
    Movegen(#[from] MovegenError),
    /// The results are of different matches.
    #[error("the results are of different matches: {what} is {ours} here and {theirs} there")]
    Different {
        /// What differs.
        what: &'static str,
        /// Its value in these results.
        ours: String,
        /// Its value in the other results.
        theirs: String,
    },
    /// The results of a shard are there twice.
    #[error("shard {0} is there twice — give each once")]
    Twice(Shard),
}

/// A part of a match: the units whose numbers have the remainder `number` − 1 when divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u64,
    /// The number of shards.
    pub of: u64,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The number of units in the shard, if the match has `of` units.
    pub(super) fn units(self, of: u64) -> u64 {
        (of + self.of - self.number) / self.of
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// A text is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no shard — write 2/5 for the second of five")]
pub struct ShardError(String);

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = parts.map(|(number, of)| Shard { number, of });
        shard.filter(|shard| (1..=shard.of).contains(&shard.number)).ok_or_else(|| ShardError(text.to_owned()))
    }
}

/// A description of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The first strategy, as the text of a [`StrategySpec`].
    pub first: String,
    /// The second strategy.
    pub second: String,
    /// Lexicon, tiles, board and rules, for people and to distinguish matches.
    pub setting: Vec<String>,
    /// The seed of all tiles.
    pub seed: u64,
    /// The number of games in the whole match, or of pairs of games.
    pub units: u64,
    /// `true` if a unit is a pair of games with the same tiles.
    pub pairs: bool,
}

/// The results of a match or of some of its shards, as far as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// The match.
    #[serde(flatten)]
    pub played: Match,
    /// The shards.
    pub shards: Vec<Shard>,
    /// The number of units played.
    pub done: u64,
    /// `true` if all units of these shards were played.
    pub complete: bool,
    /// The results of the games.
    #[serde(rename = "results")]
    pub tally: Tally,
}

impl Results {
    /// Empty results of a shard.
    pub fn new(played: Match, shard: Shard) -> Results {
        Results { played, shards: vec![shard], done: 0, complete: false, tally: Tally::default() }
    }

    /// Adds the results of other shards of the same match.
    ///
    /// # Errors
    /// [`MatchError::Different`] or [`MatchError::Twice`].
    pub fn join(&mut self, other: &Results) -> Result<(), MatchError> {
        self.same_match(&other.played)?;
        for shard in &other.shards {
            if self.shards.iter().any(|known| known.of != shard.of) {
                let (ours, theirs) = (self.shards[0].of.to_string(), shard.of.to_string());
                return Err(MatchError::Different { what: "the number of shards", ours, theirs });
            }
            if self.shards.contains(shard) {
                return Err(MatchError::Twice(*shard));
            }
        }
        self.shards.extend(&other.shards);
        self.shards.sort_unstable();
        self.done += other.done;
        self.complete &= other.complete;
        self.tally.add(&other.tally);
        Ok(())
    }

    /// Checks that these are results of a match.
    ///
    /// # Errors
    /// [`MatchError::Different`] says what differs.
    pub fn same_match(&self, other: &Match) -> Result<(), MatchError> {
        let (ours, theirs) = (&self.played, other);
        let all: [(&'static str, String, String); 6] = [
            ("the first strategy", ours.first.clone(), theirs.first.clone()),
            ("the second strategy", ours.second.clone(), theirs.second.clone()),
            ("the setting", ours.setting.join(", "), theirs.setting.join(", ")),
            ("the seed", ours.seed.to_string(), theirs.seed.to_string()),
            ("the number of games", ours.units.to_string(), theirs.units.to_string()),
            ("playing in pairs", ours.pairs.to_string(), theirs.pairs.to_string()),
        ];
        match all.into_iter().find(|(_, ours, theirs)| ours != theirs) {
            Some((what, ours, theirs)) => Err(MatchError::Different { what, ours, theirs }),
            None => Ok(()),
        }
    }
}

/// What is needed to play a match.
#[derive(Clone)]
pub struct MatchContext<'g> {
    /// The first and the second strategy.
    pub specs: [StrategySpec; 2],
    /// What each of the strategies needs. A strategy may know fewer words than the other.
    pub contexts: [PlayContext<'g>; 2],
    /// Board and tiles.
    pub setup: Arc<BoardSetup>,
    /// The rules of the game.
    pub rules: GameRules,
    /// The lexicon that decides about challenges. A player with a lexicon of its own challenges every play with words
    /// that are not in it, and may lay words that are not in this one, if the rules have challenges. `None`: nobody
    /// challenges.
    pub judge: Option<&'g Generator<'g>>,
}

impl<'g> MatchContext<'g> {
    /// The judge, if there are challenges.
    fn challenger(&self) -> Option<&'g Generator<'g>> {
        self.judge.filter(|_| self.rules.challenge.allows_phonies())
    }
}

/// Plays a game to its end; `strategies[0]` begins.
///
/// # Errors
/// [`MatchError`] if the tiles cannot be dealt, if lexicon and tiles have different letters, or if a strategy makes
/// an illegal move.
pub fn play_game(
    setup: &Arc<BoardSetup>,
    rules: &GameRules,
    seed: u64,
    strategies: [&mut (dyn Strategy + '_); 2],
) -> Result<Game, MatchError> {
    play_by(setup, rules, seed, |seat, view| strategies[seat].choose(view))
}

/// Plays a game to its end; `choose` is given the seat on turn.
fn play_by(
    setup: &Arc<BoardSetup>,
    rules: &GameRules,
    seed: u64,
    mut choose: impl FnMut(usize, &View<'_>) -> Result<(Move, i32), MovegenError>,
) -> Result<Game, MatchError> {
    let mut game = Game::new(setup.clone(), rules.clone(), seed)?;
    while game.end().is_none() {
        let (play, score) = choose(game.on_turn(), &game.view())?;
        game.make(&play, score)?;
    }
    Ok(game)
}

/// Plays a game to its end as [`play_game`] does, with challenges. `players[0]` begins.
///
/// A player knows the words of the own lexicon, and challenges a play if it does not know one of its words. `judge`
/// decides. A player whose play was taken back does not lay its invalid words again in this game.
///
/// # Errors
/// As [`play_game`].
pub fn play_challenged(
    setup: &Arc<BoardSetup>,
    rules: &GameRules,
    seed: u64,
    players: [(&mut (dyn Strategy + '_), &Generator<'_>); 2],
    judge: &Generator<'_>,
) -> Result<Game, MatchError> {
    let mut game = Game::new(setup.clone(), rules.clone(), seed)?;
    let [(first, firsts), (second, seconds)] = players;
    let (strategies, known) = ([first, second], [firsts, seconds]);
    let mut refused: [Vec<String>; 2] = Default::default();
    while game.end().is_none() {
        let seat = game.on_turn();
        let (play, score) = choose_without(&mut *strategies[seat], &game, &refused[seat])?;
        let is_doubted = match &play {
            Move::Place(placement) => !game.phonies(placement, known[1 - seat]).is_empty(),
            _ => false,
        };
        game.make(&play, score)?;
        if is_doubted
            && rules.challenge.can_challenge()
            && let Ruling::Withdrawn { words } = game.challenge(judge)?
        {
            refused[seat].extend(words);
        }
    }
    Ok(game)
}

/// The move of a strategy that forms none of these words: a pass if it considers no other.
fn choose_without(strategy: &mut dyn Strategy, game: &Game, words: &[String]) -> Result<(Move, i32), MovegenError> {
    let is_good = |play: &Move| match play {
        Move::Place(placement) => !game.words(placement).iter().any(|word| words.contains(word)),
        _ => true,
    };
    let chosen = strategy.choose(&game.view())?;
    if words.is_empty() || is_good(&chosen.0) {
        return Ok(chosen);
    }
    let mut limit = 16;
    loop {
        let considered = strategy.consider(&game.view(), limit)?;
        if let Some(good) = considered.iter().find(|considered| is_good(&considered.play)) {
            return Ok((good.play, good.score));
        }
        if considered.len() < limit {
            return Ok((Move::Pass, 0));
        }
        limit *= 16;
    }
}

/// The two strategies of one thread.
struct Seats<'g> {
    first: Box<dyn Strategy + 'g>,
    /// `None` if both seats have the same strategy and need the same: then its generator sees every change of the board
    /// one turn after the last, and has half as much to bring up to date.
    second: Option<Box<dyn Strategy + 'g>>,
}

impl<'g> Seats<'g> {
    fn new(playing: &MatchContext<'g>) -> Result<Seats<'g>, StrategyError> {
        let ([first, second], [ours, theirs]) = (&playing.specs, playing.contexts);
        let is_shared = first == second && ours.is(&theirs) && playing.challenger().is_none();
        Ok(Seats { first: first.strategy(ours)?, second: if is_shared { None } else { Some(second.strategy(theirs)?) } })
    }

    fn game(&mut self, playing: &MatchContext<'g>, seed: u64, first_begins: bool) -> Result<Game, MatchError> {
        let Seats { first, second } = self;
        let (setup, rules) = (&playing.setup, &playing.rules);
        let Some(second) = second else { return play_by(setup, rules, seed, |_, view| first.choose(view)) };
        if let Some(judge) = playing.challenger() {
            let [ours, theirs] = playing.contexts.map(|context| context.generator);
            let players = [(&mut **first as &mut dyn Strategy, ours), (&mut **second as &mut dyn Strategy, theirs)];
            let [one, other] = players;
            let players = if first_begins { [one, other] } else { [other, one] };
            return play_challenged(setup, rules, seed, players, judge);
        }
        let seats: [&mut dyn Strategy; 2] =
            if first_begins { [&mut **first, &mut **second] } else { [&mut **second, &mut **first] };
        play_game(setup, rules, seed, seats)
    }
}

fn played(game: &Game, first_began: bool) -> Played {
    let size = game.position().setup().layout().rack();
    let mut sides = [Side::default(); 2];
    for taken in game.turns() {
        let side = &mut sides[usize::from((taken.seat == 0) != first_began)];
        side.turns += 1;
        match &taken.played {
            Move::Place(placement) => side.bingos += u64::from(placement.tiles.len() == size),
            Move::Exchange(_) => side.exchanges += 1,
            Move::Pass => side.passes += 1,
        }
    }
    let mut scores = game.scores();
    if !first_began {
        scores.reverse();
    }
    Played { scores, sides, first_began }
}

/// A finished game of a match.
pub struct MatchGame<'s> {
    /// The number of its unit, from 0.
    pub unit: u64,
    /// 0, or 1 for the second game of a pair.
    pub of_pair: usize,
    /// The game.
    pub game: &'s Game,
    /// `true` if the first strategy began.
    pub first_began: bool,
}

/// Continues the match of `results` in all threads of the pool, until it is complete or `go_on` returns `false`.
/// `go_on` is called before each batch.
///
/// `see` is called with every game, in the thread that played it; its error ends the match.
///
/// # Errors
/// [`MatchError`], or the error of `see`. The results are then those of the last complete batch.
pub fn play_match<E: From<MatchError> + Send>(
    playing: &MatchContext<'_>,
    results: &mut Results,
    see: impl Fn(MatchGame<'_>) -> Result<(), E> + Sync,
    mut go_on: impl FnMut(&Results) -> bool,
) -> Result<(), E> {
    let shard = results.shards[0];
    let units = shard.units(results.played.units);
    let (pairs, seed) = (results.played.pairs, results.played.seed);
    // An error of a strategy is reported before any thread starts.
    Seats::new(playing).map_err(MatchError::from)?;
    while results.done < units && go_on(results) {
        let batch = results.done..(results.done + BATCH).min(units);
        let games: Result<Vec<Vec<Played>>, E> = parallel::try_map_with(
            batch.clone(),
            || Seats::new(playing),
            |seats, at| {
                let unit = at * shard.of + shard.number - 1;
                let seed = mixed(seed ^ mixed(unit));
                let seats = seats.as_mut().map_err(|error| MatchError::from(error.clone()))?;
                // In single games the seed decides who begins; in a pair, each strategy begins once.
                let begins = pairs || mixed(seed) & 1 == 0;
                let mut unit_games = Vec::with_capacity(2);
                for (of_pair, first_began) in [begins, !begins].into_iter().enumerate().take(1 + usize::from(pairs)) {
                    let game = seats.game(playing, seed, first_began)?;
                    see(MatchGame { unit, of_pair, game: &game, first_began })?;
                    unit_games.push(played(&game, first_began));
                }
                Ok(unit_games)
            },
        );
        games?.iter().for_each(|unit| results.tally.push(unit));
        results.done = batch.end;
    }
    results.complete = results.done == units;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_out_the_units() {
        for units in 0..20 {
            for of in 1..6 {
                let parts = (1..=of).map(|number| Shard { number, of }.units(units));
                assert_eq!(parts.sum::<u64>(), units);
            }
        }
        assert_eq!("2/5".parse(), Ok(Shard { number: 2, of: 5 }));
        for text in ["0/5", "6/5", "2", "a/b", ""] {
            assert!(text.parse::<Shard>().unwrap_err().to_string().contains("is no shard"));
        }
    }
}
