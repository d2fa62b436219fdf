//! The evaluation of conditions for a word.

use rustc_hash::FxHashMap;

use super::condition::{HookKind, SearchCondition, Ties};
use super::expression::Expression;
use crate::alphabet::{Alphabet, Tile};
use crate::graph::{MaskedGraph, WordGraph, find};
use crate::image::ErasedGraph;
use crate::query::anagram::Anagram;
use crate::query::automaton::{Everything, walk};
use crate::query::draw::{Draw, ProbabilityOrder, alphagram};
use crate::query::error::QueryError;
use crate::query::figures::Figures;
use crate::query::hooks::Hooks;
use crate::query::query_trait::Query;

/// Returns `true` if a word is in another list; one function for each of [`Search::lists`](super::Search::lists).
pub type Member<'m> = &'m dyn Fn(&[Tile]) -> bool;

pub(super) struct Evaluator<'e> {
    graph: &'e ErasedGraph<'e>,
    members: &'e [Member<'e>],
    figures: &'e Figures,
    vowels: [bool; 256],
    draw: Draw,
    /// The words of each length and number of blanks, by probability. Computed on first use.
    orders: FxHashMap<(usize, u64), ProbabilityOrder>,
}

impl<'e> Evaluator<'e> {
    pub fn new(
        graph: &'e ErasedGraph<'e>,
        alphabet: &Alphabet,
        members: &'e [Member<'e>],
        figures: &'e Figures,
        expression: &Expression,
        limited: bool,
    ) -> Result<Evaluator<'e>, QueryError> {
        let draw = if limited || expression.asks_probability() { Draw::new(alphabet)? } else { Draw::unchecked(alphabet) };
        let mut vowels = [false; 256];
        alphabet.tiles().for_each(|tile| vowels[usize::from(tile.number())] = alphabet.letter(tile).vowel);
        if let Some(missing) = expression.figures().into_iter().find(|&figure| figures.of(figure).is_none()) {
            return Err(QueryError::without(missing));
        }
        Ok(Evaluator { graph, members, figures, vowels, draw, orders: FxHashMap::default() })
    }

    pub fn draw(&self) -> &Draw {
        &self.draw
    }

    pub fn fits(&mut self, expression: &Expression, word: &[Tile]) -> bool {
        match expression {
            Expression::All(parts) => parts.iter().all(|part| self.fits(part, word)),
            Expression::Any(parts) => parts.iter().any(|part| self.fits(part, word)),
            Expression::Not(part) => !self.fits(part, word),
            Expression::Is(condition) => self.holds(condition, word),
        }
    }

    fn holds(&mut self, condition: &SearchCondition, word: &[Tile]) -> bool {
        let graph = self.graph;
        match condition {
            SearchCondition::Length(range) => range.contains(word.len() as i64),
            SearchCondition::Anagram(anagram) => anagram.accepts(word),
            SearchCondition::Pattern(pattern) => pattern.accepts(word),
            SearchCondition::Regex(regex) => regex.accepts(word),
            SearchCondition::Includes(letters) => includes(word, letters),
            SearchCondition::Only(set, each) => {
                word.iter().all(|&tile| set.contains(tile)) && (!each || set.iter().all(|tile| word.contains(&tile)))
            }
            SearchCondition::Consists(range, set) => {
                let among = word.iter().filter(|tile| set.contains(**tile)).count();
                range.contains((among * 100 / word.len().max(1)) as i64)
            }
            SearchCondition::Prefix(letters) => word.starts_with(letters),
            SearchCondition::Suffix(letters) => word.ends_with(letters),
            SearchCondition::Contains(letters) => word.windows(letters.len().max(1)).any(|part| part == &letters[..]),
            SearchCondition::TakesPrefix(letters) => graph.contains(&[letters, word].concat()),
            SearchCondition::TakesSuffix(letters) => graph.contains(&[word, letters].concat()),
            SearchCondition::Hook(HookKind::Front) => !Hooks::of(graph, word).front.is_empty(),
            SearchCondition::Hook(HookKind::Back) => {
                find(graph, word).is_some_and(|arc| !graph.accepting(arc.target).is_empty())
            }
            SearchCondition::Hook(HookKind::Inner) => graph.contains(&word[1..]) || graph.contains(&word[..word.len() - 1]),
            SearchCondition::Hook(HookKind::InnerFront) => graph.contains(&word[1..]),
            SearchCondition::Hook(HookKind::InnerBack) => graph.contains(&word[..word.len() - 1]),
            SearchCondition::FrontHooks(letters) => Hooks::of(graph, word).front == *letters,
            SearchCondition::BackHooks(letters) => Hooks::of(graph, word).back == *letters,
            SearchCondition::Vowels(range) => {
                range.contains(word.iter().filter(|tile| self.vowels[usize::from(tile.number())]).count() as i64)
            }
            SearchCondition::Unique(range) => {
                let mut letters = alphagram(word);
                letters.dedup();
                range.contains(letters.len() as i64)
            }
            SearchCondition::Points(range) => range.contains(self.draw.points(word)),
            SearchCondition::Figure(figure, range) => {
                self.figures.get(*figure, word).is_some_and(|number| range.contains(number))
            }
            SearchCondition::Anagrams(range) => {
                Anagram::of(word, 0).is_ok_and(|anagram| range.contains(anagram.count(graph) as i64))
            }
            &SearchCondition::Probability(range, blanks, ties) => {
                let (draw, length) = (&self.draw, word.len());
                let order = self.orders.entry((length, blanks)).or_insert_with(|| order(graph, draw, length, blanks));
                match ties {
                    Ties::Strict => order.place(draw, blanks, word).is_some_and(|place| range.contains(place as i64)),
                    Ties::Lax => order
                        .tied(draw.ways(word, blanks))
                        .is_some_and(|(first, last)| first as i64 <= range.high && last as i64 >= range.low),
                }
            }
            SearchCondition::Compound(lengths) => compound(graph, word, lengths),
            SearchCondition::Reverse(itself) => {
                let reversed: Vec<Tile> = word.iter().rev().copied().collect();
                if *itself { reversed == word } else { graph.contains(&reversed) }
            }
            SearchCondition::In(list) => self.members[*list](word),
        }
    }
}

/// Returns `true` if the word has all letters, each as often as given. The letters must be in ascending order.
fn includes(word: &[Tile], letters: &[Tile]) -> bool {
    letters.chunk_by(|a, b| a == b).all(|same| word.iter().filter(|tile| **tile == same[0]).count() >= same.len())
}

/// All words of one length, ordered by probability.
fn order(graph: &ErasedGraph<'_>, draw: &Draw, length: usize, blanks: u64) -> ProbabilityOrder {
    let mut words = Vec::new();
    let _ = walk(graph, &Everything, length, |word, ()| {
        if word.len() == length {
            words.push(word.to_vec());
        }
        std::ops::ControlFlow::<()>::Continue(())
    });
    ProbabilityOrder::new(draw, blanks, words)
}

/// Returns `true` if the word consists of words of these lengths; without lengths, of any two or more words.
fn compound(graph: &ErasedGraph<'_>, word: &[Tile], lengths: &[usize]) -> bool {
    if !lengths.is_empty() {
        let mut rest = word;
        return lengths.iter().sum::<usize>() == word.len()
            && lengths.iter().all(|&length| {
                let (part, after) = rest.split_at(length);
                rest = after;
                graph.contains(part)
            });
    }
    // Mark the positions that whole words reach. The word itself does not count.
    let mut reached = vec![false; word.len() + 1];
    reached[0] = true;
    for start in 0..word.len() {
        if !reached[start] {
            continue;
        }
        let mut node = graph.root();
        for end in start..word.len() {
            let Some(arc) = graph.child(node, word[end]) else { break };
            reached[end + 1] |= arc.accepts && !(start == 0 && end + 1 == word.len());
            node = arc.target;
        }
    }
    reached[word.len()]
}
