//! Drawing letters from a bag: the points of a word and the number of ways to draw it.

use std::cmp::Ordering;

use super::error::QueryError;
use crate::alphabet::{Alphabet, Tile};

/// The bag of an alphabet: the number of tiles and the points of each letter, and the number of blanks.
#[derive(Clone, Debug)]
pub struct Draw {
    counts: Vec<u64>,
    points: Vec<i64>,
    blanks: u64,
}

impl Draw {
    /// The full bag of an alphabet.
    ///
    /// # Errors
    /// [`QueryError::NoBag`] if the alphabet has no tiles.
    pub fn new(alphabet: &Alphabet) -> Result<Draw, QueryError> {
        let draw = Draw::unchecked(alphabet);
        if draw.counts.iter().all(|&count| count == 0) {
            return Err(QueryError::NoBag);
        }
        Ok(draw)
    }

    /// The bag of an alphabet, even if it is empty.
    pub(super) fn unchecked(alphabet: &Alphabet) -> Draw {
        let letters = alphabet.letters();
        Draw {
            counts: [0].into_iter().chain(letters.iter().map(|letter| letter.count.into())).collect(),
            points: [0].into_iter().chain(letters.iter().map(|letter| letter.points.into())).collect(),
            blanks: alphabet.blanks().into(),
        }
    }

    /// The sum of the points of the tiles of a word, played without blanks.
    pub fn points(&self, word: &[Tile]) -> i64 {
        word.iter().map(|tile| self.points.get(usize::from(tile.number())).copied().unwrap_or(0)).sum()
    }

    /// The number of blanks in the bag.
    pub fn blanks(&self) -> u64 {
        self.blanks
    }

    /// The number of ways to draw the word from the full bag with at most `blanks` blanks. Saturates.
    ///
    /// This is the sum over *k* of C(blanks in the bag, *k*) times the coefficient of x^*k* in a product. The product
    /// has one factor for each letter: Σ C(tiles of the letter, needed − *j*) x^*j*.
    pub fn ways(&self, word: &[Tile], blanks: u64) -> u128 {
        let most = blanks.min(self.blanks).min(word.len() as u64) as usize;
        let mut product = vec![0u128; most + 1];
        product[0] = 1;
        let mut sorted = word.to_vec();
        sorted.sort_unstable();
        for same in sorted.chunk_by(|a, b| a == b) {
            let count = self.counts.get(usize::from(same[0].number())).copied().unwrap_or(0);
            for total in (0..=most).rev() {
                product[total] = (0..=total.min(same.len())).fold(0u128, |sum, by_blank| {
                    let ways = choose(count, (same.len() - by_blank) as u64);
                    sum.saturating_add(product[total - by_blank].saturating_mul(ways))
                });
            }
        }
        product
            .iter()
            .enumerate()
            .fold(0u128, |sum, (blanks, &ways)| sum.saturating_add(ways.saturating_mul(choose(self.blanks, blanks as u64))))
    }
}

/// The binomial coefficient C(`n`, `k`). Saturates.
fn choose(n: u64, k: u64) -> u128 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1u128, |ways, at| ways.saturating_mul(u128::from(n - at)) / u128::from(at + 1))
}

/// The alphagram of a word: its letters in collation order.
pub fn alphagram(word: &[Tile]) -> Vec<Tile> {
    let mut letters = word.to_vec();
    letters.sort_unstable();
    letters
}

/// Words of one length ordered by probability: the most probable first, then by alphagram, then in collation order.
#[derive(Clone, Debug, Default)]
pub struct ProbabilityOrder {
    /// The ways to draw each word, its alphagram, and the word.
    words: Vec<(u128, Vec<Tile>, Vec<Tile>)>,
}

impl ProbabilityOrder {
    /// Sorts words.
    pub fn new(draw: &Draw, blanks: u64, words: impl IntoIterator<Item = Vec<Tile>>) -> ProbabilityOrder {
        let mut words: Vec<_> = words.into_iter().map(|word| (draw.ways(&word, blanks), alphagram(&word), word)).collect();
        words.sort_unstable_by(by_probability);
        ProbabilityOrder { words }
    }

    /// The words in order.
    pub fn words(&self) -> impl Iterator<Item = &[Tile]> {
        self.words.iter().map(|(_, _, word)| &word[..])
    }

    /// The rank of a word, from 1. `None` if the word is not there. Takes logarithmic time.
    pub fn place(&self, draw: &Draw, blanks: u64, word: &[Tile]) -> Option<usize> {
        let key = (draw.ways(word, blanks), alphagram(word), word.to_vec());
        self.words.binary_search_by(|other| by_probability(other, &key)).ok().map(|at| at + 1)
    }

    /// The first and the last rank of the words with this number of ways, from 1. `None` if there are no such words.
    /// Takes logarithmic time.
    pub fn tied(&self, ways: u128) -> Option<(usize, usize)> {
        let first = self.words.partition_point(|other| other.0 > ways);
        let end = self.words.partition_point(|other| other.0 >= ways);
        (first < end).then_some((first + 1, end))
    }
}

type Ranked = (u128, Vec<Tile>, Vec<Tile>);

fn by_probability(a: &Ranked, b: &Ranked) -> Ordering {
    b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)).then_with(|| a.2.cmp(&b.2))
}
