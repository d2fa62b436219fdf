//! The parser of the search language.

use super::condition::{HookKind, NumberRange, ScoreRange, SearchCondition, Ties};
use super::expression::Expression;
use super::sets;
use crate::alphabet::{Alphabet, Tile};
use crate::query::anagram::Anagram;
use crate::query::error::QueryError;
use crate::query::figures::Figure;
use crate::query::letters::{self, Element, LetterSet};
use crate::query::pattern::Pattern;
use crate::query::regex::Regex;
use crate::wordlist::Score;

use lexigraph_core::names::closest;
use thiserror::Error;

/// The largest depth of nested parentheses and named sets.
const MAX_DEPTH: usize = 64;

/// A syntax error in a search. Its message ends with two more lines: the text, and a caret below the column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}\n  {text}\n  {}^", " ".repeat(.column.saturating_sub(1)))]
pub struct SearchError {
    /// The text.
    pub text: String,
    /// The column of the error, in characters from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

const CONDITIONS: &str = "length, anagram, subanagram, pattern, regex, includes, excludes, only, bank, consists, prefix, \
                          suffix, contains, takes-prefix, takes-suffix, hook, front-hooks, back-hooks, vowels, unique, \
                          points, score, commonness, playability, anagrams, probability, limit, compound, reverse, in, is";

/// The parts of a parsed search.
pub(super) struct ParsedSearch {
    pub expression: Expression,
    /// The number of words and of blanks of `limit`, if there is one.
    pub limit: Option<(usize, u64)>,
    /// The names in `in:NAME`, each once.
    pub lists: Vec<String>,
}

pub(super) fn parse(text: &str, alphabet: &Alphabet) -> Result<ParsedSearch, SearchError> {
    let mut parser = Parser { text, tokens: tokens(text)?, at: 0, alphabet, depth: 0, limit: None, lists: vec![] };
    let expression = parser.any()?;
    if let Some(token) = parser.peek() {
        return Err(parser.error(token.at, "expected 'and', 'or', or the end"));
    }
    Ok(ParsedSearch { expression, limit: parser.limit.map(|(_, limit, blanks)| (limit, blanks)), lists: parser.lists })
}

#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    /// The byte offset in the text.
    at: usize,
}

/// Splits a search into parentheses and words. Brackets and quotes keep parentheses and spaces within a word.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, SearchError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let start = at;
        if matches!(c, '(' | ')') {
            at += 1;
        } else {
            // Balanced parentheses within a value, as in regular expressions, belong to the value.
            let (mut quote, mut open) = (None, 0usize);
            let (mut value, mut opened) = (false, start);
            for c in text[start..].chars() {
                match (quote, c) {
                    (Some(end), c) if c == end => quote = None,
                    (Some(_), _) => {}
                    (None, '"' | '[') => (quote, opened) = (Some(if c == '[' { ']' } else { c }), at),
                    (None, '(') if value => open += 1,
                    (None, ')') if open > 0 => open -= 1,
                    (None, '(' | ')') => break,
                    (None, c) if c.is_whitespace() => break,
                    _ => value |= c == ':',
                }
                at += c.len_utf8();
            }
            if quote.is_some() {
                let expected = if quote == Some('"') {
                    "the quotation is not closed"
                } else {
                    "the set is not closed — expected ']'"
                };
                return Err(error(text, opened, expected));
            }
        }
        tokens.push(Token { text: &text[start..at], at: start });
    }
    Ok(tokens)
}

fn error(text: &str, at: usize, message: impl Into<String>) -> SearchError {
    let at = at.min(text.len());
    SearchError { text: text.to_owned(), column: text[..at].chars().count() + 1, message: message.into() }
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    alphabet: &'t Alphabet,
    depth: usize,
    /// The `limit`: its byte offset, the number of words, and the number of blanks.
    limit: Option<(usize, usize, u64)>,
    lists: Vec<String>,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    fn error(&self, at: usize, message: impl Into<String>) -> SearchError {
        error(self.text, at, message)
    }

    fn word(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|token| token.text.eq_ignore_ascii_case(word));
        self.at += usize::from(there);
        there
    }

    fn any(&mut self) -> Result<Expression, SearchError> {
        let mut parts = vec![self.all()?];
        while self.word("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Any(parts) })
    }

    fn all(&mut self) -> Result<Expression, SearchError> {
        let mut parts = vec![self.not()?];
        // Conditions without a connective are joined by `and`, as arguments on a command line are.
        while self.word("and")
            || self.peek().is_some_and(|token| token.text != ")" && !token.text.eq_ignore_ascii_case("or"))
        {
            parts.push(self.not()?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        // Make one flat list with cheap conditions first.
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Expression::All(parts) => flat.extend(parts),
                part => flat.push(part),
            }
        }
        flat.sort_by_key(Expression::cost);
        Ok(Expression::All(flat))
    }

    fn not(&mut self) -> Result<Expression, SearchError> {
        let Some(token) = self.peek() else {
            return Err(self.error(self.text.len(), format!("expected a condition — one of: {CONDITIONS}")));
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(
                token.at,
                format!("the search is nested more than {MAX_DEPTH} levels deep — use fewer parentheses"),
            ));
        }
        let expression = if self.word("not") {
            let limit = self.limit;
            let part = self.not()?;
            if self.limit != limit {
                return Err(self.error(token.at, "'limit' is applied last and cannot be negated"));
            }
            Expression::Not(Box::new(part))
        } else if self.word("(") {
            let limit = self.limit;
            let part = self.any()?;
            if !self.word(")") {
                return Err(self.error(token.at, "the parenthesis is not closed — expected ')'"));
            }
            if self.limit != limit {
                return Err(self.error(token.at, "'limit' is applied last and cannot stand in parentheses"));
            }
            part
        } else {
            self.at += 1;
            self.condition(token)?
        };
        self.depth -= 1;
        Ok(expression)
    }

    fn condition(&mut self, token: Token<'t>) -> Result<Expression, SearchError> {
        let (name, value) = token.text.split_once(':').unwrap_or((token.text, ""));
        let at = token.at + token.text.len() - value.len();
        let quoted = value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
        let (value, at) = if quoted { (&value[1..value.len() - 1], at + 1) } else { (value, at) };
        if name.eq_ignore_ascii_case("is") {
            return self.named(value, at);
        }
        if name.eq_ignore_ascii_case("limit") {
            let mut parts = value.split(':');
            let count = parts.next().unwrap_or("");
            let count = count.parse().map_err(|_| self.error(at, "expected a number of words, such as limit:50"))?;
            let (blanks, _) = self.probability_options(parts, at)?;
            if self.limit.is_some() {
                return Err(self.error(token.at, "a search may have only one 'limit'"));
            }
            self.limit = Some((token.at, count, blanks));
            return Ok(Expression::All(vec![]));
        }
        let condition = self.simple(&name.to_ascii_lowercase(), value, token.at, at)?;
        Ok(Expression::Is(condition))
    }

    fn named(&mut self, name: &str, at: usize) -> Result<Expression, SearchError> {
        let Some(search) = sets::find(name) else {
            let known: Vec<&str> = sets::names().collect();
            let meant = meant(name, known.iter().copied());
            return Err(self.error(at, format!("unknown set '{name}' — {meant}use one of: {}", known.join(", "))));
        };
        if self.depth > MAX_DEPTH / 2 {
            return Err(self.error(at, "named sets are nested too deeply"));
        }
        let inner = tokens(search).and_then(|tokens| {
            let lists = std::mem::take(&mut self.lists);
            let mut parser =
                Parser { text: search, tokens, at: 0, alphabet: self.alphabet, depth: self.depth + 1, limit: None, lists };
            let expression = parser.any();
            self.lists = parser.lists;
            expression
        });
        // The alphabet may lack letters of the set.
        inner.map_err(|inner| self.error(at, format!("the set '{name}' does not fit the alphabet: {}", inner.message)))
    }

    fn simple(&mut self, name: &str, value: &str, start: usize, at: usize) -> Result<SearchCondition, SearchError> {
        let alphabet = self.alphabet;
        let asked = |error: QueryError| match error {
            QueryError::Pattern(inner) => {
                // The error counts columns from the start of the value.
                let before = self.text[..at].chars().count();
                SearchError { text: self.text.to_owned(), column: before + inner.column, message: inner.problem.to_string() }
            }
            other => self.error(at, other.to_string()),
        };
        let word = || -> Result<Vec<Tile>, SearchError> {
            if value.is_empty() {
                return Err(self.error(at, format!("expected letters after '{name}:'")));
            }
            alphabet.parse(value).map_err(|error| {
                let before = self.text[..at].chars().count();
                let message = format!("'{}' is not a letter of the alphabet", error.found);
                SearchError { text: self.text.to_owned(), column: before + error.column, message }
            })
        };
        let range = |text: &str| range(text).ok_or_else(|| self.error(at, "expected a number or a range: 7, 7-8, 7-, -8"));
        let sorted = |mut letters: Vec<Tile>| {
            letters.sort_unstable();
            letters
        };
        Ok(match name {
            "length" => SearchCondition::Length(range(value)?),
            "anagram" | "subanagram" => {
                let anagram = Anagram::parse(value, alphabet).map_err(asked)?.partial(name == "subanagram");
                SearchCondition::Anagram(Box::new(anagram))
            }
            "pattern" => SearchCondition::Pattern(Box::new(Pattern::parse(value, alphabet).map_err(asked)?)),
            "regex" => SearchCondition::Regex(Box::new(Regex::parse(value, alphabet).map_err(asked)?)),
            "includes" => SearchCondition::Includes(sorted(word()?)),
            "excludes" => SearchCondition::Only(self.letters(value, at)?.complement(alphabet), false),
            "only" => SearchCondition::Only(self.letters(value, at)?, false),
            "bank" => SearchCondition::Only(self.letters(value, at)?, true),
            "consists" => {
                let (percent, letters) = value
                    .split_once(':')
                    .ok_or_else(|| self.error(at, "expected a percentage and letters, such as consists:80-100:AEIOU"))?;
                SearchCondition::Consists(
                    range(percent.trim_end_matches('%'))?,
                    self.letters(letters, at + percent.len() + 1)?,
                )
            }
            "prefix" => SearchCondition::Prefix(word()?),
            "suffix" => SearchCondition::Suffix(word()?),
            "contains" => SearchCondition::Contains(word()?),
            "takes-prefix" => SearchCondition::TakesPrefix(word()?),
            "takes-suffix" => SearchCondition::TakesSuffix(word()?),
            "hook" => SearchCondition::Hook(match value {
                "front" => HookKind::Front,
                "back" => HookKind::Back,
                "inner" => HookKind::Inner,
                "inner-front" => HookKind::InnerFront,
                "inner-back" => HookKind::InnerBack,
                _ => return Err(self.error(at, "expected front, back, inner, inner-front or inner-back")),
            }),
            "front-hooks" => SearchCondition::FrontHooks(sorted(word()?)),
            "back-hooks" => SearchCondition::BackHooks(sorted(word()?)),
            "vowels" => SearchCondition::Vowels(range(value)?),
            "unique" => SearchCondition::Unique(range(value)?),
            "points" => SearchCondition::Points(range(value)?),
            "score" | "commonness" | "playability" => {
                let figure = Figure::ALL.into_iter().find(|figure| figure.name() == name);
                let figure = figure.expect("bug: a number that is no figure");
                SearchCondition::Figure(
                    figure,
                    score_range(value).ok_or_else(|| {
                        let what = if figure == Figure::Score { "scores" } else { "numbers" };
                        let examples = "50, 50-60, 50-, -60, 0.5-";
                        self.error(at, format!("expected a number or a range of {what}, not below 0: {examples}"))
                    })?,
                )
            }
            "anagrams" => SearchCondition::Anagrams(range(value)?),
            "probability" => {
                let mut parts = value.split(':');
                let places = range(parts.next().unwrap_or(""))?;
                let (blanks, ties) = self.probability_options(parts, at)?;
                SearchCondition::Probability(places, blanks, ties)
            }
            "compound" if value == "any" || value.is_empty() => SearchCondition::Compound(vec![]),
            "compound" => {
                let lengths: Result<Vec<usize>, _> = value.split('+').map(str::parse).collect();
                match lengths {
                    Ok(lengths) if lengths.iter().all(|length| (1..=255).contains(length)) => {
                        SearchCondition::Compound(lengths)
                    }
                    _ => return Err(self.error(at, "expected lengths joined by '+', such as compound:4+4, or compound:any")),
                }
            }
            "reverse" => match value {
                "word" => SearchCondition::Reverse(false),
                "itself" => SearchCondition::Reverse(true),
                _ => return Err(self.error(at, "expected word or itself")),
            },
            "in" if value.is_empty() => return Err(self.error(at, "expected the name of a lexicon or list")),
            "in" => SearchCondition::In(match self.lists.iter().position(|list| list == value) {
                Some(known) => known,
                None => {
                    self.lists.push(value.to_owned());
                    self.lists.len() - 1
                }
            }),
            _ => {
                let meant = meant(name, CONDITIONS.split(", "));
                return Err(self.error(start, format!("'{name}' is not a condition — {meant}use one of: {CONDITIONS}")));
            }
        })
    }

    /// Parses a set of letters: letters, and sets in brackets.
    fn letters(&self, value: &str, at: usize) -> Result<LetterSet, SearchError> {
        let before = self.text[..at].chars().count();
        let elements = letters::parse(value, self.alphabet, false).map_err(|error| SearchError {
            text: self.text.to_owned(),
            column: before + error.column,
            message: error.problem.to_string(),
        })?;
        let mut set = LetterSet::EMPTY;
        for element in elements {
            match element {
                Element::Letter(tile) => set.insert(tile),
                Element::Set(letters) => letters.iter().for_each(|tile| set.insert(tile)),
                _ => return Err(self.error(at, "expected letters or a set of them")),
            }
        }
        Ok(set)
    }

    fn probability_options<'v>(
        &self,
        options: impl Iterator<Item = &'v str>,
        at: usize,
    ) -> Result<(u64, Ties), SearchError> {
        let (mut blanks, mut ties) = (u64::from(self.alphabet.blanks()), Ties::Strict);
        for option in options {
            match (option, option.strip_prefix("blanks=").map(str::parse)) {
                ("lax", _) => ties = Ties::Lax,
                ("strict", _) => ties = Ties::Strict,
                (_, Some(Ok(number))) => blanks = number,
                _ => return Err(self.error(at, "expected lax, strict or blanks=N after the range")),
            }
        }
        Ok((blanks, ties))
    }
}

/// A question whether another name was meant, for a message.
fn meant<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    closest(name, names).map_or_else(String::new, |meant| format!("did you mean '{meant}'? "))
}

/// Parses a range: `7`, `7-8`, `7-`, `-8`.
fn range(text: &str) -> Option<NumberRange> {
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    match text.split_once('-') {
        None => number(text).map(|number| NumberRange { low: number, high: number }),
        Some(("", "")) => None,
        Some((low, "")) => Some(NumberRange { low: number(low)?, high: i64::MAX }),
        Some(("", high)) => Some(NumberRange { low: i64::MIN, high: number(high)? }),
        Some((low, high)) => Some(NumberRange { low: number(low)?, high: number(high)? }),
    }
}

/// Parses a range of scores: `50`, `50-60`, `50-`, `-60`, `0.5-`.
fn score_range(text: &str) -> Option<ScoreRange> {
    let number = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        Score::parse(text).filter(|_| plain).map(Some)
    };
    match text.split_once('-') {
        None => number(text).map(|number| ScoreRange { low: number, high: number }),
        Some(("", "")) => None,
        Some((low, "")) => Some(ScoreRange { low: number(low)?, high: None }),
        Some(("", high)) => Some(ScoreRange { low: None, high: number(high)? }),
        Some((low, high)) => Some(ScoreRange { low: number(low)?, high: number(high)? }),
    }
}
