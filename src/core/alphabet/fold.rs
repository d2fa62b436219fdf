//! Accents taken off letters that an alphabet lacks.

use std::collections::{HashMap, HashSet};

use super::{Alphabet, Letter};
use crate::unicode::{compose, decompose, is_combining_mark};

/// The table of letters that have no accent to take off, and what they are read as.
const TABLE: &str = include_str!("../wordlists/folds.txt");

/// Takes accents off letters that an alphabet lacks.
#[derive(Clone, Debug)]
pub struct Folds {
    /// Characters that some letter is read from.
    known: HashSet<char>,
    table: HashMap<char, &'static str>,
}

impl Folds {
    /// Folds for an alphabet; without one, all accents come off.
    pub fn new(alphabet: Option<&Alphabet>) -> Folds {
        alphabet.map_or_else(
            || Folds::keeping(HashSet::new()),
            |alphabet| Folds::of(alphabet.letters(), alphabet.parser().replacements()),
        )
    }

    /// Folds for these letters and replacements of an alphabet.
    pub(super) fn of(letters: &[Letter], replacements: &[(char, String)]) -> Folds {
        let mut known = HashSet::new();
        for letter in letters {
            for text in [&letter.label, &letter.lower].into_iter().chain(&letter.also) {
                known.extend(text.chars());
                known.extend(text.to_uppercase().chars().chain(text.to_lowercase().chars()));
            }
        }
        known.extend(replacements.iter().map(|(from, _)| *from));
        Folds::keeping(known)
    }

    fn keeping(known: HashSet<char>) -> Folds {
        let rows = TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
        let table = rows.filter_map(|(from, to)| Some((from.chars().next()?, to))).collect();
        Folds { known, table }
    }

    /// The word without accents that no letter has; `None` when that is the word itself.
    pub fn fold(&self, word: &str) -> Option<String> {
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

#[cfg(all(test, feature = "unicode"))]
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
