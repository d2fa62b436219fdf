//! Scores of the words of a lexicon: the numbers beside them in their list.

use std::sync::Arc;

use crate::alphabet::Tile;
use crate::image::{Image, ImageError};
use crate::wordlist::{Score, Words};

/// The scores of the words of a lexicon. Clones share them.
#[derive(Clone, Debug)]
pub struct Scores(Arc<(Words, Vec<Score>)>);

impl Scores {
    /// The scores in an image; `None` if it has none. They are the [definitions](Image::definitions) of an image of
    /// words and scores: texts that are numbers. If a word has several, the largest counts. Takes time linear in the
    /// number of scores (tens of milliseconds for some 100,000); an image without scores takes a few microseconds.
    ///
    /// # Errors
    /// As [`Image::definitions`], and [`ImageError::Field`] for a broken block.
    pub fn of(image: &Image) -> Result<Option<Scores>, ImageError> {
        let Some(glossary) = image.definitions()? else { return Ok(None) };
        if !glossary.has_scores()? {
            return Ok(None);
        }
        let (mut words, mut scores) = (Words::new(), Vec::new());
        glossary.for_each(|word, text| {
            if let Some(score) = Score::largest(text) {
                words.push(word);
                scores.push(score);
            }
        })?;
        Ok(Some(Scores::new(words, scores)))
    }

    /// Scores of words, which must be sorted.
    ///
    /// # Panics
    /// If there are not as many scores as words.
    pub fn new(words: Words, scores: Vec<Score>) -> Scores {
        assert_eq!(words.len(), scores.len(), "a score for each word");
        Scores(Arc::new((words, scores)))
    }

    /// Calls `each` with every word that has a score, and with that, in collation order.
    pub fn for_each(&self, mut each: impl FnMut(&[Tile], Score)) {
        self.0.0.iter().zip(&self.0.1).for_each(|(word, &score)| each(word, score));
    }

    /// The score of a word; `None` if it has none. Takes a binary search.
    pub fn get(&self, word: &[Tile]) -> Option<Score> {
        let (words, scores) = &*self.0;
        let (mut low, mut high) = (0, words.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if words.get(middle) < word {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        scores.get(low).copied().filter(|_| words.get(low) == word)
    }

    /// The number of words that have a score.
    pub fn len(&self) -> usize {
        self.0.1.len()
    }

    /// `true` if no word has a score.
    pub fn is_empty(&self) -> bool {
        self.0.1.is_empty()
    }
}
