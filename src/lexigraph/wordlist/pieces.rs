//! Reading lists that may be larger than memory, piece by piece. The text of a hunspell dictionary is read as a whole;
//! the forms of its stems, of which there may be a thousand times as many, are handed on as they are made.
//!
//! Encoding and shape are detected from the first piece, whereas a whole list is sampled all over; the other pieces are
//! read in the same way. If a list would be read differently as a whole, that is an error if it can be detected: bytes
//! that are not UTF-8 in a later piece of a list that began as UTF-8, JSON (which has no lines), a line longer than a
//! piece.

use std::borrow::Cow;
use std::convert::Infallible;

use thiserror::Error;

use super::affix::Affixes;
use super::charset::Charset;
use super::collect::{Batches, Characters, Collector};
use super::encoding::{self, Decoded};
use super::error::{PieceObstacle, ReadError};
use super::list::{List, comments};
use super::options::{AlphabetChoice, ReadOptions};
use super::report::{ListReport, ReadReport};
use super::shape::Shape;
use super::{Words, detect, lines, rows};
use crate::alphabet::{Alphabet, Folds};
use crate::bytes::{Flow, SourceError};

/// Why lists could not be read piece by piece.
#[derive(Debug, Error)]
pub enum PieceError<E> {
    /// The input.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// What is in it.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// What was done with the words.
    #[error("{0}")]
    Words(E),
}

/// How the pieces after the first are decoded.
enum Coding {
    /// UTF-8 without damage so far.
    Clean,
    As(Charset),
}

/// Reads lists piece by piece and hands their words on.
pub struct PieceReader<'o> {
    options: &'o ReadOptions,
    alphabet: Alphabet,
    folds: Option<Folds>,
    piece: usize,
    reports: Vec<ListReport>,
}

impl<'o> PieceReader<'o> {
    /// A reader of words of this alphabet, in pieces of `piece` bytes. Definitions are not read.
    pub fn new(options: &'o ReadOptions, alphabet: Alphabet, piece: usize) -> PieceReader<'o> {
        let named = matches!(options.alphabet, AlphabetChoice::Named(_));
        let folds = options.fold_accents.then(|| Folds::new(named.then_some(&alphabet)));
        PieceReader { options, alphabet, folds, piece, reports: vec![] }
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Reads a list and gives `each` its words, in the order and as often as they come. Memory is some four pieces.
    ///
    /// # Errors
    /// [`PieceError`].
    pub fn add<E>(
        &mut self,
        name: &str,
        flow: &mut Flow<'_>,
        mut each: impl FnMut(&Words) -> Result<(), E>,
    ) -> Result<(), PieceError<E>> {
        let (options, alphabet, folds) = (self.options, &self.alphabet, self.folds.as_ref());
        let report = pieces(name, flow, options, self.piece, |list| {
            let mut collector = Collector::new(alphabet, options, folds, list);
            list.each(comments(options, alphabet), &mut collector)?;
            list.report = collector.report;
            each(&collector.words).map_err(PieceError::Words)
        })?;
        self.reports.push(report);
        Ok(())
    }

    /// Reads a hunspell dictionary and gives `each` the forms that these affixes make of its stems, a piece of them at a
    /// time, in the order and as often as they are made. Memory is the text of the dictionary and some four pieces.
    ///
    /// # Errors
    /// [`PieceError`].
    pub fn add_dictionary<E>(
        &mut self,
        name: &str,
        bytes: &[u8],
        affixes: &Affixes,
        mut each: impl FnMut(&Words) -> Result<(), E>,
    ) -> Result<(), PieceError<E>> {
        let (options, alphabet) = (self.options, &self.alphabet);
        let list = dictionary(name, bytes, options, affixes, self.piece)?;
        let collector = Collector::new(alphabet, options, self.folds.as_ref(), &list);
        let mut failed = None;
        let mut hand_on = |words: &Words| each(words).map_err(|error| failed = Some(error)).is_ok();
        let mut batches = Batches::new(collector, self.piece, &mut hand_on);
        let result = list.each(comments(options, alphabet), &mut batches).and_then(|()| batches.finish());
        match (failed, result) {
            (Some(error), _) => Err(PieceError::Words(error)),
            (None, report) => {
                self.reports.push(report?);
                Ok(())
            }
        }
    }

    /// The report, when the number of duplicates in each list and of all words is known.
    ///
    /// # Errors
    /// [`ReadError::Empty`] when there are no words.
    pub fn report(self, duplicates: &[u64], words: u64) -> Result<ReadReport, ReadError> {
        let mut reports = self.reports;
        reports.iter_mut().zip(duplicates).for_each(|(report, &duplicates)| report.duplicates = duplicates);
        let name = reports.first().map_or_else(String::new, |report| report.name.clone());
        let report = ReadReport::new(reports, words);
        match words {
            0 => Err(ReadError::empty(name, &report, self.options)),
            _ => Ok(report),
        }
    }
}

/// Reads lists piece by piece for the alphabet of all their characters, as [`AlphabetChoice::Auto`] says.
pub struct AlphabetReader<'o> {
    options: &'o ReadOptions,
    piece: usize,
    characters: Characters,
    /// The name of the first list.
    first: Option<String>,
}

impl<'o> AlphabetReader<'o> {
    /// A reader in pieces of `piece` bytes.
    pub fn new(options: &'o ReadOptions, piece: usize) -> AlphabetReader<'o> {
        AlphabetReader { options, piece, characters: Characters::new(options.fold_accents), first: None }
    }

    /// Reads a list.
    ///
    /// # Errors
    /// [`PieceError`].
    pub fn add(&mut self, name: &str, flow: &mut Flow<'_>) -> Result<(), PieceError<Infallible>> {
        let characters = &mut self.characters;
        pieces(name, flow, self.options, self.piece, |list| {
            characters.begin(list.shape);
            Ok(list.each(true, characters)?)
        })?;
        self.first.get_or_insert_with(|| name.to_owned());
        Ok(())
    }

    /// Reads a hunspell dictionary with its affixes.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn add_dictionary(&mut self, name: &str, bytes: &[u8], affixes: &Affixes) -> Result<(), ReadError> {
        let list = dictionary(name, bytes, self.options, affixes, self.piece)?;
        self.characters.begin(list.shape);
        list.each(true, &mut self.characters)?;
        self.first.get_or_insert_with(|| name.to_owned());
        Ok(())
    }

    /// The alphabet.
    ///
    /// # Errors
    /// [`ReadError`]: there are no characters, or too many.
    pub fn finish(self) -> Result<Alphabet, ReadError> {
        let characters = self.characters.finish();
        if characters.is_empty() {
            return Err(ReadError::no_lines(self.first.unwrap_or_default()));
        }
        Ok(Alphabet::automatic(characters)?)
    }
}

/// A dictionary that keeps no more than four pieces of forms.
fn dictionary<'a>(
    name: &str,
    bytes: &'a [u8],
    options: &ReadOptions,
    affixes: &'a Affixes,
    piece: usize,
) -> Result<List<'a>, ReadError> {
    let mut list = List::whole(name, bytes, options, Some(affixes))?;
    if let Some(expansion) = &mut list.expansion {
        expansion.kept_bytes = expansion.kept_bytes.min(4 * piece);
    }
    Ok(list)
}

/// Calls `each` with a list piece by piece, each beginning with the report so far; the report at the end.
fn pieces<E>(
    name: &str,
    flow: &mut Flow<'_>,
    options: &ReadOptions,
    piece: usize,
    mut each: impl FnMut(&mut List<'_>) -> Result<(), PieceError<E>>,
) -> Result<ListReport, PieceError<E>> {
    // Characters of UTF-16 are not to be cut.
    let piece = piece.max(1 << 12).next_multiple_of(4);
    let cannot = |obstacle| ReadError::Pieces { name: name.to_owned(), obstacle };
    let mut bytes = Vec::with_capacity(piece);
    flow.fill(&mut bytes, piece as u64)?;
    let forced = match &options.encoding {
        Some(label) => Some(encoding::by_label(label).ok_or_else(|| ReadError::Encoding { label: label.clone() })?),
        None => None,
    };
    let coding = forced.or_else(|| encoding::wide(&bytes).map(|(encoding, _)| encoding));
    let wide = coding.filter(|&coding| coding == Charset::UTF_16LE || coding == Charset::UTF_16BE);
    if let Some(what) = detect::not_a_list(&bytes, wide.is_some()) {
        return Err(ReadError::NotAList { name: name.to_owned(), what }.into());
    }
    let too_long = || cannot(PieceObstacle::LongLine { piece: piece as u64 });
    let end_of = |bytes: &[u8]| if bytes.len() < piece { Some(bytes.len()) } else { cut(bytes, wide) };
    let mut end = end_of(&bytes).ok_or_else(too_long)?;

    let decoded = encoding::decode(&bytes[..end], forced);
    let coding = match (coding, &decoded.text) {
        (Some(coding), _) => Coding::As(coding),
        (None, Cow::Borrowed(_)) => Coding::Clean,
        (None, Cow::Owned(_)) if decoded.encoding == Charset::UTF_8.name() => Coding::As(Charset::UTF_8),
        (None, Cow::Owned(_)) => Coding::As(Charset::WINDOWS_1252),
    };
    let mut list = List::new(name, decoded, options.shape);
    if list.shape == Shape::Json {
        return Err(cannot(PieceObstacle::Json).into());
    }
    let mut ends = list.ends;
    loop {
        if let Shape::Cell(separator, _) | Shape::Separated(separator) = list.shape
            && bytes.len() == piece
            && rows::is_open(&list.text, list.ends, separator.character())
        {
            return Err(cannot(PieceObstacle::OpenQuote).into());
        }
        each(&mut list)?;
        let before = list.before + encoding::line_of(list.text.as_bytes(), list.text.len()) - 1;
        let List { shape, guessed, report, .. } = list;
        if bytes.len() < piece {
            return Ok(report);
        }
        bytes.drain(..end);
        let room = piece - bytes.len();
        flow.fill(&mut bytes, room as u64)?;
        end = end_of(&bytes).ok_or_else(too_long)?;
        let text = match &coding {
            Coding::As(coding) => coding.decode_all(&bytes[..end]),
            Coding::Clean => Cow::Borrowed(std::str::from_utf8(&bytes[..end]).map_err(|error| {
                let (byte, line) = (bytes[error.valid_up_to()], encoding::line_of(&bytes, error.valid_up_to()));
                cannot(PieceObstacle::LateEncoding { byte, line: before + line })
            })?),
        };
        let decoded = Decoded { text, encoding: report.encoding.clone(), note: report.encoding_note.clone(), guessed };
        list = List::new(name, decoded, Some(shape));
        list.ends = ends.of_rest(&list.text);
        ends = ends.and(list.ends);
        (list.before, list.header) = (before, false);
        list.report = ListReport { line_ends: ends.describe().into(), ..report };
    }
}

/// Where the last whole line of a piece ends.
fn cut(bytes: &[u8], wide: Option<Charset>) -> Option<usize> {
    if let Some(wide) = wide {
        let feed = if wide == Charset::UTF_16LE { [b'\n', 0] } else { [0, b'\n'] };
        return bytes.as_chunks::<2>().0.iter().rposition(|&unit| unit == feed).map(|unit| 2 * unit + 2);
    }
    let feed = memchr::memrchr(b'\n', bytes).map(|at| at + 1);
    if feed.is_none() && lines::ends_with_nul(bytes) {
        return memchr::memrchr(0, bytes).map(|at| at + 1);
    }
    // A return at the end may have its line feed yet to come.
    feed.or_else(|| memchr::memrchr(b'\r', bytes.get(..bytes.len() - 1)?).map(|at| at + 1))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use crate::wordlist::{OnInvalid, read};

    fn in_pieces(bytes: &[u8], options: &ReadOptions) -> Result<(Words, ReadReport), PieceError<Infallible>> {
        let flow = || Flow::new(Path::new("list"), bytes, 1 << 20);
        let alphabet = match &options.alphabet {
            AlphabetChoice::Named(alphabet) => (**alphabet).clone(),
            AlphabetChoice::Auto => {
                let mut reader = AlphabetReader::new(options, 1 << 12);
                reader.add("list", &mut flow()?)?;
                reader.finish()?
            }
        };
        let mut reader = PieceReader::new(options, alphabet, 1 << 12);
        let mut words = Words::new();
        reader.add("list", &mut flow()?, |piece| {
            piece.iter().for_each(|word| words.push(word));
            Ok(())
        })?;
        let duplicates = words.sort() as u64;
        let report = reader.report(&[duplicates], words.len() as u64)?;
        Ok((words, report))
    }

    fn same_as_whole(bytes: &[u8], options: &ReadOptions) {
        let whole = read("list", bytes, options);
        match (whole, in_pieces(bytes, options)) {
            (Ok(whole), Ok((words, report))) => assert_eq!((whole.words, whole.report), (words, report)),
            (Err(whole), Err(error)) => assert_eq!(whole.to_string(), error.to_string()),
            (whole, pieces) => panic!("{whole:?}, {pieces:?}"),
        }
    }

    fn skipping() -> ReadOptions {
        ReadOptions { on_invalid: OnInvalid::Skip, ..ReadOptions::default() }
    }

    #[test]
    fn pieces_read_as_the_whole() {
        let lines: Vec<String> = (0..4000u32).map(|number| format!("wörd{}x", number * 7919 % 3001)).collect();
        let english = Alphabet::builtin("english").unwrap();
        for end in ["\n", "\r\n", "\r"] {
            let text = lines.join(end);
            same_as_whole(text.as_bytes(), &skipping());
            let plain = text.replace(|c: char| !c.is_ascii_alphabetic() && !c.is_ascii_whitespace(), "");
            let named = |on_invalid| ReadOptions { alphabet: english.clone().into(), on_invalid, ..Default::default() };
            same_as_whole(plain.as_bytes(), &named(OnInvalid::Error));
            same_as_whole(format!("{plain}{end}no word!{end}{plain}").as_bytes(), &named(OnInvalid::Error));
            same_as_whole(
                format!("# about\n\n{plain}{end}two words{end}b\0d{end}{plain}").as_bytes(),
                &named(OnInvalid::Skip),
            );
        }
    }

    #[test]
    fn zero_bytes_end_words_in_no_piece_or_in_all() {
        let english = Alphabet::builtin("english").unwrap();
        let plain = ReadOptions { alphabet: english.into(), shape: Some(Shape::Plain), ..skipping() };
        // The last piece alone would be two words.
        let text = "abc\n".repeat(1024) + "danvke\0d\0";
        same_as_whole(text.as_bytes(), &plain);
        same_as_whole("abc\0abcd\0".repeat(1024).as_bytes(), &plain);
    }

    #[test]
    fn encodings_and_shapes_go_on_as_they_began() {
        let lines: Vec<String> = (0..3000u32).map(|number| format!("é{}\tnumber {number}", number * 7919 % 1009)).collect();
        let text = lines.join("\n") + "\n";
        let latin1: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let utf16 = |big: bool| -> Vec<u8> {
            let units = text.encode_utf16().map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
            units.flatten().collect()
        };
        for bytes in [text.clone().into_bytes(), latin1, utf16(false), utf16(true), format!("\u{FEFF}{text}").into_bytes()] {
            same_as_whole(&bytes, &skipping());
        }
        same_as_whole(format!("3000\n{}", text.replace('\t', "/")).as_bytes(), &skipping());
    }

    #[test]
    fn what_cannot_be_read_in_pieces_is_said() {
        let late = [&b"abc\n".repeat(3000)[..], b"caf\xE9\n"].concat();
        let long = [&b"abc\n"[..], &b"a".repeat(9000)].concat();
        for (bytes, message) in [
            (&late[..], "list: byte 0xE9 on line 3001 is not UTF-8, as the lines before are"),
            (&long, "list: a line of more than 4,096 bytes"),
            (b"[\"a\", \"b\"]", "list: a JSON document, which has to be read as a whole"),
            (b"", "no words"),
        ] {
            let error = in_pieces(bytes, &skipping()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    /// Stems with suffixes and prefixes, some of which are refused, have no letters or wrong flags.
    fn dictionary() -> (Affixes, Vec<u8>) {
        let aff = b"SET UTF-8\nFLAG num\nFORBIDDENWORD 9\nSFX 1 Y 40\n".to_vec();
        let rules: String = (0..40).map(|rule| format!("SFX 1 0 {}x{rule}/2 .\n", "e".repeat(rule % 7))).collect();
        let aff =
            [&aff, rules.as_bytes(), b"SFX 2 Y 1\nSFX 2 0 s .\nPFX 3 Y 2\nPFX 3 0 un .\nPFX 3 0 r\xC3\xA9 .\n"].concat();
        let mut dic = "700\n".to_owned();
        for number in 0..700u32 {
            let stem = number * 7919 % 3001;
            dic += &format!("w{stem}{}\n", ["/1", "", "/1,3", "/2,3 about", "/9,2", "!/1", "/x", "/2"][number as usize % 8]);
        }
        (Affixes::parse("x.aff", &aff).unwrap(), dic.into_bytes())
    }

    #[test]
    fn a_dictionary_gives_the_forms_that_it_gives_as_a_whole() {
        let (affixes, dic) = dictionary();
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789";
        let alphabet = Alphabet::automatic(letters.chars()).unwrap();
        for (alphabet, fold_accents) in [(alphabet.into(), true), (AlphabetChoice::Auto, false)] {
            let options = ReadOptions { alphabet, fold_accents, max_length: Some(12), ..skipping() };
            let mut reader = crate::wordlist::Reader::new(&options);
            reader.add_dictionary("x.dic", &dic, &affixes).unwrap();
            let whole = reader.finish().unwrap();
            let alphabet = match &options.alphabet {
                AlphabetChoice::Named(alphabet) => (**alphabet).clone(),
                AlphabetChoice::Auto => {
                    let mut reader = AlphabetReader::new(&options, 1 << 12);
                    reader.add_dictionary("x.dic", &dic, &affixes).unwrap();
                    reader.finish().unwrap()
                }
            };
            let mut reader = PieceReader::new(&options, alphabet, 1 << 12);
            let (mut words, mut pieces) = (Words::new(), 0);
            let take = |piece: &Words| {
                assert!(piece.bytes() < (1 << 12) + 300);
                pieces += 1;
                piece.iter().for_each(|word| words.push(word));
                Ok::<(), Infallible>(())
            };
            reader.add_dictionary("x.dic", &dic, &affixes, take).unwrap();
            assert!(pieces > 20);
            let duplicates = words.sort() as u64;
            let report = reader.report(&[duplicates], words.len() as u64).unwrap();
            assert!(report.rejected > 0 && report.lists[0].stems == Some(700));
            assert_eq!((whole.words, whole.report), (words, report));
        }
    }

    #[test]
    fn a_failure_to_take_forms_ends_their_making() {
        let (affixes, dic) = dictionary();
        let options = ReadOptions { on_invalid: OnInvalid::Skip, ..ReadOptions::default() };
        let mut calls = 0;
        let alphabet = Alphabet::automatic("wunsxe0123456789".chars()).unwrap();
        let mut reader = PieceReader::new(&options, alphabet, 1 << 12);
        let take = |_: &Words| {
            calls += 1;
            if calls == 3 { Err("full") } else { Ok(()) }
        };
        let error = reader.add_dictionary("x.dic", &dic, &affixes, take).unwrap_err();
        assert!(matches!(error, PieceError::Words("full")) && calls == 3, "{error}, {calls}");
    }

    proptest! {
        #[test]
        fn any_text_is_read_as_the_whole(lines in prop::collection::vec("[a-c%!é# ]{0,9}", 0..2000), end in prop::sample::select(vec!["\n", "\r\n"])) {
            same_as_whole(lines.join(end).as_bytes(), &ReadOptions { shape: Some(Shape::Plain), ..skipping() });
        }
    }
}
