//! Inputs, decompressed: whole in memory, or piece by piece.
//!
//! Compression is detected from the first bytes, not from the name. Files of several members or frames are read to
//! their end. No other module uses the three decompressors.

use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// The most bytes an input may have once decompressed, unless the caller says otherwise: 1 GiB.
///
/// The longest public word lists have some hundred megabytes; a few kilobytes of xz can ask for any amount.
pub const DEFAULT_LIMIT: u64 = 1 << 30;

/// The limit of this process, if it is not the default.
static LIMIT: AtomicU64 = AtomicU64::new(DEFAULT_LIMIT);

/// The most bytes an input of this process may have once decompressed.
pub fn input_limit() -> u64 {
    LIMIT.load(Ordering::Relaxed)
}

/// Sets the most bytes that any input of this process may have once decompressed.
pub fn set_input_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// The most memory the xz decoder may take for its window; `xz -9` needs 65 MiB.
const XZ_MEMORY: u64 = 1 << 30;

/// Bytes read at the start to learn whether they are compressed.
const MAGIC: usize = 6;

/// How an input was compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// xz, also several streams one after another.
    Xz,
    /// gzip, also several members one after another.
    Gzip,
    /// Zstandard, also several frames one after another.
    Zstd,
}

impl Compression {
    /// Detects the compression from the first bytes of an input.
    pub fn detect(start: &[u8]) -> Option<Compression> {
        match start {
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Compression::Xz),
            // The third byte is the method: 8 is the only one there is.
            [0x1F, 0x8B, 8, ..] => Some(Compression::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Compression::Zstd),
            // A frame to be skipped, as the parallel compressor writes at the start.
            [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Compression::Zstd),
            _ => None,
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compression::Xz => "xz",
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
        })
    }
}

/// Why an input could not be loaded.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file cannot be opened or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file, or the name of the pipe.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The compressed data end too early.
    #[error("{}: the {compression} data end too early — copy or download the file again", path.display())]
    Truncated {
        /// The file, or the name of the pipe.
        path: PathBuf,
        /// What the data are compressed with.
        compression: Compression,
    },
    /// The compressed data are damaged.
    #[error("{}: the {compression} data are damaged ({message}) — copy or download the file again", path.display())]
    Corrupt {
        /// The file, or the name of the pipe.
        path: PathBuf,
        /// What the data are compressed with.
        compression: Compression,
        /// What the decompressor says.
        message: String,
    },
    /// The decoder needs more memory than it may have.
    #[error("{}: unpacking the {compression} data takes more than {memory} bytes — allow more, or unpack it first", path.display())]
    Memory {
        /// The path or name.
        path: PathBuf,
        /// The compression that was detected.
        compression: Compression,
        /// The most the decoder may have.
        memory: u64,
    },
    /// The library was compiled without this decompressor.
    #[error("{}: {compression} was not compiled in — unpack it first", path.display())]
    Unsupported {
        /// The file, or the name of the pipe.
        path: PathBuf,
        /// What the data are compressed with.
        compression: Compression,
    },
    /// There are more bytes than allowed.
    #[error("{}: more than {limit} bytes{}, the most that is read — cut it in parts, or allow more", path.display(), if *compressed { " when decompressed" } else { "" })]
    TooLarge {
        /// The file, or the name of the pipe.
        path: PathBuf,
        /// The most bytes allowed.
        limit: u64,
        /// `true` if the input was compressed.
        compressed: bool,
    },
}

/// An input in memory, decompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The content.
    pub bytes: Vec<u8>,
    /// What it was compressed with.
    pub compression: Option<Compression>,
}

/// Loads a file and decompresses it when its content is compressed; `limit` bounds the bytes after that.
///
/// # Errors
/// [`SourceError`], with the path in it.
pub fn read_file(path: &Path, limit: u64) -> Result<Source, SourceError> {
    let file = File::open(path).map_err(|source| SourceError::Io { path: path.to_owned(), source })?;
    // A hint only: pipes and the like have no length, and it is no promise.
    let length = file.metadata().map_or(0, |metadata| metadata.len()).min(limit);
    load(path, file, limit, usize::try_from(length).unwrap_or(0))
}

/// Loads all of a reader (a pipe, say) and decompresses it when its content is compressed; `name` is for messages.
///
/// # Errors
/// [`SourceError`], with the name in it.
pub fn read_from(name: &str, reader: impl Read, limit: u64) -> Result<Source, SourceError> {
    load(Path::new(name), reader, limit, 0)
}

/// Decompresses bytes if they are compressed, or returns them unchanged; `name` is for messages.
///
/// # Errors
/// [`SourceError`], with the name in it.
pub fn decompress(name: impl AsRef<Path>, bytes: Vec<u8>, limit: u64) -> Result<Source, SourceError> {
    let path = name.as_ref();
    match Compression::detect(&bytes) {
        Some(_) => load(path, &bytes[..], limit, 0),
        None if bytes.len() as u64 > limit => Err(SourceError::TooLarge { path: path.to_owned(), limit, compressed: false }),
        None => Ok(Source { bytes, compression: None }),
    }
}

pub(super) fn load(path: &Path, reader: impl Read, limit: u64, length: usize) -> Result<Source, SourceError> {
    let mut bytes = Vec::with_capacity(length);
    let mut flow = Flow::new(path, reader, XZ_MEMORY)?;
    flow.fill(&mut bytes, limit.saturating_add(1))?;
    let compression = flow.compression;
    if bytes.len() as u64 > limit {
        return Err(SourceError::TooLarge { path: path.to_owned(), limit, compressed: compression.is_some() });
    }
    Ok(Source { bytes, compression })
}

#[cfg(any(feature = "gz", feature = "xz", feature = "zst"))]
/// Remembers whether the data below failed to be read: a fault of the system is not one of the data.
struct Watched<R> {
    inner: R,
    failed: Rc<Cell<bool>>,
}

#[cfg(any(feature = "gz", feature = "xz", feature = "zst"))]
fn note(failed: &Cell<bool>, error: &io::Error) {
    failed.set(failed.get() || error.kind() != io::ErrorKind::Interrupted);
}

#[cfg(any(feature = "gz", feature = "xz", feature = "zst"))]
impl<R: io::BufRead> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).inspect_err(|error| note(&self.failed, error))
    }
}

#[cfg(any(feature = "gz", feature = "xz", feature = "zst"))]
impl<R: io::BufRead> io::BufRead for Watched<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf().inspect_err(|error| note(&self.failed, error))
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
    }
}

/// An input piece by piece, decompressed: for what may be larger than memory.
pub struct Flow<'r> {
    path: PathBuf,
    compression: Option<Compression>,
    inner: Box<dyn Read + 'r>,
    failed: Rc<Cell<bool>>,
    xz_memory: u64,
}

impl fmt::Debug for Flow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flow").field("path", &self.path).field("compression", &self.compression).finish_non_exhaustive()
    }
}

impl<'r> Flow<'r> {
    /// Opens a file. `xz_memory` is the most bytes the xz decoder may take for its window.
    ///
    /// # Errors
    /// [`SourceError`]: the file cannot be read, or needs a larger window.
    pub fn open(path: &Path, xz_memory: u64) -> Result<Flow<'static>, SourceError> {
        let file = File::open(path).map_err(|source| SourceError::Io { path: path.to_owned(), source })?;
        Flow::new(path, file, xz_memory)
    }

    /// Reads from anything that can be read; `path` is for messages.
    ///
    /// # Errors
    /// As [`open`](Flow::open).
    pub fn new(path: &Path, reader: impl Read + 'r, xz_memory: u64) -> Result<Flow<'r>, SourceError> {
        Flow::boxed(path, Box::new(reader), xz_memory)
    }

    fn boxed(path: &Path, mut reader: Box<dyn Read + 'r>, xz_memory: u64) -> Result<Flow<'r>, SourceError> {
        let io_error = |source| SourceError::Io { path: path.to_owned(), source };
        let mut start = Vec::new();
        reader.by_ref().take(MAGIC as u64).read_to_end(&mut start).map_err(io_error)?;
        let compression = Compression::detect(&start);
        let failed = Rc::new(Cell::new(false));
        let data = io::Cursor::new(start).chain(reader);
        #[cfg(any(feature = "gz", feature = "xz", feature = "zst"))]
        let buffered = |data| Watched { inner: io::BufReader::with_capacity(1 << 16, data), failed: failed.clone() };
        let inner: io::Result<Box<dyn Read + 'r>> = match compression {
            None => Ok(Box::new(data)),
            #[cfg(feature = "xz")]
            Some(Compression::Xz) => xz2::stream::Stream::new_stream_decoder(xz_memory, xz2::stream::CONCATENATED)
                .map(|stream| Box::new(xz2::bufread::XzDecoder::new_stream(buffered(data), stream)) as Box<dyn Read>)
                .map_err(io::Error::from),
            #[cfg(feature = "gz")]
            Some(Compression::Gzip) => Ok(Box::new(flate2::bufread::MultiGzDecoder::new(buffered(data)))),
            #[cfg(feature = "zst")]
            Some(Compression::Zstd) => Ok(Box::new(super::zst::Frames::new(buffered(data)))),
            #[cfg(not(all(feature = "gz", feature = "xz", feature = "zst")))]
            Some(compression) => return Err(SourceError::Unsupported { path: path.to_owned(), compression }),
        };
        Ok(Flow { path: path.to_owned(), compression, inner: inner.map_err(io_error)?, failed, xz_memory })
    }

    /// Appends the next bytes: `most` of them, or fewer at the end of the input. Gives their number.
    ///
    /// # Errors
    /// [`SourceError`]: it cannot be read, ends too early, is damaged.
    pub fn fill(&mut self, bytes: &mut Vec<u8>, most: u64) -> Result<usize, SourceError> {
        let path = || self.path.clone();
        self.inner.by_ref().take(most).read_to_end(bytes).map_err(|error| match self.compression {
            Some(compression) if !self.failed.get() => {
                if error.kind() == io::ErrorKind::UnexpectedEof || error.to_string() == "premature eof" {
                    SourceError::Truncated { path: path(), compression }
                } else if error.to_string() == "memory limit reached" {
                    SourceError::Memory { path: path(), compression, memory: self.xz_memory }
                } else {
                    SourceError::Corrupt { path: path(), compression, message: error.to_string() }
                }
            }
            _ => SourceError::Io { path: path(), source: error },
        })
    }
}

#[cfg(all(test, feature = "xz", feature = "gz", feature = "zst"))]
mod tests {
    use std::io::Write;

    use super::*;

    const ALL: [Compression; 3] = [Compression::Xz, Compression::Gzip, Compression::Zstd];

    fn compress(compression: Compression, bytes: &[u8]) -> Vec<u8> {
        match compression {
            Compression::Xz => {
                let mut writer = xz2::write::XzEncoder::new(Vec::new(), 1);
                writer.write_all(bytes).unwrap();
                writer.finish().unwrap()
            }
            Compression::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                writer.write_all(bytes).unwrap();
                writer.finish().unwrap()
            }
            Compression::Zstd => {
                let mut frame = Vec::new();
                crate::bytes::zst::write_frame(bytes, &mut frame).unwrap();
                frame
            }
        }
    }

    #[test]
    fn each_compression_is_known_by_its_content_also_in_several_parts() {
        for compression in ALL {
            let mut data = compress(compression, b"aa\naah\n");
            data.extend(compress(compression, b"aahed\n"));
            let expected = Source { bytes: b"aa\naah\naahed\n".to_vec(), compression: Some(compression) };
            assert_eq!(decompress("x.txt", data.clone(), 100).unwrap(), expected);
            assert_eq!(read_from("x.txt", &data[..], 100).unwrap(), expected);
        }
    }

    #[test]
    fn plain_bytes_pass_as_they_are() {
        for bytes in [&b""[..], b"a", b"aa\naah\naahed\n", b"\x1F\x8B\x07"] {
            let expected = Source { bytes: bytes.to_vec(), compression: None };
            assert_eq!(decompress("x", bytes.to_vec(), 100).unwrap(), expected);
            assert_eq!(read_from("x", bytes, 100).unwrap(), expected);
        }
    }

    #[test]
    fn every_cut_is_an_error_that_names_the_compression() {
        let text: Vec<u8> = (0..2000u32).flat_map(|n| format!("{}\n", n.wrapping_mul(2654435761)).into_bytes()).collect();
        for compression in ALL {
            let data = compress(compression, &text);
            for cut in (8..data.len()).step_by(97).chain([data.len() - 1]) {
                let error = read_from("list.txt", &data[..cut], 1 << 20).unwrap_err();
                assert!(matches!(error, SourceError::Truncated { .. }), "{compression} cut at {cut}: {error}");
                assert!(error.to_string().starts_with(&format!("list.txt: the {compression} data end too early")));
            }
        }
    }

    #[test]
    fn damage_is_an_error_or_changes_nothing() {
        let text = "aardvark\n".repeat(300).into_bytes();
        for compression in [Compression::Xz, Compression::Gzip] {
            let data = compress(compression, &text);
            for at in MAGIC..data.len() {
                let mut damaged = data.clone();
                damaged[at] ^= 0x10;
                // Some bytes of a gzip header (time, system) mean nothing to the content.
                if let Ok(source) = decompress("x", damaged, 1 << 20) {
                    assert_eq!(source.bytes, text, "{compression}, byte {at}");
                }
            }
        }
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let zeros = vec![0u8; 1 << 20];
        for compression in ALL {
            let data = compress(compression, &zeros);
            let error = decompress("bomb", data.clone(), 1000).unwrap_err();
            assert_eq!(
                error.to_string(),
                "bomb: more than 1000 bytes when decompressed, the most that is read — cut it in parts, or allow more"
            );
            assert_eq!(decompress("bomb", data, 1 << 20).unwrap().bytes.len(), 1 << 20);
        }
        assert!(matches!(read_from("x", io::repeat(b'a'), 50), Err(SourceError::TooLarge { compressed: false, .. })));
        assert_eq!(read_from("x", &zeros[..50], 50).unwrap().bytes.len(), 50);
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = read_file(Path::new("no/such/list.txt"), DEFAULT_LIMIT).unwrap_err();
        assert!(error.to_string().starts_with("no/such/list.txt: "), "{error}");
    }

    #[test]
    fn a_fault_of_the_system_is_not_blamed_on_the_data() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("no power"))
            }
        }
        for compression in ALL {
            let data = compress(compression, b"aa\naah\n");
            let error = read_from("pipe", data[..10].chain(Failing), 100).unwrap_err();
            assert!(matches!(error, SourceError::Io { .. }), "{error}");
        }
    }
}
