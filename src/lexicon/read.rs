//! From the bytes of word lists to a lexicon.
//!
//! What a list is like is decided by its content: its encoding ([`encoding`](super::encoding)), its line ends
//! ([`lines`](super::lines)) and its shape ([`shape`](super::shape), from a sample of a thousand lines), each of which
//! the report names and an option overrides. Then every line is read once: words that the alphabet spells as they
//! are take the short way, others are cleaned or rejected with a reason. An automatic alphabet takes one pass more.
//!
//! Cost: linear for a list in collation order, else that of [`Words::sort`]. Memory beside the bytes of the list: a copy
//! of the text when it is not UTF-8, the words (a byte a letter and eight a word), and while sorting a list that is not in
//! order as much again and sixteen bytes a word.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use super::definitions::{self, Definitions};
use super::detect;
use super::encoding;
use super::extract::{Entry, Extractor};
use super::json;
use super::lines::{self, LineEnds};
use super::normalise::{Folds, MARKS};
use super::report::{ListReport, ReadReport, Reason, clip, grouped};
use super::shape::Shape;
use super::{MAX_WORD_LENGTH, Words};
use crate::alphabet::{Alphabet, AlphabetError, Case, Tile};

/// How many lines of the start, and how many from all over the list, tell its shape.
const SAMPLE: usize = 500;

/// Which letters words are made of.
#[derive(Clone, Debug, Default)]
pub enum AlphabetChoice {
    /// A given alphabet. (Boxed: alphabets are large.)
    Named(Box<Alphabet>),
    /// The distinct characters of all lists together; see [`Alphabet::automatic`].
    ///
    /// Control characters are left out, and class marks (`$`, `%`, ...) that are only found at the ends of words.
    #[default]
    Auto,
}

impl From<Alphabet> for AlphabetChoice {
    fn from(alphabet: Alphabet) -> AlphabetChoice {
        AlphabetChoice::Named(Box::new(alphabet))
    }
}

/// What to do about a line that holds no word of the alphabet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnInvalid {
    /// Stop with an error that names the line.
    #[default]
    Error,
    /// Count it, by reason, and go on.
    Skip,
}

/// How word lists are read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Which letters words are made of.
    pub alphabet: AlphabetChoice,
    /// Words of fewer tiles are not taken; that is a selection, no error.
    pub min_length: Option<usize>,
    /// Words of more tiles are not taken; that is a selection, no error.
    pub max_length: Option<usize>,
    /// What to do about lines that hold no word of the alphabet.
    pub on_invalid: OnInvalid,
    /// Whether accents come off letters that the alphabet does not have (all accents, for an automatic alphabet).
    pub fold_accents: bool,
    /// The label of the encoding (`latin1`, `utf-16le`, `koi8-r`); `None` decides by content.
    pub encoding: Option<String>,
    /// Where in a line the word is; `None` decides by content.
    pub shape: Option<Shape>,
    /// Whether to keep what lists say about their words.
    pub definitions: bool,
}

/// Words of an alphabet, in its collation order, each once.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// The letters.
    pub alphabet: Alphabet,
    /// The words.
    pub words: Words,
    /// What the lists say about each word, when [`ReadOptions::definitions`] asked for it.
    pub definitions: Option<Definitions>,
    /// What was found in the lists, and what became of every line.
    pub report: ReadReport,
}

/// Why word lists could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The content is something else.
    #[error("{name}: not a word list, it looks like {what}")]
    NotAList {
        /// The name of the list.
        name: String,
        /// What it looks like.
        what: &'static str,
    },
    /// No encoding has this label.
    #[error("no encoding is called '{label}' — use a name such as utf-8, utf-16le, latin1, windows-1250 or koi8-r")]
    Encoding {
        /// The label asked for.
        label: String,
    },
    /// A JSON document that is broken.
    #[error("{name}:{line}: broken JSON (column {column}): {message} — repair it, or name another --shape")]
    Json {
        /// The name of the list.
        name: String,
        /// The number of the line, from 1.
        line: u64,
        /// The column in bytes, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// A line that holds no word of the alphabet.
    #[error("{name}:{line}: '{text}': {reason}{of} — {hint}")]
    Invalid {
        /// The name of the list.
        name: String,
        /// The number of the line, from 1.
        line: u64,
        /// The word, or the line where no word could be found in it; clipped to 60 characters.
        text: String,
        /// What is wrong with it.
        reason: Reason,
        /// The alphabet, where it matters.
        of: AlphabetName,
        /// What to do about it.
        hint: &'static str,
    },
    /// No words were left.
    #[error("{name}: no words: {why}")]
    Empty {
        /// The name of the list, or of the first of several.
        name: String,
        /// What became of the lines.
        why: String,
    },
    /// The characters of the lists make no alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

/// The name of an alphabet in a message; prints as nothing where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlphabetName(pub Option<String>);

impl fmt::Display for AlphabetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " '{name}'"))
    }
}

/// Reads one word list; `name` is for messages. The bytes are decompressed already.
///
/// # Errors
/// [`ReadError`]: content that is no word list, an invalid line unless they are skipped, no words left.
pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Lexicon, ReadError> {
    let mut reader = Reader::new(options);
    reader.add(name, bytes)?;
    reader.finish()
}

/// Puts several word lists together into one lexicon.
#[derive(Debug)]
pub struct Reader<'a> {
    options: &'a ReadOptions,
    lists: Vec<List<'a>>,
}

#[derive(Debug)]
struct List<'a> {
    text: Cow<'a, str>,
    ends: LineEnds,
    /// Lines, about; for the size of buffers.
    lines: usize,
    shape: Shape,
    header: bool,
    /// Whether the encoding is only the likeliest.
    guessed: bool,
    report: ListReport,
}

impl<'a> Reader<'a> {
    /// A reader without lists yet.
    pub fn new(options: &'a ReadOptions) -> Reader<'a> {
        Reader { options, lists: vec![] }
    }

    /// Adds a list; `name` is for messages. The bytes are decompressed already.
    ///
    /// # Errors
    /// [`ReadError::NotAList`], and [`ReadError::Encoding`] for an unknown label.
    pub fn add(&mut self, name: &str, bytes: &'a [u8]) -> Result<(), ReadError> {
        let forced = match &self.options.encoding {
            Some(label) => {
                Some(encoding::by_label(label).ok_or_else(|| ReadError::Encoding { label: label.clone() })?)
            }
            None => None,
        };
        let wide = forced.map_or_else(|| encoding::wide(bytes).is_some(), |encoding| encoding.name().starts_with("UTF-16"));
        if let Some(what) = detect::not_a_list(bytes, wide) {
            return Err(ReadError::NotAList { name: name.to_owned(), what });
        }
        let decoded = encoding::decode(bytes, forced);
        let text = decoded.text;
        let ends = LineEnds::of(&text);
        let lines = memchr::memchr2_iter(b'\n', b'\r', text.as_bytes()).count() + 1;
        let sample = lines::sample(&text, ends, SAMPLE);
        let shape = self.options.shape.unwrap_or_else(|| detect::shape(&text, &sample, lines));
        let header = matches!(shape, Shape::Cell(separator, _) if detect::has_header(&sample, separator));
        let report = ListReport {
            name: name.to_owned(),
            encoding: decoded.encoding,
            encoding_note: decoded.note,
            line_ends: ends.describe().into(),
            shape: shape.to_string(),
            shape_description: shape.describe(),
            ..ListReport::default()
        };
        self.lists.push(List { text, ends, lines, shape, header, guessed: decoded.guessed, report });
        Ok(())
    }

    /// Reads all lists.
    ///
    /// # Errors
    /// [`ReadError`]: an invalid line unless they are skipped, no words left.
    pub fn finish(self) -> Result<Lexicon, ReadError> {
        let alphabet = match &self.options.alphabet {
            AlphabetChoice::Named(alphabet) => (**alphabet).clone(),
            AlphabetChoice::Auto => self.automatic()?,
        };
        let Reader { options, lists } = self;
        let mut folds = None;
        if options.fold_accents {
            let named = matches!(options.alphabet, AlphabetChoice::Named(_));
            folds = Some(Folds::new(named.then_some(&alphabet)));
        }
        let several = lists.len() > 1;
        let first = lists.first().map_or_else(String::new, |list| list.report.name.clone());
        let (mut all, mut all_definitions) = (Words::new(), options.definitions.then(Definitions::default));
        let mut reports = Vec::with_capacity(lists.len());
        for list in lists {
            let mut collector = Collector::new(&alphabet, options, folds.as_ref(), list.lines, &list);
            list.each(comments(options, &alphabet), |line, entry| collector.take(line, entry))?;
            let Collector { mut words, mut definitions, mut report, .. } = collector;
            // The text is done with: sorting may need its room.
            drop(list);
            report.duplicates = sort(&mut words, &mut definitions) as u64;
            reports.push(report);
            if several {
                words.iter().for_each(|word| all.push(word));
                if let (Some(all), Some(some)) = (&mut all_definitions, &definitions) {
                    (0..some.len()).for_each(|index| all.push(some.get(index).unwrap_or("")));
                }
            } else {
                (all, all_definitions) = (words, definitions);
            }
        }
        if several {
            sort(&mut all, &mut all_definitions);
        }
        let report = ReadReport::new(reports, all.len() as u64);
        if all.is_empty() {
            return Err(ReadError::Empty { name: first, why: why_empty(&report, options) });
        }
        Ok(Lexicon { alphabet, words: all, definitions: all_definitions, report })
    }

    /// The alphabet of all characters that occur, but for marks that only end words.
    fn automatic(&self) -> Result<Alphabet, ReadError> {
        let folds = self.options.fold_accents.then(|| Folds::new(None));
        let mut ascii = [false; 128];
        let mut others = std::collections::HashSet::new();
        let mut note = |text: &str| {
            for c in text.chars() {
                match ascii.get_mut(c as usize) {
                    Some(seen) => *seen = true,
                    None => {
                        others.insert(c);
                    }
                }
            }
        };
        for list in &self.lists {
            list.each(true, |_, entry| {
                if let Line::Entry(Entry::Word(word, _)) = entry
                    && spoilt(&word).is_none()
                {
                    let word = match word.trim_end_matches(MARKS) {
                        "" => &word,
                        stem => stem,
                    };
                    if word.is_ascii() {
                        note(word);
                    } else {
                        use unicode_normalization::UnicodeNormalization;
                        let folded = folds.as_ref().and_then(|folds| folds.fold(word));
                        note(&folded.unwrap_or_else(|| word.nfc().collect()));
                    }
                }
                Ok(())
            })?;
        }
        let ascii = (0..128u8).filter(|&byte| ascii[usize::from(byte)]).map(char::from);
        let characters: Vec<char> = ascii.chain(others).collect();
        if characters.is_empty() {
            let name = self.lists.first().map_or_else(String::new, |list| list.report.name.clone());
            return Err(ReadError::Empty { name, why: "the list has no line with a word on it".into() });
        }
        Ok(Alphabet::automatic(characters)?)
    }
}

/// Whether `#` begins a comment: not where it is a letter.
fn comments(options: &ReadOptions, alphabet: &Alphabet) -> bool {
    matches!(options.alphabet, AlphabetChoice::Auto) || alphabet.parse("#").is_err()
}

fn sort(words: &mut Words, definitions: &mut Option<Definitions>) -> usize {
    match definitions {
        Some(definitions) => definitions::sort(words, definitions),
        None => words.sort(),
    }
}

fn why_empty(report: &ReadReport, options: &ReadOptions) -> String {
    let mut parts = vec![];
    if report.rejected > 0 {
        let example = report.lists.iter().find_map(|list| list.examples.first().map(|example| (list, example)));
        let example = example.map_or_else(String::new, |(list, example)| {
            format!(" (such as {}:{}: '{}': {})", list.name, example.line, example.text, example.reason)
        });
        parts.push(format!("{} rejected{example}", grouped(report.rejected)));
    }
    if let (Some(least), 1..) = (options.min_length, report.too_short) {
        parts.push(format!("{} shorter than {least}", grouped(report.too_short)));
    }
    if let (Some(most), 1..) = (options.max_length, report.too_long) {
        parts.push(format!("{} longer than {most}", grouped(report.too_long)));
    }
    match parts.is_empty() {
        true => "the list has no line with a word on it".into(),
        false => format!("{} — check the list, --alphabet, --shape and the length bounds", parts.join(", ")),
    }
}

/// What is at a place of a list.
enum Line<'t> {
    Entry(Entry<'t>),
    /// A JSON value that is no text.
    NotText(String),
    /// How many entries the list says it has.
    Declared(u64),
}

impl List<'_> {
    /// Calls `each` with everything in the list, until it fails. The whole line goes with entries that hold no word.
    fn each(&self, comments: bool, mut each: impl FnMut(At, Line) -> Result<(), ReadError>) -> Result<(), ReadError> {
        if self.shape == Shape::Json {
            let result = json::each(&self.text, |line, item| {
                let entry = match item {
                    json::Item::Word(word, more) => Line::Entry(Entry::Word(word.trim().into(), more)),
                    json::Item::Name => Line::Entry(Entry::Header),
                    json::Item::NotText(what) => Line::NotText(what),
                };
                each(At { line, whole: "" }, entry)
            });
            return result.map_err(|stop| match stop {
                json::Stop::Caller(error) => error,
                json::Stop::Broken(error) => {
                    let message = error.to_string();
                    let message = message.rsplit_once(" at line").map_or(&*message, |(message, _)| message).to_owned();
                    let name = self.report.name.clone();
                    ReadError::Json { name, line: error.line() as u64, column: error.column(), message }
                }
            });
        }
        let mut extractor = Extractor { shape: self.shape, header: self.header, comments, declared: None };
        self.ends.each(&self.text, |number, line| {
            each(At { line: number, whole: line }, Line::Entry(extractor.line(number, line)))
        })?;
        match extractor.declared {
            Some(declared) => each(At { line: 1, whole: "" }, Line::Declared(declared)),
            None => Ok(()),
        }
    }
}

/// Where something is: the number of the line, and the line itself.
#[derive(Clone, Copy)]
struct At<'t> {
    line: u64,
    whole: &'t str,
}

/// Why a word that the alphabet spells is not taken, or why it does not spell it.
enum Outcome {
    Short,
    Long,
    Invalid(Reason),
}

/// Takes words in, and counts.
struct Collector<'a> {
    alphabet: &'a Alphabet,
    options: &'a ReadOptions,
    folds: Option<&'a Folds>,
    least: usize,
    most: usize,
    guessed: bool,
    words: Words,
    definitions: Option<Definitions>,
    report: ListReport,
}

impl<'a> Collector<'a> {
    fn new(alphabet: &'a Alphabet, options: &'a ReadOptions, folds: Option<&'a Folds>, lines: usize, list: &List) -> Self {
        // A list of other shape has fewer letters than bytes.
        let letters = if list.shape == Shape::Plain { list.text.len().saturating_sub(lines) } else { 8 * lines };
        Collector {
            alphabet,
            options,
            folds,
            least: options.min_length.unwrap_or(0),
            most: options.max_length.unwrap_or(usize::MAX),
            guessed: list.guessed,
            words: Words::with_capacity(lines, letters),
            definitions: options.definitions.then(Definitions::default),
            report: list.report.clone(),
        }
    }

    fn take(&mut self, at: At, line: Line) -> Result<(), ReadError> {
        match line {
            Line::Declared(number) => {
                self.report.declared = Some(number);
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

    fn word(&mut self, line: u64, word: &str, more: &str) -> Result<(), ReadError> {
        let outcome = match self.place(word) {
            Ok(()) => {
                if let Some(definitions) = &mut self.definitions {
                    definitions.push(more);
                }
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

    /// Appends the word as it is, when the alphabet spells it.
    fn place_as_is(&mut self, word: &str) -> Result<(), Outcome> {
        let (alphabet, least, most) = (self.alphabet, self.least, self.most);
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
        let stem = word.trim_end_matches(|c| MARKS.contains(&c) && self.alphabet.parse(c.encode_utf8(&mut [0; 4])).is_err());
        if stem.is_empty() {
            return Err(Outcome::Invalid(error));
        }
        let folded = self.folds.and_then(|folds| folds.fold(stem));
        match self.place_as_is(folded.as_deref().unwrap_or(stem)) {
            Err(Outcome::Invalid(Reason::Letter { found, column })) => {
                // Folding may have moved the character.
                let column = if folded.is_some() { word.chars().position(|c| c == found).map_or(column, |at| at + 1) } else { column };
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
                hint: self.hint(text, &reason),
                of: AlphabetName(named),
                reason,
            });
        }
        self.report.reject(line, text, &reason);
        Ok(())
    }

    fn hint(&self, word: &str, reason: &Reason) -> &'static str {
        match reason {
            Reason::Letter { found: ' ' | '\t', .. } => {
                "remove the line, name another --shape if the word is only a part of it, or use --on-invalid skip"
            }
            Reason::Letter { found, .. } if !found.is_ascii() => {
                let plain = Folds::new(Some(self.alphabet)).fold(word);
                if self.folds.is_none() && plain.is_some_and(|plain| self.alphabet.parse(plain.trim_end_matches(MARKS)).is_ok()) {
                    "use --fold-accents, name another --alphabet, or use --on-invalid skip"
                } else if self.guessed {
                    "name the --encoding of the list, another --alphabet, or use --on-invalid skip"
                } else {
                    "remove the word, name another --alphabet, or use --on-invalid skip"
                }
            }
            Reason::Letter { .. } => "remove the word, name another --alphabet, or use --on-invalid skip",
            Reason::Damaged => "name the --encoding of the list, or use --on-invalid skip",
            Reason::NoWord(_) => "repair the line, name another --shape, or use --on-invalid skip",
            Reason::Control { .. } | Reason::TooLong { .. } | Reason::NotText => "remove it, or use --on-invalid skip",
        }
    }
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
    Some(if found == '\t' { Reason::Letter { found, column: column + 1 } } else { Reason::Control { found, column: column + 1 } })
}

#[cfg(test)]
mod tests;
