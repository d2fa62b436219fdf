//! A game of two players: bag, racks, turns, and the end. A game can be replayed exactly from its seed and its moves.
//!
//! The tiles are shuffled once, from the seed. The player who begins draws from one end of the row of tiles, the
//! other player from the other end. So in two games with one seed, each seat draws the same tiles as long as the bag
//! lasts, whoever sits there and however many tiles the opponent lays; that takes much of the luck out of a
//! comparison. Exchanged tiles go back to random places.

use std::sync::Arc;

use thiserror::Error;

use crate::board::gcg::{Event, EventKind, Gcg, GcgError};
use crate::board::{
    Bag, BoardSetup, Cell, Move, NotationError, Placement, PlayError, Position, Rack, Tiles, breakdown, word_text,
};
use crate::movegen::Generator;
use crate::random::Random;

use super::rules::{GameRules, UnknownRules};

/// Why a game cannot be played, or a move cannot be made.
#[derive(Debug, Error)]
pub enum GameError {
    /// The alphabet has no tile counts, or too few tiles.
    #[error("the bag of '{alphabet}' holds {tiles} tiles, a game of two needs {needed} — use an alphabet with more")]
    Bag {
        /// The name of the alphabet.
        alphabet: String,
        /// The number of its tiles.
        tiles: usize,
        /// The tiles of two full racks.
        needed: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The bag has too few tiles for this exchange.
    #[error("tiles may be exchanged only while the bag holds {needed}, it holds {bag}")]
    Exchange {
        /// The tiles that the bag must hold.
        needed: usize,
        /// The tiles that it holds.
        bag: usize,
    },
    /// The rules do not allow exchanges.
    #[error("the rules '{rules}' have no exchange of tiles")]
    NoExchange {
        /// The name of the rules.
        rules: String,
    },
    /// The play makes words that are not in the lexicon.
    #[error("not in the lexicon: {}", words.join(", "))]
    Words {
        /// The words.
        words: Vec<String>,
    },
    /// The board or the rack does not allow the move.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A saved game has no seed or no rules.
    #[error("the game was not saved by this program: '#{0}' is missing")]
    NoSeed(&'static str),
    /// The seed of a saved game is not a number.
    #[error("'#{SEED} {0}' is no seed — it is a number")]
    Seed(String),
    /// A saved game has unknown rules.
    #[error(transparent)]
    Rules(#[from] UnknownRules),
    /// A saved game contradicts itself.
    #[error(transparent)]
    Record(#[from] GcgError),
    /// A saved move cannot be read.
    #[error("line {line}: {error}")]
    Notation {
        /// The line.
        line: usize,
        /// What is wrong.
        error: NotationError,
    },
    /// A saved move or rack does not agree with the game of this seed.
    #[error("line {line}: {what}")]
    Replay {
        /// The line.
        line: usize,
        /// What does not agree.
        what: String,
    },
}

/// The pragma with the seed of a saved game.
const SEED: &str = "lexigraph-seed";
/// The pragma with the rules of a saved game.
const RULES: &str = "lexigraph-rules";

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The seat of the player: 0 for the player who began.
    pub seat: usize,
    /// The rack before the turn.
    pub rack: Rack,
    /// The move.
    pub played: Move,
    /// The score of the move.
    pub score: i32,
    /// The player's total after the turn.
    pub total: i32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A player went out: no tiles left on the rack, and none in the bag.
    WentOut {
        /// The seat of the player.
        seat: usize,
    },
    /// There were too many scoreless turns in a row.
    Stalled,
}

/// The tiles in the bag, in the order in which they are drawn. The player who began draws from the front, the other
/// from the back.
#[derive(Clone, Debug)]
struct DrawOrder {
    tiles: Vec<Cell>,
    random: Random,
}

impl DrawOrder {
    fn new(bag: &Bag, seed: u64) -> DrawOrder {
        let mut tiles: Vec<Cell> = bag.cells().collect();
        let mut random = Random::new(seed);
        random.shuffle(&mut tiles);
        DrawOrder { tiles, random }
    }

    /// Draws tiles until a rack has `size` tiles or the bag is empty.
    fn fill(&mut self, rack: &mut Rack, size: usize, seat: usize) {
        let count = size.saturating_sub(rack.len()).min(self.tiles.len());
        if seat == 0 {
            self.tiles.drain(..count).for_each(|cell| _ = rack.add(cell));
        } else {
            let first = self.tiles.len() - count;
            self.tiles.drain(first..).rev().for_each(|cell| _ = rack.add(cell));
        }
    }

    fn put_back(&mut self, tiles: &[Cell]) {
        for &cell in tiles {
            let at = self.random.below(self.tiles.len() + 1);
            self.tiles.insert(at, cell.on_rack());
        }
    }
}

/// What the player on turn sees.
pub struct View<'v> {
    /// The position, the player on turn first. The opponent's rack is empty until the bag is empty and the rack is
    /// known.
    pub position: &'v Position,
    /// The number of tiles in the bag.
    pub bag: usize,
    /// The rules.
    pub rules: &'v GameRules,
    /// A seed for strategies that use random numbers. It differs in every game and turn, and is the same if a game is
    /// replayed.
    pub seed: u64,
}

impl View<'_> {
    /// `true` if tiles may be exchanged.
    pub fn may_exchange(&self) -> bool {
        self.rules.may_exchange(self.bag)
    }

    /// The tiles that the player does not see: those in the bag and those of the opponent.
    pub fn unseen(&self) -> Bag {
        let position = self.position;
        let full = Bag::full(position.setup().alphabet());
        if full.is_empty() {
            return full;
        }
        let unseen = Bag::unseen(position.setup().alphabet(), position.board(), &[*position.rack()]);
        unseen.expect("bug: a position has more tiles of a letter than the bag")
    }

    /// The view of a position that comes from no game. The number of tiles in the bag follows from the position.
    ///
    /// An opponent whose rack is unknown holds a full rack, if there are enough tiles.
    pub fn of_position<'v>(position: &'v Position, rules: &'v GameRules, seed: u64) -> View<'v> {
        let view = View { position, bag: 0, rules, seed };
        let hidden = view.unseen().len();
        let opponents = position.opponent_rack().len().max(position.setup().layout().rack());
        View { bag: hidden.saturating_sub(opponents), ..view }
    }
}

/// A game of two players.
#[derive(Clone, Debug)]
pub struct Game {
    rules: GameRules,
    seed: u64,
    position: Position,
    /// The racks by seat.
    racks: [Rack; 2],
    on_turn: usize,
    draw_order: DrawOrder,
    turns: Vec<Taken>,
    end: Option<End>,
}

impl Game {
    /// Shuffles the tiles and deals two racks.
    ///
    /// # Errors
    /// [`GameError::Bag`] if there are not enough tiles for two racks.
    pub fn new(setup: Arc<BoardSetup>, rules: GameRules, seed: u64) -> Result<Game, GameError> {
        let bag = Bag::full(setup.alphabet());
        let size = setup.layout().rack();
        if bag.len() < 2 * size {
            let alphabet = setup.alphabet().name().to_owned();
            return Err(GameError::Bag { alphabet, tiles: bag.len(), needed: 2 * size });
        }
        let mut draw_order = DrawOrder::new(&bag, seed);
        let mut racks = [Rack::EMPTY; 2];
        racks.iter_mut().enumerate().for_each(|(seat, rack)| draw_order.fill(rack, size, seat));
        let position = Position::new(setup);
        let mut game = Game { rules, seed, position, racks, on_turn: 0, draw_order, turns: Vec::new(), end: None };
        game.show_racks();
        Ok(game)
    }

    /// What the player on turn sees.
    pub fn view(&self) -> View<'_> {
        let turn = self.turns.len() as u64;
        let seed = crate::random::mixed(self.seed ^ crate::random::mixed(turn + 1));
        View { position: &self.position, bag: self.bag(), rules: &self.rules, seed }
    }

    /// The seat of the player on turn: 0 for the player who began.
    pub fn on_turn(&self) -> usize {
        self.on_turn
    }

    /// The position, the player on turn first; see [`View::position`].
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The number of tiles in the bag.
    pub fn bag(&self) -> usize {
        self.draw_order.tiles.len()
    }

    /// The rack of a seat: 0 for the player who began.
    ///
    /// # Panics
    /// If `seat` is not 0 or 1.
    pub fn rack(&self, seat: usize) -> &Rack {
        &self.racks[seat]
    }

    /// The scores, that of the player who began first.
    pub fn scores(&self) -> [i32; 2] {
        let [mover, other] = self.position.scores();
        if self.on_turn == 0 { [mover, other] } else { [other, mover] }
    }

    /// The seed of the tiles.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The rules.
    pub fn rules(&self) -> &GameRules {
        &self.rules
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Taken] {
        &self.turns
    }

    /// How the game ended; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The words of a placement that are not in the lexicon.
    pub fn phonies(&self, placement: &Placement, generator: &Generator<'_>) -> Vec<String> {
        let (board, setup) = (self.position.board(), self.position.setup());
        let parts = breakdown(board, setup, placement);
        let words = std::iter::once(&parts.main).chain(&parts.crosses);
        let unknown = words.filter(|word| !generator.has_word(&word.cells));
        unknown.map(|word| word_text(setup.alphabet(), &word.cells)).collect()
    }

    /// Makes a move after checking everything, including the words.
    ///
    /// # Errors
    /// [`GameError`] says what is not allowed; the game does not change.
    pub fn play_checked(&mut self, play: &Move, generator: &Generator<'_>) -> Result<(), GameError> {
        if let Move::Place(placement) = play
            && self.end.is_none()
        {
            self.position.check(placement)?;
            let words = self.phonies(placement, generator);
            if !words.is_empty() {
                return Err(GameError::Words { words });
            }
        }
        self.play(play)
    }

    /// Makes a move after checking everything but the words.
    ///
    /// # Errors
    /// [`GameError`] says what is not allowed; the game does not change.
    pub fn play(&mut self, play: &Move) -> Result<(), GameError> {
        if self.end.is_some() {
            return Err(GameError::Over);
        }
        if let Move::Exchange(tiles) = play
            && (!self.rules.may_exchange(self.bag()) || tiles.len() > self.bag())
        {
            if self.rules.exchange_bag == 0 {
                return Err(GameError::NoExchange { rules: self.rules.name.clone() });
            }
            let needed = self.rules.exchange_bag.max(tiles.len());
            return Err(GameError::Exchange { needed, bag: self.bag() });
        }
        let undo = self.position.play(play)?;
        self.finish_turn(play, undo.score);
        Ok(())
    }

    /// Makes a move that a strategy found for this game, with its score. Placements are not checked again.
    pub(super) fn make(&mut self, play: &Move, score: i32) -> Result<(), GameError> {
        match play {
            Move::Place(placement) => {
                let _ = self.position.play_unchecked(placement, score);
                self.finish_turn(play, score);
                Ok(())
            }
            _ => self.play(play),
        }
    }

    /// A game that goes on from a view with this rack of the opponent. Seat 0 is on turn and draws from the front of
    /// `bag`.
    pub(super) fn dealt(view: &View<'_>, opponent: Rack, bag: Vec<Cell>, seed: u64) -> Game {
        let position = view.position.clone();
        let racks = [*position.rack(), opponent];
        let draw_order = DrawOrder { tiles: bag, random: Random::new(seed) };
        let rules = view.rules.clone();
        let mut game = Game { rules, seed, position, racks, on_turn: 0, draw_order, turns: Vec::new(), end: None };
        game.show_racks();
        game
    }

    fn finish_turn(&mut self, play: &Move, score: i32) {
        let seat = self.on_turn;
        let size = self.position.setup().layout().rack();
        let rack = &mut self.racks[seat];
        let before = *rack;
        *rack = play.leave(rack);
        self.draw_order.fill(rack, size, seat);
        if let Move::Exchange(tiles) = play {
            self.draw_order.put_back(tiles);
        }
        let total = self.position.scores()[1];
        self.turns.push(Taken { seat, rack: before, played: *play, score, total });
        self.on_turn = 1 - seat;
        if self.racks[seat].is_empty() && self.draw_order.tiles.is_empty() {
            self.settle(End::WentOut { seat });
        } else if self.position.scoreless_turns() >= self.rules.scoreless_turns {
            self.settle(End::Stalled);
        }
        self.show_racks();
    }

    fn settle(&mut self, end: End) {
        let points = self.position.setup().points();
        let worth = self.racks.map(|rack| rack.points(points));
        let [mut gains, mut losses] = [[0; 2]; 2];
        match end {
            End::WentOut { seat } => (gains[seat], losses[1 - seat]) = self.rules.going_out.settle(worth[1 - seat]),
            End::Stalled => losses = worth,
        }
        for seat in 0..2 {
            self.position.add_score(usize::from(seat != self.on_turn), gains[seat] - losses[seat]);
        }
        self.end = Some(end);
    }

    /// Sets the racks of the position to what the player on turn sees.
    fn show_racks(&mut self) {
        let other = if self.draw_order.tiles.is_empty() { self.racks[1 - self.on_turn] } else { Rack::EMPTY };
        self.position.set_racks_unchecked([self.racks[self.on_turn], other]);
    }

    /// The game `turns` turns ago, replayed from the seed and the moves.
    pub fn rewound(&self, turns: usize) -> Game {
        let kept = self.turns.len().saturating_sub(turns);
        let fresh = Game::new(self.position.setup().clone(), self.rules.clone(), self.seed);
        let mut game = fresh.expect("bug: these tiles were dealt before");
        for taken in &self.turns[..kept] {
            game.play(&taken.played).expect("bug: this move was made before");
        }
        game
    }

    /// The game as a GCG with its seed and rules, so that [`from_gcg`](Self::from_gcg) can go on with it.
    pub fn to_gcg(&self, names: [&str; 2]) -> Gcg {
        let setup = self.position.setup();
        let mut gcg = Gcg::new(setup.clone());
        let nick = |seat: usize| format!("p{}", seat + 1);
        for (seat, name) in names.iter().enumerate() {
            gcg.push_pragma(&format!("player{}", seat + 1), &format!("{} {name}", nick(seat)));
        }
        gcg.push_pragma("board-layout", setup.layout().name());
        gcg.push_pragma("tile-distribution", setup.alphabet().name());
        gcg.push_pragma(SEED, &self.seed.to_string());
        gcg.push_pragma(RULES, &self.rules.name);
        let tiles = |rack: &Rack| {
            let cells: Vec<Cell> = rack.cells().collect();
            Tiles::from_slice(&cells).expect("bug: a rack holds no more than MAX_RACK tiles")
        };
        let mut board = crate::board::Board::new(setup.layout());
        for taken in &self.turns {
            let kind = match &taken.played {
                Move::Place(placement) => {
                    let written = placement.written(&board);
                    board = placement.laid_on(&board);
                    EventKind::Play(written)
                }
                Move::Exchange(exchanged) => EventKind::Exchange(*exchanged),
                Move::Pass => EventKind::Pass,
            };
            let Taken { seat, rack, score, total, .. } = taken;
            gcg.push_event(Event { nick: nick(*seat), rack: tiles(rack), kind, points: *score, total: *total });
        }
        self.push_end(&mut gcg, nick, tiles);
        gcg
    }

    /// Appends the events that settle the game, or the racks of a game that goes on.
    fn push_end(&self, gcg: &mut Gcg, nick: impl Fn(usize) -> String, tiles: impl Fn(&Rack) -> Tiles) {
        let points = self.position.setup().points();
        let mut totals =
            [0, 1].map(|seat| self.turns.iter().rfind(|taken| taken.seat == seat).map_or(0, |taken| taken.total));
        let mut push = |seat: usize, rack: Tiles, kind, points| {
            totals[seat] += points;
            gcg.push_event(Event { nick: nick(seat), rack, kind, points, total: totals[seat] });
        };
        match self.end {
            None => {
                for seat in 0..2 {
                    let text = self.racks[seat].render(self.position.setup().alphabet());
                    gcg.push_pragma(&format!("rack{}", seat + 1), &text);
                }
            }
            Some(End::WentOut { seat }) => {
                let left = self.racks[1 - seat];
                let (gain, loss) = self.rules.going_out.settle(left.points(points));
                if gain != 0 {
                    push(seat, Tiles::NONE, EventKind::EndRack(tiles(&left)), gain);
                }
                if loss != 0 {
                    push(1 - seat, tiles(&left), EventKind::EndPenalty(tiles(&left)), -loss);
                }
            }
            Some(End::Stalled) => {
                for seat in [self.on_turn, 1 - self.on_turn] {
                    let left = tiles(&self.racks[seat]);
                    push(seat, left, EventKind::EndPenalty(left), -self.racks[seat].points(points));
                }
            }
        }
    }

    /// Goes on with a game that [`to_gcg`](Self::to_gcg) wrote: deals the tiles from the seed again and makes the
    /// moves again.
    ///
    /// # Errors
    /// [`GameError`] names the line that is wrong, or that does not agree with the game of this seed.
    pub fn from_gcg(gcg: &Gcg) -> Result<Game, GameError> {
        let seed = gcg.pragma(SEED).ok_or(GameError::NoSeed(SEED))?.trim();
        let seed = seed.parse().map_err(|_| GameError::Seed(seed.to_owned()))?;
        let rules = GameRules::builtin(gcg.pragma(RULES).ok_or(GameError::NoSeed(RULES))?.trim())?;
        gcg.replay()?;
        let mut game = Game::new(gcg.setup.clone(), rules, seed)?;
        let alphabet = gcg.setup.alphabet();
        for line in &gcg.lines {
            let crate::board::gcg::Content::Event(event) = &line.content else { continue };
            let line = line.number;
            let played = match &event.kind {
                EventKind::Play(written) => {
                    let placement = written.resolve(game.position.board(), alphabet);
                    Move::Place(placement.map_err(|error| GameError::Notation { line, error })?)
                }
                EventKind::Exchange(tiles) => Move::Exchange(*tiles),
                EventKind::Pass => Move::Pass,
                EventKind::EndRack(_) | EventKind::EndPenalty(_) => continue,
                _ => return Err(GameError::Replay { line, what: "an event that no game of this program has".to_owned() }),
            };
            let wrong = |what: String| GameError::Replay { line, what };
            if gcg.player(game.on_turn).is_none_or(|(nick, _)| nick != event.nick) {
                return Err(wrong(format!("'{}' is not on turn: #player1 begins", event.nick)));
            }
            if Rack::from_cells(&event.rack) != Some(*game.position.rack()) {
                let dealt = game.position.rack().render(alphabet);
                return Err(wrong(format!("the rack is not the one this seed deals, which is {dealt}")));
            }
            game.play(&played).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(game)
    }
}
