//! The geometry of the boards that the [`solver`](super::solver) takes.
//!
//! A board lies in 64 padded cells. After each row there is one empty cell, and the cells wrap around from the last to
//! the first, so the empty cells form a margin on all sides. The eight neighbours of a cell are therefore at the same
//! eight distances everywhere, and one 64-bit word holds the set of used cells.

use super::grid::Adjacency;

/// The number of low bits of a state that hold the used cells. The bits above hold the last cell.
pub(super) const CELL_SHIFT: u32 = 58;

/// The largest number of cells of a small board. The used cells and the last cell then fit into 32 bits.
pub(super) const SMALL_CELLS: usize = 27;

/// One value for each of the eight directions, as one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Lanes(pub [u32; 8]);

/// The geometry of a small board. A state is the set of used cells, and from bit [`SMALL_CELLS`] on the last cell.
///
/// The tables have as many elements as five bits can index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SmallShape {
    /// The bit of the neighbour of each cell in each direction. All bits where there is none, so that it counts as used.
    pub neighbours: [Lanes; 32],
    /// The bits to flip in a state to step to the neighbour: the neighbour becomes used, and the last cell.
    pub steps: [Lanes; 32],
}

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
    /// Only for boards of at most [`SMALL_CELLS`] cells.
    pub(super) small: Option<Box<SmallShape>>,
}

impl SmallShape {
    fn new(rows: usize, columns: usize, touching: u8) -> SmallShape {
        let mut shape = SmallShape { neighbours: [Lanes([u32::MAX; 8]); 32], steps: [Lanes([0; 8]); 32] };
        let around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        for cell in 0..rows * columns {
            for (direction, (down, right)) in around.into_iter().enumerate() {
                let row = (cell / columns).checked_add_signed(down).filter(|&row| row < rows);
                let column = (cell % columns).checked_add_signed(right).filter(|&column| column < columns);
                if let (Some(row), Some(column), 1) = (row, column, touching >> direction & 1) {
                    let neighbour = row * columns + column;
                    shape.neighbours[cell].0[direction] = 1 << neighbour;
                    shape.steps[cell].0[direction] = 1 << neighbour | ((cell ^ neighbour) as u32) << SMALL_CELLS;
                }
            }
        }
        shape
    }
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
        let small = (rows * columns <= SMALL_CELLS).then(|| Box::new(SmallShape::new(rows, columns, touching)));
        Some(BoardShape { rows, columns, deltas, touching, padded, small })
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
