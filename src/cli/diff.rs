//! `lexigraph diff`: the words that only one of two dictionaries has.

use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;

use lexigraph::build::{GraphKinds, Minimizer};
use lexigraph::graph::GraphKind;
use lexigraph::image::import_both;
use serde_json::json;

use super::merge::open_both;
use super::{Failure, Outcome, Output, Terminal};

/// Print the words of one dictionary that another does not have
#[derive(clap::Args)]
#[command(after_long_help = "\
Prints -WORD for a word of A that is not in B, +WORD for a word of B that is not in A, in collation order, as they are found. \
Parts that are the same in both graphs are skipped.

Examples:
  lexigraph diff old.lxg new.lxg
  lexigraph diff enable.kwg enable.txt --count

Exit status: 0 the same words; 1 they differ; 2 error.")]
pub struct Args {
    /// The first: image, word list, or bundled name
    #[arg(value_name = "A")]
    first: OsString,
    /// The second
    #[arg(value_name = "B")]
    second: OsString,
    /// Letters of inputs that store no alphabet: a bundled alphabet, or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Print only the numbers of words removed and added
    #[arg(short, long)]
    count: bool,
    /// End each word with a zero byte instead of a line end
    #[arg(short = '0', long, conflicts_with = "json")]
    null: bool,
    /// Print one JSON object a word
    #[arg(long)]
    json: bool,
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
