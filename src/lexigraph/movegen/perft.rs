//! Perft: how many lines of play there are, to so many plies. A check of everything at once: generator, cross-checks after plays,
//! laying tiles and taking them back.
//!
//! A *line* is a play of the player on turn, then one of the other player, and so on: plays that lay tiles only, no pass and no exchange,
//! and nothing is drawn, so that a rack runs out. A line of `depth` plays counts once; one that ends before, because a player has no
//! play, does not count.

use crate::board::Position;

use super::{All, Count, MovegenError, Worker};

/// What [`perft`] found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Lines of so many plays.
    pub lines: u64,
    /// The best score of a last play; 0 without lines.
    pub best: i32,
    /// The scores of the last plays, added up.
    pub total: i64,
}

/// Counts the lines of `depth` plays; at depth 0 there is one, of no play.
///
/// The position is played on and left as it was. Cost: that of generating the plays of every line of `depth` − 1.
///
/// # Errors
/// As [`Worker::all`].
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
