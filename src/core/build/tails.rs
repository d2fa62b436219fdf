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

/// A tail of more than one node.
#[derive(Clone, Copy)]
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
        let Prefixes { shared, states, tails } = prefixes;
        let tail_of = |prefix: usize| tails[prefix].load(Ordering::Relaxed);
        let mut nodes = vec![PackedArc::new(Tile::SEPARATOR, false, 0)];
        // The node before the separator that leads to each state.
        let mut roots = vec![END_NODE; register.arena.len()];
        let group = |state: State, word: &[Tile], length: usize| state as usize * 2 + usize::from(word.len() == length);
        // The number of tails of each group and then, with its place, the first one.
        let mut starts = vec![0u32; register.arena.len() * 2 + 1];
        Prefixes::for_each(words, shared, |prefix, _, word, length| {
            let (state, tail) = (states[prefix], tail_of(prefix));
            if tail > 0 && state != END && roots[state as usize] == END_NODE {
                roots[state as usize] = nodes.len() as u32;
                nodes.push(PackedArc::new(Tile::SEPARATOR, false, state.into()));
            }
            match tail {
                0 => {}
                1 => states[prefix] = roots[state as usize],
                _ => starts[group(state, word, length)] += 1,
            }
        });
        let mut place = 0;
        for start in &mut starts {
            place += std::mem::replace(start, place);
        }
        let mut gathered: Vec<Tail> = vec_for(place as usize);
        gathered.resize(place as usize, Tail { prefix: 0, word: 0, left: 0 });
        Prefixes::for_each(words, shared, |prefix, index, word, length| {
            let tail = tail_of(prefix);
            if tail > 1 {
                let start = &mut starts[group(states[prefix], word, length)];
                gathered[*start as usize] = Tail { prefix: prefix as u32, word: index, left: tail - 1 };
                *start += 1;
            }
        });
        // Now each start is the end of its group.
        let roots = Roots { roots, first: nodes.len() };
        let mut rest = &mut gathered[..];
        let parts = parts(&starts, rest.len()).into_iter().map(|groups| {
            let begin = groups.start.checked_sub(1).map_or(0, |before| starts[before]);
            let end = groups.end.checked_sub(1).map_or(0, |last| starts[last]);
            let (part, others) = std::mem::take(&mut rest).split_at_mut((end - begin) as usize);
            rest = others;
            (groups, part)
        });
        let tries =
            parallel::map(parts.collect(), 1, |(groups, tails)| Tries::of(words, groups, &starts, tails, &roots, register));
        let first = nodes.len() as u32;
        let mut known = vec![END; nodes.len()];
        let mut gathered = gathered.into_iter();
        for tries in tries {
            // The numbers of the nodes that are already there.
            let before = nodes.len() as u32 - first;
            let moved = |node: u32| if node < first { node } else { node + before };
            nodes.extend(tries.nodes.iter().map(|arc| arc.with_target(moved(arc.unpack().target).into())));
            known.extend(tries.states);
            for tail in gathered.by_ref().take(tries.tails) {
                states[tail.prefix as usize] = moved(tail.word);
            }
        }
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

/// Divides groups, given their ends, into ranges of about the same number of tails, one for each thread.
fn parts(ends: &[u32], tails: usize) -> Vec<Range<usize>> {
    let threads = parallel::threads();
    let bound = |part: usize| ends.partition_point(|&end| (end as usize) * threads < tails * part);
    (0..threads).map(|part| bound(part)..if part + 1 == threads { ends.len() } else { bound(part + 1) }).collect()
}

/// The nodes before separators, which all tries share.
struct Roots {
    /// The node before the separator that leads to each state.
    roots: Vec<u32>,
    /// The number of the first node behind them.
    first: usize,
}

/// The tries of some groups of tails.
struct Tries {
    /// The arcs of the nodes, whose numbers begin behind those of the roots.
    nodes: Vec<PackedArc>,
    /// The state of the DAWG that each node is equal to, or the end state.
    states: Vec<State>,
    /// The number of tails.
    tails: usize,
}

impl Tries {
    /// Finds the nodes of tails. In each, the first node takes the place of the word.
    fn of(
        words: &Words,
        groups: Range<usize>,
        ends: &[u32],
        tails: &mut [Tail],
        roots: &Roots,
        register: &ArenaRegister,
    ) -> Tries {
        let mut found = Tries { nodes: vec_for(tails.len()), states: vec_for(tails.len()), tails: tails.len() };
        let mut path = [END_NODE; MAX_WORD_LENGTH + 1];
        let mut rest = tails;
        for group in groups {
            let from = group.checked_sub(1).map_or(0, |before| ends[before]);
            let (tails, others) = rest.split_at_mut((ends[group] - from) as usize);
            rest = others;
            let (state, accepts) = ((group / 2) as State, group % 2 == 1);
            let mut before: &[Tile] = &[];
            for tail in tails {
                path[0] = roots.roots[state as usize];
                let left = &words.get(tail.word as usize)[..usize::from(tail.left)];
                let same = before.iter().zip(left).take_while(|(a, b)| a == b).count();
                if same < left.len() {
                    for (at, &tile) in left.iter().enumerate().skip(same) {
                        let arc = PackedArc::new(tile, accepts && at == 0, path[at].into());
                        let shared = if state == END { found.shared(arc, roots.first, register) } else { END };
                        path[at + 1] = (roots.first + found.nodes.len()) as u32;
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
    fn shared(&self, arc: PackedArc, first: usize, register: &ArenaRegister) -> State {
        let target = arc.unpack().target;
        let state = (target as usize).checked_sub(first).map_or(END, |node| self.states[node]);
        if target != END_NODE && state == END {
            return END;
        }
        register.find(&[arc.with_target(state.into())]).unwrap_or(END)
    }
}
