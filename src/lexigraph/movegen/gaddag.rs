//! Gordon's generator on the GADDAG (*A faster Scrabble move generation algorithm*, 1994).
//!
//! A play is built from its first *hook* on: the last tile of a run, or an empty square with tiles across the lane only. From there
//! the walk goes leftwards, backwards through the word, and by the separator turns to the right of the hook. Squares left of the hook
//! are laid only as far as no earlier hook comes into the word, so that each play comes once. Starting at tiles that lie already,
//! where the choice is none, is what makes it faster than starting at any end.

use crate::alphabet::{Tile, TileSet};
use crate::board::Cell;
use crate::graph::{Gaddag, Next, WordGraph};

use super::cross_checks::CrossSetLookup;
use super::lane::Lane;
use super::rack_state::{RackCursor, TileUse, numbers};
use super::shadow::ShadowSpan;
use super::sink::MoveSink;
use super::walk::{Partial, Walk, follow};

impl<G: WordGraph> CrossSetLookup for Gaddag<G> {
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet {
        let graph = &self.0;
        let turned = || {
            let (node, _) = follow(graph, graph.root(), before.iter().rev())?;
            graph.child(node, Tile::SEPARATOR).map(|arc| arc.target)
        };
        let letters = |set: TileSet| TileSet::from_bits(set.bits() & !1);
        if after.is_empty() {
            return turned().map_or(TileSet::EMPTY, |node| letters(graph.accepting(node)));
        }
        let Some((node, _)) = follow(graph, graph.root(), after.iter().rev()) else { return TileSet::EMPTY };
        if before.is_empty() {
            return letters(graph.accepting(node));
        }
        let Some(turned) = turned() else { return TileSet::EMPTY };
        let candidates = letters(graph.tiles(node) & graph.tiles(turned));
        // Both ways spell the same words: take the one with fewer steps.
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

/// A place that plays are built on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hook {
    /// The last tile of a run, or an empty square.
    pub index: usize,
    /// The first tile of the run; as `index` for an empty square.
    pub first: usize,
    /// The first square that may be laid to the left.
    pub leftmost: usize,
}

impl Hook {
    /// The squares that plays at this hook are built from.
    pub fn reach(&self, lane: &Lane) -> ShadowSpan {
        let right_at = self.index + 1;
        if lane.is_tile(self.index) {
            let core = lane.points[self.first..right_at].iter().sum();
            // Nothing goes to the left of the first square.
            let left_at = self.first.saturating_sub(1);
            let (run_at, run) = (self.first, right_at - self.first);
            ShadowSpan { core, run_at, run, left_at, left: (0, self.first - self.leftmost), right_at, right_least: 0 }
        } else {
            let (left_at, left) = (self.index, (1, right_at - self.leftmost));
            ShadowSpan { core: 0, run_at: 0, run: 0, left_at, left, right_at, right_least: 0 }
        }
    }
}

/// The hooks of a lane from the left.
pub(super) fn hooks(lane: &Lane) -> impl Iterator<Item = Hook> + '_ {
    // The first square that brings in no hook, and no tile, seen before.
    let mut free_from = 0;
    numbers(lane.hooks()).map(move |index| {
        let run = lane.is_tile(index);
        let first = if run { lane.run_start(index) } else { index };
        // Holes and what lies behind them are out of reach.
        let open = lane.empty & ((1u64 << first) - 1);
        let reach = first - ((open << (63 - first) << 1).leading_ones() as usize).min(first);
        let leftmost = reach.max(free_from);
        free_from = if run { index + 2 } else { index + 1 };
        Hook { index, first, leftmost: leftmost.min(first) }
    })
}

impl<G: WordGraph, S: MoveSink> Walk<'_, G, S> {
    /// Hands over every play that has this hook as its first.
    pub fn plays_at_hook(&mut self, hook: Hook) {
        let held = self.hand.whole;
        if held.left == 0 {
            return;
        }
        let (graph, lane) = (self.graph, self.lane);
        if !lane.is_tile(hook.index) {
            return self.left(graph.root(), hook.index, hook, Partial::NONE, held);
        }
        let run = hook.first..hook.index + 1;
        let Some((node, _)) = follow(graph, graph.root(), lane.cells[run.clone()].iter().rev()) else { return };
        let partial = Partial::of(lane, run);
        if lane.is_empty(hook.index + 1)
            && let Some(turned) = graph.target(node, Tile::SEPARATOR)
        {
            self.turn(turned, hook.first, hook, partial, held);
        }
        if hook.first > hook.leftmost {
            self.left(node, hook.first - 1, hook, partial, held);
        }
    }

    /// Goes on to the right of the hook: all of the word up to there is laid, from `start` on.
    #[inline]
    fn turn(&mut self, turned: G::Node, start: usize, hook: Hook, partial: Partial, held: RackCursor) {
        let laid = self.hand.total - held.left as usize;
        if self.wants_row(laid, laid) {
            self.start = start;
            self.right(turned, hook.index + 1, partial, held);
        }
    }

    /// Lays tiles on the empty square `at` and on to the left, given the node of what stands after it up to the hook.
    fn left(&mut self, node: G::Node, at: usize, hook: Hook, partial: Partial, held: RackCursor) {
        if !self.wants_rows_from(self.hand.total + 1 - held.left as usize) {
            return;
        }
        self.left_as::<false>(node, at, hook, partial, held);
        if held.has_blank() {
            self.left_by_blank(node, at, hook, partial, held);
        }
    }

    /// Apart, so that a search without blanks carries nothing of them along.
    #[inline(never)]
    fn left_by_blank(&mut self, node: G::Node, at: usize, hook: Hook, partial: Partial, held: RackCursor) {
        self.left_as::<true>(node, at, hook, partial, held);
    }

    #[inline(always)] // into the two above
    fn left_as<const BLANK: bool>(&mut self, node: G::Node, at: usize, hook: Hook, partial: Partial, held: RackCursor) {
        let (graph, lane, face) = (self.graph, self.lane, TileUse::new(BLANK));
        let among = TileSet::from_bits(lane.spots[at & 31].letters & face.letters(held));
        let accepting = if held.left > 1 {
            // What may come to the right of the hook, and to the left of this square.
            let right = if lane.is_empty(hook.index + 1) { lane.spots[(hook.index + 1) & 31].letters } else { 0 };
            let left = if at > hook.leftmost { lane.spots[(at - 1) & 31].letters } else { 0 };
            let available = held.available();
            let wanted = Next { here: TileSet::from_bits(left & available), turned: TileSet::from_bits(right & available) };
            graph.step_among(node, among, wanted, |tile, target| {
                let taken = face.taken(tile);
                let kept = self.hand.without(held, taken);
                let offers = |node, letters| graph.may_have_any(node, TileSet::from_bits(letters & kept.available()));
                let further = left & kept.available() != 0 && offers(target, left);
                let turned = if right & kept.available() != 0 { graph.target(target, Tile::SEPARATOR) } else { None };
                let turned = turned.filter(|&turned| offers(turned, right));
                if !further && turned.is_none() {
                    return;
                }
                let partial = partial.with(lane, at, self.hand.points[taken]);
                self.line[at & 31] = face.cell(tile);
                self.hand.take(taken);
                if let Some(turned) = turned {
                    self.turn(turned, at, hook, partial, kept);
                }
                if further {
                    self.left(target, at - 1, hook, partial, kept);
                }
                self.hand.put(taken);
            })
        } else {
            graph.accepting_among(node, among)
        };
        if !accepting.is_empty() {
            self.start = at;
            self.push_all(at, partial, held, face, accepting);
        }
    }
}
