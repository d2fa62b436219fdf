//! Benchmarks of graph formats on anyone's list: every format side by side in one process.
//!
//! What is measured is measured for all formats in turn, round by round, so that what else the machine does falls on all alike. A
//! round is run once before the clock starts, and its answers are compared: formats that disagree are an error, not a
//! table. Times are medians, with the quartiles beside them.
//!
//! Our own formats are asked with tiles, the peers with the bytes of the text; turning one into the other is part of no time.

mod image;
mod made;
mod questions;
mod subject;

#[cfg(feature = "peers")]
mod peers;

use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

pub use made::made;
pub use questions::Questions;
pub use subject::{Format, Input, Subject};

use lexigraph::image::CompileError;
use lexigraph::movegen::MovegenError;

/// Something to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// From sorted words in memory to the finished bytes, in milliseconds.
    Build,
    /// Words of the list in random order, in nanoseconds a word.
    Hits,
    /// Words of the list with a letter changed, none in the list, in nanoseconds a word.
    Misses,
    /// Words in an order that depends on the answers, in nanoseconds a word.
    Chained,
    /// All words, in nanoseconds a word.
    Enumerate,
    /// The words that six letters and a blank make, any part of them, in microseconds a rack.
    Anagram,
    /// Words of which some letters are known, in microseconds a pattern.
    Pattern,
    /// The words on a board of 4×4 letters of the list, in microseconds a board.
    Boggle,
    /// All plays on a board, by the GADDAG, in microseconds a position.
    Movegen,
}

impl Task {
    /// All tasks, in the order of the table.
    pub const ALL: [Task; 9] = [
        Task::Build,
        Task::Hits,
        Task::Misses,
        Task::Chained,
        Task::Enumerate,
        Task::Anagram,
        Task::Pattern,
        Task::Boggle,
        Task::Movegen,
    ];

    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Build => "build",
            Task::Hits => "hits",
            Task::Misses => "misses",
            Task::Chained => "chained",
            Task::Enumerate => "enumerate",
            Task::Anagram => "anagram",
            Task::Pattern => "pattern",
            Task::Boggle => "boggle",
            Task::Movegen => "movegen",
        }
    }

    /// The unit of its times.
    pub const fn unit(self) -> &'static str {
        match self {
            Task::Build => "ms",
            Task::Hits | Task::Misses | Task::Chained | Task::Enumerate => "ns",
            Task::Anagram | Task::Pattern | Task::Boggle | Task::Movegen => "µs",
        }
    }

    fn unit_in_seconds(self) -> f64 {
        match self.unit() {
            "ms" => 1e-3,
            "µs" => 1e-6,
            _ => 1e-9,
        }
    }
}

/// Why there are no results.
#[derive(Debug, Error)]
pub enum BenchError {
    /// A graph cannot be made.
    #[error("{format}: {error}")]
    Compile {
        /// The format.
        format: &'static str,
        /// What is wrong.
        error: CompileError,
    },
    /// A peer cannot hold the list.
    #[error("{format}: {message} — leave it out with --formats")]
    #[cfg(feature = "peers")]
    Peer {
        /// The peer.
        format: &'static str,
        /// What it says.
        message: String,
    },
    /// There is nothing to ask for.
    #[error("the list has no words — give one that has")]
    Empty,
    /// Plays cannot be generated.
    #[error("move generation: {0}")]
    Movegen(#[from] MovegenError),
    /// Two formats give different answers.
    #[error("{task}: {first} answers {expected}, {second} answers {got} — one of them is wrong; no times are given")]
    Disagree {
        /// What they were asked.
        task: &'static str,
        /// The format that was asked first.
        first: String,
        /// Its answer.
        expected: u64,
        /// The format that differs.
        second: String,
        /// Its answer.
        got: u64,
    },
}

/// Times of one task on one format, in the unit of the task.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Timing {
    /// The middle one.
    pub median: f64,
    /// A quarter of the rounds took less.
    pub lower: f64,
    /// A quarter of the rounds took more.
    pub upper: f64,
}

impl Timing {
    fn of(times: &mut [Duration], work: usize, unit: f64) -> Timing {
        times.sort();
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4].as_secs_f64() / unit / work.max(1) as f64;
        Timing { median: at(2), lower: at(1), upper: at(3) }
    }
}

/// What was measured of one format.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub format: String,
    /// What it is, see [`Format::kind`].
    pub kind: &'static str,
    /// Bytes of the graph of words, or of what the peer writes or holds; `None` for formats that have a GADDAG only.
    pub bytes: Option<u64>,
    /// Bytes of the GADDAG, where there is one, or of the file where it lies among another graph.
    pub gaddag_bytes: Option<u64>,
    /// The most memory that the build took beside the list, where somebody has measured it.
    pub peak_bytes: Option<u64>,
    /// Times by [`Task::ALL`]; `None` for what was not asked or the format cannot do.
    pub times: [Option<Timing>; Task::ALL.len()],
}

impl Row {
    /// The time of a task.
    pub fn time(&self, task: Task) -> Option<Timing> {
        self.times[task as usize]
    }
}

/// What was measured on a list.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// By format.
    pub rows: Vec<Row>,
    /// Formats of other programs that cannot hold the list, or its GADDAG, and why.
    pub left_out: Vec<(String, String)>,
}

/// Measures formats on one list. `progress` is told what is being done. With `all`, formats of other programs that cannot hold the list
/// are left out, and the report says so; otherwise that is an error.
///
/// Memory is that of all formats together, and the list.
///
/// # Errors
/// [`BenchError`]; above all when formats disagree.
pub fn run(
    input: &Input<'_>,
    formats: &[Format],
    tasks: &[Task],
    rounds: usize,
    all: bool,
    mut progress: impl FnMut(String),
) -> Result<Report, BenchError> {
    if input.words().is_empty() {
        return Err(BenchError::Empty);
    }
    let rounds = rounds.max(1);
    let mut report = Report::default();
    let mut built: Vec<(Format, Box<dyn Subject>)> = Vec::new();
    for &format in formats {
        progress(format!("building {}", format.name()));
        match format.build(input) {
            Ok(subject) => built.push((format, subject)),
            Err(error) => report.leave_out(format, error, all)?,
        }
    }
    let (formats, mut subjects): (Vec<Format>, Vec<Box<dyn Subject>>) = built.into_iter().unzip();
    let mut rows: Vec<Row> = Vec::with_capacity(formats.len());
    for (format, subject) in formats.iter().zip(&subjects) {
        rows.push(Row {
            format: format.name().to_owned(),
            kind: format.kind(),
            bytes: subject.bytes(),
            gaddag_bytes: None,
            peak_bytes: None,
            times: [None; Task::ALL.len()],
        });
    }
    if tasks.contains(&Task::Build) {
        let mut times = vec![Vec::new(); formats.len()];
        for round in 0..rounds {
            progress(format!("build, round {} of {rounds}", round + 1));
            for (format, times) in formats.iter().zip(&mut times) {
                times.push(format.build_once(input)?.0);
            }
        }
        for (row, times) in rows.iter_mut().zip(&mut times) {
            row.times[Task::Build as usize] = Some(Timing::of(times, 1, Task::Build.unit_in_seconds()));
        }
    }
    if tasks.contains(&Task::Movegen) && input.plays_games() {
        for ((format, subject), row) in formats.iter().zip(&mut subjects).zip(&mut rows) {
            progress(format!("building the GADDAG of {}", row.format));
            match subject.add_gaddag(input) {
                Ok(bytes) => row.gaddag_bytes = bytes,
                Err(error) => report.leave_out(*format, error, all)?,
            }
        }
    }
    progress("making questions".to_owned());
    let questions = Questions::new(input);
    for &task in tasks.iter().filter(|&&task| task != Task::Build) {
        let work = questions.work(task);
        if work == 0 {
            continue;
        }
        agree(&subjects, task, &questions)?;
        let mut times = vec![Vec::new(); subjects.len()];
        for round in 0..rounds {
            progress(format!("{}, round {} of {rounds}", task.name(), round + 1));
            for (subject, times) in subjects.iter().zip(&mut times) {
                times.extend(subject.ask(task, &questions)?.map(|(_, time)| time));
            }
        }
        for (row, times) in rows.iter_mut().zip(&mut times).filter(|(_, times)| !times.is_empty()) {
            row.times[task as usize] = Some(Timing::of(times, work, task.unit_in_seconds()));
        }
    }
    report.rows = rows;
    Ok(report)
}

impl Report {
    /// Notes why a format cannot do something, if that is no error.
    fn leave_out(&mut self, format: Format, error: BenchError, all: bool) -> Result<(), BenchError> {
        match error {
            BenchError::Compile { error: CompileError::Image(error), .. } if all && matches!(format, Format::Foreign(_)) => {
                self.left_out.push((format.name().to_owned(), error.to_string()));
                Ok(())
            }
            error => Err(error),
        }
    }
}

/// Asks every format once and compares; this also warms the caches.
fn agree(subjects: &[Box<dyn Subject>], task: Task, questions: &Questions) -> Result<(), BenchError> {
    let mut first: Option<(String, u64)> = questions.expected(task).map(|answer| ("the list".to_owned(), answer));
    for subject in subjects {
        let Some((got, _)) = subject.ask(task, questions)? else { continue };
        match &first {
            Some((name, expected)) if *expected != got => {
                let (first, second) = (name.clone(), subject.name().to_owned());
                return Err(BenchError::Disagree { task: task.name(), first, expected: *expected, second, got });
            }
            Some(_) => (),
            None => first = Some((subject.name().to_owned(), got)),
        }
    }
    Ok(())
}
