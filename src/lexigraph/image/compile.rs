//! From words to the bytes of an image in one step.

use thiserror::Error;

use super::{Image, ImageError, NodeLayout, encode, encode_with, pack};
use crate::alphabet::Alphabet;
use crate::build::{BuildError, GraphKinds, Graphs};
use crate::lexicon::{Lexicon, Words};

/// Why words could not be compiled.
#[derive(Debug, Error)]
pub enum CompileError {
    /// The graph cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The graph cannot be laid out, or what came out cannot be opened.
    #[error(transparent)]
    Image(#[from] ImageError),
}

/// Compiles sorted, distinct words into an image: the same words give the same bytes.
///
/// # Errors
/// [`CompileError`] for unsorted words and for graphs past the limits of the layout.
pub fn compile(alphabet: &Alphabet, words: &Words, wanted: GraphKinds, nodes: NodeLayout) -> Result<Vec<u8>, CompileError> {
    let graphs = Graphs::build(words, alphabet.len(), wanted)?;
    Ok(encode(alphabet, words, &graphs, nodes)?)
}

/// Compiles a lexicon as it was read, its definitions too where they were kept, and opens it.
///
/// # Errors
/// As [`compile`], and [`ImageError::Limit`] for definitions that are too long.
pub fn compile_lexicon(lexicon: &Lexicon, wanted: GraphKinds, nodes: NodeLayout) -> Result<Image, CompileError> {
    let Lexicon { alphabet, words, definitions, .. } = lexicon;
    let graphs = Graphs::build(words, alphabet.len(), wanted)?;
    let packed = definitions.as_ref().map(|definitions| pack(words, definitions)).transpose()?;
    let packed = packed.map(|packed| (packed.parameters, packed.bytes));
    Ok(Image::open(encode_with(alphabet, words.into(), &graphs, nodes, packed)?)?)
}

/// Compiles and opens at once.
///
/// # Errors
/// As [`compile`].
pub fn compile_in_memory(
    alphabet: &Alphabet,
    words: &Words,
    wanted: GraphKinds,
    nodes: NodeLayout,
) -> Result<Image, CompileError> {
    Ok(Image::open(compile(alphabet, words, wanted, nodes)?)?)
}
