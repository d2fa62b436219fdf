//! The numbers of an image.

use serde::Serialize;

use crate::alphabet::Alphabet;
use crate::external::Compiled;
use crate::graph::{Counts, Measures, WordGraph, measure};
use crate::image::{GraphOp, Image, ImageError, LXG, Nodes};
use crate::lexicon::{ReadReport, Rejection};

/// The page size that [`GraphStats::resident_bytes`] counts in.
const PAGE: u64 = 4096;

/// The numbers of an image, under their names in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    /// The number of words.
    pub words: u64,
    /// The letters of all words together.
    pub letters: u64,
    /// The length of the longest word, in tiles.
    pub longest: usize,
    /// The name of the alphabet.
    pub alphabet: String,
    /// The file format.
    pub format: &'static str,
    /// The size of the file.
    pub file_bytes: u64,
    /// The size of the file by its words.
    pub bytes_per_word: f64,
    /// The number of definitions, where the image has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definitions: Option<u64>,
    /// Each graph.
    pub graphs: Vec<GraphStats>,
}

/// The numbers of one graph.
#[derive(Clone, Debug, Serialize)]
pub struct GraphStats {
    /// `dawg` or `gaddag`.
    pub graph: &'static str,
    /// The node layout.
    pub nodes_kind: &'static str,
    /// Distinct nodes with arcs.
    pub nodes: u64,
    /// Arcs, separators included.
    pub edges: u64,
    /// Nodes of the trie before merging, root and leaves included.
    pub trie_nodes: u64,
    /// Edges of the trie: one less than its nodes.
    pub trie_edges: u64,
    /// Arcs that accept.
    pub accepting_edges: u64,
    /// Bytes of the graph in the file.
    pub bytes: u64,
    /// Bytes of memory when all of the graph has been touched: the pages of 4,096 bytes it lies on.
    pub resident_bytes: u64,
    /// The most arcs that leave one node.
    pub max_out_degree: u64,
    /// The longest path, in arcs.
    pub depth: u64,
}

struct Measure;

impl GraphOp for Measure {
    type Output = Option<Measures>;
    fn run<G: WordGraph>(self, graph: &G) -> Option<Measures> {
        measure(graph)
    }
}

/// Counts what an image is made of. Linear in its arcs.
///
/// # Errors
/// [`ImageError`] when a graph is damaged.
pub fn stats(image: &Image) -> Result<Stats, ImageError> {
    let mut graphs = Vec::new();
    for section in image.graphs() {
        let graph = image.graph(section.kind)?;
        let measures =
            graph.run(Measure).ok_or(ImageError::Field { offset: section.offset, what: "the graph has a cycle" })?;
        graphs.push(GraphStats {
            graph: section.kind.name(),
            nodes_kind: graph.nodes().name(),
            nodes: measures.nodes,
            edges: measures.edges,
            trie_nodes: measures.trie_nodes,
            trie_edges: measures.trie_nodes - 1,
            accepting_edges: measures.accepting_edges,
            bytes: section.bytes,
            resident_bytes: resident(section.offset, section.bytes),
            max_out_degree: measures.max_out_degree,
            depth: measures.depth,
        });
    }
    Ok(Stats {
        words: image.words(),
        letters: image.letters(),
        longest: image.longest(),
        alphabet: image.alphabet().name().to_owned(),
        format: image.format().name,
        file_bytes: image.file_bytes(),
        bytes_per_word: image.file_bytes() as f64 / image.words().max(1) as f64,
        definitions: image.definitions()?.map(|definitions| definitions.len()),
        graphs,
    })
}

/// The numbers of an image in the native format that was compiled on disk, as [`stats`] would count them.
pub fn stats_of(compiled: &Compiled, alphabet: &Alphabet, nodes: Nodes) -> Stats {
    let graphs = compiled.graphs.iter().map(|graph| GraphStats {
        graph: graph.kind.name(),
        nodes_kind: nodes.name(),
        nodes: graph.nodes,
        edges: graph.edges,
        trie_nodes: graph.trie_nodes,
        trie_edges: graph.trie_nodes - 1,
        accepting_edges: graph.accepting_edges,
        bytes: graph.bytes,
        resident_bytes: resident(graph.offset, graph.bytes),
        max_out_degree: graph.max_out_degree,
        depth: graph.depth,
    });
    let Counts { words, letters, longest } = compiled.counts;
    Stats {
        words,
        letters,
        longest: longest as usize,
        alphabet: alphabet.name().to_owned(),
        format: LXG.name,
        file_bytes: compiled.bytes(),
        bytes_per_word: compiled.bytes() as f64 / words.max(1) as f64,
        definitions: None,
        graphs: graphs.collect(),
    }
}

/// The pages that so many bytes from a place on lie on.
fn resident(offset: u64, bytes: u64) -> u64 {
    ((offset + bytes).div_ceil(PAGE) - offset / PAGE) * PAGE
}

/// What a compilation did.
#[derive(Clone, Debug, Serialize)]
pub struct CompileReport {
    /// The numbers of the image that was written.
    #[serde(flatten)]
    pub stats: Stats,
    /// Words in the lists, duplicates and words outside the length bounds included.
    pub words_read: u64,
    /// Words that were there before.
    pub duplicates: u64,
    /// Words below the least length asked for.
    pub too_short: u64,
    /// Words above the greatest length asked for.
    pub too_long: u64,
    /// Lines that held no word.
    pub rejected: Rejected,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
    /// The most memory the process had, where the system tells.
    pub peak_bytes: Option<u64>,
    /// What was decided about each list.
    pub lists: Vec<String>,
    /// Whether the graphs are known to be minimal.
    pub minimal: bool,
    /// How it was compiled on disk, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external: Option<ExternalReport>,
}

/// How a list was compiled on disk.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ExternalReport {
    /// The most bytes the process was to have.
    pub memory_bytes: u64,
    /// Sorted runs of words.
    pub runs: usize,
    /// Bytes of temporary files.
    pub spilled_bytes: u64,
    /// Whether states went to disk as they were made, since the graph would not have fitted.
    pub streamed: bool,
}

/// Lines that held no word.
#[derive(Clone, Debug, Serialize)]
pub struct Rejected {
    /// How many.
    pub count: u64,
    /// How many for each reason.
    pub reasons: std::collections::BTreeMap<String, u64>,
    /// The first ten of each list.
    pub examples: Vec<Rejection>,
}

/// Puts the report of a compilation together.
pub fn compile_report(stats: Stats, read: &ReadReport, seconds: f64, peak_bytes: Option<u64>) -> CompileReport {
    let mut reasons = std::collections::BTreeMap::new();
    for (reason, count) in read.lists.iter().flat_map(|list| &list.reasons) {
        *reasons.entry(reason.clone()).or_insert(0) += count;
    }
    let examples = read.lists.iter().flat_map(|list| list.examples.iter().cloned()).collect();
    CompileReport {
        stats,
        words_read: read.words_read,
        duplicates: read.duplicates,
        too_short: read.too_short,
        too_long: read.too_long,
        rejected: Rejected { count: read.rejected, reasons, examples },
        seconds,
        peak_bytes,
        lists: read.lists.iter().map(|list| list.describe()).collect(),
        minimal: true,
        external: None,
    }
}
