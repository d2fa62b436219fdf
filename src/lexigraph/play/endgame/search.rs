//! The search of one thread: negamax with alpha-beta bounds and null windows, deepened ply by ply.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::board::{Move, Position};
use crate::movegen::{Generator, LaneBoard, LaneMove, LaneUndo, PositionKey};
use crate::platform::Instant;

use super::order::{Choice, Threats, hashed, in_turn};
use super::table::{BoundKind, Table, TableEntry};
use super::{EndgameLimits, EndgameSolution, WATCHED};

/// A value beyond any spread.
pub(super) const INFINITE: i32 = 1 << 28;

/// The worth of a move that refuted others; the move from the table is worth more.
const KILLER: i32 = INFINITE / 2;

/// The most that the value of a move at a lower depth changes its place in the order.
const BETTER: i32 = 100;

/// The moves that are looked at right before the horizon, where the value is an estimate.
const FRONTIER: usize = 6;

/// From this depth on, the table is asked about all positions after the moves.
const DEEP: usize = 3;

/// With so few tiles left, the search goes on to the end of the game: an estimate would be searched again at each depth.
const FEW_TILES: usize = 4;

/// The number of moves whose refutations are counted.
const HISTORY: usize = 1 << 12;

/// The memory that the states of lanes may take before they are forgotten, in bytes.
const LANE_MEMORY: usize = 64 << 20;

/// The length of the longest line: one turn for each tile, each followed by a pass, and two passes at the end.
pub(super) fn longest(position: &Position) -> usize {
    longest_for(position.rack().len() + position.opponent_rack().len())
}

/// The length of the longest line with so many tiles left.
fn longest_for(tiles: usize) -> usize {
    2 * tiles + 2
}

/// The value of a position; `complete` is `true` if no estimate went into it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchValue {
    pub value: i32,
    pub complete: bool,
}

/// Why a search ended before its depth was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    /// A limit was reached, or another thread is done.
    Limit,
    /// The states of lanes take too much memory.
    Memory,
}

/// What can stop a search. The first depth is searched without.
#[derive(Clone, Copy)]
pub(super) struct SearchLimits<'s> {
    pub until: Option<Instant>,
    pub nodes: Option<u64>,
    /// Set when another thread is done.
    pub done: Option<&'s AtomicBool>,
}

/// Looks at a search now and then; `true` stops it.
pub(super) type Look<'s> = &'s mut dyn FnMut(&EndgameSolution) -> bool;

/// A bound and the two ends of the window.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// `true` if the exact value and its line are wanted, and not only a bound.
    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

pub(super) struct Search<'s, 'g> {
    pub lanes: LaneBoard<'g>,
    table: &'s Table,
    weight: i32,
    /// That of the root.
    window: Window,
    pub limits: Option<SearchLimits<'s>>,
    /// Told the number of positions, unless the search has no limits.
    pub look: Option<Look<'s>>,
    /// That of the last complete depth.
    pub solution: EndgameSolution,
    pub nodes: u64,
    /// The tiles left to each player, as bits, and their points.
    racks: [u32; 2],
    points: [i32; 2],
    turn: usize,
    /// The board's part of the key.
    key: PositionKey,
    /// The moves of each ply, to reuse their memory.
    choices: Vec<Vec<Choice>>,
    /// The best line from each ply on; a pass is `None`.
    lines: Vec<Vec<Option<LaneMove>>>,
    /// The best move of the root at a depth that is not complete, with its value.
    pub partial: Option<(i32, Vec<(Move, i32)>)>,
    lane_memory: usize,
    threats: Threats,
    /// The moves that refuted others at each ply.
    killers: Vec<[u32; 2]>,
    /// How often each move refuted others, by its hash and by player; greater depths count more.
    history: Box<[[u32; HISTORY]; 2]>,
    /// The moves made while playing out, to reuse their memory.
    made: Vec<Made>,
    /// Makes the order of moves differ from thread to thread; 0 for the first.
    thread: u32,
}

impl<'s, 'g> Search<'s, 'g> {
    pub fn new(
        generator: &'g Generator<'g>,
        position: &Position,
        limits: &EndgameLimits,
        table: &'s Table,
        thread: u32,
    ) -> Search<'s, 'g> {
        let lanes = LaneBoard::new(generator, position);
        let points = position.setup().points();
        let plies = longest(position) + 2;
        Search {
            table,
            weight: limits.weight,
            window: limits
                .window
                .map_or(Window { alpha: -INFINITE, beta: INFINITE }, |[alpha, beta]| Window { alpha, beta }),
            limits: None,
            look: None,
            solution: EndgameSolution::default(),
            nodes: 0,
            racks: [lanes.bits(0).whole(), lanes.bits(1).whole()],
            points: [position.rack().points(points), position.opponent_rack().points(points)],
            turn: 0,
            key: lanes.key(),
            lanes,
            choices: (0..plies).map(|_| Vec::new()).collect(),
            lines: (0..plies).map(|_| Vec::new()).collect(),
            partial: None,
            lane_memory: LANE_MEMORY,
            threats: Threats::default(),
            killers: vec![[u32::MAX; 2]; plies],
            history: Box::new([[0; HISTORY]; 2]),
            made: Vec::new(),
            thread,
        }
    }

    /// The value at a depth.
    pub fn root(&mut self, depth: usize, passed: bool) -> Result<SearchValue, Stopped> {
        self.partial = None;
        loop {
            let nodes = self.nodes;
            match self.value(depth, 0, self.window, passed) {
                Err(Stopped::Memory) => {
                    // What the table knows is kept, so little is searched again.
                    self.lanes.clear();
                    if self.nodes - nodes < 1000 {
                        self.lane_memory *= 2;
                    }
                }
                found => return found,
            }
        }
    }

    /// The best line of the last complete depth.
    pub fn line(&self) -> Vec<(Move, i32)> {
        self.moves(&self.lines[0])
    }

    fn moves(&self, line: &[Option<LaneMove>]) -> Vec<(Move, i32)> {
        let full = |lane_move: &Option<LaneMove>| match lane_move {
            Some(lane_move) => {
                let play = self.lanes.full_play(*lane_move);
                (Move::Place(play.placement), play.score)
            }
            None => (Move::Pass, 0),
        };
        line.iter().map(full).collect()
    }

    /// The key of a position with these racks.
    fn key_of(board: PositionKey, racks: [u32; 2], turn: usize, passed: bool) -> PositionKey {
        let racks = u64::from(racks[0]) | u64::from(racks[1]) << 30;
        board.plus(PositionKey::of(1 << 63 | racks | (turn as u64) << 60 | u64::from(passed) << 61))
    }

    /// The key of the position after a move.
    fn key_after(&self, lane_move: Option<LaneMove>) -> PositionKey {
        let (mut board, mut racks) = (self.key, self.racks);
        if let Some(lane_move) = lane_move {
            let play = self.lanes.play(lane_move);
            board = board.plus(play.key);
            racks[self.turn] = self.lanes.bits(self.turn).without(racks[self.turn], play.used);
        }
        Self::key_of(board, racks, 1 - self.turn, lane_move.is_none())
    }

    fn make(&mut self, lane_move: Option<LaneMove>) -> Made {
        let made = Made { racks: self.racks, points: self.points, key: self.key, undo: None };
        let turn = self.turn;
        self.turn = 1 - turn;
        let Some(lane_move) = lane_move else { return made };
        let play = *self.lanes.play(lane_move);
        self.racks[turn] = self.lanes.bits(turn).without(self.racks[turn], play.used);
        self.points[turn] -= play.points;
        self.key = self.key.plus(play.key);
        Made { undo: Some(self.lanes.make(lane_move)), ..made }
    }

    fn unmake(&mut self, made: Made) {
        (self.racks, self.points, self.key) = (made.racks, made.points, made.key);
        self.turn = 1 - self.turn;
        if let Some(undo) = made.undo {
            self.lanes.undo(undo);
        }
    }

    /// Counts a position, and looks at the limits.
    #[inline]
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(WATCHED) {
            self.look()?;
        }
        let limited = self.limits.and_then(|limits| limits.nodes).is_some_and(|nodes| self.nodes >= nodes);
        if limited { Err(Stopped::Limit) } else { Ok(()) }
    }

    /// Looks at the clock, and tells how far the search is.
    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        if self.lanes.bytes() > self.lane_memory {
            return Err(Stopped::Memory);
        }
        let Some(limits) = self.limits else { return Ok(()) };
        let late = limits.until.is_some_and(|until| Instant::now() >= until);
        if late || limits.done.is_some_and(|done| done.load(Relaxed)) {
            return Err(Stopped::Limit);
        }
        self.solution.nodes = self.nodes;
        let told = self.look.as_mut().is_some_and(|look| look(&self.solution));
        if told { Err(Stopped::Limit) } else { Ok(()) }
    }

    /// The value of the position within the window.
    fn value(&mut self, depth: usize, ply: usize, window: Window, passed: bool) -> Result<SearchValue, Stopped> {
        self.count()?;
        let tiles = (self.racks[0].count_ones() + self.racks[1].count_ones()) as usize;
        let depth = if tiles <= FEW_TILES { depth.max(longest_for(tiles)) } else { depth };
        self.lines[ply].clear();
        let key = Self::key_of(self.key, self.racks, self.turn, passed);
        let entry = self.table.get(key);
        // In an open window the line is wanted, which the table does not have.
        if let Some(entry) = entry
            && !window.is_open()
            && known(&entry, depth, window)
        {
            return Ok(SearchValue { value: entry.value, complete: entry.complete });
        }
        if depth == 0 {
            let value = self.played_out(passed);
            let entry = TableEntry { value, best: 0, depth: 0, bound: BoundKind::Exact, complete: false };
            self.table.put(key, entry);
            return Ok(SearchValue { value, complete: false });
        }
        let first = entry.map_or(u32::MAX, |entry| entry.best);
        let mut choices = std::mem::take(&mut self.choices[ply]);
        let found = self.best_of(&mut choices, first, depth, ply, window, passed);
        self.choices[ply] = choices;
        let (found, best, bound) = found?;
        let SearchValue { value, complete } = found;
        self.table.put(key, TableEntry { value, best, depth: depth.min(255) as u8, bound, complete });
        Ok(found)
    }

    /// The value of the best move, the move, and its relation to the true value.
    fn best_of(
        &mut self,
        choices: &mut Vec<Choice>,
        first: u32,
        depth: usize,
        ply: usize,
        window: Window,
        passed: bool,
    ) -> Result<(SearchValue, u32, BoundKind), Stopped> {
        let out = self.choices(choices, first, ply);
        let Window { mut alpha, beta } = window;
        let (mut value, mut best, mut complete) = (-INFINITE, 0, true);
        // Of the moves that end the game, the best is enough.
        if let Some(out) = out {
            (value, best) = (out.worth, out.hash);
            if value >= beta {
                return Ok((SearchValue { value, complete: true }, best, BoundKind::AtLeast));
            }
            if value > alpha {
                alpha = value;
                self.lines[ply].clear();
                self.lines[ply].push(Some(out.lane_move));
                self.improved(ply, value);
            }
        }
        let pass = if self.racks[1 - self.turn] != 0 { self.bound(choices) } else { INFINITE };
        if depth >= DEEP
            && let Some((found, best)) = self.transpositions(choices, depth, Window { alpha, beta })
        {
            return Ok((found, best, BoundKind::AtLeast));
        }
        // A pass that is forced takes no depth.
        let forced = choices.is_empty() && out.is_none();
        let count = choices.len();
        // Right before the horizon, most moves are left out, and the value is not complete.
        let most = if depth == 1 { FRONTIER } else { usize::MAX };
        for at in 0..=count {
            if at == most && at < count {
                let left = &choices[at..];
                complete &= left.iter().all(|choice| choice.bound <= alpha);
                value =
                    left.iter().filter(|choice| choice.bound <= alpha).fold(value, |value, choice| value.max(choice.bound));
            }
            if at >= most && at < count {
                continue;
            }
            let choice = (at < count).then(|| in_turn(choices, at));
            let bound = choice.map_or(if passed { INFINITE } else { pass }, |choice| choice.bound);
            if bound <= alpha {
                value = value.max(bound);
                continue;
            }
            let lane_move = choice.map(|choice| choice.lane_move);
            let found = if choice.is_none() && passed {
                let value = self.points[1 - self.turn] - self.points[self.turn];
                self.lines[ply + 1].clear();
                SearchValue { value, complete: true }
            } else {
                let left = if forced { depth } else { depth - 1 };
                let window = Window { alpha, beta };
                self.after(lane_move, left, ply, window, value > -INFINITE)?
            };
            if found.value > value {
                (value, best) = (found.value, choice.map_or(0, |choice| choice.hash));
            }
            if value >= beta {
                if let Some(choice) = choice {
                    self.refuted(ply, depth, choice.hash);
                }
                // One refutation is enough; whether it is complete does not depend on the other moves.
                return Ok((SearchValue { value, complete: found.complete }, best, BoundKind::AtLeast));
            }
            complete &= found.complete;
            if value > alpha {
                alpha = value;
                let (these, deeper) = self.lines.split_at_mut(ply + 1);
                these[ply].clear();
                these[ply].push(lane_move);
                these[ply].extend_from_slice(&deeper[0]);
                self.improved(ply, value);
            }
        }
        let bound = if value > window.alpha { BoundKind::Exact } else { BoundKind::AtMost };
        Ok((SearchValue { value, complete }, best, bound))
    }

    /// Notes a move that refutes the move before it.
    fn refuted(&mut self, ply: usize, depth: usize, hash: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != hash {
            *killers = [hash, killers[0]];
        }
        let history = &mut self.history[self.turn][hash as usize % HISTORY];
        *history = (*history + (depth * depth) as u32).min(1 << 24);
    }

    /// Looks for the positions after the moves in the table: some moves are excluded by what is proven there, and one
    /// may be a refutation. The others are ordered by their values at lower depths. In an open window, the order is all,
    /// since the table does not have lines.
    fn transpositions(&mut self, choices: &mut [Choice], depth: usize, window: Window) -> Option<(SearchValue, u32)> {
        let Window { alpha, beta } = window;
        let known_value = |search: &Self, choice: &Choice| {
            let entry = search.table.get(search.key_after(Some(choice.lane_move)))?;
            let score = search.lanes.play(choice.lane_move).score;
            Some((score - entry.value, score, entry))
        };
        let mut middle = alpha;
        if alpha == -INFINITE {
            // Nothing is known to compare with but the best of the moves.
            middle = choices.iter().filter_map(|choice| known_value(self, choice)).map(|(value, ..)| value).max()?;
        }
        for choice in choices.iter_mut().filter(|choice| choice.bound > alpha) {
            let Some((value, score, entry)) = known_value(self, choice) else { continue };
            if choice.worth < KILLER {
                choice.worth += (value - middle).clamp(-BETTER, BETTER);
            }
            if window.is_open() {
                continue;
            }
            if value >= beta && known(&entry, depth - 1, Window { alpha: score - beta, beta: score - alpha }) {
                return Some((SearchValue { value, complete: entry.complete }, choice.hash));
            }
            if entry.complete && entry.bound != BoundKind::AtMost {
                choice.bound = choice.bound.min(value);
            }
        }
        None
    }

    /// Keeps the best line of the root.
    fn improved(&mut self, ply: usize, value: i32) {
        if ply == 0 {
            self.partial = Some((value, self.line()));
        }
    }

    /// The value of a move that does not end the game.
    fn after(
        &mut self,
        lane_move: Option<LaneMove>,
        left: usize,
        ply: usize,
        window: Window,
        null_first: bool,
    ) -> Result<SearchValue, Stopped> {
        let score = lane_move.map_or(0, |lane_move| self.lanes.play(lane_move).score);
        let passed = lane_move.is_none();
        let Window { alpha, beta } = window;
        let of = |alpha: i32, beta: i32| Window { alpha: score - beta, beta: score - alpha };
        let narrow = of(alpha, alpha + 1);
        let null_first = null_first || !window.is_open();
        if null_first
            && let Some(entry) = self.table.get(self.key_after(lane_move))
            && known(&entry, left, narrow)
            && (!window.is_open() || score - entry.value <= alpha)
        {
            self.nodes += 1;
            return Ok(SearchValue { value: score - entry.value, complete: entry.complete });
        }
        let made = self.make(lane_move);
        let mut found = Err(Stopped::Limit);
        if null_first {
            found = self.value(left, ply + 1, narrow, passed);
        }
        let open = match &found {
            Ok(found) => window.is_open() && score - found.value > alpha && score - found.value < beta,
            Err(_) => !null_first,
        };
        if open {
            found = self.value(left, ply + 1, of(alpha, beta), passed);
        }
        self.unmake(made);
        found.map(|found| SearchValue { value: score - found.value, ..found })
    }

    /// Lists the moves that do not end the game. Returns the best of those that lay all tiles; its worth is its value.
    fn choices(&mut self, choices: &mut Vec<Choice>, first: u32, ply: usize) -> Option<Choice> {
        choices.clear();
        let (turn, rack) = (self.turn, self.racks[self.turn]);
        let gain = self.weight * self.points[1 - turn];
        let mut out: Option<Choice> = None;
        let noise = self.thread;
        let killers = self.killers[ply];
        let history = &self.history[turn];
        self.lanes.for_moves(turn, rack, |lane_move, play| {
            let hash = hashed(play);
            if play.used == rack {
                let worth = play.score + gain;
                if out.is_none_or(|out| worth > out.worth) {
                    out = Some(Choice { worth, bound: worth, hash, lane_move });
                }
                return;
            }
            let mut worth = play.score + 2 * play.points + 4 * play.count() as i32;
            worth += (history[hash as usize % HISTORY] + 1).ilog2() as i32 / 2;
            if noise > 0 {
                worth += (hash.wrapping_mul(noise) >> 9 & 3) as i32;
            }
            let worth = match hash {
                _ if hash == first => INFINITE,
                _ if hash == killers[0] => KILLER + 1,
                _ if hash == killers[1] => KILLER,
                _ => worth,
            };
            choices.push(Choice { worth, bound: INFINITE, hash, lane_move });
        });
        out
    }

    /// Bounds the value of each move by the best answer that ends the game and that the move does not disturb. Returns
    /// the bound of a pass.
    fn bound(&mut self, choices: &mut [Choice]) -> i32 {
        let other = 1 - self.turn;
        let (own, rack) = (self.points[self.turn], self.racks[other]);
        let mut threats = std::mem::take(&mut self.threats);
        threats.find(&mut self.lanes, other, rack);
        for choice in choices.iter_mut() {
            let play = self.lanes.play(choice.lane_move);
            let (score, points) = (play.score, play.points);
            if let Some(answer) = threats.after(&self.lanes, choice.lane_move) {
                choice.bound = score - answer - self.weight * (own - points);
                if choice.worth < KILLER {
                    choice.worth = choice.worth.min(choice.bound + own);
                }
            }
        }
        let best = threats.best();
        self.threats = threats;
        best.map_or(INFINITE, |answer| -answer - self.weight * own)
    }

    /// The value if both players make the move that seems best at once, to the end of the game.
    fn played_out(&mut self, mut passed: bool) -> i32 {
        let mut made = std::mem::take(&mut self.made);
        let (mut value, mut sign) = (0, 1);
        loop {
            let turn = self.turn;
            let (rack, left) = (self.racks[turn], self.points[1 - turn]);
            let gain = self.weight * left;
            let mut best: Option<(i32, LaneMove, bool, i32)> = None;
            self.lanes.for_moves(turn, rack, |lane_move, play| {
                let out = play.used == rack;
                let worth = play.score + play.points + if out { gain } else { 0 };
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, lane_move, out, play.score));
                }
            });
            let Some((_, lane_move, out, score)) = best else {
                if passed {
                    value += sign * (left - self.points[turn]);
                    break;
                }
                passed = true;
                made.push(self.make(None));
                sign = -sign;
                continue;
            };
            value += sign * score;
            if out {
                value += sign * gain;
                break;
            }
            passed = false;
            made.push(self.make(Some(lane_move)));
            sign = -sign;
        }
        while let Some(last) = made.pop() {
            self.unmake(last);
        }
        self.made = made;
        value
    }
}

/// What a move changed, to take it back.
struct Made {
    racks: [u32; 2],
    points: [i32; 2],
    key: PositionKey,
    undo: Option<LaneUndo>,
}

/// `true` if an entry decides a search of this depth.
fn known(entry: &TableEntry, depth: usize, window: Window) -> bool {
    (entry.complete || usize::from(entry.depth) >= depth) && entry.decides(window.alpha, window.beta)
}
