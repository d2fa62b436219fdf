//! The lexicon that the library carries.

use super::{Image, ImageError};

/// Names of the bundled lexica.
pub const BUNDLED: &[&str] = if cfg!(feature = "bundled") { &["enable"] } else { &[] };

/// Made by `build.rs` from `wordlists/enable1.txt.xz`.
#[cfg(feature = "bundled")]
static ENABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/enable.lxg"));

/// The bundled lexicon of this name: `enable` is ENABLE1, 172,823 English words in the public domain.
/// `None` for any other name. Takes microseconds: nothing is compiled or checked.
///
/// # Errors
/// [`ImageError`] if the image does not fit the program, which only happens in a broken build.
pub fn bundled(name: &str) -> Option<Result<Image, ImageError>> {
    #[cfg(feature = "bundled")]
    if name == "enable" {
        return Some(Image::open_trusted(ENABLE));
    }
    let _ = name;
    None
}
