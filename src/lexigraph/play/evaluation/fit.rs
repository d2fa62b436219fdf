//! Fits the values of single tiles, pairs, and the balance of vowels and consonants to leave values.
//!
//! Least squares over all sets of one to four tiles. A set counts by how often it is drawn, and the sets of each size
//! count alike together. All pairs are fitted first; then those that matter little are left out, and the rest are fitted
//! again.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::alphabet::{Alphabet, Tile};
use crate::board::{Bag, Cell, Rack};
use crate::movegen::Leaves;

/// The most tiles of a set.
const LARGEST: usize = 4;

/// A pair that is worth less than this, in points, is left out.
const LEAST_PAIR: f64 = 1.5;

/// The least difference of vowels and consonants that has a value.
const LEAST_BALANCE: i32 = 2;

/// Added to the diagonal, so that what is never seen is worth nothing.
const RIDGE: f64 = 1e-6;

/// The values of tiles on a rack, in points, to a tenth of a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RackValues {
    /// Each tile of the game, the letters in the order of the alphabet, then the blank.
    pub letters: Vec<(Cell, f64)>,
    /// Two tiles together, beside what each of them is worth; two alike are a pair too.
    pub pairs: Vec<([Cell; 2], f64)>,
    /// Vowels less consonants among the letters.
    pub balance: Vec<(i32, f64)>,
}

/// What a set of tiles is made of, in the order in which the unknowns of the equations are numbered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    Letter(Cell),
    Pair(Cell, Cell),
    Balance(i32),
}

/// A set of tiles, its value in points, and how much it counts.
struct Sample {
    cells: Vec<Cell>,
    value: f64,
    weight: f64,
}

impl RackValues {
    /// The values that come closest to these leave values, for the tiles of an alphabet. Takes time in proportion to the
    /// sets of four tiles, and to the third power of the number of pairs: for English 0.1 s.
    pub fn fit(leaves: &dyn Leaves, alphabet: &Alphabet) -> RackValues {
        let bag = Bag::full(alphabet);
        let vowels = vowels(alphabet);
        let samples = samples(leaves, &bag);
        let all = solve(&samples, vowels, |_| true);
        let matters = |pair: &Feature| all.get(pair).is_some_and(|value| value.abs() >= LEAST_PAIR);
        let fitted = solve(&samples, vowels, matters);
        let mut values = RackValues::default();
        for (feature, value) in fitted {
            // Without a negative zero.
            let tenths = (value * 10.0).round() / 10.0 + 0.0;
            match feature {
                Feature::Letter(cell) => values.letters.push((cell, tenths)),
                Feature::Pair(first, second) => values.pairs.push(([first, second], tenths)),
                Feature::Balance(difference) => values.balance.push((difference, tenths)),
            }
        }
        // The blank is the lowest cell, and is listed last.
        values.letters.sort_by_key(|(cell, _)| (*cell == Cell::BLANK, *cell));
        values
    }

    /// The sections `[letters]`, `[pairs]` and `[balance]` of an evaluation table.
    pub fn to_toml(&self, alphabet: &Alphabet) -> String {
        let key = |cells: &[Cell]| {
            let text = Rack::from_cells(cells).unwrap_or(Rack::EMPTY).render(alphabet);
            let plain = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric());
            if plain { text } else { format!("'{text}'") }
        };
        let mut text = String::from("[letters]\n");
        let mut line = |name: String, value: f64| _ = writeln!(text, "{name} = {value:.1}");
        self.letters.iter().for_each(|(cell, value)| line(key(&[*cell]), *value));
        text.push_str("\n[pairs]\n");
        let mut line = |name: String, value: f64| _ = writeln!(text, "{name} = {value:.1}");
        self.pairs.iter().for_each(|(pair, value)| line(key(pair), *value));
        text.push_str("\n[balance]\n");
        let mut line = |name: String, value: f64| _ = writeln!(text, "{name} = {value:.1}");
        self.balance.iter().for_each(|(difference, value)| line(format!("\"{difference}\""), *value));
        text
    }
}

/// The numbers of the vowels, one bit each.
pub(super) fn vowels(alphabet: &Alphabet) -> u64 {
    let vowels = alphabet.tiles().zip(alphabet.letters()).filter(|(_, letter)| letter.vowel);
    vowels.fold(0, |bits, (tile, _): (Tile, _)| bits | 1u64 << tile.number())
}

/// All sets of one to [`LARGEST`] tiles of the bag, with their values.
fn samples(leaves: &dyn Leaves, bag: &Bag) -> Vec<Sample> {
    let mut kinds: Vec<Cell> = bag.cells().collect();
    kinds.dedup();
    let drawn: Vec<f64> = (0..=LARGEST).map(|size| ways(bag.len(), size)).collect();
    let mut samples = Vec::new();
    let mut cells = Vec::new();
    add_sets(&kinds, bag, &mut cells, &mut |cells: &[Cell]| {
        let Some(rack) = Rack::from_cells(cells) else { return };
        let each = cells.chunk_by(|a, b| a == b);
        let weight: f64 = each.map(|alike| ways(usize::from(bag.count(alike[0])), alike.len())).product();
        let value = leaves.value(&rack).points();
        samples.push(Sample { cells: cells.to_vec(), value, weight: weight / drawn[cells.len()] });
    });
    samples
}

/// Calls `each` with all sets of tiles of the bag that `cells` can grow to, in order.
fn add_sets(kinds: &[Cell], bag: &Bag, cells: &mut Vec<Cell>, each: &mut impl FnMut(&[Cell])) {
    if cells.len() == LARGEST {
        return;
    }
    for (at, &cell) in kinds.iter().enumerate() {
        let alike = cells.iter().filter(|&&other| other == cell).count();
        if alike < usize::from(bag.count(cell)) {
            cells.push(cell);
            each(cells);
            add_sets(&kinds[at..], bag, cells, each);
            cells.pop();
        }
    }
}

/// The ways to draw `taken` of `all` tiles.
fn ways(all: usize, taken: usize) -> f64 {
    (0..taken).map(|at| (all as f64 - at as f64) / (at as f64 + 1.0)).product()
}

/// The features of a set, with how often it has each.
fn features(cells: &[Cell], vowels: u64, matters: impl Fn(&Feature) -> bool) -> BTreeMap<Feature, f64> {
    let mut found = BTreeMap::new();
    let mut add = |feature| *found.entry(feature).or_insert(0.0) += 1.0;
    for (at, &cell) in cells.iter().enumerate() {
        add(Feature::Letter(cell));
        cells[at + 1..].iter().map(|&other| Feature::Pair(cell, other)).filter(|pair| matters(pair)).for_each(&mut add);
    }
    let letters = cells.iter().filter(|cell| **cell != Cell::BLANK);
    let balance: i32 = letters.map(|cell| if vowels >> cell.number() & 1 == 1 { 1 } else { -1 }).sum();
    if balance.abs() >= LEAST_BALANCE {
        add(Feature::Balance(balance));
    }
    found
}

/// Solves the normal equations of the weighted least squares.
fn solve(samples: &[Sample], vowels: u64, matters: impl Fn(&Feature) -> bool) -> BTreeMap<Feature, f64> {
    let rows: Vec<BTreeMap<Feature, f64>> = samples.iter().map(|sample| features(&sample.cells, vowels, &matters)).collect();
    let mut numbers: BTreeMap<Feature, usize> =
        rows.iter().flat_map(|row| row.keys().map(|&feature| (feature, 0))).collect();
    numbers.values_mut().enumerate().for_each(|(number, place)| *place = number);
    let size = numbers.len();
    let mut matrix = vec![0.0; size * size];
    let mut right = vec![0.0; size];
    for (row, sample) in rows.iter().zip(samples) {
        let numbered: Vec<(usize, f64)> = row.iter().map(|(feature, count)| (numbers[feature], *count)).collect();
        for &(a, x) in &numbered {
            right[a] += sample.weight * x * sample.value;
            numbered.iter().for_each(|&(b, y)| matrix[a * size + b] += sample.weight * x * y);
        }
    }
    (0..size).for_each(|at| matrix[at * size + at] += RIDGE);
    cholesky(&mut matrix, &mut right);
    numbers.into_iter().map(|(feature, number)| (feature, right[number])).collect()
}

/// Solves a system with a symmetric positive definite matrix in place, by Cholesky's decomposition.
fn cholesky(matrix: &mut [f64], right: &mut [f64]) {
    let size = right.len();
    for column in 0..size {
        for row in column..size {
            let (upper, lower) = (&matrix[column * size..][..column], &matrix[row * size..][..column]);
            let sum: f64 = upper.iter().zip(lower).map(|(a, b)| a * b).sum();
            let rest = matrix[row * size + column] - sum;
            let diagonal = matrix[column * size + column];
            matrix[row * size + column] = if row == column { rest.sqrt() } else { rest / diagonal };
        }
    }
    for row in 0..size {
        let sum: f64 = (0..row).map(|at| matrix[row * size + at] * right[at]).sum();
        right[row] = (right[row] - sum) / matrix[row * size + row];
    }
    for row in (0..size).rev() {
        let sum: f64 = (row + 1..size).map(|at| matrix[at * size + row] * right[at]).sum();
        right[row] = (right[row] - sum) / matrix[row * size + row];
    }
}

#[cfg(test)]
mod tests {
    use super::super::Evaluation;
    use super::*;
    use crate::movegen::Equity;

    /// Leaves that are worth the sum of their parts, so that the fit has to find the parts again.
    struct Sum;

    impl Leaves for Sum {
        fn value(&self, kept: &Rack) -> Equity {
            let table = "[letters]\nA = 1.5\nB = -2.0\nE = 0.5\n'?' = 20\n[pairs]\nAB = 3\nEE = -2.5\n'?B' = 1.7\n[balance]\n'2' = -2\n'-3' = 4";
            let english = Alphabet::builtin("english").unwrap();
            Evaluation::from_toml(table, &english).unwrap().value(kept)
        }
    }

    #[test]
    fn a_sum_of_parts_is_taken_apart() {
        let english = Alphabet::builtin("english").unwrap();
        // Few tiles, so that the test is quick; the values need not be those of a game.
        let values = RackValues::fit(&Sum, &english);
        let letter = |label: &str| {
            let cell = Rack::parse(label, &english).unwrap().cells().next().unwrap();
            values.letters.iter().find(|(of, _)| *of == cell).unwrap().1
        };
        assert_eq!([letter("A"), letter("B"), letter("E"), letter("Z"), letter("?")], [1.5, -2.0, 0.5, 0.0, 20.0]);
        assert_eq!((values.letters.len(), values.pairs.len()), (27, 3));
        assert_eq!(values.letters[26].0, Cell::BLANK);
        let text = values.to_toml(&english);
        assert!(
            text.contains("\nAB = 3.0\n") && text.contains("\n'B?' = 1.7\n") && text.contains("\n\"-3\" = 4.0\n"),
            "{text}"
        );
        let again = Evaluation::from_toml(&text, &english).unwrap();
        for rack in ["A", "AB", "EE?", "BBB", "AEZ"] {
            let rack = Rack::parse(rack, &english).unwrap();
            assert_eq!(again.value(&rack), Sum.value(&rack));
        }
    }
}
