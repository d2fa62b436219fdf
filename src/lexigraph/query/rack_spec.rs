//! The contents of a rack as parsed from text.

use std::borrow::Cow;

use super::error::QueryError;
use super::letters::{Element, LetterSet, parse};
use crate::alphabet::{Alphabet, Tile};

/// The letters, sets, blanks and star of a rack.
#[derive(Clone, Debug)]
pub(super) struct RackSpec {
    /// The number of tiles of each letter, indexed by tile number.
    pub counts: [usize; 256],
    pub sets: Vec<LetterSet>,
    pub blanks: usize,
    /// `true` if the rack has a `*`, which stands for any further letters.
    pub star: bool,
}

impl RackSpec {
    /// A rack of blanks, and a `*` if `star`, without letters.
    pub fn without_letters(blanks: usize, star: bool) -> RackSpec {
        RackSpec { counts: [0; 256], sets: vec![], blanks, star }
    }

    /// A rack of these letters and blanks.
    pub fn of(letters: &[Tile], blanks: usize) -> RackSpec {
        let mut spec = RackSpec::without_letters(blanks, false);
        letters.iter().for_each(|tile| spec.counts[usize::from(tile.number())] += 1);
        spec
    }

    /// Parses a rack. Spaces and apostrophes that are not letters of the alphabet do not count: a rack may be a phrase.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<RackSpec, QueryError> {
        let mut spec = RackSpec::without_letters(0, false);
        let skipped = |c: char| {
            (c.is_whitespace() || matches!(c, '\'' | '’' | '‘' | 'ʼ')) && alphabet.parse(c.encode_utf8(&mut [0; 4])).is_err()
        };
        let letters: Cow<'_, str> =
            if text.contains(skipped) { text.chars().filter(|&c| !skipped(c)).collect() } else { text.into() };
        for element in parse(&letters, alphabet, false)? {
            match element {
                Element::Letter(tile) => spec.counts[usize::from(tile.number())] += 1,
                Element::Set(set) => spec.sets.push(set),
                Element::Any => spec.blanks += 1,
                Element::Star => spec.star = true,
                Element::Variable(_) => unreachable!("bug: letter variables were not allowed"),
            }
        }
        Ok(spec)
    }

    /// The number of letters and sets; blanks do not count.
    pub fn elements(&self) -> usize {
        self.counts.iter().sum::<usize>() + self.sets.len()
    }
}
