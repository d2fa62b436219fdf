//! Drawing letters from a bag: points, and the number of ways to draw a word.

use std::cmp::Ordering;

use super::error::QueryError;
use crate::alphabet::{Alphabet, Tile};

/// The bag of an alphabet: how many tiles of each letter, how many blanks, and what they are worth.
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
    /// [`QueryError::Unsupported`] when the alphabet has no bag.
    pub fn new(alphabet: &Alphabet) -> Result<Draw, QueryError> {
        let draw = Draw::unchecked(alphabet);
        if draw.counts.iter().all(|&count| count == 0) {
            let what = "the alphabet has no tiles to draw, so words have no probability";
            return Err(QueryError::Unsupported { what, instead: "use an alphabet of a game" });
        }
        Ok(draw)
    }

    /// The bag of an alphabet, even if there is nothing in it.
    pub(super) fn unchecked(alphabet: &Alphabet) -> Draw {
        let letters = alphabet.letters();
        Draw {
            counts: [0].into_iter().chain(letters.iter().map(|letter| letter.count.into())).collect(),
            points: [0].into_iter().chain(letters.iter().map(|letter| letter.points.into())).collect(),
            blanks: alphabet.blanks().into(),
        }
    }

    /// What the tiles of a word are worth together, blanks apart.
    pub fn points(&self, word: &[Tile]) -> i64 {
        word.iter().map(|tile| self.points.get(usize::from(tile.number())).copied().unwrap_or(0)).sum()
    }

    /// The number of blanks in the bag.
    pub fn blanks(&self) -> u64 {
        self.blanks
    }

    /// The number of ways to draw tiles from the full bag that make the word, at most `blanks` of them blanks; saturating.
    ///
    /// The sum, over the numbers *k* of blanks, of C(blanks in the bag, *k*) times the coefficient of x^*k* in the product over the
    /// letters of Σ C(tiles of it, needed − *j*) x^*j*.
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

/// The number of ways to take `k` of `n`; saturating.
fn choose(n: u64, k: u64) -> u128 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1u128, |ways, at| ways.saturating_mul(u128::from(n - at)) / u128::from(at + 1))
}

/// The letters of a word in collation order.
pub fn alphagram(word: &[Tile]) -> Vec<Tile> {
    let mut letters = word.to_vec();
    letters.sort_unstable();
    letters
}

/// Words of one length by probability: likelier first, then by alphagram, then in collation order.
#[derive(Clone, Debug, Default)]
pub struct ProbabilityOrder {
    /// Ways, alphagram, word.
    words: Vec<(u128, Vec<Tile>, Vec<Tile>)>,
}

impl ProbabilityOrder {
    /// Puts words in order.
    pub fn new(draw: &Draw, blanks: u64, words: impl IntoIterator<Item = Vec<Tile>>) -> ProbabilityOrder {
        let mut words: Vec<_> = words.into_iter().map(|word| (draw.ways(&word, blanks), alphagram(&word), word)).collect();
        words.sort_unstable_by(by_probability);
        ProbabilityOrder { words }
    }

    /// The words in order.
    pub fn words(&self) -> impl Iterator<Item = &[Tile]> {
        self.words.iter().map(|(_, _, word)| &word[..])
    }

    /// The place of a word, from 1; `None` when it is not there. Logarithmic.
    pub fn place(&self, draw: &Draw, blanks: u64, word: &[Tile]) -> Option<usize> {
        let key = (draw.ways(word, blanks), alphagram(word), word.to_vec());
        self.words.binary_search_by(|other| by_probability(other, &key)).ok().map(|at| at + 1)
    }

    /// The places that words as likely as this one take, from 1, both ends included; `None` when none is as likely. Logarithmic.
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
