//! The `fast` layout: finding a child loads one slot, and a mask tells which children exist.
//!
//! A node is a *descriptor*: the number of a *row*, and a *base*. The row holds two masks: the *child mask* of the
//! letters whose arcs lead to a node with arcs, and the *accept mask* of the letters whose arcs accept. The child by
//! letter *l* is the descriptor in slot base + *l*. A letter that only accepts has no slot. Because the masks tell
//! which slots belong to a node, the slots of different nodes interlock freely, and two nodes may share a slot that
//! holds the same child, even if they reach it by different letters.
//!
//! The address of the next slot does not depend on the row, so that a processor loads both at the same time. That makes
//! this layout faster than one that counts the bits of the mask, and it does not need POPCNT.
//!
//! A GADDAG of a small alphabet has the child mask in the descriptor; see [`Inline`](super::Inline).

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::bits::unsigned;
use super::placing::{END, Effort, Placer, Slot, placing_order};
use super::{Encoded, GraphSection};
use crate::alphabet::{Tile, TileSet};
use crate::build::{MinimalGraph, State};
use crate::graph::{
    Arc, ArcsByTile, GraphKind, Lookahead, MaskedGraph, Reached, TileMask, WordGraph, reached_by_arcs, sealed, step_by_arcs,
};
use crate::huge::advised;
use crate::image::ImageError;
use crate::parallel;

/// A mask of 256 bits, one for each label.
type Mask = [u64; 4];

/// The distinct rows of a graph, and the row of each state.
struct Rows {
    masks: Vec<(Mask, Mask)>,
    of: Vec<u32>,
    /// The child mask of each state, if the descriptors hold them.
    inline: Vec<u32>,
}

impl Rows {
    /// Numbers the rows in the order of `states`. If `inline` is set, the descriptors hold the child masks, and the
    /// rows do not.
    fn new(graph: &MinimalGraph<'_>, states: &[State], letters: usize, inline: bool) -> Rows {
        let (mut masks, mut of) = (vec![([0; 4], [0; 4])], advised(vec![0u32; graph.bound()]));
        // The masks of nearly every alphabet fit one word, and those of most alphabets half of it. Short keys halve the
        // time of the map.
        let mut narrow_numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut numbers: FxHashMap<(u64, u64), u32> = FxHashMap::default();
        let mut wide_numbers: FxHashMap<(Mask, Mask), u32> = FxHashMap::default();
        let mut inline = if inline { advised(vec![0u32; graph.bound()]) } else { vec![] };
        for &state in states {
            let mut row = masks_of(graph, state);
            if let Some(children) = inline.get_mut(state as usize) {
                *children = row.0[0] as u32;
                row.0 = [0; 4];
            }
            if row == ([0; 4], [0; 4]) {
                continue;
            }
            let fresh = masks.len() as u32;
            let number = match letters {
                0..=31 => *narrow_numbers.entry(row.0[0] | row.1[0] << 32).or_insert(fresh),
                32..=63 => *numbers.entry((row.0[0], row.1[0])).or_insert(fresh),
                _ => *wide_numbers.entry(row).or_insert(fresh),
            };
            if number == fresh {
                masks.push(row);
            }
            of[state as usize] = number;
        }
        Rows { masks, of, inline }
    }
}

/// The child mask and the accept mask of a state.
#[inline]
fn masks_of(graph: &MinimalGraph<'_>, state: State) -> (Mask, Mask) {
    let mut masks = ([0; 4], [0; 4]);
    for arc in graph.arcs_of(state) {
        let (word, bit) = (usize::from(arc.tile.number() / 64), 1 << (arc.tile.number() % 64));
        if arc.target != END {
            masks.0[word] |= bit;
        }
        if arc.accepts {
            masks.1[word] |= bit;
        }
    }
    masks
}

/// Encodes a graph. A GADDAG gets its child masks [inline](super::Inline) if they fit.
pub(super) fn encode(graph: MinimalGraph<'_>, kind: GraphKind, letters: usize) -> Result<Encoded, ImageError> {
    let mask_bytes = match letters {
        0..=31 => 4,
        32..=63 => 8,
        _ => 32,
    };
    // From the root down, so that the rows and slots of nodes near the root are close together.
    let mut children = vec![0u16; graph.bound()];
    let states = graph.parents_first(|state, count| children[state as usize] = count as u16);
    let targets = |state: State| graph.arcs_of(state).map(|arc| arc.target).filter(|&target| target != END);
    let (effort, lowest) = match kind {
        GraphKind::Dawg => {
            let mut lowest = vec![END; graph.bound()];
            let least = |state: State| targets(state).fold(graph.root(), State::min);
            states.iter().for_each(|&state| lowest[state as usize] = least(state));
            (Effort::HIGH, Some(lowest))
        }
        GraphKind::Gaddag => (Effort::LOW, None),
    };
    let order = placing_order(&states, &children, lowest.as_deref());
    drop(lowest);
    drop(children);
    let place = || {
        let mut placer = Placer::new(graph.bound(), effort);
        let mut bases = advised(vec![0u32; graph.bound()]);
        placer.place_all(graph, &order, |state, base| bases[state as usize] = base as u32);
        (bases, placer.into_slots())
    };
    let mut inline_bits = if kind == GraphKind::Gaddag && mask_bytes == 4 { letters as u32 + 1 } else { 0 };
    let ((bases, slots), mut rows) = parallel::join(place, || Rows::new(&graph, &states, letters, inline_bits > 0));
    drop((order, states));
    if slots.len() > u32::MAX as usize {
        let got = slots.len() as u64;
        return Err(ImageError::Limit { layout: "fast", limit: u32::MAX.into(), what: "slots", got });
    }

    let base_bits = bits(bases.iter().copied().max().unwrap_or(0).into());
    let row_bits = |rows: &Rows| bits(rows.masks.len() as u64 - 1);
    if inline_bits > 0 && inline_bits + row_bits(&rows) + base_bits > 64 {
        inline_bits = 0;
        rows = Rows::new(&graph, &graph.parents_first(|_, _| {}), letters, false);
    }
    if inline_bits > 0 && rows.masks.len() % 2 == 1 {
        // Aligns the slots of eight bytes.
        rows.masks.push(([0; 4], [0; 4]));
    }
    let row_bits = row_bits(&rows);
    // One array, because slots read the descriptors in random order.
    let numbers = rows.of.iter().zip(&bases).map(|(&row, &base)| u64::from(row) | u64::from(base) << row_bits);
    let mut descriptors: Vec<u64> = advised(Vec::with_capacity(graph.bound()));
    match inline_bits {
        0 => descriptors.extend(numbers),
        _ => {
            let inline = numbers.zip(&rows.inline);
            descriptors.extend(inline.map(|(number, &children)| number << inline_bits | u64::from(children)));
        }
    }
    drop((rows.of, rows.inline, bases));
    let descriptor = |state: State| descriptors[state as usize];
    let slot_bytes = match row_bits + base_bits {
        _ if mask_bytes == 32 || inline_bits > 0 => 8,
        0..=32 => 4,
        33..=40 => 5,
        _ => 8,
    };
    let slot_count = slots.len() as u64;
    // With room for the padding of the section.
    let mut bytes = advised(Vec::with_capacity(rows.masks.len() * mask_bytes * 2 + slots.len() * slot_bytes + 64));
    for (child_mask, accept_mask) in &rows.masks {
        let both = [child_mask, accept_mask];
        for mask in &both[usize::from(inline_bits > 0)..] {
            let mut label_bits = [0; 32];
            label_bits.as_chunks_mut::<8>().0.iter_mut().zip(*mask).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
            bytes.extend_from_slice(&label_bits[..mask_bytes]);
        }
    }
    let row_bytes = bytes.len();
    bytes.resize(row_bytes + slots.len() * slot_bytes, 0);
    let parts = slots.chunks(PART).zip(bytes[row_bytes..].chunks_mut(PART * slot_bytes)).collect();
    parallel::map(parts, 1, |(slots, bytes): (&[Slot], &mut [u8])| match slot_bytes {
        4 => write_slots::<4>(slots, bytes, &descriptors),
        5 => write_slots::<5>(slots, bytes, &descriptors),
        _ => write_slots::<8>(slots, bytes, &descriptors),
    });
    let widths = slot_bytes as u64 | (mask_bytes as u64) << 8 | u64::from(row_bits) << 16 | u64::from(inline_bits) << 24;
    let parameters = [widths, rows.masks.len() as u64, slot_count, descriptor(graph.root()), 0];
    Ok(Encoded { parameters, bytes })
}

/// The number of slots that a thread writes at once.
const PART: usize = 1 << 16;

/// Writes the descriptors of the states in slots, in `N` bytes each.
fn write_slots<const N: usize>(slots: &[Slot], bytes: &mut [u8], descriptors: &[u64]) {
    for (slot, bytes) in slots.iter().zip(bytes.as_chunks_mut::<N>().0) {
        bytes.copy_from_slice(&descriptors[slot.state as usize].to_le_bytes()[..N]);
    }
}

/// The number of bits of a number without leading zeros.
#[inline]
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// A graph in the `fast` layout with slots of `N` bytes. The handle of a node is its descriptor.
#[derive(Clone, Copy, Debug)]
pub struct Fast<'a, const N: usize, const WIDE: bool> {
    slots: &'a [[u8; N]],
    /// The rows, in the slice that matches their width; the others are empty.
    rows32: &'a [[u8; 8]],
    rows64: &'a [[u8; 16]],
    rows256: &'a [[u8; 64]],
    row_bits: u32,
    root: u64,
}

/// The field widths of a graph in this layout, from the section table.
pub(super) struct Widths {
    pub slot_bytes: u64,
    pub mask_bytes: u64,
    pub row_bits: u64,
    /// The bits of the child mask in a descriptor; 0 if both masks are in the rows.
    pub inline_bits: u64,
}

impl Widths {
    #[inline]
    pub fn new(parameters: &[u64; 5]) -> Widths {
        let widths = parameters[0];
        let (slot_bytes, mask_bytes, row_bits) = (widths & 0xff, widths >> 8 & 0xff, widths >> 16 & 0xff);
        Widths { slot_bytes, mask_bytes, row_bits, inline_bits: widths >> 24 }
    }
}

impl<'a, const N: usize, const WIDE: bool> Fast<'a, N, WIDE> {
    /// The graph in a section.
    ///
    /// # Errors
    /// [`ImageError`] if the sizes do not match the section; with [`check`](GraphSection::check) also if an arc leads
    /// out of the graph.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let Widths { slot_bytes, mask_bytes, row_bits, inline_bits } = Widths::new(&section.parameters);
        let [_, rows, slots, root, _] = section.parameters;
        if slot_bytes != N as u64
            || row_bits > 32
            || inline_bits != 0
            || !(if WIDE { mask_bytes == 32 } else { mask_bytes == 4 || mask_bytes == 8 })
        {
            return Err(field("the graph's field widths are not valid for 'fast'"));
        }
        let row_bytes = rows.checked_mul(mask_bytes * 2);
        let total = slots.checked_mul(slot_bytes).zip(row_bytes).and_then(|(slots, rows)| slots.checked_add(rows));
        let (Some(row_bytes), Some(true)) = (row_bytes, total.map(|total| total == section.bytes.len() as u64)) else {
            return Err(field("the graph's rows and slots do not fill its section"));
        };
        let (row_bytes, slot_bytes) = section.bytes.split_at(row_bytes as usize);
        let mut graph = Fast {
            slots: slot_bytes.as_chunks().0,
            rows32: &[],
            rows64: &[],
            rows256: &[],
            row_bits: row_bits as u32,
            root,
        };
        match mask_bytes {
            4 => graph.rows32 = row_bytes.as_chunks().0,
            8 => graph.rows64 = row_bytes.as_chunks().0,
            _ => graph.rows256 = row_bytes.as_chunks().0,
        }
        if section.check {
            let fits = |descriptor: u64| {
                let (row, base) = (descriptor & ((1 << row_bits) - 1), descriptor >> row_bits);
                row < rows && base <= slots
            };
            if !fits(root) {
                return Err(ImageError::Arc { graph: section.kind.name(), arc: 0 });
            }
            let allowed = section.allowed_masks();
            if let Some(bad) = (0..rows).find(|&row| !graph.has_only(row as usize, allowed)) {
                return Err(section.wrong_label(bad));
            }
            if let Some(bad) = graph.slots.iter().position(|slot| !fits(unsigned(slot))) {
                return Err(ImageError::Arc { graph: section.kind.name(), arc: bad as u64 });
            }
        }
        Ok(graph)
    }

    #[inline]
    fn row(&self, node: u64) -> usize {
        (node & ((1 << self.row_bits) - 1)) as usize
    }

    /// The content of the slot of a letter. It belongs to the node only if its child mask has the letter.
    #[inline]
    fn slot(&self, node: u64, tile: Tile) -> u64 {
        let slot = (node >> self.row_bits) as usize + usize::from(tile.number());
        self.slots.get(slot).map_or(0, unsigned)
    }

    /// The child mask and the accept mask of a node, as [tile masks](TileMask).
    #[inline]
    fn masks(&self, node: u64) -> (u64, u64) {
        let row = self.row(node);
        if WIDE {
            let (children, accepting) = self.wide_masks(node);
            let tile_mask = |mask: Mask| mask[0] | if mask[1] | mask[2] | mask[3] != 0 { TileMask::LAST_BIT } else { 0 };
            (tile_mask(children), tile_mask(accepting))
        } else if let Some(row) = self.rows32.get(row) {
            let masks = u64::from_le_bytes(*row);
            (masks & 0xffff_ffff, masks >> 32)
        } else if let Some(row) = self.rows64.get(row) {
            let masks = u128::from_le_bytes(*row);
            (masks as u64, (masks >> 64) as u64)
        } else {
            (0, 0)
        }
    }

    /// `true` if the masks of a row have no other labels than these.
    #[inline]
    fn has_only(&self, row: usize, [children, accepting]: [Mask; 2]) -> bool {
        let within = |mask: Mask, allowed: Mask| mask.iter().zip(allowed).all(|(mask, allowed)| mask & !allowed == 0);
        let node = row as u64;
        let (has, ends) = if WIDE {
            self.wide_masks(node)
        } else {
            let (has, ends) = self.masks(node);
            ([has, 0, 0, 0], [ends, 0, 0, 0])
        };
        within(has, children) && within(ends, accepting)
    }

    /// The child mask and the accept mask of a node of a wide graph.
    #[inline]
    fn wide_masks(&self, node: u64) -> (Mask, Mask) {
        let Some(row) = self.rows256.get(self.row(node)) else { return Default::default() };
        let words = row.as_chunks::<8>().0;
        let mask = |from: usize| std::array::from_fn(|word| u64::from_le_bytes(words[from + word]));
        (mask(0), mask(4))
    }

    /// `true` if the child mask and the accept mask of a node have a letter.
    #[inline]
    fn has(&self, node: u64, tile: Tile) -> (bool, bool) {
        let (word, bit) = (usize::from(tile.number() / 64), 1u64 << (tile.number() % 64));
        let (children, accepting) = if WIDE {
            let (children, accepting) = self.wide_masks(node);
            (children[word], accepting[word])
        } else if word > 0 {
            (0, 0)
        } else {
            self.masks(node)
        };
        (children & bit != 0, accepting & bit != 0)
    }
}

impl<'a, const N: usize, const WIDE: bool> WordGraph for Fast<'a, N, WIDE> {
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
        let (has_child, accepts) = self.has(node, tile);
        if has_child {
            let target = self.slot(node, tile);
            Some(Arc { tile, accepts, target })
        } else {
            accepts.then_some(Arc { tile, accepts, target: 0 })
        }
    }

    #[inline]
    fn arcs(&self, node: u64) -> ArcsByTile<'_, Self> {
        ArcsByTile::new(self, node)
    }
}

impl<const N: usize, const WIDE: bool> sealed::Sealed for Fast<'_, N, WIDE> {}

impl<const N: usize, const WIDE: bool> MaskedGraph for Fast<'_, N, WIDE> {
    const WIDE: bool = WIDE;
    const HAS_MASKS: bool = !WIDE;

    #[inline]
    fn tiles(&self, node: u64) -> TileMask {
        let (children, accepting) = self.masks(node);
        TileMask::from_bits(children | accepting)
    }

    #[inline]
    fn accepting(&self, node: u64) -> TileMask {
        TileMask::from_bits(self.masks(node).1)
    }

    #[inline]
    fn continuing(&self, node: u64) -> TileMask {
        TileMask::from_bits(self.masks(node).0)
    }

    #[inline]
    fn follow(&self, node: u64, tile: Tile) -> u64 {
        self.slot(node, tile)
    }

    #[inline]
    fn step_among(&self, node: u64, among: TileMask, next: Lookahead, mut each: impl FnMut(Tile, Reached<u64>)) -> TileMask {
        if WIDE {
            return step_by_arcs(self, node, among, next, each);
        }
        let (children, accepting) = self.masks(node);
        let wanted = next.labels();
        for tile in TileSet::from_bits(children & among.bits()) {
            let target = self.slot(node, tile);
            if self.may_have_any(target, wanted) {
                each(tile, reached_by_arcs(self, target, next));
            }
        }
        TileMask::from_bits(accepting) & among
    }

    #[inline]
    fn may_have_any(&self, node: u64, among: TileMask) -> bool {
        WIDE || !(self.tiles(node) & among).is_empty()
    }

    #[inline]
    fn for_arcs_among<B>(
        &self,
        node: u64,
        among: TileMask,
        mut each: impl FnMut(Arc<u64>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if WIDE {
            return self.arcs(node).filter(|arc| among.contains(arc.tile)).try_for_each(each);
        }
        let (children, accepting) = self.masks(node);
        let mut live = (children | accepting) & among.bits();
        while live != 0 {
            let label = live.trailing_zeros();
            let tile = Tile::from_label(label as u8);
            live &= live - 1;
            let has_child = children >> label & 1 != 0;
            // A letter that only accepts has no slot.
            let target = if has_child { self.slot(node, tile) } else { 0 };
            each(Arc { tile, accepts: accepting >> label & 1 != 0, target })?;
        }
        ControlFlow::Continue(())
    }
}
