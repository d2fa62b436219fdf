//! Cells, which hold the content of a square in one byte, and short lists of tiles.

use std::fmt;
use std::ops::Deref;

use crate::alphabet::Tile;

/// The most tiles that a rack may hold and a play may lay. With this limit a [`Placement`](super::Placement) has 32
/// bytes.
pub const MAX_RACK: usize = 28;

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The letter.
    pub tile: Tile,
    /// `true` if a blank stands for the letter; it scores 0.
    pub blank: bool,
}

/// The content of a square in one byte: nothing, a hole, a tile, or a blank that stands for a letter.
///
/// The low six bits are the number of the tile (0 for none), bit 6 marks a hole, bit 7 a blank. A blank on a rack
/// stands for no letter yet: it is [`BLANK`](Cell::BLANK).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Cell(u8);

impl Cell {
    /// An empty square.
    pub const EMPTY: Cell = Cell(0);
    /// A square on which no tile may be laid.
    pub const HOLE: Cell = Cell(0x40);
    /// A blank that stands for no letter yet. It never lies on a board.
    pub const BLANK: Cell = Cell(0x80);

    /// A tile. Only the low six bits of its number are used: numbers from 1 to 63 fit.
    #[inline]
    pub const fn tile(tile: Tile) -> Cell {
        Cell(tile.number() & 63)
    }

    /// A blank that stands for a letter.
    #[inline]
    pub const fn blank(tile: Tile) -> Cell {
        Cell(tile.number() & 63 | 0x80)
    }

    /// The byte.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The number of the letter, 1 to 63, of a tile or of a blank that stands for it; 0 if there is none.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 & 63
    }

    /// The letter of a tile, or of a blank that stands for it.
    #[inline]
    pub const fn letter(self) -> Option<Tile> {
        Tile::new(self.number())
    }

    /// `true` for a tile, or a blank that stands for a letter.
    #[inline]
    pub const fn is_tile(self) -> bool {
        self.number() != 0
    }

    /// `true` if a tile may be laid here.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// `true` for a hole.
    #[inline]
    pub const fn is_hole(self) -> bool {
        self.0 == 0x40
    }

    /// `true` for a blank, whether it stands for a letter or not.
    #[inline]
    pub const fn is_blank(self) -> bool {
        self.0 & 0x80 != 0
    }

    /// The tile on this square, if there is one.
    #[inline]
    pub fn placed(self) -> Option<Placed> {
        self.letter().map(|tile| Placed { tile, blank: self.is_blank() })
    }

    /// The cell as it is on a rack: a blank stands for no letter.
    #[inline]
    pub const fn on_rack(self) -> Cell {
        if self.is_blank() { Cell::BLANK } else { self }
    }
}

impl From<Placed> for Cell {
    #[inline]
    fn from(placed: Placed) -> Cell {
        if placed.blank { Cell::blank(placed.tile) } else { Cell::tile(placed.tile) }
    }
}

impl fmt::Debug for Cell {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.number()) {
            (Cell::EMPTY, _) => f.write_str("_"),
            (Cell::HOLE, _) => f.write_str("hole"),
            (_, 0) => f.write_str("?"),
            (_, number) => write!(f, "{}{number}", if self.is_blank() { "?" } else { "" }),
        }
    }
}

/// A list of at most [`MAX_RACK`] tiles, without allocation. It dereferences to a slice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tiles {
    // Unused entries are `EMPTY`, so that comparing arrays compares lists.
    cells: [Cell; MAX_RACK],
    len: u8,
}

impl Tiles {
    /// No tiles.
    pub const NONE: Tiles = Tiles { cells: [Cell::EMPTY; MAX_RACK], len: 0 };

    /// The tiles of a slice; `None` for more than [`MAX_RACK`].
    #[inline]
    pub fn from_slice(cells: &[Cell]) -> Option<Tiles> {
        let mut tiles = Tiles::NONE;
        tiles.cells.get_mut(..cells.len())?.copy_from_slice(cells);
        tiles.len = cells.len() as u8;
        Some(tiles)
    }

    /// Appends a tile. Returns `false` and changes nothing if the list has [`MAX_RACK`] tiles.
    #[inline]
    pub fn push(&mut self, cell: Cell) -> bool {
        match self.cells.get_mut(usize::from(self.len)) {
            Some(free) => {
                *free = cell;
                self.len += 1;
                true
            }
            None => false,
        }
    }

    /// Puts a tile in place of another; does nothing past the end.
    #[inline]
    pub(crate) fn replace(&mut self, at: usize, cell: Cell) {
        if let Some(old) = self.cells[..usize::from(self.len)].get_mut(at) {
            *old = cell;
        }
    }

    /// The first eight tiles as a number. Lists with a smaller number come first.
    #[inline]
    pub(crate) fn first_eight(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.cells;
        u64::from_be_bytes([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0])
    }

    /// Removes the last tile.
    #[inline]
    pub fn pop(&mut self) -> Option<Cell> {
        let cell = *self.last()?;
        self.len -= 1;
        self.cells[usize::from(self.len)] = Cell::EMPTY;
        Some(cell)
    }

    /// Sorts the tiles in collation order, blanks last.
    #[inline]
    pub fn sort(&mut self) {
        self.cells[..usize::from(self.len)].sort_unstable();
    }
}

impl Deref for Tiles {
    type Target = [Cell];
    #[inline]
    fn deref(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }
}

impl Default for Tiles {
    #[inline]
    fn default() -> Tiles {
        Tiles::NONE
    }
}

impl fmt::Debug for Tiles {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_keeps_tile_and_blank_apart() {
        for number in 1..=63 {
            let tile = Tile::from_label(number);
            for blank in [false, true] {
                let cell = Cell::from(Placed { tile, blank });
                assert_eq!(cell.placed(), Some(Placed { tile, blank }));
                assert!(cell.is_tile() && !cell.is_empty() && !cell.is_hole());
            }
        }
        assert!(!Cell::HOLE.is_tile() && !Cell::HOLE.is_empty() && !Cell::EMPTY.is_hole());
        assert_eq!(Cell::BLANK.placed(), None);
    }

    #[test]
    fn tiles_hold_a_full_rack_and_no_more() {
        let mut tiles = Tiles::NONE;
        while tiles.push(Cell::BLANK) {}
        assert_eq!(tiles.len(), MAX_RACK);
        assert_eq!(Tiles::from_slice(&tiles), Some(tiles));
        assert_eq!(Tiles::from_slice(&[Cell::BLANK; MAX_RACK + 1]), None);
    }
}
