//! Compiling lists that are larger than memory.
//!
//! Words are sorted on disk in runs, merged without duplicates and streamed into the minimiser ([`crate::build`]). The
//! same is done with the prefixes of which a GADDAG is made. If the graph and its register fit into the memory allowed,
//! the image equals the one that [`compile`](crate::image::compile) makes, byte for byte. Otherwise the graph is built
//! again with a register of bounded size, and each state is written to disk when it is complete. This uses the `list`
//! layout, in which lists then share no ends. [`Compiled::minimal`] says whether the graph is known to be minimal.
//!
//! Time: that of sorting, and two passes over the sorted words if the graph does not fit. Disk space: the words, and
//! for a GADDAG their distinct prefixes, each without the letters that it shares with the one before; twice that while
//! many runs are merged.

mod graphs;
mod sorter;
mod streamed;

use std::io::{self, Write};
use std::path::PathBuf;

use thiserror::Error;

use crate::alphabet::{Alphabet, Tile};
use crate::build::{ArenaRegister, BuildError, GraphKinds, Graphs, Minimizer};
use crate::bytes::Spill;
use crate::graph::{Counts, GraphKind, WordGraph};
use crate::image::lxg::{Assembly, encode_graph};
use crate::image::{Format, GraphStats, ImageError, LXG, NodeLayout, Parts, Stats, resident};
use crate::wordlist::Words;
use graphs::Tally;
use sorter::Sorter;

/// The least memory that can be asked for: 32 MiB.
pub const LEAST_MEMORY: u64 = 32 << 20;
/// The memory of the program itself, with its stacks and buffers.
const PROGRAM: u64 = 12 << 20;

/// Why words could not be compiled.
#[derive(Debug, Error)]
pub enum ExternalError {
    /// Reading or writing runs.
    #[error("temporary file: {0}")]
    Io(#[from] io::Error),
    /// The graphs cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The graphs cannot be laid out.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The bound is below [`LEAST_MEMORY`].
    #[error("a bound of {memory} bytes is too small")]
    Least {
        /// The bound.
        memory: u64,
    },
    /// The graphs do not fit.
    #[error(
        "{what} would take more than the {memory} bytes allowed{}",
        needed.map_or_else(String::new, |needed| format!(", about {needed}"))
    )]
    Memory {
        /// What would be too large.
        what: String,
        /// The bytes it would take, if known.
        needed: Option<u64>,
        /// The bound.
        memory: u64,
    },
}

/// How the memory is divided.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// Words being sorted.
    words: usize,
    /// Prefixes being sorted, while the DAWG is built.
    prefixes: usize,
    /// Runs being merged.
    merge: usize,
    /// A graph and its full register: alone, and beside prefixes being sorted.
    kept: (usize, usize),
    /// A graph with a bounded register: alone, and beside prefixes being sorted.
    bounded: (usize, usize),
    /// A graph being laid out.
    layout: u64,
    /// A piece of a list; about four are in memory at a time.
    piece: usize,
    /// The text of a dictionary, which is in memory as it is and decoded.
    dictionary: u64,
}

impl Plan {
    /// Divides this number of bytes, which is for the whole process. A part stays free, because hash tables are half
    /// empty after they grow.
    fn new(memory: u64) -> Plan {
        let all = memory - PROGRAM;
        let parts = |parts: u64, of: u64| (all / of * parts).min(usize::MAX as u64) as usize;
        Plan {
            words: parts(1, 2),
            prefixes: parts(1, 4),
            merge: parts(1, 8),
            kept: (parts(3, 4), parts(1, 2)),
            bounded: (parts(5, 8), parts(1, 2)),
            layout: all,
            piece: parts(1, 32).min(4 << 20),
            dictionary: all / 8,
        }
    }
}

/// Words on their way into an image.
pub struct External {
    memory: u64,
    plan: Plan,
    folder: Option<PathBuf>,
    words: Sorter,
}

/// The numbers of a graph in an image, counted while it was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphNumbers {
    /// Which graph.
    pub kind: GraphKind,
    /// The first byte of its section.
    pub offset: u64,
    /// The bytes of its section.
    pub bytes: u64,
    /// Nodes with arcs.
    pub nodes: u64,
    /// Arcs.
    pub edges: u64,
    /// Arcs that accept.
    pub accepting_edges: u64,
    /// Nodes of the trie, root and leaves included.
    pub trie_nodes: u64,
    /// The most arcs of a node.
    pub max_out_degree: u64,
    /// The longest path.
    pub depth: u64,
}

/// A compiled image that has not been written to its file yet.
#[derive(Debug)]
pub struct Compiled {
    /// Words, letters, the longest word.
    pub counts: Counts,
    /// By list: the number of words that occur in it more than once, each counted as often as it is repeated.
    pub duplicates: Vec<u64>,
    /// `true` if the graphs are known to be minimal.
    pub minimal: bool,
    /// `true` if states were written to disk as they were built, because the graph would not have fitted into memory.
    pub streamed: bool,
    /// Sorted runs of words on disk.
    pub runs: usize,
    /// Bytes of temporary files.
    pub spilled: u64,
    /// The graphs.
    pub graphs: Vec<GraphNumbers>,
    head: Vec<u8>,
    rest: Option<Spill>,
}

impl Compiled {
    /// The bytes of the image.
    pub fn bytes(&self) -> u64 {
        self.head.len() as u64 + self.rest.as_ref().map_or(0, Spill::length)
    }

    /// The numbers of an image in the native format, as [`stats`](crate::image::stats) would count them.
    pub fn stats(&self, alphabet: &Alphabet, nodes: NodeLayout) -> Stats {
        let graphs = self.graphs.iter().map(|graph| GraphStats {
            graph: graph.kind.name(),
            nodes_kind: nodes.name(),
            nodes: graph.nodes,
            edges: graph.edges,
            trie_nodes: graph.trie_nodes,
            trie_edges: graph.trie_nodes - 1,
            accepting_edges: graph.accepting_edges,
            bytes: graph.bytes,
            resident_bytes: resident(graph.offset, graph.bytes),
            max_out_degree: graph.max_out_degree,
            depth: graph.depth,
        });
        let Counts { words, letters, longest } = self.counts;
        Stats {
            words,
            letters,
            longest: longest as usize,
            alphabet: alphabet.name().to_owned(),
            format: LXG.name(),
            file_bytes: self.bytes(),
            bytes_per_word: self.bytes() as f64 / words.max(1) as f64,
            definitions: None,
            graphs: graphs.collect(),
        }
    }

    /// The whole image, if it is in memory: only native images are on disk.
    pub fn in_memory(&self) -> Option<&[u8]> {
        self.rest.is_none().then_some(&self.head)
    }

    /// Writes the image.
    ///
    /// # Errors
    /// An error of the system.
    pub fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.head)?;
        self.rest.as_mut().map_or(Ok(()), |rest| rest.copy(0, rest.length(), out))
    }
}

/// The image to make.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The file format.
    pub format: &'static dyn Format,
    /// The graphs.
    pub wanted: GraphKinds,
    /// Their layout in a native image.
    pub nodes: NodeLayout,
}

impl External {
    /// Starts without words. The process may use up to `memory` bytes; temporary files go into `folder`, or the
    /// system's default folder.
    ///
    /// # Errors
    /// [`ExternalError`] if the bound is too small or no temporary file can be made.
    pub fn new(memory: u64, folder: Option<PathBuf>) -> Result<External, ExternalError> {
        if memory < LEAST_MEMORY {
            return Err(ExternalError::Least { memory });
        }
        External::with(memory, Plan::new(memory), folder)
    }

    /// Starts without words, for many words whose graph is small, such as the forms of a dictionary: words are sorted
    /// within about this much memory, and the graph takes what it needs. So the image is always that of
    /// [`compile`](crate::image::compile). `memory` is at least [`LEAST_MEMORY`]. Temporary files go into the system's
    /// default folder.
    ///
    /// # Errors
    /// [`ExternalError`] if the bound is too small or no temporary file can be made.
    pub fn sorting(memory: u64) -> Result<External, ExternalError> {
        if memory < LEAST_MEMORY {
            return Err(ExternalError::Least { memory });
        }
        let all = (usize::MAX, usize::MAX);
        External::with(memory, Plan { kept: all, layout: u64::MAX, dictionary: u64::MAX, ..Plan::new(memory) }, None)
    }

    fn with(memory: u64, plan: Plan, folder: Option<PathBuf>) -> Result<External, ExternalError> {
        let words = Sorter::new(plan.words, false, folder.as_deref())?;
        Ok(External { memory, plan, folder, words })
    }

    /// The number of bytes to read from a list at a time.
    pub fn piece(&self) -> usize {
        self.plan.piece
    }

    /// The most bytes that a hunspell dictionary may have: its text is read as a whole.
    pub fn most_of_dictionary(&self) -> u64 {
        self.plan.dictionary
    }

    /// Adds words in any order.
    ///
    /// # Errors
    /// An error of the system.
    pub fn add(&mut self, words: &Words) -> io::Result<()> {
        words.iter().try_for_each(|word| self.words.push(word, 0))
    }

    /// Starts the next list: the words that follow belong to it.
    ///
    /// # Errors
    /// An error of the system.
    pub fn next_list(&mut self) -> io::Result<()> {
        self.words.next_list()
    }

    /// Compiles the words. `progress` is called with the name of each step.
    ///
    /// # Errors
    /// [`ExternalError`].
    pub fn compile(
        mut self,
        alphabet: &Alphabet,
        target: Target,
        mut progress: impl FnMut(&'static str),
    ) -> Result<Compiled, ExternalError> {
        let wide = alphabet.len() > usize::from(Tile::MAX_GAME);
        if target.wanted != GraphKinds::Dawg && wide {
            return Err(BuildError::WideGaddag { letters: alphabet.len() }.into());
        }
        progress("sorting");
        self.words.finish(self.plan.merge)?;
        progress("building");
        let can_stream = target.format.is_native() && target.nodes == NodeLayout::List;
        match self.kept(alphabet, target, can_stream)? {
            Some(compiled) => Ok(compiled),
            None => {
                progress("building on disk");
                self.streamed(alphabet, target.wanted)
            }
        }
    }

    /// A sorter for the prefixes of a GADDAG.
    fn prefixes(&self, wanted: GraphKinds) -> io::Result<Option<Sorter>> {
        let sorter = || Sorter::new(self.plan.prefixes, true, self.folder.as_deref());
        (wanted != GraphKinds::Dawg).then(sorter).transpose()
    }

    /// Builds in memory; `None` if that takes too much memory and the graph can be streamed.
    fn kept(&mut self, alphabet: &Alphabet, target: Target, can_stream: bool) -> Result<Option<Compiled>, ExternalError> {
        let Target { format, wanted, nodes } = target;
        let mut minimizer = Minimizer::with(ArenaRegister::with_memory(self.plan.kept.0.min(self.memory as usize)));
        let mut prefixes = self.prefixes(wanted)?;
        let (mut tally, mut duplicates) = (Tally::default(), vec![]);
        let most = |most| move |minimizer: &Minimizer| minimizer.register.bytes() > most || minimizer.is_full();
        let too_large = |what: &str, needed| match can_stream {
            true => Ok(None),
            false => Err(ExternalError::Memory { what: what.to_owned(), needed, memory: self.memory }),
        };
        let room = if prefixes.is_some() { self.plan.kept.1 } else { self.plan.kept.0 };
        let dawg =
            graphs::dawg(&mut self.words, &mut minimizer, prefixes.as_mut(), &mut tally, &mut duplicates, most(room))?;
        let Some(dawg) = dawg else { return too_large("the graph", None) };
        let (mut gaddag, mut spilled) = (None, self.words.spilled());
        if let Some(mut prefixes) = prefixes {
            prefixes.finish(self.plan.merge)?;
            spilled += prefixes.spilled();
            gaddag = graphs::gaddag(&mut prefixes, &mut minimizer, dawg, &mut tally, most(self.plan.kept.0))?;
            if gaddag.is_none() {
                return too_large("the graphs", None);
            }
        }
        let graphs = Graphs::of(minimizer, (wanted != GraphKinds::Gaddag).then_some(dawg), gaddag);
        let (states, arcs) = graphs.size();
        let mut needed = graphs.bytes() + nodes.working_bytes(states, arcs);
        if !format.is_native() {
            // The whole image is in memory, too.
            needed += 100 * states;
        }
        if needed > self.plan.layout {
            return too_large(&format!("laying the graph out as '{}'", nodes.name()), Some(needed + PROGRAM));
        }
        let mut compiled = Compiled {
            counts: tally.counts,
            duplicates,
            minimal: true,
            streamed: false,
            runs: self.words.made(),
            spilled,
            graphs: vec![],
            head: vec![],
            rest: None,
        };
        if !format.is_native() {
            let parts = Parts { alphabet, counts: tally.counts, graphs: &graphs, nodes, definitions: None };
            compiled.head = format.write(&parts)?;
            let length = compiled.head.len() as u64;
            compiled.graphs = graphs.iter().map(|(kind, graph)| numbers(kind, graph, &tally, (0, length))).collect();
            return Ok(Some(compiled));
        }
        let mut assembly = Assembly::new(Spill::new(self.folder.as_deref())?, alphabet)?;
        for (kind, graph) in graphs.iter() {
            assembly.graph(kind, nodes, &encode_graph(graph, kind, nodes, alphabet.len())?)?;
            let place = assembly.sections().last().map_or((0, 0), |section| (section.offset, section.length));
            compiled.graphs.push(numbers(kind, graph, &tally, place));
        }
        compiled.assembled(assembly);
        Ok(Some(compiled))
    }
}

impl Compiled {
    /// Takes over the assembled image.
    fn assembled(&mut self, assembly: Assembly<Spill>) {
        let (head, rest) = assembly.finish(self.counts);
        self.graphs.iter_mut().for_each(|graph| graph.offset += head.len() as u64);
        (self.head, self.rest) = (head, Some(rest));
    }
}

/// Counts a graph in memory: linear in its arcs, a bit and a number a state.
fn numbers(kind: GraphKind, graph: crate::build::MinimalGraph<'_>, tally: &Tally, place: (u64, u64)) -> GraphNumbers {
    let (trie_nodes, depth) = tally.of(kind);
    let (offset, bytes) = place;
    let mut numbers =
        GraphNumbers { kind, offset, bytes, nodes: 0, edges: 0, accepting_edges: 0, trie_nodes, max_out_degree: 0, depth };
    for state in graph.states() {
        let arcs = graph.arcs_of(state).len() as u64;
        numbers.nodes += u64::from(arcs > 0);
        numbers.edges += arcs;
        numbers.accepting_edges += graph.arcs(state).filter(|arc| arc.accepts).count() as u64;
        numbers.max_out_degree = numbers.max_out_degree.max(arcs);
    }
    numbers
}

#[cfg(test)]
mod tests;
