//! What a player can do in a turn.

use super::{Board, Cell, Direction, Rack, Square, Tiles};

/// A play: tiles laid along one lane. 32 bytes, without allocation.
///
/// It is written down as the field writes it: the first square of the *main word*, tiles that lay there before included,
/// the direction, and the tiles laid in order. Where they go follows from the board: on the free squares from the start on.
///
/// A single tile that makes words both ways is written across; one that makes a word down only, down. So each play has
/// one form, and equal plays compare equal. Placements are ordered by row, column, direction, tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The first square of the main word.
    pub start: Square,
    /// How the main word runs.
    pub direction: Direction,
    /// The tiles laid, in order.
    pub tiles: Tiles,
}

/// One square of the main word of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The index of the square on its lane.
    pub index: usize,
    /// The tile, laid or there before.
    pub cell: Cell,
    /// Whether it is laid by this placement.
    pub laid: bool,
}

impl Placement {
    /// The squares of the main word on a board on which the placement is not yet laid.
    ///
    /// The walk ends before an empty square, a hole or the edge once all tiles are laid; it ends early, with tiles left,
    /// when a hole or the edge comes first. It is empty when the start is not on the board.
    #[inline]
    pub fn walk<'p>(&'p self, board: &'p Board) -> Walk<'p> {
        let (lane, index) = self.start.lane(self.direction);
        let lane = if board.contains(self.start) { board.lane(self.direction, lane) } else { &[] };
        Walk { lane, index, tiles: &self.tiles }
    }

    /// The squares on which tiles are laid, with the tiles; see [`walk`](Self::walk).
    pub fn laid<'p>(&'p self, board: &'p Board) -> impl Iterator<Item = (Square, Cell)> + 'p {
        let (lane, _) = self.start.lane(self.direction);
        let laid = self.walk(board).filter(|step| step.laid);
        laid.map(move |step| (Square::on_lane(self.direction, lane, step.index), step.cell))
    }

    /// The board with the tiles laid.
    pub fn laid_on(&self, board: &Board) -> Board {
        let mut after = board.clone();
        self.laid(board).for_each(|(square, cell)| after.set(square, cell));
        after
    }

    /// The tiles of the main word.
    pub fn main_word(&self, board: &Board) -> Vec<Cell> {
        self.walk(board).map(|step| step.cell).collect()
    }

    /// The form in which plays are compared: the start moved to the first tile of the main word, a single tile across
    /// when it makes a word across and down otherwise.
    ///
    /// Where tiles have to be skipped before the first one laid, start there or before.
    pub fn normalised(&self, board: &Board) -> Placement {
        let mut placement = *self;
        if !board.contains(self.start) {
            return placement;
        }
        if let ([_], Some((square, _))) = (&*self.tiles, self.laid(board).next()) {
            let across = board.has_neighbour_along(square, Direction::Across);
            placement.direction = if across { Direction::Across } else { Direction::Down };
            if placement.direction != self.direction {
                placement.start = square;
            }
        }
        let (lane, index) = placement.start.lane(placement.direction);
        let before = &board.lane(placement.direction, lane)[..index];
        let first = before.iter().rposition(|cell| !cell.is_tile()).map_or(0, |free| free + 1);
        placement.start = Square::on_lane(placement.direction, lane, first);
        placement
    }

    /// The same play on the board mirrored at its main diagonal. A single tile may need
    /// [`normalised`](Self::normalised) on that board.
    pub fn transposed(&self) -> Placement {
        Placement { start: self.start.transposed(), direction: self.direction.other(), tiles: self.tiles }
    }
}

/// The squares of a main word; made by [`Placement::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'p> {
    lane: &'p [Cell],
    index: usize,
    tiles: &'p [Cell],
}

impl Walk<'_> {
    /// The tiles that are still to be laid.
    pub fn rest(&self) -> &[Cell] {
        self.tiles
    }

    /// The index on the lane of the square that comes next, or at which the walk ended.
    pub fn index(&self) -> usize {
        self.index
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let &cell = self.lane.get(self.index)?;
        let index = self.index;
        let step = if cell.is_tile() {
            Step { index, cell, laid: false }
        } else if cell.is_empty() {
            let (&cell, rest) = self.tiles.split_first()?;
            self.tiles = rest;
            Step { index, cell, laid: true }
        } else {
            return None;
        };
        self.index += 1;
        Some(step)
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Lays tiles.
    Place(Placement),
    /// Puts tiles back into the bag and draws as many; in collation order, blanks last.
    Exchange(Tiles),
    /// Does nothing.
    Pass,
}

impl Move {
    /// The tiles it uses: laid, or put back into the bag.
    pub fn tiles(&self) -> &[Cell] {
        match self {
            Move::Place(placement) => &placement.tiles,
            Move::Exchange(tiles) => tiles,
            Move::Pass => &[],
        }
    }

    /// What it leaves of a rack, before tiles are drawn.
    pub fn leave(&self, rack: &Rack) -> Rack {
        let mut kept = *rack;
        self.tiles().iter().for_each(|&cell| _ = kept.remove(cell));
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Tile;
    use crate::board::Layout;

    #[test]
    fn a_placement_is_32_bytes() {
        assert_eq!(size_of::<Placement>(), 32);
    }

    #[test]
    fn walks_skip_tiles_and_stop_at_holes() {
        let mut board = Board::new(&Layout::builtin("punctured-15").unwrap());
        let cell = |number| Cell::tile(Tile::from_label(number));
        board.set(Square::new(1, 4), cell(9));
        board.set(Square::new(1, 2), cell(8));
        let tiles = Tiles::from_slice(&[cell(1), cell(2), cell(3)]).unwrap();
        let placement = Placement { start: Square::new(1, 3), direction: Direction::Across, tiles };
        let mut walk = placement.walk(&board);
        let steps: Vec<_> = walk.by_ref().map(|step| (step.index, step.cell.number(), step.laid)).collect();
        assert_eq!(steps, [(3, 1, true), (4, 9, false), (5, 2, true), (6, 3, true)]);
        assert_eq!((walk.rest().len(), walk.index()), (0, 7));
        let normalised = placement.normalised(&board);
        assert_eq!(normalised.start, Square::new(1, 2));
        assert_eq!(normalised.main_word(&board).len(), 5);
        let single = Placement { tiles: Tiles::from_slice(&[cell(1)]).unwrap(), ..placement };
        let down = Placement { direction: Direction::Down, ..single };
        assert_eq!(down.normalised(&board), single.normalised(&board));
    }
}
