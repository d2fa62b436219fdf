//! The conditions of the search language.

use crate::alphabet::Tile;
use crate::query::letters::LetterSet;
use crate::query::{Anagram, Pattern, Regex};

/// Whole numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lowest.
    pub low: i64,
    /// The highest.
    pub high: i64,
}

impl Range {
    /// Whether the number is in the range.
    pub fn contains(self, number: i64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// Which words a range of places by probability lets in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Each word has a place of its own: ties are broken by alphagram, then collation.
    Strict,
    /// A word as likely as one in the range is in, at either end.
    Lax,
}

/// Where a hook may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookKind {
    /// Some letter can be put before the word.
    Front,
    /// Some letter can be put behind it.
    Back,
    /// The first or the last letter can be taken off.
    Inner,
    /// The first letter can be taken off.
    InnerFront,
    /// The last letter can be taken off.
    InnerBack,
}

/// One condition; the [module](super) says how each is written.
pub enum Condition {
    /// `length`
    Length(Range),
    /// `anagram`, `subanagram`
    Anagram(Box<Anagram>),
    /// `pattern`
    Pattern(Box<Pattern>),
    /// `regex`
    Regex(Box<Regex>),
    /// `includes`: sorted letters
    Includes(Vec<Tile>),
    /// `only`, and with `true` `bank`: each of them there as well
    Only(LetterSet, bool),
    /// `consists`: percent, of these
    Consists(Range, LetterSet),
    /// `prefix`
    Prefix(Vec<Tile>),
    /// `suffix`
    Suffix(Vec<Tile>),
    /// `contains`
    Contains(Vec<Tile>),
    /// `takes-prefix`
    TakesPrefix(Vec<Tile>),
    /// `takes-suffix`
    TakesSuffix(Vec<Tile>),
    /// `hook`
    Hook(HookKind),
    /// `front-hooks`, in collation order
    FrontHooks(Vec<Tile>),
    /// `back-hooks`, in collation order
    BackHooks(Vec<Tile>),
    /// `vowels`
    Vowels(Range),
    /// `unique`
    Unique(Range),
    /// `points`
    Points(Range),
    /// `anagrams`
    Anagrams(Range),
    /// `probability`: places, number of blanks, ties
    Probability(Range, u64, Ties),
    /// `compound`: the lengths of the parts, none for any
    Compound(Vec<usize>),
    /// `reverse:word`, `reverse:itself` with `true`
    Reverse(bool),
    /// `in`: index of the list
    In(usize),
}

impl Condition {
    /// About how much it costs to check a word, so that cheap conditions go first.
    pub(super) fn cost(&self) -> u32 {
        match self {
            Condition::Length(_) => 0,
            Condition::Prefix(_) | Condition::Suffix(_) | Condition::Vowels(_) | Condition::Points(_) => 1,
            Condition::Only(..) | Condition::Consists(..) | Condition::Contains(_) | Condition::Reverse(true) => 2,
            Condition::Includes(_) | Condition::Unique(_) | Condition::Pattern(_) | Condition::Regex(_) => 3,
            Condition::Anagram(_) | Condition::TakesSuffix(_) | Condition::TakesPrefix(_) | Condition::Reverse(false) => 4,
            Condition::In(_) | Condition::BackHooks(_) | Condition::Compound(_) => 5,
            Condition::Hook(HookKind::Front) | Condition::FrontHooks(_) => 7,
            Condition::Hook(_) => 5,
            Condition::Anagrams(_) => 9,
            Condition::Probability(..) => 10,
        }
    }
}
