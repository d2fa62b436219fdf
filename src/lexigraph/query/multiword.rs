//! Combinations of several words that use up the letters of a phrase.
//!
//! The search combines alphagrams instead of words; the words of each alphagram are substituted at the end. At each
//! step it covers the rarest letter that is left. Alphagrams are grouped by their rarest letter, so only one group has
//! to be scanned. If the same letter has to be covered again, the scan continues from the alphagram taken last, so each
//! combination occurs once. Letter counts are packed into one integer with a guard bit above each count, so one
//! subtraction tests whether an alphagram fits.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::anagram::Anagram;
use super::draw::alphagram;
use super::error::QueryError;
use super::query_trait::Query;
use crate::alphabet::Tile;
use crate::image::ErasedGraph;
use crate::wordlist::{MAX_WORD_LENGTH, Words};

/// The combinations to search for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiWordLimits {
    /// The largest number of words in a combination; at least 1.
    pub words: usize,
    /// The smallest length of a word, in tiles.
    pub min_length: usize,
    /// The largest length of a word, in tiles.
    pub max_length: usize,
    /// `true` if a word may occur more than once in a combination.
    pub repeat: bool,
    /// Words that each combination must contain.
    pub containing: Vec<Vec<Tile>>,
}

impl Default for MultiWordLimits {
    /// Any number of words of any length; words may repeat.
    fn default() -> MultiWordLimits {
        MultiWordLimits { words: usize::MAX, min_length: 1, max_length: MAX_WORD_LENGTH, repeat: true, containing: vec![] }
    }
}

/// The multi-word anagrams of a phrase, ready to be searched.
#[derive(Debug)]
pub struct MultiWord {
    /// The candidate words, in collation order.
    words: Words,
    search: PackedTable,
    limits: MultiWordLimits,
    /// The required words, as indices into `words`.
    containing: Vec<u32>,
}

/// The alphagrams, with counts packed into 64 or 128 bits.
#[derive(Debug)]
enum PackedTable {
    Narrow(AlphagramTable<u64>),
    Wide(AlphagramTable<u128>),
}

impl MultiWord {
    /// Collects the words that can be made from the letters of a phrase.
    ///
    /// # Errors
    /// [`QueryError::TooLong`] if the letter counts do not fit into 128 bits. About 60 letters of English always fit.
    pub fn new(graph: &ErasedGraph<'_>, phrase: &[Tile], limits: MultiWordLimits) -> Result<MultiWord, QueryError> {
        let mut words = Words::new();
        let candidates = Anagram::of(phrase, 0)?.partial(true).lengths(limits.min_length, limits.max_length);
        let _ = candidates.for_each(graph, &mut |word| {
            words.push(word);
            ControlFlow::Continue(())
        });
        let place = |wanted: &Vec<Tile>| words.iter().position(|word| word == &wanted[..]).map(|at| at as u32);
        let containing = limits.containing.iter().map(place).collect::<Option<Vec<u32>>>().unwrap_or_else(|| {
            words = Words::new(); // no answer has them all
            vec![]
        });
        let search = if let Some(table) = AlphagramTable::new(phrase, &words) {
            PackedTable::Narrow(table)
        } else {
            let table = AlphagramTable::new(phrase, &words).ok_or(QueryError::TooLong { limit: MAX_WORD_LENGTH })?;
            PackedTable::Wide(table)
        };
        Ok(MultiWord { words, search, limits, containing })
    }

    /// The candidate words, in collation order. Combinations are indices into them.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Calls `each` with every combination, until `each` breaks. A combination is a list of ascending indices into
    /// [`words`](MultiWord::words), and each occurs once. The search gives combinations as it finds them and stores
    /// none.
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
        let (first, others) = match self.containing.split_first() {
            Some((first, others)) => (Some(*first), others),
            None => (None, &[][..]),
        };
        // The search sets out from the first required word; the others decide at the end.
        let mut each = |words: &[u32]| {
            if others.iter().all(|other| words.contains(other)) { each(words) } else { ControlFlow::Continue(()) }
        };
        let mut run = CombinationSearch {
            table,
            limits: &self.limits,
            containing: first,
            each: &mut each,
            taken: vec![],
            chosen: vec![],
            sorted: vec![],
        };
        let words = self.limits.words;
        if words == 0 || table.whole == P::ZERO {
            return ControlFlow::Continue(());
        }
        match first {
            None => run.cover(table.whole, 0, words),
            Some(word) => {
                // The required word goes first. Its alphagram may occur again later.
                let alphagram = table.of_word[word as usize];
                run.taken.push(alphagram);
                let rest = table.whole.minus(table.letters[alphagram as usize]);
                if rest == P::ZERO { run.choose(0) } else { run.cover(rest, 0, words - 1) }
            }
        }
    }
}

/// Letter counts side by side, with a guard bit above each.
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
    /// The guard bits.
    guards: P,
    /// For each letter of the phrase, rarest among the words first: the bits of its count.
    masks: Vec<P>,
    /// For each such letter: the index of the first alphagram whose rarest letter it is. One more at the end.
    starts: Vec<u32>,
    /// The letters of each alphagram.
    letters: Vec<P>,
    /// The index in `members` of the first word of each alphagram. One more at the end.
    member_starts: Vec<u32>,
    members: Vec<u32>,
    /// The alphagram of each word.
    of_word: Vec<u32>,
    /// The alphagrams by their letters.
    by_letters: FxHashMap<P, u32>,
}

impl<P: PackedCounts> AlphagramTable<P> {
    /// Returns `None` if the counts do not fit into `P`.
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
        // Group words by alphagram and alphagrams by rarest letter. Otherwise keep the order of their first words.
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
        let rarest =
            |letters: P| masks.iter().position(|&mask| letters.and(mask) != P::ZERO).expect("bug: a word has letters");
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
            table.members.extend(&groups[letters]);
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
    /// The alphagrams taken so far, equal ones side by side.
    taken: Vec<u32>,
    chosen: Vec<u32>,
    sorted: Vec<u32>,
}

impl<P: PackedCounts> CombinationSearch<'_, P> {
    /// Covers the letters in `left` with at most `words` more words. If the letter to cover is the same as before, only
    /// alphagrams from `from` on are taken.
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
            // A guard bit is cleared if a count becomes negative.
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

    /// Chooses words for the alphagrams taken, from index `at` on.
    fn choose(&mut self, at: usize) -> ControlFlow<()> {
        let table = self.table;
        let Some(&alphagram) = self.taken.get(at) else {
            self.sorted.clear();
            self.sorted.extend_from_slice(&self.chosen);
            self.sorted.sort_unstable();
            return (self.each)(&self.sorted);
        };
        // The required word is first. If its alphagram is taken again, the other words of the alphagram still ascend,
        // so each choice occurs once. The required word itself may occur again only if words may repeat.
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
