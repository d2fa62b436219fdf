//! Levels of small boards, which take 32 bits for a node and 32 for a state.
//!
//! A level holds the partial words to visit. A visit loads the entry of the node once, notes the node if a word ends
//! there, and writes the continuations into the next level: eight lanes, one for each direction, of which the live ones
//! move to the front.

use super::super::shape::{BoardShape, Lanes, SMALL_CELLS, SmallShape};
use super::super::trie::{NO_SYMBOL, Trie, child};
use super::level::{Hits, PADDED_CELLS};

/// The symbols that small boards may have are less than this, apart from [`NO_SYMBOL`].
pub(super) const SMALL_SYMBOLS: u8 = 32;

/// The largest number of partial words that are visited at once. Few boards have more of one length.
pub(super) const PIECE: usize = 2048;

/// The room of a level: each partial word has at most eight continuations, and kernels write eight at a time.
pub(super) const ROOM: usize = 8 * PIECE + 8;

/// The partial words of one number of cells.
#[derive(Clone, Debug)]
pub(super) struct Visits {
    /// The nodes of the trie, and [`ROOM`] elements further the states; see
    /// [`SmallShape`]. One array takes one register.
    pub words: Box<[u32; 2 * ROOM]>,
    /// The number of partial words.
    pub len: usize,
}

impl Visits {
    #[inline]
    pub fn new() -> Visits {
        let words = vec![0; 2 * ROOM].into_boxed_slice();
        Visits { words: words.try_into().expect("bug: of this length"), len: 0 }
    }
}

/// Some partial words to visit: those of the level `from` from index `start` on. Their continuations fill `into`.
// Other processors have no kernel that visits small boards.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(super) struct Piece<'p> {
    pub trie: &'p Trie,
    pub board: &'p SmallBoard,
    pub shape: &'p SmallShape,
    pub from: &'p Visits,
    pub start: usize,
    pub into: &'p mut Visits,
    pub hits: &'p mut Hits,
}

/// The neighbours of each cell of a small board, by direction.
#[derive(Clone, Debug)]
pub(super) struct SmallBoard {
    /// 31 less the symbol: an entry shifted up by it has the bit of the symbol on top, and those of lower symbols below.
    /// Holes shift out all bits.
    pub shifts: [Lanes; 32],
}

impl SmallBoard {
    #[inline]
    pub fn new() -> SmallBoard {
        SmallBoard { shifts: [Lanes([0; 8]); 32] }
    }

    /// Notes the neighbours of each cell of a board of these symbols. Symbols past `NO_SYMBOL` become holes.
    #[inline]
    pub fn prepare(&mut self, shape: &BoardShape, symbols: &[u8]) {
        // The cells of a row above, of the same row and of the row below lie in three groups of three.
        const MARGIN: usize = 32;
        let mut padded = [NO_SYMBOL; PADDED_CELLS + 2 * MARGIN];
        for (&cell, &symbol) in shape.padded.iter().zip(symbols) {
            padded[MARGIN + usize::from(cell & 63)] = symbol.min(NO_SYMBOL);
        }
        let down = shape.columns() + 1;
        for (&cell, shifts) in shape.padded.iter().zip(&mut self.shifts) {
            let at = MARGIN + usize::from(cell & 63) - 1;
            let three = |first: usize| u32::from_le_bytes(*padded[first..].first_chunk().expect("bug: no margin"));
            let (above, beside, below) = (three(at - down), three(at), three(at + down));
            let left = above & 0xff_ffff | beside << 24;
            let right = beside >> 16 & 0xff | below << 8;
            let symbols = (u64::from(right) << 32 | u64::from(left)).to_le_bytes();
            for (shift, symbol) in shifts.0.iter_mut().zip(symbols) {
                *shift = 31u32.wrapping_sub(u32::from(symbol));
            }
        }
    }
}

/// Fills the first level: one partial word for each cell.
#[inline]
pub(super) fn start(trie: &Trie, symbols: &[u8], into: &mut Visits) {
    let root = trie.entries()[0];
    into.len = 0;
    for (cell, &symbol) in symbols.iter().enumerate() {
        let symbol = symbol.min(NO_SYMBOL);
        into.words[into.len] = child(root, symbol) as u32;
        into.words[ROOM + into.len] = 1 << cell | (cell as u32) << SMALL_CELLS;
        into.len += (root >> symbol & 1) as usize;
    }
}
