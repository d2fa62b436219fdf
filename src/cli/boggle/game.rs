//! What every form of the command needs.

use lexigraph::alphabet::Alphabet;
use lexigraph::boggle::{DiceSet, WordPoints};
use lexigraph::image::Image;

use super::arguments::Args;

/// The arguments, and the lexicon and rules that they name.
pub struct Game<'a> {
    pub args: &'a Args,
    pub image: &'a Image,
    pub alphabet: &'a Alphabet,
    pub points: WordPoints,
    /// The minimum length of a word.
    pub min_length: usize,
    /// The dice, if `--dice` names a set.
    pub dice: Option<DiceSet>,
}
