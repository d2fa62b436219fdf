//! Counts the words that a rack of letters and blanks spells, without spelling them.
//!
//! The order of the words does not matter here, so that the nodes to visit can wait in a list. The
//! [walk](super::rack_walk) that spells words has two branches a letter that no processor predicts: whether a node
//! leads on, and how many letters follow. In ENABLE1 it spends most of its time on them, as nearly all of the graph is
//! in the second-level cache. Here a node is appended to the list in any case, and the list is cut off again if the
//! node does not lead on. This takes no branch, and the nodes of the list do not depend on each other, so that the
//! processor loads several of them at once.
//!
//! The rest of a rack is a number with a digit for each letter, in a mixed base: to take a letter subtracts its
//! place value, and a table has the mask of the letters left.

use super::rack_walk::RackCounts;
use crate::alphabet::Tile;
use crate::graph::{MaskedGraph, TileMask};

/// The greatest number of parts of a rack, as multisets. A rack of eight different letters has so many.
const MAX_PARTS: usize = 256;
/// The nodes that are taken from the list at once. It bounds the length of the list.
const BATCH: usize = 128;

/// The parts of a rack, numbered.
#[derive(Clone, Debug)]
pub(super) struct RackParts {
    /// For each part, the mask of its letters and their number. The last part is the whole rack.
    parts: Vec<(TileMask, u8)>,
    /// For each letter of the rack, its place value.
    places: [u8; 64],
}

impl RackParts {
    /// Returns `None` if the rack has more than 256 parts. Takes one step for each part.
    pub fn new(counts: &[u8; 64]) -> Option<RackParts> {
        let (mut parts, mut places) = (vec![(TileMask::EMPTY, 0)], [0; 64]);
        for (number, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let place = parts.len();
            if place * (usize::from(count) + 1) > MAX_PARTS {
                return None;
            }
            places[number] = place as u8;
            let letter = TileMask::of(Tile::from_label(number as u8));
            for at in 0..place * usize::from(count) {
                let (mask, letters) = parts[at];
                parts.push((mask | letter, letters + 1));
            }
        }
        Some(RackParts { parts, places })
    }

    /// The part that is left when a letter is taken from a part that has it.
    #[inline]
    fn without(&self, part: u32, tile: Tile) -> u32 {
        part.wrapping_sub(self.places[usize::from(tile.number() & 63)].into())
    }
}

/// A node that is reached with this part of the rack and no blank left.
#[derive(Clone, Copy)]
struct Waiting<N> {
    node: N,
    part: u32,
    /// The letters with which the walk goes on.
    live: TileMask,
}

/// The letters of one part of the rack: those that may end a word, and those that may be followed by others.
#[derive(Clone, Copy)]
struct Allowed {
    last: TileMask,
    inner: TileMask,
}

struct RackCounter<'g, G: MaskedGraph> {
    graph: &'g G,
    parts: &'g RackParts,
    /// For each part, with no blank left.
    allowed: [Allowed; MAX_PARTS],
    list: Vec<Waiting<G::Node>>,
    batch: Vec<Waiting<G::Node>>,
    /// The lengths of words.
    min: usize,
    max: usize,
    words: u64,
}

impl RackCounts {
    /// Counts the words of `min` to `max` tiles that [`for_each`](RackCounts::for_each) gives.
    ///
    /// Returns `None` for a rack with more than 256 parts, and for graphs whose masks are not exact.
    pub fn count<G: MaskedGraph>(&self, graph: &G, sub: bool, min: usize, max: usize) -> Option<u64> {
        let parts = self.parts().filter(|_| !G::WIDE)?;
        let Some((min, max)) = self.bounds(sub, min, max) else { return Some(0) };
        let all = parts.parts.last().map_or(0, |&(_, letters)| usize::from(letters)) + self.blanks();
        let mut allowed = [Allowed { last: TileMask::EMPTY, inner: TileMask::EMPTY }; MAX_PARTS];
        for (allowed, &(mask, letters)) in allowed.iter_mut().zip(&parts.parts) {
            let length = all - usize::from(letters) + 1;
            allowed.last = if (min..=max).contains(&length) { mask } else { TileMask::EMPTY };
            allowed.inner = if length < max { mask } else { TileMask::EMPTY };
        }
        let (list, batch) = (Vec::with_capacity(4 * BATCH), Vec::with_capacity(BATCH));
        let mut counter = RackCounter { graph, parts, allowed, list, batch, min, max, words: 0 };
        let (root, whole) = (graph.root(), parts.parts.len() as u32 - 1);
        match self.blanks() {
            0 => counter.reach(root, whole),
            blanks => counter.reach_with_blanks(root, whole, blanks, 0),
        }
        counter.empty_list();
        Some(counter.words)
    }
}

impl<G: MaskedGraph> RackCounter<'_, G> {
    /// Counts the words that end after a node, without a blank left, and appends it to the list if it leads on.
    #[inline]
    fn reach(&mut self, node: G::Node, part: u32) {
        self.words += append(self.graph, &self.allowed, &mut self.list, node, part);
    }

    /// Visits all nodes of the list and those that they lead to.
    fn empty_list(&mut self) {
        // Fields that a loop reads are kept in registers.
        let RackCounter { graph, parts, ref allowed, .. } = *self;
        let (list, batch) = (&mut self.list, &mut self.batch);
        let mut words = 0;
        while !list.is_empty() {
            let rest = list.len().saturating_sub(BATCH);
            batch.clear();
            batch.extend_from_slice(&list[rest..]);
            list.truncate(rest);
            for waiting in &*batch {
                for tile in waiting.live.exact() {
                    let target = graph.follow(waiting.node, tile);
                    words += append(graph, allowed, list, target, parts.without(waiting.part, tile));
                }
            }
        }
        self.words += words;
    }

    /// Counts the words that continue a prefix of `length` letters, with at least one blank left.
    fn reach_with_blanks(&mut self, node: G::Node, part: u32, blanks: usize, length: usize) {
        if length + 1 >= self.min {
            self.words += count(self.graph.accepting(node));
        }
        if length + 1 == self.max {
            return;
        }
        let live = self.graph.continuing(node);
        let own = self.parts.parts.get(part as usize).map_or(TileMask::EMPTY, |&(mask, _)| mask);
        if blanks > 1 {
            for tile in (live & !own).exact() {
                self.reach_with_blanks(self.graph.follow(node, tile), part, blanks - 1, length + 1);
            }
        } else {
            let RackCounter { graph, ref allowed, .. } = *self;
            let list = &mut self.list;
            let append = |tile| append(graph, allowed, list, graph.follow(node, tile), part);
            self.words += (live & !own).exact().into_iter().map(append).sum::<u64>();
            if self.list.len() > 4 * BATCH {
                self.empty_list();
            }
        }
        for tile in (live & own).exact() {
            let rest = self.parts.without(part, tile);
            self.reach_with_blanks(self.graph.follow(node, tile), rest, blanks, length + 1);
        }
    }
}

/// Returns the number of words that end after a node, without a blank left, and appends it to the list if it leads on.
#[inline(always)]
fn append<G: MaskedGraph>(
    graph: &G,
    allowed: &[Allowed; MAX_PARTS],
    list: &mut Vec<Waiting<G::Node>>,
    node: G::Node,
    part: u32,
) -> u64 {
    let allowed = allowed[part as usize % MAX_PARTS];
    let (continuing, accepting) = (graph.continuing(node), graph.accepting(node));
    let live = continuing & allowed.inner;
    list.push(Waiting { node, part, live });
    list.truncate(list.len() - usize::from(live.is_empty()));
    count(accepting & allowed.last)
}

#[inline]
fn count(tiles: TileMask) -> u64 {
    tiles.bits().count_ones().into()
}
