//! The solver for many boards in a row: level by level, on a trie of its own.
//!
//! A depth-first solver is bound by branches that the processor cannot foresee: whether a neighbour's letter goes on is a coin
//! tossed at each step. Here all partial words of one length lie side by side as a *level*, each with the entry of its node, the
//! cells it has used, and a bit for each neighbour that is *live*: free, and with a letter that goes on. One pass over a level
//! makes the next from the live bits, without asking: it loads the child's entry, notes the child if a word ends there, and
//! keeps it if anything about it is live. What is left to foresee is when a level ends.
//!
//! The kernels differ in how many partial words they take at a time; see [`Kernel`]. What bounds each was measured with `cargo bench
//! --bench boggle`; the README has the figures.
//!
//! * With AVX-512 (`VBMI2`, `BITALG`, `VPOPCNTDQ`) eight partial words are eight lanes. One `vpshufbitqmb` asks eight entries for the letters
//!   of eight neighbours each, another asks which of those are used, so that 64 neighbours are known to be live or not after two
//!   instructions; `vpcompressb` lists the live ones. What bounds it is the gather of the children's entries: two fifths of the kernel's
//!   samples (`perf record`, 4×4 near the best, Zen 5) wait there, a sixth at the stores of what is kept, and lanes stay empty at the end of a
//!   group. Eight single loads in its place were no faster. Noting the words takes another third of what the kernel takes.
//! * With `AVX2` and `BMI2` one partial word at a time, whose eight neighbours are eight lanes; live bits are listed by a table of bytes,
//!   so that here too nothing has to be foreseen. The cost is that of the instructions, some thirty a visit.
//! * Elsewhere the eight neighbours are tested in a loop without branches.
//!
//! The board lies in 64 cells with a margin that no word enters, so that the neighbours of a cell are at the same eight distances
//! everywhere and one word holds the used cells: boards up to 7×7, and others with (rows + 1) × (columns + 1) ≤ 64, without `?`, edges
//! apart. [`search`](super::search) has none of these limits.
//!
//! A level is worked off in pieces, the longest partial words first, which bounds the memory to some 70 kB a letter whatever the board.

use super::grid::{BoggleBoard, GridCell};
use super::kernel::{Scratch, Walk};
use super::paths;
use super::points::WordPoints;
use super::solution::{BoggleSolution, FoundWord};
use super::trie::{NO_SYMBOL, SolverError, Trie};
use crate::alphabet::Tile;
use crate::image::ErasedGraph;

pub use super::kernel::{Avx2, Avx512, Kernel};
pub use super::shape::BoardShape;

/// What words are worth.
#[derive(Clone, Debug)]
pub struct Scoring {
    min_length: usize,
    by_length: [u64; 256],
}

impl Scoring {
    /// Words of at least so many letters, and their points.
    pub fn new(points: &WordPoints, min_length: usize) -> Scoring {
        let of = |length| if length < min_length { 0 } else { points.of(length) };
        Scoring { min_length, by_length: std::array::from_fn(of) }
    }
}

/// Words and points of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of words.
    pub words: u64,
    /// Their points.
    pub points: u64,
}

/// The words of a lexicon, ready for many boards; shared by threads, each with a [`SolverWorker`] of its own.
#[derive(Clone, Debug)]
pub struct Solver {
    trie: Trie,
    letters: usize,
    cells: Vec<Vec<Tile>>,
    kernel: Kernel,
}

impl Solver {
    /// Prepares the words of a graph over so many letters, for boards of single letters and of these cells of several.
    ///
    /// Some 14 bytes for each different beginning of a word (388,000 in ENABLE1), and a tenth of a microsecond.
    ///
    /// # Errors
    /// [`SolverError`] when there are more than [`MAX_SYMBOLS`](super::MAX_SYMBOLS) letters and cells, or more than eight million beginnings.
    pub fn new(graph: &ErasedGraph<'_>, letters: usize, cells: &[Vec<Tile>]) -> Result<Solver, SolverError> {
        let mut several: Vec<Vec<Tile>> = cells.iter().filter(|cell| cell.len() > 1).cloned().collect();
        several.sort_unstable();
        several.dedup();
        Ok(Solver { trie: Trie::new(graph, letters, &several)?, letters, cells: several, kernel: Kernel::best() })
    }

    /// The same with a kernel that is not the best one: for tests and comparison. Kernels that this machine cannot run are replaced
    /// by the portable one.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Solver {
        self.kernel = kernel;
        self
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.trie.bytes()
    }

    /// The symbol of a cell; `None` for `?` and cells that were not prepared for.
    pub fn symbol(&self, cell: &GridCell) -> Option<u8> {
        match cell {
            GridCell::Hole => Some(NO_SYMBOL),
            GridCell::Any => None,
            GridCell::Letters(letters) => match letters[..] {
                [tile] => (1..=self.letters).contains(&usize::from(tile.number())).then(|| tile.number() - 1),
                _ => self.cells.iter().position(|known| known == letters).map(|at| (self.letters + at) as u8),
            },
        }
    }

    /// The shape and the symbols of a board; `None` for one that this solver is not made for.
    pub fn prepare(&self, board: &BoggleBoard) -> Option<(BoardShape, Vec<u8>)> {
        let grid = board.grid();
        let shape = (!board.wraps()).then(|| BoardShape::new(grid.rows(), grid.columns(), board.adjacency())).flatten()?;
        Some((shape, grid.cells().iter().map(|cell| self.symbol(cell)).collect::<Option<_>>()?))
    }

    /// The letters of the word with this number.
    ///
    /// # Panics
    /// For numbers that [`SolverWorker::words`] has not given.
    pub fn word(&self, number: u32) -> Vec<Tile> {
        self.trie.word(number)
    }

    /// What one thread works with.
    pub fn worker(&self) -> SolverWorker<'_> {
        let words = WordsSeen { trie: &self.trie, seen: vec![0; self.trie.entries().len() / 64 + 1], nodes: vec![] };
        SolverWorker { solver: self, scratch: Scratch::new(), words }
    }

    /// All words of a board, in no order, each with the first of its paths; `None` for a board that this solver is not made for.
    pub fn solve(&self, board: &BoggleBoard, min_length: usize) -> Option<BoggleSolution> {
        let (shape, symbols) = self.prepare(board)?;
        let mut worker = self.worker();
        worker.words(&shape, &symbols, min_length);
        let found = worker.words.nodes.iter().map(|&number| {
            let word = self.word(number);
            let path = paths::first(board, &word).expect("bug: a word that was found lies on the board");
            FoundWord { word, path }
        });
        Some(BoggleSolution { found: found.collect(), counters: Default::default() })
    }
}

/// The room in which one thread solves boards. Nothing is allocated after the longest word so far has been met.
#[derive(Clone, Debug)]
pub struct SolverWorker<'s> {
    solver: &'s Solver,
    scratch: Scratch,
    words: WordsSeen<'s>,
}

/// The words found on a board.
#[derive(Clone, Debug)]
struct WordsSeen<'s> {
    trie: &'s Trie,
    /// A bit a node: whether its word was found.
    seen: Vec<u64>,
    /// Those nodes, so that the bits can be cleared.
    nodes: Vec<u32>,
}

impl SolverWorker<'_> {
    /// Words and points of a board, given by the symbols of its cells row by row.
    ///
    /// # Panics
    /// When there are not as many symbols as the shape has cells.
    pub fn score(&mut self, shape: &BoardShape, symbols: &[u8], scoring: &Scoring) -> Score {
        let several = symbols.iter().any(|&symbol| usize::from(symbol) >= self.solver.letters && symbol != NO_SYMBOL);
        if several { self.walk::<true>(shape, symbols, scoring) } else { self.walk::<false>(shape, symbols, scoring) }
    }

    /// The numbers of the words of a board, in no order; see [`Solver::word`]. A number is less than the number of different
    /// beginnings of words, and the same for a word on all boards of a solver.
    ///
    /// # Panics
    /// When there are not as many symbols as the shape has cells.
    pub fn words(&mut self, shape: &BoardShape, symbols: &[u8], min_length: usize) -> &[u32] {
        let scoring = Scoring { min_length, by_length: [0; 256] };
        self.score(shape, symbols, &scoring);
        &self.words.nodes
    }

    fn walk<const SEVERAL: bool>(&mut self, shape: &BoardShape, symbols: &[u8], scoring: &Scoring) -> Score {
        assert_eq!(symbols.len(), shape.cells(), "one symbol for each cell");
        self.words.clear();
        let mut score = Score::default();
        let mut walk = Walk::new(self.solver.kernel, &self.solver.trie, shape, symbols, &mut self.scratch);
        self.words.take::<SEVERAL>(walk.hits(), 1, scoring, &mut score);
        while let Some(cells) = walk.advance() {
            self.words.take::<SEVERAL>(walk.hits(), cells, scoring, &mut score);
        }
        score
    }
}

impl WordsSeen<'_> {
    fn clear(&mut self) {
        for node in self.nodes.drain(..) {
            self.seen[node as usize / 64] = 0;
        }
    }

    /// Notes the words that were met on paths of so many cells.
    #[inline]
    fn take<const SEVERAL: bool>(&mut self, hits: &[u32], cells: usize, scoring: &Scoring, score: &mut Score) {
        if !SEVERAL && cells < scoring.min_length {
            return;
        }
        let before = self.nodes.len();
        let mut count = before;
        self.nodes.resize(before + hits.len(), 0);
        for &hit in hits {
            let node = if SEVERAL { self.trie.original(hit) } else { hit };
            let wanted = !SEVERAL || self.trie.depth(node) >= scoring.min_length;
            let bits = &mut self.seen[node as usize / 64];
            let bit = u64::from(wanted) << (node % 64);
            self.nodes[count] = node;
            count += usize::from(*bits & bit != bit);
            *bits |= bit;
        }
        self.nodes.truncate(count);
        score.words += (count - before) as u64;
        score.points += if SEVERAL {
            self.nodes[before..].iter().map(|&node| scoring.by_length[self.trie.depth(node)]).sum()
        } else {
            scoring.by_length[cells.min(usize::from(u8::MAX))] * (count - before) as u64
        };
    }
}
