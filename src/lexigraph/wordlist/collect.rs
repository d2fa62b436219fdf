//! Takes what is in a list: words in, or their characters, with a count of all that is not.

use std::collections::HashSet;
use std::ops::Range;

use lexigraph_core::unicode::compose;

use super::definitions::Definitions;
use super::error::{AlphabetName, ReadError, Remedy};
use super::extract::Entry;
use super::list::List;
use super::normalise::marks;
use super::options::{AlphabetChoice, OnInvalid, ReadOptions};
use super::report::{ListReport, Reason, clip};
use super::score::Score;
use super::shape::Shape;
use super::sink::{At, Line, Sink};
use super::{MAX_WORD_LENGTH, Words};
use crate::alphabet::{Alphabet, Case, Folds, Tile};
use crate::parallel;

/// The characters that occur in words.
pub(super) struct Characters {
    folds: Option<Folds>,
    marks: &'static [char],
    ascii: [bool; 256],
    others: HashSet<char>,
}

impl Characters {
    pub(super) fn new(fold_accents: bool) -> Characters {
        let folds = fold_accents.then(|| Folds::new(None));
        Characters { folds, marks: &[], ascii: [false; 256], others: HashSet::new() }
    }

    /// Begins with a list of this shape.
    pub(super) fn begin(&mut self, shape: Shape) {
        self.marks = marks(shape, true);
    }

    pub(super) fn finish(self) -> Vec<char> {
        let ascii = (0..128u8).filter(|&byte| self.ascii[usize::from(byte)]).map(char::from);
        ascii.chain(self.others).collect()
    }

    fn note(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_ascii() {
                self.ascii[c as usize] = true;
            } else {
                self.others.insert(c);
            }
        }
    }
}

impl Sink for Characters {
    fn quick(&mut self, line: &str) -> bool {
        let simple = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if simple {
            line.bytes().for_each(|byte| self.ascii[usize::from(byte)] = true);
        }
        simple
    }

    fn take(&mut self, _: At, line: Line) -> Result<(), ReadError> {
        let Line::Entry(Entry::Word(word, _)) = line else { return Ok(()) };
        if spoilt(&word).is_some() {
            return Ok(());
        }
        let stem = match word.trim_end_matches(self.marks) {
            "" => &word,
            stem => stem,
        };
        if stem.is_ascii() {
            self.note(stem);
        } else {
            let folded = self.folds.as_ref().and_then(|folds| folds.fold(stem));
            self.note(&folded.map_or_else(|| compose(stem), Into::into));
        }
        Ok(())
    }
}

/// Why a word that the alphabet spells is not taken, or why it does not spell it.
enum Outcome {
    Short,
    Long,
    Invalid(Reason),
}

/// Takes words in, and counts.
pub(super) struct Collector<'a> {
    alphabet: &'a Alphabet,
    options: &'a ReadOptions,
    folds: Option<&'a Folds>,
    guessed: bool,
    marks: &'static [char],
    easy: Easy,
    pub words: Words,
    pub definitions: Option<Definitions>,
    pub report: ListReport,
}

/// Takes words in that are nothing but simple letters.
struct Easy {
    least: usize,
    most: usize,
    /// The tile of an ASCII character that is a letter whatever follows; 0 for all others.
    tiles: [u8; 256],
}

impl Easy {
    /// Appends a word; answers no, and does nothing, if it has other characters or another length than was asked for.
    #[inline]
    fn push(&self, word: &[u8], words: &mut Words) -> bool {
        if word.is_empty() || word.len() < self.least || word.len() > self.most.min(MAX_WORD_LENGTH) {
            return false;
        }
        let taken = words.push_with(|tiles: &mut Vec<Tile>| {
            let mut all = true;
            tiles.extend(word.iter().map(|&byte| {
                let tile = self.tiles[usize::from(byte)];
                all &= tile != 0;
                Tile::from_label(tile)
            }));
            if all { Ok(()) } else { Err(()) }
        });
        taken.is_ok()
    }

    /// The words of lines up to the first line that is not easy, and the bytes of these lines.
    fn words(&self, lines: &[u8]) -> (Words, usize) {
        let mut words = Words::with_capacity(lines.len() / 8, lines.len());
        let mut from = 0;
        while from < lines.len() {
            let end = memchr::memchr(b'\n', &lines[from..]).map_or(lines.len(), |end| from + end);
            if !self.push(&lines[from..end], &mut words) {
                break;
            }
            from = (end + 1).min(lines.len());
        }
        (words, from)
    }
}

/// The bytes of lists that are read by several threads. Each has a copy of its words, which would take too much memory
/// for a very long list.
const DIVIDED: Range<usize> = if cfg!(test) { 1 << 6..usize::MAX } else { 1 << 20..1 << 25 };

impl Sink for Collector<'_> {
    /// Takes a line that is nothing but simple letters, as nearly all lines of nearly all lists are; else does nothing.
    ///
    /// A third of the time that [`Alphabet::parse_into`] takes: one table, no test a letter.
    fn quick(&mut self, line: &str) -> bool {
        if !self.easy.push(line.as_bytes(), &mut self.words) {
            return false;
        }
        self.report.lines += 1;
        self.report.words_read += 1;
        if let Some(definitions) = &mut self.definitions {
            definitions.push("");
        }
        true
    }

    fn take(&mut self, at: At, line: Line) -> Result<(), ReadError> {
        match line {
            Line::Declared(number) => {
                self.report.declared = Some(number);
                return Ok(());
            }
            Line::Doubt(what) => {
                self.report.doubt(&what);
                return Ok(());
            }
            Line::Stems(number) => {
                self.report.stems = Some(number);
                return Ok(());
            }
            Line::NotText(what) => {
                self.report.lines += 1;
                return self.reject(at.line, &what, Reason::NotText);
            }
            Line::Entry(entry) => {
                self.report.lines += 1;
                match entry {
                    Entry::Word(word, more) => return self.word(at.line, &word, more),
                    Entry::NoWord(what) => return self.reject(at.line, at.whole, Reason::NoWord(what)),
                    Entry::Blank => self.report.blank_lines += 1,
                    Entry::Comment => self.report.comments += 1,
                    Entry::Header => self.report.headers += 1,
                }
            }
        }
        Ok(())
    }
}

impl<'a> Collector<'a> {
    pub(super) fn new(alphabet: &'a Alphabet, options: &'a ReadOptions, folds: Option<&'a Folds>, list: &List) -> Self {
        let lines = list.lines;
        // A list of other shape has fewer letters than bytes.
        let letters = if list.shape == Shape::Plain { list.text.len().saturating_sub(lines - 1) } else { 8 * lines };
        Collector {
            alphabet,
            options,
            folds,
            guessed: list.guessed,
            marks: marks(list.shape, matches!(options.alphabet, AlphabetChoice::Auto)),
            easy: Easy {
                least: options.min_length.unwrap_or(0),
                most: options.max_length.unwrap_or(usize::MAX),
                tiles: simple_letters(alphabet),
            },
            words: Words::with_capacity(lines, letters),
            definitions: options.definitions.then(Definitions::default),
            report: list.report.clone(),
        }
    }

    /// Takes the lines of a long plain list up to the first line that is not easy, on all threads. Returns the number
    /// of lines, and that of their bytes.
    pub(super) fn take_easy(&mut self, list: &List) -> (u64, usize) {
        let text = list.text.as_bytes();
        if list.shape != Shape::Plain || !list.ends.are_lf() || self.definitions.is_some() || !DIVIDED.contains(&text.len())
        {
            return (0, 0);
        }
        let threads = parallel::threads();
        if threads == 1 {
            return (0, 0);
        }
        let line_after = |at: usize| memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1);
        let bounds: Vec<usize> =
            (0..=threads).map(|part| if part == 0 { 0 } else { line_after(text.len() * part / threads) }).collect();
        let parts: Vec<&[u8]> = bounds.windows(2).map(|bounds| &text[bounds[0]..bounds[1]]).collect();
        let mut taken = 0;
        for (part, (words, bytes)) in parts.iter().zip(parallel::map(parts.clone(), 1, |part| self.easy.words(part))) {
            self.words.append(&words);
            taken += bytes;
            if bytes < part.len() {
                break;
            }
        }
        let lines = self.words.len() as u64;
        self.report.lines += lines;
        self.report.words_read += lines;
        (lines, taken)
    }

    fn word(&mut self, line: u64, word: &str, more: &str) -> Result<(), ReadError> {
        let outcome = match self.place(word) {
            Ok(()) => {
                self.tell(more);
                self.report.words_read += 1;
                return Ok(());
            }
            Err(outcome) => outcome,
        };
        match outcome {
            Outcome::Short => self.report.too_short += 1,
            Outcome::Long => self.report.too_long += 1,
            Outcome::Invalid(reason) => return self.reject(line, word, reason),
        }
        self.report.words_read += 1;
        Ok(())
    }

    /// Keeps what the list says about the word that was appended last.
    fn tell(&mut self, more: &str) {
        let mut more = more;
        if !self.options.definitions && self.options.scores {
            if Score::parse(more).is_some() {
                *self.report.scores.get_or_insert(0) += 1;
                self.definitions.get_or_insert_with(|| Definitions::empty(self.words.len() - 1));
            } else {
                more = "";
            }
        }
        if let Some(definitions) = &mut self.definitions {
            definitions.push(more);
        }
    }

    /// Drops scores that only some words have: the list says something else about its words.
    pub(super) fn settle_scores(&mut self) {
        let scores = self.report.scores.unwrap_or(0) as usize;
        if !self.options.definitions && !Score::belongs(scores, self.words.len()) {
            (self.definitions, self.report.scores) = (None, None);
        }
    }

    /// Appends the word as it is, when the alphabet spells it.
    fn place_as_is(&mut self, word: &str) -> Result<(), Outcome> {
        let (alphabet, least, most) = (self.alphabet, self.easy.least, self.easy.most);
        self.words.push_with(|tiles: &mut Vec<Tile>| {
            let before = tiles.len();
            if let Err(error) = alphabet.parse_into(word, tiles) {
                return Err(Outcome::Invalid(Reason::Letter { found: error.found, column: error.column }));
            }
            let length = tiles.len() - before;
            if length < least {
                Err(Outcome::Short)
            } else if length > most {
                Err(Outcome::Long)
            } else if length > MAX_WORD_LENGTH {
                Err(Outcome::Invalid(Reason::TooLong { limit: MAX_WORD_LENGTH }))
            } else if length == 0 {
                Err(Outcome::Invalid(Reason::NoWord("there is no word")))
            } else {
                Ok(())
            }
        })
    }

    /// Appends the word as it is or cleaned.
    fn place(&mut self, word: &str) -> Result<(), Outcome> {
        // The alphabet of bytes would take control characters and damage for letters.
        if self.alphabet.case() == Case::Bytes
            && let Some(reason) = spoilt(word)
        {
            return Err(Outcome::Invalid(reason));
        }
        let error = match self.place_as_is(word) {
            Err(Outcome::Invalid(Reason::Letter { found, column })) => Reason::Letter { found, column },
            outcome => return outcome,
        };
        if let Some(reason) = spoilt(word) {
            return Err(Outcome::Invalid(reason));
        }
        let stem =
            word.trim_end_matches(|c| self.marks.contains(&c) && self.alphabet.parse(c.encode_utf8(&mut [0; 4])).is_err());
        if stem.is_empty() {
            return Err(Outcome::Invalid(error));
        }
        let folded = self.folds.and_then(|folds| folds.fold(stem));
        match self.place_as_is(folded.as_deref().unwrap_or(stem)) {
            Err(Outcome::Invalid(Reason::Letter { found, column })) => {
                // Folding may have moved the character.
                let column = if folded.is_some() {
                    word.chars().position(|c| c == found).map_or(column, |at| at + 1)
                } else {
                    column
                };
                Err(Outcome::Invalid(Reason::Letter { found, column }))
            }
            outcome => {
                if !matches!(outcome, Err(Outcome::Invalid(_))) {
                    for mark in word[stem.len()..].chars() {
                        *self.report.marks.entry(mark).or_default() += 1;
                    }
                    self.report.folded += u64::from(folded.is_some());
                }
                outcome
            }
        }
    }

    fn reject(&mut self, line: u64, text: &str, reason: Reason) -> Result<(), ReadError> {
        if self.options.on_invalid == OnInvalid::Error {
            let named = matches!(reason, Reason::Letter { .. }).then(|| self.alphabet.name().to_owned());
            return Err(ReadError::Invalid {
                name: self.report.name.clone(),
                line,
                text: clip(text),
                remedy: self.remedy(text, &reason),
                of: AlphabetName(named),
                reason,
            });
        }
        self.report.reject(line, text, &reason);
        Ok(())
    }

    fn remedy(&self, word: &str, reason: &Reason) -> Remedy {
        match reason {
            Reason::Letter { found: ' ' | '\t', .. } => Remedy::Separate,
            Reason::Letter { found, .. } if !found.is_ascii() => {
                let plain = Folds::new(Some(self.alphabet)).fold(word);
                if self.folds.is_none()
                    && plain.is_some_and(|plain| self.alphabet.parse(plain.trim_end_matches(self.marks)).is_ok())
                {
                    Remedy::FoldAccents
                } else if self.guessed {
                    Remedy::NameEncodingOrAlphabet
                } else {
                    Remedy::RemoveOrAlphabet
                }
            }
            Reason::Letter { .. } => Remedy::RemoveOrAlphabet,
            Reason::Damaged => Remedy::NameEncoding,
            Reason::NoWord(_) => Remedy::Repair,
            Reason::Control { .. } | Reason::TooLong { .. } | Reason::NotText => Remedy::Remove,
        }
    }
}

/// Hands on the words that a collector has taken in, whenever they are so many bytes, and takes them out of it.
pub(super) struct Batches<'a, 'e> {
    collector: Collector<'a>,
    bytes: usize,
    /// What the words are handed to; `false` if it failed.
    each: &'e mut dyn FnMut(&Words) -> bool,
}

impl<'a, 'e> Batches<'a, 'e> {
    pub(super) fn new(collector: Collector<'a>, bytes: usize, each: &'e mut dyn FnMut(&Words) -> bool) -> Batches<'a, 'e> {
        // The room that the collector has made is for one word a line.
        Batches { collector: Collector { words: Words::new(), ..collector }, bytes, each }
    }

    fn is_full(&self) -> bool {
        self.collector.words.bytes() >= self.bytes
    }

    /// Hands the words on. Any error will do where this failed: it is told why by whom the words were handed to.
    fn hand_on(&mut self) -> Result<(), ReadError> {
        let taken = (self.each)(&self.collector.words);
        self.collector.words.clear();
        if taken { Ok(()) } else { Err(ReadError::no_lines(String::new())) }
    }

    /// Hands the last words on, and gives the report.
    pub(super) fn finish(mut self) -> Result<ListReport, ReadError> {
        self.hand_on()?;
        Ok(self.collector.report)
    }
}

impl Sink for Batches<'_, '_> {
    fn quick(&mut self, line: &str) -> bool {
        // With too many words, the line comes again by the other way, which can fail.
        !self.is_full() && self.collector.quick(line)
    }

    fn take(&mut self, at: At, line: Line) -> Result<(), ReadError> {
        if self.is_full() {
            self.hand_on()?;
        }
        self.collector.take(at, line)
    }
}

/// The tiles of the ASCII letters, digits and the like that begin no longer label; `#`, which may begin a comment, is
/// none of them.
fn simple_letters(alphabet: &Alphabet) -> [u8; 256] {
    let mut simple = [0; 256];
    let longer = |c: char| {
        let texts =
            alphabet.letters().iter().flat_map(|letter| [&letter.label, &letter.lower].into_iter().chain(&letter.also));
        texts.filter(|text| text.chars().count() > 1).any(|text| text.to_lowercase().starts_with(c.to_ascii_lowercase()))
    };
    for byte in (0x21..0x7F).filter(|&byte| byte != b'#') {
        let c = char::from(byte);
        if let Ok(&[tile]) = alphabet.parse(c.encode_utf8(&mut [0; 4])).as_deref()
            && !longer(c)
        {
            simple[usize::from(byte)] = tile.number();
        }
    }
    simple
}

/// Why no alphabet should spell this text.
fn spoilt(word: &str) -> Option<Reason> {
    if word.bytes().all(|byte| (0x20..0x7F).contains(&byte)) {
        return None;
    }
    if word.contains('\u{FFFD}') {
        return Some(Reason::Damaged);
    }
    let (column, found) = word.chars().enumerate().find(|(_, c)| c.is_control())?;
    // A tab separates; it is told as the letter it is not.
    Some(if found == '\t' {
        Reason::Letter { found, column: column + 1 }
    } else {
        Reason::Control { found, column: column + 1 }
    })
}
