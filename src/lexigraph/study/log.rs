//! The log of answers: a text with one line for each, in any order.
//!
//! ```text
//! 2026-11-29T18:00:00.123Z<TAB>1f0c9a77<TAB>anagram<TAB>AEINRST<TAB>3
//! ```
//!
//! The fields are the time (UTC), a random number of the sitting, the kind and the text of the card, and the mark: `1` to
//! `4` for again, hard, good and easy; `+` for a card that was added; `=BOX:DAYS` for one that is known from another
//! program, is in this box there and is due so many days after the time. Lines with the same time, sitting and card are one
//! answer, and the highest mark counts: so an answer can be corrected by a further line. Lines that begin with `#` or end in
//! a tab and `#torn` are no answers.

use std::collections::BTreeSet;
use std::fmt;

use memchr::{memchr, memrchr};
use rustc_hash::{FxBuildHasher, FxHashMap};
use thiserror::Error;

use super::moment::Moment;
use super::question::Kind;
use super::schedule::Grade;

/// The end of a line that was cut off, and that is kept aside.
pub(super) const TORN: &[u8] = b"\t#torn";

/// The most faulty lines that are told one by one.
const TOLD: usize = 20;

/// The longest line that is read, in bytes.
const LONGEST: usize = 4096;

/// What a line says about its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The card was added, and not asked.
    Added,
    /// The card is known from another program.
    Known {
        /// The number of its box there, from 0.
        number: u8,
        /// The days from the time of the line until it is due.
        days: u16,
    },
    /// The card was answered.
    Graded(Grade),
}

impl Mark {
    fn parse(text: &[u8]) -> Option<Mark> {
        match text {
            b"+" => Some(Mark::Added),
            [digit @ b'1'..=b'4'] => Grade::from_number(digit - b'0').map(Mark::Graded),
            [b'=', rest @ ..] => {
                let (number, days) = std::str::from_utf8(rest).ok()?.split_once(':')?;
                Some(Mark::Known { number: number.parse().ok()?, days: days.parse().ok()? })
            }
            _ => None,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Added => f.write_str("+"),
            Mark::Known { number, days } => write!(f, "={number}:{days}"),
            Mark::Graded(grade) => write!(f, "{}", grade.number()),
        }
    }
}

/// An answer to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer {
    /// When it was given.
    pub time: Moment,
    /// The number of the sitting.
    pub sitting: u32,
    /// How it was.
    pub mark: Mark,
}

/// A line of the log. Its [`Display`](fmt::Display) is the line without its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record {
    /// The answer.
    pub answer: Answer,
    /// The kind of the card.
    pub kind: Kind,
    /// The text of the card.
    pub text: String,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answer { time, sitting, mark } = self.answer;
        write!(f, "{time}\t{sitting:08x}\t{}\t{}\t{mark}", self.kind.name(), self.text)
    }
}

/// Why a line is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The line was cut off: the program or the machine stopped while it was written.
    #[error("the line is cut off")]
    Torn,
    /// The first field is not a time.
    #[error("no time such as 2026-11-29T18:00:00.000Z")]
    Time,
    /// The second field is not a number of eight hexadecimal digits.
    #[error("no number of a sitting, which has eight hexadecimal digits")]
    Sitting,
    /// The kind is not known to this version.
    #[error("the kind '{0}' is not known")]
    Kind(String),
    /// The text of the card is empty or no UTF-8.
    #[error("no text of a card")]
    Text,
    /// The last field is no mark.
    #[error("no mark: 1, 2, 3, 4, + or =BOX:DAYS")]
    Mark,
}

/// A faulty line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: RecordError,
}

/// The parts of a line that is in order, but for kind and text, which have to be checked once for each card.
struct Parts<'l> {
    answer: Answer,
    /// Kind and text, with the tab between them.
    card: &'l [u8],
}

fn split(line: &[u8]) -> Result<Parts<'_>, RecordError> {
    let time = line.get(..24).and_then(Moment::parse).filter(|_| line.get(24) == Some(&b'\t')).ok_or(RecordError::Time)?;
    let sitting = line.get(25..33).filter(|_| line.get(33) == Some(&b'\t')).and_then(hexadecimal);
    let sitting = sitting.ok_or(RecordError::Sitting)?;
    let rest = &line[34..];
    let tab = memrchr(b'\t', rest).ok_or(RecordError::Text)?;
    let mark = Mark::parse(&rest[tab + 1..]).ok_or(RecordError::Mark)?;
    Ok(Parts { answer: Answer { time, sitting, mark }, card: &rest[..tab] })
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |sum, &digit| {
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        Some(sum << 4 | u32::from(value))
    })
}

/// Kind and text of a card.
fn card(bytes: &[u8]) -> Result<(Kind, &str), RecordError> {
    let (kind, text) = std::str::from_utf8(bytes).ok().and_then(|text| text.split_once('\t')).ok_or(RecordError::Text)?;
    if text.is_empty() || text.contains(char::is_control) {
        return Err(RecordError::Text);
    }
    let known = Kind::from_name(kind).ok_or_else(|| RecordError::Kind(kind.to_owned()))?;
    Ok((known, text))
}

/// The next line of a text without its end, and whether it has one. Takes it off the text.
fn next_line<'t>(rest: &mut &'t [u8]) -> Option<(&'t [u8], bool)> {
    if rest.is_empty() {
        return None;
    }
    let end = memchr(b'\n', rest);
    let line = &rest[..end.unwrap_or(rest.len())];
    *rest = end.map_or(&[], |end| &rest[end + 1..]);
    Some((line.strip_suffix(b"\r").unwrap_or(line), end.is_some()))
}

fn is_comment(line: &[u8]) -> bool {
    line.is_empty() || line.starts_with(b"#") || line.ends_with(TORN)
}

impl Record {
    /// Parses a line without its end.
    ///
    /// # Errors
    /// [`RecordError`] for anything else than an answer.
    pub fn parse(line: &[u8]) -> Result<Record, RecordError> {
        let parts = split(line)?;
        let (kind, text) = card(parts.card)?;
        Ok(Record { answer: parts.answer, kind, text: text.to_owned() })
    }
}

/// A card of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: Box<str>,
}

/// The answers of a log, by card.
#[derive(Clone, Debug, Default)]
pub struct Log {
    cards: Vec<Card>,
    /// The number of each card, by kind and text with a tab between them.
    numbers: FxHashMap<Box<[u8]>, u32>,
    /// The answers to all cards, one card after the other, each by time.
    answers: Vec<Answer>,
    /// The answers before each card, and at the end all.
    starts: Vec<u32>,
    faults: Vec<Fault>,
    faulty: usize,
    aside: usize,
    is_torn: bool,
}

impl Log {
    /// Reads a log. Faulty lines are counted and left out. Linear in its length, about 60 ns a line.
    pub fn parse(bytes: &[u8]) -> Log {
        let mut log = Log::default();
        let mut seen: FxHashMap<&[u8], u32> = FxHashMap::with_capacity_and_hasher(1 << 12, FxBuildHasher);
        // The most that there can be: no shorter line is an answer.
        let mut found: Vec<(u32, Answer)> = Vec::with_capacity(bytes.len() / 45);
        let (mut rest, mut number) = (bytes, 0);
        while let Some((line, ended)) = next_line(&mut rest) {
            number += 1;
            if is_comment(line) {
                log.aside += usize::from(line.ends_with(TORN));
                continue;
            }
            let parsed = if !ended {
                log.is_torn = true;
                Err(RecordError::Torn)
            } else if line.len() > LONGEST {
                Err(RecordError::Text)
            } else {
                split(line).and_then(|parts| {
                    let at = match seen.get(parts.card) {
                        Some(&at) => at,
                        None => {
                            let (kind, text) = card(parts.card)?;
                            let at = log.cards.len() as u32;
                            log.cards.push(Card { kind, text: text.into() });
                            seen.insert(parts.card, at);
                            at
                        }
                    };
                    Ok((at, parts.answer))
                })
            };
            match parsed {
                Ok(answer) => found.push(answer),
                Err(error) => {
                    log.faulty += 1;
                    if log.faults.len() < TOLD {
                        log.faults.push(Fault { line: number, error });
                    }
                }
            }
        }
        log.group(&found);
        log.numbers = seen.into_iter().map(|(card, at)| (card.into(), at)).collect();
        log
    }

    /// Puts the answers of each card together, by time, each once.
    fn group(&mut self, found: &[(u32, Answer)]) {
        let mut starts = vec![0u32; self.cards.len() + 1];
        found.iter().for_each(|&(card, _)| starts[card as usize + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let nothing = Answer { time: Moment(0), sitting: 0, mark: Mark::Added };
        let (mut answers, mut next) = (vec![nothing; found.len()], starts.clone());
        for &(card, answer) in found {
            let place = &mut next[card as usize];
            answers[*place as usize] = answer;
            *place += 1;
        }
        let mut kept = 0;
        for card in 0..self.cards.len() {
            let range = starts[card] as usize..starts[card + 1] as usize;
            starts[card] = kept as u32;
            if !answers[range.clone()].is_sorted() {
                answers[range.clone()].sort_unstable();
            }
            for at in range {
                let answer = answers[at];
                let is_same = kept > starts[card] as usize
                    && (answers[kept - 1].time, answers[kept - 1].sitting) == (answer.time, answer.sitting);
                // Marks are sorted: the later is the higher.
                kept -= usize::from(is_same);
                answers[kept] = answer;
                kept += 1;
            }
        }
        starts[self.cards.len()] = kept as u32;
        answers.truncate(kept);
        (self.answers, self.starts) = (answers, starts);
    }

    /// The cards, in the order in which they first appear.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The answers to a card of [`cards`](Self::cards), by time.
    ///
    /// # Panics
    /// If there is no card of this number.
    pub fn answers(&self, card: usize) -> &[Answer] {
        &self.answers[self.starts[card] as usize..self.starts[card + 1] as usize]
    }

    /// The answers to the card of this kind and text; none if it is not in the log.
    pub fn answers_to(&self, kind: Kind, text: &str) -> &[Answer] {
        let key = format!("{}\t{text}", kind.name());
        self.numbers.get(key.as_bytes()).map_or(&[], |&card| self.answers(card as usize))
    }

    /// The number of answers.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// `true` if there are no answers.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The first faulty lines, and how many there are in all.
    pub fn faults(&self) -> (&[Fault], usize) {
        (&self.faults, self.faulty)
    }

    /// The lines that were cut off and are kept aside.
    pub fn aside(&self) -> usize {
        self.aside
    }

    /// `true` if the last line has no end.
    pub fn is_torn(&self) -> bool {
        self.is_torn
    }
}

/// The union of logs: each line once, by time, with an end. Faulty and torn lines are left out; lines of kinds that this
/// version does not know are kept. The result depends neither on the order of the logs nor on that of their lines, and
/// merging it again changes nothing.
pub fn merge<'l>(logs: impl IntoIterator<Item = &'l [u8]>) -> Vec<u8> {
    let mut lines: BTreeSet<&[u8]> = BTreeSet::new();
    for mut log in logs {
        while let Some((line, ended)) = next_line(&mut log) {
            let is_record = || match split(line).and_then(|parts| card(parts.card).map(|_| ())) {
                Ok(()) | Err(RecordError::Kind(_)) => line.len() <= LONGEST,
                Err(_) => false,
            };
            if ended && !is_comment(line) && is_record() {
                lines.insert(line);
            }
        }
    }
    let mut merged = Vec::new();
    for line in lines {
        merged.extend_from_slice(line);
        merged.push(b'\n');
    }
    merged
}
