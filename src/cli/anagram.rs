//! `lexigraph anagram`: words, or several words, made of given letters.

use lexigraph::build::GraphKinds;
use lexigraph::query::multiword::MultiWordLimits;
use lexigraph::query::{Anagram, Answer, Phrase, Query, parse_word};

use super::answers::{Answers, ListArgs, queries};
use super::{Failure, LexiconArgs, Outcome, Terminal, combinations};

/// Print the words that can be made from letters
#[derive(clap::Args)]
#[command(after_long_help = "\
Letters: a letter; '?' or '.' a blank; '*' or '@' any further letters; [abc], [a-d], [^abc], [!abc] one of a set. All letters are used; with \
--sub any part of them. A letter that a blank stands for is printed in lower case: the letters at hand go first, from left to right.

With --words the letters are a phrase (blanks between words do not count; '?' and sets may stand in it) and the answers are combinations of \
words, each once, in no order unless --sort alpha asks for one. \
--contains then names a word that must be among them; otherwise letters that must stand side by side in the answer.

Examples:
  lexigraph anagram retains
  lexigraph anagram --sub 'qaeinr?' --sort points -n 10
  lexigraph anagram 'q[aei][abi]?'
  lexigraph anagram '*jq'                          every word with J and Q
  lexigraph anagram --words 3 --min-length 3 'clint eastwood' | head

Exit status: 0 something found; 1 nothing; 2 error, with a caret under a mistake.")]
pub struct Args {
    /// Letters; '-' is standard input
    #[arg(value_name = "LETTERS")]
    letters: Vec<String>,
    /// Use any part of the letters
    #[arg(long, conflicts_with = "words")]
    sub: bool,
    /// Fewest letters of a word
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_length: usize,
    /// Most letters of a word
    #[arg(long, value_name = "N", default_value_t = 255)]
    max_length: usize,
    /// Letters that must stand side by side; with --words, a word that must be there
    #[arg(long, value_name = "WORD")]
    contains: Option<String>,
    /// Make combinations of at most so many words
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    words: Option<u32>,
    /// Let a word stand twice in a combination
    #[arg(long, requires = "words")]
    repeat: bool,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.words.is_some() {
        combinations::check(&args.list)?;
    }
    let (queries, batch) = queries(&args.letters)?;
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let mut answers = Answers::new(&args.list, &image, batch, &[])?;
    let contains = args.contains.as_deref().map(|word| parse_word(word, image.alphabet())).transpose()?;
    for query in &queries {
        if let Some(words) = args.words {
            let limits = MultiWordLimits {
                words: words as usize,
                min_length: args.min_length,
                max_length: args.max_length,
                repeat: args.repeat,
                containing: contains.clone(),
            };
            let phrase = Phrase::parse(query, image.alphabet())?;
            combinations::list(&mut answers, &args.list, query, &image, &phrase, &limits)?;
            continue;
        }
        let anagram = Anagram::parse(query, image.alphabet())?.partial(args.sub).lengths(args.min_length, args.max_length);
        let anagram = anagram.containing(contains.as_deref().unwrap_or(&[]));
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
    answers.finish()
}
