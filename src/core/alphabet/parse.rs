//! From text to tiles.

use thiserror::Error;

use super::{AlphabetError, Case, Labels, Letter, Tile};
use crate::unicode::compose;

/// A word that the alphabet cannot spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("'{found}' (column {column}) is not a letter of the alphabet")]
pub struct WordError {
    /// The first character that no letter begins with.
    pub found: char,
    /// Its column, counting characters from 1.
    pub column: usize,
}

/// What one ASCII character says on its own.
const UNKNOWN: u8 = 0;

/// The tables that turn text into tiles.
///
/// Most letters are one ASCII character that begins no longer label: those take one look into a table of 128. The rest
/// is folded to upper case (by the alphabet's own pairs first: Turkish `i` is `İ`) and matched against the labels,
/// longest first.
#[derive(Clone, Debug)]
pub struct Folder {
    case: Case,
    /// The tile of an ASCII character that begins no label but its own; 0: look into `labels`.
    ascii: [u8; 128],
    /// Folded labels.
    labels: Labels,
    /// Characters that fold otherwise than Unicode says, or to something else altogether.
    replace: Vec<(char, String)>,
    /// The longest label, in characters.
    longest: usize,
}

impl Folder {
    pub(super) fn new(letters: &[Letter], case: Case, replace: Vec<(String, String)>) -> Result<Folder, AlphabetError> {
        let wrong = |letter: &Letter, problem| AlphabetError::Letter { label: letter.label.clone(), problem };
        let mut folder = Folder { case, ascii: [UNKNOWN; 128], labels: Labels::new(), replace: vec![], longest: 0 };
        for letter in letters {
            // Only pairs that Unicode would not make need an entry: the dotted and the dotless i of Turkish.
            if let (Some(lower), true) = (single(&letter.lower), case == Case::Folded)
                && folder.fold(lower) != folder.fold_text(&letter.label)
            {
                folder.replace.push((lower, letter.label.clone()));
            }
        }
        for (from, to) in replace {
            let from =
                single(&from).ok_or(AlphabetError::Letter { label: from, problem: "a replacement is for one character" })?;
            // An image gives back the pairs made above too.
            if folder.replace.iter().all(|(known, _)| *known != from) {
                folder.replace.push((from, to));
            }
        }
        for (index, letter) in letters.iter().enumerate() {
            let tile = Tile::from_label(index as u8 + 1);
            for text in [&letter.label, &letter.lower].into_iter().chain(&letter.also) {
                if text.is_empty() || text.contains(['[', ']', '\n', '\r', '\0']) {
                    return Err(wrong(letter, "a label is not empty and has no brackets or line ends in it"));
                }
                let folded = folder.fold_text(text);
                folder.longest = folder.longest.max(folded.chars().count());
                match folder.labels.insert(folded.into(), tile) {
                    Some(other) if other != tile => {
                        return Err(wrong(letter, "is read from the same text as another letter"));
                    }
                    _ => {}
                }
            }
        }
        for byte in 0..128u8 {
            let folded = folder.fold(char::from(byte));
            let begins_longer = folder.labels.keys().any(|label| label.len() > folded.len() && label.starts_with(&folded));
            if let (Some(tile), false) = (folder.labels.get(folded.as_str()), begins_longer) {
                folder.ascii[usize::from(byte)] = tile.number();
            }
        }
        Ok(folder)
    }

    pub(super) fn bytes() -> Folder {
        Folder {
            case: Case::Bytes,
            ascii: std::array::from_fn(|byte| byte as u8),
            labels: Labels::new(),
            replace: vec![],
            longest: 1,
        }
    }

    /// Further texts and what they are read as; what an image must keep beside the letters.
    pub fn replacements(&self) -> &[(char, String)] {
        &self.replace
    }

    fn fold(&self, c: char) -> String {
        match self.replace.iter().find(|(from, _)| *from == c) {
            Some((_, to)) => to.clone(),
            None if self.case == Case::Folded => c.to_uppercase().collect(),
            None => c.to_string(),
        }
    }

    fn fold_text(&self, text: &str) -> String {
        text.chars().map(|c| self.fold(c)).collect()
    }

    pub(super) fn parse_into(&self, word: &str, tiles: &mut Vec<Tile>) -> Result<(), WordError> {
        let before = tiles.len();
        // All of the word in one pass, as nearly every word of a list is; the rest is put right below.
        for &byte in word.as_bytes() {
            match self.ascii.get(usize::from(byte)) {
                Some(&tile) if tile != UNKNOWN => tiles.push(Tile::from_label(tile)),
                _ => {
                    tiles.truncate(before);
                    return self.parse_slowly(word, tiles).inspect_err(|_| tiles.truncate(before));
                }
            }
        }
        Ok(())
    }

    fn parse_slowly(&self, word: &str, tiles: &mut Vec<Tile>) -> Result<(), WordError> {
        if self.case == Case::Bytes {
            return match word.chars().position(|c| c == '\0') {
                Some(at) => Err(WordError { found: '\0', column: at + 1 }),
                None => {
                    tiles.extend(word.bytes().map(Tile::from_label));
                    Ok(())
                }
            };
        }
        let word = compose(word);
        // Folding may lengthen the text (ß): `columns` says where each folded character came from.
        let mut folded = String::with_capacity(word.len());
        let mut columns = Vec::with_capacity(word.len());
        for (column, c) in word.chars().enumerate() {
            folded.push_str(&self.fold(c));
            columns.resize(folded.len(), column);
        }
        let mut at = 0;
        while at < folded.len() {
            let Some((tile, taken)) = self.longest_match(&folded[at..], |label| self.labels.get(label).copied()) else {
                let column = columns[at];
                return Err(WordError { found: word.chars().nth(column).unwrap_or('?'), column: column + 1 });
            };
            tiles.push(tile);
            at += taken;
        }
        Ok(())
    }

    /// The longest start of `text` that `label` knows, and its length in bytes. No label is longer than `longest` characters.
    fn longest_match(&self, text: &str, label: impl Fn(&str) -> Option<Tile>) -> Option<(Tile, usize)> {
        let ends = text.char_indices().skip(1).map(|(at, _)| at).chain([text.len()]);
        ends.take(self.longest).filter_map(|end| Some((label(&text[..end])?, end))).last()
    }

    /// The longest label at the start of `text`, and how many bytes it took.
    pub(super) fn longest(&self, text: &str) -> Option<(Tile, usize)> {
        let first = text.chars().next()?;
        if self.case == Case::Bytes {
            return (first.is_ascii() && first != '\0').then(|| (Tile::from_label(first as u8), 1));
        }
        if let Some(&tile @ 1..) = self.ascii.get(first as usize) {
            return Some((Tile::from_label(tile), first.len_utf8()));
        }
        self.longest_match(text, |label| self.labels.get(self.fold_text(label).as_str()).copied())
    }
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
