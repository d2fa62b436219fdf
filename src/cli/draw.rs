//! `lexigraph draw`: pictures of graphs.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::report::Drawing;
use clap::ValueEnum;
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::NodeLayout;

use super::output::write_file;
use super::{Failure, Outcome, Output, Terminal, lexicon};

/// Draw the graph of a small list, as SVG or for Graphviz
#[derive(clap::Args)]
#[command(after_long_help = "\
Arcs that accept are thick and red; nodes that several arcs lead to are filled; the separator of a GADDAG is ◇. \
The trie is the graph before merging. The last node on the right of a DAWG or GADDAG is the end state.

Examples:
  lexigraph draw twelve.txt -o dawg.svg
  lexigraph draw twelve.txt --graph trie -o trie.svg
  lexigraph draw twelve.txt --graph gaddag -o gaddag.dot && dot -Tpng gaddag.dot -o gaddag.png

Exit status: 0 drawn; 2 error, a graph that is too large included.")]
pub struct Args {
    /// Image, word list, or bundled name
    #[arg(value_name = "IMAGE|LIST")]
    input: OsString,
    /// What to draw
    #[arg(long, value_enum, default_value_t = Kind::Dawg, value_name = "GRAPH")]
    graph: Kind,
    /// The file to write, .svg or .dot [default: dot to standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Refuse to draw more nodes
    #[arg(long, value_name = "N", default_value_t = 500)]
    max_nodes: usize,
    /// Letters of an input that does not say: a bundled alphabet, a .toml file, or (for lists) 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The words, nothing merged
    Trie,
    /// The words, equal nodes merged
    Dawg,
    /// Reversed prefix, separator, suffix
    Gaddag,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let path = args.output.as_ref().filter(|path| path.as_os_str() != "-");
    let extension = path.map(|path| path.extension().unwrap_or_default().to_string_lossy().to_lowercase());
    let svg = match extension.as_deref() {
        Some("svg") => true,
        None | Some("dot" | "gv") => false,
        Some(_) => {
            return Err(Failure::new("a picture is .svg or .dot — name the output so"));
        }
    };
    let (kind, wanted, name) = match args.graph {
        Kind::Trie => (GraphKind::Dawg, GraphKinds::Dawg, "trie"),
        Kind::Dawg => (GraphKind::Dawg, GraphKinds::Dawg, "dawg"),
        Kind::Gaddag => (GraphKind::Gaddag, GraphKinds::Gaddag, "gaddag"),
    };
    let image = lexicon::open(&args.input, &args.alphabet, wanted, NodeLayout::Fast, terminal)?;
    let title = format!("{name} of {}", args.input.display());
    let merged = args.graph != Kind::Trie;
    let drawing =
        Drawing::new(&image.graph(kind)?, image.alphabet(), &title, merged, args.max_nodes).map_err(|problem| {
            let shown = args.input.display();
            Failure::new(format!("{shown}: {problem} to draw — take fewer words, or raise --max-nodes"))
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
    terminal.note(format_args!("{} nodes, the end state included", drawing.nodes()));
    Ok(Outcome::Yes)
}
