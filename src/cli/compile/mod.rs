//! `lexigraph compile`: word lists into an image.

mod external;

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

use crate::common::output::ReadArgs;
use crate::report::{CompileReport, compile_report, stats_of};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lexigraph::alphabet::Alphabet;
use lexigraph::build::{GraphKinds, Graphs};
use lexigraph::image::{FORMATS, Format, Image, LXG, NodeLayout, Parts, format_by_name, format_by_path, pack};
use lexigraph::parallel;
use lexigraph::wordlist::ReadOptions;

use super::output::{is_standard_output, refuse_to_replace, write_file};
use super::process::peak_bytes;
use super::wordlist::Text;
use super::{Failure, Outcome, Output, Terminal, convert, definitions, lexicon};

/// Compile word lists into an image with minimal graphs
#[derive(clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Word lists, which may be compressed (.xz, .gz, .zst); '-' reads standard input
    #[arg(required = true, value_name = "LIST")]
    lists: Vec<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// File format [default: by the extension of OUT, otherwise lxg]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    format: Option<&'static dyn Format>,
    /// Graphs to compile [default: both, or only dawg if the alphabet is too large for games]
    #[arg(long, value_enum, value_name = "GRAPH")]
    graph: Option<GraphArg>,
    /// Node layout: a trade-off between size and speed
    #[arg(long, value_parser = nodes(), default_value = NodeLayout::Fast.name(), value_name = "NODES")]
    nodes: NodeLayout,
    /// Alphabet: a bundled name, a .toml file, or 'auto' for the characters of the lists
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Skip words shorter than N tiles
    #[arg(long, value_name = "N")]
    min_length: Option<usize>,
    /// Skip words longer than N tiles
    #[arg(long, value_name = "N")]
    max_length: Option<usize>,
    /// Store the definitions in the lists, or with =FILE those in a file of words and definitions
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    definitions: Option<Option<PathBuf>>,
    /// Sort and build on disk, for lists larger than memory
    #[arg(long, conflicts_with = "definitions")]
    external: bool,
    /// Memory limit, with the binary suffixes K, M or G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = crate::common::size::size, requires = "external")]
    memory: u64,
    /// Directory for temporary files [default: that of the system]
    #[arg(long, value_name = "DIR", requires = "external")]
    temp: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}

const HELP: &str = "\
A list has one word a line, or nearly any other shape (quotes, definitions, counts, columns, JSON, hunspell .dic), in \
any order and encoding. The shape is detected, and one line of output reports it. A line that is not a word is an \
error, unless --on-invalid skip is given. If a hunspell .dic has its .aff beside it, its stems are expanded to all \
their forms.

Shapes: plain, quoted, json, hunspell, first-column, last-column, column:N, rest:N; tab:N, comma:N, semicolon:N for the \
word in one column; tab, comma, semicolon for several words a line.

A list with a number beside each word, such as CAT;50, has scores: an .lxg keeps them, and search filters and sorts by \
them. If a word has several, the highest counts. With --external, no scores are kept.

With --external, words are sorted in unnamed temporary files and streamed into the builder, within the limit of \
--memory. The image is the same, unless the graph itself does not fit. Then --nodes list writes the graph while it is \
built: it is larger and may not be minimal, as the report tells. Other layouts and formats fail with an error. Forms \
of hunspell dictionaries are sorted on disk without --external as well if they are more than two million.

Examples:
  lexigraph compile enable.txt -o enable.lxg
  lexigraph compile a.txt b.txt.gz -o both.lxg --graph dawg --min-length 2 --max-length 15
  lexigraph compile words.lst -o words.lxg --alphabet auto --on-invalid skip
  lexigraph compile defined.txt -o defined.lxg --definitions
  lexigraph compile huge.txt.zst -o huge.lxg --graph dawg --external --memory 2G --temp /var/tmp

Exit status: 0 compiled; 2 error, and no file is written.";

#[derive(Clone, Copy, ValueEnum)]
pub enum GraphArg {
    Dawg,
    Gaddag,
    Both,
}

impl From<GraphArg> for GraphKinds {
    fn from(graph: GraphArg) -> GraphKinds {
        match graph {
            GraphArg::Dawg => GraphKinds::Dawg,
            GraphArg::Gaddag => GraphKinds::Gaddag,
            GraphArg::Both => GraphKinds::Both,
        }
    }
}

/// The file formats that can be written, by name.
pub fn formats() -> impl TypedValueParser<Value = &'static dyn Format> {
    PossibleValuesParser::new(FORMATS.map(|format| format.name()))
        .try_map(|name| format_by_name(&name).ok_or("no such format"))
}

/// The layouts there are, by name.
pub fn nodes() -> impl TypedValueParser<Value = NodeLayout> {
    PossibleValuesParser::new(NodeLayout::ALL.map(NodeLayout::name))
        .try_map(|name| NodeLayout::from_name(&name).ok_or("no such node layout"))
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let start = Instant::now();
    // Better before the work than after it.
    refuse_to_replace(&args.output, args.force)?;
    if args.json && is_standard_output(&args.output) {
        return Err(Failure::new("--json prints the report where -o - prints the image — write the image to a file"));
    }
    let format = args.format.or_else(|| format_by_path(&args.output)).unwrap_or(&LXG);
    if args.format.is_none() && format.is_native() && Text::from_path(&args.output).is_some() {
        let message = "a word list by its name, and compile writes images — use lexigraph convert, or --format lxg";
        return Err(Failure::of(&args.output, message));
    }
    let options = lexicon::with_arguments(options(args, format)?, terminal)?;
    if args.external || external::is_better(args, &options, terminal) {
        return external::run(args, &options, format, start, terminal);
    }
    let progress = terminal.progress("reading");
    let mut list = lexicon::read_lists(&args.lists, options, terminal).inspect_err(|_| progress.finish_and_clear())?;
    progress.suspend(|| lexicon::describe(&list.report, terminal));
    if let Some(Some(path)) = &args.definitions {
        let file = progress.suspend(|| definitions::from_file(path, &list.alphabet, terminal))?;
        let (texts, others) = definitions::attach(&list.words, &file);
        if others > 0 {
            let path = path.display();
            progress.suspend(|| terminal.warn(format_args!("{path}: {others} definitions of other words left out")));
        }
        list.definitions = Some(texts);
    }
    progress.set_message("building");
    let wanted = wanted(args, format, &list.alphabet)?;
    let definitions = list.definitions.as_ref().map(|texts| pack(&list.words, texts)).transpose()?;
    let counts = (&list.words).into();
    // Of a long list, the words take more memory than the graphs, which have all of them.
    let words = Cow::Owned(std::mem::take(&mut list.words));
    let graphs = Graphs::build_from(words, list.alphabet.len(), wanted).map_err(Failure::new)?;
    progress.set_message("laying out");
    let parts = Parts { alphabet: &list.alphabet, counts, graphs: &graphs, nodes: args.nodes, definitions };
    let (bytes, measured) = parallel::join(|| format.write(&parts), || graphs.measure());
    let bytes = bytes.map_err(|error| Failure::of(&args.output, error))?;
    // What can fail comes before the file.
    let image = Image::open_as(bytes, format, &list.alphabet)?;
    let stats = stats_of(&image, &measured)?;
    progress.set_message("writing");
    let write = || write_file(&args.output, args.force, |file| file.write_all(image.bytes()));
    // Giving their memory back takes about as long as writing the file.
    let ((), written) = parallel::join(|| drop(graphs), write);
    progress.finish_and_clear();
    written?;
    tell(args, &compile_report(stats, &list.report, start.elapsed().as_secs_f64(), peak_bytes()), terminal)
}

/// Reports what was done.
fn tell(args: &Args, report: &CompileReport, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.json {
        let mut out = Output::new();
        out.json(report)?;
        out.finish()?;
    } else {
        summary(args, report, terminal);
    }
    Ok(Outcome::Yes)
}

fn options(args: &Args, format: &dyn Format) -> Result<ReadOptions, Failure> {
    Ok(ReadOptions {
        alphabet: lexicon::choose_alphabet(&args.alphabet)?,
        min_length: args.min_length,
        max_length: args.max_length,
        definitions: matches!(args.definitions, Some(None)),
        scores: args.definitions.is_none() && !args.external && format.is_native(),
        ..Default::default()
    })
}

/// The graphs to put in, unless the arguments say: those that the format usually has and the alphabet allows.
fn wanted(args: &Args, format: &'static dyn Format, alphabet: &Alphabet) -> Result<GraphKinds, Failure> {
    let fits = |wanted: &&GraphKinds| !alphabet.is_wide() || **wanted == GraphKinds::Dawg;
    let default = format.info().holds.iter().find(fits).copied().unwrap_or(GraphKinds::Dawg);
    convert::check(format, args.graph.map_or(default, GraphKinds::from))
}

fn summary(args: &Args, report: &CompileReport, terminal: &Terminal) {
    let graphs =
        report.stats.graphs.iter().map(|graph| format!("{} {} nodes, {} edges", graph.graph, graph.nodes, graph.edges));
    let what = if report.scores.is_some() { "scores" } else { "definitions" };
    let definitions = report.stats.definitions.map_or_else(String::new, |number| format!("{number} {what}, "));
    terminal.note(format_args!(
        "{}: {} words, {definitions}{}; {} bytes ({:.2} a word), {:.3} s",
        args.output.display(),
        report.stats.words,
        graphs.collect::<Vec<_>>().join("; "),
        report.stats.file_bytes,
        report.stats.bytes_per_word,
        report.seconds,
    ));
}
