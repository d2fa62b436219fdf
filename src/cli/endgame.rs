//! `lexigraph endgame`: solves a position exactly, once the bag is empty.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lexigraph::board::{Move, Position, Rack, Through};
use lexigraph::movegen::{All, Generator};
use lexigraph::play::endgame::{EndgameLimits, EndgameSolution, solve_watched};
use lexigraph::play::one_sided::{self, OneSidedProblem};
use serde_json::{Value, json};

use crate::common::algorithm::AlgorithmArgs;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, stop_on_interrupt, was_interrupted};
use crate::common::position::{PositionArgs, warn_of_phonies};
use crate::common::size::size;
use crate::common::tables::read_table;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Find the best play to the end of the game, once the bag is empty
#[derive(clap::Args)]
#[command(after_long_help = "\
The position is a CGP or a game with both racks, or with one rack if the unseen tiles are the other. The player with the first \
rack is on turn. A player who goes out gains twice the points of the opponent's tiles. If both players pass in \
succession, each loses the points of their own tiles. The output is the change of the spread (from the view of the \
player on turn) and the best line of play, one move a line. A proven value does not depend on --threads or --memory; the \
line may be another one of the same value. Ctrl-C ends the search and prints the best line so far. Each thread takes up \
to about 100 MB besides --memory.

The one-sided problem: given a rack, and a score for each of some sets of letters, choose disjoint sets to maximise \
the sum of their scores minus the points of the unused tiles. --table reads the sets from a file: lines such as BEG,12 \
and one line rack,ABEGTOU; or a .toml file with rack = and [sets]. --one-sided takes them from the plays in a \
position.

Examples:
  lexigraph endgame '5FRoNTAGE1R/... UTOQ/F 470/365 0'
  lexigraph endgame position.cgp --seconds 10
  lexigraph endgame position.cgp --memory 4G --threads 8
  lexigraph endgame --table sets.csv

Exit status: 0 solved; 1 the search ended before the value was proven; 2 error.")]
pub struct Args {
    #[command(flatten)]
    position: Option<PositionArgs>,
    /// Solve the one-sided problem for a table of letter sets and scores
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "seconds", "threads", "memory", "one_sided"])]
    table: Option<PathBuf>,
    /// Solve the one-sided problem for a position
    #[arg(long, conflicts_with_all = ["seconds", "threads", "memory"])]
    one_sided: bool,
    /// Stop after N seconds and print the best line found
    #[arg(long, value_name = "N")]
    seconds: Option<f64>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for the table of positions; long searches gain from more
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size)]
    memory: u64,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let written = args.position.as_ref().map(PositionArgs::read).transpose()?;
    let lexicon = written.as_ref().map_or_else(|| args.lexicon.clone(), |written| written.lexicon(&args.lexicon));
    let image = lexicon.open(args.algorithm.wanted(), terminal)?;
    if let Some(path) = &args.table {
        let text = read_table(path)?;
        // A pipe has no telling name; a line that begins with `rack =` is none of a CSV.
        let is_rack = |line: &str| line.trim().strip_prefix("rack").is_some_and(|rest| rest.trim_start().starts_with('='));
        let toml = path.extension().is_some_and(|extension| extension == "toml") || text.lines().any(is_rack);
        let read = if toml { OneSidedProblem::from_toml } else { OneSidedProblem::from_csv };
        let problem = read(&text, image.alphabet()).map_err(|error| Failure::of(path, error))?;
        let points = lexigraph::board::Points::new(image.alphabet());
        return print_one_sided(args, &problem, &points, image.alphabet());
    }
    let Some(written) = &written else {
        return Err(Failure::new("nothing to solve — give a position or --table FILE"));
    };
    let position = written.position(image.alphabet(), &lexicon, terminal)?;
    let generator = Generator::new(&image, args.algorithm.kind(&image))?;
    warn_of_phonies(&position, &generator, terminal);
    if args.one_sided {
        let mut all = All::new();
        generator.worker().all(&position, &mut all)?;
        let problem = OneSidedProblem::from_plays(position.rack(), all.plays());
        return print_one_sided(args, &problem, position.setup().points(), image.alphabet());
    }
    let position = with_both_racks(position)?;
    let start = Instant::now();
    let limit =
        args.seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(|error| Failure::new(error.to_string())));
    let until = limit.transpose()?.and_then(|limit| start.checked_add(limit));
    let threads = args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let memory = usize::try_from(args.memory).unwrap_or(usize::MAX);
    let limits = EndgameLimits { until, threads, memory, ..EndgameLimits::default() };
    stop_on_interrupt();
    let bar = terminal.progress("searching");
    let mut depth = 0;
    let solution = solve_watched(&generator, &position, limits, &mut |solution| {
        if solution.depth != depth {
            depth = solution.depth;
            bar.set_message(format!("searching, {depth} plies, {:+} so far", solution.value));
        }
        if was_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    bar.finish_and_clear();
    print(args, &solution, &position, start.elapsed(), terminal)
}

/// The position with both racks: if the opponent's rack is missing, it is the unseen tiles.
fn with_both_racks(mut position: Position) -> Result<Position, Failure> {
    let unseen = position.as_unchecked().unseen().map_err(|error| Failure::new(error.to_string()))?;
    if unseen.is_empty() {
        return Ok(position);
    }
    let size = position.setup().layout().rack();
    let cells: Vec<_> = unseen.cells().collect();
    let rack = if position.opponent_rack().is_empty() && cells.len() <= size { Rack::from_cells(&cells) } else { None };
    let Some(rack) = rack else {
        return Err(Failure::new(format!(
            "{} tiles are unseen, but in an endgame the bag is empty — give both racks",
            cells.len()
        )));
    };
    position.set_rack(1, rack).map_err(|problems| Failure::new(problems.to_string()))?;
    Ok(position)
}

fn print(
    args: &Args,
    solution: &EndgameSolution,
    position: &Position,
    elapsed: Duration,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let mut out = Output::new();
    let mut after = position.clone();
    let mut moves = Vec::new();
    for (play, score) in &solution.line {
        let text = match play {
            Move::Place(placement) => placement.notation(after.board(), after.setup().alphabet(), Through::Parentheses),
            _ => "pass".to_owned(),
        };
        moves.push((text, *score));
        let _undo = after.play(play).expect("bug: the search found a move that the position does not allow");
    }
    if args.json {
        let line: Vec<Value> = moves.iter().map(|(text, score)| json!({ "move": text, "score": score })).collect();
        let (value, exact, depth, nodes) = (solution.value, solution.exact, solution.depth, solution.nodes);
        let seconds = elapsed.as_secs_f64();
        let report =
            json!({ "value": value, "exact": exact, "line": line, "depth": depth, "nodes": nodes, "seconds": seconds });
        out.json(&report)?;
    } else {
        out.line(format_args!("{:+}", solution.value))?;
        for (text, score) in &moves {
            out.line(format!("{text:<20} {score:>4}").trim_end())?;
        }
    }
    out.finish()?;
    let proven = if solution.exact { "proven" } else { "not proven" };
    terminal.note(format_args!(
        "{proven}, {} plies, {} positions, {:.3} s",
        solution.depth,
        solution.nodes,
        elapsed.as_secs_f64()
    ));
    Ok(solution.exact.into())
}

fn print_one_sided(
    args: &Args,
    problem: &OneSidedProblem,
    points: &lexigraph::board::Points,
    alphabet: &lexigraph::alphabet::Alphabet,
) -> Result<Outcome, Failure> {
    let found = one_sided::solve(&problem.rack, &problem.sets, points);
    let sets: Vec<(String, i32)> =
        found.sets.iter().map(|&at| (problem.sets[at].letters.render(alphabet), problem.sets[at].score)).collect();
    let mut out = Output::new();
    if args.json {
        let sets: Vec<Value> = sets.iter().map(|(letters, score)| json!({ "letters": letters, "score": score })).collect();
        out.json(&json!({ "value": found.value, "sets": sets, "looked_at": found.looked_at }))?;
    } else {
        out.line(found.value)?;
        for (letters, score) in &sets {
            out.line(format_args!("{letters:<10} {score:>4}"))?;
        }
    }
    out.finish()?;
    Ok(Outcome::Yes)
}
