//! Perft: counts the lines of play of a given depth. It tests everything at once: the generator, the update of
//! cross-checks, laying tiles and taking them back.
//!
//! A *line* is a play of the player on turn, then a play of the other player, and so on. Plays lay tiles: there are
//! no passes, no exchanges and no draws, so racks run out. A line of `depth` plays counts once; a line that ends
//! earlier, because a player has no play, does not count.

use crate::board::Position;

use super::{All, Count, MovegenError, Worker};

/// The result of [`perft`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// The number of lines.
    pub lines: u64,
    /// The best score of a last play; 0 without lines.
    pub best: i32,
    /// The sum of the scores of all last plays.
    pub total: i64,
}

/// Counts the lines of `depth` plays; at depth 0 there is one line, without plays.
///
/// The position is the same afterwards. Costs the generation of plays for every line of `depth` − 1 plays.
///
/// # Errors
/// The errors of [`Worker::all`].
pub fn perft(worker: &mut Worker<'_>, position: &mut Position, depth: usize) -> Result<Perft, MovegenError> {
    match depth {
        0 => Ok(Perft { lines: 1, ..Perft::default() }),
        1 => {
            let mut count = Count::default();
            worker.count(&*position, &mut count)?;
            Ok(Perft { lines: count.plays, best: count.best, total: count.total })
        }
        _ => {
            let mut all = All::new();
            worker.all(&*position, &mut all)?;
            let mut sum = Perft::default();
            for play in all.plays() {
                let undo = position.play_unchecked(&play.placement, play.score);
                let below = perft(worker, position, depth - 1);
                position.undo(undo);
                let below = below?;
                sum.lines += below.lines;
                sum.best = sum.best.max(below.best);
                sum.total += below.total;
            }
            Ok(sum)
        }
    }
}
