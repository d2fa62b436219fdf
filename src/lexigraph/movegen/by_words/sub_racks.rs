//! The parts of a rack that can be laid: their keys and the leaves they leave behind.

use crate::board::Rack;

use crate::movegen::index::hash_of;
use crate::movegen::rack_state::{RackState, numbers};
use crate::movegen::{Equity, WordIndex};

use super::MOST_TILES;

/// Tiles of a rack to be laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubRack {
    /// The key of the letters; blanks add nothing.
    pub key: u64,
    /// The value of the tiles that stay on the rack.
    pub leave: Equity,
    /// Its number in mixed radix: [`SubRacks::weight`] for each tile.
    pub number: u16,
    /// The number of blanks.
    pub blanks: u8,
}

/// Sub-racks by the number of tiles, best leave first.
#[derive(Debug, Default)]
struct Sorted {
    parts: Vec<SubRack>,
    /// The end of the parts of each number of tiles.
    ends: [u16; MOST_TILES + 1],
}

impl Sorted {
    fn clear(&mut self) {
        self.parts.clear();
        self.ends = [0; MOST_TILES + 1];
    }

    fn push(&mut self, laid: usize, part: SubRack) {
        self.parts.push(part);
        self.ends[laid..].fill(self.parts.len() as u16);
    }

    fn of(&self, laid: usize) -> &[SubRack] {
        &self.parts[self.ends[laid - 1].into()..self.ends[laid].into()]
    }
}

/// The distinct parts of a rack.
#[derive(Debug, Default)]
pub(super) struct SubRacks {
    all: Sorted,
    /// Those that may be a word without tiles on the board.
    words: Sorted,
    /// The weight of each tile in mixed radix.
    weights: Vec<u16>,
    /// The key, the number of tiles and of blanks of each part, by its number.
    parts: Vec<(u64, u8, u8)>,
    order: Vec<u64>,
}

impl SubRacks {
    /// Reads a rack of at most [`MOST_TILES`] tiles.
    pub fn fill(&mut self, rack: &Rack, state: &RackState, index: &WordIndex) {
        let SubRacks { all, words, weights, parts, order } = self;
        weights.clear();
        weights.resize(64, 0);
        parts.clear();
        parts.push((0, 0, 0));
        for number in numbers(rack.tiles().bits() | u64::from(rack.blanks() > 0)) {
            let (block, blank) = (parts.len(), number == 0);
            weights[number] = block as u16;
            let key = if blank { 0 } else { hash_of(number) };
            for _ in 0..rack.counts()[number] {
                let next = parts.len() - block;
                for at in next..next + block {
                    let (before, size, blanks) = parts[at];
                    parts.push((before.wrapping_add(key), size + 1, blanks + u8::from(blank)));
                }
            }
        }
        let last = parts.len() - 1;
        let leave = |number: usize| state.leave_of_part(last - number);
        order.clear();
        order.extend(parts.iter().enumerate().map(|(number, &(_, size, _))| {
            let descending = !(leave(number).thousandths() as u32 ^ 1 << 31);
            u64::from(size) << 48 | u64::from(descending) << 16 | number as u64
        }));
        order.sort_unstable();
        all.clear();
        words.clear();
        // The first part has no tiles.
        for number in order[1..].iter().map(|&key| key as u16) {
            let (key, size, blanks) = parts[usize::from(number)];
            let part = SubRack { key, leave: leave(number.into()), number, blanks };
            all.push(size.into(), part);
            let may_be_word = match blanks {
                0 => index.has(key),
                1 => index.completing(key) != 0,
                _ => true,
            };
            if may_be_word {
                words.push(size.into(), part);
            }
        }
    }

    /// The parts of this many tiles, at least one, best leave first: all, or only those that may be a word by
    /// themselves.
    #[inline]
    pub fn of(&self, laid: usize, alone: bool) -> &[SubRack] {
        if alone { self.words.of(laid) } else { self.all.of(laid) }
    }

    /// What a tile adds to the number of a part.
    #[inline]
    pub fn weight(&self, tile: usize) -> u16 {
        self.weights[tile]
    }
}
