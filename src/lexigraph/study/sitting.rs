//! A sitting: cards in the order in which they are asked.

use std::collections::VecDeque;

use super::log::Log;
use super::moment::Moment;
use super::question::Kind;
use super::schedule::{Grade, Schedule};
use crate::random::Random;

/// A card that was missed comes again after so many others, or when there are no others.
const OTHERS: usize = 6;

/// Why a card is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Due,
    New,
    Missed,
}

/// The numbers of cards that are left in a sitting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Cards that are due.
    pub due: usize,
    /// Cards that have never been answered.
    pub new: usize,
    /// Cards that were missed in this sitting.
    pub missed: usize,
}

impl Left {
    /// The cards in all.
    pub fn all(&self) -> usize {
        self.due + self.new + self.missed
    }
}

/// Cards to ask, each until it is right.
#[derive(Clone, Debug)]
pub struct Sitting {
    queue: VecDeque<(Kind, String, Why)>,
    left: Left,
}

impl Sitting {
    /// A sitting at this time with these cards: first those that are due, the longest overdue first; then new ones, at
    /// most `new`, in random order if there is a generator, else in the order of the cards. With `all`, also those that
    /// are not due, as if they were.
    pub fn new(
        cards: impl IntoIterator<Item = (Kind, String)>,
        log: &Log,
        schedule: &Schedule,
        now: Moment,
        new: usize,
        all: bool,
        random: Option<&mut Random>,
    ) -> Sitting {
        let (mut due, mut fresh) = (Vec::new(), Vec::new());
        for (kind, text) in cards {
            match schedule.state(log.answers_to(kind, &text)) {
                Some(state) if all || state.is_due(now) => due.push((state.due, kind, text)),
                Some(_) => {}
                None => fresh.push((kind, text, Why::New)),
            }
        }
        due.sort();
        if let Some(random) = random {
            random.shuffle(&mut fresh);
        }
        fresh.truncate(new);
        let left = Left { due: due.len(), new: fresh.len(), missed: 0 };
        let due = due.into_iter().map(|(_, kind, text)| (kind, text, Why::Due));
        Sitting { queue: due.chain(fresh).collect(), left }
    }

    /// Keeps the first cards only.
    pub fn limit(&mut self, most: usize) {
        self.queue.truncate(most);
        self.left = Left::default();
        for (.., why) in &self.queue {
            *Self::counter(&mut self.left, *why) += 1;
        }
    }

    fn counter(left: &mut Left, why: Why) -> &mut usize {
        match why {
            Why::Due => &mut left.due,
            Why::New => &mut left.new,
            Why::Missed => &mut left.missed,
        }
    }

    /// The card to ask; `None` at the end.
    pub fn card(&self) -> Option<(Kind, &str)> {
        self.queue.front().map(|(kind, text, _)| (*kind, &**text))
    }

    /// Counts of what is left, the card to ask included.
    pub fn left(&self) -> Left {
        self.left
    }

    /// Takes the card to ask off, and puts it back among those that follow if it was missed.
    pub fn answered(&mut self, grade: Grade) {
        let Some((kind, text, why)) = self.queue.pop_front() else { return };
        *Self::counter(&mut self.left, why) -= 1;
        if !grade.is_right() {
            let at = OTHERS.min(self.queue.len());
            self.queue.insert(at, (kind, text, Why::Missed));
            self.left.missed += 1;
        }
    }

    /// Takes the card to ask off, without an answer.
    pub fn skip(&mut self) {
        if let Some((.., why)) = self.queue.pop_front() {
            *Self::counter(&mut self.left, why) -= 1;
        }
    }

    /// Takes a card off that was put back as missed: its answer was corrected.
    pub fn correct(&mut self, kind: Kind, text: &str) {
        let missed = |(of, card, why): &(Kind, String, Why)| *of == kind && card == text && *why == Why::Missed;
        if let Some(at) = self.queue.iter().position(missed) {
            self.queue.remove(at);
            self.left.missed -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Boxes, DAY};
    use super::*;

    fn cards(count: usize) -> Vec<(Kind, String)> {
        (0..count).map(|number| (Kind::Judge, format!("W{number:02}"))).collect()
    }

    fn sitting(count: usize, log: &str, new: usize, all: bool) -> Sitting {
        let (log, schedule) = (Log::parse(log.as_bytes()), Schedule::Boxes(Boxes::default()));
        Sitting::new(cards(count), &log, &schedule, Moment(100 * DAY), new, all, Some(&mut Random::new(1)))
    }

    /// Line of a card that was right on a day since 1970: due four days later.
    fn right(card: usize, day: i64) -> String {
        format!("{}\t00000001\tjudge\tW{card:02}\t3\n", Moment(day * DAY))
    }

    #[test]
    fn what_is_due_comes_first_and_the_longest_overdue_before() {
        let log = right(3, 90) + &right(1, 80) + &right(2, 99);
        let mut asked = Vec::new();
        let mut due = sitting(5, &log, 10, false);
        assert_eq!(due.left(), Left { due: 2, new: 2, missed: 0 });
        while let Some((_, card)) = due.card() {
            asked.push(card.to_owned());
            due.answered(Grade::Good);
        }
        assert_eq!(asked[..2], ["W01", "W03"]);
        assert_eq!(due.left().all(), 0);
        assert_eq!(sitting(5, &log, 1, false).left(), Left { due: 2, new: 1, missed: 0 });
        assert_eq!(sitting(5, &log, 0, true).left(), Left { due: 3, new: 0, missed: 0 });
        let mut limited = sitting(5, &log, 10, false);
        limited.limit(3);
        assert_eq!(limited.left(), Left { due: 2, new: 1, missed: 0 });
    }

    #[test]
    fn what_is_missed_comes_again_until_it_is_right() {
        let mut sitting = sitting(10, "", 10, false);
        let first = sitting.card().unwrap().1.to_owned();
        sitting.answered(Grade::Again);
        assert_eq!(sitting.left(), Left { due: 0, new: 9, missed: 1 });
        for _ in 0..OTHERS {
            assert_ne!(sitting.card().unwrap().1, first);
            sitting.answered(Grade::Good);
        }
        assert_eq!(sitting.card().unwrap().1, first);
        sitting.answered(Grade::Again);
        // The last three, then this one again and again.
        (0..3).for_each(|_| sitting.answered(Grade::Hard));
        for _ in 0..3 {
            assert_eq!(sitting.card().unwrap().1, first);
            sitting.answered(Grade::Again);
        }
        sitting.correct(Kind::Judge, &first);
        assert_eq!((sitting.card(), sitting.left().all()), (None, 0));
    }
}
