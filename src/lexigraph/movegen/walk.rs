//! What both generators share: laying tiles along a lane, rightwards from some square, and handing over plays.
//!
//! Scores are kept as they grow. At a square the score of the play that ends with a tile worth *v* there is `base + rate * v`: both
//! are the same for all letters, so that a play costs one multiplication.

use std::ops::Range;

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, MAX_SIDE};
use crate::graph::{Next, WordGraph};

use super::lane::{Lane, ScorePair};
use super::rack_state::{RackCursor, RackState, TileUse};
use super::sink::{Candidate, MoveSink};
use super::{Equity, Leaves};

/// What has been laid on the lane so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    /// The points of the main word before its multiplier, and of the cross words.
    pub sums: ScorePair,
    /// The multiplier of the main word.
    pub word: i32,
    /// The squares on which tiles were laid: a bit each.
    pub laid: u32,
}

impl Partial {
    pub const NONE: Partial = Partial { sums: ScorePair::NONE, word: 1, laid: 0 };

    /// Tiles that lie already.
    pub fn of(lane: &Lane, run: Range<usize>) -> Partial {
        Partial { sums: ScorePair::new(lane.points[run].iter().sum(), 0), ..Partial::NONE }
    }

    /// With a tile worth `value` laid at `index`.
    #[inline(always)] // measured: part of the innermost loop
    pub fn with(self, lane: &Lane, index: usize, value: i32) -> Partial {
        let square = &lane.squares[index & 31];
        Partial {
            sums: self.sums.plus(square.gain.times(value)).plus(square.fixed),
            word: self.word * square.word,
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
    pub rack: &'w mut RackState,
    pub leaves: Option<&'w dyn Leaves>,
    pub sink: &'w mut S,
    /// The tiles laid, by index on the lane.
    pub strip: &'w mut [Cell; MAX_SIDE],
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
        self.row = left * (self.rack.total + 1);
        self.bounds.get(self.row + laid).is_some_and(|&bound| self.wants(bound))
    }

    /// Whether plays with `left` tiles or more to the left can still be wanted.
    #[inline]
    pub fn wants_rows_from(&self, left: usize) -> bool {
        if !S::BOUNDED {
            return true;
        }
        let total = self.rack.total;
        self.bounds.get(left * (total + 1) + total).is_some_and(|&bound| self.wants(bound))
    }

    #[inline]
    fn wants(&self, bound: Equity) -> bool {
        self.sink.floor().is_none_or(|floor| bound >= floor)
    }

    /// Whether it is worth going on to a square from a node.
    #[inline(always)] // measured: part of the innermost loop
    pub fn offers(&self, node: G::Node, at: usize, cursor: RackCursor) -> bool {
        let among = self.lane.squares[at & 31].letters & cursor.available();
        among != 0 && self.graph.may_have_any(node, TileSet::from_bits(among))
    }

    /// Lays tiles on the empty square `at` and on, given the node of what stands before it. Each word that ends past a tile laid here
    /// is a play.
    pub fn right(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        if S::BOUNDED {
            let laid = self.rack.total - cursor.left as usize;
            if !self.bounds.get(self.row + laid).is_some_and(|&bound| self.wants(bound)) {
                return;
            }
        }
        if self.lane.is_tile(at + 1) {
            return self.right_to_run(node, at, partial, cursor);
        }
        self.right_as::<false>(node, at, partial, cursor);
        if cursor.has_blank() {
            self.right_by_blank(node, at, partial, cursor);
        }
    }

    /// Apart, so that a search without blanks carries nothing of them along.
    #[inline(never)]
    fn right_by_blank(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        self.right_as::<true>(node, at, partial, cursor);
    }

    #[inline(always)] // into the two above
    fn right_as<const BLANK: bool>(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        let (graph, lane, next, tile_use) = (self.graph, self.lane, at + 1, TileUse::new(BLANK));
        let among = TileSet::from_bits(lane.squares[at & 31].letters & tile_use.letters(cursor));
        let accepting = if cursor.left > 1 && lane.is_empty(next) {
            let wanted = Next::here(lane.squares[next & 31].letters & cursor.available());
            graph.step_among(node, among, wanted, |tile, target| {
                let taken = tile_use.taken(tile);
                let kept = self.rack.without(cursor, taken);
                if self.offers(target, next, kept) {
                    self.strip[at & 31] = tile_use.cell(tile);
                    self.rack.take(taken);
                    self.right(target, next, partial.with(lane, at, self.rack.points[taken]), kept);
                    self.rack.put(taken);
                }
            })
        } else {
            graph.accepting_among(node, among)
        };
        if !accepting.is_empty() {
            self.push_all(at, partial, cursor, tile_use, accepting);
        }
    }

    /// As [`right`](Self::right) where tiles lie behind the square.
    pub fn right_to_run(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        let (graph, lane, next) = (self.graph, self.lane, at + 1);
        let after = lane.run_end(next);
        let tiles = &lane.cells[next..after];
        let run = Partial::of(lane, next..after).sums;
        let wanted = Next::here(1 << tiles[0].number());
        for tile_use in TileUse::BOTH {
            let among = TileSet::from_bits(lane.squares[at & 31].letters & tile_use.letters(cursor));
            graph.step_among(node, among, wanted, |tile, target| {
                let Some((node, accepts)) = follow(graph, target, tiles) else { return };
                let taken = tile_use.taken(tile);
                let kept = self.rack.without(cursor, taken);
                let mut partial = partial.with(lane, at, self.rack.points[taken]);
                partial.sums = partial.sums.plus(run);
                self.strip[at & 31] = tile_use.cell(tile);
                if accepts && self.counts(partial.laid) {
                    let bonus = self.rack.bonus[self.rack.total - kept.left as usize];
                    let ending = Ending { laid: partial.laid, base: partial.score(bonus), rate: 0 };
                    self.push(&ending, cursor, taken);
                }
                if cursor.left > 1 && lane.is_empty(after) && self.offers(node, after, kept) {
                    self.rack.take(taken);
                    self.right(node, after, partial, kept);
                    self.rack.put(taken);
                }
            });
        }
    }

    /// Lays tiles on the squares from `at` on.
    #[inline(always)] // measured: for every left part of the DAWG
    pub fn lay(&mut self, at: usize, cells: &[Cell], mut partial: Partial) -> Partial {
        for (at, &cell) in (at..).zip(cells) {
            self.strip[at & 31] = cell;
            partial = partial.with(self.lane, at, self.rack.points[usize::from(cell.on_rack().number())]);
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
    pub fn push_all(&mut self, at: usize, partial: Partial, cursor: RackCursor, tile_use: TileUse, letters: TileSet) {
        let square = &self.lane.squares[at & 31];
        // As if a tile worth nothing were laid; and what each point of the tile adds.
        let partial = partial.with(self.lane, at, 0);
        if letters.is_empty() || !self.counts(partial.laid) {
            return;
        }
        let bonus = self.rack.bonus[self.rack.total + 1 - cursor.left as usize];
        let rate = square.gain.main() * partial.word + square.gain.cross();
        let ending = Ending { laid: partial.laid, base: partial.score(bonus), rate };
        for letter in letters {
            self.strip[at & 31] = tile_use.cell(letter);
            self.push(&ending, cursor, tile_use.taken(letter));
        }
    }

    #[inline(always)] // measured: part of the innermost loop
    fn push(&mut self, ending: &Ending, cursor: RackCursor, taken: usize) {
        let score = ending.base + ending.rate * self.rack.points[taken];
        let equity = Equity::from_points(score) + self.rack.leave_without(cursor, taken, self.leaves);
        self.sink.push(&Candidate {
            score,
            equity,
            direction: self.lane.direction,
            lane: self.lane.number,
            start: self.start as u8,
            laid: ending.laid,
            count: (self.rack.total + 1 - cursor.left as usize) as u8,
            strip: self.strip,
        });
    }
}
