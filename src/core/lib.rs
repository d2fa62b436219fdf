//! The core of lexigraph: alphabets, word lists in memory, minimal word graphs, and graphs in files.
//!
//! The crate `lexigraph` builds on this one and re-exports what its users need. This crate alone is enough for build scripts
//! and for readers of native images that need few dependencies.
//!
//! # Modules
//!
//! A module names only those below it.
//!
//! ```text
//! image              the native image, the layouts of other programs, one type for all of them
//! build              builds minimal graphs from sorted words
//! words              a list of words in one buffer
//! graph              the traits of word graphs, and walks over them
//! alphabet           letters, tiles, tile sets; parses words
//! parallel, unicode  threads and normalisation forms, each behind a feature
//! huge               large pages of the system for large vectors
//! names              names that are meant by names with a typing mistake
//! ```

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod alphabet;
pub mod build;
pub mod graph;
mod huge;
pub mod image;
pub mod names;
pub mod parallel;
pub mod unicode;
pub mod words;
