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
//!
//! Measured on a list of 172,823 English words (1.7 MB; two busy cores of a plain x86-64, best of thirty): 6.6 ms from
//! bytes to sorted words with a given alphabet, 10.6 ms with an automatic one, of which the test whether the list is
//! sorted takes a fifth; 33 ms when it is shuffled. The whole process peaks at 9.5 MB (13 MB when shuffled), the bytes of
//! the list and the program itself among them.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use super::Words;
use super::affix::{self, AffixError, Affixes};
use super::collect::{At, Characters, Collector, Line, Sink};
use super::definitions::{self, Definitions};
use super::detect;
use super::encoding;
use super::extract::{Entry, Extractor};
use super::json;
use super::lines::{self, LineEnds};
use super::normalise::Folds;
use super::report::{ListReport, ReadReport, Reason, grouped};
use super::shape::Shape;
use crate::alphabet::{Alphabet, AlphabetError};

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
    /// The most forms that affixes may make of the stems of a dictionary; `None` for [`MOST_FORMS`].
    pub max_forms: Option<u64>,
}

/// The most forms that affixes may make, unless [`ReadOptions::max_forms`] says otherwise: 50 million. Each that is a word takes some 20 bytes until they are sorted.
pub const MOST_FORMS: u64 = 50_000_000;

/// Words of an alphabet, in its collation order, each once.
#[derive(Clone, Debug)]
pub struct WordList {
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
    #[error("{name}:{line}: broken JSON (column {column}): {message}")]
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
    #[error("{name}:{line}: '{text}': {reason}{of}")]
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
        /// What would help.
        remedy: Remedy,
    },
    /// Affixes that are broken.
    #[error(transparent)]
    Affixes(#[from] AffixError),
    /// Affixes that make too many forms.
    #[error("{name}:{line}: '{stem}': the affixes are {what}{rule}")]
    TooManyForms {
        /// The name of the dictionary.
        name: String,
        /// The line of the stem that was one too many, from 1.
        line: u64,
        /// The stem.
        stem: String,
        /// What they would do, and how much is allowed.
        what: String,
        /// The rule that made the most of them, with its file and line.
        rule: String,
    },
    /// A list that cannot be read piece by piece.
    #[error("{name}: {obstacle}")]
    Pieces {
        /// The name of the list.
        name: String,
        /// What is in the way.
        obstacle: PieceObstacle,
    },
    /// No words were left.
    #[error("{name}: no words: {why}")]
    Empty {
        /// The name of the list, or of the first of several.
        name: String,
        /// What became of the lines.
        why: String,
        /// `true` if the list has lines with words, all of which were left out.
        lines_left_out: bool,
    },
    /// The characters of the lists make no alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

/// What would help with a line that holds no word of the alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The word has a space or tab: another [shape](ReadOptions::shape) if the word is only a part of the line.
    Separate,
    /// [`fold_accents`](ReadOptions::fold_accents), or another alphabet.
    FoldAccents,
    /// The encoding was guessed: another [encoding](ReadOptions::encoding) or another alphabet.
    NameEncodingOrAlphabet,
    /// Another alphabet, or a list without the word.
    RemoveOrAlphabet,
    /// Another [encoding](ReadOptions::encoding).
    NameEncoding,
    /// A repaired line, or another [shape](ReadOptions::shape).
    Repair,
    /// A list without the word.
    Remove,
}

/// What keeps a list from being read piece by piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceObstacle {
    /// A line that is longer than a piece.
    LongLine {
        /// The bytes of a piece.
        piece: u64,
    },
    /// A JSON document, which has to be read as a whole.
    Json,
    /// Bytes that are not UTF-8 in a list that began as UTF-8.
    LateEncoding {
        /// The first of those bytes.
        byte: u8,
        /// The number of its line, from 1.
        line: u64,
    },
}

impl fmt::Display for PieceObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceObstacle::LongLine { piece } => write!(f, "a line of more than {} bytes", grouped(*piece)),
            PieceObstacle::Json => f.write_str("a JSON document, which has to be read as a whole"),
            PieceObstacle::LateEncoding { byte, line } => {
                write!(f, "byte 0x{byte:02X} on line {line} is not UTF-8, as the lines before are")
            }
        }
    }
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
pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<WordList, ReadError> {
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
pub(super) struct List<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) ends: LineEnds,
    /// Lines, about; for the size of buffers.
    pub(super) lines: usize,
    /// The lines before this text, where it is a piece of a list.
    pub(super) before: u64,
    pub(super) shape: Shape,
    pub(super) header: bool,
    /// Whether the encoding is only the likeliest.
    pub(super) guessed: bool,
    pub(super) report: ListReport,
    /// The affixes of a hunspell dictionary, and how many forms they may make.
    affixes: Option<(&'a Affixes, u64)>,
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
        self.add_with(name, bytes, None)
    }

    /// Adds a hunspell dictionary, whose stems are expanded by these affixes.
    ///
    /// # Errors
    /// As [`add`](Reader::add).
    pub fn add_dictionary(&mut self, name: &str, bytes: &'a [u8], affixes: &'a Affixes) -> Result<(), ReadError> {
        self.add_with(name, bytes, Some(affixes))
    }

    fn add_with(&mut self, name: &str, bytes: &'a [u8], affixes: Option<&'a Affixes>) -> Result<(), ReadError> {
        let forced = match &self.options.encoding {
            Some(label) => Some(encoding::by_label(label).ok_or_else(|| ReadError::Encoding { label: label.clone() })?),
            None => affixes.map(Affixes::encoding),
        };
        let wide = forced.map_or_else(|| encoding::wide(bytes).is_some(), |encoding| encoding.name().starts_with("UTF-16"));
        if let Some(what) = detect::not_a_list(bytes, wide) {
            return Err(ReadError::NotAList { name: name.to_owned(), what });
        }
        let mut shape = self.options.shape;
        if affixes.is_some() {
            shape = Some(Shape::Hunspell);
        }
        let mut list = List::new(name, encoding::decode(bytes, forced), shape);
        if let Some(affixes) = affixes {
            let most = self.options.max_forms.unwrap_or(MOST_FORMS);
            list.affixes = Some((affixes, most));
            list.report.shape_description = format!("hunspell dictionary with the affixes of {}", affixes.name());
            if self.options.encoding.is_none() {
                list.report.encoding_note = Some(format!("by {}", affixes.name()));
            }
        }
        self.lists.push(list);
        Ok(())
    }

    /// Reads all lists.
    ///
    /// # Errors
    /// [`ReadError`]: an invalid line unless they are skipped, no words left.
    pub fn finish(self) -> Result<WordList, ReadError> {
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
            let mut collector = Collector::new(&alphabet, options, folds.as_ref(), &list);
            list.each(comments(options, &alphabet), &mut collector)?;
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
            return Err(ReadError::empty(first, &report, options));
        }
        Ok(WordList { alphabet, words: all, definitions: all_definitions, report })
    }

    /// The alphabet of all characters that occur, but for marks that only end words.
    fn automatic(&self) -> Result<Alphabet, ReadError> {
        let mut characters = Characters::new(self.options.fold_accents);
        for list in &self.lists {
            list.each(true, &mut characters)?;
        }
        let characters = characters.finish();
        if characters.is_empty() {
            let name = self.lists.first().map_or_else(String::new, |list| list.report.name.clone());
            return Err(ReadError::no_lines(name));
        }
        Ok(Alphabet::automatic(characters)?)
    }
}

/// Whether `#` begins a comment: not where it is a letter.
pub(super) fn comments(options: &ReadOptions, alphabet: &Alphabet) -> bool {
    matches!(options.alphabet, AlphabetChoice::Auto) || alphabet.parse("#").is_err()
}

fn sort(words: &mut Words, definitions: &mut Option<Definitions>) -> usize {
    match definitions {
        Some(definitions) => definitions::sort(words, definitions),
        None => words.sort(),
    }
}

impl ReadError {
    /// The lists have no lines with words on them.
    pub(super) fn no_lines(name: String) -> ReadError {
        ReadError::Empty { name, why: "the list has no line with a word on it".into(), lines_left_out: false }
    }

    /// No words were left of these lists.
    pub(super) fn empty(name: String, report: &ReadReport, options: &ReadOptions) -> ReadError {
        match left_out(report, options) {
            why if why.is_empty() => ReadError::no_lines(name),
            why => ReadError::Empty { name, why, lines_left_out: true },
        }
    }
}

/// The lines that were left out, by reason.
fn left_out(report: &ReadReport, options: &ReadOptions) -> String {
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
    parts.join(", ")
}

impl<'a> List<'a> {
    /// A list whose shape is told by its text, if it is not given.
    pub(super) fn new(name: &str, decoded: encoding::Decoded<'a>, shape: Option<Shape>) -> List<'a> {
        let text = decoded.text;
        let ends = LineEnds::of(&text);
        let count = |end| memchr::memchr_iter(end, text.as_bytes()).count();
        let lines = count(b'\n').max(count(b'\r')) + 1;
        let sample = lines::sample(&text, ends, SAMPLE);
        let shape = shape.unwrap_or_else(|| detect::shape(&text, &sample, lines));
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
        List { text, ends, lines, before: 0, shape, header, guessed: decoded.guessed, report, affixes: None }
    }

    /// Gives everything in the list to `sink`, until it fails.
    pub(super) fn each(&self, comments: bool, sink: &mut impl Sink) -> Result<(), ReadError> {
        if self.shape == Shape::Json {
            let result = json::each(&self.text, |line, item| {
                let entry = match item {
                    json::Item::Word(word, more) => Line::Entry(Entry::Word(word.trim().into(), more)),
                    json::Item::Name => Line::Entry(Entry::Header),
                    json::Item::NotText(what) => Line::NotText(what),
                };
                sink.take(At { line, whole: "" }, entry)
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
        if let Some((affixes, most)) = self.affixes {
            return affix::each(&self.text, self.ends, &self.report.name, affixes, most, comments, sink);
        }
        let mut extractor = Extractor { shape: self.shape, header: self.header, comments, declared: None };
        let plain = self.shape == Shape::Plain;
        self.ends.each(&self.text, |number, line| {
            if plain && sink.quick(line) {
                return Ok(());
            }
            let number = self.before + number;
            sink.take(At { line: number, whole: line }, Line::Entry(extractor.line(number, line)))
        })?;
        match extractor.declared {
            Some(declared) => sink.take(At { line: 1, whole: "" }, Line::Declared(declared)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
