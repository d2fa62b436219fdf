//! An unnamed temporary file, for data that does not fit into memory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The number of bytes that are gathered before they are written to disk.
const BUFFER: usize = 1 << 16;

/// A temporary file that is written at its end and read anywhere. It has no name, so that the system frees its space
/// when the program ends, even if it crashes.
#[derive(Debug)]
pub struct Spill {
    file: File,
    /// Bytes that are on disk.
    written: u64,
    buffer: Vec<u8>,
}

impl Spill {
    /// An empty file in this folder, or in the system's folder for temporary files.
    ///
    /// # Errors
    /// An error of the system.
    pub fn new(folder: Option<&Path>) -> io::Result<Spill> {
        let file = match folder {
            Some(folder) => tempfile::tempfile_in(folder),
            None => tempfile::tempfile(),
        };
        Ok(Spill { file: file?, written: 0, buffer: Vec::with_capacity(BUFFER) })
    }

    /// The bytes so far.
    pub fn length(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    /// An error of the system; [`io::ErrorKind::UnexpectedEof`] if the file is shorter.
    pub fn read_at(&mut self, from: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.flush()?;
        self.file.seek(SeekFrom::Start(from))?;
        self.file.read_exact(buffer)
    }

    /// Copies the bytes between two offsets to `out`.
    ///
    /// # Errors
    /// As [`read_at`](Spill::read_at), and errors of `out`.
    pub fn copy(&mut self, from: u64, to: u64, out: &mut dyn Write) -> io::Result<()> {
        let mut buffer = vec![0; 1 << 18];
        let mut at = from;
        while at < to {
            let length = (to - at).min(buffer.len() as u64) as usize;
            self.read_at(at, &mut buffer[..length])?;
            out.write_all(&buffer[..length])?;
            at += length as u64;
        }
        Ok(())
    }
}

impl Write for Spill {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.buffer.len() + bytes.len() > BUFFER {
            self.flush()?;
        }
        self.buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.file.seek(SeekFrom::Start(self.written))?;
            self.file.write_all(&self.buffer)?;
            self.written += self.buffer.len() as u64;
            self.buffer.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_no_file_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let mut spill = Spill::new(Some(folder.path())).unwrap();
        let bytes: Vec<u8> = (0..200_000u32).map(|number| (number % 251) as u8).collect();
        for part in bytes.chunks(777) {
            spill.write_all(part).unwrap();
        }
        assert_eq!(spill.length(), 200_000);
        let mut some = [0; 1000];
        spill.read_at(123_456, &mut some).unwrap();
        assert_eq!(some[..], bytes[123_456..124_456]);
        spill.write_all(b"more").unwrap();
        let mut all = Vec::new();
        spill.copy(10, spill.length(), &mut all).unwrap();
        assert!(all.starts_with(&bytes[10..]) && all.ends_with(b"more") && all.len() == 199_994);
        assert_eq!(spill.read_at(200_000, &mut some).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        #[cfg(unix)]
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
