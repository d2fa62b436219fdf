//! Word graphs: what every dictionary format can do, and what follows from that.
//!
//! A *word graph* is a deterministic acyclic automaton whose arcs carry tiles. Acceptance sits on the arc: a word is
//! in the graph when the arc of its last tile *accepts*, so asking costs no second load. A *node* is a distinct
//! set of outgoing arcs; the end state, which has none, is not counted among the nodes of a graph.
//!
//! [`WordGraph`] is the one trait. Formats implement it, everything else is generic over it and is compiled
//! for each format: no virtual call, no enum, stands between a search and an arc. [`Dawg`] and [`Gaddag`] say what a
//! path means, so that an algorithm cannot be handed the wrong graph.

mod counts;
mod measure;
mod walk;

pub use counts::{Counts, count};
pub use measure::{Measures, measure};
pub use walk::{contains, find, for_each_word, number_of_words};

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Deref;

use crate::alphabet::{Tile, TileSet};

/// An arc: a tile, whether a word ends with it, and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arc<N> {
    /// The tile of the arc.
    pub tile: Tile,
    /// Whether a word ends with this arc.
    pub accepts: bool,
    /// The node it leads to; the end state where no word goes on.
    pub target: N,
}

/// A deterministic acyclic automaton over tiles; see the [module](self).
///
/// Reading never panics, whatever the bytes behind the graph hold: an arc that leads nowhere leads to the end state.
/// Nodes must come from the same graph.
pub trait WordGraph {
    /// A handle to a node, cheap to copy. Two handles are equal when they are the same node.
    type Node: Copy + Eq + Hash + Debug;
    /// The arcs of a node.
    type Arcs<'g>: Iterator<Item = Arc<Self::Node>>
    where
        Self: 'g;
    /// Whether tiles may go past [`Tile::MAX_GAME`]: then the last bit of a [`TileSet`] means "perhaps", and a walk has to
    /// ask [`arcs`](WordGraph::arcs) which tiles those are.
    const WIDE: bool;

    /// Where every word begins.
    fn root(&self) -> Self::Node;

    /// The arcs of a node in ascending order of their tiles.
    fn arcs(&self, node: Self::Node) -> Self::Arcs<'_>;

    /// Which tiles leave here: one mask where the format has it, else a look at the arcs. Empty for the end state.
    #[inline]
    fn tiles(&self, node: Self::Node) -> TileSet {
        self.arcs(node).map(|arc| arc.tile).collect()
    }

    /// Which tiles end a word here: a part of [`tiles`](WordGraph::tiles).
    #[inline]
    fn accepting(&self, node: Self::Node) -> TileSet {
        self.arcs(node).filter(|arc| arc.accepts).map(|arc| arc.tile).collect()
    }

    /// The arc of this tile.
    #[inline]
    fn child(&self, node: Self::Node, tile: Tile) -> Option<Arc<Self::Node>> {
        self.arcs(node).find(|arc| arc.tile >= tile).filter(|arc| arc.tile == tile)
    }

    /// Calls `each` with the arcs of a node whose tiles are in `among`, in ascending order: what a search does at every
    /// node. Layouts with masks look at no other arc.
    #[inline]
    fn for_arcs_among(&self, node: Self::Node, among: TileSet, mut each: impl FnMut(Arc<Self::Node>)) {
        self.arcs(node).filter(|arc| among.contains(arc.tile)).for_each(&mut each);
    }

    /// Which tiles of `among` end a word here.
    #[inline]
    fn accepting_among(&self, node: Self::Node, among: TileSet) -> TileSet {
        self.accepting(node) & among
    }

    /// A step of a search that takes words and longer words apart: calls `each` with the arcs of these tiles that lead on, and gives
    /// the tiles among them that end a word.
    ///
    /// `next` is what the search could go on with: arcs to nodes that [offer](WordGraph::may_have_any) none of it may be left out.
    #[inline]
    fn step_among(&self, node: Self::Node, among: TileSet, next: Next, each: impl FnMut(Tile, Self::Node)) -> TileSet {
        step_by_arcs(self, node, among, next, each)
    }

    /// Where an arc of this tile leads, if there is one and words go on there (the end state may be given, where telling costs).
    #[inline]
    fn target(&self, node: Self::Node, tile: Tile) -> Option<Self::Node> {
        self.child(node, tile).map(|arc| arc.target)
    }

    /// Whether a word ends with the arc of this tile: the last step of a look-up, which need not know where the arc leads.
    #[inline]
    fn accepts_on(&self, node: Self::Node, tile: Tile) -> bool {
        self.child(node, tile).is_some_and(|arc| arc.accepts)
    }

    /// `false` only when no arc of these tiles leaves here: worth asking before a step. Layouts that would have to
    /// look for the arcs say `true`.
    #[inline]
    fn may_have_any(&self, _node: Self::Node, _among: TileSet) -> bool {
        true
    }
}

/// What a search could go on with after a step; see [`WordGraph::step_among`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// The tiles of the next arc.
    pub here: TileSet,
    /// In a GADDAG: those of the arc past a separator.
    pub turned: TileSet,
}

impl Next {
    /// On with one of these tiles.
    #[inline]
    pub fn here(tiles: u64) -> Next {
        Next { here: TileSet::from_bits(tiles), turned: TileSet::EMPTY }
    }
}

/// A step by way of the arcs one by one; see [`WordGraph::step_among`].
#[inline]
pub(crate) fn step_by_arcs<G: WordGraph + ?Sized>(
    graph: &G,
    node: G::Node,
    among: TileSet,
    next: Next,
    mut each: impl FnMut(Tile, G::Node),
) -> TileSet {
    let mut accepting = TileSet::EMPTY;
    let separator = TileSet::from_bits(u64::from(!next.turned.is_empty()));
    graph.for_arcs_among(node, among, |arc| {
        if arc.accepts {
            accepting.insert(arc.tile);
        }
        if graph.may_have_any(arc.target, next.here | separator) {
            each(arc.tile, arc.target);
        }
    });
    accepting
}

impl<G: WordGraph> WordGraph for &G {
    type Node = G::Node;
    type Arcs<'g>
        = G::Arcs<'g>
    where
        Self: 'g;
    const WIDE: bool = G::WIDE;

    #[inline]
    fn root(&self) -> G::Node {
        (**self).root()
    }
    #[inline]
    fn tiles(&self, node: G::Node) -> TileSet {
        (**self).tiles(node)
    }
    #[inline]
    fn accepting(&self, node: G::Node) -> TileSet {
        (**self).accepting(node)
    }
    #[inline]
    fn child(&self, node: G::Node, tile: Tile) -> Option<Arc<G::Node>> {
        (**self).child(node, tile)
    }
    #[inline]
    fn arcs(&self, node: G::Node) -> G::Arcs<'_> {
        (**self).arcs(node)
    }
    #[inline]
    fn for_arcs_among(&self, node: G::Node, among: TileSet, each: impl FnMut(Arc<G::Node>)) {
        (**self).for_arcs_among(node, among, each);
    }
    #[inline]
    fn accepting_among(&self, node: G::Node, among: TileSet) -> TileSet {
        (**self).accepting_among(node, among)
    }
    #[inline]
    fn step_among(&self, node: G::Node, among: TileSet, next: Next, each: impl FnMut(Tile, G::Node)) -> TileSet {
        (**self).step_among(node, among, next, each)
    }
    #[inline]
    fn target(&self, node: G::Node, tile: Tile) -> Option<G::Node> {
        (**self).target(node, tile)
    }
    #[inline]
    fn accepts_on(&self, node: G::Node, tile: Tile) -> bool {
        (**self).accepts_on(node, tile)
    }
    #[inline]
    fn may_have_any(&self, node: G::Node, among: TileSet) -> bool {
        (**self).may_have_any(node, among)
    }
}

/// The arcs of a node by way of its tile set: for formats that find a child by its tile.
#[derive(Debug)]
pub struct ArcsByTile<'g, G: WordGraph> {
    graph: &'g G,
    node: G::Node,
    /// Tiles still to come that have a bit of their own.
    tiles: u64,
    /// The next tile to try among those that share the last bit; 0 when there are none.
    wide: u8,
}

impl<'g, G: WordGraph> ArcsByTile<'g, G> {
    /// The arcs of `node`.
    #[inline]
    pub fn new(graph: &'g G, node: G::Node) -> ArcsByTile<'g, G> {
        ArcsByTile::among(graph, node, TileSet::from_bits(u64::MAX))
    }

    /// The arcs of `node` whose tiles are in `among`.
    #[inline]
    pub fn among(graph: &'g G, node: G::Node, among: TileSet) -> ArcsByTile<'g, G> {
        let tiles = (graph.tiles(node) & among).bits();
        let shared = G::WIDE && tiles >> 63 != 0;
        let (tiles, wide) = if shared { (tiles & (u64::MAX >> 1), Tile::MAX_GAME) } else { (tiles, 0) };
        ArcsByTile { graph, node, tiles, wide }
    }
}

impl<G: WordGraph> Iterator for ArcsByTile<'_, G> {
    type Item = Arc<G::Node>;

    #[inline]
    fn next(&mut self) -> Option<Arc<G::Node>> {
        while self.tiles != 0 {
            let tile = Tile::from_label(self.tiles.trailing_zeros() as u8);
            self.tiles &= self.tiles - 1;
            // A hostile image may name a tile that it has no arc for.
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

/// A graph whose paths from the root spell words from the first letter to the last.
#[derive(Clone, Copy, Debug)]
pub struct Dawg<G>(pub G);

/// A graph whose paths from the root spell, for every word and every place in it, the letters before that place backwards, the
/// [separator](Tile::SEPARATOR), and the letters after it forwards; the whole word backwards carries no separator
/// (Gordon, *A faster Scrabble move generation algorithm*, 1994).
#[derive(Clone, Copy, Debug)]
pub struct Gaddag<G>(pub G);

impl<G> Deref for Dawg<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.0
    }
}

impl<G> Deref for Gaddag<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.0
    }
}

/// Which language over tiles a graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GraphKind {
    /// The words; see [`Dawg`].
    Dawg,
    /// Reversed prefix, separator, suffix; see [`Gaddag`].
    Gaddag,
}

impl GraphKind {
    /// `dawg` or `gaddag`.
    pub const fn name(self) -> &'static str {
        match self {
            GraphKind::Dawg => "dawg",
            GraphKind::Gaddag => "gaddag",
        }
    }
}
