//! Graphs in files: the native image, the layouts of other programs that are walked in place, and one type for all.

pub mod byte_graph;
pub mod cwg;
mod erased;
mod error;
pub mod lxg;
mod records;

pub use byte_graph::{ByteAutomaton, ByteGraph, ByteGraphArcs, ByteStep, TileEncoding, Units};
pub use cwg::Cwg;
pub use erased::{ErasedArcs, ErasedGraph};
pub use error::ImageError;
pub use lxg::{NodeLayout, encode, encode_with};
pub use records::{BitField, Record, RecordArcs, RecordFault, Records};
