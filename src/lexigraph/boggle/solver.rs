//! The solver for many boards in a row. It works level by level, on a trie of its own.
//!
//! Branch mispredictions limit a depth-first solver: at each step, the processor cannot predict whether a neighbour's
//! letter continues a word. This solver keeps all partial words of the same number of cells side by side as a *level*.
//! Each partial word has its trie entry, its used cells, and one bit for each neighbour that is *live*: free, and with
//! a letter that continues. One pass over a level makes the next level from the live bits without branches: it loads
//! the child's entry, notes the child if a word ends there, and keeps the child if any of its neighbours is live. Only
//! the end of a level remains to be predicted.
//!
//! The kernels differ in the number of neighbours and partial words that they process at a time; see [`Kernel`].
//! `docs/bench.md` has the figures of `cargo bench --bench boggle`.
//!
//! * Boards of at most 27 cells whose symbols are less than 32 are *small*: a partial word is a node and a state of 32
//!   bits each. With `AVX2` or AVX-512, a visit has eight lanes, one for each neighbour. The entry, shifted left by 31
//!   less the symbol of each neighbour, tells two things at once: the top bit says whether the letter continues, and
//!   the number of bits set is the child's number among its siblings. The live lanes move to the front, by
//!   `vpcompressd` or by a table and `vpermd`, and become the next level. A visit takes some 32 instructions with
//!   AVX-512 and 45 with `AVX2`, which has no instruction to count bits. To note the words takes a sixth of the time on
//!   boards near the best. The limit is not the number of instructions: a third fewer made little difference. Tried
//!   without gain: entries at the first child plus the symbol, which need no bits counted
//!   but spread siblings; nodes ordered by their first two to five letters instead of by depth; stores of half a vector.
//! * On larger boards with AVX-512 (`VBMI2`, `BITALG`, `VPOPCNTDQ`), eight partial words are eight lanes. One
//!   `vpshufbitqmb` tests eight entries for the letters of eight neighbours each, and another tests which of these are
//!   used. Two instructions thus decide whether 64 neighbours are live, and `vpcompressb` lists the live ones. The limit
//!   is the gather of the children's entries.
//! * On larger boards with `AVX2` and `BMI2`, the kernel processes one partial word at a time, and its eight neighbours
//!   are eight lanes. A table of bytes lists the live bits, again without branches.
//! * The portable kernel tests the eight neighbours in a loop without branches.
//!
//! A board must fit a [`BoardShape`], have no `?`, and not wrap. [`search`](super::search) has none of these limits.

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

/// The scores of words.
#[derive(Clone, Debug)]
pub struct Scoring {
    min_length: usize,
    by_length: [u64; 256],
}

impl Scoring {
    /// The scores of words of at least `min_length` letters.
    pub fn new(points: &WordPoints, min_length: usize) -> Scoring {
        let of = |length| if length < min_length { 0 } else { points.of(length) };
        Scoring { min_length, by_length: std::array::from_fn(of) }
    }
}

/// The number of words on a board and their score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of words.
    pub words: u64,
    /// The score in points.
    pub points: u64,
}

/// The words of a lexicon, prepared for many boards. Threads can share a solver; each needs a [`SolverWorker`] of its
/// own.
#[derive(Clone, Debug)]
pub struct Solver {
    trie: Trie,
    letters: usize,
    cells: Vec<Vec<Tile>>,
    kernel: Kernel,
}

impl Solver {
    /// Prepares the words of a graph over the first `letters` letters, for boards of single letters and of these cells
    /// of several letters.
    ///
    /// Takes some 14 bytes and a tenth of a microsecond for each distinct prefix of the words. ENABLE1 has 388,000.
    ///
    /// # Errors
    /// [`SolverError`] if there are more than [`MAX_SYMBOLS`](super::MAX_SYMBOLS) letters and cells, or more than eight
    /// million prefixes.
    pub fn new(graph: &ErasedGraph<'_>, letters: usize, cells: &[Vec<Tile>]) -> Result<Solver, SolverError> {
        let mut several: Vec<Vec<Tile>> = cells.iter().filter(|cell| cell.len() > 1).cloned().collect();
        several.sort_unstable();
        several.dedup();
        Ok(Solver { trie: Trie::new(graph, letters, &several)?, letters, cells: several, kernel: Kernel::best() })
    }

    /// Replaces the kernel, which is the best one unless this is called. For tests and comparisons.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Solver {
        self.kernel = kernel;
        self
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.trie.bytes()
    }

    /// The symbol of a cell. `None` for `?`, and for cells that the solver was not prepared for.
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

    /// The shape and the symbols of a board. `None` if the solver does not support the board.
    pub fn prepare(&self, board: &BoggleBoard) -> Option<(BoardShape, Vec<u8>)> {
        let grid = board.grid();
        let shape = (!board.wraps()).then(|| BoardShape::new(grid.rows(), grid.columns(), board.adjacency())).flatten()?;
        Some((shape, grid.cells().iter().map(|cell| self.symbol(cell)).collect::<Option<_>>()?))
    }

    /// The letters of the word with this number.
    ///
    /// # Panics
    /// If [`SolverWorker::words`] has not returned the number.
    pub fn word(&self, number: u32) -> Vec<Tile> {
        self.trie.word(number)
    }

    /// Makes the working memory of one thread.
    pub fn worker(&self) -> SolverWorker<'_> {
        let words =
            WordsSeen { trie: &self.trie, boards: vec![0; self.trie.entries().len()], board: 0, nodes: vec![], len: 0 };
        SolverWorker { solver: self, scratch: Scratch::new(), words }
    }

    /// Finds all words of a board, in no order, each with the first of its paths. `None` if the solver does not support
    /// the board.
    pub fn solve(&self, board: &BoggleBoard, min_length: usize) -> Option<BoggleSolution> {
        let (shape, symbols) = self.prepare(board)?;
        let mut worker = self.worker();
        worker.words(&shape, &symbols, min_length);
        let found = worker.words.found().iter().map(|&number| {
            let word = self.word(number);
            let path = paths::first(board, &word).expect("bug: a word that was found lies on the board");
            FoundWord { word, path }
        });
        Some(BoggleSolution { found: found.collect(), counters: Default::default() })
    }
}

/// The working memory of one thread: two bytes for each distinct prefix, and more if a longer word is found than on all
/// boards before.
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
    /// For each node, the last board on which its word was found.
    boards: Vec<u16>,
    /// The number of the board. Numbers start over after 65,535.
    board: u16,
    /// The nodes whose words were found, and room for more.
    nodes: Vec<u32>,
    /// Their number.
    len: usize,
}

impl SolverWorker<'_> {
    /// Scores a board, given by the symbols of its cells row by row.
    ///
    /// # Panics
    /// If the number of symbols is not the number of cells.
    pub fn score(&mut self, shape: &BoardShape, symbols: &[u8], scoring: &Scoring) -> Score {
        let several = symbols.iter().any(|&symbol| usize::from(symbol) >= self.solver.letters && symbol != NO_SYMBOL);
        if several { self.walk::<true>(shape, symbols, scoring) } else { self.walk::<false>(shape, symbols, scoring) }
    }

    /// Finds the words of a board and returns their numbers, in no order; see [`Solver::word`]. A word has the same
    /// number on all boards of a solver. Numbers are less than the number of distinct prefixes.
    ///
    /// # Panics
    /// If the number of symbols is not the number of cells.
    pub fn words(&mut self, shape: &BoardShape, symbols: &[u8], min_length: usize) -> &[u32] {
        let scoring = Scoring { min_length, by_length: [0; 256] };
        self.score(shape, symbols, &scoring);
        self.words.found()
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
    /// The nodes whose words were found.
    fn found(&self) -> &[u32] {
        &self.nodes[..self.len]
    }

    /// Forgets the words of the board before.
    fn clear(&mut self) {
        self.len = 0;
        self.board = self.board.wrapping_add(1);
        if self.board == 0 {
            self.boards.fill(0);
            self.board = 1;
        }
    }

    /// Notes the words that were found on paths of `cells` cells.
    #[inline]
    fn take<const SEVERAL: bool>(&mut self, hits: &[u32], cells: usize, scoring: &Scoring, score: &mut Score) {
        if !SEVERAL && cells < scoring.min_length {
            return;
        }
        let end = self.len + hits.len();
        if self.nodes.len() < end {
            self.nodes.resize(end, 0);
        }
        let (found, boards, board) = (&mut self.nodes[self.len..end], self.boards.as_mut_slice(), self.board);
        let (mut count, mut points) = (0, 0);
        for &hit in hits {
            let (node, length) = if SEVERAL { self.trie.original(hit) } else { (hit, cells) };
            let last = &mut boards[node as usize];
            let new = *last != board && (!SEVERAL || length >= scoring.min_length);
            *last = board;
            found[count] = node;
            count += usize::from(new);
            if SEVERAL {
                points += u64::from(new) * scoring.by_length[length];
            }
        }
        self.len += count;
        score.words += count as u64;
        score.points += points;
        if !SEVERAL {
            score.points += scoring.by_length[cells.min(usize::from(u8::MAX))] * count as u64;
        }
    }
}
