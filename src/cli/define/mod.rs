//! `lexigraph define`: what words mean.

mod import;

use lexigraph::alphabet::Tile;
use lexigraph::build::GraphKinds;
use lexigraph::dictionary::{Part, Sense, one_line as joined};
use lexigraph::image::Image;
use lexigraph::query::Meanings;
use serde_json::json;

use crate::common::definitions::{known_meanings, one_line};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, ReadArgs, Terminal};
use crate::common::queries::{Asked, Queries};
use crate::failure::Failure;
use crate::lexicon::{Keep, LexiconArgs};

/// Tell what words mean
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_long_help = "\
Each word is followed by its senses, the commonest first, with the part of speech. An inflected word names its root. \
Definitions come from the lexicon itself, then from dictionaries that you have imported, then, for lexicons with \
English tiles, from the bundled dictionary: mostly the first senses of WordNet 3.1. Words that are \
not in the lexicon are answered as well, and told so.

The word IMPORT itself is defined by: lexigraph define -- import

Examples:
  lexigraph define cwms zax
  lexigraph define --json feint
  lexigraph search length:3 contains:q | lexigraph define
  lexigraph search length:2 --columns word,pos,definition
  lexigraph define import gcide.index             add a dictionary of dictd
  lexigraph define import wordnet/dict            all of WordNet, not only the words of ENABLE1

Exit status: 0 a word was defined; 1 none was; 2 error.")]
pub struct Args {
    /// Words to define; '-' reads standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Print each word as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lexicon: LexiconArgs,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(clap::Subcommand)]
enum What {
    Import(Box<import::Args>),
}

impl Args {
    /// How to read word lists.
    pub fn reading(&self) -> &ReadArgs {
        match &self.what {
            Some(What::Import(args)) => &args.lexicon.reading,
            None => &self.lexicon.reading,
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(What::Import(args)) = &args.what {
        return import::run(args, terminal);
    }
    let mut queries = Queries::new(&args.words, terminal);
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, Keep::Definitions, terminal)?;
    let meanings = known_meanings(&image, terminal)?;
    let mut out = Output::new();
    let mut any = false;
    let mut asked = Asked::default();
    while queries.next(&mut asked, &mut out)? {
        any |= define(args, &asked.text, &image, &meanings, &mut out)?;
    }
    out.finish()?;
    Ok(queries.outcome(any.into()))
}

/// Prints what a word means; `true` if it has a definition.
fn define(args: &Args, query: &str, image: &Image, meanings: &Meanings<'_>, out: &mut Output) -> Result<bool, Failure> {
    let alphabet = image.alphabet();
    let tiles: Option<Vec<Tile>> = alphabet.parse(query).ok();
    let valid = match &tiles {
        Some(tiles) => image.dawg()?.contains(tiles),
        None => false,
    };
    let word = tiles.as_ref().map_or_else(|| query.to_owned(), |tiles| alphabet.render(tiles));
    let senses = tiles.as_ref().map(|tiles| meanings.senses(tiles)).transpose()?.unwrap_or_default();
    if args.json {
        let object = |sense: &Sense| {
            let mut object = json!({ "text": one_line(&sense.text) });
            if let Some(part) = sense.part {
                object["pos"] = json!(part.name());
            }
            if let Some((relation, root)) = &sense.form {
                object["form"] = json!({ "of": root.to_uppercase(), "is": relation.name() });
            }
            object
        };
        let definition = (!senses.is_empty()).then(|| one_line(&joined(&senses)));
        let senses: Vec<_> = senses.iter().map(object).collect();
        out.json(&json!({ "word": word, "query": query, "valid": valid, "definition": definition, "senses": senses }))?;
        return Ok(definition.is_some());
    }
    let told = if valid { String::new() } else { format!(" (not in {})", args.lexicon.name()) };
    if senses.is_empty() {
        out.line(format_args!("{word}{told}: no definition"))?;
        return Ok(false);
    }
    out.line(format_args!("{word}{told}"))?;
    for sense in &senses {
        let part = match sense.part {
            Some(Part::Other) | None => String::new(),
            Some(part) => format!("{}. ", part.name()),
        };
        out.line(format_args!("  {part}{}", one_line(&sense.to_string())))?;
    }
    Ok(true)
}
