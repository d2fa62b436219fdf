//! Bingos: plays that lay a full rack.

use crate::board::{Move, Position};
use crate::movegen::{All, Generator, MovegenError, Order};
use crate::play::{ScoredMove, StaticEquity, View};

/// The plays of a turn that lay a full rack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bingos {
    /// Their number.
    pub count: usize,
    /// The best of them by static equity.
    pub best: Option<ScoredMove>,
    /// `true` if the player laid a full rack, whatever the words.
    pub played: bool,
}

impl Bingos {
    /// Finds the bingos of a turn. Takes the time of a list of all plays.
    pub(super) fn find(
        equity: &mut StaticEquity<'_>,
        generator: &Generator<'_>,
        view: &View<'_>,
        played: &Move,
    ) -> Result<Bingos, MovegenError> {
        let full = |play: &Move| is_bingo(view.position, play);
        let mut bingos = Bingos { count: 0, best: None, played: full(played) };
        if view.position.rack().len() < view.position.setup().layout().rack() {
            return Ok(bingos);
        }
        let mut all = All::new();
        generator.worker().all(view.position, &mut all)?;
        for play in all.into_sorted(Order::Score) {
            let (score, play) = (play.score, Move::Place(play.placement));
            if !full(&play) {
                continue;
            }
            bingos.count += 1;
            let worth = equity.of(view, &play, score);
            let is_better = |best: &ScoredMove| (worth, score) > (best.worth, best.score);
            if bingos.best.as_ref().is_none_or(is_better) {
                bingos.best = Some(ScoredMove { play, score, worth, parts: Vec::new() });
            }
        }
        Ok(bingos)
    }
}

/// `true` if the move lays a full rack.
fn is_bingo(position: &Position, play: &Move) -> bool {
    matches!(play, Move::Place(placement) if placement.tiles.len() == position.setup().layout().rack())
}
