//! The meanings of the words of a lexicon: by its own definitions, and by dictionaries.

use std::sync::Arc;

use thiserror::Error;

use crate::alphabet::{Alphabet, Tile};
use crate::dictionary::{Dictionary, DictionaryError, Sense, one_line};
use crate::image::{Glossary, Image, ImageError};

/// Looks definitions up in the image, then in dictionaries in their order. The first that knows a word explains it.
#[derive(Clone, Debug)]
pub struct Meanings<'a> {
    alphabet: &'a Alphabet,
    own: Option<Glossary<'a>>,
    dictionaries: Vec<Arc<Dictionary>>,
}

/// Why a definition cannot be read.
#[derive(Debug, Error)]
pub enum MeaningError {
    /// The definitions of the image are broken.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A dictionary is damaged.
    #[error(transparent)]
    Dictionary(#[from] DictionaryError),
}

impl<'a> Meanings<'a> {
    /// The meanings of the words of an image. Numbers beside the words, which are [scores](super::Scores), are no
    /// definitions.
    ///
    /// # Errors
    /// As [`Image::definitions`].
    pub fn new(image: &'a Image, dictionaries: Vec<Arc<Dictionary>>) -> Result<Meanings<'a>, ImageError> {
        let own = match image.definitions()? {
            Some(own) if own.has_scores()? => None,
            own => own,
        };
        Ok(Meanings { alphabet: image.alphabet(), own, dictionaries })
    }

    /// `true` if there is nothing that could explain a word.
    pub fn is_empty(&self) -> bool {
        self.own.is_none() && self.dictionaries.is_empty()
    }

    /// The senses of a word, whether it is in the lexicon or not; empty if none are known. A definition of the image is
    /// one sense.
    ///
    /// # Errors
    /// [`MeaningError`] if the image or a dictionary is damaged.
    pub fn senses(&self, word: &[Tile]) -> Result<Vec<Sense>, MeaningError> {
        if let Some(text) = self.own.as_ref().map(|own| own.get(word)).transpose()?.flatten() {
            return Ok(vec![Sense { part: None, form: None, text }]);
        }
        let text = self.alphabet.render(word);
        for dictionary in &self.dictionaries {
            let senses = dictionary.define(&text)?;
            if !senses.is_empty() {
                return Ok(senses);
            }
        }
        Ok(Vec::new())
    }

    /// The definition of a word on one line; `None` if none is known.
    ///
    /// # Errors
    /// As [`senses`](Meanings::senses).
    pub fn definition(&self, word: &[Tile]) -> Result<Option<String>, MeaningError> {
        let senses = self.senses(word)?;
        Ok(Some(one_line(&senses)).filter(|line| !line.is_empty()))
    }
}
