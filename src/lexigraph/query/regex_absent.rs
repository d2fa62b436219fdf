//! In place of regular expressions, in a library without the feature `regex`.

use std::ops::ControlFlow;

use super::error::QueryError;
use super::query_trait::Query;
use crate::alphabet::{Alphabet, Tile};
use crate::image::ErasedGraph;

/// A regular expression: there is none without the feature `regex`.
#[derive(Debug)]
pub enum Regex {}

impl Regex {
    /// Fails.
    ///
    /// # Errors
    /// [`QueryError::Regex`] in all cases.
    pub fn parse(_: &str, _: &Alphabet) -> Result<Regex, QueryError> {
        Err(QueryError::Regex { message: "regular expressions were not compiled in".to_owned() })
    }

    /// Limits the length of the words, in tiles.
    #[must_use]
    pub fn lengths(self, _: usize, _: usize) -> Regex {
        match self {}
    }

    /// Returns `true` if the word is an answer.
    pub fn accepts(&self, _: &[Tile]) -> bool {
        match *self {}
    }
}

impl Query for Regex {
    fn for_each(&self, _: &ErasedGraph<'_>, _: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        match *self {}
    }
}
