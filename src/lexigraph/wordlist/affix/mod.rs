//! Hunspell's affixes: what a `.aff` says, and the words that it makes of the stems of a `.dic`.
//!
//! The rules are those of the program's own checker, which works backwards from a word to a stem; here they are applied
//! forwards. What is made is a subset of what it accepts, but for a few of its oddities.
#![doc = include_str!("../../formats/hunspell.md")]

mod condition;
mod expand;
mod list;
mod parse;
mod rules;
mod side;

pub(super) use list::{Expansion, each};
pub use rules::Affixes;

#[cfg(test)]
mod tests;
