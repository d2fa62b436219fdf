//! Leave values: what the tiles kept on a rack are worth, as tables and as files.
#![doc = include_str!("../../formats/klv.md")]

mod csv;
mod extended;
mod graph;
mod klv;

use std::io::{self, Write};
use std::path::Path;

use lexigraph_core::parallel;
use thiserror::Error;

use self::extended::Extension;
use self::graph::{Entry, Graph, Key, add_to, key_of};
use super::Equity;
use super::rack_state::{cell_of, numbers};
use crate::alphabet::Alphabet;
use crate::board::{MAX_RACK, Rack, RackError};
use crate::bytes::{SourceError, input_limit, read_file};

/// Values lie between −`LIMIT` and `LIMIT` points; anything beyond is taken for a mistake.
const LIMIT: f64 = 1e6;

/// Values of the tiles kept. Move generation asks for all parts of a rack at once before it begins, and for single
/// leaves only if a rack has too many parts for a table.
pub trait Leaves: Send + Sync {
    /// The value of the tiles left on the rack after a play. The same rack always has the same value.
    fn value(&self, kept: &Rack) -> Equity;

    /// Fills `values` with the values of all parts of a rack, from the empty part to the whole rack, and replaces
    /// what `values` held.
    ///
    /// The index of a part is a number in mixed radix. It has one digit for each distinct tile, which says how many
    /// of that tile the part has; the blank, then the first letter, has the lowest digit. For `AAB?` the parts are
    /// nothing, ?, A, A?, AA, AA?, B, B?, and so on. This default goes through the parts one by one; tables may find
    /// them all at once.
    fn values_of_parts(&self, whole: &Rack, values: &mut Vec<Equity>) {
        values.clear();
        let tiles = whole.tiles().bits() | u64::from(whole.blanks() > 0);
        let mut part = Rack::EMPTY;
        // Counts like an odometer.
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

/// Why leave values could not be read or written.
#[derive(Debug, Error)]
pub enum LeavesError {
    /// A line is not a pair of tiles and value.
    #[error("line {line}: '{text}' is not tiles and a value with a comma between them — write AES?,31.5")]
    Form {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// The tiles of a line cannot be read.
    #[error("line {line}: {error}")]
    Tiles {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RackError,
    },
    /// A value is not a number, or out of range.
    #[error("line {line}: '{text}' is not a value — write points with a decimal point, less than a million")]
    Value {
        /// The line, from 1.
        line: usize,
        /// The value as written.
        text: String,
    },
    /// A line gives a second value for the same tiles.
    #[error("line {line}: the tiles of '{text}' already have a value — remove one of the two lines")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The tiles as written.
        text: String,
    },
    /// Values that come from no file have the same tiles twice.
    #[error("{tiles:?} has two values — leave one of the two out")]
    Repeated {
        /// The tiles.
        tiles: Rack,
    },
    /// Keeping no tiles has a value other than 0.
    #[error("keeping no tiles has the value {value}, which no table can store — subtract it from all values")]
    Nothing {
        /// The value.
        value: Equity,
    },
    /// A CSV file is not UTF-8.
    #[error("byte {offset} is not UTF-8 — leave values are CSV in UTF-8, .klv, .klv2 or .klv16")]
    Encoding {
        /// The first wrong byte, in bytes from the start.
        offset: usize,
    },
    /// A file is too short or too long.
    #[error("{what}: the file has {got} bytes, it needs {expected} — it was cut short or extended; copy it again")]
    Length {
        /// The part that does not fit.
        what: &'static str,
        /// The length that the file should have.
        expected: u64,
        /// The length that it has.
        got: u64,
    },
    /// A node of the graph is wrong.
    #[error("node {node}: {what} — the file is damaged or made by a faulty program")]
    Node {
        /// The index of the node.
        node: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The leaves have a letter that the alphabet lacks.
    #[error("letter number {letter}, but '{alphabet}' has {letters} — use the alphabet of the leaves")]
    Letter {
        /// The number of the letter.
        letter: u8,
        /// The name of the alphabet.
        alphabet: String,
        /// The number of its letters.
        letters: usize,
    },
    /// The number of values is not the number of leaves.
    #[error("there are {values} values for {leaves} leaves — the file is damaged or made by a faulty program")]
    Count {
        /// The number of values in the file.
        values: u64,
        /// The number of leaves in the graph.
        leaves: u64,
    },
    /// A value is not a number of points.
    #[error("value {number} is {value} — values are less than a million points")]
    Range {
        /// The position of the value in the file, from 1.
        number: usize,
        /// The value.
        value: f64,
    },
    /// The format would change a value.
    #[error("{format} cannot store {tiles},{value} exactly: it would be {nearest}")]
    Inexact {
        /// The format.
        format: &'static str,
        /// The tiles.
        tiles: String,
        /// Their value.
        value: Equity,
        /// The value that would be read back.
        nearest: Equity,
    },
    /// A value is out of the range of the format.
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
    /// The graph has more nodes than the format can number.
    #[error("{format} holds at most {limit} nodes, these leaves need {got} — write .csv")]
    Nodes {
        /// The format.
        format: &'static str,
        /// The most nodes it can hold.
        limit: u64,
        /// The number of nodes.
        got: u64,
    },
    /// There are more leaves than 32 bits can number.
    #[error("more than {} leaves — leave the long ones out", u32::MAX)]
    TooMany,
    /// The file could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What to do with a value that a format cannot store exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Fail: the file must read back as it was written.
    Refuse,
    /// Store the nearest value that the format has.
    Nearest,
}

/// A file format of leave values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveFormat {
    /// Lines of tiles and points.
    Csv,
    /// Graph and 32-bit floating-point values.
    Klv2,
    /// Graph and 16-bit values in steps of 1/256 point.
    Klv,
    /// Graph and 16-bit values in steps of 1/8 point.
    Klv16,
}

/// All formats.
pub const LEAVE_FORMATS: [LeaveFormat; 4] = [LeaveFormat::Csv, LeaveFormat::Klv2, LeaveFormat::Klv, LeaveFormat::Klv16];

impl LeaveFormat {
    /// The name of the format, which is also the extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            LeaveFormat::Csv => "csv",
            LeaveFormat::Klv2 => "klv2",
            LeaveFormat::Klv => "klv",
            LeaveFormat::Klv16 => "klv16",
        }
    }

    /// A description of the format.
    pub const fn title(self) -> &'static str {
        match self {
            LeaveFormat::Csv => "leave values, one line of tiles and points for each leave: AES?,31.5",
            LeaveFormat::Klv2 => "leave values: kwg of sorted tiles, 32-bit floats (wolges, MAGPIE, macondo)",
            LeaveFormat::Klv => "leave values: kwg of sorted tiles, 16 bits in 1/256 point (wolges)",
            LeaveFormat::Klv16 => "leave values: kwg of sorted tiles, 16 bits in 1/8 point (wolges)",
        }
    }

    /// The limits of the format, as text for people.
    pub const fn limits(self) -> &'static str {
        match self {
            LeaveFormat::Csv => "leaves of 28 tiles, values in thousandths; reads compressed files",
            LeaveFormat::Klv2 => "4,194,304 nodes, 63 letters, no alphabet in the file, no checksum",
            LeaveFormat::Klv => "as klv2; values from -128 to 127.996",
            LeaveFormat::Klv16 => "as klv2; values from -4096 to 4095.875; only the extension distinguishes it from klv",
        }
    }

    /// The format with this name, in either case.
    pub fn from_name(name: &str) -> Option<LeaveFormat> {
        LEAVE_FORMATS.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format of the extension of a path.
    pub fn from_path(path: &Path) -> Option<LeaveFormat> {
        LeaveFormat::from_name(path.extension()?.to_str()?)
    }

    /// Detects the format from the content. A file that begins with a graph is one of the three klv formats, and its
    /// length tells which, except that the extension decides between the two 16-bit formats and for files without
    /// values. Everything else is CSV.
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

/// A table of leave values. Leaves that are not in the table are worth 0, unless the table is
/// [extended](LeaveTable::extended).
///
/// A graph of sorted tiles numbers the leaves, and an array holds the values by number: 4 bytes a leave and some
/// kilobytes. [`value`](Leaves::value) takes one step a tile; [`values_of_parts`](Leaves::values_of_parts) walks the
/// graph once for all parts of a rack.
#[derive(Clone, Debug)]
pub struct LeaveTable {
    graph: Graph,
    values: Vec<Equity>,
    /// The values of longer leaves.
    extension: Option<Extension>,
}

impl Default for LeaveTable {
    /// The empty table: every leave is worth 0.
    fn default() -> LeaveTable {
        LeaveTable { graph: Graph::empty(), values: Vec::new(), extension: None }
    }
}

impl LeaveTable {
    /// Reads a file of any [format](LeaveFormat::detect), compressed or not. Its tiles are those of `alphabet`.
    ///
    /// # Errors
    /// [`LeavesError`] says what is wrong and where.
    pub fn open(path: &Path, alphabet: &Alphabet) -> Result<LeaveTable, LeavesError> {
        LeaveTable::from_bytes(&read_file(path, input_limit())?.bytes, Some(path), alphabet)
    }

    /// Reads the content of a file of any format. The extension of `path` helps to detect the format.
    ///
    /// # Errors
    /// [`LeavesError`] says what is wrong and where.
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

    /// Reads lines of tiles and points (`AES?,31.5`) in any order. Empty lines and lines that begin with `#` are
    /// skipped.
    ///
    /// # Errors
    /// [`LeavesError`] names the line.
    pub fn from_csv(text: &str, alphabet: &Alphabet) -> Result<LeaveTable, LeavesError> {
        csv::read(text, alphabet)
    }

    /// Makes a table of values.
    ///
    /// # Errors
    /// [`LeavesError::Repeated`] if a leave has two values, [`LeavesError::Nothing`] if the empty leave has a value
    /// other than 0, [`LeavesError::Range`] for a value of a million points or more.
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
        // A stable sort is fast on input that is partly sorted. The first eight tiles are compared as one number.
        let first = |key: &Key| key.first_chunk().map_or(0, |tiles| u64::from_be_bytes(*tiles));
        parallel::sort_by(&mut entries, |a, b| first(&a.key).cmp(&first(&b.key)).then_with(|| a.key.cmp(&b.key)));
        let graph = Graph::of(entries.iter().map(|entry| &entry.key))?;
        Ok(LeaveTable { graph, values: entries.iter().map(|entry| entry.value).collect(), extension: None })
    }

    /// The same table, in which longer leaves than its longest, of up to `most` tiles, have the value that their parts
    /// predict. It holds no more leaves: their values are computed each time, some hundred nanoseconds for a rack of
    /// seven tiles.
    ///
    /// The mean value of the parts of a leave grows with their size. The last step of this growth, from the parts with
    /// one tile less than the longest leave to those as long as it, is taken again for each tile more.
    #[must_use]
    pub fn extended(self, most: usize) -> LeaveTable {
        let longest = self.graph.longest();
        LeaveTable { extension: Some(Extension { longest, most }), ..self }
    }

    /// The number of leaves in the table.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// `true` if the table is empty.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Calls `each` with every leave and its value, in order: blanks before letters, a leave before those that begin
    /// with it.
    pub fn for_each(&self, mut each: impl FnMut(&Rack, Equity)) {
        self.graph.for_each(&mut |key, rank| {
            each(&rack_of(key), self.values[rank as usize]);
        });
    }

    /// Writes lines of tiles and points, sorted by the number of tiles and then by the alphabet, blanks last. Equal
    /// tables give equal lines.
    ///
    /// # Errors
    /// Errors of the writer, and [`LeavesError::Letter`].
    pub fn write_csv(&self, out: &mut (impl Write + ?Sized), alphabet: &Alphabet) -> Result<(), LeavesError> {
        self.write(LeaveFormat::Csv, Rounding::Refuse, out, alphabet)
    }

    /// Writes a `.klv2` file. Equal tables give equal bytes.
    ///
    /// # Errors
    /// Errors of the writer, [`LeavesError::Letter`], and [`LeavesError::Inexact`] for thousandths that a 32-bit
    /// float cannot distinguish (from 16,384 points on).
    pub fn write_klv2(&self, out: &mut (impl Write + ?Sized), alphabet: &Alphabet) -> Result<(), LeavesError> {
        self.write(LeaveFormat::Klv2, Rounding::Refuse, out, alphabet)
    }

    /// Writes a file of any format. If the format cannot hold the table, nothing is written.
    ///
    /// # Errors
    /// Errors of the writer, [`LeavesError::Letter`], and what the format cannot hold: [`LeavesError::Overflow`],
    /// [`LeavesError::Nodes`], and [`LeavesError::Inexact`] unless rounding is allowed.
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
        if self.extension.is_some_and(|extension| extension.applies_to(kept.len())) {
            let mut values = Vec::new();
            self.values_of_parts(kept, &mut values);
            return values.pop().unwrap_or_default();
        }
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
        if let Some(extension) = self.extension.filter(|extension| whole.len() > extension.longest) {
            extension.extend(&digits[..length], values);
        }
    }
}

#[cfg(test)]
mod tests;
