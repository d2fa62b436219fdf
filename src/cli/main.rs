//! The program `lexigraph`. Each command has a file or folder of its own, which defines the arguments, calls the
//! library and prints the answer. `common` holds what commands share, `report` draws tables and plots, `measure` is the
//! engine of `bench`.
//!
//! Exit status: 0 found, yes or done; 1 nothing found, no, or different; 2 error. See [`Outcome`] and [`Failure`].

mod alphabets;
mod anagram;
mod bench;
mod boggle;
mod common;
mod compile;
mod complete;
mod completions;
mod convert;
mod diff;
mod draw;
mod dump;
mod endgame;
mod failure;
mod formats;
mod hints;
mod hooks;
mod lexicon;
mod lookup;
mod man;
mod measure;
mod merge;
mod near;
mod overview;
mod pattern;
mod perft;
mod play;
mod rank;
mod report;
mod search;
mod selfplay;
mod simulate;
mod solve;
mod stats;
mod train;
mod verify;
mod wordlist;

use std::mem::ManuallyDrop;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use common::color::Color;
use common::output::ReadArgs;
use common::{answers, definitions, leaves, output, process};

pub use common::outcome::Outcome;
pub use common::output::{Output, Terminal};
pub use failure::Failure;
pub use lexicon::LexiconArgs;

/// Compile word lists into minimal word graphs, search them, and play word games with them
#[derive(Parser)]
#[command(name = "lexigraph", version, propagate_version = true, max_term_width = 110, after_help = EXIT_CODES)]
#[command(help_template = overview::TEMPLATE)]
struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", display_order = 900)]
    #[arg(help_heading = GLOBAL)]
    color: Color,
    /// Hide progress, counts and warnings
    #[arg(short, long, global = true, display_order = 901, help_heading = GLOBAL)]
    quiet: bool,
    #[command(flatten)]
    lists: ReadArgs,
    #[command(subcommand)]
    command: Command,
}

/// The heading of the options that every command has.
const GLOBAL: &str = "Options of every command";

const EXIT_CODES: &str = "Exit status: 0 found, yes, or done; 1 nothing found, no, or different; 2 error.";

#[derive(Subcommand)]
enum Command {
    Compile(compile::Args),
    Stats(stats::Args),
    Verify(verify::Args),
    Dump(dump::Args),
    Convert(convert::Args),
    Merge(merge::Args),
    Diff(diff::Args),
    Draw(draw::Args),
    Lookup(lookup::Args),
    Anagram(anagram::Args),
    Pattern(pattern::Args),
    Search(search::Args),
    Hooks(hooks::Args),
    Near(near::Args),
    Rank(rank::Args),
    Complete(complete::Args),
    Boggle(Box<boggle::Args>),
    Solve(solve::Args),
    Perft(perft::Args),
    Endgame(endgame::Args),
    Simulate(Box<simulate::Args>),
    Play(Box<play::Args>),
    Selfplay(Box<selfplay::Args>),
    Train(Box<train::Args>),
    Bench(bench::Args),
    Formats(formats::Args),
    Alphabets(alphabets::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// The command line of the whole program.
fn command_line() -> clap::Command {
    Cli::command()
}

/// Parses the arguments, runs the command, and returns the exit status.
fn main() -> ExitCode {
    // `--color` also applies to the help and the errors of the argument parser, so it is looked up before parsing.
    let mut arguments =
        std::env::args_os().skip(1).skip_while(|argument| argument != "--color" && argument != "--color=never");
    let never = match arguments.next() {
        Some(argument) if argument == "--color=never" => true,
        Some(_) => arguments.next().is_some_and(|when| when == "never"),
        None => false,
    };
    let choice = if never { ColorChoice::Never } else { ColorChoice::Auto };
    // Dropping the parser would take a tenth of the time of a look-up, and the process ends anyway.
    let mut parser = ManuallyDrop::new(command_line().color(choice));
    let matches = parser.try_get_matches_from_mut(std::env::args_os());
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe while the help is printed is not a failure.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    lexigraph::bytes::set_input_limit(cli.lists.max_bytes);
    let terminal = Terminal::new(cli.quiet, cli.color, cli.lists);
    let result = match &cli.command {
        Command::Compile(args) => compile::run(args, &terminal),
        Command::Stats(args) => stats::run(args, &terminal),
        Command::Verify(args) => verify::run(args, &terminal),
        Command::Dump(args) => dump::run(args, &terminal),
        Command::Convert(args) => convert::run(args, &terminal),
        Command::Merge(args) => merge::run(args, &terminal),
        Command::Diff(args) => diff::run(args, &terminal),
        Command::Draw(args) => draw::run(args, &terminal),
        Command::Lookup(args) => lookup::run(args, &terminal),
        Command::Anagram(args) => anagram::run(args, &terminal),
        Command::Pattern(args) => pattern::run(args, &terminal),
        Command::Search(args) => search::run(args, &terminal),
        Command::Hooks(args) => hooks::run(args, &terminal),
        Command::Near(args) => near::run(args, &terminal),
        Command::Rank(args) => rank::run(args, &terminal),
        Command::Complete(args) => complete::run(args, &terminal),
        Command::Boggle(args) => boggle::run(args, &terminal),
        Command::Solve(args) => solve::run(args, &terminal),
        Command::Perft(args) => perft::run(args, &terminal),
        Command::Endgame(args) => endgame::run(args, &terminal),
        Command::Simulate(args) => simulate::run(args, &terminal),
        Command::Play(args) => play::run(args, cli.color, &terminal),
        Command::Selfplay(args) => selfplay::run(args, &terminal),
        Command::Train(args) => train::run(args, &terminal),
        Command::Bench(args) => bench::run(args, &terminal),
        Command::Formats(args) => formats::run(args, &terminal),
        Command::Alphabets(args) => alphabets::run(args, &terminal),
        Command::Completions(args) => completions::run(args, command_line()),
        Command::Man(args) => man::run(args, command_line(), &terminal),
    };
    match result {
        Ok(Outcome::Yes) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Ok(Outcome::Failed) => ExitCode::from(2),
        // The reader of our output has closed the pipe: it has seen enough.
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            terminal.error(&failure);
            ExitCode::from(2)
        }
    }
}
