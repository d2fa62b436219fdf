//! Longest chains: as many words as possible, each once.

use super::Links;
use super::flow::Network;
use crate::alphabet::Tile;

/// A chain that is as long as could be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestChain {
    /// Its words.
    pub words: Vec<Vec<Tile>>,
    /// No chain has more words than this. If it is the number of the words, the chain is proven to be a longest one.
    pub bound: usize,
}

impl LongestChain {
    /// `true` if no chain is longer.
    pub fn is_proven(&self) -> bool {
        self.words.len() == self.bound
    }
}

/// The words from some letters to others.
struct Class {
    start: u32,
    end: u32,
    /// The numbers of the words.
    words: Vec<usize>,
    /// The number of them that the chain has.
    kept: usize,
}

/// The longest chain from a word, with at most so many steps.
pub fn find(links: &Links, from: &[Tile], max_steps: usize) -> LongestChain {
    let start = links.end_of(from);
    let mut classes = classes(links, from, start);
    keep_most(&mut classes, links.from.len(), start);
    let most = 1 + classes.iter().map(|class| class.kept).sum::<usize>();
    let walk = walk(&mut classes, links.from.len(), start);
    let words = std::iter::once(from).chain(walk.iter().map(|&word| links.words.get(word)));
    let longest = max_steps.saturating_add(1);
    LongestChain { words: words.take(longest).map(<[Tile]>::to_vec).collect(), bound: most.min(longest) }
}

/// The words that a chain may have behind `from`, which ends with the letters `start`.
fn classes(links: &Links, from: &[Tile], start: u32) -> Vec<Class> {
    let mut is_reached = vec![false; links.from.len()];
    is_reached[start as usize] = true;
    let mut open = vec![start];
    let mut classes = Vec::new();
    while let Some(start) = open.pop() {
        let mut words: Vec<(u32, usize)> = links.from[start as usize].clone().map(|word| (links.ends[word], word)).collect();
        words.retain(|(_, word)| links.words.get(*word) != from);
        words.sort_unstable();
        for of_end in words.chunk_by(|a, b| a.0 == b.0) {
            let end = of_end[0].0;
            let words: Vec<usize> = of_end.iter().map(|(_, word)| *word).collect();
            classes.push(Class { start, end, kept: words.len(), words });
            if !std::mem::replace(&mut is_reached[end as usize], true) {
                open.push(end);
            }
        }
    }
    classes.sort_unstable_by_key(|class| (class.start, class.end));
    classes
}

/// Keeps as many words as possible such that as many begin as end with any letters. A chain from `start` to an end has
/// one more that begins with the former and one more that ends with the latter.
fn keep_most(classes: &mut [Class], nodes: usize, start: u32) {
    // What is left out is a flow from letters with which more words begin to letters with which more words end.
    let mut surplus = vec![0i64; nodes];
    for class in classes.iter() {
        surplus[class.start as usize] += class.words.len() as i64;
        surplus[class.end as usize] -= class.words.len() as i64;
    }
    surplus[start as usize] -= 1;
    let (source, sink, last) = (nodes, nodes + 1, nodes + 2);
    let mut network = Network::new(nodes + 3);
    let arcs: Vec<usize> = classes
        .iter()
        .map(|class| network.add(class.start as usize, class.end as usize, class.words.len() as u32, 1))
        .collect();
    // The chain may end anywhere.
    network.add(source, last, 1, 0);
    for (node, &surplus) in surplus.iter().enumerate() {
        network.add(last, node, 1, 0);
        let most = u32::try_from(surplus.unsigned_abs()).unwrap_or(u32::MAX);
        match surplus {
            1.. => network.add(source, node, most, 0),
            ..0 => network.add(node, sink, most, 0),
            0 => continue,
        };
    }
    network.send(source, sink);
    for (class, arc) in classes.iter_mut().zip(arcs) {
        class.kept = class.words.len() - network.carried(arc) as usize;
    }
}

/// The walk over all words that are kept and hang together with `start` (Hierholzer 1873): where the walk cannot go on, the
/// last words are set aside as its end, and it goes on from the letters before them.
fn walk(classes: &mut [Class], nodes: usize, start: u32) -> Vec<usize> {
    let mut first = vec![classes.len(); nodes + 1];
    for (at, class) in classes.iter().enumerate().rev() {
        first[class.start as usize] = at;
    }
    let mut way: Vec<(u32, Option<usize>)> = vec![(start, None)];
    let mut walk = Vec::new();
    while let Some(&(node, word)) = way.last() {
        let at = &mut first[node as usize];
        while classes.get(*at).is_some_and(|class| class.start == node && class.kept == 0) {
            *at += 1;
        }
        match classes.get_mut(*at).filter(|class| class.start == node) {
            Some(class) => {
                class.kept -= 1;
                way.push((class.end, Some(class.words[class.kept])));
            }
            None => {
                way.pop();
                walk.extend(word);
            }
        }
    }
    walk.reverse();
    walk
}
