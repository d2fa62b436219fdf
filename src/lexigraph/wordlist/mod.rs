//! Word lists: reading, cleaning and describing them.

mod affix;
mod charset;
mod collect;
mod definitions;
mod detect;
mod encoding;
mod error;
mod extract;
#[cfg_attr(not(feature = "json"), path = "json_absent.rs")]
mod json;
mod lines;
mod list;
mod normalise;
mod options;
mod pieces;
mod read;
mod report;
mod rows;
mod score;
mod shape;
mod sink;

pub use affix::Affixes;
pub(crate) use charset::Charset;
pub use definitions::Definitions;
pub use error::{AffixError, AlphabetName, PieceObstacle, ReadError, Remedy};
pub use lexigraph_core::words::{MAX_WORD_LENGTH, Words};
pub use options::{AlphabetChoice, MOST_FORMS, OnInvalid, ReadOptions};
pub use pieces::{AlphabetReader, PieceError, PieceReader};
pub use read::{Reader, WordList, read};
pub use report::{EXAMPLES, ListReport, ReadReport, Reason, Rejection, grouped};
pub use score::Score;
pub use shape::{Separator, Shape, ShapeError};
