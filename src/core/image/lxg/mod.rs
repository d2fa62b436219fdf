#![doc = include_str!("../../formats/lxg.md")]

mod alphabet;
mod assembly;
mod bits;
mod counting;
mod fast;
mod hash;
mod header;
mod inline;
mod list;
mod packed;
mod placing;
mod small;

pub use assembly::Assembly;
pub use fast::Fast;
pub use hash::Hash;
pub use header::{Header, Section, SectionKind};
pub use inline::Inline;
pub use list::{List, ListPlacement, ListSuffixes, Siblings, write_arc};
pub use packed::{Packed, PackedArcs};
pub use small::{SharedLists, Small};

use crate::alphabet::Alphabet;
use crate::build::{Graphs, MinimalGraph};
use crate::graph::{Counts, GraphKind};
use crate::image::ImageError;
use crate::parallel;
use crate::words::Words;

/// The representation of nodes in a graph section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeLayout {
    /// Child masks, and children in shared slots at base + letter.
    Fast,
    /// Lists of sibling arcs, the last arc flagged.
    List,
    /// One hash table with node and letter as key.
    Hash,
    /// Lists of sibling arcs in the order that shares most arcs.
    Small,
    /// A succinct spanning tree with explicit targets for the other arcs.
    Packed,
}

impl NodeLayout {
    /// All layouts, the default first.
    pub const ALL: [NodeLayout; 5] =
        [NodeLayout::Fast, NodeLayout::List, NodeLayout::Small, NodeLayout::Packed, NodeLayout::Hash];

    /// `fast`, `list`, `small`, `packed`, `hash`.
    pub const fn name(self) -> &'static str {
        match self {
            NodeLayout::Fast => "fast",
            NodeLayout::List => "list",
            NodeLayout::Hash => "hash",
            NodeLayout::Small => "small",
            NodeLayout::Packed => "packed",
        }
    }

    /// The layout with this name.
    pub fn from_name(name: &str) -> Option<NodeLayout> {
        NodeLayout::ALL.into_iter().find(|nodes| nodes.name() == name)
    }

    /// The limits of the layout, as text for display.
    pub const fn limits(self) -> &'static str {
        match self {
            NodeLayout::Fast => "words of 255 tiles, 255 letters, 4,294,967,295 slots",
            NodeLayout::List => "words of 255 tiles, 255 letters, 2^54 arcs",
            NodeLayout::Hash => "words of 255 tiles, 255 letters, 134,217,727 nodes",
            NodeLayout::Small => "words of 255 tiles, 255 letters, 4,294,967,294 nodes",
            NodeLayout::Packed => "words of 255 tiles, 255 letters, 4,294,967,295 arcs",
        }
    }

    /// An upper estimate of the memory that encoding a graph takes, in bytes without the graph itself.
    ///
    /// Measured on English words and on synthetic keys, DAWG and GADDAG, with a margin (`tests/memory.rs`).
    pub const fn working_bytes(self, states: u64, arcs: u64) -> u64 {
        // A hash map has at most seven of eight buckets in use, and holds the old buckets while it grows.
        let map = (arcs * 8 / 7 + 1).next_power_of_two() * 17 * 3 / 2;
        match self {
            NodeLayout::Fast => 50 * states + 24 * arcs,
            NodeLayout::List => 40 * states + 12 * arcs,
            NodeLayout::Hash => 12 * states + 32 * (arcs + 1).next_power_of_two(),
            NodeLayout::Small => 40 * states + 24 * arcs + map,
            NodeLayout::Packed => 24 * states + 8 * arcs,
        }
    }

    /// The code of the layout in the section table.
    pub const fn code(self) -> u16 {
        match self {
            NodeLayout::Fast => 1,
            NodeLayout::List => 2,
            NodeLayout::Hash => 3,
            NodeLayout::Small => 4,
            NodeLayout::Packed => 5,
        }
    }

    /// The layout with this code.
    pub fn from_code(code: u16) -> Option<NodeLayout> {
        NodeLayout::ALL.into_iter().find(|nodes| nodes.code() == code)
    }
}

/// The bytes of a graph section, with the parameters for the section table.
#[derive(Debug)]
pub struct Encoded {
    parameters: [u64; 5],
    bytes: Vec<u8>,
}

/// Encodes these graphs as an image. The same words always give the same bytes.
///
/// # Errors
/// [`ImageError::Limit`] if a graph is too large for the layout.
pub fn encode(alphabet: &Alphabet, words: &Words, graphs: &Graphs, nodes: NodeLayout) -> Result<Vec<u8>, ImageError> {
    encode_with(alphabet, words.into(), graphs, nodes, None)
}

/// As [`encode`], with the parameters and bytes of a definitions section.
///
/// # Errors
/// As [`encode`].
pub fn encode_with(
    alphabet: &Alphabet,
    counts: Counts,
    graphs: &Graphs,
    nodes: NodeLayout,
    definitions: Option<([u64; 5], Vec<u8>)>,
) -> Result<Vec<u8>, ImageError> {
    let mut writer = header::ImageBuilder::new(counts.words, counts.letters, counts.longest as u32);
    writer.section(SectionKind::Alphabet, 0, alphabet::parameters(alphabet), alphabet::encode(alphabet));
    // The GADDAG, which takes longer, is begun first.
    let largest_first = graphs.iter().collect::<Vec<_>>().into_iter().rev().collect();
    let encoded = parallel::map(largest_first, 1, |(kind, graph)| {
        encode_graph(graph, kind, nodes, alphabet.len()).map(|encoded| (kind, encoded))
    });
    for encoded in encoded.into_iter().rev() {
        let (kind, encoded) = encoded?;
        writer.section(SectionKind::Graph(kind), nodes.code(), encoded.parameters, encoded.bytes);
    }
    if let Some((parameters, bytes)) = definitions {
        writer.section(SectionKind::Definitions, 0, parameters, bytes);
    }
    Ok(writer.finish())
}

/// Encodes a graph in a layout.
///
/// # Errors
/// As [`encode`].
pub fn encode_graph(
    graph: MinimalGraph<'_>,
    kind: GraphKind,
    nodes: NodeLayout,
    letters: usize,
) -> Result<Encoded, ImageError> {
    match nodes {
        NodeLayout::Fast => fast::encode(graph, kind, letters),
        NodeLayout::List => list::encode(graph),
        NodeLayout::Hash => hash::encode(graph, letters),
        NodeLayout::Small => small::encode(graph, letters),
        NodeLayout::Packed => packed::encode(graph, letters),
    }
}

/// Decodes an alphabet section, given its parameters and its bytes.
///
/// # Errors
/// [`ImageError`] if a field is invalid.
pub fn decode_alphabet(parameters: &[u64; 5], bytes: &[u8]) -> Result<Alphabet, ImageError> {
    alphabet::decode(parameters, bytes)
}

/// A graph section, for opening its graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphSection<'a> {
    /// The kind of graph, for error messages.
    pub kind: GraphKind,
    /// The parameters of the section table.
    pub parameters: [u64; 5],
    /// The bytes of the section.
    pub bytes: &'a [u8],
    /// The number of letters of the alphabet.
    pub letters: usize,
    /// `true` to check each arc. This is not necessary for bytes that this process has encoded itself.
    pub check: bool,
}

impl GraphSection<'_> {
    /// The error for an arc that leads out of the graph.
    fn wrong_arc(&self, arc: u64) -> ImageError {
        ImageError::Arc { graph: self.kind.name(), arc }
    }

    /// The error for an arc with a label that is not allowed.
    fn wrong_label(&self, arc: u64) -> ImageError {
        ImageError::Label { graph: self.kind.name(), arc }
    }

    /// `true` if an arc may have this label: a letter of the alphabet, or in a GADDAG the separator, with which no word
    /// ends.
    fn allows(&self, label: u8, accepts: bool) -> bool {
        usize::from(label) <= self.letters && (label > 0 || self.kind == GraphKind::Gaddag && !accepts)
    }

    /// The labels of arcs as a mask, without and with those that do not accept.
    fn allowed_masks(&self) -> [[u64; 4]; 2] {
        let mask = |accepts| {
            (0..=255).filter(|&label| self.allows(label, accepts)).fold([0; 4], |mut mask, label| {
                mask[usize::from(label / 64)] |= 1 << (label % 64);
                mask
            })
        };
        [mask(false), mask(true)]
    }
}
