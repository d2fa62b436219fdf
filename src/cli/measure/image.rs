//! Images under test: our own layouts, and the formats of other programs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use lexigraph::boggle::search;
use lexigraph::build::{GraphKinds, Graphs};
use lexigraph::graph::GraphKind;
use lexigraph::image::{self, CompileError, ErasedGraph, Image, NodeLayout, Parts};
use lexigraph::movegen::{Count, Generator};
use lexigraph::query::Query;
use lexigraph::wordlist::Words;

use super::error::BenchError;
use super::input::Input;
use super::questions::Questions;
use super::subject::{Subject, chain, counted};
use super::task::Task;

/// A format to compile to.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name in the report.
    pub name: &'static str,
    /// The file format.
    pub format: &'static dyn image::Format,
    /// The node layout, if the file format has several.
    pub nodes: NodeLayout,
}

impl Target {
    /// The graphs that a list is compiled to for look-ups: the DAWG, unless the format has none.
    fn usual(self) -> GraphKinds {
        if self.format.can_hold(GraphKinds::Dawg) {
            GraphKinds::Dawg
        } else {
            *self.format.info().holds.first().expect("bug: a format that holds no graph")
        }
    }

    fn failed(self, error: impl Into<CompileError>) -> BenchError {
        BenchError::Compile { format: self.name, error: error.into() }
    }

    fn bytes(self, input: &Input<'_>, wanted: GraphKinds) -> Result<Vec<u8>, BenchError> {
        let (alphabet, words, nodes) = (input.alphabet(), input.words(), self.nodes);
        let graphs = Graphs::build(words, alphabet.len(), wanted).map_err(|error| self.failed(error))?;
        let parts = Parts { alphabet, counts: words.into(), graphs: &graphs, nodes, definitions: None };
        self.format.write(&parts).map_err(|error| self.failed(error))
    }

    fn open(self, input: &Input<'_>, wanted: GraphKinds) -> Result<Image, BenchError> {
        let bytes = self.bytes(input, wanted)?;
        Image::open_as(bytes, self.format, input.alphabet()).map_err(|error| self.failed(error))
    }
}

/// Compiles a list into the bytes of an image.
///
/// # Errors
/// [`BenchError`] if the format cannot hold the list.
pub fn compile(target: Target, input: &Input<'_>) -> Result<Vec<u8>, BenchError> {
    target.bytes(input, target.usual())
}

/// A format that holds the list.
pub struct Compiled {
    target: Target,
    image: Image,
    /// The image with a GADDAG, if that is another one.
    games: Option<Image>,
}

impl Compiled {
    /// Compiles the list.
    ///
    /// # Errors
    /// [`BenchError`] if the format cannot hold the list.
    pub fn new(target: Target, input: &Input<'_>) -> Result<Compiled, BenchError> {
        Ok(Compiled { target, image: target.open(input, target.usual())?, games: None })
    }

    /// Bytes of a graph, or of the whole file if several graphs share nodes.
    fn graph_bytes(image: &Image, kind: GraphKind) -> Option<u64> {
        image.graphs().find(|graph| graph.kind == kind).map(|graph| graph.bytes)
    }
}

impl Subject for Compiled {
    fn name(&self) -> &'static str {
        self.target.name
    }

    fn bytes(&self) -> Option<u64> {
        Compiled::graph_bytes(&self.image, GraphKind::Dawg)
    }

    fn add_gaddag(&mut self, input: &Input<'_>) -> Result<Option<u64>, BenchError> {
        if self.image.has(GraphKind::Gaddag) {
            return Ok(Compiled::graph_bytes(&self.image, GraphKind::Gaddag));
        }
        if !self.target.format.can_hold(GraphKinds::Both) {
            return Ok(None);
        }
        let games = self.target.open(input, GraphKinds::Both)?;
        let bytes = Compiled::graph_bytes(&games, GraphKind::Gaddag);
        self.games = Some(games);
        Ok(bytes)
    }

    fn ask(&self, task: Task, questions: &Questions) -> Result<Option<(u64, Duration)>, BenchError> {
        if task == Task::Movegen {
            let image = self.games.as_ref().unwrap_or(&self.image);
            if !image.has(GraphKind::Gaddag) {
                return Ok(None);
            }
            let generator = Generator::new(image, GraphKind::Gaddag)?;
            let mut worker = generator.worker();
            // The worker takes its memory when it needs it first, which is not timed.
            for position in &questions.positions {
                worker.count(position, &mut Count::default())?;
            }
            let mut plays = Count::default();
            let start = Instant::now();
            for position in &questions.positions {
                worker.count(position, &mut plays)?;
            }
            return Ok(Some((plays.plays, start.elapsed())));
        }
        if !self.image.has(GraphKind::Dawg) {
            return Ok(None);
        }
        // The image is checked while it is opened, which is not timed.
        let graph = self.image.graph(GraphKind::Dawg).map_err(|error| self.target.failed(error))?;
        let start = Instant::now();
        let answer = ask(&graph, task, questions);
        Ok(Some((answer, start.elapsed())))
    }
}

/// Runs a task on a graph; returns the number of answers.
fn ask(graph: &ErasedGraph<'_>, task: Task, questions: &Questions) -> u64 {
    let count = |words: &Words| graph.count_present(words);
    let mut answers = 0;
    match task {
        Task::Build | Task::Movegen => (),
        Task::Hits => answers = count(&questions.hits.tiles),
        Task::Misses => answers = count(&questions.misses.tiles),
        Task::Chained => {
            let words = &questions.hits.tiles;
            answers = chain(words.len(), |index| graph.contains(words.get(index)));
        }
        Task::Enumerate => {
            let _ = graph.for_each_path(questions.longest, &mut |word| {
                black_box(word);
                counted(&mut answers)
            });
        }
        Task::Anagram => answers = questions.racks.iter().map(|rack| rack.count(graph)).sum(),
        Task::Pattern => answers = questions.patterns.iter().map(|pattern| pattern.count(graph)).sum(),
        Task::Boggle => {
            for board in &questions.boards {
                // The search on a grid of letters ends well before the limit.
                let solved = search::solve_by_paths(graph, board, 3, u64::MAX);
                answers += solved.map_or(0, |solution| solution.found.len() as u64);
            }
        }
    }
    answers
}
