//! `lexigraph near`: words within an edit distance.

use lexigraph::build::GraphKinds;
use lexigraph::query::{Answer, Column, Near, QueryError};
use lexigraph::wordlist::MAX_WORD_LENGTH;

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the words within an edit distance, nearest first
#[derive(clap::Args)]
#[command(after_long_help = "\
An edit inserts, deletes or replaces one letter; with --transpose, it may also swap two adjacent letters. \
Each answer is followed by its distance. A character that the alphabet lacks counts as a letter that is in no word.

Examples:
  lexigraph near satire
  lexigraph near --distance 2 --transpose recieve

Exit status: 0 something found; 1 nothing found; 2 error.")]
pub struct Args {
    /// Words, which need not be in the lexicon; '-' reads standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Maximum number of edits
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    distance: usize,
    /// Count a swap of two adjacent letters as one edit
    #[arg(long)]
    transpose: bool,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::new(&args.words, terminal);
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, args.list.keeps(), terminal)?;
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &[Column::Distance], terminal)?;
    let dawg = image.dawg()?;
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        if asked.text.chars().count() > MAX_WORD_LENGTH {
            return Err(QueryError::TooLong { limit: MAX_WORD_LENGTH }.into());
        }
        let found = Near::parse(&asked.text, image.alphabet(), args.distance, args.transpose).sorted(&dawg);
        answers.list(&asked.text, |each| {
            for (distance, word) in found {
                if each(&Answer { word, distance: Some(distance), ..Answer::default() }).is_break() {
                    break;
                }
            }
        })?;
    }
    Ok(queries.outcome(answers.finish()?))
}
