//! Rules that are played: challenges, clocks and Clabbers.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Duration;

use lexigraph::board::gcg::Gcg;
use lexigraph::board::{Board, BoardSetup, Cell, Direction, Move, Placement, Square, Tiles};
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, NodeLayout, bundled};
use lexigraph::movegen::{All, AnagramSet, Count, Generator, Order, Request, Top};
use lexigraph::play::selfplay::play_challenged;
use lexigraph::play::strategy::{PlayContext, StrategySpec};
use lexigraph::play::{Challenge, Game, GameError, GameRules, Ruling};

use crate::movegen_naive::{Random, Word, image, made_words, naive, random_rack};

fn lexicon() -> &'static Image {
    static IMAGE: OnceLock<Image> = OnceLock::new();
    IMAGE.get_or_init(|| bundled("enable").unwrap().unwrap())
}

fn generator() -> Generator<'static> {
    Generator::new(lexicon(), GraphKind::Gaddag).unwrap()
}

fn game(challenge: Challenge) -> Game {
    let rules = GameRules { challenge, ..GameRules::builtin("standard").unwrap() };
    Game::new(crate::games::board_setup(), rules, 5).unwrap()
}

/// A first play of two tiles that makes no word.
fn phony(game: &Game) -> Move {
    let cells: Vec<Cell> = game.position().rack().cells().filter(|cell| !cell.is_blank()).collect();
    let placement = |tiles: &[Cell]| Placement {
        start: Square::new(7, 7),
        direction: Direction::Across,
        tiles: Tiles::from_slice(tiles).unwrap(),
    };
    let pairs = cells.iter().flat_map(|&a| cells.iter().map(move |&b| [a, b])).filter(|[a, b]| a != b);
    let unknown = pairs.map(|pair| placement(&pair)).find(|pair| !game.phonies(pair, &generator()).is_empty());
    Move::Place(unknown.unwrap())
}

fn valid(game: &Game) -> Move {
    Move::Place(generator().worker().best(game.position(), Order::Score).unwrap().unwrap().placement)
}

/// The game as it is read from what it writes, which must be the same text again.
fn read_back(game: &Game) -> Game {
    let gcg = game.to_gcg(["a", "b"]);
    let parsed = Gcg::parse(&gcg.to_bytes(), game.position().setup()).unwrap();
    parsed.replay().unwrap_or_else(|error| panic!("{error}\n{}", gcg.render()));
    let again = Game::from_gcg(&parsed).unwrap_or_else(|error| panic!("{error}\n{}", gcg.render()));
    assert_eq!(again.to_gcg(["a", "b"]).render(), gcg.render());
    assert_eq!((again.scores(), again.turns(), again.end()), (game.scores(), game.turns(), game.end()));
    again
}

#[test]
fn challenges_do_what_the_rules_say() {
    use Challenge::{Double, Five, None as Nothing, Single, Ten, Void};
    // The rule; whether the phony can be laid; whether it stays after a challenge; the bonus for a play that stands; the
    // turns after a failed challenge.
    let table = [
        (Void, false, false, None, 1),
        (Nothing, true, true, None, 1),
        (Single, true, false, Some(0), 1),
        (Double, true, false, Some(0), 2),
        (Five, true, false, Some(5), 1),
        (Ten, true, false, Some(10), 1),
    ];
    for (rule, laid, stays, bonus, turns) in table {
        let mut game = game(rule);
        let rack = *game.position().rack();
        assert!(matches!(game.challenge(&generator()), Err(GameError::Challenge(_))), "{rule:?}");
        assert_eq!(game.play_checked(&phony(&game), &generator()).is_ok(), laid, "{rule:?}");
        if laid {
            let score = game.turns()[0].score;
            let ruling = game.challenge(&generator());
            if stays {
                assert!(ruling.is_err() && game.scores() == [score, 0]);
            } else {
                assert!(matches!(ruling.unwrap(), Ruling::Withdrawn { words } if words.len() == 1), "{rule:?}");
                assert_eq!((game.scores(), game.on_turn(), *game.rack(0)), ([0, 0], 1, rack), "{rule:?}");
                assert_eq!((game.turns().len(), game.turns()[0].withdrawn.unwrap().score), (1, score));
                assert!(game.position().board().is_empty() && !game.may_challenge());
                assert_eq!(game.position().scoreless_turns(), 1);
                let text = game.to_gcg(["a", "b"]).render();
                assert!(text.contains(&format!(" -- -{score} 0\n")), "{text}");
            }
            read_back(&game);
        }
        // A play that stands.
        let mut game = self::game(rule);
        let best = valid(&game);
        game.play_checked(&best, &generator()).unwrap();
        let score = game.turns()[0].score;
        let ruling = game.challenge(&generator());
        match bonus {
            None => assert!(ruling.is_err()),
            Some(bonus) => {
                assert_eq!(ruling.unwrap(), Ruling::Stands { bonus, lost_turn: rule == Double }, "{rule:?}");
                assert_eq!((game.scores(), game.turns().len()), ([score + bonus, 0], turns), "{rule:?}");
                assert_eq!(game.turns()[0].bonus, bonus);
                // Once more only where it costs nothing.
                assert_eq!(game.may_challenge(), rule == Single, "{rule:?}");
                let text = game.to_gcg(["a", "b"]).render();
                let line = format!("(challenge) +{bonus} {}\n", score + bonus);
                assert_eq!(text.contains(&line), bonus > 0, "{text}");
            }
        }
        let again = read_back(&game);
        assert_eq!(again.rules(), game.rules());
        assert_eq!(game.rewound(0).scores(), game.scores());
        assert_eq!(game.rewound(game.turns().len()).scores(), [0, 0]);
    }
}

#[test]
fn players_of_other_lexica_are_challenged() {
    let setup = crate::games::board_setup();
    let mut words: BTreeSet<Word> = BTreeSet::new();
    let kind = if lexicon().has(GraphKind::Dawg) { GraphKind::Dawg } else { GraphKind::Gaddag };
    let all = lexigraph::image::words_in(lexicon(), kind);
    for word in all.unwrap().iter().filter(|word| word.len() < 5) {
        words.insert(word.iter().map(|tile| tile.number()).collect());
        // Read backwards, most are phonies.
        words.insert(word.iter().rev().map(|tile| tile.number()).collect());
    }
    let own = image(&setup, &words, NodeLayout::ALL[0]);
    let (bluffer, judge) = (Generator::new(&own, GraphKind::Gaddag).unwrap(), generator());
    let context = |generator| PlayContext { generator, leaves: None, evaluation: None, winning: None };
    let spec = StrategySpec::parse("greedy").unwrap();
    for (challenge, lost) in [(Challenge::Five, true), (Challenge::None, false)] {
        let rules = GameRules { challenge, ..GameRules::builtin("standard").unwrap() };
        let mut first = spec.strategy(context(&bluffer)).unwrap();
        let mut second = spec.strategy(context(&judge)).unwrap();
        let game = play_challenged(&setup, &rules, 3, [(&mut *first, &bluffer), (&mut *second, &judge)], &judge).unwrap();
        assert!(game.end().is_some());
        let withdrawn = game.turns().iter().filter(|taken| taken.withdrawn.is_some()).count();
        assert_eq!(withdrawn > 0, lost, "{challenge:?}");
        let valid = |words: &[lexigraph::board::BoardWord<'_>]| words.iter().all(|word| judge.has_word(word.cells));
        let on_board: Vec<_> = game.position().board().words().collect();
        assert_eq!(valid(&on_board), lost, "{challenge:?}");
        read_back(&game);
    }
}

#[test]
fn overtime_costs_points_at_the_end() {
    let setup = crate::games::board_setup();
    let mut rules = GameRules::builtin("five-points").unwrap();
    rules.set_minutes(1);
    let mut game = Game::new(setup, rules, 9).unwrap();
    game.spend(0, Duration::from_secs(61 + 60));
    game.spend(1, Duration::from_secs(60));
    for _ in 0..6 {
        assert_eq!(game.scores(), [0, 0]);
        game.play(&Move::Pass).unwrap();
    }
    let left = [0, 1].map(|seat| game.rack(seat).points(game.position().setup().points()));
    assert_eq!(game.scores(), [-left[0] - 20, -left[1]]);
    game.spend(1, Duration::from_secs(600));
    assert_eq!((game.time_penalty(0), game.time_penalty(1)), (20, 0));
    let text = game.to_gcg(["a", "b"]).render();
    assert!(text.ends_with(&format!(" (time) -20 {}\n", -left[0] - 20)), "{text}");
    assert!(text.contains(", minutes 1, clock 121/60\n"), "{text}");
    let again = read_back(&game);
    assert_eq!(again.time_used(0), Duration::from_secs(121));
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}: {text}");
        let gcg = Gcg::parse(text.replace(from, to).as_bytes(), game.position().setup()).unwrap();
        Game::from_gcg(&gcg).unwrap_err().to_string()
    };
    assert!(wrong("121/60", "121").contains("clock '121'"));
    assert!(wrong("minutes 1,", "minutes one,").contains("minutes 'one'"));
    assert!(wrong("121/60", "61/60").contains("costs -10, the line says -20"));
}

/// All orders of all words.
fn all_orders(list: &BTreeSet<Word>) -> BTreeSet<Word> {
    fn add(word: &mut Word, from: usize, orders: &mut BTreeSet<Word>) {
        if from == word.len() {
            orders.insert(word.clone());
        }
        for at in from..word.len() {
            word.swap(from, at);
            add(word, from + 1, orders);
            word.swap(from, at);
        }
    }
    let mut orders = BTreeSet::new();
    list.iter().for_each(|word| add(&mut word.clone(), 0, &mut orders));
    orders
}

#[test]
fn clabbers_is_played_with_all_orders_of_the_letters() {
    let mut random = Random(0x1234_5678_9abc);
    let setup = BoardSetup::builtin("english", "standard-15").unwrap();
    let mut compared = 0;
    for round in 0..6 {
        let list: BTreeSet<Word> = made_words(&mut random, 6, 12).into_iter().filter(|word| word.len() < 6).collect();
        let orders = all_orders(&list);
        let (plain, of_orders) = (image(&setup, &list, NodeLayout::ALL[0]), image(&setup, &orders, NodeLayout::ALL[0]));
        let set = AnagramSet::new(&plain, [GraphKind::Gaddag, GraphKind::Dawg][round % 2]).unwrap();
        let clabbers = Generator::new(&plain, GraphKind::Gaddag).unwrap().with_anagrams(&set);
        let slow = Generator::new(&of_orders, GraphKind::Gaddag).unwrap();
        let (mut worker, mut slow_worker) = (clabbers.worker(), slow.worker());
        let mut board = Board::new(setup.layout());
        for turn in 0..7 {
            let size = 1 + random.below(5);
            let rack = random_rack(&mut random, 6, size);
            let request = Request { setup: &setup, board: &board, rack: &rack, leaves: None };
            let (mut all, mut expected) = (All::new(), All::new());
            worker.all(request, &mut all).unwrap();
            slow_worker.all(request, &mut expected).unwrap();
            let (all, expected) = (all.into_sorted(Order::Score), expected.into_sorted(Order::Score));
            assert!(all == expected, "{rack:?} on {board:?}: {} and {}", all.len(), expected.len());
            if turn == 1 && round == 0 {
                let mut tried = naive(&setup, &orders, &board, &rack);
                tried.sort_by(|a, b| a.compare(b, Order::Score));
                assert!(all == tried, "{} and {}", all.len(), tried.len());
            }
            assert_eq!(worker.best(request, Order::Score).unwrap().as_ref(), all.first());
            let mut top = Top::new(5, Order::Score);
            worker.top(request, &mut top).unwrap();
            assert!(top.into_sorted() == all[..all.len().min(5)]);
            let mut count = Count::default();
            worker.count(request, &mut count).unwrap();
            assert_eq!(count.plays, all.len() as u64);
            compared += all.len();
            if let Some(play) = (!all.is_empty()).then(|| all[random.below(all.len())]) {
                let before = board.clone();
                play.placement.laid(&before).for_each(|(square, cell)| board.set(square, cell));
            }
        }
        for word in &orders {
            let cells: Vec<Cell> =
                word.iter().map(|&number| Cell::tile(lexigraph::alphabet::Tile::from_label(number))).collect();
            assert!(clabbers.has_word(&cells) && (cells.len() < 2 || !clabbers.has_word(&cells[..1])));
        }
    }
    assert!(compared > 500, "{compared} plays compared");
}
