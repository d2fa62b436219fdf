//! The lines that a player types: with editing and history on a terminal, as they come from a pipe.

use std::io::{self, IsTerminal, Lines, StdinLock};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Behavior, Config, Editor};

use crate::common::output::Output;
use crate::failure::Failure;

/// Where lines come from.
pub enum Input {
    Terminal(Box<Editor<(), MemHistory>>),
    Pipe(Lines<StdinLock<'static>>),
    /// Lines that were read before.
    Given(std::vec::IntoIter<String>),
}

/// What was typed.
pub enum Typed {
    Line(String),
    /// The end of the input (Ctrl-D), or Ctrl-C.
    End,
}

impl Input {
    /// Standard input. Lines are edited if it is a terminal and the answers are shown on one.
    pub fn new() -> Result<Input, Failure> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Input::Pipe(io::stdin().lines()));
        }
        let config = Config::builder().auto_add_history(true).build();
        let editor = Editor::with_history(config, MemHistory::new());
        editor.map(|editor| Input::Terminal(Box::new(editor))).map_err(failure)
    }

    /// These lines, which standard input had behind something else. If there are none, the terminal is asked, where there
    /// is one.
    pub fn behind(lines: Vec<String>) -> Input {
        let terminal = if lines.is_empty() && io::stdout().is_terminal() {
            // The terminal of the program, whatever standard input is.
            let config = Config::builder().auto_add_history(true).behavior(Behavior::PreferTerm).build();
            Editor::with_history(config, MemHistory::new()).ok()
        } else {
            None
        };
        terminal.map_or_else(|| Input::Given(lines.into_iter()), |editor| Input::Terminal(Box::new(editor)))
    }

    /// `true` if a person can be asked.
    pub fn asks(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line, after what has been printed is shown.
    pub fn next(&mut self, out: &mut Output) -> Result<Typed, Failure> {
        out.flush()?;
        match self {
            Input::Terminal(editor) => match editor.readline("> ") {
                Ok(line) => Ok(Typed::Line(line)),
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Typed::End),
                Err(error) => Err(failure(error)),
            },
            Input::Pipe(lines) => match lines.next() {
                Some(line) => line.map(Typed::Line).map_err(failure),
                None => Ok(Typed::End),
            },
            Input::Given(lines) => Ok(lines.next().map_or(Typed::End, Typed::Line)),
        }
    }
}

fn failure(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("standard input: {error}"))
}
