//! `lexigraph train playability`: learns from self-play what words are worth knowing.

use std::path::{Path, PathBuf};
use std::time::Instant;

use lexigraph::play::playability::{Losses, PlayabilityConfig, PlayabilityContext, measure};
use lexigraph::play::strategy::{StrategyKind, StrategySpec};
use lexigraph::shard::{JoinError, Shard, VERSION};
use serde::Serialize;

use super::duration;
use crate::common::games::{GameArgs, threads};
use crate::common::outcome::Outcome;
use crate::common::output::{Terminal, refuse_to_replace, stop_on_interrupt, was_interrupted, write_file};
use crate::common::sealed;
use crate::failure::Failure;

/// Learn from self-play what not knowing each word costs
#[derive(clap::Args)]
#[command(after_long_help = "\
In each turn of each game, the best move by score and leave value is compared with the best move that does not form \
one of its words: the difference is what not knowing that word costs there. The playability of a word is the sum, in \
points that it costs one player in 1,000 games. The output has a word, its playability and the number of turns in which \
the best move formed it on each line; words that no best move formed are left out.

Games are dealt by seed and number, so the same options give the same file, whatever the number of threads and shards. \
A shard writes a part of the result, which --merge joins with the others. An output is written whole when its games \
are played.

Examples:
  lexigraph train playability --games 1000 -o playability.tsv
  lexigraph define import playability.tsv --as playability
  lexigraph train playability --games 100000 --shard 2/8 -o part-2.json
  lexigraph train playability --merge part-*.json -o playability.tsv

Exit status: 0 done; 2 error or interrupted.")]
pub struct Args {
    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), required_unless_present = "merge")]
    games: Option<u64>,
    /// Output file: a table, or with --shard a part of the result
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Play only part I of N, such as 2/5
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Join the parts that shards have written
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["games", "shard"])]
    merge: Vec<PathBuf>,
    /// Replace an existing output file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    refuse_to_replace(&args.output, args.force)?;
    let start = Instant::now();
    let losses = if args.merge.is_empty() { play(args, terminal)? } else { merge(&args.merge)? };
    let text = if args.shard.is_some() {
        serde_json::to_string(&Sealed { losses: &losses, checksum: sealed::checksum(&losses) })
            .expect("bug: losses that are no JSON")
            + "\n"
    } else {
        table(&losses)
    };
    write_file(&args.output, args.force, |file| file.write_all(text.as_bytes()))?;
    let (words, taken) = (losses.words.len(), duration(start.elapsed().as_secs_f64()));
    terminal.note(format_args!("{}: {words} words of {} games, {taken}", args.output.display(), losses.done));
    Ok(Outcome::Yes)
}

/// The players compare moves so.
const BY_EQUITY: StrategySpec = StrategySpec { kind: StrategyKind::Equity, endgame: None };

/// Plays the games, or those of the shard.
fn play(args: &Args, terminal: &Terminal) -> Result<Losses, Failure> {
    let (mut context, setup) = args.game.open(&[BY_EQUITY], terminal)?;
    context.index_words()?;
    let generator = context.generator()?;
    let games = args.games.expect("bug: neither games nor parts");
    let config = PlayabilityConfig {
        version: VERSION.to_owned(),
        games,
        seed: args.seed,
        setting: args.game.describe(&context, &setup)?,
    };
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let playing = PlayabilityContext { context: context.play_context(&generator), setup: &setup, rules: &context.rules };
    if playing.context.leaves.is_none() {
        terminal.warn(
            "there are no leave values for these letters, so moves are compared by the score — learn some: train leaves",
        );
    }
    let mut losses = Losses::new(config, shard);
    let threads = threads(args.threads)?;
    stop_on_interrupt();
    let bar = terminal.bar(shard.units(games), "games");
    let mut stopped = false;
    threads
        .run(|| {
            measure(playing, &mut losses, |losses| {
                bar.set_position(losses.done);
                stopped = was_interrupted();
                !stopped
            })
        })
        .map_err(Failure::new)?;
    bar.finish_and_clear();
    if stopped {
        return Err(Failure::new(format!("interrupted after {} games — nothing was written", losses.done)));
    }
    Ok(losses)
}

/// The part of a shard, as it is written.
#[derive(Serialize)]
struct Sealed<'l> {
    #[serde(flatten)]
    losses: &'l Losses,
    checksum: String,
}

fn read_part(path: &Path) -> Result<Losses, Failure> {
    let losses: Losses = sealed::read(path, "train playability --shard I/N")?;
    JoinError::unless_ours(&losses.config.version).map_err(|error| Failure::of(path, error))?;
    if losses.is_sound() {
        Ok(losses)
    } else {
        Err(Failure::of(path, JoinError::Absurd("the numbers do not fit each other")))
    }
}

/// Joins the parts of all shards.
fn merge(paths: &[PathBuf]) -> Result<Losses, Failure> {
    let mut joined = read_part(&paths[0])?;
    for path in &paths[1..] {
        joined.join(&read_part(path)?).map_err(|error| Failure::of(path, error))?;
    }
    if let Some(missing) = joined.shards.missing() {
        return Err(Failure::new(format!("{missing} — give their files, too")));
    }
    if joined.done != joined.config.games {
        return Err(Failure::new(format!("{} games are there, not {}", joined.done, joined.config.games)));
    }
    Ok(joined)
}

/// The table: a word, its playability, and the number of turns in which the best move formed it.
fn table(losses: &Losses) -> String {
    let mut text = String::new();
    for ((word, playability), loss) in losses.playability().zip(losses.words.values()) {
        text.push_str(&format!("{word}\t{playability}\t{}\n", loss.turns));
    }
    text
}
