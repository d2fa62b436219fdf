//! Writes an image section by section, for an image that does not fit in memory.

use std::io::{self, Write};

use super::header::{HeaderBuilder, padded};
use super::{Encoded, NodeLayout, Section, SectionKind};
use crate::alphabet::Alphabet;
use crate::graph::{Counts, GraphKind};

/// Writes the sections of an image to `scratch`, one after another. The header, which comes first in the file, is known
/// only after the last section.
#[derive(Debug)]
pub struct Assembly<S> {
    scratch: S,
    sections: Vec<Section>,
    /// Length and checksum of the current section.
    length: u64,
    checksum: crc32fast::Hasher,
}

impl<S: Write> Assembly<S> {
    /// Starts an image with its alphabet. After [`finish`](Assembly::finish), `scratch` holds the image without the
    /// header.
    ///
    /// # Errors
    /// If writing to `scratch` fails.
    pub fn new(scratch: S, alphabet: &Alphabet) -> io::Result<Assembly<S>> {
        let mut assembly = Assembly { scratch, sections: vec![], length: 0, checksum: crc32fast::Hasher::new() };
        assembly.write(&super::alphabet::encode(alphabet))?;
        assembly.end(SectionKind::Alphabet, 0, super::alphabet::parameters(alphabet))?;
        Ok(assembly)
    }

    /// The writer that receives the sections.
    pub fn scratch(&mut self) -> &mut S {
        &mut self.scratch
    }

    /// The number of bytes written so far.
    pub fn written(&self) -> u64 {
        self.sections.iter().map(|section| padded(section.length as usize) as u64).sum::<u64>() + self.length
    }

    /// The finished sections. Their offsets count from the start of the first section.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Writes bytes of the current section.
    ///
    /// # Errors
    /// See [`new`](Assembly::new).
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len() as u64;
        self.checksum.update(bytes);
        self.scratch.write_all(bytes)
    }

    /// Ends the current section, which is a graph.
    ///
    /// # Errors
    /// See [`new`](Assembly::new).
    pub fn end_graph(&mut self, kind: GraphKind, nodes: NodeLayout, parameters: [u64; 5]) -> io::Result<()> {
        self.end(SectionKind::Graph(kind), nodes.code(), parameters)
    }

    /// Writes a whole graph section.
    ///
    /// # Errors
    /// See [`new`](Assembly::new).
    pub fn graph(&mut self, kind: GraphKind, nodes: NodeLayout, encoded: &Encoded) -> io::Result<()> {
        self.write(&encoded.bytes)?;
        self.end_graph(kind, nodes, encoded.parameters)
    }

    fn end(&mut self, kind: SectionKind, layout: u16, parameters: [u64; 5]) -> io::Result<()> {
        let length = self.length;
        let offset = self.written() - length;
        self.write(&[0; 64][..padded(length as usize) - length as usize])?;
        let checksum = std::mem::take(&mut self.checksum).finalize();
        self.sections.push(Section { kind, layout, checksum, offset, length, parameters });
        self.length = 0;
        Ok(())
    }

    /// The header with the section table, and the writer with the sections that follow it.
    pub fn finish(self, counts: Counts) -> (Vec<u8>, S) {
        let mut header = HeaderBuilder::new(counts.words, counts.letters, counts.longest as u32);
        self.sections.iter().for_each(|section| header.add(section));
        (header.finish(false), self.scratch)
    }
}
