//! The file that a log is kept in: lines are appended to it, and nothing in it is ever changed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::log::TORN;

/// The file of a log, open to append lines.
///
/// Each call of [`append`](Journal::append) is one write at the end of the file, under a lock, so that several programs
/// may have it open. A program that is killed loses what it has not yet appended and nothing else; if the machine stops
/// while it writes, a part of the last line may be left. The next append ends that line with a mark by which it is
/// known as torn.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// The state of the file that an append found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// `true` if the last line was torn, and has been marked so.
    pub was_torn: bool,
}

impl Journal {
    /// Opens a file, and makes it and its folder if they are not there.
    ///
    /// # Errors
    /// An error of the system.
    pub fn open(path: &Path) -> io::Result<Journal> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        Ok(Journal { file: OpenOptions::new().read(true).append(true).create(true).open(path)? })
    }

    /// Appends lines, each with its end, in one write.
    ///
    /// # Errors
    /// An error of the system; nothing was written then, or a part that is known as torn.
    pub fn append(&mut self, lines: &str) -> io::Result<Appended> {
        // A file system that cannot lock still appends; only the mark of a torn line may then come twice.
        let locked = self.file.lock().is_ok();
        let written = self.write(lines.as_bytes());
        if locked {
            self.file.unlock()?;
        }
        written
    }

    fn write(&mut self, lines: &[u8]) -> io::Result<Appended> {
        let length = self.file.seek(SeekFrom::End(0))?;
        let mut last = [b'\n'];
        if length > 0 {
            self.file.seek(SeekFrom::Start(length - 1))?;
            self.file.read_exact(&mut last)?;
        }
        let was_torn = last != [b'\n'];
        if was_torn {
            self.file.write_all(&[TORN, b"\n", lines].concat())?;
        } else {
            self.file.write_all(lines)?;
        }
        Ok(Appended { was_torn })
    }

    /// Waits until the disk has what was appended.
    ///
    /// # Errors
    /// An error of the system.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fault, Kind, Log, RecordError};
    use super::*;

    const LINE: &str = "2026-11-29T18:00:00.000Z\t0000000a\tjudge\tQI\t3\n";

    #[test]
    fn a_torn_line_is_marked_once_and_the_next_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/answers.log");
        let mut journal = Journal::open(&path).unwrap();
        assert!(!journal.append(LINE).unwrap().was_torn);
        for cut in 1..LINE.len() - 1 {
            std::fs::write(&path, [LINE, &LINE[..cut]].concat()).unwrap();
            let torn = Log::parse(&std::fs::read(&path).unwrap());
            assert_eq!(torn.faults(), (&[Fault { line: 2, error: RecordError::Torn }][..], 1));
            assert!(torn.is_torn() && torn.len() == 1);
            // Two have it open.
            let mut other = Journal::open(&path).unwrap();
            assert!(journal.append(&LINE.replace("18:", "19:")).unwrap().was_torn);
            assert!(!other.append(&LINE.replace("18:", "20:")).unwrap().was_torn);
            let log = Log::parse(&std::fs::read(&path).unwrap());
            assert_eq!((log.faults().1, log.aside(), log.answers_to(Kind::Judge, "QI").len()), (0, 1, 3));
        }
    }
}
