//! Simulation: the best moves are played on against random racks of the opponent.

use std::fmt;
use std::ops::ControlFlow;

use lexigraph_core::parallel;

use crate::board::{Bag, Cell, Rack};
use crate::movegen::{Equity, Generator, Leaves, MovegenError};
use crate::random::{Random, mixed};

use super::{PlayContext, Strategy};
use crate::play::evaluation::Evaluation;
use crate::play::{Game, Part, ScoredMove, StaticEquity, View};

/// Moves are compared after every batch of this many racks.
const BATCH: u64 = 16;

/// A batch is tried in parts of about this many moves, some tenth of a second, so that a long one can be ended.
const PART: u64 = 1000;

/// Games are played to their end if the bag has at most this many tiles, and had at most twice as many before the move.
const NEAR_THE_END: usize = 7;

/// The change of the spread until the end of the game is about normal. This is its variance for each tile that the
/// player on turn does not see. Measured in 1,500 games of `equity` against itself: 128 to 142 from 10 tiles up.
const VARIANCE_A_TILE: f64 = 133.0;

/// The mean change of the spread in favour of the player on turn, in points. In the same games: 17 to 21.
const ON_TURN: f64 = 18.5;

/// The settings of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulationSettings {
    /// The number of moves to try: the best by score and leave.
    pub candidates: u64,
    /// The number of moves played after each.
    pub plies: u64,
    /// The most racks that each move is tried against.
    pub iterations: u64,
    /// A move is dropped once it is worse than the best with this certainty, in hundredths; 100 never drops a move.
    pub certainty: u64,
}

impl Default for SimulationSettings {
    fn default() -> SimulationSettings {
        SimulationSettings { candidates: 12, plies: 2, iterations: 320, certainty: 99 }
    }
}

/// Writes the settings that differ from the default, as in the text of a [`StrategySpec`](super::StrategySpec).
impl fmt::Display for SimulationSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = SimulationSettings::default();
        let all = [
            ("candidates", self.candidates, usual.candidates),
            ("plies", self.plies, usual.plies),
            ("iterations", self.iterations, usual.iterations),
            ("certainty", self.certainty, usual.certainty),
        ];
        let mut mark = ':';
        for (name, value, usual) in all {
            if value != usual {
                write!(f, "{mark}{name}={value}")?;
                mark = ',';
            }
        }
        Ok(())
    }
}

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
    tallies: &'p [CandidateTally],
    iterations: u64,
}

impl SimulationProgress<'_> {
    /// The number of racks that the opponent was dealt so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The results so far. A move that was not tried yet has its static worth as its mean. Takes time in proportion to
    /// the racks and the moves.
    pub fn report(&self) -> SimulationReport {
        let mut outcomes: Vec<(bool, Outcome)> = self
            .candidates
            .iter()
            .cloned()
            .zip(self.tallies)
            .map(|(scored_move, tally)| {
                let (mean, error) = moments(tally.values.iter().copied());
                let tried = tally.values.len() as u64;
                let wins = tally.wins / tried.max(1) as f64;
                let mean = if tried == 0 { scored_move.worth.points() } else { mean };
                (tally.dropped, Outcome { scored_move, iterations: tried, mean, error, wins })
            })
            .collect();
        outcomes.sort_by(|(a_dropped, a), (b_dropped, b)| a_dropped.cmp(b_dropped).then(b.mean.total_cmp(&a.mean)));
        let outcomes = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
        SimulationReport { outcomes, iterations: self.iterations, settled: alone(self.tallies) }
    }
}

/// Tries the best moves by score and leave against random racks of the opponent: each move is played on for some
/// moves, in which both players choose by score and leave. All moves meet the same racks and the same tiles in the
/// bag, so that luck does not hide their differences. Moves that are worse with the wanted certainty are dropped.
pub struct Simulate<'g> {
    valued: StaticEquity<'g>,
    generator: &'g Generator<'g>,
    evaluation: Option<&'g Evaluation>,
    leaves: &'g dyn Leaves,
    settings: SimulationSettings,
    parallel: bool,
}

/// The results of a move so far.
#[derive(Clone, Debug, Default)]
struct CandidateTally {
    /// The result of each iteration.
    values: Vec<f64>,
    wins: f64,
    dropped: bool,
}

impl CandidateTally {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }
}

/// `true` if all moves but one were dropped.
fn alone(tallies: &[CandidateTally]) -> bool {
    tallies.iter().filter(|tally| !tally.dropped).count() == 1
}

/// Mean and standard error.
fn moments(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count.max(1.0);
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, (variance / count.max(1.0)).sqrt())
}

impl<'g> Simulate<'g> {
    /// A strategy with this context and these leave values.
    pub fn new(context: PlayContext<'g>, leaves: &'g dyn Leaves, settings: SimulationSettings) -> Simulate<'g> {
        let (generator, evaluation) = (context.generator, context.evaluation);
        let valued = StaticEquity::new(generator, leaves, evaluation);
        Simulate { valued, generator, evaluation, leaves, settings, parallel: false }
    }

    /// Uses all threads of the pool. The results are the same.
    pub fn in_parallel(self) -> Simulate<'g> {
        Simulate { parallel: true, ..self }
    }

    /// Tries the best moves. `go_on` is called before each part of a batch with the number of racks so far, and stops the
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

    /// As [`run`](Simulate::run). `watch` is called before each part of a batch with the results so far, the first time
    /// before any rack is tried, and stops the simulation by breaking. It does not change the results.
    ///
    /// # Errors
    /// As [`run`](Simulate::run).
    pub fn run_watched(
        &mut self,
        view: &View<'_>,
        watch: &mut dyn FnMut(&SimulationProgress<'_>) -> ControlFlow<()>,
    ) -> Result<SimulationReport, MovegenError> {
        let candidates = self.valued.consider(view, self.settings.candidates as usize)?;
        let mut tallies = vec![CandidateTally::default(); candidates.len()];
        let mut iterations = 0;
        let quantile = quantile(self.settings.certainty as f64 / 100.0);
        'batches: while !alone(&tallies) && iterations < self.settings.iterations {
            let end = (iterations + BATCH).min(self.settings.iterations);
            let alive: Vec<usize> = (0..candidates.len()).filter(|&at| !tallies[at].dropped).collect();
            let part = self.part(alive.len() as u64);
            while iterations < end {
                let progress = SimulationProgress { candidates: &candidates, tallies: &tallies, iterations };
                if watch(&progress).is_break() {
                    break 'batches;
                }
                let next = (iterations + part).min(end);
                for found in self.batch(view, &candidates, &alive, iterations..next)? {
                    for (&at, (value, win)) in alive.iter().zip(found) {
                        tallies[at].values.push(value);
                        tallies[at].wins += win;
                    }
                }
                iterations = next;
            }
            drop_worse(&mut tallies, &alive, quantile);
        }
        Ok(SimulationProgress { candidates: &candidates, tallies: &tallies, iterations }.report())
    }

    /// The number of racks in a part of a batch, with this many moves to try.
    fn part(&self, moves: u64) -> u64 {
        let least = if self.parallel { parallel::threads() as u64 } else { 1 };
        (PART / (moves * (self.settings.plies + 1)).max(1)).max(least).clamp(1, BATCH)
    }

    /// Tries the moves against a range of racks. Returns value and win of each move, by rack.
    fn batch(
        &mut self,
        view: &View<'_>,
        candidates: &[ScoredMove],
        alive: &[usize],
        iterations: std::ops::Range<u64>,
    ) -> Result<Vec<Vec<(f64, f64)>>, MovegenError> {
        let rollout = Rollout::new(view, self.leaves, self.settings.plies);
        if !self.parallel {
            return iterations.map(|iteration| rollout.try_all(&mut self.valued, candidates, alive, iteration)).collect();
        }
        let (generator, leaves, evaluation) = (self.generator, self.leaves, self.evaluation);
        let valued = || StaticEquity::new(generator, leaves, evaluation);
        parallel::try_map_with(iterations, valued, |valued, iteration| rollout.try_all(valued, candidates, alive, iteration))
    }
}

/// Drops moves that are worse than the best with the wanted certainty. All moves met the same racks, so differences
/// are compared.
fn drop_worse(tallies: &mut [CandidateTally], alive: &[usize], quantile: f64) {
    let Some(&best) = alive.iter().max_by(|&&a, &&b| tallies[a].mean().total_cmp(&tallies[b].mean())) else { return };
    let leader = tallies[best].values.clone();
    for &at in alive.iter().filter(|&&at| at != best) {
        let differences = leader.iter().zip(&tallies[at].values).map(|(best, other)| best - other);
        let (mean, error) = moments(differences);
        // Moves that always give the same result are kept: neither is worse.
        tallies[at].dropped = mean > 0.0 && mean > quantile * error;
    }
}

/// The quantile of the standard normal distribution, by bisection; infinite for a share of 1.
fn quantile(share: f64) -> f64 {
    if share >= 1.0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if normal(middle) < share { low = middle } else { high = middle }
    }
    low
}

/// The standard normal distribution function (Abramowitz and Stegun, *Handbook of mathematical functions*, 7.1.26).
fn normal(place: f64) -> f64 {
    let size = place.abs() / std::f64::consts::SQRT_2;
    let step = 1.0 / (1.0 + 0.327_591_1 * size);
    let terms = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = terms.iter().fold(0.0, |sum, term| (sum + term) * step) * (-size * size).exp() / 2.0;
    if place < 0.0 { tail } else { 1.0 - tail }
}

/// What is the same for all racks.
struct Rollout<'v> {
    view: &'v View<'v>,
    leaves: &'v dyn Leaves,
    plies: u64,
    unseen: Bag,
}

impl<'v> Rollout<'v> {
    fn new(view: &'v View<'v>, leaves: &'v dyn Leaves, plies: u64) -> Rollout<'v> {
        Rollout { view, leaves, plies, unseen: view.unseen() }
    }

    /// Deals the opponent a rack and tries the moves against it.
    fn try_all(
        &self,
        valued: &mut StaticEquity<'_>,
        candidates: &[ScoredMove],
        alive: &[usize],
        iteration: u64,
    ) -> Result<Vec<(f64, f64)>, MovegenError> {
        let mut tiles: Vec<Cell> = self.unseen.cells().collect();
        Random::new(mixed(self.view.seed ^ mixed(iteration))).shuffle(&mut tiles);
        let opponents = tiles.len().saturating_sub(self.view.bag);
        let opponent = Rack::from_cells(&tiles[..opponents]).expect("bug: more tiles are unseen than bag and opponent hold");
        let dealt = Game::dealt(self.view, opponent, tiles.split_off(opponents), iteration);
        alive.iter().map(|&at| self.try_one(valued, &candidates[at], dealt.clone())).collect()
    }

    /// Plays a move on. Returns the change of the spread, and the share of games won from there.
    fn try_one(
        &self,
        valued: &mut StaticEquity<'_>,
        candidate: &ScoredMove,
        mut game: Game,
    ) -> Result<(f64, f64), MovegenError> {
        let [own, other] = game.scores();
        let mut kept = [Equity::ZERO; 2];
        let mut left = self.plies + 1;
        let mut next = Some((candidate.play, candidate.score));
        while left > 0 && game.end().is_none() {
            let (play, score) = match next.take() {
                Some(first) => first,
                None => valued.choose(&game.view())?,
            };
            let seat = game.on_turn();
            kept[seat] = self.leaves.value(&play.leave(game.position().rack()));
            game.make(&play, score).expect("bug: a move that was found for this position is not allowed");
            left -= 1;
            if left == 0 && (game.bag() == 0 || game.bag() <= NEAR_THE_END && self.view.bag <= 2 * NEAR_THE_END) {
                left = 1;
            }
        }
        let [own_now, other_now] = game.scores();
        let lead = f64::from(own_now - other_now);
        let (mut value, win) = (lead - f64::from(own - other), game.end().is_some());
        let won = if win {
            0.5 + lead.signum() * if lead == 0.0 { 0.0 } else { 0.5 }
        } else {
            let leave = (kept[0] - kept[1]).points();
            value += leave;
            let hidden = game.bag() + game.rack(1 - game.on_turn()).len();
            let turn = if game.on_turn() == 0 { ON_TURN } else { -ON_TURN };
            normal((lead + leave + turn) / (VARIANCE_A_TILE * hidden as f64).sqrt().max(1.0))
        };
        Ok((value, won))
    }
}

impl Strategy for Simulate<'_> {
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        if view.bag == 0 {
            return self.valued.consider(view, limit);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_normal_distribution() {
        for (share, place) in [(0.5, 0.0), (0.975, 1.959_964), (0.99, 2.326_348), (0.9999, 3.719_016)] {
            assert!((quantile(share) - place).abs() < 2e-4, "{share}: {}", quantile(share));
            assert!((normal(place) - share).abs() < 1e-6 && (normal(-place) + share - 1.0).abs() < 1e-6);
        }
        assert_eq!(quantile(1.0), f64::INFINITY);
    }
}
