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
//! here as in a [`Minimizer`](super::Minimizer): each is looked up in the register of all states when it can no longer
//! change.
//!
//! The DAWG is built beside the sorting, which takes nothing of it. Tails are gathered by all threads. The last step
//! runs on two threads, each with the paths of half the first letters; the states of the second half are then added to
//! those of the first. What is left to one thread, in milliseconds of the 200 that `compile` takes for 280,887 words
//! with two threads: the states of the second half are added (17), the slots of the GADDAG are ordered (12) and placed
//! (48), each after all before it, and the file is written and synchronised (7). A half that is larger than the other
//! does not help: adding a state takes nearly as long as making it. Slots are placed in an order in which each depends
//! on those before.
//!
//! Of the time of one thread, a fifth goes to placing slots, a sixth to minimising the paths, a twelfth to sorting
//! them, and a sixth to the system. What a thread waits for is memory: loads of the register and of slots, which are
//! made early where it is known that they are needed.
//!
//! States get their numbers in the order in which a `Minimizer` that is given whole paths would number them, so that
//! lists compiled on disk give the same image.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::AtomicU8;

use super::arena::{END, PackedArc, State, vec_for};
use super::open_nodes::{MOST_ARCS, OpenNodes};
use super::paths::Paths;
use super::register::ArenaRegister;
use super::tails::{END_NODE, TailStates, Tails};
use super::{BuildError, Words};
use crate::alphabet::Tile;
use crate::parallel;
use crate::words::shared_before;

/// Builds the DAWG and then the GADDAG. Returns both roots. Words that may be dropped are dropped when they are no
/// longer needed: those of a long list take more memory than the graphs.
pub(super) fn build(
    register: &mut ArenaRegister,
    list: Cow<'_, Words>,
    letters: usize,
) -> Result<(State, State), BuildError> {
    let words = &*list;
    if u32::try_from(words.len()).is_err() {
        return Err(BuildError::TooLarge);
    }
    let shared = shared_lengths(words)?;
    let count = words.letters() - shared.iter().map(|&shared| usize::from(shared)).sum::<usize>();
    if u32::try_from(count).is_err() {
        return Err(BuildError::TooLarge);
    }
    let mut lengths = vec_for(count);
    lengths.resize_with(count, AtomicU8::default);
    let dawg_with_states = || dawg_with_states(register, words, &shared, count);
    let (built, mut paths) = parallel::join(dawg_with_states, || Paths::of(words, &shared, &lengths, letters));
    let (dawg, states) = built?;
    let mut prefixes = Prefixes { shared, states, tails: lengths };
    let mut tails = Tails::of(words, &mut prefixes, register);
    drop(list);
    paths.set_targets(&prefixes.states);
    drop(prefixes);
    register.reserve(paths.len() / 4);
    Ok((dawg, gaddag(register, &paths, &mut tails)?))
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
    pub fn for_each<'w>(words: &'w Words, shared: &[u8], each: impl FnMut(usize, u32, &'w [Tile], usize)) {
        Prefixes::for_each_in(words, shared, 0..words.len(), 0, each);
    }

    /// The same for the words of a range, whose first new prefix has this number.
    #[inline]
    pub fn for_each_in<'w>(
        words: &'w Words,
        shared: &[u8],
        range: Range<usize>,
        first: usize,
        mut each: impl FnMut(usize, u32, &'w [Tile], usize),
    ) {
        let mut prefix = first;
        for index in range {
            let word = words.get(index);
            for length in usize::from(shared[index]) + 1..=word.len() {
                each(prefix, index as u32, word, length);
                prefix += 1;
            }
        }
    }

    /// Divides the words into one range for each thread. With each comes the range of its prefixes.
    pub fn parts(words: &Words, shared: &[u8]) -> Vec<(Range<usize>, Range<usize>)> {
        let mut end = 0;
        let with_prefixes = |part: Range<usize>| {
            let letters = part.clone().map(|index| words.get(index).len()).sum::<usize>();
            let first = end;
            end += letters - shared[part.clone()].iter().map(|&shared| usize::from(shared)).sum::<usize>();
            (part, first..end)
        };
        parallel::parts(words.len(), 0).into_iter().map(with_prefixes).collect()
    }
}

/// For each word, the number of tiles that it shares with the word before.
fn shared_lengths(words: &Words) -> Result<Vec<u8>, BuildError> {
    let shared = parallel::map(parallel::parts(words.len(), 0), 1, |part: Range<usize>| {
        let mut before = part.start.checked_sub(1).map_or(&[][..], |before| words.get(before));
        let mut all = Vec::with_capacity(part.len());
        for index in part {
            let word = words.get(index);
            all.push(shared_before(before, word).ok_or(BuildError::Unsorted { position: index + 1 })? as u8);
            before = word;
        }
        Ok::<_, BuildError>(all)
    });
    if shared.len() == 1 {
        return shared.into_iter().next().expect("bug: one part");
    }
    let mut all = Vec::with_capacity(words.len());
    for shared in shared {
        all.append(&mut shared?);
    }
    Ok(all)
}

/// Builds the DAWG of sorted words, of which the number of tiles is known that each shares with the one before. Returns
/// its root, and the state of every distinct prefix of the words, of which there are `count`.
fn dawg_with_states(
    register: &mut ArenaRegister,
    words: &Words,
    shared: &[u8],
    count: usize,
) -> Result<(State, Vec<State>), BuildError> {
    let mut states: Vec<State> = vec_for(count);
    // The prefix of each open node, by depth.
    let mut numbers = [0usize; crate::words::MAX_WORD_LENGTH + 1];
    let mut open = OpenNodes::new();
    register.reserve(words.len() / 4);
    for (word, &shared) in words.iter().zip(shared) {
        let shared = usize::from(shared);
        open.freeze_below(shared, register, |depth, state| states[numbers[depth]] = state);
        open.descend(&word[shared..]);
        open.accept();
        for number in &mut numbers[shared + 1..=word.len()] {
            *number = states.len();
            states.push(END);
        }
        if open.is_full(register) {
            return Err(BuildError::TooLarge);
        }
    }
    let root = open.finish(register, |depth, state| states[numbers[depth]] = state);
    Ok((root, states))
}

/// Builds the GADDAG of sorted paths. Returns its root.
///
/// With several threads, the paths of a list that is neither short nor very long are divided by their first letters into
/// two parts, which are minimised beside each other. Then the states of the second part are added to those of the first.
fn gaddag(register: &mut ArenaRegister, paths: &Paths, tails: &mut Tails) -> Result<State, BuildError> {
    let mut states = tails.take_states();
    let is_divided = parallel::threads() > 1 && DIVIDED.contains(&paths.len());
    let middle = if is_divided { paths.middle() } else { paths.pieces() };
    if middle == paths.pieces() {
        let mut open = add_paths(register, paths, 0..middle, &mut states)?;
        return Ok(open.finish(register, |_, _| {}));
    }
    let dawg = register.arena.len() as State;
    let (mut other, mut other_states) = (register.copied(), states.clone());
    let (first, second) = parallel::join(
        || add_paths(register, paths, 0..middle, &mut states),
        || add_paths(&mut other, paths, middle..paths.pieces(), &mut other_states),
    );
    let (mut open, root) = (first?, second?);
    let bound = other.arena.len() as State;
    let nodes = other_states.nodes_of(dawg, bound);
    drop(other_states);
    let other = other.into_arena();
    if register.arena.arcs.len() + other.arcs.len() > MOST_ARCS {
        return Err(BuildError::TooLarge);
    }
    // The state of each state of the second part. Those from `first_new` on have been added here.
    let first_new = register.arena.len() as State;
    // The second part has none of the states of the DAWG.
    let hashes = register.hashes_from(dawg);
    let mut moved: Vec<State> = Vec::with_capacity(nodes.len());
    let mut arcs = Vec::new();
    for (state, node) in (dawg..bound).zip(nodes) {
        let target = |target: State| if target < dawg { target } else { moved[(target - dawg) as usize] };
        let to = match (other.arcs(state), node) {
            (several, END_NODE) => {
                arcs.clear();
                let mut is_new = false;
                for arc in several {
                    let target = target(arc.unpack().target);
                    is_new |= target >= first_new;
                    arcs.push(arc.with_target(target.into()));
                }
                register.find_or_append(&arcs, is_new, &hashes)
            }
            (tail, node) => states.number_single(node, target(tail[0].unpack().target), register),
        };
        moved.push(to);
    }
    for arc in &root.arcs {
        let target = arc.unpack().target;
        let target = if target < dawg { target } else { moved[(target - dawg) as usize] };
        open.arc(arc.with_target(target.into()), target >= first_new);
    }
    Ok(open.finish(register, |_, _| {}))
}

/// The numbers of paths that are divided. The second register takes too much memory for a long list (a quarter of all
/// for three million Polish words). Tests divide nearly all lists.
const DIVIDED: Range<usize> = if cfg!(test) { 2..usize::MAX } else { 1 << 14..1 << 21 };

/// Adds the paths of some pieces. Returns the root, which is open still.
fn add_paths(
    register: &mut ArenaRegister,
    paths: &Paths,
    pieces: Range<usize>,
    tails: &mut TailStates<'_>,
) -> Result<OpenNodes, BuildError> {
    let mut open = OpenNodes::new();
    for (path, letters, ahead) in paths.iter(pieces) {
        // Loads what the path ahead needs, so that it need not wait for memory.
        if ahead.has_tail {
            tails.load(ahead.target)
        } else {
            register.load_before_separator(ahead.target)
        }
        let target = path.target;
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
        if open.is_full(register) {
            return Err(BuildError::TooLarge);
        }
    }
    open.freeze_below(0, register, |_, _| {});
    Ok(open)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::Minimizer;
    use super::*;
    use crate::parallel::Threads;

    /// The same graphs from whole paths, each added to the minimiser letter by letter.
    fn witness(words: &Words) -> (Minimizer, State, State) {
        let mut minimizer = Minimizer::new();
        let mut states: BTreeMap<Vec<Tile>, (State, bool)> = BTreeMap::new();
        let reversed = |word: &[Tile], length: usize| word[..length].iter().rev().copied().collect::<Vec<_>>();
        let mut before: Vec<Tile> = vec![];
        for word in words.iter() {
            let keep = |depth: usize, state| *states.entry(reversed(&before, depth)).or_default() = (state, false);
            minimizer.add(word, true, keep).unwrap();
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

    fn check(list: &mut Words, letters: usize, threads: &Threads) {
        list.sort();
        let (expected, dawg, gaddag) = witness(list);
        let mut register = ArenaRegister::new();
        let built = threads.run(|| build(&mut register, Cow::Borrowed(list), letters));
        assert_eq!(built, Ok((dawg, gaddag)));
        assert_eq!(register.arena.starts, expected.arena().starts);
        assert!(register.arena.arcs == expected.arena().arcs);
    }

    #[test]
    fn states_are_those_of_whole_paths() {
        let threads = [1, 2].map(|threads| Threads::new(threads).unwrap());
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
            check(&mut list, letters as usize, &threads[round / 36 % 2]);
        }
    }
}
