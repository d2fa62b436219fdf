//! Graphs as they lie in files: the native image, the other layouts that are walked as they are, and one type for all of them.

pub mod cwg;
mod erased;
mod error;
pub mod lxg;
mod records;
pub mod spelled;

pub use cwg::Cwg;
pub use erased::{ErasedArcs, ErasedGraph};
pub use error::ImageError;
pub use lxg::{NodeLayout, encode, encode_with};
pub use records::{Bits, Fault, Record, RecordArcs, Records};
pub use spelled::{ByteAutomaton, ByteGraph, ByteGraphArcs, Spelling, Step, Units};
