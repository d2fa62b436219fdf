//! The plays of single lanes, kept for each state of a lane that a search comes to.
//!
//! What can be played on a lane depends on the tiles there and on the cross-checks of its squares, and a play changes
//! few lanes. So a search meets the same states of lanes over and over. For each state there are lists of plays, made
//! for the racks with which the search came to it. A list serves smaller racks too: their plays are those whose
//! [bits](RackBits) they have.

use lexigraph_core::specialize;

use crate::board::{BoardSetup, Cell, Direction, MAX_SIDE, Rack, Square};
use crate::graph::{GraphKind, MaskedGraph};
use crate::random::mixed;

use super::rack_bits::RackBits;
use crate::movegen::lane::Lane;
use crate::movegen::rack_state::RackState;
use crate::movegen::sink::{Candidate, MoveSink};
use crate::movegen::walk::Walk;
use crate::movegen::{Generator, dawg, gaddag};

/// The hash of a position, in two halves that are independent: one says where the position is in a table, the other
/// which it is. The halves of parts are added up (after Zobrist 1970).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PositionKey {
    pub place: u64,
    pub check: u64,
}

impl PositionKey {
    /// The key of a part of a position that these bits tell from all others.
    #[inline]
    pub const fn of(bits: u64) -> PositionKey {
        PositionKey { place: mixed(bits), check: mixed(bits ^ 0x5555_5555_5555_5555) }
    }

    /// The key of a tile on a square.
    #[inline]
    pub const fn of_tile(square: Square, cell: Cell) -> PositionKey {
        PositionKey::of(1 << 62 | (square.row as u64) << 16 | (square.column as u64) << 8 | cell.byte() as u64)
    }

    #[inline]
    pub const fn plus(self, other: PositionKey) -> PositionKey {
        PositionKey { place: self.place.wrapping_add(other.place), check: self.check.wrapping_add(other.check) }
    }
}

/// A play of a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LanePlay {
    /// What the tiles add to the key of the position.
    pub key: PositionKey,
    /// The score.
    pub score: i32,
    /// The points of the tiles laid.
    pub points: i32,
    /// The tiles laid, as bits of the rack.
    pub used: u32,
    /// The squares on which tiles are laid, one bit each.
    pub laid: u32,
    /// The squares of the main word and those right before and after it, one bit each.
    pub span: u64,
    /// The first tile in [`LanePlays::tiles`].
    tiles: u32,
    /// The first index of the main word.
    pub start: u8,
}

impl LanePlay {
    /// The number of tiles laid.
    #[inline]
    pub fn count(&self) -> u32 {
        self.laid.count_ones()
    }
}

/// A range of plays in [`LanePlays`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlayRange {
    pub first: u32,
    pub end: u32,
}

/// The plays of one lane in one state, for a rack of one player.
struct PlayList {
    rack: u32,
    plays: PlayRange,
    /// The next list of the state and the player, or [`NONE`].
    next: u32,
}

/// No list.
const NONE: u32 = u32::MAX;

/// A longer list serves only the rack that it was made for: to look through it takes as long as to make a short one.
const SHORT: u32 = 48;

/// When a state has so many lists of a player, the next one is made for the whole rack.
const SEVERAL: u32 = 2;

/// The plays of all states of lanes so far, for both players.
pub(crate) struct LanePlays<'g> {
    generator: &'g Generator<'g>,
    racks: [RackState; 2],
    /// The bits of the tiles that `racks` have now.
    filled: [u32; 2],
    pub bits: [RackBits; 2],
    /// The first list of each state, for both players.
    states: Vec<[u32; 2]>,
    lists: Vec<PlayList>,
    plays: Vec<LanePlay>,
    /// The field `used` of each play: nearly all plays are looked at for it only.
    used: Vec<u32>,
    tiles: Vec<Cell>,
    /// The plays of the state that is being generated, with their tiles in `found_tiles`.
    found: Vec<LanePlay>,
    found_tiles: Vec<Cell>,
}

impl<'g> LanePlays<'g> {
    pub fn new(generator: &'g Generator<'g>, setup: &BoardSetup, racks: [&Rack; 2]) -> LanePlays<'g> {
        let state = |rack: &Rack| {
            let mut state = RackState::new();
            state.configure(setup.points(), setup.layout());
            state.fill(rack, None);
            state
        };
        LanePlays {
            generator,
            racks: racks.map(state),
            filled: racks.map(RackBits::new).map(|bits| bits.whole()),
            bits: racks.map(RackBits::new),
            states: Vec::new(),
            lists: Vec::new(),
            plays: Vec::new(),
            used: Vec::new(),
            tiles: Vec::new(),
            found: Vec::new(),
            found_tiles: Vec::new(),
        }
    }

    /// Forgets all states.
    pub fn clear(&mut self) {
        self.states.clear();
        self.lists.clear();
        self.plays.clear();
        self.used.clear();
        self.tiles.clear();
    }

    /// The memory that the plays take, in bytes.
    pub fn bytes(&self) -> usize {
        self.states.len() * size_of::<[u32; 2]>()
            + self.lists.len() * size_of::<PlayList>()
            + self.plays.len() * (size_of::<LanePlay>() + size_of::<u32>())
            + self.tiles.len()
    }

    /// Adds a state whose plays are not known yet. Returns its number.
    #[inline]
    pub fn add_state(&mut self) -> u32 {
        self.states.push([NONE; 2]);
        self.states.len() as u32 - 1
    }

    /// A list of plays of a state that has all plays of this rack; `None` if there is none.
    #[inline]
    pub fn of_state(&self, state: u32, player: usize, rack: u32) -> Option<PlayRange> {
        let mut at = self.states[state as usize][player];
        while at != NONE {
            let list = &self.lists[at as usize];
            if list.rack == rack || rack & !list.rack == 0 && list.plays.end - list.plays.first <= SHORT {
                return Some(list.plays);
            }
            at = list.next;
        }
        None
    }

    /// The tiles that each play of a range uses. The plays of the highest scores come first.
    #[inline]
    pub fn used(&self, range: PlayRange) -> &[u32] {
        &self.used[range.first as usize..range.end as usize]
    }

    /// The play with this number.
    #[inline]
    pub fn play(&self, number: u32) -> &LanePlay {
        &self.plays[number as usize]
    }

    /// The tiles of a play, as they are laid.
    #[inline]
    pub fn tiles(&self, play: &LanePlay) -> &[Cell] {
        &self.tiles[play.tiles as usize..][..play.count() as usize]
    }

    /// Generates the plays of a lane, whose state has this number, for a rack of a player.
    pub fn generate(
        &mut self,
        state: u32,
        player: usize,
        rack: u32,
        lane: &Lane,
        strip: &mut [Cell; MAX_SIDE],
    ) -> PlayRange {
        let head = self.states[state as usize][player];
        let (mut lists, mut at) = (0, head);
        while at != NONE {
            (lists, at) = (lists + 1, self.lists[at as usize].next);
        }
        let bits = &self.bits[player];
        let rack = if lists == SEVERAL && bits.is_plain() { bits.whole() } else { rack };
        if self.filled[player] != rack {
            self.filled[player] = rack;
            self.racks[player].fill(&bits.part(rack), None);
        }
        self.found.clear();
        self.found_tiles.clear();
        let generator = self.generator;
        let state_of_rack = &self.racks[player];
        let points = state_of_rack.points;
        let mut sink = LaneSink {
            lane,
            bits: &self.bits[player],
            points: &points,
            found: &mut self.found,
            tiles: &mut self.found_tiles,
        };
        specialize!(generator.graph(), graph => walk(graph, generator.kind(), lane, state_of_rack, strip, &mut sink));
        // The order does not depend on that of the generator, which differs from graph to graph.
        let tiles = &self.found_tiles;
        let tiles_of = |play: &LanePlay| &tiles[play.tiles as usize..][..play.count() as usize];
        self.found.sort_unstable_by(|a, b| {
            let key = |play: &LanePlay| (std::cmp::Reverse(play.score), play.laid);
            key(a).cmp(&key(b)).then_with(|| tiles_of(a).cmp(tiles_of(b)))
        });
        let first = self.plays.len() as u32;
        for play in &self.found {
            let at = self.tiles.len() as u32;
            self.tiles.extend_from_slice(tiles_of(play));
            self.used.push(play.used);
            self.plays.push(LanePlay { tiles: at, ..*play });
        }
        let plays = PlayRange { first, end: self.plays.len() as u32 };
        self.states[state as usize][player] = self.lists.len() as u32;
        self.lists.push(PlayList { rack, plays, next: head });
        plays
    }
}

/// Pushes every play of a lane.
fn walk<G: MaskedGraph>(
    graph: &G,
    kind: GraphKind,
    lane: &Lane,
    rack: &RackState,
    strip: &mut [Cell; MAX_SIDE],
    sink: &mut LaneSink<'_>,
) {
    let mut walk = Walk::new(graph, lane, rack, None, sink, strip);
    match kind {
        GraphKind::Gaddag => gaddag::anchors(lane).for_each(|anchor| walk.plays_at_gaddag_anchor(anchor)),
        GraphKind::Dawg => dawg::anchors(lane).for_each(|anchor| walk.plays_at_dawg_anchor(anchor)),
    }
}

/// Keeps the plays of a lane.
struct LaneSink<'l> {
    lane: &'l Lane,
    bits: &'l RackBits,
    points: &'l [i32; 64],
    found: &'l mut Vec<LanePlay>,
    tiles: &'l mut Vec<Cell>,
}

impl MoveSink for LaneSink<'_> {
    fn push(&mut self, candidate: &Candidate<'_>) {
        let (direction, lane) = (self.lane.direction, usize::from(self.lane.number));
        let at = self.tiles.len();
        let (mut key, mut points, mut rest) = (PositionKey::default(), 0, candidate.laid);
        while rest != 0 {
            let index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let cell = candidate.strip[index & 31];
            key = key.plus(PositionKey::of_tile(Square::on_lane(direction, lane, index), cell));
            points += self.points[usize::from(cell.on_rack().number())];
            self.tiles.push(cell);
        }
        let last = 31 - candidate.laid.leading_zeros() as usize;
        let end = self.lane.run_end(last + 1);
        let start = usize::from(candidate.start);
        // The bits from the square before the word to the one after it.
        let span = (u64::MAX >> (63 - end)) & (u64::MAX << start.saturating_sub(1));
        self.found.push(LanePlay {
            key,
            score: candidate.score,
            points,
            used: self.bits.of(self.tiles[at..].iter().copied()),
            laid: candidate.laid,
            span,
            tiles: at as u32,
            start: candidate.start,
        });
    }
}

/// The direction of a lane by its number among all lanes, those across first, and its number in this direction.
#[inline]
pub(crate) fn lane_of(number: usize, rows: usize) -> (Direction, usize) {
    if number < rows { (Direction::Across, number) } else { (Direction::Down, number - rows) }
}
