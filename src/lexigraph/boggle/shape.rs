//! The geometry of the boards that the [`solver`](super::solver) takes.
//!
//! A board lies in 64 padded cells. After each row there is one empty cell, and the cells wrap around from the last to
//! the first, so the empty cells form a margin on all sides. The eight neighbours of a cell are therefore at the same
//! eight distances everywhere, and one 64-bit word holds the set of used cells.

use super::grid::Adjacency;

/// The number of low bits of a state that hold the used cells. The bits above hold the last cell.
pub(super) const CELL_SHIFT: u32 = 58;

/// The geometry of boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardShape {
    rows: usize,
    columns: usize,
    /// The distances to the eight neighbours of a cell, modulo 64.
    pub(super) deltas: [i8; 8],
    /// One bit for each of the eight directions: set if neighbours in that direction touch.
    pub(super) touching: u8,
    /// The padded cell of each cell, row by row.
    pub(super) padded: Vec<u8>,
}

impl BoardShape {
    /// Returns the geometry of boards with this many rows and columns, or `None` if they do not fit into the padded
    /// cells: boards fit up to 7×7, and in general if (rows + 1) × (columns + 1) ≤ 64.
    pub fn new(rows: usize, columns: usize, adjacency: Adjacency) -> Option<BoardShape> {
        let stride = columns.checked_add(1)?;
        let room = rows.checked_add(1)?.checked_mul(stride)?;
        // The set of used cells must not reach the bits of the last cell.
        if rows == 0 || columns == 0 || room > 64 || rows * stride - 2 >= CELL_SHIFT as usize {
            return None;
        }
        let down = stride as i8;
        let deltas = [-down - 1, -down, 1 - down, -1, 1, down - 1, down, down + 1];
        let touching = if adjacency == Adjacency::King { 0xff } else { 0b0101_1010 };
        let padded = (0..rows * columns).map(|cell| (cell / columns * stride + cell % columns) as u8).collect();
        Some(BoardShape { rows, columns, deltas, touching, padded })
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
