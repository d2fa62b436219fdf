//! What the tiles kept on a rack are worth: tables of values, and their files.
#![doc = include_str!("../../../../formats/klv.md")]

mod csv;
mod graph;
mod klv;

use std::io::{self, Write};
use std::path::Path;

use lexigraph_core::parallel;
use thiserror::Error;

use self::graph::{Entry, Graph, Key, add_to, key_of};
use super::Equity;
use super::rack_state::{cell_of, numbers};
use crate::alphabet::Alphabet;
use crate::board::{MAX_RACK, Rack, RackError};
use crate::bytes::{DEFAULT_LIMIT, SourceError, read_file};

/// Values are below so many points either way: what is read beyond is taken for a mistake.
const LIMIT: f64 = 1e6;

/// What the tiles kept are worth. It is asked for all parts of a rack at once before the plays are generated, and one by one for plays
/// only where a rack has too many parts to keep in a table.
pub trait Leaves: Send + Sync {
    /// The value of the tiles left on the rack after a play; the same for the same rack at every time.
    fn value(&self, kept: &Rack) -> Equity;

    /// Fills `values` with those of all parts of a rack, the empty one and the whole among them: as many as the products of the counts of
    /// its distinct tiles, each with one added. A part's place is a number in mixed radix, with a digit for each distinct tile that says how
    /// many there are, that of the blank or else of the first letter the lowest: for `AAB?` the parts are nothing, ?, A, A?, AA, AA?,
    /// B, B?, and so on.
    ///
    /// What is there already is replaced. Tables may find all at once; this goes through the parts one by one.
    fn values_of_parts(&self, whole: &Rack, values: &mut Vec<Equity>) {
        values.clear();
        let tiles = whole.tiles().bits() | u64::from(whole.blanks() > 0);
        let mut part = Rack::EMPTY;
        // As an odometer counts.
        'parts: loop {
            values.push(self.value(&part));
            for number in numbers(tiles) {
                let cell = cell_of(number);
                if part.counts()[number] < whole.counts()[number] {
                    part.add(cell);
                    continue 'parts;
                }
                while part.remove(cell) {}
            }
            return;
        }
    }
}

/// Leave values that could not be read or written.
#[derive(Debug, Error)]
pub enum LeavesError {
    /// A line that is no pair.
    #[error("line {line}: '{text}' is not tiles and a value, parted by a comma — write AES?,31.5")]
    Form {
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// Tiles that are none.
    #[error("line {line}: {error}")]
    Tiles {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RackError,
    },
    /// A value that is no number, or out of range.
    #[error("line {line}: '{text}' is no value — write points with a decimal point, less than a million")]
    Value {
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// The same tiles a second time.
    #[error("line {line}: the tiles of '{text}' had a value already — leave one of the two out")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// The same tiles twice among values that come from no file.
    #[error("{tiles:?} has two values — leave one of the two out")]
    Repeated {
        /// The tiles.
        tiles: Rack,
    },
    /// Nothing kept is worth something.
    #[error("keeping no tiles has the value {value}, which no table has a place for — subtract it from all values")]
    Nothing {
        /// The value.
        value: Equity,
    },
    /// A text that is not UTF-8.
    #[error("byte {offset} is no UTF-8 — leave values are CSV in UTF-8, .klv, .klv2 or .klv16")]
    Encoding {
        /// Where, in bytes from the start.
        offset: usize,
    },
    /// Bytes that end too early, or go on.
    #[error(
        "{what}: the file has {got} bytes, {expected} are needed — it was cut short or something was added; copy it again"
    )]
    Length {
        /// What they are needed for.
        what: &'static str,
        /// How many bytes the file would have to have.
        expected: u64,
        /// How many it has.
        got: u64,
    },
    /// A node of the graph that cannot be.
    #[error("node {node}: {what} — the file is damaged or made by a faulty program")]
    Node {
        /// The index of the node.
        node: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// A letter that the alphabet does not have.
    #[error("letter number {letter}, but '{alphabet}' has {letters} — name the alphabet of the leaves with --alphabet")]
    Letter {
        /// The number.
        letter: u8,
        /// The name of the alphabet.
        alphabet: String,
        /// How many letters that has.
        letters: usize,
    },
    /// As many values as there are leaves it must be.
    #[error("there are {values} values for {leaves} leaves — the file is damaged or made by a faulty program")]
    Count {
        /// The number in the file.
        values: u64,
        /// Those in the graph.
        leaves: u64,
    },
    /// A value that is no number of points.
    #[error("value {number} is {value} — values are less than a million points")]
    Range {
        /// Which one, from 1.
        number: usize,
        /// What it is.
        value: f64,
    },
    /// A value that a format would change.
    #[error(
        "{format} has no exact place for {tiles},{value}: it would be {nearest} — allow it with --round, or write .klv2 or .csv"
    )]
    Inexact {
        /// The format.
        format: &'static str,
        /// The tiles.
        tiles: String,
        /// Their value.
        value: Equity,
        /// What it would be when read again.
        nearest: Equity,
    },
    /// A value past what a format can hold.
    #[error("{format} holds values from {least} to {most}, not {tiles},{value} — write .klv2 or .csv")]
    Overflow {
        /// The format.
        format: &'static str,
        /// The tiles.
        tiles: String,
        /// Their value.
        value: Equity,
        /// The lowest value it holds.
        least: Equity,
        /// The highest.
        most: Equity,
    },
    /// More nodes than a format can number.
    #[error("{format} holds at most {limit} nodes, these leaves need {got} — write .csv")]
    NodeLayout {
        /// The format.
        format: &'static str,
        /// The limit.
        limit: u64,
        /// How many there are.
        got: u64,
    },
    /// More leaves than 32 bits can number.
    #[error("more than {} leaves — leave the long ones out", u32::MAX)]
    TooMany,
    /// The file could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The system would not write.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Whether a format with steps may move a value to the nearest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// What is read again has to be what was written.
    Refuse,
    /// The nearest value the format has.
    Nearest,
}

/// A form of file that leave values come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveFormat {
    /// Lines of tiles and points.
    Csv,
    /// Graph and values of 32 bits, floating.
    Klv2,
    /// Graph and values of 16 bits in steps of 1/256 point.
    Klv,
    /// Graph and values of 16 bits in steps of 1/8 point.
    Klv16,
}

/// All forms.
pub const LEAVE_FORMATS: [LeaveFormat; 4] = [LeaveFormat::Csv, LeaveFormat::Klv2, LeaveFormat::Klv, LeaveFormat::Klv16];

impl LeaveFormat {
    /// Its name on the command line, and the extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            LeaveFormat::Csv => "csv",
            LeaveFormat::Klv2 => "klv2",
            LeaveFormat::Klv => "klv",
            LeaveFormat::Klv16 => "klv16",
        }
    }

    /// What it is.
    pub const fn title(self) -> &'static str {
        match self {
            LeaveFormat::Csv => "leave values, a line of tiles and points each: AES?,31.5",
            LeaveFormat::Klv2 => "leave values: kwg of sorted tiles, 32-bit floats (wolges, MAGPIE, macondo)",
            LeaveFormat::Klv => "leave values: kwg of sorted tiles, 16 bits in 1/256 point (wolges)",
            LeaveFormat::Klv16 => "leave values: kwg of sorted tiles, 16 bits in 1/8 point (wolges)",
        }
    }

    /// What it can hold, for people.
    pub const fn limits(self) -> &'static str {
        match self {
            LeaveFormat::Csv => "leaves of 28 tiles, values in thousandths; also compressed when read",
            LeaveFormat::Klv2 => "4,194,304 nodes, 63 letters, no alphabet in the file, no checksum",
            LeaveFormat::Klv => "as klv2; values from -128 to 127.996",
            LeaveFormat::Klv16 => "as klv2; values from -4096 to 4095.875; told from klv by its extension only",
        }
    }

    /// The form of this name.
    pub fn from_name(name: &str) -> Option<LeaveFormat> {
        LEAVE_FORMATS.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// What the extension of a file asks for.
    pub fn from_path(path: &Path) -> Option<LeaveFormat> {
        LeaveFormat::from_name(path.extension()?.to_str()?)
    }

    /// The form of these bytes. Those of a graph begin with one; which of the three it is, their length tells, and between the two with 16
    /// bits the name of the file, which decides for a file too that is too short to tell. All else is CSV.
    pub fn detect(bytes: &[u8], path: Option<&Path>) -> LeaveFormat {
        let named = path.and_then(LeaveFormat::from_path).filter(|&format| format != LeaveFormat::Csv);
        match klv::detect(bytes) {
            // Half of a .klv2 looks like a .klv.
            Some(LeaveFormat::Klv) => named.unwrap_or(LeaveFormat::Klv),
            Some(found) => found,
            None => named.unwrap_or(LeaveFormat::Csv),
        }
    }
}

/// Leave values from a table; tiles that are not in it are worth nothing.
///
/// A graph of sorted tiles numbers the leaves, and an array has the values by number: 4 bytes a leave and some kilobytes. Beside
/// [`value`](Leaves::value), which takes a step a tile, [`values_of_parts`](Leaves::values_of_parts) goes down the graph once for all.
#[derive(Clone, Debug)]
pub struct LeaveTable {
    graph: Graph,
    values: Vec<Equity>,
}

impl Default for LeaveTable {
    /// Everything is worth nothing.
    fn default() -> LeaveTable {
        LeaveTable { graph: Graph::empty(), values: Vec::new() }
    }
}

impl LeaveTable {
    /// Reads a file of any form, see [`LeaveFormat::detect`]; one that is compressed too. The tiles are those of this alphabet.
    ///
    /// # Errors
    /// [`LeavesError`] with what is wrong and where.
    pub fn open(path: &Path, alphabet: &Alphabet) -> Result<LeaveTable, LeavesError> {
        LeaveTable::from_bytes(&read_file(path, DEFAULT_LIMIT)?.bytes, Some(path), alphabet)
    }

    /// Reads the content of a file of any form; `path` is its name, where it has one.
    ///
    /// # Errors
    /// [`LeavesError`] with what is wrong and where.
    pub fn from_bytes(bytes: &[u8], path: Option<&Path>, alphabet: &Alphabet) -> Result<LeaveTable, LeavesError> {
        match LeaveFormat::detect(bytes, path) {
            LeaveFormat::Csv => {
                let encoding = |error: std::str::Utf8Error| LeavesError::Encoding { offset: error.valid_up_to() };
                LeaveTable::from_csv(std::str::from_utf8(bytes).map_err(encoding)?, alphabet)
            }
            format => klv::read(bytes, format, alphabet),
        }
    }

    /// The table that the build script has packed.
    #[cfg(feature = "bundled")]
    pub(crate) fn packed(bytes: &[u8]) -> LeaveTable {
        klv::read_packed(bytes)
    }

    /// Reads comma-separated lines of tiles and points (`AES?,31.5`), in any order; empty lines and lines that begin with `#` are passed over.
    ///
    /// # Errors
    /// [`LeavesError`] with the line.
    pub fn from_csv(text: &str, alphabet: &Alphabet) -> Result<LeaveTable, LeavesError> {
        csv::read(text, alphabet)
    }

    /// A table of these values.
    ///
    /// # Errors
    /// [`LeavesError::Repeated`] for tiles that come twice, [`LeavesError::Nothing`] for a value other than 0 of no tiles,
    /// [`LeavesError::Range`] for a million points or more.
    pub fn from_values(values: impl IntoIterator<Item = (Rack, Equity)>) -> Result<LeaveTable, LeavesError> {
        let mut entries = Vec::new();
        for (number, (tiles, value)) in (1..).zip(values) {
            if value.points().abs() >= LIMIT {
                return Err(LeavesError::Range { number, value: value.points() });
            }
            if !tiles.is_empty() {
                entries.push(Entry { key: key_of(&tiles), value });
            } else if value != Equity::ZERO {
                return Err(LeavesError::Nothing { value });
            }
        }
        LeaveTable::from_entries(entries)
    }

    fn from_entries(mut entries: Vec<Entry>) -> Result<LeaveTable, LeavesError> {
        // Stable, since that makes use of lists that are in some order already. The first tiles are compared as one number.
        let first = |key: &Key| key.first_chunk().map_or(0, |tiles| u64::from_be_bytes(*tiles));
        parallel::sort_by(&mut entries, |a, b| first(&a.key).cmp(&first(&b.key)).then_with(|| a.key.cmp(&b.key)));
        let graph = Graph::of(entries.iter().map(|entry| &entry.key))?;
        Ok(LeaveTable { graph, values: entries.iter().map(|entry| entry.value).collect() })
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Calls `each` with all tiles that have a value, sorted: blanks before letters, shorter before what begins with them.
    pub fn for_each(&self, mut each: impl FnMut(&Rack, Equity)) {
        self.graph.for_each(&mut |key, rank| {
            each(&rack_of(key), self.values[rank as usize]);
        });
    }

    /// Writes lines of tiles and points: by the number of tiles, then in the alphabet's order, blanks after letters, as the tiles
    /// are printed. The same values give the same lines.
    ///
    /// # Errors
    /// Those of the writer, and [`LeavesError::Letter`].
    pub fn write_csv(&self, out: &mut (impl Write + ?Sized), alphabet: &Alphabet) -> Result<(), LeavesError> {
        self.write(LeaveFormat::Csv, Rounding::Refuse, out, alphabet)
    }

    /// Writes a `.klv2`. The same values give the same bytes.
    ///
    /// # Errors
    /// Those of the writer, [`LeavesError::Letter`], and [`LeavesError::Inexact`] for thousandths that 32-bit floats do not tell apart
    /// (from 16,384 points on).
    pub fn write_klv2(&self, out: &mut (impl Write + ?Sized), alphabet: &Alphabet) -> Result<(), LeavesError> {
        self.write(LeaveFormat::Klv2, Rounding::Refuse, out, alphabet)
    }

    /// Writes a file of any form. Nothing is written when there is no place for something.
    ///
    /// # Errors
    /// Those of the writer, [`LeavesError::Letter`], and what the form has no place for: [`LeavesError::Overflow`], [`LeavesError::NodeLayout`], and where
    /// rounding is refused [`LeavesError::Inexact`].
    pub fn write(
        &self,
        format: LeaveFormat,
        rounding: Rounding,
        out: &mut (impl Write + ?Sized),
        alphabet: &Alphabet,
    ) -> Result<(), LeavesError> {
        self.graph.check_letters(alphabet)?;
        match format {
            LeaveFormat::Csv => Ok(csv::write(self, out, alphabet)?),
            format => Ok(out.write_all(&klv::bytes(self, format, rounding, alphabet)?)?),
        }
    }
}

/// The tiles of a key.
fn rack_of(key: &Key) -> Rack {
    let mut rack = Rack::EMPTY;
    key.iter().take_while(|&&tile| tile != 0).for_each(|&tile| _ = rack.add(cell_of(usize::from(tile) - 1)));
    rack
}

impl Leaves for LeaveTable {
    fn value(&self, kept: &Rack) -> Equity {
        let tiles = kept.tiles().bits() | u64::from(kept.blanks() > 0);
        let sorted = numbers(tiles).flat_map(|number| std::iter::repeat_n(number, kept.counts()[number].into()));
        self.graph.rank(sorted).map_or(Equity::ZERO, |rank| self.values[rank as usize])
    }

    fn values_of_parts(&self, whole: &Rack, values: &mut Vec<Equity>) {
        let mut digits = [graph::Digit::default(); MAX_RACK];
        let (mut parts, mut length) = (1usize, 0);
        let tiles = whole.tiles().bits() | u64::from(whole.blanks() > 0);
        for number in numbers(tiles) {
            let count = usize::from(whole.counts()[number]);
            digits[length] = graph::Digit { bit: 1 << number, count: count as u32, weight: parts as u32 };
            length += 1;
            parts *= count + 1;
        }
        values.clear();
        values.resize(parts, Equity::ZERO);
        self.graph.for_each_part(&digits[..length], |part, rank| {
            values[part as usize] = self.values[rank as usize];
        });
    }
}

#[cfg(test)]
mod tests;
