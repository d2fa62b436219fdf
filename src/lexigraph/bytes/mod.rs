//! Bytes from files and pipes and back: loading, decompression by content, mapping, and files that appear whole.

#[cfg(feature = "files")]
pub mod atomic;
mod compress;
mod crc32;
#[cfg_attr(not(feature = "gz"), path = "deflate_absent.rs")]
mod deflate;
mod source;
#[cfg(feature = "files")]
mod spill;
mod storage;
#[cfg(feature = "files")]
mod target;
#[cfg(feature = "zst")]
mod zst;

pub use compress::compress;
pub use crc32::Crc32;
pub use deflate::{deflate, inflate};
pub use source::{
    Compression, DEFAULT_LIMIT, Flow, Source, SourceError, decompress, input_limit, read_file, read_from, set_input_limit,
};
#[cfg(feature = "files")]
pub use spill::Spill;
pub use storage::Storage;
