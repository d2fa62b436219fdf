//! Matches of three or four strategies. The unit is a deal: one game, or the games with the same tiles in which every
//! strategy sits on every seat once.
//!
//! The tiles of a deal depend on the seed and the number of the deal only, so results are the same for any number of
//! threads. [`selfplay`](super::selfplay) plays the matches of two.

use std::sync::Arc;

use lexigraph_core::parallel;
use serde::{Deserialize, Serialize};

use crate::board::{BoardSetup, Move};
use crate::random::mixed;

use super::game::Game;
use super::results::Sums;
use super::rules::GameRules;
use super::selfplay::MatchError;
use super::strategy::{PlayContext, Strategy, StrategyError, StrategySpec};

/// The number of deals in a batch: an interruption loses no more than one batch.
const BATCH: u64 = 16;

/// What is needed to play a match.
pub struct RoundContext<'g, const SEATS: usize> {
    /// The strategies.
    pub specs: [StrategySpec; SEATS],
    /// What each of them needs.
    pub contexts: [PlayContext<'g>; SEATS],
    /// Board and tiles.
    pub setup: Arc<BoardSetup>,
    /// The rules of the game.
    pub rules: GameRules,
}

/// The results of one strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The number of games in which nobody had as many points.
    pub wins: u64,
    /// The number of games in which others had as many points, and nobody more.
    pub shared: u64,
    /// The scores.
    pub scores: Sums,
    /// The places, in halves: 2 for the first place; two players who share the first two places have 3 each.
    pub places: Sums,
    /// The number of bingos: turns in which a full rack was laid.
    pub bingos: u64,
    /// The number of turns.
    pub turns: u64,
}

/// The place of a player in a game, in halves: players with equal scores share their places.
pub fn place_in_halves(scores: &[i32], player: usize) -> i64 {
    let above = scores.iter().filter(|&&score| score > scores[player]).count();
    let equal = scores.iter().filter(|&&score| score == scores[player]).count();
    (2 * above + equal + 1) as i64
}

impl Standing {
    fn push(&mut self, scores: &[i32], player: usize) {
        let place = place_in_halves(scores, player);
        self.wins += u64::from(place == 2);
        self.shared += u64::from(place > 2 && scores.iter().all(|&score| score <= scores[player]));
        self.scores.push(scores[player].into());
        self.places.push(place);
    }
}

/// Plays a game to its end; `strategies[0]` begins.
///
/// # Errors
/// [`MatchError`] if the tiles cannot be dealt, if lexicon and tiles have different letters, or if a strategy makes
/// an illegal move.
pub fn play_round<const SEATS: usize>(
    setup: &Arc<BoardSetup>,
    rules: &GameRules,
    seed: u64,
    strategies: [&mut (dyn Strategy + '_); SEATS],
) -> Result<Game<SEATS>, MatchError> {
    let mut game = Game::<SEATS>::deal(setup.clone(), rules.clone(), seed)?;
    while game.end().is_none() {
        let (play, score) = strategies[game.on_turn()].choose(&game.view())?;
        game.make(&play, score)?;
    }
    Ok(game)
}

/// Plays `deals` deals in all threads of the pool, each as one game or in all rotations of the seats, until `go_on`
/// returns `false`; it is called before each batch with the number of deals so far. `see` gets every game with the number
/// of its deal, and the player on each seat, in the thread that played it.
///
/// # Errors
/// [`MatchError`], or the error of `see`.
pub fn play_rounds<E: From<MatchError> + Send, const SEATS: usize>(
    playing: &RoundContext<'_, SEATS>,
    (deals, rotate, seed): (u64, bool, u64),
    see: impl Fn(u64, &Game<SEATS>, [usize; SEATS]) -> Result<(), E> + Sync,
    mut go_on: impl FnMut(u64) -> bool,
) -> Result<[Standing; SEATS], E> {
    let seats = || -> Result<Vec<Box<dyn Strategy + '_>>, StrategyError> {
        playing.specs.iter().zip(playing.contexts).map(|(spec, context)| spec.strategy(context)).collect()
    };
    // An error of a strategy is reported before any thread starts.
    seats().map_err(MatchError::from)?;
    let mut standings: [Standing; SEATS] = std::array::from_fn(|_| Standing::default());
    let mut done = 0;
    while done < deals && go_on(done) {
        let batch = done..(done + BATCH).min(deals);
        let games: Result<Vec<[Standing; SEATS]>, E> = parallel::try_map_with(batch.clone(), seats, |seats, deal| {
            let seats = seats.as_mut().map_err(|error| MatchError::from(error.clone()))?;
            let seed = mixed(seed ^ mixed(deal));
            let mut found: [Standing; SEATS] = std::array::from_fn(|_| Standing::default());
            // In single games the seed decides who begins.
            let rotations = if rotate { 0..SEATS } else { mixed(seed) as usize % SEATS..mixed(seed) as usize % SEATS + 1 };
            for begins in rotations {
                let players: [usize; SEATS] = std::array::from_fn(|seat| (begins + seat) % SEATS);
                seats.rotate_left(begins);
                let mut sitting = seats.iter_mut();
                let strategies = std::array::from_fn(|_| &mut **sitting.next().expect("bug: a strategy for each seat"));
                let game = play_round(&playing.setup, &playing.rules, seed, strategies);
                seats.rotate_right(begins);
                let game = game?;
                count(&game, players, &mut found);
                see(deal, &game, players)?;
            }
            Ok(found)
        });
        for found in games? {
            standings.iter_mut().zip(&found).for_each(|(standing, found)| standing.add(found));
        }
        done = batch.end;
    }
    Ok(standings)
}

impl Standing {
    fn add(&mut self, other: &Standing) {
        let Standing { wins, shared, scores, places, bingos, turns } = other;
        self.wins += wins;
        self.shared += shared;
        self.scores.add(scores);
        self.places.add(places);
        self.bingos += bingos;
        self.turns += turns;
    }
}

/// Counts a game; `players` sit on the seats.
fn count<const SEATS: usize>(game: &Game<SEATS>, players: [usize; SEATS], standings: &mut [Standing; SEATS]) {
    let size = game.position().setup().layout().rack();
    for taken in game.turns() {
        let standing = &mut standings[players[taken.seat]];
        standing.turns += 1;
        let is_bingo = matches!(&taken.played, Move::Place(placement) if placement.tiles.len() == size);
        standing.bingos += u64::from(is_bingo);
    }
    let scores = game.scores();
    (0..SEATS).for_each(|seat| standings[players[seat]].push(&scores, seat));
}
