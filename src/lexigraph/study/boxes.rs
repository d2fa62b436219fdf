//! Leitner's boxes: a right answer moves a card to the next box, a wrong one back to the first.

use thiserror::Error;

use super::log::{Answer, Mark};
use super::moment::Moment;
use super::schedule::{CardState, Grade, Level};

/// The days of the boxes that players of word games use.
const USUAL: [u16; 11] = [1, 4, 7, 12, 20, 30, 60, 90, 150, 270, 480];

/// Boxes with the days until a card in them is due. New cards are in front of the first box: a right first answer puts
/// them into the second, a wrong one into the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boxes {
    days: Vec<u16>,
}

/// Why [`Boxes`] cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoxError {
    /// There are no boxes, or more than 100.
    #[error("there are {0} boxes — name the days of 1 to 100")]
    Count(usize),
    /// Days that are not a number from 1 to 36,500.
    #[error("'{0}' is not a number of days from 1 to 36500")]
    Days(String),
}

impl Default for Boxes {
    fn default() -> Boxes {
        Boxes { days: USUAL.to_vec() }
    }
}

impl Boxes {
    /// Boxes from the days of each, separated by commas or spaces, such as `1,4,7`.
    ///
    /// # Errors
    /// [`BoxError`] unless there are 1 to 100 numbers from 1 to 36,500.
    pub fn parse(text: &str) -> Result<Boxes, BoxError> {
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        let days = parts.map(|part| match part.parse::<u16>() {
            Ok(days @ 1..=36_500) => Ok(days),
            _ => Err(BoxError::Days(part.to_owned())),
        });
        let days = days.collect::<Result<Vec<_>, _>>()?;
        if !(1..=100).contains(&days.len()) {
            return Err(BoxError::Count(days.len()));
        }
        Ok(Boxes { days })
    }

    /// The days of each box, the first box first.
    pub fn days(&self) -> &[u16] {
        &self.days
    }

    /// The state of a card after all its answers, by time; `None` if it has not been answered.
    ///
    /// Only the first answer within half a day moves a card forward: a word that is asked again because it was missed
    /// stays in the first box.
    pub(super) fn state(&self, answers: &[Answer]) -> Option<CardState> {
        self.state_of(answers.iter().fold(None, |place, answer| self.step(place, answer)))
    }

    /// The state of a card after each of its answers.
    pub(super) fn states(&self, answers: &[Answer]) -> Vec<Option<CardState>> {
        let mut place = None;
        let after = |answer| {
            place = self.step(place, answer);
            self.state_of(place)
        };
        answers.iter().map(after).collect()
    }

    /// The place of a card after an answer.
    fn step(&self, place: Option<Placed>, answer: &Answer) -> Option<Placed> {
        let top = self.days.len() - 1;
        let (number, days) = match answer.mark {
            Mark::Added => return place,
            Mark::Known { number, days } => (usize::from(number).min(top), Some(days)),
            Mark::Graded(Grade::Again) => (0, None),
            Mark::Graded(_) => match place {
                Some((number, last, days)) if answer.time.days_since(last) == 0 => (number, days),
                Some((number, ..)) => ((number + 1).min(top), None),
                None => (1.min(top), None),
            },
        };
        Some((number, answer.time, days))
    }

    fn state_of(&self, place: Option<Placed>) -> Option<CardState> {
        let (number, last, days) = place?;
        let days = u32::from(days.unwrap_or(self.days[number]));
        Some(CardState { due: last.plus_days(days.into()), last, days, level: Level::Box(number) })
    }
}

/// The number of a box, the time of the last answer, and the days that another program gave.
type Placed = (usize, Moment, Option<u16>);

#[cfg(test)]
mod tests {
    use super::*;

    fn state(boxes: &Boxes, answers: &[(i64, Mark)]) -> Option<(usize, u32)> {
        let answer = |&(hours, mark): &(i64, Mark)| Answer { time: Moment(hours * 3_600_000), sitting: 1, mark };
        let answers: Vec<Answer> = answers.iter().map(answer).collect();
        boxes.state(&answers).map(|state| match state.level {
            Level::Box(number) => (number, state.days),
            Level::Memory(_) => unreachable!("boxes have no memories"),
        })
    }

    #[test]
    fn cards_move_a_box_a_day_and_back_to_the_first() {
        let (boxes, good, again) = (Boxes::default(), Mark::Graded(Grade::Good), Mark::Graded(Grade::Again));
        assert_eq!(state(&boxes, &[]), None);
        assert_eq!(state(&boxes, &[(0, Mark::Added)]), None);
        assert_eq!(state(&boxes, &[(0, good)]), Some((1, 4)));
        assert_eq!(state(&boxes, &[(0, good), (96, good)]), Some((2, 7)));
        assert_eq!(state(&boxes, &[(0, good), (1, good)]), Some((1, 4)));
        assert_eq!(state(&boxes, &[(0, good), (96, again), (97, good)]), Some((0, 1)));
        assert_eq!(state(&boxes, &[(0, Mark::Known { number: 5, days: 33 })]), Some((5, 33)));
        assert_eq!(state(&boxes, &[(0, Mark::Known { number: 200, days: 33 }), (900, good)]), Some((10, 480)));
        let two = Boxes::parse("1, 9").unwrap();
        assert_eq!(state(&two, &[(0, good), (300, good), (600, good)]), Some((1, 9)));
    }

    #[test]
    fn mistakes_in_days_are_told() {
        assert_eq!(Boxes::parse("1 4,7").unwrap().days(), [1, 4, 7]);
        assert_eq!(Boxes::parse(""), Err(BoxError::Count(0)));
        assert_eq!(Boxes::parse("1,0"), Err(BoxError::Days("0".into())));
        assert_eq!(Boxes::parse("1,x"), Err(BoxError::Days("x".into())));
        assert_eq!(Boxes::parse("40000"), Err(BoxError::Days("40000".into())));
    }
}
