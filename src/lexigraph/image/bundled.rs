//! The lexica that the library carries.

use super::{Image, ImageError};

/// Names of the bundled lexica, the usual one first.
pub const BUNDLED: &[&str] = if cfg!(all(feature = "bundled", feature = "xz")) {
    &["enable", "scowl60"]
} else if cfg!(feature = "bundled") {
    &["enable"]
} else {
    &[]
};

/// Made by `build.rs` from `wordlists/enable1.txt.xz`.
#[cfg(feature = "bundled")]
static ENABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/enable.lxg"));

/// The list itself, as packed as it comes: it is asked for less often, and the image has six times its size.
#[cfg(all(feature = "bundled", feature = "xz"))]
static SCOWL60: &[u8] = include_bytes!("../wordlists/scowl60-american.txt.xz");

/// The bundled lexicon of this name: `enable` is ENABLE1, 172,823 English words in the public domain; `scowl60` has the
/// 77,066 words of American English in SCOWL up to size 60. `None` for any other name.
///
/// `enable` takes microseconds: nothing is compiled or checked. `scowl60` is compiled each time, which takes some tenths
/// of a second.
///
/// # Errors
/// [`ImageError`] if the image does not fit the program, which only happens in a broken build.
pub fn bundled(name: &str) -> Option<Result<Image, ImageError>> {
    #[cfg(feature = "bundled")]
    if name == "enable" {
        return Some(Image::open_trusted(ENABLE));
    }
    #[cfg(all(feature = "bundled", feature = "xz"))]
    if name == "scowl60" {
        return Some(Ok(compiled(name, SCOWL60)));
    }
    let _ = name;
    None
}

/// Compiles a list that the program carries.
#[cfg(all(feature = "bundled", feature = "xz"))]
fn compiled(name: &str, packed: &[u8]) -> Image {
    use crate::alphabet::Alphabet;
    use crate::build::GraphKinds;
    use crate::bytes::{DEFAULT_LIMIT, read_from};
    use crate::wordlist::{ReadOptions, read};

    let bytes = read_from(name, packed, DEFAULT_LIMIT).expect("bug: a bundled list is damaged").bytes;
    let english = Alphabet::builtin("english").expect("bug: the English alphabet is built in");
    let options = ReadOptions { alphabet: english.into(), ..ReadOptions::default() };
    let list = read(name, &bytes, &options).expect("bug: a bundled list has other letters");
    super::compile_list(&list, GraphKinds::Both, super::NodeLayout::Fast).expect("bug: a bundled list does not compile")
}
