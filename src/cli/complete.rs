//! `lexigraph complete`: words that begin with a prefix.

use lexigraph::build::GraphKinds;
use lexigraph::query::{Complete, Query, parse_word};

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
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
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::new(&args.prefixes, terminal);
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, args.list.keeps(), terminal)?;
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &[], terminal)?;
    let dawg = image.dawg()?;
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        let prefix = match parse_word(&asked.text, image.alphabet()) {
            Ok(prefix) => prefix,
            Err(error) => {
                queries.fail(&asked, error)?;
                continue;
            }
        };
        answers.list_words(&asked.text, |each| {
            let _ = Complete::new(&prefix).for_each(&dawg, each);
        })?;
    }
    Ok(queries.outcome(answers.finish()?))
}
