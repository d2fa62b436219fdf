//! The ground that lexigraph stands on: letters, words, minimal graphs, and how they lie in files.

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod alphabet;
pub mod build;
pub mod graph;
pub mod image;
pub mod parallel;
pub mod unicode;
pub mod words;
