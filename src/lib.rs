//! lexigraph
#![deny(missing_docs)]
pub mod alphabet;
pub mod board;
pub mod build;
pub mod bytes;
pub mod graph;
pub mod image;
pub mod lexicon;
pub mod query;
pub mod report;
