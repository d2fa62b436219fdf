//! A list of words in one buffer.

use std::ops::Range;

use crate::alphabet::Tile;
use crate::graph::Counts;
use crate::huge::advised;
use crate::parallel;

/// The maximum length of a word, in tiles. It bounds the depth of every walk over a graph.
pub const MAX_WORD_LENGTH: usize = 255;

/// Words as tiles, one after another in a single buffer. A word takes one byte a tile and 4 more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    tiles: Vec<Tile>,
    /// The start of each word in `tiles`, counted from that of its group; then the end of the last word, counted in the
    /// same way. A word ends where the next one starts.
    starts: Vec<u32>,
    /// The start of each group of [`GROUP`] words in `tiles`.
    groups: Vec<usize>,
}

/// The number of words whose starts are counted from the same tile: 32 bits are enough for words of any length.
const GROUP: usize = 1 << 16;

impl Default for Words {
    #[inline]
    fn default() -> Words {
        Words { tiles: vec![], starts: vec![0], groups: vec![0] }
    }
}

impl From<&Words> for Counts {
    #[inline]
    fn from(words: &Words) -> Counts {
        Counts { words: words.len() as u64, letters: words.letters() as u64, longest: words.longest() as u64 }
    }
}

impl Words {
    /// An empty list.
    #[inline]
    pub fn new() -> Words {
        Words::default()
    }

    /// An empty list with capacity for `words` words of `tiles` tiles in total.
    #[inline]
    pub fn with_capacity(words: usize, tiles: usize) -> Words {
        let (tiles, starts) = (advised(Vec::with_capacity(tiles)), advised(Vec::with_capacity(words + 1)));
        let mut list = Words { tiles, starts, groups: vec![0] };
        list.starts.push(0);
        list
    }

    /// The start of a word, or the end of the last one.
    #[inline]
    fn start(&self, index: usize) -> usize {
        self.groups[index / GROUP] + self.starts[index] as usize
    }

    /// Ends a word with the last tile.
    #[inline]
    fn end_word(&mut self) {
        self.end_word_at(self.tiles.len());
    }

    #[inline]
    fn end_word_at(&mut self, end: usize) {
        if self.starts.len().is_multiple_of(GROUP) {
            self.groups.push(end);
        }
        self.starts.push((end - self.groups[self.groups.len() - 1]) as u32);
    }

    /// Keeps the first `words` words.
    fn truncate(&mut self, words: usize) {
        self.tiles.truncate(self.start(words));
        self.starts.truncate(words + 1);
        self.groups.truncate(words / GROUP + 1);
    }

    /// Appends a word.
    #[inline]
    pub fn push(&mut self, word: &[Tile]) {
        self.tiles.extend_from_slice(word);
        self.end_word();
    }

    /// Appends all words of another list. Linear in that.
    pub fn append(&mut self, other: &Words) {
        let before = self.tiles.len();
        self.tiles.extend_from_slice(&other.tiles);
        self.starts.reserve(other.len());
        (1..=other.len()).for_each(|index| self.end_word_at(before + other.start(index)));
    }

    /// Appends a word that `write` appends to the buffer. If `write` fails, the list is unchanged.
    ///
    /// # Errors
    /// The error of `write`.
    #[inline]
    pub fn push_with<E>(&mut self, write: impl FnOnce(&mut Vec<Tile>) -> Result<(), E>) -> Result<(), E> {
        let before = self.tiles.len();
        match write(&mut self.tiles) {
            Ok(()) => self.end_word(),
            Err(error) => {
                self.tiles.truncate(before);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Removes the last word.
    #[inline]
    pub fn pop(&mut self) {
        self.truncate(self.len().saturating_sub(1));
    }

    /// Removes all words and keeps the capacity.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// The bytes that the words take, without spare capacity.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.tiles.len() + self.len() * size_of::<u32>()
    }

    /// The number of words.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// `true` if there are no words.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The total number of tiles of all words.
    pub fn letters(&self) -> usize {
        self.tiles.len()
    }

    /// The length of the longest word, in tiles; 0 for an empty list. Linear in the words.
    #[inline]
    pub fn longest(&self) -> usize {
        self.iter().map(<[Tile]>::len).max().unwrap_or(0)
    }

    /// The word at this index.
    ///
    /// # Panics
    /// If `index` is out of range.
    #[inline]
    pub fn get(&self, index: usize) -> &[Tile] {
        &self.tiles[self.start(index)..self.start(index + 1)]
    }

    /// The words in the order of the list.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Tile]> + DoubleEndedIterator {
        (0..self.len()).map(|index| self.get(index))
    }

    /// `true` if the words are in strictly ascending collation order: sorted, without duplicates.
    pub fn is_sorted(&self) -> bool {
        let follow = |mut part: Range<usize>| {
            part.all(|index| index == 0 || shared_before(self.get(index - 1), self.get(index)).is_some())
        };
        parallel::map(parallel::parts(self.len(), WORTH_DIVIDING), 1, follow).into_iter().all(|follow| follow)
    }

    /// Sorts the words in collation order and removes duplicates. Returns the number of words removed.
    ///
    /// O(n) for a list that is sorted already, else O(n log n) on all cores; it then takes a second copy of the list,
    /// and 16 bytes for each word that is sorted at once: all words of a short list, about half a million of a longer
    /// one, but all that begin with the same two tiles. The result does not depend on the order of the input or on the
    /// number of threads.
    pub fn sort(&mut self) -> usize {
        if self.is_sorted() {
            return 0;
        }
        let mut sorted = Words::with_capacity(self.len(), self.tiles.len());
        let mut order: Vec<(u64, usize)> = Vec::new();
        for heads in self.portions() {
            // The first eight tiles decide nearly every comparison, without a look at the word.
            let wanted = self.iter().enumerate().filter(|(_, word)| heads.contains(&head(word)));
            order.clear();
            order.extend(wanted.map(|(index, word)| (prefix(word), index)));
            parallel::sort_unstable_by(&mut order, |a, b| a.0.cmp(&b.0).then_with(|| self.get(a.1).cmp(self.get(b.1))));
            for (position, &(_, index)) in order.iter().enumerate() {
                let word = self.get(index);
                if position == 0 || self.get(order[position - 1].1) != word {
                    sorted.push(word);
                }
            }
        }
        let duplicates = self.len() - sorted.len();
        *self = sorted;
        duplicates
    }

    /// The words that are sorted at once, by their [heads](head) in ascending order.
    fn portions(&self) -> Vec<Range<usize>> {
        // Each portion takes a look at all words.
        let most = PORTION.max(self.len() / MOST_PORTIONS);
        if self.len() <= most {
            return std::iter::once(0..HEADS).collect();
        }
        let mut counts = vec![0; HEADS];
        self.iter().for_each(|word| counts[head(word)] += 1);
        let mut portions = Vec::with_capacity(2 * MOST_PORTIONS);
        let (mut from, mut held) = (0, 0);
        for (head, count) in counts.into_iter().enumerate() {
            if held > 0 && held + count > most {
                portions.push(from..head);
                (from, held) = (head, 0);
            }
            held += count;
        }
        portions.push(from..HEADS);
        portions
    }

    /// Removes the words for which `keep` is false. Returns the number of words removed.
    pub fn retain(&mut self, mut keep: impl FnMut(&[Tile]) -> bool) -> usize {
        let before = self.len();
        let (mut start, mut tiles, mut words) = (0, 0, 0);
        // What is kept moves into groups whose other words are still to be read.
        let mut group = 0;
        for index in 0..before {
            if (index + 1) % GROUP == 0 {
                group = self.groups[(index + 1) / GROUP];
            }
            let end = group + self.starts[index + 1] as usize;
            if keep(&self.tiles[start..end]) {
                self.tiles.copy_within(start..end, tiles);
                tiles += end - start;
                words += 1;
                if words % GROUP == 0 {
                    self.groups[words / GROUP] = tiles;
                }
                self.starts[words] = (tiles - self.groups[words / GROUP]) as u32;
            }
            start = end;
        }
        self.truncate(words);
        before - words
    }
}

impl<'w> FromIterator<&'w [Tile]> for Words {
    #[inline]
    fn from_iter<I: IntoIterator<Item = &'w [Tile]>>(words: I) -> Words {
        let mut list = Words::new();
        words.into_iter().for_each(|word| list.push(word));
        list
    }
}

/// The number of tiles that a word shares with the one before, or `None` if it does not sort after that.
#[inline]
pub(crate) fn shared_before(before: &[Tile], word: &[Tile]) -> Option<usize> {
    let shared = shared_tiles(before, word);
    let follows = shared < word.len() && before.get(shared).is_none_or(|&before| before < word[shared]);
    follows.then_some(shared)
}

/// The number of tiles that two words share from the first on. Compares eight at once: the end of a loop over single
/// tiles is hard to predict.
#[inline]
fn shared_tiles(one: &[Tile], other: &[Tile]) -> usize {
    // A loop over a fixed count becomes one load.
    let number = |tiles: &[Tile; 8]| (0..8).fold(0, |number, at| number | u64::from(tiles[at].number()) << (8 * at));
    let mut shared = 0;
    for (one, other) in one.as_chunks().0.iter().zip(other.as_chunks().0) {
        let differing = number(one) ^ number(other);
        if differing != 0 {
            return shared + differing.trailing_zeros() as usize / 8;
        }
        shared += 8;
    }
    shared + one[shared..].iter().zip(&other[shared..]).take_while(|(one, other)| one == other).count()
}

/// The words from which on several threads look whether a list is sorted.
const WORTH_DIVIDING: usize = 1 << 16;
/// The number of words that are sorted at once.
const PORTION: usize = 1 << 19;
/// The number of portions of a long list, about.
const MOST_PORTIONS: usize = 16;
/// The number of different [heads](head).
const HEADS: usize = 1 << 16;

/// The first two tiles as a number that compares as they do.
#[inline]
fn head(word: &[Tile]) -> usize {
    let tile = |at: usize| word.get(at).map_or(0, |tile| usize::from(tile.number()));
    tile(0) << 8 | tile(1)
}

/// The first eight tiles as a number that compares as they do.
#[inline]
fn prefix(word: &[Tile]) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(word).for_each(|(byte, tile)| *byte = tile.number());
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(words: &[&str]) -> Words {
        let tile = |byte: u8| Tile::from_label(byte);
        words.iter().map(|word| word.bytes().map(tile).collect::<Vec<_>>()).fold(Words::new(), |mut list, word| {
            list.push(&word);
            list
        })
    }

    #[test]
    fn sorting_removes_duplicates() {
        let mut words = list(&["banana", "bananabanana", "an", "banana", "bananabanane", "a", "an"]);
        assert_eq!(words.sort(), 2);
        assert_eq!(words, list(&["a", "an", "banana", "bananabanana", "bananabanane"]));
        assert_eq!(words.sort(), 0);
    }

    #[test]
    fn retaining_keeps_order() {
        let mut words = list(&["a", "bb", "ccc", "dd"]);
        assert_eq!(words.retain(|word| word.len() == 2), 2);
        assert_eq!(words, list(&["bb", "dd"]));
        words.pop();
        assert_eq!(words, list(&["bb"]));
        assert_eq!((words.letters(), words.longest()), (2, 2));
    }

    /// Words of all lengths in no order, more than a group and a portion hold.
    fn many(count: usize) -> Vec<Vec<Tile>> {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut below = |most: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 33) % most
        };
        (0..count).map(|_| (0..below(6)).map(|_| Tile::from_label(1 + below(12) as u8)).collect()).collect()
    }

    #[test]
    fn long_lists_are_those_of_vectors() {
        let words = many(2 * GROUP + 5);
        let mut list: Words = words.iter().map(Vec::as_slice).collect();
        assert!(list.iter().eq(&words));
        let mut twice = Words::new();
        twice.push(&words[0]);
        twice.append(&list);
        twice.append(&list);
        assert!(twice.iter().eq(words[..1].iter().chain(&words).chain(&words)));
        assert_eq!(list.clone().retain(|word| word.len() > 9), words.len());
        let mut kept = words.clone();
        kept.retain(|word| word.len() != 3);
        list.retain(|word| word.len() != 3);
        assert!(list.iter().eq(&kept));
        assert_eq!(list, kept.iter().map(Vec::as_slice).collect());
        while list.len() > GROUP - 2 {
            list.pop();
        }
        assert_eq!(list, kept[..GROUP - 2].iter().map(Vec::as_slice).collect());
        list.push(&kept[0]);
        assert_eq!(list.get(GROUP - 2), kept[0]);
        list.clear();
        assert_eq!(list, Words::new());
    }

    #[test]
    fn shared_tiles_are_those_one_by_one() {
        let words = many(300);
        let long: Vec<Vec<Tile>> = words.chunks(5).map(<[_]>::concat).collect();
        for (one, other) in words.iter().zip(&words[1..]).chain(long.iter().zip(&long[1..])) {
            for length in 0..=one.len() {
                let mut word = one[..length].to_vec();
                word.extend(other);
                let shared = one.iter().zip(&word).take_while(|(a, b)| a == b).count();
                assert_eq!(shared_before(one, &word), (one < &word).then_some(shared));
            }
        }
    }

    #[test]
    fn portions_are_sorted_as_a_whole() {
        let mut words = many(PORTION + 77);
        let mut list: Words = words.iter().map(Vec::as_slice).collect();
        assert!(list.portions().len() > 1);
        list.sort();
        words.sort();
        words.dedup();
        assert!(list.iter().eq(&words));
        assert!(list.is_sorted());
    }

    #[test]
    fn a_failed_push_leaves_no_trace() {
        let mut words = list(&["a"]);
        let result = words.push_with(|tiles| {
            tiles.push(Tile::from_label(1));
            Err("no")
        });
        assert_eq!(result, Err("no"));
        assert_eq!(words, list(&["a"]));
    }
}
