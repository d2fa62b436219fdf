//! Where an output goes: a file that can be replaced, or something that is already open or no file.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The most links that are followed from one name, as Linux has it.
const MOST_LINKS: usize = 40;

/// What the name of an output stands for.
pub(super) enum Target {
    /// A regular file, or none yet. The last part of the path is no link.
    File(PathBuf),
    /// A device, a pipe or an open descriptor.
    Through(Through),
}

/// Something that bytes are written to as they come.
pub(super) enum Through {
    /// Standard output, whatever it is.
    Output,
    /// Standard error, whatever it is.
    Errors,
    /// Another open descriptor. A file behind it is continued: what it has belongs to somebody else.
    Descriptor(PathBuf),
    /// A device or a pipe with a name.
    Device(PathBuf),
}

impl Target {
    /// Follows the links of a path to what they mean.
    ///
    /// # Errors
    /// An error of the system; links that lead in a circle.
    pub(super) fn of(path: &Path) -> io::Result<Target> {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            if let Some(open) = descriptor(&path) {
                return Ok(Target::Through(open));
            }
            match fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.is_symlink() => {
                    let to = fs::read_link(&path)?;
                    path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
                }
                Ok(metadata) if metadata.is_file() || metadata.is_dir() => return Ok(Target::File(path)),
                Ok(_) => return Ok(Target::Through(Through::Device(path))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Target::File(path)),
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("its links lead in a circle"))
    }
}

/// The descriptor that a path names: `/dev/fd/N` and `/proc/self/fd/N`, under whatever name the folder goes.
fn descriptor(path: &Path) -> Option<Through> {
    let number: u32 = path.file_name()?.to_str()?.parse().ok()?;
    let folder = path.parent().filter(|folder| folder.ends_with("fd"))?;
    // On Linux, `/dev/fd` is a link to that of the process; elsewhere it is a folder of its own.
    let real = folder.canonicalize().ok()?;
    let ours = Path::new("/proc").join(std::process::id().to_string());
    let process = real.strip_prefix("/proc").is_ok();
    if !process && real != Path::new("/dev/fd") {
        return None;
    }
    Some(match number {
        1 if !process || real.starts_with(&ours) => Through::Output,
        2 if !process || real.starts_with(&ours) => Through::Errors,
        _ => Through::Descriptor(path.to_owned()),
    })
}

impl Through {
    /// Opens it for writing.
    ///
    /// # Errors
    /// An error of the system.
    pub(super) fn open(&self) -> io::Result<File> {
        match self {
            // To open `/dev/stdout` anew would begin at the start of the file behind it, over what is there already.
            Through::Output => duplicate(&io::stdout()),
            Through::Errors => duplicate(&io::stderr()),
            Through::Descriptor(path) if fs::metadata(path)?.is_file() => OpenOptions::new().append(true).open(path),
            Through::Descriptor(path) | Through::Device(path) => OpenOptions::new().write(true).open(path),
        }
    }
}

#[cfg(unix)]
fn duplicate(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn duplicate(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::bytes::atomic::{would_replace, write};

    #[test]
    fn a_link_stays_and_the_file_behind_it_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link, far) = (folder.path().join("file"), folder.path().join("link"), folder.path().join("far"));
        symlink("file", &link).unwrap();
        symlink(&link, &far).unwrap();
        assert!(!would_replace(&far));
        write(&far, false, |out| out.write_all(b"one")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"one");
        assert!(would_replace(&far));
        assert_eq!(write(&far, false, |_| Ok(())).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        write(&far, true, |out| out.write_all(b"two")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert!(fs::symlink_metadata(&far).unwrap().is_symlink() && fs::symlink_metadata(&link).unwrap().is_symlink());
        let circle = folder.path().join("circle");
        symlink(&circle, &circle).unwrap();
        assert!(write(&circle, true, |_| Ok(())).unwrap_err().to_string().contains("circle"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_and_descriptors_are_written_through() {
        assert!(matches!(Target::of(Path::new("/dev/null")), Ok(Target::Through(Through::Device(_)))));
        assert!(matches!(Target::of(Path::new("/dev/stdout")), Ok(Target::Through(Through::Output))));
        assert!(matches!(Target::of(Path::new("/proc/self/fd/2")), Ok(Target::Through(Through::Errors))));
        assert!(matches!(Target::of(Path::new("/dev/fd/1")), Ok(Target::Through(Through::Output))));
        assert!(!would_replace(Path::new("/dev/null")));
        write(Path::new("/dev/null"), false, |out| out.write_all(b"gone")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = File::create(folder.path().join("file")).unwrap();
        (&file).write_all(b"before,").unwrap();
        let number = std::os::fd::AsRawFd::as_raw_fd(&file);
        write(Path::new(&format!("/dev/fd/{number}")), false, |out| out.write_all(b"after")).unwrap();
        assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"before,after");
    }
}
