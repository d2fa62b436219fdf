//! Dictionary files: made from minimal graphs, mapped into memory, and looked at as graphs without any parsing.
//!
//! [`Image`] is an opened dictionary. Its graphs come as [`AnyGraph`], on which a generic [`GraphOp`] is run.

mod bundled;
mod compile;
mod file;
mod foreign;
mod format;
mod glossary;
mod stats;
mod verify;

pub use bundled::{BUNDLED, bundled};
pub use compile::{CompileError, compile, compile_in_memory, compile_lexicon};
pub use file::{GraphPlace, Image};
pub(crate) use foreign::kwg::{NODE22, placed};
pub use format::{FORMATS, Format, LXG, Parts, Sharing};
pub use glossary::{Glossary, Packed, pack};
pub use lexigraph_core::image::{
    AnyGraph, Bits, Bytewise, Cwg, Fault, GraphOp, ImageError, Nodes, Record, RecordArcs, Records, Spelled, SpelledArcs,
    Spelling, Step, Units, cwg, encode, encode_with, lxg, spelled,
};
pub use stats::{GraphStats, Stats, stats};
pub(crate) use stats::resident;
pub use verify::{Proof, Verdict, verify};
