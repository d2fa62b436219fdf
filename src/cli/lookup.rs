//! `lexigraph lookup`: which words are in the lexicon.

use std::borrow::Cow;

use lexigraph::alphabet::Alphabet;
use lexigraph::build::Wanted;
use lexigraph::graph::{WordGraph, contains};
use lexigraph::image::GraphOp;
use serde_json::json;

use super::{Failure, LexiconArgs, Outcome, Output, Terminal, lexicon};

/// Print those of the given words that are in the lexicon
#[derive(clap::Args)]
#[command(after_long_help = "\
Words are arguments, or lines of standard input where there are none or '-' is among them. A word that the alphabet cannot spell is \
not in the lexicon.

Examples:
  lexigraph lookup qi za cwm
  lexigraph lookup --judge qi za && echo the play stands
  lexigraph lookup --invert < text.txt           a spell checker

Exit status: 0 some word was printed (--judge: all are in the lexicon); 1 none was; 2 error.")]
pub struct Args {
    /// Words; '-' is standard input
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Give one verdict for all the words of a play
    #[arg(long, conflicts_with = "invert")]
    judge: bool,
    /// Print the words that are not in the lexicon
    #[arg(long)]
    invert: bool,
    /// Print the number of words only
    #[arg(short, long, conflicts_with = "judge")]
    count: bool,
    /// End each word with a zero byte instead of a line end
    #[arg(short = '0', long)]
    null: bool,
    /// Print one JSON object a word, or one for a verdict
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let image = args.lexicon.open(Wanted::Dawg, terminal)?;
    let input = lexicon::input_for(&args.words)?;
    let words = lexicon::words(&args.words, input.as_deref());
    let found = image.dawg()?.0.run(Lookup { words: &words, alphabet: image.alphabet() });
    let mut out = Output::new();
    let outcome = if args.judge { judge(args, &words, &found, &mut out)? } else { list(args, &words, &found, &mut out)? };
    out.finish()?;
    Ok(outcome)
}

fn list(args: &Args, words: &[&str], found: &[Option<String>], out: &mut Output) -> Result<Outcome, Failure> {
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
        if args.json {
            out.json(&json!({ "word": shown, "query": word, "valid": found.is_some() }))?;
        } else if args.null {
            write_null(out, &shown)?;
        } else {
            out.line(shown)?;
        }
    }
    if args.count {
        out.line(printed)?;
    }
    Ok((printed > 0).into())
}

fn write_null(out: &mut Output, word: &str) -> std::io::Result<()> {
    use std::io::Write;
    write!(out.writer(), "{word}\0")
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

struct Lookup<'a> {
    words: &'a [&'a str],
    alphabet: &'a Alphabet,
}

impl GraphOp for Lookup<'_> {
    /// For each word its spelling by the alphabet, if it is in the lexicon.
    type Output = Vec<Option<String>>;

    fn run<G: WordGraph>(self, graph: &G) -> Vec<Option<String>> {
        let mut tiles = Vec::new();
        let mut look = |word: &&str| {
            tiles.clear();
            self.alphabet.parse_into(word, &mut tiles).ok()?;
            contains(graph, &tiles).then(|| self.alphabet.render(&tiles))
        };
        self.words.iter().map(&mut look).collect()
    }
}
