//! Word graphs: the interface that every dictionary format implements, and the walks that need nothing else.
//!
//! A *word graph* is a deterministic acyclic automaton whose arcs carry tiles. Acceptance belongs to the arc: a word is
//! in the graph if the arc of its last tile *accepts*, so a look-up does not have to load one more node. A *node* is a
//! distinct set of outgoing arcs. The end state has no arcs and is not counted among the nodes.
//!
//! [`WordGraph`] is all that a walk over the arcs needs. [`MaskedGraph`] extends it with the questions about sets of
//! tiles that searches and move generators ask at every node; only the layouts of this crate implement it. Hot code is
//! generic over the trait and is compiled for each layout, so that no virtual call stands between a search and an arc.
//!
//! [`Dawg`] and [`Gaddag`] state what the paths of a graph spell, so that an algorithm cannot be given the wrong graph.

mod counts;
mod mask;
mod masked;
mod measure;
mod walk;

pub use counts::{Counts, count};
pub use mask::TileMask;
pub use masked::{ArcsByTile, Lookahead, MaskedGraph, Reached};
pub(crate) use masked::{reached_by_arcs, sealed, step_by_arcs};
pub use measure::{Measures, measure};
pub use walk::{contains, count_present, find, for_each_word, number_of_words};

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Deref;

use crate::alphabet::Tile;

/// An arc of a word graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arc<N> {
    /// The tile of the arc.
    pub tile: Tile,
    /// `true` if a word ends with this arc.
    pub accepts: bool,
    /// The node that the arc leads to: the end state if no word continues after this arc.
    pub target: N,
}

/// A deterministic acyclic automaton over tiles; see the [module](self).
///
/// No method panics, whatever bytes the graph reads: an arc with a broken target leads to the end state. A node must
/// only be passed to the graph that it came from.
pub trait WordGraph {
    /// A handle to a node, cheap to copy. Equal handles denote the same node.
    type Node: Copy + Eq + Hash + Debug;
    /// The arcs of a node.
    type Arcs<'g>: Iterator<Item = Arc<Self::Node>>
    where
        Self: 'g;

    /// The node from which all words start.
    fn root(&self) -> Self::Node;

    /// The arcs of a node in ascending order of their tiles.
    fn arcs(&self, node: Self::Node) -> Self::Arcs<'_>;

    /// The arc with this tile, if the node has one.
    #[inline]
    fn child(&self, node: Self::Node, tile: Tile) -> Option<Arc<Self::Node>> {
        self.arcs(node).find(|arc| arc.tile >= tile).filter(|arc| arc.tile == tile)
    }
}

impl<G: WordGraph> WordGraph for &G {
    type Node = G::Node;
    type Arcs<'g>
        = G::Arcs<'g>
    where
        Self: 'g;

    #[inline]
    fn root(&self) -> G::Node {
        (**self).root()
    }
    #[inline]
    fn arcs(&self, node: G::Node) -> G::Arcs<'_> {
        (**self).arcs(node)
    }
    #[inline]
    fn child(&self, node: G::Node, tile: Tile) -> Option<Arc<G::Node>> {
        (**self).child(node, tile)
    }
}

/// A graph whose paths from the root spell words from the first letter to the last.
#[derive(Clone, Copy, Debug)]
pub struct Dawg<G>(pub G);

/// A graph with one path for every split of every word into a prefix and a suffix: the reversed prefix, the
/// [separator](Tile::SEPARATOR), the suffix. The whole word reversed has no separator.
///
/// Source: Gordon, *A faster Scrabble move generation algorithm*, 1994.
#[derive(Clone, Copy, Debug)]
pub struct Gaddag<G>(pub G);

impl<G> Deref for Dawg<G> {
    type Target = G;

    #[inline]
    fn deref(&self) -> &G {
        &self.0
    }
}

impl<G> Deref for Gaddag<G> {
    type Target = G;

    #[inline]
    fn deref(&self) -> &G {
        &self.0
    }
}

/// Which paths a graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GraphKind {
    /// The words; see [`Dawg`].
    Dawg,
    /// Reversed prefixes, separators and suffixes; see [`Gaddag`].
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
