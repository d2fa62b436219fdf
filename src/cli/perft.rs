//! `lexigraph perft`: counts the lines of play from a position.

use std::time::Instant;

use lexigraph::movegen::{Generator, perft::perft};
use serde_json::json;

use crate::common::algorithm::AlgorithmArgs;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::position::{PositionArgs, warn_of_phonies};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Count the lines of play from a position, to test and time move generation
#[derive(clap::Args)]
#[command(after_long_help = "\
A line of play is a play by the player on turn, a play by the opponent, and so on. Players only lay tiles: they do not \
pass, exchange or draw. The output has one row a depth: depth, number of lines, highest score of a last play, and sum \
of the scores of all last plays.

Example:
  lexigraph perft --depth 2 '15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITX/AEN 0/0 0'

Exit status: 0 there is a line of that depth; 1 there is none; 2 error.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of plays in a line
    #[arg(long, value_name = "N", default_value_t = 1)]
    depth: usize,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    /// Print each depth as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let written = args.position.read()?;
    let lexicon = written.lexicon(&args.lexicon);
    let image = lexicon.open(args.algorithm.wanted(), terminal)?;
    let mut position = written.position(image.alphabet(), &lexicon, terminal)?;
    let generator = Generator::new(&image, args.algorithm.kind(&image))?;
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
