//! Words made of given letters.

use std::ops::ControlFlow;

use lexigraph_core::specialize;

use super::automaton::{Automaton, Both, Infix, accepts, walk};
use super::letters::{Element, LetterSet, parse};
use super::rack::{Counts, MAX_SLOTS, MatchedRack, PlainRack, Use, blanks_in, matched_extra, plain_extra};
use super::rack_walk::Letters;
use super::{Query, QueryError};
use crate::alphabet::{Alphabet, Tile};
use crate::image::ErasedGraph;
use crate::lexicon::MAX_WORD_LENGTH;

/// A question for the words that letters make: all the letters ([`parse`](Anagram::parse)), or any part of them
/// ([`partial`](Anagram::partial)).
pub struct Anagram {
    rack: Rack,
    /// The rack for the walk of its own that plain letters and blanks have.
    letters: Option<Letters>,
    how: Use,
    min: usize,
    max: usize,
    infix: Option<Infix>,
}

/// The rack in the form that fits it.
enum Rack {
    Small(Box<PlainRack<u64>>),
    Large(Box<PlainRack<u128>>),
    Huge(Box<PlainRack<Box<[u8]>>>),
    Sets(MatchedRack),
}

/// What a rack is made of.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub counts: [usize; 256],
    pub sets: Vec<LetterSet>,
    pub blanks: usize,
    pub star: bool,
}

impl Parts {
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Parts, QueryError> {
        let mut parts = Parts { counts: [0; 256], sets: vec![], blanks: 0, star: false };
        for element in parse(text, alphabet, false)? {
            match element {
                // No word can use more.
                Element::Letter(tile) => {
                    let count = &mut parts.counts[usize::from(tile.number())];
                    *count += 1;
                }
                Element::Set(set) => parts.sets.push(set),
                Element::Any => parts.blanks += 1,
                Element::Star => parts.star = true,
                Element::Variable(_) => {} // the parser refuses them here
            }
        }
        Ok(parts)
    }

    /// The letters and sets, without blanks.
    pub fn letters(&self) -> usize {
        self.counts.iter().sum::<usize>() + self.sets.len()
    }
}

impl Anagram {
    /// The words that take all the letters of `text`, in the [syntax](super::parse_letters) of racks: letters, `?` for a
    /// blank, sets for a letter of a choice, `*` for any further letters.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a mistake; [`QueryError::Slots`] for more than 64 letters beside sets.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Anagram, QueryError> {
        Anagram::new(Parts::parse(text, alphabet)?)
    }

    /// The words that take exactly these letters and so many blanks.
    ///
    /// # Errors
    /// [`QueryError::TooLong`] for more letters than words have.
    pub fn of(word: &[Tile], blanks: usize) -> Result<Anagram, QueryError> {
        let mut parts = Parts { counts: [0; 256], sets: vec![], blanks, star: false };
        word.iter().for_each(|tile| parts.counts[usize::from(tile.number())] += 1);
        Anagram::new(parts)
    }

    pub(super) fn new(parts: Parts) -> Result<Anagram, QueryError> {
        let how = Use { sub: false, blanks: parts.blanks, star: parts.star };
        let rack = if parts.sets.is_empty() {
            PlainRack::new(&parts.counts, how)
                .map(|rack| Rack::Small(Box::new(rack)))
                .or_else(|| PlainRack::new(&parts.counts, how).map(|rack| Rack::Large(Box::new(rack))))
                .or_else(|| PlainRack::new(&parts.counts, how).map(|rack| Rack::Huge(Box::new(rack))))
                .ok_or(QueryError::TooLong { limit: MAX_WORD_LENGTH })?
        } else {
            let letters = parts.letters();
            if letters > MAX_SLOTS {
                return Err(QueryError::Slots { letters, limit: MAX_SLOTS });
            }
            let single = |number: usize| LetterSet::from_iter([Tile::from_label(number as u8)]);
            // Letters go before sets, so that a letter keeps its own place where it can.
            let letters = (0..256).flat_map(|number| std::iter::repeat_n(single(number), parts.counts[number]));
            Rack::Sets(MatchedRack::new(letters.chain(parts.sets.iter().copied()).collect(), how))
        };
        let plain = parts.sets.is_empty() && !parts.star;
        let letters = plain.then(|| Letters::new(&parts.counts, parts.blanks)).flatten();
        Ok(Anagram { rack, letters, how, min: 0, max: MAX_WORD_LENGTH, infix: None }.with_use(how))
    }

    fn with_use(mut self, how: Use) -> Anagram {
        self.how = how;
        match &mut self.rack {
            Rack::Small(rack) => rack.set_use(how),
            Rack::Large(rack) => rack.set_use(how),
            Rack::Huge(rack) => rack.set_use(how),
            Rack::Sets(rack) => rack.set_use(how),
        }
        self
    }

    /// Lets a word take any part of the letters.
    #[must_use]
    pub fn partial(self, sub: bool) -> Anagram {
        let how = Use { sub, ..self.how };
        self.with_use(how)
    }

    /// Bounds the length of the words, in tiles.
    #[must_use]
    pub fn lengths(mut self, min: usize, max: usize) -> Anagram {
        (self.min, self.max) = (min, max.min(MAX_WORD_LENGTH));
        self
    }

    /// Asks for these letters side by side in the word.
    #[must_use]
    pub fn containing(mut self, letters: &[Tile]) -> Anagram {
        self.infix = (!letters.is_empty()).then(|| Infix::new(letters));
        self
    }

    /// Which letters of an answer blanks stand for, one flag a letter. Letters at hand go first, from left to right, so a blank
    /// stands for the last of equal letters; the letters that `*` lets in are no blanks as long as there are blanks for others.
    pub fn blanks(&self, word: &[Tile]) -> Vec<bool> {
        let blanks = self.how.blanks;
        match &self.rack {
            Rack::Small(rack) => blanks_in(&**rack, blanks, plain_extra, word),
            Rack::Large(rack) => blanks_in(&**rack, blanks, plain_extra, word),
            Rack::Huge(rack) => blanks_in(&**rack, blanks, plain_extra, word),
            Rack::Sets(rack) => blanks_in(rack, blanks, matched_extra, word),
        }
    }

    /// Whether the rack has blanks, so that answers can have letters in lower case.
    pub fn has_blanks(&self) -> bool {
        self.how.blanks > 0
    }

    /// Whether the word is an answer. About one step a letter.
    pub fn accepts(&self, word: &[Tile]) -> bool {
        let bounds = (self.min..=self.max).contains(&word.len());
        bounds
            && self.infix.as_ref().is_none_or(|infix| accepts(infix, word))
            && match &self.rack {
                Rack::Small(rack) => accepts(&**rack, word),
                Rack::Large(rack) => accepts(&**rack, word),
                Rack::Huge(rack) => accepts(&**rack, word),
                Rack::Sets(rack) => accepts(rack, word),
            }
    }

    fn walk_with<A: Automaton>(
        &self,
        graph: &ErasedGraph<'_>,
        automaton: &A,
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let min = self.min;
        walk(graph, automaton, self.max, |word, _| if word.len() < min { ControlFlow::Continue(()) } else { each(word) })
    }

    fn plain_walk<C: Counts>(
        &self,
        graph: &ErasedGraph<'_>,
        rack: &PlainRack<C>,
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match &self.infix {
            None => self.walk_with(graph, rack, each),
            Some(infix) => self.walk_with(graph, &Both(rack, infix), each),
        }
    }

    /// The letters, where the walk of plain letters and blanks does.
    fn plain_letters(&self) -> Option<&Letters> {
        self.letters.as_ref().filter(|_| self.infix.is_none())
    }
}

impl Query for Anagram {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Some(letters) = self.plain_letters() {
            return specialize!(graph, graph => letters.for_each(graph, self.how.sub, self.min, self.max, each));
        }
        match &self.rack {
            Rack::Small(rack) => self.plain_walk(graph, rack, each),
            Rack::Large(rack) => self.plain_walk(graph, rack, each),
            Rack::Huge(rack) => self.plain_walk(graph, rack, each),
            Rack::Sets(rack) => match &self.infix {
                None => self.walk_with(graph, rack, each),
                Some(infix) => self.walk_with(graph, &Both(rack, infix), each),
            },
        }
    }

    /// Plain letters and blanks are counted without a call an answer.
    fn count(&self, graph: &ErasedGraph<'_>) -> u64 {
        let mut count = 0;
        if let Some(letters) = self.plain_letters() {
            let _ = specialize!(graph, graph => letters.for_each(graph, self.how.sub, self.min, self.max, |_| {
                count += 1;
                ControlFlow::<()>::Continue(())
            }));
        } else {
            let _ = self.for_each(graph, &mut |_| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        count
    }
}
