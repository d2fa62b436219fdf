//! lexigraph
pub mod alphabet;
pub mod lexicon;
