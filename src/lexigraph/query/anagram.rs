//! Words made of given letters.

use std::ops::ControlFlow;

use lexigraph_core::specialize;

use super::automaton::{Automaton, Infix, Intersection, accepts, walk};
use super::error::QueryError;
use super::letters::LetterSet;
use super::query_trait::Query;
use super::rack::{Counts, MAX_ELEMENTS, MatchedRack, PlainRack, RackUse, blanks_in, matched_extra, plain_extra};
use super::rack_spec::RackSpec;
use super::rack_walk::RackCounts;
use crate::alphabet::{Alphabet, Tile};
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// Finds the words made of the letters of a rack: all of them ([`parse`](Anagram::parse)), or any part of them
/// ([`partial`](Anagram::partial)).
pub struct Anagram {
    rack: RackAutomaton,
    /// The rack for the fast walk, which takes letters and blanks only.
    letters: Option<RackCounts>,
    rack_use: RackUse,
    min: usize,
    max: usize,
    infix: Option<Infix>,
    /// Further parts, which the words of the walk are checked for.
    more: Vec<Infix>,
}

/// The smallest representation that holds the rack.
enum RackAutomaton {
    Small(Box<PlainRack<u64>>),
    Large(Box<PlainRack<u128>>),
    Huge(Box<PlainRack<Box<[u8]>>>),
    Sets(MatchedRack),
}

impl Anagram {
    /// Finds the words that use all letters of `text`, in the [syntax](super::parse_letters) of racks: letters, `?` for
    /// a blank, a set for one letter of a choice, and `*` for any further letters.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a syntax error; [`QueryError::TooManyElements`] for a rack with sets
    /// that has more than 64 letters and sets.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Anagram, QueryError> {
        Anagram::new(RackSpec::parse(text, alphabet)?)
    }

    /// Finds the words that use exactly these letters and `blanks` blanks.
    ///
    /// # Errors
    /// [`QueryError::TooLong`] if there are more equal letters than a word can have.
    pub fn of(word: &[Tile], blanks: usize) -> Result<Anagram, QueryError> {
        Anagram::new(RackSpec::of(word, blanks))
    }

    pub(super) fn new(spec: RackSpec) -> Result<Anagram, QueryError> {
        let rack_use = RackUse { sub: false, blanks: spec.blanks, star: spec.star };
        let rack = if spec.sets.is_empty() {
            PlainRack::new(&spec.counts, rack_use)
                .map(|rack| RackAutomaton::Small(Box::new(rack)))
                .or_else(|| PlainRack::new(&spec.counts, rack_use).map(|rack| RackAutomaton::Large(Box::new(rack))))
                .or_else(|| PlainRack::new(&spec.counts, rack_use).map(|rack| RackAutomaton::Huge(Box::new(rack))))
                .ok_or(QueryError::TooLong { limit: MAX_WORD_LENGTH })?
        } else {
            let elements = spec.elements();
            if elements > MAX_ELEMENTS {
                return Err(QueryError::TooManyElements { elements, limit: MAX_ELEMENTS });
            }
            let single = |number: usize| LetterSet::from_iter([Tile::from_label(number as u8)]);
            // Letters go before sets, so that a letter takes its own element if possible.
            let letters = (0..256).flat_map(|number| std::iter::repeat_n(single(number), spec.counts[number]));
            RackAutomaton::Sets(MatchedRack::new(letters.chain(spec.sets.iter().copied()).collect(), rack_use))
        };
        let plain = spec.sets.is_empty() && !spec.star;
        let letters = plain.then(|| RackCounts::new(&spec.counts, spec.blanks)).flatten();
        Ok(Anagram { rack, letters, rack_use, min: 0, max: MAX_WORD_LENGTH, infix: None, more: vec![] }
            .with_rack_use(rack_use))
    }

    fn with_rack_use(mut self, rack_use: RackUse) -> Anagram {
        self.rack_use = rack_use;
        match &mut self.rack {
            RackAutomaton::Small(rack) => rack.set_rack_use(rack_use),
            RackAutomaton::Large(rack) => rack.set_rack_use(rack_use),
            RackAutomaton::Huge(rack) => rack.set_rack_use(rack_use),
            RackAutomaton::Sets(rack) => rack.set_rack_use(rack_use),
        }
        self
    }

    /// If `sub`, lets a word use any part of the letters.
    #[must_use]
    pub fn partial(self, sub: bool) -> Anagram {
        let rack_use = RackUse { sub, ..self.rack_use };
        self.with_rack_use(rack_use)
    }

    /// Limits the length of the words, in tiles.
    #[must_use]
    pub fn lengths(mut self, min: usize, max: usize) -> Anagram {
        (self.min, self.max) = (min, max.min(MAX_WORD_LENGTH));
        self
    }

    /// Requires that the word contains these letters side by side, beside what was required before: parts may overlap.
    #[must_use]
    pub fn containing(mut self, letters: &[Tile]) -> Anagram {
        if !letters.is_empty() {
            match self.infix {
                None => self.infix = Some(Infix::new(letters)),
                Some(_) => self.more.push(Infix::new(letters)),
            }
        }
        self
    }

    /// Returns one flag for each letter of an answer: `true` if a blank stands for it. Letters of the rack are used
    /// first, from left to right, so a blank stands for the last of equal letters. A letter that `*` adds counts as a
    /// blank only if blanks are left.
    pub fn blanks(&self, word: &[Tile]) -> Vec<bool> {
        let blanks = self.rack_use.blanks;
        match &self.rack {
            RackAutomaton::Small(rack) => blanks_in(&**rack, blanks, plain_extra, word),
            RackAutomaton::Large(rack) => blanks_in(&**rack, blanks, plain_extra, word),
            RackAutomaton::Huge(rack) => blanks_in(&**rack, blanks, plain_extra, word),
            RackAutomaton::Sets(rack) => blanks_in(rack, blanks, matched_extra, word),
        }
    }

    /// Returns `true` if the rack has blanks, so answers may have letters in lower case.
    pub fn has_blanks(&self) -> bool {
        self.rack_use.blanks > 0
    }

    /// Returns `true` if the word is an answer. Takes about one step for each letter.
    pub fn accepts(&self, word: &[Tile]) -> bool {
        let bounds = (self.min..=self.max).contains(&word.len());
        bounds
            && self.infix.iter().chain(&self.more).all(|infix| accepts(infix, word))
            && match &self.rack {
                RackAutomaton::Small(rack) => accepts(&**rack, word),
                RackAutomaton::Large(rack) => accepts(&**rack, word),
                RackAutomaton::Huge(rack) => accepts(&**rack, word),
                RackAutomaton::Sets(rack) => accepts(rack, word),
            }
    }

    fn walk_with<A: Automaton>(
        &self,
        graph: &ErasedGraph<'_>,
        automaton: &A,
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let min = self.min;
        let fits = |word: &[Tile]| word.len() >= min && self.more.iter().all(|infix| accepts(infix, word));
        walk(graph, automaton, self.max, |word, _| if fits(word) { each(word) } else { ControlFlow::Continue(()) })
    }

    fn plain_walk<C: Counts>(
        &self,
        graph: &ErasedGraph<'_>,
        rack: &PlainRack<C>,
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match &self.infix {
            None => self.walk_with(graph, rack, each),
            Some(infix) => self.walk_with(graph, &Intersection(rack, infix), each),
        }
    }

    /// The rack for the fast walk, if the fast walk can answer the query.
    fn plain_letters(&self) -> Option<&RackCounts> {
        self.letters.as_ref().filter(|_| self.infix.is_none())
    }
}

impl Query for Anagram {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Some(letters) = self.plain_letters() {
            let (sub, min, max) = (self.rack_use.sub, self.min, self.max);
            // Only a layout with masks gains by this way.
            if let ErasedGraph::Fast4(graph) = graph
                && let Some(flow) = letters.spell(graph, sub, min, max, &mut *each)
            {
                return flow;
            }
            return specialize!(graph, graph => letters.for_each(graph, sub, min, max, each));
        }
        match &self.rack {
            RackAutomaton::Small(rack) => self.plain_walk(graph, rack, each),
            RackAutomaton::Large(rack) => self.plain_walk(graph, rack, each),
            RackAutomaton::Huge(rack) => self.plain_walk(graph, rack, each),
            RackAutomaton::Sets(rack) => match &self.infix {
                None => self.walk_with(graph, rack, each),
                Some(infix) => self.walk_with(graph, &Intersection(rack, infix), each),
            },
        }
    }

    /// Counts the answers. For a rack of up to eight different letters and two blanks, the answers are not spelled; for
    /// other racks, this needs no indirect call per answer.
    fn count(&self, graph: &ErasedGraph<'_>) -> u64 {
        // Only a layout with masks gains by this way.
        if let (ErasedGraph::Fast4(graph), Some(letters)) = (graph, self.plain_letters())
            && let Some(count) = letters.count(graph, self.rack_use.sub, self.min, self.max)
        {
            return count;
        }
        let mut count = 0;
        if let Some(letters) = self.plain_letters() {
            let _ = specialize!(graph, graph => letters.for_each(graph, self.rack_use.sub, self.min, self.max, |_| {
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
