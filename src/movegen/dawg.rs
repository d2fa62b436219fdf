//! Appel and Jacobson's generator on the DAWG (*The world's fastest Scrabble program*, 1988).
//!
//! A play is built on its first *anchor*: an empty square with a tile beside it. Left of the anchor stand the tiles that lie there
//! already, or tiles of the rack on squares that are no anchors, as many as there is room for: the *left part*. From the anchor on
//! the word is extended to the right.

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, MAX_RACK};
use crate::graph::{Dawg, WordGraph};

use super::best::Reach;
use super::cross_checks::Fits;
use super::hand::numbers;
use super::lane::Lane;
use super::sink::MoveSink;
use super::walk::{Partial, Walk};

/// Follows cells from a node; gives the node after them and whether a word ends there.
fn follow<G: WordGraph>(graph: &G, from: G::Node, cells: &[Cell]) -> Option<(G::Node, bool)> {
    let mut at = (from, false);
    for cell in cells {
        let arc = graph.child(at.0, Tile::from_label(cell.number()))?;
        at = (arc.target, arc.accepts);
    }
    Some(at)
}

impl<G: WordGraph> Fits for Dawg<G> {
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet {
        let graph = &self.0;
        let Some((node, _)) = follow(graph, graph.root(), before) else { return TileSet::EMPTY };
        if after.is_empty() {
            return TileSet::from_bits(graph.accepting(node).bits() & !1);
        }
        let mut letters = TileSet::EMPTY;
        graph.for_arcs_among(node, TileSet::ALL, |arc| {
            if follow(graph, arc.target, after).is_some_and(|(_, accepts)| accepts) {
                letters.insert(arc.tile);
            }
        });
        letters
    }
}

/// An anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    /// The empty square that the play covers, the first of its kind.
    pub index: usize,
    /// The first square of the tiles that lie right before it; as `index` where none do.
    pub first: usize,
    /// How many tiles of the rack may stand before it.
    pub room: usize,
}

impl Anchor {
    /// The squares that plays at this anchor are built from.
    pub fn reach(&self, lane: &Lane) -> Reach {
        let core = lane.points[self.first..self.index].iter().sum();
        let left_at = self.index.saturating_sub(1);
        Reach { core, left_at, left: (0, self.room), right_at: self.index, right_least: 1 }
    }
}

/// The anchors of a lane from the left.
pub(super) fn anchors(lane: &Lane) -> impl Iterator<Item = Anchor> + '_ {
    let anchors = lane.anchors();
    numbers(anchors).map(move |index| {
        if index > 0 && lane.is_tile(index - 1) {
            return Anchor { index, first: lane.run_start(index - 1), room: 0 };
        }
        let open = lane.empty & !anchors & ((1u64 << index) - 1);
        let room = ((open << (63 - index) << 1).leading_ones() as usize).min(index);
        Anchor { index, first: index, room }
    })
}

/// The tiles of a left part, from the first on: by number, 0 for a blank, and as they lie.
#[derive(Clone, Copy)]
pub(super) struct LeftPart {
    cells: [Cell; MAX_RACK],
    values: [i32; MAX_RACK],
    length: usize,
}

impl<G: WordGraph, S: MoveSink> Walk<'_, G, S> {
    /// Hands over every play that has this anchor as its first.
    pub fn plays_at_anchor(&mut self, anchor: Anchor) {
        if self.hand.left == 0 {
            return;
        }
        let (graph, lane) = (self.graph, self.lane);
        if anchor.first < anchor.index {
            let run = anchor.first..anchor.index;
            let Some((node, _)) = follow(graph, graph.root(), &lane.cells[run.clone()]) else { return };
            self.start = anchor.first;
            if !self.wants_row(0) {
                return;
            }
            let partial = Partial { main: lane.points[run].iter().sum(), ..Partial::NONE };
            return self.right(node, anchor.index, partial);
        }
        let mut part = LeftPart { cells: [Cell::EMPTY; MAX_RACK], values: [0; MAX_RACK], length: 0 };
        self.left_part(graph.root(), anchor, &mut part);
    }

    fn left_part(&mut self, node: G::Node, anchor: Anchor, part: &mut LeftPart) {
        let (graph, lane) = (self.graph, self.lane);
        // Only now is it known where the tiles of the left part lie.
        let start = anchor.index - part.length;
        let mut partial = Partial::NONE;
        for at in 0..part.length {
            self.line[start + at] = part.cells[at];
            partial = partial.with(lane, start + at, part.values[at]);
        }
        self.start = start;
        if self.wants_row(part.length) {
            self.right(node, anchor.index, partial);
        }
        if part.length == anchor.room || self.hand.left < 2 || !self.wants_rows_from(part.length + 1) {
            return;
        }
        let among = TileSet::from_bits(self.hand.available());
        graph.for_arcs_among(node, among, |arc| {
            // Where it lies is settled later; `lay` only has to write it somewhere.
            self.lay(anchor.index, arc.tile, |walk, cell, number, value| {
                part.cells[part.length] = cell;
                part.values[part.length] = value;
                part.length += 1;
                walk.hand.take(number);
                walk.left_part(arc.target, anchor, part);
                walk.hand.put(number);
                part.length -= 1;
            });
        });
    }
}
