//! `lexigraph merge`: sets of words, graph to graph.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;
use lexigraph::build::{GraphKinds, SetOperation};
use lexigraph::image::{Image, NodeLayout, Parts, combine};
use lexigraph::lexicon::ensure_dawg;

use super::convert::Target;
use super::output::{ReadArgs, refuse_to_replace, write_file};
use super::{Failure, Outcome, Terminal, lexicon};

/// Combine two lexicons by union, intersection or difference
#[derive(clap::Args)]
#[command(after_long_help = "\
The graphs are combined without listing the words, and the result is minimal. It has a DAWG and a GADDAG if both \
lexicons have them. Word lists are compiled in memory first. Both alphabets must have the same letters; points and \
names are those of the first. Definitions are dropped.

Examples:
  lexigraph merge union old.lxg extra.txt -o new.lxg
  lexigraph merge subtract enable rude.txt -o clean.kwg

Exit status: 0 written; 2 error, and no file is written.")]
pub struct Args {
    /// Which words to keep
    #[arg(value_enum, value_name = "OPERATION")]
    operation: Operation,
    /// First lexicon: image, word list, or bundled name
    #[arg(value_name = "A")]
    first: OsString,
    /// Second lexicon
    #[arg(value_name = "B")]
    second: OsString,
    /// Output file
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    target: Target,
    /// Alphabet of inputs that do not name one: a bundled name or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Operation {
    /// The words in A or B
    Union,
    /// The words in both A and B
    Intersect,
    /// The words in A but not in B
    Subtract,
    /// The words in only one of A and B
    Symmetric,
}

impl From<Operation> for SetOperation {
    fn from(operation: Operation) -> SetOperation {
        match operation {
            Operation::Union => SetOperation::Union,
            Operation::Intersect => SetOperation::Intersect,
            Operation::Subtract => SetOperation::Subtract,
            Operation::Symmetric => SetOperation::Symmetric,
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    refuse_to_replace(&args.output, args.force)?;
    let format = args.target.image(&args.output)?;
    let progress = terminal.progress("merging");
    let (first, second) = open_both(&args.first, &args.second, &args.alphabet, GraphKinds::Both, terminal)?;
    let wanted = args.target.wanted(format, |kind| first.has(kind) && second.has(kind))?;
    let (graphs, counts) = combine(args.operation.into(), &first, &second, wanted)?;
    let parts = Parts { alphabet: first.alphabet(), counts, graphs: &graphs, nodes: args.target.nodes, definitions: None };
    let bytes = format.write(&parts).map_err(|error| Failure::of(&args.output, error))?;
    let written = write_file(&args.output, args.force, |file| file.write_all(&bytes));
    progress.finish_and_clear();
    written?;
    terminal.note(format_args!(
        "{}: {} words, of {} and {}; {} bytes",
        args.output.display(),
        counts.words,
        first.words(),
        second.words(),
        bytes.len()
    ));
    Ok(Outcome::Yes)
}

/// Opens two dictionaries whose words can be compared: their letters must be the same, in the same order.
pub fn open_both(
    first: &OsString,
    second: &OsString,
    alphabet: &OsString,
    wanted: GraphKinds,
    terminal: &Terminal,
) -> Result<(Image, Image), Failure> {
    let open = |name| -> Result<Image, Failure> {
        let image = lexicon::open(name, alphabet, wanted, NodeLayout::Fast, terminal)?;
        Ok(ensure_dawg(image, wanted)?)
    };
    let images = (open(first)?, open(second)?);
    if !images.0.alphabet().has_letters_of(images.1.alphabet()) {
        return Err(Failure::new(format!(
            "{} has the letters of '{}', {} those of '{}' — compile both with one --alphabet",
            first.display(),
            images.0.alphabet().name(),
            second.display(),
            images.1.alphabet().name()
        )));
    }
    Ok(images)
}
