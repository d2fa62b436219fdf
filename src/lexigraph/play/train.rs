//! Training of leave values by self-play.
//!
//! The value of a *leave* is how much more the next rack is worth with these tiles kept than with none kept. In each
//! turn of each game, racks are drawn at random from the unseen tiles and the player's own. The worth of a rack is
//! that of its best move on this board: the score, plus the value of the leave by what was learned so far. The racks
//! are random, so the tiles that join a set on them are a random draw too: the mean over the racks with the set,
//! weighted by how often each holds it, is the mean worth of a rack that is filled up from the set. (The racks that
//! players hold in games would not do, since their leaves were chosen.) The games continue with the best moves by
//! what was learned so far.
//!
//! Single tiles and pairs are seen often, sets of six seldom. So sets are valued in the order of their size. First
//! each set gets the value that its parts predict, without any effect of all tiles together. Then the observations of
//! the set are weighed against this expectation, by the variance of the racks' worth and by the mean error of
//! expectations at that size (empirical Bayes: Efron and Morris, *Stein's estimation rule and its competitors*,
//! 1973). A few sets are worth far more than their parts, QU above all; so no value may differ from its observations
//! by more than the standard error allows (the same, *Limiting the risk of Bayes and empirical Bayes estimators*,
//! 1972).
//!
//! Training goes in *generations*. Each begins with the values of the one before, the first with none. A generation can
//! be divided among machines: the games of a [`Shard`] are observed apart, observations are whole numbers that add up in
//! any order, and the values are learned from their sum.

mod learn;

use std::sync::Arc;

use lexigraph_core::parallel;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::alphabet::{Alphabet, Tile};
use crate::board::{BoardSetup, Cell, Rack};
use crate::bytes::Crc32;
use crate::movegen::{Equity, Generator, LeaveTable, Leaves, LeavesError, MovegenError, Order, Request, Worker};
use crate::random::{Random, mixed};
use crate::shard::{JoinError, Shard, Shards};

use super::View;
use super::game::{Game, GameError};
use super::rules::GameRules;
use super::strategy::{ByEquity, PlayContext, Strategy};

pub use learn::learn;

/// The number of games in a batch.
const BATCH: u64 = 256;

/// The most tiles on a rack with which leave values can be trained.
pub const MOST_TILES: usize = 10;

/// Why leave values cannot be trained.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The game cannot be dealt.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Lexicon and tiles have different letters.
    #[error(transparent)]
    Movegen(#[from] MovegenError),
    /// The values to start from make no table.
    #[error(transparent)]
    Values(#[from] LeavesError),
    /// The racks are too large.
    #[error("racks of {0} tiles have too many parts to learn — at most {MOST_TILES} tiles")]
    Rack(usize),
}

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainConfig {
    /// The number of games in all generations.
    pub games: u64,
    /// The number of generations.
    pub generations: u64,
    /// The number of racks drawn in each turn.
    pub draws: u64,
    /// The seed of all tiles.
    pub seed: u64,
    /// Lexicon, tiles, board and rules, for people and to distinguish trainings.
    pub setting: Vec<String>,
}

impl TrainConfig {
    /// The number of games before a generation. Each generation has twice as many games as the one before, as it
    /// learns from better play.
    pub fn games_before(&self, generation: u64) -> u64 {
        let parts = |generation: u64| u128::pow(2, generation.min(64) as u32) - 1;
        (u128::from(self.games) * parts(generation) / parts(self.generations).max(1)) as u64
    }

    /// The number of games of a generation.
    pub fn games_of(&self, generation: u64) -> u64 {
        self.games_before(generation + 1) - self.games_before(generation)
    }
}

/// Up to [`MOST_TILES`] tiles as a number: each tile's number plus one in six bits, in ascending order, blanks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileKey(u64);

impl TileKey {
    const NONE: TileKey = TileKey(0);

    /// The key of a rack.
    pub fn of(rack: &Rack) -> TileKey {
        let numbers = rack.counts().iter().enumerate();
        numbers.fold(TileKey::NONE, |key, (number, &count)| (0..count).fold(key, |key, _| key.with(number as u64)))
    }

    /// The key as a number, to store it.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The key with this number; `None` if the number is not a key.
    pub fn from_number(number: u64) -> Option<TileKey> {
        let key = TileKey(number);
        let sound = number >> 60 == 0 && (0..key.len()).all(|at| number >> (6 * at) & 63 != 0);
        let descending = || key.numbers().zip(key.numbers().skip(1)).all(|(high, low)| high >= low);
        (sound && descending()).then_some(key)
    }

    fn with(self, number: u64) -> TileKey {
        TileKey(self.0 << 6 | (number + 1))
    }

    fn len(self) -> usize {
        (64 - self.0.leading_zeros() as usize).div_ceil(6)
    }

    /// The numbers of its tiles, descending.
    fn numbers(self) -> impl Iterator<Item = u64> {
        std::iter::successors(Some(self.0), |key| Some(key >> 6)).take_while(|key| *key != 0).map(|key| (key & 63) - 1)
    }

    /// The key without the tile at this index, counted from the greatest.
    fn without(self, at: usize) -> TileKey {
        let shift = 6 * at as u32;
        let low = self.0 & ((1 << shift) - 1);
        TileKey((self.0 >> shift >> 6) << shift | low)
    }

    /// The tiles as a rack.
    pub fn rack(self) -> Rack {
        let mut rack = Rack::EMPTY;
        for number in self.numbers() {
            rack.add(if number == 0 { Cell::BLANK } else { Cell::tile(Tile::from_label(number as u8)) });
        }
        rack
    }
}

/// The observations of a rack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// The number of times it was drawn.
    pub count: u64,
    /// The sum of its worth, in thousandths of a point.
    pub sum: i64,
}

/// The observations of all racks. They are whole numbers, so the order in which threads add them does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The observations by rack.
    pub racks: FxHashMap<TileKey, Observation>,
    /// The sum of the squares of the worth of racks, in points.
    pub squares: i64,
}

impl Observed {
    fn push(&mut self, rack: &Rack, worth: Equity) {
        let seen = self.racks.entry(TileKey::of(rack)).or_default();
        seen.count += 1;
        seen.sum += i64::from(worth.thousandths());
        let points = i64::from(worth.thousandths() / 1000);
        self.squares += points * points;
    }

    /// Adds other observations; `None` if a sum is too large, which happens only if some were not made in games. These
    /// are then of no use.
    #[must_use]
    pub fn add(&mut self, other: &Observed) -> Option<()> {
        self.squares = self.squares.checked_add(other.squares)?;
        for (key, seen) in &other.racks {
            let ours = self.racks.entry(*key).or_default();
            ours.count = ours.count.checked_add(seen.count)?;
            ours.sum = ours.sum.checked_add(seen.sum)?;
        }
        Some(())
    }
}

/// The leave values learned, sorted by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(pub Vec<(TileKey, Equity)>);

impl Values {
    /// The values as a table.
    ///
    /// # Errors
    /// [`LeavesError`] if a set has two values or a value is out of range. Values that were learned never are.
    pub fn table(&self) -> Result<LeaveTable, LeavesError> {
        LeaveTable::from_values(self.0.iter().map(|&(key, value)| (key.rack(), value)))
    }

    /// A checksum of the values. Takes a pass over them.
    pub fn checksum(&self) -> u32 {
        let mut checksum = Crc32::default();
        for (key, value) in &self.0 {
            checksum.update(&key.number().to_le_bytes());
            checksum.update(&value.thousandths().to_le_bytes());
        }
        checksum.number()
    }
}

/// The progress of a training, or of shards of one of its generations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The settings of the training.
    pub config: TrainConfig,
    /// The number of complete generations.
    pub generation: u64,
    /// The shards of the current generation that are observed.
    pub shards: Shards,
    /// The number of games played in the current generation, in all of these shards.
    pub done: u64,
    /// The values learned in the generation before.
    pub values: Values,
    /// The [checksum](Values::checksum) of these values: shards are stored without them.
    pub base: u32,
    /// The observations of the current generation.
    pub observed: Observed,
}

impl Progress {
    /// A training that begins.
    pub fn new(config: TrainConfig) -> Progress {
        let (shards, values, observed) = (Shard::WHOLE.into(), Values::default(), Observed::default());
        let base = values.checksum();
        Progress { config, generation: 0, shards, done: 0, values, base, observed }
    }

    /// A shard of the current generation, of which nothing is played.
    #[must_use]
    pub fn shard(self, shard: Shard) -> Progress {
        Progress { shards: shard.into(), done: 0, observed: Observed::default(), ..self }
    }

    /// `true` if all generations are complete.
    pub fn is_finished(&self) -> bool {
        self.generation >= self.config.generations
    }

    /// The number of games of the current generation in these shards.
    pub fn games(&self) -> u64 {
        self.shards.units(self.config.games_of(self.generation))
    }

    /// Adds the observations of other shards of the same generation. They do not change if there is an error but
    /// [`JoinError::Absurd`].
    ///
    /// # Errors
    /// [`JoinError`], if they are of another training or generation, if a shard is there twice, or if the sums are absurd.
    pub fn join(&mut self, other: &Progress) -> Result<(), JoinError> {
        let (ours, theirs) = (&self.config, &other.config);
        let all: [(&'static str, String, String); 7] = [
            ("the setting", ours.setting.join(", "), theirs.setting.join(", ")),
            ("the number of games", ours.games.to_string(), theirs.games.to_string()),
            ("the number of generations", ours.generations.to_string(), theirs.generations.to_string()),
            ("the number of draws", ours.draws.to_string(), theirs.draws.to_string()),
            ("the seed", ours.seed.to_string(), theirs.seed.to_string()),
            ("the generation", (self.generation + 1).to_string(), (other.generation + 1).to_string()),
            ("the checksum of the values before", self.base.to_string(), other.base.to_string()),
        ];
        JoinError::unless_same("trainings", &all)?;
        self.shards.join("trainings", &other.shards)?;
        self.observed.add(&other.observed).ok_or(JoinError::Absurd("the counts are too large"))?;
        self.done += other.done;
        Ok(())
    }

    /// Ends a generation whose games are all observed: learns the values, for racks of `size` tiles. See [`learn`].
    pub fn end_generation(&mut self, alphabet: &Alphabet, size: usize) {
        let observed = std::mem::take(&mut self.observed);
        self.values = learn(&observed, alphabet, size);
        self.base = self.values.checksum();
        self.generation += 1;
        self.shards = Shard::WHOLE.into();
        self.done = 0;
    }
}

/// What a training needs.
#[derive(Clone, Copy)]
pub struct TrainEnv<'g> {
    /// The move generator of the lexicon.
    pub generator: &'g Generator<'g>,
    /// Board and tiles.
    pub setup: &'g Arc<BoardSetup>,
    /// The rules of the game.
    pub rules: &'g GameRules,
}

/// Continues a training until it is complete or `go_on` returns `false`; `go_on` is called before each batch of
/// games. Returns `true` if the training is complete: `progress` then has the values. All threads of the pool play;
/// the values do not depend on their number.
///
/// # Errors
/// [`TrainError`] if games cannot be played.
pub fn train(
    env: TrainEnv<'_>,
    progress: &mut Progress,
    mut go_on: impl FnMut(&Progress) -> bool,
) -> Result<bool, TrainError> {
    while !progress.is_finished() {
        if !observe(env, progress, &mut go_on)? {
            return Ok(false);
        }
        progress.end_generation(env.setup.alphabet(), env.setup.layout().rack());
    }
    Ok(true)
}

/// Continues the first shard of the current generation until its games are observed or `go_on` returns `false`, as
/// [`train`] does. Returns `true` if they are observed.
///
/// # Errors
/// [`TrainError`] if games cannot be played.
pub fn observe(
    env: TrainEnv<'_>,
    progress: &mut Progress,
    go_on: &mut dyn FnMut(&Progress) -> bool,
) -> Result<bool, TrainError> {
    if env.setup.layout().rack() > MOST_TILES {
        return Err(TrainError::Rack(env.setup.layout().rack()));
    }
    Game::new(env.setup.clone(), env.rules.clone(), 0)?;
    let games = progress.games();
    let table = progress.values.table()?;
    while progress.done < games {
        if !go_on(progress) {
            return Ok(false);
        }
        let batch = progress.done..(progress.done + BATCH).min(games);
        let found = play_batch(env, progress, &table, batch.clone())?;
        progress.observed.add(&found).expect("bug: the worth of racks is too large to add");
        progress.done = batch.end;
    }
    Ok(true)
}

fn play_batch(
    env: TrainEnv<'_>,
    progress: &Progress,
    values: &LeaveTable,
    games: std::ops::Range<u64>,
) -> Result<Observed, TrainError> {
    let values: &dyn Leaves = values;
    let context = PlayContext { generator: env.generator, leaves: Some(values), evaluation: None, winning: None };
    let (draws, shard) = (progress.config.draws, progress.shards.first());
    let seed = mixed(progress.config.seed ^ mixed(progress.generation));
    let start = || (ByEquity::new(context, values), env.generator.worker(), Observed::default());
    let step = |(mut player, mut worker, mut observed), at| {
        let seed = mixed(seed ^ mixed(shard.unit(at)));
        play_one(env, draws, seed, &mut player, (&mut worker, values), &mut observed)?;
        Ok::<_, TrainError>((player, worker, observed))
    };
    let merge = |mut all: Observed, part: Observed| {
        all.add(&part).expect("bug: the worth of racks is too large to add");
        all
    };
    Ok(parallel::try_fold(games, start, step, |(_, _, observed)| observed, merge)?.unwrap_or_default())
}

/// Plays a game until the bag has fewer tiles than a full rack, and tries random racks in every turn.
fn play_one(
    env: TrainEnv<'_>,
    draws: u64,
    seed: u64,
    player: &mut ByEquity<'_>,
    (worker, values): (&mut Worker<'_>, &dyn Leaves),
    observed: &mut Observed,
) -> Result<(), TrainError> {
    let mut game = Game::new(env.setup.clone(), env.rules.clone(), seed)?;
    let size = env.setup.layout().rack();
    while game.end().is_none() && game.bag() >= size {
        let view = game.view();
        let mut random = Random::new(mixed(view.seed));
        let mut unseen: Vec<Cell> = view.unseen().cells().collect();
        for _ in 0..draws {
            // The front of a shuffle is a random draw, whatever the order before.
            for place in 0..size {
                let other = place + random.below(unseen.len() - place);
                unseen.swap(place, other);
            }
            let rack = Rack::from_cells(&unseen[..size]).expect("bug: only tiles are in the bag, and a rack holds so many");
            let worth = worth(&view, &rack, worker, values)?;
            observed.push(&rack, worth);
        }
        let (play, score) = player.choose(&view)?;
        game.make(&play, score)?;
    }
    Ok(())
}

/// The worth of a rack: that of its best move.
fn worth(view: &View<'_>, rack: &Rack, worker: &mut Worker<'_>, values: &dyn Leaves) -> Result<Equity, MovegenError> {
    let request = Request { rack, leaves: Some(values), ..view.position.into() };
    let play = worker.best(request, Order::Equity)?.map(|play| play.equity);
    let exchanges = (1..=rack.len()).filter(|_| view.may_exchange()).map(|given| worker.best_leave(given));
    // Without a play or an exchange the player passes, which gains nothing.
    Ok(play.into_iter().chain(exchanges).max().unwrap_or(Equity::ZERO))
}
