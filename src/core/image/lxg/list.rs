//! The `list` layout: lists of sibling arcs, the usual layout of the field and the reference of every benchmark.
//!
//! A node is a list of arcs with ascending letters, the last arc flagged. The handle of a node is the index of its
//! first arc. A list that is a suffix of another one shares its arcs. Such lists end with the same arc: the encoder
//! gathers the lists by the targets of their last arcs and sorts the few of each kind from their ends. It then writes
//! the lists from the root down, so that neighbours in the graph are neighbours in the file.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::bits::unsigned;
use super::{Encoded, GraphSection};
use crate::alphabet::Tile;
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, MaskedGraph, WordGraph, sealed};
use crate::image::ImageError;

/// The greatest number of arcs of 4 bytes.
pub const SHORT_LIMIT: usize = 1 << 22;

/// The places of the lists of sibling arcs when lists share their suffixes.
#[derive(Debug)]
pub struct ListPlacement {
    /// The states whose lists are written, in file order.
    pub order: Vec<State>,
    /// The index of the first arc of each state; 0 for the end state.
    places: Vec<u64>,
    /// The index after the last arc.
    pub end: u64,
}

impl ListPlacement {
    /// Places the lists of graphs that share an arena, from index `first` on, which must not be 0.
    ///
    /// No placement with ascending siblings takes fewer arcs: a list is written only if it is not a suffix of another
    /// one.
    #[inline]
    pub fn new(graphs: &[MinimalGraph<'_>], first: u64) -> ListPlacement {
        let Some(&graph) = graphs.first() else { return ListPlacement { order: vec![], places: vec![0], end: first } };
        let bound = graphs.iter().map(|graph| graph.bound()).max().unwrap_or(1);
        // Parents first, so that neighbours in the graph are neighbours in the file.
        let mut seen = vec![false; bound];
        let mut states = Vec::new();
        for graph in graphs {
            let fresh =
                graph.states().into_iter().rev().filter(|&state| !std::mem::replace(&mut seen[state as usize], true));
            states.extend(fresh);
        }
        let holders = holders(graph, &states, bound);
        let mut places = vec![0; bound];
        let mut order = Vec::new();
        let mut next = first;
        for (&state, &holder) in states.iter().zip(&holders) {
            if states[holder as usize] == state {
                places[state as usize] = next;
                next += graph.arcs_of(state).len() as u64;
                order.push(state);
            }
        }
        for (&state, &holder) in states.iter().zip(&holders) {
            let holder = states[holder as usize];
            if holder != state {
                let skipped = graph.arcs_of(holder).len() - graph.arcs_of(state).len();
                places[state as usize] = places[holder as usize] + skipped as u64;
            }
        }
        ListPlacement { order, places, end: next }
    }

    /// Places the lists that are not suffixes of others from index `first` on, in the order of `states`.
    #[inline]
    pub fn of(suffixes: ListSuffixes, states: &[State], first: u64) -> ListPlacement {
        let mut place_of_suffix = vec![0u64; suffixes.count];
        let mut order = Vec::new();
        let mut next = first;
        for &state in states.iter().filter(|&&state| suffixes.is_written[state as usize]) {
            for &suffix in suffixes.of_list(state) {
                place_of_suffix[suffix as usize] = next;
                next += 1;
            }
            order.push(state);
        }
        let mut places = vec![0; suffixes.lists.len()];
        for &state in states {
            places[state as usize] = suffixes.of_list(state).first().map_or(0, |&suffix| place_of_suffix[suffix as usize]);
        }
        ListPlacement { order, places, end: next }
    }

    /// The index of the first arc of a state.
    #[inline]
    pub fn place(&self, state: State) -> u64 {
        self.places[state as usize]
    }

    /// Calls `each` with every arc in file order, with the index of its target, and whether it is the last of its list.
    #[inline]
    pub fn for_each_arc(&self, graph: MinimalGraph<'_>, mut each: impl FnMut(Arc<u64>, bool)) {
        for &state in &self.order {
            let length = graph.arcs_of(state).len();
            for (position, arc) in graph.arcs_of(state).enumerate() {
                each(Arc { tile: arc.tile, accepts: arc.accepts, target: self.place(arc.target) }, position + 1 == length);
            }
        }
    }
}

/// For each of these states, the index of the last one whose list is written and ends with its list: its own index if
/// its list is no suffix of another.
fn holders(graph: MinimalGraph<'_>, states: &[State], bound: usize) -> Vec<u32> {
    // By the targets of their last arcs; those to the end state, which are many, by tile and acceptance.
    let last = |state: State| graph.arcs_of(state).next_back().expect("bug: a state without arcs is written");
    let class = |state: State| match last(state) {
        Arc { tile, accepts, target: 0 } => bound + usize::from(tile.number()) * 2 + usize::from(accepts),
        Arc { target, .. } => target as usize,
    };
    let mut starts = vec![0u32; bound + 512];
    states.iter().for_each(|&state| starts[class(state)] += 1);
    let mut place = 0;
    for start in &mut starts {
        place += std::mem::replace(start, place);
    }
    let mut gathered = vec![0u32; states.len()];
    for (index, &state) in states.iter().enumerate() {
        let start = &mut starts[class(state)];
        gathered[*start as usize] = index as u32;
        *start += 1;
    }
    // Now each start is the end of its class.
    let mut holders: Vec<u32> = (0..states.len() as u32).collect();
    // For each list, the first one after it that it is no suffix of.
    let mut ends: Vec<u32> = Vec::new();
    let mut from = 0;
    for &end in &starts {
        let lists = &mut gathered[from..end as usize];
        from = end as usize;
        if lists.len() < 2 {
            continue;
        }
        // A list sorts directly before those that it is a suffix of.
        let from_end = |list: u32| graph.packed_arcs_of(states[list as usize]).iter().rev();
        lists.sort_unstable_by(|&a, &b| from_end(a).cmp(from_end(b)));
        ends.clear();
        ends.resize(lists.len(), lists.len() as u32);
        for at in (0..lists.len()).rev() {
            let arcs = graph.packed_arcs_of(states[lists[at] as usize]);
            let is_suffix = |of: usize| graph.packed_arcs_of(states[lists[of] as usize]).ends_with(arcs);
            let mut next = at + 1;
            let mut holder = None;
            while next < lists.len() && is_suffix(next) {
                holder = holder.max(Some(holders[lists[next] as usize]));
                next = ends[next] as usize;
            }
            ends[at] = next as u32;
            holders[lists[at] as usize] = holder.unwrap_or(lists[at]);
        }
    }
    holders
}

/// Numbers for the suffixes of lists, equal for equal suffixes, and the lists that are not suffixes of others.
#[derive(Debug)]
pub struct ListSuffixes {
    /// The number after the highest one.
    count: usize,
    /// The numbers of the suffixes of all lists.
    suffixes: Vec<u32>,
    /// For each state, the start and length of its list in `suffixes`.
    lists: Vec<(usize, usize)>,
    /// For each state, whether its list is written.
    is_written: Vec<bool>,
}

impl ListSuffixes {
    /// Numbers the suffixes of the lists of these states, which are sorted parents first. Two lists are equal if
    /// `items` gives equal items for both.
    pub fn of<K: Hash + Eq, I: DoubleEndedIterator<Item = K>>(
        bound: usize,
        states: &[State],
        items: impl Fn(State) -> I,
    ) -> ListSuffixes {
        // A suffix is identified by its first item and the suffix after it.
        let mut numbers: FxHashMap<(K, u32), u32> = FxHashMap::default();
        let mut by_length: Vec<State> = states.iter().rev().copied().collect();
        by_length.sort_by_key(|&state| std::cmp::Reverse(items(state).count()));
        let mut in_use: Vec<bool> = vec![false];
        let mut suffixes: Vec<u32> = Vec::with_capacity(states.iter().map(|&state| items(state).count()).sum());
        let mut lists = vec![(0, 0); bound];
        let mut is_written = vec![false; bound];
        for &state in &by_length {
            let from = suffixes.len();
            let mut suffix = 0;
            for item in items(state).rev() {
                let fresh = in_use.len() as u32;
                suffix = *numbers.entry((item, suffix)).or_insert(fresh);
                if suffix == fresh {
                    in_use.push(false);
                }
                suffixes.push(suffix);
            }
            suffixes[from..].reverse();
            if suffix != 0 && !in_use[suffix as usize] {
                suffixes[from..].iter().for_each(|&suffix| in_use[suffix as usize] = true);
                is_written[state as usize] = true;
            }
            lists[state as usize] = (from, suffixes.len() - from);
        }
        ListSuffixes { count: in_use.len(), suffixes, lists, is_written }
    }

    /// The numbers of the suffixes that start at each item of a list.
    #[inline]
    fn of_list(&self, state: State) -> &[u32] {
        let (from, length) = self.lists[state as usize];
        &self.suffixes[from..][..length]
    }
}

#[inline]
pub(super) fn encode(graph: MinimalGraph<'_>) -> Result<Encoded, ImageError> {
    // Index 0 is the end state; a dummy arc takes its place.
    let lists = ListPlacement::new(&[graph], 1);
    let short = lists.end as usize <= SHORT_LIMIT;
    let arc_bytes = if short { 4 } else { 8 };
    let mut bytes = vec![0; arc_bytes];
    lists.for_each_arc(graph, |arc, last| write_arc(&mut bytes, arc, last, arc_bytes));
    Ok(Encoded { parameters: [arc_bytes as u64, lists.end, lists.place(graph.root()), 0, 0], bytes })
}

/// Appends an arc of `arc_bytes` bytes, which is 4 or 8.
#[inline]
pub fn write_arc(bytes: &mut Vec<u8>, arc: Arc<u64>, last: bool, arc_bytes: usize) {
    let flags = u64::from(last) | u64::from(arc.accepts) << 1 | u64::from(arc.tile.number()) << 2;
    let word = arc.target | flags << (8 * arc_bytes - 10);
    bytes.extend_from_slice(&word.to_le_bytes()[..arc_bytes]);
}

/// A graph in the `list` layout with arcs of `N` bytes, 4 or 8. The handle of a node is the index of its first arc.
#[derive(Clone, Copy, Debug)]
pub struct List<'a, const N: usize, const WIDE: bool> {
    arcs: &'a [[u8; N]],
    root: u64,
}

impl<'a, const N: usize, const WIDE: bool> List<'a, N, WIDE> {
    /// The graph in a section.
    ///
    /// # Errors
    /// [`ImageError`] if the sizes do not match the section; with [`check`](GraphSection::check) also if an arc leads
    /// out of the graph or the last list has no end flag.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let [arc_bytes, arcs, root, ..] = section.parameters;
        let whole = arcs.checked_mul(N as u64) == Some(section.bytes.len() as u64);
        if arc_bytes != N as u64 || !whole || arcs == 0 {
            return Err(ImageError::Field { offset: 0, what: "the graph's arcs do not fill its section" });
        }
        let graph = List { arcs: section.bytes.as_chunks().0, root };
        if section.check {
            let wrong = |arc| ImageError::Arc { graph: section.kind.name(), arc };
            if root >= arcs {
                return Err(wrong(0));
            }
            if let Some(bad) = (1..arcs).find(|&at| graph.at(at).0.target >= arcs) {
                return Err(wrong(bad));
            }
            if arcs > 1 && !graph.at(arcs - 1).1 {
                return Err(wrong(arcs - 1));
            }
            // Ascending lists have at most one arc a label, so that a walk takes time linear in the arcs.
            let mut before = None;
            let bad_label = |&at: &u64| {
                let (arc, last) = graph.at(at);
                let in_order = before.is_none_or(|before| before < arc.tile);
                before = (!last).then_some(arc.tile);
                !in_order || !section.allows(arc.tile.number(), arc.accepts)
            };
            if let Some(bad) = (1..arcs).find(bad_label) {
                return Err(section.wrong_label(bad));
            }
        }
        Ok(graph)
    }

    /// The arc at an index, and whether it is the last of its list. Past the end: a last arc with the separator.
    #[inline]
    fn at(&self, index: u64) -> (Arc<u64>, bool) {
        let Some(bytes) = self.arcs.get(index as usize) else {
            return (Arc { tile: Tile::SEPARATOR, accepts: false, target: 0 }, true);
        };
        let word = unsigned(bytes);
        let (target, flags) = if N == 4 { (word & 0x3f_ffff, word >> 22) } else { (word & ((1 << 54) - 1), word >> 54) };
        (Arc { tile: Tile::from_label((flags >> 2) as u8), accepts: flags & 2 != 0, target }, flags & 1 != 0)
    }
}

/// The arcs of a node of a [`List`].
#[derive(Clone, Debug)]
pub struct Siblings<'g, const N: usize, const WIDE: bool> {
    graph: List<'g, N, WIDE>,
    /// The next arc; 0 after the last.
    next: u64,
}

impl<const N: usize, const WIDE: bool> Iterator for Siblings<'_, N, WIDE> {
    type Item = Arc<u64>;
    #[inline]
    fn next(&mut self) -> Option<Arc<u64>> {
        if self.next == 0 || self.next >= self.graph.arcs.len() as u64 {
            return None;
        }
        let (arc, last) = self.graph.at(self.next);
        self.next = if last { 0 } else { self.next + 1 };
        Some(arc)
    }
}

impl<'a, const N: usize, const WIDE: bool> WordGraph for List<'a, N, WIDE> {
    type Node = u64;
    type Arcs<'g>
        = Siblings<'a, N, WIDE>
    where
        Self: 'g;

    #[inline]
    fn root(&self) -> u64 {
        self.root
    }

    #[inline]
    fn arcs(&self, node: u64) -> Siblings<'a, N, WIDE> {
        Siblings { graph: *self, next: node }
    }
}

impl<const N: usize, const WIDE: bool> sealed::Sealed for List<'_, N, WIDE> {}

impl<const N: usize, const WIDE: bool> MaskedGraph for List<'_, N, WIDE> {
    const WIDE: bool = WIDE;
}
