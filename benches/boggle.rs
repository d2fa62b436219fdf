//! Measures boards per second on one thread. Compares the level-by-level solver with each kernel, the depth-first
//! search on an image, and two yardsticks written here in the way of public solvers. One walks a trie of pointers
//! depth-first. The other has a trie of twelve bytes for each node and finds children by counting bits, the fastest of
//! the usual designs. The best public solver of that design, in C++ with the neighbours of each cell unrolled, is 1.2 to
//! 1.6 times as fast as this yardstick; `docs/bench.md` compares with it.
//!
//!     cargo bench --bench boggle                     all kinds of boards
//!     cargo bench --bench boggle -- --rounds 31 --only 5x5
//!     cargo bench --bench boggle -- --tables         the tables of Dewi's paper: paths and words by size and algorithm
//!
//! There are three kinds of boards: uniformly random letters; boards rolled with the dice of 1987 (4×4) and 1979 (5×5);
//! and boards that differ from the best known board in one cell and one swap, with at least nine tenths of its score,
//! as in hill climbing. Rounds are interleaved, so that other load on the machine affects all solvers alike. The table
//! shows medians with the middle half, and the ratio to the compact trie in the same run. Words have at least three
//! letters, with the usual points, from ENABLE1. The boards are prepared beforehand. All solvers must agree on the
//! points.

use std::hint::black_box;
use std::time::{Duration, Instant};

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::boggle::solver::{BoardShape, Kernel, Scoring};
use lexigraph::boggle::{
    Adjacency, BoggleBoard, DiceSet, Grid, GridCell, GridOptions, Random, Solver, WordPoints, brute, search,
};
use lexigraph::graph::for_each_word;
use lexigraph::image::{ErasedGraph, bundled};
use lexigraph::wordlist::MAX_WORD_LENGTH;

/// A node of the pointer trie: one for each prefix, with the last board on which its word was found.
struct Node {
    children: [Option<Box<Node>>; 26],
    is_word: bool,
    mark: u32,
}

impl Node {
    fn new() -> Box<Node> {
        Box::new(Node { children: [const { None }; 26], is_word: false, mark: 0 })
    }
}

/// Makes the pointer trie of a graph.
fn pointer_trie(graph: &ErasedGraph<'_>) -> Box<Node> {
    let mut root = Node::new();
    let _ = for_each_word(graph, MAX_WORD_LENGTH, |word: &[Tile]| {
        let mut node = &mut root;
        for tile in word {
            node = node.children[usize::from(tile.number()) - 1].get_or_insert_with(Node::new);
        }
        node.is_word = true;
        std::ops::ControlFlow::<()>::Continue(())
    });
    root
}

/// The symbol of a `Qu`, after the symbols of the letters.
const QU: u8 = 26;

struct Peer {
    root: Box<Node>,
    round: u32,
    neighbours: Vec<Vec<usize>>,
}

impl Peer {
    /// Scores a board of letters 0 to 25, and 26 for `Qu`.
    fn score(&mut self, board: &[u8], points: &[u64; 32]) -> u64 {
        self.round += 1;
        let mut score = 0;
        for cell in 0..board.len() {
            if let Some((child, letters)) = Peer::child(&mut self.root, board[cell]) {
                score += Peer::visit(child, cell, 0, letters, board, &self.neighbours, self.round, points);
            }
        }
        score
    }

    #[allow(clippy::too_many_arguments)] // a plain solver, as people write it
    fn visit(
        node: &mut Node,
        cell: usize,
        used: u32,
        length: usize,
        board: &[u8],
        neighbours: &[Vec<usize>],
        round: u32,
        points: &[u64; 32],
    ) -> u64 {
        let mut score = 0;
        if node.is_word && node.mark != round && length >= 3 {
            node.mark = round;
            score += points[length];
        }
        let used = used | 1 << cell;
        for &next in &neighbours[cell] {
            if used >> next & 1 == 0
                && let Some((child, letters)) = Peer::child(node, board[next])
            {
                score += Peer::visit(child, next, used, length + letters, board, neighbours, round, points);
            }
        }
        score
    }

    /// The node that the letters of a cell lead to, and the number of the letters.
    fn child(node: &mut Node, letter: u8) -> Option<(&mut Node, usize)> {
        if letter == QU {
            return Some((node.children[16].as_deref_mut()?.children[20].as_deref_mut()?, 2));
        }
        Some((node.children[usize::from(letter)].as_deref_mut()?, 1))
    }
}

/// The compact trie: nodes in order of depth, one bit for each letter, children found by counting bits.
struct Compact {
    nodes: Vec<CompactNode>,
    round: u32,
    neighbours: Vec<([u8; 8], usize)>,
}

struct CompactNode {
    /// The letters that continue; bit 31 is set if a word ends here.
    letters: u32,
    first: u32,
    mark: u32,
}

/// Defines a function that scores a board: the same walk, compiled with the given attributes.
macro_rules! score_with {
    ($name:ident, $(#[$attribute:meta])*) => {
        $(#[$attribute])*
        fn $name(&mut self, board: &[u8], points: &[u64; 32]) -> u64 {
            $(#[$attribute])*
            fn visit(
                this: &mut Compact,
                node: u32,
                cell: u8,
                used: u32,
                length: usize,
                board: &[u8],
                points: &[u64; 32],
            ) -> u64 {
                this.visit(node, cell, used, length, board, points, |this, node, cell, used, length| {
                    visit(this, node, cell, used, length, board, points)
                })
            }
            let starts = 0..board.len();
            let found = starts.map(|cell| {
                let step = self.step(0, board[cell]);
                step.map_or(0, |(node, letters)| visit(self, node, cell as u8, 0, letters, board, points))
            });
            found.sum()
        }
    };
}

impl Compact {
    fn new(root: &Node) -> Compact {
        let (mut nodes, mut queue) = (Vec::new(), vec![root]);
        let mut at = 0;
        while at < queue.len() {
            let node = queue[at];
            at += 1;
            let mut letters = u32::from(node.is_word) << 31;
            let first = queue.len() as u32;
            for (letter, child) in node.children.iter().enumerate() {
                if let Some(child) = child {
                    letters |= 1 << letter;
                    queue.push(child);
                }
            }
            nodes.push(CompactNode { letters, first, mark: 0 });
        }
        Compact { nodes, round: 0, neighbours: vec![] }
    }

    #[inline(always)]
    fn child(&self, node: u32, letter: u8) -> Option<u32> {
        let node = &self.nodes[node as usize];
        let elder = (node.letters & ((1 << letter) - 1)).count_ones();
        (node.letters >> letter & 1 != 0).then(|| node.first + elder)
    }

    #[inline(always)]
    fn step(&self, node: u32, letter: u8) -> Option<(u32, usize)> {
        if letter == QU { Some((self.child(self.child(node, 16)?, 20)?, 2)) } else { Some((self.child(node, letter)?, 1)) }
    }

    fn score(&mut self, board: &[u8], points: &[u64; 32]) -> u64 {
        self.round += 1;
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the condition has just checked that the processor has the features.
            return unsafe { self.score_counting(board, points) };
        }
        self.score_plainly(board, points)
    }

    score_with!(score_counting, #[cfg(target_arch = "x86_64")] #[target_feature(enable = "popcnt,bmi1")]);
    score_with!(score_plainly,);

    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // a plain solver, as people write it
    fn visit(
        &mut self,
        node: u32,
        cell: u8,
        used: u32,
        length: usize,
        board: &[u8],
        points: &[u64; 32],
        go_on: impl Fn(&mut Compact, u32, u8, u32, usize) -> u64,
    ) -> u64 {
        let mut score = 0;
        let round = self.round;
        let here = &mut self.nodes[node as usize];
        if here.letters >> 31 != 0 && here.mark != round && length >= 3 {
            here.mark = round;
            score += points[length];
        }
        if here.letters << 1 == 0 {
            return score;
        }
        let used = used | 1 << cell;
        let (neighbours, count) = self.neighbours[usize::from(cell)];
        for &next in &neighbours[..count] {
            if used >> next & 1 == 0
                && let Some((child, letters)) = self.step(node, board[usize::from(next)])
            {
                score += go_on(self, child, next, used, length + letters);
            }
        }
        score
    }
}

struct BoardKind {
    name: String,
    boards: Vec<Vec<u8>>,
    grids: Vec<BoggleBoard>,
    shape: BoardShape,
    neighbours: Vec<Vec<usize>>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let value = |name: &str| arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1));
    if arguments.iter().any(|argument| argument == "--tables") {
        return tables();
    }
    let rounds: usize = value("--rounds").map_or(15, |rounds| rounds.parse().expect("--rounds takes a number"));
    let only = value("--only").map_or("", String::as_str);

    let image = bundled("enable").expect("bundled").expect("compiled by the build");
    let graph = image.dawg().expect("in the bundled image").0;
    let english = Alphabet::builtin("english").expect("bundled");
    let usual = WordPoints::builtin("usual").expect("bundled");
    let scoring = Scoring::new(&usual, 3);
    let qu = english.parse("qu").expect("letters");
    let start = Instant::now();
    let solver = Solver::new(&graph, 26, &[qu]).expect("within limits");
    println!("solver prepared in {:.0} ms, {:.1} MB", start.elapsed().as_secs_f64() * 1e3, solver.bytes() as f64 / 1e6);
    let mut peer = Peer { root: pointer_trie(&graph), round: 0, neighbours: vec![] };
    let mut compact = Compact::new(&peer.root);
    let mut points = [0; 32];
    points.iter_mut().enumerate().for_each(|(length, points)| *points = usual.of(length));

    let kinds: Vec<BoardKind> =
        kinds(&solver, &english, &scoring).into_iter().filter(|kind| kind.name.contains(only)).collect();
    let kernels: Vec<Solver> = Kernel::available().map(|kernel| solver.clone().with_kernel(kernel)).collect();
    println!("{:<14} {:<26} {:>12} {:>23} {:>8} {:>9}", "boards", "solver", "boards/s", "middle half", "x peer", "points");
    for kind in &kinds {
        peer.neighbours.clone_from(&kind.neighbours);
        let packed = |neighbours: &Vec<usize>| {
            let mut packed = [0; 8];
            packed.iter_mut().zip(neighbours).for_each(|(packed, &cell)| *packed = cell as u8);
            (packed, neighbours.len())
        };
        compact.neighbours = kind.neighbours.iter().map(packed).collect();
        let mut workers: Vec<_> = kernels.iter().map(Solver::worker).collect();
        let names: Vec<String> = kernels
            .iter()
            .map(|solver| format!("levels, {}", solver.kernel().name()))
            .chain([
                "levels, with words".into(),
                "depth-first, image, words".into(),
                "peer: compact trie".into(),
                "peer: pointer trie".into(),
            ])
            .collect();
        let mut times = vec![Vec::new(); names.len()];
        let mut sums = vec![0; names.len()];
        for round in 0..=rounds {
            for at in 0..names.len() {
                let start = Instant::now();
                let sum: u64 = if at < workers.len() {
                    let worker = &mut workers[at];
                    kind.boards.iter().map(|board| worker.score(&kind.shape, board, &scoring).points).sum()
                } else if at == workers.len() {
                    let worker = workers.last_mut().expect("the portable one at least");
                    let mut sum = 0;
                    for board in &kind.boards {
                        let words = worker.words(&kind.shape, board, 3);
                        let letters: usize = words.iter().map(|&word| solver.word(word).len()).map(|l| l * l).sum();
                        black_box(letters);
                        sum += words.len() as u64;
                    }
                    sum
                } else if at == workers.len() + 1 {
                    // A tenth of the boards, because this solver is only there for comparison.
                    let some = kind.grids.iter().step_by(10);
                    some.map(|board| search::solve(&graph, board, 3, u64::MAX).expect("no ?").found.len() as u64).sum()
                } else if at == workers.len() + 2 {
                    kind.boards.iter().map(|board| compact.score(board, &points)).sum()
                } else {
                    kind.boards.iter().map(|board| peer.score(board, &points)).sum()
                };
                let time = start.elapsed() * if at == workers.len() + 1 { 10 } else { 1 };
                // The first round warms up.
                if round > 0 {
                    times[at].push(time);
                }
                sums[at] = black_box(sum);
            }
        }
        let count = kind.boards.len();
        let scored = sums[..workers.len()].iter().chain(&sums[workers.len() + 2..]);
        assert!(scored.clone().all(|sum| *sum == sums[names.len() - 1]), "{}: {sums:?}", kind.name);
        let rate = |times: &[Duration], part: usize| {
            let mut times = times.to_vec();
            times.sort();
            count as f64 / times[(times.len() - 1) * part / 4].as_secs_f64()
        };
        let of_peer = rate(&times[names.len() - 2], 2);
        for (at, name) in names.iter().enumerate() {
            let [high, middle, low] = [1, 2, 3].map(|part| rate(&times[at], part));
            let mean = sums[names.len() - 1] / count as u64;
            println!(
                "{:<14} {name:<26} {middle:>12.0} {low:>11.0}–{high:<11.0} {:>8.2} {mean:>9}",
                kind.name,
                middle / of_peer
            );
        }
    }
}

fn kinds(solver: &Solver, english: &Alphabet, scoring: &Scoring) -> Vec<BoardKind> {
    let mut kinds = Vec::new();
    for (side, best, dice) in [(4, "perslatgsineters", "new"), (5, "ligdrmanesietildsracsepes", "big")] {
        let cells = side * side;
        let shape = BoardShape::new(side, side, Adjacency::King).expect("small");
        let options = GridOptions::default();
        let qu = GridCell::Letters(english.parse("qu").expect("letters"));
        let neighbours = |grid: &Grid| {
            let board = BoggleBoard::new(grid.clone(), Adjacency::King, false);
            (0..cells).map(|cell| board.neighbours(cell).iter().map(|&next| usize::from(next)).collect()).collect()
        };
        let mut random = Random::new(1);
        // The dice have no lone Q.
        let symbol = |letter: u8| if letter == 16 { QU } else { letter };
        let mut letters = || -> Vec<u8> { (0..cells).map(|_| symbol(random.below(26) as u8)).collect() };
        let random_boards: Vec<Vec<u8>> = (0..2000).map(|_| letters()).collect();
        let set = DiceSet::builtin(dice, english).expect("bundled");
        let number = |cell: &GridCell| match cell {
            GridCell::Letters(letters) => symbol(letters[0].number() - 1),
            _ => unreachable!("these dice have letters"),
        };
        let mut shaken = Random::new(2);
        let rolled: Vec<Vec<u8>> = (0..2000).map(|_| set.roll(&mut shaken).cells().iter().map(number).collect()).collect();
        let top = Grid::parse(best, english, &options).expect("letters");
        let top: Vec<u8> = top.cells().iter().map(number).collect();
        let mut worker = solver.worker();
        let floor = worker.score(&shape, &top, scoring).points * 9 / 10;
        let mut good = vec![top.clone()];
        for first in 0..cells {
            for (letter, second) in (0..26u8).flat_map(|letter| (0..cells).map(move |second| (letter, second))) {
                let mut board = top.clone();
                board[first] = letter;
                board.swap(first, second);
                if good.len() < 500 && letter != 16 && worker.score(&shape, &board, scoring).points >= floor {
                    good.push(board);
                }
            }
        }
        for (name, boards) in [("random", random_boards), ("rolled", rolled), ("near best", good)] {
            let as_cell = |&letter: &u8| match letter {
                QU => qu.clone(),
                letter => GridCell::Letters(vec![Tile::from_label(letter + 1)]),
            };
            let grid = |board: &Vec<u8>| Grid::new(side, side, board.iter().map(as_cell).collect()).expect("full");
            let grids: Vec<BoggleBoard> =
                boards.iter().map(|board| BoggleBoard::new(grid(board), Adjacency::King, false)).collect();
            let kind = BoardKind {
                name: format!("{side}x{side} {name}"),
                neighbours: neighbours(grids[0].grid()),
                boards,
                grids,
                shape: shape.clone(),
            };
            kinds.push(kind);
        }
    }
    kinds
}

fn tables() {
    let image = bundled("enable").expect("bundled").expect("compiled by the build");
    let graph = image.dawg().expect("in the bundled image").0;
    let english = Alphabet::builtin("english").expect("bundled");
    println!("means of 20 boards of letters drawn as from the dice of 1987; random paths as many as the paper had");
    println!(
        "{:<6} {:>22} {:>18} {:>11} {:>13} {:>12} {:>13} {:>10}",
        "size", "paths, king", "paths, rook", "words", "random paths", "words found", "dfs: tried", "cut"
    );
    let set = DiceSet::builtin("new", &english).expect("bundled");
    for (side, random_paths) in [(3usize, 118), (4, 321), (5, 653), (6, 1016), (10, 3296)] {
        let mut random = Random::new(side as u64);
        let (mut words, mut by_chance, mut tried, mut cut) = (0, 0, 0, 0);
        let boards = 20;
        for _ in 0..boards {
            let face = |random: &mut Random| {
                let die = &set.dice()[random.below(set.dice().len())];
                die[random.below(die.len())].clone()
            };
            let cells = (0..side * side).map(|_| face(&mut random)).collect();
            let board = BoggleBoard::new(Grid::new(side, side, cells).expect("full"), Adjacency::King, false);
            let solution = search::solve(&graph, &board, 3, u64::MAX).expect("no ?");
            words += solution.found.len();
            tried += solution.counters.tried;
            cut += solution.counters.cut;
            by_chance += brute::sample(&graph, &board, 3, random_paths, &mut Random::new(random.bits())).found.len() as u64;
        }
        let paths = |adjacency| {
            let cells = vec![GridCell::Letters(english.parse("a").expect("a letter")); side * side];
            let board = BoggleBoard::new(Grid::new(side, side, cells).expect("full"), adjacency, false);
            match brute::count_paths(&board, 3, usize::MAX, 20_000_000) {
                Some(count) => count.to_string(),
                None => format!("~{:.3e}", brute::estimate(&board, 3, usize::MAX, 400_000, &mut Random::new(1))),
            }
        };
        let mean = |sum: u64| format!("{:.0}", sum as f64 / boards as f64);
        println!(
            "{:<6} {:>22} {:>18} {:>11} {random_paths:>13} {:>12} {:>13} {:>10}",
            format!("{side}x{side}"),
            paths(Adjacency::King),
            paths(Adjacency::Rook),
            mean(words as u64),
            mean(by_chance),
            mean(tried),
            mean(cut)
        );
    }
}
