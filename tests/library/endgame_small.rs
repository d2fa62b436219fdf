//! Small endgames of made-up words on small boards, against a solver that tries every line: with blanks, tiles that
//! cannot be played, passes, two letters, other rules, several threads, and tables that are far too small.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::board::{BoardSetup, Cell, Layout, Move, Position, Rack};
use lexigraph::graph::GraphKind;
use lexigraph::image::NodeLayout;
use lexigraph::movegen::{All, Generator, Order, Worker};
use lexigraph::play::endgame::{EndgameLimits, EndgameSolution, solve, solve_watched};

use crate::movegen_naive::{Random, Word, image, made_words};

/// Boards: symmetric and not, with premiums and holes.
const BOARDS: [(&str, &[&str]); 4] = [
    ("plain", &[".....", ".....", ".....", ".....", "....."]),
    ("premiums", &["T.d.t.", ".D...d", "d..t..", "..d.D.", "t..D.T"]),
    ("holes", &["..#...", ".t...D", "#.....", "...d.#", "....t.", "D...#."]),
    ("narrow", &["..T.t.d.", "D......d", "..d..D.."]),
];

fn setup((name, squares): (&str, &[&str])) -> Arc<BoardSetup> {
    let rows: Vec<String> = squares.iter().map(|row| format!("{row:?}")).collect();
    let bonus = "full_rack_bonus = { \"3\" = 10 }";
    let text = format!("title = \"{name}\"\nrack = 7\n{bonus}\nsquares = [{}]\n", rows.join(","));
    BoardSetup::new(Alphabet::builtin("english").unwrap(), Layout::from_toml(name, &text).unwrap()).unwrap()
}

/// A rack of letters that words have, now and then with a blank or a tile that no word has.
fn rack(random: &mut Random, letters: usize, tiles: usize) -> Rack {
    let cells = (0..tiles).map(|_| match random.below(9) {
        0 => Cell::BLANK,
        1 => Cell::tile(Tile::from_label(26)),
        _ => Cell::tile(Tile::from_label(1 + random.below(letters) as u8)),
    });
    Rack::from_cells(&cells.collect::<Vec<_>>()).unwrap()
}

/// A position after a few plays, with small racks.
fn position(setup: &Arc<BoardSetup>, worker: &mut Worker<'_>, random: &mut Random, letters: usize) -> Position {
    let mut position = Position::new(setup.clone());
    for _ in 0..random.below(4) {
        position.set_racks_unchecked([rack(random, letters, 4), Rack::EMPTY]);
        let mut all = All::new();
        worker.all(&position, &mut all).unwrap();
        let plays = all.into_sorted(Order::Score);
        if !plays.is_empty() {
            let play = &plays[random.below(plays.len())];
            let _ = position.play_unchecked(&play.placement, play.score);
        }
    }
    let (own, other) = (1 + random.below(3), random.below(3));
    position.set_racks_unchecked([rack(random, letters, own), rack(random, letters, 1 + other)]);
    position
}

/// The value by trying every line; `None` if there are too many.
fn everything(worker: &mut Worker<'_>, position: &mut Position, passed: bool, weight: i32, left: &mut usize) -> Option<i32> {
    *left = left.checked_sub(1)?;
    let points = position.setup().points();
    let (own, other) = (position.rack().points(points), position.opponent_rack().points(points));
    let mut best = if passed {
        other - own
    } else {
        let undo = position.play(&Move::Pass).unwrap();
        let value = everything(worker, position, true, weight, left);
        position.undo(undo);
        -value?
    };
    let mut all = All::new();
    worker.all(&*position, &mut all).unwrap();
    for play in all.plays() {
        let out = play.placement.tiles.len() == position.rack().len();
        let undo = position.play_unchecked(&play.placement, play.score);
        let rest = if out { Some(-weight * other) } else { everything(worker, position, false, weight, left) };
        position.undo(undo);
        best = best.max(play.score - rest?);
    }
    Some(best)
}

/// The value of a line: it is legal, and ends the game at its last move and not before.
fn value_of_line(solution: &EndgameSolution, position: &Position, weight: i32) -> i32 {
    let (mut played, mut spread, mut sign) = (position.clone(), 0, 1);
    let mut passes = usize::from(position.scoreless_turns() > 0);
    for (at, (play, score)) in solution.line.iter().enumerate() {
        let points = played.setup().points();
        let (own, other) = (played.rack().points(points), played.opponent_rack().points(points));
        let undo = played.play(play).unwrap();
        assert_eq!(undo.score, *score);
        spread += sign * score;
        passes = if *play == Move::Pass { passes + 1 } else { 0 };
        let out = *play != Move::Pass && played.opponent_rack().is_empty();
        if out || passes == 2 {
            assert_eq!(at + 1, solution.line.len());
            return spread + sign * if out { weight * other } else { other - own };
        }
        sign = -sign;
    }
    panic!("the line ends before the game: {}", position.to_cgp());
}

/// Checks some hundred positions; `same` solves them and checks the solution.
fn each_position(count: usize, most: usize, mut same: impl FnMut(&Generator<'_>, &Position, i32, i32)) {
    let mut random = Random(0x5eed);
    let (mut tried, mut passes, mut blanks, mut stuck) = (0, 0, 0, 0);
    for round in 0.. {
        let setup = setup(BOARDS[round % BOARDS.len()]);
        let letters = 2 + random.below(3);
        let words: BTreeSet<Word> = made_words(&mut random, letters, 4 + letters * 3);
        let image = image(&setup, &words, [NodeLayout::Fast, NodeLayout::List][round % 2]);
        let kind = [GraphKind::Gaddag, GraphKind::Dawg][random.below(2)];
        let generator = Generator::new(&image, kind).unwrap();
        let mut worker = generator.worker();
        for _ in 0..20 {
            let mut position = position(&setup, &mut worker, &mut random, letters);
            let weight = 1 + random.below(2) as i32;
            let passed = position.scoreless_turns() > 0;
            let mut left = most;
            let Some(value) = everything(&mut worker, &mut position.clone(), passed, weight, &mut left) else { continue };
            same(&generator, &position, weight, value);
            tried += 1;
            blanks += usize::from(position.rack().blanks() > 0);
            stuck += usize::from(position.rack().tiles().contains(Tile::from_label(26)));
            let _ = position.play(&Move::Pass).unwrap();
            let mut left = most;
            if let Some(value) = everything(&mut worker, &mut position.clone(), true, weight, &mut left) {
                same(&generator, &position, weight, value);
                passes += 1;
            }
        }
        if tried >= count {
            break;
        }
    }
    assert!(passes > count / 3 && blanks > count / 20 && stuck > count / 20, "{tried} {passes} {blanks} {stuck}");
}

/// How many positions, and of how many lines at most.
fn effort() -> (usize, usize) {
    if cfg!(debug_assertions) { (200, 400) } else { (2000, 20_000) }
}

#[test]
fn all_ways_of_searching_give_the_value_of_trying_everything() {
    let (count, most) = effort();
    let mut at = 0;
    each_position(count, most, |generator, position, weight, value| {
        // With several threads and tables of one bucket, of a few, and of the usual size.
        let limits = EndgameLimits { weight, ..EndgameLimits::default() };
        at += 1;
        let threads = [1, 2, 4][at % 3];
        let memory = [0, 1 << 10, limits.memory][at / 3 % 3];
        for limits in [limits, EndgameLimits { threads, memory, ..limits }] {
            let solution = solve(generator, position, limits).unwrap();
            assert!(solution.exact);
            assert_eq!(solution.value, value, "{} {limits:?}", position.to_cgp());
            assert_eq!(value_of_line(&solution, position, weight), value, "{}", position.to_cgp());
        }
    });
}

#[test]
fn what_is_not_proven_says_so() {
    let (count, most) = effort();
    let (mut unproven, mut at) = (0, 0);
    each_position(count, most, |generator, position, weight, value| {
        at += 1;
        let limits = EndgameLimits { nodes: Some(1 + at % 40), weight, ..EndgameLimits::default() };
        let mut exact = 0;
        let solution = solve_watched(generator, position, limits, &mut |solution| {
            exact += usize::from(solution.exact);
            ControlFlow::Continue(())
        });
        let solution = solution.unwrap();
        assert!(exact == 0 && solution.depth >= 1 && !solution.line.is_empty());
        if solution.exact {
            assert_eq!(solution.value, value, "{}", position.to_cgp());
        }
        unproven += usize::from(!solution.exact);
        // The same positions give the same solution.
        assert_eq!(solve(generator, position, limits).unwrap(), solution);
    });
    assert!(unproven > 20, "{unproven}");
}
