//! The program as scripts run it: standard output, standard error, exit status.

#[path = "../common/program.rs"]
mod program;
#[path = "../common/seal.rs"]
mod seal;

mod analyze;
mod api;
mod batch;
mod bench;
mod board;
mod boggle;
mod cli;
mod crossword;
mod define;
mod docs;
mod external;
mod formats;
mod hostile;
mod hunspell;
mod inputs;
mod interop;
mod many;
#[cfg(unix)]
mod memory;
mod play;
mod puzzle;
mod queries;
mod quiz;
mod readers;
mod scores;
#[cfg(feature = "serve")]
mod serve;
mod shards;
