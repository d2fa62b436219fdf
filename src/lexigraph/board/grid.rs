//! The squares of a board and the tiles on them, stored in both directions.

use std::fmt;

use super::{Cell, Direction, Layout, Square};

/// The squares of a board and the tiles on them.
///
/// Each square is stored twice, by rows and by columns, so that a lane in either direction is one slice. Move
/// generators read lanes all the time; the price is that laying a tile writes two bytes instead of one. A clone makes
/// one allocation, `clone_from` a board of the same size none.
#[derive(PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
    /// All rows from the top, then all columns from the left.
    cells: Box<[Cell]>,
}

impl Board {
    /// The board of a layout: its holes, and no tiles.
    #[inline]
    pub fn new(layout: &Layout) -> Board {
        let (rows, columns) = (layout.rows(), layout.columns());
        let cells = vec![Cell::EMPTY; 2 * rows * columns].into();
        let mut board = Board { rows: rows as u8, columns: columns as u8, cells };
        for square in board.squares() {
            if layout.premium(square).is_hole() {
                board.set(square, Cell::HOLE);
            }
        }
        board
    }

    /// The number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// The number of columns.
    #[inline]
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// The number of lanes in a direction: the rows for across, the columns for down.
    #[inline]
    pub fn lanes(&self, direction: Direction) -> usize {
        match direction {
            Direction::Across => self.rows(),
            Direction::Down => self.columns(),
        }
    }

    /// The squares of a lane: a row from the left, or a column from the top.
    ///
    /// # Panics
    /// If there is no such lane.
    #[inline]
    pub fn lane(&self, direction: Direction, lane: usize) -> &[Cell] {
        let (rows, columns) = (self.rows(), self.columns());
        match direction {
            Direction::Across => &self.cells[lane * columns..][..columns],
            Direction::Down => &self.cells[(columns + lane) * rows..][..rows],
        }
    }

    /// `true` if the square is on the board.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        square.row < self.rows && square.column < self.columns
    }

    /// The content of a square.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[inline]
    pub fn get(&self, square: Square) -> Cell {
        self.lane(Direction::Across, usize::from(square.row))[usize::from(square.column)]
    }

    /// The content of a square; `None` off the board.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Cell> {
        self.contains(square).then(|| self.get(square))
    }

    /// Sets the content of a square.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[inline]
    pub fn set(&mut self, square: Square, cell: Cell) {
        assert!(self.contains(square), "{square} is not on a board of {} rows and {} columns", self.rows, self.columns);
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        let (rows, columns) = (self.rows(), self.columns());
        self.cells[row * columns + column] = cell;
        self.cells[(columns + column) * rows + row] = cell;
    }

    /// All squares, row by row.
    #[inline]
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Square { row, column }))
    }

    /// The squares with tiles, row by row.
    #[inline]
    pub fn tiles(&self) -> impl Iterator<Item = (Square, Cell)> + '_ {
        self.squares().map(|square| (square, self.get(square))).filter(|(_, cell)| cell.is_tile())
    }

    /// `true` if no tile is on the board.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cells[..self.rows() * self.columns()].iter().all(|cell| !cell.is_tile())
    }

    /// `true` if a tile lies next to the square in any of the four directions.
    #[inline]
    pub fn has_neighbour(&self, square: Square) -> bool {
        Direction::BOTH.into_iter().any(|direction| self.has_neighbour_along(square, direction))
    }

    /// `true` if a tile lies right before or after the square in one direction.
    #[inline]
    pub fn has_neighbour_along(&self, square: Square, direction: Direction) -> bool {
        let (lane, index) = square.lane(direction);
        let cells = self.lane(direction, lane);
        index > 0 && cells[index - 1].is_tile() || cells.get(index + 1).is_some_and(|cell| cell.is_tile())
    }

    /// All words of two tiles or more: across row by row, then down column by column.
    #[inline]
    pub fn words(&self) -> impl Iterator<Item = BoardWord<'_>> {
        Direction::BOTH.into_iter().flat_map(move |direction| {
            (0..self.lanes(direction)).flat_map(move |lane| runs(self.lane(direction, lane), direction, lane))
        })
    }

    /// The board mirrored at its main diagonal: rows become columns.
    #[inline]
    pub fn transposed(&self) -> Board {
        let half = self.rows() * self.columns();
        let mut cells = self.cells.clone();
        cells.rotate_left(half);
        Board { rows: self.columns, columns: self.rows, cells }
    }
}

impl Clone for Board {
    #[inline]
    fn clone(&self) -> Board {
        Board { cells: self.cells.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, other: &Board) {
        (self.rows, self.columns) = (other.rows, other.columns);
        self.cells.clone_from(&other.cells);
    }
}

impl fmt::Debug for Board {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.tiles()).finish()
    }
}

/// A word on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardWord<'b> {
    /// The first square.
    pub start: Square,
    /// The direction of the word.
    pub direction: Direction,
    /// The tiles.
    pub cells: &'b [Cell],
}

/// The runs of two tiles or more on a lane.
fn runs(cells: &[Cell], direction: Direction, lane: usize) -> impl Iterator<Item = BoardWord<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + cells[from..].iter().position(|cell| cell.is_tile())?;
            let end = cells[start..].iter().position(|cell| !cell.is_tile()).map_or(cells.len(), |length| start + length);
            from = end;
            if end - start >= 2 {
                let start_square = Square::on_lane(direction, lane, start);
                return Some(BoardWord { start: start_square, direction, cells: &cells[start..end] });
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Tile;

    fn cell(number: u8) -> Cell {
        Cell::tile(Tile::from_label(number))
    }

    #[test]
    fn both_directions_show_the_same_squares() {
        let layout = Layout::builtin("wide-27x19").unwrap();
        let mut board = Board::new(&layout);
        for (index, square) in board.squares().enumerate().filter(|(index, _)| index % 7 < 3) {
            board.set(square, cell(index as u8 % 63 + 1));
        }
        for square in board.squares() {
            for direction in Direction::BOTH {
                let (lane, index) = square.lane(direction);
                assert_eq!(board.lane(direction, lane)[index], board.get(square));
            }
            assert_eq!(board.transposed().get(square.transposed()), board.get(square));
        }
        assert_eq!(board.transposed().transposed(), board);
    }

    #[test]
    fn words_are_runs_of_two_or_more() {
        let mut board = Board::new(&Layout::builtin("standard-15").unwrap());
        for (row, column) in [(0, 13), (0, 14), (1, 14), (5, 5), (7, 0), (7, 1), (7, 3), (7, 4), (7, 5)] {
            board.set(Square::new(row, column), cell(1));
        }
        let words: Vec<_> = board.words().map(|word| (word.start.row, word.start.column, word.cells.len())).collect();
        assert_eq!(words, [(0, 13, 2), (7, 0, 2), (7, 3, 3), (0, 14, 2)]);
    }

    #[test]
    fn holes_are_neither_free_nor_tiles() {
        let board = Board::new(&Layout::builtin("punctured-15").unwrap());
        assert!(board.get(Square::new(0, 0)).is_hole());
        assert!(board.is_empty());
        assert_eq!(board.tiles().count(), 0);
    }
}
