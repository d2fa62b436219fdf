//! What both generators share: laying tiles along a lane, rightwards from some square, and handing over plays.
//!
//! Scores are kept as they grow. At a square the score of the play that ends with a tile worth *v* there is `base + rate * v`: both
//! are the same for all letters, so that a play costs one multiplication.

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, MAX_SIDE};
use crate::graph::WordGraph;

use super::hand::{Hand, numbers};
use super::lane::Lane;
use super::sink::{Candidate, MoveSink};
use super::{Equity, Leaves};

/// What has been laid on the lane so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    /// The points of the main word before its multiplier.
    pub main: i32,
    /// The multiplier of the main word.
    pub word: i32,
    /// The points of the cross words.
    pub cross: i32,
    /// The squares on which tiles were laid: a bit each.
    pub laid: u32,
}

impl Partial {
    pub const NONE: Partial = Partial { main: 0, word: 1, cross: 0, laid: 0 };

    /// With a tile worth `value` laid at `index`.
    #[inline(always)] // measured: part of the innermost loop
    pub fn with(self, lane: &Lane, index: usize, value: i32) -> Partial {
        let spot = &lane.spots[index];
        Partial {
            main: self.main + value * spot.letter,
            word: self.word * spot.word,
            cross: self.cross + value * spot.cross_letter + spot.cross_fixed,
            laid: self.laid | 1 << index,
        }
    }
}

/// A generator at work on a lane.
pub(super) struct Walk<'w, G, S> {
    pub graph: &'w G,
    pub lane: &'w Lane,
    pub hand: &'w mut Hand,
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

/// The plays that end with a tile at one square.
pub(super) struct Ending {
    index: usize,
    laid: u32,
    base: i32,
    rate: i32,
}

impl<G: WordGraph, S: MoveSink> Walk<'_, G, S> {
    /// Whether plays with `left` tiles to the left of the place can still be wanted; makes theirs the row worked on.
    #[inline]
    pub fn wants_row(&mut self, left: usize) -> bool {
        if !S::BOUNDED {
            return true;
        }
        self.row = left * (self.hand.total + 1);
        self.bounds.get(self.row).is_some_and(|&bound| self.wants(bound))
    }

    /// Whether plays with `left` tiles or more to the left can still be wanted.
    #[inline]
    pub fn wants_rows_from(&self, left: usize) -> bool {
        if !S::BOUNDED {
            return true;
        }
        let rows = self.bounds.get(left * (self.hand.total + 1)..).unwrap_or(&[]);
        rows.iter().step_by(self.hand.total + 1).any(|&bound| self.wants(bound))
    }

    #[inline]
    fn wants(&self, bound: Equity) -> bool {
        self.sink.floor().is_none_or(|floor| bound >= floor)
    }

    /// Lays tiles on the empty square `at` and on, given the node of what stands before it. Each word that ends past a tile laid here
    /// is a play.
    pub fn right(&mut self, node: G::Node, at: usize, partial: Partial) {
        let among = self.lane.spots[at & 31].letters & self.hand.available();
        if among == 0 {
            return;
        }
        if S::BOUNDED {
            let laid = self.hand.total - self.hand.left;
            if !self.bounds.get(self.row + laid).is_some_and(|&bound| self.wants(bound)) {
                return;
            }
        }
        let (graph, lane, next) = (self.graph, self.lane, at + 1);
        if lane.is_tile(next) {
            graph.for_arcs_among(node, TileSet::from_bits(among), |arc| {
                if let Some((node, accepts, after, run)) = self.follow_run(arc.target, next) {
                    self.lay(at, arc.tile, |walk, cell, number, value| {
                        let mut partial = partial.with(lane, at, value);
                        partial.main += run;
                        if accepts {
                            let ending = walk.ended(at, partial);
                            walk.push_taken(&ending, cell, number);
                        }
                        if walk.hand.left > 1 && lane.is_empty(after) {
                            walk.hand.take(number);
                            walk.right(node, after, partial);
                            walk.hand.put(number);
                        }
                    });
                }
            });
            return;
        }
        let ending = self.ending(at, partial);
        if self.hand.left == 1 || !lane.is_empty(next) {
            let tiles = graph.accepting_among(node, TileSet::from_bits(among));
            self.push_all(&ending, tiles);
            return;
        }
        graph.for_arcs_among(node, TileSet::from_bits(among), |arc| {
            self.lay(at, arc.tile, |walk, cell, number, value| {
                if arc.accepts {
                    walk.push(&ending, cell, number, value);
                }
                walk.hand.take(number);
                walk.right(arc.target, next, partial.with(lane, at, value));
                walk.hand.put(number);
            });
        });
    }

    /// Calls `each` with a tile at `at`, for the tile itself and for a blank, as the rack has them.
    #[inline(always)] // measured: part of the innermost loop
    pub fn lay(&mut self, at: usize, tile: Tile, mut each: impl FnMut(&mut Self, Cell, usize, i32)) {
        let number = usize::from(tile.number());
        if self.hand.has(number) {
            let cell = Cell::tile(tile);
            self.line[at & 31] = cell;
            each(self, cell, number, self.hand.points[number & 63]);
        }
        if self.hand.has(0) {
            let cell = Cell::blank(tile);
            self.line[at & 31] = cell;
            each(self, cell, 0, 0);
        }
    }

    /// Follows the tiles that lie from `from` on. Gives the node after them, whether a word ends there, the index after them, and
    /// what they are worth.
    #[inline]
    fn follow_run(&self, mut node: G::Node, from: usize) -> Option<(G::Node, bool, usize, i32)> {
        let (mut index, mut accepts, mut points) = (from, false, 0);
        while self.lane.is_tile(index) {
            let arc = self.graph.child(node, Tile::from_label(self.lane.cells[index].number()))?;
            (node, accepts) = (arc.target, arc.accepts);
            points += self.lane.points[index];
            index += 1;
        }
        Some((node, accepts, index, points))
    }

    /// The plays that end with a tile at `at`, all of which score alike but for that tile.
    #[inline]
    pub fn ending(&self, at: usize, partial: Partial) -> Ending {
        let spot = &self.lane.spots[at & 31];
        let word = partial.word * spot.word;
        let bonus = self.hand.bonus[self.hand.total + 1 - self.hand.left];
        Ending {
            index: at,
            laid: partial.laid | 1 << at,
            base: partial.main * word + partial.cross + spot.cross_fixed + bonus,
            rate: spot.letter * word + spot.cross_letter,
        }
    }

    /// The play that has its last tile at `at`, which is part of `partial`.
    #[inline]
    fn ended(&self, at: usize, partial: Partial) -> Ending {
        let bonus = self.hand.bonus[self.hand.total + 1 - self.hand.left];
        Ending { index: at, laid: partial.laid, base: partial.main * partial.word + partial.cross + bonus, rate: 0 }
    }

    #[inline]
    pub fn push_taken(&mut self, ending: &Ending, cell: Cell, number: usize) {
        self.push(ending, cell, number, 0);
    }

    /// Hands over the plays with each of these letters last.
    #[inline]
    pub fn push_all(&mut self, ending: &Ending, tiles: TileSet) {
        for number in numbers(tiles.bits()) {
            self.lay(ending.index, Tile::from_label(number as u8), |walk, cell, number, value| {
                walk.push(ending, cell, number, value);
            });
        }
    }

    #[inline(always)] // measured: part of the innermost loop
    pub fn push(&mut self, ending: &Ending, cell: Cell, number: usize, value: i32) {
        if ending.laid & (ending.laid - 1) == 0 && u64::from(ending.laid) & self.lane.single == 0 {
            return;
        }
        let score = ending.base + ending.rate * value;
        let equity = Equity::from_points(score) + self.hand.leave_without(number, self.leaves);
        self.line[ending.index & 31] = cell;
        self.sink.push(&Candidate {
            score,
            equity,
            direction: self.lane.direction,
            lane: self.lane.number,
            start: self.start as u8,
            laid: ending.laid,
            count: (self.hand.total + 1 - self.hand.left) as u8,
            line: self.line,
            hand: self.hand,
            last: number as u8,
        });
    }
}
