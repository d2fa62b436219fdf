//! Equations: words that share unknown parts, such as `A;B;AB`, and patterns of several words.
//!
//! The term with the most variables is taken first: each word is cut up in all ways that fit the term. The variables
//! are then known, so the other terms with them are single look-ups. A term that has variables of its own walks the
//! graph, and a term without any is a pattern.

use std::ops::{ControlFlow, RangeInclusive};

use rustc_hash::FxHashSet;

use super::automaton::{Everything, walk};
use super::error::QueryError;
use super::letters::{Element, LetterSet, PatternError, PatternProblem, parse};
use super::pattern::Pattern;
use super::query_trait::Query;
use crate::alphabet::{Alphabet, Tile};
use crate::graph::WordGraph;
use crate::image::ErasedGraph;
use crate::wordlist::{MAX_WORD_LENGTH, Words};

/// The most terms of an equation.
const MAX_TERMS: usize = 16;

/// Finds words that fit several terms at once.
pub struct Equation {
    terms: Vec<Term>,
    /// The lengths that each variable may have.
    lengths: [RangeInclusive<usize>; 26],
    min: usize,
    max: usize,
}

enum Term {
    /// A term without variables.
    Pattern(Box<Pattern>),
    /// A term with variables.
    Pieces(Vec<Piece>),
}

#[derive(Clone, Copy)]
enum Piece {
    One(LetterSet),
    /// A variable, read backwards if the flag is set.
    Variable(usize, bool),
}

impl Term {
    fn variables(&self) -> u32 {
        let Term::Pieces(pieces) = self else { return 0 };
        pieces.iter().fold(0, |set, piece| if let Piece::Variable(at, _) = piece { set | 1 << at } else { set })
    }
}

impl Equation {
    /// `true` if the text is an equation: it has a semicolon, or a space between patterns, that is no letter.
    pub fn is_equation(text: &str, alphabet: &Alphabet) -> bool {
        let separates = |c: char| c == ';' || c.is_whitespace();
        text.trim().contains(|c| separates(c) && alphabet.parse(c.encode_utf8(&mut [0; 4])).is_err())
    }

    /// Parses an equation: terms with semicolons between them. In a term, a capital A–Z is a variable, which stands for
    /// one or more letters and for the same ones everywhere; `~A` is A backwards; everything else is as in a
    /// [pattern](super::parse_letters), but a term with variables has no `*`. `|A|=3` and `|A|=2-4` limit a length.
    ///
    /// Without semicolons, the text is patterns with spaces between them, in which capitals are letters.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] with the column of a syntax error; [`QueryError::Unsupported`] for more than 16 terms.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Equation, QueryError> {
        let mut terms = Vec::new();
        let mut lengths: [RangeInclusive<usize>; 26] = std::array::from_fn(|_| 1..=MAX_WORD_LENGTH);
        let equation = text.contains(';');
        let ends = |c: char| if equation { c == ';' } else { c.is_whitespace() };
        let mut at = 0;
        for part in text.split(ends) {
            let start = at + (part.len() - part.trim_start().len());
            at += part.len() + text[at + part.len()..].chars().next().map_or(0, char::len_utf8);
            let part = part.trim();
            if part.is_empty() {
                continue;
            }
            let whole = |error: QueryError| match error {
                QueryError::Pattern(mut error) => {
                    error.column += text[..start].chars().count();
                    error.text = text.to_owned();
                    QueryError::Pattern(error)
                }
                other => other,
            };
            if let Some((variable, range)) = length(part).filter(|_| equation) {
                lengths[variable] = range;
            } else if equation && part.contains(|c: char| c.is_ascii_uppercase()) {
                terms.push(Term::Pieces(pieces(part, alphabet).map_err(whole)?));
            } else {
                terms.push(Term::Pattern(Box::new(Pattern::parse(part, alphabet).map_err(whole)?)));
            }
        }
        if terms.is_empty() {
            return Err(PatternError { text: text.to_owned(), column: 1, problem: PatternProblem::EmptyText }.into());
        }
        if terms.len() > MAX_TERMS {
            let what = "an equation has at most 16 terms";
            return Err(QueryError::Unsupported { what, instead: "ask with fewer" });
        }
        Ok(Equation { terms, lengths, min: 0, max: MAX_WORD_LENGTH })
    }

    /// Limits the length of each word, in tiles.
    #[must_use]
    pub fn lengths(mut self, min: usize, max: usize) -> Equation {
        (self.min, self.max) = (min, max.min(MAX_WORD_LENGTH));
        self
    }

    /// Calls `each` with every answer, until `each` breaks: one word for each term, in their order. The answers are in
    /// the order of the words of the term with the most variables. Variables that can be chosen in several ways for the
    /// same words make one answer.
    ///
    /// The time is that of the answers: terms without common variables have as many as the product of their words.
    pub fn for_each(
        &self,
        graph: &ErasedGraph<'_>,
        each: &mut dyn FnMut(&[Vec<Tile>]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let patterns = self.terms.iter().map(|term| match term {
            Term::Pattern(pattern) => {
                let mut words = Words::new();
                let _ = pattern.for_each(graph, &mut |word| {
                    if (self.min..=self.max).contains(&word.len()) {
                        words.push(word);
                    }
                    ControlFlow::Continue(())
                });
                words
            }
            Term::Pieces(_) => Words::new(),
        });
        let mut solver = Solver {
            equation: self,
            graph,
            patterns: patterns.collect(),
            order: self.order(),
            known: std::array::from_fn(|_| None),
            words: vec![vec![]; self.terms.len()],
            seen: FxHashSet::default(),
            each,
        };
        let first = solver.order[0];
        let Term::Pieces(pieces) = &self.terms[first] else { return solver.term(0) };
        walk(graph, &Everything, self.max, |word, ()| {
            if word.len() < self.min.max(pieces.len()) {
                return ControlFlow::Continue(());
            }
            solver.seen.clear();
            solver.words[first] = word.to_vec();
            solver.cut(pieces, word)
        })
    }

    /// The order in which the terms are solved: that with the most new variables first, but those that are known by
    /// then before it; patterns last.
    fn order(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.terms.len()).collect();
        let (mut order, mut known) = (Vec::new(), 0u32);
        while !left.is_empty() {
            let rank = |&term: &usize| {
                let variables = self.terms[term].variables();
                let new = (variables & !known).count_ones();
                match (variables, new) {
                    (0, _) => 0,
                    (_, 0) => 1000,
                    _ => 100 + if order.is_empty() { new as i32 } else { -(new as i32) },
                }
            };
            // The first of equals.
            let at = (0..left.len()).rev().max_by_key(|&at| rank(&left[at])).expect("bug: a term is left");
            let term = left.remove(at);
            known |= self.terms[term].variables();
            order.push(term);
        }
        order
    }
}

/// Parses `|A|=3` or `|A|=2-4`.
fn length(part: &str) -> Option<(usize, RangeInclusive<usize>)> {
    let (variable, range) = part.strip_prefix('|')?.split_once("|=")?;
    let &[letter @ b'A'..=b'Z'] = variable.as_bytes() else { return None };
    let (low, high) = range.split_once('-').unwrap_or((range, range));
    let (low, high): (usize, usize) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (low >= 1).then_some((usize::from(letter - b'A'), low..=high))
}

/// Parses a term with variables.
fn pieces(part: &str, alphabet: &Alphabet) -> Result<Vec<Piece>, QueryError> {
    let mut pieces = Vec::new();
    let mut rest = part;
    let column = |rest: &str| part[..part.len() - rest.len()].chars().count();
    while let Some(first) = rest.chars().next() {
        let backwards = first == '~';
        let after = rest.strip_prefix('~').unwrap_or(rest);
        if let Some(letter @ 'A'..='Z') = after.chars().next() {
            pieces.push(Piece::Variable(usize::from(letter as u8 - b'A'), backwards));
            rest = &after[1..];
            continue;
        }
        // Capitals within brackets are letters of a set.
        let mut open = false;
        let end = rest.char_indices().find(|&(at, c)| {
            open = (open || c == '[') && c != ']';
            !open && (c.is_ascii_uppercase() || c == '~' && at > 0)
        });
        let (letters, behind) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        let moved = |mut error: PatternError| {
            (error.text, error.column) = (part.to_owned(), error.column + column(rest));
            error
        };
        for element in parse(letters, alphabet, false).map_err(moved)? {
            pieces.push(Piece::One(match element {
                Element::Letter(tile) => LetterSet::from_iter([tile]),
                Element::Set(set) => set,
                Element::Any | Element::Variable(_) => LetterSet::ALL,
                Element::Star => {
                    let what = "a term with variables cannot have '*'";
                    return Err(QueryError::Unsupported { what, instead: "use another variable" });
                }
            }));
        }
        rest = behind;
    }
    Ok(pieces)
}

struct Solver<'s> {
    equation: &'s Equation,
    graph: &'s ErasedGraph<'s>,
    /// The words of each term without variables.
    patterns: Vec<Words>,
    order: Vec<usize>,
    known: [Option<Vec<Tile>>; 26],
    /// The word of each term.
    words: Vec<Vec<Tile>>,
    /// The answers with the word that the first term has.
    seen: FxHashSet<Vec<Vec<Tile>>>,
    each: &'s mut dyn FnMut(&[Vec<Tile>]) -> ControlFlow<()>,
}

impl Solver<'_> {
    /// Cuts the word of the first term up in all ways.
    fn cut(&mut self, pieces: &[Piece], rest: &[Tile]) -> ControlFlow<()> {
        let Some((piece, pieces)) = pieces.split_first() else {
            return if rest.is_empty() { self.term(1) } else { ControlFlow::Continue(()) };
        };
        match *piece {
            Piece::One(set) => match rest.split_first() {
                Some((tile, rest)) if set.contains(*tile) => self.cut(pieces, rest),
                _ => ControlFlow::Continue(()),
            },
            Piece::Variable(at, backwards) => {
                if let Some(known) = self.known[at].clone() {
                    let text = spelled(&known, backwards);
                    return match rest.strip_prefix(&text[..]) {
                        Some(rest) => self.cut(pieces, rest),
                        None => ControlFlow::Continue(()),
                    };
                }
                let range = self.equation.lengths[at].clone();
                // Each piece behind takes a letter at least.
                let most = rest.len().saturating_sub(pieces.len()).min(*range.end());
                for length in *range.start()..=most {
                    let (text, rest) = rest.split_at(length);
                    self.known[at] = Some(spelled(text, backwards));
                    let flow = self.cut(pieces, rest);
                    self.known[at] = None;
                    flow?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// Solves the terms from this place of the order on.
    fn term(&mut self, place: usize) -> ControlFlow<()> {
        let Some(&term) = self.order.get(place) else { return self.answer() };
        match &self.equation.terms[term] {
            Term::Pattern(_) => {
                for at in 0..self.patterns[term].len() {
                    self.words[term] = self.patterns[term].get(at).to_vec();
                    self.term(place + 1)?;
                }
                ControlFlow::Continue(())
            }
            Term::Pieces(pieces) => {
                self.words[term].clear();
                self.follow(place, pieces, self.graph.root(), false)
            }
        }
    }

    fn answer(&mut self) -> ControlFlow<()> {
        // Where no variable was cut, nothing comes twice.
        if matches!(self.equation.terms[self.order[0]], Term::Pieces(_)) && !self.seen.insert(self.words.clone()) {
            return ControlFlow::Continue(());
        }
        (self.each)(&self.words)
    }

    /// Follows the pieces of a term from a node of the graph.
    fn follow(&mut self, place: usize, pieces: &[Piece], node: u64, accepts: bool) -> ControlFlow<()> {
        let term = self.order[place];
        let Some((piece, behind)) = pieces.split_first() else {
            let fits = accepts && (self.equation.min..=self.equation.max).contains(&self.words[term].len());
            if !fits {
                return ControlFlow::Continue(());
            }
            let word = self.words[term].clone();
            let flow = self.term(place + 1);
            self.words[term] = word;
            return flow;
        };
        match *piece {
            Piece::One(set) => {
                for arc in self.graph.arcs(node).filter(|arc| set.contains(arc.tile)) {
                    if self.words[term].len() < self.equation.max {
                        self.words[term].push(arc.tile);
                        self.follow(place, behind, arc.target, arc.accepts)?;
                        self.words[term].pop();
                    }
                }
            }
            Piece::Variable(at, backwards) => match self.known[at].clone() {
                Some(known) => {
                    let (mut node, mut accepts) = (node, accepts);
                    let before = self.words[term].len();
                    for tile in spelled(&known, backwards) {
                        let Some(arc) = self.graph.child(node, tile) else {
                            self.words[term].truncate(before);
                            return ControlFlow::Continue(());
                        };
                        self.words[term].push(tile);
                        (node, accepts) = (arc.target, arc.accepts);
                    }
                    self.follow(place, behind, node, accepts)?;
                    self.words[term].truncate(before);
                }
                None => self.grow(place, pieces, node, accepts, self.words[term].len())?,
            },
        }
        ControlFlow::Continue(())
    }

    /// Tries all values of an unknown variable, whose letters began at `start` of the word.
    fn grow(&mut self, place: usize, pieces: &[Piece], node: u64, accepts: bool, start: usize) -> ControlFlow<()> {
        let term = self.order[place];
        let Some((&Piece::Variable(at, backwards), behind)) = pieces.split_first() else { return ControlFlow::Continue(()) };
        let length = self.words[term].len() - start;
        let range = &self.equation.lengths[at];
        let (fits, full) = (range.contains(&length), length >= *range.end());
        if fits {
            self.known[at] = Some(spelled(&self.words[term][start..], backwards));
            let flow = self.follow(place, behind, node, accepts);
            self.known[at] = None;
            flow?;
        }
        if full || self.words[term].len() >= self.equation.max {
            return ControlFlow::Continue(());
        }
        for arc in self.graph.arcs(node) {
            self.words[term].push(arc.tile);
            self.grow(place, pieces, arc.target, arc.accepts, start)?;
            self.words[term].pop();
        }
        ControlFlow::Continue(())
    }
}

/// The letters of a variable as a term has them; its own inverse.
fn spelled(letters: &[Tile], backwards: bool) -> Vec<Tile> {
    if backwards { letters.iter().rev().copied().collect() } else { letters.to_vec() }
}
