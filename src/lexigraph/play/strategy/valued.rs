//! The base of the static strategies: plays by score and leave, exchanges, and the value of tiles once the bag is
//! empty.

use crate::board::{Move, Rack, Square};
use crate::movegen::{All, Equity, Generator, Leaves, MovegenError, Order, Play, Request, Top, Worker, other_moves};

use super::{Part, ScoredMove};
use crate::play::View;
use crate::play::evaluation::Evaluation;

/// Leave values once the bag is empty: going out gains the opponent's tiles; not going out costs the own tiles and a
/// turn.
struct Endings<'p> {
    points: &'p crate::board::Points,
    weight: i32,
    opponent: i32,
}

/// The approximate worth of a turn near the end, in points.
const TURN: i32 = 10;

impl Leaves for Endings<'_> {
    fn value(&self, kept: &Rack) -> Equity {
        Equity::from_points(if kept.is_empty() {
            self.weight * self.opponent
        } else {
            -(TURN + self.weight * kept.points(self.points))
        })
    }
}

/// A worker, and the values by which moves are compared.
pub(super) struct Valued<'g> {
    pub worker: Worker<'g>,
    leaves: &'g dyn Leaves,
    /// Used for the first play of a game.
    evaluation: Option<&'g Evaluation>,
}

impl<'g> Valued<'g> {
    pub fn new(generator: &'g Generator<'g>, leaves: &'g dyn Leaves, evaluation: Option<&'g Evaluation>) -> Valued<'g> {
        Valued { worker: generator.worker(), leaves, evaluation }
    }

    /// Calls `then` with the leave values that apply to the view.
    fn with_values<T>(&mut self, view: &View<'_>, then: impl FnOnce(&mut Worker<'g>, &dyn Leaves) -> T) -> T {
        let position = view.position;
        if view.bag > 0 {
            return then(&mut self.worker, self.leaves);
        }
        let points = position.setup().points();
        let weight = view.rules.going_out.weight();
        then(&mut self.worker, &Endings { points, weight, opponent: position.opponent_rack().points(points) })
    }

    /// The best move, with its score: a play, an exchange if its worth is higher, or a pass if there is neither.
    pub fn choose(&mut self, view: &View<'_>) -> Result<(Move, i32), MovegenError> {
        let position = view.position;
        let opening = if position.board().is_empty() { self.opening_charge() } else { None };
        self.with_values(view, |worker, leaves| {
            let request = Request { leaves: Some(leaves), ..position.into() };
            let best = if let Some(evaluation) = opening {
                let mut all = All::new();
                worker.all(request, &mut all)?;
                best_opening(all.plays(), evaluation, view)
            } else {
                worker.best(request, Order::Equity)?.map(|play| (play.equity, play))
            };
            let exchange = best_exchange(view, worker, leaves, best.map(|(worth, _)| worth));
            Ok(match (exchange, best) {
                (Some((exchange, _)), _) => (exchange, 0),
                (None, Some((_, play))) => (Move::Place(play.placement), play.score),
                (None, None) => (Move::Pass, 0),
            })
        })
    }

    /// The best moves, best first.
    pub fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        let position = view.position;
        let opening = if position.board().is_empty() { self.opening_charge() } else { None };
        self.with_values(view, |worker, leaves| {
            let request = Request { leaves: Some(leaves), ..position.into() };
            let plays = if opening.is_some() {
                let mut all = All::new();
                worker.all(request, &mut all)?;
                all.into_sorted(Order::Equity)
            } else {
                let mut top = Top::new(limit, Order::Equity);
                worker.top(request, &mut top)?;
                top.into_sorted()
            };
            let mut found: Vec<ScoredMove> = plays.iter().map(|play| scored_move(play, opening, view)).collect();
            if view.may_exchange() {
                let mut others = Vec::new();
                other_moves(position, Some(leaves), &mut others);
                let exchanges = others.into_iter().filter(|(play, _)| *play != Move::Pass);
                found.extend(exchanges.map(|(play, worth)| ScoredMove {
                    play,
                    score: 0,
                    worth,
                    parts: vec![Part { name: "rack", value: worth }],
                }));
            }
            // A stable sort: equal plays stay in their order and come before exchanges.
            found.sort_by_key(|scored_move| std::cmp::Reverse(scored_move.worth));
            found.truncate(limit);
            if found.is_empty() && limit > 0 {
                found.push(ScoredMove { play: Move::Pass, score: 0, worth: Equity::ZERO, parts: Vec::new() });
            }
            Ok(found)
        })
    }

    fn opening_charge(&self) -> Option<&'g Evaluation> {
        self.evaluation.filter(|evaluation| evaluation.board.opening_vowel != 0.0)
    }
}

fn scored_move(play: &Play, opening: Option<&Evaluation>, view: &View<'_>) -> ScoredMove {
    let mut parts = vec![Part { name: "rack", value: play.equity - Equity::from_points(play.score) }];
    let charge = opening.map_or(Equity::ZERO, |evaluation| opening_charge(play, evaluation, view));
    if charge != Equity::ZERO {
        parts.push(Part { name: "vowels beside premiums", value: -charge });
    }
    ScoredMove { play: Move::Place(play.placement), score: play.score, worth: play.equity - charge, parts }
}

/// The best first play of a game, with the charge for vowels beside premiums; the first of equal ones.
fn best_opening(plays: &[Play], evaluation: &Evaluation, view: &View<'_>) -> Option<(Equity, Play)> {
    let worths = plays.iter().map(|play| (play.equity - opening_charge(play, evaluation, view), *play));
    worths.reduce(|best, other| {
        let first = other.0.cmp(&best.0).then_with(|| best.1.compare(&other.1, Order::Equity));
        if first.is_gt() { other } else { best }
    })
}

/// The charge for the vowels of a first play that have a letter premium right above or below: the opponent can score
/// there.
fn opening_charge(play: &Play, evaluation: &Evaluation, view: &View<'_>) -> Equity {
    let (board, layout) = (view.position.board(), view.position.setup().layout());
    let placement = &play.placement;
    let other = placement.direction.other();
    let beside = |square: Square| {
        let (lane, index) = square.lane(other);
        let next = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
        let squares = next.map(|index| Square::on_lane(other, lane, index));
        squares.into_iter().any(|square| board.contains(square) && layout.premium(square).letter() > 1)
    };
    let vowels = placement.laid(board).filter(|&(square, cell)| evaluation.is_vowel(cell) && beside(square)).count();
    Equity::from_thousandths((evaluation.board.opening_vowel * 1000.0 * vowels as f64).round() as i32)
}

/// The best exchange, if it is worth more than the best play. The search is skipped if no leave of the last
/// generation is worth enough.
fn best_exchange(view: &View<'_>, worker: &Worker<'_>, leaves: &dyn Leaves, best: Option<Equity>) -> Option<(Move, Equity)> {
    if !view.may_exchange() {
        return None;
    }
    let most = (1..=view.position.rack().len()).map(|given| worker.best_leave(given)).max()?;
    if best.is_some_and(|best| most <= best) {
        return None;
    }
    let mut others = Vec::new();
    other_moves(view.position, Some(leaves), &mut others);
    let exchanges = others.into_iter().filter(|(play, worth)| *play != Move::Pass && best.is_none_or(|best| *worth > best));
    // The first of equal exchanges.
    exchanges.reduce(|best, other| if other.1 > best.1 { other } else { best })
}
