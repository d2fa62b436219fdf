//! A graph of any layout.

use super::ImageError;
use super::lxg::{Fast, General, GraphSection, Hash, Inline, List, Nodes};
use crate::alphabet::Tile;
use crate::graph::{GraphKind, WordGraph, contains};

/// A graph of a layout that is known at run time only.
///
/// On purpose it is not a [`WordGraph`]: a search is [`run`](AnyGraph::run) on the graph inside, so that the one choice is made
/// before the search and not at every arc.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant)] // a search has one, by reference
pub enum AnyGraph<'a> {
    /// `fast` with slots of 4 bytes.
    Fast4(Fast<'a, 4, false>),
    /// `fast` with masks in its slots.
    Inline(Inline<'a>),
    /// `list` with arcs of 4 bytes.
    List4(List<'a, 4, false>),
    /// `hash`.
    Hash(Hash<'a, false>),
    /// Wide alphabets, and millions of words.
    General(General<'a>),
}

/// Something to do with a graph, whatever its layout. A closure cannot be generic: this is one that is.
pub trait GraphOp {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<G: WordGraph>(self, graph: &G) -> Self::Output;
}

struct Contains<'p>(&'p [Tile]);

impl GraphOp for Contains<'_> {
    type Output = bool;
    fn run<G: WordGraph>(self, graph: &G) -> bool {
        contains(graph, self.0)
    }
}

impl<'a> AnyGraph<'a> {
    /// Looks at a section of a native image as a graph.
    ///
    /// # Errors
    /// [`ImageError`] for an unknown layout, sizes that do not fit, arcs out of range.
    pub fn new(nodes: Nodes, wide: bool, section: &GraphSection<'a>) -> Result<AnyGraph<'a>, ImageError> {
        Ok(match (nodes, section.parameters[0] & 0xff, wide) {
            (Nodes::Fast, 4, false) => AnyGraph::Fast4(Fast::new(section)?),
            (Nodes::Fast, 8, false) if Inline::is_in(section) => AnyGraph::Inline(Inline::new(section)?),
            (Nodes::List, 4, false) => AnyGraph::List4(List::new(section)?),
            (Nodes::Hash, _, false) => AnyGraph::Hash(Hash::new(section)?),
            _ => AnyGraph::General(General::new(nodes, wide, section)?),
        })
    }

    /// Does something with the graph inside.
    pub fn run<O: GraphOp>(&self, op: O) -> O::Output {
        match self {
            AnyGraph::Fast4(graph) => op.run(graph),
            AnyGraph::Inline(graph) => op.run(graph),
            AnyGraph::List4(graph) => op.run(graph),
            AnyGraph::Hash(graph) => op.run(graph),
            AnyGraph::General(graph) => op.run(graph),
        }
    }

    /// Whether a word is in the graph, which is of this kind. One step a tile.
    pub fn has_word(&self, kind: GraphKind, word: &[Tile]) -> bool {
        match kind {
            GraphKind::Dawg => self.run(Contains(word)),
            GraphKind::Gaddag => self.run(Contains(&word.iter().rev().copied().collect::<Vec<_>>())),
        }
    }

    /// The node layout.
    pub fn nodes(&self) -> Nodes {
        match self {
            AnyGraph::Fast4(_) | AnyGraph::Inline(_) => Nodes::Fast,
            AnyGraph::List4(_) => Nodes::List,
            AnyGraph::Hash(_) => Nodes::Hash,
            AnyGraph::General(graph) => graph.nodes(),
        }
    }
}
