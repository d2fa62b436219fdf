//! The questions of the `api` module about positions and games of others, held against direct calls of the library.

use std::ops::ControlFlow;

use lexigraph::api::ApiErrorKind;
use lexigraph::api::analysis::{EndgameRequest, PlaySort, PlaysRequest, SimulateRequest};
use lexigraph::api::game::{GcgRequest, MoveRequest, NewGameRequest, ReplyRequest};
use lexigraph::api::position::{LeaveRequest, ParseRequest, PositionRequest};
use lexigraph::api::review::{ReviewRequest, ReviewedKind};
use lexigraph::board::{BoardSetup, Position, Through, read_position};
use lexigraph::movegen::{All, Equity, Leaves, Order};
use lexigraph::play::bundled_leaves;
use lexigraph::play::endgame::{EndgameLimits, solve};

use crate::api::{ENDGAME, MOLD, REVIEWED, api, at, enable};

fn position(text: &str) -> Position {
    let setup = BoardSetup::builtin("english", "standard-15").unwrap();
    Position::try_from(read_position(text, &setup).unwrap().position).unwrap()
}

#[test]
fn plays_are_those_of_the_generator() {
    let (api, enable) = (api(), enable());
    let position_of = position(MOLD);
    let leaves = bundled_leaves(enable.alphabet()).unwrap();
    let generator = enable.generator().unwrap().with_leaves(&leaves);
    for (sort, order) in [(PlaySort::Score, Order::Score), (PlaySort::Equity, Order::Equity)] {
        let mut all = All::new();
        generator.worker().all(&position_of, &mut all).unwrap();
        let all = all.into_sorted(order);
        let found = api.position_plays(&PlaysRequest { position: at(MOLD), sort, limit: Some(20), rules: None }).unwrap();
        assert_eq!((found.count, found.total, found.plays.len()), (20, all.len() as u64, 20));
        let plays = found.plays.iter().filter(|found| found.direction.is_some());
        for (play, expected) in plays.zip(&all) {
            let (board, alphabet) = (position_of.board(), enable.alphabet());
            assert_eq!(play.notation, expected.placement.notation(board, alphabet, Through::Parentheses));
            assert_eq!((play.score, play.equity), (expected.score, expected.equity.points()));
        }
    }
    let best = &api.position_plays(&PlaysRequest { position: at(MOLD), ..PlaysRequest::default() }).unwrap().plays[0];
    assert_eq!(
        (best.word.as_str(), best.row, best.column, best.score, &best.leave[..]),
        ("JISM", Some(5), Some(5), 26, "QTVX")
    );
}

#[test]
fn a_position_is_read_in_every_format() {
    let api = api();
    let parse = |text: &str| api.position_parse(&ParseRequest { position: at(text) }).unwrap();
    let cgp = parse(MOLD);
    assert_eq!(
        (cgp.format, cgp.legal, cgp.position.cgp.as_str()),
        ("cgp", true, "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 IJQSTVX/ 0/0 0")
    );
    assert_eq!(cgp.position.board[7][4].as_deref(), Some("M"));
    let sheet = parse(&cgp.position.sheet);
    assert_eq!((sheet.format, &sheet.position), ("sheet", &cgp.position));
    assert_eq!(cgp.position.unseen.iter().map(|tile| tile.count).sum::<usize>(), 100 - 4 - 7);
    let wrong = parse("15/15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15 A/ 0/0 0");
    assert!(!wrong.legal && wrong.problems[0].message.contains("start square"));
    let phony = at("15/15/15/15/15/15/15/4MQLD7/15/15/15/15/15/15/15 A/ 0/0 0");
    let phony = api.position_validate(&ParseRequest { position: phony }).unwrap();
    assert_eq!((phony.legal, phony.acceptable, phony.words[0].valid), (true, false, false));
    assert_eq!((phony.problems[0].row, phony.problems[0].column), (Some(8), Some(5)));
    let gcg = "#player1 a Ann\n#player2 b Bo\n>a: MOLDSIT 8E MOLD +14 14\n>b: AEIOU -AE +0 0\n#rack1 SITXVQJ\n";
    let game = parse(gcg);
    assert_eq!((game.format, game.turns.len(), game.turn), ("gcg", 2, None));
    assert_eq!((game.turns[0].played.as_str(), game.turns[1].played.as_str()), ("8E MOLD", "-AE"));
    assert_eq!(game.players[1], ["b", "Bo"]);
    let second = PositionRequest { turn: Some(2), ..at(gcg) };
    assert_eq!(api.position_parse(&ParseRequest { position: second }).unwrap().position.racks[0], "AEIOU");
    let error = api.position_parse(&ParseRequest { position: at(&gcg.replace("+14 14", "+15 15")) }).unwrap_err();
    assert_eq!((error.kind, error.line, error.field.as_deref()), (ApiErrorKind::Invalid, Some(3), Some("position")));
}

#[test]
fn a_simulation_tells_its_progress_and_ends_the_same() {
    let api = api();
    let request = SimulateRequest {
        position: at(MOLD),
        iterations: Some(80),
        candidates: Some(3),
        certainty: Some(100),
        ..SimulateRequest::default()
    };
    let mut told = Vec::new();
    let found = api.position_simulate(&request, &mut |progress| {
        told.push(progress.clone());
        ControlFlow::Continue(())
    });
    let found = found.unwrap();
    assert_eq!((found.iterations, found.moves.len()), (80, 3));
    // The moves are told before any rack is tried, at once; then as the clock goes.
    let first = &told[0];
    assert_eq!((first.iterations, first.moves.len(), first.moves[0].iterations), (0, 3, 0));
    assert!(first.moves.iter().all(|one| one.mean == one.equity));
    assert!(told.iter().all(|progress| progress.moves.iter().all(|one| one.iterations == progress.iterations)));
    let ended = api.position_simulate(&request, &mut |_| ControlFlow::Break(())).unwrap();
    assert_eq!((ended.iterations, &ended.moves), (0, &first.moves));
}

#[test]
fn a_simulation_infers_from_the_last_turn_of_a_game() {
    let api = api();
    let game = PositionRequest { turn: Some(2), ..at(include_str!("../board/game.gcg")) };
    let request = SimulateRequest {
        position: game,
        iterations: Some(4),
        candidates: Some(2),
        infer: Some(true),
        ..SimulateRequest::default()
    };
    let ask = |request: &SimulateRequest| api.position_simulate(request, &mut |_| ControlFlow::Continue(()));
    let found = ask(&request).unwrap();
    assert!(!found.leaves.is_empty() && found.leaves.iter().all(|one| one.leave.len() == 1), "{:?}", found.leaves);
    assert!(ask(&SimulateRequest { infer: None, ..request.clone() }).unwrap().leaves.is_empty());
    let error = ask(&SimulateRequest { position: at(MOLD), ..request }).unwrap_err();
    assert_eq!((error.kind, error.field.as_deref()), (ApiErrorKind::Invalid, Some("infer")));
}

#[test]
fn an_endgame_is_solved_with_its_line() {
    let (api, enable) = (api(), enable());
    // One that is solved at once, and one that takes longer.
    let fresh = include_str!("../play/endgame_fresh.tsv").lines().find(|line| !line.starts_with('#')).unwrap();
    let hard = fresh.split('\t').next().unwrap();
    for text in [ENDGAME, hard] {
        let request = EndgameRequest { position: at(text), nodes: Some(2_000), ..EndgameRequest::default() };
        let mut told = Vec::new();
        let found = api.position_endgame(&request, &mut |progress| {
            told.push(progress.clone());
            ControlFlow::Continue(())
        });
        let found = found.unwrap();
        let limits = EndgameLimits { nodes: Some(2_000), ..EndgameLimits::default() };
        let expected = solve(&enable.generator().unwrap(), &position(text), limits).unwrap();
        assert_eq!((found.value, found.exact, found.line.len()), (expected.value, expected.exact, expected.line.len()));
        assert_eq!(found.exact, text == ENDGAME);
        // The best line is told at each depth.
        let depths: Vec<usize> = told.iter().map(|progress| progress.depth).collect();
        let proven = usize::from(found.exact);
        assert!(depths.is_sorted() && (1..=found.depth - proven).all(|depth| depths.contains(&depth)), "{depths:?}");
        assert!(told.iter().all(|progress| !progress.exact && (progress.depth == 0 || !progress.line.is_empty())));
    }
    let request = EndgameRequest { position: at(hard), nodes: Some(2_000), ..EndgameRequest::default() };
    // Ended at the first depth, the line is that of the first depth.
    let mut first = None;
    let ended = api.position_endgame(&request, &mut |progress| {
        first = Some(progress.clone()).filter(|progress| progress.depth > 0);
        if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (ended, first) = (ended.unwrap(), first.unwrap());
    assert_eq!((ended.exact, ended.depth, ended.value, &ended.line), (false, 1, first.value, &first.line));
    let request = EndgameRequest { position: at(MOLD), ..EndgameRequest::default() };
    let early = api.position_endgame(&request, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(early.kind, ApiErrorKind::Illegal);
}

#[test]
fn a_review_tells_what_each_move_is() {
    let (api, enable) = (api(), enable());
    let leaves = bundled_leaves(enable.alphabet()).unwrap();
    let worth = |score: i32, tiles: &str| {
        let rack = lexigraph::board::Rack::parse(tiles, enable.alphabet()).unwrap();
        Some((Equity::from_points(score) + leaves.value(&rack)).points())
    };
    let request = ReviewRequest { position: at(REVIEWED), ..ReviewRequest::default() };
    let mut told = Vec::new();
    let review = api.position_review(&request, &mut |progress| {
        told.push((progress.turns.len(), progress.complete));
        ControlFlow::Continue(())
    });
    let review = review.unwrap();
    assert_eq!(told, [(1, false), (2, false), (3, false), (4, false), (5, false)]);
    assert_eq!((review.count, review.complete, &review.players[1]), (6, true, &["b".to_owned(), "Bo".to_owned()]));
    let turns: Vec<_> = review.turns.iter().map(|turn| (turn.turn, turn.player, turn.kind, turn.score)).collect();
    let expected = [
        (1, 1, ReviewedKind::Play, 14),
        (2, 2, ReviewedKind::Exchange, 0),
        (3, 1, ReviewedKind::Pass, 0),
        (4, 2, ReviewedKind::Withdrawn, 0),
        (5, 1, ReviewedKind::Phony, 8),
        (6, 2, ReviewedKind::Exchange, 0),
    ];
    assert_eq!(turns, expected);
    let equities: Vec<_> = review.turns.iter().map(|turn| turn.equity).collect();
    let expected = [worth(14, "IST"), worth(0, "AEOU"), Some(0.0), Some(0.0), worth(8, "AEINRT"), None];
    assert_eq!(equities, expected);
    assert_eq!((&review.turns[3].phonies, &review.turns[4].phonies), (&vec!["MOLDQ".to_owned()], &vec!["MOLDI".to_owned()]));
    assert!(review.turns[0].phonies.is_empty() && review.turns[5].best.is_none() && review.turns[5].loss.is_none());
    let losses = |player| review.turns.iter().filter(|turn| turn.player == player).filter_map(|turn| turn.loss).sum::<f64>();
    assert!((review.losses[0] - losses(1)).abs() < 1e-6 && (review.losses[1] - losses(2)).abs() < 1e-6);
    let ended = api.position_review(&request, &mut |_| ControlFlow::Break(())).unwrap();
    assert_eq!((ended.turns.len(), ended.complete, &ended.turns[0]), (1, false, &review.turns[0]));
    let wrong = ReviewRequest { position: at(&REVIEWED.replace("+8 22", "+9 23")), ..ReviewRequest::default() };
    let error = api.position_review(&wrong, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!((error.kind, error.field.as_deref(), error.line), (ApiErrorKind::Invalid, Some("position"), Some(8)));
    let no_game = ReviewRequest { position: at(MOLD), ..ReviewRequest::default() };
    let error = api.position_review(&no_game, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!((error.kind, error.field.as_deref()), (ApiErrorKind::Invalid, Some("position")));
}

#[test]
fn a_review_compares_each_move_with_all_plays() {
    let api = api();
    let request = NewGameRequest { seed: Some(3), seat: Some(0), level: Some("easy".into()), ..NewGameRequest::default() };
    let mut game = api.game_new(&request).unwrap();
    while game.turns.len() < 10 {
        let request = ReplyRequest { game: game.game.clone(), limit: Some(1) };
        game = if game.on_turn == 1 {
            api.game_reply(&request).unwrap().after
        } else {
            let play = api.game_hint(&request).unwrap().moves[0].played.clone();
            api.game_play(&MoveRequest { game: game.game, play }).unwrap()
        };
    }
    let gcg = api.game_save(&GcgRequest { game: game.game }).unwrap().gcg;
    let request = ReviewRequest { position: at(&gcg), ..ReviewRequest::default() };
    let review = api.position_review(&request, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(review.turns.len(), 10);
    let mut compared = 0;
    for turn in &review.turns {
        let position = PositionRequest { turn: Some(turn.turn), ..at(&gcg) };
        let request = PlaysRequest { position, sort: PlaySort::Equity, limit: None, rules: None };
        let plays = api.position_plays(&request).unwrap().plays;
        let best = turn.best.as_ref().unwrap();
        match plays.first() {
            Some(play) if !best.played.starts_with('-') => {
                assert_eq!((&best.played, best.score, best.equity), (&play.notation, play.score, play.equity));
            }
            first => assert!(first.is_none_or(|play| play.equity < best.equity)),
        }
        if let Some(play) = plays.iter().find(|play| play.notation == turn.played) {
            assert_eq!((turn.kind, turn.score, turn.equity), (ReviewedKind::Play, play.score, Some(play.equity)));
            compared += 1;
        }
        assert!((turn.loss.unwrap() - (best.equity - turn.equity.unwrap())).abs() < 1e-6 && turn.loss.unwrap() >= 0.0);
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn leaves_are_worth_what_the_table_says() {
    let (api, enable) = (api(), enable());
    let leave = api.position_leave(&LeaveRequest { lexicon: None, tiles: "es?".into() }).unwrap();
    let rack = lexigraph::board::Rack::parse("es?", enable.alphabet()).unwrap();
    assert_eq!(leave.value, bundled_leaves(enable.alphabet()).unwrap().value(&rack).points());
    assert!(leave.each.iter().all(|tile| (tile.without + tile.adds - leave.value).abs() < 1e-6) && leave.each.len() == 3);
}
