//! A game of two, three or four players: bag, racks, turns, and the end. A game can be replayed exactly from its seed and
//! its moves. The number of players is a parameter of the type, so a game of two carries nothing for more.
//!
//! The tiles are shuffled once, from the seed. The player who begins draws from one end of the row of tiles, the
//! other player from the other end; a third player draws from the first end, a fourth from the other. So in two games
//! with one seed, each seat draws the same tiles as long as the bag lasts, whoever sits there and however many tiles the
//! opponent lays; that takes much of the luck out of a comparison. Exchanged tiles go back to random places.

mod challenge;
mod clock;
mod record;

use std::sync::Arc;

use thiserror::Error;

use crate::board::gcg::GcgError;
use crate::board::{Bag, BagError, BoardSetup, Cell, Move, NotationError, Placement, PlayError, Position, Rack};
use crate::movegen::Generator;
use crate::random::Random;

use super::rules::{GameRules, UnknownRules};
use super::view::{LastTurn, Opponent, View};
pub use challenge::{Challenge, Ruling, UnknownChallenge};
use clock::Clocks;
use record::Source;

/// Why a game cannot be played, or a move cannot be made.
#[derive(Debug, Error)]
pub enum GameError {
    /// The alphabet has no tile counts, or too few tiles.
    #[error("the bag of '{alphabet}' holds {tiles} tiles, a game of {} needs {needed} — use an alphabet with more", ["two", "three", "four"][seats.clamp(&2, &4) - 2])]
    Bag {
        /// The name of the alphabet.
        alphabet: String,
        /// The number of its tiles.
        tiles: usize,
        /// The tiles of full racks for all players.
        needed: usize,
        /// The number of players.
        seats: usize,
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
    /// There is nothing to challenge, or the rules have no challenges.
    #[error("{0}")]
    Challenge(&'static str),
    /// A note of a saved game cannot be read.
    #[error("the note of the game says {item} '{text}', which is not {what}")]
    Note {
        /// The name of the item.
        item: &'static str,
        /// Its text.
        text: String,
        /// What it should be.
        what: &'static str,
    },
    /// The board or the rack does not allow the move.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The record of a game has no seed or no rules.
    #[error("the game was not saved by this program: no note says its seed and rules")]
    NoSeed,
    /// The seed of a saved game is not a number.
    #[error("the note of the game says the seed '{0}', which is not a number")]
    Seed(String),
    /// A saved game goes on from a turn that it does not have.
    #[error("the note of the game says that it goes on after turn '{text}', but it has {turns} turns")]
    Dealt {
        /// The text of the note.
        text: String,
        /// The turns of the game.
        turns: usize,
    },
    /// The board has more tiles of a letter than the game.
    #[error(transparent)]
    Tiles(#[from] BagError),
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
    /// The play that was challenged and taken back. Then the turn itself is a pass.
    pub withdrawn: Option<Withdrawn>,
    /// The points that the player got after the turn, because the play was challenged but stands.
    pub bonus: i32,
}

/// A play that was challenged and taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawn {
    /// The play.
    pub placement: Placement,
    /// What it would have scored.
    pub score: i32,
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
        if seat.is_multiple_of(2) {
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

/// A game of two players, or of `SEATS`, from 2 to 4.
#[derive(Clone, Debug)]
pub struct Game<const SEATS: usize = 2> {
    rules: GameRules,
    seed: u64,
    /// The player on turn comes first. With more than two players, the second score is that of the best opponent.
    position: Position,
    /// The racks by seat.
    racks: [Rack; SEATS],
    /// The scores by seat.
    scores: [i32; SEATS],
    /// The opponents of the player on turn, in the order of their turns; used with more than two players.
    opponents: [Opponent; SEATS],
    on_turn: usize,
    draw_order: DrawOrder,
    turns: Vec<Taken>,
    /// The last turn; `None` before the first one and after a play that was withdrawn.
    last: Option<LastTurn>,
    end: Option<End>,
    clocks: Clocks<SEATS>,
    /// The record that the game goes on from; `None` if all its tiles come from the seed.
    source: Option<Arc<Source>>,
}

impl Game {
    /// Shuffles the tiles and deals two racks.
    ///
    /// # Errors
    /// [`GameError::Bag`] if there are not enough tiles for two racks.
    pub fn new(setup: Arc<BoardSetup>, rules: GameRules, seed: u64) -> Result<Game, GameError> {
        Game::deal(setup, rules, seed)
    }
}

impl<const SEATS: usize> Game<SEATS> {
    /// Two players at least, and four at most.
    const SOUND: () = assert!(2 <= SEATS && SEATS <= 4, "a game has two, three or four players");

    /// Shuffles the tiles and deals a rack to each of the players: `Game::<3>::deal(setup, rules, seed)`.
    ///
    /// # Errors
    /// [`GameError::Bag`] if there are not enough tiles for all racks.
    pub fn deal(setup: Arc<BoardSetup>, rules: GameRules, seed: u64) -> Result<Game<SEATS>, GameError> {
        let bag = Bag::full(setup.alphabet());
        let size = setup.layout().rack();
        let needed = SEATS * size;
        if bag.len() < needed {
            let alphabet = setup.alphabet().name().to_owned();
            return Err(GameError::Bag { alphabet, tiles: bag.len(), needed, seats: SEATS });
        }
        let mut draw_order = DrawOrder::new(&bag, seed);
        let mut racks = [Rack::EMPTY; SEATS];
        racks.iter_mut().enumerate().for_each(|(seat, rack)| draw_order.fill(rack, size, seat));
        let mut game = Game::of(rules, seed, Position::new(setup), (racks, [0; SEATS]), draw_order);
        game.show();
        Ok(game)
    }

    /// A game without turns, seat 0 on turn.
    fn of(
        rules: GameRules,
        seed: u64,
        position: Position,
        (racks, scores): ([Rack; SEATS], [i32; SEATS]),
        draw_order: DrawOrder,
    ) -> Game<SEATS> {
        let () = Self::SOUND;
        let opponents = [Opponent::default(); SEATS];
        Game {
            rules,
            seed,
            position,
            racks,
            scores,
            opponents,
            on_turn: 0,
            draw_order,
            turns: Vec::new(),
            last: None,
            end: None,
            clocks: Clocks::default(),
            source: None,
        }
    }

    /// What the player on turn sees.
    pub fn view(&self) -> View<'_> {
        let turn = self.turns.len() as u64;
        let seed = crate::random::mixed(self.seed ^ crate::random::mixed(turn + 1));
        let opponents = if SEATS > 2 { &self.opponents[..SEATS - 1] } else { &[] };
        // Inference is about a single opponent.
        let last = self.last.filter(|_| SEATS == 2);
        View { position: &self.position, bag: self.bag(), rules: &self.rules, opponents, seed, last }
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
    /// If there are not so many seats.
    pub fn rack(&self, seat: usize) -> &Rack {
        &self.racks[seat]
    }

    /// The scores by seat, that of the player who began first.
    pub fn scores(&self) -> [i32; SEATS] {
        self.scores
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
        generator.phonies(&self.position, placement)
    }

    /// Makes a move after checking everything, including the words unless the rules have challenges or let every play
    /// stand.
    ///
    /// # Errors
    /// [`GameError`] says what is not allowed; the game does not change.
    pub fn play_checked(&mut self, play: &Move, generator: &Generator<'_>) -> Result<(), GameError> {
        if let Move::Place(placement) = play
            && self.end.is_none()
        {
            self.position.check(placement)?;
            let words = self.phonies(placement, generator);
            if !words.is_empty() && !self.rules.challenge.allows_phonies() {
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
        self.last = Some(LastTurn { played: *play, laid: undo.laid });
        self.finish_turn(play, undo.score);
        Ok(())
    }

    /// Makes a move that a strategy found for this game, with its score. Placements are not checked again.
    pub(super) fn make(&mut self, play: &Move, score: i32) -> Result<(), GameError> {
        match play {
            Move::Place(placement) => {
                let undo = self.position.play_unchecked(placement, score);
                self.last = Some(LastTurn { played: *play, laid: undo.laid });
                self.finish_turn(play, score);
                Ok(())
            }
            _ => self.play(play),
        }
    }

    /// A game that goes on from a view with these racks of the opponents, in the order of their turns. Seat 0 is on turn
    /// and draws from the front of `bag`. There are as many opponents as the view has.
    pub(super) fn dealt(view: &View<'_>, opponents: &[Rack], bag: Vec<Cell>, seed: u64) -> Game<SEATS> {
        let position = view.position.clone();
        let mut racks = [*position.rack(); SEATS];
        racks[1..].copy_from_slice(opponents);
        let [own, other] = position.scores();
        let mut scores = [own; SEATS];
        match view.opponents {
            [] => scores[1..].fill(other),
            opponents => scores[1..].iter_mut().zip(opponents).for_each(|(score, opponent)| *score = opponent.score),
        }
        let draw_order = DrawOrder { tiles: bag, random: Random::new(seed) };
        let mut game = Game::of(view.rules.clone(), seed, position, (racks, scores), draw_order);
        game.show();
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
        let total = self.scores[seat].saturating_add(score);
        self.scores[seat] = total;
        self.turns.push(Taken { seat, rack: before, played: *play, score, total, withdrawn: None, bonus: 0 });
        self.on_turn = (seat + 1) % SEATS;
        self.settle_if_over(seat);
        self.show();
    }

    /// Ends the game if the turn of `seat` ended it.
    fn settle_if_over(&mut self, seat: usize) {
        if self.racks[seat].is_empty() && self.draw_order.tiles.is_empty() {
            self.settle(End::WentOut { seat });
        } else if self.position.scoreless_turns() >= self.rules.scoreless_turns_of(SEATS) {
            self.settle(End::Stalled);
        }
    }

    fn settle(&mut self, end: End) {
        let changes = self.changes(end);
        for (seat, (gain, loss)) in changes.into_iter().enumerate() {
            self.scores[seat] += gain - loss - self.time_penalty(seat);
        }
        self.end = Some(end);
    }

    /// What each seat gains and loses by the end of the game.
    fn changes(&self, end: End) -> [(i32, i32); SEATS] {
        let points = self.position.setup().points();
        let worth = self.racks.map(|rack| rack.points(points));
        match end {
            End::WentOut { seat } => self.rules.going_out.settle_among(seat, worth),
            End::Stalled => worth.map(|worth| (0, worth)),
        }
    }

    /// Sets racks and scores of the position to what the player on turn sees.
    fn show(&mut self) {
        let seat = self.on_turn;
        let others = (1..SEATS).map(|after| (seat + after) % SEATS);
        let best = others.clone().map(|other| self.scores[other]).max().unwrap_or_default();
        // Who of two players sees all tiles but the other's knows these; one of three does not know who has which.
        let known = SEATS == 2 && self.draw_order.tiles.is_empty();
        let other = if known { self.racks[(seat + 1) % SEATS] } else { Rack::EMPTY };
        self.position.set_racks_unchecked([self.racks[seat], other]);
        self.position.set_scores([self.scores[seat], best]);
        if SEATS > 2 {
            for (opponent, other) in self.opponents.iter_mut().zip(others) {
                *opponent = Opponent { score: self.scores[other], tiles: self.racks[other].len() };
            }
        }
    }
}
