//! `lexigraph train leaves`: learns leave values from self-play.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lexigraph::bytes::atomic;
use lexigraph::movegen::{Equity, LeaveFormat, Rounding};
use lexigraph::play::train::{Observation, Progress, TileKey, TrainConfig, TrainEnv, train};
use serde::{Deserialize, Serialize};

use super::duration;
use crate::common::games::{GameArgs, threads};
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

Examples:
  lexigraph train leaves --games 10000 -o leaves.csv
  lexigraph train leaves --games 1000000 -o leaves.klv2 --resume progress.txt

Exit status: 0 done; 2 error or interrupted.")]
pub struct Args {
    /// Number of games; each generation plays twice as many as the previous one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Output file: .csv, .klv, .klv2 or .klv16
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=20))]
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
    /// Replace an existing output file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    refuse_to_replace(&args.output, args.force)?;
    let format = LeaveFormat::from_path(&args.output).unwrap_or(LeaveFormat::Csv);
    let (mut context, setup) = args.game.open(&[], terminal)?;
    context.index_words()?;
    let setting = args.game.describe(&context, &setup);
    let (games, generations, draws, seed) = (args.games, args.generations, args.draws, args.seed);
    let config = TrainConfig { games, generations, draws, seed, setting };
    let mut progress = match &args.resume {
        Some(path) if path.exists() => read_progress(path, &config)?,
        _ => Progress::default(),
    };
    let generator = context.generator()?;
    let env = TrainEnv { generator: &generator, setup: &setup, rules: &context.rules };
    let threads = threads(args.threads)?;
    stop_on_interrupt();
    let bar = terminal.bar(games, "games");
    let before = config.games_before(progress.generation) + progress.done;
    let start = Instant::now();
    let mut kept = start;
    let mut estimated = !bar.is_hidden();
    let mut failed = Ok(());
    let finished = threads.run(|| {
        train(env, &config, &mut progress, |progress| {
            let done = config.games_before(progress.generation) + progress.done;
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
                failed = write_progress(path, &config, progress);
                kept = Instant::now();
            }
            failed.is_ok() && !was_interrupted()
        })
    });
    let finished = finished.map_err(Failure::new)?;
    bar.finish_and_clear();
    failed?;
    if !finished {
        let done = config.games_before(progress.generation) + progress.done;
        let more = match &args.resume {
            Some(path) => {
                write_progress(path, &config, &progress)?;
                "run the same command again to continue"
            }
            None => "use --resume FILE to save the progress next time",
        };
        return Err(Failure::new(format!("interrupted after {done} of {games} games — {more}")));
    }
    let mut bytes = Vec::new();
    let table = progress.values.table().map_err(Failure::new)?;
    let written = table.write(format, Rounding::Nearest, &mut bytes, setup.alphabet());
    written.map_err(|error| Failure::of(&args.output, error))?;
    write_file(&args.output, args.force, |file| file.write_all(&bytes))?;
    let (name, leaves, taken) = (format.name(), table.len(), duration(start.elapsed().as_secs_f64()));
    terminal.note(format_args!("{}: {name}, {leaves} leaves, {taken}", args.output.display()));
    if let Some(path) = &args.resume {
        // The training is complete, so its progress is no longer needed.
        let _ = std::fs::remove_file(path);
    }
    Ok(Outcome::Yes)
}

/// The first line of a progress file. A line for each value and a line for each rack follow.
#[derive(Serialize, Deserialize)]
struct Heading {
    course: TrainConfig,
    generation: u64,
    done: u64,
    squares: i64,
    values: usize,
    racks: usize,
}

fn write_progress(path: &Path, config: &TrainConfig, progress: &Progress) -> Result<(), Failure> {
    let Progress { generation, done, values, observed } = progress;
    let (values, racks, squares) = (&values.0, &observed.racks, observed.squares);
    let heading = Heading {
        course: config.clone(),
        generation: *generation,
        done: *done,
        squares,
        values: values.len(),
        racks: racks.len(),
    };
    let write = |file: &mut dyn Write| {
        serde_json::to_writer(&mut *file, &heading)?;
        writeln!(file)?;
        for (key, value) in values {
            writeln!(file, "{} {}", key.number(), value.thousandths())?;
        }
        for (key, seen) in racks {
            writeln!(file, "{} {} {}", key.number(), seen.count, seen.sum)?;
        }
        Ok(())
    };
    atomic::write(path, true, write).map_err(|error| Failure::io(path, &error))
}

fn read_progress(path: &Path, config: &TrainConfig) -> Result<Progress, Failure> {
    let file = std::fs::File::open(path).map_err(|error| Failure::io(path, &error))?;
    let mut lines = BufReader::new(file).lines();
    let mut number = 0;
    let mut next = || -> Result<String, Failure> {
        number += 1;
        let line = lines.next().unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()));
        line.map_err(|error| {
            Failure::new(format!("{}:{number}: {error} — the file is incomplete; remove it to start again", path.display()))
        })
    };
    let wrong = |line: usize| {
        Failure::new(format!("{}:{line}: not a progress file of train — remove the file to start again", path.display()))
    };
    let heading: Heading = serde_json::from_str(&next()?).map_err(|_| wrong(1))?;
    if heading.course != *config {
        return Err(Failure::of(
            path,
            "progress of a training with other options — repeat its options, or name another file",
        ));
    }
    let mut progress = Progress { generation: heading.generation, done: heading.done, ..Progress::default() };
    progress.observed.squares = heading.squares;
    for at in 0..heading.values + heading.racks {
        let line = next()?;
        let mut numbers = line.split(' ');
        let mut number = || numbers.next().and_then(|number| number.parse::<i64>().ok()).ok_or_else(|| wrong(at + 2));
        let key = u64::try_from(number()?).ok().and_then(TileKey::from_number).ok_or_else(|| wrong(at + 2))?;
        if at < heading.values {
            let value = i32::try_from(number()?).map_err(|_| wrong(at + 2))?;
            progress.values.0.push((key, Equity::from_thousandths(value)));
        } else {
            let count = u64::try_from(number()?).map_err(|_| wrong(at + 2))?;
            progress.observed.racks.insert(key, Observation { count, sum: number()? });
        }
    }
    Ok(progress)
}
