//! Equity: the measure by which plays are compared.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Equity, the score of a play plus the value of its leave, in thousandths of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Equity(i32);

impl Equity {
    /// Zero points.
    pub const ZERO: Equity = Equity(0);
    /// The least equity.
    pub const MIN: Equity = Equity(i32::MIN);

    /// Converts whole points; saturates at the ends of the range, some two million points.
    #[inline]
    pub const fn from_points(points: i32) -> Equity {
        Equity(points.saturating_mul(1000))
    }

    /// Converts thousandths of a point.
    #[inline]
    pub const fn from_thousandths(thousandths: i32) -> Equity {
        Equity(thousandths)
    }

    /// The equity in thousandths of a point.
    #[inline]
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// The equity in points.
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

/// Prints points with three decimals.
impl fmt::Display for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:03}", size / 1000, size % 1000)
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
}
