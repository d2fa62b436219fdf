//! The `fast` layout: a look at a child is one load of a slot, and which children there are is one mask.
//!
//! A node is a *descriptor*: the number of its *row* and its *base*. The row holds two masks: the letters that lead on, and the
//! letters that end a word. The child by letter *l* is the descriptor in slot base + *l*; a letter that ends a word and leads
//! nowhere has no slot. Since the masks decide which slots are a node's own, the slots of different nodes interlock freely, and two
//! nodes may share a slot that holds the same child, whatever letters they reach it by. The address of the next slot
//! does not depend on the row, so a processor loads both at once: that is why this is faster than counting bits of the mask, and
//! needs no POPCNT.
//!
//! Placing: nodes with many children first. A node goes where it shares a slot if that is possible (the slots that hold one of its
//! children are chained), else to the first gap that takes it: 64 bases are tried at once by AND-ing shifted words of a bit map.
//! Nodes with a single child come last and take what is there. The descriptor of a child is not known
//! while slots are given out, and need not be: slots hold state numbers until all bases are.

use rustc_hash::FxHashMap;

use super::{Encoded, GraphSection};
use crate::alphabet::{Tile, TileSet};
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, ArcsByTile, WordGraph};
use crate::image::ImageError;

/// 256 bits, one a label.
type Mask = [u64; 4];

/// How many slots with a wanted child are tried, a child, before a node is placed in a gap.
const SHARE_TRIES: usize = 4;
/// How many words of the bit map (64 bases each) are searched for a gap before the pool grows.
const GAP_TRIES: usize = 4;

const END: State = 0;

struct Placer {
    /// The state in each slot; the end state where it is free.
    slots: Vec<State>,
    /// A bit a slot.
    used: Vec<u64>,
    /// By state: the last slot that was given to it, plus one.
    latest: Vec<u32>,
    /// By slot: the slot given to the same state before, plus one.
    earlier: Vec<u32>,
    /// Where the search for a gap goes on, by number of children.
    cursors: Vec<usize>,
    /// No free slot lies below.
    first_free: usize,
}

impl Placer {
    fn new(states: usize) -> Placer {
        let cursors = vec![0; 257];
        // Slot 0 is no letter's in a DAWG: were it free, every search for a free slot would begin there.
        Placer { slots: vec![], used: vec![1], latest: vec![0; states], earlier: vec![], cursors, first_free: 0 }
    }

    fn place(&mut self, children: &[(u8, State)]) -> usize {
        let base = match children {
            [] => return 0,
            [(label, child)] => self.share_single(*label, *child).unwrap_or_else(|| self.first_gap(*label)),
            _ => self.share(children).unwrap_or_else(|| self.gap(children)),
        };
        for &(label, child) in children {
            let slot = base + usize::from(label);
            if slot >= self.slots.len() {
                self.slots.resize(slot + 1, END);
                self.earlier.resize(slot + 1, 0);
            }
            if self.slots[slot] == END {
                self.slots[slot] = child;
                if slot / 64 >= self.used.len() {
                    self.used.resize(slot / 64 + 1, 0);
                }
                self.used[slot / 64] |= 1 << (slot % 64);
                self.earlier[slot] = std::mem::replace(&mut self.latest[child as usize], slot as u32 + 1);
            }
        }
        base
    }

    /// The slots that hold a state, latest first.
    fn slots_of(&self, state: State) -> impl Iterator<Item = usize> + '_ {
        let first = self.latest[state as usize];
        std::iter::successors((first != 0).then_some(first), |&slot| {
            let next = self.earlier[slot as usize - 1];
            (next != 0).then_some(next)
        })
        .map(|slot| slot as usize - 1)
    }

    fn share_single(&self, label: u8, child: State) -> Option<usize> {
        self.slots_of(child).find_map(|slot| slot.checked_sub(usize::from(label)))
    }

    /// The base at which most children are there already and none is in the way.
    fn share(&self, children: &[(u8, State)]) -> Option<usize> {
        let mut best = (0, None);
        for &(label, child) in children {
            for slot in self.slots_of(child).take(SHARE_TRIES) {
                let Some(base) = slot.checked_sub(usize::from(label)) else { continue };
                let shared = children.iter().try_fold(0, |shared, &(label, child)| {
                    match self.slots.get(base + usize::from(label)).copied().unwrap_or(END) {
                        END => Some(shared),
                        there if there == child => Some(shared + 1),
                        _ => None,
                    }
                });
                if let Some(shared) = shared
                    && shared > best.0
                {
                    best = (shared, Some(base));
                    if shared == children.len() {
                        return best.1;
                    }
                }
            }
        }
        best.1
    }

    /// 64 bits of the bit map from any position.
    #[inline]
    fn window(&self, at: usize) -> u64 {
        let (word, shift) = (at / 64, at % 64);
        let get = |word: usize| self.used.get(word).copied().unwrap_or(0);
        if shift == 0 { get(word) } else { get(word) >> shift | get(word + 1) << (64 - shift) }
    }

    fn gap(&mut self, children: &[(u8, State)]) -> usize {
        let start = self.cursors[children.len()];
        let mut word = start;
        loop {
            let taken = children.iter().fold(0, |taken, &(label, _)| taken | self.window(word * 64 + usize::from(label)));
            if taken != u64::MAX {
                // Staying within reach of the gaps left behind costs time for little; the last few words are gone over again.
                self.cursors[children.len()] = word.saturating_sub(GAP_TRIES / 2).max(start);
                return word * 64 + (!taken).trailing_zeros() as usize;
            }
            word += 1;
            if word == start + GAP_TRIES {
                // Leave the crowded part behind for good.
                self.cursors[children.len()] = start + GAP_TRIES / 4;
            }
        }
    }

    fn first_gap(&mut self, label: u8) -> usize {
        while self.used.get(self.first_free / 64) == Some(&u64::MAX) {
            self.first_free = (self.first_free / 64 + 1) * 64;
        }
        let from = self.first_free.max(usize::from(label));
        let mut word = from / 64;
        loop {
            let below = if word == from / 64 { (1u64 << (from % 64)) - 1 } else { 0 };
            let taken = self.used.get(word).copied().unwrap_or(0) | below;
            if taken != u64::MAX {
                return word * 64 + (!taken).trailing_zeros() as usize - usize::from(label);
            }
            word += 1;
        }
    }
}

pub(super) fn encode(graph: MinimalGraph<'_>, letters: usize) -> Result<Encoded, ImageError> {
    let mask_bytes = match letters {
        0..=31 => 4,
        32..=63 => 8,
        _ => 32,
    };
    let mut states = graph.states();
    let (mut rows, mut row_of) = (vec![], vec![0u32; graph.bound()]);
    // Nearly every alphabet needs one word of a mask only: half the time of the map goes into its keys.
    let mut numbers: FxHashMap<(u64, u64), u32> = FxHashMap::default();
    let mut wide_numbers: FxHashMap<(Mask, Mask), u32> = FxHashMap::default();
    rows.push(([0; 4], [0; 4]));
    let mut children = vec![0u16; graph.bound()];
    // From the root on, so that rows and slots near it lie close together.
    states.reverse();
    for &state in &states {
        let mut row = ([0; 4], [0; 4]);
        for arc in graph.arcs_of(state) {
            let (word, bit) = (usize::from(arc.tile.number() / 64), 1 << (arc.tile.number() % 64));
            if arc.target != END {
                row.0[word] |= bit;
                children[state as usize] += 1;
            }
            if arc.accepts {
                row.1[word] |= bit;
            }
        }
        let fresh = rows.len() as u32;
        let narrow = (mask_bytes <= 8).then_some((row.0[0], row.1[0]));
        let number = match narrow {
            Some(key) => *numbers.entry(key).or_insert(fresh),
            None => *wide_numbers.entry(row).or_insert(fresh),
        };
        if number == fresh {
            rows.push(row);
        }
        row_of[state as usize] = number;
    }
    let states = most_children_first(&states, &children);
    let mut placer = Placer::new(graph.bound());
    let mut bases = vec![0u32; graph.bound()];
    let mut list: Vec<(u8, State)> = Vec::new();
    for &state in &states {
        list.clear();
        list.extend(graph.arcs_of(state).filter(|arc| arc.target != END).map(|arc| (arc.tile.number(), arc.target)));
        bases[state as usize] = placer.place(&list) as u32;
    }

    let row_bits = bits(rows.len() as u64 - 1);
    let width = row_bits + bits(bases.iter().copied().max().unwrap_or(0).into());
    // One array, since the slots take their descriptors from all over it.
    let descriptors: Vec<u64> =
        row_of.iter().zip(&bases).map(|(&row, &base)| u64::from(row) | u64::from(base) << row_bits).collect();
    let descriptor = |state: State| descriptors[state as usize];
    let arc_bytes = if mask_bytes == 32 {
        8
    } else {
        match width {
            0..=32 => 4,
            33..=40 => 5,
            _ => 8,
        }
    };
    if placer.slots.len() > u32::MAX as usize {
        let got = placer.slots.len() as u64;
        return Err(ImageError::Limit { layout: "fast", limit: u32::MAX.into(), what: "slots", got });
    }
    let mut bytes = Vec::with_capacity(rows.len() * mask_bytes * 2 + placer.slots.len() * arc_bytes);
    for (leading, accepting) in &rows {
        for mask in [leading, accepting] {
            let mut label_bits = [0; 32];
            label_bits.as_chunks_mut::<8>().0.iter_mut().zip(mask).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
            bytes.extend_from_slice(&label_bits[..mask_bytes]);
        }
    }
    for &state in &placer.slots {
        bytes.extend_from_slice(&descriptor(state).to_le_bytes()[..arc_bytes]);
    }
    let widths = arc_bytes as u64 | (mask_bytes as u64) << 8 | u64::from(row_bits) << 16;
    let parameters = [widths, rows.len() as u64, placer.slots.len() as u64, descriptor(graph.root()), 0];
    Ok(Encoded { parameters, bytes })
}

/// The states by their number of children, those with as many in the order they were in.
fn most_children_first(states: &[State], children: &[u16]) -> Vec<State> {
    let most = states.iter().map(|&state| children[state as usize]).max().unwrap_or(0);
    let mut next = vec![0usize; usize::from(most) + 2];
    let place = |state: State| usize::from(most - children[state as usize]);
    states.iter().for_each(|&state| next[place(state) + 1] += 1);
    (1..next.len()).for_each(|at| next[at] += next[at - 1]);
    let mut sorted = vec![END; states.len()];
    for &state in states {
        let next = &mut next[place(state)];
        sorted[*next] = state;
        *next += 1;
    }
    sorted
}

/// The bits it takes to write a number.
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// A node of a [`Fast`] graph: its descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FastNode(u64);

/// A graph in the `fast` layout with slots of `N` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Fast<'a, const N: usize, const WIDE: bool> {
    slots: &'a [[u8; N]],
    /// Rows of two 32-bit masks; empty when masks are wider.
    rows32: &'a [[u8; 8]],
    rows64: &'a [[u8; 16]],
    rows256: &'a [[u8; 64]],
    row_bits: u32,
    root: FastNode,
}

/// The widths that the section table gives for a graph in this layout: bytes a slot, bytes a mask, bits of the row.
pub(in crate::image) fn widths(parameters: &[u64; 5]) -> (u64, u64, u64) {
    (parameters[0] & 0xff, parameters[0] >> 8 & 0xff, parameters[0] >> 16)
}

impl<'a, const N: usize, const WIDE: bool> Fast<'a, N, WIDE> {
    /// Looks at a section as a graph.
    ///
    /// # Errors
    /// [`ImageError`] when sizes do not fit the section or, if it is to be checked, an arc leads out of the graph.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let (slot_bytes, mask_bytes, row_bits) = widths(&section.parameters);
        let [_, rows, slots, root, _] = section.parameters;
        if slot_bytes != N as u64
            || row_bits > 32
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
            root: FastNode(root),
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
    fn row(&self, node: FastNode) -> usize {
        (node.0 & ((1 << self.row_bits) - 1)) as usize
    }

    /// What lies in the slot of a letter, which is the node's own only when its row says so.
    #[inline]
    fn slot(&self, node: FastNode, tile: Tile) -> FastNode {
        let slot = (node.0 >> self.row_bits) as usize + usize::from(tile.number());
        FastNode(self.slots.get(slot).map_or(0, read))
    }

    /// The masks of a node: letters that lead on, letters that end a word. (Both without what a wide alphabet adds.)
    #[inline]
    fn masks(&self, node: FastNode) -> (u64, u64) {
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

    fn wide_masks(&self, node: FastNode) -> (Mask, Mask) {
        let Some(row) = self.rows256.get(self.row(node)) else { return Default::default() };
        let words = row.as_chunks::<8>().0;
        let mask = |from: usize| std::array::from_fn(|word| u64::from_le_bytes(words[from + word]));
        (mask(0), mask(4))
    }

    /// Whether the letter leads on from a node, and whether it ends a word there.
    #[inline]
    fn has(&self, node: FastNode, tile: Tile) -> (bool, bool) {
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
    type Node = FastNode;
    type Arcs<'g>
        = ArcsByTile<'g, Self>
    where
        Self: 'g;
    const WIDE: bool = WIDE;

    #[inline]
    fn root(&self) -> FastNode {
        self.root
    }

    #[inline]
    fn tiles(&self, node: FastNode) -> TileSet {
        let (leading, accepting) = self.masks(node);
        TileSet::from_bits(leading | accepting)
    }

    #[inline]
    fn accepting(&self, node: FastNode) -> TileSet {
        TileSet::from_bits(self.masks(node).1)
    }

    #[inline]
    fn child(&self, node: FastNode, tile: Tile) -> Option<Arc<FastNode>> {
        let (leads, accepts) = self.has(node, tile);
        if leads {
            let target = self.slot(node, tile);
            Some(Arc { tile, accepts, target })
        } else {
            accepts.then_some(Arc { tile, accepts, target: FastNode(0) })
        }
    }

    #[inline]
    fn arcs(&self, node: FastNode) -> ArcsByTile<'_, Self> {
        ArcsByTile::new(self, node)
    }

    #[inline]
    fn for_arcs_among(&self, node: FastNode, among: TileSet, mut each: impl FnMut(Arc<FastNode>)) {
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
            let target = if leads { self.slot(node, tile) } else { FastNode(0) };
            each(Arc { tile, accepts: accepting >> label & 1 != 0, target });
        }
    }
}
