//! Numbers about words that are no property of their letters: scores of their list, commonness, playability.

use crate::alphabet::{Alphabet, Tile};
use crate::image::{Image, ImageError, bundled};
use crate::query::scores::Scores;
use crate::wordlist::{Score, Words};

/// A kind of number about a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Figure {
    /// The number beside the word in its list.
    Score,
    /// The level of commonness: 10 for the commonest words, up to 80 for rare ones.
    Commonness,
    /// The points that not knowing the word costs a player in 1,000 games.
    Playability,
}

impl Figure {
    /// All kinds.
    pub const ALL: [Figure; 3] = [Figure::Score, Figure::Commonness, Figure::Playability];

    /// The name, which is also that of the column, the condition and the order.
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Score => "score",
            Figure::Commonness => "commonness",
            Figure::Playability => "playability",
        }
    }

    /// The bundled numbers, one a line for each word of ENABLE1, `-` for none.
    fn table(self) -> Option<&'static [u8]> {
        #[cfg(all(feature = "bundled", feature = "xz"))]
        match self {
            Figure::Score => None,
            Figure::Commonness => Some(include_bytes!("../wordlists/figures/commonness.txt.xz")),
            Figure::Playability => Some(include_bytes!("../wordlists/figures/playability.txt.xz")),
        }
        #[cfg(not(all(feature = "bundled", feature = "xz")))]
        None
    }
}

/// The numbers of each kind, as far as there are some. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Figures([Option<Scores>; Figure::ALL.len()]);

impl Figures {
    /// The number of a word; `None` if it has none. Takes a binary search.
    pub fn get(&self, figure: Figure, word: &[Tile]) -> Option<Score> {
        self.of(figure)?.get(word)
    }

    /// All numbers of a kind.
    pub fn of(&self, figure: Figure) -> Option<&Scores> {
        self.0[figure as usize].as_ref()
    }

    /// The numbers of these kinds for the words of an image: its own scores, and those bundled for its letters. Each kind
    /// takes some ten milliseconds.
    ///
    /// # Errors
    /// As [`Scores::of`].
    pub fn of_image(image: &Image, wanted: &[Figure]) -> Result<Figures, ImageError> {
        let mut figures = Figures::default();
        for &figure in wanted {
            figures.set(
                figure,
                match figure {
                    Figure::Score => Scores::of(image)?,
                    figure => bundled_figures(figure, image.alphabet()),
                },
            );
        }
        Ok(figures)
    }

    /// Sets the numbers of a kind.
    pub fn set(&mut self, figure: Figure, scores: Option<Scores>) {
        self.0[figure as usize] = scores;
    }
}

/// The bundled numbers of a kind for lexicons with this alphabet: words of ENABLE1, for alphabets of English games.
/// `None` for other alphabets, for a kind that is not bundled, and in a library without the features `bundled` and
/// `xz`. Takes some ten milliseconds.
pub fn bundled_figures(figure: Figure, alphabet: &Alphabet) -> Option<Scores> {
    let table = figure.table().filter(|_| crate::dictionary::is_english(alphabet))?;
    let enable = bundled("enable")?.expect("bug: the bundled lexicon does not open");
    if !alphabet.has_letters_of(enable.alphabet()) {
        return None;
    }
    let text = crate::bytes::read_from(figure.name(), table, crate::bytes::DEFAULT_LIMIT).expect("bug: a damaged table");
    let text = String::from_utf8(text.bytes).expect("bug: a bundled table is not text");
    let all = crate::image::words_of(&enable).expect("bug: the bundled lexicon has no words");
    let (mut words, mut scores) = (Words::new(), Vec::new());
    for (word, score) in all.iter().zip(text.lines()) {
        if let Some(score) = Score::parse(score) {
            words.push(word);
            scores.push(score);
        }
    }
    Some(Scores::new(words, scores))
}

/// The levels of commonness of words from how often each occurs in texts: those of the words of ENABLE1 in SCOWL, by
/// rank. The most frequent 4,031 have level 10, and so on; equally frequent words have the same level.
pub fn levels_of_counts(counts: &[Score]) -> Vec<Score> {
    /// Levels, and how many words have at most these.
    const LEVELS: [(u32, usize); 9] = [
        (10, 4_031),
        (20, 11_181),
        (35, 40_608),
        (40, 45_423),
        (50, 63_444),
        (55, 68_307),
        (60, 77_820),
        (70, 105_941),
        (80, usize::MAX),
    ];
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by(|&a, &b| counts[b].cmp(&counts[a]));
    let mut levels = vec![Score::from(0u32); counts.len()];
    let mut rank = 0;
    for group in order.chunk_by(|&a, &b| counts[a] == counts[b]) {
        let level = LEVELS.iter().find(|(_, most)| rank < *most).map_or(80, |(level, _)| *level);
        group.iter().for_each(|&at| levels[at] = Score::from(level));
        rank += group.len();
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_make_levels() {
        let counts: Vec<Score> = (0..12_000u32).map(|at| Score::from(100_000 - at / 2)).collect();
        let levels = levels_of_counts(&counts);
        let number = |at: usize| levels[at].number();
        assert_eq!([0, 4_029, 4_031, 4_032, 11_181, 11_999].map(number), [10.0, 10.0, 10.0, 20.0, 20.0, 35.0]);
        assert!(levels_of_counts(&[]).is_empty());
    }

    #[test]
    fn enable_has_levels_and_other_alphabets_have_not() {
        let english = Alphabet::builtin("english").unwrap();
        let levels = bundled_figures(Figure::Commonness, &english).unwrap();
        let level = |word: &str| levels.get(&english.parse(word).unwrap()).map(|level| level.number() as u32);
        assert_eq!(
            ["the", "quiz", "aerie", "cwm", "qat", "aa"].map(level),
            [10, 20, 50, 70, 80, 0].map(|n| Some(n).filter(|&n| n > 0))
        );
        assert!(bundled_figures(Figure::Commonness, &Alphabet::builtin("french").unwrap()).is_none());
        assert!(bundled_figures(Figure::Score, &english).is_none());
    }
}
