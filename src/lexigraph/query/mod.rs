//! Questions to a lexicon: anagrams, patterns, hooks, near words, ranks, and the search language.
//!
//! A [`Query`] is an [`Automaton`](automaton::Automaton) walked together with a graph, so that it works on every layout and
//! visits only the nodes that can lead to an answer.
//!
//! Answers come in collation order, each once, to a closure that may stop the walk at any of them; nothing is cut silently.

pub mod anagram;
pub mod automaton;
pub mod columns;
pub mod complete;
pub mod draw;
pub mod hooks;
pub mod letters;
mod memo;
pub mod multiword;
pub mod near;
mod nfa;
pub mod pattern;
pub mod phrase;
mod rack;
mod rack_walk;
pub mod rank;
pub mod regex;
pub mod search;

use std::ops::ControlFlow;

use thiserror::Error;

pub use anagram::Anagram;
pub use columns::{Answer, Column};
pub use complete::Complete;
pub use draw::Draw;
pub use hooks::Hooks;
pub use letters::{PatternError, Problem, parse as parse_letters};
pub use multiword::MultiWord;
pub use near::Near;
pub use pattern::Pattern;
pub use phrase::Phrase;
pub use rank::Ranks;
pub use regex::Regex;
pub use search::{Search, SearchError};

use crate::alphabet::{Alphabet, Tile, WordError};
use crate::image::ErasedGraph;

/// A question that cannot be asked.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
pub enum QueryError {
    /// A rack or pattern with a mistake in it.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A word that the alphabet cannot spell.
    #[error("'{word}': {error}")]
    Word {
        /// The word.
        word: String,
        /// Which character is none of its letters.
        error: WordError,
    },
    /// More letters than any word has.
    #[error("more than {limit} equal letters — no word is that long")]
    TooLong {
        /// The most there may be.
        limit: usize,
    },
    /// Too much to match.
    #[error("{letters} letters and sets are too many to match — use at most {limit} where there are sets")]
    Slots {
        /// How many there are.
        letters: usize,
        /// The most there may be.
        limit: usize,
    },
    /// What the query cannot do with such letters.
    #[error("{what} — {instead}")]
    Unsupported {
        /// What cannot be done.
        what: &'static str,
        /// What to do.
        instead: &'static str,
    },
    /// A regular expression that cannot be compiled.
    #[error("regular expression: {message}")]
    Regex {
        /// What is wrong with it.
        message: String,
    },
}

/// A question whose answers are words.
pub trait Query {
    /// Calls `each` with every answer of a DAWG in collation order until it breaks.
    ///
    /// Not generic, so that the walks are compiled once, in this crate: the price is a call through a pointer an answer.
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// All answers.
    fn words(&self, graph: &ErasedGraph<'_>) -> Vec<Vec<Tile>> {
        let mut words = Vec::new();
        let _ = self.for_each(graph, &mut |word| {
            words.push(word.to_vec());
            ControlFlow::Continue(())
        });
        words
    }

    /// The number of answers.
    fn count(&self, graph: &ErasedGraph<'_>) -> u64 {
        let mut count = 0;
        let _ = self.for_each(graph, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
}

/// The tiles of a word.
///
/// # Errors
/// [`QueryError::Word`] that names the word and the character.
pub fn parse_word(word: &str, alphabet: &Alphabet) -> Result<Vec<Tile>, QueryError> {
    alphabet.parse(word).map_err(|error| QueryError::Word { word: word.to_owned(), error })
}

/// The text of a word in which the flagged letters are played by blanks: those are lower case. Letters past the flags
/// are as printed.
///
/// # Panics
/// When a tile is not of this alphabet.
pub fn render_blanks(word: &[Tile], blanks: &[bool], alphabet: &Alphabet, text: &mut String) {
    for (at, &tile) in word.iter().enumerate() {
        if blanks.get(at) == Some(&true) {
            text.push_str(&alphabet.letter(tile).lower);
        } else {
            alphabet.render_into(&[tile], text);
        }
    }
}
