//! The draws: which tiles lie in the bag, and in which order they are drawn.

use std::collections::BTreeMap;

use crate::board::{Bag, Cell, Tiles};
use crate::play::inference::Inference;
use crate::random::Random;

/// An order of the tiles in the bag, and how often it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Draw {
    /// The tiles, the first to be drawn first.
    pub order: Tiles,
    /// Its number among all orders of distinct tiles.
    pub weight: u64,
}

/// The draws that candidates are tried with.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    pub list: Vec<Draw>,
    /// The sum of the weights.
    pub total: u64,
    /// The number of all orders of distinct tiles.
    pub all: u64,
    /// `true` if the draws are a random sample.
    pub sampled: bool,
}

impl Draws {
    /// All orders of `bag` of the unseen tiles, if they are at most `most`; otherwise a sample of so many. With an
    /// inference, it is always a sample of `most`, by the probability of the opponent's rack.
    pub fn new(unseen: &Bag, bag: usize, most: u64, seed: u64, inference: Option<&Inference>) -> Draws {
        let all = (0..bag).fold(1, |all: u64, taken| all.saturating_mul(unseen.len().saturating_sub(taken) as u64));
        let mut found = BTreeMap::new();
        if let Some(inference) = inference {
            let mut random = Random::new(seed);
            for _ in 0..most {
                *found.entry(tiles(&inference.sample(&mut random).1)).or_insert(0) += 1;
            }
        } else if all <= most {
            let mut rest = unseen.clone();
            orders(&mut rest, &mut Vec::with_capacity(bag), 1, bag, &mut found);
        } else {
            let mut random = Random::new(seed);
            let mut cells: Vec<Cell> = unseen.cells().collect();
            for _ in 0..most {
                random.shuffle(&mut cells);
                *found.entry(tiles(&cells[..bag])).or_insert(0) += 1;
            }
        }
        let list: Vec<Draw> = found.into_iter().map(|(order, weight)| Draw { order, weight }).collect();
        Draws { total: list.iter().map(|draw| draw.weight).sum(), list, all, sampled: inference.is_some() || all > most }
    }

    /// The draws as a player sees them who draws `count` tiles: the order of these does not matter.
    pub fn drawn(&self, count: usize) -> Vec<Draw> {
        let mut found = BTreeMap::new();
        for draw in &self.list {
            let mut cells = draw.order.to_vec();
            let count = count.min(cells.len());
            cells[..count].sort_unstable();
            *found.entry(tiles(&cells)).or_insert(0) += draw.weight;
        }
        found.into_iter().map(|(order, weight)| Draw { order, weight }).collect()
    }
}

fn tiles(cells: &[Cell]) -> Tiles {
    Tiles::from_slice(cells).expect("bug: a bag of a pre-endgame has more tiles than a rack")
}

/// Adds all orders that begin with `taken`.
fn orders(rest: &mut Bag, taken: &mut Vec<Cell>, weight: u64, bag: usize, found: &mut BTreeMap<Tiles, u64>) {
    if taken.len() == bag {
        *found.entry(tiles(taken)).or_insert(0) += weight;
        return;
    }
    let mut cells: Vec<Cell> = rest.cells().collect();
    cells.dedup();
    for cell in cells {
        let count = u64::from(rest.count(cell));
        rest.remove(cell);
        taken.push(cell);
        orders(rest, taken, weight * count, bag, found);
        taken.pop();
        rest.add(cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::board::Rack;

    fn unseen(letters: &str) -> Bag {
        let alphabet = Alphabet::builtin("english").unwrap();
        let mut bag = Bag::full(&alphabet);
        bag.cells().collect::<Vec<_>>().into_iter().for_each(|cell| _ = bag.remove(cell));
        Rack::parse(letters, &alphabet).unwrap().cells().for_each(|cell| bag.add(cell));
        bag
    }

    #[test]
    fn every_order_is_counted() {
        let draws = Draws::new(&unseen("AAB?"), 2, 1000, 0, None);
        assert_eq!((draws.total, draws.all, draws.list.len()), (12, 12, 7));
        let both = draws.list.iter().filter(|draw| draw.order[0] == draw.order[1]);
        assert_eq!(both.map(|draw| draw.weight).collect::<Vec<_>>(), [2]);
        // Without regard to the order: AA, AB, A?, B?.
        let mut weights: Vec<u64> = draws.drawn(2).iter().map(|draw| draw.weight).collect();
        weights.sort_unstable();
        assert_eq!(weights, [2, 2, 4, 4]);
        assert_eq!(draws.drawn(1), draws.list);
    }

    #[test]
    fn many_orders_are_sampled() {
        let draws = Draws::new(&unseen("ABCDEFGHIJ?"), 4, 100, 7, None);
        assert_eq!((draws.total, draws.all), (100, 11 * 10 * 9 * 8));
        let again = Draws::new(&unseen("ABCDEFGHIJ?"), 4, 100, 7, None);
        assert_eq!(draws.list, again.list);
        assert_ne!(draws.list, Draws::new(&unseen("ABCDEFGHIJ?"), 4, 100, 8, None).list);
    }
}
