//! The file formats, a line each.

use std::ops::ControlFlow;
use std::path::Path;

use rustc_hash::FxHashSet;

use super::foreign::texts::most_key_bytes;
use super::foreign::{cwg, dawgdic, dwg, fst, kwg, macondo, marisa, ptrie, quackle};
use super::{Format, ImageError, LXG};
use crate::alphabet::Alphabet;
use crate::graph::{GraphKind, for_each_word};
use crate::wordlist::MAX_WORD_LENGTH;

/// All formats, the native one first. Bytes that could be of several formats are taken for the first of them.
pub static FORMATS: [&dyn Format; 19] = [
    &LXG,
    &kwg::KWG,
    &kwg::KBWG,
    &kwg::KAD,
    &kwg::KWG_SHARED,
    &quackle::DAWG,
    &quackle::DAWG0,
    &quackle::GADDAG,
    &quackle::GADDAG0,
    &macondo::DAWG,
    &macondo::GADDAG,
    &dwg::DWG,
    &dwg::DWG_REVERSED,
    &dawgdic::DAWGDIC,
    &dawgdic::DAWGDIC_GUIDE,
    &ptrie::PTRIE,
    &cwg::CWG,
    &fst::FST,
    &marisa::MARISA,
];

/// The format of this name.
pub fn format_by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.into_iter().find(|format| format.name() == name)
}

/// The format that a file's extension names, in upper or lower case.
pub fn format_by_path(path: &Path) -> Option<&'static dyn Format> {
    let extension = path.extension()?.to_str()?;
    let named = |format: &&dyn Format| format.info().extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
    FORMATS.into_iter().find(named)
}

/// Detects the format of a file from its content; `None` if it is not an image. The file's name only decides between
/// formats that the content allows. Linear at worst: formats without a magic number are recognised by their arcs.
pub fn detect_format(file: &[u8], path: Option<&Path>) -> Option<&'static dyn Format> {
    if LXG.probe(file) {
        return Some(&LXG);
    }
    let named = path.and_then(format_by_path).filter(|format| format.probe(file));
    named.or_else(|| FORMATS.into_iter().find(|format| format.is_certain(file)))
}

/// The format of a file, detected from its content; if that fails, the format that its extension names: a file that is
/// named like an image is taken for a damaged image and not for a word list. `None` for other files.
pub fn image_format(file: &[u8], path: &Path) -> Option<&'static dyn Format> {
    detect_format(file, Some(path)).or_else(|| format_by_path(path))
}

/// The alphabet of the distinct characters in a file that stores words as text; `None` for other formats.
/// See [`Alphabet::automatic`].
///
/// # Errors
/// [`ImageError`] with what is wrong and where.
pub fn characters_of(format: &dyn Format, file: &[u8]) -> Result<Option<Alphabet>, ImageError> {
    let info = format.info();
    if !info.strings {
        return Ok(None);
    }
    let contents = format.decode(file, &Alphabet::bytes())?;
    let unspelled = |what| ImageError::Unspelled { format: info.name, what };
    let most = most_key_bytes(file.len());
    if contents.counts.letters > most {
        let got = contents.counts.letters;
        let what = format!("the letters of a file of this size are found in at most {most} bytes of keys, this has {got}");
        return Err(unspelled(what));
    }
    let dawg = contents.graphs.iter().find(|graph| graph.kind() == GraphKind::Dawg);
    let dawg = dawg.ok_or(ImageError::NoGraph { graph: GraphKind::Dawg.name() })?;
    let (mut found, mut key) = (FxHashSet::default(), Vec::new());
    let walk = for_each_word(&dawg.graph(file)?, MAX_WORD_LENGTH, |word| {
        key.clear();
        key.extend(word.iter().map(|tile| tile.number()));
        match std::str::from_utf8(&key) {
            Ok(text) => found.extend(text.chars()),
            Err(_) => return ControlFlow::Break(key.clone()),
        }
        ControlFlow::Continue(())
    });
    match walk {
        ControlFlow::Continue(()) => Ok(Some(Alphabet::automatic(found)?)),
        ControlFlow::Break(key) => Err(ImageError::FormatLacks {
            format: info.name,
            what: format!("the key '{}' is not text", key.escape_ascii()),
            advice: "there is no alphabet for it",
        }),
    }
}
