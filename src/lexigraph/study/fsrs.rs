//! FSRS-6: how long something is remembered, estimated from the answers.
//!
//! The *stability* of a memory is the number of days after which the probability of recall has fallen to 90 %; its
//! *difficulty* is a number from 1 to 10. Each answer changes both. The formulas and the default weights are those that
//! the Open Spaced Repetition group publishes ("The Algorithm", wiki of the repository `awesome-fsrs`; weights as in
//! version 6.3 of its Python package `fsrs`), fitted to some hundred million reviews.

use thiserror::Error;

use super::log::{Answer, Mark};
use super::moment::Moment;
use super::schedule::{CardState, Grade, Level};

/// The default weights w₀ to w₂₀ of FSRS-6.
#[rustfmt::skip]
pub const DEFAULT_WEIGHTS: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956,  // w0-w3: first stability after again, hard, good, easy
    6.4133, 0.8334, 3.0194, 0.001,  // w4-w7: difficulty
    1.8722, 0.1666, 0.796,          // w8-w10: growth of the stability after recall
    1.4835, 0.0614, 0.2629, 1.6483, // w11-w14: stability after forgetting
    0.6014, 1.8729,                 // w15, w16: factors for hard and easy
    0.5425, 0.0912, 0.0658,         // w17-w19: answers on the same day
    0.1542,                         // w20: the exponent of forgetting
];

/// The longest interval in days: a hundred years.
const LONGEST: f64 = 36_500.0;
/// The least stability in days.
const LEAST: f64 = 0.001;

/// The memory state of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The days after which it is recalled with a probability of 90 %.
    pub stability: f64,
    /// The difficulty, from 1 to 10.
    pub difficulty: f64,
}

/// Why an [`Fsrs`] cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum FsrsError {
    /// The share of cards that are to be recalled is out of range.
    #[error("a retention of {0} is not between 0.5 and 0.99")]
    Retention(f64),
}

/// A schedule that asks again when the probability of recall has fallen to a wanted value.
#[derive(Clone, Debug, PartialEq)]
pub struct Fsrs {
    weights: [f64; 21],
    /// An interval, by stability.
    interval: f64,
    /// (0.9^(1/decay) − 1), which makes the probability 90 % after as many days as the stability has.
    factor: f64,
    /// e^w8.
    growth: f64,
    /// e^(w17·w18).
    same_day: f64,
}

impl Default for Fsrs {
    fn default() -> Fsrs {
        Fsrs::new(0.9).expect("bug: 0.9 is between 0.5 and 0.99")
    }
}

impl Fsrs {
    /// A schedule with the default weights that aims at this probability of recall.
    ///
    /// # Errors
    /// [`FsrsError`] unless the retention is between 0.5 and 0.99.
    pub fn new(retention: f64) -> Result<Fsrs, FsrsError> {
        if !(0.5..=0.99).contains(&retention) {
            return Err(FsrsError::Retention(retention));
        }
        let weights = DEFAULT_WEIGHTS;
        let inverse = -1.0 / weights[20];
        let factor = 0.9f64.powf(inverse) - 1.0;
        let interval = (retention.powf(inverse) - 1.0) / factor;
        Ok(Fsrs { weights, interval, factor, growth: weights[8].exp(), same_day: (weights[17] * weights[18]).exp() })
    }

    /// The probability of recall after so many days, from 0 to 1.
    pub fn recall(&self, memory: &Memory, days: f64) -> f64 {
        (1.0 + self.factor * days / memory.stability).powf(-self.weights[20])
    }

    /// The days until the card is to be asked again: 1 to 36,500.
    pub fn interval(&self, memory: &Memory) -> u32 {
        (memory.stability * self.interval).round_ties_even().clamp(1.0, LONGEST) as u32
    }

    /// The memory after an answer. `before` is the memory before it with the whole days since then; `None` for the
    /// first answer.
    pub fn after(&self, before: Option<(Memory, u32)>, grade: Grade) -> Memory {
        let w = &self.weights;
        let number = f64::from(grade.number());
        let Some((memory, days)) = before else {
            let difficulty = self.first_difficulty(grade).clamp(1.0, 10.0);
            return Memory { stability: w[usize::from(grade.number()) - 1].max(LEAST), difficulty };
        };
        let Memory { stability, difficulty } = memory;
        let stability = if days == 0 {
            let increase = (w[17] * (number - 3.0 + w[18])).exp() * stability.powf(-w[19]);
            stability * if grade == Grade::Again { increase } else { increase.max(1.0) }
        } else {
            let forgotten = 1.0 - self.recall(&memory, days.into());
            let ease = match grade {
                Grade::Again => {
                    let long =
                        w[11] * difficulty.powf(-w[12]) * ((stability + 1.0).powf(w[13]) - 1.0) * (w[14] * forgotten).exp();
                    let stability = long.min(stability / self.same_day);
                    return Memory { stability: stability.max(LEAST), difficulty: self.next_difficulty(difficulty, number) };
                }
                Grade::Hard => w[15],
                Grade::Good => 1.0,
                Grade::Easy => w[16],
            };
            let increase = self.growth * (11.0 - difficulty) * stability.powf(-w[9]) * ((w[10] * forgotten).exp() - 1.0);
            stability * (1.0 + increase * ease)
        };
        Memory { stability: stability.max(LEAST), difficulty: self.next_difficulty(difficulty, number) }
    }

    fn first_difficulty(&self, grade: Grade) -> f64 {
        self.weights[4] - (self.weights[5] * (f64::from(grade.number()) - 1.0)).exp() + 1.0
    }

    fn next_difficulty(&self, difficulty: f64, number: f64) -> f64 {
        let w = &self.weights;
        let moved = difficulty - w[6] * (number - 3.0) * (10.0 - difficulty) / 9.0;
        // Moves back a little to the difficulty of what is easy at once.
        (w[7] * self.first_difficulty(Grade::Easy) + (1.0 - w[7]) * moved).clamp(1.0, 10.0)
    }

    /// The memory after an answer and its time; the same as before it for a card that was added only.
    fn step(&self, memory: Option<(Memory, Moment)>, answer: &Answer) -> Option<(Memory, Moment)> {
        let after = match answer.mark {
            Mark::Added => return memory,
            Mark::Known { days, .. } => {
                // Known elsewhere: the interval there is taken as the stability.
                let difficulty = self.first_difficulty(Grade::Good).clamp(1.0, 10.0);
                Memory { stability: f64::from(days).clamp(1.0, LONGEST), difficulty }
            }
            Mark::Graded(grade) => {
                let before = memory.map(|(memory, last)| (memory, answer.time.days_since(last)));
                self.after(before, grade)
            }
        };
        Some((after, answer.time))
    }

    /// The state that a memory is, after its last answer.
    fn state_of(&self, memory: Option<(Memory, Moment)>, answer: &Answer) -> Option<CardState> {
        let (memory, last) = memory?;
        let days = match answer.mark {
            Mark::Known { days, .. } => u32::from(days),
            _ => self.interval(&memory),
        };
        Some(CardState { due: last.plus_days(days.into()), last, days, level: Level::Memory(memory) })
    }

    /// The state of a card after all its answers, by time; `None` if it has not been answered.
    pub(super) fn state(&self, answers: &[Answer]) -> Option<CardState> {
        let memory = answers.iter().fold(None, |memory, answer| self.step(memory, answer));
        self.state_of(memory, answers.last()?)
    }

    /// The state of a card after each of its answers.
    pub(super) fn states(&self, answers: &[Answer]) -> Vec<Option<CardState>> {
        let mut memory = None;
        let after = |answer| {
            memory = self.step(memory, answer);
            self.state_of(memory, answer)
        };
        answers.iter().map(after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table that the package of the authors makes, see its head.
    const PUBLISHED: &str = include_str!("fsrs.tsv");

    #[test]
    fn memories_are_those_of_the_authors() {
        let fsrs = Fsrs::default();
        let (mut history, mut memory, mut checked) = ("", None, 0);
        for line in PUBLISHED.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| cells[at].parse::<f64>().unwrap();
            if history != cells[0] {
                (history, memory) = (cells[0], None);
            }
            let days = number(1) as u32;
            if let Some(memory) = &memory {
                assert!((fsrs.recall(memory, days.into()) - number(5)).abs() < 1e-6, "{line}");
            }
            let grade = Grade::from_number(number(2) as u8).unwrap();
            let after = fsrs.after(memory.map(|memory| (memory, days)), grade);
            assert!((after.stability / number(3) - 1.0).abs() < 1e-6, "{line}: {after:?}");
            assert!((after.difficulty - number(4)).abs() < 1e-6, "{line}: {after:?}");
            assert_eq!(fsrs.interval(&after), number(6) as u32, "{line}");
            memory = Some(after);
            checked += 1;
        }
        assert!(checked > 200);
    }

    #[test]
    fn after_the_interval_the_retention_is_what_is_wanted() {
        for retention in [0.7, 0.8, 0.9, 0.95] {
            let fsrs = Fsrs::new(retention).unwrap();
            let memory = Memory { stability: 500.0, difficulty: 5.0 };
            let days = f64::from(fsrs.interval(&memory));
            assert!((fsrs.recall(&memory, days) - retention).abs() < 1e-3);
        }
        assert!(Fsrs::new(1.0).is_err() && Fsrs::new(f64::NAN).is_err());
    }
}
