//! `lexigraph selfplay`: strategies against each other, by the thousand.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::report::{self, histogram};
use lexigraph::bytes::atomic;
use lexigraph::play::results::{Side, Tally, deviation};
use lexigraph::play::selfplay::{Match, MatchContext, MatchError, MatchGame, Results, Shard, play_match};
use lexigraph::play::strategy::StrategySpec;

use super::output::{stop_on_interrupt, was_interrupted, write_file};
use super::table::{TableArgs, threads};
use super::{Failure, Outcome, Output, Terminal};

/// Results are kept no more often than this.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// Play games of one strategy against another
#[derive(clap::Args)]
#[command(after_long_help = "\
Strategies: greedy (highest score; greedy:share=N plays at most N % of it), rack (and what stays on the rack: letters, pairs, vowels), \
board (and what the play opens or closes), equity (trained values of the tiles kept), simulate (plays on against racks the opponent may \
have; simulate:candidates=N,plies=N,iterations=N,certainty=N), endgame (equity, and exact once the bag is empty); +endgame after another \
strategy; or a level: easy, medium, hard.

With --pairs each pair of games has the same tiles and swapped seats. All follows from the seed, whatever the number of threads. \
An interrupted match prints what was played; with --resume FILE it goes on there when started again. --shard 2/5 plays the second fifth \
of a match, and --merge joins the results that --json printed.

Examples:
  lexigraph selfplay --first equity --second greedy --games 1000 --pairs
  lexigraph selfplay --first simulate:iterations=100 --second equity --games 100 --pairs --resume match.json
  lexigraph selfplay --first rack --second greedy --shard 1/2 --json > 1.json
  lexigraph selfplay --merge 1.json 2.json

Exit status: 0 played; 2 error, or interrupted.")]
pub struct Args {
    /// The first strategy
    #[arg(long, value_name = "STRATEGY", required_unless_present = "merge")]
    first: Option<String>,
    /// The second strategy
    #[arg(long, value_name = "STRATEGY", required_unless_present = "merge")]
    second: Option<String>,
    /// Games; with --pairs an odd number counts for one more
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Play each tiles twice, with swapped seats
    #[arg(long)]
    pairs: bool,
    /// Where the tiles come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Play this part only: 2/5 for the second of five
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Write every game into this folder
    #[arg(long, value_name = "DIR")]
    gcg: Option<PathBuf>,
    /// Keep the results in this file as they come, and go on with what it has
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Draw how often each margin was met
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Replace the plot, and games in the folder
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Join results that --json printed, and print them
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["first", "second", "shard", "gcg", "resume"])]
    merge: Vec<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(plot) = &args.plot {
        super::output::refuse_to_replace(plot, args.force)?;
    }
    let results = if args.merge.is_empty() { play(args, terminal)? } else { merge(&args.merge)? };
    let played = &results.played;
    let mut out = Output::new();
    if args.json {
        out.json(&results)?;
    } else {
        print(&results, &mut out)?;
    }
    out.finish()?;
    if let Some(path) = &args.plot {
        let title = format!("{} against {}, {} games", played.first, played.second, results.tally.games);
        let svg = histogram(&title, "margin of the first, points", &results.tally.histogram).map_err(Failure::new)?;
        write_file(path, args.force, |file| file.write_all(svg.as_bytes()))?;
    }
    if results.complete {
        return Ok(Outcome::Yes);
    }
    let more = if args.resume.is_some() { "start it again to go on" } else { "--resume FILE would have kept them" };
    Err(Failure::new(format!("the match is not complete: {} games so far — {more}", results.tally.games)))
}

fn read_results(path: &Path) -> Result<Results, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::io(path, &error))?;
    serde_json::from_str(&text).map_err(|error| Failure::of(path, format!("not results of selfplay --json: {error}")))
}

fn merge(paths: &[PathBuf]) -> Result<Results, Failure> {
    let mut joined = read_results(&paths[0])?;
    for path in &paths[1..] {
        joined.join(&read_results(path)?).map_err(|error| Failure::of(path, error))?;
    }
    Ok(joined)
}

/// Plays until the match is complete or the user wants no more.
fn play(args: &Args, terminal: &Terminal) -> Result<Results, Failure> {
    let spec = |text: &Option<String>| StrategySpec::parse(text.as_deref().unwrap_or_default()).map_err(Failure::new);
    let specs = [spec(&args.first)?, spec(&args.second)?];
    let (laid, setup) = args.table.lay(&specs, terminal)?;
    let units = if args.pairs { args.games.div_ceil(2) } else { args.games };
    let setting = args.table.describe(&laid, &setup);
    let [first, second] = specs.map(|spec| spec.to_string());
    let played = Match { first, second, setting, seed: args.seed, units, pairs: args.pairs };
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let mut results = match &args.resume {
        Some(path) if path.exists() => {
            let known = read_results(path)?;
            known.same_match(&played).map_err(|error| Failure::of(path, error))?;
            if known.shards != [shard] {
                return Err(Failure::of(path, format!("holds another part of the match, not {shard}")));
            }
            known
        }
        _ => Results::new(played, shard),
    };
    if let Some(folder) = &args.gcg {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    }
    let threads = threads(args.threads)?;
    let generator = laid.generator()?;
    let playing = MatchContext { specs, context: laid.context(&generator), setup, rules: laid.rules.clone() };
    stop_on_interrupt();
    let bar = terminal.bar(results.played.units, if args.pairs { "pairs" } else { "games" });
    let mut kept = Instant::now();
    let names = [results.played.first.clone(), results.played.second.clone()];
    let see = |seen: MatchGame<'_>| keep_game(args, &names, &seen);
    let keep = |results: &Results| match &args.resume {
        Some(path) => atomic::write(path, true, |file| {
            serde_json::to_writer(&mut *file, results)?;
            file.write_all(b"\n")
        })
        .map_err(|error| Failure::io(path, &error)),
        None => Ok(()),
    };
    let mut failed = Ok(());
    threads.run(|| {
        play_match(&playing, &mut results, see, |results| {
            bar.set_position(results.done);
            if kept.elapsed() > KEEP_EVERY {
                failed = keep(results);
                kept = Instant::now();
            }
            failed.is_ok() && !was_interrupted()
        })
    })?;
    bar.finish_and_clear();
    failed?;
    keep(&results)?;
    Ok(results)
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        Failure::new(error)
    }
}

/// Writes a game into the folder.
fn keep_game(args: &Args, names: &[String; 2], seen: &MatchGame<'_>) -> Result<(), Failure> {
    let Some(folder) = &args.gcg else { return Ok(()) };
    let suffix = if args.pairs { ["a", "b"][seen.of_pair] } else { "" };
    let path = folder.join(format!("game-{:06}{suffix}.gcg", seen.unit + 1));
    let names = if seen.first_began { [&names[0], &names[1]] } else { [&names[1], &names[0]] };
    let gcg = seen.game.to_gcg(names.map(String::as_str));
    if !args.force && path.exists() {
        return Err(Failure::io(&path, &std::io::ErrorKind::AlreadyExists.into()));
    }
    // Thousands of small files: renaming and syncing each would take longer than the games.
    std::fs::write(&path, gcg.to_bytes()).map_err(|error| Failure::io(&path, &error))
}

fn print(results: &Results, out: &mut Output) -> Result<(), Failure> {
    let (played, tally) = (&results.played, &results.tally);
    let shards: Vec<String> = results.shards.iter().map(ToString::to_string).collect();
    let part = if results.shards == [Shard::WHOLE] { String::new() } else { format!(", shard {}", shards.join(" and ")) };
    let pairs = if played.pairs { format!(" in {} pairs", tally.pairs.count) } else { String::new() };
    out.line(format_args!(
        "{} against {}: {} games{pairs}, seed {}{part}\n",
        played.first, played.second, tally.games, played.seed
    ))?;
    table(played, tally).lines().try_for_each(|line| out.line(line))?;
    out.line("")?;
    let share = |share: Option<(f64, f64)>| {
        share.map_or_else(|| "-".to_owned(), |(mean, half)| format!("{:.1} % ± {:.1}", mean * 100.0, half * 100.0))
    };
    let mean =
        |mean: Option<(f64, f64)>| mean.map_or_else(|| "-".to_owned(), |(mean, half)| format!("{mean:+.1} ± {half:.1}"));
    let drawn = |count| if count == 1 { "1 drawn".to_owned() } else { format!("{count} drawn") };
    out.line(format_args!("games won by the first   {}, {}", share(tally.margins.share()), drawn(tally.draws)))?;
    if tally.pairs.count > 0 {
        out.line(format_args!("pairs won by the first   {}, {}", share(tally.pairs.share()), drawn(tally.pairs.zero)))?;
        let halved = tally.pairs.mean().map(|(mean, half)| (mean / 2.0, half / 2.0));
        out.line(format_args!("margin a game            {}", mean(halved)))?;
    } else {
        out.line(format_args!("margin a game            {}", mean(tally.margins.mean())))?;
    }
    let began = 100.0 * tally.won_by_beginner as f64 / tally.games.max(1) as f64;
    out.line(format_args!("won by who began         {began:.1} %"))?;
    out.line("± is half of a 95 % interval")?;
    Ok(())
}

fn table(played: &Match, tally: &Tally) -> report::Table {
    let mut table = report::Table::new(["", &played.first, &played.second]);
    let sides = [&tally.first, &tally.second];
    let games = tally.games.max(1) as f64;
    let mut row = |name: &str, cell: &dyn Fn(&Side) -> String| {
        table.row([name.to_owned(), cell(sides[0]), cell(sides[1])]);
    };
    row("wins", &|side| side.wins.to_string());
    row("mean score", &|side| format!("{:.1}", side.score as f64 / games));
    row("deviation", &|side| format!("{:.1}", deviation(tally.games, side.score, side.score_squares)));
    row("full racks a game", &|side| format!("{:.2}", side.bingos as f64 / games));
    row("turns a game", &|side| format!("{:.2}", side.turns as f64 / games));
    row("exchanges a game", &|side| format!("{:.2}", side.exchanges as f64 / games));
    row("passes a game", &|side| format!("{:.2}", side.passes as f64 / games));
    table
}
