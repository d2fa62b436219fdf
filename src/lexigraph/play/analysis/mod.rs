//! The analysis of games that were played: what each move lost, who missed a full rack, what was luck, and the chance to
//! win before each turn.
//!
//! A move is compared with the best one by static equity, by simulation while there are tiles in the bag, and by a search to
//! the end once it is empty. A turn whose rack is not known in full is marked, and nothing is computed that depends on the
//! rack.

mod bingos;
mod chance;
mod deeper;
mod luck;
mod totals;

use std::ops::ControlFlow;
use std::time::Duration;

pub use bingos::Bingos;
pub use chance::{ChanceSource, WinChance};
pub use deeper::{EndgameTurn, SimulatedTurn};
pub use luck::{Luck, draw_luck};
pub use totals::PlayerTotals;

use crate::board::gcg::{Replay, Turn};
use crate::board::{Bag, Move, Position, Rack};
use crate::movegen::{Equity, Leaves, MovegenError};
use crate::play::strategy::PlayContext;
use crate::play::winning::WinningTable;
use crate::play::{GameRules, ScoredMove, StaticEquity, View, hide_opponent};
use crate::random::mixed;

/// How closely a game is looked at. By default only static equity counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisSettings {
    /// The most racks that the moves of a turn are tried against; 0 for no simulation.
    pub racks: u64,
    /// The most time for the simulation of a turn.
    pub simulation_time: Option<Duration>,
    /// The number of candidates of a simulation, without the move that was played.
    pub candidates: u64,
    /// The number of moves played after each candidate.
    pub plies: u64,
    /// The number of random draws that luck is measured with; 0 for none.
    pub draws: u64,
    /// The most positions of each of the two endgame searches of a turn; 0 for no search.
    pub endgame_nodes: u64,
    /// The most time for each of these searches.
    pub endgame_time: Option<Duration>,
    /// The seed of the racks and draws.
    pub seed: u64,
}

impl Default for AnalysisSettings {
    fn default() -> AnalysisSettings {
        AnalysisSettings {
            racks: 0,
            simulation_time: None,
            candidates: 8,
            plies: 2,
            draws: 0,
            endgame_nodes: 0,
            endgame_time: None,
            seed: 1,
        }
    }
}

/// The kind of a move in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// A play whose words are all in the lexicon.
    Play,
    /// A play with a word that is not in the lexicon, and that stood.
    Phony,
    /// A play that was challenged and withdrawn. It counts as a pass.
    Withdrawn,
    /// An exchange.
    Exchange,
    /// A pass.
    Pass,
}

/// A turn of a game, analysed.
#[derive(Clone, Debug)]
pub struct AnalyzedTurn {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The player: 0 for `#player1`.
    pub player: usize,
    /// What the player saw: the position before the move, with the known tiles of the rack.
    pub position: Position,
    /// `true` if all tiles of the rack are known. Otherwise nothing is computed that depends on the rack.
    pub is_known: bool,
    /// The move. An exchange of unknown tiles has no tiles.
    pub played: Move,
    /// The kind of the move.
    pub kind: TurnKind,
    /// The score; 0 for a play that was withdrawn.
    pub score: i32,
    /// The words that are not in the lexicon.
    pub phonies: Vec<String>,
    /// The static equity of the move; `None` if the rack or the exchanged tiles are not known.
    pub equity: Option<Equity>,
    /// The best move by static equity; `None` if the rack is not known.
    pub best: Option<ScoredMove>,
    /// The plays that lay a full rack; `None` if the rack is not known.
    pub bingos: Option<Bingos>,
    /// How lucky the draw before this turn was; `None` if nothing was drawn, or if it is not known what.
    pub luck: Option<Luck>,
    /// The player's chance to win before this turn, with the best move.
    pub chance: WinChance,
    /// The simulation of the turn.
    pub simulated: Option<SimulatedTurn>,
    /// The search to the end of the game.
    pub endgame: Option<EndgameTurn>,
}

impl AnalyzedTurn {
    /// What the move lost by static equity, in points: less than 0 if a phony or a pass is worth more than the best move.
    pub fn loss(&self) -> Option<f64> {
        self.best.as_ref().zip(self.equity).map(|(best, equity)| (best.worth - equity).points())
    }

    /// How much the move lowered the chance to win, from 0 to 1, and half of the 95 % interval around it: by the search to
    /// the end if it proved both values, else by simulation. An estimate may be less than 0.
    pub fn chance_loss(&self) -> Option<(f64, f64)> {
        if let Some(endgame) = self.endgame.as_ref().filter(|endgame| endgame.exact) {
            let [own, other] = self.position.scores();
            let outcome = |value: i32| chance::outcome(own - other + value);
            return Some((outcome(endgame.value) - outcome(endgame.played), 0.0));
        }
        let played = self.simulated.as_ref()?.played.as_ref()?;
        Some((played.behind, played.behind_margin()))
    }

    /// `true` if a play lays a full rack, and the player did not lay one.
    pub fn missed_bingo(&self) -> bool {
        self.bingos.as_ref().is_some_and(|bingos| bingos.best.is_some() && !bingos.played)
    }
}

/// A game, analysed.
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    /// The turns that were analysed, in their order.
    pub turns: Vec<AnalyzedTurn>,
    /// The number of turns of the game.
    pub count: usize,
    /// `false` if the analysis was ended before all turns were analysed.
    pub complete: bool,
    /// The final scores, that of `#player1` first.
    pub scores: [i32; 2],
    /// The position at the end.
    pub end: Position,
}

impl GameAnalysis {
    /// The sums of the turns of a player: 0 for `#player1`.
    ///
    /// # Panics
    /// If `player` is not 0 or 1.
    pub fn totals(&self, player: usize) -> PlayerTotals {
        PlayerTotals::of(self, player)
    }

    /// The chance to win of `#player1` before each turn that was analysed, from 0 to 1; after the last turn of the game, 1 if
    /// that player won, 0 for a lost game, and one half for a drawn one.
    pub fn chances(&self) -> Vec<f64> {
        let of_first = |turn: &AnalyzedTurn| if turn.player == 0 { turn.chance.value } else { 1.0 - turn.chance.value };
        let end = self.complete.then(|| chance::outcome(self.scores[0] - self.scores[1]));
        self.turns.iter().map(of_first).chain(end).collect()
    }
}

/// Analyses games. It belongs to one thread.
pub struct Analyzer<'g> {
    context: PlayContext<'g>,
    leaves: &'g dyn Leaves,
    winning: &'g WinningTable,
    rules: &'g GameRules,
    equity: StaticEquity<'g>,
    settings: AnalysisSettings,
    parallel: bool,
}

/// Told after each turn but the last with the turns so far, and often in between with `None`. The analysis ends when it
/// breaks; a turn that is not finished is left out then.
pub type AnalysisWatch<'w> = &'w mut dyn FnMut(Option<&GameAnalysis>) -> ControlFlow<()>;

/// What is known about the players' tiles during a game.
struct Tracker {
    /// The tiles in the bag; `None` if the alphabet has no tile counts.
    bag: Option<usize>,
    /// The number of tiles on each rack.
    sizes: [usize; 2],
    /// What each player kept in the last turn and drew to; `None` if it is not known, or if nothing was drawn.
    drawing: [Option<luck::Drawing>; 2],
    /// The value of what each player kept in the last turn.
    kept: [Equity; 2],
}

impl<'g> Analyzer<'g> {
    /// An analyzer with this context. Without leave values, all leaves are worth the same.
    pub fn new(context: PlayContext<'g>, rules: &'g GameRules, settings: AnalysisSettings) -> Analyzer<'g> {
        let context = context.without_values();
        let leaves = context.leaves.expect("bug: a context without values has none");
        let winning = context.winning.unwrap_or_else(|| WinningTable::bundled());
        Analyzer { context, leaves, winning, rules, equity: context.static_equity(), settings, parallel: false }
    }

    /// Uses all threads of the pool for each turn. The results are the same, unless a time limits them.
    pub fn in_parallel(self) -> Analyzer<'g> {
        Analyzer { parallel: true, ..self }
    }

    /// Analyses a game turn by turn. The time is that of one list of plays for each turn, and of what the settings ask for in
    /// addition.
    ///
    /// # Errors
    /// [`MovegenError`] if lexicon and game have different letters.
    pub fn analyze(&mut self, replay: &Replay, watch: AnalysisWatch<'_>) -> Result<GameAnalysis, MovegenError> {
        let (count, scores, end) = (replay.turns.len(), replay.scores, replay.end.clone());
        let mut analysis = GameAnalysis { turns: Vec::with_capacity(count), count, complete: count == 0, scores, end };
        let mut tracker = Tracker::new(&replay.end);
        for (number, turn) in (1..).zip(&replay.turns) {
            let Some(analyzed) = self.turn(number, turn, &tracker, watch)? else { return Ok(analysis) };
            tracker.take(turn, &analyzed, self.leaves);
            analysis.turns.push(analyzed);
            analysis.complete = number == count;
            if !analysis.complete && watch(Some(&analysis)).is_break() {
                break;
            }
        }
        Ok(analysis)
    }

    /// Analyses a turn; `None` if it was ended.
    fn turn(
        &mut self,
        number: usize,
        turn: &Turn,
        tracker: &Tracker,
        watch: AnalysisWatch<'_>,
    ) -> Result<Option<AnalyzedTurn>, MovegenError> {
        let mut position = turn.position.clone();
        // Without tile counts, nothing is known of the opponent.
        let _ = hide_opponent(&mut position);
        let played = match &turn.played {
            Move::Place(placement) => Move::Place(placement.normalised(position.board())),
            other => *other,
        };
        let phonies = match &played {
            Move::Place(placement) => self.context.generator.phonies(&position, placement),
            _ => Vec::new(),
        };
        let kind = match &played {
            _ if turn.withdrawn => TurnKind::Withdrawn,
            Move::Place(_) if phonies.is_empty() => TurnKind::Play,
            Move::Place(_) => TurnKind::Phony,
            Move::Exchange(_) => TurnKind::Exchange,
            Move::Pass => TurnKind::Pass,
        };
        let score = if turn.withdrawn { 0 } else { turn.points };
        let is_known = position.rack().len() == tracker.sizes[turn.player];
        let chance = WinChance::of_table(self.winning, &position, turn.player, tracker);
        let mut analyzed = AnalyzedTurn {
            turn: number,
            player: turn.player,
            position,
            is_known,
            played,
            kind,
            score,
            phonies,
            equity: None,
            best: None,
            bingos: None,
            luck: None,
            chance,
            simulated: None,
            endgame: None,
        };
        if !is_known {
            return Ok(Some(analyzed));
        }
        let position = analyzed.position.clone();
        let seed = mixed(self.settings.seed ^ mixed(number as u64));
        let view = View::of_position(&position, self.rules, seed);
        let effect = analyzed.effect();
        analyzed.equity = effect.map(|effect| self.equity.of(&view, &effect, score));
        analyzed.best = self.equity.consider(&view, 1)?.pop();
        analyzed.bingos = Some(Bingos::find(&mut self.equity, self.context.generator, &view, &played)?);
        if let (Some(best), Some(drawing)) = (&analyzed.best, &tracker.drawing[turn.player]) {
            if watch(None).is_break() {
                return Ok(None);
            }
            analyzed.luck = self.luck(&view, drawing, best.worth)?;
        }
        if !self.look_deeper(&view, &mut analyzed, watch)? {
            return Ok(None);
        }
        Ok(Some(analyzed))
    }
}

impl AnalyzedTurn {
    /// What the move does: nothing if it was withdrawn. `None` for an exchange of unknown tiles.
    fn effect(&self) -> Option<Move> {
        match &self.played {
            _ if self.kind == TurnKind::Withdrawn => Some(Move::Pass),
            Move::Exchange(tiles) if tiles.is_empty() => None,
            played => Some(*played),
        }
    }
}

impl Tracker {
    /// The start of a game on this board.
    fn new(position: &Position) -> Tracker {
        let (setup, size) = (position.setup(), position.setup().layout().rack());
        let all = Bag::full(setup.alphabet()).len();
        let bag = (all > 0).then(|| all.saturating_sub(2 * size));
        let fresh = || Some(luck::Drawing::default());
        Tracker { bag, sizes: [size; 2], drawing: [fresh(), fresh()], kept: [Equity::ZERO; 2] }
    }

    /// Takes note of a turn.
    fn take(&mut self, turn: &Turn, analyzed: &AnalyzedTurn, leaves: &dyn Leaves) {
        let (player, rack) = (turn.player, analyzed.position.rack());
        let effect = analyzed.effect();
        if let Some(Move::Place(placement)) = &effect {
            let laid = placement.tiles.len();
            let drawn = self.bag.map_or(laid, |bag| bag.min(laid));
            self.bag = self.bag.map(|bag| bag - drawn);
            self.sizes[player] = self.sizes[player].saturating_sub(laid) + drawn;
        }
        let known = effect.filter(|_| analyzed.is_known);
        let kept = known.map(|effect| effect.leave(rack));
        self.kept[player] = kept.map_or(Equity::ZERO, |kept| leaves.value(&kept));
        self.drawing[player] = match (known, kept) {
            (Some(Move::Place(_)), Some(kept)) => Some(luck::Drawing { kept, exchanged: Rack::EMPTY }),
            (Some(Move::Exchange(tiles)), Some(kept)) => {
                Rack::from_cells(&tiles).map(|exchanged| luck::Drawing { kept, exchanged })
            }
            _ => None,
        };
    }

    /// The number of tiles that this player does not see.
    fn unseen(&self, player: usize) -> usize {
        let others = self.sizes[1 - player];
        self.bag.unwrap_or(others) + others
    }
}
