//! A list of words in one buffer.

use crate::alphabet::Tile;
use crate::graph::Counts;
use crate::parallel;

/// The maximum length of a word, in tiles. It bounds the depth of every walk over a graph.
pub const MAX_WORD_LENGTH: usize = 255;

/// Words as tiles, one after another in a single buffer. A word takes one byte a tile and 8 more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    tiles: Vec<Tile>,
    /// The end of each word in `tiles`; a word starts at the end of the one before.
    ends: Vec<usize>,
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
        Words { tiles: Vec::with_capacity(tiles), ends: Vec::with_capacity(words) }
    }

    /// Appends a word.
    #[inline]
    pub fn push(&mut self, word: &[Tile]) {
        self.tiles.extend_from_slice(word);
        self.ends.push(self.tiles.len());
    }

    /// Appends a word that `write` appends to the buffer. If `write` fails, the list is unchanged.
    ///
    /// # Errors
    /// The error of `write`.
    #[inline]
    pub fn push_with<E>(&mut self, write: impl FnOnce(&mut Vec<Tile>) -> Result<(), E>) -> Result<(), E> {
        let before = self.tiles.len();
        match write(&mut self.tiles) {
            Ok(()) => self.ends.push(self.tiles.len()),
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
        self.ends.pop();
        self.tiles.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Removes all words and keeps the capacity.
    pub fn clear(&mut self) {
        self.tiles.clear();
        self.ends.clear();
    }

    /// The bytes that the words take, without spare capacity.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.tiles.len() + self.ends.len() * size_of::<usize>()
    }

    /// The number of words.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// `true` if there are no words.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
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
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.tiles[start..self.ends[index]]
    }

    /// The words in the order of the list.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Tile]> + DoubleEndedIterator {
        (0..self.len()).map(|index| self.get(index))
    }

    /// `true` if the words are in strictly ascending collation order: sorted, without duplicates.
    #[inline]
    pub fn is_sorted(&self) -> bool {
        (1..self.len()).all(|index| self.get(index - 1) < self.get(index))
    }

    /// Sorts the words in collation order and removes duplicates. Returns the number of words removed.
    ///
    /// O(n) for a list that is sorted already, else O(n log n) on all cores; it then takes 16 bytes a word and a second
    /// copy of the list. The result does not depend on the order of the input or on the number of threads.
    pub fn sort(&mut self) -> usize {
        if self.is_sorted() {
            return 0;
        }
        // The first eight tiles decide nearly every comparison, without a look at the word.
        let mut order: Vec<(u64, usize)> = (0..self.len()).map(|index| (prefix(self.get(index)), index)).collect();
        parallel::sort_unstable_by(&mut order, |a, b| a.0.cmp(&b.0).then_with(|| self.get(a.1).cmp(self.get(b.1))));
        let mut sorted = Words::with_capacity(self.len(), self.tiles.len());
        for (position, &(_, index)) in order.iter().enumerate() {
            let word = self.get(index);
            if position == 0 || self.get(order[position - 1].1) != word {
                sorted.push(word);
            }
        }
        let duplicates = self.len() - sorted.len();
        *self = sorted;
        duplicates
    }

    /// Removes the words for which `keep` is false. Returns the number of words removed.
    pub fn retain(&mut self, mut keep: impl FnMut(&[Tile]) -> bool) -> usize {
        let before = self.len();
        let (mut start, mut tiles, mut words) = (0, 0, 0);
        for index in 0..before {
            let end = self.ends[index];
            if keep(&self.tiles[start..end]) {
                self.tiles.copy_within(start..end, tiles);
                tiles += end - start;
                self.ends[words] = tiles;
                words += 1;
            }
            start = end;
        }
        self.tiles.truncate(tiles);
        self.ends.truncate(words);
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
