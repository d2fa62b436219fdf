//! A warm worker allocates nothing: an allocator counts, for every sink and both generators.

use crate::allocator::allocations;
use lexigraph::board::Position;
use lexigraph::graph::GraphKind;
use lexigraph::image::bundled;
use lexigraph::movegen::{All, Count, Equity, Generator, Leaves, Order, Top};

struct Length;

impl Leaves for Length {
    fn value(&self, kept: &lexigraph::board::Rack) -> Equity {
        Equity::from_points(kept.len() as i32)
    }
}

#[test]
fn nothing_is_allocated_once_a_worker_is_warm() {
    let all_positions = crate::games::positions("movegen/enable1.tsv.xz", &crate::games::board_setup());
    let positions: Vec<Position> = all_positions.into_iter().step_by(20).map(|(position, _)| position).collect();
    let image = bundled("enable").unwrap().unwrap();
    for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
        let generator = Generator::new(&image, kind).unwrap().with_leaves(&Length);
        let mut worker = generator.worker();
        let (mut all, mut top) = (All::new(), Top::new(10, Order::Equity));
        let mut counts = Vec::with_capacity(2);
        for _ in 0..2 {
            let before = allocations();
            for position in &positions {
                all.clear();
                top.clear();
                worker.all(position, &mut all).unwrap();
                worker.top(position, &mut top).unwrap();
                worker.best(position, Order::Score).unwrap();
                worker.count(position, &mut Count::default()).unwrap();
                all.sort(Order::Score);
            }
            counts.push(allocations() - before);
        }
        assert!(counts[0] > 0, "the first round is what fills the scratch");
        assert_eq!(counts[1], 0, "{kind:?}");
    }
}
