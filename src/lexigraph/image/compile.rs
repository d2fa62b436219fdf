//! From words to the bytes of an image in one step.

use thiserror::Error;

use super::{Image, ImageError, NodeLayout, encode, encode_with, pack};
use crate::alphabet::Alphabet;
use crate::build::{BuildError, GraphKinds, Graphs};
use crate::wordlist::{WordList, Words};

/// Why words could not be compiled.
#[derive(Debug, Error)]
pub enum CompileError {
    /// The graph cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The graph cannot be laid out, or what came out cannot be opened.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// Two dictionaries whose words cannot be compared.
    #[error("the letters of '{first}' and '{second}' differ")]
    Letters {
        /// The alphabet of the first.
        first: String,
        /// The alphabet of the second.
        second: String,
    },
}

/// Compiles sorted, distinct words into an image: the same words give the same bytes.
///
/// # Errors
/// [`CompileError`] for unsorted words and for graphs past the limits of the layout.
pub fn compile(alphabet: &Alphabet, words: &Words, wanted: GraphKinds, nodes: NodeLayout) -> Result<Vec<u8>, CompileError> {
    let graphs = Graphs::build(words, alphabet.len(), wanted)?;
    Ok(encode(alphabet, words, &graphs, nodes)?)
}

/// Compiles a word list as it was read, with its definitions if they were kept, and opens the image.
///
/// # Errors
/// As [`compile`], and [`ImageError::Limit`] for definitions that are too long.
pub fn compile_list(list: &WordList, wanted: GraphKinds, nodes: NodeLayout) -> Result<Image, CompileError> {
    let WordList { alphabet, words, definitions, .. } = list;
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
