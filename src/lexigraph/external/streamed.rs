//! Graphs that go to disk as they are built.

use std::io::{self, Write};

use super::graphs::{self, Tally};
use super::{Compiled, External, ExternalError, GraphNumbers};
use crate::alphabet::Alphabet;
use crate::build::{ArcSink, BoundedRegister, GraphKinds, Minimizer, WrittenSize};
use crate::bytes::Spill;
use crate::graph::{Arc, GraphKind};
use crate::image::NodeLayout;
use crate::image::lxg::{Assembly, write_arc};

/// Bytes of an arc of the `list` layout in its long form.
const ARC_BYTES: usize = 8;
/// Bytes that are gathered before they are counted into a checksum.
const BUFFER: usize = 1 << 16;

/// Arcs into the section of a graph.
struct Arcs {
    assembly: Assembly<Spill>,
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

impl Arcs {
    fn flush(&mut self) -> io::Result<()> {
        let result = self.assembly.write(&self.buffer);
        self.buffer.clear();
        self.error.take().map_or(result, Err)
    }
}

impl ArcSink for Arcs {
    fn arc(&mut self, arc: Arc<u64>, is_last: bool) {
        write_arc(&mut self.buffer, arc, is_last, ARC_BYTES);
        if self.buffer.len() >= BUFFER
            && let Err(error) = self.flush()
        {
            self.error.get_or_insert(error);
        }
    }
}

impl External {
    /// Builds with a bounded register and writes each state when it is complete.
    pub(super) fn streamed(&mut self, alphabet: &Alphabet, wanted: GraphKinds) -> Result<Compiled, ExternalError> {
        let mut prefixes = self.prefixes(wanted)?;
        let room = if prefixes.is_some() { self.plan.bounded.1 } else { self.plan.bounded.0 };
        let assembly = Assembly::new(Spill::new(self.folder.as_deref())?, alphabet)?;
        // Place 0 is that of the end state.
        let arcs = Arcs { assembly, buffer: vec![0; ARC_BYTES], error: None };
        let mut minimizer = Minimizer::with(BoundedRegister::new(arcs, room));
        let (mut tally, mut duplicates) = (Tally::default(), vec![]);
        let start = minimizer.register.sink.assembly.written();
        // The register is never full; only a full disk stops the build.
        let failed = |minimizer: &Minimizer<BoundedRegister<Arcs>>| minimizer.register.sink.error.is_some();
        let dawg = graphs::dawg(&mut self.words, &mut minimizer, prefixes.as_mut(), &mut tally, &mut duplicates, failed)?;
        minimizer.register.sink.flush()?;
        let dawg = dawg.unwrap_or_default();
        let mut written = minimizer.register.written();
        let mut graphs = Vec::new();
        if wanted != GraphKinds::Gaddag {
            graphs.push(end(&mut minimizer.register.sink.assembly, GraphKind::Dawg, dawg, written, &tally)?);
        }
        let mut spilled = self.words.spilled();
        if let Some(mut prefixes) = prefixes {
            let assembly = &mut minimizer.register.sink.assembly;
            if wanted == GraphKinds::Both {
                copy(assembly, start, (written.arcs + 1) * ARC_BYTES as u64)?;
            }
            prefixes.finish(self.plan.merge)?;
            spilled += prefixes.spilled();
            let before = written;
            let root = graphs::gaddag(&mut prefixes, &mut minimizer, dawg, &mut tally, failed)?.unwrap_or_default();
            minimizer.register.sink.flush()?;
            written = minimizer.register.written();
            let mut gaddag = end(&mut minimizer.register.sink.assembly, GraphKind::Gaddag, root, written, &tally)?;
            if !tally.meets_dawg && dawg != 0 {
                // The root of the DAWG lies in the section, but no path leads there. It was written last of the DAWG.
                let arcs = before.arcs + 1 - dawg;
                gaddag.nodes -= 1;
                gaddag.edges -= arcs;
                gaddag.accepting_edges -= tally.singles;
            }
            graphs.push(gaddag);
        }
        let mut compiled = Compiled {
            counts: tally.counts,
            duplicates,
            minimal: !written.evicted,
            streamed: true,
            runs: self.words.made(),
            spilled: spilled + minimizer.register.sink.assembly.written(),
            graphs,
            head: vec![],
            rest: None,
        };
        compiled.assembled(minimizer.register.sink.assembly);
        if let Some(rest) = &mut compiled.rest {
            rest.flush()?;
        }
        Ok(compiled)
    }
}

/// Ends the section of a graph.
fn end(
    assembly: &mut Assembly<Spill>,
    kind: GraphKind,
    root: u64,
    written: WrittenSize,
    tally: &Tally,
) -> io::Result<GraphNumbers> {
    assembly.end_graph(kind, NodeLayout::List, [ARC_BYTES as u64, written.arcs + 1, root, 0, 0])?;
    let (offset, bytes) = assembly.sections().last().map_or((0, 0), |section| (section.offset, section.length));
    let (trie_nodes, depth) = tally.of(kind);
    Ok(GraphNumbers {
        kind,
        offset,
        bytes,
        nodes: written.states,
        edges: written.arcs,
        accepting_edges: written.accepting,
        trie_nodes,
        max_out_degree: written.max_out_degree,
        depth,
    })
}

/// Copies bytes of an earlier section to the start of this one.
fn copy(assembly: &mut Assembly<Spill>, from: u64, length: u64) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    let mut at = 0;
    while at < length {
        let part = &mut buffer[..(length - at).min(BUFFER as u64) as usize];
        assembly.scratch().read_at(from + at, part)?;
        at += part.len() as u64;
        assembly.write(part)?;
    }
    Ok(())
}
