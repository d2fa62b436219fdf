//! The `packed` layout: the smallest that still finds a child without unpacking anything.
//!
//! A spanning tree of the graph is laid out breadth first (Jacobson 1989): the *n*-th tree arc leads to node *n*, so that these arcs,
//! one a node, need no target but a bit and a count. The other arcs say where they lead, the end state in one bit, targets that
//! many arcs share by a short number into a table, the rest by where their arcs begin; the widths are those that make the whole
//! smallest (the directly addressable codes of Brisaboa, Ladra and Navarro 2013, with tables).

use super::bits::{BitWriter, Numbers, RankBits, ranked_bytes, samples};
use super::{Encoded, GraphSection};
use crate::alphabet::{Tile, TileSet};
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, WordGraph};
use crate::image::ImageError;

const END: State = 0;
/// How many tables of targets there may be.
const TIERS: usize = 3;
/// Most arcs: places and ranks have 32 bits.
const LIMIT: u64 = u32::MAX as u64;
/// No table is wider: it would be larger than what it saves, on any graph that fits.
const WIDEST: u32 = 20;
/// Logarithms of the sizes that blocks of arcs may have, where few arcs accept.
const BLOCK_LOGS: std::ops::RangeInclusive<u32> = 2..=6;
/// Bytes at the end, so that eight can be read from any place.
const SPARE: usize = 8;

/// The fewest bits that hold a number.
fn width_of(number: u64) -> u32 {
    64 - number.leading_zeros()
}

pub(super) fn encode(graph: MinimalGraph<'_>, letters: usize) -> Result<Encoded, ImageError> {
    let order = breadth_first(graph);
    let arcs: u64 = order.iter().map(|&state| graph.arcs_of(state).len() as u64).sum();
    if arcs > LIMIT {
        return Err(ImageError::Limit { layout: "packed", limit: LIMIT, what: "arcs", got: arcs });
    }
    // A DAWG has no separators: its labels are told from the first letter on.
    let lowest = u64::from(!order.iter().any(|&state| graph.arcs_of(state).any(|arc| arc.tile == Tile::SEPARATOR)));
    let letter_width = width_of((letters as u64).saturating_sub(lowest)).max(1);
    let place_width = width_of(arcs.saturating_sub(1)).max(1);
    let mut first = vec![0u32; graph.bound()];
    let (mut last, mut accepts, mut labels, mut tree) =
        (BitWriter::default(), BitWriter::default(), BitWriter::default(), BitWriter::default());
    // The targets of arcs outside the tree, in order.
    let mut crossing: Vec<State> = Vec::new();
    let mut next = order.iter().skip(1).peekable();
    for &state in &order {
        first[state as usize] = last.len() as u32;
        let mut left = graph.arcs_of(state).len();
        for arc in graph.arcs_of(state) {
            left -= 1;
            last.push((left == 0).into(), 1);
            accepts.push(arc.accepts.into(), 1);
            labels.push(u64::from(arc.tile.number()) - lowest, letter_width);
            // The first arc that leads to a state is the tree's: the order is the one these arcs give.
            let is_tree = next.next_if_eq(&&arc.target).is_some();
            tree.push(is_tree.into(), 1);
            if !is_tree {
                crossing.push(arc.target);
            }
        }
    }
    let targets = Targets::choose(&crossing, graph.bound(), place_width);

    let mut bytes = Vec::new();
    last.write_ranked(&mut bytes);
    let sample_width = last.sample_width();
    last.write_samples(sample_width, &mut bytes);
    tree.write_ranked(&mut bytes);
    let counts = targets.write(&crossing, &first, &mut bytes);
    let accepts_log = write_accepts(&accepts, &mut bytes);
    labels.write_plain(&mut bytes);
    bytes.extend([0; SPARE]);
    let widths = targets.widths.iter().rev().fold(0, |all, width| all << 8 | width.map_or(0, |width| u64::from(width) + 1));
    let parameters = [
        u64::from(letter_width)
            | u64::from(place_width) << 8
            | widths << 16
            | lowest << 40
            | u64::from(sample_width) << 48
            | u64::from(accepts_log) << 56,
        arcs,
        order.len() as u64,
        counts[0] | counts[1] << 32,
        counts[2] | counts[3] << 32,
    ];
    Ok(Encoded { parameters, bytes })
}

/// Appends which arcs accept: plainly, or, where few do, blocks with any such arc and which they are. Gives the logarithm of the size of
/// blocks, 0 for plainly; whatever takes the fewest bits.
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
    let best = BLOCK_LOGS.map(|log| (bits(log), log)).min().unwrap_or_default();
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

/// The states from the root on, each when the first arc to it is met.
fn breadth_first(graph: MinimalGraph<'_>) -> Vec<State> {
    let mut met = vec![false; graph.bound()];
    met[END as usize] = true;
    let mut order = Vec::new();
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

/// How targets of arcs outside the tree are written.
struct Targets {
    /// The width of the numbers into each table, where there is one.
    widths: [Option<u32>; TIERS],
    place_width: u32,
    /// The targets in the tables, one table after another, the commonest first.
    listed: Vec<State>,
    /// By state: its place among those, plus one.
    number: Vec<u32>,
}

impl Targets {
    /// The widths that take the fewest bits: all there are, tried by running sums.
    fn choose(crossing: &[State], bound: usize, place_width: u32) -> Targets {
        let mut times = vec![0u32; bound];
        crossing.iter().for_each(|&target| times[target as usize] += 1);
        times[END as usize] = 0;
        let mut common: Vec<State> = (0..bound as State).filter(|&state| times[state as usize] > 0).collect();
        common.sort_by_key(|&state| (std::cmp::Reverse(times[state as usize]), state));
        let mut arcs_of_first = vec![0u64];
        arcs_of_first.extend(common.iter().scan(0, |sum, &state| {
            *sum += u64::from(times[state as usize]);
            Some(*sum)
        }));
        let all = arcs_of_first[common.len()];
        let covered = |targets: usize| arcs_of_first[targets.min(common.len())];
        let mut best = (u64::MAX, [None; TIERS]);
        let options: Vec<Option<u32>> = std::iter::once(None).chain((0..=WIDEST.min(place_width)).map(Some)).collect();
        for &first in &options {
            for &second in &options {
                for &third in &options {
                    let widths = [first, second, third];
                    let (mut listed, mut bits) = (0, 0);
                    for width in widths.into_iter().flatten() {
                        let (before, after) = (covered(listed), covered(listed + (1 << width)));
                        // A bit each for whether the search goes on, with its share of the ranks.
                        bits += (all - before) * 9 / 8 + (after - before) * u64::from(width);
                        bits += u64::from(place_width) << width;
                        listed += 1 << width;
                    }
                    bits += (all - covered(listed)) * u64::from(place_width);
                    if bits < best.0 {
                        best = (bits, widths);
                    }
                }
            }
        }
        let widths = best.1;
        common.truncate(widths.iter().flatten().map(|width| 1usize << width).sum());
        let mut number = vec![0; bound];
        common.iter().zip(1..).for_each(|(&state, place)| number[state as usize] = place);
        Targets { widths, place_width, listed: common, number }
    }

    /// Appends the targets of these arcs, and the tables; gives how many arcs go past the end state and past each table.
    fn write(&self, crossing: &[State], first: &[u32], bytes: &mut Vec<u8>) -> [u64; TIERS + 1] {
        let mut level = BitWriter::default();
        crossing.iter().for_each(|&target| level.push((target != END).into(), 1));
        level.write_ranked(bytes);
        let mut left: Vec<State> = crossing.iter().copied().filter(|&target| target != END).collect();
        let mut counts = [left.len() as u64; TIERS + 1];
        let mut from = 0;
        for (tier, width) in self.widths.iter().enumerate() {
            if let &Some(width) = width {
                let to = from + (1 << width);
                let (mut level, mut numbers, mut on) = (BitWriter::default(), BitWriter::default(), vec![]);
                for target in left {
                    let number = self.number[target as usize];
                    let here = number > from && number <= to;
                    level.push((!here).into(), 1);
                    if here {
                        numbers.push((number - 1 - from).into(), width);
                    } else {
                        on.push(target);
                    }
                }
                level.write_ranked(bytes);
                numbers.write_plain(bytes);
                let mut table = BitWriter::default();
                for number in from..to {
                    let state = self.listed.get(number as usize).copied();
                    table.push(state.map_or(0, |state| first[state as usize].into()), self.place_width);
                }
                table.write_plain(bytes);
                (left, from) = (on, to);
            }
            counts[tier + 1] = left.len() as u64;
        }
        let mut places = BitWriter::default();
        left.iter().for_each(|&target| places.push(first[target as usize].into(), self.place_width));
        places.write_plain(bytes);
        counts
    }
}

/// One table of targets, as it is read.
#[derive(Clone, Copy, Debug, Default)]
struct Tier<'a> {
    /// Set where a target is not of this table.
    on: RankBits<'a>,
    numbers: Numbers,
    table: Numbers,
}

/// A graph in the `packed` layout. A node is the place of its first arc, plus one; the end state 0.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    section: &'a [u8],
    arcs: u64,
    /// Set on the last arc of each node.
    last: RankBits<'a>,
    /// The block of `last` for each 64th node.
    samples: Numbers,
    /// Set on the arcs of the tree.
    tree: RankBits<'a>,
    /// Of the others: set where they do not lead to the end state.
    on: RankBits<'a>,
    tiers: [Option<Tier<'a>>; TIERS],
    places: Numbers,
    /// Which arcs accept; in blocks, where there are any: blocks of how many arcs, as a logarithm, and which have such arcs.
    accepts: Numbers,
    accepts_log: u32,
    accepting: RankBits<'a>,
    labels: Numbers,
    /// The label that is written as 0.
    base: u8,
    /// The lowest bit of every label that fits a window.
    lowest: u64,
}

/// The parts of a section, one after another.
struct Cut<'a> {
    section: &'a [u8],
    at: u64,
}

impl<'a> Cut<'a> {
    fn bytes(&mut self, length: u64) -> &'a [u8] {
        let from = self.at;
        self.at += length;
        self.section.get(from as usize..self.at as usize).unwrap_or(&[])
    }

    fn numbers(&mut self, count: u64, width: u32) -> Numbers {
        let from = self.at;
        self.at += (count * u64::from(width)).div_ceil(8);
        Numbers::new(from, width)
    }

    fn ranked(&mut self, bits: u64) -> RankBits<'a> {
        RankBits::new(self.bytes(ranked_bytes(bits)))
    }
}

impl<'a> Packed<'a> {
    /// Looks at a section as a graph.
    ///
    /// # Errors
    /// [`ImageError`] when sizes do not fit the section or, if it is to be checked, a count is wrong or an arc leads out of the graph.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let [widths, arcs, nodes, ..] = section.parameters;
        let [_, _, _, first, second] = section.parameters;
        let counts = [first & LIMIT, first >> 32, second & LIMIT, second >> 32];
        let (letter_width, place_width) = ((widths & 0xff) as u32, (widths >> 8 & 0xff) as u32);
        let tier_widths: [Option<u32>; TIERS] =
            std::array::from_fn(|tier| (widths >> (16 + 8 * tier) & 0xff).checked_sub(1).map(|width| width as u32));
        let (base, sample_width, accepts_log) =
            ((widths >> 40 & 0xff) as u8, (widths >> 48 & 0xff) as u32, (widths >> 56) as u32);
        // Before samples were as narrow as they can be, they had 32 bits.
        let sample_width = if sample_width == 0 { 32 } else { sample_width };
        let fit = (1..=8).contains(&letter_width)
            && (1..=32).contains(&place_width)
            && base <= 1
            && sample_width <= 32
            && (accepts_log == 0 || BLOCK_LOGS.contains(&accepts_log));
        if !fit || tier_widths.iter().flatten().any(|&width| width > WIDEST) {
            return Err(field("the graph's field widths are none that 'packed' has"));
        }
        let tree_arcs = nodes.saturating_sub(1);
        let descending = counts.is_sorted_by(|a, b| a >= b);
        if arcs > LIMIT || nodes > arcs || (nodes == 0) != (arcs == 0) || !descending || counts[0] > arcs - tree_arcs {
            return Err(field("the graph's numbers of nodes and arcs do not fit each other"));
        }
        let mut cut = Cut { section: section.bytes, at: 0 };
        let last = cut.ranked(arcs);
        let samples = cut.numbers(samples(nodes), sample_width);
        let tree = cut.ranked(arcs);
        let on = cut.ranked(arcs - tree_arcs);
        let mut tiers = [None; TIERS];
        for (tier, width) in tier_widths.into_iter().enumerate() {
            if let Some(width) = width {
                let on = cut.ranked(counts[tier]);
                let numbers = cut.numbers(counts[tier] - counts[tier + 1], width);
                tiers[tier] = Some(Tier { on, numbers, table: cut.numbers(1 << width, place_width) });
            } else if counts[tier] != counts[tier + 1] {
                return Err(field("the graph's numbers of nodes and arcs do not fit each other"));
            }
        }
        let places = cut.numbers(counts[TIERS], place_width);
        let (mut accepting, mut written) = (RankBits::default(), arcs);
        if accepts_log > 0 {
            let blocks = arcs.div_ceil(1 << accepts_log);
            accepting = cut.ranked(blocks);
            let Some(set) = accepting.count(blocks) else {
                return Err(field("the graph's counts of accepting arcs are wrong"));
            };
            written = set << accepts_log;
        }
        let accepts = cut.numbers(written, 1);
        let labels = cut.numbers(arcs, letter_width);
        if cut.at + SPARE as u64 != section.bytes.len() as u64 {
            return Err(field("the graph's parts do not fill its section"));
        }
        let lowest = (0..57 / letter_width).fold(0, |all, label| all | 1 << (label * letter_width));
        let graph = Packed {
            section: section.bytes,
            arcs,
            last,
            samples,
            tree,
            on,
            tiers,
            places,
            accepts,
            accepts_log,
            accepting,
            labels,
            base,
            lowest,
        };
        if section.check {
            graph.check(nodes, counts).map_err(|arc| ImageError::Arc { graph: section.kind.name(), arc })?;
        }
        Ok(graph)
    }

    /// Goes over all counts and all targets; the arc at which something is wrong.
    fn check(&self, nodes: u64, counts: [u64; TIERS + 1]) -> Result<(), u64> {
        let tree_arcs = nodes.saturating_sub(1);
        let holds = |holds: bool, arc: u64| if holds { Ok(()) } else { Err(arc) };
        holds(self.last.count(self.arcs) == Some(nodes) && self.last.samples_hold(nodes, self.section, self.samples), 0)?;
        holds(self.arcs == 0 || self.last.get(self.arcs - 1).0, self.arcs.saturating_sub(1))?;
        holds(self.tree.count(self.arcs) == Some(tree_arcs), 0)?;
        holds(self.on.count(self.arcs - tree_arcs) == Some(counts[0]), 0)?;
        let is_node = |place: u64| place < self.arcs && (place == 0 || self.last.get(place - 1).0);
        for (tier, table) in self.tiers.iter().enumerate() {
            if let Some(table) = table {
                holds(table.on.count(counts[tier]) == Some(counts[tier + 1]), 0)?;
                for entry in 0..1 << table.numbers.width {
                    let place = table.table.get(self.section, entry);
                    holds(place == 0 || is_node(place), place)?;
                }
            }
        }
        for entry in 0..counts[TIERS] {
            let place = self.places.get(self.section, entry);
            holds(is_node(place), place)?;
        }
        Ok(())
    }

    /// Where the arcs of a node begin and end.
    #[inline]
    fn range(&self, node: u64) -> (u64, u64) {
        if node == 0 || node > self.arcs { (0, 0) } else { (node - 1, (self.last.next_one(node - 1) + 1).min(self.arcs)) }
    }

    #[inline]
    fn accepts(&self, arc: u64) -> bool {
        if self.accepts_log == 0 {
            return self.accepts.get(self.section, arc) != 0;
        }
        let (any, rank) = self.accepting.get(arc >> self.accepts_log);
        any && self.accepts.get(self.section, rank << self.accepts_log | (arc & ((1 << self.accepts_log) - 1))) != 0
    }

    #[inline]
    fn tile(&self, arc: u64) -> Tile {
        Tile::from_label((self.labels.get(self.section, arc) as u8).wrapping_add(self.base))
    }

    /// Where an arc leads.
    #[inline]
    fn target_of(&self, arc: u64) -> u64 {
        let (is_tree, before) = self.tree.get(arc);
        if is_tree {
            // Node n begins after the last arc of node n - 1.
            return self.last.select(before, self.section, self.samples) + 2;
        }
        let (on, mut index) = self.on.get(arc - before);
        if !on {
            return 0;
        }
        for tier in self.tiers.iter().flatten() {
            let (on, rank) = tier.on.get(index);
            if !on {
                let number = tier.numbers.get(self.section, index - rank);
                return tier.table.get(self.section, number) + 1;
            }
            index = rank;
        }
        self.places.get(self.section, index) + 1
    }

    /// The place of the arc of a tile: labels are compared with it a window at a time.
    #[inline]
    fn find(&self, node: u64, tile: Tile) -> Option<u64> {
        let (mut from, to) = self.range(node);
        let width = self.labels.width;
        let label = tile.number().wrapping_sub(self.base);
        if u32::from(label) >> width != 0 {
            return None;
        }
        let (wanted, highest) = (self.lowest * u64::from(label), self.lowest << (width - 1));
        let fields = u64::from(57 / width);
        while from < to {
            let differing = self.labels.window(self.section, from) ^ wanted;
            // The high bit of the first label that is equal, and perhaps of later ones that are not.
            let equal = differing.wrapping_sub(self.lowest) & !differing & highest;
            if equal != 0 {
                let arc = from + u64::from(equal.trailing_zeros() / width);
                return (arc < to).then_some(arc);
            }
            from += fields;
        }
        None
    }

    /// The arcs of a node whose tiles are in a set, in ascending order.
    #[inline]
    pub fn arcs_among(&self, node: u64, among: TileSet) -> PackedArcs<'_, 'a> {
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
    const WIDE: bool = true;

    fn root(&self) -> u64 {
        u64::from(self.arcs > 0)
    }

    fn tiles(&self, node: u64) -> TileSet {
        let (from, to) = self.range(node);
        (from..to).map(|arc| self.tile(arc)).collect()
    }

    fn accepting(&self, node: u64) -> TileSet {
        let (from, to) = self.range(node);
        (from..to).filter(|&arc| self.accepts(arc)).map(|arc| self.tile(arc)).collect()
    }

    #[inline]
    fn arcs(&self, node: u64) -> PackedArcs<'_, 'a> {
        self.arcs_among(node, TileSet::from_bits(u64::MAX))
    }

    #[inline]
    fn for_arcs_among(&self, node: u64, among: TileSet, each: impl FnMut(Arc<u64>)) {
        self.arcs_among(node, among).filter(|arc| among.contains(arc.tile)).for_each(each);
    }

    #[inline]
    fn child(&self, node: u64, tile: Tile) -> Option<Arc<u64>> {
        self.find(node, tile).map(|arc| Arc { tile, accepts: self.accepts(arc), target: self.target_of(arc) })
    }

    #[inline]
    fn target(&self, node: u64, tile: Tile) -> Option<u64> {
        self.find(node, tile).map(|arc| self.target_of(arc))
    }

    #[inline]
    fn accepts_on(&self, node: u64, tile: Tile) -> bool {
        self.find(node, tile).is_some_and(|arc| self.accepts(arc))
    }
}

/// The arcs of a node of a [`Packed`] graph. Where an arc leads is found for those only that are wanted.
#[derive(Clone, Debug)]
pub struct PackedArcs<'g, 'a> {
    graph: &'g Packed<'a>,
    next: u64,
    end: u64,
    among: TileSet,
}

impl Iterator for PackedArcs<'_, '_> {
    type Item = Arc<u64>;

    fn next(&mut self) -> Option<Arc<u64>> {
        while self.next < self.end {
            let arc = self.next;
            self.next += 1;
            let tile = self.graph.tile(arc);
            if self.among.contains(tile) {
                return Some(Arc { tile, accepts: self.graph.accepts(arc), target: self.graph.target_of(arc) });
            }
        }
        None
    }
}
