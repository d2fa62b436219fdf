//! lexigraph
#![deny(missing_docs)]
pub mod alphabet;
pub mod build;
pub mod graph;
pub mod lexicon;
