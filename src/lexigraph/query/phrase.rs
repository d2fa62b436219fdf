//! The letters of a phrase that is made into several words: with blanks and sets, all the choices of letters for these.
//!
//! Every combination of words uses just one collection of letters. So a phrase with blanks is asked once for each collection that its
//! blanks and sets can stand for, and each combination still comes once.

use std::ops::ControlFlow;

use super::anagram::Anagram;
use super::automaton::Automaton;
use super::error::QueryError;
use super::rack::{MAX_ELEMENTS, MatchedRack, RackUse};
use super::rack_spec::RackSpec;
use crate::alphabet::{Alphabet, Tile};

/// A phrase: letters, blanks and sets.
pub struct Phrase {
    /// The given letters.
    letters: Vec<Tile>,
    /// The sets, and the blanks beside them.
    open: MatchedRack,
    number_of_open: usize,
    rack: Anagram,
}

impl Phrase {
    /// Reads a phrase in the [syntax](super::parse_letters) of racks; blanks between words do not count, and `*` has no meaning.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a mistake (not counting blanks between words), [`QueryError::TooManyElements`] for more than
    /// 64 sets, [`QueryError::Unsupported`] for `*`.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Phrase, QueryError> {
        let text: String = text.split_whitespace().collect();
        let spec = RackSpec::parse(&text, alphabet)?;
        if spec.star {
            let what = "'*' has no meaning in a phrase of several words";
            return Err(QueryError::Unsupported { what, instead: "give the letters, or '?' for each that may be any" });
        }
        if spec.sets.len() > MAX_ELEMENTS {
            return Err(QueryError::TooManyElements { elements: spec.sets.len(), limit: MAX_ELEMENTS });
        }
        let letters =
            (0..=u8::MAX).flat_map(|number| std::iter::repeat_n(Tile::from_label(number), spec.counts[usize::from(number)]));
        let letters = letters.collect();
        let number_of_open = spec.sets.len() + spec.blanks;
        let open = MatchedRack::new(spec.sets.clone(), RackUse { sub: false, blanks: spec.blanks, star: false });
        let rack = Anagram::new(spec)?;
        Ok(Phrase { letters, open, number_of_open, rack })
    }

    /// Whether there are blanks or sets.
    pub fn is_open(&self) -> bool {
        self.number_of_open > 0
    }

    /// Calls `each` with every collection of letters that the phrase can stand for, sorted, until it breaks: each once, nothing
    /// gathered. There are 26 for one blank of English, 351 for two, 3,276 for three.
    pub fn for_each_filling(
        &self,
        alphabet: &Alphabet,
        mut each: impl FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut chosen = Vec::with_capacity(self.number_of_open);
        self.fill(alphabet, &self.open.start(), &mut chosen, &mut each)
    }

    /// Chooses letters in ascending order, so that no collection comes twice.
    fn fill(
        &self,
        alphabet: &Alphabet,
        state: &<MatchedRack as Automaton>::State,
        chosen: &mut Vec<Tile>,
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if chosen.len() == self.number_of_open {
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

    /// Which letters of a combination, its words one after another, blanks stand for: one flag a letter. Letters at hand go first, from
    /// left to right. Empty where there are no blanks.
    pub fn blanks(&self, letters: &[Tile]) -> Vec<bool> {
        if self.rack.has_blanks() { self.rack.blanks(letters) } else { vec![] }
    }
}
