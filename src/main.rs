//! The command line of lexigraph: arguments in, library calls, an exit status out.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
