//! Automata over bytes, walked as graphs over tiles: for general string dictionaries.
//!
//! The keys of such a dictionary are byte strings. A [`TileEncoding`] gives the bytes of each letter: one in ASCII,
//! several if its UTF-8 text has several. One arc of the graph is one step for each byte of its letter. The encoding
//! must be prefix-free: then a path of bytes is a path of letters in at most one way.

use crate::alphabet::{Alphabet, Case, Tile};
use crate::graph::{Arc, MaskedGraph, TileMask, WordGraph, sealed};

/// The bytes of each letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileEncoding {
    bytes: Vec<u8>,
    /// The end of each letter in `bytes`.
    ends: Vec<u32>,
}

impl TileEncoding {
    fn new(letters: impl Iterator<Item = impl AsRef<[u8]>>) -> TileEncoding {
        let mut encoding = TileEncoding { bytes: vec![], ends: vec![] };
        for letter in letters {
            encoding.bytes.extend_from_slice(letter.as_ref());
            encoding.ends.push(encoding.bytes.len() as u32);
        }
        encoding
    }

    /// The labels of an alphabet.
    pub fn labels(alphabet: &Alphabet) -> TileEncoding {
        if alphabet.case() == Case::Bytes {
            return TileEncoding::every_byte();
        }
        TileEncoding::new(alphabet.letters().iter().map(|letter| &letter.label))
    }

    /// The labels of an alphabet in lower case.
    pub fn lower(alphabet: &Alphabet) -> TileEncoding {
        if alphabet.case() == Case::Bytes {
            return TileEncoding::every_byte();
        }
        TileEncoding::new(alphabet.letters().iter().map(|letter| &letter.lower))
    }

    /// One letter for each byte except 0.
    pub fn every_byte() -> TileEncoding {
        TileEncoding::new((1..=255u8).map(|byte| [byte]))
    }

    /// The bytes of a tile; empty if the tile is not a letter.
    #[inline]
    pub fn of(&self, tile: Tile) -> &[u8] {
        let Some(at) = usize::from(tile.number()).checked_sub(1) else { return &[] };
        let Some(&end) = self.ends.get(at) else { return &[] };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start as usize..end as usize]
    }

    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.ends.len()
    }

    /// The tiles in ascending order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        (1..=self.letters().min(255)).map(|number| Tile::from_label(number as u8))
    }

    /// `true` if no letter is a prefix of another or equal to it. Quadratic in the letters.
    pub fn is_prefix_free(&self) -> bool {
        let all = || self.tiles().map(|tile| self.of(tile));
        let begins =
            |letter: &[u8], at: usize| all().enumerate().any(|(other, begin)| other != at && letter.starts_with(begin));
        !all().enumerate().any(|(at, letter)| letter.is_empty() || begins(letter, at))
    }
}

/// A step from a node of these bytes by one byte: the target, and whether a key ends there.
pub type ByteStep = fn(&[u8], u64, u8) -> Option<(u64, bool)>;

/// An automaton over bytes. Nodes are numbers.
#[derive(Clone, Copy, Debug)]
pub enum ByteAutomaton<'a> {
    /// A double array in the format of dawgdic.
    Units(Units<'a>),
    /// An automaton that another library walks.
    Other {
        /// The file.
        bytes: &'a [u8],
        /// The node from which all keys start.
        root: u64,
        /// The step by one byte.
        step: ByteStep,
    },
}

impl ByteAutomaton<'_> {
    /// The node from which all keys start.
    pub fn root(&self) -> u64 {
        match self {
            ByteAutomaton::Units(graph) => graph.root(),
            ByteAutomaton::Other { root, .. } => *root,
        }
    }

    /// The target of a node by one byte, and whether a key ends there.
    #[inline]
    pub fn step(&self, node: u64, byte: u8) -> Option<(u64, bool)> {
        match self {
            ByteAutomaton::Units(graph) => graph.step(node, byte),
            ByteAutomaton::Other { bytes, step, .. } => step(bytes, node, byte),
        }
    }
}

/// The units of a double array in the format of dawgdic. The unit for a byte of a node has the index `node ^ byte`.
///
/// A unit repeats the byte in bits 0–7. Bit 8 is set if a key ends here. Bits 10–31 are the offset, which XORed with
/// the index of the unit gives the target; if bit 9 is set, the offset is shifted left by eight bits. A unit with bit
/// 31 set holds the value of a key and has the number of its node as its index.
#[derive(Clone, Copy, Debug)]
pub struct Units<'a> {
    units: &'a [[u8; 4]],
}

/// Bit 31 of a unit: it holds a value and is not the child by any byte.
pub const IS_LEAF: u32 = 1 << 31;
/// Bit 8: a key ends with this byte.
pub const HAS_LEAF: u32 = 1 << 8;
/// Bit 9: the offset is shifted left by eight bits.
pub const EXTENSION: u32 = 1 << 9;

impl<'a> Units<'a> {
    /// The units in these bytes. An incomplete unit at the end is ignored.
    pub fn new(bytes: &'a [u8]) -> Units<'a> {
        Units { units: bytes.as_chunks().0 }
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// `true` if there are no units.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The unit at an index.
    #[inline]
    pub fn unit(&self, index: u64) -> Option<u32> {
        self.units.get(index as usize).map(|unit| u32::from_le_bytes(*unit))
    }

    /// The bytes that occur in the units, ascending. Linear.
    pub fn bytes(&self) -> Vec<u8> {
        let mut found = [false; 256];
        let units = self.units.iter().map(|unit| u32::from_le_bytes(*unit)).filter(|unit| unit & IS_LEAF == 0);
        units.for_each(|unit| found[(unit & 0xff) as usize] = true);
        (1..=255).filter(|&byte| found[usize::from(byte)]).collect()
    }

    /// The target of the unit at an index.
    #[inline]
    pub fn target(index: u64, unit: u32) -> u64 {
        index ^ u64::from(unit >> 10) << if unit & EXTENSION == 0 { 0 } else { 8 }
    }

    fn root(&self) -> u64 {
        self.unit(0).map_or(u64::MAX, |unit| Units::target(0, unit))
    }

    #[inline]
    fn step(&self, node: u64, byte: u8) -> Option<(u64, bool)> {
        let index = node ^ u64::from(byte);
        let unit = self.unit(index)?;
        (unit & (IS_LEAF | 0xff) == u32::from(byte)).then(|| (Units::target(index, unit), unit & HAS_LEAF != 0))
    }
}

/// A graph over tiles on top of an automaton over bytes.
#[derive(Clone, Copy, Debug)]
pub struct ByteGraph<'a> {
    graph: ByteAutomaton<'a>,
    encoding: &'a TileEncoding,
}

impl<'a> ByteGraph<'a> {
    /// The graph of an automaton. A key that contains anything but these letters is not in the graph.
    pub fn new(graph: ByteAutomaton<'a>, encoding: &'a TileEncoding) -> ByteGraph<'a> {
        ByteGraph { graph, encoding }
    }

    /// The name of the file format.
    pub fn layout_name(&self) -> &'static str {
        match self.graph {
            ByteAutomaton::Units(_) => "dawgdic",
            ByteAutomaton::Other { .. } => "fst",
        }
    }
}

impl<'a> WordGraph for ByteGraph<'a> {
    type Node = u64;
    type Arcs<'g>
        = ByteGraphArcs<'a>
    where
        Self: 'g;

    fn root(&self) -> u64 {
        self.graph.root()
    }

    fn arcs(&self, node: u64) -> ByteGraphArcs<'a> {
        self.arcs_among(node, TileMask::ALL_LABELS)
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        let (&last, first) = self.encoding.of(tile).split_last()?;
        let node = first.iter().try_fold(node, |node, &byte| self.graph.step(node, byte).map(|(target, _)| target))?;
        let (target, accepts) = self.graph.step(node, last)?;
        Some(Arc { tile, accepts, target })
    }
}

impl sealed::Sealed for ByteGraph<'_> {}

impl MaskedGraph for ByteGraph<'_> {
    const WIDE: bool = true;
}

impl<'a> ByteGraph<'a> {
    /// The arcs whose tiles are in `among`, in ascending order.
    #[inline]
    pub fn arcs_among(&self, node: u64, among: TileMask) -> ByteGraphArcs<'a> {
        ByteGraphArcs { graph: *self, node, next: 1, among }
    }
}

/// The arcs of a node of a [`ByteGraph`]: one look-up for each letter of the encoding.
#[derive(Clone, Debug)]
pub struct ByteGraphArcs<'a> {
    graph: ByteGraph<'a>,
    node: u64,
    next: u16,
    among: TileMask,
}

impl Iterator for ByteGraphArcs<'_> {
    type Item = Arc<u64>;

    #[inline]
    fn next(&mut self) -> Option<Arc<u64>> {
        while usize::from(self.next) <= self.graph.encoding.letters() {
            let tile = Tile::from_label(self.next as u8);
            self.next += 1;
            if self.among.contains(tile)
                && let Some(arc) = self.graph.child(self.node, tile)
            {
                return Some(arc);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_among_letters_are_detected() {
        for (name, free) in [("english", true), ("german", true), ("polish", true), ("spanish", false), ("catalan", false)] {
            let alphabet = Alphabet::builtin(name).unwrap();
            assert_eq!(TileEncoding::labels(&alphabet).is_prefix_free(), free, "{name}");
        }
        assert!(TileEncoding::every_byte().is_prefix_free());
        assert_eq!(TileEncoding::every_byte().of(Tile::from_label(200)), [200]);
        let polish = Alphabet::builtin("polish").unwrap();
        assert_eq!(TileEncoding::lower(&polish).of(polish.parse("Ą").unwrap()[0]), "ą".as_bytes());
        assert_eq!(TileEncoding::labels(&polish).of(Tile::SEPARATOR), [0u8; 0]);
        assert_eq!(TileEncoding::labels(&polish).of(Tile::from_label(255)), [0u8; 0]);
    }
}
