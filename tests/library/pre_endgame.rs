//! Pre-endgames of made-up words on small boards, against a witness that tries every order of the tiles in the bag and every
//! line; real ones, whose values the same witness or the search without limits has found.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use lexigraph::alphabet::Alphabet;
use lexigraph::board::{Bag, BoardSetup, Cell, Cgp, Layout, Move, Position, Rack};
use lexigraph::graph::GraphKind;
use lexigraph::image::NodeLayout;
use lexigraph::movegen::{All, Generator, Order, Worker};
use lexigraph::play::GameRules;
use lexigraph::play::pre_endgame::{PreEndgameError, PreEndgameLimits, PreEndgameMove, solve, solve_watched};

use crate::movegen_naive::{Random, Word, image, made_words};

const ALPHABET: &str = "title = \"Three letters\"\nblanks = 1\nletters = [{ t = \"A\", n = 5, v = 1, vowel = true }, \
                        { t = \"B\", n = 4, v = 2 }, { t = \"C\", n = 3, v = 4 }]\n";

const BOARDS: [&[&str]; 3] = [
    &[".....", ".....", ".....", ".....", "....."],
    &["T.d.", ".D.t", "d..t", "t..D"],
    &["..#..", ".t.D.", "#....", "..d.#", ".t..."],
];

fn setup(board: &[&str], rack: usize) -> Arc<BoardSetup> {
    let rows: Vec<String> = board.iter().map(|row| format!("{row:?}")).collect();
    let text = format!(
        "title = \"small\"\nrack = {rack}\nfull_rack_bonus = {{ \"{rack}\" = 5 }}\nsquares = [{}]\n",
        rows.join(",")
    );
    let alphabet = Alphabet::from_toml("three", ALPHABET).unwrap();
    BoardSetup::new(alphabet, Layout::from_toml("small", &text).unwrap()).unwrap()
}

/// Fills a rack from the front of the bag; the tiles that stay in the bag.
fn fill<'b>(rack: &mut Rack, size: usize, bag: &'b [Cell]) -> &'b [Cell] {
    let count = size.saturating_sub(rack.len()).min(bag.len());
    bag[..count].iter().for_each(|&cell| assert!(rack.add(cell)));
    &bag[count..]
}

/// A position after random plays, with at most two tiles in the bag or, now and then, three.
fn position(setup: &Arc<BoardSetup>, worker: &mut Worker<'_>, random: &mut Random) -> Option<Position> {
    let mut tiles: Vec<Cell> = Bag::full(setup.alphabet()).cells().collect();
    (1..tiles.len()).rev().for_each(|last| tiles.swap(last, random.below(last + 1)));
    let size = setup.layout().rack();
    let most = 1 + random.below(3);
    let mut position = Position::new(setup.clone());
    let mut bag = &tiles[..];
    let mut racks = [Rack::EMPTY; 2];
    for rack in &mut racks {
        bag = fill(rack, size, bag);
    }
    for _ in 0..20 {
        position.set_racks_unchecked(racks);
        if bag.len() <= most {
            break;
        }
        let mut all = All::new();
        worker.all(&position, &mut all).unwrap();
        // In an order that no change of the generator changes.
        let plays = all.into_sorted(Order::Score);
        let play = plays.get(random.below(plays.len().max(1)))?;
        let _ = position.play_unchecked(&play.placement, play.score);
        racks = [*position.rack(), *position.opponent_rack()];
        bag = fill(&mut racks[1], size, bag);
    }
    if bag.is_empty() || bag.len() > most {
        return None;
    }
    // Now and then, a tile of the opponent is known.
    let known = racks[1].cells().take(random.below(4) / 3);
    position.set_racks_unchecked([racks[0], Rack::from_cells(&known.collect::<Vec<_>>()).unwrap()]);
    let lead = position.scores()[0] - position.scores()[1];
    position.add_score(1, lead + random.below(21) as i32 - 10);
    Some(position)
}

/// The change of the spread by trying every line, if both players know the order in the bag; `None` if there are too many.
fn everything(
    worker: &mut Worker<'_>,
    position: &Position,
    bag: &[Cell],
    passed: bool,
    weight: i32,
    left: &mut usize,
) -> Option<i32> {
    let points = position.setup().points();
    let mut best = if passed {
        position.opponent_rack().points(points) - position.rack().points(points)
    } else {
        after(worker, position, (&Move::Pass, 0), bag, weight, left)?
    };
    let mut all = All::new();
    worker.all(position, &mut all).unwrap();
    for play in all.plays() {
        best = best.max(after(worker, position, (&Move::Place(play.placement), play.score), bag, weight, left)?);
    }
    Some(best)
}

/// The same if this move is made.
fn after(
    worker: &mut Worker<'_>,
    position: &Position,
    (play, score): (&Move, i32),
    bag: &[Cell],
    weight: i32,
    left: &mut usize,
) -> Option<i32> {
    *left = left.checked_sub(1)?;
    let mut next = position.clone();
    let undo = next.play(play).unwrap();
    assert_eq!(undo.score, score);
    let mut mover = *next.opponent_rack();
    let rest = fill(&mut mover, next.setup().layout().rack(), bag);
    if mover.is_empty() {
        return Some(score + weight * next.rack().points(next.setup().points()));
    }
    next.set_racks_unchecked([*next.rack(), mover]);
    Some(score - everything(worker, &next, rest, *play == Move::Pass, weight, left)?)
}

/// Calls `each` with every order of `count` of the tiles, equal tiles being distinct, and the others.
fn orders(
    tiles: &[Cell],
    count: usize,
    bag: &mut Vec<Cell>,
    each: &mut impl FnMut(&[Cell], &[Cell]) -> Option<()>,
) -> Option<()> {
    if count == 0 {
        return each(bag, tiles);
    }
    for at in 0..tiles.len() {
        let mut rest = tiles.to_vec();
        bag.push(rest.remove(at));
        orders(&rest, count - 1, bag, each)?;
        bag.pop();
    }
    Some(())
}

/// The draws won and tied, all draws, and the sum of the spreads, if a move is made.
fn witness(
    worker: &mut Worker<'_>,
    position: &Position,
    play: (&Move, i32),
    weight: i32,
    left: &mut usize,
) -> Option<(u64, u64, u64, i64)> {
    let unseen: Vec<Cell> = position.as_unchecked().unseen().unwrap().cells().collect();
    let size = position.setup().layout().rack();
    let bag = unseen.len() - (size - position.opponent_rack().len());
    let lead = position.scores()[0] - position.scores()[1];
    let (mut wins, mut ties, mut draws, mut sum) = (0, 0, 0, 0);
    orders(&unseen, bag, &mut Vec::new(), &mut |bag, rest| {
        let mut rack = *position.opponent_rack();
        rest.iter().for_each(|&cell| assert!(rack.add(cell)));
        let mut dealt = position.clone();
        dealt.set_racks_unchecked([*position.rack(), rack]);
        let spread = lead + after(worker, &dealt, play, bag, weight, left)?;
        (wins, ties) = (wins + u64::from(spread > 0), ties + u64::from(spread == 0));
        (draws, sum) = (draws + 1, sum + i64::from(spread));
        Some(())
    })?;
    Some((wins, ties, draws, sum))
}

/// Twice the draws won.
fn halves(found: &PreEndgameMove) -> u64 {
    2 * found.wins + found.ties
}

#[test]
fn every_order_and_every_line_give_the_same() {
    let (positions, most) = if cfg!(debug_assertions) { (8, 8_000) } else { (600, 400_000) };
    let mut random = Random(0x5eed);
    let rules = [
        GameRules::builtin("standard").unwrap(),
        GameRules::builtin("transfer").unwrap(),
        GameRules::builtin("thesis").unwrap(),
    ];
    let (mut tried, mut proven, mut passes, mut two, mut mixed) = (0, 0, 0, 0, 0);
    'rounds: for round in 0.. {
        let setup = setup(BOARDS[round % BOARDS.len()], 3 + round % 2);
        let words = made_words(&mut random, 3, 14);
        let image = image(&setup, &words, NodeLayout::Fast);
        let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
        let mut worker = generator.worker();
        for at in 0..6 {
            let Some(position) = position(&setup, &mut worker, &mut random) else { continue };
            let rules = &rules[at % rules.len()];
            let (weight, mut left) = (rules.going_out.weight(), most);
            let threads = 1 + at % 2;
            let limits = PreEndgameLimits { threads, ..PreEndgameLimits::default() };
            let moves = all_moves(&mut worker, &position);
            let values: Option<Vec<_>> = moves
                .iter()
                .map(|(play, score)| witness(&mut worker, &position, (play, *score), weight, &mut left))
                .collect();
            let Some(values) = values else { continue };
            let solution = solve(&generator, &position, rules, limits).unwrap();
            let best = values.iter().map(|(wins, ties, ..)| 2 * wins + ties).max().unwrap();
            assert_eq!(solution.moves.len(), moves.len());
            for found in &solution.moves {
                let (wins, ties, draws, sum) = values[moves.iter().position(|(play, _)| *play == found.play).unwrap()];
                let text = format!("{} {:?} {found:?}", position.to_cgp(), found.play);
                assert_eq!(solution.draws, draws, "{text}");
                if found.draws == draws && found.proven == draws {
                    assert_eq!((found.wins, found.ties), (wins, ties), "{text}");
                }
                if found.exact {
                    assert!((found.spread * draws as f64 - sum as f64).abs() < 1e-6, "{sum} {text}");
                }
                assert!(!found.dropped || 2 * wins + ties < best, "{text}");
                passes += usize::from(found.play == Move::Pass && found.proven > 0);
            }
            if solution.proven {
                assert_eq!(halves(&solution.moves[0]), best, "{}", position.to_cgp());
                assert_eq!(solution.moves[0].proven, solution.draws);
                proven += 1;
                two += usize::from(solution.bag > 1);
                mixed += usize::from(best > 0 && best < 2 * solution.draws);
            }
            tried += 1;
            if tried == positions {
                break 'rounds;
            }
        }
    }
    println!("{tried} tried, {proven} proven, {passes} passes, {two} with more in the bag, {mixed} neither won nor lost");
    assert!(proven > tried * 3 / 4 && passes > tried / 8 && two > tried / 8 && mixed > tried / 8);
}

/// All plays and a pass.
fn all_moves(worker: &mut Worker<'_>, position: &Position) -> Vec<(Move, i32)> {
    let mut plays = All::new();
    worker.all(position, &mut plays).unwrap();
    let moves = plays.plays().iter().map(|play| (Move::Place(play.placement), play.score));
    moves.chain([(Move::Pass, 0)]).collect()
}

/// What is special about a position, by the draws that its moves win, each twice.
fn kinds(position: &Position, moves: &[(Move, i32)], halves: &[u64], draws: u64, bag: usize) -> Vec<&'static str> {
    let best = *halves.iter().max().unwrap();
    let best_moves = || moves.iter().zip(halves).filter(|(_, halves)| **halves == best).map(|((play, _), _)| play);
    let full = position.setup().layout().rack();
    let bingo = moves.iter().zip(halves).any(|((play, _), &halves)| play.tiles().len() == full && halves < best);
    let mut found = Vec::new();
    if best_moves().all(|play| *play == Move::Pass) {
        found.push("pass");
    }
    if bingo && best_moves().all(|play| play.tiles().len() == 1) {
        found.push("one tile beats a bingo");
    }
    if best_moves().all(|play| *play != Move::Pass && play.tiles().len() < bag) {
        found.push("must not empty the bag");
    }
    if bag == 2 && best > 0 && best < 2 * draws && position.opponent_rack().is_empty() {
        found.push("two in the bag");
    }
    found
}

/// The positions of each kind in the table.
const OF_EACH_KIND: usize = 3;

/// Finds positions of each kind, as a table.
fn table() -> String {
    let mut text = "# Pre-endgames of made-up words on small boards, by kind; tests/library/pre_endgame.rs wrote them and checks them.\n\
                    # kind, squares of the board, words, position, draws, draws won by the best move (twice), best moves\n"
        .to_owned();
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let mut random = Random(0xf1e1d);
    for round in 0.. {
        let board = BOARDS[round % BOARDS.len()];
        let setup = setup(board, 3);
        let count = 10 + random.below(8);
        let words = made_words(&mut random, 3, count);
        let image = image(&setup, &words, NodeLayout::Fast);
        let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
        let mut worker = generator.worker();
        for _ in 0..4 {
            let Some(position) = position(&setup, &mut worker, &mut random) else { continue };
            let mut left = 40_000;
            let moves = all_moves(&mut worker, &position);
            let values: Option<Vec<_>> =
                moves.iter().map(|(play, score)| witness(&mut worker, &position, (play, *score), 2, &mut left)).collect();
            let Some(values) = values else { continue };
            let halves: Vec<u64> = values.iter().map(|(wins, ties, ..)| 2 * wins + ties).collect();
            let unseen = position.as_unchecked().unseen().unwrap().len();
            let bag = unseen + position.opponent_rack().len() - 3;
            let best = *halves.iter().max().unwrap();
            // A pass that leaves three is never searched, and where no move wins, no kind is of interest.
            if bag > 2 || best == 0 {
                continue;
            }
            for kind in kinds(&position, &moves, &halves, values[0].2, bag) {
                if found.get(kind).is_some_and(|&count| count == OF_EACH_KIND) {
                    continue;
                }
                *found.entry(kind).or_default() += 1;
                let notation = |play: &Move| play.notation(position.board(), setup.alphabet());
                let best_moves = moves.iter().zip(&halves).filter(|(_, halves)| **halves == best);
                let best_moves: Vec<String> = best_moves.map(|((play, _), _)| notation(play)).collect();
                let letters = |word: &Word| word.iter().map(|&number| char::from(b'@' + number)).collect::<String>();
                let words: Vec<String> = words.iter().map(letters).collect();
                let fields =
                    [board.join("/"), words.join(","), position.to_cgp(), values[0].2.to_string(), best.to_string()];
                text += &format!("{kind}\t{}\t{}\n", fields.join("\t"), best_moves.join(", "));
            }
            if found.values().sum::<usize>() == 4 * OF_EACH_KIND {
                return text;
            }
        }
    }
    unreachable!()
}

#[test]
fn each_kind_is_solved() {
    if std::env::var_os("LEXIGRAPH_WRITE_PRE_ENDGAMES").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/play/pre_endgame.tsv"), table()).unwrap();
    }
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/play/pre_endgame.tsv")).unwrap();
    let rules = GameRules::builtin("standard").unwrap();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [kind, board, words, cgp, draws, best, best_moves] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let setup = setup(&board.split('/').collect::<Vec<_>>(), 3);
        let words: BTreeSet<Word> =
            words.split(',').map(|word| word.bytes().map(|letter| letter - b'@').collect()).collect();
        let image = image(&setup, &words, NodeLayout::Fast);
        let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
        let mut worker = generator.worker();
        let position = Position::try_from(Cgp::parse(cgp, &setup).unwrap().position).unwrap();
        let (draws, best): (u64, u64) = (draws.parse().unwrap(), best.parse().unwrap());
        // The witness.
        let moves = all_moves(&mut worker, &position);
        let halves: Vec<u64> = moves
            .iter()
            .map(|(play, score)| {
                let found = witness(&mut worker, &position, (play, *score), 2, &mut usize::MAX.clone()).unwrap();
                assert_eq!(found.2, draws);
                2 * found.0 + found.1
            })
            .collect();
        assert_eq!(halves.iter().max(), Some(&best), "{cgp}");
        // The search.
        let solution = solve(&generator, &position, &rules, PreEndgameLimits::default()).unwrap();
        assert!(kinds(&position, &moves, &halves, draws, solution.bag).contains(&kind), "{cgp}");
        let first = &solution.moves[0];
        assert!(solution.proven && first.proven == draws && self::halves(first) == best, "{cgp} {first:?}");
        let notation = first.play.notation(position.board(), setup.alphabet());
        assert!(best_moves.split(", ").any(|best| best == notation), "{cgp} {notation}");
        *count.entry(kind).or_default() += 1;
    }
    assert!(count.len() == 4 && count.values().all(|&count| count == OF_EACH_KIND), "{count:?}");
}

fn english() -> lexigraph::image::Image {
    let (alphabet, words) = crate::games::lexicon();
    let kinds = lexigraph::build::GraphKinds::Gaddag;
    lexigraph::image::compile_in_memory(&alphabet, &words, kinds, NodeLayout::Fast).unwrap()
}

#[test]
fn limits_hold_and_the_same_positions_give_the_same() {
    let image = english();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let rules = GameRules::builtin("standard").unwrap();
    let cgp = Cgp::parse(crate::api::PRE_ENDGAME, &crate::games::board_setup()).unwrap();
    let position = Position::try_from(cgp.position).unwrap();
    let limits = PreEndgameLimits { nodes: Some(3000), ..PreEndgameLimits::default() };
    let solution = solve(&generator, &position, &rules, limits).unwrap();
    assert_eq!((solution.bag, solution.draws, solution.all_draws, solution.proven), (1, 8, 8, false));
    assert_eq!(solve(&generator, &position, &rules, limits).unwrap(), solution);
    // The watch ends it at once.
    let mut calls = 0;
    let stopped = solve_watched(&generator, &position, &rules, PreEndgameLimits::default(), None, &mut |progress| {
        calls += 1;
        assert!(!progress.solution().proven);
        if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(!stopped.unwrap().proven && calls == 3);
    // Other positions are none.
    let opening = Position::new(position.setup().clone());
    assert!(matches!(solve(&generator, &opening, &rules, limits), Err(PreEndgameError::NoRack)));
    let mut full = position.clone();
    full.set_racks_unchecked([*position.rack(), Rack::EMPTY]);
    assert!(solve(&generator, &full, &rules, limits).is_ok());
}
