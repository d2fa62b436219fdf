//! Puzzles: positions whose best play is proven to be better than the next one.
//!
//! | kind | the best move is proven by |
//! | --- | --- |
//! | [`Play`](PuzzleKind::Play), [`Bingo`](PuzzleKind::Bingo) | a simulation that goes on until all other candidates are dropped with 99 % certainty |
//! | [`PreEndgame`](PuzzleKind::PreEndgame) | the pre-endgame solver: it wins more draws than every other move, all draws tried |
//! | [`Endgame`](PuzzleKind::Endgame) | the endgame solver, for the move and for each other one |
//!
//! A position whose proof does not come within the limits is no puzzle. The limits are numbers of racks and positions,
//! not times, so the same position makes the same puzzle on every machine.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::endgame::{EndgameLimits, Rest, rest_after, solve};
use super::pre_endgame::{PreEndgameError, PreEndgameLimits, PreEndgameMove, solve as solve_pre_endgame};
use super::strategy::{
    Objective, PlayContext, Simulate, SimulationReport, SimulationSettings, Strategy, StrategyError, StrategySpec,
};
use super::{GameRules, ScoredMove, View, hide_opponent};
use crate::board::{Move, Position};
use crate::movegen::{All, Equity, MovegenError, Order};

/// The most positions of the searches for all moves but the best one of an endgame, in the limit of one.
const OTHERS: u64 = 10;

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleKind {
    /// The best move with more than seven tiles in the bag.
    Play,
    /// The same, where the best move lays a full rack.
    Bingo,
    /// The move that wins most often with a few tiles in the bag.
    PreEndgame,
    /// The best move with an empty bag.
    Endgame,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [PuzzleKind; 4] = [PuzzleKind::Play, PuzzleKind::Bingo, PuzzleKind::PreEndgame, PuzzleKind::Endgame];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Play => "play",
            PuzzleKind::Bingo => "bingo",
            PuzzleKind::PreEndgame => "pre-endgame",
            PuzzleKind::Endgame => "endgame",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<PuzzleKind> {
        PuzzleKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// `true` if margins are points; otherwise they are shares of games won.
    pub const fn is_in_points(self) -> bool {
        matches!(self, PuzzleKind::Endgame)
    }
}

/// The limits of a proof, and the margin that makes a position a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleSettings {
    /// The moves that a simulation compares: the best by static equity.
    pub candidates: u64,
    /// The moves played after each of them.
    pub plies: u64,
    /// The most racks of a simulation.
    pub racks: u64,
    /// The most tiles in the bag of a pre-endgame: 1 to 7.
    pub bag: usize,
    /// The most positions of the search of a pre-endgame.
    pub pre_endgame_nodes: u64,
    /// The most positions of the search for the best move of an endgame, and of that for each other move; ten times as
    /// many for all other moves.
    pub endgame_nodes: u64,
    /// The least margin in points of endgames.
    pub least_points: f64,
    /// The least margin in the share of games won of the other kinds.
    pub least_wins: f64,
}

impl Default for PuzzleSettings {
    fn default() -> PuzzleSettings {
        PuzzleSettings {
            candidates: 15,
            plies: 2,
            racks: 2000,
            bag: 1,
            pre_endgame_nodes: 2_000_000,
            endgame_nodes: 100_000,
            least_points: 1.0,
            least_wins: 0.02,
        }
    }
}

/// The loss of a move against the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Points for endgames, else the share of games won, from 0 to 1.
    pub value: f64,
    /// Half of the 95 % interval around it; 0 for what is proven.
    pub margin: f64,
    /// `false` if a limit of a search was reached, and the value is an estimate.
    pub exact: bool,
}

/// A position with its best move.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The kind.
    pub kind: PuzzleKind,
    /// The position as the player on turn sees it.
    pub position: Position,
    /// The best move.
    pub answer: Move,
    /// Its score.
    pub score: i32,
    /// The next best move.
    pub next: Move,
    /// The loss of the next best move.
    pub margin: Loss,
    /// The names of the levels that find the best move.
    pub found_by: Vec<String>,
}

/// Why a move cannot be measured.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// Position and lexicon do not go together.
    #[error(transparent)]
    Movegen(#[from] MovegenError),
    /// The position is none of this kind.
    #[error(transparent)]
    PreEndgame(#[from] PreEndgameError),
}

/// Makes puzzles of positions, and measures other answers to them. It belongs to one thread.
pub struct PuzzleMaker<'g> {
    context: PlayContext<'g>,
    rules: &'g GameRules,
    settings: PuzzleSettings,
    levels: Vec<(String, Box<dyn Strategy + 'g>)>,
}

/// The best move and the next one.
struct Proof {
    answer: Move,
    score: i32,
    next: Move,
    margin: Loss,
}

impl<'g> PuzzleMaker<'g> {
    /// A maker with this context, which rates puzzles by these levels: names and strategies.
    ///
    /// # Errors
    /// [`StrategyError`] if a level, or the simulation, needs values that the context lacks.
    pub fn new(
        context: PlayContext<'g>,
        rules: &'g GameRules,
        settings: PuzzleSettings,
        levels: &[(String, StrategySpec)],
    ) -> Result<PuzzleMaker<'g>, StrategyError> {
        let levels = levels.iter().map(|(name, spec)| Ok((name.clone(), spec.strategy(context)?)));
        let levels = levels.collect::<Result<Vec<_>, StrategyError>>()?;
        Ok(PuzzleMaker { context: context.without_values(), rules, settings, levels })
    }

    /// The kinds that a position may be of, by the tiles in the bag; the opponent's tiles do not matter.
    pub fn kinds(&self, position: &Position) -> &'static [PuzzleKind] {
        let mut seen = position.clone();
        if hide_opponent(&mut seen).is_err() {
            return &[];
        }
        let size = position.setup().layout().rack();
        match View::of_position(&seen, self.rules, 0).bag {
            0 if !seen.opponent_rack().is_empty() && !seen.rack().is_empty() => &[PuzzleKind::Endgame],
            bag if bag > 0 && bag <= self.settings.bag && seen.rack().len() == size => &[PuzzleKind::PreEndgame],
            bag if bag > size && seen.rack().len() == size => &[PuzzleKind::Play, PuzzleKind::Bingo],
            _ => &[],
        }
    }

    /// Makes a puzzle of a position; `None` if its best move is not proven to be better by the least margin. A position
    /// with the kind [`Play`](PuzzleKind::Play) whose best move lays a full rack becomes a [`Bingo`](PuzzleKind::Bingo)
    /// if `kinds` has that. The opponent's tiles are not used. The seed is that of the racks of a simulation.
    ///
    /// # Errors
    /// [`PuzzleError`] if position and lexicon have different letters.
    pub fn make(&mut self, position: &Position, kinds: &[PuzzleKind], seed: u64) -> Result<Option<Puzzle>, PuzzleError> {
        let possible: Vec<PuzzleKind> = self.kinds(position).iter().copied().filter(|kind| kinds.contains(kind)).collect();
        let Some(&first) = possible.first() else { return Ok(None) };
        let mut position = position.clone();
        // The kinds are those of a position whose tiles have counts.
        let _ = hide_opponent(&mut position);
        let proof = match first {
            PuzzleKind::Play | PuzzleKind::Bingo => self.by_simulation(&position, &possible, seed)?,
            PuzzleKind::PreEndgame => self.by_draws(&position, seed)?,
            PuzzleKind::Endgame => self.by_search(&position)?,
        };
        let Some(proof) = proof else { return Ok(None) };
        let kind = if is_bingo(&position, &proof.answer) && possible.contains(&PuzzleKind::Bingo) {
            PuzzleKind::Bingo
        } else if possible.contains(&PuzzleKind::Play) {
            PuzzleKind::Play
        } else {
            first
        };
        let least = if kind.is_in_points() { self.settings.least_points } else { self.settings.least_wins };
        let is_bingo_puzzle = kind != PuzzleKind::Bingo || is_bingo(&position, &proof.answer);
        if proof.margin.value - proof.margin.margin < least || !is_bingo_puzzle {
            return Ok(None);
        }
        let view = View::of_position(&position, self.rules, seed);
        let mut found_by = Vec::new();
        for (name, strategy) in &mut self.levels {
            if strategy.choose(&view)?.0 == proof.answer {
                found_by.push(name.clone());
            }
        }
        let Proof { answer, score, next, margin } = proof;
        Ok(Some(Puzzle { kind, position, answer, score, next, margin, found_by }))
    }

    fn simulation(&self, racks: u64) -> SimulationSettings {
        SimulationSettings {
            candidates: self.settings.candidates,
            plies: self.settings.plies,
            iterations: racks,
            certainty: 99,
            by: Objective::Win,
            pre_endgame: false,
            infer: false,
        }
    }

    fn simulate(&self, racks: u64) -> Simulate<'g> {
        let leaves = self.context.leaves.expect("bug: a context without values has none");
        Simulate::new(self.context, leaves, self.simulation(racks))
    }

    fn by_simulation(&mut self, position: &Position, kinds: &[PuzzleKind], seed: u64) -> Result<Option<Proof>, PuzzleError> {
        // Where only bingos are wanted, a position without any is not simulated.
        if !kinds.contains(&PuzzleKind::Play) {
            let mut all = All::new();
            self.context.generator.worker().all(position, &mut all)?;
            if !all.plays().iter().any(|play| is_bingo(position, &Move::Place(play.placement))) {
                return Ok(None);
            }
        }
        let view = View::of_position(position, self.rules, seed);
        let report = self.simulate(self.settings.racks).run(&view, |_| true)?;
        let SimulationReport { outcomes, settled: true, .. } = report else { return Ok(None) };
        let [best, next, ..] = &outcomes[..] else { return Ok(None) };
        let margin = Loss { value: next.behind, margin: next.behind_margin(), exact: true };
        let (answer, score) = (best.scored_move.play, best.scored_move.score);
        Ok(Some(Proof { answer, score, next: next.scored_move.play, margin }))
    }

    fn pre_endgame(&self, position: &Position, seed: u64) -> Result<Option<Vec<PreEndgameMove>>, PuzzleError> {
        let nodes = Some(self.settings.pre_endgame_nodes);
        let limits = PreEndgameLimits { nodes, seed, draws: u64::MAX, ..PreEndgameLimits::default() };
        let solution = solve_pre_endgame(self.context.generator, position, self.rules, limits)?;
        Ok(Some(solution.moves).filter(|_| solution.proven))
    }

    fn by_draws(&mut self, position: &Position, seed: u64) -> Result<Option<Proof>, PuzzleError> {
        let Some(moves) = self.pre_endgame(position, seed)? else { return Ok(None) };
        let [best, others @ ..] = &moves[..] else { return Ok(None) };
        let Some(next) = others.iter().max_by(|a, b| a.chance().total_cmp(&b.chance())) else { return Ok(None) };
        let margin = Loss { value: best.chance() - next.chance(), margin: 0.0, exact: next.proven == next.draws };
        Ok(Some(Proof { answer: best.play, score: best.score, next: next.play, margin }))
    }

    /// The change of the spread until the end after a move, and the positions that were searched. With a window, only
    /// values within are told apart. No value if a limit was reached.
    fn value(
        &self,
        position: &Position,
        (play, score): (Move, i32),
        window: Option<[i32; 2]>,
    ) -> Result<(Option<i32>, u64), MovegenError> {
        let weight = self.rules.going_out.weight();
        match rest_after(position, &play, weight) {
            Rest::Over(rest) => Ok((Some(score + rest), 0)),
            Rest::Goes(after) => {
                let window = window.map(|[low, high]| [score - high, score - low]);
                let nodes = Some(self.settings.endgame_nodes);
                let limits = EndgameLimits { nodes, weight, window, ..EndgameLimits::default() };
                let reply = solve(self.context.generator, &after, limits)?;
                Ok((reply.exact.then(|| score - reply.value), reply.nodes))
            }
        }
    }

    fn by_search(&mut self, position: &Position) -> Result<Option<Proof>, PuzzleError> {
        let weight = self.rules.going_out.weight();
        let limits = EndgameLimits { nodes: Some(self.settings.endgame_nodes), weight, ..EndgameLimits::default() };
        let solution = solve(self.context.generator, position, limits)?;
        let Some(&(answer, score)) = solution.line.first().filter(|_| solution.exact) else { return Ok(None) };
        let mut all = All::new();
        self.context.generator.worker().all(position, &mut all)?;
        let plays = all.into_sorted(Order::Score);
        let plays = plays.iter().map(|play| (Move::Place(play.placement), play.score)).chain([(Move::Pass, 0)]);
        let (mut next, mut searched): (Option<(Move, i32)>, u64) = (None, 0);
        for play in plays.filter(|(play, _)| *play != answer) {
            // Only a move that is better than the next best so far matters.
            let window = next.map(|(_, value)| [value, solution.value]);
            let (Some(value), nodes) = self.value(position, play, window)? else { return Ok(None) };
            searched += nodes;
            if searched > OTHERS * self.settings.endgame_nodes {
                return Ok(None);
            }
            if f64::from(solution.value - value) < self.settings.least_points {
                return Ok(None);
            }
            if next.is_none_or(|(_, best)| value > best) {
                next = Some((play.0, value));
            }
        }
        let Some((next, value)) = next else { return Ok(None) };
        let margin = Loss { value: f64::from(solution.value - value), margin: 0.0, exact: true };
        Ok(Some(Proof { answer, score, next, margin }))
    }

    /// Measures what a move loses against the answer of a puzzle, by the measure of its kind; `None` if the limits of
    /// the settings do not allow it. Takes about the time of making the puzzle.
    ///
    /// # Errors
    /// [`PuzzleError`] if the position is none of this kind, or has other letters than the lexicon.
    pub fn loss(
        &mut self,
        position: &Position,
        kind: PuzzleKind,
        answer: (Move, i32),
        play: (Move, i32),
        seed: u64,
    ) -> Result<Option<Loss>, PuzzleError> {
        if answer.0 == play.0 {
            return Ok(Some(Loss { value: 0.0, margin: 0.0, exact: true }));
        }
        match kind {
            PuzzleKind::Endgame => {
                let (best, _) = self.value(position, answer, None)?;
                let (own, _) = self.value(position, play, None)?;
                let loss = |(best, own)| Loss { value: f64::from(best - own), margin: 0.0, exact: true };
                Ok(best.zip(own).map(loss))
            }
            PuzzleKind::PreEndgame => {
                let Some(moves) = self.pre_endgame(position, seed)? else { return Ok(None) };
                let found = |wanted: Move| moves.iter().find(|found| found.play == wanted);
                let Some((best, own)) = found(answer.0).zip(found(play.0)) else { return Ok(None) };
                let exact = own.proven == own.draws;
                Ok(Some(Loss { value: best.chance() - own.chance(), margin: 0.0, exact }))
            }
            PuzzleKind::Play | PuzzleKind::Bingo => {
                let view = View::of_position(position, self.rules, seed);
                let (play, score) = play;
                let kept = ScoredMove { play, score, worth: Equity::from_points(score), parts: Vec::new() };
                let report = self.simulate(self.settings.racks.min(1000)).keep(kept).run(&view, |_| true)?;
                let own = report.outcomes.iter().find(|outcome| outcome.scored_move.play == play);
                Ok(own.map(|own| Loss { value: own.behind, margin: own.behind_margin(), exact: true }))
            }
        }
    }
}

/// `true` if the move lays a full rack.
fn is_bingo(position: &Position, play: &Move) -> bool {
    matches!(play, Move::Place(placement) if placement.tiles.len() == position.setup().layout().rack())
}
