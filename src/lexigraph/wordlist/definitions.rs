//! What lists say about their words.

use super::Words;

/// A text for each word of a list, by the word's number; many are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definitions {
    text: String,
    /// Where each text ends.
    ends: Vec<usize>,
}

impl Definitions {
    /// The text of the word with this number; `None` if it has none.
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.text[start..end]).filter(|text| !text.is_empty())
    }

    /// The number of words, with a text or without.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// `true` if there are no words.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Texts for so many words, all empty.
    pub(super) fn empty(words: usize) -> Definitions {
        Definitions { text: String::new(), ends: vec![0; words] }
    }

    /// Appends the text of the next word, empty for none.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }
}

/// Sorts words and keeps each once, texts along with them; different texts of one word are joined by `; `.
pub(super) fn sort(words: &mut Words, definitions: &mut Definitions) -> usize {
    let mut order: Vec<usize> = (0..words.len()).collect();
    // Stable: texts are joined in the order of the list.
    order.sort_by(|&a, &b| words.get(a).cmp(words.get(b)));
    let mut sorted = Words::with_capacity(words.len(), words.letters());
    let mut texts =
        Definitions { text: String::with_capacity(definitions.text.len()), ends: Vec::with_capacity(words.len()) };
    for group in order.chunk_by(|&a, &b| words.get(a) == words.get(b)) {
        sorted.push(words.get(group[0]));
        let mut different: Vec<&str> = Vec::new();
        for text in group.iter().filter_map(|&index| definitions.get(index)) {
            if !different.contains(&text) {
                different.push(text);
            }
        }
        texts.push(&different.join("; "));
    }
    let duplicates = words.len() - sorted.len();
    (*words, *definitions) = (sorted, texts);
    duplicates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Tile;

    #[test]
    fn texts_follow_their_words() {
        let (mut words, mut definitions) = (Words::new(), Definitions::default());
        for (word, text) in [(3, "c"), (1, "first"), (2, ""), (1, "second"), (1, "first"), (2, "late")] {
            words.push(&[Tile::from_label(word)]);
            definitions.push(text);
        }
        assert_eq!(sort(&mut words, &mut definitions), 3);
        assert_eq!(definitions.len(), 3);
        assert_eq!([0, 1, 2, 3].map(|index| definitions.get(index)), [Some("first; second"), Some("late"), Some("c"), None]);
    }
}
