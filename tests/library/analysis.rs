//! Analysed games, held against slow witnesses: all plays of a turn, all orders in which tiles can be drawn.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use lexigraph::board::gcg::{Content, Gcg};
use lexigraph::board::{Bag, Cell, Move, Rack};
use lexigraph::movegen::{All, LeaveTable, Order};
use lexigraph::play::analysis::{AnalysisSettings, Analyzer, ChanceSource, GameAnalysis, TurnKind, draw_luck};
use lexigraph::play::strategy::PlayContext;
use lexigraph::play::{Game, GameRules, StaticEquity, View, hide_opponent};

use crate::games::board_setup;
use crate::winning::generator;

fn leaves() -> &'static LeaveTable {
    static LEAVES: OnceLock<LeaveTable> = OnceLock::new();
    let alphabet = || board_setup().alphabet().clone();
    LEAVES.get_or_init(|| LeaveTable::from_csv("?,25\nS,8\nE,2\nQ,-7\nQU,2\nER,4\nU,-4\nI,-2\n", &alphabet()).unwrap())
}

fn context() -> PlayContext<'static> {
    PlayContext { generator: generator(), leaves: Some(leaves()), evaluation: None, winning: None }
}

fn rules() -> GameRules {
    GameRules::builtin("standard").unwrap()
}

fn analyze(gcg: &Gcg, settings: AnalysisSettings) -> GameAnalysis {
    let rules = rules();
    let mut analyzer = Analyzer::new(context(), &rules, settings);
    analyzer.analyze(&gcg.replay().unwrap(), &mut |_| ControlFlow::Continue(())).unwrap()
}

/// All plays that lay a full rack.
fn bingos(view: &View<'_>) -> Vec<Move> {
    let mut all = All::new();
    generator().worker().all(view.position, &mut all).unwrap();
    all.plays().iter().map(|play| play.placement).filter(|placement| placement.tiles.len() == 7).map(Move::Place).collect()
}

/// A game of static equity against itself. From turn `from` on, the first player with a bingo plays the move that scores
/// most of those that lay one tile. Returns the game and that turn, from 0.
fn played(seed: u64, from: usize) -> (Game, Option<usize>) {
    let mut game = Game::new(board_setup(), rules(), seed).unwrap();
    let mut equity = StaticEquity::new(generator(), leaves(), None);
    let mut planted = None;
    while game.end().is_none() {
        let view = game.view();
        let (mut play, _) = equity.choose(&view).unwrap();
        if game.turns().len() >= from && planted.is_none() && !bingos(&view).is_empty() {
            let list = equity.list(&view, Order::Score, None).unwrap();
            let poor = list.iter().find(|scored| scored.play.tiles().len() == 1);
            play = poor.map_or(Move::Pass, |scored| scored.play);
            planted = Some(game.turns().len());
        }
        game.play(&play).unwrap();
    }
    (game, planted)
}

#[test]
fn a_game_of_the_best_moves_loses_nothing() {
    let (game, _) = played(11, usize::MAX);
    let analysis = analyze(&game.to_gcg(["a", "b"]), AnalysisSettings::default());
    assert!(analysis.complete && analysis.turns.len() == game.turns().len());
    for (turn, taken) in analysis.turns.iter().zip(game.turns()) {
        assert!(turn.is_known && turn.loss() == Some(0.0), "{turn:?}");
        assert_eq!((turn.score, turn.player), (taken.score, taken.seat));
        assert!(turn.luck.is_none() && turn.simulated.is_none() && turn.endgame.is_none());
        let unseen = 100 - turn.position.board().tiles().count() - taken.rack.len();
        assert!(turn.chance.value > 0.0 && turn.chance.value < 1.0 && unseen > 0);
    }
    assert_eq!(analysis.scores, game.scores());
    let chances = analysis.chances();
    assert_eq!(chances.len(), analysis.turns.len() + 1);
    assert_eq!(*chances.last().unwrap() > 0.5, game.scores()[0] > game.scores()[1]);
    assert!((chances[0] - 0.5).abs() < 0.2, "{chances:?}");
    let totals = [0, 1].map(|player| analysis.totals(player));
    assert!(totals.iter().all(|totals| totals.loss == 0.0 && totals.compared == totals.turns && totals.games == 1));
    assert_eq!(totals[0].wins + totals[1].wins, 1.0);
}

#[test]
fn a_blunder_and_a_missed_bingo_are_found() {
    let (game, planted) = played(3, 4);
    let planted = planted.unwrap();
    let gcg = game.to_gcg(["a", "b"]);
    let settings = AnalysisSettings { racks: 16, candidates: 2, ..AnalysisSettings::default() };
    let analysis = analyze(&gcg, settings);
    let mut equity = StaticEquity::new(generator(), leaves(), None);
    let rules = rules();
    for (number, turn) in analysis.turns.iter().enumerate() {
        let view = View::of_position(&turn.position, &rules, 0);
        let all = bingos(&view);
        let found = turn.bingos.as_ref().unwrap();
        assert_eq!((found.count, found.best.is_some()), (all.len(), !all.is_empty()), "turn {number}");
        assert_eq!(turn.missed_bingo(), !all.is_empty() && turn.played.tiles().len() != 7);
        if let Some(best) = &found.best {
            let list = equity.list(&view, Order::Equity, None).unwrap();
            let first = list.iter().find(|scored| all.contains(&scored.play)).unwrap();
            assert_eq!((first.worth, first.play), (best.worth, best.play));
        }
        if number == planted {
            let lost = (equity.consider(&view, 1).unwrap()[0].worth - equity.of(&view, &turn.played, turn.score)).points();
            assert!(turn.missed_bingo() && lost > 20.0, "{lost}");
            assert_eq!(turn.loss(), Some(lost));
        } else {
            assert_eq!(turn.loss(), Some(0.0), "turn {number}");
        }
        if let Some(simulated) = &turn.simulated {
            let chosen = simulated.played.as_ref().unwrap();
            // The move that was played is never dropped.
            assert_eq!((chosen.iterations, simulated.best.behind), (simulated.iterations, 0.0));
            assert_eq!(turn.chance.source, ChanceSource::Simulation);
            assert_eq!(turn.chance_loss(), Some((chosen.behind, chosen.behind_margin())));
            let is_best = simulated.best.scored_move.play == chosen.scored_move.play;
            assert_eq!(is_best, simulated.best.wins == chosen.wins && simulated.best.mean == chosen.mean);
        }
    }
    let simulated = analysis.turns[planted].simulated.as_ref().unwrap().played.as_ref().unwrap();
    assert!(simulated.behind > 0.0, "{simulated:?}");
    let totals = [0, 1].map(|player| analysis.totals(player));
    let player = game.turns()[planted].seat;
    assert!(totals[player].missed_bingos >= 1 && totals[player].loss > 20.0 && totals[1 - player].loss == 0.0);
    // Without racks there is nothing to compare, but the turns of the other player are as before.
    let mut blind = gcg.clone();
    for line in &mut blind.lines {
        if let Content::Event(event) = &mut line.content
            && event.nick == "p2"
        {
            event.rack = lexigraph::board::Tiles::NONE;
        }
    }
    let partly = analyze(&blind, AnalysisSettings { draws: 2, ..AnalysisSettings::default() });
    let known = analyze(&gcg, AnalysisSettings { draws: 2, ..AnalysisSettings::default() });
    for (blind, known) in partly.turns.iter().zip(&known.turns) {
        if blind.player == 0 {
            assert_eq!((blind.loss(), &blind.luck, &blind.bingos), (known.loss(), &known.luck, &known.bingos));
        } else if !blind.is_known {
            assert!(blind.loss().is_none() && blind.best.is_none() && blind.bingos.is_none() && blind.luck.is_none());
        }
        assert!(blind.chance.value > 0.0 && blind.chance.value < 1.0);
    }
    let unknown = partly.turns.iter().filter(|turn| !turn.is_known).count();
    assert!(unknown > 3 && partly.totals(1).compared as usize + unknown == partly.totals(1).turns as usize);
}

/// The tiles that a player might have drawn: all but those on the board, those kept, and those put back.
fn pool(view: &View<'_>, kept: &Rack, exchanged: &[Cell]) -> Vec<Cell> {
    let mut pool: Vec<Cell> = Bag::full(view.position.setup().alphabet()).cells().collect();
    let board = view.position.board().tiles().map(|(_, cell)| cell.on_rack());
    for cell in board.chain(kept.cells()).chain(exchanged.iter().copied()) {
        let at = pool.iter().position(|&other| other == cell).unwrap();
        pool.swap_remove(at);
    }
    pool
}

/// The sum and the number of the best equities with each way to draw `left` more tiles in order.
fn drawn(view: &View<'_>, rack: Rack, pool: &mut Vec<Cell>, left: usize, equity: &mut StaticEquity<'_>) -> (f64, f64) {
    if left == 0 {
        let mut other = view.position.clone();
        other.set_racks_unchecked([rack, Rack::EMPTY]);
        hide_opponent(&mut other).unwrap();
        let view = View { position: &other, seed: 0, last: None, ..*view };
        return (equity.consider(&view, 1).unwrap()[0].worth.points(), 1.0);
    }
    let (mut sum, mut ways) = (0.0, 0.0);
    for at in 0..pool.len() {
        let cell = pool.swap_remove(at);
        let mut more = rack;
        assert!(more.add(cell));
        let (worth, number) = drawn(view, more, pool, left - 1, equity);
        (sum, ways) = (sum + worth, ways + number);
        pool.push(cell);
        let last = pool.len() - 1;
        pool.swap(at, last);
    }
    (sum, ways)
}

#[test]
fn luck_is_the_mean_over_all_draws() {
    let mut equity = StaticEquity::new(generator(), leaves(), None);
    let (rules, mut checked, mut sums) = (rules(), 0, [0.0; 2]);
    for seed in 11..21 {
        let (game, _) = played(seed, usize::MAX);
        let analysis = analyze(&game.to_gcg(["a", "b"]), AnalysisSettings::default());
        let mut before = [(Rack::EMPTY, Vec::new()), (Rack::EMPTY, Vec::new())];
        for turn in &analysis.turns {
            let view = View::of_position(&turn.position, &rules, 0);
            let is_exchange = turn.kind == TurnKind::Exchange;
            let next =
                (turn.played.leave(view.position.rack()), if is_exchange { turn.played.tiles().to_vec() } else { vec![] });
            let (kept, exchanged) = std::mem::replace(&mut before[turn.player], next);
            let count = view.position.rack().len() - kept.len();
            // The orders of one or two of few tiles are soon tried.
            let mut pool = pool(&view, &kept, &exchanged);
            let orders: usize = (0..count).map(|taken| pool.len() - taken).product();
            if count == 0 || orders > 150 {
                continue;
            }
            let (sum, ways) = drawn(&view, kept, &mut pool, count, &mut equity);
            let best = turn.best.as_ref().unwrap().worth;
            let expected = best.points() - sum / ways;
            let put_back = Rack::from_cells(&exchanged).unwrap();
            let luck = |samples| draw_luck(context(), &view, &kept, &put_back, best, samples, false).unwrap().unwrap();
            let exact = luck(150);
            assert!(exact.is_exact && exact.error == 0.0 && (exact.points - expected).abs() < 1e-9, "{exact:?}, {expected}");
            if exact.draws > 1 {
                let sampled = luck(exact.draws - 1);
                assert!(sampled.draws == exact.draws - 1 && !sampled.is_exact, "{sampled:?}");
                assert!((sampled.points - expected).abs() < 6.0 * sampled.error + 5.0, "{sampled:?}, {expected}");
            }
            checked += 1;
            sums[turn.player] += exact.points - expected;
        }
    }
    assert!(checked >= 2, "{checked}");
    assert!(sums.iter().all(|sum| sum.abs() < 1e-6), "{sums:?}");
}

#[test]
fn the_luck_of_a_player_is_the_sum_of_the_draws() {
    let (game, _) = played(11, usize::MAX);
    let analysis = analyze(&game.to_gcg(["a", "b"]), AnalysisSettings { draws: 4, ..AnalysisSettings::default() });
    for player in 0..2 {
        let total = analysis.totals(player);
        let luck = || analysis.turns.iter().filter(|turn| turn.player == player).filter_map(|turn| turn.luck);
        assert!(luck().count() > 8 && (total.luck - luck().map(|luck| luck.points).sum::<f64>()).abs() < 1e-9);
        let squares: f64 = luck().map(|luck| luck.error * luck.error).sum();
        assert!((total.luck_margin() - 1.96 * squares.sqrt()).abs() < 1e-9);
    }
}

/// With proven values, what a move is worth is its score less what the next turn is worth to the opponent.
#[test]
fn endgames_of_successive_turns_agree() {
    let (game, _) = played(11, usize::MAX);
    let gcg = game.to_gcg(["a", "b"]);
    let settings = AnalysisSettings { endgame_nodes: 4000, ..AnalysisSettings::default() };
    let turns = analyze(&gcg, settings).turns;
    let mut compared = 0;
    for (turn, next) in turns.iter().zip(turns.iter().skip(1).map(Some).chain([None])) {
        let Some(endgame) = turn.endgame.as_ref().filter(|endgame| endgame.exact) else { continue };
        assert!(endgame.loss() >= 0);
        let rest = match next {
            Some(next) => next.endgame.as_ref().filter(|next| next.exact).map(|next| next.value),
            // The player who goes out gains twice the opponent's tiles.
            None => Some(-2 * turn.position.opponent_rack().points(turn.position.setup().points())),
        };
        if let Some(rest) = rest {
            assert_eq!(endgame.played, turn.score - rest);
            compared += 1;
        }
        assert_eq!(turn.chance.source, ChanceSource::Endgame);
        assert!([0.0, 0.5, 1.0].contains(&turn.chance.value));
    }
    assert!(compared >= 1);
}

/// A record may have moves that the rules do not allow: an exchange where there is none, words that are not in the lexicon,
/// and exchanges of unknown tiles.
#[test]
fn moves_against_the_rules_are_analysed() {
    let setup = board_setup();
    let gcg = Gcg::parse(crate::api::REVIEWED.as_bytes(), &setup).unwrap();
    let rules = GameRules::builtin("thesis").unwrap();
    let settings = AnalysisSettings { racks: 4, candidates: 2, draws: 2, endgame_nodes: 100, ..AnalysisSettings::default() };
    let mut analyzer = Analyzer::new(context(), &rules, settings);
    let analysis = analyzer.analyze(&gcg.replay().unwrap(), &mut |_| ControlFlow::Continue(())).unwrap();
    let kinds: Vec<TurnKind> = analysis.turns.iter().map(|turn| turn.kind).collect();
    let exchange = TurnKind::Exchange;
    assert_eq!(kinds, [TurnKind::Play, exchange, TurnKind::Pass, TurnKind::Withdrawn, TurnKind::Phony, exchange]);
    let played =
        analysis.turns.iter().map(|turn| turn.simulated.as_ref().is_some_and(|simulated| simulated.played.is_some()));
    assert_eq!(played.collect::<Vec<_>>(), [true, false, true, true, true, false]);
    // Tiles are drawn after a play and after an exchange, not after a pass. The third rack lacks a tile that was kept.
    let drawn: Vec<bool> = analysis.turns.iter().map(|turn| turn.luck.is_some()).collect();
    assert_eq!(drawn, [true, true, false, true, false, false]);
    let known: Vec<bool> = analysis.turns.iter().map(|turn| turn.is_known).collect();
    assert_eq!(known, [true, true, true, true, true, false]);
}

#[test]
fn an_analysis_can_be_ended() {
    let (game, _) = played(11, usize::MAX);
    let replay = game.to_gcg(["a", "b"]).replay().unwrap();
    let rules = rules();
    let mut analyzer = Analyzer::new(context(), &rules, AnalysisSettings { racks: 1000, ..AnalysisSettings::default() });
    let analysis = analyzer.analyze(&replay, &mut |_| ControlFlow::Break(())).unwrap();
    assert!(analysis.turns.is_empty() && !analysis.complete && analysis.chances().is_empty());
    assert_eq!(analysis.totals(0).games, 0);
}
