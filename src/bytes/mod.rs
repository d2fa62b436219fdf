//! Bytes from files and pipes: loading, and decompression by content.

mod source;

pub use source::{Compression, DEFAULT_LIMIT, Source, SourceError, decompress, read_file, read_from};
