//! The interface of hot walks: questions about sets of tiles, answered by masks where a layout stores them.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Arc, TileMask, WordGraph};
use crate::alphabet::Tile;

/// Keeps [`MaskedGraph`] to the types of this crate.
pub(crate) mod sealed {
    pub trait Sealed {}
    impl<G: Sealed> Sealed for &G {}
}

/// A word graph that answers questions about many tiles at once.
///
/// Searches and move generators ask these questions at every node. Each layout answers them in the way that is fastest
/// for it; the provided methods look at the arcs one by one. The trait is sealed: only the layouts of this crate
/// implement it, so that methods can be added when a layout gains by it.
pub trait MaskedGraph: WordGraph + sealed::Sealed {
    /// `true` if the alphabet may have more than [`Tile::MAX_GAME`] letters. Then a [`TileMask`] only rules tiles out,
    /// and a walk has to ask [`arcs`](WordGraph::arcs) which tiles the last bit stands for.
    const WIDE: bool;

    /// `true` if [`accepting`](Self::accepting) takes a load or two and no search. Such a layout may be asked for it
    /// before a step, though the step tells it too.
    const HAS_MASKS: bool = false;

    /// The tiles of the arcs of a node; empty for the end state.
    #[inline]
    fn tiles(&self, node: Self::Node) -> TileMask {
        self.arcs(node).map(|arc| arc.tile).collect()
    }

    /// The tiles of the arcs that accept: a subset of [`tiles`](MaskedGraph::tiles).
    #[inline]
    fn accepting(&self, node: Self::Node) -> TileMask {
        self.arcs(node).filter(|arc| arc.accepts).map(|arc| arc.tile).collect()
    }

    /// The tiles of the arcs that lead to a node with arcs. Layouts that would have to search the arcs return all
    /// [`tiles`](MaskedGraph::tiles).
    #[inline]
    fn continuing(&self, node: Self::Node) -> TileMask {
        self.tiles(node)
    }

    /// Calls `each` with the arcs whose tiles are in `among`, in ascending order, until it breaks.
    ///
    /// # Errors
    /// The value with which `each` broke.
    #[inline]
    fn for_arcs_among<B>(
        &self,
        node: Self::Node,
        among: TileMask,
        each: impl FnMut(Arc<Self::Node>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.arcs(node).filter(|arc| among.contains(arc.tile)).try_for_each(each)
    }

    /// The tiles in `among` whose arcs accept.
    #[inline]
    fn accepting_among(&self, node: Self::Node, among: TileMask) -> TileMask {
        self.accepting(node) & among
    }

    /// One step of a search that treats complete words and longer words separately: calls `each` with the arcs in
    /// `among` that lead to a node with arcs, and returns the tiles in `among` whose arcs accept.
    ///
    /// Arcs to nodes without any of the tiles in `next` may be left out.
    #[inline]
    fn step_among(
        &self,
        node: Self::Node,
        among: TileMask,
        next: Lookahead,
        each: impl FnMut(Tile, Reached<Self::Node>),
    ) -> TileMask {
        step_by_arcs(self, node, among, next, each)
    }

    /// The node that the arc with this tile leads to. Without such an arc the result is `None`; if the arc leads to the
    /// end state, the result may be `None` or the end state, whichever is cheaper.
    #[inline]
    fn target(&self, node: Self::Node, tile: Tile) -> Option<Self::Node> {
        self.child(node, tile).map(|arc| arc.target)
    }

    /// The node that an arc leads to, for one of the tiles that [`continuing`](MaskedGraph::continuing) gave for the
    /// node. For another tile, it is any node.
    #[inline]
    fn follow(&self, node: Self::Node, tile: Tile) -> Self::Node {
        self.target(node, tile).unwrap_or(node)
    }

    /// `true` if the node has an arc with this tile that accepts: the last step of a look-up, which does not need the
    /// target.
    #[inline]
    fn accepts_on(&self, node: Self::Node, tile: Tile) -> bool {
        self.child(node, tile).is_some_and(|arc| arc.accepts)
    }

    /// `false` if no arc of the node has a tile in `among`. Layouts that would have to search the arcs return `true`.
    #[inline]
    fn may_have_any(&self, _node: Self::Node, _among: TileMask) -> bool {
        true
    }
}

/// The tiles with which a search could continue after a step; see [`MaskedGraph::step_among`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lookahead {
    /// The tiles of the next arc.
    pub tiles: TileMask,
    /// In a GADDAG: the tiles of the arc after a separator.
    pub after_separator: TileMask,
}

impl Lookahead {
    /// Continues with one of these tiles and no separator.
    #[inline]
    pub fn tiles(tiles: u64) -> Lookahead {
        Lookahead { tiles: TileMask::from_bits(tiles), after_separator: TileMask::EMPTY }
    }

    /// The tiles of the next arc, with the separator if the search could continue after one.
    #[inline]
    pub(crate) fn labels(self) -> TileMask {
        self.tiles | TileMask::from_bits(u64::from(!self.after_separator.is_empty()))
    }
}

/// A node that a step leads to, with what is already known of its arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached<N> {
    /// The node.
    pub node: N,
    /// The tiles of [`Lookahead::tiles`] with which the search may continue. Layouts that would have to search the
    /// arcs leave tiles in that the node does not have.
    pub tiles: TileMask,
    /// The node after a separator; any node if there is no such arc, or nothing was asked.
    pub turned: N,
    /// The tiles of [`Lookahead::after_separator`] with which the search may continue from there; empty if there is no
    /// separator.
    pub after_separator: TileMask,
}

/// [`MaskedGraph::step_among`] by a look at each arc.
#[inline]
pub(crate) fn step_by_arcs<G: MaskedGraph + ?Sized>(
    graph: &G,
    node: G::Node,
    among: TileMask,
    next: Lookahead,
    mut each: impl FnMut(Tile, Reached<G::Node>),
) -> TileMask {
    let mut accepting = TileMask::EMPTY;
    let labels = next.labels();
    let ControlFlow::Continue(()) = graph.for_arcs_among(node, among, |arc| {
        if arc.accepts {
            accepting.insert(arc.tile);
        }
        if graph.may_have_any(arc.target, labels) {
            each(arc.tile, reached_by_arcs(graph, arc.target, next));
        }
        ControlFlow::<Infallible>::Continue(())
    });
    accepting
}

/// A node as [`MaskedGraph::step_among`] hands it on, from the questions that every layout answers.
#[inline]
pub(crate) fn reached_by_arcs<G: MaskedGraph + ?Sized>(graph: &G, node: G::Node, next: Lookahead) -> Reached<G::Node> {
    let offered = |node, tiles| if graph.may_have_any(node, tiles) { tiles } else { TileMask::EMPTY };
    let turned = if next.after_separator.is_empty() { None } else { graph.target(node, Tile::SEPARATOR) };
    Reached {
        node,
        tiles: offered(node, next.tiles),
        turned: turned.unwrap_or(node),
        after_separator: turned.map_or(TileMask::EMPTY, |turned| offered(turned, next.after_separator)),
    }
}

impl<G: MaskedGraph> MaskedGraph for &G {
    const WIDE: bool = G::WIDE;
    const HAS_MASKS: bool = G::HAS_MASKS;

    #[inline]
    fn tiles(&self, node: G::Node) -> TileMask {
        (**self).tiles(node)
    }
    #[inline]
    fn accepting(&self, node: G::Node) -> TileMask {
        (**self).accepting(node)
    }
    #[inline]
    fn continuing(&self, node: G::Node) -> TileMask {
        (**self).continuing(node)
    }
    #[inline]
    fn for_arcs_among<B>(
        &self,
        node: G::Node,
        among: TileMask,
        each: impl FnMut(Arc<G::Node>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (**self).for_arcs_among(node, among, each)
    }
    #[inline]
    fn accepting_among(&self, node: G::Node, among: TileMask) -> TileMask {
        (**self).accepting_among(node, among)
    }
    #[inline]
    fn step_among(
        &self,
        node: G::Node,
        among: TileMask,
        next: Lookahead,
        each: impl FnMut(Tile, Reached<G::Node>),
    ) -> TileMask {
        (**self).step_among(node, among, next, each)
    }
    #[inline]
    fn target(&self, node: G::Node, tile: Tile) -> Option<G::Node> {
        (**self).target(node, tile)
    }
    #[inline]
    fn follow(&self, node: G::Node, tile: Tile) -> G::Node {
        (**self).follow(node, tile)
    }
    #[inline]
    fn accepts_on(&self, node: G::Node, tile: Tile) -> bool {
        (**self).accepts_on(node, tile)
    }
    #[inline]
    fn may_have_any(&self, node: G::Node, among: TileMask) -> bool {
        (**self).may_have_any(node, among)
    }
}

/// The arcs of a node, found tile by tile: for layouts that find a child by its tile.
#[derive(Debug)]
pub struct ArcsByTile<'g, G: WordGraph> {
    graph: &'g G,
    node: G::Node,
    /// The tiles below 63 (for a graph that is not wide: all tiles) that have not been tried yet.
    tiles: u64,
    /// The next tile to try among those that share the last bit of the mask; 0 when all have been tried.
    wide: u8,
}

impl<'g, G: MaskedGraph> ArcsByTile<'g, G> {
    /// The arcs of `node`.
    #[inline]
    pub fn new(graph: &'g G, node: G::Node) -> ArcsByTile<'g, G> {
        ArcsByTile::among(graph, node, TileMask::ALL_LABELS)
    }

    /// The arcs of `node` whose tiles are in `among`.
    #[inline]
    pub fn among(graph: &'g G, node: G::Node, among: TileMask) -> ArcsByTile<'g, G> {
        let tiles = (graph.tiles(node) & among).bits();
        let shared = G::WIDE && tiles & TileMask::LAST_BIT != 0;
        let (tiles, wide) = if shared { (tiles & !TileMask::LAST_BIT, Tile::MAX_GAME) } else { (tiles, 0) };
        ArcsByTile { graph, node, tiles, wide }
    }
}

impl<G: MaskedGraph> Iterator for ArcsByTile<'_, G> {
    type Item = Arc<G::Node>;

    #[inline]
    fn next(&mut self) -> Option<Arc<G::Node>> {
        while self.tiles != 0 {
            let tile = Tile::from_label(self.tiles.trailing_zeros() as u8);
            self.tiles &= self.tiles - 1;
            // The mask of a hostile image may have a tile without an arc.
            if let Some(arc) = self.graph.child(self.node, tile) {
                return Some(arc);
            }
        }
        while G::WIDE && self.wide != 0 {
            let tile = Tile::from_label(self.wide);
            self.wide = self.wide.wrapping_add(1);
            if let Some(arc) = self.graph.child(self.node, tile) {
                return Some(arc);
            }
        }
        None
    }
}
