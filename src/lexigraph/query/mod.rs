//! Questions about the words of a lexicon: anagrams, patterns, hooks, near words, ranks, and a search language.
//!
//! A question takes three lines: open a lexicon, build a [`Query`], and collect its answers.
//!
//! ```
//! # use lexigraph::image::bundled;
//! # use lexigraph::query::{Anagram, Query};
//! let image = bundled("enable").expect("bundled")?;
//! let rack = Anagram::parse("aeinrst?", image.alphabet())?;
//! let words = rack.words(&image.dawg()?.0);
//! # assert!(words.iter().any(|word| image.alphabet().render(word) == "ANGRIEST"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Most queries are an [`Automaton`](automaton::Automaton) that is walked together with the graph. They work on every
//! node layout and visit only the nodes that can lead to an answer. All functions take the graph as an
//! [`&ErasedGraph`](crate::image::ErasedGraph), so a caller needs no generic code.
//!
//! [`Query::for_each`] passes each answer to a closure, in collation order and each answer once. The closure may stop
//! the walk at any answer. No query drops answers silently.

pub mod anagram;
pub mod automaton;
pub mod bee;
pub mod chain;
pub mod clues;
pub mod columns;
pub mod complete;
pub mod draw;
pub mod equation;
mod error;
mod figures;
pub mod growth;
pub mod hooks;
pub mod ladder;
pub mod letters;
mod meanings;
mod memo;
mod mixed;
pub mod multiword;
pub mod near;
mod nfa;
pub mod pattern;
pub mod phrase;
mod query_trait;
mod rack;
mod rack_levels;
mod rack_spec;
mod rack_walk;
pub mod rank;
#[cfg_attr(not(feature = "regex"), path = "regex_absent.rs")]
pub mod regex;
pub mod scores;
pub mod search;
mod sort;
mod text;

pub use anagram::Anagram;
pub use bee::Bee;
pub use chain::{Chain, Chains, LongestChain};
pub use clues::{ClueTexts, Clues};
pub use columns::{Answer, Column};
pub use complete::Complete;
pub use draw::Draw;
pub use equation::Equation;
pub use error::QueryError;
pub use figures::{Figure, Figures, bundled_figures, levels_of_counts};
pub use growth::Growth;
pub use hooks::Hooks;
pub use ladder::{Ladder, Ladders};
pub use letters::{PatternError, PatternProblem, parse as parse_letters};
pub use meanings::{MeaningError, Meanings};
pub use multiword::MultiWord;
pub use near::Near;
pub use pattern::Pattern;
pub use phrase::Phrase;
pub use query_trait::Query;
pub use rank::Ranks;
pub use regex::Regex;
pub use scores::Scores;
pub use search::{Search, SearchError};
pub use sort::Sort;
pub use text::{parse_word, render_blanks};
