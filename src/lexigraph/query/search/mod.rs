//! The search language: conditions joined by `and`, `or`, `not` and parentheses.
//!
//! ```text
//! length:7 and probability:1-100 and not hook:back
//! ```
//!
//! | condition | matches words that |
//! | --- | --- |
//! | `length:N` | have N letters; ranges: `7`, `7-8`, `7-`, `-8` |
//! | `anagram:RACK` `subanagram:RACK` | use all or any part of a rack with blanks, sets and `*` |
//! | `pattern:P` `regex:R` | fit a pattern, which may have letter variables; match a regular expression as a whole |
//! | `includes:ABC` `excludes:ABC` | contain all these letters, as often as given; contain none of them |
//! | `only:ABC` `bank:ABC` | contain no other letters; contain each of these and no others |
//! | `consists:80-100:AEIOU` | consist of these letters by this percentage, rounded down |
//! | `prefix:X` `suffix:X` `contains:X` | start with, end with, or contain X |
//! | `takes-prefix:X` `takes-suffix:X` | make another word with X before or behind them |
//! | `hook:front` `back` `inner` `inner-front` `inner-back` | have such a hook |
//! | `front-hooks:ABC` `back-hooks:ABC` | have exactly these hooks |
//! | `vowels:N` `unique:N` `points:N` `anagrams:N` | have N vowels, different letters, points, anagrams with itself |
//! | `probability:1-100` | have this rank by probability in their length; options `:blanks=N`, `:strict`, `:lax` (ties) |
//! | `score:50-` | have this number beside them in their list; the limits may have fractions |
//! | `commonness:10-50` | have this level of commonness; a word of unknown commonness has none |
//! | `playability:5-` | would cost a player so many points in 1,000 games if they did not know them |
//! | `limit:50` | are the most probable of all that fit the other conditions; applied last |
//! | `compound:4+4` | consist of words of these lengths; `compound` alone: of two or more words |
//! | `reverse:word` `reverse:itself` | are a word if read backwards; are the same if read backwards |
//! | `in:NAME` | are in another lexicon or list |
//! | `is:NAME` | are in a named set of `wordlists/sets.txt` |

mod condition;
mod evaluate;
mod expression;
mod parse;
mod sets;

pub use condition::{HookKind, NumberRange, ScoreRange, SearchCondition, Ties};
pub use evaluate::Member;
pub use parse::SearchError;
pub use sets::names as set_names;

use std::ops::ControlFlow;

use expression::Expression;

use super::automaton::{Everything, walk};
use super::complete::Complete;
use super::draw::ProbabilityOrder;
use super::error::QueryError;
use super::figures::{Figure, Figures};
use super::query_trait::Query;
use super::scores::Scores;
use crate::alphabet::{Alphabet, Tile};
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// A parsed search.
pub struct Search {
    expression: Expression,
    limit: Option<(usize, u64)>,
    lists: Vec<String>,
    figures: Figures,
}

impl Search {
    /// Parses a search.
    ///
    /// # Errors
    /// [`SearchError`] with the column of the mistake.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Search, SearchError> {
        let parse::ParsedSearch { expression, limit, lists } = parse::parse(text, alphabet)?;
        Ok(Search { expression, limit, lists, figures: Figures::default() })
    }

    /// The names of the other lists that the search looks words up in, in the order in which [`run`](Search::run)
    /// expects them.
    pub fn lists(&self) -> &[String] {
        &self.lists
    }

    /// The kinds of numbers that conditions ask for, which [`with_figures`](Search::with_figures) provides.
    pub fn figures(&self) -> Vec<Figure> {
        self.expression.figures()
    }

    /// `true` if the search has a condition on scores, which [`with_scores`](Search::with_scores) provides.
    pub fn asks_score(&self) -> bool {
        self.figures().contains(&Figure::Score)
    }

    /// The same search, with the scores of the words.
    pub fn with_scores(mut self, scores: Option<Scores>) -> Search {
        self.figures.set(Figure::Score, scores);
        self
    }

    /// The same search, with numbers about the words.
    pub fn with_figures(self, figures: Figures) -> Search {
        Search { figures, ..self }
    }

    /// Calls `each` with every word that fits, in collation order, until `each` breaks. `members` has one function for
    /// each of [`lists`](Search::lists).
    ///
    /// A condition that every answer must fit drives the walk: a rack, a pattern, a prefix or the length. The words
    /// that it finds are checked against all conditions, cheap conditions first. The first probability of a length
    /// sorts all words of that length.
    ///
    /// # Errors
    /// [`QueryError::NoBag`] if the search asks for probabilities and the alphabet has no tiles,
    /// [`QueryError::NoScores`] or [`QueryError::NoFigures`] if it asks for numbers and has none of the kind.
    ///
    /// # Panics
    /// If the number of `members` is not the number of lists.
    pub fn run(
        &self,
        graph: &ErasedGraph<'_>,
        alphabet: &Alphabet,
        members: &[Member<'_>],
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, QueryError> {
        assert_eq!(members.len(), self.lists.len(), "one function for each list");
        let (figures, limited) = (&self.figures, self.limit.is_some());
        let mut evaluator = evaluate::Evaluator::new(graph, alphabet, members, figures, &self.expression, limited)?;
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

    /// Calls `each` with a set of words that contains all answers, and is as small as one condition makes it.
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
