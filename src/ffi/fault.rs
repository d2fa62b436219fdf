//! Why a call fails.

use std::fmt;

use lexigraph::api::{ApiError, ApiErrorKind};
use lexigraph::lexicon::LexiconError;

/// An error on its way to C: the message of most functions, or the JSON of `lexigraph_ask`.
#[derive(Debug)]
pub struct Fault(pub ApiError);

impl Fault {
    /// An argument that is wrong in itself.
    pub fn argument(name: &str, problem: impl fmt::Display) -> Fault {
        Fault(ApiError::new(ApiErrorKind::Invalid, format!("{name}: {problem}")).at(name))
    }

    /// A mistake of the library, found by a panic.
    pub fn bug(message: &str) -> Fault {
        Fault(ApiError::new(ApiErrorKind::Unavailable, format!("a mistake in lexigraph, please report it: {message}")))
    }

    /// The error as JSON: an object with `kind` and `message`, and `field`, `line` and `column` where they are known.
    pub fn json(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_else(|_| self.0.message.clone())
    }
}

/// The message, with the place of the mistake unless it tells that itself.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ApiError { message, line, column, .. } = &self.0;
        f.write_str(message)?;
        match (line, column) {
            (Some(line), Some(column)) => write!(f, " (line {line}, column {column})"),
            (Some(line), None) => write!(f, " (line {line})"),
            (None, Some(column)) if !message.contains("column") => write!(f, " (column {column})"),
            _ => Ok(()),
        }
    }
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Fault {
        Fault(error)
    }
}

impl From<LexiconError> for Fault {
    fn from(error: LexiconError) -> Fault {
        Fault(error.into())
    }
}
