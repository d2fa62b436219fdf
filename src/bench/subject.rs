//! Formats under test, and what each can be asked.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::questions::counted;
use super::{BenchError, Questions, Task};
use crate::alphabet::{Alphabet, Tile};
use crate::build::Wanted;
use crate::graph::{GraphKind, WordGraph, contains, for_each_word};
use crate::image::{AnyGraph, CompileError, GraphOp, Image, Nodes, compile};
use crate::lexicon::Words;
use crate::movegen::{Count, Generator};
use crate::query::Query;

/// The list that formats are measured on.
pub struct Input<'a> {
    alphabet: &'a Alphabet,
    words: &'a Words,
    /// The words as text in the order of its bytes, which peers want.
    #[cfg_attr(not(feature = "peers"), allow(dead_code))]
    pub(super) lines: Vec<String>,
}

impl<'a> Input<'a> {
    /// A sorted list of distinct words over an alphabet.
    pub fn new(alphabet: &'a Alphabet, words: &'a Words) -> Input<'a> {
        let mut lines = Vec::new();
        if cfg!(feature = "peers") {
            lines.extend(words.iter().map(|word| alphabet.render(word)));
            lines.sort_unstable();
            lines.dedup();
        }
        Input { alphabet, words, lines }
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &'a Alphabet {
        self.alphabet
    }

    /// The words.
    pub fn words(&self) -> &'a Words {
        self.words
    }

    /// Whether it is a list for the positions that there are: those have English tiles.
    pub fn plays_games(&self) -> bool {
        self.alphabet.name() == "english"
    }

    /// Whether a word is in the list, by halving.
    pub(super) fn has(&self, word: &[Tile]) -> bool {
        let (mut from, mut to) = (0, self.words.len());
        while from < to {
            let middle = from + (to - from) / 2;
            match self.words.get(middle).cmp(word) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }
}

/// Words to look up: as tiles, and as text for peers.
pub struct Keys {
    pub(super) tiles: Words,
    #[cfg_attr(not(feature = "peers"), allow(dead_code))] // peers are asked with text
    text: String,
    #[cfg_attr(not(feature = "peers"), allow(dead_code))]
    ends: Vec<usize>,
}

impl Keys {
    pub(super) fn new<'w>(alphabet: &Alphabet, words: impl Iterator<Item = &'w [Tile]>) -> Keys {
        let mut keys = Keys { tiles: Words::new(), text: String::new(), ends: vec![0] };
        for word in words {
            keys.tiles.push(word);
            alphabet.render_into(word, &mut keys.text);
            keys.ends.push(keys.text.len());
        }
        keys
    }

    pub(super) fn len(&self) -> usize {
        self.tiles.len()
    }

    #[cfg(feature = "peers")]
    pub(super) fn text(&self, index: usize) -> &str {
        &self.text[self.ends[index]..self.ends[index + 1]]
    }
}

/// Looks words up in an order that depends on the answers; where that ended.
pub(super) fn chain(keys: usize, mut has: impl FnMut(usize) -> bool) -> u64 {
    let mut at = 0;
    for _ in 0..keys {
        at += 1 + usize::from(black_box(has(at)));
        if at >= keys {
            at -= keys;
        }
    }
    at as u64
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A native node layout.
    Own(Nodes),
    /// Somebody else's.
    #[cfg(feature = "peers")]
    Peer(super::peers::Peer),
}

impl Format {
    /// All formats, our own first.
    pub fn all() -> Vec<Format> {
        let own = Nodes::ALL.into_iter().map(Format::Own);
        #[cfg(feature = "peers")]
        let own = own.chain(super::peers::Peer::ALL.into_iter().map(Format::Peer));
        own.collect()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Own(nodes) => nodes.name(),
            #[cfg(feature = "peers")]
            Format::Peer(peer) => peer.name(),
        }
    }

    /// Whether it is one of ours.
    pub fn is_own(self) -> bool {
        matches!(self, Format::Own(_))
    }

    pub(super) fn build(self, input: &Input<'_>) -> Result<Box<dyn Subject>, BenchError> {
        match self {
            Format::Own(nodes) => Ok(Box::new(Layout::new(nodes, input)?)),
            #[cfg(feature = "peers")]
            Format::Peer(peer) => peer.build(input),
        }
    }

    /// Builds and forgets: what is timed. Our own are not opened again, peers are what they build.
    pub(super) fn build_only(self, input: &Input<'_>) -> Result<u64, BenchError> {
        match self {
            Format::Own(nodes) => {
                let bytes = compile(input.alphabet, input.words, Wanted::Dawg, nodes);
                Ok(bytes.map_err(|error| BenchError::Compile { format: nodes.name(), error })?.len() as u64)
            }
            #[cfg(feature = "peers")]
            Format::Peer(peer) => Ok(peer.build(input)?.bytes()),
        }
    }
}

/// A format that holds the list.
pub trait Subject {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Its bytes.
    fn bytes(&self) -> u64;
    /// Adds what moves are generated with; its bytes, if the format has that.
    ///
    /// # Errors
    /// [`BenchError`] when it cannot be made.
    fn add_gaddag(&mut self, _input: &Input<'_>) -> Result<Option<u64>, BenchError> {
        Ok(None)
    }
    /// Does a task once; its answer and the time it took, or `None` when the format cannot do it.
    ///
    /// # Errors
    /// [`BenchError`] when moves cannot be generated.
    fn ask(&self, task: Task, questions: &Questions) -> Result<Option<(u64, Duration)>, BenchError>;
}

/// A node layout with the list in it.
struct Layout {
    nodes: Nodes,
    image: Image,
    games: Option<Image>,
}

impl Layout {
    fn new(nodes: Nodes, input: &Input<'_>) -> Result<Layout, BenchError> {
        Ok(Layout { nodes, image: image(nodes, input, Wanted::Dawg)?, games: None })
    }
}

fn image(nodes: Nodes, input: &Input<'_>, wanted: Wanted) -> Result<Image, BenchError> {
    let bytes = compile(input.alphabet, input.words, wanted, nodes);
    bytes
        .and_then(|bytes| Image::open(bytes).map_err(CompileError::Image))
        .map_err(|error| BenchError::Compile { format: nodes.name(), error })
}

fn graph_bytes(image: &Image, kind: GraphKind) -> Option<u64> {
    image.graphs().find(|graph| graph.kind == kind).map(|graph| graph.bytes)
}

impl Subject for Layout {
    fn name(&self) -> &'static str {
        self.nodes.name()
    }

    fn bytes(&self) -> u64 {
        graph_bytes(&self.image, GraphKind::Dawg).unwrap_or(0)
    }

    fn add_gaddag(&mut self, input: &Input<'_>) -> Result<Option<u64>, BenchError> {
        let games = image(self.nodes, input, Wanted::Both)?;
        let bytes = graph_bytes(&games, GraphKind::Gaddag);
        self.games = Some(games);
        Ok(bytes)
    }

    fn ask(&self, task: Task, questions: &Questions) -> Result<Option<(u64, Duration)>, BenchError> {
        if task == Task::Movegen {
            let Some(image) = &self.games else { return Ok(None) };
            let generator = Generator::new(image, GraphKind::Gaddag)?;
            let mut worker = generator.worker();
            let mut plays = Count::default();
            let start = Instant::now();
            for position in &questions.positions {
                worker.generate(position, &mut plays)?;
            }
            return Ok(Some((plays.plays, start.elapsed())));
        }
        let format = self.nodes.name();
        let compile = |error| BenchError::Compile { format, error: CompileError::Image(error) };
        // Checking the image is part of opening it and of no time.
        let graph: AnyGraph<'_> = self.image.graph(GraphKind::Dawg).map_err(compile)?;
        let start = Instant::now();
        let answer = graph.run(Ask { task, questions });
        Ok(Some((answer, start.elapsed())))
    }
}

struct Ask<'q> {
    task: Task,
    questions: &'q Questions,
}

impl GraphOp for Ask<'_> {
    type Output = u64;

    fn run<G: WordGraph>(self, graph: &G) -> u64 {
        let count = |words: &Words| words.iter().filter(|word| contains(graph, word)).count() as u64;
        let questions = self.questions;
        let mut answers = 0;
        match self.task {
            Task::Build | Task::Movegen => (),
            Task::Hits => answers = count(&questions.hits.tiles),
            Task::Misses => answers = count(&questions.misses.tiles),
            Task::Chained => {
                let words = &questions.hits.tiles;
                answers = chain(words.len(), |index| contains(graph, words.get(index)));
            }
            Task::Enumerate => {
                let _ = for_each_word(graph, questions.longest, |word| {
                    black_box(word);
                    counted(&mut answers)
                });
            }
            Task::Anagram => answers = questions.racks.iter().map(|rack| rack.count(graph)).sum(),
            Task::Pattern => answers = questions.patterns.iter().map(|pattern| pattern.count(graph)).sum(),
        }
        answers
    }
}
