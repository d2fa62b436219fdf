//! The luck of a draw: how much better the best move is with the tiles that were drawn than with others.
//!
//! The luck of a turn is the equity of its best move, less the mean of this equity over all racks that the player might have
//! drawn instead to the tiles that were kept, on the same board. So luck does not depend on the move that is played. Its mean
//! is about 0; not exactly, as all unseen tiles count as equally likely, whatever the opponent's moves tell. Programs for backgammon measure the luck of a roll in the same way: by the equity with
//! the roll, less the mean equity of all rolls.
//!
//! A rack is drawn from the tiles that are neither on the board nor among those kept, without the tiles that the player put
//! back in an exchange. If there are no more different draws than samples, all are tried, each by its number of ways; else
//! random ones.

use lexigraph_core::parallel;

use super::Analyzer;
use crate::board::{Bag, Cell, Rack};
use crate::movegen::{Equity, MovegenError};
use crate::play::strategy::PlayContext;
use crate::play::{StaticEquity, View, hide_opponent};
use crate::random::{Random, mixed};

/// What a player kept, and what went back into the bag, before tiles were drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawing {
    pub kept: Rack,
    pub exchanged: Rack,
}

/// At the start of a game, a full rack is drawn.
impl Default for Drawing {
    fn default() -> Drawing {
        Drawing { kept: Rack::EMPTY, exchanged: Rack::EMPTY }
    }
}

/// The luck of a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// The equity of the best move with the tiles drawn less `mean`, in points.
    pub points: f64,
    /// The mean equity of the best move over other draws.
    pub mean: f64,
    /// The standard error of `mean`; 0 if all draws were tried.
    pub error: f64,
    /// The number of draws that were tried.
    pub draws: u64,
    /// `true` if these were all that there are.
    pub is_exact: bool,
}

impl Analyzer<'_> {
    /// The luck of the draw before a turn, whose best move is worth `best`. `None` if nothing was drawn, if none is asked
    /// for, or if the record has a rack that cannot have been drawn.
    pub(super) fn luck(&self, view: &View<'_>, drawing: &Drawing, best: Equity) -> Result<Option<Luck>, MovegenError> {
        let samples = self.settings.draws;
        draw_luck(self.context, view, &drawing.kept, &drawing.exchanged, best, samples, self.parallel)
    }
}

/// The luck of a draw to the tiles that were `kept`, when the tiles `exchanged` were put back; `best` is the worth of the best
/// move of the view. `samples` is the most draws to try. Takes the time of a best play for each. `None` if nothing was drawn,
/// or if the rack cannot have been drawn.
///
/// # Errors
/// [`MovegenError`] if lexicon and position have different letters.
pub fn draw_luck(
    context: PlayContext<'_>,
    view: &View<'_>,
    kept: &Rack,
    exchanged: &Rack,
    best: Equity,
    samples: u64,
    in_parallel: bool,
) -> Result<Option<Luck>, MovegenError> {
    let position = view.position;
    let mut drawn = *position.rack();
    let all_there = kept.cells().all(|cell| drawn.remove(cell));
    let count = drawn.len();
    let Ok(mut pool) = Bag::unseen(position.setup().alphabet(), position.board(), &[*kept]) else { return Ok(None) };
    exchanged.cells().for_each(|cell| _ = pool.remove(cell));
    if samples == 0 || !all_there || count == 0 || pool.len() < count {
        return Ok(None);
    }
    let all = all_draws(&pool, count, usize::try_from(samples).unwrap_or(usize::MAX));
    let worth = |equity: &mut StaticEquity<'_>, draw: &[Cell]| -> Result<f64, MovegenError> {
        let mut other = position.clone();
        let mut rack = *kept;
        draw.iter().for_each(|&cell| _ = rack.add(cell));
        other.set_racks_unchecked([rack, Rack::EMPTY]);
        // Who takes the last tiles leaves the others to the opponent.
        let _ = hide_opponent(&mut other);
        let view = View { position: &other, last: None, ..*view };
        let (play, score) = equity.choose(&view)?;
        Ok(equity.of(&view, &play, score).points())
    };
    let number = all.as_ref().map_or(samples, |all| all.len() as u64);
    let tiles: Vec<Cell> = pool.cells().collect();
    let one = |equity: &mut StaticEquity<'_>, at: u64| match &all {
        Some(all) => worth(equity, &all[at as usize].0).map(|worth| (worth, all[at as usize].1)),
        None => {
            let mut tiles = tiles.clone();
            let mut random = Random::new(mixed(view.seed.wrapping_add(1) ^ mixed(at)));
            let last = tiles.len() - 1;
            (0..count).for_each(|place| tiles.swap(place, place + random.below(last - place + 1)));
            worth(equity, &tiles[..count]).map(|worth| (worth, 1.0))
        }
    };
    let found: Vec<(f64, f64)> = if in_parallel {
        parallel::try_map_with(0..number, || context.static_equity(), one)?
    } else {
        let mut equity = context.static_equity();
        (0..number).map(|at| one(&mut equity, at)).collect::<Result<_, _>>()?
    };
    let ways: f64 = found.iter().map(|(_, ways)| ways).sum();
    let mean = found.iter().map(|(worth, ways)| worth * ways).sum::<f64>() / ways;
    let squares: f64 = found.iter().map(|(worth, ways)| ways * (worth - mean).powi(2)).sum();
    let is_exact = all.is_some();
    let error = if is_exact { 0.0 } else { (squares / f64::max(ways - 1.0, 1.0) / ways).sqrt() };
    Ok(Some(Luck { points: best.points() - mean, mean, error, draws: number, is_exact }))
}

/// All different draws of so many tiles, each with its number of ways; `None` if there are more than `most`.
fn all_draws(pool: &Bag, count: usize, most: usize) -> Option<Vec<(Vec<Cell>, f64)>> {
    let mut kinds: Vec<(Cell, usize)> = Vec::new();
    for cell in pool.cells() {
        match kinds.last_mut() {
            Some((last, number)) if *last == cell => *number += 1,
            _ => kinds.push((cell, 1)),
        }
    }
    let mut draws = vec![(Vec::new(), 1.0)];
    let mut left: usize = kinds.iter().map(|(_, number)| number).sum();
    for (cell, number) in kinds {
        left -= number;
        let mut more = Vec::new();
        for (draw, ways) in &draws {
            let missing = count - draw.len();
            // What is missing must be drawn from the kinds that follow.
            for taken in missing.saturating_sub(left)..=missing.min(number) {
                let mut draw = draw.clone();
                draw.extend(std::iter::repeat_n(cell, taken));
                more.push((draw, ways * choices(number, taken)));
                if more.len() > most {
                    return None;
                }
            }
        }
        draws = more;
    }
    Some(draws)
}

/// The number of ways to choose `taken` of `number` things.
fn choices(number: usize, taken: usize) -> f64 {
    (0..taken).map(|at| (number - at) as f64 / (at + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;

    #[test]
    fn draws_are_all_there_are() {
        let alphabet = Alphabet::builtin("english").unwrap();
        let mut bag = Bag::full(&alphabet);
        let kept: Vec<Cell> = Rack::parse("AAABBC?", &alphabet).unwrap().cells().collect();
        for cell in bag.cells().collect::<Vec<_>>() {
            bag.remove(cell);
        }
        kept.iter().for_each(|&cell| bag.add(cell));
        for count in 1..=7 {
            let draws = all_draws(&bag, count, 1000).unwrap();
            assert!(draws.iter().all(|(draw, _)| draw.len() == count));
            let ways: f64 = draws.iter().map(|(_, ways)| ways).sum();
            assert!((ways - choices(7, count)).abs() < 1e-9, "{count}: {ways}");
            // Partial draws count towards the limit, so one that just fits may be refused, but none that is too long is made.
            assert!(all_draws(&bag, count, draws.len() - 1).is_none());
        }
    }
}
