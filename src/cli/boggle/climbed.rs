//! The results of finished pools in JSON: printed, saved, continued and combined.

use std::path::{Path, PathBuf};

use lexigraph::boggle::Adjacency;
use lexigraph::boggle::climb::{Climbed, HillClimb, ScoredBoard};
use lexigraph::bytes::atomic;
use lexigraph::image::words_checksum;
use lexigraph::shard::{JoinError, Shard, Shards, VERSION};
use serde::{Deserialize, Serialize};

use super::game::Game;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::sealed;
use crate::failure::Failure;
use crate::report::grouped;

/// The letters of a word up to which points are compared; longer words of all tables follow from these.
const MOST_LETTERS: usize = 40;

/// No pool scores more boards than this: it would take weeks.
const MOST_BOARDS: u64 = 1_000_000_000_000;

/// The settings that a search depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    version: String,
    rows: usize,
    columns: usize,
    /// The number of pools, in all shards.
    wanted: u64,
    seed: u64,
    /// Lexicon, points and board, for people and to distinguish searches.
    setting: Vec<String>,
}

/// The best board of some pools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The board; empty if no board has points.
    pub grid: String,
    score: u64,
    /// The number of words.
    count: u64,
    /// The number of boards scored.
    boards: u64,
    /// The number of pools that are finished.
    pools: u64,
    /// The pool in which the board was found, from 1.
    pool: u64,
    #[serde(flatten)]
    search: Search,
    shards: Shards,
    complete: bool,
}

#[derive(Serialize)]
struct Sealed<'f> {
    #[serde(flatten)]
    found: &'f Found,
    checksum: String,
}

impl Sealed<'_> {
    fn new(found: &Found) -> Sealed<'_> {
        Sealed { found, checksum: sealed::checksum(found) }
    }
}

impl Search {
    pub fn new(
        game: &Game<'_>,
        climb: &HillClimb<'_>,
        (rows, columns): (usize, usize),
        start: Option<String>,
    ) -> Result<Search, Failure> {
        let args = game.args;
        let points: Vec<String> = (1..=MOST_LETTERS).map(|letters| game.points.of(letters).to_string()).collect();
        let mut setting = vec![
            args.lexicon.name(),
            format!("{} words {}", game.image.words(), words_checksum(game.image)?),
            game.alphabet.name().to_owned(),
            format!("points {}", points.join(" ")),
            format!("at least {} letters", game.min_length),
            if args.adjacency() == Adjacency::King { "king" } else { "rook" }.to_owned(),
            if args.rare.bare_q { "bare q" } else { "Qu" }.to_owned(),
            format!("{} boards in a pool", climb.pool),
        ];
        setting.extend(start.map(|start| format!("start {start}")));
        let (wanted, seed) = (climb.pools, climb.seed);
        Ok(Search { version: VERSION.to_owned(), rows, columns, wanted, seed, setting })
    }

    /// The result of pools of a shard of this search.
    pub fn result(&self, shard: Shard, climbed: &Climbed, grid: String, words: usize) -> Found {
        let Climbed { best, pool, scored, pools } = climbed;
        Found {
            grid,
            score: best.points,
            count: words as u64,
            boards: *scored,
            pools: *pools,
            pool: pool + 1,
            search: self.clone(),
            shards: shard.into(),
            complete: *pools == shard.units(self.wanted),
        }
    }

    /// Reads the result of a shard of this search, to continue it.
    pub fn read(&self, path: &Path, shard: Shard) -> Result<Found, Failure> {
        let found = read(path)?;
        self.same(&found.search).map_err(|error| Failure::of(path, error))?;
        if found.shards != shard.into() {
            return Err(Failure::of(path, format!("results of another part of the search, not of {shard}")));
        }
        Ok(found)
    }

    fn same(&self, other: &Search) -> Result<(), JoinError> {
        let size = |search: &Search| format!("{}x{}", search.rows, search.columns);
        let all = [
            ("the size", size(self), size(other)),
            ("the setting", self.setting.join(", "), other.setting.join(", ")),
            ("the seed", self.seed.to_string(), other.seed.to_string()),
            ("the number of pools", self.wanted.to_string(), other.wanted.to_string()),
        ];
        JoinError::unless_same("searches", &all)
    }
}

impl Found {
    /// The result, with the symbols of the solver for the board.
    pub fn climbed(&self, board: Vec<u8>) -> Climbed {
        let best = ScoredBoard { points: self.score, board };
        Climbed { best, pool: self.pool - 1, scored: self.boards, pools: self.pools }
    }

    fn check(&self) -> Result<(), JoinError> {
        JoinError::unless_ours(&self.search.version)?;
        let pools = self.shards.units(self.search.wanted);
        // A pool has one board at least, and no climb scores so many.
        let sound = self.pools <= pools
            && self.complete == (self.pools == pools)
            && (self.pools..=self.pools.saturating_mul(MOST_BOARDS)).contains(&self.boards)
            && (1..=self.search.wanted.max(1)).contains(&self.pool);
        if sound { Ok(()) } else { Err(JoinError::Absurd("the numbers of pools and boards contradict each other")) }
    }

    /// Adds the result of other shards.
    fn join(&mut self, other: &Found) -> Result<(), JoinError> {
        self.search.same(&other.search)?;
        let mut climbed = self.climbed(self.grid.clone().into_bytes());
        let theirs = other.climbed(other.grid.clone().into_bytes());
        climbed.add(&theirs).ok_or(JoinError::Absurd("the counts are too large"))?;
        self.shards.join("searches", &other.shards)?;
        if climbed.best != self.climbed(self.grid.clone().into_bytes()).best {
            (self.grid, self.count) = (other.grid.clone(), other.count);
        }
        let complete = self.complete && other.complete;
        let Climbed { best, pool, scored, pools } = climbed;
        (self.score, self.pool, self.boards, self.pools, self.complete) = (best.points, pool + 1, scored, pools, complete);
        Ok(())
    }

    /// Prints the result. A shard without any board with points has done its part.
    pub fn print(&self, json: bool, is_shard: bool, terminal: &Terminal) -> Result<Outcome, Failure> {
        let Found { grid, score, count, boards, pools, pool, shards, search, .. } = self;
        let mut out = Output::new();
        if json {
            out.json(&Sealed::new(self))?;
        } else if !grid.is_empty() {
            out.line(format_args!("{grid}\t{score}\t{count}"))?;
        }
        out.finish()?;
        let found = if grid.is_empty() { String::new() } else { format!("; found in pool {pool}") };
        let part = if *shards == Shard::WHOLE.into() { String::new() } else { format!(", shard {shards}") };
        let (boards, seed) = (grouped(*boards), search.seed);
        terminal.note(format_args!("{boards} boards scored, {pools} pools completed{found}; seed {seed}{part}"));
        if !self.complete {
            let all = shards.units(search.wanted);
            let message = format!("the search is incomplete after {pools} of {all} pools");
            return Err(Failure::new(format!("{message} — with --resume FILE, the same command continues it")));
        }
        Ok((is_shard || !grid.is_empty()).into())
    }
}

/// Saves a result.
pub fn write(path: &Path, found: &Found) -> Result<(), Failure> {
    let write = |out: &mut dyn std::io::Write| {
        serde_json::to_writer(&mut *out, &Sealed::new(found))?;
        out.write_all(b"\n")
    };
    atomic::write(path, true, write).map_err(|error| Failure::io(path, &error))
}

fn read(path: &Path) -> Result<Found, Failure> {
    let found: Found = sealed::read(path, "boggle --best --pools N --json")?;
    found.check().map_err(|error| Failure::of(path, error))?;
    Ok(found)
}

/// Combines the results of shards.
pub fn merge(paths: &[PathBuf], json: bool, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut joined = read(&paths[0])?;
    let mut incomplete = (!joined.complete).then_some(&paths[0]);
    for path in &paths[1..] {
        let part = read(path)?;
        joined.join(&part).map_err(|error| Failure::of(path, error))?;
        incomplete = incomplete.or((!part.complete).then_some(path));
    }
    let missing = joined.shards.missing();
    joined.shards.complete();
    let advice = "search with --shard I/N what is missing, and merge all again";
    let absent = match (incomplete, missing) {
        (Some(path), _) => Err(Failure::of(path, "the shard is incomplete — run its command again")),
        (None, Some(missing)) => Err(Failure::new(format!("{missing} — {advice}"))),
        (None, None) => Ok(()),
    };
    let printed = joined.print(json, false, terminal);
    absent?;
    printed
}
