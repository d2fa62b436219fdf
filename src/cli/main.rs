//! The program `lexigraph`; see the crate `lexigraph_cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    lexigraph_cli::main()
}
