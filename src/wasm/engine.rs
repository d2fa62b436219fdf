//! The lexicons, and the questions to them.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use lexigraph::Lexicon;
use lexigraph::api::{Api, ApiError, ApiErrorKind};
use lexigraph::build::GraphKinds;
use lexigraph::bytes::{Storage, decompress, input_limit};
use lexigraph::dictionary::Dictionary;
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, LXG, NodeLayout, convert};
use lexigraph::lexicon::{LexiconError, OpenOptions, open_bytes};
use lexigraph::movegen::LeaveTable;

use crate::border;

/// Lexicons by name.
#[derive(Debug)]
pub struct Engine {
    api: Api,
}

impl Engine {
    pub fn new() -> Engine {
        Engine { api: Api::new() }
    }

    /// Opens an image or a list. Its nodes are laid out for speed; a GADDAG is built if it is wanted and missing.
    pub fn open(&mut self, name: &str, bytes: Vec<u8>, gaddag: bool) -> Result<(), ApiError> {
        let bytes = unpacked(name, bytes)?;
        let graphs = if gaddag { GraphKinds::Both } else { GraphKinds::Dawg };
        let options = || Ok::<_, LexiconError>(OpenOptions { graphs, ..OpenOptions::default() });
        let opened = open_bytes(Storage::Owned(bytes), Path::new(name), options).map_err(|error| unreadable(&error))?;
        let image = fast(opened.image, gaddag)?;
        let lexicon = Lexicon::of_image(image).map_err(|error| unreadable(&error))?;
        self.api.set(name, lexicon)
    }

    pub fn leaves(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), ApiError> {
        let bytes = unpacked(name, bytes)?;
        let alphabet = self.api.lexicon(name).map(|lexicon| lexicon.alphabet().clone());
        let table = alphabet.map(|alphabet| LeaveTable::from_bytes(&bytes, None, &alphabet)).transpose();
        self.api.set_leaves(name, table.map_err(|error| unreadable(&error))?.unwrap_or_default())
    }

    pub fn definitions(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), ApiError> {
        let dictionary = Dictionary::open(unpacked(name, bytes)?).map_err(|error| unreadable(&error))?;
        if self.api.explain(name, vec![Arc::new(dictionary)]) {
            return Ok(());
        }
        Err(ApiError::new(ApiErrorKind::UnknownName, format!("no lexicon is called '{name}'")).at("lexicon"))
    }

    pub fn ask(&self, question: &str, body: &str, watched: bool) -> Result<Vec<u8>, ApiError> {
        let answer = self.api.answer_watched(question, body, &mut |progress| {
            if !watched || border::tell(&progress.to_string()) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        serde_json::to_vec(&answer).map_err(|error| ApiError::new(ApiErrorKind::Unavailable, error.to_string()))
    }
}

/// The image with the layout of nodes that is fastest to walk, whatever the file had. To lay a DAWG of 170,000 words
/// out anew takes some 30 ms.
fn fast(image: Image, gaddag: bool) -> Result<Image, ApiError> {
    let wanted = if gaddag || image.has(GraphKind::Gaddag) { GraphKinds::Both } else { GraphKinds::Dawg };
    let kinds = [GraphKind::Dawg, GraphKind::Gaddag].into_iter().filter(|&kind| wanted.includes(kind));
    if image.format().is_native()
        && kinds.clone().all(|kind| image.graph(kind).is_ok_and(|graph| graph.layout_name() == "fast"))
    {
        return Ok(image);
    }
    let bytes = convert(&image, &LXG, wanted, NodeLayout::Fast).map_err(|error| unreadable(&error))?;
    Image::open(bytes).map_err(|error| unreadable(&error))
}

/// The bytes, decompressed if they are compressed.
fn unpacked(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, ApiError> {
    Ok(decompress(name, bytes, input_limit()).map_err(|error| unreadable(&error))?.bytes)
}

/// The error of bytes that are no lexicon.
fn unreadable(error: &impl ToString) -> ApiError {
    ApiError::new(ApiErrorKind::Invalid, error.to_string())
}

/// The error of a call from within a call.
pub fn busy() -> ApiError {
    ApiError::new(ApiErrorKind::Unavailable, "the engine is answering a question — wait for its answer")
}
