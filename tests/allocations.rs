//! A worker that is warm allocates nothing: counted by an allocator, for every way of taking plays and both generators.

#[path = "common/games.rs"]
mod games;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use lexigraph::board::Position;
use lexigraph::graph::GraphKind;
use lexigraph::image::bundled;
use lexigraph::movegen::{All, Best, Count, Equity, Generator, Leaves, Order, Top};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting for each thread.
struct Counting;

// Safety: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

struct Length;

impl Leaves for Length {
    fn value(&self, kept: &lexigraph::board::Rack) -> Equity {
        Equity::from_points(kept.len() as i32)
    }
}

#[test]
fn nothing_is_allocated_once_a_worker_is_warm() {
    let all_positions = games::positions("movegen/enable1.tsv.xz", &games::rules());
    let positions: Vec<Position> = all_positions.into_iter().step_by(20).map(|(position, _)| position).collect();
    let image = bundled("enable").unwrap().unwrap();
    for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
        let generator = Generator::new(&image, kind).unwrap().with_leaves(&Length);
        let mut worker = generator.worker();
        let (mut all, mut top) = (All::new(), Top::new(10, Order::Equity));
        let mut counts = Vec::with_capacity(2);
        for _ in 0..2 {
            let before = ALLOCATIONS.with(Cell::get);
            for position in &positions {
                all.clear();
                top.clear();
                worker.generate(position, &mut all).unwrap();
                worker.generate(position, &mut top).unwrap();
                worker.generate(position, &mut Best::new(Order::Score)).unwrap();
                worker.generate(position, &mut Count::default()).unwrap();
                all.sort(Order::Score);
            }
            counts.push(ALLOCATIONS.with(Cell::get) - before);
        }
        assert!(counts[0] > 0, "the first round is what fills the scratch");
        assert_eq!(counts[1], 0, "{kind:?}");
    }
}
