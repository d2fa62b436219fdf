//! `lexigraph simulate`: the best moves of a position, played on against racks that the opponent may have.

use std::time::{Duration, Instant};

use crate::report;
use lexigraph::board::{Move, Position, Rack};
use lexigraph::movegen::LeaveTable;
use lexigraph::play::View;
use lexigraph::play::strategy::{Simulate, SimulationReport, SimulationSettings};
use serde_json::{Value, json};

use super::output::{stop_on_interrupt, was_interrupted};
use super::position::{PositionArgs, warn_of_phonies};
use super::table::{Laid, SenseArgs, threads};
use super::{Failure, LexiconArgs, Outcome, Output, Terminal};

/// Try the best moves against racks that the opponent may have
#[derive(clap::Args)]
#[command(after_long_help = "\
The best moves by score and leave are each played on, some moves further, against racks drawn from the unseen tiles; all against the same \
racks. What counts is how the spread changes and what both players keep. A move that is worse than the best, as sure as --certainty says, is \
tried no further. The opponent's rack is not used, even where the position gives it, unless the bag is empty.

Examples:
  lexigraph simulate position.cgp
  lexigraph simulate --plies 4 --iterations 2000 --candidates 20 '15/15/.../15 AEINRST/ 0/0 0'
  lexigraph simulate --seconds 10 --json position.cgp

Exit status: 0 there is a move that lays tiles; 1 there is none; 2 error.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How many moves to play on
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=100))]
    plies: u64,
    /// Racks to try, at most
    #[arg(long, value_name = "N", default_value_t = 1000)]
    iterations: u64,
    /// Stop after so many seconds; then --iterations has no bound of its own
    #[arg(long, value_name = "N", conflicts_with = "iterations")]
    seconds: Option<f64>,
    /// How many moves to try
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=1000))]
    candidates: u64,
    /// How sure, in hundredths, before a move is dropped; 100: never
    #[arg(long, value_name = "N", default_value_t = 99, value_parser = clap::value_parser!(u64).range(50..=100))]
    certainty: u64,
    /// Where the racks come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// When a game ends and how it is settled
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sense: SenseArgs,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let laid = Laid::read(&args.lexicon, &args.rules, &args.sense, true, terminal)?;
    let mut position = args.position.read(laid.alphabet())?;
    let generator = laid.generator()?;
    warn_of_phonies(&position, &generator, terminal);
    hide_opponent(&mut position)?;
    let context = laid.context(&generator);
    let view = View::of_position(&position, &laid.rules, args.seed);
    let iterations = if args.seconds.is_some() { u64::MAX } else { args.iterations };
    let settings =
        SimulationSettings { candidates: args.candidates, plies: args.plies, iterations, certainty: args.certainty };
    let no_leaves = LeaveTable::default();
    if context.leaves.is_none() {
        terminal.warn(
            "there are no leave values for these letters: moves are compared by score alone — give some with --leaves FILE",
        );
    }
    let mut simulate = Simulate::new(context, context.leaves.unwrap_or(&no_leaves), settings).in_parallel();
    let start = Instant::now();
    let limit = args.seconds.map(Duration::try_from_secs_f64).transpose().map_err(Failure::new)?;
    let threads = threads(args.threads)?;
    stop_on_interrupt();
    let bar = if limit.is_some() { terminal.progress("looking ahead") } else { terminal.bar(iterations, "racks") };
    let report = threads.run(|| {
        simulate.run(&view, |done| {
            bar.set_position(done);
            !was_interrupted() && limit.is_none_or(|limit| start.elapsed() < limit)
        })
    })?;
    bar.finish_and_clear();
    print(args, &report, &position, start.elapsed(), terminal)
}

/// What the player does not see is not looked at: the opponent's rack counts only when the bag is empty, and is known then.
fn hide_opponent(position: &mut Position) -> Result<(), Failure> {
    position.set_rack(1, Rack::EMPTY).map_err(Failure::new)?;
    let hidden = position.as_unchecked().unseen().map_err(Failure::new)?;
    if hidden.is_empty() && position.board().is_empty() {
        return Err(Failure::new("the alphabet has no tiles to draw from — use one with a bag"));
    }
    if hidden.len() <= position.setup().layout().rack() {
        let rack = Rack::from_cells(&hidden.cells().collect::<Vec<_>>()).unwrap_or_default();
        position.set_rack(1, rack).map_err(Failure::new)?;
    }
    Ok(())
}

fn print(
    args: &Args,
    report: &SimulationReport,
    position: &Position,
    elapsed: Duration,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let (board, alphabet) = (position.board(), position.setup().alphabet());
    let mut out = Output::new();
    let text = |at: usize| report.outcomes[at].scored_move.play.notation(board, alphabet);
    if args.json {
        let moves: Vec<Value> = report
            .outcomes
            .iter()
            .enumerate()
            .map(|(at, outcome)| {
                json!({
                    "move": text(at), "score": outcome.scored_move.score, "equity": outcome.scored_move.worth.points(),
                    "mean": outcome.mean, "error": outcome.error, "wins": outcome.wins, "iterations": outcome.iterations,
                })
            })
            .collect();
        let (iterations, settled, seconds) = (report.iterations, report.settled, elapsed.as_secs_f64());
        out.json(&json!({ "moves": moves, "iterations": iterations, "settled": settled, "seconds": seconds }))?;
    } else {
        let mut table = report::Table::new(["move", "score", "static", "mean", "±", "wins %", "racks"]);
        for (at, outcome) in report.outcomes.iter().enumerate() {
            let (considered, tried) = (&outcome.scored_move, outcome.iterations > 0);
            let or_none = |text: String| if tried { text } else { "-".to_owned() };
            table.row([
                text(at),
                considered.score.to_string(),
                format!("{:.1}", considered.worth.points()),
                format!("{:.1}", outcome.mean),
                or_none(format!("{:.1}", outcome.error)),
                or_none(format!("{:.1}", outcome.wins * 100.0)),
                outcome.iterations.to_string(),
            ]);
        }
        table.lines().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    let settled = if report.settled { "settled" } else { "not settled" };
    terminal.note(format_args!("{settled} after {} racks, {:.2} s", report.iterations, elapsed.as_secs_f64()));
    let lays = |play: &Move| matches!(play, Move::Place(_));
    Ok(report.outcomes.iter().any(|outcome| lays(&outcome.scored_move.play)).into())
}
