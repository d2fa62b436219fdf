//! How a simulation drops candidates: the best arm is identified with fixed confidence.
//!
//! The candidates are compared at *looks*: after 1, 2, 3, 4, 6, 8, 12, 16, 24, ... batches of racks, so that each power of
//! two has one look between it and the next. At a look, each candidate is compared with the one that leads, by the
//! differences of their values on the same racks (Student's t). The k-th look may err with a chance of δ / (k (k + 1)), of
//! which each candidate but the leader has an equal share. These shares add up to δ over all looks and candidates (the
//! union bound); so the chance that the best candidate is ever dropped is at most δ, at whatever look the simulation
//! ends. This assumes that racks are independent, and that the mean of at least 16 differences is normal.
//!
//! Source: E. Even-Dar, S. Mannor, Y. Mansour, *Action elimination and stopping conditions for the multi-armed bandit and
//! reinforcement learning problems*, Journal of Machine Learning Research 7 (2006), successive elimination. It compares
//! means of bounded rewards after every round, with Hoeffding's bound. Ours compares differences on the same racks, which
//! vary less, at fewer times.

/// The values of a candidate so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Arm {
    /// The value of each rack that it was tried against.
    pub values: Vec<f64>,
    /// `true` if it was dropped. It gets no more values.
    pub dropped: bool,
}

/// The number of the look after so many batches, from 1; `None` if there is no look then.
pub(super) fn look(batches: u64) -> Option<u32> {
    let exponent = batches.checked_ilog2()?;
    match batches {
        1 => Some(1),
        _ if batches == 1 << exponent => Some(2 * exponent),
        _ if batches == 3 << (exponent - 1) => Some(2 * exponent + 1),
        _ => None,
    }
}

/// Drops the candidates that are worse than the leader at this look. `error` is the chance that the best candidate is
/// dropped at any look, from 0 to 1.
pub(super) fn drop_worse(arms: &mut [Arm], look: u32, error: f64) {
    let alive: Vec<usize> = (0..arms.len()).filter(|&at| !arms[at].dropped).collect();
    let means: Vec<f64> = arms.iter().map(|arm| moments(arm.values.iter().copied()).0).collect();
    let Some(&leader) = alive.iter().max_by(|&&a, &&b| means[a].total_cmp(&means[b])) else { return };
    let leading = std::mem::take(&mut arms[leader].values);
    let looks = f64::from(look) * f64::from(look + 1);
    let least = critical(error / looks / (arms.len() - 1).max(1) as f64, leading.len());
    for &at in alive.iter().filter(|&&at| at != leader) {
        let (mean, error) = moments(leading.iter().zip(&arms[at].values).map(|(leader, other)| leader - other));
        // Candidates that always have the same value are kept: neither is worse.
        arms[at].dropped = mean > 0.0 && mean > least * error;
    }
    arms[leader].values = leading;
}

/// Half the width of a 95 % interval around a mean of so many values, in their unit.
pub(super) fn margin(error: f64, count: usize) -> f64 {
    critical(0.025, count) * error
}

/// Mean and standard error.
pub(super) fn moments(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let (mut count, mut sum) = (0.0, 0.0);
    for value in values.clone() {
        count += 1.0;
        sum += value;
    }
    let mean = sum / f64::max(count, 1.0);
    let squares = values.map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / f64::max(count - 1.0, 1.0) / f64::max(count, 1.0)).sqrt())
}

/// The number of standard errors that the mean of `count` normal values exceeds with this chance; infinite for a chance of
/// 0. The expansion of Student's quantile by the degrees of freedom, and the approximation of the normal quantile, are 26.7.5
/// and 26.2.23 of Abramowitz and Stegun, *Handbook of mathematical functions*. For 8 values or more and a chance of 10⁻⁶ or
/// more the result is at most 3 % too small.
fn critical(chance: f64, count: usize) -> f64 {
    if chance <= 0.0 {
        return f64::INFINITY;
    }
    let step = (-2.0 * chance.min(0.5).ln()).sqrt();
    let above = 2.515_517 + step * (0.802_853 + step * 0.010_328);
    let below = 1.0 + step * (1.432_788 + step * (0.189_269 + step * 0.001_308));
    let normal = step - above / below;
    let (freedom, square) = (count.saturating_sub(1).max(1) as f64, normal * normal);
    let terms = [
        (square + 1.0) / 4.0,
        ((5.0 * square + 16.0) * square + 3.0) / 96.0,
        (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
        ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0) / 92_160.0,
    ];
    normal * (1.0 + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn looks_are_numbered() {
        let looks: Vec<u64> = (0..100).filter(|&batches| look(batches).is_some()).collect();
        assert_eq!(looks, [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96]);
        assert!(looks.iter().zip(1..).all(|(&batches, number)| look(batches) == Some(number)));
    }

    /// Quantiles of tables of Student's distribution.
    #[test]
    fn critical_values_are_those_of_student() {
        for (chance, count, value) in [
            (0.025, 16, 2.131),
            (0.005, 16, 2.947),
            (0.0005, 16, 4.073),
            (0.0005, 31, 3.646),
            (0.0005, 121, 3.373),
            (0.025, 1_000_000, 1.960),
            (0.000_001, 1_000_000, 4.753),
        ] {
            assert!((critical(chance, count) - value).abs() < 0.01 * value, "{chance} {count}: {}", critical(chance, count));
        }
        assert_eq!(critical(0.0, 16), f64::INFINITY);
    }

    /// Of many simulations with equal candidates but one that is a little better, few drop that one.
    #[test]
    fn the_best_candidate_is_dropped_as_seldom_as_stated() {
        let (mut random, trials, error) = (Random::new(3), 1000, 0.1);
        let mut normal = || (0..12).map(|_| random.below(1 << 20) as f64 / f64::from(1 << 20)).sum::<f64>() - 6.0;
        let (mut lost, mut decided) = (0, 0);
        for _ in 0..trials {
            let mut arms = vec![Arm::default(); 6];
            for batch in 1..=24 {
                for _ in 0..16 {
                    let luck = 3.0 * normal();
                    for (at, arm) in arms.iter_mut().enumerate().filter(|(_, arm)| !arm.dropped) {
                        let better = [0.02, 0.0, 0.0, 0.0, 0.0, -1.0][at];
                        arm.values.push(luck + better + normal());
                    }
                }
                if let Some(look) = look(batch) {
                    drop_worse(&mut arms, look, error);
                }
            }
            lost += i32::from(arms[0].dropped);
            decided += i32::from(arms[5].dropped);
        }
        assert!(f64::from(lost) <= error * f64::from(trials), "{lost} of {trials}");
        assert!(lost > 0 && decided == trials, "{lost}, {decided}");
    }

    #[test]
    fn equal_candidates_and_certain_ones_stay() {
        let arm = |values: [f64; 3]| Arm { values: values.to_vec(), dropped: false };
        let mut arms = [arm([1.0, 2.0, 3.0]), arm([1.0, 2.0, 3.0]), arm([0.0, 1.0, 2.0])];
        drop_worse(&mut arms, 1, 0.01);
        assert_eq!(arms.each_ref().map(|arm| arm.dropped), [false, false, true]);
        let mut arms = [arm([1.0, 2.0, 3.0]), arm([0.0, 1.5, 2.0])];
        drop_worse(&mut arms, 1, 0.0);
        assert!(!arms[1].dropped);
    }
}
