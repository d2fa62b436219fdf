//! Move generation against the oracle: positions of whole games with counts and sums from two other engines.
//!
//! The header of `tests/movegen/enable1.tsv.xz` explains the counts; the lexicon is ENABLE1, words of 2 to 15 letters.

use std::sync::Arc;

use lexigraph::board::{BoardSetup, Position};
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, NodeLayout, compile};
use lexigraph::movegen::{All, Count, Equity, Generator, Leaves, Order, Play, Request, Top, WordIndex};

struct Line {
    position: Position,
    plays: u64,
    sevens: u64,
    best: i32,
    total: i64,
}

fn oracle(setup: &Arc<BoardSetup>) -> Vec<Line> {
    let line = |(position, numbers): (Position, Vec<i64>)| Line {
        position,
        plays: numbers[0] as u64,
        sevens: numbers[1] as u64,
        best: numbers[2] as i32,
        total: numbers[3],
    };
    crate::games::positions("movegen/enable1.tsv.xz", setup).into_iter().map(line).collect()
}

fn image(nodes: NodeLayout) -> Image {
    let (alphabet, words) = crate::games::lexicon();
    assert_eq!(words.len(), 168_551);
    Image::open(compile(&alphabet, &words, GraphKinds::Both, nodes).unwrap()).unwrap()
}

/// Debug builds test one position of this many.
const STEP: usize = if cfg!(debug_assertions) { 61 } else { 1 };

fn agrees(nodes: NodeLayout) {
    let image = image(nodes);
    let setup = crate::games::board_setup();
    let lines = oracle(&setup);
    assert_eq!(lines.len(), 989);
    for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
        let generator = Generator::new(&image, kind).unwrap();
        let mut worker = generator.worker();
        for line in lines.iter().step_by(STEP) {
            let mut count = Count::default();
            worker.count(&line.position, &mut count).unwrap();
            let found = (count.plays, count.by_tiles[7], count.best, count.total);
            assert_eq!(found, (line.plays, line.sevens, line.best, line.total), "{kind:?}: {}", line.position.to_cgp());
        }
    }
}

#[test]
fn the_oracle_agrees_on_fast_nodes() {
    agrees(NodeLayout::Fast);
}

#[test]
fn the_oracle_agrees_on_list_nodes() {
    agrees(NodeLayout::List);
}

#[test]
fn the_oracle_agrees_on_hash_nodes() {
    agrees(NodeLayout::Hash);
}

/// Arbitrary values, from a hash of the rack.
struct Arbitrary;

impl Leaves for Arbitrary {
    fn value(&self, kept: &lexigraph::board::Rack) -> Equity {
        let mixed =
            kept.counts().iter().fold(17u64, |hash, &count| (hash ^ u64::from(count)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Equity::from_thousandths((mixed >> 40) as i32 % 30_000 - 12_000)
    }
}

/// With both generators and both orders: all plays are the same, legal, scored as the board side scores them, come
/// once and in normal form, and the best few are the first of all in order.
#[test]
fn both_generators_give_the_same_legal_plays_and_the_best_of_them() {
    let image = image(NodeLayout::Fast);
    let setup = crate::games::board_setup();
    let index = WordIndex::new(&image, GraphKind::Dawg).unwrap();
    // Each with a word index and without.
    let generators =
        [(GraphKind::Gaddag, false), (GraphKind::Gaddag, true), (GraphKind::Dawg, false), (GraphKind::Dawg, true)].map(
            |(kind, indexed)| {
                let generator = Generator::new(&image, kind).unwrap().with_leaves(&Arbitrary);
                if indexed { generator.with_index(&index).unwrap() } else { generator }
            },
        );
    let mut workers = generators.each_ref().map(|generator| generator.worker());
    for (number, line) in oracle(&setup).iter().enumerate().step_by(STEP) {
        let position = &line.position;
        for order in [Order::Score, Order::Equity] {
            let sorted = workers.each_mut().map(|worker| {
                let mut all = All::new();
                worker.all(position, &mut all).unwrap();
                all.into_sorted(order)
            });
            assert!(sorted.iter().all(|plays| *plays == sorted[0]), "{}", position.to_cgp());
            let plays: &[Play] = &sorted[0];
            if order == Order::Score {
                for play in plays {
                    assert_eq!(position.check(&play.placement), Ok(()));
                    assert_eq!(position.score(&play.placement), play.score);
                    let mut kept = *position.rack();
                    play.placement.tiles.iter().for_each(|&cell| assert!(kept.remove(cell)));
                    assert_eq!(play.equity, Equity::from_points(play.score) + Arbitrary.value(&kept));
                }
            }
            assert!(plays.windows(2).all(|pair| pair[0].compare(&pair[1], order).is_lt()));
            for worker in &mut workers {
                let best = worker.best(position, order).unwrap();
                assert_eq!(best.as_ref(), plays.first(), "{}", position.to_cgp());
                for limit in [0, 2, number % 40 + 3, 100_000] {
                    let mut top = Top::new(limit, order);
                    worker.top(position, &mut top).unwrap();
                    assert!(top.into_sorted() == plays[..limit.min(plays.len())], "top {limit}: {}", position.to_cgp());
                }
            }
        }
    }
}

#[test]
fn on_the_transposed_board_the_plays_are_transposed() {
    let image = image(NodeLayout::Fast);
    let setup = crate::games::board_setup();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let (mut worker, mut other) = (generator.worker(), generator.worker());
    let mirrored_setup = setup.transposed();
    for line in oracle(&setup).iter().step_by(STEP).filter(|line| !line.position.board().is_empty()) {
        let mirrored = line.position.transposed();
        let (mut all, mut all_mirrored) = (All::new(), All::new());
        worker.all(&line.position, &mut all).unwrap();
        let request = Request { setup: &mirrored_setup, board: mirrored.board(), rack: mirrored.rack(), leaves: None };
        other.all(request, &mut all_mirrored).unwrap();
        let mut back = All::new().into_sorted(Order::Score);
        for play in all_mirrored.plays() {
            let placement = play.placement.transposed().normalised(line.position.board());
            back.push(Play { placement, ..*play });
        }
        back.sort_by(|a, b| a.compare(b, Order::Score));
        assert!(back == all.into_sorted(Order::Score), "{}", line.position.to_cgp());
    }
}
