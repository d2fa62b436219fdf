//! The chance to win before a turn.

use super::Tracker;
use crate::board::Position;
use crate::play::winning::WinningTable;

/// What a chance to win was found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceSource {
    /// The table of win chances: by the lead, with what both players kept, and the number of unseen tiles. It does not know
    /// the rack.
    Table,
    /// The simulation of the best move.
    Simulation,
    /// A proven search to the end of the game.
    Endgame,
}

/// A chance to win, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinChance {
    /// The chance.
    pub value: f64,
    /// Half of the 95 % interval around it, by simulation; else 0.
    pub margin: f64,
    /// What it was found by.
    pub source: ChanceSource,
}

impl WinChance {
    /// The chance of the player on turn by the table. The lead is that of the scores, and while the bag has tiles, of the
    /// values of the tiles that the players kept in their last turns.
    pub(super) fn of_table(table: &WinningTable, position: &Position, player: usize, tracker: &Tracker) -> WinChance {
        let [own, other] = position.scores();
        let kept = (tracker.kept[player] - tracker.kept[1 - player]).points();
        let lead = f64::from(own - other) + if tracker.bag == Some(0) { 0.0 } else { kept };
        let value = table.chance(lead, tracker.unseen(player), true);
        WinChance { value, margin: 0.0, source: ChanceSource::Table }
    }
}

/// The share of a game with this spread at its end: 1 if it is won, one half if it is drawn, 0 if it is lost.
pub(super) fn outcome(spread: i32) -> f64 {
    match spread {
        1.. => 1.0,
        0 => 0.5,
        _ => 0.0,
    }
}
