//! lexigraph
pub mod alphabet;
pub mod bytes;
pub mod lexicon;
