//! Pre-endgames: which move wins most often while one to seven tiles are in the bag.
//!
//! The player on turn does not know which of the unseen tiles lie in the bag, in which order they will be drawn, and
//! which the opponent has. A *draw* is one order of the tiles in the bag; the opponent has the others. All draws of
//! distinct tiles are equally likely: eight with one tile in the bag, 72 with two, if the opponent has seven. Up to
//! [`PreEndgameLimits::draws`] are all tried, otherwise that many random ones. All plays, a pass, and the exchanges that
//! the rules allow are candidates.
//!
//! **What a candidate is worth.** For each draw, the rest of the game is a game in which both players know all tiles
//! and the order in the bag, and play their best: the candidate wins with this draw if the spread at the end is positive.
//! Public solvers use this definition, too. If the candidate empties the bag, that is exactly what the players know. If it
//! does not, the opponent's replies (and the player's own later ones) are as good as if they saw into the bag, so the
//! number of wins is that against a well-informed opponent. The best candidate has the most wins, a tie being half of one;
//! among equals, the greatest mean spread decides. Tiles are drawn from the front of the order. Two passes in a row end the
//! game, as in [`endgame`](super::endgame); a pass as the candidate ends it only if the rules say so. Exchanged tiles
//! are mixed with the rest of the bag at random; later moves are not exchanges.
//!
//! **How.** All candidates are played on with some draws, both sides making the best move at once. Then the exact
//! endgame decides draw by draw who wins: its window is so narrow that only win, tie and loss are told apart. If tiles
//! are left in the bag, the replies are searched first, with alpha-beta bounds. A candidate is dropped once it cannot
//! win as many draws as another one is proven to win. The module `schedule` has the order. The result does not depend on
//! the number of threads once it is proven.

mod draws;
mod schedule;
mod tree;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use thiserror::Error;

use crate::board::{Bag, Cell, Move, Position, Rack};
use crate::movegen::{All, Generator, MovegenError, other_moves};
use crate::platform::Instant;

use super::GameRules;
use super::inference::Inference;
use draws::Draws;
use schedule::{Schedule, Task};
use tree::{NoValue, PLAYING_ON, Tree};

/// The most tiles in the bag of a pre-endgame.
pub const MOST_IN_BAG: usize = 7;

/// A candidate, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PreEndgameMove {
    /// The move.
    pub play: Move,
    /// The score.
    pub score: i32,
    /// The draws that it was tried with.
    pub draws: u64,
    /// The draws won; those that are not proven count by their estimate.
    pub wins: u64,
    /// The draws tied; those that are not proven count by their estimate.
    pub ties: u64,
    /// The draws of which it is proven who wins.
    pub proven: u64,
    /// The mean spread at the end of the game, in points, estimated unless `exact`.
    pub spread: f64,
    /// `true` if `spread` is the mean of proven spreads of all draws.
    pub exact: bool,
    /// `true` if it is proven to win less often than another move.
    pub dropped: bool,
}

impl PreEndgameMove {
    /// The share of draws won, from 0 to 1; a tie is half a win. 0 if none was tried.
    pub fn chance(&self) -> f64 {
        if self.draws == 0 { 0.0 } else { (self.wins as f64 + self.ties as f64 / 2.0) / self.draws as f64 }
    }

    /// Half of the 95 % interval around `chance` if the draws are a sample of all draws (Agresti and Coull, 1998).
    pub fn margin(&self) -> f64 {
        const SQUARE: f64 = 3.84;
        let count = self.draws as f64 + SQUARE;
        let share = (self.chance() * self.draws as f64 + SQUARE / 2.0) / count;
        (SQUARE * share * (1.0 - share) / count).sqrt()
    }
}

/// The solution of a pre-endgame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreEndgameSolution {
    /// All candidates, the best first.
    pub moves: Vec<PreEndgameMove>,
    /// The number of tiles in the bag.
    pub bag: usize,
    /// The draws that are tried.
    pub draws: u64,
    /// The number of all draws.
    pub all_draws: u64,
    /// `true` if the draws are a random sample.
    pub sampled: bool,
    /// `true` if it is proven that no move wins more draws than the first, of all draws.
    pub proven: bool,
    /// The number of positions searched.
    pub nodes: u64,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreEndgameLimits {
    /// The time at which to stop.
    pub until: Option<Instant>,
    /// The number of positions after which to stop; unlike a time, it gives the same result on every machine. The search
    /// then has one thread.
    pub nodes: Option<u64>,
    /// The most draws that are all tried; if there are more, so many are drawn at random.
    pub draws: u64,
    /// The seed of the random draws.
    pub seed: u64,
    /// The number of threads. Without the feature `parallel` there is one.
    pub threads: usize,
}

/// No limit of time, one thread, all draws up to 720: three tiles in the bag and seven with the opponent.
impl Default for PreEndgameLimits {
    fn default() -> PreEndgameLimits {
        PreEndgameLimits { until: None, nodes: None, draws: 720, seed: 1, threads: 1 }
    }
}

/// Why a position is no pre-endgame.
#[derive(Debug, Error)]
pub enum PreEndgameError {
    /// The alphabet has no tile counts.
    #[error(transparent)]
    NoTiles(#[from] super::NoTiles),
    /// The bag is empty.
    #[error("the bag is empty: {unseen} tiles are unseen, and the opponent has them — this is an endgame")]
    Empty {
        /// The number of unseen tiles.
        unseen: usize,
    },
    /// The bag has too many tiles.
    #[error("the bag has {bag} tiles — a pre-endgame has at most {MOST_IN_BAG}")]
    TooMany {
        /// The number of tiles in the bag.
        bag: usize,
    },
    /// The player on turn has no tiles.
    #[error("the player on turn has no tiles — give the first rack")]
    NoRack,
    /// Position and lexicon do not go together.
    #[error(transparent)]
    Movegen(#[from] MovegenError),
}

/// A search while it runs.
pub struct PreEndgameProgress<'p> {
    shared: &'p Shared<'p>,
}

impl PreEndgameProgress<'_> {
    /// The solution so far. Takes time in proportion to candidates times draws.
    pub fn solution(&self) -> PreEndgameSolution {
        self.shared.lock().solution(self.shared.nodes.load(Relaxed))
    }

    /// The number of positions so far.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed)
    }
}

/// What [`solve_watched`] tells its progress to.
pub type PreEndgameWatch<'w> = &'w mut dyn FnMut(&PreEndgameProgress<'_>) -> ControlFlow<()>;

/// Finds the move that wins most often. Tiles of the opponent that the position gives are known; if the opponent's rack is
/// not full, the others come from the unseen tiles.
///
/// The time is exponential in the number of tiles; see the limits.
///
/// # Errors
/// [`PreEndgameError`] if the bag has not one to seven tiles, or if position and lexicon do not go together.
pub fn solve(
    generator: &Generator<'_>,
    position: &Position,
    rules: &GameRules,
    limits: PreEndgameLimits,
) -> Result<PreEndgameSolution, PreEndgameError> {
    solve_watched(generator, position, rules, limits, None, &mut |_| ControlFlow::Continue(()))
}

/// As [`solve`]. With an inference of this position, the draws are a sample of [`PreEndgameLimits::draws`], by the probability
/// of the opponent's rack; an opponent's rack that the position gives is not known then. `watch` is called now and then. If
/// it breaks, the solution so far is returned.
///
/// # Errors
/// As [`solve`].
pub fn solve_watched(
    generator: &Generator<'_>,
    position: &Position,
    rules: &GameRules,
    limits: PreEndgameLimits,
    inference: Option<&Inference>,
    watch: PreEndgameWatch<'_>,
) -> Result<PreEndgameSolution, PreEndgameError> {
    let alphabet = position.setup().alphabet();
    if Bag::full(alphabet).is_empty() {
        return Err(super::NoTiles.into());
    }
    if position.rack().is_empty() {
        return Err(PreEndgameError::NoRack);
    }
    let unseen = position.as_unchecked().unseen().expect("bug: a position has more tiles of a letter than the bag");
    let size = position.setup().layout().rack();
    let bag = unseen.len().saturating_sub(size.saturating_sub(position.opponent_rack().len()));
    if bag == 0 {
        return Err(PreEndgameError::Empty { unseen: unseen.len() });
    }
    if bag > MOST_IN_BAG {
        return Err(PreEndgameError::TooMany { bag });
    }
    let moves = candidates(generator, position, rules, bag)?;
    let draws = Draws::new(&unseen, bag, limits.draws.max(1), limits.seed, inference);
    let [own, other] = position.scores();
    let racks = (position.rack().len(), size);
    let schedule = Schedule::new(moves, draws, bag, own.saturating_sub(other), racks, limits.seed);
    let shared = Shared {
        generator,
        position,
        unseen,
        ends: position.scoreless_turns() + 1 >= rules.scoreless_turns,
        weight: rules.going_out.weight(),
        limits,
        schedule: Mutex::new(schedule),
        changed: Condvar::new(),
        stopped: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
    };
    let threads = if cfg!(feature = "parallel") && limits.nodes.is_none() { limits.threads } else { 1 };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(crate::parallel::MOST_THREADS) {
            let shared = &shared;
            // A thread that cannot be started is not missed.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || shared.work(None));
        }
        shared.work(Some(watch));
    });
    let nodes = shared.nodes.load(Relaxed);
    Ok(shared.lock().solution(nodes))
}

/// All plays, a pass, and the exchanges that the rules allow, the highest scores first.
fn candidates(
    generator: &Generator<'_>,
    position: &Position,
    rules: &GameRules,
    bag: usize,
) -> Result<Vec<(Move, i32)>, MovegenError> {
    let mut all = All::new();
    generator.worker().all(position, &mut all)?;
    let plays = all.into_sorted(crate::movegen::Order::Score);
    let mut moves: Vec<(Move, i32)> = plays.iter().map(|play| (Move::Place(play.placement), play.score)).collect();
    if rules.may_exchange(bag) {
        let mut others = Vec::new();
        other_moves(position, None, &mut others);
        let exchanges = others.into_iter().filter(|(other, _)| matches!(other, Move::Exchange(_)));
        moves.extend(exchanges.map(|(exchange, _)| (exchange, 0)));
    }
    moves.push((Move::Pass, 0));
    Ok(moves)
}

/// What the threads of a search share.
struct Shared<'s> {
    generator: &'s Generator<'s>,
    position: &'s Position,
    unseen: Bag,
    /// A pass as the candidate ends the game.
    ends: bool,
    weight: i32,
    limits: PreEndgameLimits,
    schedule: Mutex<Schedule>,
    /// Told when a task is done.
    changed: Condvar,
    stopped: AtomicBool,
    nodes: AtomicU64,
}

/// The longest time without a look at the progress while other threads search.
const WAIT: Duration = Duration::from_millis(50);

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().expect("bug: a thread of the search has stopped")
    }

    /// Does tasks until there are none. The thread of the caller has the watch.
    fn work(&self, mut watch: Option<PreEndgameWatch<'_>>) {
        let mut look = |nodes: u64| {
            let before = self.nodes.fetch_add(nodes, Relaxed);
            if self.stopped.load(Relaxed) {
                return true;
            }
            let limited = self.limits.nodes.is_some_and(|most| before + nodes >= most);
            let told = watch.as_mut().is_some_and(|watch| watch(&PreEndgameProgress { shared: self }).is_break());
            if limited || told {
                self.stopped.store(true, Relaxed);
            }
            self.stopped.load(Relaxed)
        };
        loop {
            let late = self.limits.until.is_some_and(|until| Instant::now() >= until);
            if late || look(0) {
                self.stopped.store(true, Relaxed);
                self.changed.notify_all();
                return;
            }
            let mut schedule = self.lock();
            let Some(task) = schedule.next() else {
                if schedule.running == 0 {
                    self.changed.notify_all();
                    return;
                }
                drop(self.changed.wait_timeout(schedule, WAIT));
                continue;
            };
            drop(schedule);
            let (found, nodes) = self.run(&task, &mut look);
            self.lock().record(&task, &found, nodes);
            self.changed.notify_all();
        }
    }

    /// The values of a task with each of its draws, and the positions searched.
    fn run(&self, task: &Task, look: &mut dyn FnMut(u64) -> bool) -> (Vec<Result<i32, NoValue>>, u64) {
        let (play, score) = self.lock().play(task);
        let mut found = vec![Err(NoValue::Stopped); task.cases.len()];
        let mut tree = Tree::new(self.generator, self.weight, self.limits.until, look);
        let mut played = 0;
        for (at, &case) in task.cases.iter().enumerate() {
            let (drawn, order) = self.lock().order(task.candidate, case);
            let position = self.dealt(&drawn);
            found[at] = match task.search {
                Some((window, limit)) => tree.value(&position, (&play, score), &order, self.ends, window, limit),
                None if play == Move::Pass && self.ends => {
                    tree.value(&position, (&play, score), &order, true, tree::OPEN, 0)
                }
                None => {
                    played += PLAYING_ON;
                    tree.played_on(&position, (&play, score), &order).map_err(|_| NoValue::Limit(Some(0)))
                }
            };
            let late = self.limits.until.is_some_and(|until| Instant::now() >= until);
            if tree.has_stopped(if task.search.is_none() { PLAYING_ON } else { 0 }) || late {
                break;
            }
        }
        (found, tree.nodes + played)
    }

    /// The position if these tiles are in the bag: the opponent has the others.
    fn dealt(&self, bag: &[Cell]) -> Position {
        let mut rest = self.unseen.clone();
        bag.iter().for_each(|&cell| _ = rest.remove(cell));
        let mut rack: Rack = *self.position.opponent_rack();
        rest.cells().for_each(|cell| _ = rack.add(cell));
        let mut position = self.position.clone();
        position.set_racks_unchecked([*self.position.rack(), rack]);
        position
    }
}
