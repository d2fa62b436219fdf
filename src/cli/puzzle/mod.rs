//! `lexigraph puzzle`: positions whose best play is proven, made and asked.

mod ask;
mod make;
mod record;

use lexigraph::play::puzzle::PuzzleKind;
use lexigraph::play::strategy::{PlayContext, StrategyError, StrategySpec, level_without_values, levels};

use crate::common::color::Color;
use crate::common::outcome::Outcome;
use crate::common::output::{ReadArgs, Terminal};
use crate::failure::Failure;

/// Solve puzzles: positions whose best play is proven; 'puzzle make' makes them
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_long_help = "\
A file of puzzles has a JSON object on each line, as 'puzzle make' writes it. Type a move as 8D WORD (across) or D8 WORD \
(down), -ABC to exchange tiles, - to pass. 'hint' tells more each time, 'answer' shows the best play, 'skip' goes on, 'quit' \
ends. Of standard input ('-'), the first lines are puzzles and those behind them moves; where there are none, the terminal \
is asked. Another move than the best is measured by what proved the best one: by simulation, by all draws, or to the \
end of the game.

Examples:
  lexigraph puzzle make --games 100 -o puzzles.jsonl
  lexigraph puzzle make games/ --kind endgame --count 20 -o endgames.jsonl
  lexigraph puzzle puzzles.jsonl --kind bingo
  lexigraph puzzle puzzles.jsonl --rating 3
  lexigraph puzzle make --games 10 | lexigraph puzzle -

Exit status: 0 puzzles were asked or made; 1 there are none; 2 error."
)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    ask: ask::AskArgs,
}

#[derive(clap::Subcommand)]
enum What {
    Make(Box<make::Args>),
}

impl Args {
    /// How to read word lists.
    pub fn reading(&self) -> &ReadArgs {
        match &self.what {
            None => &self.ask.game.lexicon.reading,
            Some(What::Make(args)) => &args.game.lexicon.reading,
        }
    }
}

pub fn run(args: &Args, color: Color, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.what {
        None => ask::run(&args.ask, color, terminal),
        Some(What::Make(args)) => make::run(args, terminal),
    }
}

/// Parses the name of a kind.
fn kind(name: &str) -> Result<PuzzleKind, String> {
    let names = || PuzzleKind::ALL.map(PuzzleKind::name).join(", ");
    PuzzleKind::from_name(name.trim()).ok_or_else(|| format!("unknown kind — choose from: {}", names()))
}

/// A strategy that looks further ahead than the levels, without an exact end.
const SIMULATION: (&str, &str) = ("simulation", "simulate:iterations=1000,pre_endgame=no");

/// The levels that rate puzzles, by name, as far as this context allows.
fn rating_levels(context: PlayContext<'_>) -> Result<Vec<(String, StrategySpec)>, StrategyError> {
    let usual = levels();
    let text = |name: &str| {
        let fallback = || level_without_values(name).filter(|_| context.leaves.is_none());
        fallback().or_else(|| usual.get(name).cloned()).unwrap_or_default()
    };
    let named = ["easy", "medium", "hard"].map(|name| (name, text(name)));
    let all = named.into_iter().chain([(SIMULATION.0, SIMULATION.1.to_owned())]);
    all.map(|(name, text)| Ok((name.to_owned(), StrategySpec::parse(&text)?))).collect()
}
