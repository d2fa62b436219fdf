//! Results in JSON that later runs read again: with a checksum, so that damage is found.

use std::path::Path;

use lexigraph::bytes::{Crc32, input_limit};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::lexicon::read_input;

/// The checksum of results: that of their JSON.
pub fn checksum(results: &impl Serialize) -> String {
    let json = serde_json::to_vec(results).expect("bug: results that are no JSON");
    Crc32::of(&json).to_string()
}

#[derive(Deserialize)]
struct Seal {
    checksum: Option<String>,
}

/// Reads results that `command` printed with their checksum.
pub fn read<T: Serialize + DeserializeOwned>(path: &Path, command: &str) -> Result<T, Failure> {
    let bytes = read_input(path, input_limit())?;
    let none = |error: serde_json::Error| Failure::of(path, format!("not the output of {command}: {error}"));
    let results: T = serde_json::from_slice(&bytes).map_err(none)?;
    let seal: Seal = serde_json::from_slice(&bytes).map_err(none)?;
    match seal.checksum {
        Some(said) if said == checksum(&results) => Ok(results),
        Some(_) => Err(Failure::of(path, "the checksum does not fit — the file is damaged; run its command again")),
        None => Err(Failure::of(path, "the results have no checksum — they are of another version; play them again")),
    }
}
