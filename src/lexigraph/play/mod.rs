//! Playing: what a player does with the plays that move generation finds.

pub mod endgame;
pub mod evaluation;
mod game;
pub mod one_sided;
pub mod results;
mod rules;
pub mod selfplay;
pub mod strategy;
pub mod train;

use std::path::Path;

use crate::alphabet::Alphabet;
use crate::movegen::LeaveTable;

pub use game::{End, Game, GameError, Taken, View};
pub use rules::{GameRules, GoingOut, UnknownRules};

/// Trained values of leaves, bundled; made by `train leaves`, see `wordlists/leaves/README.md`.
static ENGLISH: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.klv2"));

/// The values of tiles kept that are bundled for an alphabet: for English there are some, whatever the size of the set.
pub fn bundled_leaves(alphabet: &Alphabet) -> Option<LeaveTable> {
    let language = alphabet.name().split('-').next();
    let english = || LeaveTable::from_bytes(ENGLISH, Some(Path::new("english.klv2")), alphabet).ok();
    if language == Some("english") { english() } else { None }
}
