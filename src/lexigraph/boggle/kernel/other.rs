//! The tokens on processors that lack the instructions: types without values.

use super::super::trie::Trie;
use super::level::{Hits, Level, PaddedBoard};
use super::scalar::ScalarScratch;
use super::small::Piece;

/// Proof of AVX2, which this processor lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Avx2 {}

impl Avx2 {
    /// Returns `None`.
    #[inline]
    pub fn new() -> Option<Avx2> {
        None
    }

    #[inline]
    pub(super) fn expand(
        self,
        _: (&Trie, &PaddedBoard, &mut ScalarScratch),
        _: &Level,
        _: usize,
        _: &mut Level,
        _: &mut Hits,
    ) {
        match self {}
    }

    #[inline]
    pub(super) fn visit(self, _: Piece<'_>) {
        match self {}
    }
}

/// Proof of AVX-512, which this processor lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Avx512 {}

impl Avx512 {
    /// Returns `None`.
    #[inline]
    pub fn new() -> Option<Avx512> {
        None
    }

    #[inline]
    pub(super) fn visit(self, _: Piece<'_>) {
        match self {}
    }

    #[inline]
    pub(super) fn start(self, _: &Trie, _: &PaddedBoard, _: &[u8], _: &mut Level, _: &mut Hits) {
        match self {}
    }

    #[inline]
    pub(super) fn expand(self, _: &Trie, _: &PaddedBoard, _: &mut Level, _: usize, _: &mut Level, _: &mut Hits) {
        match self {}
    }
}
