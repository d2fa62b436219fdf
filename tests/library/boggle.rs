//! Words on grids: comparison with an oracle in every node layout, and of three independent algorithms with each other.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::boggle::round::{self, Player, RoundRules, WordVerdict};
use lexigraph::boggle::search::{BoggleSolution, FoundWord};
use lexigraph::boggle::solver::{BoardShape, Kernel, Score, Scoring};
use lexigraph::boggle::{
    Adjacency, BoggleBoard, DiceSet, Grid, GridCell, GridError, GridOptions, Random, Solver, WordPoints, brute, parse_size,
    paths, picture, search,
};
use lexigraph::build::GraphKinds;
use lexigraph::image::{ErasedGraph, Image, NodeLayout, bundled, compile_in_memory};
use lexigraph::wordlist::Words;
use proptest::prelude::*;
use sha2::{Digest, Sha256};

const LIMIT: u64 = 1 << 40;

struct Line {
    board: BoggleBoard,
    text: &'static str,
    words: usize,
    points: u64,
    sum: &'static str,
}

fn english() -> Alphabet {
    Alphabet::builtin("english").unwrap()
}

fn enable() -> Image {
    bundled("enable").unwrap().unwrap()
}

fn board(text: &str) -> BoggleBoard {
    BoggleBoard::new(Grid::parse(text, &english(), &GridOptions::default()).unwrap(), Adjacency::King, false)
}

/// The oracle. The heading of the file explains where it comes from.
fn oracle() -> Vec<Line> {
    let lines = include_str!("../boggle/enable1.tsv").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [size, text, words, points, sum] = fields[..] else { panic!("{line}") };
            let options = GridOptions { size: Some(parse_size(size).unwrap()), bare_q: false };
            let board = BoggleBoard::new(Grid::parse(text, &english(), &options).unwrap(), Adjacency::King, false);
            Line { board, text, words: words.parse().unwrap(), points: points.parse().unwrap(), sum }
        })
        .collect()
}

/// The number of words, their points, and a checksum of their text in the form of the oracle.
fn summary<'w>(words: impl Iterator<Item = &'w [Tile]>) -> (usize, u64, String) {
    let (alphabet, usual) = (english(), WordPoints::builtin("usual").unwrap());
    let words: BTreeSet<&[Tile]> = words.collect();
    let mut texts: Vec<String> = words.iter().map(|word| alphabet.render(word).to_lowercase() + "\n").collect();
    texts.sort();
    let sum = Sha256::digest(texts.concat());
    let sum = sum.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    (words.len(), words.iter().map(|word| usual.of(word.len())).sum(), sum)
}

fn agrees_with_the_oracle(line: &Line, solution: &BoggleSolution) {
    let (words, points, sum) = summary(solution.found.iter().map(|found| found.word.as_slice()));
    assert_eq!((words, points, sum.as_str()), (line.words, line.points, line.sum), "{}", line.text);
    assert_eq!(words, solution.found.len(), "{}: a word twice", line.text);
}

fn is_spelled(board: &BoggleBoard, found: &FoundWord) -> bool {
    let mut word = found.word.as_slice();
    for &cell in &found.path {
        let length = match &board.grid().cells()[usize::from(cell)] {
            GridCell::Hole => return false,
            GridCell::Any => 1,
            GridCell::Letters(letters) if word.starts_with(letters) => letters.len(),
            GridCell::Letters(_) => return false,
        };
        word = &word[length..];
    }
    word.is_empty() && board.is_path(&found.path)
}

#[test]
fn depth_first_agrees_with_the_oracle_on_every_layout() {
    let lines = oracle();
    let words = crate::common::enable();
    for nodes in NodeLayout::ALL {
        let image = compile_in_memory(&english(), &words, GraphKinds::Dawg, nodes).unwrap();
        let graph = image.dawg().unwrap().0;
        for line in &lines {
            let solution = search::solve(&graph, &line.board, 3, LIMIT).unwrap();
            agrees_with_the_oracle(line, &solution);
            for found in &solution.found {
                assert!(is_spelled(&line.board, found), "{}: {found:?}", line.text);
                assert_eq!(paths::first(&line.board, &found.word).as_ref(), Some(&found.path), "{}", line.text);
            }
        }
    }
}

fn two_letters() -> Vec<Vec<Tile>> {
    ["qu", "in", "th", "er", "he", "an"].map(|cell| english().parse(cell).unwrap()).to_vec()
}

#[test]
fn level_by_level_agrees_with_the_oracle_with_every_kernel() {
    let image = enable();
    let solver = Solver::new(&image.dawg().unwrap().0, 26, &two_letters()).unwrap();
    let usual = WordPoints::builtin("usual").unwrap();
    for kernel in Kernel::available() {
        let solver = solver.clone().with_kernel(kernel);
        assert_eq!(solver.kernel(), kernel);
        let mut worker = solver.worker();
        let mut prepared = 0;
        for line in oracle() {
            let grid = line.board.grid();
            let Some((shape, symbols)) = solver.prepare(&line.board) else {
                assert!((grid.rows() + 1) * (grid.columns() + 1) > 64, "{}", line.text);
                continue;
            };
            prepared += 1;
            let score = worker.score(&shape, &symbols, &Scoring::new(&usual, 3));
            assert_eq!(score, Score { words: line.words as u64, points: line.points }, "{} {}", kernel.name(), line.text);
            let words: Vec<Vec<Tile>> =
                worker.words(&shape, &symbols, 3).iter().map(|&number| solver.word(number)).collect();
            let (_, _, sum) = summary(words.iter().map(Vec::as_slice));
            assert_eq!(sum, line.sum, "{} {}", kernel.name(), line.text);
            // The game on larger boards counts words from five letters.
            let fives = words.iter().filter(|word| word.len() >= 5).count();
            assert_eq!(worker.score(&shape, &symbols, &Scoring::new(&usual, 5)).words, fives as u64);
            let solution = solver.solve(&line.board, 3).unwrap();
            assert!(solution.found.iter().all(|found| is_spelled(&line.board, found)));
        }
        assert!(prepared > 300, "{prepared}");
    }
}

#[test]
fn solvers_say_what_they_are_not_made_for() {
    let image = enable();
    let graph = image.dawg().unwrap().0;
    let solver = Solver::new(&graph, 26, &[]).unwrap();
    assert!(solver.prepare(&board("cat/d?g/pig")).is_none(), "any letter");
    assert!(solver.prepare(&board("cat/d[qu]g/pig")).is_none(), "not prepared for");
    let wrapped = BoggleBoard::new(board("cat/dog/pig").grid().clone(), Adjacency::King, true);
    assert!(solver.prepare(&wrapped).is_none(), "the edges touch");
    assert!(solver.prepare(&board("cat/d.g/pig")).is_some());
    let many: Vec<Vec<Tile>> = (1..20).map(|tile| vec![Tile::from_label(tile), Tile::from_label(1)]).collect();
    assert!(Solver::new(&graph, 26, &many).is_err());
    for rows in 0..70 {
        for columns in 0..70 {
            if let Some(shape) = BoardShape::new(rows, columns, Adjacency::King) {
                assert!((rows + 1) * (columns + 1) <= 64 && shape.cells() == rows * columns);
            }
        }
    }
    assert!(BoardShape::new(7, 7, Adjacency::King).is_some() && BoardShape::new(1, 29, Adjacency::King).is_some());
    assert!(BoardShape::new(usize::MAX, usize::MAX, Adjacency::King).is_none());
}

#[test]
fn brute_force_agrees_with_the_oracle() {
    let image = enable();
    let graph = image.dawg().unwrap().0;
    for line in oracle() {
        let cells = line.board.grid().cells().len();
        // A 4×4 board has 12 million paths. Without optimisation, one such board is enough.
        let heavy = cells > 12 && (cells > 16 || cfg!(debug_assertions) && line.text != "oaanetriihkriflv");
        if !heavy {
            agrees_with_the_oracle(&line, &brute::solve(&graph, &line.board, 3, cells));
        }
    }
}

#[test]
fn numbers_of_paths_are_those_of_the_paper_and_the_true_ones() {
    let counted = |size: &str, adjacency| {
        let (rows, columns) = parse_size(size).unwrap();
        let cells = vec![GridCell::Letters(english().parse("a").unwrap()); rows * columns];
        let board = BoggleBoard::new(Grid::new(rows, columns, cells).unwrap(), adjacency, false);
        let estimated = brute::estimate(&board, 3, usize::MAX, 20_000, &mut Random::new(1));
        let counted = brute::count_paths(&board, 3, usize::MAX, u64::MAX).unwrap();
        let ratio = estimated / counted as f64;
        assert!((0.9..1.1).contains(&ratio), "{size}: {estimated} for {counted}");
        counted
    };
    assert_eq!(counted("3x3", Adjacency::Rook), 620);
    assert_eq!(counted("4x4", Adjacency::Rook), 28_448);
    assert_eq!(counted("5x5", Adjacency::Rook), 3_060_312);
    assert_eq!(counted("2x2", Adjacency::King), 48);
    assert_eq!(counted("3x3", Adjacency::King), 10_256);
    assert_eq!(counted("3x4", Adjacency::King), 193_854);
    assert_eq!(counted("4x4", Adjacency::King), 12_029_540);
    let five =
        BoggleBoard::new(Grid::parse(&"a".repeat(25), &english(), &GridOptions::default()).unwrap(), Adjacency::King, false);
    assert_eq!(brute::count_paths(&five, 3, usize::MAX, 1_000_000), None);
    let estimated = brute::estimate(&five, 3, usize::MAX, 50_000, &mut Random::new(1));
    assert!((0.8..1.2).contains(&(estimated / 115_066_382_744.0)), "{estimated}");
}

#[test]
fn long_levels_and_many_boards_change_nothing() {
    // All words of two letters: a level has thousands of partial words, more than a kernel takes at once.
    let word = |length: u32, bits: u32| (0..length).map(|at| 1 + (bits >> at & 1) as u8).collect::<Vec<u8>>();
    let longest = if cfg!(debug_assertions) { 5 } else { 7 };
    let list: BTreeSet<Vec<u8>> =
        (1..=longest).flat_map(|length| (0..1 << length).map(move |bits| word(length, bits))).collect();
    let image = crate::common::compiled(&crate::common::words_of(&list), 5, GraphKinds::Dawg, NodeLayout::Fast);
    let graph = image.dawg().unwrap();
    let solver = Solver::new(&graph, 5, &[]).unwrap();
    let mut random = Random::new(3);
    // The second board is not small.
    for (rows, columns) in [(5, 5), (4, 7)] {
        let mut letter = || GridCell::Letters(vec![Tile::from_label(1 + random.below(2) as u8)]);
        let cells = (0..rows * columns).map(|_| letter()).collect();
        let board = BoggleBoard::new(Grid::new(rows, columns, cells).unwrap(), Adjacency::King, false);
        let words = words_of(&search::solve(&graph, &board, 1, LIMIT).unwrap());
        for kernel in Kernel::available() {
            let levels = solver.clone().with_kernel(kernel).solve(&board, 1).unwrap();
            assert_eq!(words_of(&levels), words, "{} {rows}x{columns}", kernel.name());
        }
    }
    // The marks of words start over after 65,535 boards.
    let (shape, both) = (BoardShape::new(1, 2, Adjacency::King).unwrap(), [[0, 1], [1, 1]]);
    let scoring = Scoring::new(&WordPoints::builtin("usual").unwrap(), 1);
    let mut worker = solver.worker();
    let scores = both.map(|board| worker.score(&shape, &board, &scoring).words);
    assert_eq!(scores, [4, 2]);
    for at in 0..66_000 {
        assert_eq!(worker.score(&shape, &both[at & 1], &scoring).words, scores[at & 1], "board {at}");
    }
}

/// A lexicon of random words over few letters; a grid with holes, `?` and cells of several letters; the adjacency; the
/// wrapping.
fn small() -> impl Strategy<Value = (BTreeSet<Vec<u8>>, Grid, Adjacency, bool)> {
    let words = proptest::collection::btree_set(proptest::collection::vec(1u8..5, 1..7), 0..60);
    let cell = prop_oneof![
        8 => (1u8..5).prop_map(|tile| GridCell::Letters(vec![Tile::from_label(tile)])),
        2 => proptest::collection::vec(1u8..5, 2..4)
            .prop_map(|tiles| GridCell::Letters(tiles.into_iter().map(Tile::from_label).collect())),
        1 => Just(GridCell::Any),
        1 => Just(GridCell::Hole),
    ];
    let grid = (1usize..4, 1usize..4).prop_flat_map(move |(rows, columns)| {
        proptest::collection::vec(cell.clone(), rows * columns)
            .prop_map(move |cells| Grid::new(rows, columns, cells).unwrap())
    });
    (words, grid, prop_oneof![Just(Adjacency::King), Just(Adjacency::Rook)], any::<bool>())
}

fn words_of(solution: &BoggleSolution) -> BTreeSet<Vec<Tile>> {
    solution.found.iter().map(|found| found.word.clone()).collect()
}

/// Compares depth-first search, brute force, the search by words, and the solver with every kernel.
fn compare_algorithms(graph: &ErasedGraph<'_>, board: &BoggleBoard) {
    let solution = search::solve(graph, board, 1, LIMIT).unwrap();
    let words = words_of(&solution);
    let brute = brute::solve(graph, board, 1, usize::MAX);
    assert_eq!(words, words_of(&brute));
    assert_eq!(solution.counters.words, brute.counters.words, "words on all their paths");
    let mut on_paths = 0;
    for word in &words {
        assert!(graph.contains(word));
        let _ = paths::for_each(board, word, |path| {
            on_paths += 1;
            assert!(is_spelled(board, &FoundWord { word: word.clone(), path: path.to_vec() }));
            ControlFlow::<()>::Continue(())
        });
    }
    assert_eq!(on_paths, solution.counters.words);
    for found in &solution.found {
        assert!(is_spelled(board, found));
        assert_eq!(paths::first(board, &found.word).as_ref(), Some(&found.path));
    }
    let by_words = search::solve_by_words(graph, board, 1, LIMIT).unwrap();
    assert_eq!(by_words.found.len(), words.len());
    for found in &by_words.found {
        assert!(solution.found.contains(found));
    }
    let cells: Vec<Vec<Tile>> = board
        .grid()
        .cells()
        .iter()
        .filter_map(|cell| if let GridCell::Letters(letters) = cell { Some(letters.clone()) } else { None })
        .collect();
    let solver = Solver::new(graph, 5, &cells).unwrap();
    assert_eq!(solver.prepare(board).is_none(), board.wraps() || board.grid().cells().contains(&GridCell::Any));
    for kernel in Kernel::available() {
        if let Some(levels) = solver.clone().with_kernel(kernel).solve(board, 1) {
            assert_eq!(words_of(&levels), words, "{}", kernel.name());
            assert_eq!(levels.found.len(), words.len(), "a word twice");
            assert!(levels.found.iter().all(|found| solution.found.contains(found)));
        }
    }
    let sample = brute::sample(graph, board, 1, 50, &mut Random::new(7));
    assert!(words_of(&sample).is_subset(&words));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 64 } else { 400 }))]

    #[test]
    fn algorithms_agree((list, grid, adjacency, wraps) in small()) {
        let board = BoggleBoard::new(grid, adjacency, wraps);
        let image = crate::common::compiled(&crate::common::words_of(&list), 5, GraphKinds::Dawg, NodeLayout::Fast);
        compare_algorithms(&image.dawg().unwrap(), &board);
    }

    #[test]
    fn any_text_is_a_grid_or_an_error(text in "[a-zQq.?/ \\[\\]\n0-9éß]{0,40}") {
        let alphabet = english();
        match Grid::parse(&text, &alphabet, &GridOptions::default()) {
            Ok(grid) => {
                // The rendered text parses to the same grid, given the size where the text does not show it.
                let options = GridOptions { size: Some((grid.rows(), grid.columns())), bare_q: false };
                let again = Grid::parse(&grid.render(&alphabet), &alphabet, &options);
                prop_assert_eq!(again, Ok(grid));
            }
            Err(error) => prop_assert!(error.to_string().len() > 10),
        }
    }
}

#[test]
fn grids_are_read_in_every_form() {
    let alphabet = english();
    let parse = |text: &str| Grid::parse(text, &alphabet, &GridOptions::default());
    let same =
        ["catd/line/maro/pets", "CATD\nLINE\r\nMARO\nPETS\n", "catdlinemaropets", "c a t d / l i n e / m a r o / p e t s"];
    for text in same {
        assert_eq!(parse(text), parse(same[0]), "{text}");
    }
    let qu = GridCell::Letters(alphabet.parse("qu").unwrap());
    assert_eq!(parse("qa/bc").unwrap().cells()[0], qu);
    assert_eq!(parse("[Qu]a/bc").unwrap().cells()[0], qu);
    assert_eq!(parse("Qu a / b c").unwrap().cells()[0], qu);
    let q = GridCell::Letters(alphabet.parse("q").unwrap());
    assert_eq!(parse("Q a / b c").unwrap().cells()[0], q);
    assert_eq!(parse("[q]a/bc").unwrap().cells()[0], q);
    let bare = GridOptions { bare_q: true, size: None };
    assert_eq!(Grid::parse("qa/bc", &alphabet, &bare).unwrap().cells()[0], q);
    let sizes =
        [("perslatesind", (3, 4)), ("dsmlsreiapentregsats", (4, 5)), ("a", (1, 1)), ("abc", (1, 3)), ("a/b", (2, 1))];
    for (text, size) in sizes {
        let grid = parse(text).unwrap();
        assert_eq!((grid.rows(), grid.columns()), size, "{text}");
    }
    let spanish = Alphabet::builtin("spanish").unwrap();
    let grid = Grid::parse("[CH]a/rr o", &spanish, &GridOptions::default());
    assert!(grid.is_err(), "one way of writing a grid at a time");
    let grid = Grid::parse("ch a/rr o", &spanish, &GridOptions::default()).unwrap();
    assert_eq!(grid.cells()[0], GridCell::Letters(spanish.parse("CH").unwrap()));
    assert_eq!(grid.cells()[0], Grid::parse("cha/rro", &spanish, &GridOptions::default()).unwrap().cells()[0]);
}

#[test]
fn wrong_grids_are_told_apart() {
    let alphabet = english();
    let parse = |text: &str, size| Grid::parse(text, &alphabet, &GridOptions { size, bare_q: false });
    assert_eq!(parse("", None), Err(GridError::Empty));
    assert_eq!(parse(" \n / ", None), Err(GridError::Empty));
    assert_eq!(parse("abc/de", None), Err(GridError::Ragged { row: 2, found: 2, expected: 3 }));
    assert_eq!(parse("abcdefg", None), Err(GridError::NoRectangle { found: 7 }));
    assert_eq!(parse("abcd", Some((2, 3))), Err(GridError::Size { found: 4, rows: 2, columns: 3 }));
    assert_eq!(parse("ab/cd", Some((1, 4))), Err(GridError::Size { found: 4, rows: 1, columns: 4 }));
    let error = parse("abc/d1f", None).unwrap_err();
    assert!(matches!(&error, GridError::Character { row: 2, column: 2, .. }), "{error:?}");
    assert!(error.to_string().ends_with("\nd1f\n ^"), "{error}");
    assert!(matches!(parse("a [] / b c", None), Err(GridError::Character { row: 1, .. })));
    assert!(matches!(parse("a[b/cd", None), Err(GridError::Character { row: 1, column: 2, .. })));
    assert_eq!(parse(&"a".repeat(20_000), None), Err(GridError::TooLarge { found: 20_000 }));
    for text in ["", "4", "4x", "0x4", "x", "-1x4", "4x4x4"] {
        assert!(matches!(parse_size(text), Err(GridError::InvalidSize { .. })), "{text}");
    }
    assert!(matches!(parse_size("99999999999x99999999999"), Err(GridError::TooLarge { .. })));
}

#[test]
fn a_hundred_by_a_hundred_works() {
    let mut random = Random::new(3);
    let text: String = (0..10_000).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
    let board = board(&text);
    let image = enable();
    let solution = search::solve(&image.dawg().unwrap().0, &board, 3, LIMIT).unwrap();
    assert!(solution.found.len() > 2_000);
    assert!(solution.found.iter().all(|found| is_spelled(&board, found)));
}

#[test]
fn steps_are_bounded() {
    let image = enable();
    let limit = 100_000;
    let error = search::solve(&image.dawg().unwrap().0, &board("????/????/????/????"), 3, limit).unwrap_err();
    assert_eq!(error.limit, limit);
}

#[test]
fn a_wild_cell_gives_the_words_of_all_letters() {
    let list: Words = crate::common::enable().iter().step_by(if cfg!(debug_assertions) { 200 } else { 1 }).collect();
    let image = compile_in_memory(&english(), &list, GraphKinds::Dawg, NodeLayout::Fast).unwrap();
    let graph = image.dawg().unwrap().0;
    let (wild, longest) = if cfg!(debug_assertions) { ("????/????", 8) } else { ("????/????/????/????", 16) };
    let all = search::solve(&graph, &board(wild), 3, LIMIT).unwrap();
    let short = list.iter().filter(|word| (3..=longest).contains(&word.len())).count();
    assert_eq!(all.found.len(), short);
    let words = |text: &str| words_of(&search::solve(&graph, &board(text), 3, LIMIT).unwrap());
    let mut expected = BTreeSet::new();
    ('a'..='z').for_each(|letter| expected.extend(words(&format!("cat/l[{letter}]n/mar"))));
    assert_eq!(words("cat/l?n/mar"), expected);
    // A path without `?` is preferred.
    let image = enable();
    let graph = image.dawg().unwrap().0;
    let board = board("?at/c../...");
    let solution = search::solve(&graph, &board, 3, LIMIT).unwrap();
    let cat = english().parse("cat").unwrap();
    let found = solution.found.iter().find(|found| found.word == cat).unwrap();
    assert_eq!((found.path.as_slice(), paths::blanks(&board, &found.path)), (&[3, 1, 2][..], vec![false; 3]));
}

#[test]
fn dice_are_rolled_by_their_seed() {
    let alphabet = english();
    for name in DiceSet::names() {
        let set = DiceSet::builtin(name, &alphabet).unwrap();
        WordPoints::builtin(set.points()).unwrap();
        let mut random = Random::new(5);
        for _ in 0..200 {
            let grid = set.roll(&mut random);
            // Every cell shows a different die: find a bipartite matching of cells and dice with augmenting paths.
            let fits = |cell: usize, die: usize| set.dice()[die].contains(&grid.cells()[cell]);
            let mut owner: Vec<Option<usize>> = vec![None; grid.cells().len()];
            fn seat(
                cell: usize,
                fits: &dyn Fn(usize, usize) -> bool,
                owner: &mut [Option<usize>],
                tried: &mut [bool],
            ) -> bool {
                for die in 0..owner.len() {
                    if fits(cell, die) && !std::mem::replace(&mut tried[die], true) {
                        let free = owner[die].is_none_or(|other| seat(other, fits, owner, tried));
                        if free {
                            owner[die] = Some(cell);
                            return true;
                        }
                    }
                }
                false
            }
            for cell in 0..owner.len() {
                let mut tried = vec![false; owner.len()];
                assert!(seat(cell, &fits, &mut owner, &mut tried), "{name}: {}", grid.render(&alphabet));
            }
        }
        assert_eq!(set.roll(&mut Random::new(9)), set.roll(&mut Random::new(9)));
    }
    assert!(DiceSet::builtin("wooden", &alphabet).unwrap_err().to_string().contains("big-2012"));
    let greek = Alphabet::builtin("greek").unwrap();
    assert!(DiceSet::builtin("new", &greek).unwrap_err().to_string().contains("cannot spell"));
    let table = "title = 'x'\nrows = 1\ncolumns = 2\nmin_length = 3\npoints = 'usual'\ndice = ['A']\n";
    assert!(DiceSet::from_toml(table, &alphabet).unwrap_err().to_string().contains("1 dice do not fill 1x2"));
}

#[test]
fn points_are_those_of_the_tables() {
    let of = |name: &str| (1..=10).map(|length| WordPoints::builtin(name).unwrap().of(length)).collect::<Vec<u64>>();
    assert_eq!(of("usual"), [1, 1, 1, 1, 2, 3, 5, 11, 11, 11]);
    assert_eq!(of("six"), [1, 1, 1, 1, 2, 3, 5, 11, 18, 20]);
    assert_eq!(of("six-more"), [1, 1, 1, 1, 2, 3, 5, 11, 13, 15]);
    assert_eq!(of("flat"), [1; 10]);
    assert_eq!(of("fibonacci"), [1, 1, 1, 2, 3, 5, 8, 13, 21, 34]);
    assert_eq!(of("hunt"), [100, 100, 100, 400, 800, 1400, 1800, 2200, 2600, 3000]);
    assert!(WordPoints::builtin("none").is_err() && WordPoints::from_toml("title = ''\nby_length = []\n").is_err());
    assert_eq!(WordPoints::builtin("usual").unwrap().of(0), 0);
}

#[test]
fn a_round_is_scored() {
    let image = enable();
    let (alphabet, usual) = (english(), WordPoints::builtin("usual").unwrap());
    let board = board("catdlinemaropets");
    let text = "# a round\nAnn: line, cat cat xyzzy\n  zebra\nBob: LINE or taco1 nor\n";
    let players = round::parse_players(text).unwrap();
    assert_eq!(
        players[0],
        Player { name: "Ann".into(), words: ["line", "cat", "cat", "xyzzy", "zebra"].map(Into::into).into() }
    );
    let rules = RoundRules { alphabet: &alphabet, min_length: 3, points: &usual, bonus: 0, shared_score: false };
    let sheets = round::score(&image.dawg().unwrap().0, &board, &rules, &players);
    let verdicts = |player: usize| sheets[player].words.iter().map(|(_, verdict)| verdict.clone()).collect::<Vec<_>>();
    use WordVerdict::*;
    assert_eq!(verdicts(0), [Shared(vec![1]), Scores(1), Repeated, NotInLexicon, NotOnGrid]);
    assert_eq!(verdicts(1), [Shared(vec![0]), TooShort, NoWord, Scores(1)]);
    assert_eq!((sheets[0].score, sheets[1].score), (1, 1));
    let sheets =
        round::score(&image.dawg().unwrap().0, &board, &RoundRules { bonus: 5, shared_score: true, ..rules }, &players);
    assert_eq!((sheets[0].score, sheets[1].score), (1 + 6, 1 + 6));
    assert_eq!(round::parse_players("cat\n"), Err(1));
    assert_eq!(round::parse_players("a: b\n\na: c"), Err(3));
}

#[test]
fn a_path_is_drawn() {
    let board = board("cat/dog/[Qu]it");
    let found = paths::first(&board, &english().parse("cat").unwrap()).unwrap();
    assert_eq!(picture::draw(&board, &found, &english()), "(C )→[A ]→[T ]\n\n D    O    G\n\n Qu   I    T\n");
    assert_eq!(picture::draw(&board, &[0, 4, 3, 7], &english()), "(C )  A    T\n    ↘\n[D ]←[O ]  G\n    ↘\n Qu  [I ]  T\n");
}

#[test]
fn an_empty_lexicon_and_a_grid_of_holes() {
    let empty = compile_in_memory(&english(), &Words::new(), GraphKinds::Dawg, NodeLayout::Fast);
    if let Ok(image) = empty {
        assert!(search::solve(&image.dawg().unwrap().0, &board("cat/dog/pig"), 3, LIMIT).unwrap().found.is_empty());
    }
    let image = enable();
    let graph = image.dawg().unwrap().0;
    assert!(search::solve(&graph, &board("../.."), 1, LIMIT).unwrap().found.is_empty());
    assert!(brute::solve(&graph, &board("../.."), 1, 9).found.is_empty());
}
