//! Tiles and sets of tiles.

use std::fmt;

/// A letter of an [`Alphabet`](super::Alphabet), numbered from 1 in collation order.
///
/// The label of a tile may have several characters (`CH`, `L·L`). A blank has no number here: on the board it stands
/// for a letter. Number 0 is not a letter but the label of the [`SEPARATOR`](Tile::SEPARATOR) arcs of a GADDAG. Games
/// use the numbers 1 to [`MAX_GAME`](Tile::MAX_GAME); dictionaries for look-up may use numbers up to 255.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The label between the reversed prefix and the suffix of a word in a GADDAG. It sorts before every letter.
    pub const SEPARATOR: Tile = Tile(0);
    /// The highest tile number that games can use: the highest one that fits a [`TileSet`].
    pub const MAX_GAME: u8 = 63;

    /// The tile with this number, or `None` for 0.
    #[inline]
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Tile::SEPARATOR { f.write_str("Tile(separator)") } else { write!(f, "Tile({})", self.0) }
    }
}

/// A set of tiles of an alphabet of at most [`MAX_GAME`](Tile::MAX_GAME) letters, in one machine word: bit *t* is tile
/// number *t*, bit 0 the separator.
///
/// Graphs over larger alphabets use [`TileMask`](crate::graph::TileMask).
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
        assert!(tile.0 <= Tile::MAX_GAME, "only tiles up to 63 fit a TileSet");
        1 << tile.0
    }

    /// The set of one tile.
    ///
    /// # Panics
    /// If the number of the tile is greater than [`MAX_GAME`](Tile::MAX_GAME).
    #[inline]
    pub const fn of(tile: Tile) -> TileSet {
        TileSet(Self::bit(tile))
    }

    /// Adds a tile.
    ///
    /// # Panics
    /// If the number of the tile is greater than [`MAX_GAME`](Tile::MAX_GAME).
    #[inline]
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= Self::bit(tile);
    }

    /// Removes a tile.
    #[inline]
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !if tile.0 <= Tile::MAX_GAME { 1 << tile.0 } else { 0 };
    }

    /// `true` if the tile is in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        tile.0 <= Tile::MAX_GAME && self.0 >> tile.0 & 1 != 0
    }

    /// `true` if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of tiles in the set. Baseline x86-64 has no instruction for this: avoid it in hot loops.
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
    /// All tiles that are not in this set, without the separator.
    #[inline]
    fn not(self) -> TileSet {
        TileSet(!self.0 & !1)
    }
}

impl FromIterator<Tile> for TileSet {
    #[inline]
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
    #[inline]
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
    fn sets_contain_what_was_added() {
        let tiles = [1, 5, 62].map(Tile);
        let mut set: TileSet = tiles.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), tiles);
        assert_eq!(set.len(), 3);
        set.remove(Tile(5));
        assert!(!set.contains(Tile(5)) && set.contains(Tile(62)));
        assert!((!set).contains(Tile(5)) && !(!set).contains(Tile::SEPARATOR));
    }

    #[test]
    fn tiles_past_63_are_in_no_set() {
        assert!(TileSet::ALL.contains(Tile(63)) && !TileSet::ALL.contains(Tile(64)) && !TileSet::ALL.contains(Tile(255)));
        let mut set = TileSet::ALL;
        set.remove(Tile(64));
        assert_eq!(set, TileSet::ALL);
    }

    #[test]
    #[should_panic(expected = "63")]
    fn a_tile_past_63_cannot_be_added() {
        let mut set = TileSet::EMPTY;
        set.insert(Tile(64));
    }
}
