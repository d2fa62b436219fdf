//! The rack while plays are generated: tiles are taken and put back at every step.

use crate::alphabet::TileSet;
use crate::board::{Cell, Layout, MAX_RACK, Points, Rack};

use super::{Equity, Leaves};

/// Racks with more distinct parts than this get no table of leaves.
const MOST_PARTS: usize = 1 << 16;

/// The rack of a search. Tile number 0 is the blank throughout.
pub(super) struct Hand {
    counts: [u8; 64],
    /// The numbers of which there is a tile; bit 0 for blanks.
    held: u64,
    /// The number of tiles.
    pub left: usize,
    /// The number of tiles before any was taken.
    pub total: usize,
    /// What a tile is worth, by its number; 0 for a blank.
    pub points: [i32; 64],
    /// By the number of tiles laid.
    pub bonus: [i32; MAX_RACK + 1],
    /// The place in `leaves` of what is held now: a number in mixed radix, a digit for each distinct tile.
    index: usize,
    /// The weight of each tile's digit.
    weights: [u32; 64],
    /// By `index`; empty when nothing has a value, or the rack has too many parts.
    leaves: Vec<Equity>,
    /// By the number of tiles laid: the best that can be kept.
    best_leaves: [Equity; MAX_RACK + 1],
    /// Whether leaves have a value that is not in the table.
    beyond_table: bool,
    /// The points of all tiles, highest first.
    pub points_descending: [i32; MAX_RACK],
}

impl Hand {
    pub fn new() -> Hand {
        Hand {
            counts: [0; 64],
            held: 0,
            left: 0,
            total: 0,
            points: [0; 64],
            bonus: [0; MAX_RACK + 1],
            index: 0,
            weights: [0; 64],
            leaves: Vec::new(),
            best_leaves: [Equity::ZERO; MAX_RACK + 1],
            beyond_table: false,
            points_descending: [0; MAX_RACK],
        }
    }

    pub fn set_rules(&mut self, points: &Points, layout: &Layout) {
        for (number, value) in self.points.iter_mut().enumerate().skip(1) {
            *value = points.of(Cell::tile(crate::alphabet::Tile::from_label(number as u8)));
        }
        self.bonus.iter_mut().enumerate().for_each(|(laid, bonus)| *bonus = layout.bonus(laid));
    }

    /// Takes up a rack, and values its parts.
    pub fn fill(&mut self, rack: &Rack, leaves: Option<&dyn Leaves>) {
        self.counts = *rack.counts();
        self.held = rack.tiles().bits() | u64::from(rack.blanks() > 0);
        self.left = rack.len();
        self.total = rack.len();
        self.leaves.clear();
        self.best_leaves = [Equity::ZERO; MAX_RACK + 1];
        self.index = 0;
        self.weights = [0; 64];
        self.beyond_table = false;
        self.sort_points();
        let Some(leaves) = leaves else { return };
        let mut parts = 1usize;
        for number in numbers(self.held) {
            self.weights[number] = parts as u32;
            self.index += parts * usize::from(self.counts[number]);
            parts *= usize::from(self.counts[number]) + 1;
            if parts > MOST_PARTS {
                self.beyond_table = true;
                self.index = 0;
                self.weights = [0; 64];
                self.best_leaves = [Equity::from_thousandths(i32::MAX); MAX_RACK + 1];
                return;
            }
        }
        self.best_leaves = [Equity::MIN; MAX_RACK + 1];
        // Count through the parts as an odometer does.
        let mut part = Rack::EMPTY;
        let held = self.held;
        for _ in 0..parts {
            let value = leaves.value(&part);
            self.leaves.push(value);
            let best = &mut self.best_leaves[self.total - part.len()];
            *best = value.max(*best);
            for number in numbers(held) {
                let cell = cell_of(number);
                let held = if number == 0 { part.blanks() } else { part.counts()[number].into() };
                if held < usize::from(self.counts[number]) {
                    part.add(cell);
                    break;
                }
                for _ in 0..held {
                    part.remove(cell);
                }
            }
        }
    }

    /// The letters that can be laid: all of them with a blank.
    #[inline(always)] // measured: a call here costs as much as the two instructions it wraps
    pub fn available(&self) -> u64 {
        if self.held & 1 != 0 { !1 } else { self.held }
    }

    #[inline(always)] // as above
    pub fn has(&self, number: usize) -> bool {
        self.held >> number & 1 != 0
    }

    #[inline(always)] // as above
    pub fn take(&mut self, number: usize) {
        let count = &mut self.counts[number & 63];
        *count -= 1;
        self.held &= !(u64::from(*count == 0) << number);
        self.left -= 1;
        self.index -= self.weights[number & 63] as usize;
    }

    #[inline(always)] // as above
    pub fn put(&mut self, number: usize) {
        self.counts[number & 63] += 1;
        self.held |= 1 << number;
        self.left += 1;
        self.index += self.weights[number & 63] as usize;
    }

    /// What is kept is worth, when one more tile is laid.
    #[inline]
    pub fn leave_without(&self, number: usize, leaves: Option<&dyn Leaves>) -> Equity {
        let index = self.index - self.weights[number & 63] as usize;
        match self.leaves.get(index) {
            Some(&value) => value,
            None if self.beyond_table => self.value_beyond_table(number, leaves),
            None => Equity::ZERO,
        }
    }

    #[cold]
    fn value_beyond_table(&self, number: usize, leaves: Option<&dyn Leaves>) -> Equity {
        leaves.map_or(Equity::ZERO, |leaves| leaves.value(&self.rack_without(number)))
    }

    /// What is kept, when one more tile is laid.
    pub fn rack_without(&self, number: usize) -> Rack {
        let mut rack = Rack::EMPTY;
        for held in numbers(self.held) {
            let count = self.counts[held] - u8::from(held == number);
            (0..count).for_each(|_| _ = rack.add(cell_of(held)));
        }
        rack
    }

    /// The most that what is kept can be worth after laying so many tiles.
    pub fn best_leave(&self, laid: usize) -> Equity {
        self.best_leaves[laid]
    }

    fn sort_points(&mut self) {
        let mut length = 0;
        for number in numbers(self.held) {
            for _ in 0..self.counts[number] {
                self.points_descending[length] = self.points[number];
                length += 1;
            }
        }
        self.points_descending[..length].sort_unstable_by(|a, b| b.cmp(a));
    }
}

fn cell_of(number: usize) -> Cell {
    if number == 0 { Cell::BLANK } else { Cell::tile(crate::alphabet::Tile::from_label(number as u8)) }
}

/// The numbers of the bits, ascending.
pub(super) fn numbers(bits: u64) -> impl Iterator<Item = usize> {
    TileSet::from_bits(bits).into_iter().map(|tile| usize::from(tile.number()))
}
