//! The `packed` layout: the smallest one that still finds a child without decompression.
//!
//! The nodes are numbered breadth first from the root, which is 0, so that the *n*-th arc of the spanning tree leads to
//! node *n*. A tree arc needs no target: one bit marks it, and the rank of the bit gives the target. Each of the other
//! arcs has an explicit target. The end state takes one bit, targets that many arcs share take a short index into a
//! table, and the rest take the position of their first arc. The encoder selects the widths that make the section
//! smallest.
//!
//! A letter of a look-up takes a rank in `tree` and a select in `last`, or for an arc across the tree some ranks, each in
//! cache lines of its own. [`counting`](super::counting) counts bits with the instructions of the processor, which
//! halved the time: a look-up takes 1.0 (ENABLE1, names of packages) to 1.4 times (five million keys) as long as in
//! marisa. The first arc of a node is found without a look at the node's end. For fewer cache lines, a format would have
//! to keep both vectors side by side, with the position of the first child for every 64 or 128 arcs, and would be larger
//! (3 and 2.5 bits an arc instead of 2.4).
//!
//! Long words that share little, such as names of packages, take more than in marisa, which compresses the tails of
//! words: an arc that only one word passes through takes 8.8 bits here, where phrases would take about five.
//!
//! Sources: Jacobson, *Space-efficient static trees and graphs*, 1989, for the tree; Brisaboa, Ladra and Navarro,
//! *DACs: bringing direct access to variable-length codes*, 2013, for the targets, extended by tables.

mod lookup;

pub use lookup::PackedArcs;

use std::ops::ControlFlow;

use super::bits::{BitWriter, PackedInts, RankBits, ranked_bytes, samples};
use super::counting::{Counting, Ones};
use super::{Encoded, GraphSection};
use crate::alphabet::Tile;
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, MaskedGraph, TileMask, WordGraph, sealed};
use crate::image::ImageError;

const END: State = 0;
/// The greatest number of target tables.
const TABLES: usize = 3;
/// The greatest number of arcs: positions and ranks have 32 bits.
const LIMIT: u64 = u32::MAX as u64;
/// The greatest width of a table index. A wider table would be larger than what it saves, on any graph within the
/// limit.
const MAX_INDEX_WIDTH: u32 = 20;
/// The logarithms of the block sizes for graphs of which few arcs accept.
const BLOCK_LOGS: std::ops::RangeInclusive<u32> = 2..=6;
/// Bytes at the end of the section, so that eight bytes can be read at any position.
const PADDING: usize = 8;

/// The number of bits of a number without leading zeros.
#[inline]
fn width_of(number: u64) -> u32 {
    64 - number.leading_zeros()
}

pub(super) fn encode(graph: MinimalGraph<'_>, letters: usize) -> Result<Encoded, ImageError> {
    let order = breadth_first(graph);
    let arcs: u64 = order.iter().map(|&state| graph.arcs_of(state).len() as u64).sum();
    if arcs > LIMIT {
        return Err(ImageError::Limit { layout: "packed", limit: LIMIT, what: "arcs", got: arcs });
    }
    // Without separators, label 0 is not needed: labels are stored less 1.
    let lowest = u64::from(!order.iter().any(|&state| graph.arcs_of(state).any(|arc| arc.tile == Tile::SEPARATOR)));
    let letter_width = width_of((letters as u64).saturating_sub(lowest)).max(1);
    let position_width = width_of(arcs.saturating_sub(1)).max(1);
    let mut first = vec![0u32; graph.bound()];
    let (mut last, mut accepts, mut labels, mut tree) =
        (BitWriter::default(), BitWriter::default(), BitWriter::default(), BitWriter::default());
    // The targets of the arcs that are not in the tree, in order.
    let mut crossing: Vec<State> = Vec::with_capacity((arcs + 1).saturating_sub(order.len() as u64) as usize);
    let mut next = order.iter().skip(1).peekable();
    for &state in &order {
        first[state as usize] = last.len() as u32;
        let mut left = graph.arcs_of(state).len();
        for arc in graph.arcs_of(state) {
            left -= 1;
            last.push((left == 0).into(), 1);
            accepts.push(arc.accepts.into(), 1);
            labels.push(u64::from(arc.tile.number()) - lowest, letter_width);
            // The first arc to a state is in the tree: the order of the states is that of these arcs.
            let is_tree = next.next_if_eq(&&arc.target).is_some();
            tree.push(is_tree.into(), 1);
            if !is_tree {
                crossing.push(arc.target);
            }
        }
    }
    // A long list takes most memory here, so that what is no longer needed goes.
    let nodes = order.len() as u64;
    drop(order);
    let targets = Targets::choose(&crossing, graph.bound(), position_width);

    let mut bytes = Vec::new();
    last.write_ranked(&mut bytes);
    let sample_width = last.sample_width();
    last.write_samples(sample_width, &mut bytes);
    tree.write_ranked(&mut bytes);
    let counts = targets.write(crossing, &first, &mut bytes);
    let accepts_log = write_accepts(&accepts, &mut bytes);
    labels.write_plain(&mut bytes);
    bytes.extend([0; PADDING]);
    let widths = targets.widths.iter().rev().fold(0, |all, width| all << 8 | width.map_or(0, |width| u64::from(width) + 1));
    let parameters = [
        u64::from(letter_width)
            | u64::from(position_width) << 8
            | widths << 16
            | lowest << 40
            | u64::from(sample_width) << 48
            | u64::from(accepts_log) << 56,
        arcs,
        nodes,
        counts[0] | counts[1] << 32,
        counts[2] | counts[3] << 32,
    ];
    Ok(Encoded { parameters, bytes })
}

/// Appends the accept bits: one for each arc or, if few arcs accept, a bit for each block of arcs and then the bits of
/// the blocks in which an arc accepts. Returns the logarithm of the block size that takes the fewest bits, or 0 for no
/// blocks.
fn write_accepts(accepts: &BitWriter, bytes: &mut Vec<u8>) -> u32 {
    let blocks = |log: u32| {
        let mut blocks = BitWriter::default();
        let size = 1 << log;
        (0..accepts.len()).step_by(size).for_each(|at| blocks.push((at..at + size).any(|at| accepts.get(at)).into(), 1));
        blocks
    };
    let bits = |log: u32| {
        let blocks = blocks(log);
        let set = (0..blocks.len()).filter(|&at| blocks.get(at)).count();
        8 * ranked_bytes(blocks.len() as u64) + ((set as u64) << log)
    };
    let best = BLOCK_LOGS.map(|log| (bits(log), log)).min().expect("bug: there are block sizes");
    if best.0 >= accepts.len() as u64 {
        accepts.write_plain(bytes);
        return 0;
    }
    let (blocks, size) = (blocks(best.1), 1 << best.1);
    blocks.write_ranked(bytes);
    let mut inside = BitWriter::default();
    for block in (0..blocks.len()).filter(|&block| blocks.get(block)) {
        (block * size..(block + 1) * size).for_each(|at| inside.push(accepts.get(at).into(), 1));
    }
    inside.write_plain(bytes);
    best.1
}

/// The states without the end state in breadth-first order.
fn breadth_first(graph: MinimalGraph<'_>) -> Vec<State> {
    let mut met = vec![false; graph.bound()];
    met[END as usize] = true;
    let mut order = Vec::with_capacity(graph.bound() - 1);
    if !std::mem::replace(&mut met[graph.bound() - 1], true) {
        order.push(graph.bound() as State - 1);
    }
    let mut at = 0;
    while at < order.len() {
        for arc in graph.arcs_of(order[at]) {
            if !std::mem::replace(&mut met[arc.target as usize], true) {
                order.push(arc.target);
            }
        }
        at += 1;
    }
    order
}

/// The encoding of the targets of arcs that are not in the tree.
struct Targets {
    /// The width of the indexes into each table; `None` for a table that is not used.
    widths: [Option<u32>; TABLES],
    position_width: u32,
    /// The targets in the tables, one table after another, the most frequent first.
    in_tables: Vec<State>,
    /// The index of each state in `in_tables`, plus one; 0 if it is not there.
    number: Vec<u32>,
}

impl Targets {
    /// Selects the widths that take the fewest bits. Tries all combinations, with prefix sums of the frequencies.
    fn choose(crossing: &[State], bound: usize, position_width: u32) -> Targets {
        // The frequency of each state, and later its index.
        let mut times = vec![0u32; bound];
        crossing.iter().for_each(|&target| times[target as usize] += 1);
        times[END as usize] = 0;
        let mut common: Vec<State> = (0..bound as State).filter(|&state| times[state as usize] > 0).collect();
        common.sort_unstable_by_key(|&state| (std::cmp::Reverse(times[state as usize]), state));
        let mut arcs_of_first = Vec::with_capacity(common.len() + 1);
        arcs_of_first.push(0u32);
        arcs_of_first.extend(common.iter().scan(0, |sum, &state| {
            *sum += times[state as usize];
            Some(*sum)
        }));
        let covered = |targets: usize| u64::from(arcs_of_first[targets.min(common.len())]);
        let all = covered(common.len());
        let mut best = (u64::MAX, [None; TABLES]);
        let options: Vec<Option<u32>> =
            std::iter::once(None).chain((0..=MAX_INDEX_WIDTH.min(position_width)).map(Some)).collect();
        for &first in &options {
            for &second in &options {
                for &third in &options {
                    let widths = [first, second, third];
                    let (mut targets, mut bits) = (0, 0);
                    for width in widths.into_iter().flatten() {
                        let (before, after) = (covered(targets), covered(targets + (1 << width)));
                        // One bit for each target, with its share of the ranks.
                        bits += (all - before) * 9 / 8 + (after - before) * u64::from(width);
                        bits += u64::from(position_width) << width;
                        targets += 1 << width;
                    }
                    bits += (all - covered(targets)) * u64::from(position_width);
                    if bits < best.0 {
                        best = (bits, widths);
                    }
                }
            }
        }
        let widths = best.1;
        drop(arcs_of_first);
        common.truncate(widths.iter().flatten().map(|width| 1usize << width).sum());
        common.shrink_to_fit();
        let mut number = times;
        number.fill(0);
        common.iter().zip(1..).for_each(|(&state, index)| number[state as usize] = index);
        Targets { widths, position_width, in_tables: common, number }
    }

    /// Appends the targets and the tables. Returns the number of targets that are not the end state and, for each
    /// table, the number of targets that are in none of the tables up to it.
    fn write(&self, crossing: Vec<State>, first: &[u32], bytes: &mut Vec<u8>) -> [u64; TABLES + 1] {
        let mut past_end = BitWriter::default();
        crossing.iter().for_each(|&target| past_end.push((target != END).into(), 1));
        past_end.write_ranked(bytes);
        let mut left = crossing;
        left.retain(|&target| target != END);
        let mut counts = [left.len() as u64; TABLES + 1];
        let mut from = 0;
        for (table, width) in self.widths.iter().enumerate() {
            if let &Some(width) = width {
                let to = from + (1 << width);
                let (mut past, mut indexes) = (BitWriter::default(), BitWriter::default());
                left.retain(|&target| {
                    let number = self.number[target as usize];
                    let here = number > from && number <= to;
                    past.push((!here).into(), 1);
                    if here {
                        indexes.push((number - 1 - from).into(), width);
                    }
                    !here
                });
                past.write_ranked(bytes);
                indexes.write_plain(bytes);
                let mut table = BitWriter::default();
                for number in from..to {
                    let state = self.in_tables.get(number as usize).copied();
                    table.push(state.map_or(0, |state| first[state as usize].into()), self.position_width);
                }
                table.write_plain(bytes);
                from = to;
            }
            counts[table + 1] = left.len() as u64;
        }
        let mut positions = BitWriter::default();
        left.iter().for_each(|&target| positions.push(first[target as usize].into(), self.position_width));
        positions.write_plain(bytes);
        counts
    }
}

/// A table of targets, with the indexes into it.
#[derive(Clone, Copy, Debug, Default)]
struct TargetTable<'a> {
    /// A bit is set if the target is not in this table.
    past: RankBits<'a>,
    /// For each target in the table, its index there.
    indexes: PackedInts,
    /// The entries of the table.
    positions: PackedInts,
}

/// A graph in the `packed` layout. The handle of a node is the position of its first arc, plus one; the end state is 0.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    section: &'a [u8],
    arcs: u64,
    /// The bit of the last arc of each node is set.
    last: RankBits<'a>,
    /// The samples of `last`.
    samples: PackedInts,
    /// The bits of the tree arcs are set.
    tree: RankBits<'a>,
    /// One bit for each of the other arcs, set if it does not lead to the end state.
    past_end: RankBits<'a>,
    tables: [Option<TargetTable<'a>>; TABLES],
    positions: PackedInts,
    /// The accept bits: of all arcs or, if `accepts_log` is not 0, of the blocks of 2^`accepts_log` arcs that are set
    /// in `accepting`.
    accepts: PackedInts,
    accepts_log: u32,
    accepting: RankBits<'a>,
    labels: PackedInts,
    /// The label that is stored as 0.
    base: u8,
    /// The lowest bit of every label in a window.
    lowest: u64,
    /// The number of labels in a window.
    fields: u64,
    /// The factor that divides by the width of a label, with twelve bits behind the point.
    divide: u32,
    counting: Option<Counting>,
}

/// Reads the parts of a section one after another.
struct SectionReader<'a> {
    section: &'a [u8],
    at: u64,
}

impl<'a> SectionReader<'a> {
    #[inline]
    fn bytes(&mut self, length: u64) -> &'a [u8] {
        let from = self.at;
        self.at += length;
        self.section.get(from as usize..self.at as usize).unwrap_or(&[])
    }

    #[inline]
    fn integers(&mut self, count: u64, width: u32) -> PackedInts {
        let from = self.at;
        self.at += (count * u64::from(width)).div_ceil(8);
        PackedInts::new(from, width)
    }

    #[inline]
    fn ranked(&mut self, bits: u64) -> RankBits<'a> {
        RankBits::new(self.bytes(ranked_bytes(bits)))
    }
}

impl<'a> Packed<'a> {
    /// The graph in a section.
    ///
    /// # Errors
    /// [`ImageError`] if the sizes do not match the section; with [`check`](GraphSection::check) also if a count is
    /// wrong or an arc leads out of the graph.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let [widths, arcs, nodes, ..] = section.parameters;
        let [_, _, _, first, second] = section.parameters;
        let counts = [first & LIMIT, first >> 32, second & LIMIT, second >> 32];
        let (letter_width, position_width) = ((widths & 0xff) as u32, (widths >> 8 & 0xff) as u32);
        let index_widths: [Option<u32>; TABLES] =
            std::array::from_fn(|table| (widths >> (16 + 8 * table) & 0xff).checked_sub(1).map(|width| width as u32));
        let (base, sample_width, accepts_log) =
            ((widths >> 40 & 0xff) as u8, (widths >> 48 & 0xff) as u32, (widths >> 56) as u32);
        // Old images do not store the width of samples: it is 32.
        let sample_width = if sample_width == 0 { 32 } else { sample_width };
        let fit = (1..=8).contains(&letter_width)
            && (1..=32).contains(&position_width)
            && base <= 1
            && sample_width <= 32
            && (accepts_log == 0 || BLOCK_LOGS.contains(&accepts_log));
        if !fit || index_widths.iter().flatten().any(|&width| width > MAX_INDEX_WIDTH) {
            return Err(field("the graph's field widths are not valid for 'packed'"));
        }
        let tree_arcs = nodes.saturating_sub(1);
        let descending = counts.is_sorted_by(|a, b| a >= b);
        if arcs > LIMIT || nodes > arcs || (nodes == 0) != (arcs == 0) || !descending || counts[0] > arcs - tree_arcs {
            return Err(field("the graph's numbers of nodes and arcs do not match"));
        }
        let mut reader = SectionReader { section: section.bytes, at: 0 };
        let last = reader.ranked(arcs);
        let samples = reader.integers(samples(nodes), sample_width);
        let tree = reader.ranked(arcs);
        let past_end = reader.ranked(arcs - tree_arcs);
        let mut tables = [None; TABLES];
        for (table, width) in index_widths.into_iter().enumerate() {
            if let Some(width) = width {
                let past = reader.ranked(counts[table]);
                let indexes = reader.integers(counts[table] - counts[table + 1], width);
                tables[table] = Some(TargetTable { past, indexes, positions: reader.integers(1 << width, position_width) });
            } else if counts[table] != counts[table + 1] {
                return Err(field("the graph's numbers of nodes and arcs do not match"));
            }
        }
        let positions = reader.integers(counts[TABLES], position_width);
        let (mut accepting, mut written) = (RankBits::default(), arcs);
        if accepts_log > 0 {
            let blocks = arcs.div_ceil(1 << accepts_log);
            accepting = reader.ranked(blocks);
            let Some(set) = accepting.count(blocks) else {
                return Err(field("the graph's counts of accepting arcs are wrong"));
            };
            written = set << accepts_log;
        }
        let accepts = reader.integers(written, 1);
        let labels = reader.integers(arcs, letter_width);
        if reader.at + PADDING as u64 != section.bytes.len() as u64 {
            return Err(field("the graph's parts do not fill its section"));
        }
        let lowest = (0..57 / letter_width).fold(0, |all, label| all | 1 << (label * letter_width));
        let graph = Packed {
            section: section.bytes,
            arcs,
            last,
            samples,
            tree,
            past_end,
            tables,
            positions,
            accepts,
            accepts_log,
            accepting,
            labels,
            base,
            lowest,
            fields: u64::from(57 / letter_width),
            divide: (1 << 12) / letter_width + 1,
            counting: Counting::new(),
        };
        if section.check {
            graph.check(nodes, counts).map_err(|arc| section.wrong_arc(arc))?;
            let mut before = None;
            let bad_label = |&at: &u64| {
                let tile = graph.tile(at);
                let in_order = before.is_none_or(|before| before < tile);
                before = (!graph.last.get(at).0).then_some(tile);
                !in_order || !section.allows(tile.number(), graph.accepts(at))
            };
            if let Some(bad) = (0..arcs).find(bad_label) {
                return Err(section.wrong_label(bad));
            }
        }
        Ok(graph)
    }

    /// Checks all counts and all targets. The error is the number of a faulty arc.
    fn check(&self, nodes: u64, counts: [u64; TABLES + 1]) -> Result<(), u64> {
        let tree_arcs = nodes.saturating_sub(1);
        let holds = |holds: bool, arc: u64| if holds { Ok(()) } else { Err(arc) };
        holds(self.last.count(self.arcs) == Some(nodes) && self.last.samples_hold(nodes, self.section, self.samples), 0)?;
        holds(self.arcs == 0 || self.last.get(self.arcs - 1).0, self.arcs.saturating_sub(1))?;
        holds(self.tree.count(self.arcs) == Some(tree_arcs), 0)?;
        holds(self.past_end.count(self.arcs - tree_arcs) == Some(counts[0]), 0)?;
        let is_node = |position: u64| position < self.arcs && (position == 0 || self.last.get(position - 1).0);
        for (table, counts) in self.tables.iter().zip(counts.windows(2)) {
            if let Some(table) = table {
                holds(table.past.count(counts[0]) == Some(counts[1]), 0)?;
                for entry in 0..1 << table.indexes.width {
                    let position = table.positions.get(self.section, entry);
                    holds(position == 0 || is_node(position), position)?;
                }
            }
        }
        for entry in 0..counts[TABLES] {
            let position = self.positions.get(self.section, entry);
            holds(is_node(position), position)?;
        }
        Ok(())
    }

    /// The positions of the first arc of a node and of the one after its last.
    #[inline(always)]
    fn range(&self, node: u64) -> (u64, u64) {
        if node == 0 || node > self.arcs { (0, 0) } else { (node - 1, (self.last.next_one(node - 1) + 1).min(self.arcs)) }
    }

    #[inline(always)]
    fn accepts(&self, arc: u64) -> bool {
        if self.accepts_log == 0 {
            return self.accepts.get(self.section, arc) != 0;
        }
        let (any, rank) = self.accepting.get(arc >> self.accepts_log);
        any && self.accepts.get(self.section, rank << self.accepts_log | (arc & ((1 << self.accepts_log) - 1))) != 0
    }

    #[inline(always)]
    fn tile(&self, arc: u64) -> Tile {
        Tile::from_label((self.labels.get(self.section, arc) as u8).wrapping_add(self.base))
    }

    /// The target of an arc.
    #[inline(always)]
    fn target_of(&self, arc: u64, ones: impl Ones) -> u64 {
        let (is_tree, before) = self.tree.get(arc);
        if is_tree {
            // Node n starts after the last arc of node n - 1.
            return self.last.select(before, self.section, self.samples, ones) + 2;
        }
        let (past_end, mut index) = self.past_end.get(arc - before);
        if !past_end {
            return 0;
        }
        for table in self.tables.iter().flatten() {
            let (past, rank) = table.past.get(index);
            if !past {
                let target = table.indexes.get(self.section, index - rank);
                return table.positions.get(self.section, target) + 1;
            }
            index = rank;
        }
        self.positions.get(self.section, index) + 1
    }

    /// The high bit of the first of the labels from an arc on that is equal to the one wanted is set, and possibly those
    /// of later labels that are not equal. Other bits are not zero.
    #[inline(always)]
    fn equal_labels(&self, from: u64, wanted: u64) -> u64 {
        let differing = self.labels.window(self.section, from) ^ wanted;
        differing.wrapping_sub(self.lowest) & !differing
    }

    /// The position of the arc with a tile. Compares all labels of a window at once.
    #[inline(always)]
    fn find(&self, node: u64, tile: Tile) -> Option<u64> {
        let width = self.labels.width;
        let label = tile.number().wrapping_sub(self.base);
        if u32::from(label) >> width != 0 || node == 0 || node > self.arcs {
            return None;
        }
        let (wanted, highest) = (self.lowest * u64::from(label), self.lowest << (width - 1));
        let mut from = node - 1;
        let mut found = self.equal_labels(from, wanted) & highest;
        // The first arc, often the only one, is found without a look at the end of the node.
        if found >> (width - 1) & 1 != 0 {
            return Some(from);
        }
        let to = (self.last.next_one(from) + 1).min(self.arcs);
        loop {
            if found != 0 {
                let arc = from + u64::from((found.trailing_zeros() * self.divide) >> 12);
                return (arc < to).then_some(arc);
            }
            from += self.fields;
            if from >= to {
                return None;
            }
            found = self.equal_labels(from, wanted) & highest;
        }
    }

    /// The arcs of a node whose tiles are in `among`, in ascending order.
    #[inline]
    pub fn arcs_among(&self, node: u64, among: TileMask) -> PackedArcs<'_, 'a> {
        let (next, end) = self.range(node);
        PackedArcs { graph: self, next, end, among }
    }
}

impl<'a> WordGraph for Packed<'a> {
    type Node = u64;
    type Arcs<'g>
        = PackedArcs<'g, 'a>
    where
        Self: 'g;

    #[inline]
    fn root(&self) -> u64 {
        u64::from(self.arcs > 0)
    }

    #[inline]
    fn arcs(&self, node: u64) -> PackedArcs<'_, 'a> {
        self.arcs_among(node, TileMask::ALL_LABELS)
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        let (arc, target) = self.arc_with(node, tile)?;
        Some(Arc { tile, accepts: self.accepts(arc), target })
    }
}

impl sealed::Sealed for Packed<'_> {}

impl MaskedGraph for Packed<'_> {
    const WIDE: bool = true;

    #[inline]
    fn tiles(&self, node: u64) -> TileMask {
        let (from, to) = self.range(node);
        (from..to).map(|arc| self.tile(arc)).collect()
    }

    #[inline]
    fn accepting(&self, node: u64) -> TileMask {
        let (from, to) = self.range(node);
        (from..to).filter(|&arc| self.accepts(arc)).map(|arc| self.tile(arc)).collect()
    }

    #[inline]
    fn for_arcs_among<B>(&self, node: u64, among: TileMask, each: impl FnMut(Arc<u64>) -> ControlFlow<B>) -> ControlFlow<B> {
        self.arcs_among(node, among).try_for_each(each)
    }

    #[inline]
    fn target(&self, node: u64, tile: Tile) -> Option<u64> {
        self.arc_with(node, tile).map(|(_, target)| target)
    }

    #[inline]
    fn accepts_on(&self, node: u64, tile: Tile) -> bool {
        self.find(node, tile).is_some_and(|arc| self.accepts(arc))
    }
}
