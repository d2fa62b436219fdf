//! The tails of the paths of a GADDAG: the nodes that only one reversed prefix passes through.
//!
//! From such a node, one path leads on: through the letters that are left, back to the start of the word, and through a
//! separator to a state of the DAWG. Nodes with the same letters left, the same state and the same acceptance are
//! equal, and no other node is equal to them. The letters that are left are themselves a prefix of the words. The tails
//! that end in one state therefore form a trie, which the words give in order: prefixes with the same state are
//! gathered by a counting sort, and each is compared with the one before. No node is looked up.
//!
//! The exception are tails without a separator, of words that nothing extends: they may be equal to nodes of the DAWG.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::arena::{END, PackedArc, State, vec_for};
use super::gaddag::Prefixes;
use super::register::ArenaRegister;
use crate::alphabet::Tile;
use crate::parallel;
use crate::words::{MAX_WORD_LENGTH, Words};

/// The node that stands for the end state.
pub(super) const END_NODE: u32 = 0;

/// The nodes of all tails, each once.
pub(super) struct Tails {
    /// The only arc of each node: the target is a node or, behind a separator, a state of the DAWG.
    nodes: Vec<PackedArc>,
    /// The state of the DAWG that each node is equal to, or the end state.
    states: Vec<State>,
}

/// The states of the nodes of tails, which get them when they are first used.
#[derive(Clone)]
pub(super) struct TailStates<'t> {
    nodes: &'t [PackedArc],
    /// The state of each node; the end state if it has none yet.
    states: Vec<State>,
}

/// A tail of more than one node. Without padding, as there are nearly as many as prefixes.
#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Tail {
    prefix: u32,
    /// The first word with the prefix and then, in [`Tries::of`], the node with which the tail begins.
    word: u32,
    /// The number of letters that are left behind the first one of the tail.
    left: u8,
}

impl Tails {
    /// Takes the states of the nodes, as far as they are known.
    pub fn take_states(&mut self) -> TailStates<'_> {
        TailStates { states: std::mem::take(&mut self.states), nodes: &self.nodes }
    }

    /// Finds the nodes of the tails. For each prefix whose path has a tail, its state is replaced by the node with which
    /// the tail begins.
    pub fn of(words: &Words, prefixes: &mut Prefixes, register: &ArenaRegister) -> Tails {
        let states_of_dawg = register.arena.len();
        let mut parts = gathered(words, prefixes, states_of_dawg);
        let groups = group_ranges(&parts);
        // The tails of each range of groups, those of each part apart.
        let mut ranges: Vec<_> = groups.iter().map(|groups| GroupRange { groups: groups.clone(), tails: vec![] }).collect();
        let mut all_ends: Vec<&Ends> = Vec::with_capacity(parts.len());
        for Part { ends, tails, .. } in &mut parts {
            let mut rest = &mut tails[..];
            for GroupRange { groups, tails } in &mut ranges {
                let (here, others) = rest.split_at_mut(ends.end(groups.end) - ends.end(groups.start));
                tails.push(here);
                rest = others;
            }
            all_ends.push(ends);
        }
        let ranges = ranges.into_iter().enumerate().collect();
        let tries = parallel::map(ranges, 1, |(number, range)| Tries::of(words, range, &all_ends, register, number == 0));
        let mut tries = tries.into_iter();
        let Tries { mut nodes, states: mut known } = tries.next().expect("bug: there is a range for each thread");
        let first = states_of_dawg as u32;
        // The number of nodes before those of each range.
        let mut before = vec![0];
        let moved = |node: u32, before: u32| if node < first { node } else { node + before };
        for tries in tries {
            let here = nodes.len() as u32 - first;
            nodes.extend(tries.nodes.iter().map(|arc| arc.with_target(moved(arc.unpack().target, here).into())));
            known.extend(tries.states);
            before.push(here);
        }
        let mut rest = &mut prefixes.states[..];
        let parts = parts.into_iter().map(|part| {
            let (states, others) = std::mem::take(&mut rest).split_at_mut(part.prefixes.len());
            rest = others;
            (part, states)
        });
        parallel::map(parts.collect(), 1, |(part, states): (Part, &mut [State])| {
            let mut tails = part.tails.iter();
            for (groups, &before) in groups.iter().zip(&before) {
                let count = part.ends.end(groups.end) - part.ends.end(groups.start);
                for tail in tails.by_ref().take(count) {
                    states[tail.prefix as usize - part.prefixes.start] = moved(tail.word, before);
                }
            }
        });
        Tails { nodes, states: known }
    }
}

impl TailStates<'_> {
    /// The state of a node, and whether this call has added it. States are numbered from the end of a tail.
    #[inline]
    pub fn number(&mut self, node: u32, register: &mut ArenaRegister) -> (State, bool) {
        let state = self.states[node as usize];
        if state != END || node == END_NODE { (state, false) } else { (self.add_states(node, register), true) }
    }

    /// Loads what is known of a node.
    #[inline]
    pub fn load(&self, node: u32) {
        std::hint::black_box((self.states[node as usize], self.nodes[node as usize]));
    }

    fn add_states(&mut self, node: u32, register: &mut ArenaRegister) -> State {
        let mut nodes = [END_NODE; MAX_WORD_LENGTH + 1];
        let mut length = 0;
        let mut at = node;
        let mut state = loop {
            nodes[length] = at;
            length += 1;
            let arc = self.nodes[at as usize].unpack();
            if arc.tile == Tile::SEPARATOR {
                break arc.target;
            }
            at = arc.target;
            let known = self.states[at as usize];
            if known != END || at == END_NODE {
                break known;
            }
        };
        for &node in nodes[..length].iter().rev() {
            state = register.append(self.nodes[node as usize].with_target(state.into()));
            self.states[node as usize] = state;
        }
        state
    }

    /// For each state from `from` up to `to`, the node that it is the state of, or the node of the end state.
    pub fn nodes_of(&self, from: State, to: State) -> Vec<u32> {
        let mut nodes = vec![END_NODE; (to - from) as usize];
        for (&state, node) in self.states.iter().zip(0..) {
            if state >= from {
                nodes[(state - from) as usize] = node;
            }
        }
        nodes
    }

    /// The state of a node whose arc leads to `target`. Adds it if the node has none yet.
    pub fn number_single(&mut self, node: u32, target: State, register: &mut ArenaRegister) -> State {
        let state = &mut self.states[node as usize];
        if *state == END {
            *state = register.append(self.nodes[node as usize].with_target(target.into()));
        }
        *state
    }
}

/// The tails of successive prefixes, gathered by groups. The tails of a group end in the same state and do or do not
/// accept: twice the number of the state, plus one if they do.
struct Part {
    /// The numbers of the prefixes.
    prefixes: Range<usize>,
    ends: Ends,
    /// The tails of more than one node, by their groups and then in the order of the prefixes.
    tails: Vec<Tail>,
}

/// Successive groups, and their tails of each part.
struct GroupRange<'t> {
    groups: Range<usize>,
    tails: Vec<&'t mut [Tail]>,
}

/// The end of each group.
struct Ends(Vec<u32>);

impl Ends {
    /// The end of the groups before this one.
    #[inline]
    fn end(&self, groups: usize) -> usize {
        groups.checked_sub(1).map_or(0, |last| self.0[last] as usize)
    }
}

/// Gathers the tails, given the number of states of the DAWG. Each thread has the prefixes of successive words.
fn gathered(words: &Words, prefixes: &Prefixes, states_of_dawg: usize) -> Vec<Part> {
    let Prefixes { shared, states, tails } = prefixes;
    let group = |state: State, word: &[Tile], length: usize| state as usize * 2 + usize::from(word.len() == length);
    parallel::map(Prefixes::parts(words, shared), 1, |(part, numbers): (Range<usize>, Range<usize>)| {
        // The number of tails of each group and then, with its place, the first one.
        let mut starts = vec![0u32; states_of_dawg * 2];
        Prefixes::for_each_in(words, shared, part.clone(), numbers.start, |prefix, _, word, length| {
            if tails[prefix].load(Ordering::Relaxed) > 1 {
                starts[group(states[prefix], word, length)] += 1;
            }
        });
        let mut place = 0;
        for start in &mut starts {
            place += std::mem::replace(start, place);
        }
        let mut gathered: Vec<Tail> = vec_for(place as usize);
        gathered.resize(place as usize, Tail { prefix: 0, word: 0, left: 0 });
        Prefixes::for_each_in(words, shared, part, numbers.start, |prefix, index, word, length| {
            let tail = tails[prefix].load(Ordering::Relaxed);
            if tail > 1 {
                let start = &mut starts[group(states[prefix], word, length)];
                gathered[*start as usize] = Tail { prefix: prefix as u32, word: index, left: tail - 1 };
                *start += 1;
            }
        });
        // Now each start is the end of its group.
        Part { prefixes: numbers, ends: Ends(starts), tails: gathered }
    })
}

/// Divides the groups into ranges of about the same number of tails, one for each thread.
fn group_ranges(parts: &[Part]) -> Vec<Range<usize>> {
    let threads = parallel::threads();
    let groups = parts.first().map_or(0, |part| part.ends.0.len());
    let tails_up_to = |group: usize| parts.iter().map(|part| part.ends.end(group)).sum::<usize>();
    let bound = |range: usize| {
        let wanted = tails_up_to(groups) * range;
        let (mut from, mut to) = (0, groups);
        while from < to {
            let middle = from.midpoint(to);
            if tails_up_to(middle) * threads < wanted { from = middle + 1 } else { to = middle }
        }
        from
    };
    (0..threads).map(|range| bound(range)..if range + 1 == threads { groups } else { bound(range + 1) }).collect()
}

/// The tries of some groups of tails.
struct Tries {
    /// The arcs of the nodes. Their numbers begin behind those of the nodes before separators, which come first if they
    /// are here: before a separator that leads to a state is the node with the number of the state.
    nodes: Vec<PackedArc>,
    /// The state of the DAWG that each node is equal to, or the end state.
    states: Vec<State>,
}

impl Tries {
    /// Finds the nodes of tails. In each, the first node takes the place of the word.
    fn of(words: &Words, range: GroupRange<'_>, ends: &[&Ends], register: &ArenaRegister, with_separators: bool) -> Tries {
        let GroupRange { groups, tails } = range;
        let count: usize = tails.iter().map(|tails| tails.len()).sum();
        let first = register.arena.len();
        let mut found = Tries { nodes: vec_for(first + count), states: vec_for(first + count) };
        // The number of the first node here.
        let mut begin = first;
        if with_separators {
            begin = 0;
            found.nodes.extend((0..first as u64).map(|state| PackedArc::new(Tile::SEPARATOR, false, state)));
            found.states.resize(first, END);
        }
        let mut path = [END_NODE; MAX_WORD_LENGTH + 1];
        let mut rest: Vec<_> = tails.into_iter().map(|tails| tails.iter_mut()).collect();
        for group in groups {
            let (state, accepts) = ((group / 2) as State, group % 2 == 1);
            let mut before: &[Tile] = &[];
            let of_group = rest.iter_mut().zip(ends).flat_map(|(rest, ends)| {
                let count = ends.end(group + 1) - ends.end(group);
                rest.take(count)
            });
            for tail in of_group {
                path[0] = state;
                let left = &words.get(tail.word as usize)[..usize::from(tail.left)];
                let same = before.iter().zip(left).take_while(|(a, b)| a == b).count();
                if same < left.len() {
                    for (at, &tile) in left.iter().enumerate().skip(same) {
                        let arc = PackedArc::new(tile, accepts && at == 0, path[at].into());
                        let shared = if state == END { found.shared(arc, first, begin, register) } else { END };
                        path[at + 1] = (begin + found.nodes.len()) as u32;
                        found.nodes.push(arc);
                        found.states.push(shared);
                    }
                    before = left;
                }
                tail.word = path[left.len()];
            }
        }
        found
    }

    /// The state of the DAWG that the node of an arc is equal to, or the end state.
    fn shared(&self, arc: PackedArc, first: usize, begin: usize, register: &ArenaRegister) -> State {
        let target = arc.unpack().target;
        let state = if (target as usize) < first { END } else { self.states[target as usize - begin] };
        if target != END_NODE && state == END {
            return END;
        }
        register.find(&[arc.with_target(state.into())]).unwrap_or(END)
    }
}
