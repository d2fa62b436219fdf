//! The bytes of an image: mapped, owned, or part of the program.

use std::fs::File;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use super::SourceError;

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
    /// Maps a file; an empty one, or one that cannot be mapped (a pipe), is read instead.
    ///
    /// # Errors
    /// [`SourceError::Io`] when the file cannot be opened or read.
    pub fn open(path: &Path) -> Result<Storage, SourceError> {
        let io = |source| SourceError::Io { path: path.to_owned(), source };
        let file = File::open(path).map_err(io)?;
        // SAFETY: a mapping is only sound as long as nobody shortens or changes the file. Images are replaced by
        // renaming (see `atomic`), never changed in place, and a reader of changing bytes would compute wrong answers
        // but not leave the mapping: every read of an image is checked against the length of the mapping. A file that
        // another program cuts short while it is mapped kills this one with SIGBUS, as it does every program that maps
        // files.
        #[allow(unsafe_code)]
        let mapped = unsafe { Mmap::map(&file) };
        match mapped {
            Ok(mapped) if !mapped.is_empty() => Ok(Storage::Mapped(mapped)),
            _ => std::fs::read(path).map(Storage::Owned).map_err(io),
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
