//! Word lists: reading, cleaning and describing them.

mod affix;
mod collect;
mod definitions;
mod detect;
mod encoding;
mod extract;
mod json;
mod lines;
mod normalise;
mod pieces;
mod read;
mod report;
mod shape;

pub use affix::{AffixError, Affixes};
pub use definitions::Definitions;
pub use lexigraph_core::words::{MAX_WORD_LENGTH, Words};
pub use pieces::{PieceError, PieceReader};
pub use read::{
    AlphabetChoice, AlphabetName, MOST_FORMS, OnInvalid, PieceObstacle, ReadError, ReadOptions, Reader, Remedy, WordList,
    read,
};
pub use report::{EXAMPLES, ListReport, ReadReport, Reason, Rejection, grouped};
pub use shape::{Separator, Shape, ShapeError};
