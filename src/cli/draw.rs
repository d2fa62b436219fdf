//! `lexigraph draw`: pictures of graphs.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::report::Drawing;
use clap::ValueEnum;
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::NodeLayout;

use crate::common::outcome::Outcome;
use crate::common::output::write_file;
use crate::common::output::{Output, ReadArgs, Terminal};
use crate::failure::Failure;
use crate::lexicon;

/// Draw the graph of a small word list as SVG, or write it for Graphviz
#[derive(clap::Args)]
#[command(after_long_help = "\
Arcs that end a word are thick and red. Nodes with several incoming arcs are filled. ◇ is the separator of a GADDAG. \
The rightmost node of a DAWG or GADDAG is the end state. The trie is the graph before equal nodes are merged.

Examples:
  lexigraph draw twelve.txt -o dawg.svg
  lexigraph draw twelve.txt --graph trie -o trie.svg
  lexigraph draw twelve.txt --graph gaddag -o gaddag.dot && dot -Tpng gaddag.dot -o gaddag.png

Exit status: 0 drawn; 2 error, for example because the graph is too large.")]
pub struct Args {
    /// Image, word list, or bundled name
    #[arg(value_name = "IMAGE|LIST")]
    input: OsString,
    /// Graph to draw
    #[arg(long, value_enum, default_value_t = GraphChoice::Dawg, value_name = "GRAPH")]
    graph: GraphChoice,
    /// Output file, .svg or .dot [default: print dot]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Refuse to draw more than N nodes
    #[arg(long, value_name = "N", default_value_t = 500)]
    max_nodes: usize,
    /// Alphabet of a word list or of an image that does not name one: a bundled name, a .toml file, or (for lists)
    /// 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub reading: ReadArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GraphChoice {
    /// The words as a tree, before merging
    Trie,
    /// The words, with equal nodes merged
    Dawg,
    /// Reversed prefixes, separator, suffixes, with equal nodes merged
    Gaddag,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let path = args.output.as_ref().filter(|path| path.as_os_str() != "-");
    let extension = path.map(|path| path.extension().unwrap_or_default().to_string_lossy().to_lowercase());
    let svg = match extension.as_deref() {
        Some("svg") => true,
        None | Some("dot" | "gv") => false,
        Some(_) => {
            return Err(Failure::new("--output must end with .svg or .dot"));
        }
    };
    let (kind, wanted, name) = match args.graph {
        GraphChoice::Trie => (GraphKind::Dawg, GraphKinds::Dawg, "trie"),
        GraphChoice::Dawg => (GraphKind::Dawg, GraphKinds::Dawg, "dawg"),
        GraphChoice::Gaddag => (GraphKind::Gaddag, GraphKinds::Gaddag, "gaddag"),
    };
    let image = lexicon::open(&args.input, &args.alphabet, wanted, NodeLayout::Fast, terminal)?;
    let title = format!("{name} of {}", args.input.display());
    let merged = args.graph != GraphChoice::Trie;
    let drawing =
        Drawing::new(&image.graph(kind)?, image.alphabet(), &title, merged, args.max_nodes).map_err(|problem| {
            let shown = args.input.display();
            Failure::new(format!("{shown}: {problem} to draw — use a shorter list, or raise --max-nodes"))
        })?;
    let text = if svg { drawing.svg() } else { drawing.dot() };
    match path {
        Some(path) => write_file(path, args.force, |file| file.write_all(text.as_bytes()))?,
        None => {
            let mut out = Output::new();
            out.text(&text)?;
            out.finish()?;
        }
    }
    terminal.note(format_args!("{} nodes, including the end state", drawing.nodes()));
    Ok(Outcome::Yes)
}
