//! What the bundled tables of dice and of points have in common.

use thiserror::Error;

/// The error of a table of dice or points.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoggleTableError {
    /// No bundled table has this name.
    #[error("unknown {what} '{name}' — use one of: {names}; or a .toml file")]
    Unknown {
        /// The kind of table: dice or points.
        what: &'static str,
        /// The unknown name.
        name: String,
        /// The names of the bundled tables.
        names: String,
    },
    /// The text is not a valid table.
    #[error("invalid table of {what}: {message}")]
    Table {
        /// The kind of table: dice or points.
        what: &'static str,
        /// The message of the TOML parser, with the line, or the contradiction in the table.
        message: String,
    },
}

/// Finds the text of a bundled table by its name.
#[inline]
pub(super) fn bundled(
    what: &'static str,
    tables: &[(&str, &'static str)],
    name: &str,
) -> Result<&'static str, BoggleTableError> {
    tables.iter().find(|(known, _)| *known == name).map(|(_, text)| *text).ok_or_else(|| {
        let names = tables.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        BoggleTableError::Unknown { what, name: name.to_owned(), names }
    })
}
