//! Runs tasks on formats, round by round, and collects the times.

use std::time::Duration;

use lexigraph::image::CompileError;
use serde::Serialize;

use super::error::BenchError;
use super::format::Format;
use super::input::Input;
use super::questions::Questions;
use super::subject::Subject;
use super::task::Task;

/// The times of one task on one format, in the unit of the task.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Timing {
    /// The median over all rounds.
    pub median: f64,
    /// The lower quartile.
    pub lower: f64,
    /// The upper quartile.
    pub upper: f64,
}

impl Timing {
    fn of(times: &mut [Duration], work: usize, unit: f64) -> Timing {
        times.sort();
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4].as_secs_f64() / unit / work.max(1) as f64;
        Timing { median: at(2), lower: at(1), upper: at(3) }
    }
}

/// The results of one format.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub format: String,
    /// Its kind, see [`Format::kind`].
    pub kind: &'static str,
    /// Bytes of the word graph, or of what the peer writes or holds; `None` for formats that hold only a GADDAG.
    pub bytes: Option<u64>,
    /// Bytes of the GADDAG, or of the whole file if it shares nodes with another graph; `None` without a GADDAG.
    pub gaddag_bytes: Option<u64>,
    /// The peak memory of the build, excluding the list; `None` if it was not measured.
    pub peak_bytes: Option<u64>,
    /// The times, in the order of [`Task::ALL`]; `None` for tasks that were not measured or are not supported.
    pub times: [Option<Timing>; Task::ALL.len()],
}

impl Row {
    /// The time of a task.
    pub fn time(&self, task: Task) -> Option<Timing> {
        self.times[task as usize]
    }
}

/// The results for one list.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One row a format.
    pub rows: Vec<Row>,
    /// Formats of other programs that cannot hold the list or its GADDAG, each with the reason.
    pub left_out: Vec<(String, String)>,
}

/// Measures formats on one list. Calls `progress` before each step. With `all`, formats of other programs that cannot
/// hold the list are left out and named in the report; otherwise that is an error.
///
/// Holds the list and all formats in memory at once.
///
/// # Errors
/// [`BenchError`], in particular if formats disagree.
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
    progress("preparing the tasks".to_owned());
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
    /// Records why a format is left out, if that is not an error.
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

/// Runs the task once on every format and compares the answers. This also warms the caches.
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
