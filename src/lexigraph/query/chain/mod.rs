//! Word chains: each word begins with the last letter, or the last letters, of the one before it.
//!
//! The words are seen as arcs that lead from their first letters to their last ones. A shortest chain is a shortest path
//! of these arcs, found breadth-first from its end. A longest chain uses as many arcs as possible, each once; see
//! [`Chain::longest`].

mod flow;
mod longest;

use std::ops::{ControlFlow, Range};

use rustc_hash::FxHashMap;

pub use longest::LongestChain;

use crate::alphabet::Tile;
use crate::graph::for_each_word;
use crate::image::ErasedGraph;
use crate::wordlist::{MAX_WORD_LENGTH, Words};

/// The question for chains of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The number of letters that two neighbours share, from 1. All words of a chain are longer.
    pub overlap: usize,
    /// The largest number of steps between two given words, or of a longest chain.
    pub max_steps: usize,
}

impl Default for Chain {
    /// One common letter, any number of steps.
    fn default() -> Chain {
        Chain { overlap: 1, max_steps: usize::MAX }
    }
}

/// All shortest chains through some words.
#[derive(Clone, Debug)]
pub struct Chains {
    links: Links,
    given: Vec<Vec<Tile>>,
    /// For each of the given words but the last, the way to the next one.
    parts: Vec<Part>,
}

/// The way between two given words.
#[derive(Clone, Debug)]
struct Part {
    /// The words between them.
    between: usize,
    /// The last letters of the first of them.
    start: u32,
    /// For all letters, the number of words from there to the second word; `u32::MAX` if there is no way.
    left: Vec<u32>,
}

/// Words as arcs between the letters that they begin and end with.
#[derive(Clone, Debug)]
struct Links {
    /// The words that are longer than the overlap, in collation order.
    words: Words,
    overlap: usize,
    /// Numbers of the beginnings and ends.
    numbers: FxHashMap<Vec<Tile>, u32>,
    /// The number of the end of each word.
    ends: Vec<u32>,
    /// The words that begin with each beginning.
    from: Vec<Range<usize>>,
}

impl Links {
    fn of(graph: &ErasedGraph<'_>, overlap: usize) -> Links {
        let mut links =
            Links { words: Words::new(), overlap, numbers: FxHashMap::default(), ends: Vec::new(), from: Vec::new() };
        let _ = for_each_word(graph, MAX_WORD_LENGTH, |word| {
            if word.len() > overlap {
                let at = links.words.len();
                links.words.push(word);
                let start = links.number(&word[..overlap]) as usize;
                // Words with the same beginning follow each other.
                if links.from[start].is_empty() {
                    links.from[start] = at..at;
                }
                links.from[start].end = at + 1;
                let end = links.number(&word[word.len() - overlap..]);
                links.ends.push(end);
            }
            ControlFlow::<()>::Continue(())
        });
        links
    }

    /// The number of letters, which they get if they have none.
    fn number(&mut self, letters: &[Tile]) -> u32 {
        if let Some(&number) = self.numbers.get(letters) {
            return number;
        }
        let number = self.from.len() as u32;
        self.numbers.insert(letters.to_vec(), number);
        self.from.push(0..0);
        number
    }

    fn start_of(&self, word: &[Tile]) -> u32 {
        self.numbers[&word[..self.overlap]]
    }

    fn end_of(&self, word: &[Tile]) -> u32 {
        self.numbers[&word[word.len() - self.overlap..]]
    }

    /// For all letters, the fewest words that lead from there to `to`.
    fn distances(&self, to: u32) -> Vec<u32> {
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); self.from.len()];
        for (start, words) in self.from.iter().enumerate() {
            for &end in &self.ends[words.clone()] {
                if into[end as usize].last() != Some(&(start as u32)) {
                    into[end as usize].push(start as u32);
                }
            }
        }
        let mut left = vec![u32::MAX; self.from.len()];
        left[to as usize] = 0;
        let mut reached = vec![to];
        for step in 1.. {
            let mut next = Vec::new();
            for &end in &reached {
                for &start in &into[end as usize] {
                    if left[start as usize] == u32::MAX {
                        left[start as usize] = step;
                        next.push(start);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            reached = next;
        }
        left
    }
}

impl Chain {
    /// `true` if the word can be part of a chain: it is in the lexicon and longer than the overlap.
    pub fn takes(&self, graph: &ErasedGraph<'_>, word: &[Tile]) -> bool {
        self.overlap > 0 && word.len() > self.overlap && graph.contains(word)
    }

    /// Finds the shortest chains that begin with the first of `words`, end with the last, and have the others between
    /// them in their order. Each part between two of the words is as short as possible. `None` if there is no chain, if
    /// one of the words [cannot be part of it](Chain::takes), or if there are no words.
    ///
    /// Linear in the words of the lexicon.
    pub fn through(&self, graph: &ErasedGraph<'_>, words: &[&[Tile]]) -> Option<Chains> {
        if words.is_empty() || !words.iter().all(|word| self.takes(graph, word)) {
            return None;
        }
        let links = Links::of(graph, self.overlap);
        let mut parts = Vec::new();
        let mut given = vec![words[0].to_vec()];
        for pair in words.windows(2).filter(|pair| pair[0] != pair[1]) {
            let (start, left) = (links.end_of(pair[0]), links.distances(links.start_of(pair[1])));
            let between = left[start as usize];
            if between == u32::MAX || between as usize >= self.max_steps {
                return None;
            }
            given.push(pair[1].to_vec());
            parts.push(Part { between: between as usize, start, left });
        }
        Some(Chains { links, given, parts })
    }

    /// Finds a chain from a word that has as many words as possible, none of them twice. `None` if the word
    /// [cannot be part of a chain](Chain::takes).
    ///
    /// To leave out as few words as possible such that as many begin as end with the same letters, except at the two
    /// ends of the chain, is a flow of least cost. If the words that remain hang together, they make one walk, and no
    /// chain is longer. Else those that lie apart are left out, and [`LongestChain::bound`] tells how many words a chain
    /// could have at most.
    ///
    /// Takes less than a tenth of a second for ENABLE1.
    pub fn longest(&self, graph: &ErasedGraph<'_>, from: &[Tile]) -> Option<LongestChain> {
        self.takes(graph, from).then(|| longest::find(&Links::of(graph, self.overlap), from, self.max_steps))
    }
}

impl Chains {
    /// The number of steps of each chain, one less than it has words.
    pub fn steps(&self) -> usize {
        self.parts.iter().map(|part| part.between + 1).sum()
    }

    /// The number of chains; `u64::MAX` if there are more.
    pub fn count(&self) -> u64 {
        self.parts.iter().fold(1, |product: u64, part| product.saturating_mul(self.count_of(part)))
    }

    /// The number of ways through a part.
    fn count_of(&self, part: &Part) -> u64 {
        let mut counts = vec![0u64; part.left.len()];
        for (count, left) in counts.iter_mut().zip(&part.left) {
            *count = u64::from(*left == 0);
        }
        for step in 1..=part.between {
            let mut next = vec![0; counts.len()];
            for (start, words) in self.links.from.iter().enumerate().filter(|(start, _)| part.left[*start] as usize == step)
            {
                let ends = self.links.ends[words.clone()].iter();
                next[start] = ends.fold(0u64, |sum, &end| sum.saturating_add(counts[end as usize]));
            }
            counts = next;
        }
        counts[part.start as usize]
    }

    /// Calls `each` with the words of every chain, in collation order, until `each` breaks.
    pub fn for_each(&self, each: &mut dyn FnMut(&[&[Tile]]) -> ControlFlow<()>) -> ControlFlow<()> {
        // The places of a chain: a given word, or the words that may stand between two of them, by part and words left.
        let mut places: Vec<Option<(&Part, usize)>> = vec![None];
        for part in &self.parts {
            places.extend((0..part.between).rev().map(|left| Some((part, left))));
            places.push(None);
        }
        let mut given = self.given.iter();
        let fixed: Vec<Option<&Vec<Tile>>> =
            places.iter().map(|place| if place.is_none() { given.next() } else { None }).collect();
        let mut chain: Vec<&[Tile]> = Vec::with_capacity(places.len());
        let mut open: Vec<Range<usize>> = Vec::with_capacity(places.len());
        loop {
            while chain.len() < places.len() {
                let at = chain.len();
                if let Some(word) = fixed[at] {
                    chain.push(word);
                    open.push(0..0);
                    continue;
                }
                let start = self.links.end_of(chain[at - 1]) as usize;
                let mut words = self.links.from[start].clone();
                let found = self.next(&mut words, places[at]).expect("bug: a shortest way goes on until its end");
                chain.push(found);
                open.push(words);
            }
            each(&chain)?;
            // The last place that has another word takes it.
            loop {
                let Some(mut words) = open.pop() else { return ControlFlow::Continue(()) };
                chain.pop();
                if let Some(word) = self.next(&mut words, places[open.len()]) {
                    chain.push(word);
                    open.push(words);
                    break;
                }
            }
        }
    }

    /// The first of the words that leads to the end in the steps that are left, which is taken off with all before it.
    fn next(&self, words: &mut Range<usize>, place: Option<(&Part, usize)>) -> Option<&[Tile]> {
        let (part, left) = place?;
        let word = words.find(|&word| part.left[self.links.ends[word] as usize] as usize == left)?;
        Some(self.links.words.get(word))
    }
}
