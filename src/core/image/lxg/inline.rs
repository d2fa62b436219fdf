//! The `fast` layout with the letters that lead on in the descriptor.
//!
//! A move generator asks of nearly every node which of a few letters lead on, and of most it hears none: with the mask in
//! the slot that has been loaded already, such a node costs nothing more. The letters that end a word stay in rows, of which there are
//! few (2,604 in ENABLE1's GADDAG, 10 KB), so that those stay in the first-level cache.

use super::GraphSection;
use super::fast::Widths;
use crate::alphabet::{Tile, TileSet};
use crate::graph::{Arc, ArcsByTile, Next, WordGraph};
use crate::image::ImageError;

/// A graph in the `fast` layout with masks in its slots of 8 bytes. A node is its descriptor; from the lowest bit: letters that lead on,
/// number of the row, base.
#[derive(Clone, Copy, Debug)]
pub struct Inline<'a> {
    slots: &'a [[u8; 8]],
    /// The letters that end a word.
    rows: &'a [[u8; 4]],
    /// The bits of the letters that lead on.
    letters: u64,
    letter_bits: u32,
    row_mask: u64,
    base_shift: u32,
    root: u64,
}

impl<'a> Inline<'a> {
    /// Whether a section in the `fast` layout has masks in its slots.
    pub fn is_in(section: &GraphSection<'_>) -> bool {
        Widths::new(&section.parameters).inline_bits > 0
    }

    /// Looks at a section as a graph.
    ///
    /// # Errors
    /// [`ImageError`] when sizes do not fit the section or, if it is to be checked, an arc leads out of the graph.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let widths = Widths::new(&section.parameters);
        let [_, rows, slots, root, _] = section.parameters;
        let fit = widths.slot_bytes == 8 && widths.mask_bytes == 4 && widths.row_bits <= 32;
        if !fit || !(1..=32).contains(&widths.inline_bits) || widths.inline_bits + widths.row_bits >= 64 {
            return Err(field("the graph's field widths are none that 'fast' has"));
        }
        let row_bytes = rows.checked_mul(4);
        let total = slots.checked_mul(8).zip(row_bytes).and_then(|(slots, rows)| slots.checked_add(rows));
        let (Some(row_bytes), Some(true)) = (row_bytes, total.map(|total| total == section.bytes.len() as u64)) else {
            return Err(field("the graph's rows and slots do not fill its section"));
        };
        let (row_bytes, slot_bytes) = section.bytes.split_at(row_bytes as usize);
        let graph = Inline {
            slots: slot_bytes.as_chunks().0,
            rows: row_bytes.as_chunks().0,
            letters: (1 << widths.inline_bits) - 1,
            letter_bits: widths.inline_bits as u32,
            row_mask: (1 << widths.row_bits) - 1,
            base_shift: (widths.inline_bits + widths.row_bits) as u32,
            root: root,
        };
        if section.check {
            let fits = |descriptor: u64| graph.row(descriptor) < rows as usize && descriptor >> graph.base_shift <= slots;
            if !fits(root) {
                return Err(ImageError::Arc { graph: section.kind.name(), arc: 0 });
            }
            if let Some(bad) = graph.slots.iter().position(|&slot| !fits(u64::from_le_bytes(slot))) {
                return Err(ImageError::Arc { graph: section.kind.name(), arc: bad as u64 });
            }
        }
        Ok(graph)
    }

    #[inline]
    fn row(&self, node: u64) -> usize {
        (node >> self.letter_bits & self.row_mask) as usize
    }

    #[inline]
    fn leading(&self, node: u64) -> u64 {
        node & self.letters
    }

    #[inline]
    fn ending(&self, node: u64) -> u64 {
        self.rows.get(self.row(node)).map_or(0, |&row| u32::from_le_bytes(row).into())
    }

    /// What lies in the slot of a letter, which is the node's own only when the letter leads on.
    #[inline]
    fn slot(&self, node: u64, tile: Tile) -> u64 {
        let slot = (node >> self.base_shift) as usize + usize::from(tile.number());
        self.slots.get(slot).map_or(0, |&slot| u64::from_le_bytes(slot))
    }
}

impl<'a> WordGraph for Inline<'a> {
    type Node = u64;
    type Arcs<'g>
        = ArcsByTile<'g, Self>
    where
        Self: 'g;
    const WIDE: bool = false;

    #[inline]
    fn root(&self) -> u64 {
        self.root
    }

    #[inline]
    fn tiles(&self, node: u64) -> TileSet {
        TileSet::from_bits(self.leading(node) | self.ending(node))
    }

    #[inline]
    fn accepting(&self, node: u64) -> TileSet {
        TileSet::from_bits(self.ending(node))
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        let has = |mask: u64| tile.number() < 64 && mask >> tile.number() & 1 != 0;
        let (leads, accepts) = (has(self.leading(node)), has(self.ending(node)));
        let target = if leads { self.slot(node, tile) } else { 0 };
        (leads || accepts).then_some(Arc { tile, accepts, target })
    }

    #[inline]
    fn arcs(&self, node: u64) -> ArcsByTile<'_, Self> {
        ArcsByTile::new(self, node)
    }

    #[inline]
    fn for_arcs_among(&self, node: u64, among: TileSet, mut each: impl FnMut(Arc<u64>)) {
        let (leading, accepting) = (TileSet::from_bits(self.leading(node)), self.accepting(node));
        for tile in (leading | accepting) & among {
            let target = if leading.contains(tile) { self.slot(node, tile) } else { 0 };
            each(Arc { tile, accepts: accepting.contains(tile), target });
        }
    }

    /// First all slots are looked at, so that the memory works on all of them at once and nodes that offer nothing drop out without a
    /// branch; then the nodes that are left are handed over.
    #[inline]
    fn step_among(&self, node: u64, among: TileSet, next: Next, mut each: impl FnMut(Tile, u64)) -> TileSet {
        let tiles = TileSet::from_bits(self.leading(node)) & among;
        let mut live = 0;
        if next.turned.is_empty() {
            for tile in tiles {
                live |= u64::from(self.may_have_any(self.slot(node, tile), next.here)) << tile.number();
            }
        } else {
            for tile in tiles {
                let target = self.slot(node, tile);
                // The end state, which offers nothing, where there is no separator.
                let turned = self.slot(target, Tile::SEPARATOR) & (target & 1).wrapping_neg();
                live |= u64::from(self.may_have_any(target, next.here) | self.may_have_any(turned, next.turned))
                    << tile.number();
            }
        }
        TileSet::from_bits(live).into_iter().for_each(|tile| each(tile, self.slot(node, tile)));
        self.accepting(node) & among
    }

    #[inline]
    fn target(&self, node: u64, tile: Tile) -> Option<u64> {
        (self.leading(node) >> (tile.number() & 63) & 1 != 0).then(|| self.slot(node, tile))
    }

    #[inline]
    fn may_have_any(&self, node: u64, among: TileSet) -> bool {
        (self.leading(node) | self.ending(node)) & among.bits() != 0
    }
}
