//! The bag: the tiles of a game that are not on the board.

use thiserror::Error;

use crate::alphabet::{Alphabet, Tile};

use super::{Board, Cell, Rack, Square};

/// Board and racks use more tiles of a letter than the game has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BagError {
    /// The board has too many.
    #[error("{square}: there are {total} tiles '{letter}' in the game, this is one more{}", blank_hint(letter))]
    OnBoard {
        /// The letter, `?` for a blank.
        letter: String,
        /// The tiles of this letter in the game.
        total: u16,
        /// The square of the first tile too many, row by row.
        square: Square,
    },
    /// A rack has too many.
    #[error(
        "rack {player}: there are {total} tiles '{letter}' in the game, board and racks use {used}{}",
        blank_hint(letter)
    )]
    OnRack {
        /// The letter, `?` for a blank.
        letter: String,
        /// The tiles of this letter in the game.
        total: u16,
        /// The tiles of this letter on the board and on the racks up to this one.
        used: usize,
        /// The player with the rack, from 1.
        player: usize,
    },
}

#[inline]
fn blank_hint(letter: &str) -> &'static str {
    if letter == "?" { "" } else { " — write a blank that stands for it in lower case" }
}

/// A multiset of tiles of any size: a full bag, or the unseen tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bag {
    /// The count of each tile by its number; blanks are at 0.
    counts: [u16; 64],
    total: usize,
}

impl Bag {
    /// All tiles of an alphabet; empty if the alphabet gives no tile counts. Letters after the 63rd are left out.
    #[inline]
    pub fn full(alphabet: &Alphabet) -> Bag {
        let mut counts = [0; 64];
        counts[0] = alphabet.blanks();
        counts[1..].iter_mut().zip(alphabet.letters()).for_each(|(count, letter)| *count = letter.count);
        Bag { counts, total: counts.iter().map(|&count| usize::from(count)).sum() }
    }

    /// The tiles that are neither on the board nor on these racks.
    ///
    /// # Errors
    /// [`BagError`] names the first letter with too many tiles, and its place.
    pub fn unseen(alphabet: &Alphabet, board: &Board, racks: &[Rack]) -> Result<Bag, BagError> {
        let full = Bag::full(alphabet);
        let mut bag = full.clone();
        let name = |cell: Cell| match cell.on_rack().letter() {
            Some(tile) => {
                alphabet.letters().get(usize::from(tile.number()) - 1).map_or("", |letter| &letter.label).to_owned()
            }
            None => "?".to_owned(),
        };
        for (square, cell) in board.tiles() {
            if !bag.remove(cell) {
                return Err(BagError::OnBoard { letter: name(cell), total: full.count(cell), square });
            }
        }
        for (player, rack) in racks.iter().enumerate() {
            for cell in rack.cells() {
                if !bag.remove(cell) {
                    let on_board = board.tiles().filter(|(_, on_board)| on_board.on_rack() == cell).count();
                    let on_racks =
                        racks[..=player].iter().map(|rack| usize::from(rack.counts()[usize::from(cell.number())]));
                    let used = on_board + on_racks.sum::<usize>();
                    return Err(BagError::OnRack { letter: name(cell), total: full.count(cell), used, player: player + 1 });
                }
            }
        }
        Ok(bag)
    }

    /// The number of tiles, including blanks.
    #[inline]
    pub fn len(&self) -> usize {
        self.total
    }

    /// `true` if there are no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The number of tiles of a letter, or of blanks for a blank cell.
    #[inline]
    pub fn count(&self, cell: Cell) -> u16 {
        self.counts[usize::from(cell.on_rack().number())]
    }

    /// The count of each tile by its number; blanks are at 0.
    #[inline]
    pub fn counts(&self) -> &[u16; 64] {
        &self.counts
    }

    /// Removes a tile or a blank. Returns `false` and changes nothing if there is none.
    #[inline]
    pub fn remove(&mut self, cell: Cell) -> bool {
        let count = &mut self.counts[usize::from(cell.on_rack().number())];
        let there = *count > 0 && (cell.is_tile() || cell.is_blank());
        if there {
            *count -= 1;
            self.total -= 1;
        }
        there
    }

    /// Adds a tile or a blank.
    #[inline]
    pub fn add(&mut self, cell: Cell) {
        if cell.is_tile() || cell.is_blank() {
            let count = &mut self.counts[usize::from(cell.on_rack().number())];
            if *count < u16::MAX {
                *count += 1;
                self.total += 1;
            }
        }
    }

    /// The tiles in collation order, blanks last.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let letters = (1..64).map(|number| (Cell::tile(Tile::from_label(number)), self.counts[usize::from(number)]));
        let all = letters.chain([(Cell::BLANK, self.counts[0])]);
        all.flat_map(|(cell, count)| std::iter::repeat_n(cell, usize::from(count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;

    #[test]
    fn unseen_is_full_without_board_and_racks() {
        let english = Alphabet::builtin("english").unwrap();
        let mut board = Board::new(&Layout::builtin("standard-15").unwrap());
        assert_eq!(Bag::full(&english).len(), 100);
        let tile = |letter: &str| english.parse(letter).unwrap()[0];
        board.set(Square::new(7, 7), Cell::tile(tile("Q")));
        board.set(Square::new(7, 8), Cell::blank(tile("Q")));
        let rack = Rack::parse("AB?", &english).unwrap();
        let bag = Bag::unseen(&english, &board, &[rack]).unwrap();
        assert_eq!((bag.len(), bag.count(Cell::BLANK), bag.count(Cell::tile(tile("Q")))), (95, 0, 0));
        assert_eq!(bag.cells().count(), 95);
        let error = Bag::unseen(&english, &board, &[rack, Rack::parse("?", &english).unwrap()]).unwrap_err();
        assert_eq!(error, BagError::OnRack { letter: "?".into(), total: 2, used: 3, player: 2 });
        board.set(Square::new(9, 2), Cell::tile(tile("Q")));
        let error = Bag::unseen(&english, &board, &[]).unwrap_err();
        assert_eq!(error, BagError::OnBoard { letter: "Q".into(), total: 1, square: Square::new(9, 2) });
        assert!(error.to_string().starts_with("row 10, column C: there are 1 tiles 'Q'"));
    }
}
