//! Exact endgames: a search to the end of the game, once both players know all tiles.
//!
//! The bag is empty, so each player knows the other's rack. The value of a position is the change of the spread (the
//! mover's score minus the opponent's) until the end, with best play of both sides. A player who goes out gains twice
//! (by other rules, once) the points of the opponent's tiles; if both players pass in turn, each loses the points of
//! the own tiles.
//!
//! The search is negamax with alpha-beta bounds and null windows (principal variation search), deepened ply by ply. A
//! transposition table gives bounds and the move to try first; threads share it. At the horizon the value is an
//! estimate: both sides make the move that seems best at once, to the end. Every value carries a flag that says
//! whether an estimate went into it; the search ends when the value of the root has none. (Knuth and Moore, *An
//! analysis of alpha-beta pruning*, 1975; Reinefeld, *An improvement to the Scout tree-search algorithm*, 1983.)
//!
//! What is missed: with a blank and two full racks, each depth takes several times as long as the one before, and some
//! positions are not proven within minutes. Half of the time goes to looking through the plays that are kept for lanes,
//! a quarter to the generation of others. Bounds that exclude moves before the opponent can end the game would help most.
//! Larger memory for lanes, lists without blanks, and searching on to the end with five tiles or more did not gain.

mod order;
mod search;
mod table;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::board::{Move, Position};
use crate::movegen::{All, Generator, MovegenError};
use crate::platform::Instant;

use search::{Look, Search, SearchLimits, longest};
use table::Table;

/// The number of positions between two looks at the clock.
pub const WATCHED: u64 = 256;

/// The memory of the first search, whose table is small, in bytes: most endgames are solved in it.
const FIRST_MEMORY: usize = 1 << 20;

/// The positions of the first search; it uses one thread.
const FIRST_NODES: u64 = 1 << 15;

/// The solution of an endgame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndgameSolution {
    /// The change of the spread until the end, in favour of the mover.
    pub value: i32,
    /// The best play of both sides, with the score of each move.
    pub line: Vec<(Move, i32)>,
    /// `true` if the value is proven. Otherwise a limit was reached, and value and line are the best that was found.
    pub exact: bool,
    /// The depth of the search in plies: of the last complete depth. A pass that is forced is no ply.
    pub depth: usize,
    /// The number of positions searched, by all threads.
    pub nodes: u64,
}

/// The limits of a search, and the weight of the tiles left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameLimits {
    /// The time at which to stop.
    pub until: Option<Instant>,
    /// The number of positions after which to stop; unlike a time, it gives the same result on every machine. The
    /// search then has one thread.
    pub nodes: Option<u64>,
    /// The change of the spread when a player goes out, for each point of the opponent's tiles; see
    /// [`GoingOut::weight`](super::GoingOut::weight).
    pub weight: i32,
    /// The most memory for the transposition table, in bytes. The table is the greatest power of two within, and it is
    /// made only for searches that take longer.
    pub memory: usize,
    /// Only values between these two are told apart: a proven value that is at most the first is an upper bound of the true
    /// value, one that is at least the second is a lower bound, and the line may then be empty. A narrow window is searched
    /// faster. `None` for the true value.
    pub window: Option<[i32; 2]>,
    /// The number of threads. A proven value does not depend on it, but with several threads, the line may be another
    /// one of the same value. Without the feature `parallel` there is one.
    pub threads: usize,
}

/// The rest of the game after a move with an empty bag.
#[derive(Clone, Debug, PartialEq)]
pub enum Rest {
    /// The game is over: the change of the spread by the tiles left, in favour of the mover.
    Over(i32),
    /// The opponent is on turn in this position.
    Goes(Box<Position>),
}

/// The rest of the game after a move with an empty bag and two known racks. `weight` is that of [`EndgameLimits`]. A pass
/// after a pass ends the game, as in the search.
///
/// # Panics
/// If the move is an exchange, or is not allowed in the position.
pub fn rest_after(position: &Position, play: &Move, weight: i32) -> Rest {
    let points = position.setup().points();
    let [mover, other] = [position.rack().points(points), position.opponent_rack().points(points)];
    if *play == Move::Pass && position.scoreless_turns() > 0 {
        return Rest::Over(other - mover);
    }
    let mut after = position.clone();
    let _ = after.play(play).expect("bug: a move of an endgame is not allowed");
    if after.opponent_rack().is_empty() { Rest::Over(weight * other) } else { Rest::Goes(Box::new(after)) }
}

/// No limit, one thread, a table of 64 MiB, and going out gains twice the points of the opponent's tiles.
impl Default for EndgameLimits {
    fn default() -> EndgameLimits {
        EndgameLimits { until: None, nodes: None, weight: 2, memory: 64 << 20, window: None, threads: 1 }
    }
}

/// Solves a position with an empty bag and two known racks. Depth 1 is always searched, whatever the limits.
///
/// The time is exponential in the number of tiles; the memory is that of the transposition table, and some 100 MB for
/// each thread.
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
/// number of positions so far. If it breaks, the best solution so far is returned; depth 1 is always completed.
///
/// # Errors
/// As [`solve`].
pub fn solve_watched(
    generator: &Generator<'_>,
    position: &Position,
    limits: EndgameLimits,
    watch: EndgameWatch<'_>,
) -> Result<EndgameSolution, MovegenError> {
    // An error of move generation is returned here; during the search there is none.
    generator.worker().all(position, &mut All::new())?;
    let task = Task { generator, position, limits };
    let first = limits.memory.min(FIRST_MEMORY);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    if nodes <= FIRST_NODES || limits.memory <= first {
        return Ok(task.search(first, limits.nodes, EndgameSolution::default(), limits.threads, watch));
    }
    let mut stopped = false;
    let mut watched = |solution: &EndgameSolution| {
        let told = watch(solution);
        stopped |= told.is_break();
        told
    };
    let found = task.search(first, Some(FIRST_NODES), EndgameSolution::default(), 1, &mut watched);
    let late = limits.until.is_some_and(|until| Instant::now() >= until);
    if found.exact || stopped || late {
        return Ok(found);
    }
    // No more memory than entries that can be written.
    let most = usize::try_from(nodes.saturating_mul(32)).unwrap_or(usize::MAX);
    Ok(task.search(limits.memory.min(most), limits.nodes, found, limits.threads, watch))
}

/// What is to be solved.
#[derive(Clone, Copy)]
struct Task<'t, 'g> {
    generator: &'g Generator<'g>,
    position: &'t Position,
    limits: EndgameLimits,
}

impl Task<'_, '_> {
    /// Searches with a table of this size. `before` is what is known already; its positions count.
    fn search(
        &self,
        memory: usize,
        nodes: Option<u64>,
        before: EndgameSolution,
        threads: usize,
        watch: EndgameWatch<'_>,
    ) -> EndgameSolution {
        let table = Table::new(memory);
        let shared =
            Shared { table: &table, done: AtomicBool::new(false), nodes: AtomicU64::new(0), proven: Mutex::new(None) };
        let threads = if cfg!(feature = "parallel") && nodes.is_none() { threads } else { 1 };
        let limits = SearchLimits { until: self.limits.until, nodes, done: Some(&shared.done) };
        if threads <= 1 {
            return self.first(&shared, limits, before, watch);
        }
        let found = std::thread::scope(|scope| {
            for thread in 1..threads.min(crate::parallel::MOST_THREADS) {
                let shared = &shared;
                // A thread that cannot be started is not missed.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || self.helper(shared, thread));
            }
            let found = self.first(&shared, limits, before, watch);
            shared.done.store(true, Relaxed);
            found
        });
        let more = shared.nodes.load(Relaxed);
        let proven = shared.proven.into_inner().expect("bug: a thread of the search has stopped");
        let best = proven.filter(|_| !found.exact).unwrap_or_else(|| found.clone());
        EndgameSolution { nodes: found.nodes + more, ..best }
    }

    /// Searches depth by depth, and tells of it.
    fn first(
        &self,
        shared: &Shared<'_>,
        limits: SearchLimits<'_>,
        before: EndgameSolution,
        watch: EndgameWatch<'_>,
    ) -> EndgameSolution {
        let mut search = Search::new(self.generator, self.position, &self.limits, shared.table, 0);
        search.nodes = before.nodes;
        search.solution = before;
        let passed = self.position.scoreless_turns() > 0;
        let mut look = |solution: &EndgameSolution| {
            let nodes = solution.nodes + shared.nodes.load(Relaxed);
            watch(&EndgameSolution { nodes, ..solution.clone() }).is_break()
        };
        let mut waiting: Option<Look<'_>> = Some(&mut look);
        for depth in 1..=longest(self.position) {
            // The first depth has no limits.
            if search.solution.depth > 0 && search.limits.is_none() {
                search.limits = Some(limits);
                search.look = waiting.take();
            }
            let Ok(found) = search.root(depth, passed) else {
                // At a depth that is not complete, the best move so far is better than that of the depth before.
                if depth > search.solution.depth
                    && let Some((value, line)) = search.partial.take()
                {
                    (search.solution.value, search.solution.line) = (value, line);
                }
                break;
            };
            if depth < search.solution.depth {
                continue;
            }
            let nodes = search.nodes;
            search.solution =
                EndgameSolution { value: found.value, line: search.line(), exact: found.complete, depth, nodes };
            if found.complete {
                break;
            }
            let told = match (&mut search.look, &mut waiting) {
                (Some(look), _) | (None, Some(look)) => look(&search.solution),
                (None, None) => false,
            };
            if told {
                break;
            }
        }
        EndgameSolution { nodes: search.nodes, ..search.solution }
    }

    /// Searches beside the first thread, until one of them is done.
    fn helper(&self, shared: &Shared<'_>, thread: usize) {
        let mut search = Search::new(self.generator, self.position, &self.limits, shared.table, thread as u32);
        search.limits = Some(SearchLimits { until: None, nodes: None, done: Some(&shared.done) });
        let passed = self.position.scoreless_turns() > 0;
        let mut told = 0;
        let mut look = |solution: &EndgameSolution| {
            shared.nodes.fetch_add(solution.nodes - told, Relaxed);
            told = solution.nodes;
            false
        };
        search.look = Some(&mut look);
        for depth in 1 + thread % 2..=longest(self.position) {
            let Ok(found) = search.root(depth, passed) else { break };
            if found.complete {
                let (line, nodes) = (search.line(), search.nodes);
                let solution = EndgameSolution { value: found.value, line, exact: true, depth, nodes };
                // The first thread is told through its limit.
                if let Ok(mut proven) = shared.proven.lock() {
                    *proven = Some(solution);
                }
                shared.done.store(true, Relaxed);
                break;
            }
        }
    }
}

/// What the threads of a search share.
struct Shared<'s> {
    table: &'s Table,
    /// Set when a thread has solved the position, or the search is over.
    done: AtomicBool,
    /// The positions of all threads but the first.
    nodes: AtomicU64,
    proven: Mutex<Option<EndgameSolution>>,
}
