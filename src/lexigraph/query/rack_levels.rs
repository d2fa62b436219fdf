//! The words that a rack of letters and blanks spells, found without a branch for each node.
//!
//! The [walk](super::rack_walk) from letter to letter has two branches a letter that no processor predicts: whether a
//! node leads on, and how many letters follow. In ENABLE1 it spends most of its time on them, as nearly all of the graph
//! is in the second-level cache. Here the nodes to visit wait in a list. A node is appended to the list in any case, and
//! the list is cut off again if the node does not lead on. This takes no branch, and the nodes of the list do not depend
//! on each other, so that the processor loads several of them at once.
//!
//! To count, the last nodes of the list are visited first, which keeps it short. To spell, all nodes of one depth are
//! visited before the next, so that the words of each length are found in collation order. Merging the lengths puts all
//! words in order; it takes an eighth of the time, and a quarter goes for writing the words down and out.
//!
//! The rest of a rack is a number with a digit for each letter, in a mixed base, and one for the blanks: to take a tile
//! subtracts its place value, and a table has the letters that may follow.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::rack_walk::RackCounts;
use crate::alphabet::Tile;
use crate::graph::{MaskedGraph, TileMask};

/// The greatest number of parts of a rack, as multisets. A rack of eight different letters has so many.
const MAX_PARTS: usize = 256;
/// The greatest number of blanks. More of them reach so many nodes that a list of them would be long.
const MAX_BLANKS: usize = 2;
/// The nodes that are visited at once to count words. It bounds the length of the list.
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
}

/// The rest of a rack: the number of its part, plus the number of all parts for each blank.
type Left = u32;

/// The letters that may follow, for a rest of the rack.
#[derive(Clone, Copy)]
struct Allowed {
    /// The letters that may end a word.
    last: TileMask,
    /// The letters that others may follow.
    inner: TileMask,
    /// The letters that are left. A blank stands for the others.
    own: TileMask,
}

/// The letters up to a node, if they are wanted.
trait Prefix: Copy {
    const EMPTY: Self;
    fn with(self, tile: Tile) -> Self;
}

impl Prefix for () {
    const EMPTY: () = ();

    #[inline]
    fn with(self, _: Tile) {}
}

/// The letters of a word, a byte for each. Once they are moved up to the highest bytes, words sort as their letters do.
trait Spelled: Prefix + Ord {
    /// The number of letters that there is room for.
    const ROOM: usize;
    /// Sorts after every word.
    const LAST: Self;

    /// Moves a word of so many letters up.
    fn moved_up(self, letters: usize) -> Self;

    /// Writes the letters of a word that is moved up, and returns their number.
    fn letters(self, into: &mut [Tile; 16]) -> usize;
}

macro_rules! spelled {
    ($bits:ty) => {
        impl Prefix for $bits {
            const EMPTY: $bits = 0;

            #[inline]
            fn with(self, tile: Tile) -> $bits {
                self << 8 | <$bits>::from(tile.number())
            }
        }

        impl Spelled for $bits {
            const ROOM: usize = size_of::<$bits>();
            const LAST: $bits = <$bits>::MAX;

            #[inline]
            fn moved_up(self, letters: usize) -> $bits {
                self << (8 * (Self::ROOM - letters))
            }

            #[inline]
            fn letters(self, into: &mut [Tile; 16]) -> usize {
                for (letter, byte) in into.iter_mut().zip(self.to_be_bytes()) {
                    *letter = Tile::from_label(byte);
                }
                Self::ROOM - (self.trailing_zeros() / 8) as usize
            }
        }
    };
}

spelled!(u64);
spelled!(u128);

/// Items, and room for more: an item is written at the end in any case, and counts only if it is wanted.
struct Buffer<T> {
    items: Vec<T>,
    len: usize,
}

impl<T: Copy> Buffer<T> {
    fn new(filler: T, room: usize) -> Buffer<T> {
        Buffer { items: vec![filler; room], len: 0 }
    }

    /// The items.
    fn items(&self) -> &[T] {
        &self.items[..self.len]
    }

    /// Makes room for more items.
    fn reserve(&mut self, more: usize, filler: T) {
        if self.items.len() < self.len + more {
            self.items.resize(2 * (self.len + more), filler);
        }
    }
}

/// A node that leads on.
#[derive(Clone, Copy)]
struct Waiting<N, P> {
    node: N,
    left: Left,
    prefix: P,
    /// The letters with which the search goes on.
    live: TileMask,
}

/// A prefix and the letters that end a word after it.
type Ends<P> = (P, TileMask);

/// The search for the words of a rack.
struct Search<'g, G: MaskedGraph, P> {
    graph: &'g G,
    /// For each letter of the rack, its place value.
    places: &'g [u8; 64],
    /// The place value of a blank: the number of parts.
    blank: Left,
    /// For all that can be left of the rack.
    allowed: Vec<Allowed>,
    list: Buffer<Waiting<G::Node, P>>,
    /// The nodes that are visited at once.
    batch: Vec<Waiting<G::Node, P>>,
    /// The words that the last visit found.
    ends: Buffer<Ends<P>>,
}

impl<'g, G: MaskedGraph, P: Prefix> Search<'g, G, P> {
    /// Begins a search for words of `min` to `max` tiles with a visit of the root.
    fn new(graph: &'g G, rack: &'g RackParts, blanks: usize, (min, max): (usize, usize)) -> Self {
        let all = rack.parts.last().map_or(0, |&(_, letters)| usize::from(letters)) + blanks;
        let mut allowed = Vec::with_capacity(rack.parts.len() * (blanks + 1));
        for blanks in 0..=blanks {
            allowed.extend(rack.parts.iter().map(|&(own, letters)| {
                let length = all - usize::from(letters) - blanks + 1;
                let mask = if blanks > 0 { TileMask::ALL } else { own };
                let only = |condition: bool| if condition { mask } else { TileMask::EMPTY };
                Allowed { last: only((min..=max).contains(&length)), inner: only(length < max), own }
            }));
        }
        let root = graph.root();
        let whole = allowed.len() - 1;
        let live = graph.continuing(root) & allowed[whole].inner;
        let waiting = Waiting { node: root, left: whole as Left, prefix: P::EMPTY, live };
        let ends = (P::EMPTY, graph.accepting(root) & allowed[whole].last);
        let mut search = Search {
            graph,
            places: &rack.places,
            blank: rack.parts.len() as Left,
            allowed,
            list: Buffer::new(waiting, 4 * BATCH),
            batch: Vec::with_capacity(4 * BATCH),
            ends: Buffer::new(ends, 4 * BATCH),
        };
        search.list.len = usize::from(!live.is_empty());
        search.ends.len = usize::from(!ends.1.is_empty());
        search
    }

    /// Visits the last nodes of the list, at most so many, and replaces them by those that they lead to, in order.
    fn visit(&mut self, most: usize) {
        // Fields that a loop reads are kept in registers.
        let Search { graph, places, blank, ref allowed, .. } = *self;
        let (list, batch, ends) = (&mut self.list, &mut self.batch, &mut self.ends);
        let rest = list.len.saturating_sub(most);
        batch.clear();
        batch.extend_from_slice(&list.items()[rest..]);
        (list.len, ends.len) = (rest, 0);
        let Some(&filler) = batch.first() else { return };
        let reached = batch.iter().map(|waiting| waiting.live.bits().count_ones() as usize).sum::<usize>();
        list.reserve(reached, filler);
        ends.reserve(reached, (P::EMPTY, TileMask::EMPTY));
        let (nodes, found) = (list.items.as_mut_slice(), ends.items.as_mut_slice());
        let (mut kept, mut ending) = (rest, 0);
        for_each_tile(
            batch,
            |waiting| waiting.live,
            |waiting, tile| {
                let place = places[usize::from(tile.number() & 63)].into();
                let own = allowed[waiting.left as usize].own;
                let left = waiting.left.wrapping_sub(if own.contains(tile) { place } else { blank });
                let (node, prefix) = (graph.follow(waiting.node, tile), waiting.prefix.with(tile));
                let allowed = allowed[left as usize];
                let (live, last) = (graph.continuing(node) & allowed.inner, graph.accepting(node) & allowed.last);
                nodes[kept] = Waiting { node, left, prefix, live };
                kept += usize::from(!live.is_empty());
                found[ending] = (prefix, last);
                ending += usize::from(!last.is_empty());
            },
        );
        (list.len, ends.len) = (kept, ending);
    }
}

/// Calls `each` with every tile of every item, in order. No item may have no tile.
///
/// The processor cannot predict how many tiles an item has, so this is one loop over all tiles, without a branch
/// between the items. The mask of the next item is loaded before it is needed.
#[inline(always)]
fn for_each_tile<T>(items: &[T], mask: impl Fn(&T) -> TileMask, mut each: impl FnMut(&T, Tile)) {
    let mask_at = |at: usize| items.get(at).map_or(0, |item| mask(item).bits());
    let (mut at, mut left, mut next) = (0, mask_at(0), mask_at(1));
    while let Some(item) = items.get(at) {
        each(item, Tile::from_label(left.trailing_zeros() as u8 & 63));
        left &= left.wrapping_sub(1);
        let is_last = u64::from(left == 0);
        at += is_last as usize;
        left |= next & is_last.wrapping_neg();
        next = mask_at(at + 1);
    }
}

impl RackCounts {
    /// The parts of the rack, if this search applies: for at most 256 parts and two blanks, and graphs with exact masks.
    fn searched<G: MaskedGraph>(&self) -> Option<&RackParts> {
        self.parts().filter(|_| !G::WIDE && G::HAS_MASKS && self.blanks() <= MAX_BLANKS)
    }

    /// Counts the words of `min` to `max` tiles that [`for_each`](RackCounts::for_each) gives.
    ///
    /// Returns `None` for a rack with more than 256 parts or more than two blanks, and for graphs without masks.
    pub fn count<G: MaskedGraph>(&self, graph: &G, sub: bool, min: usize, max: usize) -> Option<u64> {
        let rack = self.searched::<G>()?;
        let Some(lengths) = self.bounds(sub, min, max) else { return Some(0) };
        let mut search = Search::<G, ()>::new(graph, rack, self.blanks(), lengths);
        let mut words = 0;
        loop {
            words += search.ends.items().iter().map(|(_, tiles)| u64::from(tiles.bits().count_ones())).sum::<u64>();
            if search.list.len == 0 {
                return Some(words);
            }
            search.visit(BATCH);
        }
    }

    /// Calls `each` as [`for_each`](RackCounts::for_each) does, after all words have been found.
    ///
    /// Returns `None` where [`count`](RackCounts::count) does, and for words of more than 16 letters.
    pub fn spell<G: MaskedGraph, B>(
        &self,
        graph: &G,
        sub: bool,
        min: usize,
        max: usize,
        each: impl FnMut(&[Tile]) -> ControlFlow<B>,
    ) -> Option<ControlFlow<B>> {
        let rack = self.searched::<G>()?;
        let Some(lengths) = self.bounds(sub, min, max) else { return Some(ControlFlow::Continue(())) };
        let (blanks, max) = (self.blanks(), lengths.1);
        if max <= u64::ROOM {
            Some(spell(Search::<G, u64>::new(graph, rack, blanks, lengths), max, each))
        } else if max <= u128::ROOM {
            Some(spell(Search::<G, u128>::new(graph, rack, blanks, lengths), max, each))
        } else {
            None
        }
    }
}

/// Calls `each` with the words of a search in collation order. The longest have `max` letters.
fn spell<G: MaskedGraph, P: Spelled, B>(
    mut search: Search<'_, G, P>,
    max: usize,
    mut each: impl FnMut(&[Tile]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut runs = Vec::with_capacity(max);
    for length in 1..=max {
        let ends = search.ends.items();
        let words = ends.iter().map(|(_, tiles)| tiles.bits().count_ones() as usize).sum::<usize>();
        let mut run = vec![P::EMPTY; words + 2];
        let mut at = 0;
        for_each_tile(
            ends,
            |&(_, tiles)| tiles,
            |(prefix, _), tile| {
                at += 1;
                run[at] = prefix.with(tile).moved_up(length);
            },
        );
        run[words + 1] = P::LAST;
        runs.push(run);
        search.visit(usize::MAX);
    }
    let words = merged(runs);
    let mut letters = [Tile::SEPARATOR; 16];
    words[1..words.len() - 1].iter().try_for_each(|word| {
        let length = word.letters(&mut letters);
        each(&letters[..length])
    })
}

/// Merges runs in order, each between [`Prefix::EMPTY`] and [`Spelled::LAST`], into one such run.
fn merged<P: Spelled>(mut runs: Vec<Vec<P>>) -> Vec<P> {
    runs.sort_unstable_by_key(|run| Reverse(run.len()));
    while let Some(shortest) = runs.pop() {
        let Some(next) = runs.pop() else { return shortest };
        let both = merge(&shortest, &next);
        let place = runs.partition_point(|run| run.len() > both.len());
        runs.insert(place, both);
    }
    vec![P::EMPTY, P::LAST]
}

/// Merges two runs of different words, as [`merged`] does.
///
/// The processor cannot predict from which run the next word comes, so that it is taken without a branch; and from the
/// first words and the last words in turn, as these do not wait for each other.
fn merge<P: Spelled>(one: &[P], other: &[P]) -> Vec<P> {
    let words = one.len() + other.len() - 4;
    let mut both = vec![P::EMPTY; words + 2];
    both[words + 1] = P::LAST;
    let (mut first, mut last) = ([1, 1], [one.len() - 2, other.len() - 2]);
    for at in 1..=words / 2 {
        let (a, b) = (one[first[0]], other[first[1]]);
        both[at] = a.min(b);
        first[0] += usize::from(a < b);
        first[1] += usize::from(a > b);
        let (a, b) = (one[last[0]], other[last[1]]);
        both[words + 1 - at] = a.max(b);
        last[0] -= usize::from(a > b);
        last[1] -= usize::from(a < b);
    }
    if words % 2 == 1 {
        both[words / 2 + 1] = one[first[0]].min(other[first[1]]);
    }
    both
}
