//! Playing: games, strategies that choose moves, self-play, exact endgames, pre-endgames, the analysis of games, and the
//! training of leave values.

pub mod analysis;
pub mod duplicate;
pub mod elo;
pub mod endgame;
pub mod evaluation;
mod game;
pub mod inference;
pub mod one_sided;
pub mod playability;
pub mod pre_endgame;
pub mod results;
pub mod rounds;
mod rules;
pub mod selfplay;
mod static_equity;
pub mod strategy;
pub mod train;
mod view;
pub mod winning;

use crate::alphabet::Alphabet;
use crate::movegen::LeaveTable;

pub use game::{Challenge, End, Game, GameError, Ruling, Taken, UnknownChallenge, Withdrawn};
pub use rules::{GameRules, GoingOut, UnknownRules, Words};
pub use static_equity::{Part, ScoredMove, StaticEquity};
pub use view::{LastTurn, NoTiles, Opponent, View, hide_opponent};

/// Trained leave values, bundled: packed by `build.rs` from a file that `train leaves` made, see
/// `wordlists/leaves/README.md`.
#[cfg(feature = "bundled")]
static ENGLISH: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.leaves"));

/// The leave values that are bundled for an alphabet, whatever the number of each of its tiles: there are some for
/// English, with the feature `bundled`.
pub fn bundled_leaves(alphabet: &Alphabet) -> Option<LeaveTable> {
    #[cfg(feature = "bundled")]
    if alphabet.name().split('-').next() == Some("english") {
        return Some(LeaveTable::packed(ENGLISH));
    }
    let _ = alphabet;
    None
}
