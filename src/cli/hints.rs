//! What the user of the program can do about an error: errors of the library carry data and know nothing of flags.

use std::borrow::Cow;
use std::fmt::{self, Display};

use lexigraph::board::NotationError;
use lexigraph::board::gcg::{Fault, GcgError};
use lexigraph::build::BuildError;
use lexigraph::bytes::SourceError;
use lexigraph::dictionary::WordNetError;
use lexigraph::external::ExternalError;
use lexigraph::image::{CompileError, ConvertError, ImageError};
use lexigraph::lexicon::LexiconError;
use lexigraph::movegen::MovegenError;
use lexigraph::play::selfplay::MatchError;
use lexigraph::play::train::TrainError;
use lexigraph::query::MeaningError;
use lexigraph::wordlist::{PieceError, PieceObstacle, ReadError, Remedy};

use crate::measure::BenchError;

/// Something that can be shown as an error, with a hint for the user of the program.
pub trait Explain: Display {
    /// What the user can do about it; `None` if the message says it all.
    fn hint(&self) -> Option<Cow<'static, str>> {
        None
    }
}

/// The message of an error with its hint.
pub fn explained(error: &(impl Explain + ?Sized)) -> String {
    match error.hint() {
        Some(hint) => format!("{error} — {hint}"),
        None => error.to_string(),
    }
}

impl<T: Explain + ?Sized> Explain for &T {
    fn hint(&self) -> Option<Cow<'static, str>> {
        (**self).hint()
    }
}

impl Explain for ImageError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        Some(match self {
            ImageError::In { error, .. } => return error.hint(),
            ImageError::Magic => "compile one with: lexigraph compile LIST -o OUT.lxg".into(),
            ImageError::NoGraph { graph } => format!("compile with --graph {graph} or both").into(),
            ImageError::Limit { .. } => "use another --nodes".into(),
            ImageError::NoDefinitions { .. } => "leave --definitions out, or write a .lxg".into(),
            ImageError::Unspelled { .. } => "name the file's letters with --alphabet".into(),
            ImageError::Feature { feature, .. } => {
                format!("compile it with: cargo build --release --features {feature}").into()
            }
            ImageError::MoreWords { .. } | ImageError::FewerWords { .. } => "look at it with: lexigraph verify".into(),
            ImageError::Letter { .. } => "name the file's alphabet with --alphabet".into(),
            _ => return None,
        })
    }
}

impl Explain for BuildError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            BuildError::Broken { .. } => {
                Some("the file is damaged or made by a faulty program; look at it with: lexigraph verify".into())
            }
            BuildError::WideGaddag { .. } => Some("compile with --graph dawg".into()),
            _ => None,
        }
    }
}

impl Explain for CompileError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            CompileError::Build(error) => error.hint(),
            CompileError::Image(error) => error.hint(),
            CompileError::Letters { .. } => Some("compile both with one --alphabet".into()),
        }
    }
}

impl Explain for ExternalError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            ExternalError::Io(_) => Some("name a folder with more room, or that may be written, with --temp".into()),
            ExternalError::Build(error) => error.hint(),
            ExternalError::Image(error) => error.hint(),
            ExternalError::Memory { .. } => {
                Some("allow more --memory, or write an .lxg with --nodes list, which goes to disk as it is built".into())
            }
            ExternalError::Least { .. } => Some("allow at least 32M".into()),
        }
    }
}

impl Explain for ReadError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        let hint = match self {
            ReadError::Json { .. } => "repair it, or name another --shape",
            ReadError::Invalid { remedy, .. } => match remedy {
                Remedy::Separate => {
                    "remove the line, name another --shape if the word is only a part of it, keep phrases with --spaces keep, \
                     or use --on-invalid skip"
                }
                Remedy::FoldAccents => "use --fold-accents, name another --alphabet, or use --on-invalid skip",
                Remedy::NameEncodingOrAlphabet => {
                    "name the --encoding of the list, another --alphabet, or use --on-invalid skip"
                }
                Remedy::RemoveOrAlphabet => "remove the word, name another --alphabet, or use --on-invalid skip",
                Remedy::NameEncoding => "name the --encoding of the list, or use --on-invalid skip",
                Remedy::Repair => "repair the line, name another --shape, or use --on-invalid skip",
                Remedy::Remove => "remove it, or use --on-invalid skip",
            },
            ReadError::Affixes(_) => "repair it, or leave affixes out with --no-affixes",
            ReadError::TooManyForms { .. } => "allow more with --max-forms, or leave affixes out with --no-affixes",
            ReadError::Pieces { obstacle, .. } => match obstacle {
                PieceObstacle::LongLine { .. } => "bring it into lines, allow more --memory, or compile without --external",
                PieceObstacle::OpenQuote => "allow more --memory, or compile without --external",
                PieceObstacle::Json => "turn it into a list with a word a line, or compile without --external",
                PieceObstacle::LateEncoding { .. } => "name its --encoding, or compile without --external",
            },
            ReadError::Empty { lines_left_out: true, .. } => "check the list, --alphabet, --shape and the length bounds",
            _ => return None,
        };
        Some(hint.into())
    }
}

impl Explain for SourceError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            SourceError::TooLarge { .. } => Some("name how many with --max-bytes".into()),
            _ => None,
        }
    }
}

impl Explain for LexiconError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            LexiconError::Read(error) => error.hint(),
            LexiconError::Compile(error) => error.hint(),
            LexiconError::Image { error, .. } | LexiconError::Graph(error) => error.hint(),
            LexiconError::Movegen(error) => error.hint(),
            LexiconError::Convert(error) => error.hint(),
            LexiconError::NoAlphabet { .. } => Some("name an alphabet with --alphabet".into()),
            LexiconError::NotAList { name } => Some(format!("turn it into one with: lexigraph dump {name}").into()),
            _ => None,
        }
    }
}

impl Explain for ConvertError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            ConvertError::Source(error) => error.hint(),
            ConvertError::Target(error) => error.hint(),
        }
    }
}

impl<E: Explain> Explain for PieceError<E> {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            PieceError::Source(error) => error.hint(),
            PieceError::Read(error) => error.hint(),
            PieceError::Words(error) => error.hint(),
        }
    }
}

impl Explain for MovegenError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            MovegenError::Image(error) => error.hint(),
            _ => None,
        }
    }
}

impl Explain for MatchError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            MatchError::Movegen(error) => error.hint(),
            _ => None,
        }
    }
}

impl Explain for TrainError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            TrainError::Movegen(error) => error.hint(),
            _ => None,
        }
    }
}

impl Explain for MeaningError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            MeaningError::Image(error) => error.hint(),
            MeaningError::Dictionary(error) => error.hint(),
        }
    }
}

impl Explain for WordNetError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            WordNetError::Source(error) => error.hint(),
            WordNetError::Line { .. } => Some("take the file from its package again".into()),
        }
    }
}

impl Explain for BenchError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            BenchError::Compile { error, .. } => error.hint(),
            BenchError::Movegen(error) => error.hint(),
            _ => None,
        }
    }
}

impl Explain for GcgError {
    fn hint(&self) -> Option<Cow<'static, str>> {
        Some(match &self.fault {
            Fault::Notation(NotationError::NotATile { found, .. }) if found.is_alphabetic() => {
                "name a lexicon with the letters of the game with -l".into()
            }
            Fault::Score { .. } | Fault::Total { .. } => "correct the line".into(),
            _ => return None,
        })
    }
}

/// Messages of the program itself, and errors that say all there is to say.
macro_rules! without_hint {
    ($($error:ty),* $(,)?) => { $( impl Explain for $error {} )* };
}

without_hint!(
    str,
    String,
    fmt::Arguments<'_>,
    std::convert::Infallible,
    std::io::Error,
    crate::failure::Failure,
    lexigraph::alphabet::AlphabetError,
    lexigraph::alphabet::WordError,
    lexigraph::board::BoardError,
    lexigraph::board::LayoutError,
    lexigraph::board::SetupError,
    lexigraph::boggle::GridError,
    lexigraph::boggle::SolverError,
    lexigraph::boggle::BoggleTableError,
    lexigraph::movegen::LeavesError,
    lexigraph::play::evaluation::EvaluationError,
    lexigraph::play::winning::WinningError,
    lexigraph::play::strategy::StrategyError,
    lexigraph::parallel::ThreadError,
    std::time::TryFromFloatSecsError,
    lexigraph::board::BagError,
    lexigraph::play::GameError,
    lexigraph::play::duplicate::DuplicateError,
    lexigraph::play::NoTiles,
    lexigraph::play::UnknownRules,
    lexigraph::board::Problems,
    lexigraph::play::one_sided::OneSidedError,
    lexigraph::query::QueryError,
    lexigraph::dictionary::DictionaryError,
    lexigraph::study::BoxError,
    lexigraph::study::FsrsError,
    lexigraph::study::anki::AnkiError,
    lexigraph::query::SearchError,
    lexigraph::shard::JoinError,
);
