//! The walk over the levels of a board.

use super::super::shape::BoardShape;
use super::super::trie::{NO_SYMBOL, Trie};
use super::level::{Hits, Level, PIECE, PaddedBoard};
use super::scalar::{self, ScalarScratch};
use super::select::Kernel;

/// The memory of walks. Nothing is allocated after the longest word so far has been found.
#[derive(Clone, Debug)]
pub(in super::super) struct Scratch {
    /// Indexed by the number of cells of the partial words, less one.
    levels: Vec<Level>,
    hits: Hits,
    scalar: Box<ScalarScratch>,
}

impl Scratch {
    #[inline]
    pub fn new() -> Scratch {
        Scratch { levels: vec![Level::new()], hits: Hits::new(), scalar: Box::new(ScalarScratch::new()) }
    }
}

/// A walk over all partial words of one board.
///
/// A level is expanded in pieces of at most [`PIECE`] partial words, and the longest partial words go first. This
/// bounds the memory to some 70 kB for each letter of the longest word, whatever the board.
pub(in super::super) struct Walk<'a> {
    kernel: Kernel,
    trie: &'a Trie,
    board: PaddedBoard,
    scratch: &'a mut Scratch,
    depth: usize,
}

impl<'a> Walk<'a> {
    /// Starts the walk over a board, given by one symbol for each cell, and visits the partial words of one cell.
    #[inline]
    pub fn new(kernel: Kernel, trie: &'a Trie, shape: &BoardShape, symbols: &[u8], scratch: &'a mut Scratch) -> Walk<'a> {
        let board = PaddedBoard::new(shape, symbols);
        // The vector of `Avx2` has room for 32 symbols: 26 letters and six cells of several letters.
        let few = board.symbols.iter().all(|&symbol| symbol < 32 || symbol == NO_SYMBOL);
        // `Avx2` identifies directions by their distances. On a single column two directions have the same distance.
        let few = few && board.deltas.is_sorted_by(|a, b| a < b);
        let kernel = if matches!(kernel, Kernel::Avx2(_)) && !few { Kernel::Portable } else { kernel };
        if !matches!(kernel, Kernel::Avx512(_)) {
            scratch.scalar.prepare(&board, &shape.padded);
        }
        let Scratch { levels, hits, scalar } = &mut *scratch;
        match kernel {
            Kernel::Avx512(token) => token.start(trie, &board, &shape.padded, &mut levels[0], hits),
            _ => scalar::start(trie, &board, &shape.padded, scalar, &mut levels[0], hits),
        }
        Walk { kernel, trie, board, scratch, depth: 0 }
    }

    /// Visits the next piece of partial words, and returns the number of their cells. Returns `None` after the last
    /// piece.
    #[inline]
    pub fn advance(&mut self) -> Option<usize> {
        let Scratch { levels, hits, scalar } = &mut *self.scratch;
        while levels[self.depth].len == 0 {
            self.depth = self.depth.checked_sub(1)?;
        }
        if levels.len() == self.depth + 1 {
            levels.push(Level::new());
        }
        let (upper, lower) = levels.split_at_mut(self.depth + 1);
        let (from, into) = (&mut upper[self.depth], &mut lower[0]);
        let start = from.len.saturating_sub(PIECE);
        match self.kernel {
            Kernel::Portable => scalar::expand((self.trie, &self.board, scalar), from, start, into, hits, scalar::live),
            Kernel::Avx2(token) => token.expand((self.trie, &self.board, scalar), from, start, into, hits),
            Kernel::Avx512(token) => token.expand(self.trie, &self.board, from, start, into, hits),
        }
        from.len = start;
        self.depth += 1;
        Some(self.depth + 1)
    }

    /// The nodes of the words that the last visit found.
    #[inline]
    pub fn hits(&self) -> &[u32] {
        &self.scratch.hits.nodes[..self.scratch.hits.len]
    }
}
