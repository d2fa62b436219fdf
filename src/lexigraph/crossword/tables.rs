//! The words of one length, as sets for each letter at each position.

use super::bits;
use super::list::FillWord;

/// Words of one length. A word is the number of its place in the list.
pub struct Table {
    /// The number of letters of each word.
    pub length: usize,
    /// The number of words.
    pub words: usize,
    /// The letters of all words, one word after another.
    letters: Vec<u8>,
    /// For each position and letter, the words that have it there.
    masks: Vec<u64>,
    blocks: usize,
    labels: usize,
    /// The score of each word from 0 for the lowest of the list to 1 for the highest; empty if no word has a score.
    pub worth: Vec<f32>,
}

impl Table {
    /// The table of these words of one length, whose letters have numbers below `labels`. Takes one bit for each word,
    /// position and letter.
    pub fn new(list: &[FillWord], length: usize, labels: usize) -> Table {
        let (words, blocks) = (list.len(), bits::blocks(list.len()));
        let letters: Vec<u8> = list.iter().flat_map(|word| word.letters.iter().map(|tile| tile.number())).collect();
        let mut masks = vec![0; length * labels * blocks];
        for (at, &letter) in letters.iter().enumerate() {
            let (word, position) = (at / length, at % length);
            masks[(position * labels + usize::from(letter)) * blocks + word / 64] |= 1 << (word % 64);
        }
        Table { length, words, letters, masks, blocks, labels, worth: worths(list) }
    }

    /// The words that have a letter at a position.
    pub fn with(&self, position: usize, letter: usize) -> &[u64] {
        let at = (position * self.labels + letter) * self.blocks;
        &self.masks[at..at + self.blocks]
    }

    /// One more than the largest number of a letter.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// The letters of a word.
    pub fn letters(&self, word: usize) -> &[u8] {
        &self.letters[word * self.length..(word + 1) * self.length]
    }
}

fn worths(list: &[FillWord]) -> Vec<f32> {
    let scores = || list.iter().filter_map(|word| word.score).map(|score| score.number());
    let (low, high) = (scores().fold(f64::INFINITY, f64::min), scores().fold(f64::NEG_INFINITY, f64::max));
    if high <= low {
        return Vec::new();
    }
    let worth = |word: &FillWord| word.score.map_or(0.0, |score| (score.number() - low) / (high - low));
    list.iter().map(|word| worth(word) as f32).collect()
}
