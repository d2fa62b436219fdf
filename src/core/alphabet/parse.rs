//! Parses text into tiles.

use thiserror::Error;

use super::{AlphabetError, Case, Labels, Letter, Tile};
use crate::unicode::{compose, is_combining_mark};

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

/// The characters that UTF-8 has in two bytes.
const TWO_BYTES: std::ops::Range<u32> = 0x80..0x800;

/// The tables that turn text into tiles.
///
/// A word of characters that begin no longer label is parsed with a table of 128 entries for ASCII, and one for the
/// letters of the alphabet that UTF-8 has in two bytes, such as those of Polish and Russian. Any other word is
/// folded to upper case, with the replacements of the alphabet before those of Unicode (Turkish `i` becomes `İ`), and
/// matched against the labels, longest first.
#[derive(Clone, Debug)]
pub struct TileParser {
    case: Case,
    /// The tile of each ASCII character that begins no longer label; [`UNKNOWN`] for the others.
    ascii: [u8; 128],
    /// The same for characters of two bytes; empty if the alphabet has none.
    two_bytes: Vec<u8>,
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
        let mut parser = TileParser {
            case,
            ascii: [UNKNOWN; 128],
            two_bytes: vec![],
            labels: Labels::new(),
            replace: vec![],
            longest: 0,
        };
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
            parser.ascii[usize::from(byte)] = parser.alone(char::from(byte));
        }
        for c in letters.iter().flat_map(|letter| [single(&letter.label), single(&letter.lower)]).flatten() {
            // Composition leaves such a character as it is, unless a mark follows, which is none itself.
            let stays = compose(c.encode_utf8(&mut [0; 4])).chars().eq([c]) && !is_combining_mark(c);
            if TWO_BYTES.contains(&u32::from(c)) && stays {
                parser.two_bytes.resize(TWO_BYTES.len(), UNKNOWN);
                parser.two_bytes[(u32::from(c) - TWO_BYTES.start) as usize] = parser.alone(c);
            }
        }
        Ok(parser)
    }

    /// The number of the tile that a character is whatever follows it, or [`UNKNOWN`].
    fn alone(&self, c: char) -> u8 {
        let folded = self.fold(c);
        let begins_longer = self.labels.keys().any(|label| label.len() > folded.len() && label.starts_with(&folded));
        self.labels.get(folded.as_str()).filter(|_| !begins_longer).map_or(UNKNOWN, |tile| tile.number())
    }

    pub(super) fn bytes() -> TileParser {
        TileParser {
            case: Case::Bytes,
            ascii: std::array::from_fn(|byte| byte as u8),
            two_bytes: vec![],
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
        let mut bytes = word.as_bytes().iter();
        while let Some(&byte) = bytes.next() {
            let known = match self.ascii.get(usize::from(byte)) {
                Some(&tile) => tile,
                None if byte < 0xe0 => {
                    let next = bytes.next().map_or(0, |&next| u32::from(next) & 0x3f);
                    let c = (u32::from(byte) & 0x1f) << 6 | next;
                    let at = c.checked_sub(TWO_BYTES.start).map_or(usize::MAX, |at| at as usize);
                    self.two_bytes.get(at).copied().unwrap_or(UNKNOWN)
                }
                None => UNKNOWN,
            };
            if known == UNKNOWN {
                tiles.truncate(before);
                return self.parse_folded(word, tiles).inspect_err(|_| tiles.truncate(before));
            }
            tiles.push(Tile::from_label(known));
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

#[cfg(test)]
mod tests {
    use crate::alphabet::Alphabet;

    #[test]
    fn tables_read_what_folding_reads() {
        for name in ["english", "polish", "spanish", "catalan", "greek", "russian", "turkish", "german"] {
            let alphabet = Alphabet::builtin(name).unwrap();
            let parser = alphabet.parser();
            let mut pieces: Vec<&str> = vec!["[", "]", "\u{301}", "\u{340}", "ß", "İ", "1", "漢", "\u{7ff}"];
            for letter in alphabet.letters() {
                pieces.extend([&letter.label, &letter.lower].map(|text| text.as_str()));
            }
            let mut random = 88_172_645_463_325_252_u64;
            for _ in 0..2000 {
                let mut word = String::new();
                for _ in 0..3 {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    word += pieces[(random >> 20) as usize % pieces.len()];
                }
                let (mut quick, mut slow) = (vec![], vec![]);
                let of_tables = parser.parse_into(&word, &mut quick);
                let of_folding = parser.parse_folded(&word, &mut slow).inspect_err(|_| slow.clear());
                assert_eq!(of_tables, of_folding, "{name}: {word}");
                assert_eq!(quick, slow, "{name}: {word}");
            }
        }
    }
}
