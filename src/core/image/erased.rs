//! A graph of any layout, as one type.
//!
//! Everything that runs once a query or once a file is written for [`ErasedGraph`] and compiled once: a choice at each arc costs little
//! beside the memory that such a walk waits for (a look-up in ENABLE1's DAWG takes `packed` 415 ns through the choice and 421 ns
//! without, `small` 143 and 127). The few walks that are asked a million times a second are generic over [`WordGraph`]; there
//! [`specialize!`](crate::specialize) makes the choice once, before the walk.

use std::ops::ControlFlow;

use super::ImageError;
use super::cwg::Cwg;
use super::lxg::{Fast, GraphSection, Hash, Inline, List, NodeLayout, Packed, PackedArcs, Siblings, Small};
use super::records::{RecordArcs, Records};
use super::spelled::{ByteGraph, ByteGraphArcs};
use crate::alphabet::{Tile, TileSet};
use crate::graph::{Arc, ArcsByTile, GraphKind, WordGraph, contains, for_each_word};
use crate::words::Words;

/// A graph whose layout is known at run time only. Nodes are numbers in all of them.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the names say it: layout, bytes an arc or slot
#[allow(clippy::large_enum_variant)] // a search has one, by reference
pub enum ErasedGraph<'a> {
    // The layouts that walks are specialised for:
    Fast4(Fast<'a, 4, false>),
    Inline(Inline<'a>),
    List4(List<'a, 4, false>),
    Hash(Hash<'a, false>),
    // Wide alphabets, lists of millions of words, and what is not for speed:
    Fast5(Fast<'a, 5, false>),
    Fast8(Fast<'a, 8, false>),
    FastWide(Fast<'a, 8, true>),
    List8(List<'a, 8, false>),
    ListWide4(List<'a, 4, true>),
    ListWide8(List<'a, 8, true>),
    HashWide(Hash<'a, true>),
    Small(Small<'a>),
    Packed(Packed<'a>),
    // Graphs of other programs, walked as they lie in their files:
    Records(Records<'a>),
    ByteGraph(ByteGraph<'a>),
    Cwg(Cwg<'a>),
}

/// Does the same with whichever graph it is.
macro_rules! with {
    ($erased:expr, $graph:ident => $do:expr) => {
        match $erased {
            ErasedGraph::Fast4($graph) => $do,
            ErasedGraph::Inline($graph) => $do,
            ErasedGraph::List4($graph) => $do,
            ErasedGraph::Hash($graph) => $do,
            ErasedGraph::Fast5($graph) => $do,
            ErasedGraph::Fast8($graph) => $do,
            ErasedGraph::FastWide($graph) => $do,
            ErasedGraph::List8($graph) => $do,
            ErasedGraph::ListWide4($graph) => $do,
            ErasedGraph::ListWide8($graph) => $do,
            ErasedGraph::HashWide($graph) => $do,
            ErasedGraph::Small($graph) => $do,
            ErasedGraph::Packed($graph) => $do,
            ErasedGraph::Records($graph) => $do,
            ErasedGraph::ByteGraph($graph) => $do,
            ErasedGraph::Cwg($graph) => $do,
        }
    };
}

/// Evaluates an expression with the graph inside an [`ErasedGraph`]: compiled for each layout that is made for speed, and once more, with
/// the erased graph itself, for all others. For walks that have been measured to need it; they are instantiated where this stands.
#[macro_export]
macro_rules! specialize {
    ($erased:expr, $graph:ident => $do:expr) => {
        match $erased {
            $crate::image::ErasedGraph::Fast4($graph) => $do,
            $crate::image::ErasedGraph::Inline($graph) => $do,
            $crate::image::ErasedGraph::List4($graph) => $do,
            $crate::image::ErasedGraph::Hash($graph) => $do,
            $graph => $do,
        }
    };
}

impl<'a> ErasedGraph<'a> {
    /// Looks at a section of a native image as a graph.
    ///
    /// # Errors
    /// [`ImageError`] for an unknown layout, sizes that do not fit, arcs out of range.
    pub fn new(layout: NodeLayout, wide: bool, section: &GraphSection<'a>) -> Result<ErasedGraph<'a>, ImageError> {
        Ok(match (layout, section.parameters[0] & 0xff, wide) {
            (NodeLayout::Fast, 4, false) => ErasedGraph::Fast4(Fast::new(section)?),
            (NodeLayout::Fast, 8, false) if Inline::is_in(section) => ErasedGraph::Inline(Inline::new(section)?),
            (NodeLayout::Fast, _, true) => ErasedGraph::FastWide(Fast::new(section)?),
            (NodeLayout::Fast, 5, false) => ErasedGraph::Fast5(Fast::new(section)?),
            (NodeLayout::Fast, _, false) => ErasedGraph::Fast8(Fast::new(section)?),
            (NodeLayout::List, 4, false) => ErasedGraph::List4(List::new(section)?),
            (NodeLayout::List, 4, true) => ErasedGraph::ListWide4(List::new(section)?),
            (NodeLayout::List, _, true) => ErasedGraph::ListWide8(List::new(section)?),
            (NodeLayout::List, _, false) => ErasedGraph::List8(List::new(section)?),
            (NodeLayout::Hash, _, false) => ErasedGraph::Hash(Hash::new(section)?),
            (NodeLayout::Hash, _, true) => ErasedGraph::HashWide(Hash::new(section)?),
            (NodeLayout::Small, ..) => ErasedGraph::Small(Small::new(section)?),
            (NodeLayout::Packed, ..) => ErasedGraph::Packed(Packed::new(section)?),
        })
    }

    /// The name of the node layout: one of the [native ones](NodeLayout), or that of the format whose own nodes these are.
    pub fn layout_name(&self) -> &'static str {
        let native = match self {
            ErasedGraph::Fast4(_) | ErasedGraph::Inline(_) | ErasedGraph::Fast5(_) => NodeLayout::Fast,
            ErasedGraph::Fast8(_) | ErasedGraph::FastWide(_) => NodeLayout::Fast,
            ErasedGraph::List4(_) | ErasedGraph::List8(_) | ErasedGraph::Records(_) => NodeLayout::List,
            ErasedGraph::ListWide4(_) | ErasedGraph::ListWide8(_) => NodeLayout::List,
            ErasedGraph::Hash(_) | ErasedGraph::HashWide(_) => NodeLayout::Hash,
            ErasedGraph::Small(_) => NodeLayout::Small,
            ErasedGraph::Packed(_) => NodeLayout::Packed,
            ErasedGraph::ByteGraph(graph) => return graph.layout_name(),
            ErasedGraph::Cwg(_) => return "cwg",
        };
        native.name()
    }

    /// Whether this path is in the graph: of a DAWG, whether it has the word. One step a tile.
    #[inline]
    pub fn contains(&self, path: &[Tile]) -> bool {
        specialize!(self, graph => contains(graph, path))
    }

    /// How many of these are in the graph: [`contains`](ErasedGraph::contains) for many in a row.
    pub fn count_present(&self, paths: &Words) -> u64 {
        specialize!(self, graph => paths.iter().filter(|path| contains(graph, path)).count() as u64)
    }

    /// Calls `each` with every path that accepts (of a DAWG, every word) in collation order, until it breaks; see [`for_each_word`].
    pub fn for_each_path(&self, longest: usize, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        specialize!(self, graph => for_each_word(graph, longest, each))
    }

    /// Whether a word is in the graph, which is of this kind. One step a tile.
    pub fn has_word(&self, kind: GraphKind, word: &[Tile]) -> bool {
        match kind {
            GraphKind::Dawg => self.contains(word),
            GraphKind::Gaddag => self.contains(&word.iter().rev().copied().collect::<Vec<_>>()),
        }
    }
}

/// The arcs of a node of an [`ErasedGraph`].
#[derive(Debug)]
#[allow(missing_docs)] // as above
pub enum ErasedArcs<'g, 'a> {
    ByTile(ArcsByTile<'g, ErasedGraph<'a>>),
    List4(Siblings<'a, 4, false>),
    List8(Siblings<'a, 8, false>),
    ListWide4(Siblings<'a, 4, true>),
    ListWide8(Siblings<'a, 8, true>),
    Packed(PackedArcs<'g, 'a>),
    Records(RecordArcs<'a>),
    ByteGraph(ByteGraphArcs<'a>),
}

impl Iterator for ErasedArcs<'_, '_> {
    type Item = Arc<u64>;

    fn next(&mut self) -> Option<Arc<u64>> {
        match self {
            ErasedArcs::ByTile(arcs) => arcs.next(),
            ErasedArcs::List4(arcs) => arcs.next(),
            ErasedArcs::List8(arcs) => arcs.next(),
            ErasedArcs::ListWide4(arcs) => arcs.next(),
            ErasedArcs::ListWide8(arcs) => arcs.next(),
            ErasedArcs::Packed(arcs) => arcs.next(),
            ErasedArcs::Records(arcs) => arcs.next(),
            ErasedArcs::ByteGraph(arcs) => arcs.next(),
        }
    }
}

impl<'a> WordGraph for ErasedGraph<'a> {
    type Node = u64;
    type Arcs<'g>
        = ErasedArcs<'g, 'a>
    where
        Self: 'g;
    const WIDE: bool = true;

    fn root(&self) -> u64 {
        with!(self, graph => graph.root())
    }

    fn tiles(&self, node: u64) -> TileSet {
        with!(self, graph => graph.tiles(node))
    }

    fn accepting(&self, node: u64) -> TileSet {
        with!(self, graph => graph.accepting(node))
    }

    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        with!(self, graph => graph.child(node, tile))
    }

    fn target(&self, node: u64, tile: Tile) -> Option<u64> {
        with!(self, graph => graph.target(node, tile))
    }

    fn accepts_on(&self, node: u64, tile: Tile) -> bool {
        with!(self, graph => graph.accepts_on(node, tile))
    }

    fn may_have_any(&self, node: u64, among: TileSet) -> bool {
        with!(self, graph => graph.may_have_any(node, among))
    }

    fn arcs(&self, node: u64) -> ErasedArcs<'_, 'a> {
        match self {
            ErasedGraph::List4(graph) => ErasedArcs::List4(graph.arcs(node)),
            ErasedGraph::List8(graph) => ErasedArcs::List8(graph.arcs(node)),
            ErasedGraph::ListWide4(graph) => ErasedArcs::ListWide4(graph.arcs(node)),
            ErasedGraph::ListWide8(graph) => ErasedArcs::ListWide8(graph.arcs(node)),
            ErasedGraph::Packed(graph) => ErasedArcs::Packed(graph.arcs_among(node, TileSet::from_bits(u64::MAX))),
            ErasedGraph::Records(graph) => ErasedArcs::Records(graph.arcs(node)),
            ErasedGraph::ByteGraph(graph) => ErasedArcs::ByteGraph(graph.arcs(node)),
            _ => ErasedArcs::ByTile(ArcsByTile::new(self, node)),
        }
    }

    fn for_arcs_among(&self, node: u64, among: TileSet, each: impl FnMut(Arc<u64>)) {
        // Finding an arc, or where it leads, is work: not for those that nobody wants.
        let arcs = match self {
            ErasedGraph::Packed(graph) => ErasedArcs::Packed(graph.arcs_among(node, among)),
            ErasedGraph::ByteGraph(graph) => ErasedArcs::ByteGraph(graph.arcs_among(node, among)),
            ErasedGraph::List4(_)
            | ErasedGraph::List8(_)
            | ErasedGraph::ListWide4(_)
            | ErasedGraph::ListWide8(_)
            | ErasedGraph::Records(_) => self.arcs(node),
            _ => ErasedArcs::ByTile(ArcsByTile::among(self, node, among)),
        };
        arcs.filter(|arc| among.contains(arc.tile)).for_each(each);
    }
}
