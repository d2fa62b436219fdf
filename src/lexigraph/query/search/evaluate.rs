//! Checking a word against conditions.

use rustc_hash::FxHashMap;

use super::condition::{Condition, HookKind, Ties};
use super::{Expression, Member};
use crate::alphabet::{Alphabet, Tile};
use crate::graph::{WordGraph, find};
use crate::image::ErasedGraph;
use crate::query::automaton::{Everything, walk};
use crate::query::draw::{Draw, Order, alphagram};
use crate::query::{Anagram, Hooks, Query, QueryError};

pub(super) struct Evaluator<'e> {
    graph: &'e ErasedGraph<'e>,
    members: &'e [Member<'e>],
    vowels: [bool; 256],
    draw: Draw,
    /// Words by probability, by length and number of blanks; made when first asked for.
    orders: FxHashMap<(usize, u64), Order>,
}

fn any_probability(expression: &Expression) -> bool {
    match expression {
        Expression::All(parts) | Expression::Any(parts) => parts.iter().any(any_probability),
        Expression::Not(part) => any_probability(part),
        Expression::Is(condition) => matches!(condition, Condition::Probability(..)),
    }
}

impl<'e> Evaluator<'e> {
    pub fn new(
        graph: &'e ErasedGraph<'e>,
        alphabet: &Alphabet,
        members: &'e [Member<'e>],
        expression: &Expression,
        limited: bool,
    ) -> Result<Evaluator<'e>, QueryError> {
        let draw = if limited || any_probability(expression) { Draw::new(alphabet)? } else { Draw::unchecked(alphabet) };
        let mut vowels = [false; 256];
        alphabet.tiles().for_each(|tile| vowels[usize::from(tile.number())] = alphabet.letter(tile).vowel);
        Ok(Evaluator { graph, members, vowels, draw, orders: FxHashMap::default() })
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

    fn holds(&mut self, condition: &Condition, word: &[Tile]) -> bool {
        let graph = self.graph;
        match condition {
            Condition::Length(range) => range.contains(word.len() as i64),
            Condition::Anagram(anagram) => anagram.accepts(word),
            Condition::Pattern(pattern) => pattern.accepts(word),
            Condition::Regex(regex) => regex.accepts(word),
            Condition::Includes(letters) => includes(word, letters),
            Condition::Only(set, each) => {
                word.iter().all(|&tile| set.contains(tile)) && (!each || set.iter().all(|tile| word.contains(&tile)))
            }
            Condition::Consists(range, set) => {
                let among = word.iter().filter(|tile| set.contains(**tile)).count();
                range.contains((among * 100 / word.len().max(1)) as i64)
            }
            Condition::Prefix(letters) => word.starts_with(letters),
            Condition::Suffix(letters) => word.ends_with(letters),
            Condition::Contains(letters) => word.windows(letters.len().max(1)).any(|part| part == &letters[..]),
            Condition::TakesPrefix(letters) => graph.contains(&[letters, word].concat()),
            Condition::TakesSuffix(letters) => graph.contains(&[word, letters].concat()),
            Condition::Hook(HookKind::Front) => !Hooks::of(graph, word).front.is_empty(),
            Condition::Hook(HookKind::Back) => find(graph, word).is_some_and(|arc| !graph.accepting(arc.target).is_empty()),
            Condition::Hook(HookKind::Inner) => graph.contains(&word[1..]) || graph.contains(&word[..word.len() - 1]),
            Condition::Hook(HookKind::InnerFront) => graph.contains(&word[1..]),
            Condition::Hook(HookKind::InnerBack) => graph.contains(&word[..word.len() - 1]),
            Condition::FrontHooks(letters) => Hooks::of(graph, word).front == *letters,
            Condition::BackHooks(letters) => Hooks::of(graph, word).back == *letters,
            Condition::Vowels(range) => {
                range.contains(word.iter().filter(|tile| self.vowels[usize::from(tile.number())]).count() as i64)
            }
            Condition::Unique(range) => {
                let mut letters = alphagram(word);
                letters.dedup();
                range.contains(letters.len() as i64)
            }
            Condition::Points(range) => range.contains(self.draw.points(word)),
            Condition::Anagrams(range) => {
                Anagram::of(word, 0).is_ok_and(|anagram| range.contains(anagram.count(graph) as i64))
            }
            &Condition::Probability(range, blanks, ties) => {
                let (draw, length) = (&self.draw, word.len());
                let order = self.orders.entry((length, blanks)).or_insert_with(|| order(graph, draw, length, blanks));
                match ties {
                    Ties::Strict => order.place(draw, blanks, word).is_some_and(|place| range.contains(place as i64)),
                    Ties::Lax => order
                        .tied(draw.ways(word, blanks))
                        .is_some_and(|(first, last)| first as i64 <= range.high && last as i64 >= range.low),
                }
            }
            Condition::Compound(lengths) => compound(graph, word, lengths),
            Condition::Reverse(itself) => {
                let reversed: Vec<Tile> = word.iter().rev().copied().collect();
                if *itself { reversed == word } else { graph.contains(&reversed) }
            }
            Condition::In(list) => self.members.get(*list).is_some_and(|member| member(word)),
        }
    }
}

/// Whether the letters, in ascending order, are all in the word, each as often.
fn includes(word: &[Tile], letters: &[Tile]) -> bool {
    letters.chunk_by(|a, b| a == b).all(|same| word.iter().filter(|tile| **tile == same[0]).count() >= same.len())
}

/// All words of a length, by probability.
fn order(graph: &ErasedGraph<'_>, draw: &Draw, length: usize, blanks: u64) -> Order {
    let mut words = Vec::new();
    let _ = walk(graph, &Everything, length, |word, ()| {
        if word.len() == length {
            words.push(word.to_vec());
        }
        std::ops::ControlFlow::<()>::Continue(())
    });
    Order::new(draw, blanks, words)
}

/// Whether the word is words of these lengths one after another; for no lengths, of any two or more words.
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
    // Which places can be reached by whole words; the word itself does not count.
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
