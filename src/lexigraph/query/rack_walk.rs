//! The walk for a rack of letters and blanks, the most frequent query.
//!
//! It gives the same answers as [`walk`](super::automaton::walk) with a [`PlainRack`](super::rack::PlainRack), in the
//! same order, in less time. The rack is kept as two masks, of the letters present and of the letters present once, and
//! as counts that are restored after each letter. A node is entered only if one of its arcs can follow.
//!
//! On graphs with masks, [`rack_levels`](super::rack_levels) answers most racks in less time. This walk takes the other
//! graphs, and racks with more letters or blanks.
//!
//! These variants were slower on ENABLE1: to look at all children of a node before entering one, and an explicit stack
//! without branches on dead ends.

use std::ops::ControlFlow;

use super::rack_levels::RackParts;
use crate::alphabet::Tile;
use crate::graph::{Arc, MaskedGraph, TileMask};
use crate::wordlist::MAX_WORD_LENGTH;

/// The letters of a rack, by tile number, and its blanks. Only for tiles with a bit of their own.
#[derive(Clone, Debug)]
pub(super) struct RackCounts {
    counts: [u8; 64],
    mask: TileMask,
    /// The letters that are present once.
    single: TileMask,
    left: usize,
    blanks: usize,
    /// The parts of the rack, if they are few, for counting.
    parts: Option<RackParts>,
}

impl RackCounts {
    /// Returns `None` if this walk does not apply: for letters beyond the bits of a mask, for more letters than a word
    /// has, or for an empty rack.
    pub fn new(by_tile: &[usize; 256], blanks: usize) -> Option<RackCounts> {
        let left = by_tile.iter().sum::<usize>();
        let game = usize::from(Tile::MAX_GAME);
        if left + blanks > MAX_WORD_LENGTH || left + blanks == 0 || by_tile[game..].iter().any(|&count| count > 0) {
            return None;
        }
        let (mask, single) = (TileMask::EMPTY, TileMask::EMPTY);
        let mut letters = RackCounts { counts: [0; 64], mask, single, left, blanks, parts: None };
        for (number, &count) in by_tile[..game].iter().enumerate().filter(|(_, count)| **count > 0) {
            letters.counts[number] = count as u8;
            letters.mask.insert(Tile::from_label(number as u8));
            if count == 1 {
                letters.single.insert(Tile::from_label(number as u8));
            }
        }
        letters.parts = RackParts::new(&letters.counts);
        Some(letters)
    }

    /// The parts of the rack, if there are at most 256.
    #[inline]
    pub fn parts(&self) -> Option<&RackParts> {
        self.parts.as_ref()
    }

    /// The number of blanks.
    #[inline]
    pub fn blanks(&self) -> usize {
        self.blanks
    }

    /// The lengths of the words, within these limits; `None` if there are none.
    #[inline]
    pub fn bounds(&self, sub: bool, min: usize, max: usize) -> Option<(usize, usize)> {
        let all = self.left + self.blanks;
        let min = if sub { min } else { min.max(all) };
        let (min, max) = (min.max(1), max.min(all));
        (min <= max).then_some((min, max))
    }

    /// Calls `each` with every word of `min` to `max` tiles that uses all letters and blanks, or if `sub` any part of
    /// them, in collation order.
    pub fn for_each<G: MaskedGraph, B>(
        &self,
        graph: &G,
        sub: bool,
        min: usize,
        max: usize,
        each: impl FnMut(&[Tile]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some((min, max)) = self.bounds(sub, min, max) else { return ControlFlow::Continue(()) };
        let (root, last) = (graph.root(), max - 1);
        let word = [Tile::SEPARATOR; 256];
        let mut speller = RackWalker { graph, each, counts: self.counts, word, shortest: min - 1, last };
        let live = speller.leaving(root, 0);
        match self.blanks {
            0 => speller.letters(root, live & self.mask, self.mask, self.single, 0),
            blanks => speller.any(root, live, self.mask, self.single, blanks, 0),
        }
    }
}

struct RackWalker<'g, G, F> {
    graph: &'g G,
    each: F,
    counts: [u8; 64],
    word: [Tile; 256],
    /// The index of the last letter of the shortest words.
    shortest: usize,
    /// The index of the last letter of the longest words.
    last: usize,
}

impl<G: MaskedGraph, B, F: FnMut(&[Tile]) -> ControlFlow<B>> RackWalker<'_, G, F> {
    /// The letters that can follow at a node. At the last position, only letters that end a word.
    #[inline]
    fn leaving(&self, node: G::Node, depth: usize) -> TileMask {
        if depth == self.last { self.graph.accepting(node) } else { self.graph.tiles(node) }
    }

    #[inline]
    fn end(&mut self, tile: Tile, depth: usize) -> ControlFlow<B> {
        self.word[depth] = tile;
        if depth >= self.shortest { (self.each)(&self.word[..=depth]) } else { ControlFlow::Continue(()) }
    }

    /// Gives the words that end with the next letter, one of `live`.
    fn ends(&mut self, node: G::Node, live: TileMask, depth: usize) -> ControlFlow<B> {
        if G::WIDE {
            for arc in self.graph.arcs(node).filter(|arc| arc.accepts && live.contains(arc.tile)) {
                self.end(arc.tile, depth)?;
            }
            return ControlFlow::Continue(());
        }
        for tile in live.exact() {
            self.end(tile, depth)?;
        }
        ControlFlow::Continue(())
    }

    /// Continues with the letters in `live`, without a blank. `mask` has the letters left in the rack. `single` has
    /// those of them that are left once, and possibly letters that are used up.
    fn letters(&mut self, node: G::Node, live: TileMask, mask: TileMask, single: TileMask, depth: usize) -> ControlFlow<B> {
        if depth == self.last {
            return self.ends(node, live, depth);
        }
        self.graph.for_arcs_among(node, live, |arc| self.letter(arc, mask, single, depth))
    }

    #[inline]
    fn letter(&mut self, arc: Arc<G::Node>, mask: TileMask, single: TileMask, depth: usize) -> ControlFlow<B> {
        self.word[depth] = arc.tile;
        if arc.accepts {
            self.end(arc.tile, depth)?;
        }
        let bit = TileMask::of(arc.tile);
        let rest = mask & !(single & bit);
        let live = self.leaving(arc.target, depth + 1) & rest;
        if live.is_empty() {
            return ControlFlow::Continue(());
        }
        let single = self.take(arc.tile, single);
        let flow = self.letters(arc.target, live, rest, single, depth + 1);
        self.counts[usize::from(arc.tile.number() & 63)] += 1;
        flow
    }

    /// Takes a letter from the rack, and returns the letters that are now left once.
    #[inline]
    fn take(&mut self, tile: Tile, single: TileMask) -> TileMask {
        let count = &mut self.counts[usize::from(tile.number() & 63)];
        *count -= 1;
        if *count == 1 { single | TileMask::of(tile) } else { single }
    }

    /// Continues with the letters in `live`, with at least one blank. A blank is used only for letters that are not in
    /// the rack, because a letter can do whatever a blank can do for it.
    fn any(
        &mut self,
        node: G::Node,
        live: TileMask,
        mask: TileMask,
        single: TileMask,
        blanks: usize,
        depth: usize,
    ) -> ControlFlow<B> {
        if depth == self.last {
            return self.ends(node, live, depth);
        }
        self.graph.for_arcs_among(node, live, |arc| self.any_letter(arc, mask, single, blanks, depth))
    }

    #[inline]
    fn any_letter(
        &mut self,
        arc: Arc<G::Node>,
        mask: TileMask,
        single: TileMask,
        blanks: usize,
        depth: usize,
    ) -> ControlFlow<B> {
        self.word[depth] = arc.tile;
        if arc.accepts {
            self.end(arc.tile, depth)?;
        }
        let live = self.leaving(arc.target, depth + 1);
        if mask.contains(arc.tile) {
            if live.is_empty() {
                return ControlFlow::Continue(());
            }
            let rest = mask & !(single & TileMask::of(arc.tile));
            let single = self.take(arc.tile, single);
            let flow = self.any(arc.target, live, rest, single, blanks, depth + 1);
            self.counts[usize::from(arc.tile.number() & 63)] += 1;
            flow
        } else if blanks > 1 {
            self.any(arc.target, live, mask, single, blanks - 1, depth + 1)
        } else if (live & mask).is_empty() {
            ControlFlow::Continue(())
        } else {
            self.letters(arc.target, live & mask, mask, single, depth + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use lexigraph_core::specialize;
    use proptest::prelude::*;

    use super::super::automaton::walk;
    use super::super::rack::{PlainRack, RackUse};
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::build::GraphKinds;
    use crate::image::{ErasedGraph, NodeLayout, compile_in_memory};
    use crate::wordlist::Words;

    type Found = Vec<Vec<Tile>>;

    /// Collects the words of this walk and of the walk that all automata share.
    struct Both<'r> {
        counts: &'r [usize; 256],
        how: RackUse,
        min: usize,
        max: usize,
    }

    impl Both<'_> {
        fn run(self, graph: &ErasedGraph<'_>) -> (Found, Found) {
            let (mut quick, mut simple) = (vec![], vec![]);
            let letters = RackCounts::new(self.counts, self.how.blanks).unwrap();
            let _ = letters.for_each(graph, self.how.sub, self.min, self.max, |word| {
                quick.push(word.to_vec());
                ControlFlow::<()>::Continue(())
            });
            let count = specialize!(graph, graph => letters.count(graph, self.how.sub, self.min, self.max));
            assert!(count.is_none_or(|count| count == quick.len() as u64), "{count:?}");
            let mut spelled = vec![];
            let flow = specialize!(graph, graph => letters.spell(graph, self.how.sub, self.min, self.max, |word| {
                spelled.push(word.to_vec());
                ControlFlow::<()>::Continue(())
            }));
            assert!(flow.is_none() || spelled == quick, "{spelled:?} {quick:?}");
            let rack = PlainRack::<u128>::new(self.counts, self.how).unwrap();
            let _ = walk(graph, &rack, self.max, |word, _| {
                if word.len() >= self.min {
                    simple.push(word.to_vec());
                }
                ControlFlow::<()>::Continue(())
            });
            (quick, simple)
        }
    }

    proptest! {
        #[test]
        fn both_walks_give_the_same(
            list in prop::collection::btree_set(prop::collection::vec(1u8..=6, 1..12), 1..80),
            rack in prop::collection::vec(1usize..=6, 0..11),
            blanks in 0usize..4,
            sub: bool,
            min in 0usize..4,
            max in 0usize..13,
            wide: bool,
        ) {
            let letters = if wide { 100 } else { 6 };
            let alphabet = Alphabet::automatic((0..letters).filter_map(|at| char::from_u32(0x4e00 + at))).unwrap();
            // In the wide alphabet, some letters share the last bit of a mask.
            let far = |number: u8| if wide && number > 3 { number + 60 } else { number };
            let words: Words =
                list.iter().map(|word| word.iter().map(|&number| Tile::from_label(far(number))).collect::<Vec<_>>()).fold(
                    Words::new(),
                    |mut words, word| {
                        words.push(&word);
                        words
                    },
                );
            let mut counts = [0; 256];
            rack.iter().filter(|number| !wide || **number <= 3).for_each(|&number| counts[number] += 1);
            prop_assume!(counts.iter().sum::<usize>() + blanks > 0);
            for nodes in NodeLayout::ALL {
                let image = compile_in_memory(&alphabet, &words, GraphKinds::Dawg, nodes).unwrap();
                let both = Both { counts: &counts, how: RackUse { sub, blanks, star: false }, min, max };
                let (quick, simple) = both.run(&image.dawg().unwrap());
                prop_assert_eq!(quick, simple);
            }
        }
    }
}
