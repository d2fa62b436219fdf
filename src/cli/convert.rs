//! `lexigraph convert`: a dictionary from one format into another.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{
    ConvertError, FORMATS, Format, LXG, NodeLayout, convert, format_by_name, format_by_path, usual_graphs,
};
use lexigraph::lexicon::Opened;
use lexigraph::movegen::{LEAVE_FORMATS, LeaveFormat, Rounding};
use lexigraph::query::Column;

use super::compile::{GraphArg, nodes};
use super::lexicon::Keep;
use super::output::{ReadArgs, refuse_to_replace, write_file};
use super::wordlist::{TEXTS, Text};
use super::{Failure, Outcome, Terminal, answers, leaves, lexicon, wordlist};

/// Convert an image, a word list or leave values to another format
#[derive(clap::Args)]
#[command(after_long_help = "\
Graphs are copied and minimised; a missing graph is built. The input format is detected from the content. The output \
format is that of --format or of the extension of OUT; `lexigraph formats` lists all formats. If the input does not \
name its alphabet, --alphabet does. Leave values (.csv, .klv, .klv2, .klv16) can be converted to each other.

Examples:
  lexigraph convert enable.lxg -o enable.kwg
  lexigraph convert words.kwg -o words.lxg --alphabet polish
  lexigraph convert enable -o enable.txt.xz
  lexigraph convert leaves.csv -o leaves.klv2

Exit status: 0 written; 2 error, and no file is written.")]
pub struct Args {
    /// Image, word list, leave values, or bundled name
    #[arg(value_name = "IMAGE|LIST|LEAVES")]
    input: OsString,
    /// Output file
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    target: Target,
    /// Columns of a .tsv or .jsonl file, such as word,length,alphagram [default: word,length,points]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = answers::column, long_help = answers::column_help())]
    columns: Vec<Column>,
    /// Alphabet of a word list or of an image that does not name one: a bundled name, a .toml file, or (for lists)
    /// 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Round leave values to what the format can hold
    #[arg(long)]
    round: bool,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}

/// What kind of file to write.
#[derive(clap::Args)]
pub struct Target {
    /// File format [default: by the extension of OUT, otherwise lxg]
    #[arg(long, value_name = "FORMAT", value_parser = kinds())]
    format: Option<Kind>,
    /// Graphs to write [default: those of the input that the format can hold]
    #[arg(long, value_enum, value_name = "GRAPH")]
    graph: Option<GraphArg>,
    /// Node layout of a native image
    #[arg(long, value_parser = nodes(), default_value = NodeLayout::Fast.name(), value_name = "NODES")]
    pub nodes: NodeLayout,
}

/// An image, a word list, or leave values.
#[derive(Clone, Copy)]
pub enum Kind {
    Image(&'static dyn Format),
    List(Text),
    Leaves(LeaveFormat),
}

/// What can be written, by name.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    let lists = TEXTS.iter().map(|(_, name, ..)| *name);
    let leaves = LEAVE_FORMATS.iter().map(|format| format.name());
    PossibleValuesParser::new(FORMATS.iter().map(|format| format.name()).chain(lists).chain(leaves)).try_map(|name| {
        let image = format_by_name(&name).map(Kind::Image);
        let list = image.or_else(|| Text::from_name(&name).map(Kind::List));
        list.or_else(|| LeaveFormat::from_name(&name).map(Kind::Leaves)).ok_or("no such format")
    })
}

impl Target {
    /// The kind of file that this name asks for.
    pub fn kind(&self, path: &Path) -> Kind {
        let image = || format_by_path(path).map(Kind::Image);
        let list = || Text::from_path(path).map(Kind::List);
        let leaves = || LeaveFormat::from_path(path).map(Kind::Leaves);
        self.format.or_else(image).or_else(list).or_else(leaves).unwrap_or(Kind::Image(&LXG))
    }

    /// The image format of a file of this name.
    pub fn image(&self, path: &Path) -> Result<&'static dyn Format, Failure> {
        match self.kind(path) {
            Kind::Image(format) => Ok(format),
            Kind::Leaves(_) => {
                Err(Failure::of(path, "the extension is that of leave values, but the output is an image — use .lxg"))
            }
            Kind::List(_) => Err(Failure::of(
                path,
                "the extension is that of a word list — compile to an image, then use lexigraph convert",
            )),
        }
    }

    /// The graphs to write, given those of the input.
    pub fn wanted(&self, format: &dyn Format, has: impl Fn(GraphKind) -> bool) -> Result<GraphKinds, Failure> {
        check(format, self.graph.map_or_else(|| usual_graphs(format, has), GraphKinds::from))
    }
}

/// The graphs, if a file of the format can hold exactly these.
pub fn check(format: &dyn Format, wanted: GraphKinds) -> Result<GraphKinds, Failure> {
    if format.can_hold(wanted) {
        return Ok(wanted);
    }
    let choices: Vec<&str> = format.info().holds.iter().map(|wanted| wanted.name()).collect();
    Err(Failure::new(format!(
        "{} cannot hold just this (--graph {}) — use --graph {}, or another --format",
        format.name(),
        wanted.name(),
        choices.join(" or --graph ")
    )))
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    refuse_to_replace(&args.output, args.force)?;
    let kind = args.target.kind(&args.output);
    let input = Path::new(&args.input);
    if args.round && !matches!(kind, Kind::Leaves(_)) {
        return Err(Failure::new("--round applies only to leave values — write to .klv or .klv16"));
    }
    let target = match kind {
        Kind::Image(format) => Ok(format),
        Kind::List(text) => Err(text),
        Kind::Leaves(format) => {
            let rounding = if args.round { Rounding::Nearest } else { Rounding::Refuse };
            return leaves::convert(input, &args.output, format, rounding, &args.alphabet, args.force, terminal);
        }
    };
    if LeaveFormat::from_path(input).is_some_and(|format| format != LeaveFormat::Csv) {
        return Err(Failure::of(input, "leave values can only be converted to .csv, .klv2, .klv or .klv16"));
    }
    if !args.columns.is_empty() && target.is_ok() {
        return Err(Failure::new("--columns applies only to .tsv and .jsonl — use one of these extensions"));
    }
    let progress = terminal.progress("reading");
    let scores = target.map_or(args.columns.contains(&Column::Score), |format| format.is_native());
    let keep = if scores { Keep::Scores } else { Keep::Words };
    // Of a list, only the words are needed: the graphs are built once it is known which.
    let dawg = GraphKinds::Dawg;
    let Opened { image, report } = lexicon::open_with(&args.input, &args.alphabet, dawg, NodeLayout::Fast, keep, terminal)
        .inspect_err(|_| progress.finish_and_clear())?;
    let format = match target {
        Ok(format) => format,
        Err(text) => {
            progress.finish_and_clear();
            let words = wordlist::write(&image, &args.output, text, &args.columns, args.force, terminal)?;
            terminal.note(format_args!("{}: {words} words", args.output.display()));
            return Ok(Outcome::Yes);
        }
    };
    progress.set_message("building");
    let wanted = args.target.wanted(format, |kind| image.has(kind) || report.is_some() && !image.alphabet().is_wide())?;
    let bytes = convert(&image, format, wanted, args.target.nodes).map_err(|error| match error {
        ConvertError::Source(error) => Failure::of(input, error),
        ConvertError::Target(error) => Failure::of(&args.output, error),
    })?;
    progress.set_message("writing");
    let written = write_file(&args.output, args.force, |file| file.write_all(&bytes));
    progress.finish_and_clear();
    written?;
    if !format.is_native() && image.definitions()?.is_some() {
        terminal.warn(format_args!(
            "{}: {} has no room for definitions, they are left out",
            args.output.display(),
            format.name()
        ));
    }
    terminal.note(format_args!(
        "{}: {}, {} words, {} bytes ({:.2} a word)",
        args.output.display(),
        format.name(),
        image.words(),
        bytes.len(),
        bytes.len() as f64 / image.words().max(1) as f64
    ));
    Ok(Outcome::Yes)
}
