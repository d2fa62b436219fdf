//! The file formats, one list.

use std::path::Path;

use super::foreign::{Foreign, characters, cwg, dawgdic, dwg, fst, kwg, macondo, marisa, ptrie, quackle};
use super::{Image, ImageError, NodeLayout, lxg};
use crate::alphabet::Alphabet;
use crate::build::{GraphKinds, Graphs};
use crate::bytes::Storage;
use crate::graph::Counts;

/// Opens bytes that have no alphabet of their own with this one.
type Open = fn(&[u8], &Alphabet) -> Result<Foreign, ImageError>;

/// A file format: its names, what it holds, and how it is told, opened and written.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// The extensions of its files.
    pub extensions: &'static [&'static str],
    /// What it is.
    pub title: &'static str,
    /// What it can hold, for people.
    pub limits: &'static str,
    /// Which graphs a file may have, the usual choice first.
    pub holds: &'static [GraphKinds],
    /// Whether the alphabet is in the file.
    pub has_alphabet: bool,
    /// Whether words are in it as text, so that their characters can be had: see [`characters_of`](Format::characters_of).
    pub strings: bool,
    /// How far files share equal nodes.
    pub sharing: Sharing,
    /// Whether it can be read.
    pub reads: bool,
    /// The cargo feature that this program would have to be compiled with to write it (and to read it, where it cannot).
    pub feature: Option<&'static str>,
    probe: fn(&[u8]) -> bool,
    /// Whether its extension has to say so too, for some bytes of what it could be: then what can be nothing else.
    certain: Option<fn(&[u8]) -> bool>,
    /// `None` for the native format, which is not opened as a foreign one.
    pub(super) open: Option<Open>,
    write: fn(&Parts<'_>) -> Result<Vec<u8>, ImageError>,
}

/// How far the files of a format share equal nodes: what [`verify`](super::verify) holds them to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// No two are equal.
    Full,
    /// Two may differ in nothing but whether a word ends before them, which a node says there.
    ButEnds,
    /// As many as its program finds.
    Partly,
}

/// What a file is made of.
#[derive(Debug)]
pub struct Parts<'a> {
    /// The letters.
    pub alphabet: &'a Alphabet,
    /// Words, letters, and the longest word.
    pub counts: Counts,
    /// The graphs.
    pub graphs: &'a Graphs,
    /// The node layout of a native image; other formats have their own.
    pub nodes: NodeLayout,
    /// Definitions, packed, for a native image.
    pub definitions: Option<super::glossary::PackedDefinitions>,
}

/// The native image.
pub static LXG: Format = Format {
    name: "lxg",
    extensions: &["lxg"],
    title: "native image, checksummed, with its alphabet",
    limits: "",
    holds: &[GraphKinds::Both, GraphKinds::Dawg, GraphKinds::Gaddag],
    has_alphabet: true,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: lxg::Header::probe,
    certain: None,
    open: None,
    write: |parts| {
        let definitions = parts.definitions.as_ref().map(|packed| (packed.parameters, packed.bytes.clone()));
        lxg::encode_with(parts.alphabet, parts.counts, parts.graphs, parts.nodes, definitions)
    },
};

static KWG: Format = Format {
    name: "kwg",
    extensions: &["kwg"],
    title: "sibling lists with arcs of 22 bits (wolges, MAGPIE, macondo)",
    limits: "4,194,304 arcs, 255 letters, no alphabet in the file, no checksum",
    holds: &[GraphKinds::Both, GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: kwg::probe22,
    certain: None,
    open: Some(kwg::open22),
    write: kwg::write22,
};

static KBWG: Format = Format {
    name: "kbwg",
    extensions: &["kbwg"],
    title: "sibling lists with arcs of 24 bits (wolges)",
    limits: "16,777,216 arcs, 63 letters, no alphabet in the file, no checksum",
    holds: &[GraphKinds::Both, GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: kwg::probe24,
    certain: None,
    open: Some(kwg::open24),
    write: kwg::write24,
};

static KAD: Format = Format {
    name: "kad",
    extensions: &["kad"],
    title: "kwg of the sorted letters of the words, each once (wolges)",
    limits: "as kwg; told from it by its extension only",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: kwg::probe22,
    certain: None,
    open: Some(kwg::open22),
    write: kwg::write_alphagrams,
};

static KWG_SHARED: Format = Format {
    name: "kwg-shared",
    extensions: &["kwg"],
    title: "kwg with siblings in the order that shares most (MAGPIE; not wolges)",
    limits: "4,194,304 arcs, 255 letters, no alphabet in the file; read as a kwg",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: kwg::probe22,
    certain: None,
    open: Some(kwg::open22),
    write: kwg::write_shared,
};

static QUACKLE_DAWG: Format = Format {
    name: "quackle-dawg",
    extensions: &["dawg"],
    title: "records of 7 bytes behind alphabet and hash (Quackle, version 1)",
    limits: "16,777,216 arcs, 16,777,215 words, 55 letters",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: quackle::probe_dawg1,
    certain: None,
    open: Some(quackle::open_dawg),
    write: quackle::write_dawg1,
};

static QUACKLE_DAWG0: Format = Format {
    name: "quackle-dawg0",
    extensions: &["dawg"],
    title: "records of 7 bytes (Quackle, version 0)",
    limits: "16,777,216 arcs, 32 letters, no alphabet in the file, no checksum",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: quackle::probe_dawg0,
    certain: None,
    open: Some(quackle::open_dawg),
    write: quackle::write_dawg0,
};

static QUACKLE_GADDAG: Format = Format {
    name: "quackle-gaddag",
    extensions: &["gaddag"],
    title: "nodes of 4 bytes with relative offsets, behind a hash (Quackle, version 1)",
    limits: "offsets of 24 bits, 55 letters, no alphabet in the file",
    holds: &[GraphKinds::Gaddag],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: quackle::probe_gaddag1,
    certain: None,
    open: Some(quackle::open_gaddag),
    write: quackle::write_gaddag1,
};

static QUACKLE_GADDAG0: Format = Format {
    name: "quackle-gaddag0",
    extensions: &["gaddag"],
    title: "nodes of 4 bytes with relative offsets (Quackle, version 0)",
    limits: "offsets of 24 bits, 55 letters, no alphabet in the file, no checksum",
    holds: &[GraphKinds::Gaddag],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: quackle::probe_gaddag0,
    certain: None,
    open: Some(quackle::open_gaddag),
    write: quackle::write_gaddag0,
};

static MACONDO_DAWG: Format = Format {
    name: "macondo-dawg",
    extensions: &["dawg"],
    title: "nodes with letter sets behind an alphabet (macondo before kwg)",
    limits: "16,777,216 nodes and arcs, 50 letters of one character, no checksum",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: macondo::probe_dawg,
    certain: None,
    open: Some(macondo::open_dawg),
    write: macondo::write_dawg,
};

static MACONDO_GADDAG: Format = Format {
    name: "macondo-gaddag",
    extensions: &["gaddag"],
    title: "the same for a GADDAG (macondo before kwg)",
    limits: "16,777,216 nodes and arcs, 50 letters of one character, no checksum",
    holds: &[GraphKinds::Gaddag],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: macondo::probe_gaddag,
    certain: None,
    open: Some(macondo::open_gaddag),
    write: macondo::write_gaddag,
};

static DWG: Format = Format {
    name: "dwg",
    extensions: &["dwg"],
    title: "edges with letters in ASCII (Toal's dawgutils, Zyzzyva)",
    limits: "2,097,152 edges, letters A to Z, no checksum",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: dwg::probe,
    certain: None,
    open: Some(dwg::open),
    write: dwg::write,
};

static DWG_REVERSED: Format = Format {
    name: "dwg-reversed",
    extensions: &["dwg"],
    title: "dwg of the words backwards, the second file of Zyzzyva",
    limits: "as dwg; read as a dwg, its words are backwards",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: dwg::probe,
    certain: None,
    open: Some(dwg::open),
    write: dwg::write_reversed,
};

static DAWGDIC: Format = Format {
    name: "dawgdic",
    extensions: &["dawgdic"],
    title: "double array over bytes (dawgdic-tools, the DAWG of Python's DAWG2)",
    limits: "536,870,912 units, words of 255 bytes, no alphabet in the file, no checksum",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: true,
    sharing: Sharing::ButEnds,
    reads: true,
    feature: None,
    probe: dawgdic::probe,
    certain: None,
    open: Some(dawgdic::open),
    write: dawgdic::write,
};

static DAWGDIC_GUIDE: Format = Format {
    name: "dawgdic-guide",
    extensions: &["dawgdic"],
    title: "the same with a guide for completion (dawgdic-find -g, CompletionDAWG)",
    limits: "as dawgdic",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: true,
    sharing: Sharing::ButEnds,
    reads: true,
    feature: None,
    probe: dawgdic::probe_guided,
    certain: None,
    open: Some(dawgdic::open_guided),
    write: dawgdic::write_guided,
};

static PTRIE: Format = Format {
    name: "ptrie",
    extensions: &["ptrie"],
    title: "packed trie, text for JavaScript (npm dawg-lookup)",
    limits: "letters a to z, no checksum",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: true,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: ptrie::probe,
    certain: Some(ptrie::is_certain),
    open: Some(ptrie::open),
    write: ptrie::write,
};

static CWG: Format = Format {
    name: "cwg",
    extensions: &["cwg"],
    title: "nodes with masks of children and word numbers (Caroline Word Graph)",
    limits: "131,072 nodes, 8,192 masks, 26 letters, 32,767 words behind a letter, no alphabet in the file, no checksum",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: false,
    sharing: Sharing::Full,
    reads: true,
    feature: None,
    probe: cwg::probe,
    certain: None,
    open: Some(cwg::open),
    write: cwg::write,
};

static FST: Format = Format {
    name: "fst",
    extensions: &["fst"],
    title: "set of the crate fst (version 3)",
    limits: "words of 255 bytes, no alphabet in the file; needs the cargo feature fst",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: true,
    sharing: Sharing::Partly,
    reads: cfg!(feature = "fst"),
    feature: if cfg!(feature = "fst") { None } else { Some("fst") },
    probe: fst::probe,
    certain: None,
    open: Some(fst::open),
    write: fst::write,
};

static MARISA: Format = Format {
    name: "marisa",
    extensions: &["marisa"],
    title: "trie of marisa-trie (Debian's marisa, PyPI's marisa-trie)",
    limits: "words of 255 bytes, no alphabet in the file, no checksum; to be written it needs the cargo feature marisa",
    holds: &[GraphKinds::Dawg],
    has_alphabet: false,
    strings: true,
    sharing: Sharing::Full,
    reads: true,
    feature: if cfg!(feature = "marisa") { None } else { Some("marisa") },
    probe: marisa::probe,
    certain: None,
    open: Some(marisa::open),
    write: marisa::write,
};

/// All formats, the native one first. Where bytes could be of several, the first of them.
pub static FORMATS: [&Format; 19] = [
    &LXG,
    &KWG,
    &KBWG,
    &KAD,
    &KWG_SHARED,
    &QUACKLE_DAWG,
    &QUACKLE_DAWG0,
    &QUACKLE_GADDAG,
    &QUACKLE_GADDAG0,
    &MACONDO_DAWG,
    &MACONDO_GADDAG,
    &DWG,
    &DWG_REVERSED,
    &DAWGDIC,
    &DAWGDIC_GUIDE,
    &PTRIE,
    &CWG,
    &FST,
    &MARISA,
];

impl Format {
    /// The format of this name.
    pub fn from_name(name: &str) -> Option<&'static Format> {
        FORMATS.into_iter().find(|format| format.name == name)
    }

    /// The format that a file's extension tells, in upper or lower case.
    pub fn from_path(path: &Path) -> Option<&'static Format> {
        let extension = path.extension()?.to_str()?;
        let named = |format: &&Format| format.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
        FORMATS.into_iter().find(named)
    }

    /// The format of these bytes, if they are an image. What they look like decides; only among those that they could be does the name
    /// of the file, where there is one. Linear at worst: formats without a magic number are told by their arcs.
    pub fn detect(bytes: &[u8], path: Option<&Path>) -> Option<&'static Format> {
        if (LXG.probe)(bytes) {
            return Some(&LXG);
        }
        let named = path.and_then(Format::from_path).filter(|format| (format.probe)(bytes));
        named.or_else(|| FORMATS.into_iter().find(|format| (format.certain.unwrap_or(format.probe))(bytes)))
    }

    /// The alphabet of the characters in a file whose words are text, as that of a list is found; `None` for other formats.
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    pub fn characters_of(&'static self, bytes: &[u8]) -> Result<Option<Alphabet>, ImageError> {
        let Some(open) = self.open.filter(|_| self.strings) else { return Ok(None) };
        characters(&open(bytes, &Alphabet::bytes())?, bytes, self.name).map(Some)
    }

    /// Opens bytes as this format; see [`Image::open_as`].
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    pub fn open(&'static self, bytes: impl Into<Storage>, alphabet: &Alphabet) -> Result<Image, ImageError> {
        Image::open_as(bytes, self, alphabet)
    }

    /// The bytes of a file: the same words give the same bytes.
    ///
    /// # Errors
    /// [`ImageError`] when the format has no room or no place for something, with what to do instead.
    pub fn write(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        if parts.definitions.is_some() && self.name != LXG.name {
            return Err(ImageError::FormatLacks {
                format: self.name,
                what: "no room for definitions".to_owned(),
                advice: "leave --definitions out, or write a .lxg",
            });
        }
        (self.write)(parts)
    }

    /// Whether a file may have just these graphs.
    pub fn can_hold(&self, wanted: GraphKinds) -> bool {
        self.holds.contains(&wanted)
    }
}
