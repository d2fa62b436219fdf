//! An opened image.

use super::foreign::Foreign;
use super::format::LXG;
use super::lxg::{self, GraphSection, Header, NodeLayout, Section, SectionKind};
use super::{ErasedGraph, Format, Glossary, ImageError, PackedDefinitions};
use crate::alphabet::Alphabet;
use crate::bytes::Storage;
use crate::graph::{Counts, Dawg, Gaddag, GraphKind};

/// An opened dictionary: bytes, a checked header, and the alphabet. The graphs stay where they are.
#[derive(Debug)]
pub struct Image {
    bytes: Storage,
    format: &'static Format,
    contents: Contents,
    counts: Counts,
    alphabet: Alphabet,
    trusted: bool,
}

/// Where things lie in the file.
#[derive(Debug)]
enum Contents {
    Native(Header),
    Foreign(Box<Foreign>),
}

/// Where a graph lies in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphPlace {
    /// Which graph.
    pub kind: GraphKind,
    /// Its first byte.
    pub offset: u64,
    /// How many bytes it takes.
    pub bytes: u64,
}

impl Image {
    /// Opens an image: checks header, section table, and alphabet. The graphs are checked as they are
    /// [asked for](Image::graph), so that looking up a word does not read a GADDAG.
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    pub fn open(bytes: impl Into<Storage>) -> Result<Image, ImageError> {
        Image::new(bytes.into(), false)
    }

    /// Opens an image that this program carries within itself: its graphs are taken as they are. Reading stays
    /// memory-safe and free of panics all the same.
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    pub fn open_trusted(bytes: &'static [u8]) -> Result<Image, ImageError> {
        Image::new(bytes.into(), true)
    }

    /// Opens an image of any format. Formats that do not say so themselves are read with this alphabet; their graphs are checked here,
    /// and their words counted (linear in the arcs).
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    pub fn open_as(bytes: impl Into<Storage>, format: &'static Format, alphabet: &Alphabet) -> Result<Image, ImageError> {
        let bytes = bytes.into();
        let Some(open) = format.open else { return Image::new(bytes, false) };
        let mut foreign = open(&bytes, alphabet)?;
        let alphabet = foreign.alphabet.take().unwrap_or_else(|| alphabet.clone());
        if foreign.counts.longest > crate::lexicon::MAX_WORD_LENGTH as u64 {
            return Err(ImageError::Field { offset: 0, what: "the longest word is longer than 255 tiles" });
        }
        Ok(Image {
            bytes,
            format,
            counts: foreign.counts,
            contents: Contents::Foreign(Box::new(foreign)),
            alphabet,
            trusted: false,
        })
    }

    fn new(bytes: Storage, trusted: bool) -> Result<Image, ImageError> {
        let header = Header::read(&bytes)?;
        let section = header.sections.iter().find(|section| section.kind == SectionKind::Alphabet);
        let section = section.ok_or(ImageError::Field { offset: 44, what: "there is no alphabet section" })?;
        section.check(&bytes)?;
        let alphabet = lxg::decode_alphabet(section.bytes(&bytes))?;
        let counts = Counts { words: header.words, letters: header.letters, longest: u64::from(header.longest) };
        Ok(Image { format: &LXG, contents: Contents::Native(header), counts, alphabet, bytes, trusted })
    }

    /// The file format.
    pub fn format(&self) -> &'static Format {
        self.format
    }

    /// Words, letters, and the longest word.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    fn sections(&self) -> &[Section] {
        match &self.contents {
            Contents::Native(header) => &header.sections,
            Contents::Foreign(_) => &[],
        }
    }

    /// The alphabet of the words.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The number of words.
    pub fn words(&self) -> u64 {
        self.counts.words
    }

    /// The letters of all words together.
    pub fn letters(&self) -> u64 {
        self.counts.letters
    }

    /// The length of the longest word, in tiles; at most 255.
    pub fn longest(&self) -> usize {
        self.counts.longest as usize
    }

    /// The size of the file.
    pub fn file_bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The graphs in the image, in the order of the file. Graphs of a foreign format may lie among each other: then each has the place
    /// of all.
    pub fn graphs(&self) -> impl Iterator<Item = GraphPlace> + '_ {
        let native = self.sections().iter().filter_map(|section| match section.kind {
            SectionKind::Graph(kind) => Some(GraphPlace { kind, offset: section.offset, bytes: section.length }),
            _ => None,
        });
        let foreign = match &self.contents {
            Contents::Native(_) => &[][..],
            Contents::Foreign(foreign) => &foreign.graphs,
        };
        native.chain(foreign.iter().map(|graph| GraphPlace { kind: graph.kind, offset: 0, bytes: self.file_bytes() }))
    }

    /// Whether the image has a graph of this kind.
    pub fn has(&self, kind: GraphKind) -> bool {
        self.graphs().any(|graph| graph.kind == kind)
    }

    fn section(&self, kind: GraphKind) -> Option<&Section> {
        self.sections().iter().find(|section| section.kind == SectionKind::Graph(kind))
    }

    /// The graph of this kind, its checksum and arcs checked (linear in its bytes, some gigabytes a second).
    ///
    /// # Errors
    /// [`ImageError::NoGraph`] when the image was compiled without it, or what is wrong with it.
    pub fn graph(&self, kind: GraphKind) -> Result<ErasedGraph<'_>, ImageError> {
        if let Contents::Foreign(foreign) = &self.contents {
            return foreign.graph(&self.bytes, kind, self.alphabet.is_wide());
        }
        let section = self.section(kind).ok_or(ImageError::NoGraph { graph: kind.name() })?;
        if !self.trusted {
            section.check(&self.bytes)?;
        }
        let nodes = NodeLayout::from_code(section.layout).ok_or(ImageError::Field {
            offset: section.offset,
            what: "the graph has a node layout that is not known here",
        })?;
        let view =
            GraphSection { kind, parameters: section.parameters, bytes: section.bytes(&self.bytes), check: !self.trusted };
        ErasedGraph::new(nodes, self.alphabet.is_wide(), &view)
    }

    /// The definitions, their checksum checked (linear in their bytes); `None` when the image was compiled without.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn definitions(&self) -> Result<Option<Glossary<'_>>, ImageError> {
        let section = self.sections().iter().find(|section| section.kind == SectionKind::Definitions);
        let Some(section) = section else { return Ok(None) };
        if !self.trusted {
            section.check(&self.bytes)?;
        }
        Glossary::new(&section.parameters, section.bytes(&self.bytes)).map(Some)
    }

    /// The definitions as they lie in the file, for another image of the same words.
    ///
    /// # Errors
    /// As [`definitions`](Image::definitions).
    pub fn packed_definitions(&self) -> Result<Option<PackedDefinitions>, ImageError> {
        self.definitions()?;
        let section = self.sections().iter().find(|section| section.kind == SectionKind::Definitions);
        Ok(section
            .map(|section| PackedDefinitions { parameters: section.parameters, bytes: section.bytes(&self.bytes).to_vec() }))
    }

    /// The DAWG.
    ///
    /// # Errors
    /// As [`graph`](Image::graph).
    pub fn dawg(&self) -> Result<Dawg<ErasedGraph<'_>>, ImageError> {
        self.graph(GraphKind::Dawg).map(Dawg)
    }

    /// The GADDAG.
    ///
    /// # Errors
    /// As [`graph`](Image::graph).
    pub fn gaddag(&self) -> Result<Gaddag<ErasedGraph<'_>>, ImageError> {
        self.graph(GraphKind::Gaddag).map(Gaddag)
    }
}
