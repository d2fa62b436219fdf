//! The order in which the moves of a position are searched, and bounds that exclude some of them at once.

use crate::movegen::{LaneBoard, LaneMove, LanePlay};

use super::table::MOVE_BITS;

/// A move that may be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The greater, the earlier the move is searched.
    pub worth: i32,
    /// The value of the move is at most this.
    pub bound: i32,
    /// The move in the table.
    pub hash: u32,
    pub lane_move: LaneMove,
}

/// The move as an entry of the table has it; never 0, which is a pass.
#[inline]
pub(super) fn hashed(play: &LanePlay) -> u32 {
    ((play.key.check >> (64 - MOVE_BITS)) as u32).max(1)
}

/// The moves that are looked for one by one; then so many are sorted, then the others.
const SELECTED: usize = 4;
const SORTED: usize = 16;

/// The choice to search at this place. Most nodes are done after the first move, so sorting waits.
pub(super) fn in_turn(choices: &mut [Choice], at: usize) -> Choice {
    let worth = |choice: &Choice| std::cmp::Reverse(choice.worth);
    if at < SELECTED {
        let mut best = at;
        for (other, choice) in choices.iter().enumerate().skip(at + 1) {
            if choice.worth > choices[best].worth {
                best = other;
            }
        }
        choices.swap(at, best);
    } else if at == SELECTED {
        let mut end = choices.len();
        if end > SORTED {
            choices[at..].select_nth_unstable_by_key(SORTED - at, worth);
            end = SORTED;
        }
        choices[at..end].sort_unstable_by_key(worth);
    } else if at == SORTED {
        choices[at..].sort_unstable_by_key(worth);
    }
    choices[at]
}

/// The plays with which the opponent could end the game.
#[derive(Default)]
pub(super) struct Threats {
    /// Their scores, the highest first.
    plays: Vec<(i32, LaneMove)>,
}

/// The most threats of a position that are remembered.
const MOST: usize = 12;

impl Threats {
    /// Finds the plays of a player that lay all tiles of the rack.
    pub fn find(&mut self, lanes: &mut LaneBoard<'_>, player: usize, rack: u32) {
        self.plays.clear();
        lanes.for_moves_out(player, rack, |lane_move, play| self.plays.push((play.score, lane_move)));
        self.plays.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        self.plays.truncate(MOST);
    }

    /// The highest score of a threat.
    pub fn best(&self) -> Option<i32> {
        self.plays.first().map(|&(score, _)| score)
    }

    /// The highest score of a threat that is still there after a move.
    pub fn after(&self, lanes: &LaneBoard<'_>, lane_move: LaneMove) -> Option<i32> {
        let left = self.plays.iter().find(|&&(_, threat)| !lanes.disturbs(lane_move, threat));
        left.map(|&(score, _)| score)
    }
}
