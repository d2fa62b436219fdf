//! A heuristic for the board: what a play brings within the opponent's reach, and what it takes away.

use crate::alphabet::TileSet;
use crate::board::{Bag, Board, BoardSetup, Cell, Direction, Move, Placement, Square};
use crate::movegen::{CrossSetLookup, Equity, Generator, MovegenError};

use super::{PlayContext, Strategy};
use crate::play::evaluation::{Evaluation, REACH};
use crate::play::{Part, ScoredMove, StaticEquity, View};

/// The number of plays, the best by score and rack, that are compared by their effect on the board.
const CANDIDATES: usize = 40;

/// Compares moves by the score, the leave, and the effect of the play on the board: the premium squares that it
/// brings within the opponent's reach or takes, the hooks of its main word, and the odds of drawing the other half of
/// a pair.
pub struct BoardHeuristic<'g> {
    valued: StaticEquity<'g>,
    generator: &'g Generator<'g>,
    evaluation: &'g Evaluation,
}

impl<'g> BoardHeuristic<'g> {
    /// A strategy with this context and this table.
    pub fn new(context: PlayContext<'g>, evaluation: &'g Evaluation) -> BoardHeuristic<'g> {
        let valued = StaticEquity::new(context.generator, evaluation, Some(evaluation));
        BoardHeuristic { valued, generator: context.generator, evaluation }
    }

    /// Adds the effect on the board to the worth of a move.
    fn judge(&self, scored_move: &mut ScoredMove, view: &View<'_>, unseen: &Bag, before: Equity) {
        let position = view.position;
        let (kept, laid) = (scored_move.play.leave(position.rack()), scored_move.play.tiles().len());
        let mut add = |name, value: Equity| {
            if value != Equity::ZERO {
                scored_move.parts.push(Part { name, value });
                scored_move.worth = scored_move.worth + value;
            }
        };
        add("partners", self.evaluation.partners(&kept, unseen, laid.min(view.bag)));
        if let Move::Place(placement) = &scored_move.play {
            let after = placement.laid_on(position.board());
            add("reach", before - reach(&after, position.setup(), self.evaluation));
            add("hooks", -self.hooks(placement, &after, unseen));
        }
    }

    /// The charge for the hooks of the main word: unseen letters that make a longer word before or after it.
    fn hooks(&self, placement: &Placement, after: &Board, unseen: &Bag) -> Equity {
        let (lane, first) = placement.start.lane(placement.direction);
        let cells = after.lane(placement.direction, lane);
        let length = cells[first..].iter().take_while(|cell| cell.is_tile()).count();
        let free = |at: Option<usize>| at.and_then(|at| cells.get(at)).is_some_and(|cell| cell.is_empty());
        let word = &cells[first..first + length];
        let mut letters = TileSet::EMPTY.bits();
        if free(first.checked_sub(1)) {
            letters |= self.generator.fitting(&[], word).bits();
        }
        if free(Some(first + length)) {
            letters |= self.generator.fitting(word, &[]).bits();
        }
        let there: u32 = TileSet::from_bits(letters).into_iter().map(|tile| u32::from(unseen.count(Cell::tile(tile)))).sum();
        let share = f64::from(there) * 100.0 / unseen.len().max(1) as f64;
        Equity::from_thousandths((self.evaluation.board.hook * share * 1000.0).round() as i32)
    }
}

/// The value of the premium squares to the next player: each by its premium and by the number of tiles that reach it.
///
/// A square is reached along a lane from the nearest tile, with a tile on every square between; the shorter of its
/// two lanes counts.
pub(super) fn reach(board: &Board, setup: &BoardSetup, evaluation: &Evaluation) -> Equity {
    let layout = setup.layout();
    let mut total = 0.0;
    let mut nearest = [[u8::MAX; crate::board::MAX_SIDE]; crate::board::MAX_SIDE];
    for direction in Direction::BOTH {
        for lane in 0..board.lanes(direction) {
            let cells = board.lane(direction, lane);
            let mut mark = |at: usize, distance: u8| {
                let Square { row, column } = Square::on_lane(direction, lane, at);
                let known = &mut nearest[usize::from(row)][usize::from(column)];
                *known = distance.min(*known);
            };
            let mut forward = u8::MAX;
            let mut backward = u8::MAX;
            for at in 0..cells.len() {
                forward = next(forward, cells[at]);
                mark(at, forward);
                let back = cells.len() - 1 - at;
                backward = next(backward, cells[back]);
                mark(back, backward);
            }
        }
    }
    for square in board.squares().filter(|&square| board.get(square).is_empty()) {
        let distance = usize::from(nearest[usize::from(square.row)][usize::from(square.column)]);
        let premium = layout.premium(square);
        if (1..=REACH).contains(&distance)
            && let Some(row) = evaluation.board.reach.row(premium.letter(), premium.word())
        {
            total += row[distance - 1];
        }
    }
    Equity::from_thousandths((total * 1000.0).round() as i32)
}

/// The number of tiles to lay from the last tile passed up to a square.
fn next(distance: u8, cell: Cell) -> u8 {
    if cell.is_tile() {
        0
    } else if cell.is_empty() {
        distance.saturating_add(1)
    } else {
        u8::MAX
    }
}

impl Strategy for BoardHeuristic<'_> {
    fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        let mut found = self.valued.consider(view, limit.max(CANDIDATES))?;
        if view.bag > 0 {
            let unseen = view.unseen();
            let before = reach(view.position.board(), view.position.setup(), self.evaluation);
            found.iter_mut().for_each(|scored_move| self.judge(scored_move, view, &unseen, before));
            found.sort_by_key(|scored_move| std::cmp::Reverse(scored_move.worth));
        }
        found.truncate(limit);
        Ok(found)
    }
}
