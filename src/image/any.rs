//! A graph of any layout.

use super::ImageError;
use super::lxg::{self, Fast, GraphSection, Hash, List, Nodes};
use crate::graph::WordGraph;

/// A graph of a layout that is known at run time only.
///
/// On purpose it is not a [`WordGraph`]: a search is [`run`](AnyGraph::run) on the graph inside, so that the one choice is made
/// before the search and not at every arc.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the names say it: layout, bytes an arc
pub enum AnyGraph<'a> {
    Fast4(Fast<'a, 4, false>),
    Fast5(Fast<'a, 5, false>),
    Fast8(Fast<'a, 8, false>),
    FastWide(Fast<'a, 8, true>),
    List4(List<'a, 4, false>),
    List8(List<'a, 8, false>),
    ListWide4(List<'a, 4, true>),
    ListWide8(List<'a, 8, true>),
    Hash(Hash<'a, false>),
    HashWide(Hash<'a, true>),
}

/// Something to do with a graph, whatever its layout. A closure cannot be generic: this is one that is.
pub trait GraphOp {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<G: WordGraph>(self, graph: &G) -> Self::Output;
}

impl<'a> AnyGraph<'a> {
    /// Looks at a section of a native image as a graph.
    ///
    /// # Errors
    /// [`ImageError`] for an unknown layout, sizes that do not fit, arcs out of range.
    pub(super) fn new(nodes: Nodes, wide: bool, section: &GraphSection<'a>) -> Result<AnyGraph<'a>, ImageError> {
        Ok(match (nodes, section.parameters[0] & 0xff, wide) {
            (Nodes::Fast, 4, false) => AnyGraph::Fast4(Fast::new(section)?),
            (Nodes::Fast, 5, false) => AnyGraph::Fast5(Fast::new(section)?),
            (Nodes::Fast, _, false) => AnyGraph::Fast8(Fast::new(section)?),
            (Nodes::Fast, _, true) => AnyGraph::FastWide(Fast::new(section)?),
            (Nodes::List, 4, false) => AnyGraph::List4(List::new(section)?),
            (Nodes::List, _, false) => AnyGraph::List8(List::new(section)?),
            (Nodes::List, 4, true) => AnyGraph::ListWide4(List::new(section)?),
            (Nodes::List, _, true) => AnyGraph::ListWide8(List::new(section)?),
            (Nodes::Hash, _, false) => AnyGraph::Hash(Hash::new(section)?),
            (Nodes::Hash, _, true) => AnyGraph::HashWide(Hash::new(section)?),
        })
    }

    /// Does something with the graph inside.
    pub fn run<O: GraphOp>(&self, op: O) -> O::Output {
        match self {
            AnyGraph::Fast4(graph) => op.run(graph),
            AnyGraph::Fast5(graph) => op.run(graph),
            AnyGraph::Fast8(graph) => op.run(graph),
            AnyGraph::FastWide(graph) => op.run(graph),
            AnyGraph::List4(graph) => op.run(graph),
            AnyGraph::List8(graph) => op.run(graph),
            AnyGraph::ListWide4(graph) => op.run(graph),
            AnyGraph::ListWide8(graph) => op.run(graph),
            AnyGraph::Hash(graph) => op.run(graph),
            AnyGraph::HashWide(graph) => op.run(graph),
        }
    }

    /// The node layout.
    pub fn nodes(&self) -> lxg::Nodes {
        match self {
            AnyGraph::Fast4(_) | AnyGraph::Fast5(_) | AnyGraph::Fast8(_) | AnyGraph::FastWide(_) => Nodes::Fast,
            AnyGraph::List4(_) | AnyGraph::List8(_) | AnyGraph::ListWide4(_) | AnyGraph::ListWide8(_) => Nodes::List,
            AnyGraph::Hash(_) | AnyGraph::HashWide(_) => Nodes::Hash,
        }
    }
}
