//! Playing: what a player does with the plays that move generation finds.

pub mod cover;
pub mod endgame;
pub mod evaluation;
mod game;
mod presets;
pub mod results;
pub mod selfplay;
pub mod strategy;
pub mod train;

pub use game::{End, Game, GameError, Taken, View};
pub use presets::{GoingOut, Preset, UnknownPreset};

/// The values of tiles kept that are bundled for an alphabet.
pub fn bundled_leaves(_alphabet: &crate::alphabet::Alphabet) -> Option<crate::movegen::LeaveTable> {
    None
}
