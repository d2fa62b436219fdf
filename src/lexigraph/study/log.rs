//! The log of answers: a text with one line for each, in any order.
//!
//! ```text
//! 2026-11-29T18:00:00.123Z<TAB>1f0c9a77<TAB>anagram<TAB>AEINRST<TAB>3
//! ```
//!
//! The fields are the time (UTC), a random number of the sitting, the kind and the text of the card, and the mark: `1`
//! to `4` for again, hard, good and easy; `+` for a card that was added; `=BOX:DAYS` for one that is known from another
//! program, is in this box there and is due so many days after the time. Lines with the same time, sitting and card are
//! one answer, and the highest mark counts: so an answer can be corrected by a further line. Lines that begin with `#`
//! or end in a tab and `#torn` are no answers.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use memchr::{memchr, memrchr};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::keys::{BATCH, Keys};
use super::moment::{Dates, Moment};
use super::question::Kind;
use super::schedule::{CardState, Grade, Schedule};
use crate::parallel;

/// The end of a line that was cut off, and that is kept aside.
pub(super) const TORN: &[u8] = b"\t#torn";

/// The most faulty lines that are told one by one.
const TOLD: usize = 20;

/// The longest line that is read, in bytes.
const LONGEST: usize = 4096;

/// The shortest line of an answer with its end, in bytes: the kind has a letter at least, and so have text and mark.
const SHORTEST: usize = 40;

/// The length from which on several threads read a log, in bytes.
const WORTH_THREADS: usize = 1 << 20;

/// The least number of cards whose states a thread computes.
const CARDS_OF_A_THREAD: usize = 1 << 10;

/// The event of a card that a line records.
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
    /// The grade.
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
    /// The fault.
    pub error: RecordError,
}

/// The parts of a line that is in order, but for kind and text, which have to be checked once for each card.
struct Parts<'l> {
    answer: Answer,
    /// Kind and text, with the tab between them.
    card: &'l [u8],
}

fn split<'l>(line: &'l [u8], dates: &mut Dates) -> Result<Parts<'l>, RecordError> {
    let time = line
        .get(..24)
        .and_then(|time| dates.parse(time))
        .filter(|_| line.get(24) == Some(&b'\t'))
        .ok_or(RecordError::Time)?;
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
        let parts = split(line, &mut Dates::default())?;
        let (kind, text) = card(parts.card)?;
        Ok(Record { answer: parts.answer, kind, text: text.to_owned() })
    }
}

/// A card of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card<'l> {
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: &'l str,
}

/// The answers of a log, by card.
#[derive(Clone, Debug, Default)]
pub struct Log {
    kinds: Vec<Kind>,
    /// The texts of all cards, one after the other, and the end of each.
    texts: String,
    ends: Vec<usize>,
    /// The number of each card by its text, one map for each kind; made when a card is first looked up.
    numbers: OnceLock<[FxHashMap<Box<str>, u32>; Kind::ALL.len()]>,
    /// The answers to all cards, one card after the other, each by time.
    answers: Vec<Answer>,
    /// The answers before each card, and at the end all.
    starts: Vec<u32>,
    faults: Vec<Fault>,
    faulty: usize,
    aside: usize,
    is_torn: bool,
}

/// The content of a part of a log.
#[derive(Default)]
struct Part {
    /// Kind and text of each card, with the tab between them.
    keys: Keys,
    kinds: Vec<Kind>,
    answers: Vec<(u32, Answer)>,
    /// The number of answers to each card.
    counts: Vec<u32>,
    lines: usize,
    faults: Vec<Fault>,
    faulty: usize,
    aside: usize,
    is_torn: bool,
}

impl Part {
    fn parse(bytes: &[u8]) -> Part {
        let mut part = Part::default();
        // The most that there can be: no shorter line is an answer.
        part.answers.reserve(bytes.len() / SHORTEST);
        let (mut answers, mut cards) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
        let mut numbers = Vec::with_capacity(BATCH);
        let mut dates = Dates::default();
        let mut rest = bytes;
        loop {
            let next = next_line(&mut rest);
            if next.is_none() || cards.len() == BATCH {
                part.take(&answers, &cards, &mut numbers);
                answers.clear();
                cards.clear();
            }
            let Some((line, ended)) = next else { return part };
            part.lines += 1;
            if is_comment(line) {
                part.aside += usize::from(line.ends_with(TORN));
            } else if !ended {
                part.is_torn = true;
                part.fault(part.lines, RecordError::Torn);
            } else if line.len() > LONGEST {
                part.fault(part.lines, RecordError::Text);
            } else {
                match split(line, &mut dates) {
                    Ok(parts) => {
                        answers.push((part.lines, parts.answer));
                        cards.push(parts.card);
                    }
                    Err(error) => part.fault(part.lines, error),
                }
            }
        }
    }

    /// Takes answers with the numbers of their lines. Kind and text of a card are checked when it first comes.
    fn take(&mut self, answers: &[(usize, Answer)], cards: &[&[u8]], numbers: &mut Vec<Option<u32>>) {
        let mut wrong = Vec::new();
        let kinds = &mut self.kinds;
        self.keys.numbers(cards, numbers, |at| match card(cards[at]) {
            Ok((kind, _)) => {
                kinds.push(kind);
                true
            }
            Err(error) => {
                wrong.push((answers[at].0, error));
                false
            }
        });
        let known = numbers.iter().zip(answers).filter_map(|(number, &(_, answer))| Some(((*number)?, answer)));
        self.counts.resize(self.kinds.len(), 0);
        for (number, answer) in known {
            self.counts[number as usize] += 1;
            self.answers.push((number, answer));
        }
        wrong.into_iter().for_each(|(line, error)| self.fault(line, error));
    }

    fn fault(&mut self, line: usize, error: RecordError) {
        self.faulty += 1;
        if self.faults.len() < TOLD {
            self.faults.push(Fault { line, error });
        }
    }
}

/// Cuts a log into so many parts of about the same length, at ends of lines.
fn cut(bytes: &[u8], parts: usize) -> Vec<&[u8]> {
    let mut cut = Vec::with_capacity(parts);
    let mut rest = bytes;
    for left in (1..parts).rev() {
        let middle = rest.len() / (left + 1);
        let Some(end) = memchr(b'\n', &rest[middle..]) else { break };
        let (part, after) = rest.split_at(middle + end + 1);
        cut.push(part);
        rest = after;
    }
    cut.push(rest);
    cut
}

impl Log {
    /// Reads a log. Faulty lines are counted and left out. Linear in its length; long logs are read by all threads.
    pub fn parse(bytes: &[u8]) -> Log {
        let count = if bytes.len() < WORTH_THREADS { 1 } else { parallel::threads() };
        let mut parts = parallel::map(cut(bytes, count), 1, Part::parse);
        let mut log = Log::default();
        // The numbers of the cards of each part in the whole.
        let (mut all, mut kinds) = (Keys::default(), Vec::new());
        let mut numbers: Vec<Vec<u32>> = Vec::with_capacity(parts.len());
        let mut lines = 0;
        for (at, part) in parts.iter_mut().enumerate() {
            part.faults.sort_by_key(|fault| fault.line);
            if at == 0 {
                (all, kinds) = (std::mem::take(&mut part.keys), std::mem::take(&mut part.kinds));
                numbers.push((0..kinds.len() as u32).collect());
            } else {
                let cards: Vec<&[u8]> = (0..part.keys.len() as u32).map(|number| part.keys.get(number)).collect();
                let (mut own, mut found) = (Vec::with_capacity(cards.len()), Vec::with_capacity(BATCH));
                for (batch, of_batch) in cards.chunks(BATCH).zip(part.kinds.chunks(BATCH)) {
                    all.numbers(batch, &mut found, |at| {
                        kinds.push(of_batch[at]);
                        true
                    });
                    own.extend(found.iter().flatten());
                }
                numbers.push(own);
            }
            let room = TOLD - log.faults.len();
            let faults = part.faults.iter().take(room).cloned();
            log.faults.extend(faults.map(|fault| Fault { line: fault.line + lines, ..fault }));
            lines += part.lines;
            log.faulty += part.faulty;
            log.aside += part.aside;
            log.is_torn |= part.is_torn;
        }
        for (number, kind) in (0..).zip(&kinds) {
            let text = &all.get(number)[kind.name().len() + 1..];
            log.texts.push_str(std::str::from_utf8(text).expect("bug: the text of a card was checked"));
            log.ends.push(log.texts.len());
        }
        log.kinds = kinds;
        log.group(&parts, &numbers);
        log
    }

    /// Puts the answers of each card together, by time, each once. Each thread takes some of the cards.
    fn group(&mut self, parts: &[Part], numbers: &[Vec<u32>]) {
        let found = || {
            let parts = parts.iter().zip(numbers);
            parts.flat_map(|(part, numbers)| part.answers.iter().map(|&(card, answer)| (numbers[card as usize], answer)))
        };
        let cards = self.kinds.len();
        let mut starts = vec![0u32; cards + 1];
        for (part, numbers) in parts.iter().zip(numbers) {
            numbers.iter().zip(&part.counts).for_each(|(&card, count)| starts[card as usize + 1] += count);
        }
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let nothing = Answer { time: Moment(0), sitting: 0, mark: Mark::Added };
        let mut answers = vec![nothing; starts[cards] as usize];
        // The cards of each thread, with the room for their answers.
        let of_thread = cards.div_ceil(parts.len().max(1)).max(1);
        let (mut shares, mut rest) = (Vec::with_capacity(parts.len()), &mut answers[..]);
        for first in (0..cards).step_by(of_thread) {
            let cards = first..(first + of_thread).min(cards);
            let (room, after) = rest.split_at_mut((starts[cards.end] - starts[cards.start]) as usize);
            shares.push((cards, room));
            rest = after;
        }
        let kept = parallel::map(shares, 1, |(cards, room)| {
            let starts = &starts[cards.start..=cards.end];
            let mut next: Vec<u32> = starts[..cards.len()].iter().map(|start| start - starts[0]).collect();
            found().for_each(|(card, answer)| {
                if let Some(place) = next.get_mut((card as usize).wrapping_sub(cards.start)) {
                    room[*place as usize] = answer;
                    *place += 1;
                }
            });
            let ranges = starts.windows(2).map(|pair| (pair[0] - starts[0]) as usize..(pair[1] - starts[0]) as usize);
            each_once(room, ranges)
        });
        // Where answers came twice, those behind them move up.
        let (mut end, mut kept_starts) = (0, Vec::with_capacity(cards + 1));
        for (at, of_share) in kept.iter().enumerate() {
            let from = starts[at * of_thread] as usize;
            let count = of_share.last().map_or(0, |&count| count as usize);
            answers.copy_within(from..from + count, end);
            kept_starts.extend(of_share[..of_share.len() - 1].iter().map(|start| start + end as u32));
            end += count;
        }
        kept_starts.push(end as u32);
        answers.truncate(end);
        (self.answers, self.starts) = (answers, kept_starts);
    }

    /// The cards, in the order in which they first appear.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = Card<'_>> {
        (0..self.kinds.len()).map(|number| {
            let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
            Card { kind: self.kinds[number], text: &self.texts[start..self.ends[number]] }
        })
    }

    /// The answers to a card, by time. Cards have the numbers of [`cards`](Self::cards), from 0.
    ///
    /// # Panics
    /// If there is no card of this number.
    pub fn answers(&self, card: usize) -> &[Answer] {
        &self.answers[self.starts[card] as usize..self.starts[card + 1] as usize]
    }

    /// The answers to the card of this kind and text; none if it is not in the log. The first call takes linear time in
    /// the cards.
    pub fn answers_to(&self, kind: Kind, text: &str) -> &[Answer] {
        let numbers = self.numbers.get_or_init(|| {
            let mut numbers: [FxHashMap<Box<str>, u32>; Kind::ALL.len()] = Default::default();
            for (number, card) in (0..).zip(self.cards()) {
                numbers[card.kind as usize].insert(card.text.into(), number);
            }
            numbers
        });
        numbers[kind as usize].get(text).map_or(&[], |&card| self.answers(card as usize))
    }

    /// The states of all cards, by their numbers; `None` for those that have not been answered. Linear in the answers;
    /// the states of long logs are computed by all threads.
    pub fn states(&self, schedule: &Schedule) -> Vec<Option<CardState>> {
        let cards: Vec<usize> = (0..self.kinds.len()).collect();
        parallel::map(cards, CARDS_OF_A_THREAD, |card| schedule.state(self.answers(card)))
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

/// Sorts the answers of each card, whose ranges follow each other, and keeps each once, at the front. Returns the start of
/// those of each card, and the end.
fn each_once(answers: &mut [Answer], ranges: impl ExactSizeIterator<Item = Range<usize>>) -> Vec<u32> {
    let mut starts = Vec::with_capacity(ranges.len() + 1);
    let mut kept = 0;
    for range in ranges {
        let start = kept;
        starts.push(start as u32);
        if !answers[range.clone()].is_sorted() {
            answers[range.clone()].sort_unstable();
        }
        for at in range {
            let answer = answers[at];
            let is_same =
                kept > start && (answers[kept - 1].time, answers[kept - 1].sitting) == (answer.time, answer.sitting);
            // Marks are sorted: the later is the higher.
            kept -= usize::from(is_same);
            answers[kept] = answer;
            kept += 1;
        }
    }
    starts.push(kept as u32);
    starts
}

/// The union of logs: each line once, by time, with an end. Faulty and torn lines are left out; lines of kinds that
/// this version does not know are kept. The result depends neither on the order of the logs nor on that of their lines,
/// and merging it again changes nothing.
pub fn merge<'l>(logs: impl IntoIterator<Item = &'l [u8]>) -> Vec<u8> {
    let mut lines: BTreeSet<&[u8]> = BTreeSet::new();
    let mut dates = Dates::default();
    for mut log in logs {
        while let Some((line, ended)) = next_line(&mut log) {
            let is_record = |dates| match split(line, dates).and_then(|parts| card(parts.card).map(|_| ())) {
                Ok(()) | Err(RecordError::Kind(_)) => line.len() <= LONGEST,
                Err(_) => false,
            };
            if ended && !is_comment(line) && is_record(&mut dates) {
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
