//! The parts of one rack as bits: one bit for each tile, equal tiles side by side.
//!
//! Of several equal tiles, a part has the lowest bits. So a play fits a part of the rack if the bits of its tiles are
//! among those of the part.

use crate::board::{Cell, Rack};

use crate::movegen::rack_state::cell_of;

/// The bits of the tiles of a rack.
#[derive(Clone, Debug)]
pub(crate) struct RackBits {
    /// The lowest bit of each tile, by its number.
    first: [u8; 64],
    /// The bits of the tiles that the rack has once.
    single: u32,
    /// The bits of each tile that the rack has more than once.
    several: Vec<u32>,
    /// The bits of the whole rack.
    whole: u32,
    /// The tile of each bit.
    cells: Vec<Cell>,
}

impl RackBits {
    pub fn new(rack: &Rack) -> RackBits {
        let mut bits = RackBits { first: [0; 64], single: 0, several: Vec::new(), whole: 0, cells: Vec::new() };
        let mut next = 0u8;
        for (number, &count) in rack.counts().iter().enumerate().filter(|&(_, &count)| count > 0) {
            bits.first[number] = next;
            let group = ((1u32 << count) - 1) << next;
            bits.whole |= group;
            if count == 1 {
                bits.single |= group;
            } else {
                bits.several.push(group);
            }
            bits.cells.extend(std::iter::repeat_n(cell_of(number), count.into()));
            next += count;
        }
        bits
    }

    /// The whole rack.
    pub fn whole(&self) -> u32 {
        self.whole
    }

    /// `true` if the rack has no blanks.
    pub fn is_plain(&self) -> bool {
        !self.cells.contains(&Cell::BLANK)
    }

    /// The part of the rack that these bits are.
    pub fn part(&self, bits: u32) -> Rack {
        let mut rack = Rack::EMPTY;
        let cells = self.cells.iter().enumerate().filter(|&(at, _)| bits >> at & 1 != 0);
        cells.for_each(|(_, &cell)| _ = rack.add(cell));
        rack
    }

    /// The bits of tiles that the rack holds.
    pub fn of(&self, cells: impl Iterator<Item = Cell>) -> u32 {
        cells.fold(0, |bits, cell| {
            let mut bit = 1 << self.first[usize::from(cell.on_rack().number())];
            while bits & bit != 0 {
                bit <<= 1;
            }
            bits | bit
        })
    }

    /// The part of the rack that is left of `part` without the tiles `used`, which it has.
    #[inline]
    pub fn without(&self, part: u32, used: u32) -> u32 {
        let mut left = part & !used & self.single;
        for &group in &self.several {
            let count = (part & group).count_ones() - (used & group).count_ones();
            left |= group & (((1 << count) - 1) << group.trailing_zeros());
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;

    #[test]
    fn parts_are_the_lowest_bits_of_each_tile() {
        let english = Alphabet::builtin("english").unwrap();
        let rack = |text: &str| Rack::parse(text, &english).unwrap();
        let whole = rack("EEABE??");
        let bits = RackBits::new(&whole);
        assert_eq!(bits.whole().count_ones(), 7);
        for taken in ["E", "EE", "A?", "??EEEAB", "", "BE?"] {
            let taken = rack(taken);
            let mut left = whole;
            assert!(taken.cells().all(|cell| left.remove(cell)));
            let used = bits.of(taken.cells());
            assert_eq!(used.count_ones() as usize, taken.len());
            assert_eq!(bits.without(bits.whole(), used), bits.of(left.cells()));
            assert_eq!(bits.part(bits.without(bits.whole(), used)), left);
        }
    }
}
