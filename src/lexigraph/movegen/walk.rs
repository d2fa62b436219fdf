//! The walk that both generators share: laying tiles along a lane to the right of some square, and pushing plays to a
//! sink.
//!
//! Scores are computed incrementally. A play that ends on a square with a tile worth *v* scores `base + rate * v`;
//! both numbers are the same for all letters, so a play costs one multiplication.

use std::ops::Range;

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, MAX_SIDE};
use crate::graph::{Lookahead, MaskedGraph, TileMask};

use super::lane::{Lane, ScorePair};
use super::rack_state::{RackCursor, RackState, TileUse};
use super::sink::{Candidate, MoveSink};
use super::{Equity, Leaves};

/// The score of the tiles laid on the lane so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    /// The points of the main word before its multiplier, and of the cross words.
    pub sums: ScorePair,
    /// The multiplier of the main word.
    pub word: i32,
    /// The squares on which tiles were laid, one bit each.
    pub laid: u32,
}

impl Partial {
    pub const NONE: Partial = Partial { sums: ScorePair::NONE, word: 1, laid: 0 };

    /// The tiles on the board in a run.
    #[inline]
    pub fn of(lane: &Lane, run: Range<usize>) -> Partial {
        Partial { sums: ScorePair::new(lane.points[run].iter().sum(), 0), ..Partial::NONE }
    }

    /// Adds a tile worth `value` at `index`.
    #[inline(always)] // measured: part of the innermost loop
    pub fn with(self, lane: &Lane, index: usize, value: i32) -> Partial {
        let square = &lane.squares[index & 31];
        Partial {
            sums: self.sums.plus(square.gain.times(value)).plus(square.fixed),
            word: self.word * square.word,
            laid: self.laid | 1 << index,
        }
    }

    /// The score, including the bonus.
    #[inline(always)] // as above
    pub fn score(self, bonus: i32) -> i32 {
        self.sums.main() * self.word + self.sums.cross() + bonus
    }
}

/// Follows tiles from a node. Returns the node after them, and `true` if a word ends there.
#[inline]
pub(super) fn follow<'c, G: MaskedGraph>(
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
    /// The tiles laid, by their index on the lane.
    pub strip: &'w mut [Cell; MAX_SIDE],
    /// The first index of the main word.
    pub start: usize,
    /// The bounds of the anchor, for sinks that have a floor: a row of `rack.total + 1` entries for each number of
    /// tiles to the left.
    pub bounds: &'w [Equity],
    /// The start of the current row.
    pub row: usize,
}

/// The plays that end with a tile on one square; they score alike except for that tile.
struct Ending {
    laid: u32,
    base: i32,
    rate: i32,
}

impl<G: MaskedGraph, S: MoveSink> Walk<'_, G, S> {
    /// `true` if plays with `left` tiles to the left of the anchor, and more than `laid` tiles in all, can still
    /// reach the floor. Makes their row of bounds the current one.
    #[inline]
    pub fn wants_row(&mut self, left: usize, laid: usize) -> bool {
        if !S::BOUNDED {
            return true;
        }
        self.row = left * (self.rack.total + 1);
        self.bounds.get(self.row + laid).is_some_and(|&bound| self.wants(bound))
    }

    /// `true` if plays with `left` or more tiles to the left of the anchor can still reach the floor.
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

    /// `true` if some letter of the rack fits the square and may follow the node.
    #[inline(always)] // measured: part of the innermost loop
    pub fn offers(&self, node: G::Node, at: usize, cursor: RackCursor) -> bool {
        let among = self.lane.squares[at & 31].letters & cursor.available();
        among != 0 && self.graph.may_have_any(node, TileMask::from_bits(among))
    }

    /// Lays tiles on the empty square `at` and further right. `node` is the node of the tiles before. Each word that
    /// ends after a tile laid here is a play.
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

    /// A function of its own, so that a search without blanks carries no code for them.
    #[inline(never)]
    fn right_by_blank(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        self.right_as::<true>(node, at, partial, cursor);
    }

    #[inline(always)] // into the two above
    fn right_as<const BLANK: bool>(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        let (graph, lane, next, tile_use) = (self.graph, self.lane, at + 1, TileUse::new(BLANK));
        let among = TileMask::from_bits(lane.squares[at & 31].letters & tile_use.letters(cursor));
        let accepting = if cursor.left > 1 && lane.is_empty(next) {
            let wanted = Lookahead::tiles(lane.squares[next & 31].letters & cursor.available());
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
            self.push_all(at, partial, cursor, tile_use, accepting.exact());
        }
    }

    /// Does what [`right`](Self::right) does if tiles lie after the square.
    pub fn right_to_run(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        let (graph, lane, next) = (self.graph, self.lane, at + 1);
        let after = lane.run_end(next);
        let tiles = &lane.cells[next..after];
        let run = Partial::of(lane, next..after).sums;
        let wanted = Lookahead::tiles(1 << tiles[0].number());
        for tile_use in TileUse::BOTH {
            let among = TileMask::from_bits(lane.squares[at & 31].letters & tile_use.letters(cursor));
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

    /// `true` if tiles on these squares are a play of this lane: a single tile may be a play of the other direction.
    #[inline]
    fn counts(&self, laid: u32) -> bool {
        laid & (laid - 1) != 0 || u64::from(laid) & self.lane.single != 0
    }

    /// Pushes the plays that end with each of these letters at `at`.
    #[inline]
    pub fn push_all(&mut self, at: usize, partial: Partial, cursor: RackCursor, tile_use: TileUse, letters: TileSet) {
        let square = &self.lane.squares[at & 31];
        // `base` is the score with a tile worth 0, `rate` what each point of the tile adds.
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
