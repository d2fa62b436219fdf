//! Words that match a regular expression: a DFA over the bytes of labels, walked together with the graph.

use std::ops::ControlFlow;

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::{Anchored, Input, MatchKind, util::syntax};

use super::automaton::{Automaton, accepts};
use super::error::QueryError;
use super::memo::walk_with_memo;
use super::query_trait::Query;
use crate::alphabet::{Alphabet, Case, Folds, Tile};
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// The largest amount of memory for compiling an expression, in bytes.
const SIZE_LIMIT: usize = 64 << 20;
/// The part of it that the NFA may take, from which the DFA is made: repetitions within each other multiply.
const NFA_LIMIT: usize = 16 << 20;

/// Finds the words whose whole text matches a regular expression.
///
/// Case does not matter unless the alphabet distinguishes it. `.` is one character, not one tile.
#[derive(Debug)]
pub struct Regex {
    dfa: dense::DFA<Vec<u32>>,
    start: StateID,
    /// The bytes of each label, by tile number.
    labels: Vec<Vec<u8>>,
    min: usize,
    max: usize,
}

impl Regex {
    /// Finds the words that match `expression`, in the syntax of the `regex` crate.
    ///
    /// # Errors
    /// [`QueryError::Regex`] for a syntax error, or for an expression that needs more than 64 MiB.
    pub fn parse(expression: &str, alphabet: &Alphabet) -> Result<Regex, QueryError> {
        // What has a meaning in an expression is ASCII, which folding leaves as it is.
        let folded = if alphabet.folds_accents() { Folds::new(Some(alphabet)).fold(expression) } else { None };
        let expression = folded.as_deref().unwrap_or(expression);
        let labels: Vec<Vec<u8>> = [vec![]]
            .into_iter()
            .chain(alphabet.tiles().map(|tile| {
                if alphabet.case() == Case::Bytes { vec![tile.number()] } else { alphabet.letter(tile).label.clone().into() }
            }))
            .collect();
        // Without Unicode the DFA is far smaller. If all labels are ASCII, it still finds all words.
        let unicode =
            alphabet.case() == Case::Bytes || labels.iter().any(|label| !label.is_ascii()) || !expression.is_ascii();
        let fold = alphabet.case() == Case::Folded;
        let dfa = dense::Builder::new()
            .thompson(thompson::Config::new().nfa_size_limit(Some(NFA_LIMIT)))
            .syntax(syntax::Config::new().unicode(unicode).utf8(unicode).case_insensitive(fold))
            .configure(
                dense::Config::new()
                    .start_kind(StartKind::Anchored)
                    // Keep all matches, because only a match of the whole word counts.
                    .match_kind(MatchKind::All)
                    .dfa_size_limit(Some(SIZE_LIMIT))
                    .determinize_size_limit(Some(SIZE_LIMIT)),
            )
            .build(expression)
            .map_err(|error| QueryError::Regex { message: innermost(&error) })?;
        let start = dfa
            .start_state_forward(&Input::new("").anchored(Anchored::Yes))
            .map_err(|error| QueryError::Regex { message: error.to_string() })?;
        Ok(Regex { dfa, start, labels, min: 0, max: MAX_WORD_LENGTH })
    }
}

impl Regex {
    /// Limits the length of the words, in tiles.
    #[must_use]
    pub fn lengths(mut self, min: usize, max: usize) -> Regex {
        (self.min, self.max) = (min, max.min(MAX_WORD_LENGTH));
        self
    }

    /// Returns `true` if the word is an answer.
    pub fn accepts(&self, word: &[Tile]) -> bool {
        (self.min..=self.max).contains(&word.len()) && accepts(self, word)
    }
}

/// The message of the innermost error, which points into the expression.
fn innermost(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}

impl Automaton for Regex {
    type State = StateID;

    fn start(&self) -> StateID {
        self.start
    }

    #[inline]
    fn step(&self, state: &StateID, tile: Tile) -> Option<StateID> {
        let label = self.labels.get(usize::from(tile.number()))?;
        let next = label.iter().fold(*state, |state, &byte| self.dfa.next_state(state, byte));
        (!self.dfa.is_dead_state(next) && !self.dfa.is_quit_state(next)).then_some(next)
    }

    #[inline]
    fn is_match(&self, state: &StateID) -> bool {
        self.dfa.is_match_state(self.dfa.next_eoi_state(*state))
    }
}

impl Query for Regex {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        let min = self.min;
        walk_with_memo(graph, self, self.max, &mut |word, _| {
            if word.len() < min { ControlFlow::Continue(()) } else { each(word) }
        })
    }
}
