//! `lexigraph rank`: converts words to their numbers in alphabetical order, and numbers to words.

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::image::ErasedGraph;
use lexigraph::query::{QueryError, Ranks, parse_word};
use serde_json::json;

use crate::common::answers::queries;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::failure::Failure;
use crate::lexicon::LexiconArgs;

/// Print the number of a word in alphabetical order, or the word with a number
#[derive(clap::Args)]
#[command(after_long_help = "\
Numbers start at 1. Words are sorted by the order of letters in the alphabet.

Examples:
  lexigraph rank satire
  lexigraph rank 100000
  lexigraph rank --neighbours satirx               the words before and after SATIRX

Exit status: 0 something found; 1 nothing found; 2 error.")]
pub struct Args {
    /// Words or numbers; '-' reads standard input
    #[arg(value_name = "WORD|NUMBER")]
    queries: Vec<String>,
    /// Print the previous and the next word instead of the number
    #[arg(long)]
    neighbours: bool,
    /// Print the answer to each query as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (queries, batch) = queries(&args.queries)?;
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let found = find(&*image.dawg()?, &queries, image.alphabet(), args.neighbours)?;
    let mut out = Output::new();
    let mut any = false;
    for (query, found) in queries.iter().zip(&found) {
        any |= found.any;
        if args.json {
            let mut object = json!({ "query": query, "word": found.word, "rank": found.rank });
            if args.neighbours {
                object["before"] = json!(found.before);
                object["after"] = json!(found.after);
            }
            out.json(&object)?;
        } else if found.any {
            if batch {
                out.text(query)?;
                out.text("\t")?;
            }
            match (args.neighbours, is_number(query)) {
                (true, _) => {
                    let text = |word: &Option<String>| word.clone().unwrap_or_default();
                    out.line(format_args!("{}\t{}", text(&found.before), text(&found.after)))?;
                }
                (false, true) => out.line(found.word.as_deref().expect("bug: a number was found without its word"))?,
                (false, false) => out.line(found.rank.expect("bug: a word was found without its number"))?,
            }
        }
    }
    out.finish()?;
    Ok(any.into())
}

fn is_number(query: &str) -> bool {
    query.bytes().all(|byte| byte.is_ascii_digit())
}

/// The answer to one query.
#[derive(Default)]
struct RankAnswer {
    any: bool,
    word: Option<String>,
    rank: Option<u64>,
    before: Option<String>,
    after: Option<String>,
}

/// Answers the queries, each a word or a number.
fn find(
    graph: &ErasedGraph<'_>,
    queries: &[String],
    alphabet: &Alphabet,
    neighbours: bool,
) -> Result<Vec<RankAnswer>, QueryError> {
    let ranks = Ranks::new(graph);
    let find = |query: &String| {
        let mut found = RankAnswer::default();
        // A number that does not fit is past the last word anyway, and no word has number 0.
        let word =
            if is_number(query) { ranks.word(query.parse().unwrap_or(0)) } else { Some(parse_word(query, alphabet)?) };
        let Some(word) = word else { return Ok(found) };
        found.rank = ranks.rank(&word);
        found.word = found.rank.map(|_| alphabet.render(&word));
        found.any = found.rank.is_some();
        if neighbours {
            let (before, after) = ranks.neighbours(&word);
            found.before = before.map(|word| alphabet.render(&word));
            found.after = after.map(|word| alphabet.render(&word));
            found.any |= found.before.is_some() || found.after.is_some();
        }
        Ok(found)
    };
    queries.iter().map(find).collect()
}
