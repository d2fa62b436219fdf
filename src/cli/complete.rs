//! `lexigraph complete`: words that begin with a prefix.

use lexigraph::build::GraphKinds;
use lexigraph::query::{Complete, Query, parse_word};

use crate::common::answers::{AnswerArgs, Answers, queries};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the words that begin with a prefix
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  lexigraph complete re -n 10
  lexigraph complete re --count

Exit status: 0 something found; 1 nothing found; 2 error.")]
pub struct Args {
    /// Prefixes; '-' reads standard input
    #[arg(value_name = "PREFIX")]
    prefixes: Vec<String>,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (queries, batch) = queries(&args.prefixes)?;
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let mut answers = Answers::new(&args.list, &image, batch, &[])?;
    let dawg = image.dawg()?;
    for query in &queries {
        let prefix = parse_word(query, image.alphabet())?;
        answers.list_words(query, |each| {
            let _ = Complete::new(&prefix).for_each(&dawg, each);
        })?;
    }
    answers.finish()
}
