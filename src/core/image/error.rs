//! What can be wrong with an image.

use thiserror::Error;

/// Why an image cannot be used.
#[derive(Debug, Error)]
pub enum ImageError {
    /// The bytes are not those of this format at all.
    #[error("not a lexigraph image")]
    Magic,
    /// A version this program does not know.
    #[error("image version {found}, this program reads up to {known} — use a newer lexigraph")]
    Version {
        /// The version of the image.
        found: u16,
        /// The highest version known here.
        known: u16,
    },
    /// Fewer bytes than the image says it has, or more.
    #[error("image is {got} bytes, its header says {expected} — it was cut short or something was added; compile it again")]
    Length {
        /// The length in the header, or the least that a header needs.
        expected: u64,
        /// The length of the file.
        got: u64,
    },
    /// Bytes that are not those that were written.
    #[error("checksum of the {part} is {got:08x}, should be {expected:08x} — the file is damaged; compile it again")]
    Checksum {
        /// Which part of the file.
        part: &'static str,
        /// The checksum that was written.
        expected: u32,
        /// The checksum of what is there.
        got: u32,
    },
    /// A field with a value that cannot be.
    #[error("offset {offset}: {what} — the file is damaged or made by a faulty program")]
    Field {
        /// Where, in bytes from the start of the file or section.
        offset: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// An arc that leads out of the graph.
    #[error("{graph} arc {arc} leads out of the graph — the file is damaged or made by a faulty program")]
    Arc {
        /// `dawg` or `gaddag`.
        graph: &'static str,
        /// The index of the arc.
        arc: u64,
    },
    /// An arc whose letter the alphabet does not have, or that does not sort after the arc before it.
    #[error(
        "{graph} arc {arc}: its letter is not of the alphabet, or not in order — the file is damaged or made by a faulty program"
    )]
    Label {
        /// `dawg` or `gaddag`.
        graph: &'static str,
        /// The index of the arc.
        arc: u64,
    },
    /// Not as many words as the header says.
    #[error("the header says {said} words, there are {got} — the file is damaged or made by a faulty program")]
    Words {
        /// What the header says.
        said: u64,
        /// How many there are.
        got: u64,
    },
    /// More words than the header says; how many is not known, since a damaged graph may have any number.
    #[error("the image has more words than its header says")]
    MoreWords {
        /// What the header says.
        said: u64,
    },
    /// Fewer words than the header says.
    #[error("the image has fewer words than its header says")]
    FewerWords {
        /// What the header says.
        said: u64,
    },
    /// A graph that the image was compiled without.
    #[error("image has no {graph}")]
    NoGraph {
        /// `dawg` or `gaddag`.
        graph: &'static str,
    },
    /// More than a node layout can number.
    #[error("the '{layout}' layout holds at most {limit} {what}, this graph has {got}")]
    Limit {
        /// The layout.
        layout: &'static str,
        /// The limit.
        limit: u64,
        /// What it counts.
        what: &'static str,
        /// How many there are.
        got: u64,
    },
    /// More than a file format can hold.
    #[error("{format} holds at most {limit} {what}, this has {got} — {advice}")]
    FormatLimit {
        /// The format.
        format: &'static str,
        /// The limit.
        limit: u64,
        /// What it counts.
        what: &'static str,
        /// How many there are.
        got: u64,
        /// What to do.
        advice: &'static str,
    },
    /// Something that a file format has no place for.
    #[error("{format}: {what} — {advice}")]
    FormatLacks {
        /// The format.
        format: &'static str,
        /// What it has no place for.
        what: String,
        /// What to do.
        advice: &'static str,
    },
    /// Definitions for a file format that cannot hold them.
    #[error("{format}: no room for definitions")]
    NoDefinitions {
        /// The format.
        format: &'static str,
    },
    /// A file of text whose keys the alphabet cannot spell.
    #[error("{format}: {what}")]
    Unspelled {
        /// The format.
        format: &'static str,
        /// The key, and what is wrong with it.
        what: String,
    },
    /// A file format that this build leaves out.
    #[error("{format}: {what}")]
    Feature {
        /// The format.
        format: &'static str,
        /// The cargo feature that adds it.
        feature: &'static str,
        /// What is missing.
        what: &'static str,
    },
    /// A file without an alphabet of its own, read with one that is too small.
    #[error("letter number {letter} in the file, but '{alphabet}' has {letters}")]
    Letter {
        /// The number.
        letter: u8,
        /// The name of the alphabet it was read with.
        alphabet: String,
        /// How many letters that has.
        letters: usize,
    },
    /// What is wrong with an image, and its file.
    #[error("{name}: {error}")]
    In {
        /// The name of the file.
        name: String,
        /// What is wrong.
        error: Box<ImageError>,
    },
    /// The alphabet in the image is broken.
    #[error("alphabet of the image: {0}")]
    Alphabet(#[from] crate::alphabet::AlphabetError),
}
