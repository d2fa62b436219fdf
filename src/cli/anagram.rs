//! `lexigraph anagram`: words, or combinations of words, that can be made from letters.

use lexigraph::build::GraphKinds;
use lexigraph::query::multiword::MultiWordLimits;
use lexigraph::query::{Anagram, Answer, Phrase, Query, parse_word};

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::combinations;
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the words that can be made from letters
#[derive(clap::Args)]
#[command(after_long_help = "\
LETTERS may contain letters; '?' or '.' for a blank; '*' or '@' for any number of further letters; and a set such as \
[abc], [a-d], [^abc] or [!abc] for one of its letters. An answer uses all the letters, or with --sub any of them. \
Letters that blanks stand for are printed in lower case; given letters are used before blanks, from left to right.

Spaces and apostrophes are left out, so that LETTERS may be a phrase. With --words, it may contain '?' and sets; the \
answers are combinations of words, each printed once. Use --sort alpha to sort them.

Examples:
  lexigraph anagram retains
  lexigraph anagram --sub 'qaeinr?' --sort points -n 10
  lexigraph anagram 'q[aei][abi]?'
  lexigraph anagram '*jq'                          every word with J and Q
  lexigraph anagram --words 3 --min-length 3 'clint eastwood' | head

Exit status: 0 something found; 1 nothing found; 2 error. A caret marks a syntax error.")]
pub struct Args {
    /// Letters to use; '-' reads standard input
    #[arg(value_name = "LETTERS")]
    letters: Vec<String>,
    /// Also print words that use only some of the letters
    #[arg(long, conflicts_with = "words")]
    sub: bool,
    /// Minimum length of a word
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_length: usize,
    /// Maximum length of a word
    #[arg(long, value_name = "N", default_value_t = 255)]
    max_length: usize,
    /// Require these consecutive letters; with --words, require this word. May be given several times
    #[arg(long, value_name = "WORD")]
    contains: Vec<String>,
    /// Combine up to N words
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    words: Option<u32>,
    /// Allow a word more than once in a combination
    #[arg(long, requires = "words")]
    repeat: bool,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.words.is_some() {
        combinations::check(&args.list)?;
    }
    let mut queries = Queries::new(&args.letters, terminal);
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, args.list.keeps(), terminal)?;
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &[], terminal)?;
    let contains = args.contains.iter().map(|word| parse_word(word, image.alphabet()));
    let contains = contains.collect::<Result<Vec<_>, _>>()?;
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut answers.out)? {
        let query = &asked.text;
        if let Some(words) = args.words {
            let limits = MultiWordLimits {
                words: words as usize,
                min_length: args.min_length,
                max_length: args.max_length,
                repeat: args.repeat,
                containing: contains.clone(),
            };
            match Phrase::parse(query, image.alphabet()) {
                Ok(phrase) => combinations::list(&mut answers, &args.list, query, &image, &phrase, &limits)?,
                Err(error) => queries.fail(&asked, error)?,
            }
            continue;
        }
        let anagram = match Anagram::parse(query, image.alphabet()) {
            Ok(anagram) => anagram.partial(args.sub).lengths(args.min_length, args.max_length),
            Err(error) => {
                queries.fail(&asked, error)?;
                continue;
            }
        };
        let anagram = contains.iter().fold(anagram, |anagram, part| anagram.containing(part));
        let dawg = image.dawg()?;
        answers.list(query, |each| {
            let mut answer = Answer::default();
            let _ = anagram.for_each(&dawg, &mut |word| {
                answer.word.clear();
                answer.word.extend_from_slice(word);
                if anagram.has_blanks() && !args.list.counts() {
                    answer.blanks = anagram.blanks(word);
                }
                each(&answer)
            });
        })?;
    }
    Ok(queries.outcome(answers.finish()?))
}
