//! Dictionary libraries to compare with; compiled in with the feature `peers`.
//!
//! Each is used as its documentation shows, on the text of the words. A sorted vector and a hash set show what the
//! standard library alone can do.

use std::collections::HashSet;
use std::hint::black_box;
use std::mem::size_of;
use std::time::{Duration, Instant};

use fst::Streamer;
use rustc_hash::FxBuildHasher;

use super::error::BenchError;
use super::input::{Input, Keys};
use super::questions::Questions;
use super::subject::{Subject, chain, counted};
use super::task::Task;

/// A dictionary library or collection.
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

    /// Builds the dictionary from the list.
    pub fn build(self, input: &Input<'_>) -> Result<Box<dyn Subject>, BenchError> {
        let wrong = |message: String| BenchError::Peer { format: self.name(), message };
        let lines = &input.lines;
        let dictionary = match self {
            Peer::Fst => PeerDictionary::Fst(fst::Set::from_iter(lines).map_err(|error| wrong(error.to_string()))?),
            Peer::Marisa => {
                let mut keys = rsmarisa::Keyset::new();
                for line in lines {
                    keys.push_back_str(line).map_err(|error| wrong(error.to_string()))?;
                }
                let mut trie = rsmarisa::Trie::new();
                trie.build(&mut keys, 0);
                PeerDictionary::Marisa(Box::new(trie))
            }
            Peer::Yada => {
                let keys: Vec<(&[u8], u32)> = lines.iter().map(String::as_bytes).zip(0..).collect();
                let bytes = yada::builder::DoubleArrayBuilder::build(&keys).map_err(|error| wrong(error.to_string()))?;
                PeerDictionary::Yada(bytes.len(), yada::DoubleArray::new(bytes).map_err(|error| wrong(error.to_string()))?)
            }
            Peer::Crawdad => {
                PeerDictionary::Crawdad(crawdad::MpTrie::from_keys(lines).map_err(|error| wrong(error.to_string()))?)
            }
            Peer::SortedVec => PeerDictionary::SortedVec(lines.clone()),
            Peer::HashSet => PeerDictionary::HashSet(lines.iter().cloned().collect()),
        };
        Ok(Box::new(PeerSubject { peer: self, dictionary }))
    }
}

/// A built dictionary.
enum PeerDictionary {
    Fst(fst::Set<Vec<u8>>),
    Marisa(Box<rsmarisa::Trie>),
    Yada(usize, yada::DoubleArray<Vec<u8>>),
    Crawdad(crawdad::MpTrie),
    SortedVec(Vec<String>),
    HashSet(HashSet<String, FxBuildHasher>),
}

struct PeerSubject {
    peer: Peer,
    dictionary: PeerDictionary,
}

/// Runs a look-up task with the look-up function of a peer.
fn lookups(task: Task, questions: &Questions, mut has: impl FnMut(&str) -> bool) -> u64 {
    let mut count = |keys: &Keys| (0..keys.len()).filter(|&index| has(keys.text(index))).count() as u64;
    match task {
        Task::Misses => count(&questions.misses),
        Task::Chained => chain(questions.hits.len(), |index| has(questions.hits.text(index))),
        _ => count(&questions.hits),
    }
}

impl PeerSubject {
    fn lookups(&self, task: Task, questions: &Questions) -> u64 {
        match &self.dictionary {
            PeerDictionary::Fst(set) => lookups(task, questions, |word| set.contains(word)),
            PeerDictionary::Marisa(trie) => {
                let mut agent = rsmarisa::Agent::new();
                // Fails only if the agent already has a state.
                let _ = agent.init_state();
                lookups(task, questions, |word| {
                    agent.set_query_str(word);
                    trie.lookup(&mut agent)
                })
            }
            PeerDictionary::Yada(_, trie) => {
                lookups(task, questions, |word| trie.exact_match_search(word.as_bytes()).is_some())
            }
            PeerDictionary::Crawdad(trie) => lookups(task, questions, |word| trie.exact_match(word.chars()).is_some()),
            PeerDictionary::SortedVec(words) => {
                lookups(task, questions, |word| words.binary_search_by(|other| other.as_str().cmp(word)).is_ok())
            }
            PeerDictionary::HashSet(words) => lookups(task, questions, |word| words.contains(word)),
        }
    }

    fn enumerate(&self) -> Option<u64> {
        let mut count = 0;
        match &self.dictionary {
            PeerDictionary::Fst(set) => {
                let mut words = set.stream();
                while let Some(word) = words.next() {
                    black_box(word);
                    let _ = counted(&mut count);
                }
            }
            PeerDictionary::Marisa(trie) => {
                let mut agent = rsmarisa::Agent::new();
                let _ = agent.init_state();
                agent.set_query_str("");
                while trie.predictive_search(&mut agent) {
                    black_box(agent.key());
                    let _ = counted(&mut count);
                }
            }
            PeerDictionary::SortedVec(words) => words.iter().for_each(|word| {
                black_box(word);
                let _ = counted(&mut count);
            }),
            PeerDictionary::HashSet(words) => words.iter().for_each(|word| {
                black_box(word);
                let _ = counted(&mut count);
            }),
            PeerDictionary::Yada(..) | PeerDictionary::Crawdad(_) => return None,
        }
        Some(count)
    }
}

impl Subject for PeerSubject {
    fn name(&self) -> &'static str {
        self.peer.name()
    }

    /// The size of the file that the library writes; for collections, the memory that they hold.
    fn bytes(&self) -> Option<u64> {
        let strings = |capacity: usize, words: &mut dyn Iterator<Item = &String>| {
            capacity * size_of::<String>() + words.map(String::capacity).sum::<usize>()
        };
        let bytes = match &self.dictionary {
            PeerDictionary::Fst(set) => set.as_fst().as_bytes().len(),
            PeerDictionary::Marisa(trie) => trie.io_size(),
            PeerDictionary::Yada(bytes, _) => *bytes,
            PeerDictionary::Crawdad(trie) => trie.io_bytes(),
            PeerDictionary::SortedVec(words) => strings(words.len(), &mut words.iter()),
            // One control byte per entry.
            PeerDictionary::HashSet(words) => strings(words.capacity(), &mut words.iter()) + words.capacity(),
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
