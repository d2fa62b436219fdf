//! Simulation: the best moves are played on against random racks of the opponent.

mod settings;

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use lexigraph_core::parallel;

use crate::board::{Bag, Cell, Rack};
use crate::movegen::{Equity, Generator, Leaves, MovegenError};
use crate::random::{Random, mixed};

use super::best_arm::{Arm, drop_worse, look, margin, moments};
use super::{PlayContext, Strategy};
use crate::play::evaluation::Evaluation;
use crate::play::inference::{Inference, InferenceSettings};
use crate::play::pre_endgame::{PreEndgameError, PreEndgameLimits, solve_watched};
use crate::play::winning::WinningTable;
use crate::play::{Game, Part, ScoredMove, StaticEquity, View};

pub use settings::{Objective, SimulationSettings, UnknownObjective};

/// Moves may be compared after every batch of this many racks.
const BATCH: u64 = 16;

/// Racks are tried in parts of about this many moves, some tenth of a second, so that a long run can be ended.
const PART: u64 = 1000;

/// Pre-endgames with at most so many tiles in the bag are solved, with so many positions for each rack that a simulation
/// would try: about the same time.
const MOST_IN_BAG: usize = 2;
const POSITIONS: u64 = 500;

/// Games are played to their end if the bag has at most this many tiles, and had at most twice as many before the move.
const NEAR_THE_END: usize = 7;

/// The result for one move.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move, with its static worth.
    pub scored_move: ScoredMove,
    /// The number of racks it was tried against.
    pub iterations: u64,
    /// The mean change of the spread, including the leave values of both players, in points.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// An estimate of the share of games that are won, from 0 to 1.
    pub wins: f64,
    /// The standard error of `wins`.
    pub wins_error: f64,
    /// The chance to win of the leading move less that of this one, on the racks that both met; from -1 to 1.
    pub behind: f64,
    /// The standard error of `behind`.
    pub behind_error: f64,
}

impl Outcome {
    /// Half of the 95 % interval around `mean`, in points.
    pub fn margin(&self) -> f64 {
        margin(self.error, self.iterations as usize)
    }

    /// Half of the 95 % interval around `wins`.
    pub fn wins_margin(&self) -> f64 {
        margin(self.wins_error, self.iterations as usize)
    }

    /// Half of the 95 % interval around `behind`.
    pub fn behind_margin(&self) -> f64 {
        margin(self.behind_error, self.iterations as usize)
    }
}

/// The results of a simulation.
#[derive(Clone, Debug)]
pub struct SimulationReport {
    /// The moves, best first; dropped moves come last.
    pub outcomes: Vec<Outcome>,
    /// The number of racks that the opponent was dealt.
    pub iterations: u64,
    /// `true` if all moves but one were dropped.
    pub settled: bool,
}

/// A simulation while it runs.
#[derive(Debug)]
pub struct SimulationProgress<'p> {
    candidates: &'p [ScoredMove],
    tallies: &'p Tallies,
    iterations: u64,
    by: Objective,
}

impl SimulationProgress<'_> {
    /// The number of racks that the opponent was dealt so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The results so far. A move that was not tried yet has its static worth as its mean. Takes time in proportion to
    /// the racks and the moves.
    pub fn report(&self) -> SimulationReport {
        let Tallies { results, arms } = self.tallies;
        let mean_value = |at: usize| moments(arms[at].values.iter().copied()).0;
        let alive = (0..arms.len()).filter(|&at| !arms[at].dropped);
        let leading = alive.max_by(|&a, &b| mean_value(a).total_cmp(&mean_value(b)).then(b.cmp(&a)));
        let leading = leading.map_or(&[][..], |at| &results[at]);
        let mut outcomes: Vec<(bool, Outcome)> = self
            .candidates
            .iter()
            .cloned()
            .zip(results.iter().zip(arms))
            .map(|(scored_move, (results, arm))| {
                let (mean, error) = moments(results.iter().map(|result| result.0));
                let (wins, wins_error) = moments(results.iter().map(|result| result.1));
                let mean = if results.is_empty() { scored_move.worth.points() } else { mean };
                let iterations = results.len() as u64;
                let less = leading.iter().zip(results).map(|(leading, result)| leading.1 - result.1);
                let (behind, behind_error) = moments(less);
                (arm.dropped, Outcome { scored_move, iterations, mean, error, wins, wins_error, behind, behind_error })
            })
            .collect();
        let value = |outcome: &Outcome| self.by.value(outcome.mean, outcome.wins);
        outcomes.sort_by(|(a_dropped, a), (b_dropped, b)| a_dropped.cmp(b_dropped).then(value(b).total_cmp(&value(a))));
        let outcomes = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
        SimulationReport { outcomes, iterations: self.iterations, settled: self.tallies.alone() }
    }
}

/// Tries the best moves by score and leave against random racks of the opponent: each move is played on for some
/// moves, in which both players choose by score and leave. All moves meet the same racks and the same tiles in the
/// bag, so that luck does not hide their differences. Moves that are worse with the wanted certainty are dropped; the module
/// `best_arm` has the rule. The chance to win is taken from a [`WinningTable`], or from the end of the game.
pub struct Simulate<'g> {
    valued: StaticEquity<'g>,
    generator: &'g Generator<'g>,
    evaluation: Option<&'g Evaluation>,
    leaves: &'g dyn Leaves,
    winning: &'g WinningTable,
    settings: SimulationSettings,
    /// Moves that are tried to the end, whatever they are worth.
    kept: Vec<ScoredMove>,
    parallel: bool,
    inference: Option<Inference>,
    /// Who chooses the moves of the rollouts, one for each thread.
    players: Vec<Mutex<StaticEquity<'g>>>,
}

/// The results of the candidates so far.
#[derive(Clone, Debug)]
struct Tallies {
    /// The spread and the chance to win of each candidate with each rack.
    results: Vec<Vec<(f64, f64)>>,
    /// What candidates are compared by.
    arms: Vec<Arm>,
}

impl Tallies {
    /// `true` if all candidates but one were dropped.
    fn alone(&self) -> bool {
        self.arms.iter().filter(|arm| !arm.dropped).count() == 1
    }
}

impl<'g> Simulate<'g> {
    /// A strategy with this context and these leave values.
    pub fn new(context: PlayContext<'g>, leaves: &'g dyn Leaves, settings: SimulationSettings) -> Simulate<'g> {
        let (generator, evaluation) = (context.generator, context.evaluation);
        let valued = StaticEquity::new(generator, leaves, evaluation);
        let winning = context.winning.unwrap_or_else(|| WinningTable::bundled());
        Simulate {
            valued,
            generator,
            evaluation,
            leaves,
            winning,
            settings,
            kept: Vec::new(),
            parallel: false,
            inference: None,
            players: Vec::new(),
        }
    }

    /// Uses all threads of the pool. The results are the same.
    pub fn in_parallel(self) -> Simulate<'g> {
        Simulate { parallel: true, ..self }
    }

    /// Tries this move as well, and never drops it: how much it is behind the best one is wanted, and not only which is
    /// the best.
    pub fn keep(self, scored_move: ScoredMove) -> Simulate<'g> {
        Simulate { kept: vec![scored_move], ..self }
    }

    /// What the last run inferred from the opponent's last turn; `None` if it told nothing, or if it was not asked.
    pub fn inference(&self) -> Option<&Inference> {
        self.inference.as_ref()
    }

    /// Tries the best moves. `go_on` is called before each part of the racks with the number of racks so far, and stops the
    /// simulation by returning `false`.
    ///
    /// # Errors
    /// [`MovegenError`] if lexicon and position have different letters.
    pub fn run(&mut self, view: &View<'_>, mut go_on: impl FnMut(u64) -> bool) -> Result<SimulationReport, MovegenError> {
        self.run_watched(view, &mut |progress| match go_on(progress.iterations()) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    }

    /// As [`run`](Simulate::run). `watch` is called before each part of the racks with the results so far, the first time
    /// before any rack is tried, and stops the simulation by breaking. It does not change the results.
    ///
    /// # Errors
    /// As [`run`](Simulate::run).
    pub fn run_watched(
        &mut self,
        view: &View<'_>,
        watch: &mut dyn FnMut(&SimulationProgress<'_>) -> ControlFlow<()>,
    ) -> Result<SimulationReport, MovegenError> {
        let SimulationSettings { by, certainty, .. } = self.settings;
        let mut candidates = self.valued.candidates(view, self.settings.candidates as usize)?;
        for kept in &self.kept {
            if candidates.iter().all(|other| other.play != kept.play) {
                candidates.push(kept.clone());
            }
        }
        let is_kept = |scored: &ScoredMove| self.kept.iter().any(|kept| kept.play == scored.play);
        let kept: Vec<usize> = (0..candidates.len()).filter(|&at| is_kept(&candidates[at])).collect();
        let results = vec![Vec::new(); candidates.len()];
        let mut tallies = Tallies { results, arms: vec![Arm::default(); candidates.len()] };
        self.inference = self.infer(view)?;
        let mut iterations = 0;
        while !tallies.alone() && iterations < self.settings.iterations {
            let progress = SimulationProgress { candidates: &candidates, tallies: &tallies, iterations, by };
            if watch(&progress).is_break() {
                break;
            }
            let alive: Vec<usize> = (0..candidates.len()).filter(|&at| !tallies.arms[at].dropped).collect();
            let next = (iterations + self.part(alive.len() as u64)).min(next_look(iterations)).min(self.settings.iterations);
            for (&at, found) in alive.iter().zip(self.try_part(view, &candidates, &alive, iterations..next)?) {
                tallies.arms[at].values.extend(found.iter().map(|&(spread, win)| by.value(spread, win)));
                tallies.results[at].extend(found);
            }
            iterations = next;
            if iterations % BATCH == 0
                && let Some(look) = look(iterations / BATCH)
            {
                drop_worse(&mut tallies.arms, look, 1.0 - certainty as f64 / 100.0);
                kept.iter().for_each(|&at| tallies.arms[at].dropped = false);
            }
        }
        Ok(SimulationProgress { candidates: &candidates, tallies: &tallies, iterations, by }.report())
    }

    /// What the opponent's last turn tells, if the settings ask for it.
    fn infer(&mut self, view: &View<'_>) -> Result<Option<Inference>, MovegenError> {
        if self.settings.infer { Inference::of(view, &mut self.valued, InferenceSettings::default()) } else { Ok(None) }
    }

    /// The number of racks in a part, with this many moves to try.
    fn part(&self, moves: u64) -> u64 {
        let least = if self.parallel { parallel::threads() as u64 } else { 1 };
        (PART / (moves * (self.settings.plies + 1)).max(1)).max(least)
    }

    /// Tries the moves against a range of racks. Returns the results of each move, in the order of the racks.
    fn try_part(
        &mut self,
        view: &View<'_>,
        candidates: &[ScoredMove],
        alive: &[usize],
        racks: Range<u64>,
    ) -> Result<Vec<Vec<(f64, f64)>>, MovegenError> {
        let threads = if self.parallel { parallel::threads() } else { 1 };
        while self.players.len() < threads {
            self.players.push(Mutex::new(StaticEquity::new(self.generator, self.leaves, self.evaluation)));
        }
        let rollout = Rollout {
            view,
            leaves: self.leaves,
            winning: self.winning,
            plies: self.settings.plies,
            unseen: view.unseen(),
            inference: self.inference.as_ref(),
            players: &self.players[..threads],
        };
        let moves: Vec<&ScoredMove> = alive.iter().map(|&at| &candidates[at]).collect();
        match view.opponents.len() {
            0 | 1 => rollout.try_all::<2>(&moves, racks),
            2 => rollout.try_all::<3>(&moves, racks),
            _ => rollout.try_all::<4>(&moves, racks),
        }
    }
}

/// The number of racks at the next look after `iterations`.
fn next_look(iterations: u64) -> u64 {
    let batches = (iterations / BATCH + 1..).find(|&batches| look(batches).is_some());
    batches.map_or(u64::MAX, |batches| batches.saturating_mul(BATCH))
}

/// What is the same for all racks.
struct Rollout<'v, 'g> {
    view: &'v View<'v>,
    leaves: &'v dyn Leaves,
    winning: &'v WinningTable,
    plies: u64,
    unseen: Bag,
    /// What is known of the opponent's rack.
    inference: Option<&'v Inference>,
    /// One for each thread.
    players: &'v [Mutex<StaticEquity<'g>>],
}

impl Rollout<'_, '_> {
    /// Tries the moves against a range of racks. Returns the results of each move, in the order of the racks.
    fn try_all<const SEATS: usize>(
        &self,
        moves: &[&ScoredMove],
        racks: Range<u64>,
    ) -> Result<Vec<Vec<(f64, f64)>>, MovegenError> {
        let threads = self.players.len();
        // A rack meets all moves in succession: the searches visit much the same nodes, which are then in the caches. All
        // racks for each move in succession take 1.3 times as long.
        let try_rack = |rack: u64| {
            let mut player = self.players[parallel::thread_index() % threads].lock().expect("bug: a rollout panicked");
            let game = self.deal::<SEATS>(rack);
            moves.iter().map(|scored| self.try_one(&mut player, scored, game.clone())).collect()
        };
        let found: Vec<Result<Vec<(f64, f64)>, MovegenError>> =
            if threads == 1 { racks.map(try_rack).collect() } else { parallel::map(racks.collect(), 1, try_rack) };
        let mut results = vec![Vec::with_capacity(found.len()); moves.len()];
        for found in found {
            results.iter_mut().zip(found?).for_each(|(results, found)| results.push(found));
        }
        Ok(results)
    }

    /// Deals each opponent a rack.
    fn deal<const SEATS: usize>(&self, iteration: u64) -> Game<SEATS> {
        let mut random = Random::new(mixed(self.view.seed ^ mixed(iteration)));
        let mut racks = [Rack::EMPTY; SEATS];
        let bag = if let Some(inference) = self.inference {
            let (rack, bag) = inference.sample(&mut random);
            racks[0] = rack;
            bag
        } else {
            let mut tiles: Vec<Cell> = self.unseen.cells().collect();
            random.shuffle(&mut tiles);
            let opponents = tiles.len().saturating_sub(self.view.bag);
            let bag = tiles.split_off(opponents);
            // A single opponent holds all unseen tiles that are not in the bag.
            let mut sizes = [opponents; SEATS];
            sizes.iter_mut().zip(self.view.opponents).for_each(|(size, opponent)| *size = opponent.tiles);
            let mut dealt = &tiles[..];
            for (rack, size) in racks[..SEATS - 1].iter_mut().zip(sizes) {
                let (own, others) = dealt.split_at(size.min(dealt.len()));
                *rack = Rack::from_cells(own).expect("bug: more tiles are unseen than bag and opponents hold");
                dealt = others;
            }
            bag
        };
        Game::<SEATS>::dealt(self.view, &racks[..SEATS - 1], bag, iteration)
    }

    /// Plays a move on. Returns the change of the spread, and the share of games won from there.
    ///
    /// Among more than two players, the spread is the lead over the best opponent. The table of win chances is that of two
    /// players: it takes the best opponent for the only one.
    fn try_one<const SEATS: usize>(
        &self,
        player: &mut StaticEquity<'_>,
        candidate: &ScoredMove,
        mut game: Game<SEATS>,
    ) -> Result<(f64, f64), MovegenError> {
        let before = lead(game.scores(), [Equity::ZERO; SEATS]);
        let mut kept = [Equity::ZERO; SEATS];
        let mut left = self.plies + 1;
        let mut next = Some((candidate.play, candidate.score));
        while left > 0 && game.end().is_none() {
            let (play, score) = match next.take() {
                Some(first) => first,
                None => player.choose(&game.view())?,
            };
            let seat = game.on_turn();
            kept[seat] = self.leaves.value(&play.leave(game.position().rack()));
            game.make(&play, score).expect("bug: a move that was found for this position is not allowed");
            left -= 1;
            if left == 0 && (game.bag() == 0 || game.bag() <= NEAR_THE_END && self.view.bag <= 2 * NEAR_THE_END) {
                left = 1;
            }
        }
        // At the end no tile is unseen that counts, and no leave is worth anything.
        let (leaves, unseen) = if game.end().is_some() {
            ([Equity::ZERO; SEATS], 0)
        } else {
            let others = (0..SEATS).filter(|&seat| seat != game.on_turn()).map(|seat| game.rack(seat).len());
            (kept, game.bag() + others.sum::<usize>())
        };
        let lead = lead(game.scores(), leaves);
        let win = self.winning.chance(lead, unseen, game.on_turn() == 0);
        Ok((lead - before, win))
    }
}

impl Simulate<'_> {
    /// The moves that win most often, by a search of the pre-endgame; `None` if the position is none.
    fn pre_endgame(&mut self, view: &View<'_>, limit: usize) -> Result<Option<Vec<ScoredMove>>, MovegenError> {
        let nodes = Some(self.settings.iterations.saturating_mul(POSITIONS));
        let limits = PreEndgameLimits { nodes, seed: view.seed, ..PreEndgameLimits::default() };
        let (inference, position) = (self.infer(view)?, view.position);
        let found = solve_watched(self.generator, position, view.rules, limits, inference.as_ref(), &mut |_| {
            ControlFlow::Continue(())
        });
        let solution = match found {
            Ok(solution) => solution,
            Err(PreEndgameError::Movegen(error)) => return Err(error),
            Err(_) => return Ok(None),
        };
        let [own, other] = view.position.scores();
        let moves = solution.moves.into_iter().take(limit).map(|found| {
            let worth = Equity::from_thousandths((found.spread * 1000.0).round() as i32) - Equity::from_points(own - other);
            let parts = vec![Part { name: "to the end, on average", value: worth - Equity::from_points(found.score) }];
            ScoredMove { play: found.play, score: found.score, worth, parts }
        });
        Ok(Some(moves.collect()))
    }
}

/// The lead of the first player over the best of the others, in points, by scores and leaves.
fn lead<const SEATS: usize>(scores: [i32; SEATS], leaves: [Equity; SEATS]) -> f64 {
    let over = |other: usize| f64::from(scores[0] - scores[other]) + (leaves[0] - leaves[other]).points();
    (1..SEATS).map(over).fold(f64::INFINITY, f64::min)
}

impl Strategy for Simulate<'_> {
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        if view.bag == 0 {
            return self.valued.consider(view, limit);
        }
        if self.settings.pre_endgame
            && view.opponents.is_empty()
            && view.bag <= MOST_IN_BAG
            && let Some(found) = self.pre_endgame(view, limit)?
        {
            return Ok(found);
        }
        let report = self.run(view, |_| true)?;
        let found = report.outcomes.into_iter().map(|outcome| {
            let mut scored_move = outcome.scored_move;
            let worth = Equity::from_thousandths((outcome.mean * 1000.0).round() as i32);
            scored_move.parts.push(Part { name: "looking ahead", value: worth - scored_move.worth });
            ScoredMove { worth, ..scored_move }
        });
        Ok(found.take(limit).collect())
    }
}
