//! Tiles and sets of tiles.

use std::fmt;

/// A letter of an [`Alphabet`](super::Alphabet), numbered from 1 in collation order.
///
/// A tile may print as several characters (`CH`, `L·L`). A blank is not a tile: it stands for one.
/// Number 0 is no letter either; it labels the [`SEPARATOR`](Tile::SEPARATOR) arcs of a GADDAG.
/// Games use the numbers 1 to [`MAX_GAME`](Tile::MAX_GAME), which fit a [`TileSet`] one bit each;
/// the alphabets of look-up dictionaries may go on to 255.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The label between the reversed prefix and the suffix of a word in a GADDAG; sorts before every letter.
    pub const SEPARATOR: Tile = Tile(0);
    /// The highest tile number that has a bit of its own in a [`TileSet`].
    pub const MAX_GAME: u8 = 63;

    /// The tile with this number, or `None` for 0.
    pub const fn new(number: u8) -> Option<Tile> {
        if number == 0 { None } else { Some(Tile(number)) }
    }

    /// The label with this number: a tile, or the separator for 0.
    #[inline]
    pub const fn from_label(label: u8) -> Tile {
        Tile(label)
    }

    /// The number of the tile, 1 to 255; 0 for the separator.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Tile::SEPARATOR { f.write_str("Tile(separator)") } else { write!(f, "Tile({})", self.0) }
    }
}

/// A set of tiles in one machine word: bit *t* is tile number *t*, bit 0 the separator.
///
/// Alphabets of more than 63 letters share bit 63 between tile 63 and all above it: such a set then says
/// "perhaps" for those. Walks over wide alphabets know this (see [`WordGraph::WIDE`](crate::graph::WordGraph::WIDE)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(u64);

impl TileSet {
    /// No tile.
    pub const EMPTY: TileSet = TileSet(0);
    /// Every tile, without the separator.
    pub const ALL: TileSet = TileSet(!1);

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> TileSet {
        TileSet(bits)
    }

    /// The bits: bit *t* is tile number *t*.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    const fn bit(tile: Tile) -> u64 {
        1 << if tile.0 < 63 { tile.0 } else { 63 }
    }

    /// The set of this one tile.
    #[inline]
    pub const fn of(tile: Tile) -> TileSet {
        TileSet(Self::bit(tile))
    }

    /// Adds a tile.
    #[inline]
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= Self::bit(tile);
    }

    /// Takes a tile out.
    #[inline]
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !Self::bit(tile);
    }

    /// Whether the tile is in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & Self::bit(tile) != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of tiles in the set. Plain x86-64 has no instruction for this: keep it out of hot loops.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl std::ops::BitAnd for TileSet {
    type Output = TileSet;
    #[inline]
    fn bitand(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }
}

impl std::ops::BitOr for TileSet {
    type Output = TileSet;
    #[inline]
    fn bitor(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for TileSet {
    #[inline]
    fn bitor_assign(&mut self, other: TileSet) {
        self.0 |= other.0;
    }
}

impl std::ops::Not for TileSet {
    type Output = TileSet;
    /// All tiles that are not in this set; the separator is in neither.
    #[inline]
    fn not(self) -> TileSet {
        TileSet(!self.0 & !1)
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = TileSetIter;
    #[inline]
    fn into_iter(self) -> TileSetIter {
        TileSetIter(self.0)
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(Tile::number)).finish()
    }
}

/// The tiles of a [`TileSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct TileSetIter(u64);

impl Iterator for TileSetIter {
    type Item = Tile;
    #[inline]
    fn next(&mut self) -> Option<Tile> {
        if self.0 == 0 {
            return None;
        }
        let tile = Tile(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let tiles = [1, 5, 62].map(Tile);
        let mut set: TileSet = tiles.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), tiles);
        assert_eq!(set.len(), 3);
        set.remove(Tile(5));
        assert!(!set.contains(Tile(5)) && set.contains(Tile(62)));
        assert!((!set).contains(Tile(5)) && !(!set).contains(Tile::SEPARATOR));
    }

    #[test]
    fn tiles_past_63_share_the_last_bit() {
        let set = TileSet::of(Tile(200));
        assert!(set.contains(Tile(63)) && set.contains(Tile(255)) && !set.contains(Tile(62)));
    }
}
