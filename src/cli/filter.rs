//! `lexigraph filter`: words that fit green, yellow and grey letters.

use lexigraph::build::GraphKinds;
use lexigraph::query::{ClueTexts, Clues, Query};

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the words that fit the green, yellow and grey letters of guesses
#[derive(clap::Args)]
#[command(after_long_help = "\
A guess is a word with its result: 'g' (or 2, or a green square) for a letter at its place, 'y' (1) for one that is \
elsewhere, 'x' (also '-' or 0) for one that the word does not have, or not once more. Or the clues are given by colour: \
--green is a pattern; --yellow is a pattern with the places where the letter is not, or letters without places, \
which the word has beside the green ones; of a --grey letter that is also green or yellow, the word has no more than \
these tell. All clues have to fit. On standard input, the guesses of each line are a search of their own.

Examples:
  lexigraph filter crane=xygxg
  lexigraph filter --green '?a??e' --yellow r --grey stn
  lexigraph filter --green '?a??e' --yellow 'r????' --grey stn      R is not the first letter
  lexigraph filter --length 6 --grey aeio

Exit status: 0 something found; 1 nothing found; 2 error.")]
pub struct Args {
    /// Guesses with their results, such as crane=xygxg; '-' reads standard input
    #[arg(value_name = "WORD=RESULT")]
    guesses: Vec<String>,
    /// Letters at their places, '?' for the others
    #[arg(long, value_name = "PATTERN")]
    green: Option<String>,
    /// Letters that the word has elsewhere; may be given several times
    #[arg(long, value_name = "LETTERS|PATTERN")]
    yellow: Vec<String>,
    /// Letters that the word has not
    #[arg(long, value_name = "LETTERS", default_value = "", hide_default_value = true)]
    grey: String,
    /// Number of letters, if no pattern and no guess tells it [default: 5]
    #[arg(long, value_name = "N")]
    length: Option<usize>,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let colours = args.green.is_some() || !args.yellow.is_empty() || !args.grey.is_empty() || args.length.is_some();
    // Without guesses, the colours are one search.
    let none = vec![String::new()];
    let mut queries = if args.guesses.is_empty() && colours {
        Queries::new(&none, terminal)
    } else {
        Queries::joined(&args.guesses, terminal)
    };
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, args.list.keeps(), terminal)?;
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &[], terminal)?;
    let dawg = image.dawg()?;
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        let texts = ClueTexts {
            green: args.green.clone(),
            yellow: args.yellow.clone(),
            grey: args.grey.clone(),
            guesses: asked.text.split_whitespace().map(str::to_owned).collect(),
            length: args.length,
        };
        match Clues::parse(&texts, image.alphabet()) {
            Ok(clues) => answers.list_words(&asked.text, |each| {
                let _ = clues.for_each(&dawg, each);
            })?,
            Err(error) => queries.fail(&asked, error)?,
        }
    }
    Ok(queries.outcome(answers.finish()?))
}
