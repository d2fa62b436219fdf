//! The `hash` layout: one hash table from (node, letter) to node.
//!
//! Some dictionaries of word games are hash tables of nodes. This layout makes that design comparable with the others,
//! in its best form: one flat table with linear probing, at most half full, with eight bytes an arc. Finding a child
//! takes one probe; finding all children takes a probe for each letter of the alphabet.

use std::ops::ControlFlow;

use super::{Encoded, GraphSection};
use crate::alphabet::{Tile, TileSet};
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, ArcsByTile, MaskedGraph, TileMask, WordGraph, sealed};
use crate::image::ImageError;

const NODE_BITS: u32 = 27;
const NODE_MASK: u64 = (1 << NODE_BITS) - 1;

/// The index at which the search for a key starts. A key consists of the node and, in the low eight bits, the letter.
#[inline]
fn start(key: u64, log: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - log)) as usize
}

pub(super) fn encode(graph: MinimalGraph<'_>, letters: usize) -> Result<Encoded, ImageError> {
    let states = graph.states();
    if states.len() as u64 > NODE_MASK {
        let got = states.len() as u64;
        return Err(ImageError::Limit { layout: "hash", limit: NODE_MASK, what: "nodes", got });
    }
    // Dense numbers; the end state keeps 0.
    let mut numbers = vec![0u64; graph.bound()];
    states.iter().zip(1..).for_each(|(&state, number)| numbers[state as usize] = number);
    let arcs: usize = states.iter().map(|&state| graph.arcs_of(state).len()).sum();
    let log = (arcs * 2).max(2).next_power_of_two().trailing_zeros();
    let mut table = vec![0u64; 1 << log];
    for &state in &states {
        let node = |state: State| numbers[state as usize];
        for arc in graph.arcs_of(state) {
            let key = node(state) << 8 | u64::from(arc.tile.number());
            let mut at = start(key, log);
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

/// A graph in the `hash` layout. The handle of a node is its number.
#[derive(Clone, Copy, Debug)]
pub struct Hash<'a, const WIDE: bool> {
    entries: &'a [[u8; 8]],
    log: u32,
    root: u64,
    letters: u8,
}

impl<'a, const WIDE: bool> Hash<'a, WIDE> {
    /// The graph in a section.
    ///
    /// # Errors
    /// [`ImageError`] if the sizes do not match the section; with [`check`](GraphSection::check) also if an entry names
    /// a node that does not exist.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let [log, nodes, root, letters, _] = section.parameters;
        if !(1..=40).contains(&log) || section.bytes.len() as u64 != 8 << log || letters > 255 {
            return Err(ImageError::Field { offset: 0, what: "the graph's table does not fill its section" });
        }
        let graph = Hash { entries: section.bytes.as_chunks().0, log: log as u32, root, letters: letters as u8 };
        if section.check {
            let wrong = |arc| section.wrong_arc(arc);
            if root > nodes {
                return Err(wrong(0));
            }
            let bad_label = |entry: &[u8; 8]| {
                let entry = u64::from_le_bytes(*entry);
                entry != 0 && !section.allows((entry >> (NODE_BITS + 1)) as u8, entry >> NODE_BITS & 1 != 0)
            };
            if letters as usize != section.letters {
                return Err(ImageError::Field { offset: 0, what: "the graph's number of letters is not the alphabet's" });
            }
            if let Some(bad) = graph.entries.iter().position(bad_label) {
                return Err(section.wrong_label(bad as u64));
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

    #[inline]
    fn root(&self) -> u64 {
        self.root
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        let key = node << 8 | u64::from(tile.number());
        let mut at = start(key, self.log);
        // The table of a damaged image may have no free entry: the search must still end.
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
}

impl<const WIDE: bool> sealed::Sealed for Hash<'_, WIDE> {}

impl<const WIDE: bool> MaskedGraph for Hash<'_, WIDE> {
    const WIDE: bool = WIDE;

    #[inline]
    fn tiles(&self, node: u64) -> TileMask {
        (0..=self.letters).map(Tile::from_label).filter(|&tile| self.child(node, tile).is_some()).collect()
    }

    #[inline]
    fn accepting(&self, node: u64) -> TileMask {
        let accepts = |&tile: &Tile| self.child(node, tile).is_some_and(|arc| arc.accepts);
        (0..=self.letters).map(Tile::from_label).filter(accepts).collect()
    }

    // One probe for each letter in `among`, not for each letter of the alphabet.
    #[inline]
    fn for_arcs_among<B>(&self, node: u64, among: TileMask, each: impl FnMut(Arc<u64>) -> ControlFlow<B>) -> ControlFlow<B> {
        if WIDE {
            return self.arcs(node).filter(|arc| among.contains(arc.tile)).try_for_each(each);
        }
        let letters = u64::MAX >> (63 - self.letters.min(63));
        TileSet::from_bits(among.bits() & letters).into_iter().filter_map(|tile| self.child(node, tile)).try_for_each(each)
    }

    #[inline]
    fn accepting_among(&self, node: u64, among: TileMask) -> TileMask {
        if WIDE {
            return self.accepting(node) & among;
        }
        let letters = u64::MAX >> (63 - self.letters.min(63));
        let among = TileSet::from_bits(among.bits() & letters);
        among.into_iter().filter(|&tile| self.child(node, tile).is_some_and(|arc| arc.accepts)).collect()
    }
}
