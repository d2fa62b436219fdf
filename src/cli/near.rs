//! `lexigraph near`: words within an edit distance.

use lexigraph::build::GraphKinds;
use lexigraph::query::{Answer, Column, Near, QueryError, parse_word};
use lexigraph::wordlist::MAX_WORD_LENGTH;

use crate::common::answers::{AnswerArgs, Answers, queries};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the words within an edit distance, nearest first
#[derive(clap::Args)]
#[command(after_long_help = "\
An edit inserts, deletes or replaces one letter; with --transpose, it may also swap two adjacent letters. \
Each answer is followed by its distance.

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
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (queries, batch) = queries(&args.words)?;
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let mut answers = Answers::new(&args.list, &image, batch, &[Column::Distance])?;
    for query in &queries {
        let word = parse_word(query, image.alphabet())?;
        if word.len() > MAX_WORD_LENGTH {
            return Err(QueryError::TooLong { limit: MAX_WORD_LENGTH }.into());
        }
        let found = Near::new(&word, args.distance, args.transpose).sorted(&*image.dawg()?);
        answers.list(query, |each| {
            for (distance, word) in found {
                if each(&Answer { word, distance: Some(distance), blanks: vec![] }).is_break() {
                    break;
                }
            }
        })?;
    }
    answers.finish()
}
