//! The syntax that racks and patterns share.

use lexigraph_core::unicode::compose;
use thiserror::Error;

use crate::alphabet::{Alphabet, Case, Tile};
use crate::graph::TileMask;

/// A set of letters with one bit for each of the 255 tiles, so it is exact for wide alphabets too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LetterSet([u64; 4]);

impl LetterSet {
    /// The empty set.
    pub const EMPTY: LetterSet = LetterSet([0; 4]);
    /// The set of all letters.
    pub const ALL: LetterSet = LetterSet([!1, !0, !0, !0]);

    /// Adds a letter.
    pub fn insert(&mut self, tile: Tile) {
        self.0[usize::from(tile.number() / 64)] |= 1 << (tile.number() % 64);
    }

    /// Removes a letter.
    pub fn remove(&mut self, tile: Tile) {
        self.0[usize::from(tile.number() / 64)] &= !(1 << (tile.number() % 64));
    }

    /// The letters that are in both sets.
    #[must_use]
    pub fn and(&self, other: &LetterSet) -> LetterSet {
        LetterSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns `true` if the set contains the letter.
    #[inline]
    pub fn contains(&self, tile: Tile) -> bool {
        self.0[usize::from(tile.number() / 64)] >> (tile.number() % 64) & 1 != 0
    }

    /// The number of letters.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        *self == LetterSet::EMPTY
    }

    /// The set as a mask of 64 bits. Bit 63 is set if the set contains any tile from 63 on.
    #[inline]
    pub fn mask(&self) -> TileMask {
        let shared = if self.0[1] | self.0[2] | self.0[3] != 0 { TileMask::LAST_BIT } else { 0 };
        TileMask::from_bits(self.0[0] | shared)
    }

    /// The letters of an alphabet that the set does not contain.
    #[must_use]
    pub fn complement(&self, alphabet: &Alphabet) -> LetterSet {
        alphabet.tiles().filter(|&tile| !self.contains(tile)).collect()
    }

    /// The letters, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        (1..=255).map(Tile::from_label).filter(|&tile| self.contains(tile))
    }
}

impl FromIterator<Tile> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> LetterSet {
        let mut set = LetterSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

/// One element of a rack or pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// This letter.
    Letter(Tile),
    /// One letter of a set.
    Set(LetterSet),
    /// Any one letter: `?` or `.`. In a rack, a blank.
    Any,
    /// Any number of letters: `*` or `@`.
    Star,
    /// A letter variable, `0` to `9`: the same letter at each occurrence of the digit.
    Variable(u8),
}

/// What is wrong with the text of a rack or pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages explain the variants
pub enum PatternProblem {
    #[error("'{0}' is not a letter of the alphabet")]
    UnknownLetter(char),
    #[error("the set is not closed — expected ']'")]
    Unclosed,
    #[error("the set is empty — expected letters between the brackets")]
    EmptySet,
    #[error("the range runs backwards in the alphabet — write the earlier letter first")]
    Backwards,
    #[error("expected a letter after the range's '-'")]
    RangeEnd,
    #[error("expected a character after '\\'")]
    Escape,
    #[error("a letter variable is not allowed here — expected a letter, '?', '*' or a set")]
    Variable,
    #[error("the pattern has more than {0} elements — use a regular expression")]
    TooLong(usize),
    #[error("the text is empty — expected letters")]
    EmptyText,
}

/// A syntax error in a rack or pattern. Its message ends with two more lines: the text, and a caret below the column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}\n  {text}\n  {}^", " ".repeat(.column.saturating_sub(1)))]
pub struct PatternError {
    /// The text, in composed form.
    pub text: String,
    /// The column of the error, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: PatternProblem,
}

/// Parses a rack or pattern.
///
/// * A letter stands for itself, in either case. The longest label counts first.
/// * `?` or `.` is any letter; `*` or `@` is any number of letters.
/// * `[abc]` and `[a-d]` (in the order of the alphabet) are one letter of a set; `[^abc]` and `[!abc]` one letter not
///   in it.
/// * `[CH]` is a single tile if the alphabet has a tile with this label.
/// * `\` makes the next character an ordinary letter, in sets too.
/// * Digits are letter variables if `variables` is set and they are not letters of the alphabet.
///
/// # Errors
/// [`PatternError`] with the column.
pub fn parse(text: &str, alphabet: &Alphabet, variables: bool) -> Result<Vec<Element>, PatternError> {
    let text = if alphabet.case() == Case::Bytes { text.into() } else { compose(text) };
    let mut parser = Parser { text: &text, at: 0, alphabet };
    let mut elements = Vec::new();
    while let Some(c) = parser.peek() {
        let start = parser.at;
        match c {
            '?' | '.' => elements.push(Element::Any),
            // A second star adds nothing and would cost time.
            '*' | '@' if elements.last() == Some(&Element::Star) => {}
            '*' | '@' => elements.push(Element::Star),
            '[' => {
                elements.push(parser.set()?);
                continue;
            }
            '\\' => {
                parser.at += 1;
                if parser.peek().is_none() {
                    return Err(parser.error(start, PatternProblem::Escape));
                }
                parser.letters(&mut elements)?;
                continue;
            }
            '0'..='9' if alphabet.parse_tile(&c.to_string()).is_none() => {
                if !variables {
                    return Err(parser.error(start, PatternProblem::Variable));
                }
                elements.push(Element::Variable(c as u8 - b'0'));
            }
            _ => {
                parser.letters(&mut elements)?;
                continue;
            }
        }
        parser.at += c.len_utf8();
    }
    if elements.is_empty() {
        return Err(parser.error(0, PatternProblem::EmptyText));
    }
    Ok(elements)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    alphabet: &'t Alphabet,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn error(&self, at: usize, problem: PatternProblem) -> PatternError {
        PatternError { text: self.text.to_owned(), column: self.text[..at].chars().count() + 1, problem }
    }

    /// Parses a letter, or the letters that replace a character such as `ß`.
    fn letters(&mut self, elements: &mut Vec<Element>) -> Result<(), PatternError> {
        if let Some((tile, _, taken)) = self.label(&self.text[self.at..]) {
            elements.push(Element::Letter(tile));
            self.at += taken;
            return Ok(());
        }
        let c = self.peek().expect("bug: a letter follows");
        let tiles = self.alphabet.parse(c.encode_utf8(&mut [0; 4]));
        let tiles = tiles.map_err(|_| self.error(self.at, PatternProblem::UnknownLetter(c)))?;
        elements.extend(tiles.into_iter().map(Element::Letter));
        self.at += c.len_utf8();
        Ok(())
    }

    fn label(&self, text: &str) -> Option<(Tile, bool, usize)> {
        if text.starts_with('[') { None } else { self.alphabet.parse_tile(text) }
    }

    fn set(&mut self) -> Result<Element, PatternError> {
        let open = self.at;
        let close =
            self.text[open..].find(']').map(|length| open + length).ok_or(self.error(open, PatternProblem::Unclosed))?;
        let text = self.text;
        let inside = &text[open + 1..close];
        self.at = close + 1;
        if let Some((tile, _, taken)) = self.label(inside)
            && taken == inside.len()
        {
            return Ok(Element::Letter(tile));
        }
        let negated = inside.starts_with(['^', '!']);
        let mut at = open + 1 + usize::from(negated);
        let mut set = LetterSet::EMPTY;
        let mut before: Option<Tile> = None;
        while at < close {
            let escaped = text[at..close].starts_with('\\');
            at += usize::from(escaped);
            let rest = &text[at..close];
            let Some(c) = rest.chars().next() else { return Err(self.error(at - 1, PatternProblem::Escape)) };
            // A '-' at the end is a letter if the alphabet has it.
            if let (Some(low), Some(end)) = (before, rest.strip_prefix('-'))
                && !escaped
                && (!end.is_empty() || self.label(rest).is_none())
            {
                let escape = usize::from(end.starts_with('\\'));
                let high = self.label(&end[escape..]).map(|(high, _, taken)| (high, escape + taken));
                let Some((high, taken)) = high else { return Err(self.error(at, PatternProblem::RangeEnd)) };
                if high < low {
                    return Err(self.error(at, PatternProblem::Backwards));
                }
                set = set.iter().chain((low.number()..=high.number()).map(Tile::from_label)).collect();
                before = None;
                at += 1 + taken;
                continue;
            }
            match self.label(rest) {
                Some((tile, _, taken)) => {
                    set.insert(tile);
                    before = Some(tile);
                    at += taken;
                }
                None => match self.alphabet.parse(c.encode_utf8(&mut [0; 4])).as_deref() {
                    Ok(&[tile]) => {
                        set.insert(tile);
                        before = Some(tile);
                        at += c.len_utf8();
                    }
                    _ => return Err(self.error(at, PatternProblem::UnknownLetter(c))),
                },
            }
        }
        if set.is_empty() {
            return Err(self.error(open, PatternProblem::EmptySet));
        }
        let set = if negated { set.complement(self.alphabet) } else { set };
        Ok(Element::Set(set))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(text: &str) -> Result<Vec<Element>, PatternError> {
        parse(text, &Alphabet::builtin("english").unwrap(), true)
    }

    fn set(numbers: &[u8]) -> Element {
        Element::Set(numbers.iter().map(|&number| Tile::from_label(number)).collect())
    }

    #[test]
    fn each_form_is_read() {
        let letter = |number| Element::Letter(Tile::from_label(number));
        assert_eq!(
            english("a?.*@B[cd][A-D][^b-z]1").unwrap(),
            [
                letter(1),
                Element::Any,
                Element::Any,
                Element::Star,
                letter(2),
                set(&[3, 4]),
                set(&[1, 2, 3, 4]),
                set(&[1]),
                Element::Variable(1)
            ]
        );
        assert_eq!(english("[!b-z]").unwrap(), [set(&[1])]);
        assert_eq!(english("[q]").unwrap(), [letter(17)]);
    }

    #[test]
    fn a_bracketed_label_is_one_tile() {
        let spanish = Alphabet::builtin("spanish").unwrap();
        let tile = spanish.parse("CH").unwrap()[0];
        assert_eq!(parse("[ch]", &spanish, false).unwrap(), [Element::Letter(tile)]);
        assert_eq!(parse("chico", &spanish, false).unwrap().len(), 4);
        assert!(matches!(parse("[hc]", &spanish, false).unwrap()[..], [Element::Set(set)] if set.len() == 2));
    }

    #[test]
    fn replacements_and_decomposed_accents_are_letters() {
        let german = Alphabet::builtin("german").unwrap();
        assert_eq!(parse("ß", &german, false).unwrap().len(), 2);
        assert_eq!(parse("a\u{308}", &german, false).unwrap(), parse("Ä", &german, false).unwrap());
    }

    #[test]
    fn mistakes_carry_their_column() {
        for (text, column, problem) in [
            ("c[ab", 2, PatternProblem::Unclosed),
            ("c[]", 2, PatternProblem::EmptySet),
            ("[^]", 1, PatternProblem::EmptySet),
            ("né", 2, PatternProblem::UnknownLetter('é')),
            ("a[bé]", 4, PatternProblem::UnknownLetter('é')),
            ("[d-a]", 3, PatternProblem::Backwards),
            ("[a-]", 3, PatternProblem::RangeEnd),
            ("ab\\", 3, PatternProblem::Escape),
            ("", 1, PatternProblem::EmptyText),
        ] {
            let error = english(text).unwrap_err();
            assert_eq!((error.column, error.problem), (column, problem), "{text}");
        }
        let error = english("c[ab").unwrap_err();
        assert_eq!(error.to_string(), "the set is not closed — expected ']'\n  c[ab\n   ^");
        let alphabet = Alphabet::builtin("english").unwrap();
        assert_eq!(parse("a1", &alphabet, false).unwrap_err().problem, PatternProblem::Variable);
    }

    #[test]
    fn escapes_spell_letters_that_have_a_meaning() {
        let alphabet = Alphabet::automatic("ab.-1?".chars()).unwrap();
        let tile = |c: &str| Element::Letter(alphabet.parse(c).unwrap()[0]);
        assert_eq!(parse("a\\.1[.-]", &alphabet, true).unwrap()[..3], [tile("a"), tile("."), tile("1")]);
        assert_eq!(parse("[.]", &alphabet, true).unwrap(), [tile(".")]);
        let set = |letters: &str| {
            Element::Set(letters.chars().map(|c| alphabet.parse(c.encode_utf8(&mut [0; 4])).unwrap()[0]).collect())
        };
        assert_eq!(parse("[.-][\\-.]", &alphabet, true).unwrap(), [set(".-"), set("-.")]);
        let alphabet = Alphabet::automatic("ab^-\\".chars()).unwrap();
        let tile = |c: &str| alphabet.parse(c).unwrap()[0];
        let set = |letters: &[&str]| Element::Set(letters.iter().map(|c| tile(c)).collect());
        assert_eq!(parse("[\\^a][b\\-a]", &alphabet, true).unwrap(), [set(&["^", "a"]), set(&["b", "-", "a"])]);
        assert_eq!(parse("[\\\\]", &alphabet, true).unwrap(), [set(&["\\"])]);
        let error = parse("[a\\]", &alphabet, true).unwrap_err();
        assert_eq!((error.column, error.problem), (3, PatternProblem::Escape));
    }
}
