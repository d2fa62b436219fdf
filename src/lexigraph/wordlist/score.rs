//! Scores: the numbers that some lists have beside their words.

use std::cmp::Ordering;
use std::fmt;

/// A number beside a word, such as its quality in a crossword list. It is finite; it may be negative and have a
/// fraction.
#[derive(Clone, Copy, Debug)]
pub struct Score(f64);

impl Score {
    /// Reads a number: digits, perhaps with a sign, a decimal point and an exponent, and nothing else. `None` for any
    /// other text and for numbers that are too large.
    pub fn parse(text: &str) -> Option<Score> {
        // Words such as `inf` are numbers for the parser below.
        let digits = text.bytes().all(|byte| byte.is_ascii_digit() || b".+-eE".contains(&byte));
        let number: f64 = if digits { text.parse().ok()? } else { return None };
        // -0 and 0 are one number.
        number.is_finite().then_some(Score(number + 0.0))
    }

    /// Reads the text of a word that occurs several times: numbers joined by `; `, of which the largest counts.
    pub fn largest(text: &str) -> Option<Score> {
        text.split("; ").map(Score::parse).try_fold(None, |most, score| score.map(|score| most.max(Some(score))))?
    }

    /// The number.
    pub fn number(self) -> f64 {
        self.0
    }

    /// The number in JSON, whole where it is exact.
    #[cfg(feature = "api")]
    pub fn json(self) -> serde_json::Value {
        /// Whole numbers up to here are exact.
        const EXACT: f64 = (1u64 << 53) as f64;
        if self.0.fract() == 0.0 && self.0.abs() <= EXACT {
            return (self.0 as i64).into();
        }
        serde_json::Number::from_f64(self.0).map_or(serde_json::Value::Null, serde_json::Value::Number)
    }

    /// `true` if so many of these words have a score that their list is one of words and scores: nine in ten.
    pub(crate) fn belongs(scores: usize, words: usize) -> bool {
        scores > 0 && scores * 10 >= words * 9
    }
}

impl From<u32> for Score {
    fn from(number: u32) -> Score {
        Score(number.into())
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Score) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_numbers_and_nothing_else() {
        for (text, expected) in
            [("50", "50"), ("-3", "-3"), ("+7", "7"), ("0.50", "0.5"), (".5", "0.5"), ("-0", "0"), ("1e2", "100")]
        {
            assert_eq!(Score::parse(text).map(|score| score.to_string()).as_deref(), Some(expected));
        }
        for text in ["", "-", "e", "inf", "NaN", "1,000", "50%", "5 0", "50; 60", "1e999", "[n]"] {
            assert_eq!(Score::parse(text), None, "{text}");
        }
        assert_eq!(Score::largest("50; 60; -7"), Score::parse("60"));
        assert_eq!((Score::largest("50; a pet"), Score::largest("")), (None, None));
    }
}
