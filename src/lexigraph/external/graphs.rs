//! Graphs from sorted words, with any register.
//!
//! The GADDAG is made as in memory ([`Graphs`](crate::build::Graphs)): from the prefixes of the words, backwards and
//! sorted, with the state that the DAWG goes on from. A prefix is known when its state is made, and goes into a sorter
//! of its own.

use std::io;

use super::sorter::Sorter;
use crate::alphabet::Tile;
use crate::build::{Minimizer, Register};
use crate::graph::{Counts, GraphKind};

/// What is counted of words and prefixes while the graphs are built.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub counts: Counts,
    /// Nodes of the trie of the words, the root not among them.
    nodes: u64,
    /// For each of them, those above it but for the root; together.
    above: u64,
    /// Nodes of the trie of the prefixes backwards, the root not among them.
    backwards: u64,
    /// Prefixes that go on.
    separators: u64,
    /// Words of one letter: accepting arcs of the root of the DAWG.
    pub singles: u64,
    /// `true` if a node of the prefixes is the root of the DAWG.
    pub meets_dawg: bool,
}

impl Tally {
    fn word(&mut self, length: usize, shared: usize) {
        let (length, shared) = (length as u64, shared as u64);
        self.counts.words += 1;
        self.singles += u64::from(length == 1);
        self.counts.letters += length;
        self.counts.longest = self.counts.longest.max(length);
        self.nodes += length - shared;
        self.above += (shared..length).sum::<u64>();
    }

    /// The nodes of the trie that a graph is the minimised form of, and the longest path.
    pub fn of(&self, kind: GraphKind) -> (u64, u64) {
        let longest = self.counts.longest;
        match kind {
            GraphKind::Dawg => (self.nodes + 1, longest),
            GraphKind::Gaddag => (1 + self.backwards + self.separators + self.above, longest + u64::from(longest > 1)),
        }
    }
}

/// Builds the DAWG. Gives its root, or `None` as soon as `is_full` is true. For a GADDAG, prefixes go into `prefixes`.
pub(super) fn dawg<R: Register>(
    words: &mut Sorter,
    minimizer: &mut Minimizer<R>,
    mut prefixes: Option<&mut Sorter>,
    tally: &mut Tally,
    duplicates: &mut Vec<u64>,
    is_full: impl Fn(&Minimizer<R>) -> bool,
) -> io::Result<Option<R::State>> {
    // The word before, and by depth whether what it begins with is a word.
    let (mut before, mut ends): (Vec<Tile>, Vec<bool>) = (vec![], vec![]);
    let mut backwards = Vec::new();
    let mut failed = None;
    let mut frozen = |before: &[Tile], ends: &[bool], depth: usize, state: R::State| {
        if let Some(prefixes) = prefixes.as_deref_mut() {
            backwards.clear();
            backwards.extend(before[..depth].iter().rev());
            let value = state.into() << 1 | u64::from(ends[depth - 1]);
            if let Err(error) = prefixes.push(&backwards, value) {
                failed.get_or_insert(error);
            }
        }
    };
    let mut merge = words.merge()?;
    while let Some((word, _)) = merge.next()? {
        // Words come in order, each once.
        let shared = minimizer.add(word, true, |depth, state| frozen(&before, &ends, depth, state)).unwrap_or(0);
        tally.word(word.len(), shared);
        ends.truncate(shared);
        ends.resize(word.len(), false);
        if let Some(end) = ends.last_mut() {
            *end = true;
        }
        before.truncate(shared);
        before.extend_from_slice(&word[shared..]);
        if is_full(minimizer) {
            return Ok(None);
        }
    }
    let root = minimizer.finish(|depth, state| frozen(&before, &ends, depth, state));
    duplicates.clone_from(&merge.duplicates);
    failed.map_or(Ok(Some(root)), Err)
}

/// Builds the GADDAG in the same minimiser from the prefixes that [`dawg`] gathered. Gives its root, or `None` as soon
/// as `is_full` is true.
pub(super) fn gaddag<R: Register>(
    prefixes: &mut Sorter,
    minimizer: &mut Minimizer<R>,
    dawg: R::State,
    tally: &mut Tally,
    is_full: impl Fn(&Minimizer<R>) -> bool,
) -> io::Result<Option<R::State>> {
    let mut meets = false;
    let mut merge = prefixes.merge()?;
    while let Some((path, value)) = merge.next()? {
        let shared = minimizer.add(path, value & 1 != 0, |_, state| meets |= state == dawg).unwrap_or(0);
        tally.backwards += (path.len() - shared) as u64;
        if value > 1 {
            minimizer.attach(Tile::SEPARATOR, R::state(value >> 1));
            tally.separators += 1;
        }
        if is_full(minimizer) {
            return Ok(None);
        }
    }
    let root = minimizer.finish(|_, state| meets |= state == dawg);
    tally.meets_dawg = meets || root == dawg;
    Ok(Some(root))
}
