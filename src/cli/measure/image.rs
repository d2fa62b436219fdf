//! Images under test: our own layouts, and the formats of other programs that we write.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::questions::counted;
use super::subject::{Format, Input, Subject, chain};
use super::{BenchError, Questions, Task};
use lexigraph::boggle::search;
use lexigraph::build::{GraphKinds, Graphs};
use lexigraph::graph::GraphKind;
use lexigraph::image::{self, CompileError, ErasedGraph, Image, Parts};
use lexigraph::lexicon::Words;
use lexigraph::movegen::{Count, Generator};
use lexigraph::query::Query;

/// Compiles a list into the bytes of an image.
pub(super) fn compile(format: Format, input: &Input<'_>, wanted: GraphKinds) -> Result<Vec<u8>, CompileError> {
    let (alphabet, words) = (input.alphabet(), input.words());
    let Some((format, nodes)) = format.image() else { return Ok(vec![]) };
    let graphs = Graphs::build(words, alphabet.len(), wanted)?;
    Ok(format.write(&Parts { alphabet, counts: words.into(), graphs: &graphs, nodes, definitions: None })?)
}

/// The graph that a list is compiled to for look-ups: that of the words, unless the format has none.
pub(super) fn usual(format: &image::Format) -> GraphKinds {
    if format.can_hold(GraphKinds::Dawg) {
        GraphKinds::Dawg
    } else {
        format.holds.first().copied().unwrap_or(GraphKinds::Dawg)
    }
}

/// A format with the list in it.
pub(super) struct Compiled {
    format: Format,
    image: Image,
    /// The image with a GADDAG, where it is another one.
    games: Option<Image>,
}

impl Compiled {
    pub fn new(format: Format, input: &Input<'_>) -> Result<Compiled, BenchError> {
        let wanted = format.image().map_or(GraphKinds::Dawg, |(format, _)| usual(format));
        Ok(Compiled { format, image: open(format, input, wanted)?, games: None })
    }

    /// Bytes of a graph, or of the whole file where several lie among each other.
    fn graph_bytes(image: &Image, kind: GraphKind) -> Option<u64> {
        image.graphs().find(|graph| graph.kind == kind).map(|graph| graph.bytes)
    }

    fn wrong(&self, error: image::ImageError) -> BenchError {
        BenchError::Compile { format: self.format.name(), error: error.into() }
    }
}

fn open(format: Format, input: &Input<'_>, wanted: GraphKinds) -> Result<Image, BenchError> {
    let wrong = |error| BenchError::Compile { format: format.name(), error };
    let bytes = compile(format, input, wanted).map_err(wrong)?;
    let opened = match format.image() {
        Some((format, _)) => format.open(bytes, input.alphabet()),
        None => Image::open(bytes),
    };
    opened.map_err(|error| wrong(error.into()))
}

impl Subject for Compiled {
    fn name(&self) -> &'static str {
        self.format.name()
    }

    fn bytes(&self) -> Option<u64> {
        Compiled::graph_bytes(&self.image, GraphKind::Dawg)
    }

    fn add_gaddag(&mut self, input: &Input<'_>) -> Result<Option<u64>, BenchError> {
        if self.image.has(GraphKind::Gaddag) {
            return Ok(Compiled::graph_bytes(&self.image, GraphKind::Gaddag));
        }
        if !self.format.image().is_some_and(|(format, _)| format.can_hold(GraphKinds::Both)) {
            return Ok(None);
        }
        let games = open(self.format, input, GraphKinds::Both)?;
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
        // Checking the image is part of opening it and of no time.
        let graph = self.image.graph(GraphKind::Dawg).map_err(|error| self.wrong(error))?;
        let start = Instant::now();
        let answer = ask(&graph, task, questions);
        Ok(Some((answer, start.elapsed())))
    }
}

/// Puts the questions of a task to a graph; gives the number of answers.
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
                // Boards of letters end well before that.
                let solved = search::solve_by_paths(graph, board, 3, u64::MAX);
                answers += solved.map_or(0, |solution| solution.found.len() as u64);
            }
        }
    }
    answers
}
