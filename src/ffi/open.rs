//! Lexicons from files, bytes and words, with a choice of alphabet.

use std::fs;
use std::path::Path;

use lexigraph::Lexicon;
use lexigraph::alphabet::Alphabet;
use lexigraph::bytes::Storage;
use lexigraph::lexicon::{LexiconError, OpenOptions, open_bytes};
use lexigraph::wordlist::AlphabetChoice;

use crate::fault::Fault;

/// Opens a file.
///
/// # Errors
/// [`Fault`] with the name of the file.
pub fn file(path: &Path, alphabet: Option<&str>) -> Result<Lexicon, Fault> {
    Ok(Lexicon::open_with(path, &options(alphabet)?)?)
}

/// Opens the bytes of a file; `name` is for messages, and its extension may tell the format.
///
/// # Errors
/// [`Fault`] with the name.
pub fn bytes(bytes: Vec<u8>, name: &str, alphabet: Option<&str>) -> Result<Lexicon, Fault> {
    let options = options(alphabet)?;
    let opened = open_bytes::<LexiconError>(Storage::from(bytes), Path::new(name), || Ok(options))?;
    Ok(Lexicon::of_image(opened.image)?)
}

/// Compiles words.
///
/// # Errors
/// [`Fault`] with the word that has other letters.
pub fn words(words: &[&str], alphabet: Option<&str>) -> Result<Lexicon, Fault> {
    let alphabet = match choose(alphabet)? {
        AlphabetChoice::Named(alphabet) => *alphabet,
        AlphabetChoice::Auto => {
            let characters = words.iter().flat_map(|word| word.chars());
            Alphabet::automatic(characters).map_err(LexiconError::from)?
        }
    };
    Ok(Lexicon::from_words_of(&alphabet, words)?)
}

fn options(alphabet: Option<&str>) -> Result<OpenOptions, Fault> {
    let mut options = OpenOptions::default();
    options.read.alphabet = choose(alphabet)?;
    Ok(options)
}

/// The alphabet that an argument names: `auto`, a bundled one or a `.toml` file; English if there is no argument.
fn choose(alphabet: Option<&str>) -> Result<AlphabetChoice, Fault> {
    let name = alphabet.unwrap_or("english");
    if name == "auto" {
        return Ok(AlphabetChoice::Auto);
    }
    let path = Path::new(name);
    let made = if path.extension().is_some_and(|extension| extension == "toml") {
        let unread = |error| Fault::argument("alphabet", format_args!("{name}: {error}"));
        let text = fs::read_to_string(path).map_err(unread)?;
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
        Alphabet::from_toml(stem, &text)
    } else {
        Alphabet::builtin(name)
    };
    Ok(made.map_err(LexiconError::from)?.into())
}
