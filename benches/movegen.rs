//! Move generation over the positions of `tests/movegen`: all plays counted, all plays kept, the best play; both
//! generators, every layout of nodes.
//!
//!     cargo bench --bench movegen                    every layout, both graphs
//!     cargo bench --bench movegen -- --rounds 31 --only 'gaddag fast' --task equity
//!
//! The times are processor times of this one thread, so that other programs matter little. Rounds are interleaved, so
//! that other load affects all tasks alike. The output has medians with the middle half of the times, and the ratio to
//! the `list` layout of the same graph in the same run. Nothing is allocated after the first round. The times include
//! the update of cross-checks from position to position; the positions of a game follow each other.

#[path = "../tests/common/games.rs"]
mod games;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use lexigraph::board::{Position, Rack};
use lexigraph::build::GraphKinds;
use lexigraph::graph::GraphKind;
use lexigraph::image::{NodeLayout, compile_in_memory};
use lexigraph::movegen::{All, Count, Equity, Generator, Leaves, Order, WordIndex, Worker};

/// Leave values of a usual size, for measurements only.
struct Made;

impl Leaves for Made {
    fn value(&self, kept: &Rack) -> Equity {
        let vowels = [1u8, 5, 9, 15, 21].iter().map(|&number| kept.counts()[usize::from(number)]).sum::<u8>();
        let consonants = kept.len() as i32 - i32::from(vowels) - kept.blanks() as i32;
        let balance = (consonants - i32::from(vowels) - 1).abs();
        let doubles = kept.counts()[1..].iter().filter(|&&count| count > 1).count() as i32;
        let good = kept.blanks() as i32 * 25_000 + i32::from(kept.counts()[19].min(1)) * 8_000;
        Equity::from_thousandths(good - balance * 2_500 - doubles * 3_000 - i32::from(kept.counts()[17]) * 7_000)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    Count,
    Keep,
    BestScore,
    BestEquity,
    BestIndexed,
}

const TASKS: [(Task, &str); 5] = [
    (Task::Count, "all plays, counted"),
    (Task::Keep, "all plays, kept, equities"),
    (Task::BestScore, "best play by score"),
    (Task::BestEquity, "best play by equity"),
    (Task::BestIndexed, "the same, word index"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let value = |name: &str| arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1));
    let rounds: usize = value("--rounds").map_or(15, |rounds| rounds.parse().expect("--rounds takes a number"));
    let only = value("--only").map_or("", String::as_str);
    let wanted = value("--task").map_or("", String::as_str);
    let tasks: Vec<(Task, &str)> = TASKS.into_iter().filter(|(_, name)| name.contains(wanted)).collect();

    let (alphabet, words) = games::lexicon();
    let images = NodeLayout::ALL
        .map(|nodes| (nodes, compile_in_memory(&alphabet, &words, GraphKinds::Both, nodes).expect("within limits")));
    let positions = games::positions("movegen/enable1.tsv.xz", &games::board_setup());
    let positions: Vec<Position> = positions.into_iter().map(|(position, _)| position).collect();

    let index = WordIndex::new(&images[0].1, GraphKind::Dawg).expect("it has a DAWG");
    let mut generators = Vec::new();
    for kind in [GraphKind::Gaddag, GraphKind::Dawg] {
        for (nodes, image) in &images {
            if format!("{} {}", kind.name(), nodes.name()).contains(only) {
                let bytes = image.graphs().find(|graph| graph.kind == kind).map_or(0, |graph| graph.bytes);
                let plain = Generator::new(image, kind).expect("both graphs");
                let valued = Generator::new(image, kind).expect("both graphs").with_leaves(&Made);
                let indexed = Generator::new(image, kind)
                    .expect("both graphs")
                    .with_leaves(&Made)
                    .with_index(&index)
                    .expect("the same words");
                generators.push((kind, *nodes, bytes, plain, valued, indexed));
            }
        }
    }
    let mut workers: Vec<[Worker<'_>; 3]> = generators
        .iter()
        .map(|(.., plain, valued, indexed)| [plain, valued, indexed].map(|generator| generator.worker()))
        .collect();
    let mut all = All::new();
    let mut times = vec![vec![Vec::new(); tasks.len()]; workers.len()];
    let mut plays = 0;
    for round in 0..=rounds {
        for (task_number, (task, _)) in tasks.iter().enumerate() {
            for (at, workers) in workers.iter_mut().enumerate() {
                let worker = match task {
                    Task::Count | Task::BestScore => &mut workers[0],
                    Task::Keep | Task::BestEquity => &mut workers[1],
                    Task::BestIndexed => &mut workers[2],
                };
                let start = ThreadTime::now();
                plays = run(*task, worker, &positions, &mut all).max(plays);
                // The first round warms up.
                if round > 0 {
                    times[at][task_number].push(start.elapsed());
                }
            }
        }
    }
    println!("{} positions, {plays} plays, {rounds} rounds; word index of {} bytes", positions.len(), index.bytes());
    println!(
        "{:<26} {:<6} {:<5} {:>8} {:>9} {:>19} {:>11} {:>7}",
        "task", "graph", "nodes", "MB", "µs/pos", "middle half", "M plays/s", "x list"
    );
    for (task_number, (task, name)) in tasks.iter().enumerate() {
        let median = |at: usize| {
            let mut times: Vec<Duration> = times[at][task_number].clone();
            times.sort();
            let micros = |time: Duration| time.as_secs_f64() * 1e6 / positions.len() as f64;
            (micros(times[times.len() / 2]), micros(times[(times.len() - 1) / 4]), micros(times[(times.len() - 1) * 3 / 4]))
        };
        for (at, (kind, nodes, bytes, ..)) in generators.iter().enumerate() {
            let (middle, low, high) = median(at);
            let list = generators.iter().position(|other| other.0 == *kind && other.1 == NodeLayout::List);
            let ratio = list.map_or("".into(), |list| format!("{:.2}", median(list).0 / middle));
            let rate = match task {
                Task::Count | Task::Keep => format!("{:.1}", plays as f64 / positions.len() as f64 / middle),
                _ => String::new(),
            };
            println!(
                "{name:<26} {:<6} {:<5} {:>8.2} {middle:>9.1} {low:>9.1}–{high:<9.1} {rate:>11} {ratio:>7}",
                kind.name(),
                nodes.name(),
                *bytes as f64 / 1e6,
            );
        }
    }
}

fn run(task: Task, worker: &mut Worker<'_>, positions: &[Position], all: &mut All) -> u64 {
    let mut plays = 0;
    for position in positions {
        match task {
            Task::Count => {
                let mut count = Count::default();
                worker.count(position, &mut count).expect("the same letters");
                plays += black_box(count).plays;
            }
            Task::Keep => {
                all.clear();
                worker.all(position, all).expect("the same letters");
                plays += black_box(all.plays()).len() as u64;
            }
            Task::BestScore | Task::BestEquity | Task::BestIndexed => {
                let order = if task == Task::BestScore { Order::Score } else { Order::Equity };
                black_box(worker.best(position, order).expect("the same letters"));
            }
        }
    }
    plays
}
