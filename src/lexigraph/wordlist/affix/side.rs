//! The two ends of a word.

/// Which end of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Prefix,
    Suffix,
}

impl Side {
    pub(super) const fn other(self) -> Side {
        match self {
            Side::Prefix => Side::Suffix,
            Side::Suffix => Side::Prefix,
        }
    }
}
