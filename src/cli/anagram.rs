//! `lexigraph anagram`: words, or several words, made of given letters.

use std::io::Write;
use std::ops::ControlFlow;

use lexigraph::build::Wanted;
use lexigraph::graph::WordGraph;
use lexigraph::image::{GraphOp, Image};
use lexigraph::query::multiword::Limits;
use lexigraph::query::{Anagram, Answer, MultiWord, QueryError, parse_word};

use super::answers::{Answers, ListArgs, end_answer, queries};
use super::{Failure, LexiconArgs, Outcome, Terminal};

/// Print the words that can be made from letters
#[derive(clap::Args)]
#[command(after_long_help = "\
Letters: a letter; '?' or '.' a blank; '*' or '@' any further letters; [abc], [a-d], [^abc], [!abc] one of a set. All letters are used; with \
--sub any part of them. A letter that a blank stands for is printed in lower case: the letters at hand go first, from left to right.

With --words the letters are a phrase (blanks between words do not count) and the answers are combinations of words, each once, in no order. \
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
    let (queries, batch) = queries(&args.letters)?;
    let image = args.lexicon.open(Wanted::Dawg, terminal)?;
    let mut answers = Answers::new(&args.list, &image, batch, &[])?;
    let contains = args.contains.as_deref().map(|word| parse_word(word, image.alphabet())).transpose()?;
    for query in &queries {
        if let Some(words) = args.words {
            let limits = Limits {
                words: words as usize,
                min_length: args.min_length,
                max_length: args.max_length,
                repeat: args.repeat,
                containing: contains.clone(),
            };
            let letters: String = query.split_whitespace().collect();
            let phrase = parse_word(&letters, image.alphabet())?;
            let found = image.dawg()?.0.run(Find { phrase: &phrase, limits })?;
            list_combinations(&mut answers, &args.list, query, &image, &found)?;
            continue;
        }
        let anagram = Anagram::parse(query, image.alphabet())?.partial(args.sub).lengths(args.min_length, args.max_length);
        let anagram = anagram.containing(contains.as_deref().unwrap_or(&[]));
        let dawg = image.dawg()?.0;
        answers.list(query, |each| {
            let mut answer = Answer::default();
            let _ = anagram.ask(&dawg, &mut |word| {
                answer.word.clear();
                answer.word.extend_from_slice(word);
                if anagram.has_blanks() {
                    answer.blanks = anagram.blanks(word);
                }
                each(&answer)
            });
        })?;
    }
    answers.finish()
}

struct Find<'p> {
    phrase: &'p [lexigraph::alphabet::Tile],
    limits: Limits,
}

impl GraphOp for Find<'_> {
    type Output = Result<MultiWord, QueryError>;
    fn run<G: WordGraph>(self, graph: &G) -> Self::Output {
        MultiWord::new(graph, self.phrase, self.limits)
    }
}

/// Writes combinations as they are found; there may be millions, so each word is made text once.
fn list_combinations(
    answers: &mut Answers<'_>,
    args: &ListArgs,
    query: &str,
    image: &Image,
    found: &MultiWord,
) -> Result<(), Failure> {
    let mut count = 0u64;
    let limit = args.limit();
    let go_on = |count: u64| if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(Ok(())) };
    if limit == 0 {
        return Ok(());
    }
    if args.counts() {
        let _ = found.for_each(|_| {
            count += 1;
            go_on(count)
        });
        return answers.print_count(query, count);
    }
    if !args.is_plain() && !args.is_json() {
        let what = "--words prints combinations, which have no columns and no order";
        return Err(Failure::new(format!("{what} — leave out --columns, --sort, --reverse and --tsv, or sort the lines")));
    }
    let texts: Vec<String> = found.words().iter().map(|word| image.alphabet().render(word)).collect();
    let (end, batch, json) = (args.end(), answers.batch, args.is_json());
    let out = &mut answers.out;
    let mut line = String::new();
    let flow = found.for_each(|words| {
        count += 1;
        line.clear();
        if batch && !json {
            line.push_str(query);
            line.push('\t');
        }
        let start = line.len();
        for (at, &word) in words.iter().enumerate() {
            if at > 0 {
                line.push(' ');
            }
            line.push_str(&texts[word as usize]);
        }
        let written = if json {
            let mut object = serde_json::Map::new();
            if batch {
                object.insert("query".into(), query.into());
            }
            object.insert("word".into(), line[start..].into());
            object
                .insert("words".into(), words.iter().map(|&word| texts[word as usize].as_str()).collect::<Vec<_>>().into());
            out.json(&object)
        } else {
            let out = out.writer();
            out.write_all(line.as_bytes()).and_then(|()| end_answer(out, end))
        };
        match written {
            Ok(()) => go_on(count),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    });
    if count > 0 {
        answers.found();
    }
    if let ControlFlow::Break(result) = flow {
        result?;
    }
    Ok(())
}
