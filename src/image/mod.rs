//! Dictionary files: made from minimal graphs, mapped into memory, and looked at as graphs without any parsing.
//!
//! [`Image`] is an opened dictionary. Its graphs come as [`AnyGraph`], on which a generic [`GraphOp`] is run.

mod any;
mod bundled;
mod compile;
mod cwg;
mod error;
mod file;
mod foreign;
mod format;
mod glossary;
pub mod lxg;
mod records;
mod spelled;
mod verify;

pub use any::{AnyGraph, GraphOp};
pub use bundled::{BUNDLED, bundled};
pub use compile::{CompileError, compile, compile_in_memory, compile_lexicon};
pub use cwg::Cwg;
pub use error::ImageError;
pub use file::{GraphPlace, Image};
pub(crate) use foreign::kwg::{NODE22, placed};
pub use format::{FORMATS, Format, LXG, Parts, Sharing};
pub use glossary::{Glossary, Packed, pack};
pub use lxg::{Nodes, encode, encode_with};
pub use records::{Bits, Fault, Record, RecordArcs, Records};
pub use spelled::{Bytewise, Spelled, SpelledArcs, Spelling, Step, Units};
pub use verify::{Proof, Verdict, verify};
