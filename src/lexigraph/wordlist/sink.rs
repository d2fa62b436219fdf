//! Where the lines of a list go.

use std::borrow::Cow;

use super::error::ReadError;
use super::extract::Entry;

/// Where something is: the number of the line, and the line itself.
#[derive(Clone, Copy)]
pub(super) struct At<'t> {
    pub line: u64,
    pub whole: &'t str,
}

/// What is at a place of a list.
pub(super) enum Line<'t> {
    Entry(Entry<'t>),
    /// A JSON value that is no text.
    NotText(String),
    /// Something that could be read in two ways, and how it was read.
    Doubt(Cow<'static, str>),
    /// How many entries the list says it has.
    Declared(u64),
    /// How many stems its words were made of.
    Stems(u64),
}

/// What takes all that is in a list.
pub(super) trait Sink {
    /// Takes a whole line where it is a word and an easy one; answers no, and does nothing, where it is not.
    fn quick(&mut self, line: &str) -> bool;

    /// Takes anything.
    fn take(&mut self, at: At, line: Line) -> Result<(), ReadError>;
}
