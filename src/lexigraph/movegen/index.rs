//! An index of which letters make a word: so that a bound need not allow for a full-rack bonus that no word can earn.
//!
//! What makes upper bounds loose is the bonus: nearly every place has room for all the tiles of the rack, and few racks make a word with what
//! lies there. Whether any word has exactly these letters, in whatever order, is one question to a filter: a word's letters are
//! hashed to the sum of a random number a letter, so that order does not count and tiles that lie on the board are added as a bound
//! is worked out. The filter (Bloom 1970, blocked to one word of memory a key) may say yes to letters that make no word, a few in a
//! thousand, and then a place is searched in vain; it never says no to a word.
//!
//! Measured on the benchmark's positions, best play by equity: 43 to 48 µs for 50 with the GADDAG, 57 for 70 with the DAWG; the index of
//! ENABLE1 takes 512 KB.

use lexigraph_core::specialize;

use crate::alphabet::{Tile, TileSet};
use crate::board::Rack;
use crate::graph::{GraphKind, WordGraph};
use crate::image::{Image, ImageError};
use crate::random::{STEP, mixed};

/// Bits of the filter a word, at least.
const BITS_A_WORD: usize = 16;

/// Which letters make a word of a lexicon; see the module's text.
#[derive(Clone, Debug)]
pub struct WordIndex {
    /// A power of two of blocks.
    blocks: Vec<u64>,
    /// The letters of the alphabet: a bit each.
    letters: u64,
}

impl WordIndex {
    /// Indexes the words of a graph. Cost: one walk over all words (some 10 ms for 170,000), and 2 to 4 bytes a word.
    ///
    /// # Errors
    /// [`ImageError`] when the image has no such graph.
    pub fn new(image: &Image, kind: GraphKind) -> Result<WordIndex, ImageError> {
        let blocks = (image.words() as usize * BITS_A_WORD / 64).next_power_of_two();
        let letters = !1 & u64::MAX >> (63 - image.alphabet().len().min(63));
        let mut index = WordIndex { blocks: vec![0; blocks], letters };
        let graph = image.graph(kind)?;
        let mut fill = Fill { index: &mut index, longest: image.longest() };
        specialize!(&graph, graph => fill.below(graph, graph.root(), 0, 0));
        Ok(index)
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * 8
    }

    /// What one more tile of this letter adds to the hash of a set.
    #[inline]
    pub(super) fn hash_of(letter: usize) -> u64 {
        // The same in every run.
        mixed((letter as u64 + 1).wrapping_mul(STEP))
    }

    /// The block of a set, and its bits there.
    #[inline]
    fn place(&self, hash: u64) -> (usize, u64) {
        let hash = hash.wrapping_mul(STEP);
        let bit = |from: u32| 1u64 << (hash >> from & 63);
        ((hash >> 32) as usize & (self.blocks.len() - 1), bit(0) | bit(6) | bit(12) | bit(18) | bit(24))
    }

    #[inline]
    fn has(&self, hash: u64) -> bool {
        let (block, bits) = self.place(hash);
        self.blocks[block] & bits == bits
    }

    /// `false` only when no word has exactly the letters of these tiles, blanks as what they can be, and those whose hashes add up to
    /// `through`.
    #[inline]
    pub(super) fn may_have(&self, tiles: Hashed, through: u64) -> bool {
        let hash = tiles.hash.wrapping_add(through);
        match tiles.blanks {
            0 => self.has(hash),
            1 => TileSet::from_bits(self.letters)
                .into_iter()
                .any(|tile| self.has(hash.wrapping_add(Self::hash_of(tile.number().into())))),
            _ => true,
        }
    }
}

/// The tiles of a rack, hashed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hashed {
    hash: u64,
    blanks: usize,
}

impl Hashed {
    pub fn new(rack: &Rack) -> Hashed {
        let letters = rack.counts().iter().enumerate().skip(1);
        let hash = letters
            .fold(0u64, |hash, (letter, &count)| hash.wrapping_add(WordIndex::hash_of(letter).wrapping_mul(count.into())));
        Hashed { hash, blanks: rack.blanks() }
    }
}

/// Puts all words of a graph into an index. In a GADDAG the paths without separator are the words, backwards.
struct Fill<'i> {
    index: &'i mut WordIndex,
    longest: usize,
}

impl Fill<'_> {
    fn below<G: WordGraph>(&mut self, graph: &G, node: G::Node, hash: u64, depth: usize) {
        if depth == self.longest {
            return;
        }
        graph.for_arcs_among(node, TileSet::ALL, |arc| {
            if arc.tile != Tile::SEPARATOR {
                let hash = hash.wrapping_add(WordIndex::hash_of(arc.tile.number().into()));
                if arc.accepts {
                    let (block, bits) = self.index.place(hash);
                    self.index.blocks[block] |= bits;
                }
                self.below(graph, arc.target, hash, depth + 1);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::bundled;

    #[test]
    fn every_word_is_in_the_index_and_few_others_are() {
        let image = bundled("enable").unwrap().unwrap();
        let alphabet = image.alphabet();
        for kind in [GraphKind::Dawg, GraphKind::Gaddag] {
            let index = WordIndex::new(&image, kind).unwrap();
            let may_have = |text: &str, through: &str| {
                let through = alphabet.parse(through).unwrap_or_default();
                let through =
                    through.iter().fold(0u64, |hash, tile| hash.wrapping_add(WordIndex::hash_of(tile.number().into())));
                index.may_have(Hashed::new(&Rack::parse(text, alphabet).unwrap()), through)
            };
            assert!(
                may_have("RETAINS", "") && may_have("SATINER", "") && may_have("RETAIN?", "") && may_have("RETINAS", "T")
            );
            assert!(may_have("??QQQQQ", ""), "two blanks are not looked into");
            assert!(!may_have("VVVVVVV", "") && !may_have("QQQQQQ?", ""));
            // Letters that make no word: pairs of a letter that no word has in such numbers.
            let wrong = (1..=26u32).flat_map(|a| (1..=26u32).map(move |b| (a, b)));
            let said = wrong.filter(|&(a, b)| {
                let hash = WordIndex::hash_of(a as usize)
                    .wrapping_mul(7)
                    .wrapping_add(WordIndex::hash_of(b as usize).wrapping_mul(6));
                index.has(hash)
            });
            assert!(said.count() < 20, "of 676");
        }
    }
}
