//! The moves of a player: plays, exchanges, and the pass.

use super::{Board, Cell, Direction, Rack, Square, Tiles};

/// A play: tiles laid along one lane. 32 bytes, without allocation.
///
/// A placement has the first square of the *main word* (which may have a tile already), the direction, and the tiles
/// laid, in order. The tiles go on the empty squares from the start on, so their squares follow from the board.
///
/// In the normal form, a single tile that makes words in both directions goes across, and one that only makes a word
/// down goes down. So each play has one normal form, and equal plays compare equal. Placements are ordered by row,
/// column, direction, tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The first square of the main word.
    pub start: Square,
    /// The direction of the main word.
    pub direction: Direction,
    /// The tiles laid, in order.
    pub tiles: Tiles,
}

/// One square of the main word of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The index of the square on its lane.
    pub index: usize,
    /// The tile.
    pub cell: Cell,
    /// `true` if the placement lays the tile, `false` if it was on the board.
    pub laid: bool,
}

impl Placement {
    /// The squares of the main word, on a board without the tiles of the placement.
    ///
    /// The walk ends before the first empty square, hole or edge after the last tile. If a hole or the edge comes
    /// earlier, it ends with tiles left. It is empty if the start is not on the board.
    #[inline]
    pub fn walk<'p>(&'p self, board: &'p Board) -> Walk<'p> {
        let (lane, index) = self.start.lane(self.direction);
        let lane = if board.contains(self.start) { board.lane(self.direction, lane) } else { &[] };
        Walk { lane, index, tiles: &self.tiles }
    }

    /// The tiles laid, with their squares; see [`walk`](Self::walk).
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

    /// The normal form: the start is the first tile of the main word, and a single tile goes across if it makes a
    /// word across, otherwise down.
    ///
    /// The start of `self` may be any square of the main word up to the first tile laid.
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

    /// The same play on the transposed board. A play of a single tile may have to be [`normalised`](Self::normalised)
    /// there.
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

    /// The index on the lane of the next square, or of the square at which the walk ended.
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

/// A move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The player lays tiles.
    Place(Placement),
    /// The player exchanges these tiles; they are in collation order, blanks last.
    Exchange(Tiles),
    /// The player passes.
    Pass,
}

impl Move {
    /// The tiles that leave the rack: laid or exchanged.
    pub fn tiles(&self) -> &[Cell] {
        match self {
            Move::Place(placement) => &placement.tiles,
            Move::Exchange(tiles) => tiles,
            Move::Pass => &[],
        }
    }

    /// The leave: the tiles that stay on a rack, before new ones are drawn.
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
