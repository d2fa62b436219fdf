//! Builds minimal graphs from sorted words.
//!
//! [`Graphs::build`] makes the minimal DAWG and, on request, the minimal GADDAG in one [`Arena`] of states. Both are
//! made by the same incremental [`Minimizer`]. The same words always give the same states with the same numbers,
//! whatever the number of threads.

mod algebra;
mod arena;
mod bounded;
mod gaddag;
mod minimize;
mod open_nodes;
mod paths;
mod register;
mod tails;

pub use algebra::SetOperation;
pub use arena::large_vec;
pub use arena::{Arena, MinimalGraph, State};
pub use bounded::{ArcSink, BoundedRegister, WrittenSize};
pub use minimize::Minimizer;
pub use register::{ArenaRegister, Register};

use std::borrow::Cow;

use thiserror::Error;

use crate::graph::{GraphKind, Measures};
use crate::words::Words;

/// Why a graph cannot be built.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum BuildError {
    /// The words are not in strictly ascending order.
    #[error("word {position} of the list does not sort after the one before it — sort the words first")]
    Unsorted {
        /// The position of the word, from 1.
        position: usize,
    },
    /// The graph has more states or arcs than 32 bits can number.
    #[error("the graph has more than 4,294,967,295 arcs — split the list")]
    TooLarge,
    /// A graph that no program has made properly.
    #[error("{what}")]
    Broken {
        /// What is wrong with it.
        what: &'static str,
    },
    /// A GADDAG over an alphabet that is for look-up only.
    #[error("a GADDAG needs an alphabet of at most 63 letters, this one has {letters}")]
    WideGaddag {
        /// The number of letters of the alphabet.
        letters: usize,
    },
}

/// Which graphs to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKinds {
    /// Only the DAWG.
    Dawg,
    /// Only the GADDAG. It shares the states of the DAWG, which is built first.
    Gaddag,
    /// Both graphs.
    Both,
}

impl GraphKinds {
    /// `dawg`, `gaddag` or `both`.
    pub const fn name(self) -> &'static str {
        match self {
            GraphKinds::Dawg => "dawg",
            GraphKinds::Gaddag => "gaddag",
            GraphKinds::Both => "both",
        }
    }

    /// `true` if these graphs include one of this kind.
    pub fn includes(self, kind: GraphKind) -> bool {
        match self {
            GraphKinds::Both => true,
            GraphKinds::Dawg => kind == GraphKind::Dawg,
            GraphKinds::Gaddag => kind == GraphKind::Gaddag,
        }
    }
}

/// The number of words up to which the register of a list grows as it is filled.
const SHORT: usize = 10_000;
/// The number of words from which on the memory of a list is kept apart.
const LONG: usize = 500_000;

/// The minimal graphs of one list of words, which share their states.
#[derive(Debug)]
pub struct Graphs {
    arena: Arena,
    dawg: State,
    gaddag: Option<State>,
    wanted: GraphKinds,
}

impl Graphs {
    /// Builds the graphs of sorted, distinct words over an alphabet of `letters` letters.
    ///
    /// Takes time linear in the nodes of the trie of the words and, for a GADDAG, a sort of the prefixes. Takes memory
    /// of about 8 bytes for each arc and 4 to 24 for each state of the result and, for a GADDAG, 24 for each node of
    /// the trie.
    ///
    /// # Errors
    /// [`BuildError`] if the words are not sorted, if the alphabet is too large for a GADDAG, or if the graph is too
    /// large.
    pub fn build(words: &Words, letters: usize, wanted: GraphKinds) -> Result<Graphs, BuildError> {
        Graphs::build_from(Cow::Borrowed(words), letters, wanted)
    }

    /// As [`build`](Graphs::build). Owned words are dropped before the GADDAG is built, when they are no longer needed.
    ///
    /// # Errors
    /// See [`build`](Graphs::build).
    pub fn build_from(words: Cow<'_, Words>, letters: usize, wanted: GraphKinds) -> Result<Graphs, BuildError> {
        if wanted != GraphKinds::Dawg && letters > usize::from(crate::alphabet::Tile::MAX_GAME) {
            return Err(BuildError::WideGaddag { letters });
        }
        // The register of a long list would leave holes in memory as it grows.
        let mut register = match words.len() {
            0..SHORT => ArenaRegister::new(),
            // There are rarely more arcs. What is never written takes no memory.
            SHORT..LONG if wanted == GraphKinds::Dawg => ArenaRegister::with_arcs(words.letters() / 4),
            SHORT..LONG => ArenaRegister::with_arcs(words.letters()),
            _ => ArenaRegister::with_memory(4 * words.letters() + 32 * words.len()),
        };
        let (dawg, gaddag) = if wanted == GraphKinds::Dawg {
            (minimize::dawg(&mut register, &words)?, None)
        } else {
            let (dawg, gaddag) = gaddag::build(&mut register, words, letters)?;
            (dawg, Some(gaddag))
        };
        Ok(Graphs { arena: register.into_arena(), dawg, gaddag, wanted })
    }

    /// The number of states of all graphs, and the number of their arcs. Takes constant time.
    pub fn size(&self) -> (u64, u64) {
        (self.arena.len() as u64, self.arena.arcs.len() as u64)
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        self.arena.bytes() as u64
    }

    /// The graphs that were requested.
    pub fn iter(&self) -> impl Iterator<Item = (GraphKind, MinimalGraph<'_>)> {
        let dawg = Some((GraphKind::Dawg, self.dawg));
        let gaddag = self.gaddag.map(|root| (GraphKind::Gaddag, root));
        let wanted = self.wanted;
        let all = dawg.into_iter().chain(gaddag);
        all.filter(move |(kind, _)| wanted.includes(*kind)).map(|(kind, root)| (kind, MinimalGraph::new(&self.arena, root)))
    }

    /// Counts the nodes, arcs and paths of each graph that was requested. Linear in the arcs.
    pub fn measure(&self) -> Vec<(GraphKind, Measures)> {
        self.iter().map(|(kind, graph)| (kind, graph.measure())).collect()
    }

    /// The graph of this kind, if it was requested.
    pub fn get(&self, kind: GraphKind) -> Option<MinimalGraph<'_>> {
        self.iter().find(|(found, _)| *found == kind).map(|(_, graph)| graph)
    }
}
