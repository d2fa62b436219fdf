//! Look-ups with the instructions of the processor: single steps, and whole walks that select the instructions once.

use super::super::counting::{self, Ones, Work};
use super::Packed;
use crate::alphabet::Tile;
use crate::graph::{self, Arc, MaskedGraph, TileMask, WordGraph, sealed};
use crate::words::Words;

impl Packed<'_> {
    /// The arc of a node with a tile, and its target.
    #[inline]
    pub(super) fn arc_with(&self, node: u64, tile: Tile) -> Option<(u64, u64)> {
        counting::run(self.counting, Child(self, node, tile))
    }

    /// The target of an arc.
    #[inline]
    pub(super) fn target_of_arc(&self, arc: u64) -> u64 {
        counting::run(self.counting, Target(self, arc))
    }

    /// See [`graph::contains`].
    #[inline]
    pub(in crate::image) fn contains(&self, path: &[Tile]) -> bool {
        counting::run(self.counting, Contains(self, path))
    }

    /// See [`graph::count_present`].
    #[inline]
    pub(in crate::image) fn count_present(&self, paths: &Words) -> u64 {
        counting::run(self.counting, CountPresent(self, paths))
    }
}

struct Target<'g, 'a>(&'g Packed<'a>, u64);

impl Work for Target<'_, '_> {
    type Result = u64;

    #[inline(always)]
    fn run(self, ones: impl Ones) -> u64 {
        self.0.target_of(self.1, ones)
    }
}

struct Child<'g, 'a>(&'g Packed<'a>, u64, Tile);

impl Work for Child<'_, '_> {
    type Result = Option<(u64, u64)>;

    #[inline(always)]
    fn run(self, ones: impl Ones) -> Option<(u64, u64)> {
        let Child(graph, node, tile) = self;
        graph.find(node, tile).map(|arc| (arc, graph.target_of(arc, ones)))
    }
}

struct Contains<'g, 'a>(&'g Packed<'a>, &'g [Tile]);

impl Work for Contains<'_, '_> {
    type Result = bool;

    #[inline(always)]
    fn run(self, ones: impl Ones) -> bool {
        let Contains(graph, path) = self;
        let Some((&last, rest)) = path.split_last() else { return false };
        let mut node = graph.root();
        // Not `graph::contains`: its closure would not be compiled for these instructions.
        for &tile in rest {
            let Some(arc) = graph.find(node, tile) else { return false };
            node = graph.target_of(arc, ones);
        }
        graph.find(node, last).is_some_and(|arc| graph.accepts(arc))
    }
}

struct CountPresent<'g, 'a>(&'g Packed<'a>, &'g Words);

impl Work for CountPresent<'_, '_> {
    type Result = u64;

    #[inline(always)]
    fn run(self, ones: impl Ones) -> u64 {
        graph::count_present(&Walked { graph: self.0, ones }, self.1.iter())
    }
}

/// A graph within a walk that has selected the instructions. All that finds a child is part of the walk.
struct Walked<'g, 'a, O> {
    graph: &'g Packed<'a>,
    ones: O,
}

impl<'a, O: Ones> WordGraph for Walked<'_, 'a, O> {
    type Node = u64;
    type Arcs<'w>
        = PackedArcs<'w, 'a>
    where
        Self: 'w;

    #[inline(always)]
    fn root(&self) -> u64 {
        self.graph.root()
    }

    fn arcs(&self, node: u64) -> PackedArcs<'_, 'a> {
        self.graph.arcs(node)
    }

    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        self.graph.child(node, tile)
    }
}

impl<O> sealed::Sealed for Walked<'_, '_, O> {}

impl<O: Ones> MaskedGraph for Walked<'_, '_, O> {
    const WIDE: bool = true;

    #[inline(always)]
    fn target(&self, node: u64, tile: Tile) -> Option<u64> {
        self.graph.find(node, tile).map(|arc| self.graph.target_of(arc, self.ones))
    }

    #[inline(always)]
    fn accepts_on(&self, node: u64, tile: Tile) -> bool {
        self.graph.find(node, tile).is_some_and(|arc| self.graph.accepts(arc))
    }
}

/// The arcs of a node of a [`Packed`] graph. Finds the targets of the wanted arcs only.
#[derive(Clone, Debug)]
pub struct PackedArcs<'g, 'a> {
    pub(super) graph: &'g Packed<'a>,
    pub(super) next: u64,
    pub(super) end: u64,
    pub(super) among: TileMask,
}

impl Iterator for PackedArcs<'_, '_> {
    type Item = Arc<u64>;

    #[inline]
    fn next(&mut self) -> Option<Arc<u64>> {
        while self.next < self.end {
            let arc = self.next;
            self.next += 1;
            let tile = self.graph.tile(arc);
            if self.among.contains(tile) {
                let target = self.graph.target_of_arc(arc);
                return Some(Arc { tile, accepts: self.graph.accepts(arc), target });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{GraphKinds, Graphs};
    use crate::graph::GraphKind;
    use crate::image::lxg::GraphSection;
    use crate::image::lxg::packed::encode;

    /// Words of up to seven tiles out of nine, which share much, and some long ones, which do not.
    fn words(seed: u64) -> Words {
        let mut random = seed;
        let mut below = |most: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 33) % most
        };
        let mut words = Words::new();
        for number in 0..2000 {
            let length = if number % 8 == 0 { 20 } else { 1 + below(7) };
            words.push(&(0..length).map(|_| Tile::from_label(1 + below(9) as u8)).collect::<Vec<_>>());
        }
        words.sort();
        words
    }

    #[test]
    fn answers_do_not_depend_on_the_instructions() {
        let (list, others) = (words(0x2545_f491_4f6c_dd1d), words(0x9e37_79b9_7f4a_7c15));
        let graphs = Graphs::build(&list, 9, GraphKinds::Dawg).unwrap();
        let encoded = encode(graphs.get(GraphKind::Dawg).unwrap(), 9).unwrap();
        let (parameters, bytes) = (encoded.parameters, &encoded.bytes[..]);
        let graph =
            Packed::new(&GraphSection { kind: GraphKind::Dawg, parameters, bytes, letters: 9, check: true }).unwrap();
        for graph in [graph, Packed { counting: None, ..graph }] {
            assert_eq!(graph.count_present(&list), list.len() as u64);
            let present = others.iter().filter(|word| list.iter().any(|other| other == *word)).count();
            assert!(present > 0 && present < others.len());
            assert_eq!(graph.count_present(&others), present as u64);
            for word in list.iter().chain(others.iter()) {
                assert_eq!(graph.contains(word), graph::contains(&graph, word));
                assert_eq!(graph.contains(word), graph::find(&graph, word).is_some_and(|arc| arc.accepts));
            }
        }
    }
}
