//! Equity, and what the tiles kept on a rack are worth.

use std::collections::HashMap;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use thiserror::Error;

use crate::alphabet::Alphabet;
use crate::board::{Rack, RackError, pairs};

/// Points in thousandths: what plays are compared by. Score plus the value of the tiles kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Equity(i32);

impl Equity {
    /// Nothing.
    pub const ZERO: Equity = Equity(0);
    /// Below every other.
    pub const MIN: Equity = Equity(i32::MIN);

    /// So many whole points; stays at the end of the range, some two million points.
    #[inline]
    pub const fn from_points(points: i32) -> Equity {
        Equity(points.saturating_mul(1000))
    }

    /// So many thousandths of a point.
    #[inline]
    pub const fn from_thousandths(thousandths: i32) -> Equity {
        Equity(thousandths)
    }

    /// Thousandths of a point.
    #[inline]
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// In points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl Add for Equity {
    type Output = Equity;
    #[inline]
    fn add(self, other: Equity) -> Equity {
        Equity(self.0.saturating_add(other.0))
    }
}

impl Sub for Equity {
    type Output = Equity;
    #[inline]
    fn sub(self, other: Equity) -> Equity {
        Equity(self.0.saturating_sub(other.0))
    }
}

impl Neg for Equity {
    type Output = Equity;
    fn neg(self) -> Equity {
        Equity(self.0.saturating_neg())
    }
}

/// Points with three decimals.
impl fmt::Display for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:03}", size / 1000, size % 1000)
    }
}

/// What the tiles kept are worth. It is asked once for each distinct part of a rack before the plays are generated, and again for
/// plays only where a rack has too many parts to keep in a table.
pub trait Leaves: Send + Sync {
    /// The value of the tiles left on the rack after a play; the same for the same rack at every time.
    fn value(&self, kept: &Rack) -> Equity;
}

/// A file of leave values that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
}

/// Leave values from a table; tiles that are not in it are worth nothing.
#[derive(Clone, Debug, Default)]
pub struct LeaveTable {
    values: HashMap<Rack, Equity>,
}

impl LeaveTable {
    /// Reads comma-separated lines of tiles and points (`AES?,31.5`); empty lines and lines that begin with `#` are passed over.
    ///
    /// # Errors
    /// [`LeavesError`] with the line.
    pub fn from_csv(text: &str, alphabet: &Alphabet) -> Result<LeaveTable, LeavesError> {
        let mut values = HashMap::new();
        for (line, pair) in pairs(text) {
            let (tiles, value) = pair.map_err(|text| LeavesError::Form { line, text: text.to_owned() })?;
            let rack = Rack::parse(tiles, alphabet).map_err(|error| LeavesError::Tiles { line, error })?;
            let value = value.trim();
            let points: Option<f64> = value.parse().ok().filter(|points: &f64| points.abs() < 1e6);
            let points = points.ok_or_else(|| LeavesError::Value { line, text: value.to_owned() })?;
            if values.insert(rack, Equity((points * 1000.0).round() as i32)).is_some() {
                return Err(LeavesError::Twice { line, text: tiles.to_owned() });
            }
        }
        Ok(LeaveTable { values })
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl Leaves for LeaveTable {
    fn value(&self, kept: &Rack) -> Equity {
        self.values.get(kept).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equity_prints_thousandths() {
        for (thousandths, text) in [(0, "0.000"), (-1, "-0.001"), (31_500, "31.500"), (-2_070, "-2.070")] {
            assert_eq!(Equity(thousandths).to_string(), text);
        }
        assert_eq!(Equity::from_points(i32::MAX) + Equity(5), Equity(i32::MAX));
    }

    #[test]
    fn tables_read_and_errors_name_the_line() {
        let english = Alphabet::builtin("english").unwrap();
        let table = LeaveTable::from_csv("# kept,points\n\nSAE?,31.5\r\nQ,-6.0625\n", &english).unwrap();
        let value = |text: &str| table.value(&Rack::parse(text, &english).unwrap()).thousandths();
        assert_eq!((value("?SEA"), value("Q"), value("QU"), table.len()), (31_500, -6_063, 0, 2));
        let error = |text: &str| LeaveTable::from_csv(text, &english).unwrap_err();
        assert!(matches!(error("A,1\nB"), LeavesError::Form { line: 2, .. }));
        assert!(matches!(error("A1,1"), LeavesError::Tiles { line: 1, .. }));
        assert!(matches!(error("A,NaN"), LeavesError::Value { line: 1, .. }));
        assert!(matches!(error("AB,1\nBA,2"), LeavesError::Twice { line: 2, .. }));
    }
}
