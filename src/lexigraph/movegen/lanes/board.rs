//! A board on which a search lays tiles and takes them back, and which knows the plays of each lane.
//!
//! A play changes its own lane, the lanes across it at its tiles, and the cross-checks at the ends of the words that
//! it makes. Each lane has a key that follows these changes; the key leads to the state of the lane, and the state to
//! its plays (see [`LanePlays`]). So a search generates plays only for states that it has not met.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::board::{Board, BoardSetup, Cell, Direction, MAX_SIDE, Placement, Position, Square, Tiles};
use crate::random::{STEP, mixed};

use super::plays::{LanePlay, LanePlays, PlayRange, PositionKey, lane_of};
use super::rack_bits::RackBits;
use crate::movegen::cross_checks::{CrossCheck, check};
use crate::movegen::lane::Lane;
use crate::movegen::{Equity, Generator, Play};

/// The most lanes of a board.
const LANES: usize = 2 * MAX_SIDE;

/// A play of the search: the number of its lane, and its number in [`LanePlays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LaneMove {
    pub play: u32,
    pub lane: u8,
}

/// What a play changed, to take it back.
#[derive(Debug)]
#[must_use]
pub(crate) struct LaneUndo {
    lane: u8,
    laid: u32,
    /// The length of the logs before the play.
    checks: usize,
    lanes: usize,
    stale: u64,
    was_empty: bool,
}

/// The cross-check of a square before a play.
struct CheckBefore {
    at: u16,
    check: CrossCheck,
    part: u64,
}

/// The key and the state of a lane before a play.
struct LaneBefore {
    lane: u8,
    state: u32,
    key: u64,
}

/// A board with the plays of its lanes. Lanes are numbered: those across first, then those down.
pub(crate) struct LaneBoard<'g> {
    generator: &'g Generator<'g>,
    setup: Arc<BoardSetup>,
    board: Board,
    rows: usize,
    lanes: usize,
    /// The squares with tiles of each lane, one bit each.
    tiles: [u64; LANES],
    /// The cross-check of each square for plays along each lane, and its part of the key of the lane.
    checks: Vec<CrossCheck>,
    parts: Vec<u64>,
    keys: [u64; LANES],
    /// The state of each lane, unless it is stale.
    states: [u32; LANES],
    /// The lanes whose key has changed since their state was looked up, one bit each.
    stale: u64,
    empty: bool,
    /// `true` if first plays go down too.
    first_down: bool,
    /// The letters on the racks: others in cross-checks do not matter.
    letters: u64,
    check_log: Vec<CheckBefore>,
    lane_log: Vec<LaneBefore>,
    /// The state of each key.
    known: FxHashMap<u64, u32>,
    /// The cross-check of each pair of runs, hashed.
    crossed: FxHashMap<u64, CrossCheck>,
    plays: LanePlays<'g>,
    /// The plays of each lane for the rack that was asked for last.
    ranges: [PlayRange; LANES],
    /// One lane to generate from, for each number.
    scratch: Vec<Lane>,
    strip: [Cell; MAX_SIDE],
}

impl<'g> LaneBoard<'g> {
    /// The board of a position. Player 0 is the one on turn.
    pub fn new(generator: &'g Generator<'g>, position: &Position) -> LaneBoard<'g> {
        let setup = position.setup().clone();
        let board = position.board().clone();
        let (rows, lanes) = (board.rows(), board.rows() + board.columns());
        let racks = [position.rack(), position.opponent_rack()];
        let blank = racks.iter().any(|rack| rack.blanks() > 0);
        let letters = if blank { u64::MAX } else { racks[0].tiles().bits() | racks[1].tiles().bits() };
        let layout = setup.layout();
        let scratch = (0..lanes).map(|number| lane_of(number, rows));
        let scratch = scratch.map(|(direction, number)| Lane::new(layout, direction, number)).collect();
        let mut lane_board = LaneBoard {
            generator,
            plays: LanePlays::new(generator, &setup, racks),
            empty: board.is_empty(),
            first_down: !layout.is_symmetric(),
            setup,
            board,
            rows,
            lanes,
            tiles: [0; LANES],
            checks: vec![CrossCheck::CLOSED; lanes * MAX_SIDE],
            parts: vec![0; lanes * MAX_SIDE],
            keys: [0; LANES],
            states: [0; LANES],
            stale: 0,
            letters,
            check_log: Vec::new(),
            lane_log: Vec::new(),
            known: FxHashMap::default(),
            crossed: FxHashMap::default(),
            ranges: [PlayRange::default(); LANES],
            scratch,
            strip: [Cell::EMPTY; MAX_SIDE],
        };
        lane_board.read();
        lane_board
    }

    /// Computes cross-checks and keys from the board.
    fn read(&mut self) {
        // All tiles first: cross-checks look at the lanes that cross.
        for lane in 0..self.lanes {
            let (direction, number) = lane_of(lane, self.rows);
            let cells = self.board.lane(direction, number).iter().enumerate();
            self.tiles[lane] = cells.filter(|(_, cell)| cell.is_tile()).fold(0, |bits, (index, _)| bits | 1 << index);
        }
        for lane in 0..self.lanes {
            let (direction, number) = lane_of(lane, self.rows);
            self.keys[lane] = mixed(1 << 40 | lane as u64);
            for index in 0..self.board.lane(direction, number).len() {
                let cell = self.board.lane(direction, number)[index];
                let (check, part) = if cell.is_tile() {
                    (CrossCheck::CLOSED, part_of_tile(index, cell))
                } else {
                    self.checked(direction, Square::on_lane(direction, number, index))
                };
                (self.checks[lane * MAX_SIDE + index], self.parts[lane * MAX_SIDE + index]) = (check, part);
                self.keys[lane] = self.keys[lane].wrapping_add(part);
            }
        }
        self.stale = u64::MAX >> (64 - self.lanes);
    }

    /// The cross-check of a square without a tile for plays in a direction, and its part of the key of the lane.
    fn checked(&mut self, direction: Direction, square: Square) -> (CrossCheck, u64) {
        let (lane, index) = square.lane(direction.other());
        let cells = self.board.lane(direction.other(), lane);
        if !cells[index].is_empty() {
            return (CrossCheck::CLOSED, 0);
        }
        let tiles = self.tiles_of(direction.other(), lane);
        let (before, after) = (run_before(tiles, index), run_after(tiles, index));
        let check = if before == index && after == index + 1 {
            CrossCheck::FREE
        } else {
            let hash =
                |hash: u64, cells: &[Cell]| cells.iter().fold(hash, |hash, cell| mixed(hash ^ u64::from(cell.byte())));
            // It begins far from the numbers of cells, so that a long run is not taken for a short one.
            let key = hash(mixed(hash(STEP, &cells[before..index]) ^ 0x100), &cells[index + 1..after]);
            match self.crossed.get(&key) {
                Some(&known) => known,
                None => {
                    let found = check(cells, index, self.setup.points(), self.generator);
                    self.crossed.insert(key, found);
                    found
                }
            }
        };
        let (_, at) = square.lane(direction);
        (check, self.part_of_check(at, &check))
    }

    fn part_of_check(&self, index: usize, check: &CrossCheck) -> u64 {
        let Some(beside) = check.beside else { return 0 };
        let letters = check.letters.bits() & self.letters;
        mixed(mixed(mixed(letters ^ STEP) ^ (index as u64) << 32) ^ u64::from(beside as u32))
    }

    #[inline]
    fn tiles_of(&self, direction: Direction, lane: usize) -> u64 {
        self.tiles[self.number(direction, lane)]
    }

    /// The number of a lane among all lanes.
    #[inline]
    fn number(&self, direction: Direction, lane: usize) -> usize {
        if direction == Direction::Across { lane } else { self.rows + lane }
    }

    /// The bits of the rack of a player.
    pub fn bits(&self, player: usize) -> &RackBits {
        &self.plays.bits[player]
    }

    /// The play of a move.
    #[inline]
    pub fn play(&self, lane_move: LaneMove) -> &LanePlay {
        self.plays.play(lane_move.play)
    }

    /// A move as a play with its placement.
    pub fn full_play(&self, lane_move: LaneMove) -> Play {
        let play = self.play(lane_move);
        let (direction, lane) = lane_of(usize::from(lane_move.lane), self.rows);
        let tiles = Tiles::from_slice(self.plays.tiles(play)).expect("bug: a play has more tiles than a rack");
        let start = Square::on_lane(direction, lane, usize::from(play.start));
        let equity = Equity::from_points(play.score);
        Play { placement: Placement { start, direction, tiles }, score: play.score, equity }
    }

    /// The memory that the states take, in bytes, about.
    pub fn bytes(&self) -> usize {
        self.plays.bytes() + self.known.len() * 32 + self.crossed.len() * 64
    }

    /// Forgets all states of lanes. Moves and undos from before are of no use afterwards.
    pub fn clear(&mut self) {
        self.plays.clear();
        self.known.clear();
        self.crossed.clear();
        self.stale = u64::MAX >> (64 - self.lanes);
    }

    /// Finds the plays of each lane for the tiles of `rack`, and generates those that are not known.
    fn prepare(&mut self, player: usize, rack: u32) {
        let mut stale = self.stale;
        while stale != 0 {
            let lane = stale.trailing_zeros() as usize;
            stale &= stale - 1;
            let plays = &mut self.plays;
            self.states[lane] = *self.known.entry(self.keys[lane]).or_insert_with(|| plays.add_state());
        }
        self.stale = 0;
        for lane in 0..self.lanes {
            self.ranges[lane] = match self.plays.of_state(self.states[lane], player, rack) {
                Some(range) => range,
                None => self.generate(lane, player, rack),
            };
        }
    }

    #[cold]
    #[inline(never)]
    fn generate(&mut self, lane: usize, player: usize, rack: u32) -> PlayRange {
        let (direction, number) = lane_of(lane, self.rows);
        let start = self.empty.then_some(self.setup.layout().start());
        let start = start.filter(|_| direction == Direction::Across || self.first_down);
        let length = self.board.lane(direction, number).len();
        let checks = &self.checks[lane * MAX_SIDE..][..length];
        let points = self.setup.points();
        self.scratch[lane].renew(&self.board, points, checks, start);
        self.plays.generate(self.states[lane], player, rack, &self.scratch[lane], &mut self.strip)
    }

    /// Calls `each` with the moves of a player that the tiles of `rack` allow, those of a lane together.
    #[inline]
    pub fn for_moves(&mut self, player: usize, rack: u32, mut each: impl FnMut(LaneMove, &LanePlay)) {
        self.prepare(player, rack);
        for (lane, &range) in self.ranges[..self.lanes].iter().enumerate() {
            for (play, &used) in (range.first..).zip(self.plays.used(range)) {
                if used & !rack == 0 {
                    each(LaneMove { play, lane: lane as u8 }, self.plays.play(play));
                }
            }
        }
    }

    /// Calls `each` with the moves of a player that lay all tiles of `rack`.
    #[inline]
    pub fn for_moves_out(&mut self, player: usize, rack: u32, mut each: impl FnMut(LaneMove, &LanePlay)) {
        self.prepare(player, rack);
        for (lane, &range) in self.ranges[..self.lanes].iter().enumerate() {
            for (play, &used) in (range.first..).zip(self.plays.used(range)) {
                if used == rack {
                    each(LaneMove { play, lane: lane as u8 }, self.plays.play(play));
                }
            }
        }
    }

    /// `true` if `other` is a play no more, or has another score, after `made`. Both are plays of the board as it is.
    #[inline]
    pub fn disturbs(&self, made: LaneMove, other: LaneMove) -> bool {
        let (by, play) = (self.play(made), self.play(other));
        let (made_lane, other_lane) = (usize::from(made.lane), usize::from(other.lane));
        let (made_down, other_down) = (made_lane >= self.rows, other_lane >= self.rows);
        let first = by.laid.trailing_zeros() as usize;
        let last = 31 - by.laid.leading_zeros() as usize;
        if made_lane == other_lane {
            return u64::from(by.laid) & play.span != 0;
        }
        let made_number = if made_down { made_lane - self.rows } else { made_lane };
        let other_number = if other_down { other_lane - self.rows } else { other_lane };
        if made_down != other_down {
            // The lanes cross: at a tile that was laid, or right before or after the word.
            if by.laid >> other_number & 1 != 0 {
                return play.span >> made_number & 1 != 0;
            }
            let tiles = self.tiles[made_lane] | u64::from(by.laid);
            let (before, after) = (run_before(tiles, first), run_after(tiles, last));
            let end = other_number + 1 == before || other_number == after;
            return end && play.laid >> made_number & 1 != 0;
        }
        // The lanes are side by side: cross words grow where tiles lie between them.
        let mut both = by.laid & play.laid;
        while both != 0 {
            let index = both.trailing_zeros() as usize;
            both &= both - 1;
            let across = if made_down { index } else { self.rows + index };
            let tiles = self.tiles[across] | 1 << made_number;
            if run_before(tiles, made_number) == other_number + 1 || run_after(tiles, made_number) == other_number {
                return true;
            }
        }
        false
    }

    /// Lays the tiles of a move.
    pub fn make(&mut self, lane_move: LaneMove) -> LaneUndo {
        let lane = usize::from(lane_move.lane);
        let (direction, number) = lane_of(lane, self.rows);
        let across = direction.other();
        let play = *self.play(lane_move);
        let undo = LaneUndo {
            lane: lane_move.lane,
            laid: play.laid,
            checks: self.check_log.len(),
            lanes: self.lane_log.len(),
            stale: self.stale,
            was_empty: self.empty,
        };
        self.empty = false;
        let mut changed = 0;
        self.log_lane(lane, &mut changed);
        self.tiles[lane] |= u64::from(play.laid);
        let mut rest = play.laid;
        let mut at = 0;
        while rest != 0 {
            let index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let cell = self.plays.tiles(&play)[at];
            at += 1;
            let square = Square::on_lane(direction, number, index);
            self.board.set(square, cell);
            let crossing = self.number(across, index);
            self.tiles[crossing] |= 1 << number;
            self.log_lane(crossing, &mut changed);
            self.set_check(lane, index, CrossCheck::CLOSED, part_of_tile(index, cell));
            self.set_check(crossing, number, CrossCheck::CLOSED, part_of_tile(number, cell));
            // The cross words of the lanes beside this one.
            let tiles = self.tiles[crossing];
            let length = self.board.lane(across, index).len();
            let (before, after) = (run_before(tiles, number), run_after(tiles, number));
            let ends = [before.checked_sub(1), (after < length).then_some(after)];
            for end in ends.into_iter().flatten() {
                self.renew_check(direction, Square::on_lane(direction, end, index), &mut changed);
            }
        }
        let first = play.laid.trailing_zeros() as usize;
        let tiles = self.tiles[lane];
        let length = self.board.lane(direction, number).len();
        let (before, after) = (run_before(tiles, first), run_after(tiles, first));
        let ends = [before.checked_sub(1), (after < length).then_some(after)];
        for end in ends.into_iter().flatten() {
            self.renew_check(across, Square::on_lane(direction, number, end), &mut changed);
        }
        self.stale |= changed;
        undo
    }

    /// Notes key and state of a lane before they change.
    fn log_lane(&mut self, lane: usize, changed: &mut u64) {
        if *changed >> lane & 1 == 0 {
            *changed |= 1 << lane;
            self.lane_log.push(LaneBefore { lane: lane as u8, state: self.states[lane], key: self.keys[lane] });
        }
    }

    /// Computes the cross-check of a square for plays in a direction.
    fn renew_check(&mut self, direction: Direction, square: Square, changed: &mut u64) {
        let (number, index) = square.lane(direction);
        let lane = self.number(direction, number);
        let (check, part) = self.checked(direction, square);
        if part != self.parts[lane * MAX_SIDE + index] {
            self.log_lane(lane, changed);
            self.set_check(lane, index, check, part);
        }
    }

    fn set_check(&mut self, lane: usize, index: usize, check: CrossCheck, part: u64) {
        let at = lane * MAX_SIDE + index;
        let before = CheckBefore { at: at as u16, check: self.checks[at], part: self.parts[at] };
        self.keys[lane] = self.keys[lane].wrapping_add(part).wrapping_sub(before.part);
        (self.checks[at], self.parts[at]) = (check, part);
        self.check_log.push(before);
    }

    /// Takes back the last move.
    pub fn undo(&mut self, undo: LaneUndo) {
        let lane = usize::from(undo.lane);
        let (direction, number) = lane_of(lane, self.rows);
        let mut rest = undo.laid;
        while rest != 0 {
            let index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.board.set(Square::on_lane(direction, number, index), Cell::EMPTY);
            let crossing = self.number(direction.other(), index);
            self.tiles[crossing] &= !(1 << number);
        }
        self.tiles[lane] &= !u64::from(undo.laid);
        for before in self.check_log.drain(undo.checks..).rev() {
            let at = usize::from(before.at);
            (self.checks[at], self.parts[at]) = (before.check, before.part);
        }
        for before in self.lane_log.drain(undo.lanes..) {
            let lane = usize::from(before.lane);
            (self.states[lane], self.keys[lane]) = (before.state, before.key);
        }
        self.stale = undo.stale;
        self.empty = undo.was_empty;
    }

    /// The key of the tiles on the board.
    pub fn key(&self) -> PositionKey {
        let tiles = self.board.tiles();
        tiles.fold(PositionKey::default(), |key, (square, cell)| key.plus(PositionKey::of_tile(square, cell)))
    }
}

/// The part of a tile in the key of its lane.
#[inline]
fn part_of_tile(index: usize, cell: Cell) -> u64 {
    mixed(1 << 41 | (index as u64) << 8 | u64::from(cell.byte()))
}

/// The first index of the run of tiles that ends right before `index`; `index` if there is none.
#[inline]
fn run_before(tiles: u64, index: usize) -> usize {
    index - (tiles << (63 - index) << 1).leading_ones() as usize
}

/// The first index after the run of tiles that begins right after `index`; `index + 1` if there is none.
#[inline]
fn run_after(tiles: u64, index: usize) -> usize {
    index + 1 + (tiles >> (index + 1)).trailing_ones() as usize
}
