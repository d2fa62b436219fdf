//! Endgames of real games: the first position with an empty bag in each game of `equity` against itself, solved to the end.
//!
//!     cargo bench --bench endgame                       40 positions
//!     cargo bench --bench endgame -- --games 100 --nodes 1000000
//!
//! The times are processor times of one thread. A search that reaches the limit of positions counts as not proven.

#[path = "../tests/common/games.rs"]
mod games;

use cpu_time::ThreadTime;
use lexigraph::graph::GraphKind;
use lexigraph::image::bundled;
use lexigraph::movegen::{Generator, WordIndex};
use lexigraph::play::endgame::{EndgameLimits, solve};
use lexigraph::play::strategy::{PlayContext, StrategySpec};
use lexigraph::play::{Game, GameRules, bundled_leaves};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let value = |name: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1));
        at.map_or(usual, |number| number.parse().expect("a number"))
    };
    let (count, nodes) = (value("--games", 40), value("--nodes", 300_000));
    let image = bundled("enable").expect("it is bundled").expect("it is sound");
    let setup = games::board_setup();
    let leaves = bundled_leaves(setup.alphabet()).expect("English has some");
    let index = WordIndex::new(&image, GraphKind::Gaddag).expect("it has a GADDAG");
    let generator =
        Generator::new(&image, GraphKind::Gaddag).expect("it has a GADDAG").with_index(&index).expect("the same words");
    let context = PlayContext { generator: &generator, leaves: Some(&leaves), evaluation: None, winning: None };
    let rules = GameRules::builtin("standard").expect("it is in the table");
    let mut player = StrategySpec::parse("equity").expect("it is one").strategy(context).expect("all is there");
    let (mut times, mut looked_at, mut proven) = (Vec::new(), Vec::new(), 0);
    for seed in 0..count {
        let mut game = Game::new(setup.clone(), rules.clone(), seed).expect("it can be dealt");
        while game.end().is_none() && game.bag() > 0 {
            let (play, _) = player.choose(&game.view()).expect("letters agree");
            game.play(&play).expect("it is legal");
        }
        if game.end().is_some() {
            continue;
        }
        let start = ThreadTime::now();
        let limits = EndgameLimits { nodes: Some(nodes), ..EndgameLimits::default() };
        let solution = solve(&generator, game.position(), limits).expect("letters agree");
        times.push(start.elapsed().as_secs_f64());
        looked_at.push(solution.nodes);
        proven += usize::from(solution.exact);
        println!(
            "{seed:>4}  {:>2} against {:<2} {:>9} positions {:>9.3} s  {:+} {}",
            game.position().rack().len(),
            game.position().opponent_rack().len(),
            solution.nodes,
            times[times.len() - 1],
            solution.value,
            if solution.exact { "" } else { "not proven" }
        );
    }
    times.sort_by(f64::total_cmp);
    let total = times.len();
    let at = |share: usize| times[(total - 1) * share / 100];
    println!(
        "\n{proven} of {total} proven; half within {:.3} s, nine of ten within {:.3} s, all within {:.3} s",
        at(50),
        at(90),
        at(100)
    );
    println!("{} positions looked at", looked_at.iter().sum::<u64>());
}
