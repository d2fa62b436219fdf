//! `lexigraph lookup`: checks whether words are in the lexicon.

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::image::{ErasedGraph, Image};
use lexigraph::query::parse_word;
use serde_json::json;

use crate::common::definitions::{Dictionary, one_line};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::failure::Failure;
use crate::lexicon;
use crate::lexicon::LexiconArgs;

/// Print the given words that are in the lexicon
#[derive(clap::Args)]
#[command(after_long_help = "\
Without arguments, or where an argument is '-', words are read from standard input, one a line. A word that cannot be \
spelled in the alphabet of the lexicon is not in the lexicon.

Examples:
  lexigraph lookup qi za cwm
  lexigraph lookup --judge qi za && echo the play stands
  lexigraph lookup --invert < text.txt           use it as a spell checker
  lexigraph lookup --define qi -l defined.lxg    see compile --definitions

Exit status: 0 a word was printed (with --judge: all words are in the lexicon); 1 none was; 2 error.")]
pub struct Args {
    /// Words to look up; '-' reads standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Judge a play: it is acceptable if all its words are in the lexicon
    #[arg(long, conflicts_with = "invert")]
    judge: bool,
    /// Print the words that are not in the lexicon
    #[arg(long)]
    invert: bool,
    /// Print each word with its definition, separated by a tab
    #[arg(long, conflicts_with_all = ["judge", "invert", "count"])]
    define: bool,
    /// Prefer the definitions in this file of words and definitions (implies --define)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["judge", "invert", "count"])]
    definitions: Option<PathBuf>,
    /// Print only the number of words
    #[arg(short, long, conflicts_with = "judge")]
    count: bool,
    /// End each word with a NUL byte instead of a newline
    #[arg(short = '0', long)]
    null: bool,
    /// Print each word, or the verdict, as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let define = args.define || args.definitions.is_some();
    let image = if define {
        args.lexicon.open_defined(GraphKinds::Dawg, terminal)?
    } else {
        args.lexicon.open(GraphKinds::Dawg, terminal)?
    };
    let dictionary = define.then(|| Dictionary::open(&image, args.definitions.as_deref(), terminal)).transpose()?;
    let input = lexicon::input_for(&args.words)?;
    let words = lexicon::words(&args.words, input.as_deref());
    if args.judge && words.is_empty() {
        return Err(Failure::new("no words to judge — give those that the play makes"));
    }
    let found = find(&*image.dawg()?, &words, image.alphabet());
    let mut out = Output::new();
    let outcome = if args.judge {
        judge(args, &words, &found, &mut out)?
    } else {
        list(args, &words, &found, &image, dictionary.as_ref(), &mut out)?
    };
    out.finish()?;
    Ok(outcome)
}

fn list(
    args: &Args,
    words: &[&str],
    found: &[Option<String>],
    image: &Image,
    dictionary: Option<&Dictionary<'_>>,
    out: &mut Output,
) -> Result<Outcome, Failure> {
    let mut printed = 0u64;
    for (word, found) in words.iter().zip(found) {
        if found.is_some() == args.invert {
            continue;
        }
        printed += 1;
        if args.count {
            continue;
        }
        let shown = found.as_deref().map_or(Cow::Borrowed(*word), Cow::Borrowed);
        if let Some(dictionary) = dictionary {
            let text = dictionary.get(&parse_word(&shown, image.alphabet())?)?;
            if args.json {
                out.json(&json!({ "word": shown, "query": word, "valid": true, "definition": text }))?;
            } else {
                let text = text.map_or_else(String::new, |text| format!("\t{}", one_line(&text)));
                write!(out.writer(), "{shown}{text}{}", if args.null { '\0' } else { '\n' })?;
            }
        } else if args.json {
            out.json(&json!({ "word": shown, "query": word, "valid": found.is_some() }))?;
        } else if args.null {
            write!(out.writer(), "{shown}\0")?;
        } else {
            out.line(shown)?;
        }
    }
    if args.count {
        out.line(printed)?;
    }
    Ok((printed > 0).into())
}

fn judge(args: &Args, words: &[&str], found: &[Option<String>], out: &mut Output) -> Result<Outcome, Failure> {
    let wrong: Vec<&str> = words.iter().zip(found).filter(|(_, found)| found.is_none()).map(|(word, _)| *word).collect();
    if args.json {
        let words: Vec<_> = words
            .iter()
            .zip(found)
            .map(|(word, found)| json!({ "word": found.as_deref().unwrap_or(word), "valid": found.is_some() }))
            .collect();
        out.json(&json!({ "acceptable": wrong.is_empty(), "words": words }))?;
    } else if wrong.is_empty() {
        out.line("acceptable")?;
    } else {
        out.line(format_args!("not acceptable: {}", wrong.join(" ")))?;
    }
    Ok(wrong.is_empty().into())
}

/// For each word, its spelling in the alphabet of the lexicon, or `None` if the word is not in the lexicon.
fn find(graph: &ErasedGraph<'_>, words: &[&str], alphabet: &Alphabet) -> Vec<Option<String>> {
    let mut tiles = Vec::new();
    let mut look = |word: &&str| {
        tiles.clear();
        alphabet.parse_into(word, &mut tiles).ok()?;
        graph.contains(&tiles).then(|| alphabet.render(&tiles))
    };
    words.iter().map(&mut look).collect()
}
