//! The native image as one of the [formats](super::FORMATS).

use std::ops::Range;
use std::sync::OnceLock;

use super::lxg::{self, GraphSection, Header, Section, SectionKind};
use super::{Checksum, Contents, ErasedGraph, Format, FormatInfo, ImageError, NodeLayout, Parts, StoredGraph};
use crate::alphabet::Alphabet;
use crate::build::GraphKinds;
use crate::graph::{Counts, GraphKind};

/// The native image.
pub static LXG: Native = Native {
    info: FormatInfo {
        name: "lxg",
        extensions: &["lxg"],
        title: "native image, checksummed, with its alphabet",
        limits: "",
        holds: &[GraphKinds::Both, GraphKinds::Dawg, GraphKinds::Gaddag],
        native: true,
        has_alphabet: true,
        checksum: Checksum::Bytes,
        ..FormatInfo::FOREIGN
    },
};

/// The format of [`LXG`].
#[derive(Debug)]
pub struct Native {
    info: FormatInfo,
}

impl Format for Native {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        Header::probe(file)
    }

    fn decode(&self, file: &[u8], _: &Alphabet) -> Result<Contents, ImageError> {
        contents(file, false)
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        let definitions = parts.definitions.as_ref().map(|packed| (packed.parameters, packed.bytes.clone()));
        lxg::encode_with(parts.alphabet, parts.counts, parts.graphs, parts.nodes, definitions)
    }
}

/// Checks header, section table and alphabet. The graphs are checked when they are first asked for, or never if the
/// file is trusted.
pub(super) fn contents(file: &[u8], trusted: bool) -> Result<Contents, ImageError> {
    let header = Header::read(file)?;
    let section = header.sections.iter().find(|section| section.kind == SectionKind::Alphabet);
    let section = section.ok_or(ImageError::Field { offset: 44, what: "there is no alphabet section" })?;
    section.check(file)?;
    let alphabet = lxg::decode_alphabet(&section.parameters, section.bytes(file))?;
    let counts = Counts { words: header.words, letters: header.letters, longest: u64::from(header.longest) };
    let (wide, letters) = (alphabet.is_wide(), alphabet.len());
    let mut contents = Contents { alphabet: Some(alphabet), counts, graphs: vec![], definitions: None };
    for section in header.sections {
        match section.kind {
            SectionKind::Graph(kind) => {
                let checked = if trusted { OnceLock::from(()) } else { OnceLock::new() };
                contents.graphs.push(Box::new(GraphInSection { kind, section, wide, letters, checked }));
            }
            SectionKind::Definitions => {
                contents.definitions.get_or_insert(section);
            }
            SectionKind::Alphabet | SectionKind::Unknown(_) => {}
        }
    }
    Ok(contents)
}

/// A graph in a section of its own.
#[derive(Debug)]
struct GraphInSection {
    kind: GraphKind,
    section: Section,
    wide: bool,
    letters: usize,
    /// Set once checksum and arcs have been found right: bytes in memory do not change.
    checked: OnceLock<()>,
}

impl StoredGraph for GraphInSection {
    fn kind(&self) -> GraphKind {
        self.kind
    }

    fn place(&self, _: &[u8]) -> Range<u64> {
        self.section.offset..self.section.offset + self.section.length
    }

    fn graph<'a>(&'a self, file: &'a [u8]) -> Result<ErasedGraph<'a>, ImageError> {
        let Section { offset, parameters, layout, .. } = self.section;
        let check = self.checked.get().is_none();
        if check {
            self.section.check(file)?;
        }
        let what = "the graph has a node layout that is not known here";
        let nodes = NodeLayout::from_code(layout).ok_or(ImageError::Field { offset, what })?;
        let (kind, letters, bytes) = (self.kind, self.letters, self.section.bytes(file));
        let section = GraphSection { kind, parameters, bytes, letters, check };
        let graph = ErasedGraph::new(nodes, self.wide, &section)?;
        self.checked.get_or_init(|| ());
        Ok(graph)
    }
}
