//! How word lists are read.

use super::shape::Shape;
use crate::alphabet::Alphabet;

/// The letters that words are made of.
#[derive(Clone, Debug, Default)]
pub enum AlphabetChoice {
    /// A given alphabet. (Boxed: alphabets are large.)
    Named(Box<Alphabet>),
    /// The distinct characters of all lists together; see [`Alphabet::automatic`].
    ///
    /// Control characters are left out, and class marks (`$`, `%`, ...) that are only found at the ends of words.
    #[default]
    Auto,
}

impl From<Alphabet> for AlphabetChoice {
    fn from(alphabet: Alphabet) -> AlphabetChoice {
        AlphabetChoice::Named(Box::new(alphabet))
    }
}

/// What to do about a line that holds no word of the alphabet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnInvalid {
    /// Stop with an error that names the line.
    #[default]
    Error,
    /// Count it, by reason, and go on.
    Skip,
}

/// How word lists are read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The letters that words are made of.
    pub alphabet: AlphabetChoice,
    /// Words of fewer tiles are left out, which is not an error.
    pub min_length: Option<usize>,
    /// Words of more tiles are left out, which is not an error.
    pub max_length: Option<usize>,
    /// What to do about lines that hold no word of the alphabet.
    pub on_invalid: OnInvalid,
    /// `true` to take accents off letters that the alphabet does not have (all accents, for an automatic alphabet).
    pub fold_accents: bool,
    /// The label of the encoding (`latin1`, `utf-16le`, `koi8-r`); `None` detects it from the content.
    pub encoding: Option<String>,
    /// Where in a line the word is; `None` detects it from the content.
    pub shape: Option<Shape>,
    /// `true` to keep the definitions that lists give for their words.
    pub definitions: bool,
    /// `true` to keep the numbers of lists that have one beside each word, or beside nine words of ten. Other lists keep
    /// nothing, unless their [definitions](ReadOptions::definitions) are kept.
    pub scores: bool,
    /// The most forms that affixes may make of the stems of a dictionary; `None` for [`MOST_FORMS`].
    pub max_forms: Option<u64>,
}

/// The default of [`ReadOptions::max_forms`]: 50 million. Each form that is a word takes about 20 bytes until they are
/// sorted.
pub const MOST_FORMS: u64 = 50_000_000;
