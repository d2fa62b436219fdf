//! The rack during a search: tiles are taken and put back at every step.

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, Layout, MAX_RACK, Points, Rack};

use super::index::{Hashed, hash_of};
use super::{Equity, Leaves};

/// A rack with more distinct parts than this gets no table of leave values.
const MOST_PARTS: usize = 1 << 16;

/// The tiles left on the rack at one step of a search. It is passed down from step to step in two registers, so going
/// back costs nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct RackCursor {
    /// One bit for the number of each tile left; bit 0 for blanks.
    pub tiles: u64,
    /// From the lowest bit: 16 bits for the index of this part of the rack, which is a number in mixed radix with one
    /// digit for each distinct tile; 16 bits for the number of tiles left; one bit for each single tile left, equal
    /// tiles next to each other. So one subtraction takes a tile.
    state: u64,
}

/// The lowest bit of the number of tiles left in [`RackCursor`].
const COUNT: u32 = 16;
/// The bit of the first single tile.
const SINGLES: u32 = 32;

impl RackCursor {
    /// The letters that can be laid; with a blank, all letters.
    #[inline(always)] // measured: a call here costs as much as the few instructions it wraps
    pub fn available(self) -> u64 {
        (self.tiles | (self.tiles & 1).wrapping_neg()) & !1
    }

    #[inline(always)] // as above
    pub fn has_blank(self) -> bool {
        self.tiles & 1 != 0
    }

    /// The number of tiles left.
    #[inline(always)] // as above
    pub fn left(self) -> usize {
        (self.state >> COUNT & 0xffff) as usize
    }

    #[inline(always)] // as above
    fn index(self) -> usize {
        (self.state & 0xffff) as usize
    }
}

/// How a letter is laid: with its own tile or with a blank. A search tries one after the other on each square,
/// because the tiles left after a blank are the same for all letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TileUse {
    Tile,
    Blank,
}

impl TileUse {
    /// An array, so that loops over it are unrolled: a slice of the uses that the rack allows cost 6 % on the DAWG.
    pub const BOTH: [TileUse; 2] = [TileUse::Tile, TileUse::Blank];

    /// The letters that can be laid this way.
    #[inline(always)] // measured: part of the innermost loop
    pub fn letters(self, cursor: RackCursor) -> u64 {
        match self {
            TileUse::Tile => cursor.tiles & !1,
            TileUse::Blank => (cursor.tiles & 1).wrapping_neg() & !1,
        }
    }

    /// The number of the tile that a letter takes from the rack.
    #[inline(always)] // as above
    pub fn taken(self, letter: Tile) -> usize {
        match self {
            TileUse::Tile => usize::from(letter.number()) & 63,
            TileUse::Blank => 0,
        }
    }

    /// The cell that is laid on the board.
    #[inline(always)] // as above
    pub fn cell(self, letter: Tile) -> Cell {
        match self {
            TileUse::Tile => Cell::tile(letter),
            TileUse::Blank => Cell::blank(letter),
        }
    }
}

/// The rack of a search. Tile number 0 is the blank throughout.
pub(super) struct RackState {
    /// The bits of the single tiles in [`RackCursor`], by the number of the tile.
    singles: [u64; 64],
    /// The amount that taking a tile subtracts from the index and the number of tiles left, by the number of the tile.
    steps: [u64; 64],
    /// The rack before any tile is taken.
    pub whole: RackCursor,
    /// The number of tiles before any is taken.
    pub total: usize,
    /// The points of each tile, by its number; 0 for a blank.
    pub points: [i32; 64],
    /// The bonus by the number of tiles laid.
    pub bonus: [i32; MAX_RACK + 1],
    /// The leave values by the index of a part; empty without leave values, or if the rack has too many parts.
    leaves: Vec<Equity>,
    /// The number of tiles of each part, in the same order.
    sizes: Vec<u8>,
    /// The value of the best leave, by the number of tiles laid.
    best_leaves: [Equity; MAX_RACK + 1],
    /// `true` if there are leave values, but no table of them.
    beyond_table: bool,
    /// The hash of the whole rack for the word index.
    pub hashed: Hashed,
    /// The hash of each letter for the word index.
    hashes: [u64; 64],
    /// The points of all tiles, highest first.
    pub points_descending: [i32; MAX_RACK],
}

impl RackState {
    pub fn new() -> RackState {
        RackState {
            singles: [0; 64],
            steps: [0; 64],
            whole: RackCursor { tiles: 0, state: 0 },
            total: 0,
            points: [0; 64],
            bonus: [0; MAX_RACK + 1],
            leaves: Vec::new(),
            sizes: Vec::new(),
            best_leaves: [Equity::ZERO; MAX_RACK + 1],
            beyond_table: false,
            hashed: Hashed::default(),
            hashes: std::array::from_fn(hash_of),
            points_descending: [0; MAX_RACK],
        }
    }

    #[inline]
    pub fn configure(&mut self, points: &Points, layout: &Layout) {
        for (number, value) in self.points.iter_mut().enumerate().skip(1) {
            *value = points.of(Cell::tile(Tile::from_label(number as u8)));
        }
        self.bonus.iter_mut().enumerate().for_each(|(laid, bonus)| *bonus = layout.bonus(laid));
    }

    /// Sets the rack and computes the leave values of its parts.
    pub fn fill(&mut self, rack: &Rack, leaves: Option<&dyn Leaves>) {
        let (counts, tiles) = (rack.counts(), rack.tiles().bits() | u64::from(rack.blanks() > 0));
        self.whole = RackCursor { tiles, state: 0 };
        self.total = rack.len();
        self.leaves.clear();
        self.best_leaves = [Equity::ZERO; MAX_RACK + 1];
        self.beyond_table = false;
        (self.singles, self.steps) = ([0; 64], [1 << COUNT; 64]);
        let mut from = SINGLES;
        for number in numbers(tiles) {
            let count = u32::from(counts[number]);
            self.singles[number] = ((1 << count) - 1) << from;
            from += count;
        }
        // The count of tiles, and a bit for each.
        self.whole.state = (self.total as u64) << COUNT | ((1 << from) - (1 << SINGLES));
        self.sort_points(rack);
        self.hashed = Hashed::new(rack);
        let Some(leaves) = leaves else { return };
        let (mut parts, mut index) = (1usize, 0);
        for number in numbers(tiles) {
            self.steps[number] += parts as u64;
            index += parts * usize::from(counts[number]);
            parts *= usize::from(counts[number]) + 1;
            if parts > MOST_PARTS {
                self.beyond_table = true;
                self.steps = [1 << COUNT; 64];
                self.best_leaves = [Equity::from_thousandths(i32::MAX); MAX_RACK + 1];
                return;
            }
        }
        self.whole.state |= index as u64;
        leaves.values_of_parts(rack, &mut self.leaves);
        // The sizes of the parts, in the same order: one digit for each tile, the first tile's the lowest.
        self.sizes.clear();
        self.sizes.push(0);
        for number in numbers(tiles) {
            let block = self.sizes.len();
            for _ in 0..counts[number] {
                let next = self.sizes.len() - block;
                self.sizes.extend_from_within(next..);
                self.sizes[next + block..].iter_mut().for_each(|size| *size += 1);
            }
        }
        self.best_leaves = [Equity::MIN; MAX_RACK + 1];
        for (&value, &size) in self.leaves.iter().zip(&self.sizes) {
            let best = &mut self.best_leaves[self.total - usize::from(size)];
            *best = value.max(*best);
        }
    }

    /// The cursor without one tile of this number, which is on the rack.
    #[inline(always)] // as above
    pub fn without(&self, cursor: RackCursor, number: usize) -> RackCursor {
        let singles = cursor.state & self.singles[number & 63];
        let single = singles & singles.wrapping_neg();
        RackCursor {
            tiles: cursor.tiles & !(u64::from(single == singles) << number),
            state: cursor.state.wrapping_sub(self.steps[number & 63] + single),
        }
    }

    /// The value of the leave after one more tile is laid.
    #[inline]
    pub fn leave_without(&self, cursor: RackCursor, number: usize, leaves: Option<&dyn Leaves>) -> Equity {
        if self.leaves.is_empty() && !self.beyond_table {
            return Equity::ZERO;
        }
        self.leave(self.without(cursor, number), leaves)
    }

    /// The value of the tiles left.
    #[inline]
    pub fn leave(&self, cursor: RackCursor, leaves: Option<&dyn Leaves>) -> Equity {
        if self.leaves.is_empty() && !self.beyond_table {
            return Equity::ZERO;
        }
        match self.leaves.get(cursor.index()) {
            Some(&value) => value,
            None => self.value_beyond_table(cursor, leaves),
        }
    }

    #[cold]
    #[inline]
    fn value_beyond_table(&self, cursor: RackCursor, leaves: Option<&dyn Leaves>) -> Equity {
        let mut rack = Rack::EMPTY;
        for number in numbers(cursor.tiles) {
            let count = (cursor.state & self.singles[number]).count_ones();
            (0..count).for_each(|_| _ = rack.add(cell_of(number)));
        }
        leaves.map_or(Equity::ZERO, |leaves| leaves.value(&rack))
    }

    /// The value of the best leave after laying `laid` tiles.
    #[inline]
    pub fn best_leave(&self, laid: usize) -> Equity {
        self.best_leaves[laid]
    }

    /// `false` if there are leave values, but no table of them.
    #[inline]
    pub fn has_table(&self) -> bool {
        !self.beyond_table
    }

    /// The value of a part of the rack, by its number in mixed radix.
    #[inline]
    pub fn leave_of_part(&self, number: usize) -> Equity {
        self.leaves.get(number).copied().unwrap_or_default()
    }

    #[inline]
    pub fn hash_of(&self, letter: u8) -> u64 {
        self.hashes[usize::from(letter) & 63]
    }

    #[inline]
    fn sort_points(&mut self, rack: &Rack) {
        let mut length = 0;
        for number in numbers(self.whole.tiles) {
            for _ in 0..rack.counts()[number] {
                self.points_descending[length] = self.points[number];
                length += 1;
            }
        }
        self.points_descending[..length].sort_unstable_by(|a, b| b.cmp(a));
    }
}

#[inline]
pub(super) fn cell_of(number: usize) -> Cell {
    if number == 0 { Cell::BLANK } else { Cell::tile(Tile::from_label(number as u8)) }
}

/// The numbers of the bits that are set, ascending.
#[inline]
pub(super) fn numbers(bits: u64) -> impl Iterator<Item = usize> {
    TileSet::from_bits(bits).into_iter().map(|tile| usize::from(tile.number()))
}
