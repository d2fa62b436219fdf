//! Hunspell's affixes: what a `.aff` says, and the words that it makes of the stems of a `.dic`.
//!
//! The rules are those of the program's own checker, which works backwards from a word to a stem; here they are applied forwards. What is
//! made is a subset of what it accepts, but for a few of its oddities.
#![doc = include_str!("../../../../formats/hunspell.md")]

mod condition;
mod expand;
mod list;
mod parse;

use encoding_rs::Encoding;
use rustc_hash::FxHashMap;
use thiserror::Error;

use self::condition::Condition;
use super::ReadError;
use super::collect::{At, Line, Sink};
use super::encoding;
use super::extract::Entry;
use super::lines::LineEnds;
pub(super) use list::each;

/// A `.aff` that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}:{line}: {what}")]
pub struct AffixError {
    /// The name of the file.
    pub name: String,
    /// The line, from 1.
    pub line: u64,
    /// What is wrong, and what to do.
    pub what: String,
}

/// What marks a stem or a rule as belonging to a class: one character, two, or a number.
type Flag = u32;

/// How flags are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FlagKind {
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

/// Which end of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Prefix,
    Suffix,
}

impl Side {
    const fn other(self) -> Side {
        match self {
            Side::Prefix => Side::Suffix,
            Side::Suffix => Side::Prefix,
        }
    }
}

/// One way to change a word at its end (or beginning).
#[derive(Debug)]
struct Rule {
    strip: String,
    add: String,
    condition: Condition,
    /// The flags of rules that may follow, sorted.
    then: Box<[Flag]>,
    flag: Flag,
    /// Whether it goes together with one at the other end.
    cross: bool,
    /// Makes no word without another affix.
    incomplete: bool,
    /// Goes only with one of the other end that says the same.
    circumfix: bool,
    /// Is for compound words only.
    in_compounds: bool,
    /// The line in the file.
    line: u64,
}

/// The rules of a flag, by the character that a word must have at its end.
#[derive(Debug, Default)]
struct Class {
    by_character: FxHashMap<char, Vec<u32>>,
    /// Those that go with several characters that are not named.
    others: Vec<u32>,
}

/// The rules of one end.
#[derive(Debug, Default)]
struct Rules {
    rules: Vec<Rule>,
    classes: FxHashMap<Flag, Class>,
}

/// What a `.aff` says, as far as it makes words.
#[derive(Debug)]
pub struct Affixes {
    name: String,
    encoding: &'static Encoding,
    kind: FlagKind,
    /// Lists of flags that entries name by number, from 1.
    aliases: Option<Vec<Box<[Flag]>>>,
    prefixes: Rules,
    suffixes: Rules,
    /// Two prefixes and one suffix, where it is otherwise the other way round.
    two_prefixes: bool,
    /// Whether a rule may strip all of a word.
    full_strip: bool,
    /// Characters that count for nothing.
    ignore: Vec<char>,
    incomplete: Option<Flag>,
    forbidden: Option<Flag>,
    in_compounds: Option<Flag>,
}

impl Affixes {
    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many rules there are.
    pub fn rules(&self) -> usize {
        self.prefixes.rules.len() + self.suffixes.rules.len()
    }

    /// Calls `found` with every form of every stem of a `.dic`, as it is written: one after another in the order of the file, one that several
    /// rules make several times. `name` is for messages; `most` is the most forms there may be.
    ///
    /// # Errors
    /// [`ReadError::TooManyForms`].
    pub fn forms(&self, name: &str, bytes: &[u8], most: u64, found: impl FnMut(&str)) -> Result<(), ReadError> {
        let text = encoding::decode(bytes, Some(self.encoding)).text;
        list::each(&text, LineEnds::of(&text), name, self, most, false, &mut Found(found))
    }

    /// The encoding, which is that of the stems too.
    pub(super) fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    fn side(&self, side: Side) -> &Rules {
        match side {
            Side::Prefix => &self.prefixes,
            Side::Suffix => &self.suffixes,
        }
    }
}

/// Hands words on.
struct Found<F>(F);

impl<F: FnMut(&str)> Sink for Found<F> {
    fn quick(&mut self, line: &str) -> bool {
        (self.0)(line);
        true
    }

    fn take(&mut self, _: At, line: Line) -> Result<(), ReadError> {
        if let Line::Entry(Entry::Word(word, _)) = line {
            (self.0)(&word);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
