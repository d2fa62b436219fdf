//! The walk over the levels of a board.

use super::super::shape::{BoardShape, SmallShape};
use super::super::trie::{NO_SYMBOL, Trie};
use super::level::{Hits, Level, PIECE, PaddedBoard};
use super::scalar::{self, ScalarScratch};
use super::select::Kernel;
use super::small::{self, Piece, SMALL_SYMBOLS, SmallBoard, Visits};

/// The memory of walks. Nothing is allocated after the longest word so far has been found.
#[derive(Clone, Debug)]
pub(in super::super) struct Scratch {
    /// Indexed by the number of cells of the partial words, less one.
    levels: Vec<Level>,
    /// The same for small boards.
    visits: Vec<Visits>,
    hits: Hits,
    scalar: Box<ScalarScratch>,
    small: Box<SmallBoard>,
}

impl Scratch {
    #[inline]
    pub fn new() -> Scratch {
        let (scalar, small) = (Box::new(ScalarScratch::new()), Box::new(SmallBoard::new()));
        Scratch { levels: vec![], visits: vec![], hits: Hits::new(), scalar, small }
    }
}

/// A walk over all partial words of one board.
///
/// A level is expanded in pieces of at most [`PIECE`] partial words, and the longest partial words go first. This
/// bounds the memory to some 70 kB for each letter of the longest word, and 130 kB on small boards, whatever the board.
pub(in super::super) struct Walk<'a> {
    kernel: Kernel,
    trie: &'a Trie,
    board: Board<'a>,
    scratch: &'a mut Scratch,
    depth: usize,
}

/// The board of a walk. The neighbours on a small board are in the scratch.
enum Board<'a> {
    Small(&'a SmallShape),
    Padded(PaddedBoard),
}

impl<'a> Walk<'a> {
    /// Starts the walk over a board, given by one symbol for each cell.
    #[inline]
    pub fn new(kernel: Kernel, trie: &'a Trie, shape: &'a BoardShape, symbols: &[u8], scratch: &'a mut Scratch) -> Walk<'a> {
        // The vectors of 32 bits have room for 32 symbols: 26 letters and six cells of several letters.
        let few = !symbols.iter().any(|symbol| (SMALL_SYMBOLS..NO_SYMBOL).contains(symbol));
        if let Some(small) = shape.small.as_deref().filter(|_| few && kernel != Kernel::Portable) {
            scratch.small.prepare(shape, symbols);
            if scratch.visits.is_empty() {
                scratch.visits.push(Visits::new());
            }
            small::start(trie, symbols, &mut scratch.visits[0]);
            scratch.hits.len = 0;
            return Walk { kernel, trie, board: Board::Small(small), scratch, depth: 0 };
        }
        let board = PaddedBoard::new(shape, symbols);
        // `Avx2` identifies directions by their distances. On a single column two directions have the same distance.
        let few = few && board.deltas.is_sorted_by(|a, b| a < b);
        let kernel = if matches!(kernel, Kernel::Avx2(_)) && !few { Kernel::Portable } else { kernel };
        if !matches!(kernel, Kernel::Avx512(_)) {
            scratch.scalar.prepare(&board, &shape.padded);
        }
        let Scratch { levels, hits, scalar, .. } = &mut *scratch;
        if levels.is_empty() {
            levels.push(Level::new());
        }
        match kernel {
            Kernel::Avx512(token) => token.start(trie, &board, &shape.padded, &mut levels[0], hits),
            _ => scalar::start(trie, &board, &shape.padded, scalar, &mut levels[0], hits),
        }
        Walk { kernel, trie, board: Board::Padded(board), scratch, depth: 0 }
    }

    /// Visits the next piece of partial words, and returns the number of their cells. Returns `None` after the last
    /// piece.
    #[inline]
    pub fn advance(&mut self) -> Option<usize> {
        match &self.board {
            Board::Small(shape) => {
                let Scratch { visits, hits, small, .. } = &mut *self.scratch;
                let (from, into) = next_levels(visits, &mut self.depth, |level| level.len, Visits::new)?;
                let start = from.len.saturating_sub(small::PIECE);
                let piece = Piece { trie: self.trie, board: small, shape, from, start, into, hits };
                match self.kernel {
                    Kernel::Portable => unreachable!("bug: the portable kernel has no small boards"),
                    Kernel::Avx2(token) => token.visit(piece),
                    Kernel::Avx512(token) => token.visit(piece),
                }
                from.len = start;
                Some(self.depth)
            }
            Board::Padded(board) => {
                let Scratch { levels, hits, scalar, .. } = &mut *self.scratch;
                let (from, into) = next_levels(levels, &mut self.depth, |level| level.len, Level::new)?;
                let start = from.len.saturating_sub(PIECE);
                match self.kernel {
                    Kernel::Portable => scalar::expand((self.trie, board, scalar), from, start, into, hits, scalar::live),
                    Kernel::Avx2(token) => token.expand((self.trie, board, scalar), from, start, into, hits),
                    Kernel::Avx512(token) => token.expand(self.trie, board, from, start, into, hits),
                }
                from.len = start;
                // These kernels visit the partial words that they write.
                Some(self.depth + 1)
            }
        }
    }

    /// The nodes of the words that the last visit found.
    #[inline]
    pub fn hits(&self) -> &[u32] {
        &self.scratch.hits.nodes[..self.scratch.hits.len]
    }
}

/// Goes up to the lowest level that has partial words, and down by one. Returns both levels, or `None` if all are empty.
#[inline]
fn next_levels<'l, L>(
    levels: &'l mut Vec<L>,
    depth: &mut usize,
    len: impl Fn(&L) -> usize,
    new: impl Fn() -> L,
) -> Option<(&'l mut L, &'l mut L)> {
    while len(&levels[*depth]) == 0 {
        *depth = depth.checked_sub(1)?;
    }
    if levels.len() == *depth + 1 {
        levels.push(new());
    }
    let (upper, lower) = levels.split_at_mut(*depth + 1);
    let from = &mut upper[*depth];
    *depth += 1;
    Some((from, &mut lower[0]))
}
