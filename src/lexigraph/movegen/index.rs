//! An index that tells which letters make a word, so that a bound leaves out a full-rack bonus that no word can earn.
//!
//! The bonus makes upper bounds loose: nearly every anchor has room for all tiles of the rack, but few racks make a
//! word with the tiles on the board. The index is a filter (Bloom 1970, blocked to one machine word a key) of the
//! letters of each word. The hash of a word is the sum of one random number a letter: the order of the letters does
//! not count, and the tiles on the board are added while a bound is computed. The filter says yes to a few in a
//! thousand sets of letters that make no word, and then an anchor is searched in vain; it never says no to a word.
//!
//! `cargo bench --bench movegen` measures what it saves (`docs/bench.md` has the table); the index of ENABLE1 takes 512 KB.

use std::convert::Infallible;
use std::ops::ControlFlow;

use lexigraph_core::specialize;

use crate::alphabet::{Tile, TileSet};
use crate::board::Rack;
use crate::graph::{Counts, GraphKind, MaskedGraph, TileMask, WordGraph};
use crate::image::{ErasedGraph, Image, ImageError};
use crate::random::{STEP, mixed};

/// Bits of the filter for each word, at least.
const BITS_A_WORD: usize = 16;

/// Words of up to this length are looked up when an index is checked against a lexicon: some thousands, in a fraction
/// of a millisecond.
const CHECKED_LENGTH: usize = 4;

/// What is compared to tell lexicons apart: cheap to read from an image, and the same for every node layout and graph
/// kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint {
    counts: Counts,
    alphabet: Vec<String>,
}

impl Fingerprint {
    pub fn new(image: &Image) -> Fingerprint {
        let alphabet = image.alphabet().letters().iter().map(|letter| letter.label.clone()).collect();
        Fingerprint { counts: image.counts(), alphabet }
    }
}

/// Tells which sets of letters make a word of a lexicon.
///
/// An index serves every image of the same lexicon, whatever its node layout and graph kind.
/// [`Generator::with_index`](super::Generator::with_index) refuses the index of another lexicon.
#[derive(Clone, Debug)]
pub struct WordIndex {
    /// The blocks of the filter; their number is a power of two.
    blocks: Vec<u64>,
    /// The letters of the alphabet, a bit each.
    letters: u64,
    lexicon: Fingerprint,
}

impl WordIndex {
    /// Indexes the words of a graph. Costs one walk over all words (some 10 ms for 170,000 words), and 2 to 4 bytes a
    /// word.
    ///
    /// # Errors
    /// [`ImageError`] when the image has no such graph.
    pub fn new(image: &Image, kind: GraphKind) -> Result<WordIndex, ImageError> {
        let blocks = (image.words() as usize * BITS_A_WORD / 64).next_power_of_two();
        let letters = !1 & u64::MAX >> (63 - image.alphabet().len().min(63));
        let mut index = WordIndex { blocks: vec![0; blocks], letters, lexicon: Fingerprint::new(image) };
        let graph = image.graph(kind)?;
        specialize!(&graph, graph => for_each_word(graph, graph.root(), 0, image.longest(), &mut |hash| {
            let (block, bits) = index.place(hash);
            index.blocks[block] |= bits;
        }));
        Ok(index)
    }

    /// `true` if the index was made from the lexicon with this fingerprint, as far as a cheap check tells: alphabet,
    /// number of words, of letters and length of the longest word agree, and the index has every short word of the
    /// graph.
    pub(super) fn is_of(&self, lexicon: &Fingerprint, graph: &ErasedGraph<'_>) -> bool {
        if self.lexicon != *lexicon {
            return false;
        }
        let mut has_all = true;
        let length = CHECKED_LENGTH.min(lexicon.counts.longest as usize);
        for_each_word(graph, graph.root(), 0, length, &mut |hash| has_all &= self.has(hash));
        has_all
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * 8
    }

    /// What each tile of this letter adds to the hash of a set.
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

    /// `false` only if no word consists of exactly these tiles (a blank stands for any letter) and the letters whose
    /// hashes add up to `through`.
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

/// The hash of the tiles of a rack.
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

/// Calls `each` with the hash of every word of up to `length` letters. In a GADDAG the paths without separator spell
/// the words backwards.
fn for_each_word<G: MaskedGraph>(graph: &G, node: G::Node, hash: u64, length: usize, each: &mut impl FnMut(u64)) {
    if length == 0 {
        return;
    }
    let ControlFlow::Continue(()) = graph.for_arcs_among(node, TileMask::ALL, |arc| {
        if arc.tile != Tile::SEPARATOR {
            let hash = hash.wrapping_add(WordIndex::hash_of(arc.tile.number().into()));
            if arc.accepts {
                each(hash);
            }
            for_each_word(graph, arc.target, hash, length - 1, each);
        }
        ControlFlow::<Infallible>::Continue(())
    });
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
            assert!(may_have("??QQQQQ", ""), "two blanks are not looked up");
            assert!(!may_have("VVVVVVV", "") && !may_have("QQQQQQ?", ""));
            // Letters that make no word: no word has seven of one letter and six of another.
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
