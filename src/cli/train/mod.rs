//! `lexigraph train`: learns from self-play what tiles are worth.

mod heuristics;
mod leaves;

use crate::common::outcome::Outcome;
use crate::common::output::{ReadArgs, Terminal};
use crate::failure::Failure;

/// Learn leave values (what the tiles kept on the rack are worth) from self-play
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Leaves(leaves::Args),
    Heuristics(heuristics::Args),
}

impl Args {
    /// How to read word lists.
    pub fn reading(&self) -> &ReadArgs {
        match &self.what {
            What::Leaves(args) => &args.game.lexicon.reading,
            What::Heuristics(args) => &args.lexicon.reading,
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.what {
        What::Leaves(args) => leaves::run(args, terminal),
        What::Heuristics(args) => heuristics::run(args, terminal),
    }
}
