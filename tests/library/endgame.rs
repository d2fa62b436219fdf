//! Endgames against the oracle, and against a solver that tries every line.

use std::time::{Duration, Instant};

use lexigraph::board::{Move, Position};
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, NodeLayout, compile_in_memory};
use lexigraph::movegen::{All, Generator, Worker};
use lexigraph::play::endgame::{EndgameLimits, solve};

fn image() -> Image {
    let (alphabet, words) = crate::games::lexicon();
    compile_in_memory(&alphabet, &words, GraphKinds::Gaddag, NodeLayout::Fast).unwrap()
}

fn oracle() -> Vec<(Position, i32)> {
    let positions = crate::games::positions("play/endgame_enable1.tsv", &crate::games::board_setup());
    positions.into_iter().map(|(position, numbers)| (position, numbers[0] as i32)).collect()
}

/// The number of tiles on both racks.
fn tiles(position: &Position) -> usize {
    position.rack().len() + position.opponent_rack().len()
}

#[test]
fn the_oracle_agrees() {
    let image = image();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let all = oracle();
    assert_eq!(all.len(), 60);
    let most = if cfg!(debug_assertions) { 4 } else { 14 };
    for (position, value) in all.iter().filter(|(position, _)| tiles(position) <= most) {
        let start = Instant::now();
        let solution = solve(&generator, position, EndgameLimits::default()).unwrap();
        assert!(solution.exact);
        assert_eq!(solution.value, *value, "{}", position.to_cgp());
        println!("{} tiles, {} nodes, depth {}, {:?}", tiles(position), solution.nodes, solution.depth, start.elapsed());
        // The line is legal, ends the game, and has the value of the solution.
        let (mut played, mut spread, mut passes, mut sign) = (position.clone(), 0, 0, 1);
        for (at, (play, score)) in solution.line.iter().enumerate() {
            let points = played.setup().points();
            let (own, other) = (played.rack().points(points), played.opponent_rack().points(points));
            let _ = played.play(play).unwrap();
            spread += sign * score;
            passes = if *play == Move::Pass { passes + 1 } else { 0 };
            let last = at + 1 == solution.line.len();
            if played.opponent_rack().is_empty() {
                spread += sign * 2 * other;
                assert!(last);
            } else if passes == 2 {
                spread += sign * (other - own);
                assert!(last);
            } else {
                assert!(!last, "the line ends before the game: {}", position.to_cgp());
            }
            sign = -sign;
        }
        assert_eq!(spread, *value);
    }
}

/// The value by trying every line.
fn everything(worker: &mut Worker<'_>, position: &mut Position, passed: bool) -> i32 {
    let points = |position: &Position| {
        let points = position.setup().points();
        (position.rack().points(points), position.opponent_rack().points(points))
    };
    let (own, other) = points(position);
    let mut best = if passed {
        other - own
    } else {
        let undo = position.play(&Move::Pass).unwrap();
        let value = -everything(worker, position, true);
        position.undo(undo);
        value
    };
    let mut all = All::new();
    worker.all(&*position, &mut all).unwrap();
    for play in all.plays() {
        let out = play.placement.tiles.len() == position.rack().len();
        let undo = position.play_unchecked(&play.placement, play.score);
        let value = play.score + if out { 2 * other } else { -everything(worker, position, false) };
        position.undo(undo);
        best = best.max(value);
    }
    best
}

#[test]
fn trying_everything_gives_the_same() {
    let image = image();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let mut worker = generator.worker();
    let most = if cfg!(debug_assertions) { 3 } else { 5 };
    let mut tried = 0;
    for (position, value) in oracle().iter().filter(|(position, _)| tiles(position) <= most) {
        // Also the positions after one play.
        let mut plays = All::new();
        worker.all(position, &mut plays).unwrap();
        let nexts = plays.plays().iter().step_by(7).filter(|play| play.placement.tiles.len() < position.rack().len());
        let nexts = nexts.map(|play| {
            let mut next = position.clone();
            let _ = next.play(&Move::Place(play.placement)).unwrap();
            next
        });
        for mut position in std::iter::once(position.clone()).chain(nexts) {
            assert_eq!(
                everything(&mut worker, &mut position, false),
                solve(&generator, &position, EndgameLimits::default()).unwrap().value
            );
            tried += 1;
        }
        assert_eq!(everything(&mut worker, &mut position.clone(), false), *value);
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn a_limit_gives_the_best_so_far() {
    let image = image();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let (position, _) = oracle().into_iter().max_by_key(|(position, _)| tiles(position)).unwrap();
    let start = Instant::now();
    let solution = solve(
        &generator,
        &position,
        EndgameLimits { until: Some(start + Duration::from_millis(1)), ..EndgameLimits::default() },
    )
    .unwrap();
    assert!(solution.depth >= 1 && !solution.line.is_empty());
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long; run in release")]
fn fresh_endgames_have_their_values() {
    let image = image();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let fresh = crate::games::positions("play/endgame_fresh.tsv", &crate::games::board_setup());
    assert_eq!(fresh.len(), 40);
    let (nodes, least) = (300_000, 20);
    let mut proven = 0;
    for (position, numbers) in &fresh {
        let limits = EndgameLimits { nodes: Some(nodes), ..EndgameLimits::default() };
        let solution = solve(&generator, position, limits).unwrap();
        if !solution.exact {
            continue;
        }
        assert_eq!(Some(&i64::from(solution.value)), numbers.first(), "{}", position.to_cgp());
        proven += 1;
        // Threads that share a table come to the same value.
        for (threads, memory) in [(2, 1 << 26), (4, 1 << 21)] {
            let limits = EndgameLimits { threads, memory, ..EndgameLimits::default() };
            let solution = solve(&generator, position, limits).unwrap();
            assert!(solution.exact && Some(&i64::from(solution.value)) == numbers.first(), "{}", position.to_cgp());
        }
    }
    assert!(proven >= least, "{proven}");
}
