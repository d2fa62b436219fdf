//! Word ladders: each word differs from the one before it in one letter.
//!
//! The search is breadth-first from both ends: at each turn, the smaller of the two frontiers is moved by one step.
//! The neighbours of a word are found in the graph, so no pair of words is compared. When the frontiers meet, the words
//! on shortest ladders are gathered level by level from the meeting words to both ends.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::hooks::{deletions, insertions, substitutions};
use crate::alphabet::Tile;
use crate::image::ErasedGraph;

/// The question for ladders between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// `true` if a step may also insert or remove a letter.
    pub edits: bool,
    /// The largest number of steps between two given words.
    pub max_steps: usize,
}

impl Default for Ladder {
    /// Steps that replace a letter, any number of them.
    fn default() -> Ladder {
        Ladder { edits: false, max_steps: usize::MAX }
    }
}

/// The words at one step, in collation order, each with the numbers of the words of the next step that follow it.
type Step = Vec<(Vec<Tile>, Vec<usize>)>;

/// All shortest ladders through some words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladders {
    steps: Vec<Step>,
}

impl Ladder {
    /// Finds the shortest ladders that begin with the first of `words`, end with the last, and have the others between
    /// them in their order. Each part between two of the words is as short as possible. `None` if there is no ladder,
    /// if one of the words is not in the lexicon, or if there are no words.
    ///
    /// Takes time for the neighbours of the words that are nearer to an end than the frontiers: for ENABLE1, some
    /// milliseconds.
    pub fn through(&self, graph: &ErasedGraph<'_>, words: &[&[Tile]]) -> Option<Ladders> {
        if words.is_empty() || !words.iter().all(|word| graph.contains(word)) {
            return None;
        }
        let mut steps = vec![vec![(words[0].to_vec(), Vec::new())]];
        for pair in words.windows(2) {
            let mut part = self.between(graph, pair[0], pair[1])?.into_iter();
            // The first word of a part is the last one of the part before.
            *steps.last_mut().expect("bug: a ladder has a first word") = part.next()?;
            steps.extend(part);
        }
        Some(Ladders { steps })
    }

    /// The words of the shortest ladders between two words of the lexicon, step by step.
    fn between(&self, graph: &ErasedGraph<'_>, from: &[Tile], to: &[Tile]) -> Option<Vec<Step>> {
        let (mut first, mut second) = (Side::of(from), Side::of(to));
        if from == to {
            return Some(vec![vec![(from.to_vec(), Vec::new())]]);
        }
        loop {
            if first.level + second.level >= self.max_steps {
                return None;
            }
            let forward = first.frontier.len() <= second.frontier.len();
            let (near, far) = if forward { (&mut first, &second) } else { (&mut second, &first) };
            let met = near.advance(far, |word| self.neighbours(graph, word));
            if !met.is_empty() {
                return Some(self.levels(graph, &first, &second, met));
            }
            if near.frontier.is_empty() {
                return None;
            }
        }
    }

    /// The words on shortest ladders, if these words are where the two sides meet.
    fn levels(&self, graph: &ErasedGraph<'_>, first: &Side, second: &Side, met: BTreeSet<Vec<Tile>>) -> Vec<Step> {
        let middle = first.level;
        let mut levels = vec![BTreeSet::new(); middle + second.level + 1];
        levels[middle] = met;
        let towards = |side: &Side, words: &BTreeSet<Vec<Tile>>, level: usize| -> BTreeSet<Vec<Tile>> {
            let neighbours = words.iter().flat_map(|word| self.neighbours(graph, word));
            neighbours.filter(|word| side.seen.get(word) == Some(&level)).collect()
        };
        for level in (0..middle).rev() {
            levels[level] = towards(first, &levels[level + 1], level);
        }
        for level in (0..second.level).rev() {
            let at = middle + second.level - level;
            levels[at] = towards(second, &levels[at - 1], level);
        }
        Ladders::of_levels(&levels, |word| self.neighbours(graph, word)).steps
    }

    fn neighbours(&self, graph: &ErasedGraph<'_>, word: &[Tile]) -> Vec<Vec<Tile>> {
        let mut found = substitutions(graph, word);
        if self.edits {
            found.extend(insertions(graph, word));
            found.extend(deletions(graph, word));
        }
        found
    }
}

/// The words around one end.
struct Side {
    /// The number of steps from the end to each word that has been reached.
    seen: FxHashMap<Vec<Tile>, usize>,
    frontier: Vec<Vec<Tile>>,
    /// The number of steps to the frontier.
    level: usize,
}

impl Side {
    fn of(word: &[Tile]) -> Side {
        Side { seen: FxHashMap::from_iter([(word.to_vec(), 0)]), frontier: vec![word.to_vec()], level: 0 }
    }

    /// Moves the frontier by one step, and returns the words of the new frontier that the other side has reached. Such
    /// words are on its frontier: it has passed the neighbours of all words behind that.
    fn advance(&mut self, other: &Side, neighbours: impl Fn(&[Tile]) -> Vec<Vec<Tile>>) -> BTreeSet<Vec<Tile>> {
        self.level += 1;
        let mut met = BTreeSet::new();
        for word in std::mem::take(&mut self.frontier) {
            for next in neighbours(&word) {
                if self.seen.contains_key(&next) {
                    continue;
                }
                if other.seen.contains_key(&next) {
                    met.insert(next.clone());
                }
                self.seen.insert(next.clone(), self.level);
                self.frontier.push(next);
            }
        }
        met
    }
}

impl Ladders {
    /// Ladders that take a word of each level in turn, one of those that follow the word before it. The first level has
    /// one word. Each word leads to one of the next level.
    pub(super) fn of_levels(levels: &[BTreeSet<Vec<Tile>>], follow: impl Fn(&[Tile]) -> Vec<Vec<Tile>>) -> Ladders {
        let mut steps = Vec::with_capacity(levels.len());
        for (at, words) in levels.iter().enumerate() {
            let numbers: BTreeMap<&[Tile], usize> =
                levels.get(at + 1).into_iter().flatten().enumerate().map(|(number, word)| (&word[..], number)).collect();
            let following = |word: &Vec<Tile>| {
                let mut next: Vec<usize> = if numbers.is_empty() {
                    Vec::new()
                } else {
                    follow(word).iter().filter_map(|word| numbers.get(&word[..]).copied()).collect()
                };
                next.sort_unstable();
                (word.clone(), next)
            };
            steps.push(words.iter().map(following).collect());
        }
        Ladders { steps }
    }

    /// The number of steps of each ladder, one less than it has words.
    pub fn steps(&self) -> usize {
        self.steps.len() - 1
    }

    /// The number of ladders; `u64::MAX` if there are more.
    pub fn count(&self) -> u64 {
        let mut counts: Vec<u64> = vec![1; self.steps[self.steps.len() - 1].len()];
        for level in self.steps.iter().rev().skip(1) {
            let count = |next: &[usize]| next.iter().fold(0u64, |sum, &next| sum.saturating_add(counts[next]));
            counts = level.iter().map(|(_, next)| count(next)).collect();
        }
        counts[0]
    }

    /// Calls `each` with the words of every ladder, in collation order, until `each` breaks.
    pub fn for_each(&self, each: &mut dyn FnMut(&[&[Tile]]) -> ControlFlow<()>) -> ControlFlow<()> {
        // Not recursive: a lexicon may have ladders of any length.
        let mut ladder: Vec<&[Tile]> = vec![&self.steps[0][0].0];
        let mut path: Vec<std::slice::Iter<'_, usize>> = vec![self.steps[0][0].1.iter()];
        if self.steps() == 0 {
            return each(&ladder);
        }
        while let Some(open) = path.last_mut() {
            let Some(&next) = open.next() else {
                path.pop();
                ladder.pop();
                continue;
            };
            let (word, following) = &self.steps[path.len()][next];
            ladder.push(word);
            if ladder.len() == self.steps.len() {
                each(&ladder)?;
                ladder.pop();
            } else {
                path.push(following.iter());
            }
        }
        ControlFlow::Continue(())
    }
}
