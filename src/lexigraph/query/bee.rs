//! The spelling bee: words from a few letters, each as often as one likes, that have the letter in the centre.

use std::ops::ControlFlow;

use lexigraph_core::specialize;

use super::automaton::{Automaton, walk};
use super::error::QueryError;
use super::letters::LetterSet;
use super::query_trait::Query;
use super::text::parse_word;
use crate::alphabet::{Alphabet, Tile};
use crate::graph::TileMask;
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// The shortest word that counts.
const SHORTEST: usize = 4;

/// Finds the words of a spelling bee: at least four letters, all of them from the bee's, and one of them its centre.
#[derive(Clone, Copy, Debug)]
pub struct Bee {
    centre: Tile,
    letters: LetterSet,
    min: usize,
}

impl Bee {
    /// Parses the letters of a bee, the one in the centre first. Spaces between letters are left out.
    ///
    /// # Errors
    /// [`QueryError::Word`] for a character that is not a letter; [`QueryError::Unsupported`] if there are no letters.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Bee, QueryError> {
        let mut tiles = Vec::new();
        for part in text.split_whitespace() {
            tiles.extend(parse_word(part, alphabet)?);
        }
        let &centre = tiles.first().ok_or(QueryError::Unsupported {
            what: "a spelling bee has letters",
            instead: "give the letter in the centre, and then the others",
        })?;
        Ok(Bee { centre, letters: tiles.into_iter().collect(), min: SHORTEST })
    }

    /// The same with another minimum length, in tiles.
    #[must_use]
    pub fn min_length(self, min: usize) -> Bee {
        Bee { min, ..self }
    }

    /// `true` if a word has all letters of the bee.
    pub fn is_pangram(&self, word: &[Tile]) -> bool {
        word.iter().copied().collect::<LetterSet>() == self.letters
    }

    /// The points of a word of the bee, as the game counts them: 1 for four letters or fewer, the number of letters for
    /// a longer word, and 7 more for a pangram.
    pub fn points(&self, word: &[Tile]) -> i64 {
        let length = if word.len() <= SHORTEST { 1 } else { word.len() as i64 };
        length + if self.is_pangram(word) { 7 } else { 0 }
    }
}

impl Query for Bee {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        let long = |word: &[Tile]| word.len() >= self.min;
        specialize!(graph, graph => walk(graph, self, MAX_WORD_LENGTH, |word, _| {
            if long(word) { each(word) } else { ControlFlow::Continue(()) }
        }))
    }
}

impl Automaton for Bee {
    /// `true` once the centre has been read.
    type State = bool;

    #[inline]
    fn start(&self) -> bool {
        false
    }

    #[inline]
    fn step(&self, &centre: &bool, tile: Tile) -> Option<bool> {
        self.letters.contains(tile).then_some(centre || tile == self.centre)
    }

    #[inline]
    fn is_match(&self, &centre: &bool) -> bool {
        centre
    }

    #[inline]
    fn next_tiles(&self, _: &bool) -> TileMask {
        self.letters.mask()
    }
}
