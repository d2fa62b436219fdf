//! `lexigraph diff`: the words that only one of two dictionaries has.

use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;

use lexigraph::build::{GraphKinds, Minimizer};
use lexigraph::graph::GraphKind;
use lexigraph::image::import_both;
use serde_json::json;

use super::merge::open_both;
use super::output::ReadArgs;
use super::{Failure, Outcome, Output, Terminal};

/// Print the words in which two lexicons differ
#[derive(clap::Args)]
#[command(after_long_help = "\
Prints -WORD for each word of A that is not in B, and +WORD for each word of B that is not in A, in alphabetical \
order. Parts that are equal in both graphs are skipped.

Examples:
  lexigraph diff old.lxg new.lxg
  lexigraph diff enable.kwg enable.txt --count

Exit status: 0 the words are the same; 1 they differ; 2 error.")]
pub struct Args {
    /// First lexicon: image, word list, or bundled name
    #[arg(value_name = "A")]
    first: OsString,
    /// Second lexicon
    #[arg(value_name = "B")]
    second: OsString,
    /// Alphabet of inputs that do not name one: a bundled name or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Print only the numbers of removed and added words
    #[arg(short, long)]
    count: bool,
    /// End each word with a NUL byte instead of a newline
    #[arg(short = '0', long, conflicts_with = "json")]
    null: bool,
    /// Print each word as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (first, second) = open_both(&args.first, &args.second, &args.alphabet, GraphKinds::Dawg, terminal)?;
    let mut minimizer = Minimizer::new();
    let (a, b) = import_both(&mut minimizer, &first, &second, GraphKind::Dawg)?;
    let mut out = Output::new();
    let mut line = String::new();
    let (mut went, mut came) = (0u64, 0u64);
    let end = if args.null { "\0" } else { "\n" };
    let walk = minimizer.differences(a, b, |word, is_first| -> ControlFlow<io::Error> {
        *if is_first { &mut went } else { &mut came } += 1;
        if args.count {
            return ControlFlow::Continue(());
        }
        line.clear();
        first.alphabet().render_into(word, &mut line);
        let written = if args.json {
            out.json(&json!({ "word": line, "in": if is_first { "first" } else { "second" } }))
        } else {
            line.insert(0, if is_first { '-' } else { '+' });
            line.push_str(end);
            out.text(&line)
        };
        written.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    if let ControlFlow::Break(error) = walk {
        return Err(error.into());
    }
    if args.count && args.json {
        out.json(&json!({ "went": went, "came": came }))?;
    } else if args.count {
        out.line(format_args!("-{went}\n+{came}"))?;
    }
    out.finish()?;
    terminal.note(format_args!("{went} words removed, {came} added"));
    Ok((went + came == 0).into())
}
