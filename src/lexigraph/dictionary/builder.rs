//! Headwords and their senses, as they are collected.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{DictionaryError, Part, pack};

/// The longest headword in bytes.
pub(super) const LONGEST_HEADWORD: usize = 255;

/// The most bytes of a gloss; the rest of a longer one is left out.
pub(super) const LONGEST_GLOSS: usize = 1 << 16;

/// A gloss or a root of a headword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A gloss by its number in the builder.
    Gloss(Option<Part>, usize),
    /// An irregular form of this root.
    Form(Part, String),
}

/// Collects headwords and their senses.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    pub(super) notice: String,
    pub(super) english: bool,
    pub(super) glosses: Vec<String>,
    numbers: FxHashMap<String, usize>,
    pub(super) entries: BTreeMap<String, Vec<Item>>,
}

impl Builder {
    /// A dictionary without headwords. With `english`, a word that is a regular form of an English headword is
    /// explained by that. `notice` names the source and its licence.
    pub fn new(english: bool, notice: &str) -> Builder {
        Builder { english, notice: notice.to_owned(), ..Builder::default() }
    }

    /// Adds a sense of a headword after those it has, unless it has it already. Headwords are told apart in lower case.
    /// White space in the gloss becomes single spaces. Headwords of more than 255 bytes, without letters or with an
    /// empty gloss are not added; `false` says so.
    pub fn add(&mut self, headword: &str, part: Option<Part>, gloss: &str) -> bool {
        let mut words = gloss.split_whitespace();
        let mut single = String::with_capacity(gloss.len());
        single.push_str(words.next().unwrap_or_default());
        for word in words {
            single.push(' ');
            single.push_str(word);
        }
        let mut gloss = single;
        gloss.truncate(gloss.floor_char_boundary(LONGEST_GLOSS));
        if gloss.is_empty() {
            return false;
        }
        let number = match self.numbers.get(&gloss) {
            Some(&number) => number,
            None => {
                self.glosses.push(gloss.clone());
                self.numbers.insert(gloss, self.glosses.len() - 1);
                self.glosses.len() - 1
            }
        };
        self.push(headword, Item::Gloss(part, number))
    }

    /// Adds that a word is an irregular form of a root.
    pub fn add_form(&mut self, word: &str, part: Part, root: &str) -> bool {
        let root = root.trim().to_lowercase();
        !root.is_empty() && root.len() <= LONGEST_HEADWORD && self.push(word, Item::Form(part, root))
    }

    fn push(&mut self, headword: &str, item: Item) -> bool {
        let headword = headword.trim().to_lowercase();
        if headword.is_empty() || headword.len() > LONGEST_HEADWORD {
            return false;
        }
        let items = self.entries.entry(headword).or_default();
        if !items.contains(&item) {
            items.push(item);
        }
        true
    }

    /// The number of headwords.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// `true` if there is no headword.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The dictionary as the bytes of a file. The same entries in the same order make the same bytes.
    ///
    /// # Errors
    /// [`DictionaryError::Limit`] for more than four gigabytes.
    pub fn pack(&self) -> Result<Vec<u8>, DictionaryError> {
        pack::pack(self)
    }
}
