//! The `list` layout: the field's usual one, kept as the yardstick of every benchmark.
//!
//! A node is a run of arcs with ascending letters, the last one flagged; a node is found by the index of its first arc. A list that
//! is the end of another shares its arcs. Longest lists are settled first, which is when a shorter one can know whether it is such
//! an end; the lists are then written from the root on, so that neighbours in the graph are neighbours in the file.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Encoded, GraphSection};
use crate::alphabet::Tile;
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, WordGraph};
use crate::image::ImageError;

/// Most arcs that the 32-bit form can index.
pub const SHORT_LIMIT: usize = 1 << 22;

/// Where the lists of sibling arcs lie when lists that are the end of others share their arcs.
#[derive(Debug)]
pub struct Placement {
    /// The states whose lists are written, in the order of the file.
    pub order: Vec<State>,
    /// By state: the index of its first arc, 0 for the end state.
    places: Vec<u64>,
    /// One past the last arc.
    pub end: u64,
}

impl Placement {
    /// Places the lists of graphs that share an arena from an index on, which is not 0. No placement with ascending siblings takes
    /// fewer arcs: a list is written just when it is the end of no other.
    pub fn new(graphs: &[MinimalGraph<'_>], first: u64) -> Placement {
        let Some(&graph) = graphs.first() else { return Placement { order: vec![], places: vec![0], end: first } };
        let bound = graphs.iter().map(|graph| graph.bound()).max().unwrap_or(1);
        // From the root on, so that neighbours in the graph are neighbours in the file.
        let mut seen = vec![false; bound];
        let mut states = Vec::new();
        for graph in graphs {
            let fresh =
                graph.states().into_iter().rev().filter(|&state| !std::mem::replace(&mut seen[state as usize], true));
            states.extend(fresh);
        }
        Placement::of(Ends::of(bound, &states, |state| graph.arcs_of(state)), &states, first)
    }

    /// Places the lists that are the end of no other from an index on, in this order.
    pub fn of(ends: Ends, states: &[State], first: u64) -> Placement {
        let mut place_of_end = vec![0u64; ends.number];
        let mut order = Vec::new();
        let mut next = first;
        for &state in states.iter().filter(|&&state| ends.writes[state as usize]) {
            for &end in ends.of_list(state) {
                place_of_end[end as usize] = next;
                next += 1;
            }
            order.push(state);
        }
        let mut places = vec![0; ends.lists.len()];
        for &state in states {
            places[state as usize] = ends.of_list(state).first().map_or(0, |&end| place_of_end[end as usize]);
        }
        Placement { order, places, end: next }
    }

    /// The index of the first arc of a state.
    pub fn place(&self, state: State) -> u64 {
        self.places[state as usize]
    }

    /// Calls `each` with every arc in the order of the file, its target as an index, and whether it is the last of its list.
    pub fn for_each_arc(&self, graph: MinimalGraph<'_>, mut each: impl FnMut(Arc<u64>, bool)) {
        for &state in &self.order {
            let length = graph.arcs_of(state).len();
            for (position, arc) in graph.arcs_of(state).enumerate() {
                each(Arc { tile: arc.tile, accepts: arc.accepts, target: self.place(arc.target) }, position + 1 == length);
            }
        }
    }
}

/// The ends of lists, equal ones alike, and the lists that are the end of no other.
#[derive(Debug)]
pub struct Ends {
    /// One more than the highest number of an end.
    number: usize,
    /// The numbers of the ends of all lists, and by state where its own begin, and how many they are.
    ends: Vec<u32>,
    lists: Vec<(usize, usize)>,
    /// By state: whether its list has to be written.
    writes: Vec<bool>,
}

impl Ends {
    /// Numbers the ends of the lists of these states, parents first; of what is in a list, `items` says all that counts.
    pub fn of<K: Hash + Eq, I: DoubleEndedIterator<Item = K>>(
        bound: usize,
        states: &[State],
        items: impl Fn(State) -> I,
    ) -> Ends {
        // An end is its first item and the end after it.
        let mut numbers: FxHashMap<(K, u32), u32> = FxHashMap::default();
        let mut by_length: Vec<State> = states.iter().rev().copied().collect();
        by_length.sort_by_key(|&state| std::cmp::Reverse(items(state).count()));
        let mut owned: Vec<bool> = vec![false];
        let mut ends: Vec<u32> = Vec::with_capacity(states.iter().map(|&state| items(state).count()).sum());
        let mut lists = vec![(0, 0); bound];
        let mut writes = vec![false; bound];
        for &state in &by_length {
            let from = ends.len();
            let mut end = 0;
            for item in items(state).rev() {
                let fresh = owned.len() as u32;
                end = *numbers.entry((item, end)).or_insert(fresh);
                if end == fresh {
                    owned.push(false);
                }
                ends.push(end);
            }
            ends[from..].reverse();
            if end != 0 && !owned[end as usize] {
                ends[from..].iter().for_each(|&end| owned[end as usize] = true);
                writes[state as usize] = true;
            }
            lists[state as usize] = (from, ends.len() - from);
        }
        Ends { number: owned.len(), ends, lists, writes }
    }

    /// The numbers of the ends that begin at each item of a list.
    fn of_list(&self, state: State) -> &[u32] {
        let (from, length) = self.lists[state as usize];
        &self.ends[from..][..length]
    }
}

pub(super) fn encode(graph: MinimalGraph<'_>) -> Result<Encoded, ImageError> {
    // Index 0 means "no list"; a dummy arc takes its place.
    let lists = Placement::new(&[graph], 1);
    let short = lists.end as usize <= SHORT_LIMIT;
    let arc_bytes = if short { 4 } else { 8 };
    let mut bytes = vec![0; arc_bytes];
    lists.for_each_arc(graph, |arc, last| write_arc(&mut bytes, arc, last, arc_bytes));
    Ok(Encoded { parameters: [arc_bytes as u64, lists.end, lists.place(graph.root()), 0, 0], bytes })
}

/// Appends an arc of 4 or 8 bytes.
pub fn write_arc(bytes: &mut Vec<u8>, arc: Arc<u64>, last: bool, arc_bytes: usize) {
    let flags = u64::from(last) | u64::from(arc.accepts) << 1 | u64::from(arc.tile.number()) << 2;
    let word = arc.target | flags << (8 * arc_bytes - 10);
    bytes.extend_from_slice(&word.to_le_bytes()[..arc_bytes]);
}

/// A graph in the `list` layout with arcs of `N` bytes, 4 or 8. A node is the index of its first arc.
#[derive(Clone, Copy, Debug)]
pub struct List<'a, const N: usize, const WIDE: bool> {
    arcs: &'a [[u8; N]],
    root: u64,
}

impl<'a, const N: usize, const WIDE: bool> List<'a, N, WIDE> {
    /// Looks at a section as a graph.
    ///
    /// # Errors
    /// [`ImageError`] when sizes do not fit the section or, if it is to be checked, an arc leads out of the graph or the last
    /// list has no end.
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
        }
        Ok(graph)
    }

    /// The arc at an index, and whether it ends its list; past the end, an ending arc of no tile.
    #[inline]
    fn at(&self, index: u64) -> (Arc<u64>, bool) {
        let Some(bytes) = self.arcs.get(index as usize) else {
            return (Arc { tile: Tile::SEPARATOR, accepts: false, target: 0 }, true);
        };
        let mut word = [0; 8];
        word[..N].copy_from_slice(bytes);
        let word = u64::from_le_bytes(word);
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
    const WIDE: bool = WIDE;

    #[inline]
    fn root(&self) -> u64 {
        self.root
    }

    #[inline]
    fn arcs(&self, node: u64) -> Siblings<'a, N, WIDE> {
        Siblings { graph: *self, next: node }
    }
}
