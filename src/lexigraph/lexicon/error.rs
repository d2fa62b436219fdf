//! What can go wrong with a lexicon.

use thiserror::Error;

use crate::alphabet::AlphabetError;
use crate::bytes::SourceError;
use crate::image::{BUNDLED, CompileError, ConvertError, ImageError};
use crate::movegen::MovegenError;
use crate::query::{QueryError, SearchError};
use crate::wordlist::ReadError;

/// Why a lexicon cannot be opened, asked or written.
#[derive(Debug, Error)]
pub enum LexiconError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A word list cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The words cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// An image cannot be opened.
    #[error("{name}: {error}")]
    Image {
        /// The name of the file.
        name: String,
        /// What is wrong with it.
        error: ImageError,
    },
    /// A graph of an opened image is missing or damaged.
    #[error(transparent)]
    Graph(#[from] ImageError),
    /// A file without an alphabet, whose letters cannot be found from its content.
    #[error("{name}: a .{format} does not show its letters")]
    NoAlphabet {
        /// The name of the file.
        name: String,
        /// Its format.
        format: &'static str,
    },
    /// An image where a word list is expected.
    #[error("{name}: an image, not a word list")]
    NotAList {
        /// The name of the file.
        name: String,
    },
    /// A lexicon that the library does not carry.
    #[error("no lexicon called '{name}' is bundled — bundled: {}", BUNDLED.join(", "))]
    NotBundled {
        /// The name.
        name: String,
    },
    /// A search that asks for the words of another lexicon.
    #[error("the words of '{name}' are needed to answer this")]
    OtherLexicon {
        /// The name in the condition.
        name: String,
    },
    /// An alphabet with a mistake in it.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
    /// A question with a mistake in it.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A search with a mistake in it.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Plays cannot be generated.
    #[error(transparent)]
    Movegen(#[from] MovegenError),
    /// The words cannot be converted.
    #[error(transparent)]
    Convert(#[from] ConvertError),
}
