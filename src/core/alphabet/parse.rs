//! Parses text into tiles.

use thiserror::Error;

use super::{AlphabetError, Case, Labels, Letter, Tile};
use crate::unicode::compose;

/// A word that the alphabet cannot spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("'{found}' (column {column}) is not a letter of the alphabet")]
pub struct WordError {
    /// The first character at which no label matches.
    pub found: char,
    /// The column of the character, counted in characters from 1.
    pub column: usize,
}

/// The entry of an ASCII character that does not decide the tile alone.
const UNKNOWN: u8 = 0;

/// The tables that turn text into tiles.
///
/// A word of ASCII characters that begin no longer label is parsed with a table of 128 entries. Any other word is
/// folded to upper case, with the replacements of the alphabet before those of Unicode (Turkish `i` becomes `İ`), and
/// matched against the labels, longest first.
#[derive(Clone, Debug)]
pub struct TileParser {
    case: Case,
    /// The tile of each ASCII character that begins no longer label; [`UNKNOWN`] for the others.
    ascii: [u8; 128],
    /// The folded labels.
    labels: Labels,
    /// Characters that are replaced before parsing, and characters whose folding is not that of Unicode.
    replace: Vec<(char, String)>,
    /// The longest label, in characters.
    longest: usize,
}

impl TileParser {
    pub(super) fn new(letters: &[Letter], case: Case, replace: Vec<(String, String)>) -> Result<TileParser, AlphabetError> {
        let wrong = |letter: &Letter, problem| AlphabetError::Letter { label: letter.label.clone(), problem };
        let mut parser = TileParser { case, ascii: [UNKNOWN; 128], labels: Labels::new(), replace: vec![], longest: 0 };
        for letter in letters {
            // Only pairs that Unicode does not fold need an entry: the dotted and the dotless i of Turkish.
            if let (Some(lower), true) = (single(&letter.lower), case == Case::Folded)
                && parser.fold(lower) != parser.fold_text(&letter.label)
            {
                parser.replace.push((lower, letter.label.clone()));
            }
        }
        for (from, to) in replace {
            let from =
                single(&from).ok_or(AlphabetError::Letter { label: from, problem: "a replacement is for one character" })?;
            // The replacements of an image include the pairs that were added above.
            if parser.replace.iter().all(|(known, _)| *known != from) {
                parser.replace.push((from, to));
            }
        }
        for (index, letter) in letters.iter().enumerate() {
            let tile = Tile::from_label(index as u8 + 1);
            for text in [&letter.label, &letter.lower].into_iter().chain(&letter.also) {
                if text.is_empty() || text.contains(['[', ']', '\n', '\r', '\0']) {
                    return Err(wrong(letter, "a label is not empty and has no brackets or line ends in it"));
                }
                let folded = parser.fold_text(text);
                parser.longest = parser.longest.max(folded.chars().count());
                match parser.labels.insert(folded.into(), tile) {
                    Some(other) if other != tile => {
                        return Err(wrong(letter, "is read from the same text as another letter"));
                    }
                    _ => {}
                }
            }
        }
        for byte in 0..128u8 {
            let folded = parser.fold(char::from(byte));
            let begins_longer = parser.labels.keys().any(|label| label.len() > folded.len() && label.starts_with(&folded));
            if let (Some(tile), false) = (parser.labels.get(folded.as_str()), begins_longer) {
                parser.ascii[usize::from(byte)] = tile.number();
            }
        }
        Ok(parser)
    }

    pub(super) fn bytes() -> TileParser {
        TileParser {
            case: Case::Bytes,
            ascii: std::array::from_fn(|byte| byte as u8),
            labels: Labels::new(),
            replace: vec![],
            longest: 1,
        }
    }

    /// The characters that are replaced before parsing, each with its replacement. An image stores these with the
    /// letters.
    pub fn replacements(&self) -> &[(char, String)] {
        &self.replace
    }

    fn fold(&self, c: char) -> String {
        match self.replace.iter().find(|(from, _)| *from == c) {
            Some((_, to)) => to.clone(),
            None if self.case == Case::Folded => c.to_uppercase().collect(),
            None => c.to_string(),
        }
    }

    fn fold_text(&self, text: &str) -> String {
        text.chars().map(|c| self.fold(c)).collect()
    }

    pub(super) fn parse_into(&self, word: &str, tiles: &mut Vec<Tile>) -> Result<(), WordError> {
        let before = tiles.len();
        // Nearly every word of a list is parsed by this loop.
        for &byte in word.as_bytes() {
            match self.ascii.get(usize::from(byte)) {
                Some(&tile) if tile != UNKNOWN => tiles.push(Tile::from_label(tile)),
                _ => {
                    tiles.truncate(before);
                    return self.parse_folded(word, tiles).inspect_err(|_| tiles.truncate(before));
                }
            }
        }
        Ok(())
    }

    fn parse_folded(&self, word: &str, tiles: &mut Vec<Tile>) -> Result<(), WordError> {
        if self.case == Case::Bytes {
            return match word.chars().position(|c| c == '\0') {
                Some(at) => Err(WordError { found: '\0', column: at + 1 }),
                None => {
                    tiles.extend(word.bytes().map(Tile::from_label));
                    Ok(())
                }
            };
        }
        let word = compose(word);
        // Folding may lengthen the text (ß): `columns` has the original column of each folded byte.
        let mut folded = String::with_capacity(word.len());
        let mut columns = Vec::with_capacity(word.len());
        for (column, c) in word.chars().enumerate() {
            folded.push_str(&self.fold(c));
            columns.resize(folded.len(), column);
        }
        let mut at = 0;
        while at < folded.len() {
            if let Some((tile, taken)) = self.bracketed(&folded[at..]) {
                tiles.push(tile);
                at += taken;
                continue;
            }
            let Some((tile, taken)) = self.longest_match(&folded[at..], |label| self.labels.get(label).copied()) else {
                let column = columns[at];
                let found = word.chars().nth(column).expect("bug: a folded character has a column of the word");
                return Err(WordError { found, column: column + 1 });
            };
            tiles.push(tile);
            at += taken;
        }
        Ok(())
    }

    /// The tile whose folded label stands in brackets at the start of `text`, and the length with the brackets. Only an
    /// alphabet with labels of several characters needs brackets; to any other they are no letters.
    fn bracketed(&self, text: &str) -> Option<(Tile, usize)> {
        let inside = text.strip_prefix('[').filter(|_| self.longest > 1)?;
        let label = &inside[..inside.find(']')?];
        Some((*self.labels.get(label)?, label.len() + 2))
    }

    /// The tile of the longest prefix of `text` for which `label` has one, and the length of the prefix in bytes.
    /// Prefixes of more than `longest` characters are not tried.
    fn longest_match(&self, text: &str, label: impl Fn(&str) -> Option<Tile>) -> Option<(Tile, usize)> {
        let ends = text.char_indices().skip(1).map(|(at, _)| at).chain([text.len()]);
        ends.take(self.longest).filter_map(|end| Some((label(&text[..end])?, end))).last()
    }

    /// The tile of the longest label at the start of `text`, and the length of the label in bytes.
    pub(super) fn longest(&self, text: &str) -> Option<(Tile, usize)> {
        let first = text.chars().next()?;
        if self.case == Case::Bytes {
            return (first.is_ascii() && first != '\0').then(|| (Tile::from_label(first as u8), 1));
        }
        if let Some(&tile @ 1..) = self.ascii.get(first as usize) {
            return Some((Tile::from_label(tile), first.len_utf8()));
        }
        self.longest_match(text, |label| self.labels.get(self.fold_text(label).as_str()).copied())
    }
}

/// The only character of a text of one character.
fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
