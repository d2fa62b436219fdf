//! lexigraph
pub mod alphabet;
pub mod board;
pub mod lexicon;
