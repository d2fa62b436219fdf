//! Points in time, as the log writes them.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;

/// Milliseconds of half a day: answers within it belong to one day of study, and a card is due from so much before its
/// time on, so that who studies each evening is asked each evening.
pub const HALF_DAY: i64 = DAY / 2;

/// A point in time, in milliseconds since the beginning of 1970 (UTC), from the year 0 to 9999.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

impl Moment {
    /// The present, by the clock of the system.
    pub fn now() -> Moment {
        Moment(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64))
    }

    /// So many days later, or earlier if negative; saturates.
    #[must_use]
    pub fn plus_days(self, days: i64) -> Moment {
        Moment(self.0.saturating_add(days.saturating_mul(DAY)))
    }

    /// The days from an earlier moment to this one, rounded: twelve hours are a day. At least 0.
    pub fn days_since(self, earlier: Moment) -> u32 {
        let days = self.0.saturating_sub(earlier.0).saturating_add(HALF_DAY) / DAY;
        u32::try_from(days.max(0)).unwrap_or(u32::MAX)
    }

    /// The number of the day (UTC) since the beginning of 1970.
    pub fn day(self) -> i64 {
        self.0.div_euclid(DAY)
    }

    /// The day (UTC), as `2026-11-29`.
    pub fn date(self) -> String {
        let (year, month, day) = civil(self.day());
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// Parses the form that [`Display`](fmt::Display) writes, `2026-11-29T18:00:00.123Z`. `None` for anything else.
    pub fn parse(text: &[u8]) -> Option<Moment> {
        Dates::default().parse(text)
    }
}

/// Parses moments, most of which are on the day of the one before.
#[derive(Default)]
pub(super) struct Dates {
    date: [u8; 10],
    /// The beginning of the day with this date.
    midnight: i64,
}

impl Dates {
    /// As [`Moment::parse`].
    pub fn parse(&mut self, text: &[u8]) -> Option<Moment> {
        let (date, time) = text.split_first_chunk::<10>()?;
        let time: &[u8; 14] = time.try_into().ok()?;
        if *date != self.date {
            let (numbers, greatest) = numbers(date, [(0, 4), (5, 7), (8, 10)]);
            let [year, month, day] = numbers;
            let is_date = greatest <= 9 && (1..=12).contains(&month) && (1..=length(year, month)).contains(&day);
            if !is_date || date[4] != b'-' || date[7] != b'-' {
                return None;
            }
            (self.date, self.midnight) = (*date, days(year, month, day) * DAY);
        }
        let separators = [(0, b'T'), (3, b':'), (6, b':'), (9, b'.'), (13, b'Z')];
        let (numbers, greatest) = numbers(time, [(1, 3), (4, 6), (7, 9), (10, 13)]);
        let [hour, minute, second, thousandth] = numbers;
        let is_time = greatest <= 9 && hour < 24 && minute < 60 && second < 60;
        let is_time = is_time && separators.iter().all(|&(at, sign)| time[at] == sign);
        is_time.then(|| Moment(self.midnight + ((hour * 60 + minute) * 60 + second) * 1000 + thousandth))
    }
}

/// Numbers from places of a text, and the greatest of their digits: above 9 if one is none.
fn numbers<const N: usize>(text: &[u8], places: [(usize, usize); N]) -> ([i64; N], u8) {
    let mut greatest = 0;
    let numbers = places.map(|(from, to)| {
        text[from..to].iter().fold(0, |sum, byte| {
            let digit = byte.wrapping_sub(b'0');
            greatest = greatest.max(digit);
            sum * 10 + i64::from(digit)
        })
    });
    (numbers, greatest)
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.0.rem_euclid(DAY);
        let (seconds, thousandths) = (rest / 1000, rest % 1000);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{}T{hour:02}:{minute:02}:{second:02}.{thousandths:03}Z", self.date())
    }
}

// Years begin in March here, so that the day that is sometimes there comes last: in 400 years there are 146,097 days,
// and the months from March on have 153 days in five. Day 0 is the first of March of the year 0, 719,468 days before
// 1970.

/// The days of a month.
fn length(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days from 1970 to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * month + 2) / 5 + day - 1 - 719_468
}

/// Year, month and day of a day since 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_of_six_centuries_follows_the_one_before() {
        let (mut year, mut month, mut day) = (1600, 1, 1);
        for number in days(1600, 1, 1)..days(2200, 1, 1) {
            assert_eq!((civil(number), days(year, month, day)), ((year, month, day), number));
            (year, month, day) = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                _ if day == length(year, month) => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
        assert_eq!(days(1970, 1, 1), 0);
    }

    #[test]
    fn moments_are_read_as_they_are_written() {
        // `date -u -d @1764439200` says so.
        assert_eq!(Moment(1_764_439_200_123).to_string(), "2025-11-29T18:00:00.123Z");
        for moment in [0, -1, 951_782_400_000, 1_764_439_200_123, 253_402_300_799_999] {
            assert_eq!(Moment::parse(Moment(moment).to_string().as_bytes()), Some(Moment(moment)));
        }
        for wrong in ["2025-02-30T00:00:00.000Z", "2025-11-29T24:00:00.000Z", "2025-11-29 18:00:00.123Z", "2025-11-29", ""] {
            assert_eq!(Moment::parse(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn twelve_hours_are_a_day() {
        assert_eq!(Moment(HALF_DAY - 1).days_since(Moment(0)), 0);
        assert_eq!(Moment(HALF_DAY).days_since(Moment(0)), 1);
        assert_eq!(Moment(0).days_since(Moment(5 * DAY)), 0);
    }
}
