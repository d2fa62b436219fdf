//! A Caroline Word Graph as a graph: nodes that name a mask of children and where they lie.

use crate::alphabet::{Tile, TileSet};
use crate::graph::{Arc, ArcsByTile, WordGraph};

/// The letters a mask has bits for; the nodes of the first letters are 1 to this.
pub const LETTERS: u32 = 26;

/// Bits 0–16 of a node: its first child.
pub const CHILD: u32 = (1 << 17) - 1;
/// From bit 17 on: the number of the mask of its children.
pub const MASK_SHIFT: u32 = 17;
/// The most masks there can be.
pub const MOST_MASKS: u32 = 1 << 13;
/// Bit 30: a word ends here.
pub const ENDS: u32 = 1 << 30;

/// The handle of the root, which has no node of its own: no children and mask can have this one.
const ROOT: u64 = 1 << 32;

/// A graph in which a letter's node is found by counting bits: the node of the *n*th letter of a mask is the *n*th from the first child on.
///
/// A handle is the mask number and first child of a node, as they lie in it.
#[derive(Clone, Copy, Debug)]
pub struct Cwg<'a> {
    nodes: &'a [[u8; 4]],
    masks: &'a [[u8; 4]],
}

fn number(words: &[[u8; 4]], index: u64) -> Option<u32> {
    words.get(index as usize).map(|word| u32::from_le_bytes(*word))
}

impl<'a> Cwg<'a> {
    /// Looks at nodes and masks as a graph; nothing is checked, and reading is safe all the same.
    pub fn new(nodes: &'a [[u8; 4]], masks: &'a [[u8; 4]]) -> Cwg<'a> {
        Cwg { nodes, masks }
    }

    /// The node at an index.
    pub fn node(&self, index: u64) -> Option<u32> {
        number(self.nodes, index)
    }

    /// The handle of what a node leads to; 0 for the end state.
    pub fn target(node: u32) -> u64 {
        if node & CHILD == 0 { 0 } else { u64::from(node & !ENDS) }
    }

    /// The first child of a handle and the mask of all; `None` for the root, the end state, and a mask that is not there.
    pub fn children(&self, handle: u64) -> Option<(u64, u32)> {
        let mask = number(self.masks, handle >> MASK_SHIFT)?;
        (handle != 0 && handle < ROOT).then_some((handle & u64::from(CHILD), mask))
    }

    /// The node of a letter below a handle.
    fn index(&self, handle: u64, letter: u32) -> Option<u64> {
        if handle == ROOT {
            return Some(u64::from(letter) + 1);
        }
        let (child, mask) = self.children(handle)?;
        (mask >> letter & 1 == 1).then(|| child + u64::from((mask & ((1 << letter) - 1)).count_ones()))
    }
}

impl WordGraph for Cwg<'_> {
    type Node = u64;
    type Arcs<'g>
        = ArcsByTile<'g, Self>
    where
        Self: 'g;
    const WIDE: bool = false;

    fn root(&self) -> u64 {
        ROOT
    }

    fn tiles(&self, handle: u64) -> TileSet {
        if handle == ROOT {
            let there = |letter: &u32| self.node(u64::from(letter + 1)).is_some_and(|node| node != 0);
            return TileSet::from_bits((0..LETTERS).filter(there).fold(0, |bits, letter| bits | 2 << letter));
        }
        let bits = self.children(handle).map_or(0, |(_, mask)| mask & ((1 << LETTERS) - 1));
        TileSet::from_bits(u64::from(bits) << 1)
    }

    fn child(&self, handle: u64, tile: Tile) -> Option<Arc<u64>> {
        let letter = u32::from(tile.number()).checked_sub(1).filter(|&letter| letter < LETTERS)?;
        let node = self.node(self.index(handle, letter)?)?;
        (handle != ROOT || node != 0).then(|| Arc { tile, accepts: node & ENDS != 0, target: Cwg::target(node) })
    }

    fn arcs(&self, handle: u64) -> ArcsByTile<'_, Self> {
        ArcsByTile::new(self, handle)
    }
}
