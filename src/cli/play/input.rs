//! The lines that a player types: with editing and history on a terminal, as they come from a pipe.

use std::io::{self, IsTerminal, Lines, StdinLock};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use crate::common::output::Output;
use crate::failure::Failure;

/// Where lines come from.
pub enum Input {
    Terminal(Box<Editor<(), MemHistory>>),
    Pipe(Lines<StdinLock<'static>>),
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
        }
    }
}

fn failure(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("standard input: {error}"))
}
