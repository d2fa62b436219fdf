//! `lexigraph pattern`: words that fit a pattern.

use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::query::{Answer, Pattern, Query, Regex};

use super::answers::{Answers, ListArgs, queries};
use super::{Failure, LexiconArgs, Outcome, Terminal};

/// Print the words that fit a pattern
#[derive(clap::Args)]
#[command(after_long_help = "\
Patterns: a letter; '?' or '.' any letter; '*' or '@' any letters, also none; [abc], [a-d], [^abc], [!abc] one of a set; a digit is a letter \
variable: the same letter wherever it stands. With --rack the letters of all places that are not one given letter come from the rack, and those \
that its blanks stand for are printed in lower case.

A pattern that begins with '*' is fast where the lexicon has a GADDAG, as the bundled one does.

Examples:
  lexigraph pattern 'c?t*s'
  lexigraph pattern 'qu???t?' --rack 'ai??'
  lexigraph pattern --distinct '12213..3.'
  lexigraph pattern --regex '.*q([^u].*)?'

Exit status: 0 something found; 1 nothing; 2 error, with a caret under a mistake.")]
pub struct Args {
    /// Patterns; '-' is standard input
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    /// Letters at hand for the open places
    #[arg(long, value_name = "LETTERS", conflicts_with = "regex")]
    rack: Option<String>,
    /// Different letter variables are different letters
    #[arg(long, conflicts_with = "regex")]
    distinct: bool,
    /// The patterns are regular expressions for the whole word
    #[arg(long)]
    regex: bool,
    /// Fewest letters of a word
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_length: usize,
    /// Most letters of a word
    #[arg(long, value_name = "N", default_value_t = 255)]
    max_length: usize,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (queries, batch) = queries(&args.patterns)?;
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let mut answers = Answers::new(&args.list, &image, batch, &[])?;
    let alphabet = image.alphabet();
    let has_gaddag = image.has(GraphKind::Gaddag);
    let dawg = image.dawg()?;
    for query in &queries {
        if args.regex {
            let regex = Regex::parse(query, alphabet)?.lengths(args.min_length, args.max_length);
            answers.list_words(query, |each| {
                let _ = regex.for_each(&dawg, each);
            })?;
            continue;
        }
        let pattern = Pattern::with(query, alphabet, args.rack.as_deref(), args.distinct)?;
        let pattern = pattern.lengths(args.min_length, args.max_length);
        if pattern.wants_gaddag() && has_gaddag {
            let gaddag = image.gaddag()?;
            answers.list_words(query, |each| {
                let _ = pattern.for_each_anchored(&gaddag, each);
            })?;
            continue;
        }
        answers.list(query, |each| {
            let mut answer = Answer::default();
            let _ = pattern.for_each(&dawg, &mut |word| {
                answer.word.clear();
                answer.word.extend_from_slice(word);
                if !args.list.counts() {
                    answer.blanks = pattern.blanks(word);
                }
                each(&answer)
            });
        })?;
    }
    answers.finish()
}
