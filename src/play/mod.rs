//! Playing: what a player does with the plays that move generation finds.
//!
//! So far the end of the game, when the bag is empty: [`endgame`] searches it to its end, [`cover`] is the one-sided problem of getting the most
//! out of a rack.

pub mod cover;
pub mod endgame;
