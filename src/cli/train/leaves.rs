//! `lexigraph train leaves`: learns leave values from self-play.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lexigraph::board::BoardSetup;
use lexigraph::bytes::atomic;
use lexigraph::movegen::{Equity, LeaveFormat, Rounding};
use lexigraph::play::train::{Progress, TileKey, TrainConfig, TrainEnv, Values, observe, train};
use lexigraph::shard::{JoinError, Shard};

use super::duration;
use super::file;
use crate::common::games::{GameArgs, GameContext, threads};
use crate::common::outcome::Outcome;
use crate::common::output::{Terminal, refuse_to_replace, stop_on_interrupt, was_interrupted, write_file};
use crate::failure::Failure;

/// The least time between two saves of the progress.
const KEEP_EVERY: Duration = Duration::from_secs(60);

/// The time after which the time left is estimated.
const ESTIMATE_AFTER: Duration = Duration::from_secs(5);

/// Learn leave values from self-play
#[derive(clap::Args)]
#[command(after_long_help = "\
On each turn of each game, some racks are drawn at random and the best play for each is found. The value of a leave is \
how much more the racks that contain it score than the average rack. Training runs in generations; each one plays with \
the values that the previous one learned. The output has a value, in points, for every possible leave. The same \
options and seed give the same file, whatever the number of threads.

With --resume FILE, an interrupted training saves its progress in FILE and continues from there when started again.

Several machines train together generation by generation. --shard 2/5 plays the second fifth of a generation, and \
--merge joins its shards: into a training that --from continues, and after the last generation into leave values. They \
are those of one machine, byte for byte. Repeat -l, --layout and --rules each time.

Examples:
  lexigraph train leaves --games 10000 -o leaves.csv
  lexigraph train leaves --games 1000000 -o leaves.klv2 --resume progress.txt
  lexigraph train leaves --games 10000 --generations 2 --shard 1/2 -o 1.part
  lexigraph train leaves --merge 1.part 2.part -o first.train
  lexigraph train leaves --from first.train --shard 1/2 -o 3.part
  lexigraph train leaves --merge 3.part 4.part -o leaves.klv2

Exit status: 0 done; 2 error or interrupted.")]
pub struct Args {
    /// Number of games; each generation plays twice as many as the previous one
    #[arg(long, value_name = "N", required_unless_present_any = ["from", "merge"], value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Output file: .csv, .klv, .klv2 or .klv16; a shard or a training has any other name
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=file::MOST_GENERATIONS))]
    generations: u64,
    /// Number of racks to draw on each turn
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    draws: u64,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Save the progress in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Play only part I of N of a generation, such as 2/5
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Continue the training that --merge wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "generations", "draws", "seed"])]
    from: Option<PathBuf>,
    /// Join the shards of a generation
    #[arg(long, value_name = "FILE", num_args = 1..,
        conflicts_with_all = ["games", "generations", "draws", "seed", "from", "shard", "resume", "threads"])]
    merge: Vec<PathBuf>,
    /// Write only leaves of at most N tiles
    #[arg(long, value_name = "N", conflicts_with = "shard")]
    longest: Option<usize>,
    /// Replace an existing output file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    refuse_to_replace(&args.output, args.force)?;
    if args.shard.is_some() {
        refuse_leaves(&args.output, "a shard holds no leave values")?;
    }
    let start = Instant::now();
    let (mut context, setup) = args.game.open(&[], terminal)?;
    let setting = args.game.describe(&context, &setup)?;
    if !args.merge.is_empty() {
        let progress = merge(args, &setting, &setup)?;
        return finish(args, &progress, &setup, start, terminal);
    }
    context.index_words()?;
    let progress = begin(args, setting)?;
    let progress = play(args, progress, &context, &setup, terminal)?;
    finish(args, &progress, &setup, start, terminal)?;
    if let Some(path) = &args.resume {
        // The games are played, so the progress is no longer needed.
        let _ = std::fs::remove_file(path);
    }
    Ok(Outcome::Yes)
}

/// Refuses the name of a file of leave values for anything else.
fn refuse_leaves(path: &Path, what: &str) -> Result<(), Failure> {
    match LeaveFormat::from_path(path) {
        Some(_) => Err(Failure::of(path, format!("{what} — end its name in another way, such as .part or .train"))),
        None => Ok(()),
    }
}

/// The training to continue: from `--resume`, from `--from`, or from nothing.
fn begin(args: &Args, setting: Vec<String>) -> Result<Progress, Failure> {
    let mut progress = match &args.from {
        Some(path) => {
            let progress = file::read(path)?;
            if progress.shards != Shard::WHOLE.into() || progress.done > 0 {
                let message = "the file is a shard or the progress of one machine — give it to --merge or --resume";
                return Err(Failure::of(path, message));
            }
            same_setting(path, &progress, &setting)?;
            progress
        }
        None => {
            let games = args.games.expect("bug: clap asks for --games");
            let (generations, draws, seed) = (args.generations, args.draws, args.seed);
            Progress::new(TrainConfig { games, generations, draws, seed, setting })
        }
    };
    if let Some(shard) = args.shard {
        progress = progress.shard(shard);
    }
    match &args.resume {
        Some(path) if path.exists() => {
            let mut kept = file::read(path)?;
            // Without --shard, the generations go on and leave --from behind.
            let same = if args.shard.is_some() {
                kept.base == progress.base && kept.shards == progress.shards && kept.generation == progress.generation
            } else {
                kept.shards == Shard::WHOLE.into()
            };
            if kept.config != progress.config || !same {
                let message = "progress of a training with other options — repeat its options, or name another file";
                return Err(Failure::of(path, message));
            }
            if args.shard.is_some() {
                kept.values = progress.values;
            }
            Ok(kept)
        }
        _ => Ok(progress),
    }
}

fn same_setting(path: &Path, progress: &Progress, setting: &[String]) -> Result<(), Failure> {
    let texts = [setting.join(", "), progress.config.setting.join(", ")];
    let [ours, theirs] = texts;
    JoinError::unless_same("trainings", &[("the setting", ours, theirs)]).map_err(|error| Failure::of(path, error))
}

/// Plays the games that are missing.
fn play(
    args: &Args,
    mut progress: Progress,
    context: &GameContext,
    setup: &Arc<BoardSetup>,
    terminal: &Terminal,
) -> Result<Progress, Failure> {
    let generator = context.generator()?;
    let env = TrainEnv { generator: &generator, setup, rules: &context.rules };
    let threads = threads(args.threads)?;
    stop_on_interrupt();
    let games = if args.shard.is_some() { progress.games() } else { progress.config.games };
    // A shard is part of one generation.
    let count = |progress: &Progress| match args.shard {
        Some(_) => progress.done,
        None => progress.config.games_before(progress.generation) + progress.done,
    };
    let bar = terminal.bar(games, "games");
    let before = count(&progress);
    let start = Instant::now();
    let mut kept = start;
    let mut estimated = !bar.is_hidden();
    let mut failed = Ok(());
    let mut go_on = |progress: &Progress| {
        let done = count(progress);
        bar.set_position(done);
        // The bar shows how long it will take; without one, a line does.
        if !estimated && done > before && start.elapsed() > ESTIMATE_AFTER {
            estimated = true;
            let left = start.elapsed().as_secs_f64() * (games - done) as f64 / (done - before) as f64;
            terminal.note(format_args!("{done} of {games} games; some {} left", duration(left)));
        }
        if let Some(path) = &args.resume
            && kept.elapsed() > KEEP_EVERY
        {
            failed = keep(args, path, progress);
            kept = Instant::now();
        }
        failed.is_ok() && !was_interrupted()
    };
    let finished = threads.run(|| match args.shard {
        Some(_) => observe(env, &mut progress, &mut go_on),
        None => train(env, &mut progress, &mut go_on),
    });
    let finished = finished.map_err(Failure::new)?;
    bar.finish_and_clear();
    failed?;
    if finished {
        return Ok(progress);
    }
    let done = count(&progress);
    let more = match &args.resume {
        Some(path) => {
            keep(args, path, &progress)?;
            "run the same command again to continue"
        }
        None => "use --resume FILE to save the progress next time",
    };
    Err(Failure::new(format!("interrupted after {done} of {games} games — {more}")))
}

/// Saves progress.
fn keep(args: &Args, path: &Path, progress: &Progress) -> Result<(), Failure> {
    let write = |out: &mut dyn std::io::Write| file::write(progress, args.shard.is_none(), out);
    atomic::write(path, true, write).map_err(|error| Failure::io(path, &error))
}

/// Joins the shards of a generation, and learns from them.
fn merge(args: &Args, setting: &[String], setup: &BoardSetup) -> Result<Progress, Failure> {
    let mut joined: Option<Progress> = None;
    for path in &args.merge {
        let part = file::read(path)?;
        same_setting(path, &part, setting)?;
        if part.done < part.games() {
            let (shards, done, games) = (&part.shards, part.done, part.games());
            let message = format!("shard {shards} is incomplete: {done} of {games} games — run its command again");
            return Err(Failure::of(path, message));
        }
        match &mut joined {
            Some(joined) => joined.join(&part).map_err(|error| Failure::of(path, error))?,
            None => joined = Some(part),
        }
    }
    let mut joined = joined.expect("bug: --merge without files");
    let generation = joined.generation + 1;
    if let Some(missing) = joined.shards.missing() {
        let TrainConfig { games, generations, draws, seed, .. } = joined.config;
        let command = match generation {
            1 => format!("--games {games} --generations {generations} --draws {draws} --seed {seed}"),
            _ => format!("--from FILE, the training after generation {},", generation - 1),
        };
        return Err(Failure::new(format!(
            "generation {generation}: {missing} — play each with train leaves {command} --shard I/N, and merge all again"
        )));
    }
    if generation < joined.config.generations {
        refuse_leaves(&args.output, &format!("leave values follow after generation {}", joined.config.generations))?;
    }
    joined.end_generation(setup.alphabet(), setup.layout().rack());
    Ok(joined)
}

/// Writes what was reached: a shard, a training that goes on, or leave values.
fn finish(
    args: &Args,
    progress: &Progress,
    setup: &BoardSetup,
    start: Instant,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let taken = || duration(start.elapsed().as_secs_f64());
    let format = LeaveFormat::from_path(&args.output);
    let Progress { generation, config, .. } = progress;
    let name = args.output.display();
    if !progress.is_finished() {
        let (with_values, what) = match args.shard {
            Some(shard) => (false, format!("shard {shard} of generation {}", generation + 1)),
            None => (true, format!("generation {generation} of {} complete", config.generations)),
        };
        write_file(&args.output, args.force, |out| file::write(progress, with_values, out))?;
        terminal.note(format_args!("{name}: {what}, {}", taken()));
        return Ok(Outcome::Yes);
    }
    let format = format.unwrap_or(LeaveFormat::Csv);
    let mut bytes = Vec::new();
    let is_short = |&&(key, _): &&(TileKey, Equity)| args.longest.is_none_or(|longest| key.rack().len() <= longest);
    let values = Values(progress.values.0.iter().filter(is_short).copied().collect());
    let table = values.table().map_err(Failure::new)?;
    let written = table.write(format, Rounding::Nearest, &mut bytes, setup.alphabet());
    written.map_err(|error| Failure::of(&args.output, error))?;
    write_file(&args.output, args.force, |file| file.write_all(&bytes))?;
    terminal.note(format_args!("{name}: {}, {} leaves, {}", format.name(), table.len(), taken()));
    Ok(Outcome::Yes)
}
