//! Win chances: learned from a few games and counted again by their records, the same on any number of threads; and
//! simulations that use them.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use lexigraph::board::{Bag, Move};
use lexigraph::graph::GraphKind;
use lexigraph::image::{Image, bundled};
use lexigraph::movegen::{Generator, LeaveTable, Leaves};
use lexigraph::parallel::Threads;
use lexigraph::play::selfplay::play_game;
use lexigraph::play::strategy::{Objective, PlayContext, Simulate, SimulationReport, SimulationSettings, StrategySpec};
use lexigraph::play::winning::{WinningCounts, WinningTable, WinningTraining, count_games};
use lexigraph::play::{Game, GameRules, StaticEquity, View};
use lexigraph::random::mixed;

use crate::games::board_setup;

const GAMES: u64 = 12;

pub fn generator() -> &'static Generator<'static> {
    static IMAGE: OnceLock<Image> = OnceLock::new();
    static GENERATOR: OnceLock<Generator<'static>> = OnceLock::new();
    GENERATOR.get_or_init(|| {
        let image = IMAGE.get_or_init(|| bundled("enable").unwrap().unwrap());
        Generator::new(image, GraphKind::Gaddag).unwrap()
    })
}

fn leaves() -> LeaveTable {
    LeaveTable::from_csv("?,25\nS,8\nE,2\nQ,-7\nQU,2\nER,4\nU,-4\nI,-2\n", board_setup().alphabet()).unwrap()
}

fn context(leaves: &LeaveTable) -> PlayContext<'_> {
    PlayContext { generator: generator(), leaves: Some(leaves), evaluation: None, winning: None }
}

fn counts(threads: usize, strategy: &str, go_on: impl FnMut(u64) -> bool + Send) -> WinningCounts {
    let (leaves, setup, rules) = (leaves(), board_setup(), GameRules::builtin("standard").unwrap());
    let strategy = StrategySpec::parse(strategy).unwrap();
    let training =
        WinningTraining { context: context(&leaves), strategy, setup: &setup, rules: &rules, games: GAMES, seed: 5 };
    Threads::new(threads).unwrap().run(|| count_games(&training, go_on)).unwrap()
}

/// The changes of the lead, from the record of a finished game.
fn recount(game: &Game, leaves: &LeaveTable, counts: &mut HashMap<(u16, i32), u64>) {
    let all = Bag::full(game.position().setup().alphabet()).len();
    let (mut totals, mut kept, mut laid) = ([0, 0], [0.0, 0.0], 0);
    for taken in game.turns() {
        let (own, other) = (taken.seat, 1 - taken.seat);
        let unseen = all - laid - taken.rack.len();
        let leave = if unseen > 7 { kept[own] - kept[other] } else { 0.0 };
        let change = f64::from(game.scores()[own] - game.scores()[other]) - (f64::from(totals[own] - totals[other]) + leave);
        *counts.entry((unseen as u16, change.round() as i32)).or_default() += 1;
        totals[own] = taken.total;
        kept[own] = leaves.value(&taken.played.leave(&taken.rack)).points();
        laid += if let Move::Place(placement) = &taken.played { placement.tiles.len() } else { 0 };
    }
}

#[test]
fn counts_are_those_of_the_games() {
    let (leaves, setup, rules) = (leaves(), board_setup(), GameRules::builtin("standard").unwrap());
    let mut expected = HashMap::new();
    for game in 0..GAMES {
        let strategy = || StrategySpec::parse("equity").unwrap().strategy(context(&leaves)).unwrap();
        let (mut first, mut second) = (strategy(), strategy());
        let seed = mixed(5 ^ mixed(game));
        let game = play_game(&setup, &rules, seed, [&mut *first, &mut *second]).unwrap();
        recount(&game, &leaves, &mut expected);
    }
    let one = counts(1, "equity", |_| true);
    assert_eq!(one.games, GAMES);
    assert_eq!(one.changes.iter().map(|(key, count)| (*key, *count)).collect::<HashMap<_, _>>(), expected);
    let many = counts(4, "equity", |_| true);
    assert_eq!(one, many);
    let (one, many) = (one.table(7).unwrap(), many.table(7).unwrap());
    assert_eq!(one.to_tsv(&[]), many.to_tsv(&[]));
    assert_eq!(one.most_unseen(), 93);
    assert_eq!(counts(1, "greedy", |_| false), WinningCounts::default());
}

/// The chances of the bundled table agree with how many of other games were won: the counts of a seed that it was not
/// learned from, by lead and unseen tiles, within four standard errors.
#[test]
fn bundled_chances_are_those_of_other_games() {
    let table = WinningTable::bundled();
    let setup = board_setup();
    let leaves = lexigraph::play::bundled_leaves(setup.alphabet()).unwrap();
    let rules = GameRules::builtin("standard").unwrap();
    let games = if cfg!(debug_assertions) { 150 } else { 2000 };
    // By the tenth of the expected chance: turns, expected wins, wins.
    let mut bins = [(0.0, 0.0, 0.0); 10];
    for game in 0..games {
        let strategy = || StrategySpec::parse("equity").unwrap().strategy(context(&leaves)).unwrap();
        let (mut first, mut second) = (strategy(), strategy());
        let game = play_game(&setup, &rules, mixed(77 ^ mixed(game)), [&mut *first, &mut *second]).unwrap();
        // One turn of each game, so that turns are independent.
        let at = mixed(game.seed()) as usize % game.turns().len();
        let (before, taken) = (game.rewound(at), &game.turns()[at]);
        let kept = |turns_ago: usize| {
            let turn = at.checked_sub(turns_ago).map(|at| &game.turns()[at]);
            turn.map_or(0.0, |taken| leaves.value(&taken.played.leave(&taken.rack)).points())
        };
        let leave = if before.bag() > 0 { kept(2) - kept(1) } else { 0.0 };
        let [own, other] = [taken.seat, 1 - taken.seat];
        let lead = f64::from(before.scores()[own] - before.scores()[other]) + leave;
        let chance = table.chance(lead, before.bag() + before.rack(other).len(), true);
        let win = match game.scores()[own] - game.scores()[other] {
            0 => 0.5,
            spread => f64::from(u8::from(spread > 0)),
        };
        let bin = &mut bins[((chance * 10.0) as usize).min(9)];
        *bin = (bin.0 + 1.0, bin.1 + chance, bin.2 + win);
    }
    for (turns, expected, wins) in bins {
        let share = expected / f64::max(turns, 1.0);
        let error = (turns * share * (1.0 - share)).sqrt();
        assert!((wins - expected).abs() <= 4.0 * error + 0.5, "{turns} turns: {wins} for {expected} ± {error}: {bins:?}");
    }
}

fn simulate(game: &Game, by: Objective, candidates: u64, winning: Option<&WinningTable>) -> SimulationReport {
    let leaves = leaves();
    let settings =
        SimulationSettings { candidates, plies: 2, iterations: 48, certainty: 100, by, pre_endgame: false, infer: false };
    let context = PlayContext { winning, ..context(&leaves) };
    let mut simulation = Simulate::new(context, &leaves, settings);
    simulation.run_watched(&game.view(), &mut |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn candidates_are_compared_by_the_objective() {
    let leaves = leaves();
    let rules = GameRules::builtin("standard").unwrap();
    let strategy = || StrategySpec::parse("equity").unwrap().strategy(context(&leaves)).unwrap();
    let game = play_game(&board_setup(), &rules, 4, [&mut *strategy(), &mut *strategy()]).unwrap().rewound(8);
    let (win, spread) = (simulate(&game, Objective::Win, 6, None), simulate(&game, Objective::Spread, 6, None));
    assert!(win.outcomes.windows(2).all(|two| two[0].wins + 1e-3 >= two[1].wins));
    assert!(spread.outcomes.windows(2).all(|two| two[0].mean >= two[1].mean));
    // Both see the same results; only the order differs.
    for outcome in &win.outcomes {
        let same = |other: &&lexigraph::play::strategy::Outcome| other.scored_move.play == outcome.scored_move.play;
        let other = spread.outcomes.iter().find(same).unwrap();
        assert_eq!((outcome.mean, outcome.wins, outcome.iterations), (other.mean, other.wins, 48));
        assert!(outcome.margin() > 1.9 * outcome.error && outcome.wins_margin() > 1.9 * outcome.wins_error);
        assert!(outcome.wins_error > 0.0 && outcome.wins_margin() < 0.3);
    }
    // By a table in which nobody wins by less than a million points, the spread decides.
    let tsv = "unseen\tturns\t49%\t51%\n1\t1\t-99999\t99999\n";
    let even = WinningTable::from_tsv(tsv).unwrap();
    let even = simulate(&game, Objective::Win, 6, Some(&even));
    let plays = |report: &SimulationReport| report.outcomes.iter().map(|one| one.scored_move.play).collect::<Vec<_>>();
    assert!(even.outcomes.iter().all(|outcome| (outcome.wins - 0.5).abs() < 1e-3));
    assert_eq!(plays(&even), plays(&spread));
}

#[test]
fn an_exchange_and_a_pass_are_candidates() {
    let leaves = leaves();
    let rules = GameRules::builtin("standard").unwrap();
    let strategy = || StrategySpec::parse("equity").unwrap().strategy(context(&leaves)).unwrap();
    let game = play_game(&board_setup(), &rules, 4, [&mut *strategy(), &mut *strategy()]).unwrap();
    let (mut exchanges, mut passes) = (0, 0);
    for turn in 0..game.turns().len() {
        let before = game.rewound(turn);
        let view: View<'_> = before.view();
        let mut equity = StaticEquity::new(generator(), &leaves, None);
        let found = equity.candidates(&view, 5).unwrap();
        let considered = equity.consider(&view, 5).unwrap();
        assert!(found.len() <= 5 && found[0] == considered[0]);
        assert!(equity.candidates(&view, 2).unwrap() == equity.consider(&view, 2).unwrap());
        let exchange = found.iter().filter(|one| matches!(one.play, Move::Exchange(_))).count();
        assert!(exchange > 0 || !view.may_exchange(), "turn {turn}");
        let pass = found.iter().filter(|one| one.play == Move::Pass).count();
        assert!(pass == 1 || before.bag() > 7, "turn {turn}");
        (exchanges, passes) = (exchanges + exchange, passes + pass);
    }
    assert!(exchanges > 5 && passes > 1);
}
