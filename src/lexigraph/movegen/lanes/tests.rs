//! Boards with plays by lanes against the generator of whole positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::alphabet::{Alphabet, Tile};
use crate::board::{BoardSetup, Cell, Layout, Placement, Position, Rack};
use crate::build::GraphKinds;
use crate::graph::GraphKind;
use crate::image::{Image, NodeLayout, compile_in_memory};
use crate::movegen::{All, Generator, LaneBoard, LaneMove, Worker};
use crate::random::Random;
use crate::wordlist::Words;

const BOARDS: [&str; 4] = [
    "...../...../...../...../.....",
    "T.d.t./.D...d/d..t../..d.D./t..D.T",
    "..#.../.t...D/#...../...d.#/....t./D...#.",
    "..T.t.d./D......d/..d..D..",
];

fn cell(number: usize) -> Cell {
    Cell::tile(Tile::from_label(number as u8))
}

fn rack(random: &mut Random, letters: usize, tiles: usize) -> Rack {
    let each = |_| if random.below(8) == 0 { Cell::BLANK } else { cell(1 + random.below(letters)) };
    Rack::from_cells(&(0..tiles).map(each).collect::<Vec<_>>()).unwrap()
}

fn lexicon(random: &mut Random, alphabet: &Alphabet, letters: usize) -> Image {
    let mut words = Words::new();
    for _ in 0..8 * letters {
        let length = 2 + random.below(4);
        words.push(&(0..length).map(|_| Tile::from_label(1 + random.below(letters) as u8)).collect::<Vec<_>>());
    }
    words.sort();
    compile_in_memory(alphabet, &words, GraphKinds::Both, NodeLayout::Fast).unwrap()
}

fn setup(text: &str) -> Arc<BoardSetup> {
    let rows: Vec<String> = text.split('/').map(|row| format!("{row:?}")).collect();
    let text = format!("title = \"x\"\nrack = 7\nfull_rack_bonus = {{ \"3\" = 5 }}\nsquares = [{}]\n", rows.join(","));
    BoardSetup::new(Alphabet::builtin("english").unwrap(), Layout::from_toml("x", &text).unwrap()).unwrap()
}

type Plays = BTreeSet<(Placement, i32)>;

fn by_generator(worker: &mut Worker<'_>, position: &Position) -> Plays {
    let mut all = All::new();
    worker.all(position, &mut all).unwrap();
    all.plays().iter().map(|play| (play.placement, play.score)).collect()
}

/// The moves of the player on turn with their plays.
fn by_lanes(lanes: &mut LaneBoard<'_>, player: usize, rack: u32) -> Vec<(LaneMove, (Placement, i32))> {
    let mut moves = Vec::new();
    lanes.for_moves(player, rack, |lane_move, _| moves.push(lane_move));
    let full = |lane_move| {
        let play = lanes.full_play(lane_move);
        (lane_move, (play.placement, play.score))
    };
    moves.into_iter().map(full).collect()
}

/// Plays some moves and takes them back; compares the moves of both players everywhere.
fn compare(
    lanes: &mut LaneBoard<'_>,
    worker: &mut Worker<'_>,
    position: &mut Position,
    random: &mut Random,
    racks: [u32; 2],
    player: usize,
    depth: usize,
) {
    let moves = by_lanes(lanes, player, racks[player]);
    let plays: Plays = moves.iter().map(|&(_, play)| play).collect();
    assert_eq!((moves.len(), &plays), (plays.len(), &by_generator(worker, position)), "{}", position.to_cgp());
    if depth == 0 || moves.is_empty() {
        return;
    }
    let other = 1 - player;
    let answers = by_lanes(lanes, other, racks[other]);
    for _ in 0..3 {
        let (lane_move, (placement, score)) = moves[random.below(moves.len())];
        let used = lanes.play(lane_move).used;
        let undisturbed: Plays =
            answers.iter().filter(|&&(answer, _)| !lanes.disturbs(lane_move, answer)).map(|&(_, play)| play).collect();
        let mut next = racks;
        next[player] = lanes.bits(player).without(racks[player], used);
        let undo = lanes.make(lane_move);
        let back = position.play_unchecked(&placement, score);
        let after = by_generator(worker, position);
        assert!(undisturbed.is_subset(&after), "{}: {:?}", position.to_cgp(), undisturbed.difference(&after));
        compare(lanes, worker, position, random, next, other, depth - 1);
        position.undo(back);
        lanes.undo(undo);
        let again: Plays = by_lanes(lanes, player, racks[player]).into_iter().map(|(_, play)| play).collect();
        assert_eq!(again, plays);
    }
}

#[test]
fn lanes_have_the_plays_of_the_generator() {
    let mut random = Random::new(7);
    for round in 0..60 {
        let setup = setup(BOARDS[round % BOARDS.len()]);
        let letters = 2 + round % 4;
        let image = lexicon(&mut random, setup.alphabet(), letters);
        let kind = [GraphKind::Gaddag, GraphKind::Dawg][round % 2];
        let generator = Generator::new(&image, kind).unwrap();
        let mut position = Position::new(setup);
        let racks = [rack(&mut random, letters, 5), rack(&mut random, letters, 4)];
        position.set_racks_unchecked(racks);
        let mut lanes = LaneBoard::new(&generator, &position);
        let racks = [lanes.bits(0).whole(), lanes.bits(1).whole()];
        compare(&mut lanes, &mut generator.worker(), &mut position, &mut random, racks, 0, 4);
    }
}
