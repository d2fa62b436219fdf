//! `lexigraph stats`: the size and structure of images.

use std::ffi::OsString;
use std::path::Path;

use crate::report::{Stats, TextTable, grouped, stats};
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, ImageError, NodeLayout, compile_in_memory, words_in};

use super::{Failure, Outcome, Output, Terminal, lexicon};

/// Report nodes, edges and memory of images or word lists
#[derive(clap::Args)]
#[command(after_long_help = "\
A node is a distinct set of outgoing arcs (letter, accepts, target); the empty end state does not count. An edge is an \
arc. Trie nodes are the nodes before merging, including root and leaves. Resident bytes are those of the memory pages \
of a graph.

Examples:
  lexigraph stats enable
  lexigraph stats old.lxg new.lxg
  lexigraph stats words.txt --compare          compare node layouts")]
pub struct Args {
    /// Images, word lists or bundled names
    #[arg(required = true, value_name = "IMAGE|LIST")]
    lexica: Vec<OsString>,
    /// Compare all node layouts for the words of each lexicon
    #[arg(long)]
    compare: bool,
    /// Alphabet of word lists: a bundled name, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: OsString,
    /// Print each lexicon as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut reports: Vec<(String, Stats)> = Vec::new();
    for name in &args.lexica {
        let image = lexicon::open(name, &args.alphabet, GraphKinds::Both, NodeLayout::Fast, terminal)?;
        let of = |error: ImageError| Failure::of(Path::new(name), error);
        let shown = name.display().to_string();
        if args.compare {
            for (nodes, image) in laid_out(&image)? {
                reports.push((format!("{shown} {}", nodes.name()), stats(&image).map_err(of)?));
            }
        } else {
            reports.push((shown, stats(&image).map_err(of)?));
        }
    }
    let mut out = Output::new();
    if args.json {
        reports.iter().try_for_each(|(_, report)| out.json(report))?;
    } else {
        tables(&reports).try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// The words of an image, compiled with each node layout.
fn laid_out(image: &Image) -> Result<Vec<(NodeLayout, Image)>, Failure> {
    let wanted = if image.has(GraphKind::Gaddag) { GraphKinds::Both } else { GraphKinds::Dawg };
    let words = words_in(image, GraphKind::Dawg)?;
    let compile = |nodes| Ok((nodes, compile_in_memory(image.alphabet(), &words, wanted, nodes)?));
    NodeLayout::ALL.into_iter().map(compile).collect()
}

fn tables(reports: &[(String, Stats)]) -> impl Iterator<Item = String> {
    let mut lexica = TextTable::new(["lexicon", "words", "letters", "longest", "alphabet", "format", "bytes", "bytes/word"]);
    let mut graphs = TextTable::new([
        "graph",
        "kind",
        "layout",
        "nodes",
        "edges",
        "accepting",
        "trie nodes",
        "widest",
        "depth",
        "bytes",
        "resident",
        "bytes/word",
    ]);
    for (name, report) in reports {
        lexica.row([
            name.clone(),
            grouped(report.words),
            grouped(report.letters),
            report.longest.to_string(),
            report.alphabet.clone(),
            report.format.to_owned(),
            grouped(report.file_bytes),
            format!("{:.2}", report.bytes_per_word),
        ]);
        for graph in &report.graphs {
            graphs.row([
                name.clone(),
                graph.graph.to_owned(),
                graph.nodes_kind.to_owned(),
                grouped(graph.nodes),
                grouped(graph.edges),
                grouped(graph.accepting_edges),
                grouped(graph.trie_nodes),
                graph.max_out_degree.to_string(),
                graph.depth.to_string(),
                grouped(graph.bytes),
                grouped(graph.resident_bytes),
                format!("{:.2}", graph.bytes as f64 / report.words.max(1) as f64),
            ]);
        }
    }
    let lines = |table: &TextTable| table.lines().collect::<Vec<_>>();
    lines(&lexica).into_iter().chain([String::new()]).chain(lines(&graphs))
}
