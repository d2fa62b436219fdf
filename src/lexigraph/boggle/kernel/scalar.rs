//! The kernels that take one partial word at a time.

use super::super::shape::CELL_SHIFT;
use super::super::trie::{NO_SYMBOL, Trie, accepts, child};
use super::level::{Hits, Level, PADDED_CELLS, PaddedBoard, ROOM};

/// The neighbours of each cell, and room for the live ones of a level.
#[derive(Clone, Debug)]
pub(super) struct ScalarScratch {
    around: [Neighbours; PADDED_CELLS],
    /// The live neighbours of a level, one after the other: the index of the partial word, and the direction of the
    /// neighbour.
    parents: Vec<u16>,
    directions: Vec<u8>,
}

/// The neighbours of a cell, by direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbours {
    /// For `Avx2`: the bit of the symbol of each, where the symbol is less than 32.
    pub bits: [u32; 8],
    /// For `Portable`: their symbols and cells.
    symbols: [u8; 8],
    cells: [u8; 8],
}

impl ScalarScratch {
    #[inline]
    pub fn new() -> ScalarScratch {
        let around = Neighbours { bits: [0; 8], symbols: [NO_SYMBOL; 8], cells: [0; 8] };
        ScalarScratch { around: [around; PADDED_CELLS], parents: vec![0; ROOM], directions: vec![0; ROOM] }
    }

    /// Notes the neighbours of these cells.
    #[inline]
    pub fn prepare(&mut self, board: &PaddedBoard, cells: &[u8]) {
        for &cell in cells {
            let around = &mut self.around[usize::from(cell & 63)];
            for direction in 0..8 {
                let neighbour = cell.wrapping_add_signed(board.deltas[direction]) & 63;
                let touches = board.touching >> direction & 1 != 0;
                let symbol = if touches { board.symbols[usize::from(neighbour)] } else { NO_SYMBOL };
                around.bits[direction] = u32::from(symbol != NO_SYMBOL) << (symbol & 31);
                around.symbols[direction] = symbol;
                around.cells[direction] = neighbour;
            }
        }
    }
}

/// The set bits of each byte: a byte for the number of each, the lowest in the lowest byte.
pub(super) static BITS_OF_BYTE: [u64; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                all[byte] |= bit << (8 * count);
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    all
};

/// Fills the first level: one partial word for each cell.
#[inline]
pub(super) fn start(
    trie: &Trie,
    board: &PaddedBoard,
    cells: &[u8],
    scratch: &ScalarScratch,
    into: &mut Level,
    hits: &mut Hits,
) {
    (into.len, hits.len) = (0, 0);
    let entries = trie.entries();
    let root = entries[0];
    for &cell in cells {
        let symbol = board.symbols[usize::from(cell & 63)];
        if root >> symbol & 1 != 0 {
            enter(entries, root, symbol, cell, 0, into, hits, |entry, used, cell| live(&scratch.around, entry, used, cell));
        }
    }
}

/// Fills a level with the continuations of the partial words of `from` from index `start` on.
///
/// `live` returns the live neighbours for an entry, the used cells and the last cell.
// Inlined into each caller, so that each kernel compiles it for its own instructions.
#[inline(always)]
pub(super) fn expand(
    (trie, board, scratch): (&Trie, &PaddedBoard, &mut ScalarScratch),
    from: &Level,
    start: usize,
    into: &mut Level,
    hits: &mut Hits,
    live: impl Fn(&[Neighbours; PADDED_CELLS], u64, u64, u8) -> u8,
) {
    (into.len, hits.len) = (0, 0);
    let ScalarScratch { around, parents, directions } = scratch;
    let mut count = 0;
    for at in start..from.len {
        let live = from.live[at];
        *directions[count..].first_chunk_mut().expect("bug: no room for eight directions") =
            BITS_OF_BYTE[usize::from(live)].to_le_bytes();
        *parents[count..].first_chunk_mut().expect("bug: no room for eight parents") = [at as u16; 8];
        count += live.count_ones() as usize;
    }
    let entries = trie.entries();
    for (&parent, &direction) in parents[..count].iter().zip(&directions[..count]) {
        let (entry, state) = (from.entries[usize::from(parent)], from.states[usize::from(parent)]);
        let cell = (state >> CELL_SHIFT) as u8;
        let next = cell.wrapping_add_signed(board.deltas[usize::from(direction & 7)]) & 63;
        let symbol = board.symbols[usize::from(next)];
        let used = state & ((1 << CELL_SHIFT) - 1);
        enter(entries, entry, symbol, next, used, into, hits, |entry, used, cell| live(around, entry, used, cell));
    }
}

/// Steps from a node onto a cell.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // it is the body of two loops
fn enter(
    entries: &[u64],
    entry: u64,
    symbol: u8,
    cell: u8,
    used: u64,
    into: &mut Level,
    hits: &mut Hits,
    live: impl Fn(u64, u64, u8) -> u8,
) {
    let node = child(entry, symbol);
    let entry = entries[node];
    let used = used | 1 << cell;
    hits.nodes[hits.len] = node as u32;
    hits.len += usize::from(accepts(entry));
    let live = live(entry, used, cell);
    into.entries[into.len] = entry;
    into.states[into.len] = used | u64::from(cell) << CELL_SHIFT;
    into.live[into.len] = live;
    into.len += usize::from(live != 0);
}

/// The live neighbours of a cell, found with portable code.
#[inline(always)]
pub(super) fn live(around: &[Neighbours; PADDED_CELLS], entry: u64, used: u64, cell: u8) -> u8 {
    let around = &around[usize::from(cell & 63)];
    let mut live = 0;
    for direction in 0..8 {
        let goes_on = entry >> (around.symbols[direction] & 63);
        let taken = used >> (around.cells[direction] & 63);
        live |= (goes_on & !taken & 1) << direction;
    }
    live as u8
}
