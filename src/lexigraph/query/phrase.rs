//! The letters of a phrase that is to become several words.
//!
//! Every combination of words uses exactly one multiset of letters. A phrase with blanks or sets is therefore searched
//! once for each multiset that they can stand for, and each combination still occurs once.

use std::ops::ControlFlow;

use super::anagram::Anagram;
use super::automaton::Automaton;
use super::error::QueryError;
use super::rack::{MAX_ELEMENTS, MatchedRack, RackUse};
use super::rack_spec::RackSpec;
use crate::alphabet::{Alphabet, Tile};

/// A phrase of letters, blanks and sets.
pub struct Phrase {
    /// The given letters.
    letters: Vec<Tile>,
    /// The sets and blanks.
    open: MatchedRack,
    open_elements: usize,
    rack: Anagram,
}

impl Phrase {
    /// Parses a phrase in the [syntax](super::parse_letters) of racks. Spaces between words are ignored, and `*` is not
    /// allowed.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a syntax error, without the spaces; [`QueryError::TooManyElements`]
    /// for more than 64 sets; [`QueryError::Unsupported`] for `*`.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Phrase, QueryError> {
        let spec = RackSpec::parse(text, alphabet)?;
        if spec.star {
            let what = "a phrase of several words cannot have '*'";
            return Err(QueryError::Unsupported { what, instead: "give the letters, and '?' for any letter" });
        }
        if spec.sets.len() > MAX_ELEMENTS {
            return Err(QueryError::TooManyElements { elements: spec.sets.len(), limit: MAX_ELEMENTS });
        }
        let letters =
            (0..=u8::MAX).flat_map(|number| std::iter::repeat_n(Tile::from_label(number), spec.counts[usize::from(number)]));
        let letters = letters.collect();
        let open_elements = spec.sets.len() + spec.blanks;
        let open = MatchedRack::new(spec.sets.clone(), RackUse { sub: false, blanks: spec.blanks, star: false });
        let rack = Anagram::new(spec)?;
        Ok(Phrase { letters, open, open_elements, rack })
    }

    /// Returns `true` if the phrase has blanks or sets.
    pub fn is_open(&self) -> bool {
        self.open_elements > 0
    }

    /// Calls `each` with every multiset of letters that the phrase can stand for, sorted and each once, until `each`
    /// breaks. In English there are 26 for one blank, 351 for two, and 3,276 for three. The multisets are generated one
    /// at a time.
    pub fn for_each_filling(
        &self,
        alphabet: &Alphabet,
        mut each: impl FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut chosen = Vec::with_capacity(self.open_elements);
        self.fill(alphabet, &self.open.start(), &mut chosen, &mut each)
    }

    /// Chooses letters in ascending order, so that no multiset occurs twice.
    fn fill(
        &self,
        alphabet: &Alphabet,
        state: &<MatchedRack as Automaton>::State,
        chosen: &mut Vec<Tile>,
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if chosen.len() == self.open_elements {
            let mut letters = [&self.letters[..], chosen].concat();
            letters.sort_unstable();
            return each(&letters);
        }
        let last = chosen.last().copied();
        for tile in alphabet.tiles().filter(|&tile| last.is_none_or(|last| tile >= last)) {
            if let Some(next) = self.open.step(state, tile) {
                chosen.push(tile);
                let flow = self.fill(alphabet, &next, chosen, each);
                chosen.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns one flag for each letter of a combination, whose words follow one another in `letters`: `true` if a
    /// blank stands for it. Letters of the phrase are used first, from left to right. Empty if the phrase has no
    /// blanks.
    pub fn blanks(&self, letters: &[Tile]) -> Vec<bool> {
        if self.rack.has_blanks() { self.rack.blanks(letters) } else { vec![] }
    }
}
