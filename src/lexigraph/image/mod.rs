//! Dictionary files: made from minimal graphs, mapped into memory, and looked at as graphs without any parsing.
//!
//! [`Image`] is an opened dictionary. Its graphs come as [`ErasedGraph`], whatever their layout.

mod bundled;
mod compile;
mod file;
mod foreign;
mod format;
mod glossary;
mod stats;
mod verify;
mod words;

pub use bundled::{BUNDLED, bundled};
pub use compile::{CompileError, compile, compile_in_memory, compile_lexicon};
pub use file::{GraphPlace, Image};
pub(crate) use foreign::kwg::{NODE22, placed};
pub use format::{FORMATS, Format, LXG, Parts, Sharing};
pub use glossary::{Glossary, PackedDefinitions, pack};
pub use lexigraph_core::image::{
    BitField, ByteAutomaton, ByteGraph, ByteGraphArcs, ByteStep, Cwg, ErasedArcs, ErasedGraph, Fault, ImageError,
    NodeLayout, Record, RecordArcs, Records, TileEncoding, Units, byte_graph, cwg, encode, encode_with, lxg,
};
pub(crate) use stats::resident;
pub use stats::{GraphStats, Stats, stats};
pub use verify::{Proof, Verdict, verify};
pub use words::{graphs_of, import, words_in, words_of};
