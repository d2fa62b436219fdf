//! Patterns with anagrams inside: `.../abc` is three letters and then A, B and C in any order.
//!
//! The walk takes each letter of an anagram for any of its letters, as a set; what it finds is then checked exactly.

use super::anagram::Anagram;
use super::error::QueryError;
use super::letters::{Element, LetterSet, parse};
use super::pattern::ShiftAnd;
use super::rack_spec::RackSpec;
use crate::alphabet::{Alphabet, Tile};

/// A pattern with anagrams inside.
pub(super) struct Mixed {
    /// Accepts every answer, and other words.
    pub outline: ShiftAnd,
    parts: Vec<Part>,
}

enum Part {
    One(LetterSet),
    Star,
    /// So many letters, which are an anagram of a rack.
    Letters(usize, Box<Anagram>),
}

impl Mixed {
    /// `true` if the text has an anagram inside: a slash that is no letter.
    pub fn is_mixed(text: &str, alphabet: &Alphabet) -> bool {
        text.contains('/') && alphabet.parse("/").is_err()
    }

    /// Parses a pattern: text between slashes is an anagram, and the last slash may be left out. Also gives the number
    /// of elements.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<(Mixed, usize), QueryError> {
        let (mut parts, mut elements) = (Vec::new(), Vec::new());
        let mut before = 0;
        for (number, segment) in text.split('/').enumerate() {
            // Errors show the whole text.
            let whole = |error| match error {
                QueryError::Pattern(mut error) => {
                    error.text = text.to_owned();
                    error.column += before;
                    QueryError::Pattern(error)
                }
                other => other,
            };
            if segment.is_empty() {
                // Nothing before the first slash, or behind the last.
            } else if number % 2 == 0 {
                for element in parse(segment, alphabet, false).map_err(|error| whole(error.into()))? {
                    parts.push(match element {
                        Element::Letter(tile) => Part::One(LetterSet::from_iter([tile])),
                        Element::Set(set) => Part::One(set),
                        Element::Any | Element::Variable(_) => Part::One(LetterSet::ALL),
                        Element::Star => Part::Star,
                    });
                    elements.push(element);
                }
            } else {
                let spec = RackSpec::parse(segment, alphabet).map_err(whole)?;
                if spec.star {
                    let what = "an anagram inside a pattern cannot have '*'";
                    return Err(QueryError::Unsupported { what, instead: "put the '*' outside of the slashes" });
                }
                let length = spec.elements() + spec.blanks;
                let given = (1..=u8::MAX).map(Tile::from_label).filter(|tile| spec.counts[usize::from(tile.number())] > 0);
                let mut letters: LetterSet = given.collect();
                spec.sets.iter().flat_map(LetterSet::iter).for_each(|tile| letters.insert(tile));
                let letters = if spec.blanks > 0 { LetterSet::ALL } else { letters };
                elements.extend(std::iter::repeat_n(Element::Set(letters), length));
                parts.push(Part::Letters(length, Box::new(Anagram::new(spec)?)));
            }
            before += segment.chars().count() + 1;
        }
        let count = elements.iter().filter(|element| **element != Element::Star).count();
        Ok((Mixed { outline: ShiftAnd::new(&elements), parts }, count))
    }

    /// Returns `true` if the word is an answer. Takes time linear in the letters for each part.
    pub fn accepts(&self, word: &[Tile]) -> bool {
        // The places of the word that the parts so far reach.
        let mut reached = vec![false; word.len() + 1];
        reached[0] = true;
        for part in &self.parts {
            match part {
                Part::Star => {
                    let first = reached.iter().position(|&reached| reached).unwrap_or(reached.len());
                    reached[first..].fill(true);
                }
                Part::One(set) => {
                    for at in (0..word.len()).rev() {
                        reached[at + 1] = reached[at] && set.contains(word[at]);
                    }
                    reached[0] = false;
                }
                Part::Letters(length, anagram) => {
                    for end in (0..=word.len()).rev() {
                        reached[end] = end >= *length && reached[end - length] && anagram.accepts(&word[end - length..end]);
                    }
                }
            }
        }
        reached[word.len()]
    }
}
