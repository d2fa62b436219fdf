//! Several words that use up the letters of a phrase.
//!
//! Words with the same letters are one *alphagram*: combinations of table are searched, and each gives all choices of words at
//! the end. At each step the rarest letter that is left must be covered, so the table are kept in lists by their rarest letter, and
//! only one list is looked through. A alphagram that covers the same letter again is taken from the one before on: each
//! combination comes once. Counts of letters are packed with a guard bit above each, so that "does it fit" is one
//! subtraction.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::anagram::Anagram;
use super::draw::alphagram;
use super::error::QueryError;
use super::query_trait::Query;
use crate::alphabet::Tile;
use crate::image::ErasedGraph;
use crate::lexicon::{MAX_WORD_LENGTH, Words};

/// What combinations of words are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiWordLimits {
    /// The most words in one combination; at least 1.
    pub words: usize,
    /// The fewest letters of a word, in tiles.
    pub min_length: usize,
    /// The most letters of a word, in tiles.
    pub max_length: usize,
    /// Whether a word may stand twice in a combination.
    pub repeat: bool,
    /// A word that must be among them, if any.
    pub containing: Option<Vec<Tile>>,
}

impl Default for MultiWordLimits {
    /// Any number of words of any length; a word may repeat.
    fn default() -> MultiWordLimits {
        MultiWordLimits { words: usize::MAX, min_length: 1, max_length: MAX_WORD_LENGTH, repeat: true, containing: None }
    }
}

/// The multi-word anagrams of a phrase, ready to be searched.
#[derive(Debug)]
pub struct MultiWord {
    /// The candidate words in collation order.
    words: Words,
    search: PackedTable,
    limits: MultiWordLimits,
    /// The word that must be there, as an index into `words`.
    containing: Option<u32>,
}

/// AlphagramTable in one machine word, or in two.
#[derive(Debug)]
enum PackedTable {
    Narrow(AlphagramTable<u64>),
    Wide(AlphagramTable<u128>),
}

impl MultiWord {
    /// Gathers the words that can be made from the letters of a phrase.
    ///
    /// # Errors
    /// [`QueryError::TooLong`] when so many letters do not fit (about 60 letters of English always do).
    pub fn new(graph: &ErasedGraph<'_>, phrase: &[Tile], limits: MultiWordLimits) -> Result<MultiWord, QueryError> {
        let mut words = Words::new();
        let candidates = Anagram::of(phrase, 0)?.partial(true).lengths(limits.min_length, limits.max_length);
        let _ = candidates.for_each(graph, &mut |word| {
            words.push(word);
            ControlFlow::Continue(())
        });
        let containing = match &limits.containing {
            None => None,
            Some(wanted) => {
                let at = words.iter().position(|word| word == &wanted[..]);
                if at.is_none() {
                    words = Words::new(); // no answer has it
                }
                at.map(|at| at as u32)
            }
        };
        let search = if let Some(table) = AlphagramTable::new(phrase, &words) {
            PackedTable::Narrow(table)
        } else {
            let table = AlphagramTable::new(phrase, &words).ok_or(QueryError::TooLong { limit: MAX_WORD_LENGTH })?;
            PackedTable::Wide(table)
        };
        Ok(MultiWord { words, search, limits, containing })
    }

    /// The candidate words in collation order; combinations are made of indices into them.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Calls `each` with every combination until it breaks: ascending indices into [`words`](MultiWord::words), each
    /// combination once. Nothing is gathered; the first comes as soon as it is found.
    pub fn for_each(&self, each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.search {
            PackedTable::Narrow(table) => self.search_table(table, each),
            PackedTable::Wide(table) => self.search_table(table, each),
        }
    }

    fn search_table<P: PackedCounts>(
        &self,
        table: &AlphagramTable<P>,
        each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut run = CombinationSearch {
            table,
            limits: &self.limits,
            containing: self.containing,
            each,
            taken: vec![],
            chosen: vec![],
            sorted: vec![],
        };
        let words = self.limits.words;
        if words == 0 || table.whole == P::ZERO {
            return ControlFlow::Continue(());
        }
        match self.containing {
            None => run.cover(table.whole, 0, words),
            Some(word) => {
                // The wanted word is taken first and its alphagram once more wherever else it fits.
                let alphagram = table.of_word[word as usize];
                run.taken.push(alphagram);
                let rest = table.whole.minus(table.letters[alphagram as usize]);
                if rest == P::ZERO { run.choose(0) } else { run.cover(rest, 0, words - 1) }
            }
        }
    }
}

/// Letter counts side by side, each with a guard bit above.
trait PackedCounts: Copy + Eq + std::hash::Hash + std::fmt::Debug {
    const BITS: u32;
    const ZERO: Self;
    fn one(at: u32) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
}

macro_rules! packed {
    ($type:ty) => {
        impl PackedCounts for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            fn one(at: u32) -> Self {
                1 << at
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }
        }
    };
}

packed!(u64);
packed!(u128);

#[derive(Debug)]
struct AlphagramTable<P> {
    /// The letters of the phrase.
    whole: P,
    /// The bits above all counts.
    guards: P,
    /// By letter of the phrase, rarest among the words first: the bits of its count.
    masks: Vec<P>,
    /// By such letter: where the table that have it as their rarest begin; one more at the end.
    starts: Vec<u32>,
    /// By alphagram: its letters.
    letters: Vec<P>,
    /// By alphagram: its words begin here in `members`; one more at the end.
    member_starts: Vec<u32>,
    members: Vec<u32>,
    /// By word: its alphagram.
    of_word: Vec<u32>,
    /// AlphagramTable by their letters.
    by_letters: FxHashMap<P, u32>,
}

impl<P: PackedCounts> AlphagramTable<P> {
    /// `None` when the counts do not fit `P`.
    fn new(phrase: &[Tile], words: &Words) -> Option<AlphagramTable<P>> {
        let mut counts = [0u32; 256];
        phrase.iter().for_each(|tile| counts[usize::from(tile.number())] += 1);
        let mut frequency = [0u32; 256];
        for word in words.iter() {
            alphagram(word).chunk_by(|a, b| a == b).for_each(|same| frequency[usize::from(same[0].number())] += 1);
        }
        let mut order: Vec<usize> = (0..256).filter(|&tile| counts[tile] > 0).collect();
        order.sort_by_key(|&tile| frequency[tile]);
        let (mut at, mut unit) = (0, [P::ZERO; 256]);
        let (mut guards, mut masks, mut whole) = (P::ZERO, vec![], P::ZERO);
        for &tile in &order {
            let width = u32::BITS - counts[tile].leading_zeros();
            if at + width + 1 > P::BITS {
                return None;
            }
            unit[tile] = P::one(at);
            masks.push((at..at + width).fold(P::ZERO, |mask, bit| mask.plus(P::one(bit))));
            guards = guards.plus(P::one(at + width));
            whole = (0..counts[tile]).fold(whole, |whole, _| whole.plus(P::one(at)));
            at += width + 1;
        }
        // Words of one alphagram side by side, table by their rarest letter, both otherwise in order of the first word.
        let pack = |word: &[Tile]| word.iter().fold(P::ZERO, |sum, tile| sum.plus(unit[usize::from(tile.number())]));
        let mut groups: FxHashMap<P, Vec<u32>> = FxHashMap::default();
        let mut first: Vec<P> = vec![];
        for (index, word) in words.iter().enumerate() {
            let group = groups.entry(pack(word)).or_default();
            if group.is_empty() {
                first.push(pack(word));
            }
            group.push(index as u32);
        }
        let rarest = |letters: P| masks.iter().position(|&mask| letters.and(mask) != P::ZERO).unwrap_or(0);
        first.sort_by_key(|&letters| rarest(letters));
        let mut table = AlphagramTable {
            whole,
            guards,
            starts: (0..=masks.len()).map(|at| first.partition_point(|&letters| rarest(letters) < at) as u32).collect(),
            masks,
            member_starts: vec![0],
            members: vec![],
            of_word: vec![0; words.len()],
            by_letters: first.iter().enumerate().map(|(alphagram, &letters)| (letters, alphagram as u32)).collect(),
            letters: first,
        };
        for (alphagram, letters) in table.letters.iter().enumerate() {
            table.members.extend(groups.get(letters).into_iter().flatten());
            table.member_starts.push(table.members.len() as u32);
            for &word in &table.members[table.member_starts[alphagram] as usize..] {
                table.of_word[word as usize] = alphagram as u32;
            }
        }
        Some(table)
    }

    fn members(&self, alphagram: u32) -> &[u32] {
        let alphagram = alphagram as usize;
        &self.members[self.member_starts[alphagram] as usize..self.member_starts[alphagram + 1] as usize]
    }
}

struct CombinationSearch<'r, P> {
    table: &'r AlphagramTable<P>,
    limits: &'r MultiWordLimits,
    containing: Option<u32>,
    each: &'r mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    /// The table taken so far; the same ones side by side.
    taken: Vec<u32>,
    chosen: Vec<u32>,
    sorted: Vec<u32>,
}

impl<P: PackedCounts> CombinationSearch<'_, P> {
    /// Covers the letters that are left with at most `words` more words, with table from `from` on where they cover the same
    /// letter as the one before.
    fn cover(&mut self, left: P, from: u32, words: usize) -> ControlFlow<()> {
        if words == 0 {
            return ControlFlow::Continue(());
        }
        if words == 1 {
            return match self.table.by_letters.get(&left) {
                Some(&alphagram) if alphagram >= from => self.take(alphagram, P::ZERO, words),
                _ => ControlFlow::Continue(()),
            };
        }
        let Some(letter) = self.table.masks.iter().position(|&mask| left.and(mask) != P::ZERO) else {
            return ControlFlow::Continue(());
        };
        let guards = self.table.guards;
        let guarded = left.plus(guards);
        for alphagram in self.table.starts[letter].max(from)..self.table.starts[letter + 1] {
            let rest = guarded.minus(self.table.letters[alphagram as usize]);
            // A guard bit is gone where a count went below nothing.
            if rest.and(guards) == guards {
                self.take(alphagram, rest.minus(guards), words)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, alphagram: u32, rest: P, words: usize) -> ControlFlow<()> {
        self.taken.push(alphagram);
        let flow = if rest == P::ZERO { self.choose(0) } else { self.cover(rest, alphagram, words - 1) };
        self.taken.pop();
        flow
    }

    /// Chooses words for the table taken, from the one at `at` on.
    fn choose(&mut self, at: usize) -> ControlFlow<()> {
        let table = self.table;
        let Some(&alphagram) = self.taken.get(at) else {
            self.sorted.clear();
            self.sorted.extend_from_slice(&self.chosen);
            self.sorted.sort_unstable();
            return (self.each)(&self.sorted);
        };
        // The word that must be there stands at the front. Where its alphagram is taken again, each choice of words still comes
        // once: those words ascend among themselves, and the wanted one may repeat only if words may.
        if at == 0
            && let Some(word) = self.containing
        {
            self.chosen.push(word);
            let flow = self.choose(1);
            self.chosen.pop();
            return flow;
        }
        let members = table.members(alphagram);
        let again = at > usize::from(self.containing.is_some()) && self.taken[at - 1] == alphagram;
        let from = if again {
            let before = self.chosen[at - 1];
            members.partition_point(|&word| if self.limits.repeat { word < before } else { word <= before })
        } else {
            0
        };
        for &word in &members[from..] {
            if !self.limits.repeat && Some(word) == self.containing {
                continue;
            }
            self.chosen.push(word);
            let flow = self.choose(at + 1);
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }
}
