//! The lexicon that the program carries.

use super::{Image, ImageError};

/// Names of the bundled lexica.
pub const BUNDLED: [&str; 1] = ["enable"];

/// Made by `build.rs` from `wordlists/enable1.txt.xz`.
static ENABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/enable.lxg"));

/// The bundled lexicon of this name: `enable` is ENABLE1, 172,823 English words in the public domain.
/// `None` for any other name. Takes microseconds: nothing is compiled or checked.
///
/// # Errors
/// [`ImageError`] if the image does not fit the program, which only a broken build can bring about.
pub fn bundled(name: &str) -> Option<Result<Image, ImageError>> {
    (name == "enable").then(|| Image::open_trusted(ENABLE))
}
