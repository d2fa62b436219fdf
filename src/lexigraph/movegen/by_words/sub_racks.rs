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
    /// The number of tiles.
    size: u8,
    /// The number of blanks.
    pub blanks: u8,
}

/// Sub-racks by the number of tiles, best leave first.
#[derive(Debug, Default)]
struct Sorted {
    parts: Vec<SubRack>,
    /// The first part of each number of tiles.
    starts: [u16; MOST_TILES + 2],
}

impl Sorted {
    #[inline]
    fn of(&self, laid: usize) -> &[SubRack] {
        &self.parts[self.starts[laid].into()..self.starts[laid + 1].into()]
    }
}

/// The distinct parts of a rack.
#[derive(Debug, Default)]
pub(super) struct SubRacks {
    all: Sorted,
    /// The sub-racks that may be a word without tiles on the board.
    words: Sorted,
    /// The weight of each tile in mixed radix.
    weights: Vec<u16>,
    /// The parts by their numbers.
    parts: Vec<SubRack>,
    order: Vec<i64>,
}

impl SubRacks {
    /// Reads a rack of at most [`MOST_TILES`] tiles.
    pub fn fill(&mut self, rack: &Rack, state: &RackState, index: &WordIndex) {
        let SubRacks { all, words, weights, parts, order } = self;
        weights.resize(64, 0);
        parts.clear();
        parts.push(SubRack { key: 0, leave: Equity::ZERO, number: 0, size: 0, blanks: 0 });
        for tile in numbers(rack.tiles().bits() | u64::from(rack.blanks() > 0)) {
            let (block, blank) = (parts.len(), tile == 0);
            weights[tile] = block as u16;
            let key = if blank { 0 } else { hash_of(tile) };
            for _ in 0..rack.counts()[tile] {
                let next = parts.len() - block;
                parts.extend_from_within(next..);
                for part in &mut parts[next + block..] {
                    part.key = part.key.wrapping_add(key);
                    part.blanks += u8::from(blank);
                    part.size += 1;
                }
            }
        }
        let last = parts.len() - 1;
        let mut ends = [0; MOST_TILES + 1];
        for (number, part) in parts.iter_mut().enumerate() {
            part.number = number as u16;
            part.leave = state.leave_of_part(last - number);
            ends[usize::from(part.size)] += 1;
        }
        all.starts = [0; MOST_TILES + 2];
        words.starts = all.starts;
        for (size, count) in ends.iter_mut().enumerate() {
            all.starts[size + 1] = all.starts[size] + *count;
            *count = all.starts[size];
        }
        // By the number of tiles, best leave first.
        order.resize(parts.len(), 0);
        for part in &*parts {
            let size = usize::from(part.size);
            let (first, mut at) = (usize::from(all.starts[size]), usize::from(ends[size]));
            ends[size] += 1;
            let key = i64::from(part.leave.thousandths()) << 16 | i64::from(part.number);
            while at > first && order[at - 1] < key {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = key;
        }
        all.parts.clear();
        all.parts.extend(order.iter().map(|&key| parts[usize::from(key as u16)]));
        words.parts.clear();
        for part in &all.parts {
            let may_be_word = match part.blanks {
                0 => index.has(part.key),
                1 => index.completing(part.key) != 0,
                _ => true,
            };
            if may_be_word {
                words.parts.push(*part);
            }
            words.starts[usize::from(part.size) + 1] = words.parts.len() as u16;
        }
    }

    /// The parts of this many tiles, best leave first: all, or only those that may be a word by themselves.
    #[inline]
    pub fn of(&self, laid: usize, alone: bool) -> &[SubRack] {
        if alone { self.words.of(laid) } else { self.all.of(laid) }
    }

    /// The best leave of the parts of this many tiles, if there are any.
    #[inline]
    pub fn best_leave(&self, laid: usize, alone: bool) -> Option<Equity> {
        self.of(laid, alone).first().map(|part| part.leave)
    }

    /// The amount that a tile adds to the number of a part.
    #[inline]
    pub fn weight(&self, tile: usize) -> u16 {
        self.weights[tile & 63]
    }
}
