//! Gordon's generator on the GADDAG (*A faster Scrabble move generation algorithm*, 1994).
//!
//! A play starts at its first *anchor*: the last tile of a run, or an empty square with a tile beside it across the
//! lane only. (Appel and Jacobson's anchors are other squares; see `dawg`.) From the anchor the walk goes to the
//! left, backwards through the word; the separator turns it to the right of the anchor. To the left it stops before
//! an earlier anchor would come into the word, so each play is found once. The walk starts with tiles on the board,
//! where there is no choice; that makes it faster than a walk from either end of the word.

use crate::alphabet::{Tile, TileSet};
use crate::board::Cell;
use crate::graph::{Gaddag, Lookahead, MaskedGraph, TileMask};

use super::cross_checks::CrossSetLookup;
use super::lane::Lane;
use super::rack_state::{RackCursor, numbers};
use super::shadow::ShadowSpan;
use super::sink::MoveSink;
use super::walk::{Partial, Walk, follow};

impl<G: MaskedGraph> CrossSetLookup for Gaddag<G> {
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet {
        let graph = &self.0;
        let turned = || {
            let (node, _) = follow(graph, graph.root(), before.iter().rev())?;
            graph.child(node, Tile::SEPARATOR).map(|arc| arc.target)
        };
        let letters = |mask: TileMask| (mask & TileMask::ALL).exact();
        if after.is_empty() {
            return turned().map_or(TileSet::EMPTY, |node| letters(graph.accepting(node)));
        }
        let Some((node, _)) = follow(graph, graph.root(), after.iter().rev()) else { return TileSet::EMPTY };
        if before.is_empty() {
            return letters(graph.accepting(node));
        }
        let Some(turned) = turned() else { return TileSet::EMPTY };
        let candidates = letters(graph.tiles(node) & graph.tiles(turned));
        // Both directions spell the same words: take the one with fewer steps.
        let (from, backwards) = if before.len() <= after.len() { (node, true) } else { (turned, false) };
        let ends = |&tile: &Tile| {
            let Some(arc) = graph.child(from, tile) else { return false };
            let end =
                if backwards { follow(graph, arc.target, before.iter().rev()) } else { follow(graph, arc.target, after) };
            end.is_some_and(|(_, accepts)| accepts)
        };
        candidates.into_iter().filter(ends).collect()
    }
}

/// A square that plays start at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    /// The last tile of a run, or an empty square.
    pub index: usize,
    /// The first tile of the run; `index` if the square is empty.
    pub first: usize,
    /// The leftmost square on which a tile may be laid.
    pub leftmost: usize,
}

impl Anchor {
    /// The squares that plays at this anchor may cover.
    pub fn span(&self, lane: &Lane) -> ShadowSpan {
        let right_at = self.index + 1;
        if lane.is_tile(self.index) {
            let core = lane.points[self.first..right_at].iter().sum();
            // No tile is laid to the left of the first square.
            let left_at = self.first.saturating_sub(1);
            let (run_at, run) = (self.first, right_at - self.first);
            ShadowSpan { core, run_at, run, left_at, left: (0, self.first - self.leftmost), right_at, right_minimum: 0 }
        } else {
            let (left_at, left) = (self.index, (1, right_at - self.leftmost));
            ShadowSpan { core: 0, run_at: 0, run: 0, left_at, left, right_at, right_minimum: 0 }
        }
    }
}

/// The anchors of a lane, from the left.
pub(super) fn anchors(lane: &Lane) -> impl Iterator<Item = Anchor> + '_ {
    anchors_among(lane, lane.gaddag_anchors())
}

/// The runs of a lane, from the left, as anchors of all plays through tiles: each play starts at its first run.
pub(super) fn runs(lane: &Lane) -> impl Iterator<Item = Anchor> + '_ {
    anchors_among(lane, lane.run_ends())
}

fn anchors_among(lane: &Lane, indexes: u64) -> impl Iterator<Item = Anchor> + '_ {
    // The first square that joins neither an anchor nor a tile seen before.
    let mut free_from = 0;
    numbers(indexes).map(move |index| {
        let run = lane.is_tile(index);
        let first = if run { lane.run_start(index) } else { index };
        // A hole ends the word.
        let open = lane.empty & ((1u64 << first) - 1);
        let span = first - ((open << (63 - first) << 1).leading_ones() as usize).min(first);
        let leftmost = span.max(free_from);
        free_from = if run { index + 2 } else { index + 1 };
        Anchor { index, first, leftmost: leftmost.min(first) }
    })
}

impl<G: MaskedGraph, S: MoveSink> Walk<'_, G, S> {
    /// Pushes every play whose first anchor this is.
    pub fn plays_at_gaddag_anchor(&mut self, anchor: Anchor) {
        let cursor = self.rack.whole;
        if cursor.left() == 0 {
            return;
        }
        let (graph, lane, after) = (self.graph, self.lane, anchor.index + 1);
        self.anchor = anchor.index;
        self.leftmost = anchor.leftmost;
        self.letters_right = if lane.is_empty(after) { lane.squares[after & 31].letters } else { 0 };
        if !lane.is_tile(anchor.index) {
            if lane.squares[anchor.index & 31].letters & cursor.available() != 0 {
                self.left(graph.root(), anchor.index, Partial::NONE, cursor);
            }
            return;
        }
        let left = if anchor.first > anchor.leftmost { lane.squares[(anchor.first - 1) & 31].letters } else { 0 };
        if (left | self.letters_right) & cursor.available() == 0 {
            return;
        }
        let run = anchor.first..after;
        let Some((node, _)) = follow(graph, graph.root(), lane.cells[run.clone()].iter().rev()) else { return };
        let partial = Partial::of(lane, run);
        if self.letters_right & cursor.available() != 0
            && let Some(turned) = graph.target(node, Tile::SEPARATOR)
        {
            self.turn(turned, anchor.first, partial, cursor);
        }
        if left & cursor.available() != 0 {
            self.left(node, anchor.first - 1, partial, cursor);
        }
    }

    /// Continues to the right of the anchor; the word up to the anchor is complete and begins at `start`.
    #[inline(always)] // measured: part of the innermost loop
    fn turn(&mut self, turned: G::Node, start: usize, partial: Partial, cursor: RackCursor) {
        let laid = self.rack.total - cursor.left();
        if self.wants_row(laid, laid) {
            self.start = start;
            self.right(turned, self.anchor + 1, partial, cursor);
        }
    }

    /// Lays tiles on the empty square `at` and further left. `node` is the node of the tiles from the anchor back to
    /// that square.
    fn left(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        if !self.wants_rows_from(self.rack.total + 1 - cursor.left()) {
            return;
        }
        if cursor.has_blank() {
            self.left_by_blank(node, at, partial, cursor);
        } else {
            self.left_as::<false>(node, at, partial, cursor);
        }
    }

    /// A function of its own, so that a search without blanks carries no code for them.
    #[inline(never)]
    fn left_by_blank(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        self.left_as::<true>(node, at, partial, cursor);
    }

    #[inline(always)] // into the two above
    fn left_as<const BLANK: bool>(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        let (graph, lane) = (self.graph, self.lane);
        let square = &lane.squares[at & 31];
        let own = square.letters & cursor.tiles;
        let among = TileMask::from_bits(if BLANK { square.letters } else { own });
        let partial = partial.on(square);
        let further = cursor.left() > 1;
        if G::HAS_MASKS || !further {
            self.start = at;
            let accepting = graph.accepting_among(node, among);
            self.push_ending::<BLANK>(at, partial, cursor, accepting.bits());
        }
        if !further {
            return;
        }
        // The letters allowed to the left of this square, and to the right of the anchor.
        let left = if at > self.leftmost { lane.squares[(at - 1) & 31].letters } else { 0 };
        let available = cursor.available();
        let wanted = Lookahead {
            tiles: TileMask::from_bits(left & available),
            after_separator: TileMask::from_bits(self.letters_right & available),
        };
        let by_blank = if BLANK { self.rack.without(cursor, 0) } else { cursor };
        let accepting = graph.step_among(node, among, wanted, |tile, reached| {
            let number = usize::from(tile.number()) & 63;
            let (further, turned) = (reached.tiles.bits(), reached.after_separator.bits());
            if !BLANK || own >> number & 1 != 0 {
                let kept = self.rack.without(cursor, number);
                let partial = partial.plus(square, self.rack.points[number]);
                self.strip[at & 31] = Cell::tile(tile);
                if turned & kept.available() != 0 {
                    self.turn(reached.turned, at, partial, kept);
                }
                if further & kept.available() != 0 {
                    self.left(reached.node, at - 1, partial, kept);
                }
            }
            if BLANK {
                self.strip[at & 31] = Cell::blank(tile);
                if turned & by_blank.available() != 0 {
                    self.turn(reached.turned, at, partial, by_blank);
                }
                if further & by_blank.available() != 0 {
                    self.left(reached.node, at - 1, partial, by_blank);
                }
            }
        });
        if !G::HAS_MASKS {
            self.start = at;
            self.push_ending::<BLANK>(at, partial, cursor, accepting.bits());
        }
    }
}
