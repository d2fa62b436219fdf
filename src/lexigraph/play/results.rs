//! The results of many games, in whole numbers, so that partial results add up to the same total in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The results of one strategy over many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The number of games won.
    pub wins: u64,
    /// The sum of the scores.
    pub score: i64,
    /// The sum of the squares of the scores.
    pub score_squares: i64,
    /// The number of bingos: turns in which a full rack was laid.
    pub bingos: u64,
    /// The number of turns.
    pub turns: u64,
    /// The number of exchanges.
    pub exchanges: u64,
    /// The number of passes.
    pub passes: u64,
}

impl Side {
    fn add(&mut self, other: &Side) -> Option<()> {
        let Side { wins, score, score_squares, bingos, turns, exchanges, passes } = *other;
        self.wins = self.wins.checked_add(wins)?;
        self.score = self.score.checked_add(score)?;
        self.score_squares = self.score_squares.checked_add(score_squares)?;
        self.bingos = self.bingos.checked_add(bingos)?;
        self.turns = self.turns.checked_add(turns)?;
        self.exchanges = self.exchanges.checked_add(exchanges)?;
        self.passes = self.passes.checked_add(passes)?;
        Some(())
    }

    /// `true` if the sums can be those of so many games.
    fn agrees(&self, games: u64) -> bool {
        let (score, squares, games) = (i128::from(self.score), i128::from(self.score_squares), i128::from(games));
        let kinds = [self.bingos, self.exchanges, self.passes].map(u128::from);
        // Far more turns than the tiles of any set allow.
        let few = i128::from(self.turns) <= games * 10_000;
        // The mean of squares is no less than the square of the mean.
        few && squares >= 0 && squares * games >= score * score && kinds.iter().sum::<u128>() <= u128::from(self.turns)
    }
}

/// Sums of a number over games or pairs of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// The count of numbers.
    pub count: u64,
    /// The count of numbers above zero.
    pub above: u64,
    /// The count of zeros.
    pub zero: u64,
    /// The sum of the numbers.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: i64,
}

impl Sums {
    /// Adds a number.
    pub fn push(&mut self, number: i64) {
        self.count += 1;
        self.above += u64::from(number > 0);
        self.zero += u64::from(number == 0);
        self.sum += number;
        self.squares += number * number;
    }

    /// Adds other sums; `None` if that is too much.
    pub(super) fn add(&mut self, other: &Sums) -> Option<()> {
        let Sums { count, above, zero, sum, squares } = *other;
        self.count = self.count.checked_add(count)?;
        self.above = self.above.checked_add(above)?;
        self.zero = self.zero.checked_add(zero)?;
        self.sum = self.sum.checked_add(sum)?;
        self.squares = self.squares.checked_add(squares)?;
        Some(())
    }

    /// The mean, and half of a 95 % interval around it (normal approximation); `None` without numbers.
    pub fn mean(&self) -> Option<(f64, f64)> {
        moments(self.count, self.sum as f64, self.squares as f64)
    }

    /// The share of numbers above zero, a zero counting half, and half of a 95 % interval around it; `None` without
    /// numbers.
    pub fn share(&self) -> Option<(f64, f64)> {
        let (above, zero) = (self.above as f64, self.zero as f64);
        moments(self.count, above + zero / 2.0, above + zero / 4.0)
    }
}

/// The mean and half of a 95 % interval, from a count, a sum and a sum of squares.
fn moments(count: u64, sum: f64, squares: f64) -> Option<(f64, f64)> {
    let n = count as f64;
    (count > 0).then(|| {
        let mean = sum / n;
        let variance = if count > 1 { (squares - n * mean * mean).max(0.0) / (n - 1.0) } else { 0.0 };
        (mean, 1.959_964 * (variance / n).sqrt())
    })
}

/// The standard deviation of a side's scores.
pub fn deviation(count: u64, sum: i64, squares: i64) -> f64 {
    let n = count.max(1) as f64;
    ((squares as f64 - sum as f64 * sum as f64 / n).max(0.0) / (n - 1.0).max(1.0)).sqrt()
}

/// One game, for the first strategy and the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The final scores.
    pub scores: [i32; 2],
    /// The other counts; wins and scores are filled in from `scores`.
    pub sides: [Side; 2],
    /// `true` if the first strategy began.
    pub first_began: bool,
}

/// The results of many games between two strategies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The results of the first strategy.
    pub first: Side,
    /// The results of the second strategy.
    pub second: Side,
    /// The number of games won by the player who began.
    pub won_by_beginner: u64,
    /// The margin of the first strategy over the second, by game.
    pub margins: Sums,
    /// The margin over both games of a pair, by pair.
    pub pairs: Sums,
    /// The number of pairs by the points of the first strategy, in halves of a game from 0 to 4. Older results have none.
    #[serde(default)]
    pub pair_points: [u64; 5],
    /// The number of games by margin.
    pub histogram: BTreeMap<i32, u64>,
}

/// The points of the first strategy: a game won counts 1, a game drawn a half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// The number of independent units: pairs of games, or games.
    pub units: u64,
    /// The mean points of a game, from 0 to 1.
    pub share: f64,
    /// The variance of the mean points of a game within a unit, over the units.
    pub variance: f64,
}

impl Tally {
    /// Adds a unit: a game, or the two games of a pair.
    pub fn push(&mut self, games: &[Played]) {
        let mut both = 0;
        for game in games {
            let margin = game.scores[0] - game.scores[1];
            both += i64::from(margin);
            self.games += 1;
            self.draws += u64::from(margin == 0);
            self.won_by_beginner += u64::from(margin != 0 && (margin > 0) == game.first_began);
            let wins = [margin > 0, margin < 0];
            for ((side, mut played), (score, won)) in
                [&mut self.first, &mut self.second].into_iter().zip(game.sides).zip(game.scores.into_iter().zip(wins))
            {
                played.wins = u64::from(won);
                played.score = i64::from(score);
                played.score_squares = i64::from(score) * i64::from(score);
                side.add(&played).expect("bug: the games of one match are too many to count");
            }
            self.margins.push(margin.into());
            *self.histogram.entry(margin).or_default() += 1;
        }
        if games.len() == 2 {
            self.pairs.push(both);
            let halves = games.iter().map(|game| 1 + (game.scores[0] - game.scores[1]).signum());
            self.pair_points[halves.sum::<i32>() as usize] += 1;
        }
    }

    /// The points of the first strategy, by pairs if all games are of pairs; `None` without games.
    pub fn points(&self) -> Option<Points> {
        let pairs: u64 = self.pair_points.iter().sum();
        let [wins, draws, losses] = [self.margins.above, self.draws, self.games - self.margins.above - self.draws];
        let of_games = [losses, 0, draws, 0, wins];
        let counts = if pairs > 0 && 2 * pairs == self.games { self.pair_points } else { of_games };
        let units: u64 = counts.iter().sum();
        let mean = |value: &dyn Fn(f64) -> f64| {
            let values = counts.iter().enumerate().map(|(quarters, &count)| count as f64 * value(quarters as f64 / 4.0));
            values.sum::<f64>() / units as f64
        };
        (units > 0).then(|| {
            let share = mean(&|points| points);
            Points { units, share, variance: mean(&|points| (points - share).powi(2)) }
        })
    }

    /// Adds another tally; `None` if a sum is too large, which happens only if one of them is no result of games. This
    /// tally is then of no use.
    #[must_use]
    pub fn add(&mut self, other: &Tally) -> Option<()> {
        self.games = self.games.checked_add(other.games)?;
        self.draws = self.draws.checked_add(other.draws)?;
        self.won_by_beginner = self.won_by_beginner.checked_add(other.won_by_beginner)?;
        self.first.add(&other.first)?;
        self.second.add(&other.second)?;
        self.margins.add(&other.margins)?;
        self.pairs.add(&other.pairs)?;
        for (sum, count) in self.pair_points.iter_mut().zip(other.pair_points) {
            *sum = sum.checked_add(count)?;
        }
        for (margin, count) in &other.histogram {
            let sum = self.histogram.entry(*margin).or_default();
            *sum = sum.checked_add(*count)?;
        }
        Some(())
    }

    /// `true` if the counts do not contradict each other nor the number of units. A unit is a pair of games with `pairs`,
    /// and a game without.
    pub fn agrees(&self, units: u64, pairs: bool) -> bool {
        // The margins tell what most other counts have to be.
        let mut margins = [0i128; 5];
        for (&margin, &count) in &self.histogram {
            let (margin, count) = (i128::from(margin), i128::from(count));
            let parts = [1, i128::from(margin > 0), i128::from(margin == 0), margin, margin * margin];
            margins.iter_mut().zip(parts).for_each(|(sum, part)| *sum = sum.saturating_add(part.saturating_mul(count)));
        }
        let Sums { count, above, zero, sum, squares } = self.margins;
        let said = [count.into(), above.into(), zero.into(), sum.into(), squares.into()];
        let [won, drawn] = [above, zero].map(u128::from);
        let games = u128::from(units) * if pairs { 2 } else { 1 };
        let of_pairs = if pairs { units } else { 0 };
        let sum = |numbers: &[u64]| numbers.iter().map(|number| u128::from(*number)).sum::<u128>();
        margins == said
            && [self.games, count].map(u128::from) == [games; 2]
            && u128::from(self.first.wins) == won
            && won + u128::from(self.second.wins) + drawn == games
            && self.draws == zero
            && u128::from(self.won_by_beginner) + drawn <= games
            && i128::from(self.first.score) - i128::from(self.second.score) == i128::from(self.margins.sum)
            && self.first.agrees(self.games)
            && self.second.agrees(self.games)
            && self.pairs.count == of_pairs
            && sum(&self.pair_points) == u128::from(of_pairs)
            && sum(&[self.pairs.above, self.pairs.zero]) <= u128::from(of_pairs)
            && (!pairs || self.pairs.sum == self.margins.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: i32, second: i32) -> Played {
        Played { scores: [first, second], sides: [Side::default(); 2], first_began: true }
    }

    #[test]
    fn tallies_add_up_in_any_order() {
        let units = [vec![game(400, 300), game(300, 400)], vec![game(350, 350)], vec![game(500, 200), game(250, 260)]];
        let (mut all, mut front, mut back) = (Tally::default(), Tally::default(), Tally::default());
        units.iter().for_each(|unit| all.push(unit));
        units[..1].iter().for_each(|unit| front.push(unit));
        units[1..].iter().for_each(|unit| back.push(unit));
        back.add(&front).unwrap();
        assert_eq!(all, back);
        assert_eq!((all.games, all.draws, all.first.wins, all.second.wins), (5, 1, 2, 2));
        assert_eq!((all.pairs.count, all.pairs.above, all.pairs.zero, all.pairs.sum), (2, 1, 1, 290));
        assert_eq!(all.histogram.values().sum::<u64>(), 5);
        assert_eq!(serde_json::from_str::<Tally>(&serde_json::to_string(&all).unwrap()).unwrap(), all);
    }

    #[test]
    fn wrong_counts_are_found() {
        let mut tally = Tally::default();
        tally.push(&[game(400, 300), game(300, 420)]);
        tally.push(&[game(350, 350), game(351, 350)]);
        assert!(tally.agrees(2, true) && !tally.agrees(4, false) && !tally.agrees(3, true));
        let sound = serde_json::to_value(&tally).unwrap();
        let mut changed = 0;
        for name in ["", "/first", "/second", "/margins", "/pairs", "/histogram"] {
            let fields = sound.pointer(name).unwrap().as_object().unwrap();
            let counts = ["games", "draws", "wins", "score", "count", "sum", "0", "1", "100"];
            for field in fields.keys().filter(|field| counts.contains(&field.as_str())) {
                for wrong in [7u64, u64::MAX / 2] {
                    let mut damaged = sound.clone();
                    damaged.pointer_mut(name).unwrap()[field] = wrong.into();
                    let damaged: Tally = serde_json::from_value(damaged).unwrap();
                    assert!(!damaged.agrees(2, true), "{name}/{field} {wrong}");
                    changed += 1;
                }
            }
        }
        assert_eq!(changed, 2 * (2 + 2 + 2 + 2 + 2 + 3));
        let mut all = tally.clone();
        all.first.turns = u64::MAX;
        tally.first.turns = 1;
        assert_eq!(all.add(&tally), None);
    }

    #[test]
    fn intervals_are_those_of_the_textbook() {
        let mut sums = Sums::default();
        [10, -10, 20, 0].into_iter().for_each(|number| sums.push(number));
        let (mean, half) = sums.mean().unwrap();
        // Deviation 12.909944, standard error 6.454972.
        assert!((mean - 5.0).abs() < 1e-12 && (half - 12.651_513).abs() < 1e-5);
        assert!((sums.share().unwrap().0 - 0.625).abs() < 1e-12);
        assert_eq!(Sums::default().mean(), None);
        assert!((deviation(4, 20, 600) - 12.909_944).abs() < 1e-5);
    }
}
