//! Tables that an argument names: bundled ones, or files in TOML.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use lexigraph::bytes::read_file;

use crate::failure::Failure;
use crate::hints::Explain;

/// The most bytes of a table.
const LONGEST: u64 = 4 << 20;

/// The text of each file that was read. A command may ask for a table more than once, and a pipe can be read only once.
static READ: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::new(None);

/// The table of a bundled name, else that of a file: of any path that exists, has a folder, or ends in `.toml`. `parse`
/// gets a name for the table and its text.
pub fn named_table<T, B: Into<Failure>, E: Explain>(
    argument: &OsStr,
    bundled: impl FnOnce(&str) -> Result<T, B>,
    parse: impl FnOnce(&str, &str) -> Result<T, E>,
) -> Result<T, Failure> {
    let path = Path::new(argument);
    match bundled(&argument.to_string_lossy()) {
        Err(error) if !is_path(path) => Err(error.into()),
        Err(_) => {
            let text = read_table(path)?;
            parse(&name_of(path), &text).map_err(|error| Failure::of(path, error))
        }
        found => found.map_err(Into::into),
    }
}

/// The text of a table in a file.
pub fn read_table(path: &Path) -> Result<String, Failure> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let read = read.get_or_insert_default();
    if let Some(text) = read.get(path) {
        return Ok(text.clone());
    }
    let bytes = read_file(path, LONGEST)?.bytes;
    let text = String::from_utf8(bytes).map_err(|_| Failure::of(path, "the table is not UTF-8 text"))?;
    read.insert(path.to_owned(), text.clone());
    Ok(text)
}

fn is_path(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "toml") || path.components().count() > 1 || path.exists()
}

/// What the table is called: as its file, if it is one.
fn name_of(path: &Path) -> String {
    let name = if path.is_file() { path.file_stem() } else { None };
    name.map_or_else(|| "piped".to_owned(), |name| name.to_string_lossy().into_owned())
}
