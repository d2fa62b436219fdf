//! Automata over bytes looked at as graphs over tiles: what the general string dictionaries are made of.
//!
//! Their keys are bytes. A letter is what it is spelled with there: one byte of ASCII, or several where UTF-8 takes several, and one arc
//! of the graph is then as many steps. That is sound as long as no letter begins with all of another ([`Spelling`] sees to it): then a
//! path of bytes is a path of letters in one way only.

use crate::alphabet::{Alphabet, Case, Tile, TileSet};
use crate::graph::{Arc, WordGraph};

/// What letters are spelled with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    bytes: Vec<u8>,
    /// Where each letter ends in `bytes`.
    ends: Vec<u32>,
}

impl Spelling {
    fn new(letters: impl Iterator<Item = impl AsRef<[u8]>>) -> Spelling {
        let mut spelling = Spelling { bytes: vec![], ends: vec![] };
        for letter in letters {
            spelling.bytes.extend_from_slice(letter.as_ref());
            spelling.ends.push(spelling.bytes.len() as u32);
        }
        spelling
    }

    /// Letters as they are printed.
    pub fn labels(alphabet: &Alphabet) -> Spelling {
        if alphabet.case() == Case::Bytes {
            return Spelling::every_byte();
        }
        Spelling::new(alphabet.letters().iter().map(|letter| &letter.label))
    }

    /// Letters as a blank prints them: in lower case.
    pub fn lower(alphabet: &Alphabet) -> Spelling {
        if alphabet.case() == Case::Bytes {
            return Spelling::every_byte();
        }
        Spelling::new(alphabet.letters().iter().map(|letter| &letter.lower))
    }

    /// Each byte but 0 is a letter.
    pub fn every_byte() -> Spelling {
        Spelling::new((1..=255u8).map(|byte| [byte]))
    }

    /// The bytes of a tile; none for one that is no letter.
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

    /// The tiles, in order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        (1..=self.letters().min(255)).map(|number| Tile::from_label(number as u8))
    }

    /// Whether no letter begins with all of another, nor is the same. Quadratic in the letters.
    pub fn is_prefix_free(&self) -> bool {
        let all = || self.tiles().map(|tile| self.of(tile));
        let begins =
            |letter: &[u8], at: usize| all().enumerate().any(|(other, begin)| other != at && letter.starts_with(begin));
        !all().enumerate().any(|(at, letter)| letter.is_empty() || begins(letter, at))
    }
}

/// Where a byte leads from a node of a file, and whether a key ends with it.
pub type Step = fn(&[u8], u64, u8) -> Option<(u64, bool)>;

/// An automaton over bytes; nodes are numbers.
#[derive(Clone, Copy, Debug)]
pub enum ByteAutomaton<'a> {
    /// A double array of dawgdic.
    Units(Units<'a>),
    /// Something that another library walks.
    Other {
        /// The file.
        bytes: &'a [u8],
        /// Where every key begins.
        root: u64,
        /// Where a byte leads from a node of these bytes.
        step: Step,
    },
}

impl ByteAutomaton<'_> {
    /// Where every key begins.
    pub fn root(&self) -> u64 {
        match self {
            ByteAutomaton::Units(graph) => graph.root(),
            ByteAutomaton::Other { root, .. } => *root,
        }
    }

    /// Where a byte leads from a node, and whether a key ends with it.
    #[inline]
    pub fn step(&self, node: u64, byte: u8) -> Option<(u64, bool)> {
        match self {
            ByteAutomaton::Units(graph) => graph.step(node, byte),
            ByteAutomaton::Other { bytes, step, .. } => step(bytes, node, byte),
        }
    }
}

/// The units of a double array, as dawgdic lays them: where a node leads by a byte is at `node ^ byte`, and the byte is there again.
///
/// A unit has the byte in bits 0–7, in bit 8 whether a key ends here, and in bits 10–31 what its own index has to be xored with for the
/// node it leads to; eight bits are to be added on the right when bit 9 is set. With bit 31 set it is the value of a key, at the node's own number.
#[derive(Clone, Copy, Debug)]
pub struct Units<'a> {
    units: &'a [[u8; 4]],
}

/// Bit 31 of a unit: a value, which is the child of no byte.
pub const VALUE: u32 = 1 << 31;
/// Bit 8: a key ends with this byte.
pub const ENDS: u32 = 1 << 8;
/// Bit 9: the offset lacks its lowest eight bits.
pub const FAR: u32 = 1 << 9;

impl<'a> Units<'a> {
    /// Looks at bytes as units; a rest of less than four is left out.
    pub fn new(bytes: &'a [u8]) -> Units<'a> {
        Units { units: bytes.as_chunks().0 }
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The unit at an index.
    #[inline]
    pub fn unit(&self, index: u64) -> Option<u32> {
        self.units.get(index as usize).map(|unit| u32::from_le_bytes(*unit))
    }

    /// The bytes that any unit has, ascending. Linear.
    pub fn bytes(&self) -> Vec<u8> {
        let mut found = [false; 256];
        let units = self.units.iter().map(|unit| u32::from_le_bytes(*unit)).filter(|unit| unit & VALUE == 0);
        units.for_each(|unit| found[(unit & 0xff) as usize] = true);
        (1..=255).filter(|&byte| found[usize::from(byte)]).collect()
    }

    /// The node that the unit at an index leads to.
    #[inline]
    pub fn target(index: u64, unit: u32) -> u64 {
        index ^ u64::from(unit >> 10) << if unit & FAR == 0 { 0 } else { 8 }
    }

    fn root(&self) -> u64 {
        self.unit(0).map_or(u64::MAX, |unit| Units::target(0, unit))
    }

    #[inline]
    fn step(&self, node: u64, byte: u8) -> Option<(u64, bool)> {
        let index = node ^ u64::from(byte);
        let unit = self.unit(index)?;
        (unit & (VALUE | 0xff) == u32::from(byte)).then(|| (Units::target(index, unit), unit & ENDS != 0))
    }
}

/// A graph over tiles whose letters are spelled with bytes.
#[derive(Clone, Copy, Debug)]
pub struct ByteGraph<'a> {
    graph: ByteAutomaton<'a>,
    spelling: &'a Spelling,
}

impl<'a> ByteGraph<'a> {
    /// The graph of an automaton; every key of it has to be made of these letters, or the rest of it will not be seen.
    pub fn new(graph: ByteAutomaton<'a>, spelling: &'a Spelling) -> ByteGraph<'a> {
        ByteGraph { graph, spelling }
    }

    /// The name of the format whose nodes these are.
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
    const WIDE: bool = true;

    fn root(&self) -> u64 {
        self.graph.root()
    }

    fn arcs(&self, node: u64) -> ByteGraphArcs<'a> {
        self.arcs_among(node, TileSet::from_bits(u64::MAX))
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        let (&last, first) = self.spelling.of(tile).split_last()?;
        let node = first.iter().try_fold(node, |node, &byte| self.graph.step(node, byte).map(|(target, _)| target))?;
        let (target, accepts) = self.graph.step(node, last)?;
        Some(Arc { tile, accepts, target })
    }
}

impl<'a> ByteGraph<'a> {
    /// The arcs of these tiles: no other letter is looked for.
    #[inline]
    pub fn arcs_among(&self, node: u64, among: TileSet) -> ByteGraphArcs<'a> {
        ByteGraphArcs { graph: *self, node, next: 1, among }
    }
}

/// The arcs of a node of a [`ByteGraph`] graph: one look a letter.
#[derive(Clone, Debug)]
pub struct ByteGraphArcs<'a> {
    graph: ByteGraph<'a>,
    node: u64,
    next: u16,
    among: TileSet,
}

impl Iterator for ByteGraphArcs<'_> {
    type Item = Arc<u64>;

    #[inline]
    fn next(&mut self) -> Option<Arc<u64>> {
        while usize::from(self.next) <= self.graph.spelling.letters() {
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
    fn letters_that_begin_others_are_seen() {
        for (name, free) in [("english", true), ("german", true), ("polish", true), ("spanish", false), ("catalan", false)] {
            let alphabet = Alphabet::builtin(name).unwrap();
            assert_eq!(Spelling::labels(&alphabet).is_prefix_free(), free, "{name}");
        }
        assert!(Spelling::every_byte().is_prefix_free());
        assert_eq!(Spelling::every_byte().of(Tile::from_label(200)), [200]);
        let polish = Alphabet::builtin("polish").unwrap();
        assert_eq!(Spelling::lower(&polish).of(polish.parse("Ą").unwrap()[0]), "ą".as_bytes());
        assert_eq!(Spelling::labels(&polish).of(Tile::SEPARATOR), [0u8; 0]);
        assert_eq!(Spelling::labels(&polish).of(Tile::from_label(255)), [0u8; 0]);
    }
}
