//! `lexigraph pre-endgame`: which move wins most often, with one to seven tiles in the bag.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use lexigraph::alphabet::Alphabet;
use lexigraph::board::Position;
use lexigraph::movegen::Generator;
use lexigraph::play::evaluation::Evaluation;
use lexigraph::play::inference::{Inference, InferenceSettings};
use lexigraph::play::pre_endgame::{PreEndgameLimits, PreEndgameSolution, solve_watched};
use lexigraph::play::{GameRules, StaticEquity, View, bundled_leaves, hide_opponent};
use serde_json::{Value, json};

use crate::common::algorithm::AlgorithmArgs;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, stop_on_interrupt, was_interrupted};
use crate::common::position::{PositionArgs, warn_of_phonies};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;
use crate::report::TextTable;

/// Find the move that wins most often, with one to seven tiles in the bag
#[derive(clap::Args)]
#[command(after_long_help = "\
The position is a CGP or a game. The player with the first rack is on turn. Tiles of the opponent that it gives are known; \
the others, and those in the bag, are the unseen tiles. All plays, a pass, and exchanges where the rules allow them are \
tried with every order in which the tiles in the bag can be drawn: 8 draws with one tile in the bag, 72 with two, if \
the opponent has seven. If there are more than --draws, so many are drawn at random, and ± is half of a 95 % interval.

With --infer, --draws draws are tried at random, more often those that leave the opponent a rack with which the last turn \
of a game (GCG), before --turn, was a good one.

For each draw, both players know all tiles and play their best. So if a move does not empty the bag, the opponent answers \
as if they saw into it. A tie counts as half a win; the mean spread at the end of the game decides between moves that win \
equally often. The columns: the share of draws won; the draws won, tied and lost; the mean spread, with ~ if it is an \
estimate; the draws of which it is proven who wins.

The search ends when no move can win more draws than the first and the spreads of the best are searched. Ctrl-C ends it \
at once, with what is known.

Examples:
  lexigraph pre-endgame position.cgp
  lexigraph pre-endgame position.cgp --seconds 60 --top 5
  lexigraph pre-endgame --json - < position.cgp

Exit status: 0 proven that no move wins more often; 1 not proven; 2 error.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Stop after N seconds and print what is known
    #[arg(long, value_name = "N")]
    seconds: Option<f64>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Maximum number of draws; if there are more, so many at random
    #[arg(long, value_name = "N", default_value_t = PreEndgameLimits::default().draws, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    draws: u64,
    /// Weight the draws by the opponent's last turn; needs a game (GCG)
    #[arg(long)]
    infer: bool,
    /// Seed of the random draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of moves to print; a note says how many there are
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Print all moves
    #[arg(long, conflicts_with = "top")]
    all: bool,
    /// Game rules (exchanges, when a game ends, and how it is scored then): standard, transfer, four-passes, thesis
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: String,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let rules = GameRules::builtin(&args.rules).map_err(Failure::new)?;
    let written = args.position.read()?;
    let lexicon = written.lexicon(&args.lexicon);
    let image = lexicon.open(args.algorithm.wanted(), terminal)?;
    if args.infer {
        written.needs_game()?;
    }
    let (mut position, last) = written.position_and_last(image.alphabet(), &lexicon, terminal)?;
    let generator = Generator::new(&image, args.algorithm.kind(&image))?;
    let inference = if args.infer {
        hide_opponent(&mut position).map_err(Failure::new)?;
        let view = View { last, ..View::of_position(&position, &rules, args.seed) };
        inferred(&generator, &view, image.alphabet())?
    } else {
        None
    };
    warn_of_phonies(&position, &generator, terminal);
    let start = Instant::now();
    let limit = args.seconds.map(Duration::try_from_secs_f64).transpose().map_err(Failure::new)?;
    let until = limit.and_then(|limit| start.checked_add(limit));
    let threads = args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let limits = PreEndgameLimits { until, threads, draws: args.draws, seed: args.seed, nodes: None };
    stop_on_interrupt();
    let bar = terminal.progress("searching");
    let (board, alphabet) = (position.board(), position.setup().alphabet());
    let mut told = Duration::ZERO;
    let solution = solve_watched(&generator, &position, &rules, limits, inference.as_ref(), &mut |progress| {
        let now = start.elapsed();
        if !bar.is_hidden() && now > told + Duration::from_millis(500) {
            told = now;
            let solution = progress.solution();
            let dropped = solution.moves.iter().filter(|found| found.dropped).count();
            if let Some(best) = solution.moves.first() {
                let (play, wins) = (best.play.notation(board, alphabet), best.chance() * 100.0);
                bar.set_message(format!("{play} {wins:.1} %, {dropped} of {} moves dropped,", solution.moves.len()));
            }
        }
        if was_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let solution = solution.map_err(|error| Failure::new(error.to_string()))?;
    print(args, &solution, &position, start.elapsed(), terminal)
}

/// What the opponent's last turn tells, by the bundled leave values if there are some for the alphabet.
fn inferred(generator: &Generator<'_>, view: &View<'_>, alphabet: &Alphabet) -> Result<Option<Inference>, Failure> {
    let leaves = bundled_leaves(alphabet).unwrap_or_default();
    let evaluation = Evaluation::builtin(alphabet).ok();
    let mut valued = StaticEquity::new(generator, &leaves, evaluation.as_ref());
    Ok(Inference::of(view, &mut valued, InferenceSettings::default())?)
}

fn print(
    args: &Args,
    solution: &PreEndgameSolution,
    position: &Position,
    elapsed: Duration,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let (board, alphabet) = (position.board(), position.setup().alphabet());
    let mut out = Output::new();
    let most = if args.all { usize::MAX } else { args.top };
    let shown = solution.moves.iter().take(most);
    let (draws, sampled) = (solution.draws, solution.sampled);
    if args.json {
        let moves: Vec<Value> = shown
            .map(|found| {
                json!({
                    "move": found.play.notation(board, alphabet), "score": found.score, "chance": found.chance(),
                    "margin": if sampled { Some(found.margin()) } else { None }, "wins": found.wins, "ties": found.ties,
                    "draws": found.draws, "proven_draws": found.proven, "spread": found.spread, "exact": found.exact,
                    "dropped": found.dropped,
                })
            })
            .collect();
        out.json(&json!({
            "moves": moves, "count": solution.moves.len(), "bag": solution.bag, "draws": draws, "all_draws": solution.all_draws,
            "proven": solution.proven, "nodes": solution.nodes, "seconds": elapsed.as_secs_f64(),
        }))?;
    } else {
        let mut headings = vec!["move", "score", "wins %"];
        headings.extend(sampled.then_some("±"));
        headings.extend(["won-tied-lost", "spread", "proven"]);
        let mut table = TextTable::new(headings);
        for found in shown {
            let lost = found.draws - found.wins - found.ties;
            let tilde = if found.exact { "" } else { "~" };
            let mut row = vec![
                found.play.notation(board, alphabet),
                found.score.to_string(),
                format!("{:.1}", found.chance() * 100.0),
            ];
            row.extend(sampled.then(|| format!("{:.1}", found.margin() * 100.0)));
            row.extend([
                format!("{}-{}-{lost}", found.wins, found.ties),
                format!("{tilde}{:+.1}", found.spread),
                format!("{}/{draws}", found.proven),
            ]);
            table.row(row);
        }
        table.lines().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    let proven = if solution.proven { "proven" } else { "not proven" };
    let tried = if sampled { format!("{draws} of {} draws", solution.all_draws) } else { format!("{draws} draws") };
    terminal.note(format_args!(
        "{proven}, {} moves, {} in the bag, {tried}, {} positions, {:.2} s",
        solution.moves.len(),
        solution.bag,
        solution.nodes,
        elapsed.as_secs_f64()
    ));
    Ok(solution.proven.into())
}
