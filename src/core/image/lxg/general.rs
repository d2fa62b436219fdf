//! The forms that few lexica need or that are not for speed, as one type: alphabets of more than 63 letters, lists of millions of words,
//! `small` and `packed`.
//!
//! Every search is compiled for every type of graph. What costs a choice at each arc here saves compiling it ten times, where the
//! memory is what a search waits for, or the work of finding an arc: a look-up in ENABLE1's DAWG takes `packed` 415 ns here and 421 ns by itself,
//! `small` 143 and 127 (best of 15 runs over all words in random order).

use super::GraphSection;
use super::list::Siblings;
use super::{Fast, Hash, List, Packed, PackedArcs, Small};
use crate::alphabet::{Tile, TileSet};
use crate::graph::{Arc, ArcsByTile, WordGraph};
use crate::image::ImageError;
use crate::image::cwg::Cwg;
use crate::image::lxg::Nodes;
use crate::image::records::{RecordArcs, Records};
use crate::image::spelled::{Spelled, SpelledArcs};

/// A graph whose layout is chosen at each step. There is one at a time: its size is of no matter.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the names say it: layout, bytes an arc
#[allow(clippy::large_enum_variant)]
pub enum General<'a> {
    Fast5(Fast<'a, 5, false>),
    Fast8(Fast<'a, 8, false>),
    FastWide(Fast<'a, 8, true>),
    List8(List<'a, 8, false>),
    ListWide4(List<'a, 4, true>),
    ListWide8(List<'a, 8, true>),
    HashWide(Hash<'a, true>),
    Small(Small<'a>),
    Packed(Packed<'a>),
    Records(Records<'a>),
    Spelled(Spelled<'a>),
    Cwg(Cwg<'a>),
}

/// Does the same with whichever graph it is; nodes are numbers in all of them.
macro_rules! with {
    ($general:expr, $graph:ident => $do:expr) => {
        match $general {
            General::Fast5($graph) => $do,
            General::Fast8($graph) => $do,
            General::FastWide($graph) => $do,
            General::List8($graph) => $do,
            General::ListWide4($graph) => $do,
            General::ListWide8($graph) => $do,
            General::HashWide($graph) => $do,
            General::Small($graph) => $do,
            General::Packed($graph) => $do,
            General::Records($graph) => $do,
            General::Spelled($graph) => $do,
            General::Cwg($graph) => $do,
        }
    };
}

impl<'a> General<'a> {
    /// Looks at a section as a graph.
    ///
    /// # Errors
    /// [`ImageError`] for sizes that do not fit, arcs out of range.
    pub fn new(nodes: Nodes, wide: bool, section: &GraphSection<'a>) -> Result<General<'a>, ImageError> {
        Ok(match (nodes, section.parameters[0] & 0xff, wide) {
            (Nodes::Fast, _, true) => General::FastWide(Fast::new(section)?),
            (Nodes::Fast, 5, false) => General::Fast5(Fast::new(section)?),
            (Nodes::Fast, _, false) => General::Fast8(Fast::new(section)?),
            (Nodes::List, 4, true) => General::ListWide4(List::new(section)?),
            (Nodes::List, _, true) => General::ListWide8(List::new(section)?),
            (Nodes::List, _, false) => General::List8(List::new(section)?),
            (Nodes::Hash, ..) => General::HashWide(Hash::new(section)?),
            (Nodes::Small, ..) => General::Small(Small::new(section)?),
            (Nodes::Packed, ..) => General::Packed(Packed::new(section)?),
        })
    }

    /// The node layout.
    pub fn nodes(&self) -> Nodes {
        match self {
            General::Fast5(_) | General::Fast8(_) | General::FastWide(_) => Nodes::Fast,
            General::List8(_) | General::ListWide4(_) | General::ListWide8(_) | General::Records(_) => Nodes::List,
            General::Spelled(_) | General::Cwg(_) => Nodes::List,
            General::HashWide(_) => Nodes::Hash,
            General::Small(_) => Nodes::Small,
            General::Packed(_) => Nodes::Packed,
        }
    }
}

/// The arcs of a node of a [`General`] graph.
#[derive(Debug)]
#[allow(missing_docs)] // as above
pub enum GeneralArcs<'g, 'a> {
    ByTile(ArcsByTile<'g, General<'a>>),
    List8(Siblings<'a, 8, false>),
    ListWide4(Siblings<'a, 4, true>),
    ListWide8(Siblings<'a, 8, true>),
    Packed(PackedArcs<'g, 'a>),
    Records(RecordArcs<'a>),
    Spelled(SpelledArcs<'a>),
}

impl Iterator for GeneralArcs<'_, '_> {
    type Item = Arc<u64>;

    fn next(&mut self) -> Option<Arc<u64>> {
        match self {
            GeneralArcs::ByTile(arcs) => arcs.next(),
            GeneralArcs::List8(arcs) => arcs.next(),
            GeneralArcs::ListWide4(arcs) => arcs.next(),
            GeneralArcs::ListWide8(arcs) => arcs.next(),
            GeneralArcs::Packed(arcs) => arcs.next(),
            GeneralArcs::Records(arcs) => arcs.next(),
            GeneralArcs::Spelled(arcs) => arcs.next(),
        }
    }
}

impl<'a> WordGraph for General<'a> {
    type Node = u64;
    type Arcs<'g>
        = GeneralArcs<'g, 'a>
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

    fn leads_to(&self, node: u64, tile: Tile) -> Option<u64> {
        match self {
            General::Packed(graph) => graph.leads_to(node, tile),
            general => general.child(node, tile).map(|arc| arc.target),
        }
    }

    fn ends(&self, node: u64, tile: Tile) -> bool {
        match self {
            General::Packed(graph) => graph.ends(node, tile),
            general => general.child(node, tile).is_some_and(|arc| arc.accepts),
        }
    }

    fn arcs(&self, node: u64) -> GeneralArcs<'_, 'a> {
        match self {
            General::List8(graph) => GeneralArcs::List8(graph.arcs(node)),
            General::ListWide4(graph) => GeneralArcs::ListWide4(graph.arcs(node)),
            General::ListWide8(graph) => GeneralArcs::ListWide8(graph.arcs(node)),
            General::Packed(graph) => GeneralArcs::Packed(graph.arcs_among(node, TileSet::from_bits(u64::MAX))),
            General::Records(graph) => GeneralArcs::Records(graph.arcs(node)),
            General::Spelled(graph) => GeneralArcs::Spelled(graph.arcs(node)),
            _ => GeneralArcs::ByTile(ArcsByTile::new(self, node)),
        }
    }
    fn for_arcs_among(&self, node: u64, among: TileSet, each: impl FnMut(Arc<u64>)) {
        // Finding an arc, or where it leads, is work: not for those that nobody wants.
        let arcs = match self {
            General::Packed(graph) => GeneralArcs::Packed(graph.arcs_among(node, among)),
            General::Spelled(graph) => GeneralArcs::Spelled(graph.arcs_among(node, among)),
            General::List8(_) | General::ListWide4(_) | General::ListWide8(_) => self.arcs(node),
            _ => GeneralArcs::ByTile(ArcsByTile::among(self, node, among)),
        };
        arcs.filter(|arc| among.contains(arc.tile)).for_each(each);
    }
}
