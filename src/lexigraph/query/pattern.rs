//! Words that fit a pattern.
//!
//! A plain pattern is a Shift-And automaton (Baeza-Yates and Gonnet, *A new approach to text searching*, 1992): bit *i*
//! is set if the first *i* elements are filled. Letter variables and racks need more than a bit; those patterns are
//! lists of NFA states.
//!
//! A pattern that starts with `*` restricts the first letters little, so a plain walk would visit nearly all paths of
//! the DAWG. The walk then remembers where it found no answers. If a GADDAG is available,
//! [`for_each_anchored`](Pattern::for_each_anchored) starts at the rarest part of the pattern instead, goes back to the
//! front of the word, and then forward to its end.

use std::ops::ControlFlow;

use lexigraph_core::specialize;

use super::automaton::{Automaton, accepts, walk};
use super::error::QueryError;
use super::letters::{Element, LetterSet, PatternError, PatternProblem, parse};
use super::memo::walk_with_memo;
use super::mixed::Mixed;
use super::nfa::PatternNfa;
use super::query_trait::Query;
use super::rack::{PlainRack, RackUse};
use super::rack_spec::RackSpec;
use crate::alphabet::{Alphabet, Tile};
use crate::graph::{Gaddag, TileMask};
use crate::image::ErasedGraph;
use crate::wordlist::{MAX_WORD_LENGTH, Words};

/// The largest number of elements in a pattern; stars do not count.
const MAX_ELEMENTS: usize = 63;

/// Finds the words that fit a pattern.
pub struct Pattern {
    form: PatternForm,
    anchored: Option<Anchored>,
    min: usize,
    max: usize,
}

enum PatternForm {
    Plain(ShiftAnd),
    Nfa(Box<PatternNfa<u128>>),
    NfaLarge(Box<PatternNfa<Box<[u8]>>>),
    Mixed(Box<Mixed>),
}

impl Pattern {
    /// Finds the words that fit `text`, in the [syntax](super::parse_letters) of patterns. Letters between slashes may
    /// come in any order, and the last slash may be left out: `.../abc` is three letters and an anagram of ABC.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a syntax error.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Pattern, QueryError> {
        Pattern::with(text, alphabet, None, false)
    }

    /// Finds the words that fit `text`, with two further conditions. If there is a `rack`, it must provide the letters
    /// for all elements that are not a given letter. If `distinct`, different letter variables stand for different
    /// letters.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a syntax error; [`QueryError::Unsupported`] for sets in the rack, and
    /// for a rack or letter variables together with anagrams inside the pattern.
    pub fn with(text: &str, alphabet: &Alphabet, rack: Option<&str>, distinct: bool) -> Result<Pattern, QueryError> {
        let (min, max) = (0, MAX_WORD_LENGTH);
        let limit = |count: usize| {
            let problem = PatternProblem::TooLong(MAX_ELEMENTS);
            let error = PatternError { text: text.to_owned(), column: MAX_ELEMENTS + 1, problem };
            if count > MAX_ELEMENTS { Err(error) } else { Ok(()) }
        };
        if Mixed::is_mixed(text, alphabet) {
            if rack.is_some() {
                let what = "a pattern with an anagram inside cannot be filled from a rack";
                return Err(QueryError::Unsupported { what, instead: "leave one of them out" });
            }
            let (mixed, count) = Mixed::parse(text, alphabet)?;
            limit(count)?;
            return Ok(Pattern { form: PatternForm::Mixed(Box::new(mixed)), anchored: None, min, max });
        }
        let elements = parse(text, alphabet, true)?;
        limit(elements.iter().filter(|element| **element != Element::Star).count())?;
        let variables = elements.iter().any(|element| matches!(element, Element::Variable(_)));
        if rack.is_none() && !variables {
            let anchored = Anchored::new(&elements, alphabet);
            return Ok(Pattern { form: PatternForm::Plain(ShiftAnd::new(&elements)), anchored, min, max });
        }
        let spec = match rack {
            Some(text) => RackSpec::parse(text, alphabet)?,
            None => RackSpec::without_letters(0, true),
        };
        if !spec.sets.is_empty() {
            let what = "the rack of a pattern cannot have sets";
            return Err(QueryError::Unsupported { what, instead: "give letters and blanks" });
        }
        let rack_use = RackUse { sub: true, blanks: spec.blanks, star: spec.star };
        let form = match PlainRack::new(&spec.counts, rack_use) {
            Some(small) => PatternForm::Nfa(Box::new(PatternNfa::new(elements, small, rack.is_some(), distinct))),
            None => {
                let huge = PlainRack::new(&spec.counts, rack_use).ok_or(QueryError::TooLong { limit: MAX_WORD_LENGTH })?;
                PatternForm::NfaLarge(Box::new(PatternNfa::new(elements, huge, rack.is_some(), distinct)))
            }
        };
        Ok(Pattern { form, anchored: None, min, max })
    }

    /// Limits the length of the words, in tiles.
    #[must_use]
    #[inline]
    pub fn lengths(mut self, min: usize, max: usize) -> Pattern {
        (self.min, self.max) = (min, max.min(MAX_WORD_LENGTH));
        self
    }

    /// Returns one flag for each letter of an answer: `true` if a blank of the rack stands for it. Uses as few blanks
    /// as possible, as far to the right as possible. Empty if the pattern has no rack and no variables.
    #[inline]
    pub fn blanks(&self, word: &[Tile]) -> Vec<bool> {
        match &self.form {
            PatternForm::Plain(_) | PatternForm::Mixed(_) => vec![],
            PatternForm::Nfa(nfa) => nfa.blanks(word),
            PatternForm::NfaLarge(nfa) => nfa.blanks(word),
        }
    }

    /// Returns `true` if the word is an answer.
    #[inline]
    pub fn accepts(&self, word: &[Tile]) -> bool {
        (self.min..=self.max).contains(&word.len())
            && match &self.form {
                PatternForm::Plain(shift_and) => accepts(shift_and, word),
                PatternForm::Nfa(nfa) => accepts(&**nfa, word),
                PatternForm::NfaLarge(nfa) => accepts(&**nfa, word),
                PatternForm::Mixed(mixed) => mixed.accepts(word),
            }
    }

    /// Returns `true` if a GADDAG finds the answers with a much shorter walk.
    #[inline]
    pub fn wants_gaddag(&self) -> bool {
        self.anchored.is_some()
    }

    /// Calls `each` with every answer in collation order, until `each` breaks. Finds the answers with a GADDAG, which
    /// must have the same words as the DAWG for [`for_each`](Query::for_each). Returns `None` if
    /// [`for_each`](Query::for_each) is the better way. Collects and sorts all answers before the first call.
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
        // A word that contains the part twice is found twice.
        words.sort();
        Some(words.iter().try_for_each(each))
    }
}

impl Query for Pattern {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        let min = self.min;
        let mut each = |word: &[Tile]| if word.len() < min { ControlFlow::Continue(()) } else { each(word) };
        match &self.form {
            PatternForm::Plain(shift_and) if shift_and.begins_with_star() => {
                walk_with_memo(graph, shift_and, self.max, &mut |word, _| each(word))
            }
            PatternForm::Plain(shift_and) => {
                specialize!(graph, graph => walk(graph, shift_and, self.max, |word, _| each(word)))
            }
            PatternForm::Mixed(mixed) => {
                let mut each = |word: &[Tile]| if mixed.accepts(word) { each(word) } else { ControlFlow::Continue(()) };
                if mixed.outline.begins_with_star() {
                    return walk_with_memo(graph, &mixed.outline, self.max, &mut |word, _| each(word));
                }
                walk(graph, &mixed.outline, self.max, |word, _| each(word))
            }
            PatternForm::Nfa(nfa) => walk(graph, &**nfa, self.max, |word, _| each(word)),
            PatternForm::NfaLarge(nfa) => walk(graph, &**nfa, self.max, |word, _| each(word)),
        }
    }
}

/// A Shift-And automaton for letters, sets and stars.
pub(super) struct ShiftAnd {
    /// The letters that each element accepts.
    sets: Vec<LetterSet>,
    /// For each tile, the elements that accept it, one bit each.
    takes: Box<[u64; 256]>,
    /// Bit *i* is set if a star comes before element *i*.
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

    #[inline]
    fn begins_with_star(&self) -> bool {
        self.stars & 1 != 0
    }
}

impl Automaton for ShiftAnd {
    /// Bit *i* is set if the first *i* elements are filled.
    type State = u64;

    #[inline]
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
    fn next_tiles(&self, state: &u64) -> TileMask {
        if state & self.stars != 0 {
            return TileMask::ALL;
        }
        let (mut left, mut tiles) = (*state, TileMask::EMPTY);
        while left != 0 {
            if let Some(set) = self.sets.get(left.trailing_zeros() as usize) {
                tiles |= set.mask();
            }
            left &= left - 1;
        }
        tiles
    }

    #[inline]
    fn is_last(&self, state: &u64) -> bool {
        // Only the last element is missing, and no star follows it.
        self.stars & state == 0 && self.stars >> self.sets.len() & 1 == 0 && *state == 1 << self.sets.len() >> 1
    }
}

/// A plain pattern for a GADDAG: from the end of one of its parts back to the front of the word, then forward to its
/// end.
struct Anchored {
    front: ShiftAnd,
    back: ShiftAnd,
}

impl Anchored {
    /// Splits the pattern after its rarest part. Returns `None` if a walk from the front is as good.
    fn new(elements: &[Element], alphabet: &Alphabet) -> Option<Anchored> {
        if alphabet.is_wide() {
            return None;
        }
        // Weigh letters by their number in the bag, if there is one.
        let weight = |tile: Tile| f64::from(alphabet.letter(tile).count.max(1));
        let all: f64 = alphabet.tiles().map(weight).sum();
        let share = |element: &Element| match element {
            Element::Letter(tile) => weight(*tile) / all,
            Element::Set(set) => alphabet.tiles().filter(|&tile| set.contains(tile)).map(weight).sum::<f64>() / all,
            _ => 1.0,
        };
        // For each part between stars: the share of words that fit it, its start, and its end.
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
        // A walk from the middle visits each position of the part, and has to sort the answers.
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

    #[inline]
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

    #[inline]
    fn is_match(&self, state: &AnchoredState) -> bool {
        match state {
            // A whole word spelled backwards has no separator.
            AnchoredState::Front(state) => self.front.is_match(state) && self.back.is_match(&self.back.start()),
            AnchoredState::Back(state) => self.back.is_match(state),
        }
    }

    #[inline]
    fn next_tiles(&self, state: &AnchoredState) -> TileMask {
        match state {
            AnchoredState::Front(state) => {
                let tiles = self.front.next_tiles(state);
                if self.front.is_match(state) { tiles | TileMask::of(Tile::SEPARATOR) } else { tiles }
            }
            AnchoredState::Back(state) => self.back.next_tiles(state),
        }
    }
}
