//! The data that kernels read and write.
//!
//! The fields are visible to the kernels alone: their unsafe code relies on levels that only kernels have filled.

use super::super::trie::NO_SYMBOL;

/// The number of cells of a padded board; see [`shape`](super::super::shape).
pub(super) const PADDED_CELLS: usize = 64;

/// The largest number of partial words that a kernel expands at once.
pub(super) const PIECE: usize = 512;

/// The room of a level: each partial word has at most eight live neighbours, and kernels write whole groups of eight.
pub(super) const ROOM: usize = 8 * PIECE + 64;

/// The partial words of one number of cells, side by side.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The trie entries of their nodes.
    pub entries: Vec<u64>,
    /// Their used cells, and from bit `CELL_SHIFT` on their last cell.
    pub states: Vec<u64>,
    /// Their live neighbours, one bit for each direction.
    pub live: Vec<u8>,
    /// The number of partial words.
    pub len: usize,
}

impl Level {
    #[inline]
    pub fn new() -> Level {
        Level { entries: vec![0; ROOM], states: vec![0; ROOM], live: vec![0; ROOM], len: 0 }
    }
}

/// The nodes at which words ended, in the order in which they were reached.
#[derive(Clone, Debug)]
pub(super) struct Hits {
    pub nodes: Vec<u32>,
    pub len: usize,
}

impl Hits {
    #[inline]
    pub fn new() -> Hits {
        Hits { nodes: vec![0; ROOM], len: 0 }
    }
}

/// A padded board as the kernels see it.
#[derive(Clone, Debug)]
pub(super) struct PaddedBoard {
    /// The symbol of each padded cell; `NO_SYMBOL` for holes and the margin.
    pub symbols: [u8; PADDED_CELLS],
    /// See [`BoardShape`](super::super::shape::BoardShape), as for `touching`.
    pub deltas: [i8; 8],
    pub touching: u8,
}

impl PaddedBoard {
    /// The board of a shape with these symbols, one for each cell. Symbols past `NO_SYMBOL` become holes.
    #[inline]
    pub fn new(shape: &super::super::shape::BoardShape, symbols: &[u8]) -> PaddedBoard {
        let mut board = PaddedBoard { symbols: [NO_SYMBOL; PADDED_CELLS], deltas: shape.deltas, touching: shape.touching };
        for (&cell, &symbol) in shape.padded.iter().zip(symbols) {
            board.symbols[usize::from(cell)] = symbol.min(NO_SYMBOL);
        }
        board
    }
}
