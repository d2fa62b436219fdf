//! `--algorithm`: how plays are generated.

use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::Image;

/// The move generation algorithm. Both find the same plays.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Algorithm {
    /// Gordon's algorithm on the GADDAG: faster
    Gaddag,
    /// Appel and Jacobson's algorithm on the DAWG: less memory
    Dawg,
}

/// The algorithm that the arguments name, or else the one for the graph that the lexicon has.
#[derive(clap::Args, Clone, Copy)]
pub struct AlgorithmArgs {
    /// Algorithm that generates plays; the answer does not depend on it [default: gaddag, or dawg if the lexicon has
    /// no GADDAG]
    #[arg(long, value_enum)]
    algorithm: Option<Algorithm>,
}

impl AlgorithmArgs {
    /// The graphs to compile when the lexicon is a word list.
    pub fn wanted(self) -> GraphKinds {
        match self.algorithm {
            Some(Algorithm::Dawg) => GraphKinds::Dawg,
            _ => GraphKinds::Gaddag,
        }
    }

    /// The graph to walk.
    pub fn kind(self, image: &Image) -> GraphKind {
        match self.algorithm {
            Some(Algorithm::Gaddag) => GraphKind::Gaddag,
            Some(Algorithm::Dawg) => GraphKind::Dawg,
            None => available(image),
        }
    }
}

/// The GADDAG if there is one, else the DAWG.
pub fn available(image: &Image) -> GraphKind {
    if image.has(GraphKind::Gaddag) || !image.has(GraphKind::Dawg) { GraphKind::Gaddag } else { GraphKind::Dawg }
}
