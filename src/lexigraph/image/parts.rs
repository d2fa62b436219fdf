//! What is written into a file.

use super::{ImageError, NodeLayout, PackedDefinitions};
use crate::alphabet::Alphabet;
use crate::build::{Graphs, MinimalGraph};
use crate::graph::{Counts, GraphKind};

/// What is written into a file of any [`Format`](super::Format).
#[derive(Debug)]
pub struct Parts<'a> {
    /// The letters.
    pub alphabet: &'a Alphabet,
    /// The numbers of words and letters, and the length of the longest word.
    pub counts: Counts,
    /// The graphs.
    pub graphs: &'a Graphs,
    /// The node layout of a native image. Other formats ignore it.
    pub nodes: NodeLayout,
    /// Packed definitions, which only a native image can hold.
    pub definitions: Option<PackedDefinitions>,
}

impl<'a> Parts<'a> {
    /// The graph of this kind.
    ///
    /// # Errors
    /// [`ImageError::NoGraph`] if it is not among the parts.
    pub fn graph(&self, kind: GraphKind) -> Result<MinimalGraph<'a>, ImageError> {
        self.graphs.get(kind).ok_or(ImageError::NoGraph { graph: kind.name() })
    }
}
