//! The `hash` layout: one open-addressing table from (node, letter) to node.
//!
//! Dictionaries of word games have been built on a hash table of nodes; this keeps that design measurable beside the others, in its
//! best form: one flat table, eight bytes an arc, at most half full, linear probing. A child is one probe; which children there
//! are takes a probe for each letter of the alphabet.

use super::{Encoded, GraphSection};
use crate::alphabet::{Tile, TileSet};
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, ArcsByTile, WordGraph};
use crate::image::ImageError;

const NODE_BITS: u32 = 27;
const NODE_MASK: u64 = (1 << NODE_BITS) - 1;

/// Where the search for a key begins. Key: node, and letter in the low eight bits.
#[inline]
fn home(key: u64, log: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - log)) as usize
}

pub(super) fn encode(graph: MinimalGraph<'_>, letters: usize) -> Result<Encoded, ImageError> {
    let states = graph.states();
    if states.len() as u64 > NODE_MASK {
        let got = states.len() as u64;
        return Err(ImageError::Limit { layout: "hash", limit: NODE_MASK, what: "nodes", got });
    }
    // Dense numbers, the end state keeping 0.
    let mut numbers = vec![0u64; graph.bound()];
    states.iter().zip(1..).for_each(|(&state, number)| numbers[state as usize] = number);
    let arcs: usize = states.iter().map(|&state| graph.arcs_of(state).len()).sum();
    let log = (arcs * 2).max(2).next_power_of_two().trailing_zeros();
    let mut table = vec![0u64; 1 << log];
    for &state in &states {
        let node = |state: State| numbers[state as usize];
        for arc in graph.arcs_of(state) {
            let key = node(state) << 8 | u64::from(arc.tile.number());
            let mut at = home(key, log);
            while table[at] != 0 {
                at = (at + 1) & (table.len() - 1);
            }
            table[at] = node(arc.target) | u64::from(arc.accepts) << NODE_BITS | key << (NODE_BITS + 1);
        }
    }
    let mut bytes = Vec::with_capacity(table.len() * 8);
    table.iter().for_each(|entry| bytes.extend_from_slice(&entry.to_le_bytes()));
    Ok(Encoded { parameters: [log.into(), states.len() as u64, numbers[graph.root() as usize], letters as u64, 0], bytes })
}

/// A graph in the `hash` layout. A node is its number.
#[derive(Clone, Copy, Debug)]
pub struct Hash<'a, const WIDE: bool> {
    entries: &'a [[u8; 8]],
    log: u32,
    root: u64,
    letters: u8,
}

impl<'a, const WIDE: bool> Hash<'a, WIDE> {
    /// Looks at a section as a graph.
    ///
    /// # Errors
    /// [`ImageError`] when sizes do not fit the section or, if it is to be checked, an entry names a node that is not there.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let [log, nodes, root, letters, _] = section.parameters;
        if !(1..=40).contains(&log) || section.bytes.len() as u64 != 8 << log || letters > 255 {
            return Err(ImageError::Field { offset: 0, what: "the graph's table does not fill its section" });
        }
        let graph = Hash { entries: section.bytes.as_chunks().0, log: log as u32, root, letters: letters as u8 };
        if section.check {
            let wrong = |arc| ImageError::Arc { graph: section.kind.name(), arc };
            if root > nodes {
                return Err(wrong(0));
            }
            let bad = |entry: &[u8; 8]| {
                let entry = u64::from_le_bytes(*entry);
                entry & NODE_MASK > nodes || entry >> (NODE_BITS + 9) > nodes
            };
            if let Some(bad) = graph.entries.iter().position(bad) {
                return Err(wrong(bad as u64));
            }
        }
        Ok(graph)
    }
}

impl<'a, const WIDE: bool> WordGraph for Hash<'a, WIDE> {
    type Node = u64;
    type Arcs<'g>
        = ArcsByTile<'g, Self>
    where
        Self: 'g;
    const WIDE: bool = WIDE;

    #[inline]
    fn root(&self) -> u64 {
        self.root
    }

    fn tiles(&self, node: u64) -> TileSet {
        (0..=self.letters).map(Tile::from_label).filter(|&tile| self.child(node, tile).is_some()).collect()
    }

    fn accepting(&self, node: u64) -> TileSet {
        let accepts = |&tile: &Tile| self.child(node, tile).is_some_and(|arc| arc.accepts);
        (0..=self.letters).map(Tile::from_label).filter(accepts).collect()
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        let key = node << 8 | u64::from(tile.number());
        let mut at = home(key, self.log);
        // A table without a free entry, which only a broken image has, must not trap the search.
        for _ in 0..self.entries.len() {
            let entry = u64::from_le_bytes(*self.entries.get(at)?);
            if entry == 0 {
                return None;
            }
            if entry >> (NODE_BITS + 1) == key {
                return Some(Arc { tile, accepts: entry >> NODE_BITS & 1 != 0, target: entry & NODE_MASK });
            }
            at = (at + 1) & (self.entries.len() - 1);
        }
        None
    }

    #[inline]
    fn arcs(&self, node: u64) -> ArcsByTile<'_, Self> {
        ArcsByTile::new(self, node)
    }

    // One probe for each letter that is asked for, not for each of the alphabet.
    #[inline]
    fn for_arcs_among(&self, node: u64, among: TileSet, mut each: impl FnMut(Arc<u64>)) {
        if WIDE {
            return self.arcs(node).filter(|arc| among.contains(arc.tile)).for_each(each);
        }
        let letters = u64::MAX >> (63 - self.letters.min(63));
        TileSet::from_bits(among.bits() & letters).into_iter().filter_map(|tile| self.child(node, tile)).for_each(&mut each);
    }

    #[inline]
    fn accepting_among(&self, node: u64, among: TileSet) -> TileSet {
        if WIDE {
            return self.accepting(node) & among;
        }
        let letters = u64::MAX >> (63 - self.letters.min(63));
        let among = TileSet::from_bits(among.bits() & letters);
        among.into_iter().filter(|&tile| self.child(node, tile).is_some_and(|arc| arc.accepts)).collect()
    }
}
