//! `lexigraph endgame`: best play to the end of the game, once the bag is empty.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lexigraph::board::{Move, Position, Rack, Through};
use lexigraph::movegen::{All, Generator};
use lexigraph::play::endgame::{EndgameLimits, EndgameSolution, solve};
use lexigraph::play::one_sided::{self, OneSidedProblem};
use serde_json::{Value, json};

use super::position::{PositionArgs, warn_of_phonies};
use super::solve::Algorithm;
use super::{Failure, LexiconArgs, Outcome, Output, Terminal};

/// Solve an endgame: the bag is empty and both racks are known
#[derive(clap::Args)]
#[command(after_long_help = "\
The position is a CGP with both racks, or with one when all unseen tiles are the other; the first rack is to move. A player who goes out \
gains twice the points of the opponent's tiles; when both pass in turn, each loses the points of the own tiles. The answer is how much \
the spread changes to the mover's good, and best play of both sides, a move a line.

The one-sided problem takes a rack and the greatest score of each set of letters, and looks for disjoint sets with the greatest sum less the \
points of what is left: from a table (lines of letters and score, as in BEG,12, and one line rack,ABEGTOU; or a .toml file with rack = and \
[sets]), or with --one-sided from the plays of a position.

Examples:
  lexigraph endgame '5FRoNTAGE1R/... UTOQ/F 470/365 0'
  lexigraph endgame position.cgp --seconds 10
  lexigraph endgame --table sets.csv

Exit status: 0 solved; 1 --seconds were up before the value was proven; 2 error.")]
pub struct Args {
    #[command(flatten)]
    position: Option<PositionArgs>,
    /// Solve the one-sided problem of a table of letter sets and scores
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "seconds", "one_sided"])]
    table: Option<PathBuf>,
    /// Solve the one-sided problem of a position
    #[arg(long, conflicts_with = "seconds")]
    one_sided: bool,
    /// Stop after so many seconds with the best found
    #[arg(long, value_name = "N")]
    seconds: Option<f64>,
    /// How plays are found; the answer is the same
    #[arg(long, value_enum, default_value_t = Algorithm::Gaddag)]
    algorithm: Algorithm,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (kind, wanted) = args.algorithm.graph();
    let image = args.lexicon.open(wanted, terminal)?;
    if let Some(path) = &args.table {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::io(path, &error))?;
        let toml = path.extension().is_some_and(|extension| extension == "toml");
        let read = if toml { OneSidedProblem::from_toml } else { OneSidedProblem::from_csv };
        let problem = read(&text, image.alphabet()).map_err(|error| Failure::of(path, error))?;
        let points = lexigraph::board::Points::new(image.alphabet());
        return print_one_sided(args, &problem, &points, image.alphabet());
    }
    let Some(position) = &args.position else {
        return Err(Failure::new("nothing to solve — give a position, or --table FILE"));
    };
    let position = position.read(image.alphabet())?;
    let generator = Generator::new(&image, kind)?;
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
    let solution = solve(&generator, &position, EndgameLimits { until, ..EndgameLimits::default() })?;
    print(args, &solution, &position, start.elapsed(), terminal)
}

/// With the opponent's rack, if it was not given, from what is unseen.
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
            "{} tiles are unseen: an endgame begins when the bag is empty — give both racks",
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
        // The line comes from the search, which played it already.
        let _ = after.play(play);
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
