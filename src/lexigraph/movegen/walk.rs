//! What both generators share: laying tiles along a lane, rightwards from some square, and handing over plays.
//!
//! Scores are kept as they grow. At a square the score of the play that ends with a tile worth *v* there is `base + rate * v`: both
//! are the same for all letters, so that a play costs one multiplication.

use std::ops::Range;

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, MAX_SIDE};
use crate::graph::{Next, WordGraph};

use super::lane::{Lane, Sums};
use super::rack_state::{RackCursor, RackState, TileUse};
use super::sink::{Candidate, MoveSink};
use super::{Equity, Leaves};

/// What has been laid on the lane so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    /// The points of the main word before its multiplier, and of the cross words.
    pub sums: Sums,
    /// The multiplier of the main word.
    pub word: i32,
    /// The squares on which tiles were laid: a bit each.
    pub laid: u32,
}

impl Partial {
    pub const NONE: Partial = Partial { sums: Sums::NONE, word: 1, laid: 0 };

    /// Tiles that lie already.
    pub fn of(lane: &Lane, run: Range<usize>) -> Partial {
        Partial { sums: Sums::new(lane.points[run].iter().sum(), 0), ..Partial::NONE }
    }

    /// With a tile worth `value` laid at `index`.
    #[inline(always)] // measured: part of the innermost loop
    pub fn with(self, lane: &Lane, index: usize, value: i32) -> Partial {
        let spot = &lane.spots[index & 31];
        Partial {
            sums: self.sums.plus(spot.gain.times(value)).plus(spot.fixed),
            word: self.word * spot.word,
            laid: self.laid | 1 << index,
        }
    }

    /// The score, with the bonus.
    #[inline(always)] // as above
    fn score(self, bonus: i32) -> i32 {
        self.sums.main() * self.word + self.sums.cross() + bonus
    }
}

/// Follows tiles from a node; gives the node after them and whether a word ends there.
#[inline]
pub(super) fn follow<'c, G: WordGraph>(
    graph: &G,
    from: G::Node,
    cells: impl IntoIterator<Item = &'c Cell>,
) -> Option<(G::Node, bool)> {
    cells.into_iter().try_fold((from, false), |(node, _), cell| {
        let arc = graph.child(node, Tile::from_label(cell.number()))?;
        Some((arc.target, arc.accepts))
    })
}

/// A generator at work on a lane.
pub(super) struct Walk<'w, G, S> {
    pub graph: &'w G,
    pub lane: &'w Lane,
    pub hand: &'w mut RackState,
    pub leaves: Option<&'w dyn Leaves>,
    pub sink: &'w mut S,
    /// The tiles laid, by index on the lane.
    pub line: &'w mut [Cell; MAX_SIDE],
    /// The first index of the main word.
    pub start: usize,
    /// The bounds of the place, for sinks that have a floor: a row of `hand.total + 1` for each number of tiles to the left.
    pub bounds: &'w [Equity],
    /// Where the row begins that is worked on.
    pub row: usize,
}

/// The plays that end with a tile at one square, all of which score alike but for that tile.
struct Ending {
    laid: u32,
    base: i32,
    rate: i32,
}

impl<G: WordGraph, S: MoveSink> Walk<'_, G, S> {
    /// Whether plays with `left` tiles to the left of the place, and more than `laid` in all, can still be wanted; makes them the ones
    /// worked on.
    #[inline]
    pub fn wants_row(&mut self, left: usize, laid: usize) -> bool {
        if !S::BOUNDED {
            return true;
        }
        self.row = left * (self.hand.total + 1);
        self.bounds.get(self.row + laid).is_some_and(|&bound| self.wants(bound))
    }

    /// Whether plays with `left` tiles or more to the left can still be wanted.
    #[inline]
    pub fn wants_rows_from(&self, left: usize) -> bool {
        if !S::BOUNDED {
            return true;
        }
        let total = self.hand.total;
        self.bounds.get(left * (total + 1) + total).is_some_and(|&bound| self.wants(bound))
    }

    #[inline]
    fn wants(&self, bound: Equity) -> bool {
        self.sink.floor().is_none_or(|floor| bound >= floor)
    }

    /// Whether it is worth going on to a square from a node.
    #[inline(always)] // measured: part of the innermost loop
    pub fn offers(&self, node: G::Node, at: usize, held: RackCursor) -> bool {
        let among = self.lane.spots[at & 31].letters & held.available();
        among != 0 && self.graph.may_have_any(node, TileSet::from_bits(among))
    }

    /// Lays tiles on the empty square `at` and on, given the node of what stands before it. Each word that ends past a tile laid here
    /// is a play.
    pub fn right(&mut self, node: G::Node, at: usize, partial: Partial, held: RackCursor) {
        if S::BOUNDED {
            let laid = self.hand.total - held.left as usize;
            if !self.bounds.get(self.row + laid).is_some_and(|&bound| self.wants(bound)) {
                return;
            }
        }
        if self.lane.is_tile(at + 1) {
            return self.right_to_run(node, at, partial, held);
        }
        self.right_as::<false>(node, at, partial, held);
        if held.has_blank() {
            self.right_by_blank(node, at, partial, held);
        }
    }

    /// Apart, so that a search without blanks carries nothing of them along.
    #[inline(never)]
    fn right_by_blank(&mut self, node: G::Node, at: usize, partial: Partial, held: RackCursor) {
        self.right_as::<true>(node, at, partial, held);
    }

    #[inline(always)] // into the two above
    fn right_as<const BLANK: bool>(&mut self, node: G::Node, at: usize, partial: Partial, held: RackCursor) {
        let (graph, lane, next, face) = (self.graph, self.lane, at + 1, TileUse::new(BLANK));
        let among = TileSet::from_bits(lane.spots[at & 31].letters & face.letters(held));
        let accepting = if held.left > 1 && lane.is_empty(next) {
            let wanted = Next::here(lane.spots[next & 31].letters & held.available());
            graph.step_among(node, among, wanted, |tile, target| {
                let taken = face.taken(tile);
                let kept = self.hand.without(held, taken);
                if self.offers(target, next, kept) {
                    self.line[at & 31] = face.cell(tile);
                    self.hand.take(taken);
                    self.right(target, next, partial.with(lane, at, self.hand.points[taken]), kept);
                    self.hand.put(taken);
                }
            })
        } else {
            graph.accepting_among(node, among)
        };
        if !accepting.is_empty() {
            self.push_all(at, partial, held, face, accepting);
        }
    }

    /// As [`right`](Self::right) where tiles lie behind the square.
    pub fn right_to_run(&mut self, node: G::Node, at: usize, partial: Partial, held: RackCursor) {
        let (graph, lane, next) = (self.graph, self.lane, at + 1);
        let after = lane.run_end(next);
        let tiles = &lane.cells[next..after];
        let run = Partial::of(lane, next..after).sums;
        let wanted = Next::here(1 << tiles[0].number());
        for face in TileUse::BOTH {
            let among = TileSet::from_bits(lane.spots[at & 31].letters & face.letters(held));
            graph.step_among(node, among, wanted, |tile, target| {
                let Some((node, accepts)) = follow(graph, target, tiles) else { return };
                let taken = face.taken(tile);
                let kept = self.hand.without(held, taken);
                let mut partial = partial.with(lane, at, self.hand.points[taken]);
                partial.sums = partial.sums.plus(run);
                self.line[at & 31] = face.cell(tile);
                if accepts && self.counts(partial.laid) {
                    let bonus = self.hand.bonus[self.hand.total - kept.left as usize];
                    let ending = Ending { laid: partial.laid, base: partial.score(bonus), rate: 0 };
                    self.push(&ending, held, taken);
                }
                if held.left > 1 && lane.is_empty(after) && self.offers(node, after, kept) {
                    self.hand.take(taken);
                    self.right(node, after, partial, kept);
                    self.hand.put(taken);
                }
            });
        }
    }

    /// Lays tiles on the squares from `at` on.
    #[inline(always)] // measured: for every left part of the DAWG
    pub fn lay(&mut self, at: usize, cells: &[Cell], mut partial: Partial) -> Partial {
        for (at, &cell) in (at..).zip(cells) {
            self.line[at & 31] = cell;
            partial = partial.with(self.lane, at, self.hand.points[usize::from(cell.on_rack().number())]);
        }
        partial
    }

    /// Whether tiles on these squares are a play of this lane: a single one may be the other direction's.
    #[inline]
    fn counts(&self, laid: u32) -> bool {
        laid & (laid - 1) != 0 || u64::from(laid) & self.lane.single != 0
    }

    /// Hands over the plays that end with each of these letters at `at`.
    #[inline]
    pub fn push_all(&mut self, at: usize, partial: Partial, held: RackCursor, face: TileUse, letters: TileSet) {
        let spot = &self.lane.spots[at & 31];
        // As if a tile worth nothing were laid; and what each point of the tile adds.
        let partial = partial.with(self.lane, at, 0);
        if letters.is_empty() || !self.counts(partial.laid) {
            return;
        }
        let bonus = self.hand.bonus[self.hand.total + 1 - held.left as usize];
        let rate = spot.gain.main() * partial.word + spot.gain.cross();
        let ending = Ending { laid: partial.laid, base: partial.score(bonus), rate };
        for letter in letters {
            self.line[at & 31] = face.cell(letter);
            self.push(&ending, held, face.taken(letter));
        }
    }

    #[inline(always)] // measured: part of the innermost loop
    fn push(&mut self, ending: &Ending, held: RackCursor, taken: usize) {
        let score = ending.base + ending.rate * self.hand.points[taken];
        let equity = Equity::from_points(score) + self.hand.leave_without(held, taken, self.leaves);
        self.sink.push(&Candidate {
            score,
            equity,
            direction: self.lane.direction,
            lane: self.lane.number,
            start: self.start as u8,
            laid: ending.laid,
            count: (self.hand.total + 1 - held.left as usize) as u8,
            line: self.line,
        });
    }
}
