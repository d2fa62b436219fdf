//! The bytes of an image: mapped, owned, or part of the program.

use std::fs::File;
use std::io::Read;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use super::source::{Source, SourceError, decompress, input_limit, load};

/// Bytes that stay where they are for as long as they are looked at.
#[derive(Debug)]
pub enum Storage {
    /// A file, mapped into memory: pages are read as they are touched and shared with other programs.
    Mapped(Mmap),
    /// Bytes in memory of our own.
    Owned(Vec<u8>),
    /// Bytes of the program itself.
    Static(&'static [u8]),
}

impl Storage {
    /// Maps a regular file. Anything else (a pipe, a device, an empty file) is read to its end, and once: what a pipe
    /// gave is not there a second time.
    ///
    /// # Errors
    /// [`SourceError::Io`] when the file cannot be opened or read, [`SourceError::TooLarge`] for what never ends.
    pub fn open(path: &Path) -> Result<Storage, SourceError> {
        let io = |source| SourceError::Io { path: path.to_owned(), source };
        let file = File::open(path).map_err(io)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Storage::read(path, file);
        }
        // SAFETY: a mapping is only sound as long as nobody shortens or changes the file. Images are replaced by
        // renaming (see `atomic`), never changed in place, and a reader of changing bytes would compute wrong answers
        // but not leave the mapping: every read of an image is checked against the length of the mapping. A file that
        // another program cuts short while it is mapped kills this one with SIGBUS, as it does every program that maps
        // files.
        #[allow(unsafe_code)]
        let mapped = unsafe { Mmap::map(&file) };
        match mapped {
            Ok(mapped) if !mapped.is_empty() => Ok(Storage::Mapped(mapped)),
            _ => Storage::read(path, file),
        }
    }

    /// Reads all of a pipe or a device; `path` is for messages.
    ///
    /// # Errors
    /// As [`open`](Storage::open).
    pub fn read(path: &Path, mut reader: impl Read) -> Result<Storage, SourceError> {
        Storage::read_dyn(path, &mut reader)
    }

    fn read_dyn(path: &Path, reader: &mut dyn Read) -> Result<Storage, SourceError> {
        let mut bytes = Vec::new();
        let read = reader.take(input_limit() + 1).read_to_end(&mut bytes);
        read.map_err(|source| SourceError::Io { path: path.to_owned(), source })?;
        if bytes.len() as u64 > input_limit() {
            return Err(SourceError::TooLarge { path: path.to_owned(), limit: input_limit(), compressed: false });
        }
        Ok(Storage::Owned(bytes))
    }

    /// The bytes in memory of our own, decompressed when they are compressed; `path` is for messages, and `limit`
    /// bounds the bytes after that.
    ///
    /// # Errors
    /// [`SourceError`], with the path in it.
    pub fn unpack(self, path: &Path, limit: u64) -> Result<Source, SourceError> {
        match self {
            Storage::Owned(bytes) => decompress(path, bytes, limit),
            mapped => load(path, &mapped[..], limit, mapped.len().min(usize::try_from(limit).unwrap_or(usize::MAX))),
        }
    }
}

impl Deref for Storage {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Storage::Mapped(bytes) => bytes,
            Storage::Owned(bytes) => bytes,
            Storage::Static(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Storage {
    fn from(bytes: Vec<u8>) -> Storage {
        Storage::Owned(bytes)
    }
}

impl From<&'static [u8]> for Storage {
    fn from(bytes: &'static [u8]) -> Storage {
        Storage::Static(bytes)
    }
}
