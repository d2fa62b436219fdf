//! The conditions of the search language.

use crate::alphabet::Tile;
use crate::query::anagram::Anagram;
use crate::query::figures::Figure;
use crate::query::letters::LetterSet;
use crate::query::pattern::Pattern;
use crate::query::regex::Regex;
use crate::wordlist::Score;

/// An inclusive range of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The smallest number.
    pub low: i64,
    /// The largest number.
    pub high: i64,
}

impl NumberRange {
    /// Returns `true` if the range contains the number.
    pub fn contains(self, number: i64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// An inclusive range of scores; `None` where it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRange {
    /// The smallest score.
    pub low: Option<Score>,
    /// The largest score.
    pub high: Option<Score>,
}

impl ScoreRange {
    /// Returns `true` if the range contains the score.
    pub fn contains(self, score: Score) -> bool {
        self.low.is_none_or(|low| low <= score) && self.high.is_none_or(|high| score <= high)
    }
}

/// How a range of ranks by probability treats words of equal probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Each word has a rank of its own. Alphagram and then collation order break ties.
    Strict,
    /// A word also counts if it is as probable as a word in the range.
    Lax,
}

/// The kind of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookKind {
    /// A letter can be put before the word.
    Front,
    /// A letter can be put behind the word.
    Back,
    /// The first or the last letter can be removed.
    Inner,
    /// The first letter can be removed.
    InnerFront,
    /// The last letter can be removed.
    InnerBack,
}

/// One condition. The [module](super) explains the syntax.
pub enum SearchCondition {
    /// `length`
    Length(NumberRange),
    /// `anagram`, `subanagram`
    Anagram(Box<Anagram>),
    /// `pattern`
    Pattern(Box<Pattern>),
    /// `regex`
    Regex(Box<Regex>),
    /// `includes`: the letters, sorted
    Includes(Vec<Tile>),
    /// `only`; if `true`, `bank`: the word must also contain each of the letters
    Only(LetterSet, bool),
    /// `consists`: the percentage and the letters
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
    /// `front-hooks`: the letters in collation order
    FrontHooks(Vec<Tile>),
    /// `back-hooks`: the letters in collation order
    BackHooks(Vec<Tile>),
    /// `vowels`
    Vowels(NumberRange),
    /// `unique`
    Unique(NumberRange),
    /// `points`
    Points(NumberRange),
    /// `score`, `commonness`, `playability`
    Figure(Figure, ScoreRange),
    /// `anagrams`
    Anagrams(NumberRange),
    /// `probability`: the ranks, the number of blanks, the treatment of ties
    Probability(NumberRange, u64, Ties),
    /// `compound`: the lengths of the parts; empty for any parts
    Compound(Vec<usize>),
    /// `reverse:word`; if `true`, `reverse:itself`
    Reverse(bool),
    /// `in`: the index of the list
    In(usize),
}

impl SearchCondition {
    /// The approximate cost of checking one word, which puts cheap conditions first.
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
            | SearchCondition::Figure(..)
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
