//! The board: what a play brings within reach of the opponent, and takes out of it.

use crate::alphabet::TileSet;
use crate::board::{Bag, Board, BoardSetup, Cell, Direction, Move, Placement, Square};
use crate::movegen::{CrossSetLookup, Equity, Generator, MovegenError};

use super::valued::Valued;
use super::{Part, PlayContext, ScoredMove, Strategy};
use crate::play::View;
use crate::play::evaluation::{Evaluation, REACH};

/// So many plays, the best by score and rack, are held against the board.
const CANDIDATES: usize = 40;

/// The score, what stays on the rack, and what the play does to the board: the premium squares that it brings within the opponent's
/// reach or takes, the letters that make a longer word of its main word, and the odds that the bag gives the other half of a pair.
pub struct BoardHeuristic<'g> {
    valued: Valued<'g>,
    generator: &'g Generator<'g>,
    evaluation: &'g Evaluation,
}

impl<'g> BoardHeuristic<'g> {
    /// With this lexicon and this table.
    pub fn new(context: PlayContext<'g>, evaluation: &'g Evaluation) -> BoardHeuristic<'g> {
        let valued = Valued::new(context.generator, evaluation, Some(evaluation));
        BoardHeuristic { valued, generator: context.generator, evaluation }
    }

    /// Adds to a move what it does to the board.
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

    /// What the opponent can make of the main word with one letter before or behind it.
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

/// What the premium squares are worth to the player who comes next: each by its premium and by how few tiles reach it.
///
/// A square is reached along a lane from the nearest tile, every square between laid; the better of its two lanes counts.
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

/// How many tiles must be laid from the last tile passed to reach a square.
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
