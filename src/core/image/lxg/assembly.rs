//! An image part by part: for one that is not held in memory as a whole.

use std::io::{self, Write};

use super::header::{Outline, padded};
use super::{Encoded, NodeLayout, Section, SectionKind};
use crate::alphabet::Alphabet;
use crate::graph::{Counts, GraphKind};

/// Sections as they are written, one after another, to some place from where they go behind the header, which is known last.
#[derive(Debug)]
pub struct Assembly<S> {
    scratch: S,
    sections: Vec<Section>,
    /// Of the section that is being written.
    length: u64,
    checksum: crc32fast::Hasher,
}

impl<S: Write> Assembly<S> {
    /// An image over an alphabet. What is in `scratch` after [`finish`](Assembly::finish) is all of it but the header.
    ///
    /// # Errors
    /// Those of `scratch`, here and below.
    pub fn new(scratch: S, alphabet: &Alphabet) -> io::Result<Assembly<S>> {
        let mut assembly = Assembly { scratch, sections: vec![], length: 0, checksum: crc32fast::Hasher::new() };
        assembly.write(&super::alphabet::encode(alphabet))?;
        assembly.end(SectionKind::Alphabet, 0, [0; 5])?;
        Ok(assembly)
    }

    /// Where the sections are.
    pub fn scratch(&mut self) -> &mut S {
        &mut self.scratch
    }

    /// The bytes of all sections so far, and of the one being written.
    pub fn written(&self) -> u64 {
        self.sections.iter().map(|section| padded(section.length as usize) as u64).sum::<u64>() + self.length
    }

    /// The sections so far; their offsets count from the first of them.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Writes bytes of a section.
    ///
    /// # Errors
    /// See [`new`](Assembly::new).
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len() as u64;
        self.checksum.update(bytes);
        self.scratch.write_all(bytes)
    }

    /// Ends the section of a graph.
    ///
    /// # Errors
    /// See [`new`](Assembly::new).
    pub fn end_graph(&mut self, kind: GraphKind, nodes: NodeLayout, parameters: [u64; 5]) -> io::Result<()> {
        self.end(SectionKind::Graph(kind), nodes.code(), parameters)
    }

    /// Writes a whole graph.
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

    /// The header, with the section table; the sections follow it.
    pub fn finish(self, counts: Counts) -> (Vec<u8>, S) {
        let mut outline = Outline::new(counts.words, counts.letters, counts.longest as u32);
        self.sections.iter().for_each(|section| outline.add(section));
        (outline.finish(false), self.scratch)
    }
}
