//! `lexigraph train winning`: learns win chances from self-play.

use std::path::PathBuf;
use std::time::Instant;

use lexigraph::play::strategy::StrategySpec;
use lexigraph::play::winning::{WinningTraining, count_games};

use super::duration;
use crate::common::games::{GameArgs, threads, with_hint};
use crate::common::outcome::Outcome;
use crate::common::output::{Terminal, refuse_to_replace, stop_on_interrupt, was_interrupted, write_file};
use crate::failure::Failure;

/// Learn win chances (by lead, unseen tiles, and whose turn it is) from self-play
#[derive(clap::Args)]
#[command(after_long_help = "\
On each turn of each game, the lead of the player on turn is noted, including the leave values of both players; after the \
game, how it changed until the end. The table has a row for each number of unseen tiles with the distribution of the \
change. 'simulate' judges moves by it. The same options and seed give the same file, whatever the number of threads.

Examples:
  lexigraph train winning --games 40000 -o winning.tsv
  lexigraph simulate --winning winning.tsv position.cgp

Exit status: 0 done; 2 error or interrupted.")]
pub struct Args {
    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Output file
    #[arg(short, long, value_name = "FILE.tsv")]
    output: PathBuf,
    /// Strategy of both players
    #[arg(long, value_name = "NAME", default_value = "equity")]
    strategy: String,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Replace an existing output file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    refuse_to_replace(&args.output, args.force)?;
    let strategy = StrategySpec::parse(&args.strategy).map_err(|error| Failure::new(with_hint(&error)))?;
    let (mut context, setup) = args.game.open(&[strategy], terminal)?;
    context.index_words()?;
    let generator = context.generator()?;
    let play_context = context.play_context(&generator);
    strategy.strategy(play_context).map_err(|error| Failure::new(with_hint(&error)))?;
    let (games, seed) = (args.games, args.seed);
    let training = WinningTraining { context: play_context, strategy, setup: &setup, rules: &context.rules, games, seed };
    let threads = threads(args.threads)?;
    stop_on_interrupt();
    let bar = terminal.bar(games, "games");
    let start = Instant::now();
    let counts = threads.run(|| {
        count_games(&training, |done| {
            bar.set_position(done);
            !was_interrupted()
        })
    });
    let counts = counts.map_err(Failure::new)?;
    bar.finish_and_clear();
    if counts.games < games {
        return Err(Failure::new(format!("interrupted after {} of {games} games — nothing was written", counts.games)));
    }
    let table = counts.table(setup.layout().rack()).ok_or_else(|| Failure::new("no game had a turn"))?;
    let notes = [
        format!("Win chances, made by: lexigraph train winning --games {games} --seed {seed} --strategy {strategy}"),
        format!("Setting: {}", args.game.describe(&context, &setup)?.join(", ")),
        "A row: unseen tiles, turns that it was learned from, quantiles of the change of the lead to the end in points"
            .to_owned(),
    ];
    let text = table.to_tsv(&notes);
    write_file(&args.output, args.force, |file| file.write_all(text.as_bytes()))?;
    let (rows, taken) = (table.most_unseen(), duration(start.elapsed().as_secs_f64()));
    terminal.note(format_args!("{}: {rows} rows, {taken}", args.output.display()));
    Ok(Outcome::Yes)
}
