//! From words to minimal graphs.
//!
//! [`Graphs::build`] takes sorted words and gives the exact minimal DAWG, and on request the exact minimal GADDAG,
//! in one [`Arena`] of states. Both are made by one incremental minimiser ([`Minimizer`]): Daciuk, Mihov, Watson and
//! Watson, *Incremental construction of minimal acyclic finite-state automata* (2000), the variant for sorted input. The same
//! words give the same states with the same numbers, whatever order or number of threads they came by.

mod algebra;
mod arena;
mod bounded;
mod gaddag;
mod minimize;
mod register;

pub use algebra::SetOperation;
pub use arena::room;
pub use arena::{Arena, MinimalGraph, State};
pub use bounded::{Bounded, Sink, Written};
pub use minimize::Minimizer;
pub use register::{Kept, Register};

use thiserror::Error;

use crate::graph::GraphKind;
use crate::words::Words;

/// Why a graph cannot be built.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum BuildError {
    /// Words out of order.
    #[error("word {position} of the list does not sort after the one before it — sort the words first")]
    Unsorted {
        /// The position of the word, from 1.
        position: usize,
    },
    /// More states or arcs than 32 bits can number.
    #[error("the graph has more than 4,294,967,295 arcs — split the list")]
    TooLarge,
    /// A graph that no program has made properly.
    #[error("{what}")]
    Broken {
        /// What is wrong.
        what: &'static str,
    },
    /// A GADDAG over an alphabet that is for look-up only.
    #[error("a GADDAG needs an alphabet of at most 63 letters, this one has {letters}")]
    WideGaddag {
        /// The size of the alphabet.
        letters: usize,
    },
}

/// Which graphs to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKinds {
    /// The DAWG alone.
    Dawg,
    /// The GADDAG alone. (The DAWG is built on the way: the GADDAG shares its states.)
    Gaddag,
    /// Both.
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

    /// Whether this graph is among those wanted.
    pub fn includes(self, kind: GraphKind) -> bool {
        match self {
            GraphKinds::Both => true,
            GraphKinds::Dawg => kind == GraphKind::Dawg,
            GraphKinds::Gaddag => kind == GraphKind::Gaddag,
        }
    }
}

/// Minimal graphs of one list of words, sharing their states.
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
    /// Time is linear in the nodes of the unminimised trie, plus, for a GADDAG, a sort of its prefixes. Memory, beside
    /// the words: about 8 bytes an arc and 12 to 20 a state of the result, and 20 bytes a node of the trie for a GADDAG.
    ///
    /// # Errors
    /// [`BuildError`] for unsorted words, an alphabet too large for a GADDAG, or a graph past 32 bits.
    pub fn build(words: &Words, letters: usize, wanted: GraphKinds) -> Result<Graphs, BuildError> {
        if wanted != GraphKinds::Dawg && letters > usize::from(crate::alphabet::Tile::MAX_GAME) {
            return Err(BuildError::WideGaddag { letters });
        }
        let mut minimizer = Minimizer::new();
        if wanted == GraphKinds::Dawg {
            let dawg = minimize::dawg(&mut minimizer, words)?;
            return Ok(Graphs { arena: minimizer.into_arena(), dawg, gaddag: None, wanted });
        }
        let (dawg, gaddag) = gaddag::build(&mut minimizer, words, letters)?;
        Ok(Graphs { arena: minimizer.into_arena(), dawg, gaddag: Some(gaddag), wanted })
    }

    /// The states of all graphs, and their arcs; linear in neither.
    pub fn size(&self) -> (u64, u64) {
        (self.arena.len() as u64, self.arena.arcs.len() as u64)
    }

    /// The bytes they take in memory.
    pub fn bytes(&self) -> u64 {
        self.arena.bytes() as u64
    }

    /// The graphs that were wanted.
    pub fn iter(&self) -> impl Iterator<Item = (GraphKind, MinimalGraph<'_>)> {
        let dawg = Some((GraphKind::Dawg, self.dawg));
        let gaddag = self.gaddag.map(|root| (GraphKind::Gaddag, root));
        let wanted = self.wanted;
        let all = dawg.into_iter().chain(gaddag);
        all.filter(move |(kind, _)| wanted.includes(*kind)).map(|(kind, root)| (kind, MinimalGraph::new(&self.arena, root)))
    }

    /// The graph of this kind, if it was wanted.
    pub fn get(&self, kind: GraphKind) -> Option<MinimalGraph<'_>> {
        self.iter().find(|(found, _)| *found == kind).map(|(_, graph)| graph)
    }
}
