//! The numbers of an image.

use serde::Serialize;

use super::{Image, ImageError, Sharing};
use crate::build::GraphKinds;
use crate::graph::{GraphKind, Measures};

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
    /// The size of the file divided by the number of words.
    pub bytes_per_word: f64,
    /// The number of definitions; `None` if the image has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definitions: Option<u64>,
    /// Each graph.
    pub graphs: Vec<GraphStats>,
}

/// The numbers of one graph.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The memory in use once all of the graph has been read: the pages of 4,096 bytes it lies on.
    pub resident_bytes: u64,
    /// The most arcs that leave one node.
    pub max_out_degree: u64,
    /// The longest path, in arcs.
    pub depth: u64,
}

/// Counts what an image is made of. Linear in its arcs.
///
/// # Errors
/// [`ImageError`] when a graph is damaged.
pub fn stats(image: &Image) -> Result<Stats, ImageError> {
    stats_with(image, |_| None)
}

/// As [`stats`], of an image that was just written with graphs of these [measures](crate::build::Graphs::measure),
/// which are many times faster to take than those of the file. Formats for one graph are counted in the file, as some
/// write another graph than they are given.
///
/// # Errors
/// As [`stats`].
pub fn stats_of(image: &Image, measured: &[(GraphKind, Measures)]) -> Result<Stats, ImageError> {
    let info = image.format().info();
    let same_nodes = info.sharing == Sharing::Full && info.holds.contains(&GraphKinds::Both);
    let of = |kind| measured.iter().find(|(found, _)| same_nodes && *found == kind);
    stats_with(image, |kind| of(kind).map(|&(_, measures)| measures))
}

fn stats_with(image: &Image, known: impl Fn(GraphKind) -> Option<Measures>) -> Result<Stats, ImageError> {
    let mut graphs = Vec::new();
    for section in image.graphs() {
        let graph = image.graph(section.kind)?;
        let measures = known(section.kind).or_else(|| graph.measure());
        let measures = measures.ok_or(ImageError::Field { offset: section.offset, what: "the graph has a cycle" })?;
        graphs.push(GraphStats {
            graph: section.kind.name(),
            nodes_kind: graph.layout_name(),
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
        format: image.format().name(),
        file_bytes: image.file_bytes(),
        bytes_per_word: image.file_bytes() as f64 / image.words().max(1) as f64,
        definitions: image.definitions()?.map(|definitions| definitions.len()),
        graphs,
    })
}

/// The bytes of the memory pages on which this range of the file lies.
pub(crate) fn resident(offset: u64, bytes: u64) -> u64 {
    ((offset + bytes).div_ceil(PAGE) - offset / PAGE) * PAGE
}
