//! `lexigraph train`: what tiles kept are worth, learned from games.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lexigraph::bytes::atomic;
use lexigraph::movegen::{Equity, LeaveFormat, Rounding};
use lexigraph::play::train::{Observation, Progress, TileKey, TrainConfig, TrainEnv, train};
use serde::{Deserialize, Serialize};

use super::output::{refuse_to_replace, stop_on_interrupt, was_interrupted, write_file};
use super::table::{TableArgs, threads};
use super::{Failure, Outcome, Terminal};

/// How far a course has come is kept no more often than this.
const KEEP_EVERY: Duration = Duration::from_secs(60);

/// Learn what tiles kept on the rack are worth
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Leaves(LeavesArgs),
}

/// Learn the values of leaves from games of our own
#[derive(clap::Args)]
#[command(after_long_help = "\
In each turn of each game, racks are drawn at random and tried; how much better a rack does for holding some tiles is what these tiles are \
worth. Learning goes in generations, each of which plays by what the one before has learned. The file holds a value for every set of fewer \
tiles than a rack that the bag allows, in points; the same games and the same seed give the same file, whatever the number of threads.

An interrupted training keeps what it has done in the file of --resume, and goes on there when started again.

Examples:
  lexigraph train leaves --games 10000 -o leaves.csv
  lexigraph train leaves --games 1000000 -o leaves.klv2 --resume course.txt

Exit status: 0 learned; 2 error, or interrupted.")]
struct LeavesArgs {
    /// Games; each generation has twice as many as the one before
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Where the values go
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How often to begin anew with what was learned
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=20))]
    generations: u64,
    /// Racks to try in each turn
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    draws: u64,
    /// Where the tiles come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Keep how far it has come in this file, and go on there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Replace the output
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    table: TableArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let What::Leaves(args) = &args.what;
    refuse_to_replace(&args.output, args.force)?;
    let format = LeaveFormat::from_path(&args.output).unwrap_or(LeaveFormat::Csv);
    let (laid, setup) = args.table.lay(&[], terminal)?;
    let setting = args.table.describe(&laid, &setup);
    let (games, generations, draws, seed) = (args.games, args.generations, args.draws, args.seed);
    let config = TrainConfig { games, generations, draws, seed, setting };
    let mut progress = match &args.resume {
        Some(path) if path.exists() => read_progress(path, &config)?,
        _ => Progress::default(),
    };
    let generator = laid.generator()?;
    let env = TrainEnv { generator: &generator, setup: &setup, rules: &laid.rules };
    let threads = threads(args.threads)?;
    stop_on_interrupt();
    let bar = terminal.bar(games, "games");
    let mut kept = Instant::now();
    let mut failed = Ok(());
    let over = threads.run(|| {
        train(env, &config, &mut progress, |progress| {
            bar.set_position(config.games_before(progress.generation) + progress.done);
            if let Some(path) = &args.resume
                && kept.elapsed() > KEEP_EVERY
            {
                failed = write_progress(path, &config, progress);
                kept = Instant::now();
            }
            failed.is_ok() && !was_interrupted()
        })
    });
    let over = over.map_err(Failure::new)?;
    bar.finish_and_clear();
    failed?;
    if !over {
        let done = config.games_before(progress.generation) + progress.done;
        let more = match &args.resume {
            Some(path) => {
                write_progress(path, &config, &progress)?;
                "start it again to go on"
            }
            None => "--resume FILE would have kept what was learned",
        };
        return Err(Failure::new(format!("interrupted after {done} of {games} games — {more}")));
    }
    let mut bytes = Vec::new();
    let table = progress.values.table().map_err(Failure::new)?;
    let written = table.write(format, Rounding::Nearest, &mut bytes, setup.alphabet());
    written.map_err(|error| Failure::of(&args.output, error))?;
    write_file(&args.output, args.force, |file| file.write_all(&bytes))?;
    terminal.note(format_args!("{}: {}, {} leaves", args.output.display(), format.name(), table.len()));
    if let Some(path) = &args.resume {
        // What it was kept for is done.
        let _ = std::fs::remove_file(path);
    }
    Ok(Outcome::Yes)
}

/// The first line of a file that says how far a course has come; a line for each value and one for each rack come after it.
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
            Failure::new(format!("{}:{number}: {error} — the file was cut; remove it to begin anew", path.display()))
        })
    };
    let wrong = |line: usize| {
        Failure::new(format!("{}:{line}: not what train wrote there — remove the file to begin anew", path.display()))
    };
    let heading: Heading = serde_json::from_str(&next()?).map_err(|_| wrong(1))?;
    if heading.course != *config {
        return Err(Failure::of(path, "is of another training — give its options, or another file"));
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
