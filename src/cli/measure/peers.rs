//! Dictionaries that others make, for comparison; compiled in with the feature `peers`.
//!
//! Each is used as its documentation shows, on the text of the words. A sorted vector and a hash set of the standard library stand for
//! what one would do without any of them.

use std::collections::HashSet;
use std::hint::black_box;
use std::mem::size_of;
use std::time::{Duration, Instant};

use fst::Streamer;
use rustc_hash::FxBuildHasher;

use super::questions::counted;
use super::subject::{Input, Keys, Subject, chain};
use super::{BenchError, Questions, Task};

/// A peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names of crates
pub enum Peer {
    Fst,
    Marisa,
    Yada,
    Crawdad,
    SortedVec,
    HashSet,
}

impl Peer {
    /// All peers.
    pub const ALL: [Peer; 6] = [Peer::Fst, Peer::Marisa, Peer::Yada, Peer::Crawdad, Peer::SortedVec, Peer::HashSet];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Peer::Fst => "fst",
            Peer::Marisa => "marisa",
            Peer::Yada => "yada",
            Peer::Crawdad => "crawdad",
            Peer::SortedVec => "sorted-vec",
            Peer::HashSet => "hash-set",
        }
    }

    pub(super) fn build(self, input: &Input<'_>) -> Result<Box<dyn Subject>, BenchError> {
        let wrong = |message: String| BenchError::Peer { format: self.name(), message };
        let lines = &input.lines;
        let held = match self {
            Peer::Fst => Held::Fst(fst::Set::from_iter(lines).map_err(|error| wrong(error.to_string()))?),
            Peer::Marisa => {
                let mut keys = rsmarisa::Keyset::new();
                for line in lines {
                    keys.push_back_str(line).map_err(|error| wrong(error.to_string()))?;
                }
                let mut trie = rsmarisa::Trie::new();
                trie.build(&mut keys, 0);
                Held::Marisa(Box::new(trie))
            }
            Peer::Yada => {
                let keys: Vec<(&[u8], u32)> = lines.iter().map(String::as_bytes).zip(0..).collect();
                let bytes = yada::builder::DoubleArrayBuilder::build(&keys).map_err(|error| wrong(error.to_string()))?;
                Held::Yada(bytes.len(), yada::DoubleArray::new(bytes).map_err(|error| wrong(error.to_string()))?)
            }
            Peer::Crawdad => Held::Crawdad(crawdad::MpTrie::from_keys(lines).map_err(|error| wrong(error.to_string()))?),
            Peer::SortedVec => Held::SortedVec(lines.clone()),
            Peer::HashSet => Held::HashSet(lines.iter().cloned().collect()),
        };
        Ok(Box::new(Holder { peer: self, held }))
    }
}

enum Held {
    Fst(fst::Set<Vec<u8>>),
    Marisa(Box<rsmarisa::Trie>),
    Yada(usize, yada::DoubleArray<Vec<u8>>),
    Crawdad(crawdad::MpTrie),
    SortedVec(Vec<String>),
    HashSet(HashSet<String, FxBuildHasher>),
}

struct Holder {
    peer: Peer,
    held: Held,
}

/// The look-ups of a task with one peer's way to look a word up.
fn lookups(task: Task, questions: &Questions, mut has: impl FnMut(&str) -> bool) -> u64 {
    let mut count = |keys: &Keys| (0..keys.len()).filter(|&index| has(keys.text(index))).count() as u64;
    match task {
        Task::Misses => count(&questions.misses),
        Task::Chained => chain(questions.hits.len(), |index| has(questions.hits.text(index))),
        _ => count(&questions.hits),
    }
}

impl Holder {
    fn lookups(&self, task: Task, questions: &Questions) -> u64 {
        match &self.held {
            Held::Fst(set) => lookups(task, questions, |word| set.contains(word)),
            Held::Marisa(trie) => {
                let mut agent = rsmarisa::Agent::new();
                // Fails only when there is a state already.
                let _ = agent.init_state();
                lookups(task, questions, |word| {
                    agent.set_query_str(word);
                    trie.lookup(&mut agent)
                })
            }
            Held::Yada(_, trie) => lookups(task, questions, |word| trie.exact_match_search(word.as_bytes()).is_some()),
            Held::Crawdad(trie) => lookups(task, questions, |word| trie.exact_match(word.chars()).is_some()),
            Held::SortedVec(words) => {
                lookups(task, questions, |word| words.binary_search_by(|other| other.as_str().cmp(word)).is_ok())
            }
            Held::HashSet(words) => lookups(task, questions, |word| words.contains(word)),
        }
    }

    fn enumerate(&self) -> Option<u64> {
        let mut count = 0;
        match &self.held {
            Held::Fst(set) => {
                let mut words = set.stream();
                while let Some(word) = words.next() {
                    black_box(word);
                    let _ = counted(&mut count);
                }
            }
            Held::Marisa(trie) => {
                let mut agent = rsmarisa::Agent::new();
                let _ = agent.init_state();
                agent.set_query_str("");
                while trie.predictive_search(&mut agent) {
                    black_box(agent.key());
                    let _ = counted(&mut count);
                }
            }
            Held::SortedVec(words) => words.iter().for_each(|word| {
                black_box(word);
                let _ = counted(&mut count);
            }),
            Held::HashSet(words) => words.iter().for_each(|word| {
                black_box(word);
                let _ = counted(&mut count);
            }),
            Held::Yada(..) | Held::Crawdad(_) => return None,
        }
        Some(count)
    }
}

impl Subject for Holder {
    fn name(&self) -> &'static str {
        self.peer.name()
    }

    /// What the peer writes to a file; for the collections, what they hold in memory.
    fn bytes(&self) -> Option<u64> {
        let strings = |capacity: usize, words: &mut dyn Iterator<Item = &String>| {
            capacity * size_of::<String>() + words.map(String::capacity).sum::<usize>()
        };
        let bytes = match &self.held {
            Held::Fst(set) => set.as_fst().as_bytes().len(),
            Held::Marisa(trie) => trie.io_size(),
            Held::Yada(bytes, _) => *bytes,
            Held::Crawdad(trie) => trie.io_bytes(),
            Held::SortedVec(words) => strings(words.len(), &mut words.iter()),
            // A byte of control beside each entry.
            Held::HashSet(words) => strings(words.capacity(), &mut words.iter()) + words.capacity(),
        };
        Some(bytes as u64)
    }

    fn ask(&self, task: Task, questions: &Questions) -> Result<Option<(u64, Duration)>, BenchError> {
        let start = Instant::now();
        let answer = match task {
            Task::Hits | Task::Misses | Task::Chained => Some(self.lookups(task, questions)),
            Task::Enumerate => self.enumerate(),
            Task::Build | Task::Anagram | Task::Pattern | Task::Boggle | Task::Movegen => None,
        };
        Ok(answer.map(|answer| (answer, start.elapsed())))
    }
}
