//! Progress over time: what was answered on each day, and how much was known after it.

use std::collections::BTreeMap;

use super::log::{Log, Mark};
use super::moment::Moment;
use super::question::Kind;
use super::schedule::Schedule;

/// The interval from which on a card counts as known, in days.
const KNOWN: u32 = 21;

/// The answers of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayOfStudy {
    /// The number of the day since the beginning of 1970.
    pub day: i64,
    /// The answers.
    pub answers: u64,
    /// The number of right answers.
    pub right: u64,
    /// Cards that were answered for the first time.
    pub new: u64,
    /// Cards that were answered before on another day, in their first answer of this day.
    pub reviews: u64,
    /// The number of them that were still known.
    pub recalled: u64,
    /// Cards that have been answered, up to the end of this day.
    pub seen: u64,
    /// Cards whose interval is three weeks or more, at the end of this day.
    pub known: u64,
}

/// The days (UTC) with answers to cards of these kinds (all if there are none), in their order. Takes one step of the
/// schedule for each answer.
pub fn progress(log: &Log, kinds: &[Kind], schedule: &Schedule) -> Vec<DayOfStudy> {
    progress_by(log, kinds, schedule, &Moment::day)
}

/// As [`progress`], for days of another time zone: `day_of` is the number of the day of a moment.
pub fn progress_by(log: &Log, kinds: &[Kind], schedule: &Schedule, day_of: &dyn Fn(Moment) -> i64) -> Vec<DayOfStudy> {
    let mut days: BTreeMap<i64, DayOfStudy> = BTreeMap::new();
    // Cards that become known less those that cease to be, by day.
    let mut gained: BTreeMap<i64, i64> = BTreeMap::new();
    for (number, card) in log.cards().enumerate() {
        if !kinds.is_empty() && !kinds.contains(&card.kind) {
            continue;
        }
        let answers = log.answers(number);
        let states = schedule.states(answers);
        let (mut last_day, mut was_known) = (None, false);
        for (at, answer) in answers.iter().enumerate() {
            let day = day_of(answer.time);
            if let Mark::Graded(grade) = answer.mark {
                let of_day = days.entry(day).or_insert(DayOfStudy { day, ..DayOfStudy::default() });
                of_day.answers += 1;
                of_day.right += u64::from(grade.is_right());
                of_day.new += u64::from(last_day.is_none());
                if last_day.is_some_and(|last| last != day) {
                    of_day.reviews += 1;
                    of_day.recalled += u64::from(grade.is_right());
                }
                last_day = Some(day);
            }
            // The state counts at the end of a day.
            if answers.get(at + 1).is_none_or(|next| day_of(next.time) != day) {
                let is_known = states[at].is_some_and(|state| state.days >= KNOWN);
                *gained.entry(day).or_default() += i64::from(is_known) - i64::from(was_known);
                was_known = is_known;
            }
        }
    }
    // What another program knew on days without answers counts from the next day with answers on.
    let (mut seen, mut known) = (0, 0i64);
    let mut gained = gained.into_iter().peekable();
    for of_day in days.values_mut() {
        seen += of_day.new;
        while let Some((_, change)) = gained.next_if(|&(day, _)| day <= of_day.day) {
            known += change;
        }
        (of_day.seen, of_day.known) = (seen, known.max(0) as u64);
    }
    days.into_values().collect()
}
