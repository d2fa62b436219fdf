//! `lexigraph completions`: a script that completes commands and options in a shell.

use clap_complete::Shell;

use crate::common::outcome::Outcome;
use crate::common::output::Output;
use crate::failure::Failure;

/// Print a script that completes commands and options in a shell
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  lexigraph completions bash > ~/.local/share/bash-completion/completions/lexigraph
  lexigraph completions zsh > ~/.zfunc/_lexigraph
  lexigraph completions fish > ~/.config/fish/completions/lexigraph.fish

Exit status: 0 printed; 2 error.")]
pub struct Args {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// `parser` is the command line of the whole program.
pub fn run(args: &Args, mut parser: clap::Command) -> Result<Outcome, Failure> {
    // The generator panics if writing fails, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut parser, "lexigraph", &mut script);
    let mut out = Output::new();
    out.text(&String::from_utf8_lossy(&script))?;
    out.finish()?;
    Ok(Outcome::Yes)
}
