//! Puzzles: what is said to be best is held against the solvers again, without the shortcuts of the maker.

use lexigraph::board::{Cgp, Move, Position};
use lexigraph::graph::GraphKind;
use lexigraph::image::bundled;
use lexigraph::movegen::{All, Generator, Leaves};
use lexigraph::play::endgame::{EndgameLimits, solve};
use lexigraph::play::pre_endgame::{PreEndgameLimits, solve as solve_pre_endgame};
use lexigraph::play::puzzle::{Puzzle, PuzzleKind, PuzzleMaker, PuzzleSettings};
use lexigraph::play::strategy::{ByEquity, PlayContext, Strategy};
use lexigraph::play::{Game, GameRules, bundled_leaves};

use crate::games::board_setup;

/// The puzzles of this kind from games with these seeds, at most so many.
fn puzzles(
    kind: PuzzleKind,
    seeds: std::ops::Range<u64>,
    most: usize,
    settings: PuzzleSettings,
    fits: &dyn Fn(&Position) -> bool,
    check: &dyn Fn(&Generator<'_>, &Puzzle),
) -> usize {
    let image = bundled("enable").unwrap().unwrap();
    let generator = Generator::new(&image, GraphKind::Gaddag).unwrap();
    let leaves = bundled_leaves(image.alphabet()).unwrap();
    let context =
        PlayContext { generator: &generator, leaves: Some(&leaves as &dyn Leaves), evaluation: None, winning: None };
    let rules = GameRules::builtin("standard").unwrap();
    let mut maker = PuzzleMaker::new(context, &rules, settings, &[]).unwrap();
    let mut player = ByEquity::new(context, &leaves);
    let mut found = 0;
    for seed in seeds {
        let mut game = Game::<2>::deal(board_setup(), rules.clone(), seed).unwrap();
        while game.end().is_none() && found < most {
            let position = game.position().clone();
            if maker.kinds(&position).contains(&kind)
                && fits(&position)
                && let Some(puzzle) = maker.make(&position, &[kind], seed).unwrap()
            {
                assert_eq!(puzzle.kind, kind);
                // The position is what its CGP says.
                let cgp = Cgp::parse(&puzzle.position.to_cgp(), &board_setup()).unwrap();
                assert_eq!(Position::try_from(cgp.position).unwrap().to_cgp(), puzzle.position.to_cgp());
                let none =
                    maker.loss(&puzzle.position, kind, (puzzle.answer, puzzle.score), (puzzle.answer, puzzle.score), seed);
                assert_eq!(none.unwrap().unwrap().value, 0.0);
                check(&generator, &puzzle);
                found += 1;
            }
            let (play, _) = player.choose(&game.view()).unwrap();
            game.play(&play).unwrap();
        }
    }
    found
}

/// The number of tiles that the player on turn does not see.
fn unseen(position: &Position) -> usize {
    position.as_unchecked().unseen().unwrap().len() + position.opponent_rack().len()
}

#[test]
fn endgames_have_one_best_play_by_the_margin() {
    let settings = PuzzleSettings { endgame_nodes: 3000, ..PuzzleSettings::default() };
    // All moves are searched without limits.
    let small = |position: &Position| position.rack().len() + unseen(position) <= 7;
    let check = |generator: &Generator<'_>, puzzle: &Puzzle| {
        let best = solve(generator, &puzzle.position, EndgameLimits::default()).unwrap();
        assert!(best.exact && best.line[0] == (puzzle.answer, puzzle.score));
        // Each other move, to the end: the game ends where the mover is out, or both pass.
        let mut all = All::new();
        generator.worker().all(&puzzle.position, &mut all).unwrap();
        let plays = all.plays().iter().map(|play| (Move::Place(play.placement), play.score)).chain([(Move::Pass, 0)]);
        let points = puzzle.position.setup().points();
        let [own, other] = [puzzle.position.rack().points(points), puzzle.position.opponent_rack().points(points)];
        let value = |(play, score): (Move, i32)| {
            let mut after = puzzle.position.clone();
            let _ = after.play(&play).unwrap();
            if play == Move::Pass && puzzle.position.scoreless_turns() > 0 {
                return other - own;
            }
            let out = after.opponent_rack().is_empty();
            score + if out { 2 * other } else { -solve(generator, &after, EndgameLimits::default()).unwrap().value }
        };
        let second = plays.filter(|(play, _)| *play != puzzle.answer).map(value).max().unwrap();
        assert_eq!(f64::from(best.value - second), puzzle.margin.value, "{}", puzzle.position.to_cgp());
    };
    assert!(puzzles(PuzzleKind::Endgame, 1..8, 2, settings, &small, &check) > 0);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long; run in release")]
fn pre_endgames_win_more_draws_than_any_other_move() {
    let check = |generator: &Generator<'_>, puzzle: &Puzzle| {
        let rules = GameRules::builtin("standard").unwrap();
        let solution = solve_pre_endgame(generator, &puzzle.position, &rules, PreEndgameLimits::default()).unwrap();
        assert!(solution.proven && solution.moves[0].play == puzzle.answer);
        let next = solution.moves[1..].iter().map(|found| found.chance()).fold(0.0, f64::max);
        assert!(solution.moves[0].chance() > next);
    };
    assert!(puzzles(PuzzleKind::PreEndgame, 1..4, 1, PuzzleSettings::default(), &|_| true, &check) > 0);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long; run in release")]
fn plays_and_bingos_are_proven_by_simulation() {
    let settings = PuzzleSettings { racks: 600, candidates: 8, ..PuzzleSettings::default() };
    for kind in [PuzzleKind::Play, PuzzleKind::Bingo] {
        let check = |_: &Generator<'_>, puzzle: &Puzzle| {
            assert!(puzzle.margin.value - puzzle.margin.margin >= settings.least_wins);
            let laid = if let Move::Place(placement) = &puzzle.answer { placement.tiles.len() } else { 0 };
            assert!(kind == PuzzleKind::Play || laid == 7);
        };
        assert!(puzzles(kind, 1..4, 2, settings, &|_| true, &check) > 0);
    }
}
