//! The conditions of the search language.

use crate::alphabet::Tile;
use crate::query::anagram::Anagram;
use crate::query::letters::LetterSet;
use crate::query::pattern::Pattern;
use crate::query::regex::Regex;

/// Whole numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The lowest.
    pub low: i64,
    /// The highest.
    pub high: i64,
}

impl NumberRange {
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
pub enum SearchCondition {
    /// `length`
    Length(NumberRange),
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
    Consists(NumberRange, LetterSet),
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
    Vowels(NumberRange),
    /// `unique`
    Unique(NumberRange),
    /// `points`
    Points(NumberRange),
    /// `anagrams`
    Anagrams(NumberRange),
    /// `probability`: places, number of blanks, ties
    Probability(NumberRange, u64, Ties),
    /// `compound`: the lengths of the parts, none for any
    Compound(Vec<usize>),
    /// `reverse:word`, `reverse:itself` with `true`
    Reverse(bool),
    /// `in`: index of the list
    In(usize),
}

impl SearchCondition {
    /// About how much it costs to check a word, so that cheap conditions go first.
    pub(super) fn cost(&self) -> u32 {
        match self {
            SearchCondition::Length(_) => 0,
            SearchCondition::Prefix(_)
            | SearchCondition::Suffix(_)
            | SearchCondition::Vowels(_)
            | SearchCondition::Points(_) => 1,
            SearchCondition::Only(..)
            | SearchCondition::Consists(..)
            | SearchCondition::Contains(_)
            | SearchCondition::Reverse(true) => 2,
            SearchCondition::Includes(_)
            | SearchCondition::Unique(_)
            | SearchCondition::Pattern(_)
            | SearchCondition::Regex(_) => 3,
            SearchCondition::Anagram(_)
            | SearchCondition::TakesSuffix(_)
            | SearchCondition::TakesPrefix(_)
            | SearchCondition::Reverse(false) => 4,
            SearchCondition::In(_) | SearchCondition::BackHooks(_) | SearchCondition::Compound(_) => 5,
            SearchCondition::Hook(HookKind::Front) | SearchCondition::FrontHooks(_) => 7,
            SearchCondition::Hook(_) => 5,
            SearchCondition::Anagrams(_) => 9,
            SearchCondition::Probability(..) => 10,
        }
    }
}
