//! Images under test: our own layouts, and the formats of other programs that we write.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::questions::counted;
use super::subject::{Format, Input, Subject, chain};
use super::{BenchError, Questions, Task};
use lexigraph::boggle::search;
use lexigraph::build::{Graphs, Wanted};
use lexigraph::graph::{GraphKind, WordGraph, contains, for_each_word};
use lexigraph::image::{self, CompileError, GraphOp, Image, Parts};
use lexigraph::lexicon::Words;
use lexigraph::movegen::{Count, Generator};
use lexigraph::query::Query;

/// Compiles a list into the bytes of an image.
pub(super) fn compile(format: Format, input: &Input<'_>, wanted: Wanted) -> Result<Vec<u8>, CompileError> {
    let (alphabet, words) = (input.alphabet(), input.words());
    let Some((format, nodes)) = format.image() else { return Ok(vec![]) };
    let graphs = Graphs::build(words, alphabet.len(), wanted)?;
    Ok(format.write(&Parts { alphabet, counts: words.into(), graphs: &graphs, nodes, definitions: None })?)
}

/// The graph that a list is compiled to for look-ups: that of the words, unless the format has none.
pub(super) fn usual(format: &image::Format) -> Wanted {
    if format.can_hold(Wanted::Dawg) { Wanted::Dawg } else { format.holds.first().copied().unwrap_or(Wanted::Dawg) }
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
        let wanted = format.image().map_or(Wanted::Dawg, |(format, _)| usual(format));
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

fn open(format: Format, input: &Input<'_>, wanted: Wanted) -> Result<Image, BenchError> {
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
        if !self.format.image().is_some_and(|(format, _)| format.can_hold(Wanted::Both)) {
            return Ok(None);
        }
        let games = open(self.format, input, Wanted::Both)?;
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
                worker.generate(position, &mut plays)?;
            }
            return Ok(Some((plays.plays, start.elapsed())));
        }
        if !self.image.has(GraphKind::Dawg) {
            return Ok(None);
        }
        // Checking the image is part of opening it and of no time.
        let graph = self.image.graph(GraphKind::Dawg).map_err(|error| self.wrong(error))?;
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
            Task::Boggle => {
                for board in &questions.boards {
                    // Boards of letters end well before that.
                    let solved = search::solve(graph, board, 3, u64::MAX);
                    answers += solved.map_or(0, |solution| solution.found.len() as u64);
                }
            }
        }
        answers
    }
}
