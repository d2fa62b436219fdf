//! Graphs as they lie in files: the native image, the other layouts that are walked as they are, and one type for all of them.

mod any;
pub mod cwg;
mod error;
pub mod lxg;
mod records;
pub mod spelled;

pub use any::{AnyGraph, GraphOp};
pub use cwg::Cwg;
pub use error::ImageError;
pub use lxg::{Nodes, encode, encode_with};
pub use records::{Bits, Fault, Record, RecordArcs, Records};
pub use spelled::{Bytewise, Spelled, SpelledArcs, Spelling, Step, Units};
