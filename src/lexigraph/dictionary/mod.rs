//! Dictionaries: what words mean, apart from any lexicon.
//!
//! A [`Dictionary`] is a file with glosses by headword, of a megabyte for English. It is opened in microseconds and
//! unpacks what a look-up needs: two small blocks, and the vocabulary of the glosses. A [`Builder`] collects headwords
//! and glosses from [`WordNet`], [`dictd`] files or tables, and packs them.
//!
//! The bundled dictionary ([`Dictionary::bundled`]) explains words of ENABLE1, mostly from WordNet 3.1;
//! `wordlists/SOURCES.md` has its licence and the command that makes it. Inflected forms of English are not stored:
//! a look-up tries the roots that a word could have (see [`Relation`]).
//!
//! ```
//! # use lexigraph::dictionary::{Dictionary, one_line};
//! # let Some(dictionary) = Dictionary::bundled() else { return Ok(()) };
//! let text = one_line(&dictionary.define("cwms")?);
//! assert!(text.starts_with("n. plural of CWM: a steep-walled semicircular basin"));
//! # Ok::<(), lexigraph::dictionary::DictionaryError>(())
//! ```

mod builder;
pub mod dictd;
mod forms;
mod pack;
mod reader;
mod vocabulary;
mod wordnet;

use std::fmt::{self, Display};

use thiserror::Error;

use crate::alphabet::Alphabet;

pub use builder::Builder;
pub use forms::Relation;
pub use reader::Dictionary;
pub use wordnet::{WordNet, WordNetError};

/// A part of speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A noun.
    Noun,
    /// A verb.
    Verb,
    /// An adjective.
    Adjective,
    /// An adverb.
    Adverb,
    /// Any other, such as an interjection or a preposition.
    Other,
}

impl Part {
    /// All parts of speech.
    pub const ALL: [Part; 5] = [Part::Noun, Part::Verb, Part::Adjective, Part::Adverb, Part::Other];

    /// The usual abbreviation, without its point: `n`, `v`, `adj`, `adv`, and `other`.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Noun => "n",
            Part::Verb => "v",
            Part::Adjective => "adj",
            Part::Adverb => "adv",
            Part::Other => "other",
        }
    }

    /// Finds a part of speech by its abbreviation. The other parts of speech that dictionaries name are
    /// [`Part::Other`]. `None` for a text that names none.
    pub fn from_name(name: &str) -> Option<Part> {
        Some(match name {
            "n" | "noun" => Part::Noun,
            "v" | "verb" => Part::Verb,
            "a" | "adj" | "adjective" => Part::Adjective,
            "adv" | "r" | "adverb" => Part::Adverb,
            "other" | "interj" | "prep" | "pron" | "conj" | "article" => Part::Other,
            _ => return None,
        })
    }
}

/// One meaning of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sense {
    /// The part of speech; `None` if the source does not tell.
    pub part: Option<Part>,
    /// For an inflected word: the kind of form, and its root in lower case.
    pub form: Option<(Relation, String)>,
    /// The gloss. For an inflected word, the first one of its root; it may be empty.
    pub text: String,
}

impl Display for Sense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Some((relation, root)) => {
                write!(f, "{} {}", relation.text(), root.to_uppercase())?;
                if self.text.is_empty() { Ok(()) } else { write!(f, ": {}", self.text) }
            }
            None => f.write_str(&self.text),
        }
    }
}

/// `true` for the alphabets of English games, whose names begin with `english`.
pub fn is_english(alphabet: &Alphabet) -> bool {
    alphabet.name().starts_with("english")
}

/// The senses of a word on one line: `n. GLOSS; GLOSS; v. GLOSS`.
pub fn one_line(senses: &[Sense]) -> String {
    let mut line = String::new();
    let mut part = None;
    for sense in senses {
        line.push_str(if line.is_empty() { "" } else { "; " });
        if sense.part != part
            && let Some(part) = sense.part.filter(|part| *part != Part::Other)
        {
            line.push_str(part.name());
            line.push_str(". ");
        }
        part = sense.part;
        line.push_str(&sense.to_string());
    }
    line
}

/// The parts of speech of a word, each once: `n,v`. Empty if none is known.
pub fn parts(senses: &[Sense]) -> String {
    let mut parts: Vec<Part> = Vec::new();
    for part in senses.iter().filter_map(|sense| sense.part) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.iter().map(|part| part.name()).collect::<Vec<_>>().join(",")
}

/// Why bytes are not a dictionary, or entries do not fit into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DictionaryError {
    /// The file does not begin as a dictionary.
    #[error("not a dictionary file")]
    Magic,
    /// The checksum does not match, or a part does not have its form.
    #[error("the dictionary is damaged: {0}")]
    Damaged(&'static str),
    /// There are more bytes than the format can count.
    #[error("too much for one dictionary: {0}")]
    Limit(&'static str),
}

#[cfg(test)]
mod tests;
