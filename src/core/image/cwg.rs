//! The Caroline Word Graph: a node holds the number of a child mask and the index of its first child.

use crate::alphabet::Tile;
use crate::graph::{Arc, ArcsByTile, MaskedGraph, TileMask, WordGraph, sealed};

/// The number of letters in a mask. Nodes 1 to 26 are the children of the root.
pub const LETTERS: u32 = 26;

/// Bits 0–16 of a node: the index of its first child.
pub const CHILD: u32 = (1 << 17) - 1;
/// From bit 17 on: the number of its child mask.
pub const MASK_SHIFT: u32 = 17;
/// The greatest number of masks.
pub const MAX_MASKS: u32 = 1 << 13;
/// Bit 30: a word ends here.
pub const ACCEPTS: u32 = 1 << 30;

/// The handle of the root, which has no node of its own. No combination of child and mask has this value.
const ROOT: u64 = 1 << 32;

/// A graph that finds a child by a population count: the child of the *n*th letter in the mask is the *n*th node from
/// the first child on.
///
/// The handle of a node consists of the mask number and the first child, in the same bits as in the file.
#[derive(Clone, Copy, Debug)]
pub struct Cwg<'a> {
    nodes: &'a [[u8; 4]],
    masks: &'a [[u8; 4]],
}

fn number(words: &[[u8; 4]], index: u64) -> Option<u32> {
    words.get(index as usize).map(|word| u32::from_le_bytes(*word))
}

impl<'a> Cwg<'a> {
    /// The graph of these nodes and masks. Nothing is checked; reading is safe whatever they hold.
    pub fn new(nodes: &'a [[u8; 4]], masks: &'a [[u8; 4]]) -> Cwg<'a> {
        Cwg { nodes, masks }
    }

    /// The node at an index.
    pub fn node(&self, index: u64) -> Option<u32> {
        number(self.nodes, index)
    }

    /// The handle of the children of a node; 0 for the end state.
    pub fn target(node: u32) -> u64 {
        if node & CHILD == 0 { 0 } else { u64::from(node & !ACCEPTS) }
    }

    /// The first child of a handle and the child mask; `None` for the root, for the end state, and if the mask is
    /// missing.
    pub fn children(&self, handle: u64) -> Option<(u64, u32)> {
        let mask = number(self.masks, handle >> MASK_SHIFT)?;
        (handle != 0 && handle < ROOT).then_some((handle & u64::from(CHILD), mask))
    }

    /// The index of the child by a letter.
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

    fn root(&self) -> u64 {
        ROOT
    }

    fn child(&self, handle: u64, tile: Tile) -> Option<Arc<u64>> {
        let letter = u32::from(tile.number()).checked_sub(1).filter(|&letter| letter < LETTERS)?;
        let node = self.node(self.index(handle, letter)?)?;
        (handle != ROOT || node != 0).then(|| Arc { tile, accepts: node & ACCEPTS != 0, target: Cwg::target(node) })
    }

    fn arcs(&self, handle: u64) -> ArcsByTile<'_, Self> {
        ArcsByTile::new(self, handle)
    }
}

impl sealed::Sealed for Cwg<'_> {}

impl MaskedGraph for Cwg<'_> {
    const WIDE: bool = false;

    fn tiles(&self, handle: u64) -> TileMask {
        if handle == ROOT {
            let in_use = |letter: &u32| self.node(u64::from(letter + 1)).is_some_and(|node| node != 0);
            return TileMask::from_bits((0..LETTERS).filter(in_use).fold(0, |bits, letter| bits | 2 << letter));
        }
        let bits = self.children(handle).map_or(0, |(_, mask)| mask & ((1 << LETTERS) - 1));
        TileMask::from_bits(u64::from(bits) << 1)
    }
}
