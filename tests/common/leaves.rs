//! Leave values for tests and benchmarks.

use lexigraph::alphabet::Alphabet;
use lexigraph::board::{Bag, Cell, Rack};
use lexigraph::movegen::Equity;

/// All sets of up to `most` tiles of an alphabet's bag, with arbitrary values.
pub fn of_the_bag(alphabet: &Alphabet, most: usize) -> Vec<(Rack, Equity)> {
    let bag = Bag::full(alphabet);
    let mut found = Vec::new();
    let mut open = vec![(Rack::EMPTY, 0)];
    let kinds: Vec<(Cell, usize)> = {
        let mut kinds: Vec<(Cell, usize)> = Vec::new();
        for cell in bag.cells() {
            match kinds.last_mut() {
                Some((last, count)) if *last == cell => *count += 1,
                _ => kinds.push((cell, 1)),
            }
        }
        kinds
    };
    while let Some((rack, kind)) = open.pop() {
        if kind == kinds.len() || rack.len() == most {
            if !rack.is_empty() {
                let mixed = found.len().wrapping_mul(0x9e37_79b9_7f4a_7c15);
                found.push((rack, Equity::from_thousandths((mixed >> 40) as i32 % 30_000 - 12_000)));
            }
            continue;
        }
        let (cell, count) = kinds[kind];
        let mut more = rack;
        open.push((more, kind + 1));
        for _ in 0..count.min(most - rack.len()) {
            more.add(cell);
            open.push((more, kind + 1));
        }
    }
    found
}
