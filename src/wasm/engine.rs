//! The lexicons, and the questions to them.

use std::ops::ControlFlow;
use std::path::Path;

use lexigraph::Lexicon;
use lexigraph::api::{Api, ApiError, ApiErrorKind};
use lexigraph::bytes::{Storage, decompress, input_limit};
use lexigraph::lexicon::{LexiconError, OpenOptions, open_bytes};
use lexigraph::movegen::LeaveTable;

use crate::host;

/// Lexicons by name.
#[derive(Debug)]
pub struct Engine {
    api: Api,
}

impl Engine {
    pub fn new() -> Engine {
        Engine { api: Api::new() }
    }

    pub fn open(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), ApiError> {
        let bytes = unpacked(name, bytes)?;
        let options = || Ok::<_, LexiconError>(OpenOptions::default());
        let opened = open_bytes(Storage::Owned(bytes), Path::new(name), options).map_err(|error| unreadable(&error))?;
        let lexicon = Lexicon::of_image(opened.image).map_err(|error| unreadable(&error))?;
        self.api.set(name, lexicon)
    }

    pub fn leaves(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), ApiError> {
        let bytes = unpacked(name, bytes)?;
        let alphabet = self.api.lexicon(name).map(|lexicon| lexicon.alphabet().clone());
        let table = alphabet.map(|alphabet| LeaveTable::from_bytes(&bytes, None, &alphabet)).transpose();
        self.api.set_leaves(name, table.map_err(|error| unreadable(&error))?.unwrap_or_default())
    }

    pub fn ask(&self, question: &str, body: &str, watched: bool) -> Result<Vec<u8>, ApiError> {
        let answer = self.api.answer_watched(question, body, &mut |progress| {
            if !watched || host::tell(&progress.to_string()) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        serde_json::to_vec(&answer).map_err(|error| ApiError::new(ApiErrorKind::Unavailable, error.to_string()))
    }
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
