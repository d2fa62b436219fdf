//! The `small` layout: lists of sibling arcs in the order that shares most arcs, with arcs as narrow as the graph
//! allows.
//!
//! A list whose arcs are a subset of those of another one, the *host*, can be stored at the end of the host, as its
//! *guest*: the host then writes the arcs that are not in the guest first. A host has at most one guest, which may be a
//! host itself, so that lists form chains. This saves the lengths of all guests.
//!
//! The choice of guests and hosts is a bipartite matching. What a guest saves does not depend on its host, so that the
//! sets of guests form a transversal matroid: it is optimal to match the longest lists first, each by an augmenting
//! path. A host that an unsuccessful search has visited cannot help any later search and is skipped, which bounds the
//! total work of unsuccessful searches.

use rustc_hash::FxHashMap;

use super::{Encoded, GraphSection};
use crate::alphabet::Tile;
use crate::build::{MinimalGraph, State};
use crate::graph::{Arc, ArcsByTile, MaskedGraph, TileMask, WordGraph, sealed};
use crate::image::ImageError;

/// No list.
const NONE: u32 = u32::MAX;
/// Bytes at the end of the section, so that eight bytes can be read at any arc.
const PADDING: usize = 8;
/// The greatest number of steps of one search for an augmenting path. After that the list gets no host, and the result
/// may not be optimal. It has not been measured whether a real word list reaches this limit.
const MAX_STEPS: usize = 1 << 22;

/// The lists of a graph as sets of distinct arcs.
struct Lists {
    /// The numbers of the arcs of all lists, ascending within a list. List *n* is at `starts[n]..starts[n + 1]`.
    arcs: Vec<u32>,
    starts: Vec<u32>,
    /// The lists that contain each arc, longest first. Those of arc *n* start at `holder_starts[n]`.
    holders: Vec<u32>,
    holder_starts: Vec<u32>,
}

impl Lists {
    fn new(graph: MinimalGraph<'_>, states: &[State]) -> Lists {
        let mut numbers: FxHashMap<Arc<State>, u32> = FxHashMap::default();
        let (mut arcs, mut starts) = (Vec::new(), vec![0]);
        for &state in states {
            let from = arcs.len();
            for arc in graph.arcs_of(state) {
                let fresh = numbers.len() as u32;
                arcs.push(*numbers.entry(arc).or_insert(fresh));
            }
            arcs[from..].sort_unstable();
            starts.push(arcs.len() as u32);
        }
        let mut lists = Lists { arcs, starts, holders: vec![], holder_starts: vec![0; numbers.len() + 1] };
        lists.arcs.iter().for_each(|&arc| lists.holder_starts[arc as usize + 1] += 1);
        (1..lists.holder_starts.len()).for_each(|at| lists.holder_starts[at] += lists.holder_starts[at - 1]);
        let mut next = lists.holder_starts.clone();
        lists.holders = vec![0; lists.arcs.len()];
        for list in lists.longest_first() {
            for &arc in &lists.arcs[lists.range(list)] {
                lists.holders[next[arc as usize] as usize] = list;
                next[arc as usize] += 1;
            }
        }
        lists
    }

    #[inline]
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    fn range(&self, list: u32) -> std::ops::Range<usize> {
        self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize
    }

    #[inline]
    fn of(&self, list: u32) -> &[u32] {
        &self.arcs[self.range(list)]
    }

    #[inline]
    fn longest_first(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_by_key(|&list| std::cmp::Reverse(self.range(list).len()));
        order
    }

    /// The possible hosts of a list: the longer lists that contain its rarest arc.
    #[inline]
    fn candidates(&self, list: u32) -> &[u32] {
        let holders = |arc: u32| {
            &self.holders[self.holder_starts[arc as usize] as usize..self.holder_starts[arc as usize + 1] as usize]
        };
        let rarest = self.of(list).iter().map(|&arc| holders(arc)).min_by_key(|holders| holders.len());
        let rarest = rarest.expect("bug: a list without arcs");
        let length = self.range(list).len();
        &rarest[..rarest.partition_point(|&other| self.range(other).len() > length)]
    }

    /// `true` if a list contains all arcs of another one.
    #[inline]
    fn holds(&self, host: u32, list: u32) -> bool {
        let mut arcs = self.of(host).iter();
        self.of(list).iter().all(|wanted| arcs.by_ref().find(|&arc| arc >= wanted) == Some(wanted))
    }

    /// The guest and the host of each list.
    fn chains(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut guests, mut hosts) = (vec![NONE; self.len()], vec![NONE; self.len()]);
        // The last round that visited each host (`NONE`: skip it in all later rounds), and the guest that it came from.
        let mut seen = vec![0u32; self.len()];
        let mut asked = vec![NONE; self.len()];
        for (list, round) in self.longest_first().into_iter().zip(1..) {
            let (mut queue, mut touched) = (vec![list], vec![]);
            let (mut at, mut steps, mut found) = (0, 0, None);
            'search: while at < queue.len() && steps < MAX_STEPS {
                let guest = queue[at];
                at += 1;
                for &host in self.candidates(guest) {
                    steps += 1;
                    if seen[host as usize] < round && self.holds(host, guest) {
                        seen[host as usize] = round;
                        asked[host as usize] = guest;
                        if guests[host as usize] == NONE {
                            found = Some(host);
                            break 'search;
                        }
                        touched.push(host);
                        queue.push(guests[host as usize]);
                    }
                }
            }
            match found {
                // Each guest on the augmenting path moves to the next host; its old host takes the guest before it.
                Some(mut host) => loop {
                    let guest = asked[host as usize];
                    guests[host as usize] = guest;
                    host = std::mem::replace(&mut hosts[guest as usize], host);
                    if host == NONE {
                        break;
                    }
                },
                None if at == queue.len() => touched.iter().for_each(|&host| seen[host as usize] = NONE),
                None => (),
            }
        }
        (guests, hosts)
    }
}

/// All arcs of a graph in the order that shares most of them.
pub struct SharedLists {
    /// Each arc with the index of its target, and whether it is the last of its list.
    pub arcs: Vec<(Arc<u64>, bool)>,
    /// The index of the root.
    pub root: u64,
    /// The index after the last arc.
    pub end: u64,
}

impl SharedLists {
    /// Places the lists of a graph from index `first` on, which must not be 0.
    pub fn new(graph: MinimalGraph<'_>, first: u64) -> SharedLists {
        let mut states = graph.states();
        // Parents first, so that neighbours in the graph are neighbours in the file.
        states.reverse();
        let lists = Lists::new(graph, &states);
        let (guests, hosts) = lists.chains();
        let mut list_of = vec![NONE; graph.bound()];
        states.iter().zip(0..).for_each(|(&state, list)| list_of[state as usize] = list);
        // The index of the first arc of each list. Index 0 is the end state.
        let mut places = vec![0u64; lists.len()];
        let mut next = first;
        let written = || (0..lists.len() as u32).filter(|&list| hosts[list as usize] == NONE);
        for list in written() {
            let end = next + lists.range(list).len() as u64;
            let mut part = list;
            while part != NONE {
                places[part as usize] = end - lists.range(part).len() as u64;
                part = guests[part as usize];
            }
            next = end;
        }
        let place = |state: State| match list_of[state as usize] {
            NONE => 0,
            list => places[list as usize],
        };
        let mut arcs = Vec::with_capacity(next as usize);
        for list in written() {
            let mut part = list;
            while part != NONE {
                let guest = guests[part as usize];
                let state = states[part as usize];
                let inside =
                    |arc: &Arc<State>| guest != NONE && graph.arcs_of(states[guest as usize]).any(|other| other == *arc);
                let own = graph.arcs_of(state).filter(|arc| !inside(arc));
                let count = lists.range(part).len() - if guest == NONE { 0 } else { lists.range(guest).len() };
                arcs.extend(own.enumerate().map(|(position, arc)| {
                    let last = guest == NONE && position + 1 == count;
                    (Arc { tile: arc.tile, accepts: arc.accepts, target: place(arc.target) }, last)
                }));
                part = guest;
            }
        }
        SharedLists { arcs, root: place(graph.root()), end: next }
    }
}

pub(super) fn encode(graph: MinimalGraph<'_>, letters: usize) -> Result<Encoded, ImageError> {
    let shared = SharedLists::new(graph, 1);
    let label_bits = (usize::BITS - letters.leading_zeros()).max(1);
    let target_bits = u64::BITS - shared.end.leading_zeros();
    let arc_bytes = (label_bits + 2 + target_bits).div_ceil(8);
    let mut bytes = vec![0; arc_bytes as usize];
    for &(arc, last) in &shared.arcs {
        let flags = u64::from(last) | u64::from(arc.accepts) << 1 | arc.target << 2;
        let word = u64::from(arc.tile.number()) | flags << label_bits;
        bytes.extend_from_slice(&word.to_le_bytes()[..arc_bytes as usize]);
    }
    bytes.extend([0; PADDING]);
    Ok(Encoded { parameters: [u64::from(arc_bytes) | u64::from(label_bits) << 8, shared.end, shared.root, 0, 0], bytes })
}

/// A graph in the `small` layout. The handle of a node is the index of its first arc.
#[derive(Clone, Copy, Debug)]
pub struct Small<'a> {
    bytes: &'a [u8],
    arcs: u64,
    root: u64,
    arc_bytes: usize,
    label_bits: u32,
    /// A mask of the bits of an arc.
    mask: u64,
}

impl<'a> Small<'a> {
    /// The graph in a section.
    ///
    /// # Errors
    /// [`ImageError`] if the sizes do not match the section; with [`check`](GraphSection::check) also if an arc leads
    /// out of the graph or the last list has no end flag.
    pub fn new(section: &GraphSection<'a>) -> Result<Self, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let [widths, arcs, root, ..] = section.parameters;
        let (arc_bytes, label_bits) = (widths & 0xff, (widths >> 8) as u32);
        if !(1..=7).contains(&arc_bytes) || !(1..=8).contains(&label_bits) || label_bits + 2 >= arc_bytes as u32 * 8 {
            return Err(field("the graph's field widths are not valid for 'small'"));
        }
        let length = arcs.checked_mul(arc_bytes).and_then(|length| length.checked_add(PADDING as u64));
        if length != Some(section.bytes.len() as u64) || arcs == 0 {
            return Err(field("the graph's arcs do not fill its section"));
        }
        let (arc_bytes, mask) = (arc_bytes as usize, (1 << (arc_bytes * 8)) - 1);
        let graph = Small { bytes: section.bytes, arcs, root, arc_bytes, label_bits, mask };
        if section.check {
            let wrong = |arc| ImageError::Arc { graph: section.kind.name(), arc };
            if root >= arcs {
                return Err(wrong(0));
            }
            if let Some(bad) = (1..arcs).find(|&at| graph.target(graph.word(at)) >= arcs) {
                return Err(wrong(bad));
            }
            if arcs > 1 && !graph.is_last(graph.word(arcs - 1)) {
                return Err(wrong(arcs - 1));
            }
            let bad_label = |&at: &u64| {
                let word = graph.word(at);
                !section.allows(graph.label(word), graph.accepts(word))
            };
            if let Some(bad) = (1..arcs).find(bad_label) {
                return Err(section.wrong_label(bad));
            }
        }
        Ok(graph)
    }

    #[inline]
    fn word(&self, index: u64) -> u64 {
        let bytes = self.bytes.get(index as usize * self.arc_bytes..).and_then(|bytes| bytes.first_chunk::<8>());
        bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes)) & self.mask
    }

    #[inline]
    fn label(&self, word: u64) -> u8 {
        (word & ((1 << self.label_bits) - 1)) as u8
    }

    #[inline]
    fn is_last(&self, word: u64) -> bool {
        word >> self.label_bits & 1 != 0
    }

    #[inline]
    fn accepts(&self, word: u64) -> bool {
        word >> self.label_bits & 2 != 0
    }

    #[inline]
    fn target(&self, word: u64) -> u64 {
        word >> (self.label_bits + 2)
    }

    /// The arcs of a node in file order: at most 256, even in a damaged image.
    #[inline]
    fn words(&self, node: u64) -> impl Iterator<Item = u64> + '_ {
        let mut next = node;
        let end = if node == 0 { 0 } else { self.arcs.min(node.saturating_add(256)) };
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let word = self.word(next);
            next = if self.is_last(word) { end } else { next + 1 };
            Some(word)
        })
    }
}

impl<'a> WordGraph for Small<'a> {
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
        let word = self.words(node).find(|&word| self.label(word) == tile.number())?;
        Some(Arc { tile, accepts: self.accepts(word), target: self.target(word) })
    }

    #[inline]
    fn arcs(&self, node: u64) -> ArcsByTile<'_, Self> {
        ArcsByTile::new(self, node)
    }
}

impl sealed::Sealed for Small<'_> {}

impl MaskedGraph for Small<'_> {
    const WIDE: bool = true;

    #[inline]
    fn tiles(&self, node: u64) -> TileMask {
        self.words(node).map(|word| Tile::from_label(self.label(word))).collect()
    }

    #[inline]
    fn accepting(&self, node: u64) -> TileMask {
        let accepting = self.words(node).filter(|&word| self.accepts(word));
        accepting.map(|word| Tile::from_label(self.label(word))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The greatest saving, by exhaustive search over the hosts of each list.
    fn most_saved(lists: &Lists, list: u32, taken: &mut Vec<bool>) -> usize {
        if list as usize == lists.len() {
            return 0;
        }
        let mut best = most_saved(lists, list + 1, taken);
        for &host in lists.candidates(list) {
            if !taken[host as usize] && lists.holds(host, list) {
                taken[host as usize] = true;
                best = best.max(lists.range(list).len() + most_saved(lists, list + 1, taken));
                taken[host as usize] = false;
            }
        }
        best
    }

    proptest::proptest! {
        #[test]
        fn nothing_more_can_be_saved(words in proptest::collection::btree_set(proptest::collection::vec(1u8..5, 1..5), 1..14)) {
            let mut list = crate::words::Words::new();
            for word in &words {
                list.push(&word.iter().map(|&number| Tile::from_label(number)).collect::<Vec<_>>());
            }
            let graphs = crate::build::Graphs::build(&list, 4, crate::build::GraphKinds::Dawg).unwrap();
            let graph = graphs.get(crate::graph::GraphKind::Dawg).unwrap();
            let lists = Lists::new(graph, &graph.states());
            let (guests, hosts) = lists.chains();
            let saved: usize = (0..lists.len() as u32).filter(|&list| hosts[list as usize] != NONE)
                .map(|list| lists.range(list).len()).sum();
            for (host, &guest) in guests.iter().enumerate().filter(|(_, guest)| **guest != NONE) {
                proptest::prop_assert!(hosts[guest as usize] == host as u32 && lists.holds(host as u32, guest));
            }
            proptest::prop_assert_eq!(saved, most_saved(&lists, 0, &mut vec![false; lists.len()]));
        }
    }
}
