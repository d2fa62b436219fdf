//! A graph of any layout, as one type.
//!
//! Code that runs once a query or once a file takes an [`ErasedGraph`] and is compiled once. It selects the layout at
//! every arc, which costs little compared with the memory accesses of the walk: a look-up in the DAWG of ENABLE1 takes
//! `packed` 415 ns with the selection and 421 ns without, `small` 143 and 127 ns. The few hot walks are generic over
//! [`MaskedGraph`]; for them, [`specialize!`](crate::specialize) selects the layout once, before the walk.

use std::ops::ControlFlow;

use super::ImageError;
use super::byte_graph::{ByteGraph, ByteGraphArcs};
use super::cwg::Cwg;
use super::lxg::{Fast, GraphSection, Hash, Inline, List, NodeLayout, Packed, PackedArcs, Siblings, Small};
use super::records::{RecordArcs, Records};
use crate::alphabet::Tile;
use crate::graph::{
    Arc, ArcsByTile, GraphKind, MaskedGraph, Measures, TileMask, WordGraph, contains, for_each_word, measure, sealed,
};
use crate::words::Words;

/// A graph whose layout is known only at run time. All layouts represent a node by a number.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // a variant has the name of its layout and the bytes of an arc or slot
#[allow(clippy::large_enum_variant)] // a search has one graph, by reference
pub enum ErasedGraph<'a> {
    // The layouts for which hot walks are specialised:
    Fast4(Fast<'a, 4, false>),
    Inline(Inline<'a>),
    List4(List<'a, 4, false>),
    Hash(Hash<'a, false>),
    // Layouts for wide alphabets, for lists of millions of words, and for small files:
    Fast5(Fast<'a, 5, false>),
    Fast8(Fast<'a, 8, false>),
    FastWide(Fast<'a, 8, true>),
    List8(List<'a, 8, false>),
    ListWide4(List<'a, 4, true>),
    ListWide8(List<'a, 8, true>),
    HashWide(Hash<'a, true>),
    Small(Small<'a>),
    Packed(Packed<'a>),
    // Layouts of other programs, walked in place:
    Records(Records<'a>),
    ByteGraph(ByteGraph<'a>),
    Cwg(Cwg<'a>),
}

/// Evaluates an expression with the graph of any variant.
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

/// Evaluates an expression with the graph inside an [`ErasedGraph`].
///
/// The expression is compiled once for each layout that is made for speed, and once with the erased graph itself for
/// all others. Use this only for walks for which a measurement has shown a gain.
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
    /// The graph in a section of a native image.
    ///
    /// # Errors
    /// [`ImageError`] if the sizes do not match the section or, if the section is to be checked, an arc is out of
    /// range.
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

    /// The name of the node layout: a [native layout](NodeLayout), or the format of another program.
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

    /// `true` if the graph accepts this path. The paths of a DAWG are its words. One step a tile.
    #[inline]
    pub fn contains(&self, path: &[Tile]) -> bool {
        match self {
            ErasedGraph::Packed(graph) => graph.contains(path),
            _ => specialize!(self, graph => contains(graph, path)),
        }
    }

    /// The number of paths that the graph accepts: a faster [`contains`](ErasedGraph::contains) for many paths.
    #[inline]
    pub fn count_present(&self, paths: &Words) -> u64 {
        match self {
            // A look-up in this layout waits for the cache several times a letter.
            ErasedGraph::Packed(graph) => graph.count_present(paths),
            _ => specialize!(self, graph => paths.iter().filter(|path| contains(graph, path)).count() as u64),
        }
    }

    /// Calls `each` with every accepted path in collation order, until it breaks; see [`for_each_word`].
    #[inline]
    pub fn for_each_path(&self, longest: usize, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        specialize!(self, graph => for_each_word(graph, longest, each))
    }

    /// Counts nodes, arcs and paths; see [`graph::measure`](crate::graph::measure).
    pub fn measure(&self) -> Option<Measures> {
        specialize!(self, graph => measure(graph))
    }

    /// `true` if the graph, which is of this kind, has a word. One step a tile.
    #[inline]
    pub fn has_word(&self, kind: GraphKind, word: &[Tile]) -> bool {
        match kind {
            GraphKind::Dawg => self.contains(word),
            GraphKind::Gaddag => self.contains(&word.iter().rev().copied().collect::<Vec<_>>()),
        }
    }
}

/// The arcs of a node of an [`ErasedGraph`].
#[derive(Debug)]
#[allow(missing_docs)] // as for `ErasedGraph`
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

    #[inline]
    fn root(&self) -> u64 {
        with!(self, graph => graph.root())
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        with!(self, graph => graph.child(node, tile))
    }

    fn arcs(&self, node: u64) -> ErasedArcs<'_, 'a> {
        match self {
            ErasedGraph::List4(graph) => ErasedArcs::List4(graph.arcs(node)),
            ErasedGraph::List8(graph) => ErasedArcs::List8(graph.arcs(node)),
            ErasedGraph::ListWide4(graph) => ErasedArcs::ListWide4(graph.arcs(node)),
            ErasedGraph::ListWide8(graph) => ErasedArcs::ListWide8(graph.arcs(node)),
            ErasedGraph::Packed(graph) => ErasedArcs::Packed(graph.arcs_among(node, TileMask::ALL_LABELS)),
            ErasedGraph::Records(graph) => ErasedArcs::Records(graph.arcs(node)),
            ErasedGraph::ByteGraph(graph) => ErasedArcs::ByteGraph(graph.arcs(node)),
            _ => ErasedArcs::ByTile(ArcsByTile::new(self, node)),
        }
    }
}

impl sealed::Sealed for ErasedGraph<'_> {}

impl MaskedGraph for ErasedGraph<'_> {
    const WIDE: bool = true;

    #[inline]
    fn tiles(&self, node: u64) -> TileMask {
        with!(self, graph => graph.tiles(node))
    }

    #[inline]
    fn accepting(&self, node: u64) -> TileMask {
        with!(self, graph => graph.accepting(node))
    }

    #[inline]
    fn continuing(&self, node: u64) -> TileMask {
        with!(self, graph => graph.continuing(node))
    }

    #[inline]
    fn follow(&self, node: u64, tile: Tile) -> u64 {
        with!(self, graph => graph.follow(node, tile))
    }

    #[inline]
    fn target(&self, node: u64, tile: Tile) -> Option<u64> {
        with!(self, graph => graph.target(node, tile))
    }

    #[inline]
    fn accepts_on(&self, node: u64, tile: Tile) -> bool {
        with!(self, graph => graph.accepts_on(node, tile))
    }

    #[inline]
    fn may_have_any(&self, node: u64, among: TileMask) -> bool {
        with!(self, graph => graph.may_have_any(node, among))
    }

    fn for_arcs_among<B>(&self, node: u64, among: TileMask, each: impl FnMut(Arc<u64>) -> ControlFlow<B>) -> ControlFlow<B> {
        // Where finding an arc or its target takes time, do it only for the tiles in `among`.
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
        arcs.filter(|arc| among.contains(arc.tile)).try_for_each(each)
    }
}
