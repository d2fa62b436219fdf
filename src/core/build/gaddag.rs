//! The minimal GADDAG.
//!
//! For every prefix *p* of a word, the GADDAG has the path of *p* reversed. The last arc of the path accepts if *p* is
//! a word. After the path, a separator leads to the suffixes of *p*: to the state that the DAWG reaches by *p*.
//! Therefore only the reversed prefixes have to be added; their separators lead to finished states of the DAWG. The
//! suffixes, which are most of the trie of a GADDAG (4.26 million nodes for ENABLE1), are not walked again.
//!
//! The prefixes are the nodes of the trie of the words. They are sorted by their reversed letters. A 64-bit key with
//! the first ten or twelve of these letters decides nearly all comparisons and holds nearly all prefixes completely, so
//! that the words are rarely read after the sort. (When every prefix was read from the words instead, cache misses
//! doubled the time to build DAWG and GADDAG of ENABLE1.)

use super::arena::{END, State};
use super::{BuildError, Minimizer, Words};
use crate::alphabet::Tile;
use crate::parallel;

/// A distinct prefix of the words: a node of their trie.
#[derive(Clone, Copy)]
struct Prefix {
    /// Its last tiles in reverse order; see [`Key`].
    key: u64,
    /// The index of the first word with this prefix.
    word: u32,
    /// The state of the DAWG after this prefix.
    state: State,
    length: u8,
    is_word: bool,
}

/// Builds the DAWG and then the GADDAG. Returns both roots.
pub(super) fn build(minimizer: &mut Minimizer, words: &Words, letters: usize) -> Result<(State, State), BuildError> {
    if u32::try_from(words.len()).is_err() {
        return Err(BuildError::TooLarge);
    }
    let key = Key::for_alphabet(letters);
    let (dawg, mut prefixes) = dawg_with_prefixes(minimizer, words, &key)?;
    parallel::sort_unstable_by(&mut prefixes, |a, b| {
        let rest = |prefix: &Prefix| reversed_tiles(words, prefix).skip(key.tiles);
        a.key.cmp(&b.key).then_with(|| rest(a).cmp(rest(b)))
    });
    minimizer.reserve(prefixes.len());
    let mut reversed: Vec<Tile> = Vec::new();
    for prefix in &prefixes {
        reversed.clear();
        if usize::from(prefix.length) <= key.tiles {
            reversed.extend(key.tiles(prefix.key, prefix.length));
        } else {
            reversed.extend(reversed_tiles(words, prefix));
        }
        minimizer.add(&reversed, prefix.is_word, |_, _| {}).expect("bug: the prefixes are sorted and distinct");
        if prefix.state != END {
            minimizer.attach(Tile::SEPARATOR, prefix.state);
        }
        if minimizer.is_full() {
            return Err(BuildError::TooLarge);
        }
    }
    Ok((dawg, minimizer.finish(|_, _| {})))
}

/// Builds the DAWG. Returns its root, and every distinct prefix of the words with its state.
fn dawg_with_prefixes(minimizer: &mut Minimizer, words: &Words, key: &Key) -> Result<(State, Vec<Prefix>), BuildError> {
    let mut prefixes = Vec::<Prefix>::with_capacity(words.len() * 2);
    // The prefix of each open node, by depth.
    let mut numbers = vec![0usize];
    for (index, word) in words.iter().enumerate() {
        let shared = minimizer.add_word(index, word, |depth, state| prefixes[numbers[depth]].state = state)?;
        numbers.truncate(shared + 1);
        for depth in shared + 1..=word.len() {
            numbers.push(prefixes.len());
            prefixes.push(Prefix {
                key: key.of(word[..depth].iter().rev().copied()),
                word: index as u32,
                state: END,
                length: depth as u8,
                is_word: depth == word.len(),
            });
        }
    }
    let root = minimizer.finish(|depth, state| prefixes[numbers[depth]].state = state);
    Ok((root, prefixes))
}

/// The tiles of a prefix in reverse order.
fn reversed_tiles<'w>(words: &'w Words, prefix: &Prefix) -> impl Iterator<Item = Tile> + use<'w> {
    words.get(prefix.word as usize)[..usize::from(prefix.length)].iter().rev().copied()
}

/// Packs the first tiles of a path into a number that compares as they do.
struct Key {
    tiles: usize,
    bits: u32,
}

impl Key {
    fn for_alphabet(letters: usize) -> Key {
        if letters < 32 { Key { tiles: 12, bits: 5 } } else { Key { tiles: 10, bits: 6 } }
    }

    fn of(&self, tiles: impl Iterator<Item = Tile>) -> u64 {
        let mut shift = self.bits * self.tiles as u32;
        tiles.take(self.tiles).fold(0, |key, tile| {
            shift -= self.bits;
            key | u64::from(tile.number()) << shift
        })
    }

    /// The tiles of a path of this length, which fits the key completely.
    fn tiles(&self, key: u64, length: u8) -> impl Iterator<Item = Tile> + use<> {
        let (bits, mask) = (self.bits, (1u64 << self.bits) - 1);
        let mut shift = bits * self.tiles as u32;
        (0..length).map(move |_| {
            shift -= bits;
            Tile::from_label((key >> shift & mask) as u8)
        })
    }
}
