//! The program `lexigraph`, as a library: so Cargo compiles it beside the library `lexigraph`, not after it.
//!
//! Each command has a file or folder of its own, which defines the arguments, calls the library and prints the answer.
//! `commands` is the table of them. `common` holds what commands share, `report` draws tables and plots, `measure` is
//! the engine of `bench`.
//!
//! Exit status: 0 found, yes or done; 1 nothing found, no, or different; 2 error. See [`Outcome`] and [`Failure`].
#![deny(unsafe_code)]

mod alphabets;
mod anagram;
mod analyze;
mod bee;
mod bench;
mod boggle;
mod chain;
mod commands;
mod common;
mod compile;
mod complete;
mod completions;
mod convert;
mod define;
mod diff;
mod draw;
mod dump;
mod duplicate;
mod endgame;
mod failure;
mod fill;
mod filter;
mod formats;
mod hints;
mod hooks;
mod ladder;
mod lexicon;
mod lookup;
mod man;
mod measure;
mod memory;
mod merge;
mod near;
mod overview;
mod pattern;
mod perft;
mod play;
mod pre_endgame;
mod puzzle;
mod quiz;
mod rank;
mod report;
mod rounds;
mod search;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod simulate;
mod solve;
mod stats;
mod train;
mod verify;
mod wordlist;

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser};

use commands::{Command, Context};
use common::color::Color;
use common::{answers, definitions, figures, leaves, output, process};

pub(crate) use common::outcome::Outcome;
pub(crate) use common::output::{Output, Terminal};
pub(crate) use failure::Failure;

/// Compile word lists into minimal word graphs, search them, and play word games with them
#[derive(Parser)]
#[command(name = "lexigraph", version, propagate_version = true, max_term_width = 110, after_help = EXIT_CODES)]
#[command(help_template = overview::TEMPLATE)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

// The options that every command has, the last in its help. Not a doc comment: that would describe each command.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of every command")]
struct GlobalArgs {
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", display_order = 900)]
    color: Color,
    /// Hide progress, counts and warnings
    #[arg(short, long, global = true, display_order = 901)]
    quiet: bool,
}

const EXIT_CODES: &str = "Exit status: 0 found, yes, or done; 1 nothing found, no, or different; 2 error.";

/// A command line, as the crate `clap` has it.
pub use clap::Command as ClapCommand;

/// The command line of the whole program, with the options of each command.
pub fn command_line() -> clap::Command {
    // `Command` gives them to each command after its own.
    Cli::command().mut_args(|argument| argument.global(false))
}

/// Runs the command of the arguments of this process, and returns the exit status.
pub fn main() -> ExitCode {
    ExitCode::from(run(&std::env::args_os().collect::<Vec<_>>()))
}

/// Parses the arguments, the name of the program first, runs the command, and returns the exit status.
pub fn run(arguments: &[OsString]) -> u8 {
    // `--color` also applies to the help and the errors of the argument parser, so it is looked up before parsing.
    let mut rest = arguments.iter().skip(1).skip_while(|argument| *argument != "--color" && *argument != "--color=never");
    let never = match rest.next() {
        Some(argument) if argument == "--color=never" => true,
        Some(_) => rest.next().is_some_and(|when| when == "never"),
        None => false,
    };
    let choice = if never { ColorChoice::Never } else { ColorChoice::Auto };
    // Dropping the parser would take a tenth of the time of a look-up, and the process ends anyway.
    let mut parser = ManuallyDrop::new(command_line().color(choice));
    let matches = parser.try_get_matches_from_mut(arguments);
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe while the help is printed is not a failure.
            let _ = error.print();
            return error.exit_code() as u8;
        }
    };
    let reading = cli.command.reading().cloned().unwrap_or_default();
    lexigraph::bytes::set_input_limit(reading.max_bytes);
    let context = Context { terminal: Terminal::new(cli.global.quiet, cli.global.color, reading), color: cli.global.color };
    match cli.command.run(&context) {
        Ok(Outcome::Yes) => 0,
        Ok(Outcome::No) => 1,
        Ok(Outcome::Failed) => 2,
        // The reader of our output has closed the pipe: it has seen enough.
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) => {
            context.terminal.error(&failure);
            2
        }
    }
}
