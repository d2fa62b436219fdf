//! Definitions of words from files of their own.

use std::path::Path;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::bytes::{DEFAULT_LIMIT, read_file};
use lexigraph::image::{Glossary, Image};
use lexigraph::lexicon::{AlphabetChoice, Definitions, Lexicon, OnInvalid, ReadOptions, Separator, Shape, Words, read};

use super::{Failure, Terminal};

/// Reads a file that has words with their definitions, in the letters of a lexicon. Lines whose word these letters cannot spell
/// are counted and left out: they define no word of the lexicon.
pub fn from_file(path: &Path, alphabet: &Alphabet, terminal: &Terminal) -> Result<Lexicon, Failure> {
    let bytes = read_file(path, DEFAULT_LIMIT)?.bytes;
    // Where the name says so, nothing is left to guess.
    let table = path.extension().is_some_and(|extension| extension == "tsv" || extension == "tab");
    let options = ReadOptions {
        alphabet: AlphabetChoice::Named(Box::new(alphabet.clone())),
        on_invalid: OnInvalid::Skip,
        definitions: true,
        shape: table.then_some(Shape::Cell(Separator::Tab, 1)),
        ..Default::default()
    };
    let lexicon = read(&path.display().to_string(), &bytes, &options)?;
    lexicon.report.lists.iter().for_each(|list| terminal.note(list.describe()));
    let texts = lexicon.definitions.as_ref().map_or(0, |texts| (0..texts.len()).filter_map(|at| texts.get(at)).count());
    if texts == 0 {
        return Err(Failure::of(path, "no definitions — expected lines of a word, a tab or blank, and its definition"));
    }
    Ok(lexicon)
}

fn find<'l>(lexicon: &'l Lexicon, word: &[Tile]) -> Option<&'l str> {
    let (mut low, mut high) = (0, lexicon.words.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if lexicon.words.get(middle) < word {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let there = low < lexicon.words.len() && lexicon.words.get(low) == word;
    lexicon.definitions.as_ref().filter(|_| there)?.get(low)
}

/// The definitions that a file has for words of a lexicon, by their numbers in it; and how many words it has that are not there.
pub fn attach(words: &Words, file: &Lexicon) -> (Definitions, usize) {
    let mut definitions = Definitions::default();
    let mut known = 0;
    for word in words.iter() {
        let text = find(file, word);
        known += usize::from(text.is_some());
        definitions.push(text.unwrap_or(""));
    }
    let texts = file.definitions.as_ref().map_or(0, |texts| (0..texts.len()).filter_map(|at| texts.get(at)).count());
    (definitions, texts - known)
}

/// Where definitions are looked up: in a file, else in the image.
pub struct Dictionary<'a> {
    file: Option<Lexicon>,
    image: Option<Glossary<'a>>,
}

impl<'a> Dictionary<'a> {
    pub fn open(image: &'a Image, file: Option<&Path>, terminal: &Terminal) -> Result<Dictionary<'a>, Failure> {
        let file = file.map(|path| from_file(path, image.alphabet(), terminal)).transpose()?;
        let image = image.definitions()?;
        if file.is_none() && image.is_none() {
            return Err(Failure::new(
                "the lexicon has no definitions — compile a list that has some with --definitions, or name a file: --definitions FILE",
            ));
        }
        Ok(Dictionary { file, image })
    }

    /// The definition of a word on one line.
    pub fn get(&self, word: &[Tile]) -> Result<Option<String>, Failure> {
        if let Some(text) = self.file.as_ref().and_then(|file| find(file, word)) {
            return Ok(Some(text.to_owned()));
        }
        Ok(self.image.as_ref().map(|image| image.get(word)).transpose()?.flatten())
    }
}

/// A text on one line: control characters, line ends and tabs among them, become blanks.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
