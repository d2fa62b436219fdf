//! Queries from arguments and from the lines of standard input, one at a time.

use std::io::{self, BufRead, BufReader, Stdin};

use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::failure::Failure;

/// The longest line of standard input, in bytes. No query comes near, and a file without line ends is no batch.
const LONGEST_LINE: usize = 1 << 20;

/// The queries of a command: its arguments, `-` for the lines of standard input; without arguments, those lines.
///
/// Lines are read as they come, and what has been answered is written out before the program waits for the next one:
/// a batch from a file is answered in large writes, and a program that writes a line and reads the answer is served.
/// Spaces around lines, and empty lines, are left out.
pub struct Queries<'t> {
    arguments: std::vec::IntoIter<String>,
    /// `true` while the lines of standard input go next.
    reading: bool,
    /// Locked only while it is read: a lexicon may be read from it as well.
    input: Option<BufReader<Stdin>>,
    line: u64,
    bytes: Vec<u8>,
    batch: bool,
    failed: bool,
    terminal: &'t Terminal,
}

/// A query and where it comes from.
#[derive(Default)]
pub struct Asked {
    /// The query.
    pub text: String,
    /// The line of standard input, from 1; `None` for an argument.
    line: Option<u64>,
}

impl Asked {
    /// `true` if the query is a line of standard input.
    pub fn is_line(&self) -> bool {
        self.line.is_some()
    }
}

impl<'t> Queries<'t> {
    /// The queries that these arguments name.
    pub fn new(arguments: &[String], terminal: &'t Terminal) -> Queries<'t> {
        let reading = arguments.is_empty();
        let wanted = reading || arguments.iter().any(|argument| argument == "-");
        Queries {
            arguments: Vec::from(arguments).into_iter(),
            reading,
            input: wanted.then(|| BufReader::with_capacity(1 << 16, io::stdin())),
            line: 0,
            bytes: vec![],
            batch: wanted || arguments.len() > 1,
            failed: false,
            terminal,
        }
    }

    /// One query that all these arguments make together, with spaces between them; `-` and no arguments are the lines
    /// of standard input.
    pub fn joined(arguments: &[String], terminal: &'t Terminal) -> Queries<'t> {
        let stdin = arguments.is_empty() || arguments == ["-"];
        if stdin { Queries::new(arguments, terminal) } else { Queries::new(&[arguments.join(" ")], terminal) }
    }

    /// `true` if each answer has to name its query: queries from standard input, or more than one.
    pub fn is_batch(&self) -> bool {
        self.batch
    }

    /// Puts the next query into `asked`; `false` if there is none. Writes `out` before it waits for input.
    pub fn next(&mut self, asked: &mut Asked, out: &mut Output) -> Result<bool, Failure> {
        loop {
            if self.reading {
                if self.read_line(out)? {
                    self.line += 1;
                    asked.line = Some(self.line);
                    if self.bytes.len() > LONGEST_LINE {
                        asked.text.clear();
                        self.fail(asked, Failure::new(format!("the line has more than {LONGEST_LINE} bytes")))?;
                        continue;
                    }
                    let text = String::from_utf8_lossy(&self.bytes);
                    let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
                    let text = text.trim();
                    if text.is_empty() {
                        continue;
                    }
                    asked.text.clear();
                    asked.text.push_str(text);
                    return Ok(true);
                }
                self.reading = false;
                self.input = None;
            }
            match self.arguments.next() {
                None => return Ok(false),
                Some(argument) if argument == "-" => self.reading = self.input.is_some(),
                Some(argument) => {
                    *asked = Asked { text: argument, line: None };
                    return Ok(true);
                }
            }
        }
    }

    /// Reads a line into `bytes`, without its end; of a line that is too long, only the beginning.
    fn read_line(&mut self, out: &mut Output) -> Result<bool, Failure> {
        self.bytes.clear();
        let Some(input) = &mut self.input else { return Ok(false) };
        let mut any = false;
        loop {
            if input.buffer().is_empty() {
                out.flush()?;
            }
            let available = match input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::new(format!("standard input: {error}"))),
            };
            if available.is_empty() {
                return Ok(any);
            }
            any = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = (LONGEST_LINE + 1).saturating_sub(self.bytes.len());
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let taken = part.len() + usize::from(end.is_some());
            input.consume(taken);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// Reports a query that cannot be answered. In a batch, the others are answered nevertheless, and the exit status
    /// tells at the end; otherwise, the failure is that of the command.
    pub fn fail(&mut self, asked: &Asked, failure: impl Into<Failure>) -> Result<(), Failure> {
        let failure = failure.into();
        if !self.batch || failure.is_closed_pipe() {
            return Err(failure);
        }
        self.failed = true;
        match asked.line {
            Some(line) => self.terminal.error(&Failure::new(format!("standard input:{line}: {failure}"))),
            None => self.terminal.error(&failure),
        }
        Ok(())
    }

    /// The outcome of the command, given that of the queries that were answered.
    pub fn outcome(&self, answered: Outcome) -> Outcome {
        if self.failed { Outcome::Failed } else { answered }
    }
}
