//! Duplicate: one board, and in each turn the same rack for all players. Each player scores the own play; the best play
//! of the turn, the top, is laid for all. So luck is the same for everybody, and a result is a share of the tops.
//!
//! Method: the tiles that the top leaves are filled up from the bag. A rack with too few vowels or consonants goes back
//! whole and is drawn anew; so does a rack that has no play while there are other tiles. The game is over when the tiles
//! left cannot make a rack of the rule, or no rack with a play is found. Of plays with the same score, the top is one
//! that spends fewer blanks, then the first one in the order of the generator.
//!
//! Source: the public rules of duplicate in the francophone field; the numbers are in `wordlists/duplicate.toml`.

use std::sync::Arc;

use serde::Deserialize;
use thiserror::Error;

use crate::alphabet::Alphabet;
use crate::board::{Bag, BagError, BoardSetup, Cell, Move, Placement, PlayError, Position, Rack};
use crate::movegen::{All, Generator, MovegenError, Order, Worker};
use crate::random::{Random, mixed};

use super::View;
use super::rules::GameRules;

static TABLE: &str = include_str!("../wordlists/duplicate.toml");

/// How often a rack is drawn anew before the game is given up.
const TRIES: usize = 1000;

/// The fewest vowels and consonants on a rack.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RackRule {
    /// The number of draws that count as the first ones.
    pub early_draws: usize,
    /// The fewest vowels, and the fewest consonants, in the first draws.
    pub early_least: usize,
    /// The same in later draws.
    pub later_least: usize,
    /// The labels of letters that count as either, as blanks do.
    pub either: Vec<String>,
}

impl Default for RackRule {
    fn default() -> RackRule {
        toml::from_str(TABLE).expect("bug: duplicate.toml cannot be read")
    }
}

impl RackRule {
    /// The fewest vowels, and the fewest consonants, in a draw; draws count from 1.
    pub fn least(&self, draw: usize) -> usize {
        if draw <= self.early_draws { self.early_least } else { self.later_least }
    }

    /// `true` if `size` of these tiles can be a rack of this draw: all of them if they are no more than `size`.
    pub fn allows(&self, tiles: impl Iterator<Item = Cell>, alphabet: &Alphabet, draw: usize, size: usize) -> bool {
        let (mut vowels, mut consonants, mut either, mut total) = (0, 0, 0, 0);
        for cell in tiles {
            let letter = cell.letter().map(|tile| &alphabet.letters()[usize::from(tile.number()) - 1]);
            let count = match letter {
                Some(letter) if self.either.contains(&letter.label) => &mut either,
                Some(letter) if letter.vowel => &mut vowels,
                Some(_) => &mut consonants,
                None => &mut either,
            };
            *count += 1;
            total += 1;
        }
        let least = self.least(draw);
        let lacking = |count: usize| least.saturating_sub(count);
        2 * least <= size.min(total) && lacking(vowels) + lacking(consonants) <= either
    }
}

/// Why a game of duplicate cannot go on as wanted.
#[derive(Debug, Error)]
pub enum DuplicateError {
    /// The alphabet has no tile counts, or too few tiles.
    #[error("the bag of '{alphabet}' holds {tiles} tiles, a rack needs {needed} — use an alphabet with more")]
    Bag {
        /// The name of the alphabet.
        alphabet: String,
        /// The number of its tiles.
        tiles: usize,
        /// The tiles of a full rack.
        needed: usize,
    },
    /// A given rack has more tiles than a rack holds, or none.
    #[error("a rack has one to {most} tiles, this one has {tiles}")]
    Size {
        /// The number of its tiles.
        tiles: usize,
        /// The most tiles of a rack.
        most: usize,
    },
    /// A given rack is not possible with the tiles on the board.
    #[error(transparent)]
    Tiles(#[from] BagError),
    /// No rack was drawn, or the game is over.
    #[error("there is no rack: the game is over, or none was drawn")]
    NoRack,
    /// A play is not allowed on the board.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A play makes words that are not in the lexicon.
    #[error("not in the lexicon: {}", words.join(", "))]
    Words {
        /// The words.
        words: Vec<String>,
    },
    /// There are no exchanges in duplicate.
    #[error("tiles are not exchanged in duplicate — play a word, or pass")]
    Exchange,
    /// Lexicon and tiles have different letters.
    #[error(transparent)]
    Movegen(#[from] MovegenError),
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateTurn {
    /// The rack.
    pub rack: Rack,
    /// The number of racks that went back before this one.
    pub refused: usize,
    /// The top.
    pub top: Placement,
    /// Its score.
    pub score: i32,
    /// The number of plays with that score.
    pub tops: usize,
}

/// A game of duplicate, as the arbiter sees it: it draws racks, knows the top, judges plays, and lays the top.
pub struct Duplicate<'g> {
    generator: &'g Generator<'g>,
    worker: Worker<'g>,
    position: Position,
    rule: RackRule,
    view_rules: GameRules,
    seed: u64,
    random: Random,
    /// The tiles kept from the last turn.
    kept: Rack,
    /// The rack of a turn that is not played yet, with its top.
    pending: Option<DuplicateTurn>,
    turns: Vec<DuplicateTurn>,
}

impl<'g> Duplicate<'g> {
    /// A game with an empty board. The racks follow from the seed and the moves.
    ///
    /// # Errors
    /// [`DuplicateError::Bag`] if the alphabet has not the tiles of a rack.
    pub fn new(
        generator: &'g Generator<'g>,
        setup: Arc<BoardSetup>,
        rule: RackRule,
        seed: u64,
    ) -> Result<Duplicate<'g>, DuplicateError> {
        let (tiles, needed) = (Bag::full(setup.alphabet()).len(), setup.layout().rack());
        if tiles < needed {
            return Err(DuplicateError::Bag { alphabet: setup.alphabet().name().to_owned(), tiles, needed });
        }
        let standard = GameRules::builtin("standard").expect("bug: there are no standard rules");
        Ok(Duplicate {
            generator,
            worker: generator.worker(),
            position: Position::new(setup),
            rule,
            view_rules: GameRules { exchange_bag: 0, ..standard },
            seed,
            random: Random::new(mixed(seed)),
            kept: Rack::EMPTY,
            pending: None,
            turns: Vec::new(),
        })
    }

    /// The turns so far.
    pub fn turns(&self) -> &[DuplicateTurn] {
        &self.turns
    }

    /// The position: board and rack of the turn; there are no scores.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rack of the turn and its top; `None` if none was drawn.
    pub fn pending(&self) -> Option<&DuplicateTurn> {
        self.pending.as_ref()
    }

    /// Draws the rack of the next turn, unless there is one. `None` if the game is over.
    ///
    /// # Errors
    /// [`DuplicateError::Movegen`] if lexicon and tiles have different letters.
    pub fn draw(&mut self) -> Result<Option<&DuplicateTurn>, DuplicateError> {
        if self.pending.is_none() {
            self.pending = self.drawn()?;
        }
        Ok(self.pending())
    }

    fn drawn(&mut self) -> Result<Option<DuplicateTurn>, DuplicateError> {
        let setup = self.position.setup().clone();
        let (alphabet, size) = (setup.alphabet(), setup.layout().rack());
        let draw = self.turns.len() + 1;
        let all = Bag::unseen(alphabet, self.position.board(), &[])?;
        if !self.rule.allows(all.cells(), alphabet, draw, size) {
            return Ok(None);
        }
        let mut kept = self.kept;
        for refused in 0..TRIES {
            let mut bag: Vec<Cell> = Bag::unseen(alphabet, self.position.board(), &[kept])?.cells().collect();
            self.random.shuffle(&mut bag);
            let mut rack = kept;
            bag.iter().take(size.saturating_sub(kept.len())).for_each(|&cell| _ = rack.add(cell));
            // What goes back goes back whole.
            kept = Rack::EMPTY;
            if !self.rule.allows(rack.cells(), alphabet, draw, size) {
                continue;
            }
            if let Some(turn) = self.with_top(rack, refused)? {
                return Ok(Some(turn));
            }
            if rack.len() == all.len() {
                break;
            }
        }
        self.position.set_racks_unchecked([Rack::EMPTY; 2]);
        Ok(None)
    }

    /// Takes a given rack for the next turn, in place of one that was drawn; the rule of vowels and consonants is not
    /// asked. `None` if the rack has no play: then the next rack may be given.
    ///
    /// # Errors
    /// [`DuplicateError`] if the rack is too long or empty, or has tiles that are on the board already.
    pub fn take(&mut self, rack: Rack) -> Result<Option<&DuplicateTurn>, DuplicateError> {
        let setup = self.position.setup().clone();
        let (tiles, most) = (rack.len(), setup.layout().rack());
        if !(1..=most).contains(&tiles) {
            return Err(DuplicateError::Size { tiles, most });
        }
        Bag::unseen(setup.alphabet(), self.position.board(), &[rack])?;
        self.pending = self.with_top(rack, 0)?;
        Ok(self.pending())
    }

    /// Puts a rack in front of everybody, and finds its top.
    fn with_top(&mut self, rack: Rack, refused: usize) -> Result<Option<DuplicateTurn>, DuplicateError> {
        self.position.set_racks_unchecked([rack, Rack::EMPTY]);
        let mut all = All::new();
        self.worker.all(&self.position, &mut all)?;
        let plays = all.into_sorted(Order::Score);
        let Some(score) = plays.first().map(|play| play.score) else { return Ok(None) };
        let tops: Vec<&Placement> =
            plays.iter().take_while(|play| play.score == score).map(|play| &play.placement).collect();
        let blanks = |placement: &&&Placement| placement.tiles.iter().filter(|cell| cell.on_rack() == Cell::BLANK).count();
        let top = **tops.iter().min_by_key(blanks).expect("bug: there was a play");
        Ok(Some(DuplicateTurn { rack, refused, top, score, tops: tops.len() }))
    }

    /// What a player sees. Exchanges are not allowed; there is no opponent on the board.
    pub fn view(&self) -> View<'_> {
        let seed = mixed(self.seed ^ mixed(self.turns.len() as u64 + 1));
        let view = View { position: &self.position, bag: 0, rules: &self.view_rules, opponents: &[], seed, last: None };
        let bag = view.unseen().len();
        View { bag, ..view }
    }

    /// The score of a player's move in this turn. A pass scores nothing.
    ///
    /// # Errors
    /// [`DuplicateError`] says why the move is not allowed.
    pub fn judge(&self, play: &Move) -> Result<i32, DuplicateError> {
        if self.pending.is_none() {
            return Err(DuplicateError::NoRack);
        }
        match play {
            Move::Pass => Ok(0),
            Move::Exchange(_) => Err(DuplicateError::Exchange),
            Move::Place(placement) => {
                self.position.check(placement)?;
                let words = self.generator.phonies(&self.position, placement);
                if words.is_empty() { Ok(self.position.score(placement)) } else { Err(DuplicateError::Words { words }) }
            }
        }
    }

    /// Lays the top of this turn.
    ///
    /// # Errors
    /// [`DuplicateError::NoRack`] if there is no rack.
    pub fn lay(&mut self) -> Result<&DuplicateTurn, DuplicateError> {
        let turn = self.pending.take().ok_or(DuplicateError::NoRack)?;
        let _ = self.position.play_unchecked(&turn.top, turn.score);
        self.kept = Move::Place(turn.top).leave(&turn.rack);
        self.position.set_racks_unchecked([self.kept, Rack::EMPTY]);
        self.position.set_scores([0, 0]);
        self.turns.push(turn);
        Ok(self.turns.last().expect("bug: a turn was just played"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Racks are allowed exactly if some way to count blanks and Y makes them so.
    #[test]
    fn blanks_count_as_either() {
        let setup = BoardSetup::builtin("english", "standard-15").unwrap();
        let (rule, alphabet) = (RackRule::default(), setup.alphabet());
        for (text, early, later) in [
            ("AEBCDFG", true, true),
            ("ABCDFGH", false, true),
            ("A?BCDFG", true, true),
            ("AYBCDFG", true, true),
            ("BCDFGHJ", false, false),
            ("?BCDFGH", false, true),
            ("??BCDFG", true, true),
            ("AEIOUAE", false, false),
            ("Y?", false, true),
            ("AEB", false, true),
        ] {
            let rack = Rack::parse(text, alphabet).unwrap();
            let allowed = |draw| rule.allows(rack.cells(), alphabet, draw, 7);
            assert_eq!([allowed(1), allowed(15), allowed(16)], [early, early, later], "{text}");
        }
    }
}
