//! From one format into another, and from two dictionaries into one.

use thiserror::Error;

use super::{CompileError, Format, Image, ImageError, NodeLayout, Parts, graphs_of, import};
use crate::build::{GraphKinds, Graphs, Minimizer, SetOperation, State};
use crate::graph::{Counts, GraphKind, count};

/// Why an image cannot be converted.
#[derive(Debug, Error)]
pub enum ConvertError {
    /// The image is damaged, or a graph that it lacks cannot be built.
    #[error(transparent)]
    Source(CompileError),
    /// The format cannot hold the graphs or the letters.
    #[error(transparent)]
    Target(ImageError),
}

/// The graphs that a file of this format usually has, given those that are at hand: the first choice of the format that
/// needs no graph to be built, or else its first choice.
pub fn usual_graphs(format: &dyn Format, has: impl Fn(GraphKind) -> bool) -> GraphKinds {
    let at_hand = |wanted: &&GraphKinds| {
        [GraphKind::Dawg, GraphKind::Gaddag].into_iter().all(|kind| has(kind) || !wanted.includes(kind))
    };
    let holds = format.info().holds;
    *holds.iter().find(at_hand).unwrap_or(&holds[0])
}

/// The bytes of an image in another format. Graphs are taken over and minimised; those that the image lacks are built
/// from its words. Definitions are taken over into a native image and left out of any other.
///
/// # Errors
/// [`ConvertError`] that says whether the image or the format is in the way.
pub fn convert(image: &Image, format: &dyn Format, wanted: GraphKinds, nodes: NodeLayout) -> Result<Vec<u8>, ConvertError> {
    let graphs = graphs_of(image, wanted).map_err(ConvertError::Source)?;
    let definitions = if format.is_native() { image.packed_definitions() } else { Ok(None) };
    let definitions = definitions.map_err(|error| ConvertError::Source(error.into()))?;
    let parts = Parts { alphabet: image.alphabet(), counts: image.counts(), graphs: &graphs, nodes, definitions };
    format.write(&parts).map_err(ConvertError::Target)
}

/// Combines the words of two images, graph by graph: no list of words is made, and the result is minimal. Gives the
/// graphs and what is counted of them.
///
/// # Errors
/// [`CompileError::Letters`] if the alphabets have different letters, [`ImageError::NoGraph`] if an image lacks a
/// graph, and errors of damaged images.
pub fn combine(
    operation: SetOperation,
    first: &Image,
    second: &Image,
    wanted: GraphKinds,
) -> Result<(Graphs, Counts), CompileError> {
    let mut minimizer = Minimizer::new();
    let mut combined = |kind: GraphKind| -> Result<Option<State>, CompileError> {
        if !wanted.includes(kind) {
            return Ok(None);
        }
        let (a, b) = import_both(&mut minimizer, first, second, kind)?;
        Ok(Some(minimizer.combine(operation, a, b)?))
    };
    let (dawg, gaddag) = (combined(GraphKind::Dawg)?, combined(GraphKind::Gaddag)?);
    let graphs = Graphs::of(minimizer, dawg, gaddag);
    let (kind, graph) = graphs.iter().next().expect("bug: no graph was combined");
    let counts = count(&graph, kind).map_err(|what| ImageError::Field { offset: 0, what })?;
    Ok((graphs, counts))
}

/// Takes a graph of two images into one minimiser, so that equal parts become the same states. Gives both roots.
///
/// # Errors
/// As [`combine`].
pub fn import_both(
    minimizer: &mut Minimizer,
    first: &Image,
    second: &Image,
    kind: GraphKind,
) -> Result<(State, State), CompileError> {
    let (a, b) = (first.alphabet(), second.alphabet());
    if !a.has_letters_of(b) {
        return Err(CompileError::Letters { first: a.name().to_owned(), second: b.name().to_owned() });
    }
    Ok((import(minimizer, first, kind)?, import(minimizer, second, kind)?))
}
