//! The value of a move with one order of the tiles in the bag: playing on quickly, or a search until the bag is empty and
//! the exact endgame from there.

use std::ops::ControlFlow;

use crate::board::{Cell, Move, Position, Rack};
use crate::movegen::{All, Equity, Generator, Leaves, MovegenError, Order, Play, Request, Worker};
use crate::platform::Instant;
use crate::play::endgame::{EndgameLimits, solve_watched};

/// The memory of an endgame search, in bytes.
const MEMORY: usize = 16 << 20;

/// The most positions that a search may visit, as a multiple of the limit for each endgame in it.
const ENDGAMES: u64 = 200;

/// What playing on costs, in positions of an endgame search; the two take about the same time.
pub(super) const PLAYING_ON: u64 = 60;

/// The most moves of a game that is played on; real games are much shorter.
const LONGEST: usize = 60;

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoValue {
    /// The positions that were allowed were not enough. The value may be about this.
    Limit(Option<i32>),
    /// The search was ended.
    Stopped,
}

/// A window of values, as in [`EndgameLimits::window`].
pub(super) type Window = [i32; 2];

/// All values are told apart.
pub(super) const OPEN: Window = [-(1 << 28), 1 << 28];

/// Finds values in one thread.
pub(super) struct Tree<'t, 'g> {
    generator: &'g Generator<'g>,
    worker: Worker<'g>,
    /// The change of the spread when a player goes out, for each point of the opponent's tiles.
    weight: i32,
    until: Option<Instant>,
    /// Called now and then with the positions since the last call; `true` ends the search.
    look: &'t mut dyn FnMut(u64) -> bool,
    /// The positions left to this search, and the limit for each endgame.
    left: u64,
    endgame: u64,
    /// The positions so far.
    pub nodes: u64,
}

/// The racks and the bag after a move: [`Position`] draws no tiles.
fn draw<'b>(position: &mut Position, bag: &'b [Cell]) -> &'b [Cell] {
    let size = position.setup().layout().rack();
    let [next, mut mover] = [*position.rack(), *position.opponent_rack()];
    let count = size.saturating_sub(mover.len()).min(bag.len());
    bag[..count].iter().for_each(|&cell| _ = mover.add(cell));
    position.set_racks_unchecked([next, mover]);
    &bag[count..]
}

impl<'t, 'g> Tree<'t, 'g> {
    pub fn new(
        generator: &'g Generator<'g>,
        weight: i32,
        until: Option<Instant>,
        look: &'t mut dyn FnMut(u64) -> bool,
    ) -> Tree<'t, 'g> {
        Tree { generator, worker: generator.worker(), weight, until, look, left: 0, endgame: 0, nodes: 0 }
    }

    /// Counts positions; `true` if the search was ended.
    pub fn has_stopped(&mut self, nodes: u64) -> bool {
        (self.look)(nodes)
    }

    /// The change of the spread from the view of the player on turn, who makes `play` with this order in the bag. Both racks
    /// of the position are known. `limit` is the number of positions for each endgame.
    pub fn value(
        &mut self,
        position: &Position,
        (play, score): (&Move, i32),
        bag: &[Cell],
        ends: bool,
        window: Window,
        limit: u64,
    ) -> Result<i32, NoValue> {
        (self.endgame, self.left) = (limit, limit.saturating_mul(ENDGAMES));
        self.after(&mut position.clone(), (play, score), bag, ends, window)
    }

    /// The value of a move. `ends` says that a pass ends the game.
    fn after(
        &mut self,
        position: &mut Position,
        (play, score): (&Move, i32),
        bag: &[Cell],
        ends: bool,
        [alpha, beta]: Window,
    ) -> Result<i32, NoValue> {
        if *play == Move::Pass && ends {
            return Ok(self.stalled(position));
        }
        let undo = match play {
            Move::Place(placement) => position.play_unchecked(placement, score),
            _ => position.play(play).expect("bug: a move of the search is not allowed"),
        };
        let rest = draw(position, bag);
        let window = [score.saturating_sub(beta), score.saturating_sub(alpha)];
        let found = if position.opponent_rack().is_empty() && rest.is_empty() {
            Ok(-self.gain(position.rack(), position))
        } else if rest.is_empty() {
            self.endgame(position, window)
        } else {
            self.best(position, rest, *play == Move::Pass, window)
        };
        position.undo(undo);
        match found {
            Ok(value) => Ok(score - value),
            Err(NoValue::Limit(about)) => Err(NoValue::Limit(about.map(|value| score - value))),
            Err(NoValue::Stopped) => Err(NoValue::Stopped),
        }
    }

    /// What a player gains by going out while the opponent has these tiles.
    fn gain(&self, rack: &Rack, position: &Position) -> i32 {
        self.weight * rack.points(position.setup().points())
    }

    /// The value if the game ends because both players have passed.
    fn stalled(&self, position: &Position) -> i32 {
        let points = position.setup().points();
        position.opponent_rack().points(points) - position.rack().points(points)
    }

    /// The value of a position with an empty bag.
    fn endgame(&mut self, position: &Position, window: Window) -> Result<i32, NoValue> {
        if self.left == 0 {
            return Err(NoValue::Limit(None));
        }
        let limits = EndgameLimits {
            nodes: Some(self.endgame.min(self.left)),
            until: self.until,
            weight: self.weight,
            memory: MEMORY,
            window: Some(window),
            ..EndgameLimits::default()
        };
        let (mut told, mut stopped) = (0, false);
        let look = &mut *self.look;
        let found = solve_watched(self.generator, position, limits, &mut |solution| {
            stopped |= look(solution.nodes.saturating_sub(told));
            told = told.max(solution.nodes);
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // Move generation fails only at the root.
        let Ok(found) = found else { return Err(NoValue::Limit(None)) };
        stopped |= look(found.nodes.saturating_sub(told));
        self.nodes += found.nodes;
        self.left = self.left.saturating_sub(found.nodes.max(1));
        if found.exact {
            return Ok(found.value);
        }
        let late = self.until.is_some_and(|until| Instant::now() >= until);
        Err(if stopped || late { NoValue::Stopped } else { NoValue::Limit(Some(found.value)) })
    }

    /// The value of the best move of a position with tiles in the bag.
    fn best(&mut self, position: &mut Position, bag: &[Cell], passed: bool, [alpha, beta]: Window) -> Result<i32, NoValue> {
        let moves = self.moves(position, bag, passed)?;
        let (mut value, mut unknown, mut low) = (OPEN[0], None, alpha);
        for (about, play, score) in moves {
            match self.after(position, (&play, score), bag, passed, [low, beta]) {
                Ok(found) => value = value.max(found),
                Err(NoValue::Limit(_)) => unknown = unknown.max(Some(about)),
                Err(NoValue::Stopped) => return Err(NoValue::Stopped),
            }
            if value >= beta {
                return Ok(value);
            }
            low = low.max(value);
        }
        // What is not known may be better.
        unknown.map_or(Ok(value), |about| Err(NoValue::Limit(Some(value.max(about)))))
    }

    /// All plays and a pass, the best first, each with what playing on gives.
    fn moves(&mut self, position: &mut Position, bag: &[Cell], passed: bool) -> Result<Vec<(i32, Move, i32)>, NoValue> {
        let mut all = All::new();
        self.worker.all(&*position, &mut all).map_err(|_| NoValue::Limit(None))?;
        // In an order that does not depend on the generator: of moves of equal value, the first is tried first.
        let plays = all.into_sorted(Order::Score);
        let plays = plays.iter().map(|play| (Move::Place(play.placement), play.score));
        let moves: Vec<(Move, i32)> = plays.chain([(Move::Pass, 0)]).collect();
        let mut valued = Vec::with_capacity(moves.len());
        for (play, score) in moves {
            if self.left == 0 {
                return Err(NoValue::Limit(None));
            }
            let value = if play == Move::Pass && passed {
                self.stalled(position)
            } else {
                self.played_on(position, (&play, score), bag).map_err(|_| NoValue::Limit(None))?
            };
            self.left = self.left.saturating_sub(PLAYING_ON);
            if (self.look)(PLAYING_ON) || self.until.is_some_and(|until| Instant::now() >= until) {
                return Err(NoValue::Stopped);
            }
            valued.push((value, play, score));
        }
        valued.sort_by_key(|&(value, ..)| std::cmp::Reverse(value));
        Ok(valued)
    }

    /// The value of a move if both players then make the move that seems best at once, to the end of the game.
    pub fn played_on(
        &mut self,
        position: &Position,
        (play, score): (&Move, i32),
        bag: &[Cell],
    ) -> Result<i32, MovegenError> {
        let mut position = position.clone();
        let (mut play, mut score, mut bag) = (*play, score, bag);
        let (mut value, mut sign, mut passed) = (0, 1, false);
        for _ in 0..LONGEST {
            if play == Move::Pass && passed {
                return Ok(value + sign * self.stalled(&position));
            }
            passed = play == Move::Pass;
            value += sign * score;
            let _ = match &play {
                Move::Place(placement) => position.play_unchecked(placement, score),
                _ => position.play(&play).expect("bug: a move of the search is not allowed"),
            };
            bag = draw(&mut position, bag);
            if position.opponent_rack().is_empty() && bag.is_empty() {
                return Ok(value + sign * self.gain(position.rack(), &position));
            }
            sign = -sign;
            self.nodes += 1;
            let leaves = Settled { position: &position, weight: self.weight, bag: bag.len() };
            let request = Request { leaves: Some(&leaves), ..(&position).into() };
            (play, score) = match self.worker.best(request, Order::Equity)? {
                Some(Play { placement, score, .. }) => (Move::Place(placement), score),
                None => (Move::Pass, 0),
            };
        }
        Ok(value)
    }
}

/// Values of leaves for playing on: tiles on the rack are lost, going out gains the opponent's.
struct Settled<'p> {
    position: &'p Position,
    weight: i32,
    /// The number of tiles in the bag.
    bag: usize,
}

impl Leaves for Settled<'_> {
    fn value(&self, kept: &Rack) -> Equity {
        let points = self.position.setup().points();
        Equity::from_points(if self.bag > 0 {
            0
        } else if kept.is_empty() {
            self.weight * self.position.opponent_rack().points(points)
        } else {
            -kept.points(points)
        })
    }
}
