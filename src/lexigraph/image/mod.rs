//! Dictionary files: made from minimal graphs, mapped into memory, and looked at as graphs without any parsing.
//!
//! [`Image`] is an opened dictionary. Its graphs come as [`ErasedGraph`], whatever their layout.

mod bundled;
mod compile;
mod contents;
mod convert;
mod file;
mod foreign;
mod format;
mod glossary;
mod native;
mod parts;
mod registry;
mod stats;
mod verify;
mod words;

pub use bundled::{BUNDLED, bundled};
pub use compile::{CompileError, compile, compile_in_memory, compile_list};
pub use contents::{Contents, StoredGraph};
pub use convert::{ConvertError, combine, convert, import_both, usual_graphs};
pub use file::{GraphPlace, Image};
pub(crate) use foreign::kwg::{NODE22, placed};
pub use format::{Checksum, Format, FormatInfo, Sharing};
pub use glossary::{Glossary, PackedDefinitions, pack};
pub use lexigraph_core::image::{
    BitField, ByteAutomaton, ByteGraph, ByteGraphArcs, ByteStep, Cwg, ErasedArcs, ErasedGraph, ImageError, NodeLayout,
    Record, RecordArcs, RecordFault, Records, TileEncoding, Units, byte_graph, cwg, encode, encode_with, lxg,
};
pub use native::{LXG, Native};
pub use parts::Parts;
pub use registry::{FORMATS, characters_of, detect_format, format_by_name, format_by_path, image_format};
#[cfg(feature = "files")]
pub(crate) use stats::resident;
pub use stats::{GraphStats, Stats, stats, stats_of};
pub use verify::{Proof, Verdict, verify};
pub use words::{for_each_word_text, graphs_of, import, words_as_text, words_checksum, words_in, words_of};
