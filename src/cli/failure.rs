//! Why a command failed, with the file it failed on.

use std::fmt;
use std::io;
use std::path::Path;

use super::hints::{Explain, explained};
use lexigraph::alphabet::AlphabetError;
use lexigraph::board::{LayoutError, SetupError};
use lexigraph::boggle::{BoggleTableError, GridError};
use lexigraph::bytes::SourceError;
use lexigraph::dictionary::{DictionaryError, WordNetError};
use lexigraph::image::{CompileError, ImageError};
use lexigraph::lexicon::LexiconError;
use lexigraph::movegen::MovegenError;
use lexigraph::query::{MeaningError, QueryError, SearchError};
use lexigraph::wordlist::ReadError;

/// An error with the message that is shown: what is wrong, where, and what to do.
#[derive(Debug)]
pub struct Failure {
    message: String,
    closed_pipe: bool,
}

impl Failure {
    /// A failure with this message, and the hint that goes with it.
    pub fn new(error: impl Explain) -> Failure {
        Failure { message: explained(&error), closed_pipe: false }
    }

    /// A failure of the system on a file.
    pub fn io(path: &Path, error: &io::Error) -> Failure {
        let path = path.display();
        let message = match error.kind() {
            io::ErrorKind::AlreadyExists => format!("{path}: the file exists — use --force to replace it"),
            io::ErrorKind::StorageFull => format!("{path}: {error} — free some space; nothing was written"),
            io::ErrorKind::NotFound => format!("{path}: {error} — check the name"),
            io::ErrorKind::PermissionDenied => format!("{path}: {error} — check its permissions"),
            _ => format!("{path}: {error}"),
        };
        Failure { message, closed_pipe: false }
    }

    /// The same failure, said of a file. The error of a graph may name its file already.
    pub fn of(path: &Path, error: impl Explain) -> Failure {
        let (file, message) = (format!("{}: ", path.display()), explained(&error));
        let message = if message.starts_with(&file) { message } else { file + &message };
        Failure { message, closed_pipe: false }
    }

    /// `true` if all that happened is that nobody reads our answers any more.
    pub fn is_closed_pipe(&self) -> bool {
        self.closed_pipe
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Errors of standard output: files name themselves by [`Failure::io`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let closed_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        // What is written was wrong, and not the writing.
        let of_data = error.kind() == io::ErrorKind::InvalidData && error.get_ref().is_some();
        let message = if of_data { error.to_string() } else { format!("standard output: {error}") };
        Failure { message, closed_pipe }
    }
}

macro_rules! from_library {
    ($($error:ty),*) => { $(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::new(error)
            }
        }
    )* };
}

from_library!(DictionaryError, MeaningError, WordNetError);
from_library!(AlphabetError, ReadError, ImageError, CompileError);
from_library!(BoggleTableError, SearchError, SetupError, LayoutError, MovegenError);

impl From<GridError> for Failure {
    fn from(error: GridError) -> Failure {
        match error {
            GridError::Size { .. } | GridError::NoRectangle { .. } => Failure::new(format!("{error} (--size)")),
            error => Failure::new(error),
        }
    }
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Failure {
        match error {
            QueryError::NoBag => Failure::new(format!("{error}, such as --alphabet english")),
            error => Failure::new(error),
        }
    }
}

impl From<LexiconError> for Failure {
    fn from(error: LexiconError) -> Failure {
        match error {
            LexiconError::Source(error) => error.into(),
            error => Failure::new(error),
        }
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Failure {
        match error {
            SourceError::Io { path, source } => Failure::io(&path, &source),
            error => Failure::new(error),
        }
    }
}
