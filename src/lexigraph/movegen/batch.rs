//! Searches the anchors of many lanes in one walk.
//!
//! Appel and Jacobson's generator starts at the root of the graph for every anchor without a tile before it, and lays
//! the same left parts again and again. A *batch* is a set of such anchors: the generator walks the graph once for
//! all of them, and carries along the set of anchors for which all tiles so far are allowed, one bit each. For each
//! distance from the anchor and each letter, a mask has the anchors where the letter is allowed, so a step is one AND
//! for all lanes. When a word reaches tiles on a lane, its anchor leaves the batch and is searched alone. Scores are
//! computed when plays are found, since there are fewer plays than steps.
//!
//! Measured on the positions of the benchmark, all plays counted: with batches 65 µs a position instead of 85 on
//! `fast` nodes, and 169 instead of 300 on `list` nodes. Batches did not pay for Gordon's generator (52 to 67 µs
//! instead of 50): its anchors begin with different runs, or cross-checks leave so few letters at the first square
//! that the walks share little.

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, MAX_RACK, Tiles};
use crate::graph::{Lookahead, MaskedGraph, TileMask};

use super::lane::Lane;
use super::rack_state::{RackCursor, TileUse, numbers};
use super::sink::MoveSink;
use super::walk::{Partial, Walk};

/// The most anchors in a batch.
pub(super) const MOST: usize = 64;

/// An anchor of a batch: it has no tile before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// The number of the lane, counted over both directions.
    pub lane: u8,
    /// The index of the anchor on its lane.
    pub index: u8,
    /// The most tiles that fit before the anchor.
    pub room: u8,
}

/// What may be laid at one distance from the anchors; distance 0 is the anchors themselves.
#[derive(Clone, Debug)]
struct AnchorDistance {
    /// By letter: the anchors where the letter is allowed.
    places: [u64; 64],
    /// The anchors where some letter is allowed and the next square has no tile.
    open: u64,
    /// The anchors where some letter is allowed and the next square has a tile.
    runs: u64,
    /// The letters that are allowed at some anchor.
    letters: u64,
}

impl AnchorDistance {
    const CLOSED: AnchorDistance = AnchorDistance { places: [0; 64], open: 0, runs: 0, letters: 0 };
}

/// The masks of a batch.
#[derive(Debug, Default)]
pub(super) struct Batch {
    members: Vec<Member>,
    /// By the number of tiles before the anchor: the anchors that have the room. The last entry is empty.
    room: Vec<u64>,
    /// By the distance from the anchor. The last entry is closed.
    right: Vec<AnchorDistance>,
}

impl Batch {
    /// Makes the masks for the letters of the rack, up to a distance of `tiles` tiles.
    pub fn prepare(&mut self, members: &[Member], lanes: &[Lane], letters: u64, tiles: usize) {
        self.members.clear();
        self.members.extend_from_slice(members);
        self.room.clear();
        self.room.resize(tiles + 2, 0);
        self.right.resize(tiles + 1, AnchorDistance::CLOSED);
        for distance in &mut self.right {
            (distance.open, distance.runs, distance.letters) = (0, 0, 0);
            numbers(letters).for_each(|letter| distance.places[letter] = 0);
        }
        for (number, member) in members.iter().enumerate() {
            let (lane, bit) = (&lanes[usize::from(member.lane)], 1u64 << number);
            self.room.iter_mut().take(tiles + 1).take(usize::from(member.room) + 1).for_each(|places| *places |= bit);
            for (steps, distance) in self.right.iter_mut().enumerate().take(tiles) {
                let at = usize::from(member.index) + steps;
                let allowed = if lane.is_empty(at) { lane.squares[at & 31].letters & letters } else { 0 };
                if allowed == 0 {
                    break;
                }
                distance.letters |= allowed;
                if lane.is_tile(at + 1) {
                    distance.runs |= bit;
                    break;
                }
                distance.open |= bit;
                numbers(allowed).for_each(|letter| distance.places[letter] |= bit);
            }
        }
    }

    /// All anchors of the batch.
    #[inline]
    pub fn all(&self) -> u64 {
        u64::MAX >> (MOST - self.members.len().clamp(1, MOST))
    }
}

/// A generator at work on a batch.
pub(super) struct BatchWalk<'w, G, S> {
    /// Searches a single anchor: pushes plays, and continues where an anchor leaves the batch.
    pub walk: Walk<'w, G, S>,
    lanes: &'w [Lane],
    pub batch: &'w Batch,
    /// The tiles before the anchor, from the first on.
    pub left: Tiles,
    /// The tiles from the anchor on.
    right: [Cell; MAX_RACK],
}

impl<'w, G: MaskedGraph, S: MoveSink> BatchWalk<'w, G, S> {
    #[inline]
    pub fn new(walk: Walk<'w, G, S>, lanes: &'w [Lane], batch: &'w Batch) -> Self {
        BatchWalk { walk, lanes, batch, left: Tiles::NONE, right: [Cell::EMPTY; MAX_RACK] }
    }

    /// The anchors that have room for `tiles` tiles before them.
    #[inline]
    pub fn with_room(&self, tiles: usize) -> u64 {
        self.batch.room[tiles]
    }

    /// The letters that are allowed `steps` squares from some anchor, and the anchors where one is allowed.
    #[inline]
    pub fn right_of(&self, steps: usize) -> (u64, u64) {
        let distance = &self.batch.right[steps];
        (distance.letters, distance.open | distance.runs)
    }

    /// Lays the tiles so far on the lane of one anchor, `right` of them from the anchor on. Returns the square after
    /// them.
    #[inline]
    fn lay(&mut self, place: usize, right: usize) -> (usize, Partial) {
        let member = self.batch.members[place];
        let lane = &self.lanes[usize::from(member.lane)];
        let walk = &mut self.walk;
        walk.lane = lane;
        let anchor = usize::from(member.index);
        walk.start = anchor - self.left.len();
        let partial = walk.lay(walk.start, &self.left, Partial::NONE);
        (anchor + right, walk.lay(anchor, &self.right[..right], partial))
    }

    /// Lays tiles `steps` squares from the anchors and further right. `node` is the node of the tiles before;
    /// `places` has the anchors where all tiles so far are allowed.
    pub fn right(&mut self, node: G::Node, steps: usize, places: u64, cursor: RackCursor) {
        let (graph, batch) = (self.walk.graph, self.batch);
        let distance = &batch.right[steps];
        for place in numbers(places & distance.runs) {
            let (at, partial) = self.lay(place, steps);
            self.walk.right_to_run(node, at, partial, cursor);
        }
        let places = places & distance.open;
        if places == 0 {
            return;
        }
        let (next_letters, next_places) = self.right_of(steps + 1);
        let wanted = Lookahead::tiles(next_letters & cursor.available());
        for tile_use in TileUse::BOTH {
            let among = TileMask::from_bits(distance.letters & tile_use.letters(cursor));
            let accepting = if cursor.left() > 1 && !wanted.tiles.is_empty() {
                graph.step_among(node, among, wanted, |tile, reached| {
                    let places = distance.places[usize::from(tile.number()) & 63] & places & next_places;
                    if places == 0 {
                        return;
                    }
                    let taken = tile_use.taken(tile);
                    let kept = self.walk.rack.without(cursor, taken);
                    if reached.tiles.bits() & kept.available() != 0 {
                        self.right[steps] = tile_use.cell(tile);
                        self.right(reached.node, steps + 1, places, kept);
                    }
                })
            } else {
                graph.accepting_among(node, among)
            }
            .exact();
            let here = |letter: Tile| distance.places[usize::from(letter.number()) & 63] & places;
            for place in numbers(accepting.into_iter().fold(0, |all, letter| all | here(letter))) {
                let (at, partial) = self.lay(place, steps);
                let letters = accepting & TileSet::from_bits(self.walk.lane.squares[at & 31].letters);
                if self.walk.counts(at, cursor) {
                    let partial = partial.on(&self.walk.lane.squares[at & 31]);
                    self.walk.push(at, partial, cursor, tile_use, letters.bits());
                }
            }
        }
    }
}
