//! Files of leave values.

use std::ffi::OsString;
use std::path::Path;

use lexigraph::alphabet::Alphabet;
use lexigraph::bytes::input_limit;
use lexigraph::movegen::{LeaveFormat, LeaveTable, LeavesError, Rounding};
use lexigraph::wordlist::AlphabetChoice;

use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::output::write_file;
use crate::failure::Failure;
use crate::lexicon;

/// Opens a table of leave values; the format is detected.
pub fn open(path: &Path, alphabet: &Alphabet) -> Result<LeaveTable, Failure> {
    let bytes = lexicon::read_input(path, input_limit())?;
    LeaveTable::from_bytes(&bytes, Some(path), alphabet).map_err(|error| match error {
        LeavesError::Source(error) => error.into(),
        error @ LeavesError::Letter { .. } => Failure::of(path, format!("{error}: --alphabet NAME")),
        error => Failure::of(path, error),
    })
}

/// Converts a table of leave values to another format.
pub fn convert(
    input: &Path,
    output: &Path,
    format: LeaveFormat,
    rounding: Rounding,
    alphabet: &OsString,
    force: bool,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let AlphabetChoice::Named(alphabet) = lexicon::choose_alphabet(alphabet)? else {
        return Err(Failure::of(input, "leave values do not contain their alphabet — name it with --alphabet"));
    };
    let table = open(input, &alphabet)?;
    let mut bytes = Vec::new();
    table.write(format, rounding, &mut bytes, &alphabet).map_err(|error| match error {
        error @ LeavesError::Inexact { .. } => {
            Failure::of(output, format!("{error} — allow rounding with --round, or write .klv2 or .csv"))
        }
        error => Failure::of(output, error),
    })?;
    write_file(output, force, |file| file.write_all(&bytes))?;
    let (name, leaves) = (format.name(), table.len());
    terminal.note(format_args!("{}: {name}, {leaves} leaves, {} bytes", output.display(), bytes.len()));
    Ok(Outcome::Yes)
}
