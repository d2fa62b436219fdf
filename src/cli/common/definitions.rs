//! Definitions of words, from the lexicon or from a file.

use std::path::Path;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::bytes::input_limit;
use lexigraph::image::{Glossary, Image};
use lexigraph::wordlist::{AlphabetChoice, Definitions, OnInvalid, ReadOptions, Separator, Shape, WordList, Words, read};

use crate::common::output::Terminal;
use crate::failure::Failure;
use crate::lexicon::{describe, read_input};

/// Reads a file of words and definitions, with the alphabet of a lexicon. Lines whose word cannot be spelled in that
/// alphabet are counted and skipped: they define no word of the lexicon.
pub fn from_file(path: &Path, alphabet: &Alphabet, terminal: &Terminal) -> Result<WordList, Failure> {
    let bytes = read_input(path, input_limit())?;
    // These extensions decide the shape of the file, so it is not detected.
    let table = path.extension().is_some_and(|extension| extension == "tsv" || extension == "tab");
    let options = ReadOptions {
        alphabet: AlphabetChoice::Named(Box::new(alphabet.clone())),
        on_invalid: OnInvalid::Skip,
        definitions: true,
        shape: table.then_some(Shape::Cell(Separator::Tab, 1)),
        ..Default::default()
    };
    let lexicon = read(&path.display().to_string(), &bytes, &options)?;
    describe(&lexicon.report, terminal);
    let texts = lexicon.definitions.as_ref().map_or(0, |texts| (0..texts.len()).filter_map(|at| texts.get(at)).count());
    if texts == 0 {
        return Err(Failure::of(
            path,
            "no definitions found — each line needs a word, a tab or a space, and the definition",
        ));
    }
    Ok(lexicon)
}

fn find<'l>(lexicon: &'l WordList, word: &[Tile]) -> Option<&'l str> {
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

/// The definitions in a file for the words of a lexicon, indexed by word number, and the number of defined words that
/// are not in the lexicon.
pub fn attach(words: &Words, file: &WordList) -> (Definitions, usize) {
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

/// Looks definitions up in a file first, then in the image.
pub struct Dictionary<'a> {
    file: Option<WordList>,
    image: Option<Glossary<'a>>,
}

impl<'a> Dictionary<'a> {
    pub fn open(image: &'a Image, file: Option<&Path>, terminal: &Terminal) -> Result<Dictionary<'a>, Failure> {
        let file = file.map(|path| from_file(path, image.alphabet(), terminal)).transpose()?;
        let image = image.definitions()?;
        if file.is_none() && image.is_none() {
            return Err(Failure::new(
                "the lexicon has no definitions — compile a list with --definitions, or name a file: --definitions FILE",
            ));
        }
        Ok(Dictionary { file, image })
    }

    /// The definition of a word.
    pub fn get(&self, word: &[Tile]) -> Result<Option<String>, Failure> {
        if let Some(text) = self.file.as_ref().and_then(|file| find(file, word)) {
            return Ok(Some(text.to_owned()));
        }
        Ok(self.image.as_ref().map(|image| image.get(word)).transpose()?.flatten())
    }
}

/// Puts a text on one line: replaces each control character, including newlines and tabs, with a space.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
