//! The list that formats are measured on, and words to look up.

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::wordlist::Words;

/// The list that formats are measured on.
pub struct Input<'a> {
    alphabet: &'a Alphabet,
    words: &'a Words,
    /// The words as text, sorted by bytes, for peers.
    #[cfg_attr(not(feature = "peers"), allow(dead_code))]
    pub lines: Vec<String>,
}

impl<'a> Input<'a> {
    /// Takes a sorted list of distinct words.
    pub fn new(alphabet: &'a Alphabet, words: &'a Words) -> Input<'a> {
        let mut lines = Vec::new();
        if cfg!(feature = "peers") {
            lines.extend(words.iter().map(|word| alphabet.render(word)));
            lines.sort_unstable();
            lines.dedup();
        }
        Input { alphabet, words, lines }
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &'a Alphabet {
        self.alphabet
    }

    /// The words.
    pub fn words(&self) -> &'a Words {
        self.words
    }

    /// `true` if move generation can be measured: the test positions have English tiles.
    pub fn plays_games(&self) -> bool {
        self.alphabet.name() == "english"
    }

    /// Looks a word up by binary search.
    pub fn has(&self, word: &[Tile]) -> bool {
        let (mut from, mut to) = (0, self.words.len());
        while from < to {
            let middle = from + (to - from) / 2;
            match self.words.get(middle).cmp(word) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }
}

/// Words to look up: as tiles, and as text for peers.
pub struct Keys {
    /// The words as tiles.
    pub tiles: Words,
    #[cfg_attr(not(feature = "peers"), allow(dead_code))] // used by peers
    text: String,
    #[cfg_attr(not(feature = "peers"), allow(dead_code))]
    ends: Vec<usize>,
}

impl Keys {
    /// Collects words.
    pub fn new<'w>(alphabet: &Alphabet, words: impl Iterator<Item = &'w [Tile]>) -> Keys {
        let mut keys = Keys { tiles: Words::new(), text: String::new(), ends: vec![0] };
        for word in words {
            keys.tiles.push(word);
            alphabet.render_into(word, &mut keys.text);
            keys.ends.push(keys.text.len());
        }
        keys
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    #[cfg(feature = "peers")]
    /// The text of a word.
    pub fn text(&self, index: usize) -> &str {
        &self.text[self.ends[index]..self.ends[index + 1]]
    }
}
