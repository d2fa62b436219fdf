//! Challenges: what becomes of a play with words that are not in the lexicon.
//!
//! Right after a play, before any other move, the player on turn may challenge it. All words of the play are judged
//! together. If one of them is not in the lexicon, the play is taken back, with the tiles drawn after it, and the turn
//! counts as a pass. Otherwise the play stands, and the rules say what the challenge costs. A play that ends the game
//! may be challenged too.

use serde::Deserialize;
use thiserror::Error;

use crate::board::{Move, Placement, breakdown, word_text};
use crate::movegen::Generator;

use super::{Game, GameError, Withdrawn};

/// What happens to words that are not in the lexicon, and what a failed challenge costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Challenge {
    /// A play with such words cannot be made.
    #[default]
    Void,
    /// Every play stands, whatever its words.
    None,
    /// A failed challenge costs nothing.
    Single,
    /// A failed challenge costs the challenger the turn.
    Double,
    /// A failed challenge gives the challenged player five points.
    Five,
    /// A failed challenge gives the challenged player ten points.
    Ten,
}

/// A text is not a challenge rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no challenge rule is called '{name}' — use one of: {}", Challenge::ALL.map(Challenge::name).join(", "))]
pub struct UnknownChallenge {
    name: String,
}

impl Challenge {
    /// All challenge rules.
    pub const ALL: [Challenge; 6] =
        [Challenge::Void, Challenge::None, Challenge::Single, Challenge::Double, Challenge::Five, Challenge::Ten];

    /// The name in tables and options.
    pub fn name(self) -> &'static str {
        match self {
            Challenge::Void => "void",
            Challenge::None => "none",
            Challenge::Single => "single",
            Challenge::Double => "double",
            Challenge::Five => "five",
            Challenge::Ten => "ten",
        }
    }

    /// `true` if a play with words that are not in the lexicon can be made.
    pub fn allows_phonies(self) -> bool {
        self != Challenge::Void
    }

    /// `true` if plays can be challenged.
    pub fn can_challenge(self) -> bool {
        !matches!(self, Challenge::Void | Challenge::None)
    }

    /// The points that a player gets whose play was challenged but stands.
    pub fn bonus(self) -> i32 {
        match self {
            Challenge::Five => 5,
            Challenge::Ten => 10,
            _ => 0,
        }
    }
}

impl std::str::FromStr for Challenge {
    type Err = UnknownChallenge;

    fn from_str(text: &str) -> Result<Challenge, UnknownChallenge> {
        Challenge::ALL.into_iter().find(|rule| rule.name() == text).ok_or_else(|| UnknownChallenge { name: text.to_owned() })
    }
}

/// The outcome of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The play is taken back.
    Withdrawn {
        /// Its words that are not in the lexicon.
        words: Vec<String>,
    },
    /// The play stands.
    Stands {
        /// The points that its player gets.
        bonus: i32,
        /// `true` if the challenger loses the turn.
        lost_turn: bool,
    },
}

impl<const SEATS: usize> Game<SEATS> {
    /// All words of a placement, the main word first.
    pub fn words(&self, placement: &Placement) -> Vec<String> {
        let setup = self.position.setup();
        let parts = breakdown(self.position.board(), setup, placement);
        parts.words().map(|word| word_text(setup.alphabet(), &word.cells)).collect()
    }

    /// `true` if [`challenge`](Self::challenge) can be called now.
    pub fn may_challenge(&self) -> bool {
        self.challenged().is_ok()
    }

    /// The player on turn challenges the play just made. Replays the game if the play is taken back.
    ///
    /// # Errors
    /// [`GameError::Challenge`] if the rules have no challenges, if the last turn was no play, or if it was challenged
    /// before.
    pub fn challenge(&mut self, lexicon: &Generator<'_>) -> Result<Ruling, GameError> {
        let (placement, score) = self.challenged()?;
        let mut before = self.rewound(1);
        let words = before.phonies(&placement, lexicon);
        if !words.is_empty() {
            before.play(&Move::Pass)?;
            before.set_withdrawn(Some(Withdrawn { placement, score }));
            *self = before;
            return Ok(Ruling::Withdrawn { words });
        }
        let bonus = self.rules.challenge.bonus();
        self.add_bonus(bonus);
        let lost_turn = self.rules.challenge == Challenge::Double && self.end.is_none();
        if lost_turn {
            self.play(&Move::Pass)?;
        }
        Ok(Ruling::Stands { bonus, lost_turn })
    }

    /// The play that may be challenged now, with its score.
    fn challenged(&self) -> Result<(Placement, i32), GameError> {
        if !self.rules.challenge.can_challenge() {
            return Err(GameError::Challenge("the rules have no challenges"));
        }
        match self.turns.last() {
            Some(taken) if taken.bonus != 0 => Err(GameError::Challenge("the play was challenged before, and stands")),
            Some(taken) => match &taken.played {
                Move::Place(placement) => Ok((*placement, taken.score)),
                _ => Err(GameError::Challenge("the last turn was no play")),
            },
            None => Err(GameError::Challenge("there is no play to challenge")),
        }
    }

    /// Gives points to the player of the last turn.
    pub(super) fn add_bonus(&mut self, bonus: i32) {
        if let Some(taken) = self.turns.last_mut() {
            taken.bonus = bonus;
            self.scores[taken.seat] += bonus;
            self.show();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for rule in Challenge::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
        }
        let error = "triple".parse::<Challenge>().unwrap_err().to_string();
        assert_eq!(error, "no challenge rule is called 'triple' — use one of: void, none, single, double, five, ten");
    }
}
