//! Changes to one word: hooks, extensions, and letters that are removed, inserted, replaced or swapped.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::anagram::Anagram;
use super::automaton::{Infix, walk};
use super::error::QueryError;
use super::query_trait::Query;
use crate::alphabet::Tile;
use crate::graph::{WordGraph, find};
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// The hooks of a word. The word itself need not be valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hooks {
    /// The front hooks: letters that make a word if put before it, in collation order.
    pub front: Vec<Tile>,
    /// The back hooks: letters that make a word if put behind it, in collation order.
    pub back: Vec<Tile>,
    /// `true` if the word without its first letter is a word.
    pub inner_front: bool,
    /// `true` if the word without its last letter is a word.
    pub inner_back: bool,
}

impl Hooks {
    /// The hooks of `word`. Takes one look-up for each letter that starts words, and three more.
    pub fn of(graph: &ErasedGraph<'_>, word: &[Tile]) -> Hooks {
        let front = graph.arcs(graph.root()).filter(|arc| follows(graph, arc.target, word)).map(|arc| arc.tile).collect();
        let back = find(graph, word)
            .map_or_else(Vec::new, |arc| graph.arcs(arc.target).filter(|arc| arc.accepts).map(|arc| arc.tile).collect());
        let inner = |rest: Option<&[Tile]>| rest.is_some_and(|rest| graph.contains(rest));
        Hooks {
            front,
            back,
            inner_front: inner(word.split_first().map(|(_, rest)| rest)),
            inner_back: inner(word.split_last().map(|(_, rest)| rest)),
        }
    }
}

/// Returns `true` if the paths from this node spell `word`.
fn follows(graph: &ErasedGraph<'_>, node: u64, word: &[Tile]) -> bool {
    let mut node = node;
    let mut accepts = false;
    for &tile in word {
        let Some(arc) = graph.child(node, tile) else { return false };
        (node, accepts) = (arc.target, arc.accepts);
    }
    accepts
}

/// The longer words that contain a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extensions {
    /// The words that end with it.
    pub front: Vec<Vec<Tile>>,
    /// The words that start with it.
    pub back: Vec<Vec<Tile>>,
    /// The words that contain it with letters on both sides.
    pub both: Vec<Vec<Tile>>,
}

impl Extensions {
    /// The longer words that contain `word`, in collation order. Walks over all words once.
    pub fn of(graph: &ErasedGraph<'_>, word: &[Tile]) -> Extensions {
        let mut found = Extensions::default();
        if word.is_empty() || word.len() >= MAX_WORD_LENGTH {
            return found;
        }
        let infix = Infix::new(word);
        let _ = walk(graph, &infix, MAX_WORD_LENGTH, |answer, _| {
            if answer.len() > word.len() {
                let (front, back) = (answer.ends_with(word), answer.starts_with(word));
                if front {
                    found.front.push(answer.to_vec());
                }
                if back {
                    found.back.push(answer.to_vec());
                }
                if answer[1..answer.len() - 1].windows(word.len()).any(|part| part == word) {
                    found.both.push(answer.to_vec());
                }
            }
            ControlFlow::<()>::Continue(())
        });
        found
    }
}

/// Returns the words that differ from `word` in exactly one letter.
pub fn substitutions(graph: &ErasedGraph<'_>, word: &[Tile]) -> Vec<Vec<Tile>> {
    let mut found = BTreeSet::new();
    let mut node = Some(graph.root());
    for (at, &letter) in word.iter().enumerate() {
        let Some(here) = node else { break };
        for arc in graph.arcs(here) {
            let rest = &word[at + 1..];
            let is_word = if rest.is_empty() { arc.accepts } else { follows(graph, arc.target, rest) };
            if arc.tile != letter && is_word {
                let mut changed = word.to_vec();
                changed[at] = arc.tile;
                found.insert(changed);
            }
        }
        node = graph.child(here, letter).map(|arc| arc.target);
    }
    found.into_iter().collect()
}

/// Returns the words made by swapping two adjacent letters.
pub fn transpositions(graph: &ErasedGraph<'_>, word: &[Tile]) -> Vec<Vec<Tile>> {
    let mut found = BTreeSet::new();
    for at in 1..word.len() {
        let mut swapped = word.to_vec();
        swapped.swap(at - 1, at);
        if swapped != word && graph.contains(&swapped) {
            found.insert(swapped);
        }
    }
    found.into_iter().collect()
}

/// Returns the words made by removing one letter.
pub fn deletions(graph: &ErasedGraph<'_>, word: &[Tile]) -> Vec<Vec<Tile>> {
    let mut found = BTreeSet::new();
    for at in 0..word.len() {
        let shorter = [&word[..at], &word[at + 1..]].concat();
        if graph.contains(&shorter) {
            found.insert(shorter);
        }
    }
    found.into_iter().collect()
}

/// Returns the word, if it is valid, and all words made from it by removing one letter at a time such that each step
/// gives a valid word. Longest first, then in collation order.
pub fn descents(graph: &ErasedGraph<'_>, word: &[Tile]) -> Vec<Vec<Tile>> {
    let mut found: Vec<Vec<Tile>> = Vec::new();
    if graph.contains(word) {
        found.push(word.to_vec());
    }
    let mut level: BTreeSet<Vec<Tile>> = BTreeSet::from([word.to_vec()]);
    while !level.is_empty() {
        level = level.iter().flat_map(|word| deletions(graph, word)).collect();
        found.extend(level.iter().cloned());
    }
    found
}

/// Returns the words made by inserting one letter anywhere.
pub fn insertions(graph: &ErasedGraph<'_>, word: &[Tile]) -> Vec<Vec<Tile>> {
    let mut found = BTreeSet::new();
    let mut node = Some(graph.root());
    for at in 0..=word.len() {
        let Some(here) = node else { break };
        let rest = &word[at..];
        for arc in graph.arcs(here) {
            if if rest.is_empty() { arc.accepts } else { follows(graph, arc.target, rest) } {
                found.insert([&word[..at], &[arc.tile], rest].concat());
            }
        }
        node = word.get(at).and_then(|&tile| graph.child(here, tile)).map(|arc| arc.target);
    }
    found.into_iter().collect()
}

/// Returns the blank anagrams of a word: the words made by replacing one letter with a blank and rearranging all
/// letters. Anagrams of the word are included, the word itself is not.
///
/// # Errors
/// [`QueryError::TooLong`] if the word has more letters than words can have.
pub fn blank_anagrams(graph: &ErasedGraph<'_>, word: &[Tile]) -> Result<Vec<Vec<Tile>>, QueryError> {
    let mut found = BTreeSet::new();
    for (at, tile) in word.iter().enumerate() {
        if word[..at].contains(tile) {
            continue;
        }
        let rest = [&word[..at], &word[at + 1..]].concat();
        found.extend(Anagram::of(&rest, 1)?.words(graph));
    }
    found.remove(word);
    Ok(found.into_iter().collect())
}
