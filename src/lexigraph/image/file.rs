//! An opened image.

use super::lxg::Section;
use super::{Contents, ErasedGraph, Format, Glossary, ImageError, LXG, PackedDefinitions, StoredGraph, native};
use crate::alphabet::Alphabet;
use crate::bytes::Storage;
use crate::graph::{Counts, Dawg, Gaddag, GraphKind};
use crate::wordlist::MAX_WORD_LENGTH;

/// An opened dictionary: its bytes, its alphabet, and where its graphs lie.
#[derive(Debug)]
pub struct Image {
    bytes: Storage,
    format: &'static dyn Format,
    alphabet: Alphabet,
    counts: Counts,
    graphs: Vec<Box<dyn StoredGraph>>,
    definitions: Option<Section>,
    trusted: bool,
    /// The name of the file, for errors that show only when a graph is asked for.
    name: Option<String>,
}

/// Where a graph lies in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphPlace {
    /// The kind of graph.
    pub kind: GraphKind,
    /// The offset of its first byte.
    pub offset: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

impl Image {
    /// Opens a native image: checks header, section table, and alphabet. Each graph is checked when it is first
    /// [asked for](Image::graph), so that looking up a word does not read a GADDAG.
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    pub fn open(bytes: impl Into<Storage>) -> Result<Image, ImageError> {
        Image::native(bytes.into(), false)
    }

    /// Opens a native image that this program carries within itself, without checking its graphs. Reading it is
    /// memory-safe and free of panics even if they are damaged.
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    pub fn open_trusted(bytes: &'static [u8]) -> Result<Image, ImageError> {
        Image::native(bytes.into(), true)
    }

    /// Opens an image of any format. Files without an alphabet of their own are read with this one. The graphs of
    /// formats other than the native one are checked here, and their words are counted (linear in the arcs).
    ///
    /// # Errors
    /// [`ImageError`] with what is wrong and where.
    pub fn open_as(
        bytes: impl Into<Storage>,
        format: &'static dyn Format,
        alphabet: &Alphabet,
    ) -> Result<Image, ImageError> {
        let bytes = bytes.into();
        let contents = format.decode(&bytes, alphabet)?;
        if contents.counts.longest > MAX_WORD_LENGTH as u64 {
            return Err(ImageError::Field { offset: 0, what: "the longest word is longer than 255 tiles" });
        }
        Ok(Image::new(bytes, format, contents, Some(alphabet), false))
    }

    fn native(bytes: Storage, trusted: bool) -> Result<Image, ImageError> {
        let contents = native::contents(&bytes, trusted)?;
        Ok(Image::new(bytes, &LXG, contents, None, trusted))
    }

    fn new(
        bytes: Storage,
        format: &'static dyn Format,
        contents: Contents,
        given: Option<&Alphabet>,
        trusted: bool,
    ) -> Image {
        let Contents { alphabet, counts, graphs, definitions } = contents;
        let alphabet = alphabet.or_else(|| given.cloned()).expect("bug: an image without any alphabet");
        Image { bytes, format, alphabet, counts, graphs, definitions, trusted, name: None }
    }

    /// The same image, whose errors name this file.
    #[must_use]
    pub fn named(self, name: &str) -> Image {
        Image { name: Some(name.to_owned()), ..self }
    }

    /// The error with the name of the file.
    pub(crate) fn blame(&self, error: ImageError) -> ImageError {
        match &self.name {
            Some(name) => ImageError::In { name: name.clone(), error: Box::new(error) },
            None => error,
        }
    }

    /// The file format.
    pub fn format(&self) -> &'static dyn Format {
        self.format
    }

    /// The numbers of words and letters, and the length of the longest word.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The alphabet of the words.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The number of words.
    pub fn words(&self) -> u64 {
        self.counts.words
    }

    /// The number of letters in all words together.
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

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The graphs in the image, in the order of the file. If a format does not keep its graphs apart, the place of each
    /// is the whole file.
    pub fn graphs(&self) -> impl Iterator<Item = GraphPlace> + '_ {
        self.graphs.iter().map(|graph| {
            let place = graph.place(&self.bytes);
            GraphPlace { kind: graph.kind(), offset: place.start, bytes: place.end - place.start }
        })
    }

    /// `true` if the image has a graph of this kind.
    pub fn has(&self, kind: GraphKind) -> bool {
        self.graphs.iter().any(|graph| graph.kind() == kind)
    }

    /// The graph of this kind. The first call for a graph of a native image checks its checksum and its arcs (linear in
    /// its bytes, some gigabytes a second); later calls take constant time. A damaged graph gives its error each time.
    ///
    /// # Errors
    /// [`ImageError::NoGraph`] if the image lacks the graph, or what is wrong with it.
    pub fn graph(&self, kind: GraphKind) -> Result<ErasedGraph<'_>, ImageError> {
        let graph = self.graphs.iter().find(|graph| graph.kind() == kind);
        graph
            .ok_or(ImageError::NoGraph { graph: kind.name() })
            .and_then(|graph| graph.graph(&self.bytes))
            .map_err(|error| self.blame(error))
    }

    /// The definitions, after a check of their checksum (linear in their bytes); `None` if the image has none.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn definitions(&self) -> Result<Option<Glossary<'_>>, ImageError> {
        let Some(section) = &self.definitions else { return Ok(None) };
        if !self.trusted {
            section.check(&self.bytes).map_err(|error| self.blame(error))?;
        }
        Glossary::new(&section.parameters, section.bytes(&self.bytes)).map(Some).map_err(|error| self.blame(error))
    }

    /// The definitions as the file stores them, to be written into another image of the same words.
    ///
    /// # Errors
    /// As [`definitions`](Image::definitions).
    pub fn packed_definitions(&self) -> Result<Option<PackedDefinitions>, ImageError> {
        self.definitions()?;
        Ok(self
            .definitions
            .as_ref()
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
