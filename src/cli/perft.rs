//! `lexigraph perft`: how many lines of play a position has.

use std::time::Instant;

use lexigraph::movegen::{Generator, perft::perft};
use serde_json::json;

use super::position::{PositionArgs, warn_of_phonies};
use super::solve::Algorithm;
use super::{Failure, LexiconArgs, Outcome, Output, Terminal};

/// Count the lines of play of a position, to so many plays
#[derive(clap::Args)]
#[command(after_long_help = "\
A line is a play of the player on turn, one of the other player, and so on: tiles laid only, no pass, no exchange, and nothing is drawn. \
Each depth is a line of output: depth, number of lines, best score of a last play, all scores of last plays together.

Example:
  lexigraph perft --depth 2 '15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITX/AEN 0/0 0'

Exit status: 0 there is a line of that depth; 1 there is none; 2 error.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How many plays a line has
    #[arg(long, value_name = "N", default_value_t = 1)]
    depth: usize,
    /// How plays are found; the counts are the same
    #[arg(long, value_enum, default_value_t = Algorithm::Gaddag)]
    algorithm: Algorithm,
    /// Print one JSON object a depth
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (kind, wanted) = args.algorithm.graph();
    let image = args.lexicon.open(wanted, terminal)?;
    let mut position = args.position.read(image.alphabet())?;
    let generator = Generator::new(&image, kind)?;
    warn_of_phonies(&position, &generator, terminal);
    let mut worker = generator.worker();
    let mut out = Output::new();
    let mut lines = 1;
    for depth in 1..=args.depth {
        let start = Instant::now();
        let found = perft(&mut worker, &mut position, depth)?;
        if args.json {
            let seconds = start.elapsed().as_secs_f64();
            let (best, total) = (found.best, found.total);
            out.json(&json!({ "depth": depth, "lines": found.lines, "best": best, "total": total, "seconds": seconds }))?;
        } else {
            out.line(format_args!("{depth}\t{}\t{}\t{}", found.lines, found.best, found.total))?;
        }
        lines = found.lines;
        if lines == 0 {
            break;
        }
    }
    out.finish()?;
    Ok((lines > 0).into())
}
