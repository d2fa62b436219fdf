//! The `fast` layout: a look at a child is one load of a slot, and which children there are is one mask.
//!
//! A node is a *descriptor*: the number of its *row* and its *base*. The row holds two masks: the letters that lead on, and the
//! letters that end a word. The child by letter *l* is the descriptor in slot base + *l*; a letter that ends a word and leads
//! nowhere has no slot. Since the masks decide which slots are a node's own, the slots of different nodes interlock freely, and two
//! nodes may share a slot that holds the same child, whatever letters they reach it by. The address of the next slot
//! does not depend on the row, so a processor loads both at once: that is why this is faster than counting bits of the mask, and
//! needs no POPCNT.
//!
//! A GADDAG of a small alphabet has the letters that lead on in the descriptor itself; see [`Inline`](super::Inline).

use rustc_hash::FxHashMap;

use super::placing::{END, Effort, Placer, placing_order};
use super::{Encoded, GraphSection};
use crate::alphabet::{Tile, TileSet};
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, ArcsByTile, GraphKind, Next, WordGraph, step_by_arcs};
use crate::image::ImageError;

/// 256 bits, one a label.
type Mask = [u64; 4];

/// The distinct rows of a graph, and which is whose.
struct Rows {
    masks: Vec<(Mask, Mask)>,
    of: Vec<u32>,
}

impl Rows {
    /// Numbers the rows of `states` in their order; without the leading letters where descriptors have those themselves.
    fn new(graph: &MinimalGraph<'_>, states: &[State], letters: usize, inline: bool) -> Rows {
        let (mut masks, mut of) = (vec![([0; 4], [0; 4])], vec![0u32; graph.bound()]);
        // Nearly every alphabet needs one word of a mask only: half the time of the map goes into its keys.
        let mut numbers: FxHashMap<(u64, u64), u32> = FxHashMap::default();
        let mut wide_numbers: FxHashMap<(Mask, Mask), u32> = FxHashMap::default();
        numbers.insert((0, 0), 0);
        for &state in states {
            let mut row = masks_of(graph, state);
            if inline {
                row.0 = [0; 4];
            }
            let fresh = masks.len() as u32;
            let number = match letters {
                0..=63 => *numbers.entry((row.0[0], row.1[0])).or_insert(fresh),
                _ => *wide_numbers.entry(row).or_insert(fresh),
            };
            if number == fresh {
                masks.push(row);
            }
            of[state as usize] = number;
        }
        Rows { masks, of }
    }
}

/// The letters that lead on, and those that end a word.
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

/// Writes a graph. The letters that lead on go into the descriptor itself where [`inline`](super::Inline) is what the kind of
/// graph is walked fastest in, and they fit.
pub(super) fn encode(graph: MinimalGraph<'_>, kind: GraphKind, letters: usize) -> Result<Encoded, ImageError> {
    let mask_bytes = match letters {
        0..=31 => 4,
        32..=63 => 8,
        _ => 32,
    };
    let mut states = graph.states();
    // From the root on, so that rows and slots near it lie close together.
    states.reverse();
    let mut children = vec![0u16; graph.bound()];
    let mut lowest = vec![END; graph.bound()];
    for &state in &states {
        let targets = graph.arcs_of(state).map(|arc| arc.target).filter(|&target| target != END);
        (children[state as usize], lowest[state as usize]) =
            targets.fold((0, graph.root()), |(count, lowest), target| (count + 1, lowest.min(target)));
    }
    let (effort, lowest) = match kind {
        GraphKind::Dawg => (Effort::HIGH, Some(&lowest[..])),
        GraphKind::Gaddag => (Effort::LOW, None),
    };
    let mut placer = Placer::new(graph.bound(), effort);
    let mut bases = vec![0u32; graph.bound()];
    let mut list: Vec<(u8, State)> = Vec::new();
    for state in placing_order(&states, &children, lowest) {
        list.clear();
        list.extend(graph.arcs_of(state).filter(|arc| arc.target != END).map(|arc| (arc.tile.number(), arc.target)));
        bases[state as usize] = placer.place(&list) as u32;
    }
    if placer.slots.len() > u32::MAX as usize {
        let got = placer.slots.len() as u64;
        return Err(ImageError::Limit { layout: "fast", limit: u32::MAX.into(), what: "slots", got });
    }

    let base_bits = bits(bases.iter().copied().max().unwrap_or(0).into());
    let mut inline_bits = if kind == GraphKind::Gaddag && mask_bytes == 4 { letters as u32 + 1 } else { 0 };
    let mut rows = Rows::new(&graph, &states, letters, inline_bits > 0);
    let row_bits = |rows: &Rows| bits(rows.masks.len() as u64 - 1);
    if inline_bits > 0 && inline_bits + row_bits(&rows) + base_bits > 64 {
        inline_bits = 0;
        rows = Rows::new(&graph, &states, letters, false);
    }
    if inline_bits > 0 && rows.masks.len() % 2 == 1 {
        // So that slots of eight bytes lie at multiples of eight.
        rows.masks.push(([0; 4], [0; 4]));
    }
    let row_bits = row_bits(&rows);
    // One array, since the slots take their descriptors from all over it.
    let mut descriptors: Vec<u64> = vec![0; graph.bound()];
    for &state in &states {
        let at = state as usize;
        let inline = if inline_bits > 0 { masks_of(&graph, state).0[0] } else { 0 };
        descriptors[at] = inline | (u64::from(rows.of[at]) | u64::from(bases[at]) << row_bits) << inline_bits;
    }
    let descriptor = |state: State| descriptors[state as usize];
    let slot_bytes = match row_bits + base_bits {
        _ if mask_bytes == 32 || inline_bits > 0 => 8,
        0..=32 => 4,
        33..=40 => 5,
        _ => 8,
    };
    let mut bytes = Vec::with_capacity(rows.masks.len() * mask_bytes * 2 + placer.slots.len() * slot_bytes);
    for (leading, accepting) in &rows.masks {
        let both = [leading, accepting];
        for mask in &both[usize::from(inline_bits > 0)..] {
            let mut label_bits = [0; 32];
            label_bits.as_chunks_mut::<8>().0.iter_mut().zip(*mask).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
            bytes.extend_from_slice(&label_bits[..mask_bytes]);
        }
    }
    for &state in &placer.slots {
        bytes.extend_from_slice(&descriptor(state).to_le_bytes()[..slot_bytes]);
    }
    let widths = slot_bytes as u64 | (mask_bytes as u64) << 8 | u64::from(row_bits) << 16 | u64::from(inline_bits) << 24;
    let parameters = [widths, rows.masks.len() as u64, placer.slots.len() as u64, descriptor(graph.root()), 0];
    Ok(Encoded { parameters, bytes })
}

/// The bits it takes to write a number.
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// A graph in the `fast` layout with slots of `N` bytes. A node is its descriptor.
#[derive(Clone, Copy, Debug)]
pub struct Fast<'a, const N: usize, const WIDE: bool> {
    slots: &'a [[u8; N]],
    /// Rows of two 32-bit masks; empty when masks are wider.
    rows32: &'a [[u8; 8]],
    rows64: &'a [[u8; 16]],
    rows256: &'a [[u8; 64]],
    row_bits: u32,
    root: u64,
}

/// The widths that the section table gives for a graph in this layout.
pub(super) struct Widths {
    pub slot_bytes: u64,
    pub mask_bytes: u64,
    pub row_bits: u64,
    /// 0 where both masks are in the rows.
    pub inline_bits: u64,
}

impl Widths {
    pub fn new(parameters: &[u64; 5]) -> Widths {
        let widths = parameters[0];
        let (slot_bytes, mask_bytes, row_bits) = (widths & 0xff, widths >> 8 & 0xff, widths >> 16 & 0xff);
        Widths { slot_bytes, mask_bytes, row_bits, inline_bits: widths >> 24 }
    }
}

impl<'a, const N: usize, const WIDE: bool> Fast<'a, N, WIDE> {
    /// Looks at a section as a graph.
    ///
    /// # Errors
    /// [`ImageError`] when sizes do not fit the section or, if it is to be checked, an arc leads out of the graph.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let Widths { slot_bytes, mask_bytes, row_bits, inline_bits } = Widths::new(&section.parameters);
        let [_, rows, slots, root, _] = section.parameters;
        if slot_bytes != N as u64
            || row_bits > 32
            || inline_bits != 0
            || !(if WIDE { mask_bytes == 32 } else { mask_bytes == 4 || mask_bytes == 8 })
        {
            return Err(field("the graph's field widths are none that 'fast' has"));
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
            if let Some(bad) = graph.slots.iter().position(|slot| !fits(read(slot))) {
                return Err(ImageError::Arc { graph: section.kind.name(), arc: bad as u64 });
            }
        }
        Ok(graph)
    }

    #[inline]
    fn row(&self, node: u64) -> usize {
        (node & ((1 << self.row_bits) - 1)) as usize
    }

    /// What lies in the slot of a letter, which is the node's own only when its row says so.
    #[inline]
    fn slot(&self, node: u64, tile: Tile) -> u64 {
        let slot = (node >> self.row_bits) as usize + usize::from(tile.number());
        self.slots.get(slot).map_or(0, read)
    }

    /// The masks of a node: letters that lead on, letters that end a word. (Both without what a wide alphabet adds.)
    #[inline]
    fn masks(&self, node: u64) -> (u64, u64) {
        let row = self.row(node);
        if WIDE {
            let (leading, accepting) = self.wide_masks(node);
            let saturated = |mask: Mask| mask[0] | if mask[1] | mask[2] | mask[3] != 0 { 1 << 63 } else { 0 };
            (saturated(leading), saturated(accepting))
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

    fn wide_masks(&self, node: u64) -> (Mask, Mask) {
        let Some(row) = self.rows256.get(self.row(node)) else { return Default::default() };
        let words = row.as_chunks::<8>().0;
        let mask = |from: usize| std::array::from_fn(|word| u64::from_le_bytes(words[from + word]));
        (mask(0), mask(4))
    }

    /// Whether the letter leads on from a node, and whether it ends a word there.
    #[inline]
    fn has(&self, node: u64, tile: Tile) -> (bool, bool) {
        let (word, bit) = (usize::from(tile.number() / 64), 1u64 << (tile.number() % 64));
        let (leading, accepting) = if WIDE {
            let (leading, accepting) = self.wide_masks(node);
            (leading[word], accepting[word])
        } else if word > 0 {
            (0, 0)
        } else {
            self.masks(node)
        };
        (leading & bit != 0, accepting & bit != 0)
    }
}

#[inline]
fn read<const N: usize>(slot: &[u8; N]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..N].copy_from_slice(slot);
    u64::from_le_bytes(bytes)
}

impl<'a, const N: usize, const WIDE: bool> WordGraph for Fast<'a, N, WIDE> {
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

    #[inline]
    fn tiles(&self, node: u64) -> TileSet {
        let (leading, accepting) = self.masks(node);
        TileSet::from_bits(leading | accepting)
    }

    #[inline]
    fn accepting(&self, node: u64) -> TileSet {
        TileSet::from_bits(self.masks(node).1)
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        let (leads, accepts) = self.has(node, tile);
        if leads {
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

    #[inline]
    fn step_among(&self, node: u64, among: TileSet, next: Next, mut each: impl FnMut(Tile, u64)) -> TileSet {
        if WIDE {
            return step_by_arcs(self, node, among, next, each);
        }
        let (leading, accepting) = self.masks(node);
        let wanted = next.here | TileSet::from_bits(u64::from(!next.turned.is_empty()));
        for tile in TileSet::from_bits(leading & among.bits()) {
            let target = self.slot(node, tile);
            if self.may_have_any(target, wanted) {
                each(tile, target);
            }
        }
        TileSet::from_bits(accepting) & among
    }

    #[inline]
    fn may_have_any(&self, node: u64, among: TileSet) -> bool {
        WIDE || !(self.tiles(node) & among).is_empty()
    }

    #[inline]
    fn for_arcs_among(&self, node: u64, among: TileSet, mut each: impl FnMut(Arc<u64>)) {
        if WIDE {
            return self.arcs(node).filter(|arc| among.contains(arc.tile)).for_each(each);
        }
        let (leading, accepting) = self.masks(node);
        let mut live = (leading | accepting) & among.bits();
        while live != 0 {
            let label = live.trailing_zeros();
            let tile = Tile::from_label(label as u8);
            live &= live - 1;
            let leads = leading >> label & 1 != 0;
            // A letter that leads nowhere has no slot of its own.
            let target = if leads { self.slot(node, tile) } else { 0 };
            each(Arc { tile, accepts: accepting >> label & 1 != 0, target });
        }
    }
}
