//! Words that fit a pattern.
//!
//! A plain pattern is a bit-parallel automaton: bit *i* says that the first *i* places are filled. Letter variables and letters at
//! hand need more than a bit; those patterns carry a list of nfa.
//!
//! A pattern that begins with `*` says little about the first letters, so that a walk over the DAWG would go nearly all of its paths: there it
//! remembers where nothing was. Where a GADDAG is at hand, [`for_each_anchored`](Pattern::for_each_anchored) starts at the rarest part of the pattern
//! instead, goes backwards to the front of the word, and then forwards to its end.

use std::ops::ControlFlow;

use lexigraph_core::specialize;

use super::automaton::{Automaton, accepts, walk};
use super::error::QueryError;
use super::letters::{Element, LetterSet, PatternError, PatternProblem, parse};
use super::memo::walk_with_memo;
use super::nfa::PatternNfa;
use super::query_trait::Query;
use super::rack::{PlainRack, RackUse};
use super::rack_spec::RackSpec;
use crate::alphabet::{Alphabet, Tile, TileSet};
use crate::graph::Gaddag;
use crate::image::ErasedGraph;
use crate::lexicon::{MAX_WORD_LENGTH, Words};

/// The most places a pattern may have beside stars.
const MAX_PLACES: usize = 63;

/// A question for the words that fit a pattern.
pub struct Pattern {
    how: PatternForm,
    anchored: Option<Anchored>,
    min: usize,
    max: usize,
}

enum PatternForm {
    Plain(ShiftAnd),
    Nfa(Box<PatternNfa<u128>>),
    NfaLarge(Box<PatternNfa<Box<[u8]>>>),
}

impl Pattern {
    /// The words that fit `text`, in the [syntax](super::parse_letters) of patterns.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a mistake.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Pattern, QueryError> {
        Pattern::with(text, alphabet, None, false)
    }

    /// The words that fit `text` with further demands: `rack` says which letters are at hand for the places that are
    /// not one given letter; with `distinct`, different letter variables are different letters.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a mistake; [`QueryError::Unsupported`] for sets in the rack.
    pub fn with(text: &str, alphabet: &Alphabet, rack: Option<&str>, distinct: bool) -> Result<Pattern, QueryError> {
        let elements = parse(text, alphabet, true)?;
        let places = elements.iter().filter(|element| **element != Element::Star).count();
        if places > MAX_PLACES {
            let error =
                PatternError { text: text.to_owned(), column: MAX_PLACES + 1, problem: PatternProblem::Long(MAX_PLACES) };
            return Err(error.into());
        }
        let (min, max) = (0, MAX_WORD_LENGTH);
        let variables = elements.iter().any(|element| matches!(element, Element::Variable(_)));
        if rack.is_none() && !variables {
            let anchored = Anchored::new(&elements, alphabet);
            return Ok(Pattern { how: PatternForm::Plain(ShiftAnd::new(&elements)), anchored, min, max });
        }
        let parts = match rack {
            Some(text) => RackSpec::parse(text, alphabet)?,
            None => RackSpec::without_letters(0, true),
        };
        if !parts.sets.is_empty() {
            let what = "the letters at hand cannot have sets in them";
            return Err(QueryError::Unsupported { what, instead: "give letters and blanks" });
        }
        let how = RackUse { sub: true, blanks: parts.blanks, star: parts.star };
        let how = match PlainRack::new(&parts.counts, how) {
            Some(small) => PatternForm::Nfa(Box::new(PatternNfa::new(elements, small, rack.is_some(), distinct))),
            None => {
                let huge = PlainRack::new(&parts.counts, how).ok_or(QueryError::TooLong { limit: MAX_WORD_LENGTH })?;
                PatternForm::NfaLarge(Box::new(PatternNfa::new(elements, huge, rack.is_some(), distinct)))
            }
        };
        Ok(Pattern { how, anchored: None, min, max })
    }

    /// Bounds the length of the words, in tiles.
    #[must_use]
    pub fn lengths(mut self, min: usize, max: usize) -> Pattern {
        (self.min, self.max) = (min, max.min(MAX_WORD_LENGTH));
        self
    }

    /// Which letters of an answer blanks of the rack stand for, one flag a letter: the fewest that will do, and then as far to
    /// the right as they can be.
    pub fn blanks(&self, word: &[Tile]) -> Vec<bool> {
        match &self.how {
            PatternForm::Plain(_) => vec![],
            PatternForm::Nfa(nfa) => nfa.blanks(word),
            PatternForm::NfaLarge(nfa) => nfa.blanks(word),
        }
    }

    /// Whether the word is an answer.
    pub fn accepts(&self, word: &[Tile]) -> bool {
        (self.min..=self.max).contains(&word.len())
            && match &self.how {
                PatternForm::Plain(shift_and) => accepts(shift_and, word),
                PatternForm::Nfa(nfa) => accepts(&**nfa, word),
                PatternForm::NfaLarge(nfa) => accepts(&**nfa, word),
            }
    }

    /// Whether a GADDAG would find the answers with far less of a walk.
    pub fn wants_gaddag(&self) -> bool {
        self.anchored.is_some()
    }

    /// Calls `each` with every answer in collation order, found by way of a GADDAG, which must be of the same words as the DAWG that
    /// [`for_each`](Query::for_each) would walk; `None` where that is the better way. The answers are gathered and sorted before the first
    /// is given.
    pub fn for_each_anchored(
        &self,
        gaddag: &Gaddag<ErasedGraph<'_>>,
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let anchored = self.anchored.as_ref()?;
        let mut words = Words::new();
        let longest = self.max.saturating_add(1);
        let _ = specialize!(&gaddag.0, graph => walk(graph, anchored, longest, |path, _| {
            let split = path.iter().position(|&tile| tile == Tile::SEPARATOR);
            let (front, back) = split.map_or((path, &[][..]), |at| (&path[..at], &path[at + 1..]));
            if (self.min..=self.max).contains(&(front.len() + back.len())) {
                let _ = words.push_with(|tiles| {
                    tiles.extend(front.iter().rev().chain(back));
                    Ok::<(), std::convert::Infallible>(())
                });
            }
            ControlFlow::<()>::Continue(())
        }));
        // A word in which the part stands twice was found twice.
        words.sort();
        Some(words.iter().try_for_each(each))
    }
}

impl Query for Pattern {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        let min = self.min;
        let mut each = |word: &[Tile]| if word.len() < min { ControlFlow::Continue(()) } else { each(word) };
        match &self.how {
            PatternForm::Plain(shift_and) if shift_and.begins_with_star() => {
                walk_with_memo(graph, shift_and, self.max, &mut |word, _| each(word))
            }
            PatternForm::Plain(shift_and) => {
                specialize!(graph, graph => walk(graph, shift_and, self.max, |word, _| each(word)))
            }
            PatternForm::Nfa(nfa) => walk(graph, &**nfa, self.max, |word, _| each(word)),
            PatternForm::NfaLarge(nfa) => walk(graph, &**nfa, self.max, |word, _| each(word)),
        }
    }
}

/// A pattern of letters, sets and stars.
pub(super) struct ShiftAnd {
    /// By place: what may stand there.
    sets: Vec<LetterSet>,
    /// By tile: the places that take it, a bit each.
    takes: Box<[u64; 256]>,
    /// Bit *i*: a star stands before place *i*.
    stars: u64,
}

impl ShiftAnd {
    pub fn new<'e>(elements: impl IntoIterator<Item = &'e Element>) -> ShiftAnd {
        let (mut sets, mut stars) = (Vec::new(), 0);
        for element in elements {
            match *element {
                Element::Letter(tile) => sets.push(LetterSet::from_iter([tile])),
                Element::Set(set) => sets.push(set),
                Element::Any | Element::Variable(_) => sets.push(LetterSet::ALL),
                Element::Star => stars |= 1 << sets.len(),
            }
        }
        let mut takes = Box::new([0; 256]);
        for (number, takes) in takes.iter_mut().enumerate() {
            for (at, set) in sets.iter().enumerate() {
                *takes |= u64::from(set.contains(Tile::from_label(number as u8))) << at;
            }
        }
        ShiftAnd { sets, takes, stars }
    }

    fn begins_with_star(&self) -> bool {
        self.stars & 1 != 0
    }
}

impl Automaton for ShiftAnd {
    /// Bit *i*: the first *i* places are filled.
    type State = u64;

    fn start(&self) -> u64 {
        1
    }

    #[inline]
    fn step(&self, state: &u64, tile: Tile) -> Option<u64> {
        let next = (state & self.takes[usize::from(tile.number())]) << 1 | state & self.stars;
        (next != 0).then_some(next)
    }

    #[inline]
    fn is_match(&self, state: &u64) -> bool {
        state >> self.sets.len() & 1 != 0
    }

    #[inline]
    fn next_tiles(&self, state: &u64) -> TileSet {
        if state & self.stars != 0 {
            return TileSet::ALL;
        }
        let (mut left, mut tiles) = (*state, TileSet::EMPTY);
        while left != 0 {
            if let Some(set) = self.sets.get(left.trailing_zeros() as usize) {
                tiles |= set.tiles();
            }
            left &= left - 1;
        }
        tiles
    }

    #[inline]
    fn is_last(&self, state: &u64) -> bool {
        // Only the place before the last is filled, and no star stands after it.
        self.stars & state == 0 && self.stars >> self.sets.len() & 1 == 0 && *state == 1 << self.sets.len() >> 1
    }
}

/// A plain pattern as a walk over a GADDAG: from the end of one of its parts to the front of the word, then on to its end.
struct Anchored {
    front: ShiftAnd,
    back: ShiftAnd,
}

impl Anchored {
    /// The pattern cut behind its rarest part; `None` where a walk from the front does as well.
    fn new(elements: &[Element], alphabet: &Alphabet) -> Option<Anchored> {
        if alphabet.is_wide() {
            return None;
        }
        // Letters count as often as they are in the bag, where there is one.
        let weight = |tile: Tile| f64::from(alphabet.letter(tile).count.max(1));
        let all: f64 = alphabet.tiles().map(weight).sum();
        let share = |element: &Element| match element {
            Element::Letter(tile) => weight(*tile) / all,
            Element::Set(set) => alphabet.tiles().filter(|&tile| set.contains(tile)).map(weight).sum::<f64>() / all,
            _ => 1.0,
        };
        // The share of words that each part leaves, by where the part ends.
        let mut parts = Vec::new();
        let (mut product, mut at) = (1.0, 0);
        for (end, element) in elements.iter().enumerate() {
            if *element == Element::Star {
                parts.push((product, at, end));
                (product, at) = (1.0, end + 1);
            } else {
                product *= share(element);
            }
        }
        parts.push((product, at, elements.len()));
        let first = parts[0].0;
        let (best, _, end) = parts.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        // A walk back from the middle meets each place where the part may stand, and sorts in the end.
        if best * 4.0 > first {
            return None;
        }
        Some(Anchored { front: ShiftAnd::new(elements[..end].iter().rev()), back: ShiftAnd::new(&elements[end..]) })
    }
}

#[derive(Clone)]
enum AnchoredState {
    Front(u64),
    Back(u64),
}

impl Automaton for Anchored {
    type State = AnchoredState;

    fn start(&self) -> AnchoredState {
        AnchoredState::Front(self.front.start())
    }

    #[inline]
    fn step(&self, state: &AnchoredState, tile: Tile) -> Option<AnchoredState> {
        match state {
            AnchoredState::Front(state) if tile == Tile::SEPARATOR => {
                self.front.is_match(state).then(|| AnchoredState::Back(self.back.start()))
            }
            AnchoredState::Front(state) => self.front.step(state, tile).map(AnchoredState::Front),
            AnchoredState::Back(state) => self.back.step(state, tile).map(AnchoredState::Back),
        }
    }

    fn is_match(&self, state: &AnchoredState) -> bool {
        match state {
            // A whole word backwards has no separator.
            AnchoredState::Front(state) => self.front.is_match(state) && self.back.is_match(&self.back.start()),
            AnchoredState::Back(state) => self.back.is_match(state),
        }
    }

    #[inline]
    fn next_tiles(&self, state: &AnchoredState) -> TileSet {
        match state {
            AnchoredState::Front(state) => {
                let tiles = self.front.next_tiles(state);
                if self.front.is_match(state) { tiles | TileSet::of(Tile::SEPARATOR) } else { tiles }
            }
            AnchoredState::Back(state) => self.back.next_tiles(state),
        }
    }
}
