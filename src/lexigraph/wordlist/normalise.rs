//! Cleaning of words that an alphabet does not spell as they are: marks after the word, accents.

use std::collections::{HashMap, HashSet};

use lexigraph_core::unicode::{compose, decompose, is_combining_mark};

use super::shape::Shape;
use crate::alphabet::Alphabet;

/// The marks that lists put after a word to tell its class. A full stop is none: it makes an abbreviation.
const MARKS: &[char] = &['$', '+', '^', '&', '!', '%', '~', '*', '#', '@', '=', '<', '>', '§', '†', '‡', '°', '¹', '²', '³'];

/// How many of them are marks and nothing else. The others are footnotes beside the words of a game, but letters where
/// all characters are: `cm²`.
const ONLY_MARKS: usize = 16;

/// The marks that may be taken off the ends of words of a list of this shape. A hunspell dictionary has none.
pub(super) fn marks(shape: Shape, automatic: bool) -> &'static [char] {
    match shape {
        Shape::Hunspell => &[],
        _ if automatic => &MARKS[..ONLY_MARKS],
        _ => MARKS,
    }
}

/// The table of letters that have no accent to take off, and what they are read as.
const TABLE: &str = include_str!("../../../wordlists/folds.txt");

/// Takes accents off letters that an alphabet lacks.
pub(super) struct Folds {
    /// Characters that some letter is read from.
    known: HashSet<char>,
    table: HashMap<char, &'static str>,
}

impl Folds {
    /// Folds for an alphabet; without one, all accents come off.
    pub(super) fn new(alphabet: Option<&Alphabet>) -> Folds {
        let mut known = HashSet::new();
        if let Some(alphabet) = alphabet {
            for letter in alphabet.letters() {
                for text in [&letter.label, &letter.lower].into_iter().chain(&letter.also) {
                    known.extend(text.chars());
                    known.extend(text.to_uppercase().chars().chain(text.to_lowercase().chars()));
                }
            }
            known.extend(alphabet.parser().replacements().iter().map(|(from, _)| *from));
        }
        let rows = TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
        let table = rows.filter_map(|(from, to)| Some((from.chars().next()?, to))).collect();
        Folds { known, table }
    }

    /// The word without accents that no letter has; `None` when that is the word itself.
    pub(super) fn fold(&self, word: &str) -> Option<String> {
        let mut folded = String::with_capacity(word.len());
        for c in compose(word).chars() {
            if c.is_ascii() || self.known.contains(&c) {
                folded.push(c);
            } else if let Some(text) = self.table.get(&c) {
                folded.push_str(text);
            } else {
                decompose(c, |part| {
                    if !is_combining_mark(part) {
                        folded.push_str(self.table.get(&part).copied().unwrap_or(part.encode_utf8(&mut [0; 4])));
                    }
                });
            }
        }
        // Syllables of Hangul come together again.
        let folded = compose(&folded).into_owned();
        (compose(word) != folded).then_some(folded)
    }
}

/// `true` if a character is seen as such in a message.
pub(super) fn is_visible(c: char) -> bool {
    let format = matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
    !c.is_control() && !c.is_whitespace() && !format && !is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_stay_where_the_alphabet_has_them() {
        let fold = |alphabet: &str, word: &str| Folds::new(Some(&Alphabet::builtin(alphabet).unwrap())).fold(word);
        assert_eq!(fold("english", "café").as_deref(), Some("cafe"));
        assert_eq!(fold("english", "cafe\u{301}").as_deref(), Some("cafe"));
        assert_eq!(fold("english", "ǿre").as_deref(), Some("ore"));
        assert_eq!(fold("spanish", "señor"), None);
        assert_eq!(fold("spanish", "sen\u{303}ór").as_deref(), Some("señor"));
        assert_eq!(fold("english", "Cœur").as_deref(), Some("Coeur"));
        assert_eq!(fold("german", "Straße"), None);
        assert_eq!(fold("english", "Straße").as_deref(), Some("Strasse"));
        assert_eq!(fold("catalan", "col·legi"), None);
        assert_eq!(fold("english", "łódź").as_deref(), Some("lodz"));
        assert_eq!(fold("english", "plain"), None);
        assert_eq!(Folds::new(None).fold("señor").as_deref(), Some("senor"));
        assert_eq!(Folds::new(None).fold("가각"), None);
    }

    #[test]
    fn the_table_folds_to_ascii() {
        assert!(TABLE.lines().filter(|line| !line.starts_with('#')).all(|line| {
            line.split_once(' ')
                .is_some_and(|(from, to)| from.chars().count() == 1 && to.bytes().all(|byte| byte.is_ascii_alphabetic()))
        }));
    }
}
