//! Static equity: the worth of a move without looking ahead, by which strategies, lists of plays and reviews of games
//! compare moves.
//!
//! The equity of a play is its score plus the value of its leave, less a charge for a first play that puts vowels beside
//! letter premiums. The equity of an exchange is the value of the tiles that are kept. Once the bag is empty, going out
//! gains the opponent's tiles, and not going out costs the own tiles and a turn.

use crate::board::{Move, Placement, Rack, Square};
use crate::movegen::{All, Equity, Generator, Leaves, MovegenError, Order, Play, Request, Top, Worker, other_moves};

use super::View;
use super::evaluation::Evaluation;

/// A move with its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredMove {
    /// The move.
    pub play: Move,
    /// The score.
    pub score: i32,
    /// The worth by which moves are compared.
    pub worth: Equity,
    /// The parts of `worth` beside the score.
    pub parts: Vec<Part>,
}

/// A reason why a move is worth more or less than its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The name of the reason.
    pub name: &'static str,
    /// The equity that it adds.
    pub value: Equity,
}

/// Leave values once the bag is empty: going out gains the opponent's tiles; not going out costs the own tiles and a
/// turn.
struct Endings<'p> {
    points: &'p crate::board::Points,
    weight: i32,
    opponent: i32,
}

/// The values of leaves if the bag is empty.
fn endings<'p>(view: &View<'p>) -> Option<Endings<'p>> {
    let position = view.position;
    let points = position.setup().points();
    let opponent = || match view.opponents {
        [] => position.opponent_rack().points(points),
        _ => view.unseen().cells().map(|cell| points.of(cell)).sum(),
    };
    (view.bag == 0).then(|| Endings { points, weight: view.rules.going_out.weight(), opponent: opponent() })
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

/// Compares moves by static equity. It belongs to one thread.
pub struct StaticEquity<'g> {
    worker: Worker<'g>,
    leaves: &'g dyn Leaves,
    /// Used for the first play of a game.
    evaluation: Option<&'g Evaluation>,
}

impl<'g> StaticEquity<'g> {
    /// Equity by these leave values. The evaluation table has the charge for a first play; without it there is none.
    pub fn new(
        generator: &'g Generator<'g>,
        leaves: &'g dyn Leaves,
        evaluation: Option<&'g Evaluation>,
    ) -> StaticEquity<'g> {
        StaticEquity { worker: generator.worker(), leaves, evaluation }
    }

    /// Calls `then` with the leave values that apply to the view.
    fn with_values<T>(&mut self, view: &View<'_>, then: impl FnOnce(&mut Worker<'g>, &dyn Leaves) -> T) -> T {
        match endings(view) {
            Some(endings) => then(&mut self.worker, &endings),
            None => then(&mut self.worker, self.leaves),
        }
    }

    /// The best move, with its score: a play, an exchange if its worth is higher, or a pass if there is neither. It is
    /// the first move of [`consider`](Self::consider), found faster.
    ///
    /// # Errors
    /// [`MovegenError`] if lexicon and position have different letters, or if scores could overflow.
    pub fn choose(&mut self, view: &View<'_>) -> Result<(Move, i32), MovegenError> {
        let position = view.position;
        let opening = if position.board().is_empty() { self.opening_charge() } else { None };
        self.with_values(view, |worker, leaves| {
            let request = Request { leaves: Some(leaves), ..position.into() };
            let best = if let Some(evaluation) = opening {
                find_opening(worker, request, evaluation, view)?
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

    /// The best moves, best first: at most `limit` plays and exchanges, or a pass if there is neither.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    pub fn consider(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        let mut found = self.list(view, Order::Equity, Some(limit))?;
        if found.len() > 1 {
            found.retain(|scored_move| scored_move.play != Move::Pass);
        }
        Ok(found)
    }

    /// The moves that are worth looking at closely, best first: at most `limit`. They are those of
    /// [`consider`](Self::consider), but if `limit` is greater than 2, the best exchange is one of them where tiles may be
    /// exchanged, and a pass is where it could matter: if no play has a positive worth, or if the bag has no more tiles than a
    /// full rack, so that who draws the last tiles may decide the game.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    pub fn candidates(&mut self, view: &View<'_>, limit: usize) -> Result<Vec<ScoredMove>, MovegenError> {
        let mut found = self.consider(view, limit)?;
        if limit <= 2 {
            return Ok(found);
        }
        let (passes, exchanges): (Vec<_>, Vec<_>) =
            self.with_values(view, |_, leaves| others(view, leaves).partition(|other| other.play == Move::Pass));
        let lays = |scored: &ScoredMove| matches!(scored.play, Move::Place(_));
        let mut more = Vec::new();
        if view.may_exchange() && !found.iter().any(|scored| matches!(scored.play, Move::Exchange(_))) {
            // The first of equal exchanges.
            more.extend(exchanges.into_iter().reduce(|best, other| if other.worth > best.worth { other } else { best }));
        }
        let few = view.bag <= view.position.setup().layout().rack();
        let good = found.iter().any(|scored| lays(scored) && scored.worth > Equity::ZERO);
        if (few || !good) && !found.iter().any(|scored| scored.play == Move::Pass) {
            more.extend(passes);
        }
        found.truncate(limit - more.len());
        found.extend(more);
        Ok(found)
    }

    /// The moves in this order, best first; at most `limit`, all without a limit. By score, only plays are listed. By
    /// equity, exchanges are listed among the plays, and a pass comes last: leave values compare the tiles that are kept,
    /// and do not say what a turn is worth.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    pub fn list(&mut self, view: &View<'_>, order: Order, limit: Option<usize>) -> Result<Vec<ScoredMove>, MovegenError> {
        let position = view.position;
        let opening = if position.board().is_empty() { self.opening_charge() } else { None };
        self.with_values(view, |worker, leaves| {
            let request = Request { leaves: Some(leaves), ..position.into() };
            // The charge for a first play is not known to the generator.
            let bounded = limit.filter(|_| opening.is_none() || order == Order::Score);
            let plays = if let Some(limit) = bounded {
                let mut top = Top::new(limit, order);
                worker.top(request, &mut top)?;
                top.into_sorted()
            } else {
                let mut all = All::new();
                worker.all(request, &mut all)?;
                all.into_sorted(order)
            };
            let mut found: Vec<ScoredMove> = plays.iter().map(|play| scored_play(play, opening, view)).collect();
            if order == Order::Equity {
                let (passes, exchanges): (Vec<_>, Vec<_>) = others(view, leaves).partition(|other| other.play == Move::Pass);
                if view.may_exchange() {
                    found.extend(exchanges);
                }
                // A stable sort: equal plays stay in their order and come before exchanges.
                found.sort_by_key(|scored_move| std::cmp::Reverse(scored_move.worth));
                found.extend(passes);
            }
            found.truncate(limit.unwrap_or(usize::MAX));
            Ok(found)
        })
    }

    /// The equity of one move of the view with this score.
    pub fn of(&self, view: &View<'_>, played: &Move, score: i32) -> Equity {
        let leave = played.leave(view.position.rack());
        let value = endings(view).map_or_else(|| self.leaves.value(&leave), |endings| endings.value(&leave));
        let opening = if view.position.board().is_empty() { self.opening_charge() } else { None };
        let charge = match (played, opening) {
            (Move::Place(placement), Some(evaluation)) => opening_charge(placement, evaluation, view),
            _ => Equity::ZERO,
        };
        Equity::from_points(score) + value - charge
    }

    fn opening_charge(&self) -> Option<&'g Evaluation> {
        // First plays of Clabbers are too many to compare them all.
        let is_listed = !self.worker.generator().allows_anagrams();
        self.evaluation.filter(|evaluation| is_listed && evaluation.board.opening_vowel != 0.0)
    }
}

fn scored_play(play: &Play, opening: Option<&Evaluation>, view: &View<'_>) -> ScoredMove {
    let mut parts = vec![Part { name: "rack", value: play.equity - Equity::from_points(play.score) }];
    let charge = opening.map_or(Equity::ZERO, |evaluation| opening_charge(&play.placement, evaluation, view));
    if charge != Equity::ZERO {
        parts.push(Part { name: "vowels beside premiums", value: -charge });
    }
    ScoredMove { play: Move::Place(play.placement), score: play.score, worth: play.equity - charge, parts }
}

/// The moves that lay no tiles: exchanges and a pass.
fn others(view: &View<'_>, leaves: &dyn Leaves) -> impl Iterator<Item = ScoredMove> {
    let mut moves = Vec::new();
    other_moves(view.position, Some(leaves), &mut moves);
    moves.into_iter().map(|(play, worth)| {
        let parts = if worth == Equity::ZERO { Vec::new() } else { vec![Part { name: "rack", value: worth }] };
        ScoredMove { play, score: 0, worth, parts }
    })
}

/// First plays that are looked at before all are.
const OPENINGS: usize = 16;

/// The best first play of a game, with the charge for vowels beside premiums.
fn find_opening(
    worker: &mut Worker<'_>,
    request: Request<'_>,
    evaluation: &Evaluation,
    view: &View<'_>,
) -> Result<Option<(Equity, Play)>, MovegenError> {
    // The charge of a play that is not among the best takes nothing back, so it is worth no more than its equity.
    if evaluation.board.opening_vowel > 0.0 {
        let mut top = Top::new(OPENINGS, Order::Equity);
        worker.top(request, &mut top)?;
        let plays = top.into_sorted();
        let best = best_opening(&plays, evaluation, view);
        let least = plays.last().filter(|_| plays.len() == OPENINGS).map_or(Equity::MIN, |play| play.equity);
        if best.is_none_or(|(worth, _)| worth >= least) {
            return Ok(best);
        }
    }
    let mut all = All::new();
    worker.all(request, &mut all)?;
    Ok(best_opening(all.plays(), evaluation, view))
}

/// The best of some first plays, with the charge for vowels beside premiums; the first of equal ones.
fn best_opening(plays: &[Play], evaluation: &Evaluation, view: &View<'_>) -> Option<(Equity, Play)> {
    let worths = plays.iter().map(|play| (play.equity - opening_charge(&play.placement, evaluation, view), *play));
    worths.reduce(|best, other| {
        let first = other.0.cmp(&best.0).then_with(|| best.1.compare(&other.1, Order::Equity));
        if first.is_gt() { other } else { best }
    })
}

/// The charge for the vowels of a first play that have a letter premium right above or below: the opponent can score
/// there.
fn opening_charge(placement: &Placement, evaluation: &Evaluation, view: &View<'_>) -> Equity {
    let (board, layout) = (view.position.board(), view.position.setup().layout());
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
