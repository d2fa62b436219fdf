//! Lists of sibling arcs in records of any format, as most file formats of other programs have them.
//!
//! An arc is a record of fixed size. A node is the index of its first arc; its arcs follow each other up to one with an
//! end flag. A [`Record`] gives the position of tile, flags and target at run time, so that one type walks all formats.

use crate::alphabet::Tile;
use crate::graph::{Arc, MaskedGraph, WordGraph, sealed};

/// A bit field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitField {
    /// The lowest bit.
    pub shift: u8,
    /// The number of bits, at most 32.
    pub width: u8,
}

impl BitField {
    #[inline]
    fn of(self, word: u64) -> u64 {
        word >> self.shift & ((1 << self.width) - 1)
    }

    /// The greatest value of the field.
    pub const fn max_value(self) -> u64 {
        (1 << self.width) - 1
    }
}

/// The format of an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The size of a record in bytes, at most 8.
    pub bytes: usize,
    /// `true` if the first byte is the most significant one.
    pub big_endian: bool,
    /// The index of the first arc of the target; 0 for the end state.
    pub target: BitField,
    /// The tile, less [`first_tile`](Record::first_tile).
    pub tile: BitField,
    /// The number of the tile whose field is 0.
    pub first_tile: i16,
    /// Not zero for the last arc of a node.
    pub last: BitField,
    /// Not zero if a word ends with the arc.
    pub accepts: BitField,
}

impl Record {
    #[inline]
    fn word(&self, arc: Arc<u64>, last: bool) -> u64 {
        let tile = (i16::from(arc.tile.number()) - self.first_tile) as u64 & self.tile.max_value();
        arc.target << self.target.shift
            | tile << self.tile.shift
            | u64::from(last) << self.last.shift
            | u64::from(arc.accepts) << self.accepts.shift
    }

    /// Appends a record with these values.
    #[inline]
    pub fn append(&self, arc: Arc<u64>, last: bool, bytes: &mut Vec<u8>) {
        if self.big_endian {
            return bytes.extend(self.pack(arc, last));
        }
        bytes.extend_from_slice(&self.word(arc, last).to_le_bytes()[..self.bytes]);
    }

    /// The bytes of a record with these values.
    pub fn pack(&self, arc: Arc<u64>, last: bool) -> impl Iterator<Item = u8> + use<> {
        let (word, bytes, big_endian) = (self.word(arc, last), self.bytes, self.big_endian);
        (0..bytes).map(move |at| (word >> (8 * if big_endian { bytes - 1 - at } else { at })) as u8)
    }
}

/// A graph of sibling lists in records of one format.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    record: Record,
    arcs: u64,
    root: u64,
}

impl<'a> Records<'a> {
    /// The graph of these records. Nothing is checked (see [`fault`](Records::fault)); reading is safe whatever they
    /// hold.
    pub fn new(bytes: &'a [u8], record: Record, root: u64) -> Records<'a> {
        Records { bytes, record, arcs: (bytes.len() / record.bytes) as u64, root }
    }

    /// The arc at an index, and whether it is the last of its list. Past the end: a last arc with the separator.
    #[inline]
    pub fn at(&self, index: u64) -> (Arc<u64>, bool) {
        let record = &self.record;
        let start = (index as usize).saturating_mul(record.bytes);
        let Some(bytes) = self.bytes.get(start..start.saturating_add(record.bytes)) else {
            return (Arc { tile: Tile::SEPARATOR, accepts: false, target: 0 }, true);
        };
        let fold = |word: u64, &byte: &u8| word << 8 | u64::from(byte);
        let word = if record.big_endian { bytes.iter().fold(0, fold) } else { bytes.iter().rev().fold(0, fold) };
        let tile = Tile::from_label((record.tile.of(word) as i16).wrapping_add(record.first_tile) as u8);
        let arc = Arc { tile, accepts: record.accepts.of(word) != 0, target: record.target.of(word) };
        (arc, record.last.of(word) != 0)
    }

    /// The number of records.
    pub fn len(&self) -> u64 {
        self.arcs
    }

    /// `true` if there are no records.
    pub fn is_empty(&self) -> bool {
        self.arcs == 0
    }

    /// The index of the first faulty arc from index `first` on, and its fault. Linear.
    pub fn fault(&self, first: u64, letters: usize) -> Option<(u64, RecordFault)> {
        let out = |target: u64| target != 0 && (target < first || target >= self.arcs);
        let mut unterminated = false;
        for index in first..self.arcs {
            let (arc, last) = self.at(index);
            if out(arc.target) {
                return Some((index, RecordFault::Target));
            }
            if usize::from(arc.tile.number()) > letters {
                return Some((index, RecordFault::Tile));
            }
            unterminated = !last;
        }
        if unterminated {
            return Some((self.arcs - 1, RecordFault::Unterminated));
        }
        out(self.root).then_some((0, RecordFault::Target))
    }

    /// `true` if the tiles ascend in all lists from index `first` on, as searches require. Linear.
    pub fn in_order(&self, first: u64) -> bool {
        let mut before = None;
        (first..self.arcs).all(|index| {
            let (arc, last) = self.at(index);
            let sorted = before.is_none_or(|before| before < arc.tile);
            before = (!last).then_some(arc.tile);
            sorted
        })
    }
}

/// The fault of an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// The target is outside the graph.
    Target,
    /// The tile is not in the alphabet.
    Tile,
    /// The arc is the last of the file but has no end flag.
    Unterminated,
}

/// The arcs of a node of a [`Records`] graph.
#[derive(Clone, Debug)]
pub struct RecordArcs<'a> {
    graph: Records<'a>,
    /// The next arc; 0 after the last.
    next: u64,
}

impl Iterator for RecordArcs<'_> {
    type Item = Arc<u64>;
    #[inline]
    fn next(&mut self) -> Option<Arc<u64>> {
        if self.next == 0 || self.next >= self.graph.arcs {
            return None;
        }
        let (arc, last) = self.graph.at(self.next);
        self.next = if last { 0 } else { self.next + 1 };
        Some(arc)
    }
}

impl<'a> WordGraph for Records<'a> {
    type Node = u64;
    type Arcs<'g>
        = RecordArcs<'a>
    where
        Self: 'g;

    fn root(&self) -> u64 {
        self.root
    }
    fn arcs(&self, node: u64) -> RecordArcs<'a> {
        RecordArcs { graph: *self, next: node }
    }
}

impl sealed::Sealed for Records<'_> {}

impl MaskedGraph for Records<'_> {
    const WIDE: bool = true;
}
