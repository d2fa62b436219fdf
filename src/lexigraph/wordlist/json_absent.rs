//! In place of the reader of JSON lists, in a library without the feature `json`.

use std::fmt;

/// What was met in a document: nothing, as none is read.
#[allow(dead_code)] // the reader makes these
pub(super) enum Item<'t> {
    Word(&'t str, &'t str),
    Name,
    NotText(String),
    Doubt(&'static str),
}

/// How reading ended early.
#[allow(dead_code)] // the reader has both
pub(super) enum Stop<E> {
    Broken(Absent),
    Caller(E),
}

/// That there is no reader.
pub(super) struct Absent;

impl Absent {
    pub fn line(&self) -> usize {
        1
    }

    pub fn column(&self) -> usize {
        1
    }
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON lists were not compiled in")
    }
}

/// Fails.
pub(super) fn each<E>(_: &str, _: impl FnMut(u64, Item) -> Result<(), E>) -> Result<(), Stop<E>> {
    Err(Stop::Broken(Absent))
}
