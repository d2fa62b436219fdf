//! The rack of a player.

use std::fmt;

use thiserror::Error;

use crate::alphabet::{Alphabet, Tile, TileSet};

use super::text::{read_label, read_tile, write_cell};
use super::{Cell, MAX_RACK, Points};

/// Why a rack cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RackError {
    /// A character is not a tile.
    #[error(
        "'{found}' (tile {place} of the rack) is no tile — use letters of the alphabet, ? for a blank, [..] around labels of several characters"
    )]
    NotATile {
        /// The character.
        found: char,
        /// The number of the tile that it would be, from 1.
        place: usize,
    },
    /// There are more tiles than any rack holds.
    #[error("the rack has more than {MAX_RACK} tiles")]
    TooMany,
}

/// A multiset of at most [`MAX_RACK`] tiles and blanks, of an alphabet with at most 63 letters.
///
/// Adding, removing and counting a tile take constant time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rack {
    /// The count of each tile by its number; blanks are at 0.
    counts: [u8; 64],
    letters: TileSet,
    total: u8,
}

impl Rack {
    /// No tiles.
    pub const EMPTY: Rack = Rack { counts: [0; 64], letters: TileSet::EMPTY, total: 0 };

    /// The number of tiles, including blanks.
    #[inline]
    pub const fn len(&self) -> usize {
        self.total as usize
    }

    /// `true` if there are no tiles.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The letters on the rack, without blanks.
    #[inline]
    pub const fn tiles(&self) -> TileSet {
        self.letters
    }

    /// The number of blanks.
    #[inline]
    pub const fn blanks(&self) -> usize {
        self.counts[0] as usize
    }

    /// The number of tiles of one letter, without blanks.
    #[inline]
    pub const fn count(&self, tile: Tile) -> usize {
        self.counts[(tile.number() & 63) as usize] as usize
    }

    /// The count of each tile by its number; blanks are at 0.
    #[inline]
    pub const fn counts(&self) -> &[u8; 64] {
        &self.counts
    }

    /// Adds a tile or a blank, whatever letter the blank stands for. Returns `false` and changes nothing if the rack
    /// has [`MAX_RACK`] tiles, or if the cell is neither tile nor blank.
    #[inline]
    pub fn add(&mut self, cell: Cell) -> bool {
        if usize::from(self.total) == MAX_RACK || !(cell.is_tile() || cell.is_blank()) {
            return false;
        }
        let number = cell.on_rack().number();
        self.counts[usize::from(number)] += 1;
        self.total += 1;
        if number != 0 {
            self.letters.insert(Tile::from_label(number));
        }
        true
    }

    /// Removes a tile or a blank. Returns `false` and changes nothing if there is none.
    #[inline]
    pub fn remove(&mut self, cell: Cell) -> bool {
        if !(cell.is_tile() || cell.is_blank()) {
            return false;
        }
        let number = cell.on_rack().number();
        let count = &mut self.counts[usize::from(number)];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        self.total -= 1;
        if *count == 0 {
            self.letters.remove(Tile::from_label(number));
        }
        true
    }

    /// `true` if the rack has every tile of `cells`, as often as it is in `cells`.
    #[inline]
    pub fn holds(&self, cells: &[Cell]) -> bool {
        let mut rest = *self;
        cells.iter().all(|&cell| rest.remove(cell))
    }

    /// The tiles in collation order, blanks last.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let letters = self.letters.into_iter().map(|tile| (Cell::tile(tile), self.count(tile)));
        letters.chain([(Cell::BLANK, self.blanks())]).flat_map(|(cell, count)| std::iter::repeat_n(cell, count))
    }

    /// A rack of these tiles; `None` if there are more than [`MAX_RACK`], or if a cell is neither tile nor blank.
    #[inline]
    pub fn from_cells(cells: &[Cell]) -> Option<Rack> {
        let mut rack = Rack::EMPTY;
        cells.iter().all(|&cell| rack.add(cell)).then_some(rack)
    }

    /// The sum of the points of the tiles.
    #[inline]
    pub fn points(&self, points: &Points) -> i32 {
        self.letters.into_iter().map(|tile| points.of(Cell::tile(tile)) * self.count(tile) as i32).sum()
    }

    /// Reads a rack as people type it: letters in either case, `?` for a blank, with or without spaces between the
    /// tiles.
    ///
    /// A tile of several characters stands in brackets (`[CH]`), or all tiles are separated by spaces (`CH A ?`).
    ///
    /// # Errors
    /// [`RackError`] names the first character that is not a tile.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Rack, RackError> {
        let labels: Vec<&str> = text.split_whitespace().collect();
        let whole = |label: &&str| match *label {
            "?" => Some(Cell::BLANK),
            label => read_label(alphabet, label).map(|placed| Cell::tile(placed.tile)),
        };
        let apart: Option<Vec<Cell>> = labels.iter().map(whole).collect();
        let cells = match apart {
            Some(cells) if cells.len() > 1 => cells,
            _ => read_tiles(&labels.concat(), alphabet)?.into_iter().map(|cell| lowered(cell, Cell::tile)).collect(),
        };
        Rack::from_cells(&cells).ok_or(RackError::TooMany)
    }

    /// The tiles as text: collation order, `?` for blanks last, brackets around labels of several characters.
    #[inline]
    pub fn render(&self, alphabet: &Alphabet) -> String {
        let mut text = String::with_capacity(self.len());
        self.cells().for_each(|cell| write_cell(alphabet, cell, &mut text));
        text
    }
}

/// The result of `otherwise` for the letter of a cell; the cell itself if it has no letter.
#[inline]
fn lowered(cell: Cell, otherwise: impl Fn(Tile) -> Cell) -> Cell {
    cell.letter().map_or(cell, otherwise)
}

/// Reads tiles and `?` without spaces between them. Lower-case letters become blanks that stand for the letter.
pub(super) fn read_tiles(text: &str, alphabet: &Alphabet) -> Result<Vec<Cell>, RackError> {
    let (mut rest, mut cells) = (text, Vec::new());
    while let Some(found) = rest.chars().next() {
        let (cell, taken) = match found {
            '?' => (Cell::BLANK, 1),
            _ => {
                let wrong = RackError::NotATile { found, place: cells.len() + 1 };
                read_tile(alphabet, rest).map(|(placed, taken)| (placed.into(), taken)).ok_or(wrong)?
            }
        };
        cells.push(cell);
        rest = &rest[taken..];
    }
    Ok(cells)
}

impl Default for Rack {
    #[inline]
    fn default() -> Rack {
        Rack::EMPTY
    }
}

impl fmt::Debug for Rack {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cells()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> Alphabet {
        Alphabet::builtin("english").unwrap()
    }

    #[test]
    fn a_rack_reads_and_prints() {
        for (text, printed) in [("EEZOWDK", "DEEKOWZ"), ("? b a ?", "AB??"), ("", ""), ("a", "A"), ("AB CD", "ABCD")] {
            assert_eq!(Rack::parse(text, &english()).unwrap().render(&english()), printed, "{text}");
        }
        let spanish = Alphabet::builtin("spanish").unwrap();
        for (text, printed) in [("CH", "CH"), ("[CH]A", "A[CH]"), ("CH A", "A[CH]"), ("CH AS", "ACHS"), ("ch ?", "[CH]?")] {
            assert_eq!(Rack::parse(text, &spanish).unwrap().render(&spanish), printed, "{text}");
        }
    }

    #[test]
    fn what_is_no_tile_is_named() {
        let wrong = |found, place| Err(RackError::NotATile { found, place });
        assert_eq!(Rack::parse("AB3", &english()), wrong('3', 3));
        assert_eq!(Rack::parse("A_", &english()), wrong('_', 2));
        assert_eq!(Rack::parse("[", &english()), wrong('[', 1));
        assert_eq!(Rack::parse(&"A".repeat(MAX_RACK + 1), &english()), Err(RackError::TooMany));
    }

    #[test]
    fn counts_follow_what_is_added_and_removed() {
        let mut rack = Rack::parse("AAB?", &english()).unwrap();
        let a = Tile::new(1).unwrap();
        assert_eq!((rack.len(), rack.blanks(), rack.count(a), rack.tiles().len()), (4, 1, 2, 2));
        assert!(rack.remove(Cell::blank(a)) && !rack.remove(Cell::blank(a)));
        assert!(rack.remove(Cell::tile(a)) && rack.tiles().contains(a));
        assert!(rack.remove(Cell::tile(a)) && !rack.tiles().contains(a) && !rack.remove(Cell::tile(a)));
        assert!(!rack.add(Cell::EMPTY) && !rack.add(Cell::HOLE) && !rack.remove(Cell::EMPTY));
        assert_eq!(rack.render(&english()), "B");
        assert_eq!(Rack::parse("QZ?A", &english()).unwrap().points(&Points::new(&english())), 21);
    }
}
