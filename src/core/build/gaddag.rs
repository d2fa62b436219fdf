//! The minimal GADDAG.
//!
//! For every prefix *p* of a word, the GADDAG has the path of *p* reversed. The last arc of the path accepts if *p* is
//! a word. After the path, a separator leads to the suffixes of *p*: to the state that the DAWG reaches by *p*.
//! Therefore only the reversed prefixes have to be added; their separators lead to finished states of the DAWG. The
//! suffixes, which are most of the trie of a GADDAG (4.26 million nodes for ENABLE1), are not walked again.
//!
//! The prefixes are the nodes of the trie of the words. [`paths`](super::paths) sorts them by their reversed letters
//! and finds out how far each path runs alone. What follows from there is a [tail](super::tails), whose state is known
//! from its letters without a look at the register. The other nodes, one of five in an English list, are minimised
//! here as in a [`Minimizer`]: each is looked up in the register of all states when it can no longer change.
//!
//! Sorting and tails run on all threads. This last step does not: a node is looked up among all before it. With two
//! threads, DAWG, last step and the placing of the slots of the GADDAG, one after another, are most of the time of a
//! compilation.
//!
//! States get their numbers in the order in which a `Minimizer` that is given whole paths would number them, so that
//! lists compiled on disk give the same image.

use std::sync::atomic::AtomicU8;

use super::arena::{END, PackedArc, State, vec_for};
use super::open_nodes::OpenNodes;
use super::paths::Paths;
use super::register::ArenaRegister;
use super::tails::Tails;
use super::{BuildError, Minimizer, Words};
use crate::alphabet::Tile;

/// Builds the DAWG and then the GADDAG. Returns both roots.
pub(super) fn build(minimizer: &mut Minimizer, words: &Words, letters: usize) -> Result<(State, State), BuildError> {
    if u32::try_from(words.len()).is_err() {
        return Err(BuildError::TooLarge);
    }
    let (dawg, mut prefixes) = dawg_with_prefixes(minimizer, words)?;
    let mut paths = Paths::of(words, &prefixes, letters);
    let mut tails = Tails::of(words, &mut prefixes, &minimizer.register);
    paths.set_targets(&prefixes.states);
    drop(prefixes);
    minimizer.reserve(paths.len() / 4);
    Ok((dawg, gaddag(&mut minimizer.register, &paths, &mut tails)?))
}

/// The distinct prefixes of the words: the nodes of their trie but for the root, in the order of a walk.
pub(super) struct Prefixes {
    /// For each word, the number of tiles that it shares with the word before.
    pub shared: Vec<u8>,
    /// For each prefix, the state of the DAWG after it. [`Tails`] replaces it by the node of the tail if there is one.
    pub states: Vec<State>,
    /// For each prefix, the length of the tail of its path.
    pub tails: Vec<AtomicU8>,
}

impl Prefixes {
    /// Calls `each` with the numbers of all prefixes in ascending order, with the first word of each and its length.
    #[inline]
    pub fn for_each<'w>(words: &'w Words, shared: &[u8], mut each: impl FnMut(usize, u32, &'w [Tile], usize)) {
        let mut prefix = 0;
        for (index, (word, &shared)) in words.iter().zip(shared).enumerate() {
            for length in usize::from(shared) + 1..=word.len() {
                each(prefix, index as u32, word, length);
                prefix += 1;
            }
        }
    }
}

/// Builds the DAWG. Returns its root, and every distinct prefix of the words with its state.
fn dawg_with_prefixes(minimizer: &mut Minimizer, words: &Words) -> Result<(State, Prefixes), BuildError> {
    let mut states: Vec<State> = vec_for(words.len() * 2);
    let mut lengths = Vec::with_capacity(words.len());
    // The prefix of each open node, by depth.
    let mut numbers = [0usize; crate::words::MAX_WORD_LENGTH + 1];
    for (index, word) in words.iter().enumerate() {
        let shared = minimizer.add_word(index, word, |depth, state| states[numbers[depth]] = state)?;
        lengths.push(shared as u8);
        for number in &mut numbers[shared + 1..=word.len()] {
            *number = states.len();
            states.push(END);
        }
    }
    let root = minimizer.finish(|depth, state| states[numbers[depth]] = state);
    let mut tails = vec_for(states.len());
    tails.resize_with(states.len(), AtomicU8::default);
    Ok((root, Prefixes { shared: lengths, states, tails }))
}

/// Builds the GADDAG of sorted paths. Returns its root.
fn gaddag(register: &mut ArenaRegister, paths: &Paths, tails: &mut Tails) -> Result<State, BuildError> {
    let mut open = OpenNodes::new();
    for (path, target, letters) in paths.iter() {
        open.freeze_below(usize::from(path.shared), register, |_, _| {});
        if path.has_tail {
            let (&last, inner) = letters.split_last().expect("bug: a tail has a letter");
            open.descend(inner);
            let (state, is_new) = tails.number(target, register);
            open.arc(PackedArc::new(last, path.accepts, state.into()), is_new);
        } else {
            open.descend(letters);
            if path.accepts {
                open.accept();
            }
            if target != END {
                open.arc(PackedArc::new(Tile::SEPARATOR, false, target.into()), false);
            }
        }
        if register.arena.arcs.len() + open.arcs.len() > u32::MAX as usize - (1 << 17) {
            return Err(BuildError::TooLarge);
        }
    }
    Ok(open.finish(register, |_, _| {}))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The same graphs from whole paths, each added to the minimiser letter by letter.
    fn witness(words: &Words) -> (Minimizer, State, State) {
        let mut minimizer = Minimizer::new();
        let mut states: BTreeMap<Vec<Tile>, (State, bool)> = BTreeMap::new();
        let reversed = |word: &[Tile], length: usize| word[..length].iter().rev().copied().collect::<Vec<_>>();
        let mut before: Vec<Tile> = vec![];
        for (index, word) in words.iter().enumerate() {
            let keep = |depth: usize, state| *states.entry(reversed(&before, depth)).or_default() = (state, false);
            minimizer.add_word(index, word, keep).unwrap();
            before = word.to_vec();
        }
        let dawg = minimizer.finish(|depth, state| *states.entry(reversed(&before, depth)).or_default() = (state, false));
        words.iter().for_each(|word| states.get_mut(&reversed(word, word.len())).unwrap().1 = true);
        for (path, (state, is_word)) in states {
            minimizer.add(&path, is_word, |_, _| {}).unwrap();
            if state != END {
                minimizer.attach(Tile::SEPARATOR, state);
            }
        }
        let gaddag = minimizer.finish(|_, _| {});
        (minimizer, dawg, gaddag)
    }

    fn check(list: &mut Words, letters: usize) {
        list.sort();
        let (expected, dawg, gaddag) = witness(list);
        let mut minimizer = Minimizer::new();
        assert_eq!(build(&mut minimizer, list, letters), Ok((dawg, gaddag)));
        assert_eq!(minimizer.arena().starts, expected.arena().starts);
        assert!(minimizer.arena().arcs == expected.arena().arcs);
    }

    #[test]
    fn states_are_those_of_whole_paths() {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut below = |most: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 33) % most
        };
        for round in 0..400 {
            let letters = [1, 2, 3, 31, 32, 63][round % 6];
            let longest = [1, 3, 6, 14, 30, 255][round / 6 % 6];
            let mut list = Words::new();
            for _ in 0..below(60) {
                let word: Vec<Tile> = (0..=below(longest)).map(|_| Tile::from_label(1 + below(letters) as u8)).collect();
                list.push(&word);
            }
            check(&mut list, letters as usize);
        }
    }
}
