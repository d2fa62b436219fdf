//! Word growth: each word has one letter more than the one before it, and the other letters in their order.

use std::collections::BTreeSet;

use super::hooks::{deletions, insertions};
use super::ladder::Ladders;
use crate::alphabet::Tile;
use crate::image::ErasedGraph;

/// The question for words that grow by a letter at each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The largest number of steps between two given words, or of a longest growth.
    pub max_steps: usize,
}

impl Default for Growth {
    /// Any number of steps.
    fn default() -> Growth {
        Growth { max_steps: usize::MAX }
    }
}

impl Growth {
    /// Finds all ways by which the first of `words` grows to the last through the others in their order. `None` if there
    /// is none, if one of the words is not in the lexicon, or if there are no words.
    ///
    /// Takes a look-up for each letter of each word on the way back from a given word, down to the length of the one
    /// before it.
    pub fn through(&self, graph: &ErasedGraph<'_>, words: &[&[Tile]]) -> Option<Ladders> {
        if words.is_empty() || !words.iter().all(|word| graph.contains(word)) {
            return None;
        }
        let mut levels = vec![BTreeSet::from([words[0].to_vec()])];
        for pair in words.windows(2) {
            let steps = pair[1].len().checked_sub(pair[0].len()).filter(|&steps| steps <= self.max_steps)?;
            let mut part = vec![BTreeSet::from([pair[1].to_vec()])];
            for _ in 0..steps {
                part.push(part[part.len() - 1].iter().flat_map(|word| deletions(graph, word)).collect());
            }
            let first = part.pop()?;
            if !first.contains(pair[0]) {
                return None;
            }
            levels.extend(part.into_iter().rev());
        }
        Some(Ladders::of_levels(&levels, |word| insertions(graph, word)))
    }

    /// Finds the longest ways to grow from a word: all of them have the same number of steps. `None` if the word is not in
    /// the lexicon.
    ///
    /// Takes time for the words that the word grows to: for ENABLE1, up to a second for a word of two letters.
    pub fn longest(&self, graph: &ErasedGraph<'_>, from: &[Tile]) -> Option<Ladders> {
        if !graph.contains(from) {
            return None;
        }
        let mut levels = vec![BTreeSet::from([from.to_vec()])];
        while levels.len() <= self.max_steps {
            let next: BTreeSet<Vec<Tile>> =
                levels[levels.len() - 1].iter().flat_map(|word| insertions(graph, word)).collect();
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        // Words that grow no further before the last level are on no longest way.
        for at in (1..levels.len()).rev() {
            let before: BTreeSet<Vec<Tile>> = levels[at].iter().flat_map(|word| deletions(graph, word)).collect();
            levels[at - 1].retain(|word| before.contains(word));
        }
        Some(Ladders::of_levels(&levels, |word| insertions(graph, word)))
    }
}
