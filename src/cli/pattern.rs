//! `lexigraph pattern`: words that match a pattern.

use lexigraph::alphabet::Tile;
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::query::{Answer, Equation, Pattern, Query, Regex};

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::common::tuples;
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the words that match a pattern
#[derive(clap::Args)]
#[command(after_long_help = "\
A pattern may contain letters; '?' or '.' for any letter; '*' or '@' for any number of letters, including none; a set \
such as [abc], [a-d], [^abc] or [!abc] for one of its letters; and digits, which are letter variables: a digit stands \
for the same letter everywhere. With --rack, the rack supplies every letter that the pattern leaves open; letters that \
its blanks stand for are printed in lower case.

Letters between slashes may come in any order: '.../abc' is three letters and an anagram of ABC; '/re/.../s' has three \
parts. A pattern with spaces stands for several words, each of which fits its part.

An equation has terms with semicolons between them, and a word is found for each. A capital letter stands for one or more \
letters, the same in all terms; ~A is A backwards; |A|=3 or |A|=2-4 limits the length of A. Small letters are letters.

A pattern that begins with '*' is much faster if the lexicon has a GADDAG, as the bundled one does.

Examples:
  lexigraph pattern 'c?t*s'
  lexigraph pattern 'qu???t?' --rack 'ai??'
  lexigraph pattern --distinct '12213..3.'
  lexigraph pattern --regex '.*q([^u].*)?'
  lexigraph pattern '.../aegn'                     three letters, then A, E, G and N in any order
  lexigraph pattern 'c?w q?t'                      two words
  lexigraph pattern 'A;B;AB;|A|=3;|B|=4' -n 10     two words that make a third

Exit status: 0 something found; 1 nothing found; 2 error. A caret marks a syntax error.")]
pub struct Args {
    /// Patterns to match; '-' reads standard input
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    /// Fill the open places from these letters
    #[arg(long, value_name = "LETTERS", conflicts_with = "regex")]
    rack: Option<String>,
    /// Require different letters for different letter variables
    #[arg(long, conflicts_with = "regex")]
    distinct: bool,
    /// Read patterns as regular expressions that match the whole word
    #[arg(long)]
    regex: bool,
    /// Minimum length of a word
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_length: usize,
    /// Maximum length of a word
    #[arg(long, value_name = "N", default_value_t = 255)]
    max_length: usize,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::new(&args.patterns, terminal);
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, args.list.keeps(), terminal)?;
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &[], terminal)?;
    let alphabet = image.alphabet();
    let has_gaddag = image.has(GraphKind::Gaddag);
    let dawg = image.dawg()?;
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        let query = &asked.text;
        if args.regex {
            let regex = match Regex::parse(query, alphabet) {
                Ok(regex) => regex.lengths(args.min_length, args.max_length),
                Err(error) => {
                    queries.fail(&asked, error)?;
                    continue;
                }
            };
            answers.list_words(query, |each| {
                let _ = regex.for_each(&dawg, each);
            })?;
            continue;
        }
        if Equation::is_equation(query, alphabet) {
            if args.rack.is_some() || args.distinct {
                queries.fail(&asked, Failure::new("an equation takes neither --rack nor --distinct — leave them out"))?;
                continue;
            }
            match Equation::parse(query, alphabet) {
                Ok(equation) => {
                    let equation = equation.lengths(args.min_length, args.max_length);
                    tuples::list(&mut answers, &args.list, args.list.limit(), query, alphabet, |each| {
                        let _ = equation.for_each(&dawg, &mut |words: &[Vec<Tile>]| {
                            each(&words.iter().map(Vec::as_slice).collect::<Vec<_>>())
                        });
                    })?;
                }
                Err(error) => queries.fail(&asked, error)?,
            }
            continue;
        }
        let pattern = match Pattern::with(query, alphabet, args.rack.as_deref(), args.distinct) {
            Ok(pattern) => pattern.lengths(args.min_length, args.max_length),
            Err(error) => {
                queries.fail(&asked, error)?;
                continue;
            }
        };
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
    Ok(queries.outcome(answers.finish()?))
}
