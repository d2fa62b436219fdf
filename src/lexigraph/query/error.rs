//! Why a question cannot be asked.

use thiserror::Error;

use super::figures::Figure;
use super::letters::PatternError;
use crate::alphabet::WordError;

/// The error of a query that cannot be built.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
pub enum QueryError {
    /// The text of a rack or pattern is malformed.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The alphabet cannot spell a word.
    #[error("'{word}': {error}")]
    Word {
        /// The word.
        word: String,
        /// The character that is not a letter of the alphabet.
        error: WordError,
    },
    /// There are more letters than any word has.
    #[error("too many letters — no word has more than {limit}")]
    TooLong {
        /// The largest number allowed.
        limit: usize,
    },
    /// A rack with sets holds too many letters and sets to match.
    #[error("a rack with sets may have at most {limit} letters and sets; this one has {elements}")]
    TooManyElements {
        /// The number of letters and sets in the rack.
        elements: usize,
        /// The largest number allowed.
        limit: usize,
    },
    /// The alphabet has no bag of tiles.
    #[error("the alphabet has no tiles to draw, so words have no probability — use an alphabet of a game")]
    NoBag,
    /// A question for scores to a lexicon that has none.
    #[error("the lexicon has no scores — use a list with a number beside each word, such as CAT;50, or compile one")]
    NoScores,
    /// A question for numbers about words that nobody has given.
    #[error("nothing is known of the {} of the words of this lexicon", .figure.name())]
    NoFigures {
        /// The kind of number.
        figure: Figure,
    },
    /// The query does not support these letters or this alphabet.
    #[error("{what} — {instead}")]
    Unsupported {
        /// What is not supported.
        what: &'static str,
        /// What to do instead.
        instead: &'static str,
    },
    /// A clue about a word is malformed, or does not agree with the others.
    #[error("'{clue}': {problem}")]
    Clue {
        /// The clue.
        clue: String,
        /// The fault.
        problem: &'static str,
    },
    /// A regular expression does not compile.
    #[error("regular expression: {message}")]
    Regex {
        /// What is wrong with the expression.
        message: String,
    },
}

impl QueryError {
    /// The error of a question for numbers about words that nobody has given.
    pub(crate) fn without(figure: Figure) -> QueryError {
        match figure {
            Figure::Score => QueryError::NoScores,
            figure => QueryError::NoFigures { figure },
        }
    }
}
