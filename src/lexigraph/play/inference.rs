//! Inference: which tiles the opponent kept, judged by the opponent's last turn.
//!
//! Before the turn, every rack that the unseen tiles allow is as likely as drawing it (multivariate hypergeometric): the
//! product of the binomials "tiles of this letter unseen then, over tiles of it on the rack". The turn tells a part of the
//! rack: the tiles that were laid, or only how many were exchanged, or nothing for a pass. For each rack that is left, the best
//! move by static equity on the board before the turn is generated. The turn that was taken loses some equity against it, and
//! the likelihood of the turn is taken as `STRAY + (1 - STRAY) · exp(-loss / noise)`. Prior times likelihood, made to sum to 1,
//! is the probability of the rack (Bayes). An exchange may have been any of that number of tiles; each is a case of its own.
//!
//! If there are at most as many leaves as the limit, all are looked at and the result is exact. Otherwise leaves are drawn from
//! the prior, as many as the limit, with a seed. So time is bounded by one move generation for each rack, and memory by the
//! number of racks (by 35 times that for an exchange from a rack of seven). After the turn the opponent drew from the rest.
//!
//! What the opponent's earlier turns tell is not used.

use std::collections::HashMap;

use crate::board::{Bag, Cell, Move, Rack};
use crate::movegen::{MovegenError, other_moves};
use crate::random::Random;

use super::{StaticEquity, View};

/// The part of a player's turns that static equity does not explain at all.
const STRAY: f64 = 0.02;

/// Exchanges that lose more than this many times the noise against the best move are left out, unless the rack has no better.
const FAR: f64 = 5.0;

/// The settings of an inference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InferenceSettings {
    /// The most racks that are looked at, at least 1. If there are more, this many are drawn.
    pub racks: usize,
    /// The loss of equity, in points, at which a turn is less likely by a factor of e.
    pub noise: f64,
}

impl Default for InferenceSettings {
    fn default() -> InferenceSettings {
        InferenceSettings { racks: 600, noise: 4.0 }
    }
}

/// A leave that the opponent may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InferredLeave {
    /// The tiles that were kept.
    pub leave: Rack,
    /// The probability, from 0 to 1, given the turn.
    pub probability: f64,
    /// The probability, from 0 to 1, if the turn told no more than which tiles were laid.
    pub prior: f64,
}

impl InferredLeave {
    /// How many times as likely the turn makes the leave.
    pub fn times_prior(&self) -> f64 {
        if self.prior > 0.0 { self.probability / self.prior } else { 0.0 }
    }
}

/// A rack before the turn, as what was kept and what went back to the bag.
#[derive(Clone, Copy, Debug)]
struct Case {
    leave: Rack,
    given_back: Rack,
    prior: f64,
    /// The prior times the likelihood, to be made a probability.
    probability: f64,
}

/// What the opponent's last turn tells about the opponent's rack.
#[derive(Clone, Debug)]
pub struct Inference {
    cases: Vec<Case>,
    /// For each case, the sum of the probabilities up to it.
    sums: Vec<f64>,
    unseen: Bag,
    /// The number of tiles on the opponent's rack.
    size: usize,
    racks: usize,
    exact: bool,
}

impl Inference {
    /// Infers from the last turn of the view. `None` if it tells nothing: there was none, an exchange of unknown tiles, a turn
    /// that left no tiles, an empty bag, or tiles that contradict the position.
    ///
    /// Takes a move generation for each of at most `settings.racks` racks. The same view and settings give the same result.
    ///
    /// # Errors
    /// [`MovegenError`] if lexicon and position have different letters.
    pub fn of(
        view: &View<'_>,
        valued: &mut StaticEquity<'_>,
        settings: InferenceSettings,
    ) -> Result<Option<Inference>, MovegenError> {
        let Some(last) = view.last.filter(|_| view.bag > 0) else { return Ok(None) };
        let unseen = view.unseen();
        let size = unseen.len().saturating_sub(view.bag);
        let (laid, exchanged) = match &last.played {
            Move::Place(placement) => (Rack::from_cells(&placement.tiles).unwrap_or(Rack::EMPTY), None),
            Move::Exchange(tiles) => (Rack::EMPTY, Some(tiles.len())),
            Move::Pass => (Rack::EMPTY, None),
        };
        let told = exchanged.is_none_or(|count| (1..=size).contains(&count));
        let unknown = size.saturating_sub(laid.len());
        if !told || unknown == 0 {
            return Ok(None);
        }
        let mut before = last.before(view.position);
        let bag = view.bag + laid.len();
        let (drawn, exact) = racks(&unseen, &laid, unknown, settings.racks.max(1), view.seed);
        let racks = drawn.len();
        let mut cases = Vec::new();
        let mut moves = Vec::new();
        for (hidden, prior) in drawn {
            let mut rack = hidden;
            laid.cells().for_each(|cell| _ = rack.add(cell));
            before.set_racks_unchecked([rack, Rack::EMPTY]);
            let theirs = View { position: &before, bag, rules: view.rules, opponents: &[], seed: 0, last: None };
            let (best, score) = valued.choose(&theirs)?;
            let best = valued.of(&theirs, &best, score).points();
            let likelihood = |worth: f64| STRAY + (1.0 - STRAY) * (-(best - worth).max(0.0) / settings.noise).exp();
            let Some(count) = exchanged else {
                let score = if let Move::Place(placement) = &last.played { before.score(placement) } else { 0 };
                let probability = prior * likelihood(valued.of(&theirs, &last.played, score).points());
                cases.push(Case { leave: hidden, given_back: Rack::EMPTY, prior, probability });
                continue;
            };
            moves.clear();
            other_moves(&before, None, &mut moves);
            moves.retain(|(other, _)| matches!(other, Move::Exchange(tiles) if tiles.len() == count));
            let worths: Vec<f64> = moves.iter().map(|(other, _)| valued.of(&theirs, other, 0).points()).collect();
            let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let near = |worth: &f64| *worth >= most || best - worth <= FAR * settings.noise;
            let share = prior / worths.iter().filter(|worth| near(worth)).count().max(1) as f64;
            for ((other, _), &worth) in moves.iter().zip(&worths).filter(|(_, worth)| near(worth)) {
                let leave = other.leave(&rack);
                let given_back = Rack::from_cells(other.tiles()).unwrap_or(Rack::EMPTY);
                cases.push(Case { leave, given_back, prior: share, probability: share * likelihood(worth) });
            }
        }
        let (priors, total) =
            cases.iter().fold((0.0, 0.0), |(priors, total), case| (priors + case.prior, total + case.probability));
        if total <= 0.0 {
            return Ok(None);
        }
        let mut sum = 0.0;
        let mut sums = Vec::with_capacity(cases.len());
        for case in &mut cases {
            case.prior /= priors;
            case.probability /= total;
            sum += case.probability;
            sums.push(sum);
        }
        Ok(Some(Inference { cases, sums, unseen, size, racks, exact }))
    }

    /// The number of racks that were looked at.
    pub fn racks(&self) -> usize {
        self.racks
    }

    /// `true` if these were all racks that the opponent could have had.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The leaves, most likely first. Their probabilities sum to 1, and so do their priors.
    pub fn leaves(&self) -> Vec<InferredLeave> {
        let mut places = HashMap::new();
        let mut leaves: Vec<InferredLeave> = Vec::new();
        for case in &self.cases {
            let at = *places.entry(case.leave).or_insert(leaves.len());
            if at == leaves.len() {
                leaves.push(InferredLeave { leave: case.leave, probability: 0.0, prior: 0.0 });
            }
            leaves[at].probability += case.probability;
            leaves[at].prior += case.prior;
        }
        leaves.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        leaves
    }

    /// Draws a rack of the opponent by its probability. Returns it, and the tiles in the bag in random order.
    pub fn sample(&self, random: &mut Random) -> (Rack, Vec<Cell>) {
        let point = (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
        let at = self.sums.partition_point(|&sum| sum <= point).min(self.cases.len() - 1);
        let Case { leave, given_back, .. } = self.cases[at];
        let mut bag: Vec<Cell> = self.without(&leave, &given_back).cells().collect();
        random.shuffle(&mut bag);
        let mut rack = leave;
        // The opponent draws before the exchanged tiles go back.
        bag.drain(..self.size.saturating_sub(leave.len()).min(bag.len())).for_each(|cell| _ = rack.add(cell));
        if !given_back.is_empty() {
            bag.extend(given_back.cells());
            random.shuffle(&mut bag);
        }
        (rack, bag)
    }

    /// The probability that this is the opponent's rack now, from 0 to 1. Takes time in proportion to the racks that were looked
    /// at. Near the end of a game, all racks that the opponent may have can be weighted by it.
    pub fn probability(&self, rack: &Rack) -> f64 {
        if rack.len() != self.size {
            return 0.0;
        }
        let within = |small: &Rack| small.counts().iter().zip(rack.counts()).all(|(small, large)| small <= large);
        let each = self.cases.iter().filter(|case| within(&case.leave)).map(|case| {
            let rest = self.without(&case.leave, &case.given_back);
            let drawn = rack.counts().iter().zip(case.leave.counts()).map(|(all, kept)| u16::from(all - kept));
            let ways: f64 = rest.counts().iter().zip(drawn).map(|(&there, drawn)| binomial(there, drawn)).product();
            let draws = u16::try_from(self.size - case.leave.len()).unwrap_or(u16::MAX);
            case.probability * ways / binomial(u16::try_from(rest.len()).unwrap_or(u16::MAX), draws)
        });
        each.sum()
    }

    /// The racks that the opponent may have now, with their probabilities, which sum to 1. `None` if there are more than `limit`.
    /// Takes time in proportion to the racks, times those that were looked at.
    pub fn weighted_racks(&self, limit: usize) -> Option<Vec<(Rack, f64)>> {
        if multisets(&self.unseen, self.size) > limit as f64 {
            return None;
        }
        let mut racks = Vec::new();
        each_multiset(&self.unseen, self.size, &mut |rack| racks.push((*rack, self.probability(rack))));
        Some(racks)
    }

    /// The unseen tiles without these.
    fn without(&self, leave: &Rack, given_back: &Rack) -> Bag {
        let mut rest = self.unseen.clone();
        leave.cells().chain(given_back.cells()).for_each(|cell| _ = rest.remove(cell));
        rest
    }
}

/// What the opponent may have had beside the tiles laid: `count` of the unseen tiles, each with its prior, which need not sum to
/// 1. All of them if there are at most `limit`; otherwise as many drawn from the prior, equal ones together. Says which.
fn racks(unseen: &Bag, laid: &Rack, count: usize, limit: usize, seed: u64) -> (Vec<(Rack, f64)>, bool) {
    // Which of several equal tiles was laid is not told: each choice is as likely.
    let choices = |hidden: &Rack| -> f64 {
        let each = laid.counts().iter().zip(hidden.counts());
        each.map(|(&laid, &hidden)| binomial(u16::from(laid + hidden), u16::from(laid))).product()
    };
    let mut found: Vec<(Rack, f64)> = Vec::new();
    if multisets(unseen, count) <= limit as f64 {
        each_multiset(unseen, count, &mut |hidden| {
            let ways = unseen.counts().iter().zip(hidden.counts()).map(|(&there, &here)| binomial(there, here.into()));
            found.push((*hidden, ways.product::<f64>() / choices(hidden)));
        });
        return (found, true);
    }
    let mut random = Random::new(seed);
    let mut tiles: Vec<Cell> = unseen.cells().collect();
    let mut places = HashMap::new();
    for _ in 0..limit {
        for at in 0..count {
            let other = at + random.below(tiles.len() - at);
            tiles.swap(at, other);
        }
        let hidden = Rack::from_cells(&tiles[..count]).unwrap_or(Rack::EMPTY);
        let at = *places.entry(hidden).or_insert(found.len());
        if at == found.len() {
            found.push((hidden, 0.0));
        }
        found[at].1 += 1.0 / choices(&hidden);
    }
    (found, false)
}

/// The number of ways to choose `few` of `many`; 0 if there are not as many.
fn binomial(many: u16, few: u16) -> f64 {
    if few > many {
        return 0.0;
    }
    (0..few).map(|at| f64::from(many - at) / f64::from(at + 1)).product()
}

/// The number of different multisets of `count` tiles of a bag.
fn multisets(bag: &Bag, count: usize) -> f64 {
    let mut ways = vec![0.0; count + 1];
    ways[0] = 1.0;
    for &there in bag.counts().iter().filter(|&&there| there > 0) {
        for size in (1..=count).rev() {
            let least = size.saturating_sub(usize::from(there));
            ways[size] = ways[least..=size].iter().sum();
        }
    }
    ways[count]
}

/// Calls `then` with each multiset of `count` tiles of a bag.
fn each_multiset(bag: &Bag, count: usize, then: &mut impl FnMut(&Rack)) {
    let mut kinds: Vec<(Cell, usize)> = Vec::new();
    for cell in bag.cells() {
        match kinds.last_mut() {
            Some((last, there)) if *last == cell => *there += 1,
            _ => kinds.push((cell, 1)),
        }
    }
    extend(&kinds, count, Rack::EMPTY, then);
}

fn extend(kinds: &[(Cell, usize)], count: usize, rack: Rack, then: &mut impl FnMut(&Rack)) {
    if count == 0 {
        return then(&rack);
    }
    let Some((&(cell, there), rest)) = kinds.split_first() else { return };
    let mut rack = rack;
    for taken in 0..=there.min(count) {
        extend(rest, count - taken, rack, then);
        rack.add(cell);
    }
}
