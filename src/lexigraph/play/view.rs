//! What a player sees: the position without the opponent's tiles.

use thiserror::Error;

use crate::board::gcg::Replay;
use crate::board::{Bag, LaidSquares, Move, Placement, Position, Rack};

use super::rules::GameRules;

/// The opponent's last turn.
#[derive(Clone, Copy, Debug)]
pub struct LastTurn {
    /// The move. Of an exchange, only the number of tiles was seen.
    pub played: Move,
    /// The squares of its tiles.
    pub laid: LaidSquares,
}

impl LastTurn {
    /// The turn before turn `at` of a replayed game, from 0, or before its end if there are no more turns. `None` if there is
    /// none, if it was not the opponent's, or if its play was challenged and withdrawn.
    pub fn before_turn(replay: &Replay, at: usize) -> Option<LastTurn> {
        let last = replay.turns.get(at.checked_sub(1)?)?;
        let on_turn = replay.turns.get(at).map_or(replay.on_turn, |turn| turn.player);
        let seen = last.player != on_turn && !last.withdrawn;
        let laid = |placement: &Placement| last.position.clone().play_unchecked(placement, 0).laid;
        seen.then(|| LastTurn {
            played: last.played,
            laid: if let Move::Place(placement) = &last.played { laid(placement) } else { LaidSquares::NONE },
        })
    }

    /// The board before the turn in a position after it. Racks, scores and turns are those of the position.
    pub fn before(&self, position: &Position) -> Position {
        let mut before = position.clone();
        before.lift(self.laid);
        before
    }
}

/// What a player sees of an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// The opponent's score.
    pub score: i32,
    /// The number of tiles on the opponent's rack.
    pub tiles: usize,
}

/// What the player on turn sees.
pub struct View<'v> {
    /// The position, the player on turn first. The opponent's rack is empty until the bag is empty and the rack is
    /// known. With more than two players, the rack is always empty, and the second score is that of the best opponent.
    pub position: &'v Position,
    /// The number of tiles in the bag.
    pub bag: usize,
    /// The rules.
    pub rules: &'v GameRules,
    /// The opponents in the order of their turns, in a game of more than two; empty in a game of two, where the position
    /// says it all.
    pub opponents: &'v [Opponent],
    /// A seed for strategies that use random numbers. It differs in every game and turn, and is the same if a game is
    /// replayed.
    pub seed: u64,
    /// The opponent's last turn, if it is known.
    pub last: Option<LastTurn>,
}

impl View<'_> {
    /// `true` if tiles may be exchanged.
    pub fn may_exchange(&self) -> bool {
        self.rules.may_exchange(self.bag)
    }

    /// The tiles that the player does not see: those in the bag and those of the opponents.
    pub fn unseen(&self) -> Bag {
        let position = self.position;
        let full = Bag::full(position.setup().alphabet());
        if full.is_empty() {
            return full;
        }
        let unseen = Bag::unseen(position.setup().alphabet(), position.board(), &[*position.rack()]);
        unseen.expect("bug: a position has more tiles of a letter than the bag")
    }

    /// The view of a position that comes from no game. The number of tiles in the bag follows from the position.
    ///
    /// An opponent whose rack is unknown holds a full rack, if there are enough tiles. Without tile counts in the
    /// alphabet, the bag counts as one that never empties: as many tiles as a full rack.
    pub fn of_position<'v>(position: &'v Position, rules: &'v GameRules, seed: u64) -> View<'v> {
        let full_rack = position.setup().layout().rack();
        let view = View { position, bag: full_rack, rules, opponents: &[], seed, last: None };
        if Bag::full(position.setup().alphabet()).is_empty() {
            return view;
        }
        let opponents = position.opponent_rack().len().max(full_rack);
        View { bag: view.unseen().len().saturating_sub(opponents), ..view }
    }
}

/// The alphabet has no tile counts, so nothing is known about the tiles that a player does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the alphabet has no tiles to draw — use one with tile counts")]
pub struct NoTiles;

/// Makes the position what the player on turn sees: the opponent's rack is empty unless it follows from the unseen tiles,
/// because the bag is empty.
///
/// # Errors
/// [`NoTiles`] if the alphabet has no tile counts; the opponent's rack is empty then.
pub fn hide_opponent(position: &mut Position) -> Result<(), NoTiles> {
    position.set_racks_unchecked([*position.rack(), Rack::EMPTY]);
    let hidden = position.as_unchecked().unseen().expect("bug: a position has more tiles of a letter than the bag");
    if hidden.is_empty() && Bag::full(position.setup().alphabet()).is_empty() {
        return Err(NoTiles);
    }
    if hidden.len() <= position.setup().layout().rack() {
        let rack = Rack::from_cells(&hidden.cells().collect::<Vec<_>>());
        let rack = rack.expect("bug: unseen tiles that fit on a rack are not a rack");
        position.set_racks_unchecked([*position.rack(), rack]);
    }
    Ok(())
}
