//! Tile masks: the sets of tiles that graphs and searches compare at every node.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::alphabet::{Tile, TileSet};

/// A set of tiles of any alphabet, rounded up to 64 bits: bit 0 is the separator, bit *t* tile number *t*, and bit 63
/// every tile from 63 on.
///
/// Over an alphabet of at most 63 letters a mask is exact. Over a larger one it is a filter: a tile that is not in the
/// mask is not in the set, but a tile from 63 on that is in the mask may be missing from the set. A walk over such a
/// graph has to look at the arcs; see [`MaskedGraph::WIDE`](super::MaskedGraph::WIDE).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileMask(u64);

impl TileMask {
    /// No tile.
    pub const EMPTY: TileMask = TileMask(0);
    /// Every tile, without the separator.
    pub const ALL: TileMask = TileMask(!1);
    /// Every tile and the separator.
    pub const ALL_LABELS: TileMask = TileMask(!0);
    /// The bit that the tiles from 63 on share.
    pub const LAST_BIT: u64 = 1 << Tile::MAX_GAME;

    /// The mask with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> TileMask {
        TileMask(bits)
    }

    /// The bits of the mask.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    const fn bit(tile: Tile) -> u64 {
        1 << if tile.number() < Tile::MAX_GAME { tile.number() } else { Tile::MAX_GAME }
    }

    /// The mask of one tile.
    #[inline]
    pub const fn of(tile: Tile) -> TileMask {
        TileMask(Self::bit(tile))
    }

    /// Adds a tile.
    #[inline]
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= Self::bit(tile);
    }

    /// `false` if the tile is not in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & Self::bit(tile) != 0
    }

    /// `true` if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The same tiles as an exact set. Only for alphabets of at most 63 letters: bit 63 becomes tile 63.
    #[inline]
    pub const fn exact(self) -> TileSet {
        TileSet::from_bits(self.0)
    }
}

impl From<TileSet> for TileMask {
    #[inline]
    fn from(set: TileSet) -> TileMask {
        TileMask(set.bits())
    }
}

impl BitAnd for TileMask {
    type Output = TileMask;
    #[inline]
    fn bitand(self, other: TileMask) -> TileMask {
        TileMask(self.0 & other.0)
    }
}

impl BitOr for TileMask {
    type Output = TileMask;
    #[inline]
    fn bitor(self, other: TileMask) -> TileMask {
        TileMask(self.0 | other.0)
    }
}

impl BitOrAssign for TileMask {
    #[inline]
    fn bitor_assign(&mut self, other: TileMask) {
        self.0 |= other.0;
    }
}

impl Not for TileMask {
    type Output = TileMask;
    /// The bits that are not set in this mask, without the separator.
    #[inline]
    fn not(self) -> TileMask {
        TileMask(!self.0 & !1)
    }
}

impl FromIterator<Tile> for TileMask {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileMask {
        let mut mask = TileMask::EMPTY;
        tiles.into_iter().for_each(|tile| mask.insert(tile));
        mask
    }
}

impl fmt::Debug for TileMask {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.exact().into_iter().map(Tile::number)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_from_63_on_share_the_last_bit() {
        let mask = TileMask::of(Tile::from_label(200));
        assert!(mask.contains(Tile::from_label(63)) && mask.contains(Tile::from_label(255)));
        assert!(!mask.contains(Tile::from_label(62)));
    }
}
