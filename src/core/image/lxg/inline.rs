//! The `fast` layout with the child mask in the descriptor.
//!
//! A move generator tests the child mask of nearly every node it reaches, and most nodes have none of the wanted
//! letters. With the mask in the slot, which has already been loaded, such a node takes no further load. The accept
//! masks stay in rows. There are so few of them (2,604 in the GADDAG of ENABLE1, 10 KB) that they stay in the
//! first-level cache.

use std::ops::ControlFlow;

use super::GraphSection;
use super::fast::Widths;
use crate::alphabet::Tile;
use crate::graph::{Arc, ArcsByTile, Lookahead, MaskedGraph, Reached, TileMask, WordGraph, sealed};
use crate::image::ImageError;

/// A graph in the `fast` layout with child masks in its slots of 8 bytes. The handle of a node is its descriptor. From
/// the lowest bit, it consists of the child mask, the number of the row, and the base.
#[derive(Clone, Copy, Debug)]
pub struct Inline<'a> {
    slots: &'a [[u8; 8]],
    /// The accept masks.
    rows: &'a [[u8; 4]],
    /// The bits of the child mask.
    letters: u64,
    letter_bits: u32,
    row_mask: u64,
    base_shift: u32,
    root: u64,
}

impl<'a> Inline<'a> {
    /// `true` if a section in the `fast` layout has child masks in its slots.
    #[inline]
    pub fn is_in(section: &GraphSection<'_>) -> bool {
        Widths::new(&section.parameters).inline_bits > 0
    }

    /// The graph in a section.
    ///
    /// # Errors
    /// [`ImageError`] if the sizes do not match the section; with [`check`](GraphSection::check) also if an arc leads
    /// out of the graph.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let widths = Widths::new(&section.parameters);
        let [_, rows, slots, root, _] = section.parameters;
        let fit = widths.slot_bytes == 8 && widths.mask_bytes == 4 && widths.row_bits <= 32;
        if !fit || !(1..=32).contains(&widths.inline_bits) || widths.inline_bits + widths.row_bits >= 64 {
            return Err(field("the graph's field widths are not valid for 'fast'"));
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
            root,
        };
        if section.check {
            let fits = |descriptor: u64| graph.row(descriptor) < rows as usize && descriptor >> graph.base_shift <= slots;
            if !fits(root) {
                return Err(ImageError::Arc { graph: section.kind.name(), arc: 0 });
            }
            let [children, accepting] = section.allowed_masks().map(|mask| mask[0]);
            let bad_slot = |&slot: &[u8; 8]| graph.child_mask(u64::from_le_bytes(slot)) & !children != 0;
            let bad_row = |&row: &[u8; 4]| u64::from(u32::from_le_bytes(row)) & !accepting != 0;
            let bad = graph.slots.iter().position(bad_slot).or_else(|| graph.rows.iter().position(bad_row));
            if bad.is_some() || graph.child_mask(root) & !children != 0 {
                return Err(section.wrong_label(bad.unwrap_or(0) as u64));
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
    fn child_mask(&self, node: u64) -> u64 {
        node & self.letters
    }

    #[inline]
    fn accept_mask(&self, node: u64) -> u64 {
        self.rows.get(self.row(node)).map_or(0, |&row| u32::from_le_bytes(row).into())
    }

    /// The content of the slot of a letter. It belongs to the node only if its child mask has the letter.
    #[inline]
    fn slot(&self, node: u64, tile: Tile) -> u64 {
        self.slot_at((node >> self.base_shift) as usize + usize::from(tile.number()))
    }

    #[inline]
    fn slot_at(&self, at: usize) -> u64 {
        self.slots.get(at).map_or(0, |&slot| u64::from_le_bytes(slot))
    }
}

impl<'a> WordGraph for Inline<'a> {
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
        let has = |mask: u64| tile.number() < 64 && mask >> tile.number() & 1 != 0;
        let (has_child, accepts) = (has(self.child_mask(node)), has(self.accept_mask(node)));
        let target = if has_child { self.slot(node, tile) } else { 0 };
        (has_child || accepts).then_some(Arc { tile, accepts, target })
    }

    #[inline]
    fn arcs(&self, node: u64) -> ArcsByTile<'_, Self> {
        ArcsByTile::new(self, node)
    }
}

impl sealed::Sealed for Inline<'_> {}

impl MaskedGraph for Inline<'_> {
    const WIDE: bool = false;
    const HAS_MASKS: bool = true;

    #[inline]
    fn tiles(&self, node: u64) -> TileMask {
        TileMask::from_bits(self.child_mask(node) | self.accept_mask(node))
    }

    #[inline]
    fn accepting(&self, node: u64) -> TileMask {
        TileMask::from_bits(self.accept_mask(node))
    }

    #[inline]
    fn continuing(&self, node: u64) -> TileMask {
        TileMask::from_bits(self.child_mask(node))
    }

    #[inline]
    fn follow(&self, node: u64, tile: Tile) -> u64 {
        self.slot(node, tile)
    }

    #[inline]
    fn for_arcs_among<B>(
        &self,
        node: u64,
        among: TileMask,
        mut each: impl FnMut(Arc<u64>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (child_mask, accepting) = (TileMask::from_bits(self.child_mask(node)), self.accepting(node));
        for tile in ((child_mask | accepting) & among).exact() {
            let target = if child_mask.contains(tile) { self.slot(node, tile) } else { 0 };
            each(Arc { tile, accepts: accepting.contains(tile), target })?;
        }
        ControlFlow::Continue(())
    }

    /// Looks at each slot once, and at the slot of its separator if the search could continue there.
    #[inline]
    fn step_among(&self, node: u64, among: TileMask, next: Lookahead, mut each: impl FnMut(Tile, Reached<u64>)) -> TileMask {
        let mask = |node| TileMask::from_bits(self.child_mask(node) | self.accept_mask(node));
        let base = (node >> self.base_shift) as usize;
        for tile in (TileMask::from_bits(self.child_mask(node)) & among).exact() {
            let target = self.slot_at(base + usize::from(tile.number()));
            let (mut turned, mut after_separator) = (0, TileMask::EMPTY);
            if !next.after_separator.is_empty() {
                // Without a separator this is the end state, which has no arcs.
                turned = self.slot(target, Tile::SEPARATOR) & (target & 1).wrapping_neg();
                after_separator = mask(turned) & next.after_separator;
            }
            let tiles = mask(target) & next.tiles;
            if !(tiles | after_separator).is_empty() {
                each(tile, Reached { node: target, tiles, turned, after_separator });
            }
        }
        self.accepting(node) & among
    }

    #[inline]
    fn target(&self, node: u64, tile: Tile) -> Option<u64> {
        (self.child_mask(node) >> (tile.number() & 63) & 1 != 0).then(|| self.slot(node, tile))
    }

    #[inline]
    fn may_have_any(&self, node: u64, among: TileMask) -> bool {
        (self.child_mask(node) | self.accept_mask(node)) & among.bits() != 0
    }
}
