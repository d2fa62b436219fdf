//! From the observations of a generation to its values.

use rustc_hash::FxHashMap;

use super::{Observation, Observed, TileKey, Values};
use crate::alphabet::Alphabet;
use crate::board::Bag;
use crate::movegen::Equity;

/// No value differs from the observed mean of its set by more than this many standard errors, if the set was seen
/// much more often than [`FEW`] times.
const LIMIT: f64 = 1.5;

/// The observations of a set that was seen no more often than this are luck, however large the effect.
const FEW: f64 = 200.0;

/// The weighted observations of a set of tiles, over all racks that hold it.
#[derive(Clone, Copy, Debug, Default)]
struct WeightedMean {
    weight: f64,
    sum: f64,
    /// The sum of the squares of the weights. The effective number of racks is the square of `weight` divided by this.
    squares: f64,
}

/// Learns the values of all sets with fewer tiles than a rack from the observations.
///
/// Costs one step for each part of each rack observed, and some for each set that the bag allows (914,624 for English
/// and racks of seven).
pub fn learn(observed: &Observed, alphabet: &Alphabet, size: usize) -> Values {
    let count: u64 = observed.racks.values().map(|seen| seen.count).sum();
    if count == 0 {
        return Values::default();
    }
    let total: f64 = observed.racks.values().map(|seen| seen.sum as f64 / 1000.0).sum();
    let mean = total / count as f64;
    let variance = (observed.squares as f64 / count as f64 - mean * mean).max(1.0);
    // A fixed order, so that floating-point sums are always the same.
    let mut racks: Vec<(TileKey, Observation)> = observed.racks.iter().map(|(key, seen)| (*key, *seen)).collect();
    racks.sort_unstable_by_key(|(key, _)| *key);
    let mut means: FxHashMap<TileKey, WeightedMean> = FxHashMap::default();
    for (key, seen) in &racks {
        let counts = runs(*key);
        let excess = seen.sum as f64 / 1000.0 - mean * seen.count as f64;
        parts(&counts, TileKey::NONE, 1.0, size - 1, &mut |part, ways| {
            let known = means.entry(part).or_default();
            known.weight += ways * seen.count as f64;
            known.sum += ways * excess;
            known.squares += ways * ways * seen.count as f64;
        });
    }
    let mut values: FxHashMap<TileKey, f64> = FxHashMap::default();
    values.insert(TileKey::NONE, 0.0);
    for length in 1..size {
        value_sets(length, alphabet, &means, variance, &mut values);
    }
    let values = values.into_iter().filter(|(key, _)| *key != TileKey::NONE);
    let thousandths = |value: f64| Equity::from_thousandths((value * 1000.0).round() as i32);
    let mut values: Vec<_> = values.map(|(key, value)| (key, thousandths(value))).collect();
    values.sort_unstable_by_key(|(key, _)| *key);
    Values(values)
}

/// Computes the values of all sets of one size. The values of smaller sets are known.
fn value_sets(
    length: usize,
    alphabet: &Alphabet,
    means: &FxHashMap<TileKey, WeightedMean>,
    variance: f64,
    values: &mut FxHashMap<TileKey, f64>,
) {
    let mut sets = Vec::new();
    let bag = Bag::full(alphabet);
    let counts: Vec<(u64, u64)> =
        bag.counts().iter().enumerate().map(|(number, &count)| (number as u64, count.into())).collect();
    parts(&counts, TileKey::NONE, 1.0, length, &mut |key, _| {
        if key.len() == length {
            sets.push(key);
        }
    });
    let expected: Vec<f64> = sets.iter().map(|&key| expectation(key, values)).collect();
    let seen: Vec<Option<(f64, f64)>> = sets
        .iter()
        .map(|key| means.get(key).map(|mean| (mean.sum / mean.weight, mean.weight * mean.weight / mean.squares)))
        .collect();
    // The mean square error of expectations beyond chance; each set is weighted by how often it was seen.
    let (mut off, mut weight) = (0.0, 0.0);
    for (expected, seen) in expected.iter().zip(&seen) {
        if let Some((mean, count)) = seen {
            off += count * (mean - expected).powi(2) - variance;
            weight += count;
        }
    }
    let spread = (off / f64::max(weight, 1.0)).max(1e-6);
    let against = variance / spread;
    for ((key, expected), seen) in sets.into_iter().zip(expected).zip(seen) {
        let value = seen.map_or(expected, |(mean, count)| {
            let error = LIMIT * (variance / count).sqrt() * (1.0 + FEW / count);
            ((count * mean + against * expected) / (count + against)).clamp(mean - error, mean + error)
        });
        values.insert(key, value);
    }
}

/// The value that the parts of a set predict, without any effect of all tiles together: for each two of its tiles,
/// the value of the set without the one plus that without the other minus that without both; the mean over all pairs.
fn expectation(key: TileKey, values: &FxHashMap<TileKey, f64>) -> f64 {
    let length = key.len();
    let value = |key: TileKey| *values.get(&key).expect("bug: smaller sets are valued first");
    if length < 2 {
        return 0.0;
    }
    let (mut one, mut two) = (0.0, 0.0);
    for first in 0..length {
        let rest = key.without(first);
        one += value(rest);
        // Indices above `first` have moved down by one.
        two += (first..length - 1).map(|second| value(rest.without(second))).sum::<f64>();
    }
    let pairs = (length * (length - 1) / 2) as f64;
    one * 2.0 / length as f64 - two / pairs
}

/// The distinct tiles of a set and their counts, ascending.
fn runs(key: TileKey) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for number in key.numbers() {
        match runs.last_mut() {
            Some((last, count)) if *last == number => *count += 1,
            _ => runs.push((number, 1)),
        }
    }
    runs.reverse();
    runs
}

/// Calls `each` with all sets of 1 to `most` of these tiles, and the number of ways to choose each.
fn parts(counts: &[(u64, u64)], taken: TileKey, ways: f64, most: usize, each: &mut impl FnMut(TileKey, f64)) {
    for (at, &(number, count)) in counts.iter().enumerate() {
        let (mut key, mut choices) = (taken, 1.0);
        for several in 1..=count.min(most as u64) {
            key = key.with(number);
            choices = choices * (count + 1 - several) as f64 / several as f64;
            each(key, ways * choices);
            let left = most - several as usize;
            if left > 0 {
                parts(&counts[at + 1..], key, ways * choices, left, each);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Rack};
    use crate::movegen::Leaves;
    use crate::random::Random;

    fn key(text: &str) -> TileKey {
        TileKey::of(&Rack::parse(text, &Alphabet::builtin("english").unwrap()).unwrap())
    }

    #[test]
    fn keys_are_racks() {
        let english = Alphabet::builtin("english").unwrap();
        for text in ["", "A", "?", "AAB??", "ZZZZZZZZZZ", "AEINRST"] {
            let rack = Rack::parse(text, &english).unwrap();
            assert_eq!((TileKey::of(&rack).rack(), TileKey::of(&rack).len()), (rack, rack.len()));
        }
        assert_eq!([0, 1, 2].map(|at| key("ACZ").without(at)), [key("AC"), key("AZ"), key("CZ")]);
        assert_eq!(runs(key("AAB?")), [(0, 1), (1, 2), (2, 1)]);
    }

    #[test]
    fn parts_are_all_sets_with_their_ways() {
        let mut found = Vec::new();
        parts(&runs(key("AABC")), TileKey::NONE, 1.0, 2, &mut |part, ways| found.push((part, ways)));
        found.sort_by_key(|(part, _)| *part);
        let mut expected = [("A", 2.0), ("B", 1.0), ("C", 1.0), ("AA", 1.0), ("AB", 2.0), ("AC", 2.0), ("BC", 1.0)]
            .map(|(text, ways)| (key(text), ways));
        expected.sort_by_key(|(part, _)| *part);
        assert_eq!(found, expected);
        let mut all = 0;
        let english = Alphabet::builtin("english").unwrap();
        let bag: Vec<(u64, u64)> =
            Bag::full(&english).counts().iter().zip(0..).map(|(&count, number)| (number, count.into())).collect();
        parts(&bag, TileKey::NONE, 1.0, 6, &mut |_, _| all += 1);
        assert_eq!(all + 1, 914_625);
    }

    /// With a known worth of racks, training from random draws recovers the values, relative to the mean of a random
    /// rack.
    #[test]
    fn the_worth_of_racks_is_learned() {
        let english = Alphabet::builtin("english").unwrap();
        let worth = |rack: &Rack| {
            let count = |text: &str| i32::from(rack.counts()[usize::from(english.parse(text).unwrap()[0].number())]);
            20 * rack.blanks() as i32 + 6 * count("S") - 5 * count("V") + 9 * (count("Q") * count("U")).min(1)
                - 7 * count("Q")
                - 3 * (count("I") - 1).max(0)
        };
        let bag: Vec<Cell> = Bag::full(&english).cells().collect();
        let (mut observed, mut random) = (Observed::default(), Random::new(7));
        for _ in 0..60_000 {
            let mut tiles = bag.clone();
            random.shuffle(&mut tiles);
            let rack = Rack::from_cells(&tiles[..7]).unwrap();
            let noise = random.below(20_001) as i32 - 10_000;
            observed.push(&rack, Equity::from_thousandths(worth(&rack) * 1000 + noise));
        }
        let values = learn(&observed, &english, 7);
        assert_eq!(values.0.len(), 914_624);
        let table = values.table().unwrap();
        let value = |text: &str| table.value(&key(text).rack()).points();
        // The mean over racks that are filled up from the set; below, the mean of racks filled up from nothing is
        // subtracted.
        let mut filled = |text: &str| {
            let kept: Vec<Cell> = Rack::parse(text, &english).unwrap().cells().collect();
            let mut rest = bag.clone();
            kept.iter().for_each(|cell| _ = rest.swap_remove(rest.iter().position(|other| other == cell).unwrap()));
            let draws = 20_000;
            let worths = (0..draws).map(|_| {
                random.shuffle(&mut rest);
                f64::from(worth(&Rack::from_cells(&[&kept, &rest[..7 - kept.len()]].concat()).unwrap()))
            });
            worths.sum::<f64>() / f64::from(draws)
        };
        let nothing = filled("");
        for text in ["?", "S", "V", "QU", "??", "?S", "SV", "II", "?SE", "VVW"] {
            let expected = filled(text) - nothing;
            assert!((value(text) - expected).abs() < 1.2, "{text}: {} for {expected}", value(text));
        }
        assert!(value("QU") > value("Q") + 4.0 && value("II") < 2.0 * value("I") - 1.0);
        assert!(value("?SE") > 20.0 && value("VVW") < -7.0);
        assert_eq!(learn(&Observed::default(), &english, 7), Values::default());
    }
}
