//! Games of three and four players, and duplicate, against slow and obvious counts.

use lexigraph::board::gcg::Gcg;
use lexigraph::board::{Bag, Cell, Move, Rack};
use lexigraph::movegen::{All, Order};
use lexigraph::parallel::Threads;
use lexigraph::play::duplicate::{Duplicate, DuplicateError, RackRule};
use lexigraph::play::rounds::{RoundContext, place_in_halves, play_round, play_rounds};
use lexigraph::play::selfplay::MatchError;
use lexigraph::play::strategy::StrategySpec;
use lexigraph::play::{End, Game, GameRules, GoingOut};

use crate::play::world;

fn game<const SEATS: usize>(specs: [&str; SEATS], rules: &str, seed: u64) -> Game<SEATS> {
    let world = world();
    let mut strategies = specs.map(|spec| world.strategy(spec));
    let strategies = strategies.each_mut().map(|strategy| &mut **strategy);
    play_round(&world.setup, &GameRules::builtin(rules).unwrap(), seed, strategies).unwrap()
}

/// Replays a finished game, counts its tiles and its points again, and saves it at several turns.
fn check<const SEATS: usize>(game: &Game<SEATS>) {
    let setup = game.position().setup();
    let full = Bag::full(setup.alphabet());
    let mut again = Game::<SEATS>::deal(setup.clone(), game.rules().clone(), game.seed()).unwrap();
    let mut scores = [0; SEATS];
    for (number, taken) in game.turns().iter().enumerate() {
        assert_eq!((again.on_turn(), taken.seat), (number % SEATS, number % SEATS));
        assert_eq!(again.rack(taken.seat), &taken.rack);
        let racks: Vec<Rack> = (0..SEATS).map(|seat| *again.rack(seat)).collect();
        let bag = Bag::unseen(setup.alphabet(), again.position().board(), &racks).unwrap();
        assert_eq!(bag.len(), again.bag());
        assert!(again.bag() == 0 || racks.iter().all(|rack| rack.len() == 7));
        // Everybody sees scores and numbers of tiles of the others, and no tile.
        let view = again.view();
        assert_eq!(view.unseen().len(), full.len() - again.position().board().tiles().count() - taken.rack.len());
        if SEATS > 2 {
            assert!(view.position.opponent_rack().is_empty());
            for (after, opponent) in (1..SEATS).zip(view.opponents) {
                let seat = (taken.seat + after) % SEATS;
                assert_eq!((opponent.score, opponent.tiles), (scores[seat], racks[seat].len()));
            }
            let best = (0..SEATS).filter(|&seat| seat != taken.seat).map(|seat| scores[seat]).max().unwrap();
            assert_eq!(view.position.scores(), [scores[taken.seat], best]);
        }
        again.play_checked(&taken.played, &world().generator).unwrap();
        scores[taken.seat] += taken.score;
        assert_eq!((again.turns().last().unwrap(), taken.total), (taken, scores[taken.seat]));
    }
    let left: [i32; SEATS] = std::array::from_fn(|seat| game.rack(seat).points(setup.points()));
    let is_double = game.rules().going_out == GoingOut::Double;
    match game.end().unwrap() {
        End::Stalled => (0..SEATS).for_each(|seat| scores[seat] -= left[seat]),
        End::WentOut { seat: out } => {
            assert!(game.rack(out).is_empty() && game.bag() == 0);
            for seat in (0..SEATS).filter(|&seat| seat != out) {
                match game.rules().going_out {
                    GoingOut::Double if SEATS == 2 => scores[out] += 2 * left[seat],
                    GoingOut::Deduct => scores[seat] -= left[seat],
                    _ => {
                        scores[out] += left[seat];
                        scores[seat] -= left[seat];
                    }
                }
            }
        }
    }
    assert_eq!((scores, again.end()), (game.scores(), game.end()), "{is_double}");
    let names = ["Ann", "Bob", "Cid", "Dee"];
    for turns in [0, 1, game.turns().len() / 2, game.turns().len()] {
        let part = game.rewound(turns);
        let bytes = part.to_gcg(std::array::from_fn(|seat| names[seat])).to_bytes();
        let gcg = Gcg::parse(&bytes, setup).unwrap();
        assert_eq!((gcg.players(), gcg.to_bytes()), (SEATS, bytes));
        let replay = gcg.replay_of::<SEATS>().unwrap();
        assert_eq!((replay.scores, replay.turns.len()), (part.scores(), part.turns().len()));
        let read = Game::<SEATS>::from_gcg_of(&gcg).unwrap();
        assert_eq!((read.turns(), read.end(), read.scores()), (part.turns(), part.end(), part.scores()));
        // As if another program had written it: what is known is kept.
        let went_on = Game::<SEATS>::continued_of(&gcg, game.rules().clone(), 99, None).unwrap();
        assert_eq!((went_on.turns(), went_on.end(), went_on.scores()), (part.turns(), part.end(), part.scores()));
        if turns > 0 {
            assert_eq!((went_on.on_turn(), went_on.bag()), (part.on_turn(), part.bag()));
            (0..SEATS).for_each(|seat| assert_eq!(went_on.rack(seat), part.rack(seat)));
        }
        if SEATS > 2 {
            let error = gcg.replay().unwrap_err().to_string();
            assert!(error.contains(&format!("the game has {SEATS} players, and a game of 2")), "{error}");
        }
    }
}

#[test]
fn games_of_three_and_four_keep_tiles_and_points() {
    check(&game(["greedy", "equity", "greedy:share=50"], "standard", 1));
    check(&game(["rack", "greedy", "equity+endgame:nodes=50"], "thesis", 2));
    check(&game(["equity", "board", "greedy", "rack"], "transfer", 3));
    check(&game(["greedy", "simulate:candidates=2,iterations=2,plies=1", "equity"], "four-passes", 4));
    // The same code plays the games of two.
    check(&game(["greedy", "equity"], "standard", 5));
}

#[test]
fn passes_end_a_game_after_as_many_rounds_as_with_two() {
    fn rounds<const SEATS: usize>(rules: &str) -> usize {
        let setup = world().setup.clone();
        let mut game = Game::<SEATS>::deal(setup, GameRules::builtin(rules).unwrap(), 1).unwrap();
        while game.end().is_none() {
            game.play(&Move::Pass).unwrap();
        }
        assert_eq!(game.end(), Some(End::Stalled));
        check(&game);
        assert_eq!(game.turns().len() % SEATS, 0);
        game.turns().len() / SEATS
    }
    for (rules, expected) in [("standard", 3), ("four-passes", 2), ("thesis", 1)] {
        assert_eq!([rounds::<2>(rules), rounds::<3>(rules), rounds::<4>(rules)], [expected; 3]);
    }
}

#[test]
fn places_are_shared_and_rotations_are_fair() {
    assert_eq!([0, 1, 2, 3].map(|player| place_in_halves(&[300, 400, 300, 200], player)), [5, 2, 5, 8]);
    let world = world();
    let run = |threads, spec: [&str; 3]| {
        let specs = spec.map(|spec| StrategySpec::parse(spec).unwrap());
        let rules = GameRules::builtin("standard").unwrap();
        let playing = RoundContext { specs, contexts: [world.context(); 3], setup: world.setup.clone(), rules };
        let see = |_: u64, _: &Game<3>, _: [usize; 3]| Ok::<_, MatchError>(());
        Threads::new(threads).unwrap().run(|| play_rounds(&playing, (2, true, 7), see, |_| true)).unwrap()
    };
    let equal = run(1, ["greedy"; 3]);
    // Three players who play the same sit on each seat once: they get the same, deal by deal.
    assert!(equal[0].scores.sum > 0 && equal.iter().all(|standing| *standing == equal[0]), "{equal:?}");
    let two = run(2, ["greedy", "greedy:share=50", "equity"]);
    assert_eq!(two, run(1, ["greedy", "greedy:share=50", "equity"]));
    // The places of a game add up to 1 + 2 + 3, which are 12 halves.
    assert_eq!(two.iter().map(|standing| standing.places.sum).sum::<i64>(), 6 * 12);
}

#[test]
fn duplicate_lays_the_best_play_of_allowed_racks() {
    let world = world();
    let new = |seed| Duplicate::new(&world.generator, world.setup.clone(), RackRule::default(), seed).unwrap();
    let (alphabet, points) = (world.setup.alphabet(), world.setup.points());
    let mut games = Vec::new();
    for seed in [1, 1, 2] {
        let (mut game, mut given) = (new(seed), new(99));
        let mut kept = Rack::EMPTY;
        while let Some(turn) = game.draw().unwrap().cloned() {
            let number = game.turns().len() + 1;
            let (mut vowels, mut consonants, mut either) = (0, 0, 0);
            for cell in turn.rack.cells() {
                match cell.letter().map(|tile| alphabet.letter(tile).label.as_str()) {
                    None | Some("Y") => either += 1,
                    Some("A" | "E" | "I" | "O" | "U") => vowels += 1,
                    Some(_) => consonants += 1,
                }
            }
            let least = if number <= 15 { 2 } else { 1 };
            assert!((0..=either).any(|some| vowels + some >= least && consonants + either - some >= least));
            if turn.refused == 0 {
                let mut drawn = turn.rack;
                assert!(kept.cells().all(|cell| drawn.remove(cell)), "what is left is kept");
            }
            // The top is the best of all plays, scored again.
            let mut all = All::new();
            world.generator.worker().all(game.position(), &mut all).unwrap();
            let plays = all.into_sorted(Order::Score);
            let best = plays.iter().map(|play| game.position().score(&play.placement)).max().unwrap();
            let tops = plays.iter().filter(|play| play.score == best);
            let blanks = |tiles: &[Cell]| tiles.iter().filter(|cell| cell.on_rack() == Cell::BLANK).count();
            assert_eq!((turn.score, turn.tops), (best, tops.clone().count()));
            assert_eq!(blanks(&turn.top.tiles), tops.map(|play| blanks(&play.placement.tiles)).min().unwrap());
            assert_eq!(game.judge(&Move::Place(turn.top)).unwrap(), best);
            // Racks that are given make the same game.
            assert_eq!(given.take(turn.rack).unwrap().map(|turn| turn.top), Some(turn.top));
            given.lay().unwrap();
            kept = Move::Place(turn.top).leave(&turn.rack);
            game.lay().unwrap();
        }
        assert_eq!(given.position().board(), game.position().board());
        let on_board: usize = game.turns().iter().map(|turn| turn.top.tiles.len()).sum();
        assert_eq!(game.position().board().tiles().count(), on_board);
        assert!(on_board > 70 && points.of(Cell::BLANK) == 0, "{on_board}");
        games.push(game.turns().to_vec());
    }
    assert!(games[0] == games[1] && games[0] != games[2]);
}

#[test]
fn duplicate_refuses_what_it_cannot_play() {
    let world = world();
    let mut game = Duplicate::new(&world.generator, world.setup.clone(), RackRule::default(), 1).unwrap();
    assert!(matches!(game.judge(&Move::Pass), Err(DuplicateError::NoRack)));
    assert!(matches!(game.lay(), Err(DuplicateError::NoRack)));
    let rack = |text: &str| Rack::parse(text, world.setup.alphabet()).unwrap();
    assert!(matches!(game.take(rack("ZZABCDE")), Err(DuplicateError::Tiles(_))));
    assert!(matches!(game.take(rack("AEINRSTU")), Err(DuplicateError::Size { tiles: 8, most: 7 })));
    assert!(matches!(game.take(Rack::EMPTY), Err(DuplicateError::Size { tiles: 0, .. })));
    assert!(game.take(rack("CFV")).unwrap().is_none());
    game.take(rack("AEINRST")).unwrap().unwrap();
    let judge = |text: &str| game.judge(&Move::parse(text, game.position().board(), world.setup.alphabet()).unwrap());
    assert!(matches!(judge("8D TRAINSE"), Err(DuplicateError::Words { words }) if words == ["TRAINSE"]));
    assert!(matches!(judge("-A"), Err(DuplicateError::Exchange)));
    assert!(matches!(judge("8D QI"), Err(DuplicateError::Play(_))));
    assert_eq!((judge("-").unwrap(), judge("8H RAT").unwrap()), (0, 6));
}
