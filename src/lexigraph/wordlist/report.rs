//! What was found in word lists, and what became of every line.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::normalise::is_visible;

/// How many rejected lines a report tells in full.
pub const EXAMPLES: usize = 10;

/// Why a word cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A character that no letter of the alphabet begins with.
    Letter {
        /// The character.
        found: char,
        /// Its column in the word, counting characters from 1.
        column: usize,
    },
    /// A control character.
    Control {
        /// The character.
        found: char,
        /// Its column in the word, counting characters from 1.
        column: usize,
    },
    /// Bytes that mean nothing in the encoding of the list.
    Damaged,
    /// More tiles than a word may have.
    TooLong {
        /// The most tiles, [`MAX_WORD_LENGTH`](super::MAX_WORD_LENGTH).
        limit: usize,
    },
    /// The line has no word where the shape of the list has it; the text says what is missing.
    NoWord(&'static str),
    /// A JSON value that is no text.
    NotText,
}

impl Reason {
    /// The reason without its place: what reports count by.
    pub fn kind(&self) -> String {
        match self {
            Reason::Letter { found, .. } => format!("{} is not a letter", show(*found)),
            Reason::Control { .. } => "control character".into(),
            Reason::Damaged => "damaged text".into(),
            Reason::TooLong { limit } => format!("more than {limit} tiles"),
            Reason::NoWord(what) => (*what).into(),
            Reason::NotText => "not a string".into(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Letter { found, column } => {
                write!(f, "{} (column {column}) is not a letter of the alphabet", show(*found))
            }
            Reason::Control { found, column } => write!(f, "{} (column {column}) is a control character", show(*found)),
            Reason::Damaged => f.write_str("some bytes mean nothing in the encoding of the list"),
            Reason::TooLong { limit } => write!(f, "a word has at most {limit} tiles"),
            Reason::NoWord(what) => f.write_str(what),
            Reason::NotText => f.write_str("not a string"),
        }
    }
}

/// A character in a message: invisible ones by name or number.
fn show(c: char) -> String {
    match c {
        ' ' => "a space".into(),
        '\t' => "a tab".into(),
        '\'' => "an apostrophe".into(),
        _ if is_visible(c) => format!("'{c}'"),
        _ => format!("U+{:04X}", u32::from(c)),
    }
}

/// Text for a message: not too long, and without characters that would upset a terminal.
pub(super) fn clip(text: &str) -> String {
    const MOST: usize = 60;
    let mut clipped: String = text.chars().take(MOST).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        clipped.push('…');
    }
    clipped
}

/// A line that was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rejection {
    /// The number of the line, from 1.
    pub line: u64,
    /// The word, or the line where no word could be found in it; clipped to 60 characters.
    pub text: String,
    /// Why.
    pub reason: String,
}

/// What was found in one list.
///
/// Nothing is lost: `lines` = words read + `blank_lines` + `comments` + `headers` + `rejected`, and words read =
/// words kept + `duplicates` + `too_short` + `too_long`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ListReport {
    /// The name the list was given.
    pub name: String,
    /// The encoding of the text.
    pub encoding: String,
    /// Why it was taken for that, where it is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding_note: Option<String>,
    /// How lines end: `LF`, `CRLF`, `CR`, or which are mixed.
    pub line_ends: String,
    /// The name of the shape.
    pub shape: String,
    /// The shape in words.
    pub shape_description: String,
    /// Lines; for JSON the values that are words or could have been, for stems with affixes the forms.
    pub lines: u64,
    /// Words that the alphabet spells.
    pub words_read: u64,
    /// Words of this list that were there before in it.
    pub duplicates: u64,
    /// Words below the least length.
    pub too_short: u64,
    /// Words above the greatest length.
    pub too_long: u64,
    /// Comment lines.
    pub comments: u64,
    /// Lines with nothing on them.
    pub blank_lines: u64,
    /// Lines that describe the list: the count of a hunspell dictionary, names of columns.
    pub headers: u64,
    /// Lines that hold no word the alphabet spells.
    pub rejected: u64,
    /// Those by reason.
    pub reasons: BTreeMap<String, u64>,
    /// The first of them, at most [`EXAMPLES`].
    pub examples: Vec<Rejection>,
    /// Marks taken off the ends of words, and how often.
    pub marks: BTreeMap<char, u64>,
    /// Words that had accents taken off.
    pub folded: u64,
    /// Words with a score, where scores were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<u64>,
    /// What could be read in two ways, and how it was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// How many entries the list says it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<u64>,
    /// How many stems the words were made of, where affixes were applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stems: Option<u64>,
    /// What is not written as it should be in the affixes, with file and line, and was read as hunspell reads it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub oddities: Vec<String>,
}

impl ListReport {
    /// What was decided and found, in one line.
    pub fn describe(&self) -> String {
        let mut text = format!("{}: {}", self.name, self.encoding);
        if let Some(note) = &self.encoding_note {
            text += &format!(" ({note})");
        }
        if self.shape == "json" {
            text += &format!(", {}", self.shape_description);
        } else {
            text += &format!(", {}, {}", self.line_ends, self.shape_description);
        }
        if let Some(stems) = self.stems {
            text += &format!("; {}", count(stems, "stem"));
        }
        text += &format!("{} {}", if self.stems.is_some() { "," } else { ";" }, count(self.words_read, "word"));
        for (number, noun) in [
            (self.scores.unwrap_or(0), "score"),
            (self.duplicates, "duplicate"),
            (self.too_short, "too short"),
            (self.too_long, "too long"),
            (self.comments, "comment"),
            (self.marks.values().sum(), "mark taken off"),
            (self.folded, "with accents taken off"),
            (self.rejected, "rejected"),
        ] {
            if number > 0 {
                text += ", ";
                text += &match noun {
                    "score" | "duplicate" | "comment" => count(number, noun),
                    "mark taken off" if number != 1 => format!("{} marks taken off", grouped(number)),
                    _ => format!("{} {noun}", grouped(number)),
                };
            }
        }
        text
    }

    /// Notes a doubt, each once.
    pub(super) fn doubt(&mut self, what: &str) {
        if !self.doubts.iter().any(|known| known == what) {
            self.doubts.push(what.to_owned());
        }
    }

    pub(super) fn reject(&mut self, line: u64, text: &str, reason: &Reason) {
        self.rejected += 1;
        *self.reasons.entry(reason.kind()).or_default() += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(Rejection { line, text: clip(text), reason: reason.to_string() });
        }
    }
}

/// What was found in all lists of a lexicon.
///
/// `words_read` = `words` + `duplicates` + `too_short` + `too_long`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReadReport {
    /// Each list.
    pub lists: Vec<ListReport>,
    /// Words that the alphabet spells, of all lists.
    pub words_read: u64,
    /// Words that were there before, in the same list or another.
    pub duplicates: u64,
    /// Words below the least length.
    pub too_short: u64,
    /// Words above the greatest length.
    pub too_long: u64,
    /// Lines that hold no word the alphabet spells.
    pub rejected: u64,
    /// Words kept.
    pub words: u64,
}

impl ReadReport {
    pub(super) fn new(lists: Vec<ListReport>, words: u64) -> ReadReport {
        let sum = |number: fn(&ListReport) -> u64| lists.iter().map(number).sum::<u64>();
        let (words_read, too_short, too_long) = (sum(|l| l.words_read), sum(|l| l.too_short), sum(|l| l.too_long));
        let duplicates = words_read - too_short - too_long - words;
        ReadReport { words_read, duplicates, too_short, too_long, rejected: sum(|l| l.rejected), words, lists }
    }
}

fn count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 172823, 1234567].map(grouped), ["0", "999", "1,000", "172,823", "1,234,567"]);
    }

    #[test]
    fn invisible_characters_are_named() {
        assert_eq!([' ', '-', '\u{AD}', '\u{301}', '\t'].map(show), ["a space", "'-'", "U+00AD", "U+0301", "a tab"]);
        assert_eq!(clip("a\u{1b}[31m"), "a\u{FFFD}[31m");
        assert_eq!(clip(&"x".repeat(100)).chars().count(), 61);
    }
}
