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

use super::search::{FoundWord, Solution};
use super::trie::{ACCEPTS, FIRST_CHILD, NO_SYMBOL, SolverError, Trie};
use super::{Adjacency, Board, Cell, Points, kernel};
use crate::alphabet::Tile;
use crate::image::ErasedGraph;

pub use super::kernel::Kernel;
use super::kernel::Singly;

/// Most partial words that are taken on at once.
pub(super) const PIECE: usize = 512;
/// Room in a level: each partial word has at most eight live neighbours, and kernels write whole groups of eight.
const ROOM: usize = 8 * PIECE + 64;
/// The high bits of a state that hold its cell.
pub(super) const CELL: u32 = 58;

/// The geometry of boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    rows: usize,
    columns: usize,
    /// How far the neighbours of a cell are, in 64 cells that come round.
    pub(super) deltas: [i8; 8],
    /// Which of them touch.
    pub(super) touching: u8,
    /// The place of each cell among the 64.
    pub(super) places: Vec<u8>,
}

impl Shape {
    /// The geometry of boards with so many rows and columns; `None` when they have no room.
    pub fn new(rows: usize, columns: usize, adjacency: Adjacency) -> Option<Shape> {
        let stride = columns.checked_add(1)?;
        let room = rows.checked_add(1)?.checked_mul(stride)?;
        // The last cell has to fit into the bits of a state.
        if rows == 0 || columns == 0 || room > 64 || rows * stride - 2 >= CELL as usize {
            return None;
        }
        let down = stride as i8;
        let deltas = [-down - 1, -down, 1 - down, -1, 1, down - 1, down, down + 1];
        let touching = if adjacency == Adjacency::King { 0xff } else { 0b0101_1010 };
        let places = (0..rows * columns).map(|cell| (cell / columns * stride + cell % columns) as u8).collect();
        Some(Shape { rows, columns, deltas, touching, places })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }
}

/// Partial words of one length, side by side.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Entries of their nodes.
    pub entries: Vec<u64>,
    /// Used cells, and the last cell from bit [`CELL`] on.
    pub states: Vec<u64>,
    /// Live neighbours, a bit each.
    pub live: Vec<u8>,
    pub len: usize,
}

impl Level {
    fn new() -> Level {
        Level { entries: vec![0; ROOM], states: vec![0; ROOM], live: vec![0; ROOM], len: 0 }
    }
}

/// A board as the kernels see it.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The symbol of each of the 64 cells.
    pub symbols: [u8; 64],
    pub deltas: [i8; 8],
    pub touching: u8,
}

/// Nodes at which words end, as they were met.
#[derive(Clone, Debug)]
pub(super) struct Hits {
    pub nodes: Vec<u32>,
    pub len: usize,
}

/// What words are worth.
#[derive(Clone, Debug)]
pub struct Scoring {
    min_length: usize,
    by_length: [u64; 256],
}

impl Scoring {
    /// Words of at least so many letters, and their points.
    pub fn new(points: &Points, min_length: usize) -> Scoring {
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
        self.kernel = if kernel.is_available() { kernel } else { Kernel::Portable };
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
    pub fn symbol(&self, cell: &Cell) -> Option<u8> {
        match cell {
            Cell::Hole => Some(NO_SYMBOL),
            Cell::Any => None,
            Cell::Letters(letters) => match letters[..] {
                [tile] => (1..=self.letters).contains(&usize::from(tile.number())).then(|| tile.number() - 1),
                _ => self.cells.iter().position(|known| known == letters).map(|at| (self.letters + at) as u8),
            },
        }
    }

    /// The shape and the symbols of a board; `None` for one that this solver is not made for.
    pub fn prepare(&self, board: &Board) -> Option<(Shape, Vec<u8>)> {
        let grid = board.grid();
        let shape = (!board.wraps()).then(|| Shape::new(grid.rows(), grid.columns(), board.adjacency())).flatten()?;
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
        let hits = Hits { nodes: vec![0; ROOM], len: 0 };
        SolverWorker { solver: self, levels: vec![Level::new()], hits, singly: Box::new(Singly::new(ROOM)), words }
    }

    /// All words of a board, in no order, each with the first of its paths; `None` for a board that this solver is not made for.
    pub fn solve(&self, board: &Board, min_length: usize) -> Option<Solution> {
        let (shape, symbols) = self.prepare(board)?;
        let mut worker = self.worker();
        worker.words(&shape, &symbols, min_length);
        let found = worker.words.nodes.iter().map(|&number| {
            let word = self.word(number);
            let path = super::paths::first(board, &word).unwrap_or_default();
            FoundWord { word, path }
        });
        Some(Solution { found: found.collect(), counters: Default::default() })
    }
}

/// The room in which one thread solves boards. Nothing is allocated after the longest word so far has been met.
#[derive(Clone, Debug)]
pub struct SolverWorker<'s> {
    solver: &'s Solver,
    /// By the number of cells of the partial words, less one.
    levels: Vec<Level>,
    hits: Hits,
    singly: Box<Singly>,
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
    pub fn score(&mut self, shape: &Shape, symbols: &[u8], scoring: &Scoring) -> Score {
        let several = symbols.iter().any(|&symbol| usize::from(symbol) >= self.solver.letters && symbol != NO_SYMBOL);
        if several { self.walk::<true>(shape, symbols, scoring) } else { self.walk::<false>(shape, symbols, scoring) }
    }

    /// The numbers of the words of a board, in no order; see [`Solver::word`]. A number is less than the number of different
    /// beginnings of words, and the same for a word on all boards of a solver.
    ///
    /// # Panics
    /// When there are not as many symbols as the shape has cells.
    pub fn words(&mut self, shape: &Shape, symbols: &[u8], min_length: usize) -> &[u32] {
        let scoring = Scoring { min_length, by_length: [0; 256] };
        self.score(shape, symbols, &scoring);
        &self.words.nodes
    }

    fn walk<const SEVERAL: bool>(&mut self, shape: &Shape, symbols: &[u8], scoring: &Scoring) -> Score {
        assert_eq!(symbols.len(), shape.cells(), "a symbol a cell");
        self.words.clear();
        let mut table = Table { symbols: [NO_SYMBOL; 64], deltas: shape.deltas, touching: shape.touching };
        for (&place, &symbol) in shape.places.iter().zip(symbols) {
            // Symbols of no cell are holes.
            table.symbols[usize::from(place)] = symbol.min(NO_SYMBOL);
        }
        let mut kernel =
            kernel::Prepared::new(self.solver.kernel, self.solver.trie.entries(), &table, &shape.places, &mut self.singly);
        let mut score = Score::default();
        kernel.start(&shape.places, &mut self.levels[0], &mut self.hits);
        self.words.take::<SEVERAL>(&self.hits, 1, scoring, &mut score);
        let mut depth = 0;
        loop {
            if self.levels[depth].len == 0 {
                if depth == 0 {
                    return score;
                }
                depth -= 1;
                continue;
            }
            if self.levels.len() == depth + 1 {
                self.levels.push(Level::new());
            }
            let (upper, lower) = self.levels.split_at_mut(depth + 1);
            let (from, into) = (&mut upper[depth], &mut lower[0]);
            let start = from.len.saturating_sub(PIECE);
            kernel.expand(from, start, into, &mut self.hits);
            from.len = start;
            depth += 1;
            self.words.take::<SEVERAL>(&self.hits, depth + 1, scoring, &mut score);
        }
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
    fn take<const SEVERAL: bool>(&mut self, hits: &Hits, cells: usize, scoring: &Scoring, score: &mut Score) {
        let hits = &hits.nodes[..hits.len];
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

/// Whether a word ends at a node.
#[inline(always)]
pub(super) const fn accepts(entry: u64) -> bool {
    entry >> ACCEPTS & 1 != 0
}

/// The child of a node by a symbol that goes on from it.
#[inline(always)]
pub(super) const fn child(entry: u64, symbol: u8) -> usize {
    (entry >> FIRST_CHILD) as usize + (entry & ((1 << symbol) - 1)).count_ones() as usize
}
