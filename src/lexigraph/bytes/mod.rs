//! Bytes from files and pipes and back: loading, decompression by content, mapping, and files that appear whole.

pub mod atomic;
mod compress;
mod deflate;
mod source;
mod spill;
mod storage;

pub use compress::compress;
pub use deflate::{deflate, inflate};
pub use source::{Compression, DEFAULT_LIMIT, Flow, Source, SourceError, decompress, read_file, read_from};
pub use spill::Spill;
pub use storage::Storage;
