//! What a `.aff` says.

use rustc_hash::FxHashMap;

use super::condition::Condition;
use super::side::Side;
use crate::wordlist::charset::Charset;
use crate::wordlist::error::AffixError;

/// What marks a stem or a rule as belonging to a class: one character, two, or a number.
pub(super) type Flag = u32;

/// How flags are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FlagKind {
    /// A byte each.
    #[default]
    Byte,
    /// Two bytes each.
    Long,
    /// Numbers with commas between.
    Number,
    /// A character each.
    Character,
}

/// One way to change a word at its end (or beginning).
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) strip: String,
    pub(super) add: String,
    pub(super) condition: Condition,
    /// The flags of rules that may follow, sorted.
    pub(super) then: Box<[Flag]>,
    pub(super) flag: Flag,
    /// `true` if it goes together with one at the other end.
    pub(super) cross: bool,
    /// Makes no word without another affix.
    pub(super) incomplete: bool,
    /// Goes only with one of the other end that says the same.
    pub(super) circumfix: bool,
    /// Is for compound words only.
    pub(super) in_compounds: bool,
    /// The line in the file.
    pub(super) line: u64,
}

/// The rules of a flag, by the character that a word must have at its end.
#[derive(Debug, Default)]
pub(super) struct Class {
    pub(super) by_character: FxHashMap<char, Vec<u32>>,
    /// Those that go with several characters that are not named.
    pub(super) others: Vec<u32>,
}

/// The rules of one end.
#[derive(Debug, Default)]
pub(super) struct RuleSet {
    pub(super) rules: Vec<Rule>,
    pub(super) classes: FxHashMap<Flag, Class>,
}

/// What a `.aff` says, as far as it makes words.
#[derive(Debug)]
pub struct Affixes {
    pub(super) name: String,
    pub(super) encoding: Charset,
    pub(super) kind: FlagKind,
    /// Lists of flags that entries name by number, from 1.
    pub(super) aliases: Option<Vec<Box<[Flag]>>>,
    pub(super) prefixes: RuleSet,
    pub(super) suffixes: RuleSet,
    /// Two prefixes and one suffix, where it is otherwise the other way round.
    pub(super) two_prefixes: bool,
    /// `true` if a rule may strip all of a word.
    pub(super) full_strip: bool,
    /// Characters that count for nothing.
    pub(super) ignore: Vec<char>,
    pub(super) incomplete: Option<Flag>,
    pub(super) forbidden: Option<Flag>,
    pub(super) in_compounds: Option<Flag>,
    /// What hunspell reads although it is not written as it should be.
    pub(super) oddities: Vec<AffixError>,
}

impl Affixes {
    /// What is not written as it should be and was read as hunspell reads it, in the order of the lines.
    pub fn oddities(&self) -> &[AffixError] {
        &self.oddities
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many rules there are.
    pub fn rules(&self) -> usize {
        self.prefixes.rules.len() + self.suffixes.rules.len()
    }

    /// The encoding, which is that of the stems too.
    pub(in crate::wordlist) fn encoding(&self) -> Charset {
        self.encoding
    }

    pub(super) fn side(&self, side: Side) -> &RuleSet {
        match side {
            Side::Prefix => &self.prefixes,
            Side::Suffix => &self.suffixes,
        }
    }
}
