//! Appel and Jacobson's generator on the DAWG (*The world's fastest Scrabble program*, 1988).
//!
//! A play starts at its first *anchor*: an empty square with a tile beside it. To the left of the anchor is the *left
//! part*: either the tiles on the board there, or tiles of the rack on squares that are not anchors. From the anchor
//! the word is extended to the right.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::alphabet::TileSet;
use crate::board::{Cell, Tiles};
use crate::graph::{Dawg, Lookahead, MaskedGraph, TileMask};

use super::batch::{BatchWalk, Member};
use super::cross_checks::CrossSetLookup;
use super::lane::Lane;
use super::rack_state::{RackCursor, TileUse, numbers};
use super::shadow::ShadowSpan;
use super::sink::MoveSink;
use super::walk::{Partial, Walk, follow};

impl<G: MaskedGraph> CrossSetLookup for Dawg<G> {
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet {
        let graph = &self.0;
        let Some((node, _)) = follow(graph, graph.root(), before) else { return TileSet::EMPTY };
        if after.is_empty() {
            return (graph.accepting(node) & TileMask::ALL).exact();
        }
        let mut letters = TileMask::EMPTY;
        let ControlFlow::Continue(()) = graph.for_arcs_among(node, TileMask::ALL, |arc| {
            if follow(graph, arc.target, after).is_some_and(|(_, accepts)| accepts) {
                letters.insert(arc.tile);
            }
            ControlFlow::<Infallible>::Continue(())
        });
        letters.exact()
    }
}

/// An anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    /// The empty square.
    pub index: usize,
    /// The first square of the tiles right before the anchor; `index` if there are none.
    pub first: usize,
    /// The most tiles of the rack that fit before the anchor.
    pub room: usize,
}

impl Anchor {
    /// The squares that plays at this anchor may cover.
    #[inline]
    pub fn span(&self, lane: &Lane) -> ShadowSpan {
        let core = lane.points[self.first..self.index].iter().sum();
        let left_at = self.index.saturating_sub(1);
        let (run_at, run) = (self.first, self.index - self.first);
        ShadowSpan { core, run_at, run, left_at, left: (0, self.room), right_at: self.index, right_minimum: 1 }
    }
}

/// The anchors of a lane, from the left.
#[inline]
pub(super) fn anchors(lane: &Lane) -> impl Iterator<Item = Anchor> + '_ {
    let anchors = lane.dawg_anchors();
    numbers(anchors).map(move |index| {
        if index > 0 && lane.is_tile(index - 1) {
            return Anchor { index, first: lane.run_start(index - 1), room: 0 };
        }
        let open = lane.empty & !anchors & ((1u64 << index) - 1);
        let room = ((open << (63 - index) << 1).leading_ones() as usize).min(index);
        Anchor { index, first: index, room }
    })
}

impl<G: MaskedGraph, S: MoveSink> Walk<'_, G, S> {
    /// Pushes every play whose first anchor this is.
    pub fn plays_at_dawg_anchor(&mut self, anchor: Anchor) {
        let cursor = self.rack.whole;
        if cursor.left() == 0 {
            return;
        }
        let (graph, lane) = (self.graph, self.lane);
        if anchor.first < anchor.index {
            let run = anchor.first..anchor.index;
            let Some((node, _)) = follow(graph, graph.root(), &lane.cells[run.clone()]) else { return };
            self.start = anchor.first;
            if self.wants_row(0, 0) {
                self.right(node, anchor.index, Partial::of(lane, run), cursor);
            }
            return;
        }
        let mut part = Tiles::NONE;
        self.left_part(graph.root(), anchor, &mut part, cursor);
    }

    /// Extends the left part `part` to the right, then makes it longer.
    fn left_part(&mut self, node: G::Node, anchor: Anchor, part: &mut Tiles, cursor: RackCursor) {
        let (graph, lane) = (self.graph, self.lane);
        if self.offers(node, anchor.index, cursor) && self.wants_row(part.len(), part.len()) {
            // The length of the left part, and so its squares, are known only now.
            self.start = anchor.index - part.len();
            let partial = self.lay(self.start, part, Partial::NONE);
            self.right(node, anchor.index, partial, cursor);
        }
        if part.len() == anchor.room || cursor.left() < 2 || !self.wants_rows_from(part.len() + 1) {
            return;
        }
        // The tile after the next belongs to the left part or to the anchor.
        let last = part.len() + 1 == anchor.room || cursor.left() == 2;
        let at_anchor = if last { lane.squares[anchor.index & 31].letters } else { u64::MAX };
        let wanted = Lookahead::tiles(cursor.available() & at_anchor);
        for tile_use in TileUse::BOTH {
            let among = TileMask::from_bits(tile_use.letters(cursor));
            graph.step_among(node, among, wanted, |tile, reached| {
                let taken = tile_use.taken(tile);
                let kept = self.rack.without(cursor, taken);
                part.push(tile_use.cell(tile));
                self.left_part(reached.node, anchor, part, kept);
                part.pop();
            });
        }
    }
}

impl Anchor {
    /// The member of a batch for this anchor on lane number `lane`; `None` if tiles lie before the anchor.
    #[inline]
    pub fn member(&self, lane: usize) -> Option<Member> {
        let (index, room) = (self.index as u8, self.room as u8);
        (self.first == self.index).then_some(Member { lane: lane as u8, index, room })
    }
}

impl<G: MaskedGraph, S: MoveSink> BatchWalk<'_, G, S> {
    /// Pushes every play whose first anchor is in the batch.
    #[inline]
    pub fn plays_at_batch(&mut self) {
        let cursor = self.walk.rack.whole;
        if cursor.left() > 0 {
            self.left_part_of_batch(self.walk.graph.root(), self.batch.all(), cursor);
        }
    }

    /// Extends the left part laid so far to the right, then makes it longer.
    fn left_part_of_batch(&mut self, node: G::Node, places: u64, cursor: RackCursor) {
        let (graph, length) = (self.walk.graph, self.left.len());
        let (at_anchor, at_places) = self.right_of(0);
        if places & at_places != 0 && graph.may_have_any(node, TileMask::from_bits(at_anchor & cursor.available())) {
            self.right(node, 0, places & at_places, cursor);
        }
        let places = places & self.with_room(length + 1);
        if places == 0 || cursor.left() < 2 {
            return;
        }
        // The tile after the next belongs to the left part or to the anchor.
        let further = cursor.left() > 2 && places & self.with_room(length + 2) != 0;
        let wanted = Lookahead::tiles(cursor.available() & if further { u64::MAX } else { at_anchor });
        for tile_use in TileUse::BOTH {
            let among = TileMask::from_bits(tile_use.letters(cursor));
            graph.step_among(node, among, wanted, |tile, reached| {
                let taken = tile_use.taken(tile);
                let kept = self.walk.rack.without(cursor, taken);
                self.left.push(tile_use.cell(tile));
                self.left_part_of_batch(reached.node, places, kept);
                self.left.pop();
            });
        }
    }
}
