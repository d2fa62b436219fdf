//! `--algorithm`: how plays are generated.

use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;

/// The move generation algorithm. Both find the same plays.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Algorithm {
    /// Gordon's algorithm on the GADDAG: faster
    Gaddag,
    /// Appel and Jacobson's algorithm on the DAWG: less memory
    Dawg,
}

impl Algorithm {
    /// The graph that the algorithm walks, and the graphs to compile when the lexicon is a word list.
    pub fn graph(self) -> (GraphKind, GraphKinds) {
        match self {
            Algorithm::Gaddag => (GraphKind::Gaddag, GraphKinds::Gaddag),
            Algorithm::Dawg => (GraphKind::Dawg, GraphKinds::Dawg),
        }
    }
}
