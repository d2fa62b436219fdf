//! When a card is due.

use super::boxes::Boxes;
use super::fsrs::{Fsrs, Memory};
use super::log::Answer;
use super::moment::{HALF_DAY, Moment};

/// The grade of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Wrong, or not known.
    Again,
    /// Right, with trouble.
    Hard,
    /// Right.
    Good,
    /// Right, at once.
    Easy,
}

impl Grade {
    /// The number in the log: 1 for again to 4 for easy.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The grade of a number from 1 to 4.
    pub const fn from_number(number: u8) -> Option<Grade> {
        Some(match number {
            1 => Grade::Again,
            2 => Grade::Hard,
            3 => Grade::Good,
            4 => Grade::Easy,
            _ => return None,
        })
    }

    /// `true` unless it has to be asked again.
    pub const fn is_right(self) -> bool {
        !matches!(self, Grade::Again)
    }
}

/// The stage of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// By [`Fsrs`].
    Memory(Memory),
    /// By [`Boxes`]: the number of the box from 0.
    Box(usize),
}

/// The state of a card that has been answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardState {
    /// When it is to be asked again.
    pub due: Moment,
    /// When it was last answered.
    pub last: Moment,
    /// The days between the two.
    pub days: u32,
    /// Its stage.
    pub level: Level,
}

impl CardState {
    /// `true` from half a day before the time on.
    pub fn is_due(&self, now: Moment) -> bool {
        self.due.0 <= now.0.saturating_add(HALF_DAY)
    }
}

/// A way to find from its answers when a card is due.
#[derive(Clone, Debug, PartialEq)]
pub enum Schedule {
    /// By an estimate of what is remembered.
    Fsrs(Fsrs),
    /// By boxes with fixed intervals.
    Boxes(Boxes),
}

impl Schedule {
    /// The state of a card after all its answers, by time; `None` if it has not been answered. Linear in the answers.
    pub fn state(&self, answers: &[Answer]) -> Option<CardState> {
        match self {
            Schedule::Fsrs(fsrs) => fsrs.state(answers),
            Schedule::Boxes(boxes) => boxes.state(answers),
        }
    }
    /// The state of a card after each of its answers, by time. Linear in the answers.
    pub fn states(&self, answers: &[Answer]) -> Vec<Option<CardState>> {
        match self {
            Schedule::Fsrs(fsrs) => fsrs.states(answers),
            Schedule::Boxes(boxes) => boxes.states(answers),
        }
    }
}
