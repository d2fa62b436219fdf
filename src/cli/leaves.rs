//! Files of leave values.

use std::ffi::OsString;
use std::path::Path;

use lexigraph::alphabet::Alphabet;
use lexigraph::lexicon::AlphabetChoice;
use lexigraph::movegen::{LeaveFormat, LeaveTable, LeavesError, Rounding};

use super::output::write_file;
use super::{Failure, Outcome, Terminal, lexicon};

/// Opens a table of leave values of any form.
pub fn open(path: &Path, alphabet: &Alphabet) -> Result<LeaveTable, Failure> {
    LeaveTable::open(path, alphabet).map_err(|error| match error {
        LeavesError::Source(error) => error.into(),
        error => Failure::of(path, error),
    })
}

/// Writes a table of leave values in another form.
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
        return Err(Failure::of(input, "leave values do not show all letters — name an alphabet with --alphabet"));
    };
    let table = open(input, &alphabet)?;
    let mut bytes = Vec::new();
    table.write(format, rounding, &mut bytes, &alphabet).map_err(|error| Failure::of(output, error))?;
    write_file(output, force, |file| file.write_all(&bytes))?;
    let (name, leaves) = (format.name(), table.len());
    terminal.note(format_args!("{}: {name}, {leaves} leaves, {} bytes", output.display(), bytes.len()));
    Ok(Outcome::Yes)
}
