//! `lexigraph simulate`: compares the best moves in a position by Monte Carlo simulation.

use std::time::{Duration, Instant};

use crate::report::TextTable;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lexigraph::board::{Move, Position};
use lexigraph::movegen::LeaveTable;
use lexigraph::play::inference::{Inference, InferredLeave};
use lexigraph::play::strategy::{Objective, Simulate, SimulationReport, SimulationSettings};
use lexigraph::play::{View, hide_opponent};
use serde_json::{Value, json};

use crate::common::games::{GameContext, HeuristicArgs, threads};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::output::{stop_on_interrupt, was_interrupted};
use crate::common::position::{PositionArgs, warn_of_phonies};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Compare the best moves in a position by simulating how the game goes on
#[derive(clap::Args)]
#[command(after_long_help = "\
The candidates are the best moves by equity, the best exchange where tiles may be exchanged, and a pass where it could \
matter. Each is played on for --plies moves against racks drawn from the unseen tiles; all candidates meet the same racks. \
The mean is the change of the spread plus the leave values of both players. The win chance comes from games by the lead \
and the number of unseen tiles; 'train winning' makes such a table. Candidates are compared by --by. Those that are worse \
than the leading one are dropped; the chance that the best one is dropped is at most 1 % with --certainty 99. The \
opponent's rack is ignored, even if the position gives it, unless the bag is empty.

With --infer, racks are weighted by how likely the opponent's last turn was with them, and the leaves that the opponent most \
likely kept are listed. The last turn is that of a game (GCG), before --turn.

Examples:
  lexigraph simulate position.cgp
  lexigraph simulate --plies 4 --iterations 2000 --candidates 20 '15/15/.../15 AEINRST/ 0/0 0'
  lexigraph simulate --seconds 10 --json position.cgp
  lexigraph simulate --infer --turn 7 game.gcg

Exit status: 0 there is a move that lays tiles; 1 there is none; 2 error.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of moves to play after the candidate
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=100))]
    plies: u64,
    /// Maximum number of racks to try
    #[arg(long, value_name = "N", default_value_t = 1000)]
    iterations: u64,
    /// Stop after N seconds instead of a number of racks
    #[arg(long, value_name = "N", conflicts_with = "iterations")]
    seconds: Option<f64>,
    /// Number of candidates
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=1000))]
    candidates: u64,
    /// Compare candidates by win chance (of equal ones, by spread) or by spread
    #[arg(long, value_name = "WHAT", default_value = Objective::default().name(), value_parser = objectives())]
    by: Objective,
    /// Certainty in percent that the best candidate is not dropped; 100 drops none
    #[arg(long, value_name = "N", default_value_t = 99, value_parser = clap::value_parser!(u64).range(50..=100))]
    certainty: u64,
    /// Weight the opponent's racks by the opponent's last turn, and list the most likely leaves; needs a game (GCG)
    #[arg(long)]
    infer: bool,
    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Game rules (when a game ends, and how it is scored then): standard, transfer, four-passes, thesis, clabbers, …
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    heuristics: HeuristicArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// The number of inferred leaves that are listed.
const SHOWN: usize = 15;

/// What candidates may be compared by.
fn objectives() -> impl TypedValueParser<Value = Objective> {
    PossibleValuesParser::new(Objective::NAMES.map(|(name, _)| name)).try_map(|name| name.parse())
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let written = args.position.read()?;
    let lexicon = written.lexicon(&args.lexicon);
    let mut context = GameContext::read(&lexicon, &args.rules, &args.heuristics, true, terminal)?;
    context.index_words()?;
    if args.infer {
        written.needs_game()?;
    }
    let (mut position, last) = written.position_and_last(context.alphabet(), &lexicon, terminal)?;
    context.take_learned(position.setup())?;
    let generator = context.generator()?;
    warn_of_phonies(&position, &generator, terminal);
    hide_opponent(&mut position).map_err(Failure::new)?;
    let play_context = context.play_context(&generator);
    let view = View { last, ..View::of_position(&position, &context.rules, args.seed) };
    let iterations = if args.seconds.is_some() { u64::MAX } else { args.iterations };
    let settings = SimulationSettings {
        candidates: args.candidates,
        plies: args.plies,
        iterations,
        certainty: args.certainty,
        by: args.by,
        infer: args.infer,
        ..SimulationSettings::default()
    };
    let no_leaves = LeaveTable::default();
    if play_context.leaves.is_none() {
        terminal.warn("this alphabet has no leave values, so moves are compared by score — give some with --leaves FILE");
    }
    let mut simulate = Simulate::new(play_context, play_context.leaves.unwrap_or(&no_leaves), settings).in_parallel();
    let start = Instant::now();
    let limit = args.seconds.map(Duration::try_from_secs_f64).transpose().map_err(Failure::new)?;
    let threads = threads(args.threads)?;
    stop_on_interrupt();
    let bar = if limit.is_some() { terminal.progress("simulating") } else { terminal.bar(iterations, "racks") };
    let report = threads.run(|| {
        simulate.run(&view, |done| {
            bar.set_position(done);
            !was_interrupted() && limit.is_none_or(|limit| start.elapsed() < limit)
        })
    })?;
    bar.finish_and_clear();
    print(args, &report, simulate.inference(), &position, start.elapsed(), terminal)
}

fn print(
    args: &Args,
    report: &SimulationReport,
    inference: Option<&Inference>,
    position: &Position,
    elapsed: Duration,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let (board, alphabet) = (position.board(), position.setup().alphabet());
    let mut out = Output::new();
    let mut leaves = inference.map(Inference::leaves).unwrap_or_default();
    leaves.truncate(SHOWN);
    let text = |at: usize| report.outcomes[at].scored_move.play.notation(board, alphabet);
    if args.json {
        let moves: Vec<Value> = report
            .outcomes
            .iter()
            .enumerate()
            .map(|(at, outcome)| {
                json!({
                    "move": text(at), "score": outcome.scored_move.score, "equity": outcome.scored_move.worth.points(),
                    "mean": outcome.mean, "error": outcome.error, "margin": outcome.margin(), "wins": outcome.wins,
                    "wins_error": outcome.wins_error, "wins_margin": outcome.wins_margin(), "iterations": outcome.iterations,
                })
            })
            .collect();
        let (iterations, settled, seconds) = (report.iterations, report.settled, elapsed.as_secs_f64());
        let mut object = json!({ "moves": moves, "iterations": iterations, "settled": settled, "seconds": seconds });
        if !leaves.is_empty() {
            let view = |one: &InferredLeave| {
                json!({
                    "leave": one.leave.render(alphabet), "probability": one.probability, "prior": one.prior,
                    "times_prior": one.times_prior(),
                })
            };
            object["leaves"] = leaves.iter().map(view).collect();
        }
        out.json(&object)?;
    } else {
        let mut table = TextTable::new(["move", "score", "static", "mean", "±", "wins %", "±", "racks"]);
        for (at, outcome) in report.outcomes.iter().enumerate() {
            let (considered, tried) = (&outcome.scored_move, outcome.iterations > 0);
            let or_none = |text: String| if tried { text } else { "-".to_owned() };
            table.row([
                text(at),
                considered.score.to_string(),
                format!("{:.1}", considered.worth.points()),
                format!("{:.1}", outcome.mean),
                or_none(format!("{:.1}", outcome.margin())),
                or_none(format!("{:.1}", outcome.wins * 100.0)),
                or_none(format!("{:.1}", outcome.wins_margin() * 100.0)),
                outcome.iterations.to_string(),
            ]);
        }
        table.lines().try_for_each(|line| out.line(line))?;
        if !leaves.is_empty() {
            let mut table = TextTable::new(["leave", "probability %", "times prior"]);
            for one in &leaves {
                let (percent, times) = (format!("{:.1}", one.probability * 100.0), format!("{:.1}", one.times_prior()));
                table.row([one.leave.render(alphabet), percent, times]);
            }
            out.line("")?;
            table.lines().try_for_each(|line| out.line(line))?;
        }
    }
    out.finish()?;
    match inference {
        Some(inference) => {
            let which = if inference.is_exact() { "all" } else { "drawn at random" };
            terminal.note(format_args!("the leaves are inferred from {} racks, {which}", inference.racks()));
        }
        None if args.infer => {
            terminal.note("the opponent's last turn does not tell what was kept, so all racks are as likely as drawn")
        }
        None => {}
    }
    let settled = if report.settled { "settled" } else { "not settled" };
    terminal.note(format_args!(
        "{settled} after {} racks, {:.2} s; ± is half of a 95 % interval",
        report.iterations,
        elapsed.as_secs_f64()
    ));
    let lays = |play: &Move| matches!(play, Move::Place(_));
    Ok(report.outcomes.iter().any(|outcome| lays(&outcome.scored_move.play)).into())
}
