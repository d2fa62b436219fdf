//! Move generation for a search to the end of the game: the plays of each lane are kept, and serve as long as the lane
//! is as it was.

mod board;
mod plays;
mod rack_bits;
#[cfg(test)]
mod tests;

pub(crate) use board::{LaneBoard, LaneMove, LaneUndo};
pub(crate) use plays::{LanePlay, PositionKey};
