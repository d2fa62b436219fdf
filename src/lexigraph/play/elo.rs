//! Elo differences, and the sequential probability ratio test (SPRT) that ends a match once it is decided.
//!
//! The test compares two hypotheses about the Elo difference of two players (Wald 1945). Games of a pair are dealt the
//! same tiles and depend on each other, so the unit of the test is the pair if there are pairs. The likelihoods are those of
//! normal distributions with the variance that was seen (generalised SPRT, Van den Bergh 2020).

use serde::Serialize;

use super::results::Tally;

/// Units before the test may end: fewer say too little about the variance.
const LEAST_UNITS: u64 = 20;

/// The Elo difference at which the better player scores this share of the points; infinite for 0 and 1.
pub fn elo_of_share(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of the points that an Elo difference gives.
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference of a match with a 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference in favour of the first player.
    pub difference: f64,
    /// The lower end of the interval; `None` if there is none, as the share may be 0.
    pub low: Option<f64>,
    /// The upper end of the interval; `None` if there is none, as the share may be 1.
    pub high: Option<f64>,
}

impl Elo {
    /// The difference that the results say; `None` without games, or if one player has won them all.
    pub fn of(tally: &Tally) -> Option<Elo> {
        let points = tally.points()?;
        let half = 1.959_964 * (points.variance / points.units as f64).sqrt();
        let within = |share: f64| (share > 0.0 && share < 1.0).then(|| elo_of_share(share));
        let difference = within(points.share)?;
        Some(Elo { difference, low: within(points.share - half), high: within(points.share + half) })
    }
}

/// A test whether the first player is better by `elo1` rather than by `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The lower Elo difference.
    pub elo0: f64,
    /// The higher Elo difference.
    pub elo1: f64,
    /// The chance of taking the one for true while the other is, from 0 to 0.5.
    pub error: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The difference is `elo0` or less.
    Lower,
    /// The difference is `elo1` or more.
    Higher,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The logarithm of the likelihood ratio of `elo1` to `elo0`; 0 as long as there are few games.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        let Some(points) = tally.points().filter(|points| points.units >= LEAST_UNITS) else { return 0.0 };
        // Units that were all alike so far need not stay so.
        let variance = points.variance.max(0.25 / points.units as f64);
        let (low, high) = (share_of_elo(self.elo0), share_of_elo(self.elo1));
        points.units as f64 * (high - low) * (2.0 * points.share - low - high) / (2.0 * variance)
    }

    /// The ratio at which the test says [`Verdict::Higher`]; its negative is that of [`Verdict::Lower`].
    pub fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// What the test says of these results.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (ratio, bound) = (self.ratio(tally), self.bound());
        match ratio {
            _ if ratio >= bound => Verdict::Higher,
            _ if ratio <= -bound => Verdict::Lower,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::{Played, Side};
    use super::*;
    use crate::random::Random;

    fn game(margin: i32) -> Played {
        Played { scores: [margin, 0], sides: [Side::default(); 2], first_began: true }
    }

    #[test]
    fn elo_is_that_of_the_tables() {
        for (share, elo) in [(0.5, 0.0), (0.64, 99.95), (0.76, 200.24), (0.9, 381.7)] {
            assert!((elo_of_share(share) - elo).abs() < 0.1 && (share_of_elo(elo) - share).abs() < 1e-3, "{share}");
        }
        let mut tally = Tally::default();
        assert_eq!(Elo::of(&tally), None);
        (0..100).for_each(|number| tally.push(&[game(if number < 64 { 5 } else { -5 })]));
        let elo = Elo::of(&tally).unwrap();
        // ± 1.96 standard errors of 4.82 points in a hundred.
        assert!((elo.difference - 99.95).abs() < 0.1 && (elo.low.unwrap() - 31.8).abs() < 1.0, "{elo:?}");
    }

    #[test]
    fn pairs_that_are_alike_say_more_than_games() {
        let (mut games, mut pairs) = (Tally::default(), Tally::default());
        for number in 0..200 {
            // Each player wins with the better tiles, and the first wins five pairs.
            let unit = if number % 20 == 0 { [game(9), game(9)] } else { [game(9), game(-9)] };
            unit.iter().for_each(|game| games.push(std::slice::from_ref(game)));
            pairs.push(&unit);
        }
        let test = Sprt { elo0: 0.0, elo1: 20.0, error: 0.05 };
        assert_eq!(games.points().unwrap().share, pairs.points().unwrap().share);
        assert!(pairs.points().unwrap().variance < games.points().unwrap().variance / 10.0);
        assert_eq!((test.verdict(&games), test.verdict(&pairs)), (Verdict::Open, Verdict::Higher));
    }

    #[test]
    fn the_test_errs_as_seldom_as_it_says() {
        let test = Sprt { elo0: 0.0, elo1: 100.0, error: 0.05 };
        let mut random = Random::new(3);
        for (elo, wrong) in [(0.0, Verdict::Higher), (100.0, Verdict::Lower)] {
            let mut errors = 0;
            for _ in 0..400 {
                let mut tally = Tally::default();
                while test.verdict(&tally) == Verdict::Open {
                    let won = (random.below(1_000_000) as f64) < share_of_elo(elo) * 1e6;
                    tally.push(&[game(if won { 1 } else { -1 })]);
                }
                errors += u32::from(test.verdict(&tally) == wrong);
            }
            assert!(errors < 32, "{elo}: {errors} of 400");
        }
    }
}
