//! `lexigraph rank`: converts words to their numbers in alphabetical order, and numbers to words.

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::query::{QueryError, Ranks, parse_word};
use serde_json::json;

use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::common::queries::{Asked, Queries};
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
    /// Print at most N answers
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<u64>,
    /// Print tab-separated values with a header
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
    /// Print the answer to each query as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::new(&args.queries, terminal);
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let ranks = Ranks::new(&image.dawg()?.0);
    let mut out = Output::new();
    if args.tsv {
        out.line(if args.neighbours { "query\tword\trank\tbefore\tafter" } else { "query\tword\trank" })?;
    }
    let (mut answered, mut any) = (0, false);
    let mut asked = Asked::default();
    while args.limit.is_none_or(|limit| answered < limit) && queries.next(&mut asked, &mut out)? {
        let found = match find(&ranks, &asked.text, image.alphabet(), args.neighbours) {
            Ok(found) => found,
            Err(error) => {
                queries.fail(&asked, error)?;
                continue;
            }
        };
        any |= found.any;
        answered += u64::from(found.any || args.json);
        print(args, &asked.text, queries.is_batch(), &found, &mut out)?;
    }
    out.finish()?;
    Ok(queries.outcome(any.into()))
}

/// Prints the answer to a query.
fn print(args: &Args, query: &str, batch: bool, found: &RankAnswer, out: &mut Output) -> Result<(), Failure> {
    if args.json {
        let mut object = json!({ "query": query, "word": found.word, "rank": found.rank });
        if args.neighbours {
            object["before"] = json!(found.before);
            object["after"] = json!(found.after);
        }
        return Ok(out.json(&object)?);
    }
    if !found.any {
        return Ok(());
    }
    let text = |word: &Option<String>| word.clone().unwrap_or_default();
    let neighbours = || format!("{}\t{}", text(&found.before), text(&found.after));
    if args.tsv {
        let rank = found.rank.map_or_else(String::new, |rank| rank.to_string());
        let around = if args.neighbours { format!("\t{}", neighbours()) } else { String::new() };
        return Ok(out.line(format_args!("{query}\t{}\t{rank}{around}", text(&found.word)))?);
    }
    if batch {
        out.text(query)?;
        out.text("\t")?;
    }
    match (args.neighbours, is_number(query)) {
        (true, _) => out.line(neighbours())?,
        (false, true) => out.line(found.word.as_deref().expect("bug: a number was found without its word"))?,
        (false, false) => out.line(found.rank.expect("bug: a word was found without its number"))?,
    }
    Ok(())
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

/// Answers a query, a word or a number.
fn find(ranks: &Ranks<'_>, query: &str, alphabet: &Alphabet, neighbours: bool) -> Result<RankAnswer, QueryError> {
    let mut found = RankAnswer::default();
    // A number that does not fit is past the last word anyway, and no word has number 0.
    let word = if is_number(query) { ranks.word(query.parse().unwrap_or(0)) } else { Some(parse_word(query, alphabet)?) };
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
}
