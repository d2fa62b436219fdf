//! Positions from a file (a sheet or a CGP), from a CGP argument, or from standard input.

use std::ffi::OsString;
use std::path::Path;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::{BoardSetup, Layout, Position, read_position};
use lexigraph::bytes::read_file;
use lexigraph::movegen::Generator;

use crate::common::output::Terminal;
use crate::failure::Failure;
use crate::lexicon;

/// The largest file that is read as a position, in bytes.
const LONGEST: u64 = 1 << 20;

/// The position and its board.
#[derive(clap::Args, Clone, Debug)]
pub struct PositionArgs {
    /// File with a sheet or a CGP, a CGP string, or '-' for standard input
    #[arg(value_name = "FILE|CGP|-", allow_hyphen_values = true)]
    position: OsString,
    /// Board layout: a bundled name or a .toml file; a CGP may name its own
    #[arg(long, value_name = "L", default_value = "standard-15")]
    layout: OsString,
}

impl PositionArgs {
    /// Reads the position, with the alphabet of the lexicon.
    pub fn read(&self, alphabet: &Alphabet) -> Result<Position, Failure> {
        let setup = BoardSetup::new(alphabet.clone(), read_layout(&self.layout)?)?;
        let written = self.position.to_string_lossy();
        let path = Path::new(&self.position);
        let name = if self.position == "-" { Some("standard input".into()) } else { Some(path.display().to_string()) };
        let (name, text) = if self.position == "-" {
            (name, lexicon::read_stdin()?)
        } else if !path.exists() && written.contains('/') && written.trim().contains(' ') {
            (None, written.into_owned())
        } else {
            let bytes = read_file(path, LONGEST)?.bytes;
            (name, String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
        };
        let fail = |error: String| Failure::new(name.as_ref().map_or(error.clone(), |name| format!("{name}: {error}")));
        let cgp = read_position(&text, &setup).map_err(|error| fail(error.to_string()))?;
        Position::try_from(cgp.position).map_err(|problems| fail(problems.to_string()))
    }
}

/// Reads the board layout that an argument names: a bundled layout or a `.toml` file.
pub fn read_layout(name: &OsString) -> Result<Layout, Failure> {
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Ok(Layout::builtin(&name.to_string_lossy())?);
    }
    let text = std::fs::read_to_string(path).map_err(|error| Failure::io(path, &error))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Layout::from_toml(&name, &text).map_err(|error| Failure::of(path, error))
}

/// Warns of words on the board that are not in the lexicon. Such a position is still legal.
pub fn warn_of_phonies(position: &Position, generator: &Generator<'_>, terminal: &Terminal) {
    let phonies = position.as_unchecked().phonies(|cells| generator.has_word(cells));
    phonies.iter().for_each(|problem| terminal.warn(problem));
}
