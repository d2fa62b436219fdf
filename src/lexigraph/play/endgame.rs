//! Exact endgames: a search to the end of the game, once both players know all tiles.
//!
//! The bag is empty, so each player knows the other's rack. The value of a position is the change of the spread (the
//! mover's score minus the opponent's) until the end, with best play of both sides. A player who goes out gains twice
//! (by other rules, once) the points of the opponent's tiles; if both players pass in turn, each loses the points of
//! the own tiles.
//!
//! The search is negamax with alpha-beta bounds and null windows (principal variation search), deepened ply by ply. A
//! transposition table gives bounds and the move to try first. At the horizon the value is an estimate. Every value
//! carries a flag that says whether an estimate went into it; the search ends when the value of the root has none. A
//! warm worker generates the moves, and its cross-checks follow the board from play to play. (Knuth and Moore, *An
//! analysis of alpha-beta pruning*, 1975; Reinefeld, *An improvement to the Scout tree-search algorithm*, 1983.)

use std::hash::Hasher;
use std::ops::ControlFlow;
use std::time::Instant;

use rustc_hash::FxHasher;

use crate::board::{Cell, Move, Placement, Position, Rack, Square, Undo};
use crate::movegen::{All, Generator, MovegenError, Order, Play, Worker};
use crate::random::mixed;

/// The number of positions between two looks at the clock.
pub const WATCHED: u64 = 256;

/// A value beyond any spread.
const INFINITE: i32 = 1 << 28;

/// Entries of the transposition table: 24 MB.
const TABLE: usize = 1 << 20;

/// The length of the longest line: one turn for each tile, each followed by a pass, and two passes at the end.
fn longest(position: &Position) -> usize {
    2 * (position.rack().len() + position.opponent_rack().len()) + 2
}

/// The solution of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameSolution {
    /// The change of the spread until the end, in favour of the mover.
    pub value: i32,
    /// The best play of both sides, with the score of each move.
    pub line: Vec<(Move, i32)>,
    /// `true` if the value is proven. Otherwise a limit was reached, and the value is that of the last complete depth.
    pub exact: bool,
    /// The depth of the search in plies.
    pub depth: usize,
    /// The number of positions searched.
    pub nodes: u64,
}

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoundKind {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct TableEntry {
    key: u64,
    value: i32,
    /// The best move, hashed; 0 for a pass.
    best: u64,
    depth: u8,
    bound: BoundKind,
    /// `true` if no estimate went into the value.
    complete: bool,
}

/// The value of a position; `complete` is `true` if no estimate went into it.
#[derive(Clone, Copy, Debug)]
struct SearchValue {
    value: i32,
    complete: bool,
}

/// The search reached a limit.
#[derive(Debug)]
struct Stopped;

/// The limits of a search, and the weight of the tiles left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameLimits {
    /// The time at which to stop.
    pub until: Option<Instant>,
    /// The number of positions after which to stop; unlike a time, it gives the same result on every machine.
    pub nodes: Option<u64>,
    /// The change of the spread when a player goes out, for each point of the opponent's tiles; see
    /// [`GoingOut::weight`](super::GoingOut::weight).
    pub weight: i32,
}

/// No limit, and going out gains twice the points of the opponent's tiles.
impl Default for EndgameLimits {
    fn default() -> EndgameLimits {
        EndgameLimits { until: None, nodes: None, weight: 2 }
    }
}

/// Solves a position with an empty bag and two known racks. Depth 1 is always searched, whatever the limits.
///
/// The time is exponential in the number of tiles; the memory is that of the transposition table.
///
/// # Errors
/// [`MovegenError`] if position and lexicon have different letters.
pub fn solve(
    generator: &Generator<'_>,
    position: &Position,
    limits: EndgameLimits,
) -> Result<EndgameSolution, MovegenError> {
    solve_watched(generator, position, limits, &mut |_| ControlFlow::Continue(()))
}

/// What [`solve_watched`] tells its progress to.
pub type EndgameWatch<'w> = &'w mut dyn FnMut(&EndgameSolution) -> ControlFlow<()>;

/// As [`solve`]. `watch` is told the solution of each complete depth, and every [`WATCHED`] positions once more, with the
/// number of positions so far. If it breaks, the solution of the last complete depth is returned; depth 1 is always
/// completed.
///
/// # Errors
/// As [`solve`].
pub fn solve_watched(
    generator: &Generator<'_>,
    position: &Position,
    limits: EndgameLimits,
    watch: EndgameWatch<'_>,
) -> Result<EndgameSolution, MovegenError> {
    let mut position = position.clone();
    let mut worker = generator.worker();
    // An error of move generation is returned here; during the search there is none.
    worker.all(&position, &mut All::new())?;
    let longest = longest(&position);
    let empty = TableEntry { key: 0, value: 0, best: 0, depth: 0, bound: BoundKind::AtMost, complete: false };
    let tiles = position.board().tiles();
    let board = tiles.fold(0u64, |key, (square, cell)| key.wrapping_add(key_of(square, cell)));
    let mut search = EndgameSearch {
        worker,
        position: &mut position,
        table: vec![empty; TABLE],
        plays: (0..=longest).map(|_| All::new()).collect(),
        limits: EndgameLimits { until: None, nodes: None, ..limits },
        watch: None,
        solution: EndgameSolution { value: 0, line: Vec::new(), exact: false, depth: 0, nodes: 0 },
        nodes: 0,
        board,
    };
    let passed = search.position.scoreless_turns() > 0;
    let mut watch: Option<EndgameWatch<'_>> = Some(watch);
    for depth in 1..=longest {
        let Ok(found) = search.value(depth, 0, -INFINITE, INFINITE, passed) else { break };
        // The line of a complete depth is found without limits; the table has most of it.
        search.limits = EndgameLimits { until: None, nodes: None, ..limits };
        watch = search.watch.take().or(watch);
        let line = search.line(depth, passed, found.value);
        search.solution = EndgameSolution { value: found.value, line, exact: found.complete, depth, nodes: search.nodes };
        if found.complete || watch.as_mut().is_some_and(|watch| watch(&search.solution).is_break()) {
            break;
        }
        // The first depth has no limits.
        search.limits = limits;
        search.watch = watch.take();
    }
    Ok(EndgameSolution { nodes: search.nodes, ..search.solution })
}

struct EndgameSearch<'s, 'g> {
    worker: Worker<'g>,
    position: &'s mut Position,
    table: Vec<TableEntry>,
    /// The plays of each ply, to reuse their memory.
    plays: Vec<All>,
    limits: EndgameLimits,
    /// Told the number of positions, unless the search has no limits.
    watch: Option<EndgameWatch<'s>>,
    /// That of the last complete depth.
    solution: EndgameSolution,
    nodes: u64,
    /// The board's part of the key, updated from move to move.
    board: u64,
}

impl EndgameSearch<'_, '_> {
    fn points(&self, rack: &Rack) -> i32 {
        rack.points(self.position.setup().points())
    }

    /// The hash of board, racks and whether the last turn was a pass (after Zobrist 1970); never 0.
    fn key(&self, passed: bool) -> u64 {
        let racks = key_of_rack(self.position.rack(), false).wrapping_add(key_of_rack(self.position.opponent_rack(), true));
        self.board.wrapping_add(racks).wrapping_add(u64::from(passed) << 63) | 1
    }

    /// Makes a move. Returns how to undo it, and the key of the board before.
    fn make(&mut self, play: Option<&Play>) -> (Undo, u64) {
        let before = self.board;
        let Some(play) = play else {
            let undo = self.position.play(&Move::Pass).expect("bug: a pass is always possible");
            return (undo, before);
        };
        let laid = play.placement.laid(self.position.board());
        self.board = laid.fold(before, |key, (square, cell)| key.wrapping_add(key_of(square, cell)));
        (self.position.play_unchecked(&play.placement, play.score), before)
    }

    fn unmake(&mut self, (undo, board): (Undo, u64)) {
        self.position.undo(undo);
        self.board = board;
    }

    /// The change of the spread, beside the score, by a move that ends the game; `None` for other moves.
    fn ending(&self, play: Option<&Play>, passed: bool) -> Option<i32> {
        let (own, other) = (self.position.rack(), self.position.opponent_rack());
        match play {
            Some(play) if play.placement.tiles.len() == own.len() => Some(self.limits.weight * self.points(other)),
            None if passed => Some(self.points(other) - self.points(own)),
            _ => None,
        }
    }

    /// The value of the position, within `alpha` and `beta`.
    fn value(&mut self, depth: usize, ply: usize, mut alpha: i32, beta: i32, passed: bool) -> Result<SearchValue, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(WATCHED) {
            self.look()?;
        }
        if self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return Err(Stopped);
        }
        let key = self.key(passed);
        let place = key as usize & (TABLE - 1);
        let entry = self.table[place];
        let mut first = 0;
        if entry.key == key {
            first = entry.best;
            if ply > 0 && (entry.complete || usize::from(entry.depth) >= depth) {
                let decides = match entry.bound {
                    BoundKind::Exact => true,
                    BoundKind::AtLeast => entry.value >= beta,
                    BoundKind::AtMost => entry.value <= alpha,
                };
                if decides {
                    return Ok(SearchValue { value: entry.value, complete: entry.complete });
                }
            }
        }
        if depth == 0 {
            let (own, other) = (self.points(self.position.rack()), self.points(self.position.opponent_rack()));
            return Ok(SearchValue { value: estimate(own, other, passed), complete: false });
        }
        let mut plays = std::mem::take(&mut self.plays[ply]);
        let result = self.best_of(&mut plays, first, depth, ply, &mut alpha, beta, passed);
        self.plays[ply] = plays;
        let (found, best, bound) = result?;
        let old = &mut self.table[place];
        // A proven value of this position is only replaced by a proven one.
        if old.key != key || !old.complete || found.complete {
            let SearchValue { value, complete } = found;
            *old = TableEntry { key, value, best, depth: depth.min(255) as u8, bound, complete };
        }
        Ok(found)
    }

    /// Looks at the clock, and tells how far the search is.
    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        if self.limits.until.is_some_and(|until| Instant::now() >= until) {
            return Err(Stopped);
        }
        self.solution.nodes = self.nodes;
        let told = self.watch.as_mut().map(|watch| watch(&self.solution));
        if told.is_some_and(|told| told.is_break()) { Err(Stopped) } else { Ok(()) }
    }

    /// The value of the best move, the move, and its relation to the true value.
    #[allow(clippy::too_many_arguments)] // the state of one node, taken apart so that the plays can be put back
    fn best_of(
        &mut self,
        plays: &mut All,
        first: u64,
        depth: usize,
        ply: usize,
        alpha: &mut i32,
        beta: i32,
        passed: bool,
    ) -> Result<(SearchValue, u64, BoundKind), Stopped> {
        plays.clear();
        self.worker.all(&*self.position, plays).expect("bug: plays were generated for this position before the search");
        if depth == 1 {
            return Ok(self.best_at_horizon(plays.plays(), *alpha, beta, passed));
        }
        let order = self.in_order(plays.plays(), first);
        let before = *alpha;
        let (mut best, mut value, mut complete) = (0, -INFINITE, true);
        let moves = order.into_iter().map(|(_, at)| Some(plays.plays()[at as usize])).chain([None]);
        for (searched, play) in moves.enumerate() {
            let found = match self.ending(play.as_ref(), passed) {
                Some(ending) => SearchValue { value: play.map_or(0, |play| play.score) + ending, complete: true },
                None => self.after(play.as_ref(), depth, ply, *alpha, beta, searched > 0)?,
            };
            if found.value > value {
                (value, best) = (found.value, play.map_or(0, |play| hashed(&play.placement)));
            }
            if value >= beta {
                // One refutation is enough; whether it is complete does not depend on the other moves.
                return Ok((SearchValue { value, complete: found.complete }, best, BoundKind::AtLeast));
            }
            complete &= found.complete;
            *alpha = value.max(*alpha);
        }
        let bound = if value > before { BoundKind::Exact } else { BoundKind::AtMost };
        Ok((SearchValue { value, complete }, best, bound))
    }

    /// The best move right before the horizon. The position after each move is estimated without making the move:
    /// nearly all positions are at the horizon, and making their moves took half of the time.
    fn best_at_horizon(&self, plays: &[Play], alpha: i32, beta: i32, passed: bool) -> (SearchValue, u64, BoundKind) {
        let points = self.position.setup().points();
        let (own, other) = (self.points(self.position.rack()), self.points(self.position.opponent_rack()));
        let after = |play: &Play| {
            let laid: i32 = play.placement.tiles.iter().map(|&cell| points.of(cell)).sum();
            // Afterwards the opponent is on turn.
            play.score - estimate(other, own - laid, false)
        };
        let (mut value, mut best, mut complete, mut all_complete) = (-INFINITE, None, true, true);
        // All moves are compared, though one refutation would do: the best move is tried first in the next deeper
        // search, and any other first move makes that search many times longer.
        for play in plays.iter().map(Some).chain([None]) {
            let found = match (self.ending(play, passed), play) {
                (Some(ending), _) => SearchValue { value: play.map_or(0, |play| play.score) + ending, complete: true },
                (None, Some(play)) => SearchValue { value: after(play), complete: false },
                (None, None) => SearchValue { value: -estimate(other, own, true), complete: false },
            };
            if found.value > value {
                (value, best, complete) = (found.value, play, found.complete);
            }
            all_complete &= found.complete;
        }
        let bound = if value >= beta {
            BoundKind::AtLeast
        } else if value > alpha {
            BoundKind::Exact
        } else {
            BoundKind::AtMost
        };
        let complete = if bound == BoundKind::AtLeast { complete } else { all_complete };
        (SearchValue { value, complete }, best.map_or(0, |play| hashed(&play.placement)), bound)
    }

    /// The value of a move that does not end the game.
    fn after(
        &mut self,
        play: Option<&Play>,
        depth: usize,
        ply: usize,
        alpha: i32,
        beta: i32,
        null_window: bool,
    ) -> Result<SearchValue, Stopped> {
        let score = play.map_or(0, |play| play.score);
        let undo = self.make(play);
        let mut search = |alpha: i32, beta: i32| {
            let found = self.value(depth - 1, ply + 1, score - beta, score - alpha, play.is_none())?;
            Ok(SearchValue { value: score - found.value, ..found })
        };
        let mut found = Err(Stopped);
        if null_window {
            found = search(alpha, alpha + 1);
        }
        if found.as_ref().map_or(!null_window, |found| found.value > alpha && found.value < beta) {
            found = search(alpha, beta);
        }
        self.unmake(undo);
        found
    }

    /// The order in which to search the plays: the move from the table first, then by score and by the tiles played
    /// off.
    fn in_order(&self, plays: &[Play], first: u64) -> Vec<(i32, u32)> {
        let points = self.position.setup().points();
        let (own, other) = (self.position.rack().len(), self.points(self.position.opponent_rack()));
        let worth = |play: &Play| {
            let tiles = &play.placement.tiles;
            if first != 0 && hashed(&play.placement) == first {
                return -INFINITE;
            }
            let laid: i32 = tiles.iter().map(|&cell| points.of(cell)).sum();
            let out = if tiles.len() == own { self.limits.weight * other } else { 0 };
            -(play.score + laid + out + 2 * tiles.len() as i32)
        };
        let mut order: Vec<(i32, u32)> = plays.iter().zip(0..).map(|(play, at)| (worth(play), at)).collect();
        order.sort_unstable();
        order
    }

    /// The best play of both sides; what the table has lost is searched again.
    fn line(&mut self, depth: usize, mut passed: bool, mut value: i32) -> Vec<(Move, i32)> {
        let (mut line, mut undos) = (Vec::new(), Vec::new());
        for left in (1..=depth).rev() {
            let mut plays = All::new();
            self.worker
                .all(&*self.position, &mut plays)
                .expect("bug: plays were generated for this position before the search");
            let candidates = plays.into_sorted(Order::Score);
            let key = self.key(passed);
            let known = self.table[key as usize & (TABLE - 1)];
            let known = (known.key == key).then_some(known.best);
            let mut moves: Vec<Option<Play>> = candidates.into_iter().map(Some).collect();
            moves.push(None);
            let hash = |play: &Option<Play>| play.as_ref().map_or(0, |play| hashed(&play.placement));
            moves.sort_by_key(|play| Some(hash(play)) != known);
            // The first move that keeps the value.
            let mut next = None;
            for play in moves {
                let score = play.map_or(0, |play| play.score);
                if let Some(ending) = self.ending(play.as_ref(), passed) {
                    if score + ending == value {
                        next = Some((play, score, true, 0));
                        break;
                    }
                    continue;
                }
                let found = self.after(play.as_ref(), left, 1, value - 1, value + 1, false);
                let found = found.expect("bug: the line is searched without limits");
                if found.value == value {
                    next = Some((play, score, false, score - value));
                    break;
                }
            }
            let Some((play, score, over, rest)) = next else { break };
            undos.push(self.make(play.as_ref()));
            passed = play.is_none();
            line.push((play.map_or(Move::Pass, |play| Move::Place(play.placement)), score));
            if over {
                break;
            }
            value = rest;
        }
        undos.into_iter().rev().for_each(|undo| self.unmake(undo));
        line
    }
}

/// Estimates the value of a position for the player on turn, from the points on both racks: each side plays off half
/// of its tiles.
fn estimate(own: i32, other: i32, passed: bool) -> i32 {
    if passed { other - own } else { (other - own) / 2 + 4 }
}

/// The summand of a tile on a square in the key of a board.
fn key_of(square: Square, cell: Cell) -> u64 {
    mixed(0x1_0000_0000 + (u64::from(square.row) << 16 | u64::from(square.column) << 8 | u64::from(cell.byte())))
}

/// The summand of a rack in the key of a position; `other` is `true` for the opponent's rack.
fn key_of_rack(rack: &Rack, other: bool) -> u64 {
    let part = |number: usize| mixed((2 + u64::from(other)) << 32 | (number as u64) << 8 | u64::from(rack.counts()[number]));
    let letters = rack.tiles().into_iter().map(|tile| part(tile.number().into()));
    letters.fold(part(0), u64::wrapping_add)
}

/// The hash of a placement; never 0.
fn hashed(placement: &Placement) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(
        u32::from(placement.start.row) << 16 | u32::from(placement.start.column) << 8 | placement.direction as u32,
    );
    placement.tiles.iter().for_each(|cell| hasher.write_u8(cell.byte()));
    mixed(hasher.finish()) | 1
}
