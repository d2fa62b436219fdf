//! Files of other programs, opened as graphs.

mod arcs;
pub(super) mod cwg;
pub(super) mod dawgdic;
pub(super) mod dwg;
pub(super) mod fst;
pub(super) mod kwg;
pub(super) mod macondo;
pub(super) mod marisa;
pub(super) mod ptrie;
pub(super) mod quackle;
mod texts;

use super::byte_graph::{ByteAutomaton, ByteGraph, TileEncoding};
use super::lxg::{GraphSection, NodeLayout};
use super::{ErasedGraph, ImageError, Record, Records};
use crate::alphabet::Alphabet;
use crate::graph::{Counts, GraphKind, count};

pub(super) use arcs::{check, check_root, letter, relay};
pub(super) use texts::characters;

/// What a file of another program holds.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    /// The alphabet, where the file has one.
    pub alphabet: Option<Alphabet>,
    /// Counted when the file was opened.
    pub counts: Counts,
    /// The graphs.
    pub graphs: Vec<ForeignGraph>,
    /// Arcs in the native `list` layout, for files whose own are in another order than a search needs.
    pub relaid: Vec<u8>,
    /// What letters are spelled with, for files of byte strings.
    pub spelling: TileEncoding,
}

/// A graph in such a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForeignGraph {
    /// Which one.
    pub kind: GraphKind,
    /// How it is walked.
    pub form: Form,
    /// Where every word begins: the index of an arc.
    pub root: u64,
}

/// How a graph is walked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// The bytes of the file are those of the native `list` layout.
    List,
    /// Records from this byte on.
    Records(usize, Record),
    /// [`Foreign::relaid`], arcs of 8 bytes.
    Relaid,
    /// A double array of bytes, letters by [`Foreign::spelling`].
    Dawgdic,
    /// NodeLayout and masks.
    Cwg,
    /// Nodes that the crate `fst` reads, letters as above.
    #[cfg(feature = "fst")]
    Fst,
}

impl Foreign {
    /// An error where a word begins with a separator.
    fn check_root(&self, bytes: &[u8]) -> Result<(), ImageError> {
        for graph in &self.graphs {
            if arcs::begins_with_separator(&self.graph(bytes, graph.kind, false)?) {
                return Err(ImageError::Arc { graph: graph.kind.name(), arc: 0 });
            }
        }
        Ok(())
    }

    /// Counts the words of the first graph.
    fn counted(mut self, bytes: &[u8], alphabet: &Alphabet) -> Result<Foreign, ImageError> {
        if let Some(kind) = self.graphs.first().map(|graph| graph.kind) {
            let counts = count(&self.graph(bytes, kind, alphabet.is_wide())?, kind);
            self.counts = counts.map_err(|what| ImageError::Field { offset: 0, what })?;
        }
        Ok(self)
    }

    pub fn graph<'a>(&'a self, file: &'a [u8], kind: GraphKind, wide: bool) -> Result<ErasedGraph<'a>, ImageError> {
        let found = self.graphs.iter().find(|graph| graph.kind == kind);
        let graph = found.ok_or(ImageError::NoGraph { graph: kind.name() })?;
        // All arcs were looked at when the file was opened.
        let list = |arc_bytes: usize, bytes: &'a [u8]| {
            let parameters = [arc_bytes as u64, (bytes.len() / arc_bytes) as u64, graph.root, 0, 0];
            ErasedGraph::new(NodeLayout::List, wide, &GraphSection { kind, parameters, bytes, check: false })
        };
        match graph.form {
            Form::List => list(4, file),
            Form::Relaid => list(8, &self.relaid),
            Form::Records(from, record) => {
                let records = file.get(from..).unwrap_or_default();
                Ok(ErasedGraph::Records(Records::new(records, record, graph.root)))
            }
            Form::Dawgdic => {
                let units = dawgdic::units(file).ok_or(ImageError::NoGraph { graph: kind.name() })?;
                Ok(ErasedGraph::ByteGraph(ByteGraph::new(ByteAutomaton::Units(units), &self.spelling)))
            }
            #[cfg(feature = "fst")]
            Form::Fst => {
                let (root, _) = fst::footer(file).ok_or(ImageError::NoGraph { graph: kind.name() })?;
                let set = ByteAutomaton::Other { bytes: file, root, step: fst::step };
                Ok(ErasedGraph::ByteGraph(ByteGraph::new(set, &self.spelling)))
            }
            Form::Cwg => {
                let cwg = cwg::graph(file).ok_or(ImageError::NoGraph { graph: kind.name() })?;
                Ok(ErasedGraph::Cwg(cwg))
            }
        }
    }
}
