//! The search language: conditions joined by `and`, `or`, `not` and parentheses.
//!
//! ```text
//! length:7 and probability:1-100 and not hook:back
//! ```
//!
//! | condition | words that |
//! | --- | --- |
//! | `length:N` | have so many letters; ranges: `7`, `7-8`, `7-`, `-8` |
//! | `anagram:RACK` `subanagram:RACK` | take all, or any part, of a rack with blanks, sets and `*` |
//! | `pattern:P` `regex:R` | fit a pattern (letter variables too), match a regular expression as a whole |
//! | `includes:ABC` `excludes:ABC` | have all these letters, as often as written; have none of them |
//! | `only:ABC` `bank:ABC` | have no other letters; have each of these and no others |
//! | `consists:80-100:AEIOU` | consist of these letters by so many percent, rounded down |
//! | `prefix:X` `suffix:X` `contains:X` | begin with, end with, or have X in them |
//! | `takes-prefix:X` `takes-suffix:X` | make another word with X before, behind |
//! | `hook:front` `back` `inner` `inner-front` `inner-back` | have such a hook |
//! | `front-hooks:ABC` `back-hooks:ABC` | have just these hooks |
//! | `vowels:N` `unique:N` `points:N` `anagrams:N` | have so many vowels, different letters, points, anagrams (themselves counted) |
//! | `probability:1-100` | are among the likeliest of their length; `:blanks=N`, `:lax` lets ties in, `:strict` |
//! | `limit:50` | are the likeliest of all that fit the rest; applied last |
//! | `compound:4+4` | are made of words of such lengths; `compound` alone: of two words or more |
//! | `reverse:word` `reverse:itself` | read backwards are a word, are themselves |
//! | `in:NAME` | are in another lexicon or list |
//! | `is:NAME` | are in a named set of `wordlists/sets.txt` |

mod condition;
mod evaluate;
mod expression;
mod parse;
mod sets;

pub use condition::{HookKind, NumberRange, SearchCondition, Ties};
pub use evaluate::Member;
pub use parse::SearchError;
pub use sets::names as set_names;

use std::ops::ControlFlow;

use expression::Expression;

use super::automaton::{Everything, walk};
use super::complete::Complete;
use super::draw::ProbabilityOrder;
use super::error::QueryError;
use super::query_trait::Query;
use crate::alphabet::{Alphabet, Tile};
use crate::image::ErasedGraph;
use crate::lexicon::MAX_WORD_LENGTH;

/// A search: an expression, and a limit by probability where there is one.
pub struct Search {
    expression: Expression,
    limit: Option<(usize, u64)>,
    lists: Vec<String>,
}

impl Search {
    /// Reads a search.
    ///
    /// # Errors
    /// [`SearchError`] with the column of the mistake.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Search, SearchError> {
        let parse::ParsedSearch { expression, limit, lists } = parse::parse(text, alphabet)?;
        Ok(Search { expression, limit, lists })
    }

    /// The names of the other lists that words are looked up in, in the order in which [`run`](Search::run) wants them.
    pub fn lists(&self) -> &[String] {
        &self.lists
    }

    /// Calls `each` with every word that fits, in collation order, until it breaks.
    ///
    /// One of the conditions that every answer must fit drives the walk (a rack, a pattern, a prefix, the length); the words that it
    /// finds are checked against all conditions, cheap ones first. A probability sorts all words of that length once.
    ///
    /// # Errors
    /// [`QueryError::Unsupported`] for probabilities without a bag.
    pub fn run(
        &self,
        graph: &ErasedGraph<'_>,
        alphabet: &Alphabet,
        members: &[Member<'_>],
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, QueryError> {
        let mut evaluator = evaluate::Evaluator::new(graph, alphabet, members, &self.expression, self.limit.is_some())?;
        let Some((limit, blanks)) = self.limit else {
            return Ok(self.candidates(graph, &mut |word| {
                if evaluator.fits(&self.expression, word) { each(word) } else { ControlFlow::Continue(()) }
            }));
        };
        let mut found = Vec::new();
        let _ = self.candidates(graph, &mut |word| {
            if evaluator.fits(&self.expression, word) {
                found.push(word.to_vec());
            }
            ControlFlow::Continue(())
        });
        let mut words: Vec<Vec<Tile>> =
            ProbabilityOrder::new(evaluator.draw(), blanks, found).words().take(limit).map(<[Tile]>::to_vec).collect();
        words.sort_unstable();
        for word in &words {
            if let broken @ ControlFlow::Break(_) = each(word) {
                return Ok(broken);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// A set of words that has all answers in it, as small as is easily had.
    fn candidates(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        let one = std::slice::from_ref(&self.expression);
        let all = if let Expression::All(all) = &self.expression { all } else { one };
        let conditions = || all.iter().filter_map(|part| if let Expression::Is(is) = part { Some(is) } else { None });
        let (mut min, mut max) = (0, MAX_WORD_LENGTH);
        for condition in conditions() {
            if let SearchCondition::Length(range) = condition {
                min = min.max(range.low.clamp(0, 1 << 20) as usize);
                max = max.min(range.high.clamp(0, MAX_WORD_LENGTH as i64) as usize);
            }
        }
        let drives = |condition: &&SearchCondition| match condition {
            SearchCondition::Anagram(_) => 3,
            SearchCondition::Prefix(_) => 2,
            SearchCondition::Pattern(pattern) if !pattern.wants_gaddag() => 1,
            _ => 0,
        };
        let driver = conditions().max_by_key(drives).filter(|condition| drives(condition) > 0);
        let mut each = |word: &[Tile]| if word.len() < min { ControlFlow::Continue(()) } else { each(word) };
        match driver {
            Some(SearchCondition::Anagram(anagram)) => anagram.for_each(graph, &mut each),
            Some(SearchCondition::Pattern(pattern)) => pattern.for_each(graph, &mut each),
            Some(SearchCondition::Prefix(prefix)) => Complete::new(prefix).for_each(graph, &mut each),
            _ => walk(graph, &Everything, max, |word, ()| each(word)),
        }
    }
}
