//! The error of a question.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use crate::alphabet::AlphabetError;
use crate::board::gcg::GcgError;
use crate::board::{BagError, BoardError, LayoutError, NotationError, PlayError, Problems, RackError, SetupError};
use crate::boggle::search::TooManySteps;
use crate::boggle::{BoggleTableError, GridError, SolverError};
use crate::image::{CompileError, ImageError};
use crate::lexicon::LexiconError;
use crate::movegen::MovegenError;
use crate::play::strategy::StrategyError;
use crate::play::{GameError, NoTiles, UnknownRules};
use crate::query::{MeaningError, QueryError, SearchError};

/// What is wrong with a request. All kinds are mistakes of the one who asks, but for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ApiErrorKind {
    /// The body is not JSON, or not of the type of the request.
    Malformed,
    /// There is no such question.
    UnknownQuestion,
    /// A name is unknown: that of a lexicon, a board, an alphabet, rules, dice, a level.
    UnknownName,
    /// A text or a number of the request is wrong.
    Invalid,
    /// A move or a position is not legal.
    Illegal,
    /// The request, or what it asks for, is past a [bound](super::Bounds).
    TooLarge,
    /// The lexicon lacks what is needed to answer, such as definitions, or is damaged.
    Unavailable,
}

impl ApiErrorKind {
    /// The name, as in JSON.
    pub fn name(self) -> &'static str {
        self.parts().0
    }

    /// The kind in a few words.
    pub fn title(self) -> &'static str {
        self.parts().1
    }

    /// The status of HTTP that says the same.
    pub fn status(self) -> u16 {
        self.parts().2
    }

    fn parts(self) -> (&'static str, &'static str, u16) {
        match self {
            ApiErrorKind::Malformed => ("malformed", "The body does not read as a request", 400),
            ApiErrorKind::UnknownQuestion => ("unknown-question", "There is no such question", 404),
            ApiErrorKind::UnknownName => ("unknown-name", "A name is unknown", 404),
            ApiErrorKind::Invalid => ("invalid", "The request is wrong", 422),
            ApiErrorKind::Illegal => ("illegal", "A move or a position is not legal", 409),
            ApiErrorKind::TooLarge => ("too-large", "The request asks for too much", 413),
            ApiErrorKind::Unavailable => ("unavailable", "The lexicon cannot answer this", 422),
        }
    }
}

/// Why a question is not answered.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{message}")]
pub struct ApiError {
    /// What is wrong.
    pub kind: ApiErrorKind,
    /// The mistake in words, for people.
    pub message: String,
    /// The field of the request that is at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line of the mistake in that field or, in a malformed body, in the body; from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of the mistake, in characters from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl ApiError {
    /// An error of a kind.
    pub fn new(kind: ApiErrorKind, message: impl Into<String>) -> ApiError {
        ApiError { kind, message: message.into(), field: None, line: None, column: None }
    }

    /// The error as a problem document (RFC 9457), as servers send it.
    pub fn problem(&self) -> Value {
        let mut document = json!({
            "type": format!("urn:lexigraph:problem:{}", self.kind.name()),
            "title": self.kind.title(),
            "status": self.kind.status(),
            "detail": self.message,
            "kind": self.kind.name(),
        });
        let places = [("line", self.line), ("column", self.column)];
        let places = places.into_iter().filter_map(|(key, place)| Some((key, Value::from(place?))));
        for (key, value) in self.field.iter().map(|field| ("field", Value::from(field.as_str()))).chain(places) {
            document[key] = value;
        }
        document
    }

    /// The same error, said of a field of the request.
    #[must_use]
    pub fn at(self, field: &str) -> ApiError {
        ApiError { field: Some(field.to_owned()), ..self }
    }

    pub(super) fn too_large(what: &str, found: usize, most: usize) -> ApiError {
        ApiError::new(ApiErrorKind::TooLarge, format!("{what}: at most {most} are allowed, this is {found}"))
    }

    /// The error of a body that does not read as the request.
    pub(super) fn malformed(error: &serde_json::Error) -> ApiError {
        let text = error.to_string();
        // The place is given apart.
        let message = text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]);
        let named = ["missing field `", "unknown field `", "duplicate field `"];
        let field = named.iter().find_map(|start| message.strip_prefix(start)?.split('`').next());
        let place = |number: usize| (number > 0).then_some(number);
        ApiError {
            field: field.map(str::to_owned),
            line: place(error.line()),
            column: place(error.column()),
            ..ApiError::new(ApiErrorKind::Malformed, message)
        }
    }
}

/// An error said of a field, for `map_err`.
pub(super) fn of<E: Into<ApiError>>(field: &str) -> impl FnOnce(E) -> ApiError + '_ {
    move |error| error.into().at(field)
}

macro_rules! kinds {
    ($($kind:ident: $($error:ty),+;)*) => {
        $($(impl From<$error> for ApiError {
            fn from(error: $error) -> ApiError {
                ApiError::new(ApiErrorKind::$kind, error.to_string())
            }
        })+)*
    };
}

kinds! {
    UnknownName: AlphabetError, LayoutError, UnknownRules, StrategyError;
    Invalid: SetupError, RackError, NotationError, GridError, NoTiles;
    Illegal: PlayError, Problems, BagError;
    TooLarge: SolverError, TooManySteps;
    Unavailable: ImageError, CompileError, MeaningError;
}

impl From<BoggleTableError> for ApiError {
    fn from(error: BoggleTableError) -> ApiError {
        let kind = match error {
            BoggleTableError::Unknown { .. } => ApiErrorKind::UnknownName,
            BoggleTableError::Table { .. } => ApiErrorKind::Invalid,
        };
        ApiError::new(kind, error.to_string())
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> ApiError {
        let (message, column) = match &error {
            QueryError::Pattern(error) => (error.problem.to_string(), Some(error.column)),
            QueryError::Word { error: wrong, .. } => (error.to_string(), Some(wrong.column)),
            other => (other.to_string(), None),
        };
        ApiError { column, ..ApiError::new(ApiErrorKind::Invalid, message) }
    }
}

impl From<SearchError> for ApiError {
    fn from(error: SearchError) -> ApiError {
        ApiError { column: Some(error.column), ..ApiError::new(ApiErrorKind::Invalid, error.message) }
    }
}

impl From<LexiconError> for ApiError {
    fn from(error: LexiconError) -> ApiError {
        match error {
            LexiconError::Query(error) => error.into(),
            LexiconError::Search(error) => error.into(),
            LexiconError::Movegen(error) => error.into(),
            LexiconError::NotBundled { .. } => ApiError::new(ApiErrorKind::UnknownName, error.to_string()),
            error => ApiError::new(ApiErrorKind::Unavailable, error.to_string()),
        }
    }
}

impl From<MovegenError> for ApiError {
    fn from(error: MovegenError) -> ApiError {
        let kind = match error {
            MovegenError::Alphabets { .. } | MovegenError::Scores { .. } => ApiErrorKind::Invalid,
            _ => ApiErrorKind::Unavailable,
        };
        ApiError::new(kind, error.to_string())
    }
}

impl From<GcgError> for ApiError {
    fn from(error: GcgError) -> ApiError {
        ApiError { line: Some(error.line), ..ApiError::new(ApiErrorKind::Invalid, error.fault.to_string()) }
    }
}

impl From<BoardError> for ApiError {
    fn from(error: BoardError) -> ApiError {
        match error {
            BoardError::Gcg(error) => error.into(),
            BoardError::Problems(error) => error.into(),
            error => ApiError::new(ApiErrorKind::Invalid, error.to_string()),
        }
    }
}

impl From<GameError> for ApiError {
    fn from(error: GameError) -> ApiError {
        match error {
            GameError::Rules(error) => error.into(),
            GameError::Record(error) => error.into(),
            GameError::NoSeed
            | GameError::Seed(_)
            | GameError::Note { .. }
            | GameError::Notation { .. }
            | GameError::Replay { .. } => ApiError::new(ApiErrorKind::Invalid, error.to_string()),
            error => ApiError::new(ApiErrorKind::Illegal, error.to_string()),
        }
    }
}
