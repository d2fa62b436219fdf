//! The ground that lexigraph stands on: alphabets, words, minimal graphs, and how graphs lie in files.
//!
//! The crate `lexigraph` builds on this one and re-exports what its users need. This crate alone serves build scripts, and readers of native
//! images that want few dependencies.
//!
//! # Modules
//!
//! A module names only those below it.
//!
//! ```text
//! image              the native image, other layouts that are walked as they are, one type for all of them
//! build              words into minimal graphs
//! words              lists of words in one buffer
//! graph              the traits of word graphs, and the walks that follow from them
//! alphabet           letters, tiles, sets of tiles
//! parallel, unicode  threads and normal forms, each behind a feature
//! ```

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod alphabet;
pub mod build;
pub mod graph;
pub mod image;
pub mod parallel;
pub mod unicode;
pub mod words;
