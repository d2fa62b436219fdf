//! What a file format is: the trait that each format implements beside its code.

use std::fmt::Debug;

use super::{Contents, Image, ImageError, Parts};
use crate::alphabet::Alphabet;
use crate::build::GraphKinds;

/// A file format: how its files are recognised, read and written.
///
/// To add one, implement this trait in a file of `image/foreign` and add a line to [`FORMATS`](super::FORMATS).
pub trait Format: Debug + Sync {
    /// What the format is and what it can hold.
    fn info(&self) -> &FormatInfo;

    /// `true` if these bytes look like a file of this format. Linear at worst: formats without a magic number are
    /// recognised by their arcs.
    fn probe(&self, file: &[u8]) -> bool;

    /// `true` if these bytes are recognised without the help of the file's name. Only formats whose files may be
    /// mistaken for word lists differ here from [`probe`](Format::probe).
    fn is_certain(&self, file: &[u8]) -> bool {
        self.probe(file)
    }

    /// Finds and checks the graphs in a file. A file without an alphabet of its own is read with this one.
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError>;

    /// Compares the words with a [hash of them](Checksum::Words) in the file, if there is one. Walks all words.
    ///
    /// # Errors
    /// [`ImageError`] if they do not match.
    fn check_words(&self, _image: &Image) -> Result<(), ImageError> {
        Ok(())
    }

    /// Lays out the bytes of a file; [`write`](Format::write) is what callers use.
    ///
    /// # Errors
    /// [`ImageError`] if the format cannot hold something.
    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError>;

    /// The bytes of a file. The same parts give the same bytes.
    ///
    /// # Errors
    /// [`ImageError`] if the format cannot hold something.
    fn write(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        if parts.definitions.is_some() && !self.is_native() {
            return Err(ImageError::NoDefinitions { format: self.name() });
        }
        self.encode(parts)
    }

    /// The name of the format.
    fn name(&self) -> &'static str {
        self.info().name
    }

    /// `true` for lexigraph's own image.
    fn is_native(&self) -> bool {
        self.info().native
    }

    /// `true` if a file can hold exactly these graphs.
    fn can_hold(&self, wanted: GraphKinds) -> bool {
        self.info().holds.contains(&wanted)
    }
}

/// What a file format is and what it can hold.
#[derive(Clone, Debug)]
pub struct FormatInfo {
    /// The name, as in `--format`.
    pub name: &'static str,
    /// The extensions of its files, the usual one first.
    pub extensions: &'static [&'static str],
    /// A description of a few words.
    pub title: &'static str,
    /// What it can hold, as text.
    pub limits: &'static str,
    /// The sets of graphs that a file can hold, the usual one first.
    pub holds: &'static [GraphKinds],
    /// `true` for lexigraph's own image. Only it has a choice of node layouts, holds definitions, and can be written as
    /// it is built.
    pub native: bool,
    /// `true` if the file stores the alphabet.
    pub has_alphabet: bool,
    /// `true` if the file stores words as text: then [`characters_of`](super::characters_of) finds its alphabet.
    pub strings: bool,
    /// How far equal nodes are shared.
    pub sharing: Sharing,
    /// What the file has to find damage by.
    pub checksum: Checksum,
    /// `true` if this build can read it.
    pub reads: bool,
    /// The cargo feature that this build lacks to write the format (and to read it, if [`reads`](FormatInfo::reads) is
    /// `false`).
    pub feature: Option<&'static str>,
}

impl FormatInfo {
    /// What most formats of other programs have in common: one minimal DAWG and no alphabet.
    pub const FOREIGN: FormatInfo = FormatInfo {
        name: "",
        extensions: &[],
        title: "",
        limits: "",
        holds: &[GraphKinds::Dawg],
        native: false,
        has_alphabet: false,
        strings: false,
        sharing: Sharing::Full,
        checksum: Checksum::None,
        reads: true,
        feature: None,
    };
}

/// What a file has to find damage by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checksum {
    /// A checksum of its bytes, which is compared when the file or a graph is opened.
    Bytes,
    /// A hash of its words, which [`verify`](super::verify()) compares, as that takes a walk over all words.
    Words,
    /// Nothing: damage that leaves the graph whole changes its words, and only a list to compare with can tell.
    None,
}

/// How far the files of a format share equal nodes. [`verify`](super::verify()) requires no more than this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// No two nodes are equal.
    Full,
    /// Two nodes may differ only in whether a word ends before them: the format stores that in the node.
    ButEnds,
    /// Some equal nodes stay apart.
    Partly,
}
