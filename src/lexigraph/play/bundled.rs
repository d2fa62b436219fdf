//! The leave values that the library carries.

use crate::alphabet::Alphabet;
#[cfg(all(feature = "bundled", feature = "xz"))]
use crate::bytes::{DEFAULT_LIMIT, read_from};
use crate::movegen::LeaveTable;

/// Trained leave values, bundled: packed by `build.rs` from a file that `train leaves` made, see
/// `wordlists/leaves/README.md`.
#[cfg(feature = "bundled")]
static ENGLISH: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.leaves"));

/// The most tiles of a leave whose value is bundled: one tile less than a rack.
#[cfg(all(feature = "bundled", feature = "xz"))]
const MOST_KEPT: usize = 6;

#[cfg(all(feature = "bundled", feature = "xz"))]
macro_rules! short_leaves {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../wordlists/leaves/", $name, ".klv16.xz")))),*]
    };
}

/// Leaves of few tiles for other alphabets, as packed as they come: they are small, and nobody needs more than one.
#[cfg(all(feature = "bundled", feature = "xz"))]
static OTHERS: &[(&str, &[u8])] =
    short_leaves!["catalan" "danish" "dutch" "french" "german" "indonesian" "italian" "polish" "spanish" "swedish"];

/// The leave values that are bundled for an alphabet, whatever the number of each of its tiles: with the feature
/// `bundled` for English, and with the feature `xz` too for the other languages of `wordlists/leaves/README.md`. The
/// values of languages other than English are unpacked each time, which takes milliseconds.
pub fn bundled_leaves(alphabet: &Alphabet) -> Option<LeaveTable> {
    let language = alphabet.name().split('-').next();
    #[cfg(feature = "bundled")]
    if language == Some("english") {
        return Some(LeaveTable::packed(ENGLISH));
    }
    #[cfg(all(feature = "bundled", feature = "xz"))]
    if let Some((name, packed)) = OTHERS.iter().find(|(name, _)| language == Some(*name))
        && Alphabet::builtin(name).is_ok_and(|known| known.has_letters_of(alphabet))
    {
        return Some(unpacked(name, packed, alphabet));
    }
    let _ = language;
    None
}

/// Leave values from a file that the program carries.
#[cfg(all(feature = "bundled", feature = "xz"))]
fn unpacked(name: &str, packed: &[u8], alphabet: &Alphabet) -> LeaveTable {
    let bytes = read_from(name, packed, DEFAULT_LIMIT).expect("bug: bundled leave values are damaged").bytes;
    let path = std::path::Path::new("leaves.klv16");
    let table = LeaveTable::from_bytes(&bytes, Some(path), alphabet).expect("bug: bundled leave values are damaged");
    table.extended(MOST_KEPT)
}
