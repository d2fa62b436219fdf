//! The words of a lexicon by their letters, in any order: a word map without answers for blanks.
//!
//! The key of a set of letters is the sum of one random number a letter. A hash table with open addressing leads from
//! the key to the words: one entry of eight bytes for each set (*alphagram*), one byte for each letter of a word. A
//! second table tells which letters complete a set that is one letter short, so that a blank is one look-up and not
//! one for each letter of the alphabet.
//!
//! The answers are supersets: entries keep only some bits of the key, so words of other letters may be among them.
//! No word is left out. Whoever lays a word has to compare its letters with the tiles.

use crate::board::MAX_SIDE;

use super::hash_of;

/// The entries of a table are this part of its slots at most.
const LOAD: (usize, usize) = (5, 8);

/// An entry of the words: the number of its words (from bit 0), a bit if another entry that looks alike follows, the
/// length, the place of the first letter, and the lowest bits of the key. No entry is 0, since it has a word.
const COUNT_BITS: u32 = 5;
const MORE: u64 = 1 << COUNT_BITS;
const LENGTH_FROM: u32 = COUNT_BITS + 1;
const LENGTH_BITS: u32 = 6;
const PLACE_FROM: u32 = LENGTH_FROM + LENGTH_BITS;
const PLACE_BITS: u32 = 28;
const MARK_BITS: u32 = 64 - PLACE_FROM - PLACE_BITS;
/// The part of an entry that is compared.
const COMPARED: u64 = !((1 << (64 - MARK_BITS)) - 1) | ((1 << LENGTH_BITS) - 1) << LENGTH_FROM;
const MOST_IN_BLOCK: usize = (1 << COUNT_BITS) - 1;

/// The words of one entry: words of the same letters and length, one after the other.
pub(in crate::movegen) type Block<'w> = std::slice::ChunksExact<'w, u8>;

/// The slot of a key in a table.
#[inline]
fn slot(key: u64, slots: usize) -> usize {
    ((u128::from(key) * slots as u128) >> 64) as usize
}

/// The parts of an entry that are compared.
#[inline]
fn looks(key: u64, length: usize) -> u64 {
    key << (64 - MARK_BITS) | (length as u64) << LENGTH_FROM
}

/// Words by their letters.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// The entries; 0 is free.
    entries: Vec<u64>,
    /// The numbers of the letters of all words.
    letters: Vec<u8>,
    completions: Option<Completions>,
}

/// The words of a lexicon before they are sorted by their keys.
#[derive(Default)]
pub(super) struct Collected {
    letters: Vec<u8>,
    /// The key, the length and the place of the first letter.
    words: Vec<(u64, u32, u32)>,
}

impl Collected {
    /// The most letters that a table takes.
    const MOST: usize = 1 << PLACE_BITS;

    pub fn with_capacity(words: usize) -> Collected {
        let words = words.min(Collected::MOST / 8);
        Collected { letters: Vec::with_capacity(words * 10), words: Vec::with_capacity(words) }
    }

    /// Adds a word; a word that is longer than any lane is left out. `false` if there are too many.
    pub fn push(&mut self, key: u64, letters: &[u8], backwards: bool) -> bool {
        if letters.len() > MAX_SIDE {
            return true;
        }
        let place = self.letters.len();
        if place + letters.len() > Collected::MOST {
            return false;
        }
        self.letters.extend_from_slice(letters);
        if backwards {
            self.letters[place..].reverse();
        }
        self.words.push((key, letters.len() as u32, place as u32));
        true
    }
}

impl Words {
    /// Sorts the words by their keys and makes the tables. `alphabet` is the number of letters.
    pub fn new(mut collected: Collected, alphabet: usize) -> Words {
        let hashes: [u64; 64] = std::array::from_fn(hash_of);
        // Equal words cannot come twice, so the order does not depend on the sorting.
        collected.words.sort_unstable();
        let sets = collected.words.chunk_by(|a, b| a.0 == b.0);
        let (mut entries, mut short) = (0usize, 0usize);
        for set in sets.clone() {
            entries += set.chunk_by(|a, b| a.1 == b.1).map(|same| same.len().div_ceil(MOST_IN_BLOCK)).sum::<usize>();
            short += set.chunk_by(|a, b| a.1 == b.1).map(|same| same[0].1 as usize).sum::<usize>();
        }
        let mut words = Words {
            entries: vec![0; entries * LOAD.1 / LOAD.0 + 1],
            letters: Vec::with_capacity(collected.letters.len()),
            completions: Completions::new(short, alphabet),
        };
        for set in sets {
            let key = set[0].0;
            // Words of other lengths have the same key only by accident.
            for same in set.chunk_by(|a, b| a.1 == b.1) {
                for block in same.chunks(MOST_IN_BLOCK) {
                    words.insert(key, block, &collected.letters);
                }
                let Some(completions) = &mut words.completions else { continue };
                for &(_, length, place) in same {
                    let mut seen = 0u64;
                    for &letter in &collected.letters[place as usize..][..length as usize] {
                        if seen >> letter & 1 == 0 {
                            completions.insert(key.wrapping_sub(hashes[usize::from(letter) & 63]), letter);
                        }
                        seen |= 1 << letter;
                    }
                }
            }
        }
        words
    }

    fn insert(&mut self, key: u64, block: &[(u64, u32, u32)], letters: &[u8]) {
        let (place, length) = (self.letters.len() as u64, u64::from(block[0].1));
        for &(_, length, place) in block {
            self.letters.extend_from_slice(&letters[place as usize..][..length as usize]);
        }
        let entry = looks(key, length as usize) | place << PLACE_FROM | block.len() as u64;
        let mut at = slot(key, self.entries.len());
        while self.entries[at] != 0 {
            if (self.entries[at] ^ entry) & COMPARED == 0 {
                self.entries[at] |= MORE;
            }
            at = if at + 1 == self.entries.len() { 0 } else { at + 1 };
        }
        self.entries[at] = entry;
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        let completions = self.completions.as_ref().map_or(0, Completions::bytes);
        self.entries.len() * 8 + self.letters.len() + completions
    }

    /// Calls `each` with the words of `length` letters that may have this key. All words with the key are among them.
    #[inline]
    pub fn for_each(&self, key: u64, length: usize, mut each: impl FnMut(Block<'_>)) {
        let wanted = looks(key, length);
        let mut at = slot(key, self.entries.len());
        while let Some(&entry) = self.entries.get(at).filter(|&&entry| entry != 0) {
            if (entry ^ wanted) & COMPARED == 0 {
                let place = (entry >> PLACE_FROM) as usize & ((1 << PLACE_BITS) - 1);
                let count = entry as usize & MOST_IN_BLOCK;
                if let Some(letters) = self.letters.get(place..place + count * length) {
                    each(letters.chunks_exact(length));
                }
                if entry & MORE == 0 {
                    return;
                }
            }
            at = if at + 1 == self.entries.len() { 0 } else { at + 1 };
        }
    }

    /// The letters that may complete a set with this key to that of a word, one bit each; all letters that do are
    /// among them. `None` if there is no table of them.
    #[inline]
    pub fn completing(&self, key: u64) -> Option<u64> {
        self.completions.as_ref().map(|completions| completions.get(key))
    }
}

/// For each set of letters that is a word without one of its letters: the letters that complete it.
///
/// An entry has one bit for each letter of the alphabet; the bits above them are the lowest bits of the key. Sets that
/// agree in these bits and come to lie beside each other share an entry.
#[derive(Clone, Debug)]
struct Completions {
    /// The entries, in one or two halves; 0 is free.
    halves: Vec<u32>,
    /// `true` if an entry has two halves.
    wide: bool,
    letters: u32,
}

impl Completions {
    /// The most letters of an alphabet: an entry needs some bits of the key.
    const LETTERS: usize = 50;
    /// The most bytes: beyond, the table would be slower than trying the letters.
    const BYTES: usize = 1 << 26;

    /// A table for at most `sets` sets.
    fn new(sets: usize, letters: usize) -> Option<Completions> {
        let wide = letters > 27;
        let slots = sets.checked_mul(5)? / 4 + 1;
        if letters > Completions::LETTERS || slots.checked_mul(4 << u32::from(wide))? > Completions::BYTES {
            return None;
        }
        Some(Completions { halves: vec![0; slots << u32::from(wide)], wide, letters: letters as u32 })
    }

    fn bytes(&self) -> usize {
        self.halves.len() * 4
    }

    #[inline]
    fn slots(&self) -> usize {
        self.halves.len() >> u32::from(self.wide)
    }

    #[inline]
    fn entry(&self, at: usize) -> u64 {
        if self.wide {
            u64::from(self.halves[2 * at]) | u64::from(self.halves[2 * at + 1]) << 32
        } else {
            self.halves[at].into()
        }
    }

    /// The bits of a key that its entry has.
    #[inline]
    fn mark(&self, key: u64) -> u64 {
        key & ((1u64 << ((32 << u32::from(self.wide)) - self.letters)) - 1)
    }

    fn insert(&mut self, key: u64, letter: u8) {
        let (mark, slots) = (self.mark(key), self.slots());
        let mut at = slot(key, slots);
        while self.entry(at) != 0 && self.entry(at) >> self.letters != mark {
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
        let entry = self.entry(at) | mark << self.letters | 1 << (letter - 1);
        if self.wide {
            (self.halves[2 * at], self.halves[2 * at + 1]) = (entry as u32, (entry >> 32) as u32);
        } else {
            self.halves[at] = entry as u32;
        }
    }

    #[inline]
    fn get(&self, key: u64) -> u64 {
        let (mark, slots) = (self.mark(key), self.slots());
        let mut at = slot(key, slots);
        loop {
            let entry = self.entry(at);
            if entry == 0 {
                return 0;
            }
            if entry >> self.letters == mark {
                return (entry & ((1 << self.letters) - 1)) << 1;
            }
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
    }
}
