//! A word list as text, and the way through its lines.

use std::borrow::Cow;

use super::affix::{self, Affixes, Expansion};
use super::error::ReadError;
use super::extract::{Entry, Extractor};
use super::lines::{self, LineEnds};
use super::options::{AlphabetChoice, MOST_FORMS, ReadOptions};
use super::report::ListReport;
use super::shape::Shape;
use super::sink::{At, Line, Sink};
use super::{detect, encoding, json, rows};
use crate::alphabet::Alphabet;

/// How many lines of the start, and how many from all over the list, tell its shape.
const SAMPLE: usize = 500;

/// A list that has been decoded, and its shape.
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
    /// `true` if the encoding is only the likeliest.
    pub(super) guessed: bool,
    pub(super) report: ListReport,
    /// The affixes of a hunspell dictionary.
    pub(super) expansion: Option<Expansion<'a>>,
}

impl<'a> List<'a> {
    /// A list that is whole in memory, with the affixes by which its stems are expanded if it is a dictionary.
    pub(super) fn whole(
        name: &str,
        bytes: &'a [u8],
        options: &ReadOptions,
        affixes: Option<&'a Affixes>,
    ) -> Result<List<'a>, ReadError> {
        let forced = match &options.encoding {
            Some(label) => Some(encoding::by_label(label).ok_or_else(|| ReadError::Encoding { label: label.clone() })?),
            None => affixes.map(Affixes::encoding),
        };
        let wide = forced.map_or_else(|| encoding::wide(bytes).is_some(), |encoding| encoding.name().starts_with("UTF-16"));
        if let Some(what) = detect::not_a_list(bytes, wide) {
            return Err(ReadError::NotAList { name: name.to_owned(), what });
        }
        let shape = if affixes.is_some() { Some(Shape::Hunspell) } else { options.shape };
        let mut list = List::new(name, encoding::decode(bytes, forced), shape);
        if let Some(affixes) = affixes {
            list.expansion = Some(Expansion::new(affixes, options.max_forms.unwrap_or(MOST_FORMS)));
            list.report.oddities = affixes.oddities().iter().map(ToString::to_string).collect();
            list.report.shape_description = format!("hunspell dictionary with the affixes of {}", affixes.name());
            if options.encoding.is_none() {
                list.report.encoding_note = Some(format!("by {}", affixes.name()));
            }
        }
        Ok(list)
    }

    /// A list of this shape, or of the shape that is detected from its text.
    pub(super) fn new(name: &str, decoded: encoding::Decoded<'a>, shape: Option<Shape>) -> List<'a> {
        let text = decoded.text;
        let ends = LineEnds::of(&text);
        let count = |end| memchr::memchr_iter(end, text.as_bytes()).count();
        let lines = count(b'\n').max(count(b'\r')) + 1;
        let sample = lines::sample(&text, ends, SAMPLE);
        let (shape, doubt) = match shape {
            Some(shape) => (shape, None),
            None => detect::shape(&text, ends, &sample, lines),
        };
        let header = match shape {
            Shape::Cell(separator, _) => detect::has_header(&detect::rows(&text, ends, &sample, separator), separator),
            _ => false,
        };
        let report = ListReport {
            name: name.to_owned(),
            encoding: decoded.encoding,
            encoding_note: decoded.note,
            line_ends: ends.describe().into(),
            shape: shape.to_string(),
            shape_description: shape.describe(),
            doubts: doubt.into_iter().map(str::to_owned).collect(),
            ..ListReport::default()
        };
        List { text, ends, lines, before: 0, shape, header, guessed: decoded.guessed, report, expansion: None }
    }

    /// Leaves out the first lines, of so many bytes.
    pub(super) fn skip(&mut self, lines: u64, bytes: usize) {
        self.before += lines;
        match &mut self.text {
            Cow::Borrowed(text) => *text = &text[bytes..],
            Cow::Owned(text) => drop(text.drain(..bytes)),
        }
    }

    /// Gives everything in the list to `sink`, until it fails.
    pub(super) fn each(&self, comments: bool, sink: &mut impl Sink) -> Result<(), ReadError> {
        let by_line = self.expansion.is_none() && !matches!(self.shape, Shape::Json | Shape::Separated(_) | Shape::Cell(..));
        if !by_line {
            return self.each_item(comments, sink);
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

    /// Gives everything in a list whose words are not its lines.
    fn each_item(&self, comments: bool, sink: &mut dyn Sink) -> Result<(), ReadError> {
        if self.shape == Shape::Json {
            let result = json::each(&self.text, |line, item| {
                let entry = match item {
                    json::Item::Word(word, more) => Line::Entry(Entry::Word(word.trim().into(), more)),
                    json::Item::Name => Line::Entry(Entry::Header),
                    json::Item::NotText(what) => Line::NotText(what),
                    json::Item::Doubt(what) => Line::Doubt(what.into()),
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
        if let Some(expansion) = self.expansion {
            return affix::each(&self.text, self.ends, &self.report.name, expansion, comments, sink);
        }
        let mut extractor = Extractor { shape: self.shape, header: self.header, comments, declared: None };
        if let Shape::Separated(separator) = self.shape {
            return rows::each(&self.text, self.ends, separator.character(), |number, line| {
                let number = self.before + number;
                if comments && line.trim_start().starts_with('#') {
                    return sink.take(At { line: number, whole: line }, Line::Entry(Entry::Comment));
                }
                // The separator at the end of a line begins no word.
                rows::cells(line, separator.character()).filter(|cell| !cell.is_empty()).try_for_each(|cell| {
                    sink.take(At { line: number, whole: cell }, Line::Entry(extractor.line(number, cell)))
                })
            });
        }
        let Shape::Cell(separator, _) = self.shape else { unreachable!("bug: a list of lines is read line by line") };
        rows::each(&self.text, self.ends, separator.character(), |number, line| {
            let number = self.before + number;
            sink.take(At { line: number, whole: line }, Line::Entry(extractor.line(number, line)))
        })
    }
}

/// `true` if `#` begins a comment: not where it is a letter.
pub(super) fn comments(options: &ReadOptions, alphabet: &Alphabet) -> bool {
    matches!(options.alphabet, AlphabetChoice::Auto) || alphabet.parse("#").is_err()
}
