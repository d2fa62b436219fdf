//! Numbers about words: scores of their list, commonness, playability.

use std::path::{Path, PathBuf};

use lexigraph::alphabet::Alphabet;
use lexigraph::build::GraphKinds;
use lexigraph::image::{Image, NodeLayout, compile_in_memory, words_of};
use lexigraph::query::{Figure, Figures, QueryError, Scores};
use lexigraph::wordlist::{Score, Words};

use crate::common::data::{alphabet_folder, data_folder};
use crate::common::definitions::read_beside;
use crate::failure::Failure;

/// The file with the user's own numbers for words of this alphabet; `None` if the user has no home folder.
pub fn figure_file(figure: Figure, alphabet: &Alphabet) -> Option<PathBuf> {
    let name = format!("{}.tsv", alphabet_folder(alphabet));
    data_folder().map(|folder| folder.join(figure.name()).join(name))
}

/// The numbers of these kinds for the words of an image: the user's own where there are some, else those of the image
/// and the bundled ones. An error if there are none.
pub fn figures(image: &Image, wanted: &[Figure]) -> Result<Figures, Failure> {
    let mut figures = Figures::default();
    for &figure in wanted {
        let own = match figure_file(figure, image.alphabet()) {
            Some(path) if figure != Figure::Score && path.is_file() => Some(read_figures(&path, image.alphabet())?),
            _ => None,
        };
        let found = match own {
            Some(own) => Some(own),
            None => Figures::of_image(image, &[figure])?.of(figure).cloned(),
        };
        let missing = || match figure {
            Figure::Score => Failure::from(QueryError::NoScores),
            figure => Failure::new(format!(
                "{} — import a file with: lexigraph define import FILE --as {}",
                QueryError::NoFigures { figure },
                if figure == Figure::Commonness { "counts" } else { "playability" }
            )),
        };
        figures.set(figure, Some(found.ok_or_else(missing)?));
    }
    Ok(figures)
}

/// The numbers in a file of words and numbers, in columns with tabs or spaces between them. Words that the alphabet does
/// not spell are left out.
pub fn read_figures(path: &Path, alphabet: &Alphabet) -> Result<Scores, Failure> {
    let list = read_beside(path, alphabet)?;
    let texts = list.definitions.unwrap_or_default();
    let (mut words, mut scores) = (Words::new(), Vec::new());
    for (number, word) in list.words.iter().enumerate() {
        if let Some(score) = texts.get(number).and_then(number_of) {
            words.push(word);
            scores.push(score);
        }
    }
    if words.is_empty() {
        return Err(Failure::of(path, "no numbers found — each line needs a word, a tab or a space, and a number"));
    }
    Ok(Scores::new(words, scores))
}

/// The number that follows a word: the first cell of what is beside it. Of several lines, the largest counts.
fn number_of(text: &str) -> Option<Score> {
    let first = |line: &str| Score::parse(line.split(['\t', ' ']).next().unwrap_or_default());
    text.split("; ").filter_map(first).max()
}

/// The words of an image of at most this level of commonness, as an image of its own.
pub fn common_words(image: &Image, level: u32, graphs: GraphKinds) -> Result<Image, Failure> {
    let levels = figures(image, &[Figure::Commonness])?;
    let most = Score::from(level);
    let mut common = Words::new();
    for word in words_of(image)?.iter() {
        if levels.get(Figure::Commonness, word).is_some_and(|level| level <= most) {
            common.push(word);
        }
    }
    if common.is_empty() {
        return Err(Failure::new(format!("no word has a commonness of at most {level} — levels begin with 10")));
    }
    Ok(compile_in_memory(image.alphabet(), &common, graphs, NodeLayout::Fast)?)
}

/// Numbers as the file that [`figures`] reads: a word and a number a line.
pub fn to_tsv(scores: &Scores, alphabet: &Alphabet) -> String {
    let mut text = String::new();
    scores.for_each(|word, score| text.push_str(&format!("{}\t{score}\n", alphabet.render(word))));
    text
}
