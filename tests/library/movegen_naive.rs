//! Move generation against a slow generator that tries every word at every place: made-up lexica, several alphabets
//! with tiles of several characters, boards of all bundled layouts, holes and blanks.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use lexigraph::alphabet::Tile;
use lexigraph::board::{
    Board, BoardSetup, Cell, Direction, Move, Placement, Position, Rack, Square, Tiles, builtin_layouts, score,
};
use lexigraph::build::GraphKinds;
use lexigraph::graph::{Dawg, Gaddag, GraphKind};
use lexigraph::image::{ErasedGraph, Image, NodeLayout, compile};
use lexigraph::movegen::perft::perft;
use lexigraph::movegen::{
    All, CrossChecks, Equity, Generator, LeaveTable, Leaves, MovegenError, Order, Play, Request, Top, WordIndex, Worker,
    other_moves,
};
use lexigraph::wordlist::Words;

/// A small generator of numbers, the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

pub type Word = Vec<u8>;

/// Words of the first `letters` letters, most of them short; some are parts of others.
pub fn made_words(random: &mut Random, letters: usize, count: usize) -> BTreeSet<Word> {
    let mut words = BTreeSet::new();
    while words.len() < count {
        let length = 2 + random.below(3) + random.below(4);
        let word: Word = (0..length).map(|_| 1 + random.below(letters) as u8).collect();
        words.insert(word.clone());
        words.insert(word[..length.max(3) - 1].to_vec());
    }
    words
}

pub fn image(setup: &BoardSetup, list: &BTreeSet<Word>, nodes: NodeLayout) -> Image {
    let mut words = Words::new();
    list.iter().for_each(|word| words.push(&word.iter().map(|&number| Tile::from_label(number)).collect::<Vec<_>>()));
    words.sort();
    Image::open(compile(setup.alphabet(), &words, GraphKinds::Both, nodes).unwrap()).unwrap()
}

fn is_word(list: &BTreeSet<Word>, cells: &[Cell]) -> bool {
    list.contains(&cells.iter().map(|cell| cell.number()).collect::<Vec<_>>())
}

/// Every way to lay `word` from `start` on, with the tiles and blanks of the rack.
fn ways(board: &Board, rack: &Rack, word: &[u8], start: Square, direction: Direction, found: &mut HashSet<Placement>) {
    let (lane, first) = start.lane(direction);
    let cells = board.lane(direction, lane);
    if first + word.len() > cells.len()
        || first > 0 && cells[first - 1].is_tile()
        || cells.get(first + word.len()).is_some_and(|cell| cell.is_tile())
    {
        return;
    }
    let mut partial = vec![(*rack, Tiles::NONE)];
    for (&number, cell) in word.iter().zip(&cells[first..]) {
        if cell.is_tile() {
            if cell.number() != number {
                return;
            }
            continue;
        }
        if cell.is_hole() {
            return;
        }
        let tile = Tile::from_label(number);
        let mut longer = Vec::new();
        for (rack, tiles) in partial {
            for cell in [Cell::tile(tile), Cell::blank(tile)] {
                let (mut rack, mut tiles) = (rack, tiles);
                if rack.remove(cell) && tiles.push(cell) {
                    longer.push((rack, tiles));
                }
            }
        }
        partial = longer;
    }
    found.extend(partial.into_iter().map(|(_, tiles)| Placement { start, direction, tiles }.normalised(board)));
}

/// `true` if every square has the premium of its mirror image about the diagonal, and the start square is its own.
fn mirrors(setup: &BoardSetup) -> bool {
    let layout = setup.layout();
    let (rows, columns) = (layout.rows() as u8, layout.columns() as u8);
    let start = layout.start();
    let same = |row, column| layout.premium(Square::new(row, column)) == layout.premium(Square::new(column, row));
    rows == columns && start.row == start.column && (0..rows).all(|row| (0..columns).all(|column| same(row, column)))
}

/// All legal plays, by trying every word at every place.
pub fn naive(setup: &BoardSetup, list: &BTreeSet<Word>, board: &Board, rack: &Rack) -> Vec<Play> {
    let mut tried = HashSet::new();
    for direction in Direction::BOTH {
        // On a symmetric layout, the first plays down mirror those across, and are left out.
        if board.is_empty() && direction == Direction::Down && mirrors(setup) {
            continue;
        }
        for start in board.squares() {
            list.iter().for_each(|word| ways(board, rack, word, start, direction, &mut tried));
        }
    }
    let legal = |placement: &Placement| {
        if placement.tiles.is_empty() {
            return false;
        }
        let squares: Vec<Square> = placement.laid(board).map(|(square, _)| square).collect();
        let joined = if board.is_empty() {
            squares.contains(&setup.layout().start())
        } else {
            squares.iter().any(|&square| board.has_neighbour(square))
        };
        let mut after = board.clone();
        placement.laid(board).for_each(|(square, cell)| after.set(square, cell));
        let through_new = |word: &lexigraph::board::BoardWord<'_>| {
            let (lane, first) = word.start.lane(word.direction);
            (first..first + word.cells.len()).any(|at| squares.contains(&Square::on_lane(word.direction, lane, at)))
        };
        joined && after.words().filter(through_new).all(|word| is_word(list, word.cells))
    };
    let plays = tried.into_iter().filter(|placement| placement.main_word(board).len() > 1 && legal(placement));
    plays
        .map(|placement| {
            let score = score(board, setup, &placement);
            Play { placement, score, equity: Equity::from_points(score) }
        })
        .collect()
}

pub fn random_rack(random: &mut Random, letters: usize, size: usize) -> Rack {
    let mut rack = Rack::EMPTY;
    for _ in 0..size {
        let tile = Tile::from_label(1 + random.below(letters) as u8);
        rack.add(if random.below(9) == 0 { Cell::BLANK } else { Cell::tile(tile) });
    }
    rack
}

struct Game {
    setup: Arc<BoardSetup>,
    list: BTreeSet<Word>,
    letters: usize,
}

/// Makes random plays on all bundled layouts with several alphabets, and calls `each` with each board and rack.
fn games(seed: u64, turns: usize, mut each: impl FnMut(&Game, &Image, &mut [Worker<'_>], &Board, &Rack, &[Play])) {
    let mut random = Random(seed);
    let alphabets = ["english", "spanish", "catalan", "hungarian"];
    for (number, layout) in builtin_layouts().enumerate() {
        let setup = BoardSetup::builtin(alphabets[number % alphabets.len()], layout).unwrap();
        // Few letters, so that words cross.
        let letters = (5 + number % 4).min(setup.alphabet().len());
        let list = made_words(&mut random, letters, 150);
        let game = Game { setup, list, letters };
        let image = image(&game.setup, &game.list, NodeLayout::ALL[number % 3]);
        let (words, filter) = (WordIndex::new(&image, GraphKind::Gaddag), WordIndex::filter(&image, GraphKind::Dawg));
        let indexes = [words.unwrap(), filter.unwrap()];
        let plain = [GraphKind::Gaddag, GraphKind::Dawg].map(|kind| Generator::new(&image, kind).unwrap());
        let indexed = indexes.each_ref().map(|index| {
            let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
            generator.with_index(index).unwrap()
        });
        let generators: Vec<Generator<'_>> = plain.into_iter().chain(indexed).collect();
        let mut workers: Vec<Worker<'_>> = generators.iter().map(|generator| generator.worker()).collect();
        let mut board = Board::new(game.setup.layout());
        for _ in 0..turns {
            let size = 1 + random.below(game.setup.layout().rack());
            let rack = random_rack(&mut random, game.letters, size);
            let mut plays = naive(&game.setup, &game.list, &board, &rack);
            plays.sort_by(|a, b| a.compare(b, Order::Score));
            each(&game, &image, &mut workers, &board, &rack, &plays);
            if let Some(play) = (!plays.is_empty()).then(|| plays[random.below(plays.len())]) {
                let before = board.clone();
                play.placement.laid(&before).for_each(|(square, cell)| board.set(square, cell));
            }
        }
    }
}

#[test]
fn generators_find_what_trying_everything_finds() {
    let mut compared = 0;
    games(0x9e37_79b9, if cfg!(debug_assertions) { 4 } else { 8 }, |game, _, workers, board, rack, plays| {
        for worker in workers {
            let mut all = All::new();
            let request = Request { setup: &game.setup, board, rack, leaves: None };
            worker.all(request, &mut all).unwrap();
            let found = all.into_sorted(Order::Score);
            assert!(
                found == plays,
                "{}: {rack:?} on {board:?}: {} and {}",
                game.setup.layout().name(),
                found.len(),
                plays.len()
            );
            assert_eq!(worker.best(request, Order::Score).unwrap().as_ref(), plays.first());
            let mut top = Top::new(5, Order::Score);
            worker.top(request, &mut top).unwrap();
            assert!(top.into_sorted() == plays[..plays.len().min(5)]);
            // Without a limit that is reached, the best plays are all plays, found in another way.
            let mut top = Top::new(1 << 20, Order::Score);
            worker.top(request, &mut top).unwrap();
            assert!(top.into_sorted() == plays);
            compared += plays.len();
        }
    });
    assert!(compared > 2_000, "{compared} plays compared");
}

/// Cross-checks of a board by looking up every letter on every square.
fn check_by_looking_up(game: &Game, board: &Board, direction: Direction, square: Square) -> Option<(u64, Option<i32>)> {
    if !board.get(square).is_empty() {
        return Some((0, None));
    }
    if !board.has_neighbour_along(square, direction.other()) {
        return None;
    }
    let mut letters = 0u64;
    let mut beside = None;
    for number in 1..=game.letters as u8 {
        let mut with = board.clone();
        with.set(square, Cell::tile(Tile::from_label(number)));
        let (lane, at) = square.lane(direction.other());
        let word = with.words().find(|word| {
            let (word_lane, first) = word.start.lane(word.direction);
            word.direction != direction && word_lane == lane && (first..first + word.cells.len()).contains(&at)
        });
        let word = word.unwrap();
        letters |= u64::from(is_word(&game.list, word.cells)) << number;
        let points = game.setup.points();
        let sum: i32 = word.cells.iter().map(|&cell| points.of(cell)).sum();
        beside = Some(sum - points.of(Cell::tile(Tile::from_label(number))));
    }
    Some((letters, beside))
}

struct Checks<'a>(&'a Board, &'a BoardSetup, Option<(&'a mut CrossChecks, Vec<Square>)>, GraphKind);

impl Checks<'_> {
    fn run(self, graph: &ErasedGraph<'_>) -> CrossChecks {
        let (board, points) = (self.0, self.1.points());
        match (self.2, self.3) {
            (Some((checks, squares)), GraphKind::Gaddag) => {
                checks.update(board, points, &Gaddag(graph), squares, |_, _| {});
                checks.clone()
            }
            (Some((checks, squares)), GraphKind::Dawg) => {
                checks.update(board, points, &Dawg(graph), squares, |_, _| {});
                checks.clone()
            }
            (None, GraphKind::Gaddag) => CrossChecks::new(board, points, &Gaddag(graph)),
            (None, GraphKind::Dawg) => CrossChecks::new(board, points, &Dawg(graph)),
        }
    }
}

#[test]
fn updated_cross_checks_are_those_of_a_new_board() {
    games(0x51ed_270b, if cfg!(debug_assertions) { 3 } else { 6 }, |game, image, _, board, _, plays| {
        for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
            let graph = image.graph(kind).unwrap();
            let checks = Checks(board, &game.setup, None, kind).run(&graph);
            for direction in Direction::BOTH {
                for square in board.squares() {
                    let (lane, at) = square.lane(direction);
                    let check = checks.lane(direction, lane)[at];
                    match check_by_looking_up(game, board, direction, square) {
                        Some(expected) => assert_eq!((check.letters.bits(), check.beside), expected, "{square} {direction}"),
                        None => assert!(check.letters.bits() == !1 && check.beside.is_none()),
                    }
                }
            }
            // A play, and taking it back.
            let Some(play) = plays.first() else { continue };
            let laid: Vec<(Square, Cell)> = play.placement.laid(board).collect();
            let squares: Vec<Square> = laid.iter().map(|&(square, _)| square).collect();
            let mut after = board.clone();
            laid.iter().for_each(|&(square, cell)| after.set(square, cell));
            let mut kept = checks.clone();
            Checks(&after, &game.setup, Some((&mut kept, squares.clone())), kind).run(&graph);
            assert!(kept == Checks(&after, &game.setup, None, kind).run(&graph));
            Checks(board, &game.setup, Some((&mut kept, squares)), kind).run(&graph);
            assert!(kept == checks);
        }
    });
}

#[test]
fn perft_at_depth_two_is_the_sum_over_all_first_plays() {
    let setup = BoardSetup::builtin("english", "compact-11").unwrap();
    let mut random = Random(77);
    let list = made_words(&mut random, 5, 60);
    let image = image(&setup, &list, NodeLayout::Fast);
    for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
        let generator = Generator::new(&image, kind).unwrap();
        let mut worker = generator.worker();
        let mut position = Position::new(setup.clone());
        position.set_rack(0, Rack::parse("AABC?", setup.alphabet()).unwrap()).unwrap();
        position.set_rack(1, Rack::parse("ADEB", setup.alphabet()).unwrap()).unwrap();
        let (mut lines, mut best, mut total) = (0, 0, 0);
        let racks = [*position.rack(), *position.opponent_rack()];
        for first in naive(&setup, &list, position.board(), &racks[0]) {
            let mut board = position.board().clone();
            first.placement.laid(position.board()).for_each(|(square, cell)| board.set(square, cell));
            for second in naive(&setup, &list, &board, &racks[1]) {
                lines += 1;
                best = best.max(second.score);
                total += i64::from(second.score);
            }
        }
        let before = position.clone();
        let found = perft(&mut worker, &mut position, 2).unwrap();
        assert_eq!((found.lines, found.best, found.total), (lines, best, total));
        assert!(lines > 100);
        assert_eq!(position, before);
        assert_eq!(perft(&mut worker, &mut position, 0).unwrap().lines, 1);
    }
}

#[test]
fn exchanges_are_all_parts_of_the_rack_that_the_bag_allows() {
    let setup = BoardSetup::builtin("english", "standard-15").unwrap();
    let leaves = LeaveTable::from_csv("A,2\nAB,3.5\nAAB?,-1\n", setup.alphabet()).unwrap();
    let mut position = Position::new(setup.clone());
    position.set_rack(0, Rack::parse("AAB?", setup.alphabet()).unwrap()).unwrap();
    let mut moves = Vec::new();
    other_moves(&position, Some(&leaves), &mut moves);
    let text: Vec<String> = moves
        .iter()
        .map(|(play, equity)| format!("{} {equity}", play.notation(position.board(), setup.alphabet())))
        .collect();
    // 3 × 2 × 2 parts without the empty one, and the pass.
    assert_eq!(text.len(), 12);
    for expected in ["- -1.000", "-AB? 2.000", "-A? 3.500", "-AAB? 0.000"] {
        assert!(text.iter().any(|found| found == expected), "{expected}: {text:?}");
    }
    assert!(moves.iter().all(|(play, _)| position.clone().play(play).is_ok()));
    assert!(moves.iter().all(|(play, _)| !matches!(play, Move::Place(_))));
}

/// Values for large racks, which have more parts than a table holds.
struct Sum;

impl Leaves for Sum {
    fn value(&self, kept: &Rack) -> Equity {
        let each =
            (1..64).map(|number| i32::from(kept.counts()[number as usize]) * ((number * 7919) % 900 - 300)).sum::<i32>();
        Equity::from_thousandths(each + kept.blanks() as i32 * 1_234)
    }
}

#[test]
fn racks_of_more_parts_than_a_table_holds_are_valued_too() {
    let table = "title = \"long\"\nrack = 20\nfull_rack_bonus = { \"20\" = 100 }\nsquares = [\n".to_owned()
        + &"\".....D.....t.#.....\",\n".repeat(6)
        + "]\n";
    let layout = lexigraph::board::Layout::from_toml("long", &table).unwrap();
    let alphabet = lexigraph::alphabet::Alphabet::builtin("english").unwrap();
    let setup = BoardSetup::new(alphabet, layout).unwrap();
    let mut random = Random(5);
    let list = made_words(&mut random, 20, 250);
    let image = image(&setup, &list, NodeLayout::Fast);
    let rack = Rack::parse("ABCDEFGHIJKLMNOPQRS?", setup.alphabet()).unwrap();
    let board = Board::new(setup.layout());
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap().with_leaves(&Sum);
    let mut worker = generator.worker();
    let mut all = All::new();
    let request = Request { setup: &setup, board: &board, rack: &rack, leaves: None };
    worker.all(request, &mut all).unwrap();
    assert_eq!(all.plays().len(), naive(&setup, &list, &board, &rack).len());
    for play in all.plays() {
        let mut kept = rack;
        play.placement.tiles.iter().for_each(|&cell| assert!(kept.remove(cell)));
        assert_eq!(play.equity, Equity::from_points(play.score) + Sum.value(&kept));
    }
    let best = worker.best(request, Order::Equity).unwrap();
    assert_eq!(best.as_ref(), all.into_sorted(Order::Equity).first());
}

/// Every order of eight letters is a word: too many beginnings of words for a list.
#[test]
#[cfg_attr(debug_assertions, ignore = "long; run in release")]
fn a_rack_of_more_prefixes_than_are_kept_has_all_its_plays() {
    fn orders(word: &mut Word, list: &mut BTreeSet<Word>) {
        if word.len() == 8 {
            list.insert(word.clone());
        }
        for letter in 1..=8 {
            if !word.contains(&letter) {
                word.push(letter);
                orders(word, list);
                word.pop();
            }
        }
    }
    let setup = BoardSetup::builtin("english", "standard-15").unwrap();
    let mut list = BTreeSet::new();
    orders(&mut Word::new(), &mut list);
    let image = image(&setup, &list, NodeLayout::Fast);
    let (board, rack) = (Board::new(setup.layout()), Rack::parse("ABCDEFGH", setup.alphabet()).unwrap());
    for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
        let generator = Generator::new(&image, kind).unwrap();
        let mut all = All::new();
        generator.worker().all(Request { setup: &setup, board: &board, rack: &rack, leaves: None }, &mut all).unwrap();
        // Eight places cover the start square.
        assert_eq!(all.plays().len(), 8 * 40_320);
    }
}

/// The index serves every layout and graph kind of its lexicon, and no other lexicon: not one of other words, nor one
/// with as many words and letters, nor the same words in another alphabet.
#[test]
fn an_index_of_another_lexicon_is_refused() {
    let english = BoardSetup::builtin("english", "standard-15").unwrap();
    let spanish = BoardSetup::builtin("spanish", "standard-15").unwrap();
    let list = made_words(&mut Random(3), 9, 80);
    let swapped: BTreeSet<Word> = list.iter().map(|word| word.iter().map(|&number| 10 - number).collect()).collect();
    let mut longer = list.clone();
    longer.insert(vec![1; 9]);
    let index = WordIndex::new(&image(&english, &list, NodeLayout::Fast), GraphKind::Dawg).unwrap();
    for nodes in NodeLayout::ALL {
        for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
            let takes = |setup: &BoardSetup, list: &BTreeSet<Word>| {
                let image = image(setup, list, nodes);
                let result = Generator::new(&image, kind).unwrap().with_index(&index).map(|_| ());
                assert!(matches!(result, Ok(()) | Err(MovegenError::Index)));
                result.is_ok()
            };
            assert!(takes(&english, &list));
            assert!(!takes(&english, &longer) && !takes(&english, &swapped) && !takes(&spanish, &list));
        }
    }
}

#[test]
fn what_cannot_be_generated_is_refused() {
    let wide = lexigraph::alphabet::Alphabet::bytes();
    let mut words = Words::new();
    words.push(&[Tile::from_label(200), Tile::from_label(7)]);
    let image_wide = Image::open(compile(&wide, &words, GraphKinds::Dawg, NodeLayout::Fast).unwrap()).unwrap();
    assert!(matches!(Generator::new(&image_wide, GraphKind::Dawg), Err(MovegenError::WideAlphabet { letters: 255, .. })));
    let english = BoardSetup::builtin("english", "standard-15").unwrap();
    let spanish = BoardSetup::builtin("spanish", "standard-15").unwrap();
    let image = image(&english, &BTreeSet::from([vec![1, 2]]), NodeLayout::Fast);
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let error = generator.worker().best(&Position::new(spanish), Order::Score).unwrap_err();
    assert!(matches!(error, MovegenError::Alphabets { .. }) && error.to_string().contains("english"));
    let squares = format!(
        "title = \"x\"\nrack = 28\nfull_rack_bonus = {{}}\nsquares = [{}]",
        "\"QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ\",".repeat(3)
    );
    let layout = lexigraph::board::Layout::from_toml("x", &squares).unwrap();
    let mad = BoardSetup::new(english.alphabet().clone(), layout).unwrap();
    let error = generator.worker().best(&Position::new(mad), Order::Score).unwrap_err();
    assert!(matches!(error, MovegenError::Scores { .. }));
}

/// Where a column has other premiums than the row, the best first play may go down.
#[test]
fn first_plays_go_down_too_where_the_layout_is_not_symmetric() {
    let layout = |text: &str| lexigraph::board::Layout::from_toml("asymmetric", text).unwrap();
    let text = include_str!("../board/asymmetric.toml");
    let english = lexigraph::alphabet::Alphabet::builtin("english").unwrap();
    let alphabet = english.clone();
    let list: BTreeSet<Word> = ["NASTIER", "RETAINS", "TEN"]
        .iter()
        .map(|word| english.parse(word).unwrap().iter().map(|t| t.number()).collect())
        .collect();
    for (text, expected, best) in [
        (text.to_owned(), (2, 113), Direction::Down),
        // The same premiums, but the start square is beside the diagonal.
        (text.replace("[8, 8]", "[8, 7]"), (2, 57), Direction::Down),
        (text.replace(".......T.......", "..............."), (1, 57), Direction::Across),
    ] {
        let setup = BoardSetup::new(alphabet.clone(), layout(&text)).unwrap();
        let image = image(&setup, &list, NodeLayout::Fast);
        let (board, rack) = (Board::new(setup.layout()), Rack::parse("AEINRST", &english).unwrap());
        for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
            let generator = Generator::new(&image, kind).unwrap();
            let mut worker = generator.worker();
            let request = Request { setup: &setup, board: &board, rack: &rack, leaves: None };
            let mut all = All::new();
            worker.all(request, &mut all).unwrap();
            let plays = all.into_sorted(Order::Score);
            assert!(
                plays == {
                    let mut plays = naive(&setup, &list, &board, &rack);
                    plays.sort_by(|a, b| a.compare(b, Order::Score));
                    plays
                }
            );
            let directions: HashSet<Direction> = plays.iter().map(|play| play.placement.direction).collect();
            assert_eq!((directions.len(), plays[0].score), expected);
            assert_eq!(plays[0].placement.direction, best);
            assert_eq!(worker.best(request, Order::Score).unwrap().as_ref(), plays.first());
            // Once a tile lies, the start square is no anchor of its own; and back again.
            let mut after = board.clone();
            plays[0].placement.laid(&board).for_each(|(square, cell)| after.set(square, cell));
            worker.all(Request { board: &after, ..request }, &mut All::new()).unwrap();
            assert_eq!(worker.best(request, Order::Score).unwrap().as_ref(), plays.first());
        }
    }
    let symmetric = builtin_layouts().filter(|name| lexigraph::board::Layout::builtin(name).unwrap().is_symmetric());
    assert_eq!(symmetric.count(), builtin_layouts().count() - 2, "all but eight-tile-15 and wide-27x19");
}
