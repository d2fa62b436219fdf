//! Learning win chances from self-play.
//!
//! In each turn of each game the lead of the player on turn is noted, with the difference of the leave values while there
//! are tiles in the bag, and after the game how it changed until the end. The changes are counted by the number of unseen
//! tiles, in whole points. A change that is counted in whole points is spread evenly over its point; so the chance of a
//! lead of whole points has the drawn games by half.
//!
//! Some numbers of unseen tiles are seen seldom, so each row is smoothed:
//! - It is pooled with its neighbours by triangular weights. The window reaches three rows to each side, less when few
//!   tiles are in the bag, and never to rows with an empty bag, where the game changes its nature.
//! - With more tiles in the bag than on a rack, the outer quarters of the distribution must not narrow as the unseen tiles
//!   grow more: the quantiles of each outer level are made monotone with the least squares of the changes (isotonic
//!   regression: Ayer and others, *An empirical distribution function for sampling with incomplete information*, 1955).

use std::sync::Arc;

use lexigraph_core::parallel;
use rustc_hash::FxHashMap;

use super::{MOST_UNSEEN, Row, WinningTable};
use crate::board::BoardSetup;
use crate::movegen::Equity;
use crate::play::selfplay::MatchError;
use crate::play::strategy::{PlayContext, Strategy, StrategySpec};
use crate::play::{Game, GameRules};
use crate::random::mixed;

/// The number of games in a batch.
const BATCH: u64 = 256;

/// The levels of the quantiles, in thousandths.
const LEVELS: [u32; 31] = [
    1, 3, 10, 20, 35, 50, 75, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 925, 950,
    965, 980, 990, 997, 999,
];

/// The most rows that a row is pooled with on each side.
const WINDOW: usize = 3;

/// The changes of the lead, counted. They are whole numbers, so the order in which threads add them does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningCounts {
    /// The number of turns, by the number of unseen tiles and the change of the lead in points.
    pub changes: FxHashMap<(u16, i32), u64>,
    /// The number of games.
    pub games: u64,
}

impl WinningCounts {
    /// The table of these changes, for racks of this size; `None` if there are none. Takes time in proportion to the
    /// number of rows times that of different changes in a window.
    pub fn table(&self, rack: usize) -> Option<WinningTable> {
        let most = self.changes.keys().map(|&(unseen, _)| usize::from(unseen)).max().filter(|&most| most > 0)?;
        let mut by_unseen: Vec<Vec<(i32, u64)>> = vec![Vec::new(); most + 1];
        self.changes.iter().for_each(|(&(unseen, change), &count)| by_unseen[usize::from(unseen)].push((change, count)));
        let mut rows: Vec<Row> = (1..=most).map(|unseen| pooled(&by_unseen, unseen, rack)).collect();
        let wide = (2 * rack).min(rows.len());
        smooth(&mut rows[wide..]);
        rows.iter_mut().for_each(|row| separate(&mut row.changes));
        Some(WinningTable { levels: LEVELS.map(|level| f64::from(level) / 10.0 / 100.0).to_vec(), rows })
    }
}

/// The quantiles of a row, pooled with its neighbours; of wider and wider windows while there are no observations.
fn pooled(by_unseen: &[Vec<(i32, u64)>], unseen: usize, rack: usize) -> Row {
    let bag = unseen.saturating_sub(rack);
    let mut window = WINDOW.min(bag.saturating_sub(1) / 2);
    loop {
        let rows = unseen.saturating_sub(window).max(1)..=(unseen + window).min(by_unseen.len() - 1);
        let mut weights: FxHashMap<i32, u64> = FxHashMap::default();
        let mut turns = 0;
        for other in rows {
            let weight = (window + 1 - other.abs_diff(unseen)) as u64;
            for &(change, count) in &by_unseen[other] {
                *weights.entry(change).or_default() += weight * count;
                turns += count;
            }
        }
        if turns > 0 {
            let mut weights: Vec<(i32, u64)> = weights.into_iter().collect();
            weights.sort_unstable();
            return Row { turns, changes: LEVELS.map(|level| quantile(&weights, level)).to_vec() };
        }
        window += 1;
    }
}

/// The quantile at a level in thousandths of changes in whole points with their weights, ascending; in tenths of a point.
/// Each change is spread evenly over its point.
fn quantile(weights: &[(i32, u64)], level: u32) -> i32 {
    let all: u64 = weights.iter().map(|(_, weight)| weight).sum();
    let wanted = f64::from(level) / 1000.0 * all as f64;
    let mut below = 0.0;
    for &(change, weight) in weights {
        let weight = weight as f64;
        if below + weight >= wanted {
            return ((f64::from(change) - 0.5 + (wanted - below) / weight) * 10.0).round() as i32;
        }
        below += weight;
    }
    weights.last().map_or(0, |&(change, _)| change * 10 + 5)
}

/// Makes the outer quarters wider from row to row.
fn smooth(rows: &mut [Row]) {
    for (at, &level) in LEVELS.iter().enumerate() {
        let sign = match level {
            ..=250 => -1.0,
            750.. => 1.0,
            _ => continue,
        };
        let ascending = isotonic(rows.iter().map(|row| (sign * f64::from(row.changes[at]), row.turns as f64)));
        for (row, value) in rows.iter_mut().zip(ascending) {
            row.changes[at] = (sign * value).round() as i32;
        }
    }
}

/// The ascending values that are nearest to these values with their weights: neighbours out of order are pooled.
fn isotonic(values: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (value, weight) in values {
        let mut block = (value, weight, 1);
        while let Some(&(before, weight, length)) = blocks.last()
            && before > block.0
        {
            let both = weight + block.1;
            block = ((before * weight + block.0 * block.1) / both, both, length + block.2);
            blocks.pop();
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(value, _, length)| std::iter::repeat_n(value, length)).collect()
}

/// Moves quantiles up until each is greater than the one before.
fn separate(changes: &mut [i32]) {
    for at in 1..changes.len() {
        changes[at] = changes[at].max(changes[at - 1] + 1);
    }
}

/// The settings of a training.
#[derive(Clone)]
pub struct WinningTraining<'g> {
    /// What the strategy needs.
    pub context: PlayContext<'g>,
    /// The strategy of both players.
    pub strategy: StrategySpec,
    /// Board and tiles.
    pub setup: &'g Arc<BoardSetup>,
    /// The rules of the game.
    pub rules: &'g GameRules,
    /// The number of games.
    pub games: u64,
    /// The seed of all tiles.
    pub seed: u64,
}

/// Plays the games and counts the changes of the lead, until all are played or `go_on` returns `false`; `go_on` is called
/// before each batch with the number of games so far. All threads of the pool play; the counts do not depend on their
/// number.
///
/// # Errors
/// [`MatchError`] if games cannot be played.
pub fn count_games(training: &WinningTraining<'_>, mut go_on: impl FnMut(u64) -> bool) -> Result<WinningCounts, MatchError> {
    let mut counts = WinningCounts::default();
    // An error of the strategy is reported before any thread starts.
    training.strategy.strategy(training.context)?;
    while counts.games < training.games && go_on(counts.games) {
        let batch = counts.games..(counts.games + BATCH).min(training.games);
        let found: Result<Vec<Vec<(u16, i32)>>, MatchError> = parallel::try_map_with(
            batch.clone(),
            || training.strategy.strategy(training.context),
            |player, game| {
                let player = player.as_mut().map_err(|error| MatchError::from(error.clone()))?;
                changes(training, mixed(training.seed ^ mixed(game)), &mut **player)
            },
        );
        found?.into_iter().flatten().for_each(|change| *counts.changes.entry(change).or_default() += 1);
        counts.games = batch.end;
    }
    Ok(counts)
}

/// Plays a game. Returns for each turn the number of tiles that the player on turn does not see, and how that player's
/// lead changed from there to the end.
fn changes(training: &WinningTraining<'_>, seed: u64, player: &mut dyn Strategy) -> Result<Vec<(u16, i32)>, MatchError> {
    let mut game = Game::new(training.setup.clone(), training.rules.clone(), seed)?;
    let mut kept = [Equity::ZERO; 2];
    let mut turns = Vec::new();
    while game.end().is_none() {
        let seat = game.on_turn();
        let scores = game.scores();
        let leave = if game.bag() > 0 { (kept[seat] - kept[1 - seat]).points() } else { 0.0 };
        let unseen = game.bag() + game.rack(1 - seat).len();
        turns.push((seat, unseen, f64::from(scores[seat] - scores[1 - seat]) + leave));
        let (play, score) = player.choose(&game.view())?;
        if let Some(leaves) = training.context.leaves {
            kept[seat] = leaves.value(&play.leave(game.position().rack()));
        }
        game.make(&play, score)?;
    }
    let scores = game.scores();
    let changes = turns.into_iter().map(|(seat, unseen, lead)| {
        let change = f64::from(scores[seat] - scores[1 - seat]) - lead;
        (unseen.min(MOST_UNSEEN) as u16, change.round() as i32)
    });
    Ok(changes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_spread_a_change_over_its_point() {
        let weights = [(-2, 1), (0, 2), (5, 1)];
        for (level, tenths) in [(125, -20), (250, -15), (500, 0), (625, 3), (750, 5), (999, 55)] {
            assert_eq!(quantile(&weights, level), tenths, "{level}");
        }
    }

    #[test]
    fn isotonic_values_are_ascending_means() {
        let values = |list: &[f64]| isotonic(list.iter().map(|&value| (value, 1.0)));
        assert_eq!(values(&[1.0, 3.0, 2.0, 4.0]), [1.0, 2.5, 2.5, 4.0]);
        assert_eq!(values(&[3.0, 2.0, 1.0]), [2.0, 2.0, 2.0]);
        assert_eq!(isotonic([(4.0, 3.0), (0.0, 1.0)].into_iter()), [3.0, 3.0]);
        assert!(values(&[]).is_empty());
    }

    /// Rows that no game reached are made of the nearest ones, and a table of a few turns is still a table.
    #[test]
    fn a_few_turns_make_a_table() {
        let mut counts = WinningCounts::default();
        assert_eq!(counts.table(7), None);
        counts.changes.extend([((30, -10), 1), ((25, 22), 1), ((3, -30), 1)]);
        let table = counts.table(7).unwrap();
        assert_eq!(table.most_unseen(), 30);
        assert_eq!(WinningTable::from_tsv(&table.to_tsv(&[])).unwrap(), table);
        assert!(table.chance(40.0, 10, true) > 0.7 && table.chance(20.0, 3, true) < 0.5);
    }
}
