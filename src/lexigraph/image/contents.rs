//! What a format finds in a file.

use std::fmt::Debug;
use std::ops::Range;

use super::ErasedGraph;
use super::ImageError;
use super::lxg::Section;
use crate::alphabet::Alphabet;
use crate::graph::{Counts, GraphKind, count};

/// What a [`Format`](super::Format) finds in a file.
#[derive(Debug)]
pub struct Contents {
    /// The alphabet, if the file stores one that differs from the one it was read with.
    pub alphabet: Option<Alphabet>,
    /// The numbers of words and letters, and the length of the longest word.
    pub counts: Counts,
    /// The graphs, in the order of the file.
    pub graphs: Vec<Box<dyn StoredGraph>>,
    /// The section with the definitions of a native image.
    pub definitions: Option<Section>,
}

impl Contents {
    /// Graphs that have been checked. Counts the words of the first one: linear in its arcs.
    ///
    /// # Errors
    /// [`ImageError::Field`] if the graph has a cycle.
    pub fn of_graphs(graphs: Vec<Box<dyn StoredGraph>>, file: &[u8]) -> Result<Contents, ImageError> {
        let mut counts = Counts::default();
        if let Some(first) = graphs.first() {
            let counted = count(&first.graph(file)?, first.kind());
            counts = counted.map_err(|what| ImageError::Field { offset: 0, what })?;
        }
        Ok(Contents { alphabet: None, counts, graphs, definitions: None })
    }
}

/// A graph in a file: what its format remembers of it in order to walk it.
pub trait StoredGraph: Debug + Send + Sync {
    /// The kind of graph.
    fn kind(&self) -> GraphKind;

    /// The bytes of the file that hold the graph: all of them, unless the format keeps its graphs apart.
    fn place(&self, file: &[u8]) -> Range<u64> {
        0..file.len() as u64
    }

    /// The graph. `file` holds the bytes that the graph was found in.
    ///
    /// # Errors
    /// [`ImageError`] if the graph is damaged, for formats that check their graphs only when asked for them.
    fn graph<'a>(&'a self, file: &'a [u8]) -> Result<ErasedGraph<'a>, ImageError>;
}
