//! Conversions between words and their text.

use super::error::QueryError;
use crate::alphabet::{Alphabet, Tile};

/// Parses the tiles of a word.
///
/// # Errors
/// [`QueryError::Word`], which names the word and the offending character.
pub fn parse_word(word: &str, alphabet: &Alphabet) -> Result<Vec<Tile>, QueryError> {
    alphabet.parse(word).map_err(|error| QueryError::Word { word: word.to_owned(), error })
}

/// Appends a word to `text`, with the letters flagged in `blanks` in lower case: blanks stand for them. Letters past
/// the end of `blanks` count as not flagged.
///
/// # Panics
/// If a tile does not belong to `alphabet`.
pub fn render_blanks(word: &[Tile], blanks: &[bool], alphabet: &Alphabet, text: &mut String) {
    for (at, &tile) in word.iter().enumerate() {
        if blanks.get(at) == Some(&true) {
            text.push_str(&alphabet.letter(tile).lower);
        } else {
            alphabet.render_into(&[tile], text);
        }
    }
}
