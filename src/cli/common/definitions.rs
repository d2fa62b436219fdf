//! Definitions of words, from a file, the lexicon or dictionaries.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::bytes::{Storage, input_limit};
use lexigraph::dictionary;
use lexigraph::image::Image;
use lexigraph::query::Meanings;
use lexigraph::wordlist::{AlphabetChoice, Definitions, OnInvalid, ReadOptions, Separator, Shape, WordList, Words, read};

use crate::common::data::{alphabet_folder, data_folder};
use crate::common::output::Terminal;
use crate::failure::Failure;
use crate::lexicon::{describe, read_input};

/// Reads a file of words with a text beside each, with the alphabet of a lexicon. Lines whose word cannot be spelled in
/// that alphabet are counted and skipped: they say nothing about a word of the lexicon.
pub fn read_beside(path: &Path, alphabet: &Alphabet) -> Result<WordList, Failure> {
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
    Ok(read(&path.display().to_string(), &bytes, &options)?)
}

/// Reads a file of words and definitions, with the alphabet of a lexicon.
pub fn from_file(path: &Path, alphabet: &Alphabet, terminal: &Terminal) -> Result<WordList, Failure> {
    let lexicon = read_beside(path, alphabet)?;
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

/// The folder of the user's dictionaries for lexicons with this alphabet; `None` if the user has no home folder.
pub fn dictionary_folder(alphabet: &Alphabet) -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("definitions").join(alphabet_folder(alphabet)))
}

/// The ending of dictionary files.
pub const ENDING: &str = "lxd";

/// The dictionaries for lexicons with this alphabet: those that the user has imported, by their names, then the bundled
/// one. A file that cannot be read is reported and left out.
pub fn dictionaries(alphabet: &Alphabet, terminal: &Terminal) -> Vec<Arc<dictionary::Dictionary>> {
    let entries = dictionary_folder(alphabet).and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == ENDING)).collect();
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        match open_dictionary(&path) {
            Ok(dictionary) => all.push(Arc::new(dictionary)),
            Err(failure) => terminal.warn(format_args!("{failure}; it is left out")),
        }
    }
    all.extend(dictionary::Dictionary::bundled_for(alphabet));
    all
}

fn open_dictionary(path: &Path) -> Result<dictionary::Dictionary, Failure> {
    let opened = dictionary::Dictionary::open(Storage::open(path)?);
    opened.map_err(|error| Failure::of(path, format!("{error} — import it again, or remove the file")))
}

/// The meanings of the words of an image: its own definitions, then those of dictionaries.
pub fn meanings<'a>(image: &'a Image, terminal: &Terminal) -> Result<Meanings<'a>, Failure> {
    Ok(Meanings::new(image, dictionaries(image.alphabet(), terminal))?)
}

/// The same, or an error if there are neither definitions nor dictionaries.
pub fn known_meanings<'a>(image: &'a Image, terminal: &Terminal) -> Result<Meanings<'a>, Failure> {
    let meanings = meanings(image, terminal)?;
    if meanings.is_empty() {
        return Err(Failure::new(
            "the lexicon has no definitions — import a dictionary with: lexigraph define import FILE, compile a list with \
             --definitions, or name a file: lookup --definitions FILE",
        ));
    }
    Ok(meanings)
}

/// Looks definitions up in a file first, then where the [meanings](Meanings) of words are.
pub struct Dictionary<'a> {
    file: Option<WordList>,
    meanings: Meanings<'a>,
}

impl<'a> Dictionary<'a> {
    pub fn open(image: &'a Image, file: Option<&Path>, terminal: &Terminal) -> Result<Dictionary<'a>, Failure> {
        let file = file.map(|path| from_file(path, image.alphabet(), terminal)).transpose()?;
        let meanings = if file.is_some() { meanings(image, terminal)? } else { known_meanings(image, terminal)? };
        Ok(Dictionary { file, meanings })
    }

    /// The definition of a word.
    pub fn get(&self, word: &[Tile]) -> Result<Option<String>, Failure> {
        if let Some(text) = self.file.as_ref().and_then(|file| find(file, word)) {
            return Ok(Some(text.to_owned()));
        }
        Ok(self.meanings.definition(word)?)
    }
}

/// Puts a text on one line: replaces each control character, including newlines and tabs, with a space.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
