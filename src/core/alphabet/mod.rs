//! Letters, tiles and tile sets: what a word is made of.
//!
//! An [`Alphabet`] lists the letters of a language in collation order. For each letter it gives the label, the number
//! of tiles in the bag and the points. A word is parsed into [`Tile`]s by taking the longest label that matches at each
//! position, so that `CH` is one tile in Spanish; the labels of the tiles make up the text again. The collation order
//! is the order of the table and never depends on a locale.
//!
//! Parsing a word takes one table look-up a letter if all its letters are ASCII characters that begin no longer label.
//! Otherwise each letter takes up to one hash look-up for each character of the longest label.
//!
//! The bundled alphabets are text tables in `wordlists/alphabets`.

mod builtin;
mod fold;
mod parse;
mod table;
mod tile;

pub use builtin::names as builtin_names;
pub use fold::Folds;
pub use parse::{TileParser, WordError};
pub use tile::{Tile, TileSet, TileSetIter};

use std::collections::HashMap;
use std::sync::OnceLock;

use thiserror::Error;

use crate::names::closest;

/// Why an alphabet cannot be loaded or made.
#[derive(Debug, Error)]
pub enum AlphabetError {
    /// No bundled alphabet has this name.
    #[error("no alphabet is called '{name}' — {}use one of: {}; or a .toml file", meant(name), builtin_names().collect::<Vec<_>>().join(", "))]
    Unknown {
        /// The name that was asked for.
        name: String,
    },
    /// The text is not an alphabet table.
    #[error("not an alphabet table: {message}")]
    Table {
        /// The message of the TOML parser, with the line.
        message: String,
    },
    /// A letter has an invalid label, or a label that another letter has.
    #[error("letter '{label}' of the alphabet: {problem}")]
    Letter {
        /// The label of the letter.
        label: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The alphabet has no letters, or more than 255.
    #[error("an alphabet has 1 to 255 letters, this one has {count}")]
    Size {
        /// The number of letters.
        count: usize,
    },
}

/// A question whether another alphabet was meant, for a message.
fn meant(name: &str) -> String {
    closest(name, builtin_names()).map_or_else(String::new, |meant| format!("did you mean '{meant}'? "))
}

/// One letter of an alphabet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The text on the tile: one or more characters.
    pub label: String,
    /// The text for a blank that stands for the letter.
    pub lower: String,
    /// Other texts that are parsed as this letter.
    pub also: Vec<String>,
    /// The number of its tiles in the bag; 0 if only a blank can stand for it, or if there is no bag.
    pub count: u16,
    /// The points of one tile.
    pub points: i16,
    /// `true` if it is a vowel: for statistics of leaves and words.
    pub vowel: bool,
}

/// `true` if upper and lower case are the same letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// `a` and `A` are the same letter.
    Folded,
    /// `a` and `A` are different letters.
    Sensitive,
    /// Each byte of the UTF-8 text except 0 is a letter.
    Bytes,
}

/// An ordered set of letters, with the tables that turn text into tiles and back.
#[derive(Clone, Debug)]
pub struct Alphabet {
    name: String,
    title: String,
    letters: Vec<Letter>,
    blanks: u16,
    case: Case,
    parser: TileParser,
    /// Takes accents off; made when the first word needs it. `None` if accents are letters of their own or mistakes.
    folds: Option<OnceLock<Folds>>,
}

impl PartialEq for Alphabet {
    /// Compares letters, order, blanks and case; ignores names and titles.
    fn eq(&self, other: &Alphabet) -> bool {
        self.letters == other.letters && self.blanks == other.blanks && self.case == other.case
    }
}

impl Eq for Alphabet {}

impl Alphabet {
    /// The bundled alphabet with this name (`english`) or locale (`en`).
    ///
    /// # Errors
    /// [`AlphabetError::Unknown`], which lists the names of all bundled alphabets.
    pub fn builtin(name: &str) -> Result<Alphabet, AlphabetError> {
        let (name, text) = builtin::find(name).ok_or_else(|| AlphabetError::Unknown { name: name.to_owned() })?;
        Alphabet::from_toml(name, text)
    }

    /// Parses an alphabet table; `wordlists/alphabets/english.toml` is an example.
    ///
    /// # Errors
    /// An [`AlphabetError`] that names the wrong letter or line.
    pub fn from_toml(name: &str, text: &str) -> Result<Alphabet, AlphabetError> {
        table::parse(name, text)
    }

    /// Makes an alphabet from its letters in collation order.
    ///
    /// Each pair in `replace` is a character and the text that replaces it before parsing, such as `ß` and `SS`.
    ///
    /// # Errors
    /// If there are no letters or more than 255, if a label is invalid, or if the same text stands for two letters.
    pub fn new(
        name: &str,
        title: &str,
        letters: Vec<Letter>,
        blanks: u16,
        case: Case,
        replace: Vec<(String, String)>,
    ) -> Result<Alphabet, AlphabetError> {
        if letters.is_empty() || letters.len() > 255 {
            return Err(AlphabetError::Size { count: letters.len() });
        }
        let parser = TileParser::new(&letters, case, replace)?;
        Ok(Alphabet { name: name.to_owned(), title: title.to_owned(), letters, blanks, case, parser, folds: None })
    }

    /// The alphabet of the distinct characters of a word list, sorted by code point.
    ///
    /// Upper and lower case are the same letter unless both occur. If there are more than 255 characters, the letters
    /// are the bytes of the UTF-8 text. The alphabet has no bag: counts and points are 0.
    ///
    /// # Errors
    /// [`AlphabetError::Size`] if there are no characters.
    pub fn automatic(characters: impl IntoIterator<Item = char>) -> Result<Alphabet, AlphabetError> {
        let mut characters: Vec<char> = characters.into_iter().collect();
        characters.sort_unstable();
        characters.dedup();
        if characters.len() > 255 {
            return Ok(Alphabet::bytes());
        }
        let plain = |label: String, lower: String| Letter { label, lower, also: vec![], count: 0, points: 0, vowel: false };
        let folded = characters.iter().map(|&c| plain(c.to_string(), c.to_lowercase().collect())).collect();
        Alphabet::new("auto", "distinct characters of a list", folded, 0, Case::Folded, vec![]).or_else(
            |error| match error {
                AlphabetError::Size { .. } => Err(error),
                // Some letters differ in case only.
                _ => {
                    let letters = characters.iter().map(|&c| plain(c.to_string(), c.to_string())).collect();
                    Alphabet::new("auto", "distinct characters of a list", letters, 0, Case::Sensitive, vec![])
                }
            },
        )
    }

    /// The alphabet whose letters are the bytes 1 to 255. It can spell any UTF-8 text without a zero byte.
    pub fn bytes() -> Alphabet {
        let letters: Vec<Letter> = (1..=255u8)
            .map(|byte| {
                let label = if byte.is_ascii_graphic() { char::from(byte).to_string() } else { format!("\\x{byte:02X}") };
                Letter { lower: label.clone(), label, also: vec![], count: 0, points: 0, vowel: false }
            })
            .collect();
        let parser = TileParser::bytes();
        let (name, title) = ("bytes".into(), "bytes of UTF-8 text".into());
        Alphabet { name, title, letters, blanks: 0, case: Case::Bytes, parser, folds: None }
    }

    /// The same alphabet, which takes accents off letters that it lacks before it reads a word, if `folded`. An image
    /// whose list was read so stores this with its alphabet, so that words are looked up as they were read.
    #[must_use]
    pub fn with_folded_accents(mut self, folded: bool) -> Alphabet {
        self.folds = folded.then(OnceLock::new);
        self
    }

    /// `true` if accents are taken off letters that the alphabet lacks.
    pub fn folds_accents(&self) -> bool {
        self.folds.is_some()
    }

    /// `true` if some label has several characters, so that tiles in a row have to be told apart.
    pub fn has_long_labels(&self) -> bool {
        self.letters.iter().any(|letter| letter.label.chars().nth(1).is_some())
    }

    /// The name of the table, such as `english`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A title for display.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The letters in collation order: the letter of tile number *t* is at index *t* − 1.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// `true` if both alphabets have the same labels in the same order. Points and other fields may differ.
    pub fn has_letters_of(&self, other: &Alphabet) -> bool {
        self.letters.iter().map(|letter| &letter.label).eq(other.letters.iter().map(|letter| &letter.label))
    }

    /// The number of letters, 1 to 255.
    #[allow(clippy::len_without_is_empty)] // an alphabet is never empty
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// The number of blanks in the bag.
    pub fn blanks(&self) -> u16 {
        self.blanks
    }

    /// `true` if upper and lower case are the same letter.
    pub fn case(&self) -> Case {
        self.case
    }

    /// `true` if the alphabet has more letters than games can use, [`Tile::MAX_GAME`]: then it is for look-up only.
    pub fn is_wide(&self) -> bool {
        self.letters.len() > usize::from(Tile::MAX_GAME)
    }

    /// The tables that turn text into tiles.
    pub fn parser(&self) -> &TileParser {
        &self.parser
    }

    /// All tiles in collation order.
    pub fn tiles(&self) -> impl DoubleEndedIterator<Item = Tile> + use<> {
        (1..=self.letters.len()).map(|number| Tile::from_label(number as u8))
    }

    /// The letter of a tile.
    ///
    /// # Panics
    /// If the tile is not in this alphabet.
    pub fn letter(&self, tile: Tile) -> &Letter {
        &self.letters[usize::from(tile.number()) - 1]
    }

    /// Appends the tiles of a word to `tiles`, taking the longest label that matches at each position.
    ///
    /// Unless the alphabet is [case-sensitive](Case::Sensitive), case is ignored. Unicode composition is ignored. The
    /// replacements of the table apply. If labels have several characters, one tile may be bracketed (`A[CH]A`). Accents
    /// are taken off letters that the alphabet lacks, if it [folds](Alphabet::folds_accents) them. After an error,
    /// `tiles` is unchanged.
    ///
    /// # Errors
    /// [`WordError`] with the first character at which no label matches, and its column.
    pub fn parse_into(&self, word: &str, tiles: &mut Vec<Tile>) -> Result<(), WordError> {
        let (error, folds) = match (self.parser.parse_into(word, tiles), &self.folds) {
            (Err(error), Some(folds)) => (error, folds),
            (result, _) => return result,
        };
        let folds = folds.get_or_init(|| Folds::of(&self.letters, self.parser.replacements()));
        let Some(plain) = folds.fold(word) else { return Err(error) };
        self.parser.parse_into(&plain, tiles).map_err(|WordError { found, .. }| {
            // The column counts in the word as it was given.
            match word.chars().position(|c| c == found) {
                Some(at) => WordError { found, column: at + 1 },
                None => error,
            }
        })
    }

    /// The tiles of a word; see [`parse_into`](Self::parse_into).
    ///
    /// # Errors
    /// As [`parse_into`](Self::parse_into).
    pub fn parse(&self, word: &str) -> Result<Vec<Tile>, WordError> {
        let mut tiles = Vec::new();
        self.parse_into(word, &mut tiles)?;
        Ok(tiles)
    }

    /// Parses one tile at the start of `text`: the longest label that matches, or a label in brackets (`[CH]`). Returns
    /// the tile, whether it is in lower case (as for a blank), and the number of bytes it takes; `None` if no label
    /// matches.
    ///
    /// Unlike [`parse`](Self::parse), this applies no replacements (`ß`) and composes no accents.
    pub fn parse_tile(&self, text: &str) -> Option<(Tile, bool, usize)> {
        let (label, brackets) = match text.strip_prefix('[') {
            Some(rest) => (&rest[..rest.find(']')?], true),
            None => (text, false),
        };
        let (tile, taken) = self.parser.longest(label)?;
        if brackets && taken != label.len() {
            return None;
        }
        let letter = self.letter(tile);
        let written = &label[..taken];
        let lower = written == letter.lower && letter.lower != letter.label;
        Some((tile, lower, if brackets { taken + 2 } else { taken }))
    }

    /// The labels of tiles as one text, those of several characters in brackets (`A[CH]A`).
    ///
    /// # Panics
    /// If a tile is not in this alphabet.
    pub fn render_bracketed(&self, tiles: &[Tile]) -> String {
        if self.case == Case::Bytes {
            return self.render(tiles);
        }
        let mut text = String::with_capacity(tiles.len());
        for &tile in tiles {
            let label = &self.letter(tile).label;
            if label.chars().nth(1).is_some() {
                text.extend(["[", label, "]"]);
            } else {
                text.push_str(label);
            }
        }
        text
    }

    /// Appends the labels of tiles to `text`.
    ///
    /// # Panics
    /// If a tile is not in this alphabet.
    pub fn render_into(&self, tiles: &[Tile], text: &mut String) {
        if self.case == Case::Bytes {
            let bytes: Vec<u8> = tiles.iter().map(|tile| tile.number()).collect();
            text.push_str(&String::from_utf8_lossy(&bytes));
        } else {
            tiles.iter().for_each(|&tile| text.push_str(&self.letter(tile).label));
        }
    }

    /// The labels of tiles as one text.
    ///
    /// # Panics
    /// If a tile is not in this alphabet.
    pub fn render(&self, tiles: &[Tile]) -> String {
        let mut text = String::with_capacity(tiles.len());
        self.render_into(tiles, &mut text);
        text
    }
}

/// The tile of each label, by the folded label.
type Labels = HashMap<Box<str>, Tile>;

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(tiles: &[Tile]) -> Vec<u8> {
        tiles.iter().map(|tile| tile.number()).collect()
    }

    #[test]
    fn every_builtin_alphabet_reads_back_what_it_prints() {
        for name in builtin_names() {
            let alphabet = Alphabet::builtin(name).unwrap();
            for tile in alphabet.tiles() {
                let letter = alphabet.letter(tile);
                for text in [&letter.label, &letter.lower].into_iter().chain(&letter.also) {
                    assert_eq!(alphabet.parse(text).unwrap(), [tile], "{name}: {text}");
                }
                assert_eq!(alphabet.parse_tile(&letter.label).map(|t| (t.0, t.2)), Some((tile, letter.label.len())));
                assert_eq!(alphabet.parse_tile(&format!("[{}]x", letter.lower)).map(|t| t.0), Some(tile));
            }
        }
    }

    #[test]
    fn the_longest_label_wins() {
        let spanish = Alphabet::builtin("spanish").unwrap();
        assert_eq!(spanish.render(&spanish.parse("chillarro").unwrap()), "CHILLARRO");
        assert_eq!(spanish.parse("chillarro").unwrap().len(), 6);
        let catalan = Alphabet::builtin("catalan").unwrap();
        assert_eq!(catalan.parse("col·legi").unwrap().len(), 6);
        assert_eq!(catalan.parse("coŀlegi").unwrap(), catalan.parse("COL·LEGI").unwrap());
    }

    #[test]
    fn collation_is_the_tables() {
        let german = Alphabet::builtin("de").unwrap();
        assert!(german.parse("ä").unwrap() < german.parse("b").unwrap());
        let swedish = Alphabet::builtin("sv").unwrap();
        assert!(swedish.parse("ä").unwrap() > swedish.parse("z").unwrap());
    }

    #[test]
    fn case_is_the_tables_too() {
        let turkish = Alphabet::builtin("turkish").unwrap();
        assert_eq!(turkish.render(&turkish.parse("ılık").unwrap()), "ILIK");
        assert_eq!(turkish.render(&turkish.parse("iyi").unwrap()), "İYİ");
        let greek = Alphabet::builtin("greek").unwrap();
        assert_eq!(greek.parse("ΟΔΟΣ").unwrap(), greek.parse("οδος").unwrap());
        let german = Alphabet::builtin("german").unwrap();
        assert_eq!(german.render(&german.parse("Straße").unwrap()), "STRASSE");
    }

    #[cfg(feature = "unicode")]
    #[test]
    fn composed_and_decomposed_accents_are_the_same() {
        let spanish = Alphabet::builtin("spanish").unwrap();
        assert_eq!(spanish.parse("man\u{303}ana").unwrap(), spanish.parse("mañana").unwrap());
    }

    #[test]
    fn an_unknown_letter_is_named_with_its_column() {
        let english = Alphabet::builtin("english").unwrap();
        let error = english.parse("naïve").unwrap_err();
        assert_eq!((error.found, error.column), ('ï', 3));
        let mut tiles = vec![Tile::new(9).unwrap()];
        assert!(english.parse_into("ab-c", &mut tiles).is_err());
        assert_eq!(numbers(&tiles), [9]);
    }

    #[test]
    fn blanks_are_lower_case() {
        let english = Alphabet::builtin("english").unwrap();
        assert_eq!(english.parse_tile("qi").unwrap(), (Tile::new(17).unwrap(), true, 1));
        assert_eq!(english.parse_tile("QI").unwrap(), (Tile::new(17).unwrap(), false, 1));
        assert_eq!(english.parse_tile("?"), None);
        let spanish = Alphabet::builtin("spanish").unwrap();
        assert_eq!(spanish.parse_tile("[ch]a").map(|t| (t.1, t.2)), Some((true, 4)));
        assert_eq!(spanish.parse_tile("[cha]"), None);
    }

    #[test]
    fn tiles_of_several_characters_may_be_bracketed() {
        let spanish = Alphabet::builtin("spanish").unwrap();
        assert_eq!(spanish.parse("a[CH]a").unwrap(), spanish.parse("acha").unwrap());
        assert_eq!(spanish.parse("A[c][H]A").unwrap().len(), 4);
        assert_eq!(spanish.render_bracketed(&spanish.parse("acha").unwrap()), "A[CH]A");
        for wrong in ["a[cha", "a[]", "a[cha]", "a]", "[[ch]]"] {
            assert!(spanish.parse(wrong).is_err(), "{wrong}");
        }
        // Without such tiles, a bracket is a mistake in a word.
        assert_eq!(Alphabet::builtin("english").unwrap().parse("c[a]t").unwrap_err().column, 2);
    }

    #[cfg(feature = "unicode")]
    #[test]
    fn accents_come_off_on_request() {
        let folded = Alphabet::builtin("french").unwrap().with_folded_accents(true);
        assert_eq!(folded.render(&folded.parse("été").unwrap()), "ETE");
        assert_eq!(folded.render(&folded.parse("cœur").unwrap()), "COEUR");
        let error = folded.parse("é3").unwrap_err();
        assert_eq!((error.found, error.column), ('3', 2));
        let spanish = Alphabet::builtin("spanish").unwrap().with_folded_accents(true);
        assert_eq!(spanish.render(&spanish.parse("señó").unwrap()), "SEÑO");
    }

    #[test]
    fn automatic_alphabets_keep_case_apart_only_where_they_must() {
        let one = Alphabet::automatic("hello".chars()).unwrap();
        assert_eq!(one.parse("HELLO").unwrap(), one.parse("hello").unwrap());
        assert_eq!(one.render(&one.parse("HELLO").unwrap()), "hello");
        let two = Alphabet::automatic("Polish polish".chars()).unwrap();
        assert_ne!(two.parse("Polish").unwrap(), two.parse("polish").unwrap());
    }

    #[test]
    fn bytes_spell_everything() {
        let bytes = Alphabet::automatic((0x4e00..0x4f00).filter_map(char::from_u32).chain("a".chars())).unwrap();
        assert_eq!(bytes.case(), Case::Bytes);
        assert_eq!(bytes.render(&bytes.parse("中文 añb").unwrap()), "中文 añb");
        assert!(bytes.parse("a\0b").is_err());
    }
}
