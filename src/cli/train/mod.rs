//! `lexigraph train`: learns from self-play what tiles and words are worth.

mod file;
mod heuristics;
mod leaves;
mod playability;
mod winning;

use crate::common::outcome::Outcome;
use crate::common::output::{ReadArgs, Terminal};
use crate::failure::Failure;

/// Learn leave values (what the tiles kept on the rack are worth), win chances or playability from self-play
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Leaves(leaves::Args),
    Heuristics(heuristics::Args),
    Winning(winning::Args),
    Playability(playability::Args),
}

impl Args {
    /// How to read word lists.
    pub fn reading(&self) -> &ReadArgs {
        match &self.what {
            What::Leaves(args) => &args.game.lexicon.reading,
            What::Heuristics(args) => &args.lexicon.reading,
            What::Winning(args) => &args.game.lexicon.reading,
            What::Playability(args) => &args.game.lexicon.reading,
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.what {
        What::Leaves(args) => leaves::run(args, terminal),
        What::Heuristics(args) => heuristics::run(args, terminal),
        What::Winning(args) => winning::run(args, terminal),
        What::Playability(args) => playability::run(args, terminal),
    }
}

/// A duration in the unit that people would name it in.
fn duration(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{:.1} hours", seconds / 3600.0),
    }
}
