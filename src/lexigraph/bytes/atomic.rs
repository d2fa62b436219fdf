//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::target::Target;
use std::sync::{Mutex, TryLockError};

use tempfile::{Builder, NamedTempFile};

/// The temporary file that is being written. A program writes one output at a time.
static PENDING: Mutex<Option<PathBuf>> = Mutex::new(None);

fn pending() -> std::sync::MutexGuard<'static, Option<PathBuf>> {
    PENDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Removes the temporary file that is being written, if there is one. For programs that are interrupted.
pub fn abandon() {
    if let Some(path) = pending().take() {
        let _ = fs::remove_file(path);
    }
}

/// As [`abandon`], for programs that are out of memory: it does nothing if a thread is just beginning or ending a file, and
/// takes no memory unless the path is very long.
pub fn try_abandon() {
    let mut pending = match PENDING.try_lock() {
        Ok(pending) => pending,
        Err(TryLockError::Poisoned(error)) => error.into_inner(),
        Err(TryLockError::WouldBlock) => return,
    };
    if let Some(path) = pending.take() {
        let _ = fs::remove_file(path);
    }
}

/// `true` if [`write()`] would put a new file in the place of an existing one. Devices, pipes and open descriptors
/// (`/dev/stdout`) are written through and never replaced.
pub fn would_replace(path: &Path) -> bool {
    path.exists() && !matches!(Target::of(path), Ok(Target::Through(_)))
}

/// Writes a file: into a temporary one beside it, which is synced and then renamed, so that neither a full disk nor an
/// interruption leaves half a file, and an older one stays until the new one is whole. Links are followed and stay
/// links. Devices, pipes and open descriptors (`/dev/stdout`, `/dev/fd/3`) are written as they are.
///
/// Without `replace` an existing file is left alone and is an error ([`io::ErrorKind::AlreadyExists`]).
///
/// # Errors
/// An error of the system.
pub fn write(path: &Path, replace: bool, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut fill = Some(fill);
    write_with(path, replace, &mut |file| fill.take().map_or(Ok(()), |fill| fill(file)))
}

/// A function that writes the contents of a file. It is called once.
type Fill<'f> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'f;

fn write_with(path: &Path, replace: bool, fill: &mut Fill<'_>) -> io::Result<()> {
    let path = &match Target::of(path)? {
        Target::File(path) => path,
        Target::Through(open) => {
            let mut file = io::BufWriter::new(open.open()?);
            fill(&mut file)?;
            return file.flush();
        }
    };
    if !replace && path.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".lexigraph-").suffix(".tmp");
    // Temporary files are private by default; a new file gets what the user's mask allows, a replaced one keeps its
    // own.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).map_or(0o666, |metadata| metadata.permissions().mode());
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let temporary: NamedTempFile = builder.tempfile_in(folder)?;
    *pending() = Some(temporary.path().to_owned());
    let result = fill_and_rename(temporary, path, replace, fill);
    *pending() = None;
    result?;
    // The new name is safe once the folder is; not every system can sync one.
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn fill_and_rename(temporary: NamedTempFile, path: &Path, replace: bool, fill: &mut Fill<'_>) -> io::Result<()> {
    let mut file = io::BufWriter::new(temporary);
    fill(&mut file)?;
    let temporary = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    temporary.as_file().sync_all()?;
    if replace {
        temporary.persist(path).map_err(|error| error.error)?;
    } else {
        temporary.persist_noclobber(path).map_err(|error| error.error)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        write(&path, false, |file| file.write_all(b"old")).unwrap();
        let result = write(&path, true, |file| {
            file.write_all(b"half of the new")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(write(&path, false, |_| Ok(())).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        write(&path, true, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}
