//! An index of the words of a lexicon by their letters, for best plays.
//!
//! The key of a set of letters is the sum of one random number a letter: the order of the letters does not count, and
//! the tiles on the board are added while bounds are computed. The index has two parts:
//!
//! - a filter (Bloom 1970, blocked to one machine word a key), which says at once that most sets make no word. It says
//!   yes to one in a hundred sets that make none, and then they are looked up in vain; it never says no to a word.
//!   Alone, it makes the bounds of a walk tighter: nearly every anchor has room for all tiles of the rack, but few
//!   racks make a word with the tiles on the board.
//! - the words themselves (`words`), from which best plays are found without a walk (`by_words`).
//!
//! The filter of ENABLE1 takes 0.4 MB, all of it 10.7 MB; that of CSW24, 280,887 words, 18 MB.

use std::convert::Infallible;
use std::ops::ControlFlow;

use lexigraph_core::specialize;

use crate::alphabet::{Tile, TileSet};
use crate::board::Rack;
use crate::graph::{Counts, GraphKind, MaskedGraph, TileMask, WordGraph};
use crate::image::{ErasedGraph, Image, ImageError};
use crate::random::{STEP, mixed};

use words::{Block, Collected, Words};

mod words;

/// Bits of the filter for each word, at least.
const BITS_A_WORD: usize = 16;

/// Words of up to this length are looked up when an index is checked against a lexicon: some thousands, in a fraction
/// of a millisecond.
const CHECKED_LENGTH: usize = 4;

/// Tells lexicons apart: cheap to read from an image, and the same for every node layout and graph kind.
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

/// Tells which sets of letters make words of a lexicon, and which words.
///
/// An index serves every image of the same lexicon, whatever its node layout and graph kind.
/// [`Generator::with_index`](super::Generator::with_index) refuses the index of another lexicon.
#[derive(Clone, Debug)]
pub struct WordIndex {
    /// The blocks of the filter.
    blocks: Vec<u64>,
    /// The letters of the alphabet, a bit each.
    letters: u64,
    words: Option<Words>,
    lexicon: Fingerprint,
}

impl WordIndex {
    /// Indexes the words of a graph, so that the best plays are found in a part of the time. Costs one walk over all
    /// words and sorting them (some 50 ms for 170,000 words), and some 50 bytes a word.
    ///
    /// # Errors
    /// [`ImageError`] when the image has no such graph.
    pub fn new(image: &Image, kind: GraphKind) -> Result<WordIndex, ImageError> {
        let mut index = WordIndex::empty(image);
        let mut collected = Collected::with_capacity(image.words() as usize);
        let backwards = kind == GraphKind::Gaddag;
        let mut fits = !image.alphabet().is_wide();
        // A damaged graph may have far more words than its image says.
        let mut left = image.words();
        index.read(image, kind, |key, letters| {
            fits &= left > 0 && collected.push(key, letters, backwards);
            left = left.saturating_sub(1);
        })?;
        index.words = fits.then(|| Words::new(collected, image.alphabet().len().min(63)));
        Ok(index)
    }

    /// Indexes the words of a graph for a few positions: the index only makes the bounds of best plays tighter. Costs
    /// one walk over all words (some 10 ms for 170,000 words), and 2 bytes a word.
    ///
    /// # Errors
    /// As [`new`](WordIndex::new).
    pub fn filter(image: &Image, kind: GraphKind) -> Result<WordIndex, ImageError> {
        let mut index = WordIndex::empty(image);
        index.read(image, kind, |_, _| ())?;
        Ok(index)
    }

    fn empty(image: &Image) -> WordIndex {
        let blocks = image.words() as usize * BITS_A_WORD / 64 + 1;
        let letters = !1 & u64::MAX >> (63 - image.alphabet().len().min(63));
        WordIndex { blocks: vec![0; blocks], letters, words: None, lexicon: Fingerprint::new(image) }
    }

    /// Adds all words to the filter and calls `each` with their keys and letters.
    fn read(&mut self, image: &Image, kind: GraphKind, mut each: impl FnMut(u64, &[u8])) -> Result<(), ImageError> {
        let graph = image.graph(kind)?;
        let mut add = |key, letters: &[u8]| {
            let (block, bits) = self.place(key);
            self.blocks[block] |= bits;
            each(key, letters);
        };
        let mut walk = WordWalk { hashes: std::array::from_fn(hash_of), letters: Vec::new(), each: &mut add };
        specialize!(&graph, graph => walk.words(graph, graph.root(), 0, image.longest()));
        Ok(())
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
        let mut check = |key, _: &[u8]| has_all &= self.has(key);
        let mut walk = WordWalk { hashes: std::array::from_fn(hash_of), letters: Vec::new(), each: &mut check };
        walk.words(graph, graph.root(), 0, length);
        has_all
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * 8 + self.words.as_ref().map_or(0, Words::bytes)
    }

    /// `true` if the index has the words themselves.
    #[inline]
    pub(super) fn has_words(&self) -> bool {
        self.words.is_some()
    }

    /// The block of a set, and its bits there.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let bit = |from: u32| 1u64 << (key >> from & 63);
        ((((key >> 32) * self.blocks.len() as u64) >> 32) as usize, bit(0) | bit(6) | bit(12) | bit(18))
    }

    /// `false` only if no word consists of exactly the letters with this key.
    #[inline]
    pub(super) fn has(&self, key: u64) -> bool {
        let (block, bits) = self.place(key);
        self.blocks[block] & bits == bits
    }

    /// Calls `each` with the words of `length` letters that may have this key. All words with the key are among them.
    #[inline]
    pub(super) fn for_each_word(&self, key: u64, length: usize, each: impl FnMut(Block<'_>)) {
        if let Some(words) = &self.words {
            words.for_each(key, length, each);
        }
    }

    /// The letters that may complete a set of letters with this key to that of a word, one bit each. All letters that
    /// do are among them.
    #[inline]
    pub(super) fn completing(&self, key: u64) -> u64 {
        match self.words.as_ref().and_then(|words| words.completing(key)) {
            Some(letters) => letters,
            None => TileSet::from_bits(self.letters)
                .into_iter()
                .filter(|letter| self.has(key.wrapping_add(hash_of(letter.number().into()))))
                .fold(0, |letters, letter| letters | 1 << letter.number()),
        }
    }

    /// The letters of the alphabet, a bit each.
    #[inline]
    pub(super) fn letters(&self) -> u64 {
        self.letters
    }

    /// `false` only if no word consists of exactly these tiles (a blank stands for any letter) and the letters whose
    /// hashes add up to `through`.
    #[inline]
    pub(super) fn may_have(&self, tiles: Hashed, through: u64) -> bool {
        let key = tiles.hash.wrapping_add(through);
        match tiles.blanks {
            0 => self.has(key),
            1 => self.completing(key) != 0,
            _ => true,
        }
    }
}

/// The amount that each tile of this letter adds to the key of a set. It is the same in every run.
#[inline]
pub(super) fn hash_of(letter: usize) -> u64 {
    mixed((letter as u64 + 1).wrapping_mul(STEP))
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
        let hash =
            letters.fold(0u64, |hash, (letter, &count)| hash.wrapping_add(hash_of(letter).wrapping_mul(count.into())));
        Hashed { hash, blanks: rack.blanks() }
    }
}

/// A walk over all words of a graph.
struct WordWalk<'e, E> {
    hashes: [u64; 64],
    /// The letters from the root to the node.
    letters: Vec<u8>,
    each: &'e mut E,
}

impl<E: FnMut(u64, &[u8])> WordWalk<'_, E> {
    /// Calls `each` with the key and the letters of every word of up to `length` letters after a node. In a GADDAG the
    /// paths without separator spell the words backwards.
    fn words<G: MaskedGraph>(&mut self, graph: &G, node: G::Node, key: u64, length: usize) {
        if length == 0 {
            return;
        }
        let ControlFlow::Continue(()) = graph.for_arcs_among(node, TileMask::ALL, |arc| {
            if arc.tile != Tile::SEPARATOR {
                let number = arc.tile.number();
                let key = key.wrapping_add(self.hashes[usize::from(number) & 63]);
                self.letters.push(number);
                if arc.accepts {
                    (self.each)(key, &self.letters);
                }
                self.words(graph, arc.target, key, length - 1);
                self.letters.pop();
            }
            ControlFlow::<Infallible>::Continue(())
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
            let index = WordIndex::filter(&image, kind).unwrap();
            let may_have = |text: &str, through: &str| {
                let through = alphabet.parse(through).unwrap_or_default();
                let through = through.iter().fold(0u64, |hash, tile| hash.wrapping_add(hash_of(tile.number().into())));
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
                let hash = hash_of(a as usize).wrapping_mul(7).wrapping_add(hash_of(b as usize).wrapping_mul(6));
                index.has(hash)
            });
            assert!(said.count() < 25, "of 676");
        }
    }

    /// The letters of some words, each looked up whole and without each of its letters.
    #[test]
    fn words_are_found_by_their_letters_and_by_all_letters_but_one() {
        let image = bundled("enable").unwrap().unwrap();
        let index = WordIndex::new(&image, GraphKind::Dawg).unwrap();
        assert!(index.bytes() < 12_000_000);
        let mut number = 0;
        let (mut found, mut false_words, mut false_letters) = (0, 0, 0);
        let mut check = |key: u64, letters: &[u8]| {
            number += 1;
            if number % 97 != 0 {
                return;
            }
            let sorted = |letters: &[u8]| {
                let mut sorted = letters.to_vec();
                sorted.sort_unstable();
                sorted
            };
            let mut words = Vec::new();
            index.for_each_word(key, letters.len(), |block| words.extend(block.map(<[u8]>::to_vec)));
            assert!(words.iter().any(|word| word == letters));
            false_words += words.iter().filter(|word| sorted(word) != sorted(letters)).count();
            for (at, &letter) in letters.iter().enumerate() {
                let short = key.wrapping_sub(hash_of(letter.into()));
                let completing = index.completing(short);
                assert!(completing >> letter & 1 != 0);
                let is_word = |other: usize| {
                    let with = short.wrapping_add(hash_of(other));
                    let mut wanted = letters.to_vec();
                    wanted[at] = other as u8;
                    let mut is_word = false;
                    index.for_each_word(with, letters.len(), |mut block| {
                        is_word |= block.any(|word| sorted(word) == sorted(&wanted));
                    });
                    is_word
                };
                for other in 1..=26 {
                    let is_named = completing >> other & 1 != 0;
                    assert!(is_named || !is_word(other));
                    false_letters += usize::from(is_named && !is_word(other));
                    found += usize::from(is_named);
                }
            }
        };
        let graph = image.graph(GraphKind::Dawg).unwrap();
        let mut walk = WordWalk { hashes: std::array::from_fn(hash_of), letters: Vec::new(), each: &mut check };
        walk.words(&graph, graph.root(), 0, image.longest());
        assert!(false_words < 20 && false_letters * 10 < found, "{false_words}, {false_letters} of {found}");
    }
}
