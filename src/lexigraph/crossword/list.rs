//! The words that may fill slots.

use std::collections::BTreeMap;

use super::grid::{CrosswordGrid, Direction, Slot};
use crate::alphabet::{Alphabet, Tile};
use crate::image::{Image, ImageError, words_of};
use crate::query::Scores;
use crate::wordlist::Score;

/// A word for slots.
#[derive(Clone, Debug, PartialEq)]
pub struct FillWord {
    /// The letters that are entered.
    pub letters: Vec<Tile>,
    /// The number beside it in its list.
    pub score: Option<Score>,
    /// The word as its list has it, if that has spaces or other characters between the letters.
    pub text: Option<String>,
}

/// A word of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct FillEntry {
    /// The number of its slot.
    pub number: u32,
    /// The direction of its slot.
    pub direction: Direction,
    /// The word as it was given or as its list has it, with what stands between its letters.
    pub word: String,
    /// Its score.
    pub score: Option<Score>,
    /// `true` if the list has it.
    pub listed: bool,
}

/// Words by their number of letters, each once.
#[derive(Clone, Debug, Default)]
pub struct FillList {
    lengths: BTreeMap<usize, Vec<FillWord>>,
    scored: bool,
}

impl FillList {
    /// The words of a lexicon, with their scores if it has some. Of phrases, the letters are entered; if two entries
    /// have the same letters, the one with the higher score counts. With `min_score`, words with a lower score, and
    /// words without one, are left out.
    ///
    /// # Errors
    /// As [`words_of`] and [`Scores::of`].
    pub fn of(image: &Image, min_score: Option<f64>) -> Result<FillList, ImageError> {
        let scores = Scores::of(image)?;
        let alphabet = image.alphabet();
        let silent: Vec<Tile> = alphabet.tiles().filter(|&tile| is_silent(alphabet, tile)).collect();
        let mut words = Vec::new();
        words_of(image)?.iter().for_each(|word| {
            let score = scores.as_ref().and_then(|scores| scores.get(word));
            if min_score.is_some_and(|min| score.is_none_or(|score| score.number() < min)) {
                return;
            }
            let letters: Vec<Tile> = word.iter().copied().filter(|tile| !silent.contains(tile)).collect();
            let text = (letters.len() < word.len()).then(|| alphabet.render(word));
            words.push(FillWord { letters, score, text });
        });
        Ok(FillList::new(words))
    }

    /// The list of these words.
    pub fn new(words: impl IntoIterator<Item = FillWord>) -> FillList {
        let mut list = FillList::default();
        for word in words {
            list.scored |= word.score.is_some();
            list.lengths.entry(word.letters.len()).or_default().push(word);
        }
        for words in list.lengths.values_mut() {
            words.sort_by(|a, b| (&a.letters, b.score).cmp(&(&b.letters, a.score)));
            words.dedup_by(|later, first| later.letters == first.letters);
        }
        list
    }

    /// The words with this number of letters, in collation order.
    pub fn words(&self, length: usize) -> &[FillWord] {
        self.lengths.get(&length).map_or(&[], Vec::as_slice)
    }

    /// The word with these letters.
    pub fn get(&self, letters: &[Tile]) -> Option<&FillWord> {
        let words = self.words(letters.len());
        words.binary_search_by(|word| word.letters[..].cmp(letters)).ok().map(|at| &words[at])
    }

    /// The words of the slots of a grid that are full. `given` has those that were entered, as they were written.
    ///
    /// # Panics
    /// If a tile does not belong to `alphabet`.
    pub fn entries(&self, grid: &CrosswordGrid, alphabet: &Alphabet, given: &[(u32, Direction, String)]) -> Vec<FillEntry> {
        let entry = |slot: &Slot| {
            let letters = grid.word(slot)?;
            let listed = self.get(&letters);
            let given = given.iter().find(|(number, direction, _)| (*number, *direction) == (slot.number, slot.direction));
            let text = given.map(|(_, _, text)| text.clone()).or_else(|| listed.and_then(|word| word.text.clone()));
            let word = text.unwrap_or_else(|| alphabet.render(&letters));
            let score = listed.and_then(|word| word.score);
            Some(FillEntry { number: slot.number, direction: slot.direction, word, score, listed: listed.is_some() })
        };
        grid.slots().iter().filter_map(entry).collect()
    }

    /// `true` if words have scores.
    pub fn has_scores(&self) -> bool {
        self.scored
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.lengths.values().map(Vec::len).sum()
    }

    /// `true` if there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// `true` for characters between the words of phrases.
fn is_silent(alphabet: &Alphabet, tile: Tile) -> bool {
    !alphabet.letter(tile).label.chars().any(char::is_alphanumeric)
}
