//! Errors of benchmarks.

use lexigraph::image::CompileError;
use lexigraph::movegen::MovegenError;
use thiserror::Error;

/// Why a benchmark has no results.
#[derive(Debug, Error)]
pub enum BenchError {
    /// A format cannot hold the list.
    #[error("{format}: {error}")]
    Compile {
        /// The format.
        format: &'static str,
        /// The reason.
        error: CompileError,
    },
    /// A peer cannot hold the list.
    #[error("{format}: {message} — choose other formats with --formats")]
    #[cfg(feature = "peers")]
    Peer {
        /// The peer.
        format: &'static str,
        /// Its error message.
        message: String,
    },
    /// The list is empty.
    #[error("the list has no words")]
    Empty,
    /// Plays cannot be generated.
    #[error("move generation: {0}")]
    Movegen(#[from] MovegenError),
    /// Two formats give different answers, so at least one is wrong.
    #[error("{task}: {first} answers {expected}, but {second} answers {got}; one of them is wrong, so no times are printed")]
    Disagree {
        /// The task.
        task: &'static str,
        /// The first format.
        first: String,
        /// Its answer.
        expected: u64,
        /// The format that differs.
        second: String,
        /// Its answer.
        got: u64,
    },
}
