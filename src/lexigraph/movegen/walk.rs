//! The walk that both generators share: laying tiles along a lane to the right of some square, and pushing plays to a
//! sink.
//!
//! Scores are computed incrementally. A play that ends on a square with a tile worth *v* scores `base + rate * v`;
//! both numbers are the same for all letters, so a play costs one multiplication.

use std::ops::Range;

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, MAX_SIDE};
use crate::graph::{Lookahead, MaskedGraph, TileMask};

use super::ending::Ending;
use super::lane::{Lane, ScorePair, SquareInfo};
use super::rack_state::{RackCursor, RackState, TileUse};
use super::sink::MoveSink;
use super::{Equity, Leaves};

/// The score of the tiles laid on the lane so far. It fits two registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    /// The points of the main word before its multiplier, and of the cross words.
    pub sums: ScorePair,
    /// The multiplier of the main word.
    pub word: i32,
}

impl Partial {
    pub const NONE: Partial = Partial { sums: ScorePair::NONE, word: 1 };

    /// The tiles on the board in a run.
    #[inline]
    pub fn of(lane: &Lane, run: Range<usize>) -> Partial {
        Partial { sums: ScorePair::new(lane.points[run].iter().sum(), 0), ..Partial::NONE }
    }

    /// Adds a tile worth `value` at `index`.
    #[inline(always)] // measured: part of the innermost loop
    pub fn with(self, lane: &Lane, index: usize, value: i32) -> Partial {
        self.on(&lane.squares[index & 31]).plus(&lane.squares[index & 31], value)
    }

    /// Adds a tile worth 0 on a square.
    #[inline(always)] // as above
    pub fn on(self, square: &SquareInfo) -> Partial {
        Partial { sums: self.sums.plus(square.fixed), word: self.word * square.word }
    }

    /// Adds the points of a tile on a square, if all else of it is there.
    #[inline(always)] // as above
    pub fn plus(self, square: &SquareInfo, value: i32) -> Partial {
        Partial { sums: self.sums.plus(square.gain.times(value)), ..self }
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
    pub rack: &'w RackState,
    pub leaves: Option<&'w dyn Leaves>,
    pub sink: &'w mut S,
    /// The tiles laid, by their index on the lane.
    pub strip: &'w mut [Cell; MAX_SIDE],
    /// The first index of the main word.
    pub start: usize,
    /// On the GADDAG: the anchor.
    pub anchor: usize,
    /// On the GADDAG: the leftmost square on which a tile may be laid.
    pub leftmost: usize,
    /// On the GADDAG: the letters allowed to the right of the anchor; none if no tile can be laid there.
    pub letters_right: u64,
    /// The bounds of the anchor, for sinks that have a floor: a row of `rack.total + 1` entries for each number of
    /// tiles to the left.
    pub bounds: &'w [Equity],
    /// The start of the current row.
    pub row: usize,
}

impl<'w, G, S> Walk<'w, G, S> {
    /// A walk on a lane. Sinks with a floor need `bounds` too.
    #[inline]
    pub fn new(
        graph: &'w G,
        lane: &'w Lane,
        rack: &'w RackState,
        leaves: Option<&'w dyn Leaves>,
        sink: &'w mut S,
        strip: &'w mut [Cell; MAX_SIDE],
    ) -> Self {
        let (start, anchor, leftmost, letters_right) = (0, 0, 0, 0);
        Walk { graph, lane, rack, leaves, sink, strip, start, anchor, leftmost, letters_right, bounds: &[], row: 0 }
    }
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

    /// `true` if the square can be filled from a node, before any tile is laid.
    #[inline]
    pub fn goes_on(&self, node: G::Node, at: usize) -> bool {
        self.lane.is_empty(at) && self.offers(node, at, self.rack.whole)
    }

    /// Lays tiles on the empty square `at` and further right. `node` is the node of the tiles before. Each word that
    /// ends after a tile laid here is a play.
    pub fn right(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        if S::BOUNDED {
            let laid = self.rack.total - cursor.left();
            if !self.bounds.get(self.row + laid).is_some_and(|&bound| self.wants(bound)) {
                return;
            }
        }
        if self.lane.is_tile(at + 1) {
            self.right_to_run(node, at, partial, cursor);
        } else if cursor.has_blank() {
            self.right_by_blank(node, at, partial, cursor);
        } else {
            self.right_as::<false>(node, at, partial, cursor);
        }
    }

    /// A function of its own, so that a search without blanks carries no code for them.
    #[inline(never)]
    fn right_by_blank(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        self.right_as::<true>(node, at, partial, cursor);
    }

    #[inline(always)] // into the two above
    fn right_as<const BLANK: bool>(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        let (graph, lane, next) = (self.graph, self.lane, at + 1);
        let square = &lane.squares[at & 31];
        let own = square.letters & cursor.tiles;
        let among = TileMask::from_bits(if BLANK { square.letters } else { own });
        let partial = partial.on(square);
        let ahead = if lane.is_empty(next) { lane.squares[next & 31].letters & cursor.available() } else { 0 };
        let further = cursor.left() > 1 && ahead != 0;
        if G::HAS_MASKS || !further {
            let accepting = graph.accepting_among(node, among);
            self.push_ending::<BLANK>(at, partial, cursor, accepting.bits());
        }
        if !further {
            return;
        }
        let by_blank = if BLANK { self.rack.without(cursor, 0) } else { cursor };
        let accepting = graph.step_among(node, among, Lookahead::tiles(ahead), |tile, reached| {
            let number = usize::from(tile.number()) & 63;
            if !BLANK || own >> number & 1 != 0 {
                let kept = self.rack.without(cursor, number);
                if reached.tiles.bits() & kept.available() != 0 {
                    self.strip[at & 31] = Cell::tile(tile);
                    self.right(reached.node, next, partial.plus(square, self.rack.points[number]), kept);
                }
            }
            if BLANK && reached.tiles.bits() & by_blank.available() != 0 {
                self.strip[at & 31] = Cell::blank(tile);
                self.right(reached.node, next, partial, by_blank);
            }
        });
        if !G::HAS_MASKS {
            self.push_ending::<BLANK>(at, partial, cursor, accepting.bits());
        }
    }

    /// Does what [`right`](Self::right) does if tiles lie after the square.
    #[inline(never)]
    pub fn right_to_run(&mut self, node: G::Node, at: usize, partial: Partial, cursor: RackCursor) {
        let (graph, lane, next) = (self.graph, self.lane, at + 1);
        let square = &lane.squares[at & 31];
        let after = lane.run_end(next);
        let tiles = &lane.cells[next..after];
        let mut partial = partial.on(square);
        partial.sums = partial.sums.plus(Partial::of(lane, next..after).sums);
        let ahead = if cursor.left() > 1 && lane.is_empty(after) { lane.squares[after & 31].letters } else { 0 };
        let wanted = Lookahead::tiles(1 << tiles[0].number());
        let among = TileMask::from_bits(square.letters & cursor.available());
        graph.step_among(node, among, wanted, |tile, reached| {
            let Some((node, accepts)) = follow(graph, reached.node, tiles) else { return };
            let accepts = accepts && self.counts(at, cursor);
            for tile_use in TileUse::BOTH {
                if tile_use.letters(cursor) >> tile.number() & 1 == 0 {
                    continue;
                }
                let taken = tile_use.taken(tile);
                let kept = self.rack.without(cursor, taken);
                if accepts {
                    self.push(at, partial, cursor, tile_use, 1 << tile.number());
                }
                let ahead = TileMask::from_bits(ahead & kept.available());
                if !ahead.is_empty() && graph.may_have_any(node, ahead) {
                    self.strip[at & 31] = tile_use.cell(tile);
                    self.right(node, after, partial.plus(square, self.rack.points[taken]), kept);
                }
            }
        });
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

    /// `true` if plays whose last tile is laid at `at` are plays of this lane: a single tile may be a play of the other
    /// direction. `cursor` is the rack before that tile.
    #[inline(always)] // measured: part of the innermost loop
    pub fn counts(&self, at: usize, cursor: RackCursor) -> bool {
        cursor.left() < self.rack.total || self.lane.single >> at & 1 != 0
    }

    /// Pushes the plays that end with each of these letters at `at`. `partial` has all but the points of the letter.
    #[inline(always)] // as above
    pub fn push_ending<const BLANK: bool>(&mut self, at: usize, partial: Partial, cursor: RackCursor, letters: u64) {
        if letters == 0 || !self.counts(at, cursor) {
            return;
        }
        if !BLANK {
            return self.push(at, partial, cursor, TileUse::Tile, letters);
        }
        for tile_use in TileUse::BOTH {
            let letters = letters & tile_use.letters(cursor);
            if letters != 0 {
                self.push(at, partial, cursor, tile_use, letters);
            }
        }
    }

    /// Pushes the plays that end with each of these letters, laid in one way, at `at`.
    #[inline(always)] // as above
    pub fn push(&mut self, at: usize, partial: Partial, cursor: RackCursor, tile_use: TileUse, letters: u64) {
        let (square, count) = (&self.lane.squares[at & 31], self.rack.total + 1 - cursor.left());
        self.sink.push_ending(Ending {
            lane: self.lane,
            rack: self.rack,
            leaves: self.leaves,
            strip: self.strip,
            start: self.start,
            last: at.max(self.anchor),
            at,
            count,
            cursor,
            tile_use,
            letters: TileSet::from_bits(letters),
            base: partial.score(self.rack.bonus[count]),
            rate: square.gain.main() * partial.word + square.gain.cross(),
        });
    }
}
