//! Endgames of real games: the first position with an empty bag in each game of `equity` against itself, solved to the end.
//!
//!     cargo bench --bench endgame                                  40 positions, ten seconds each
//!     cargo bench --bench endgame -- --seconds 0.5 --threads 2
//!     cargo bench --bench endgame -- --from 20 --games 10          ten positions from the 21st on
//!     cargo bench --bench endgame -- --nodes 300000                a limit that is the same on every machine
//!     cargo bench --bench endgame -- --list --from 5000 --games 90    the positions of tests/play/endgame_fresh.tsv
//!
//! A search that reaches the limit counts as not proven. "right" is the number of searches that give the known value (two
//! positions have none: no search has proven one), and of those whose first move has it.

#[path = "../tests/common/games.rs"]
mod games;

use std::time::{Duration, Instant};

use lexigraph::board::Position;
use lexigraph::graph::GraphKind;
use lexigraph::image::bundled;
use lexigraph::movegen::{Generator, WordIndex};
use lexigraph::play::endgame::{EndgameLimits, EndgameSolution, solve};
use lexigraph::play::strategy::{PlayContext, StrategySpec};
use lexigraph::play::{Game, GameRules, bundled_leaves};

/// A number after an option.
fn value(name: &str) -> Option<f64> {
    let arguments: Vec<String> = std::env::args().collect();
    let at = arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1));
    at.map(|number| number.parse().expect("a number"))
}

fn main() {
    let image = bundled("enable").expect("it is bundled").expect("it is sound");
    let generator = Generator::new(&image, GraphKind::Gaddag).expect("it has a GADDAG");
    if std::env::args().any(|argument| argument == "--list") {
        let index = WordIndex::new(&image, GraphKind::Gaddag).expect("it has a GADDAG");
        let from = value("--from").unwrap_or(0.0) as u64;
        let games = value("--games").unwrap_or(40.0) as u64;
        let generator = generator.with_index(&index).expect("the same words");
        (from..from + games)
            .filter_map(|seed| fresh(&generator, seed))
            .for_each(|position| println!("{}", position.to_cgp()));
        return;
    }
    let seconds = value("--seconds").or(value("--nodes").is_none().then_some(10.0));
    let nodes = value("--nodes").map(|nodes| nodes as u64);
    let threads = value("--threads").unwrap_or(1.0) as usize;
    let memory = value("--memory").map_or(EndgameLimits::default().memory, |megabytes| (megabytes as usize) << 20);
    let (mut times, mut proven, mut right, mut first_right, mut looked_at) = (Vec::new(), 0, 0, 0, 0);
    let all = games::positions("play/endgame_fresh.tsv", &games::board_setup());
    let most = value("--games").map_or(usize::MAX, |games| games as usize);
    let from = value("--from").map_or(0, |from| from as usize);
    for (at, (position, numbers)) in all.into_iter().enumerate().skip(from).take(most) {
        let start = Instant::now();
        let until = seconds.map(|seconds| start + Duration::from_secs_f64(seconds));
        let limits = EndgameLimits { until, nodes, threads, memory, ..EndgameLimits::default() };
        let solution = solve(&generator, &position, limits).expect("letters agree");
        times.push(start.elapsed().as_secs_f64());
        looked_at += solution.nodes;
        proven += usize::from(solution.exact);
        let known = numbers.first().map(|&value| value as i32);
        let is_right = known == Some(solution.value);
        assert!(
            is_right || known.is_none() || !solution.exact,
            "{} is not {known:?}: {}",
            solution.value,
            position.to_cgp()
        );
        right += usize::from(is_right);
        // With --check, the position after the first move is solved.
        let check = std::env::args().any(|argument| argument == "--check");
        let move_right = is_right && solution.exact
            || check && known.is_some_and(|value| value == value_of_first(&generator, &position, &solution));
        first_right += usize::from(move_right);
        println!(
            "{at:>4}  {:>2} against {:<2} {:>10} positions {:>8.3} s  depth {:>2} {:+} {}{}",
            position.rack().len(),
            position.opponent_rack().len(),
            solution.nodes,
            times[times.len() - 1],
            solution.depth,
            solution.value,
            if solution.exact { "" } else { "not proven" },
            match known {
                None => ", no known value",
                Some(_) if is_right => "",
                Some(_) => ", wrong value",
            }
        );
    }
    let total = times.len();
    let (sum, nodes) = (times.iter().sum::<f64>(), looked_at as f64);
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(total - 1) * share / 100];
    println!(
        "\n{proven} of {total} proven, {right} values and {first_right} first moves right; half within {:.3} s, nine of ten \
         within {:.3} s, all within {:.3} s",
        at(50),
        at(90),
        at(100)
    );
    println!("{looked_at} positions looked at, {:.0} a second", nodes / sum);
}

/// The first position of a game with an empty bag, if there are seven tiles on the mover's rack and six or seven on
/// the other.
fn fresh(generator: &Generator<'_>, seed: u64) -> Option<Position> {
    let setup = games::board_setup();
    let leaves = bundled_leaves(setup.alphabet()).expect("English has some");
    let context = PlayContext { generator, leaves: Some(&leaves), evaluation: None, winning: None };
    let rules = GameRules::builtin("standard").expect("it is in the table");
    let mut player = StrategySpec::parse("equity").expect("it is one").strategy(context).expect("all is there");
    let mut game = Game::new(setup, rules, seed).expect("it can be dealt");
    while game.end().is_none() && game.bag() > 0 {
        let (play, _) = player.choose(&game.view()).expect("letters agree");
        game.play(&play).expect("it is legal");
    }
    let position = game.position();
    let many = position.rack().len() == 7 && position.opponent_rack().len() >= 6;
    (game.end().is_none() && many).then(|| position.clone())
}

/// The exact value of the first move of a solution.
fn value_of_first(generator: &Generator<'_>, position: &Position, solution: &EndgameSolution) -> i32 {
    let (play, score) = solution.line[0];
    let mut after = position.clone();
    let points = after.setup().points();
    let gain = 2 * after.opponent_rack().points(points);
    let _ = after.play(&play).expect("the solution is legal");
    if after.opponent_rack().is_empty() {
        return score + gain;
    }
    let limits = EndgameLimits { threads: 2, memory: 1 << 30, ..EndgameLimits::default() };
    score - solve(generator, &after, limits).expect("letters agree").value
}
