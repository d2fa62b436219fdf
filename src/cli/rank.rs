//! `lexigraph rank`: words by their number in collation order, and back.

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::image::ErasedGraph;
use lexigraph::query::{QueryError, Ranks, parse_word};
use serde_json::json;

use super::answers::queries;
use super::{Failure, LexiconArgs, Outcome, Output, Terminal};

/// Print the number of a word in collation order, or the word with a number
#[derive(clap::Args)]
#[command(after_long_help = "\
Numbers begin with 1. They follow from the number of words below each node, which is counted once a run.

Examples:
  lexigraph rank satire
  lexigraph rank 100000
  lexigraph rank --neighbours satirx               the words before and after

Exit status: 0 something found; 1 nothing; 2 error.")]
pub struct Args {
    /// Words or numbers; '-' is standard input
    #[arg(value_name = "WORD|NUMBER")]
    queries: Vec<String>,
    /// Print the words next to it, before and after, instead of its number
    #[arg(long)]
    neighbours: bool,
    /// Print one JSON object a query
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
                (false, true) => out.line(found.word.as_deref().unwrap_or_default())?,
                (false, false) => out.line(found.rank.unwrap_or(0))?,
            }
        }
    }
    out.finish()?;
    Ok(any.into())
}

fn is_number(query: &str) -> bool {
    query.bytes().all(|byte| byte.is_ascii_digit())
}

#[derive(Default)]
struct Found {
    any: bool,
    word: Option<String>,
    rank: Option<u64>,
    before: Option<String>,
    after: Option<String>,
}

/// Looks the queries up, words and numbers.
fn find(
    graph: &ErasedGraph<'_>,
    queries: &[String],
    alphabet: &Alphabet,
    neighbours: bool,
) -> Result<Vec<Found>, QueryError> {
    let ranks = Ranks::new(graph);
    let find = |query: &String| {
        let mut found = Found::default();
        // A number too large to hold is past the last word anyway.
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
