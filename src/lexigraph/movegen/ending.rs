//! Plays that differ only in one letter, as the generators find them: the tiles that may complete a word on one square.
//!
//! Sinks receive them together, because most of a play is the same for all of them. A play with a tile worth *v* scores
//! `base + rate * v`.

use crate::alphabet::TileSet;
use crate::board::{Cell, MAX_SIDE, Placement, Square, Tiles};

use super::lane::Lane;
use super::rack_state::{RackCursor, RackState, TileUse};
use super::sink::{Candidate, Play};
use super::{Equity, Leaves};

/// The plays that end with some letter on one square. All of them are laid with their own tile, or all with a blank.
pub(super) struct Ending<'a> {
    pub lane: &'a Lane,
    pub rack: &'a RackState,
    pub leaves: Option<&'a dyn Leaves>,
    /// The other tiles laid, by their index on the lane.
    pub strip: &'a mut [Cell; MAX_SIDE],
    /// The first index of the main word.
    pub start: usize,
    /// The square of the last tile laid.
    pub last: usize,
    /// The square of the letter.
    pub at: usize,
    /// The number of tiles laid, with this one.
    pub count: usize,
    /// The rack before this tile is taken.
    pub cursor: RackCursor,
    pub tile_use: TileUse,
    /// The letters; at least one.
    pub letters: TileSet,
    /// The score with a tile worth 0.
    pub base: i32,
    /// The amount that each point of the tile adds.
    pub rate: i32,
}

impl Ending<'_> {
    /// The squares on which tiles are laid, one bit each: all empty squares from the start to the last, as words have
    /// no gaps.
    #[inline]
    pub fn laid(&self) -> u32 {
        (self.lane.empty & (u64::MAX << (self.start & 63)) & (u64::MAX >> (63 - (self.last & 63)))) as u32
    }

    /// The score with one of the letters.
    #[inline]
    pub fn score(&self, number: usize) -> i32 {
        self.base + self.rate * self.rack.points[number]
    }

    /// Calls `each` with every play.
    #[inline]
    pub fn candidates(self, mut each: impl FnMut(&Candidate<'_>)) {
        let laid = self.laid();
        for letter in self.letters {
            let taken = self.tile_use.taken(letter);
            let score = self.score(taken);
            self.strip[self.at & 31] = self.tile_use.cell(letter);
            each(&Candidate {
                score,
                equity: Equity::from_points(score) + self.rack.leave_without(self.cursor, taken, self.leaves),
                direction: self.lane.direction,
                lane: self.lane.number,
                start: self.start as u8,
                laid,
                strip: self.strip,
            });
        }
    }

    /// Calls `each` with every play as a value of its own.
    #[inline]
    pub fn plays(self, mut each: impl FnMut(Play)) {
        let mut tiles = Tiles::NONE;
        let mut laid = self.laid();
        // The letter is the first tile or the last.
        let place = if laid & ((1 << (self.at & 31)) - 1) == 0 { 0 } else { self.count - 1 };
        while laid != 0 {
            tiles.push(self.strip[laid.trailing_zeros() as usize & 31]);
            laid &= laid - 1;
        }
        let start = Square::on_lane(self.lane.direction, usize::from(self.lane.number), self.start);
        let mut placement = Placement { start, direction: self.lane.direction, tiles };
        for letter in self.letters {
            let taken = self.tile_use.taken(letter);
            let score = self.score(taken);
            let equity = Equity::from_points(score) + self.rack.leave_without(self.cursor, taken, self.leaves);
            placement.tiles.replace(place, self.tile_use.cell(letter));
            each(Play { placement, score, equity });
        }
    }
}
