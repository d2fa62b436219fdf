//! Values of leaves that are longer than those of a table.

use super::Equity;
use super::graph::Digit;
use crate::board::MAX_RACK;

/// The range of leaves whose values are predicted from their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The most tiles of a leave in the table.
    pub longest: usize,
    /// The most tiles of a leave that is valued.
    pub most: usize,
}

impl Extension {
    /// `true` if a leave of so many tiles has a predicted value.
    pub fn applies_to(self, tiles: usize) -> bool {
        (self.longest + 1..=self.most).contains(&tiles)
    }

    /// Fills in the values of the longer parts of a rack, from those of the shorter parts.
    ///
    /// The mean value of the parts of each size lies on a straight line from the two greatest sizes of the table on. So
    /// does the mean of any leave's parts, and its own value is twice the mean of its parts with one tile less minus the
    /// mean of those with two tiles less.
    pub fn extend(self, digits: &[Digit], values: &mut [Equity]) {
        // How many of each tile the part has; counts like an odometer.
        let mut counts = [0u32; MAX_RACK];
        for part in 1..values.len() {
            for (count, digit) in counts.iter_mut().zip(digits) {
                if *count < digit.count {
                    *count += 1;
                    break;
                }
                *count = 0;
            }
            let tiles: u32 = counts[..digits.len()].iter().sum();
            if self.applies_to(tiles as usize) {
                values[part] = predicted(part, &counts[..digits.len()], i64::from(tiles), digits, values);
            }
        }
    }
}

/// The value of a part of `tiles` tiles, from the parts with one and with two tiles less.
fn predicted(part: usize, counts: &[u32], tiles: i64, digits: &[Digit], values: &[Equity]) -> Equity {
    // A part that lacks tiles is counted as often as the tiles can be taken away.
    let value = |less: u32, ways: u32| i64::from(values[part - less as usize].thousandths()) * i64::from(ways);
    let (mut one, mut two) = (0, 0);
    for (at, (&count, digit)) in counts.iter().zip(digits).enumerate().filter(|(_, (count, _))| **count > 0) {
        one += value(digit.weight, count);
        if count > 1 {
            two += value(2 * digit.weight, count * (count - 1) / 2);
        }
        for (&others, other) in counts[at + 1..].iter().zip(&digits[at + 1..]).filter(|(others, _)| **others > 0) {
            two += value(digit.weight + other.weight, count * others);
        }
    }
    let pairs = tiles * (tiles - 1) / 2;
    let thousandths = ((tiles - 1) * one - two) as f64 / pairs as f64;
    Equity::from_thousandths(thousandths.round() as i32)
}
