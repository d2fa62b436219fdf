//! Sorts many plays: short keys first, whole plays only among equal keys.
//!
//! A play takes 40 bytes, and to compare two of them takes several steps. The score or equity of nearly every play
//! fits 24 bits, counted down from the best. Three passes of a radix sort order keys of eight bytes, each with the place
//! of its play. Plays that are equal in it, and with a blank there are many, are sorted by a longer key of all the rest.
//! Then every play is copied once.

use super::sink::{Order, Play};

/// The bits of a digit, and of all digits.
const DIGIT: u32 = 8;
const DIGITS: usize = 3;

/// The memory that sorting needs; it is kept from call to call.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorter {
    /// For each play its rank, and below it 32 bits for its place. The radix sort goes from one list to the other.
    keys: [Vec<u64>; 2],
    /// The keys of plays whose rank is equal, with their places.
    ties: Vec<(u128, u32)>,
    sorted: Vec<Play>,
}

impl Sorter {
    /// Sorts plays, best first; see [`Play::compare`]. Linear in the number of plays if few are equal in score or equity.
    pub fn sort(&mut self, plays: &mut Vec<Play>, order: Order) {
        let value = |play: &Play| match order {
            Order::Score => i64::from(play.score),
            Order::Equity => i64::from(play.equity.thousandths()),
        };
        let best = plays.iter().map(value).max().unwrap_or(0);
        let worst = plays.iter().map(value).min().unwrap_or(0);
        // A few plays are sorted in less time than the counters take to clear.
        let few = plays.len() < 1 << (DIGIT - 2);
        if few || best - worst >= 1 << (DIGIT * DIGITS as u32) || plays.len() > u32::MAX as usize {
            return plays.sort_unstable_by(|a, b| a.compare(b, order));
        }
        let [keys, other] = &mut self.keys;
        keys.clear();
        keys.extend(plays.iter().enumerate().map(|(at, play)| ((best - value(play)) as u64) << 32 | at as u64));
        other.clear();
        other.resize(keys.len(), 0);
        radix_sort(keys, other);
        for equal in keys.chunk_by_mut(|a, b| a >> 32 == b >> 32).filter(|equal| equal.len() > 1) {
            self.ties.clear();
            self.ties.extend(equal.iter().map(|&key| (tie_key(&plays[key as u32 as usize]), key as u32)));
            self.ties.sort_unstable_by_key(|tie| tie.0);
            for ties in self.ties.chunk_by_mut(|a, b| a.0 == b.0).filter(|ties| ties.len() > 1) {
                ties.sort_unstable_by(|a, b| plays[a.1 as usize].compare(&plays[b.1 as usize], order));
            }
            equal.iter_mut().zip(&self.ties).for_each(|(key, tie)| *key = tie.1.into());
        }
        self.sorted.clear();
        self.sorted.extend(keys.iter().map(|&key| plays[key as u32 as usize]));
        std::mem::swap(plays, &mut self.sorted);
    }
}

/// Orders plays of equal rank: by score, place, and eight tiles.
#[inline]
fn tie_key(play: &Play) -> u128 {
    let placement = &play.placement;
    let start = u32::from_be_bytes([placement.start.row, placement.start.column, placement.direction as u8, 0]);
    let score = !(play.score as u32 ^ 1 << 31);
    u128::from(score) << 96 | u128::from(start) << 64 | u128::from(placement.tiles.first_eight())
}

/// Sorts keys by the digits above the lowest 32 bits. `other` has the same length.
fn radix_sort(keys: &mut Vec<u64>, other: &mut Vec<u64>) {
    let digit = |key: u64, number: usize| (key >> (32 + DIGIT * number as u32)) as usize & ((1 << DIGIT) - 1);
    let mut counts = [[0u32; 1 << DIGIT]; DIGITS];
    for &key in keys.iter() {
        for (number, counts) in counts.iter_mut().enumerate() {
            counts[digit(key, number)] += 1;
        }
    }
    for (number, counts) in counts.iter_mut().enumerate() {
        if counts[digit(keys[0], number)] as usize == keys.len() {
            continue;
        }
        let mut from = 0;
        for count in counts.iter_mut() {
            from += std::mem::replace(count, from);
        }
        for &key in keys.iter() {
            let place = &mut counts[digit(key, number)];
            other[*place as usize] = key;
            *place += 1;
        }
        std::mem::swap(keys, other);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::alphabet::Tile;
    use crate::board::{Cell, Direction, Placement, Square, Tiles};
    use crate::movegen::Equity;

    fn plays() -> impl Strategy<Value = Vec<Play>> {
        let values = prop_oneof![-3..3, -40_000..200_000, any::<i32>()];
        let tiles = prop::collection::vec((1u8..64, any::<bool>()), 1..10);
        let play = (values.clone(), values, 0u8..3, 0u8..3, any::<bool>(), tiles).prop_map(
            |(score, equity, row, column, down, tiles)| {
                let cell = |&(letter, blank): &(u8, bool)| {
                    let tile = Tile::from_label(letter);
                    if blank { Cell::blank(tile) } else { Cell::tile(tile) }
                };
                let tiles = Tiles::from_slice(&tiles.iter().map(cell).collect::<Vec<_>>()).unwrap();
                let direction = if down { Direction::Down } else { Direction::Across };
                let placement = Placement { start: Square::new(row, column), direction, tiles };
                Play { placement, score, equity: Equity::from_thousandths(equity) }
            },
        );
        let modest = |plays: Vec<Play>| {
            let modest = |play: &Play| Play {
                score: play.score % 90,
                equity: Equity::from_thousandths(play.equity.thousandths() % 1000 * 100),
                ..*play
            };
            plays.iter().map(modest).collect()
        };
        // A position has no play twice.
        let once = |plays: Vec<Play>| {
            let mut seen = HashSet::new();
            plays.into_iter().filter(|play| seen.insert(play.placement)).collect::<Vec<_>>()
        };
        let many = prop::collection::vec(play, 0..200).prop_map(once);
        prop_oneof![many.clone(), many.prop_map(modest)]
    }

    proptest! {
        #[test]
        fn keys_sort_as_comparing_does(plays in plays()) {
            let mut sorter = Sorter::default();
            for order in [Order::Score, Order::Equity] {
                let (mut sorted, mut compared) = (plays.clone(), plays.clone());
                sorter.sort(&mut sorted, order);
                compared.sort_by(|a, b| a.compare(b, order));
                prop_assert_eq!(sorted, compared);
            }
        }
    }
}
