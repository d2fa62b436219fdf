//! Static self-play: whole games of a strategy against itself in one thread, and the time of a turn; for `equity` also on
//! the `list` layout, to compare layouts.
//!
//!     cargo bench --bench play                     medians over 15 rounds of 200 games
//!     cargo bench --bench play -- --rounds 31
//!     cargo bench --bench play -- --simulation     simulation instead: moves played a second, by threads
//!
//! The times of games are processor times of this thread, those of simulations the times that pass. Rounds are interleaved.
//! All strategies play from the same seeds.

#[path = "../tests/common/games.rs"]
mod games;

use std::time::Instant;

use cpu_time::ThreadTime;
use lexigraph::board::Position;
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{NodeLayout, compile_in_memory};
use lexigraph::movegen::{Generator, WordIndex};
use lexigraph::parallel::Threads;
use lexigraph::play::evaluation::Evaluation;
use lexigraph::play::selfplay::play_game;
use lexigraph::play::strategy::{PlayContext, Simulate, SimulationSettings, StrategySpec};
use lexigraph::play::{GameRules, View, bundled_leaves};

const GAMES: u64 = 200;

/// Simulations of a round: so many positions, each with all candidates against so many racks.
const POSITIONS: usize = 20;
const RACKS: u64 = 48;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let rounds = arguments.iter().position(|argument| argument == "--rounds").and_then(|at| arguments.get(at + 1));
    let rounds: usize = rounds.map_or(15, |rounds| rounds.parse().expect("--rounds takes a number"));
    let (alphabet, words) = games::lexicon();
    let setup = games::board_setup();
    let rules = GameRules::builtin("standard").expect("it is in the table");
    let leaves = bundled_leaves(&alphabet).expect("English has some");
    let evaluation = Evaluation::builtin(&alphabet).expect("English has one");
    let image = |nodes| compile_in_memory(&alphabet, &words, GraphKinds::Gaddag, nodes).expect("within limits");
    let (fast, list) = (image(NodeLayout::Fast), image(NodeLayout::List));
    let index = WordIndex::new(&fast, GraphKind::Gaddag).expect("it has a GADDAG");
    let generator = |image| Generator::new(image, GraphKind::Gaddag).expect("it has a GADDAG");
    let (plain, indexed, listed) =
        (generator(&fast), generator(&fast).with_index(&index).expect("the same words"), generator(&list));
    let context = |generator| PlayContext { generator, leaves: Some(&leaves), evaluation: Some(&evaluation), winning: None };
    if arguments.iter().any(|argument| argument == "--simulation") {
        return simulations(rounds, &rules, &[("word index", context(&indexed)), ("graph only", context(&plain))]);
    }
    let contestants = [
        ("equity", "equity, fast, word index", &indexed),
        ("equity", "equity, fast", &plain),
        ("equity", "equity, list", &listed),
        ("greedy", "greedy, fast, word index", &indexed),
        ("rack", "rack, fast, word index", &indexed),
        ("board", "board, fast, word index", &indexed),
    ];
    let mut times = vec![Vec::new(); contestants.len()];
    let mut turns = vec![0; contestants.len()];
    for round in 0..=rounds as u64 {
        for (at, (spec, _, generator)) in contestants.iter().enumerate() {
            let spec = StrategySpec::parse(spec).expect("it is one");
            let strategy = || spec.strategy(context(generator)).expect("all is there");
            let (mut first, mut second) = (strategy(), strategy());
            let start = ThreadTime::now();
            let mut count = 0;
            for seed in 0..GAMES {
                let seed = round * GAMES + seed;
                let game = play_game(&setup, &rules, seed, [&mut *first, &mut *second]).expect("it can be dealt");
                count += game.turns().len();
            }
            // The first round warms up.
            if round > 0 {
                times[at].push(start.elapsed().as_secs_f64());
                turns[at] += count;
            }
        }
    }
    println!("{rounds} rounds of {GAMES} games, one thread; medians, in brackets the middle half\n");
    println!("{:<28} {:>9}   {:<17} {:>9} {:>7}", "", "games/s", "", "us a turn", "x list");
    let median = |times: &[f64], at: usize| times[(times.len() - 1) * at / 4];
    let mut sorted = times.clone();
    sorted.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    for (at, (_, name, _)) in contestants.iter().enumerate() {
        let rate = |quarter| GAMES as f64 / median(&sorted[at], quarter);
        let mut ratios: Vec<f64> = times[at].iter().zip(&times[2]).map(|(ours, list)| list / ours).collect();
        ratios.sort_by(f64::total_cmp);
        let turn = median(&sorted[at], 2) * 1e6 * rounds as f64 / turns[at] as f64;
        let half = format!("[{:.0} - {:.0}]", rate(3), rate(1));
        println!("{name:<28} {:>9.0}   {half:<17} {turn:>9.1} {:>7.2}", rate(2), median(&ratios, 2));
    }
}

/// Measures simulations with one thread and with two. Prints the moves that are chosen a second, after the candidates.
fn simulations(rounds: usize, rules: &GameRules, contexts: &[(&str, PlayContext<'_>)]) {
    let positions = games::positions("movegen/enable1.tsv.xz", &games::board_setup());
    let positions: Vec<Position> = positions.into_iter().map(|(position, _)| position).collect();
    let midgame = |position: &&Position| (30..60).contains(&position.board().tiles().count());
    let positions: Vec<&Position> = positions.iter().filter(midgame).step_by(7).take(POSITIONS).collect();
    let settings = SimulationSettings { iterations: RACKS, certainty: 100, ..SimulationSettings::default() };
    let pools = [1, 2].map(|threads| (threads, Threads::new(threads).expect("the system has two threads")));
    let mut rates = vec![Vec::new(); contexts.len() * pools.len()];
    for round in 0..=rounds {
        for (at, (_, context)) in contexts.iter().enumerate() {
            for (pool_at, (threads, pool)) in pools.iter().enumerate() {
                let leaves = context.leaves.expect("English has some");
                let mut simulate = Simulate::new(*context, leaves, settings);
                if *threads > 1 {
                    simulate = simulate.in_parallel();
                }
                let start = Instant::now();
                let mut moves = 0;
                for position in &positions {
                    let view = View::of_position(position, rules, 1);
                    let report = pool.run(|| simulate.run(&view, |_| true)).expect("the same letters");
                    moves += report.outcomes.iter().map(|outcome| outcome.iterations).sum::<u64>() * settings.plies;
                }
                // The first round warms up.
                if round > 0 {
                    rates[at * pools.len() + pool_at].push(moves as f64 / start.elapsed().as_secs_f64());
                }
            }
        }
    }
    println!("{rounds} rounds of {} positions, {RACKS} racks, {} candidates\n", positions.len(), settings.candidates);
    println!("{:<14} {:>7} {:>16}   {:<19} {:>12}", "", "threads", "moves a second", "", "x one thread");
    for (at, (name, _)) in contexts.iter().enumerate() {
        for (pool_at, (threads, _)) in pools.iter().enumerate() {
            let own = &rates[at * pools.len() + pool_at];
            let mut sorted = own.clone();
            sorted.sort_by(f64::total_cmp);
            let mut ratios: Vec<f64> = own.iter().zip(&rates[at * pools.len()]).map(|(own, one)| own / one).collect();
            ratios.sort_by(f64::total_cmp);
            let quarter = |at: usize| sorted[(sorted.len() - 1) * at / 4];
            let half = format!("[{:.0} - {:.0}]", quarter(1), quarter(3));
            println!("{name:<14} {threads:>7} {:>16.0}   {half:<19} {:>12.2}", quarter(2), ratios[(ratios.len() - 1) / 2]);
        }
    }
}
