//! States under construction, and graphs over them.

use crate::alphabet::Tile;
use crate::graph::{Arc, WordGraph};

/// The number of a state in an [`Arena`]. Targets of arcs have smaller numbers than the states the arcs leave: the
/// numbers are a topological order. State 0 is the end state.
pub type State = u32;

/// A vector with room for so many items, and for 32 MiB at least. Allocators map what is as large apart, and give it back as it is
/// dropped; smaller ones leave holes when they grow. Pages that are never touched take no memory.
pub fn room<T>(items: usize) -> Vec<T> {
    Vec::with_capacity(items.max((32 << 20) / size_of::<T>().max(1) + 1024))
}

/// The end state, which has no arcs.
pub(super) const END: State = 0;

/// How many bits of a [`PackedArc`] say where it leads: as many as the longest arcs of the `list` layout have.
const TARGET_BITS: u32 = 54;

/// An arc in eight bytes: bits 0–53 the target, 54–61 the tile, 62 acceptance. Equal arcs are equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedArc(pub(super) u64);

impl PackedArc {
    #[inline]
    pub fn new(tile: Tile, accepts: bool, target: u64) -> PackedArc {
        PackedArc(target | u64::from(tile.number()) << TARGET_BITS | u64::from(accepts) << (TARGET_BITS + 8))
    }

    #[inline]
    pub fn with_target(self, target: u64) -> PackedArc {
        PackedArc(self.0 >> TARGET_BITS << TARGET_BITS | target)
    }

    #[inline]
    pub fn accepting(self) -> PackedArc {
        PackedArc(self.0 | 1 << (TARGET_BITS + 8))
    }

    /// The arc as it lies in an arena, where targets have 32 bits.
    #[inline]
    pub fn unpack(self) -> Arc<State> {
        let Arc { tile, accepts, target } = self.unpack_far();
        Arc { tile, accepts, target: target as State }
    }

    /// The arc with a target of any size.
    #[inline]
    pub fn unpack_far(self) -> Arc<u64> {
        Arc {
            tile: Tile::from_label((self.0 >> TARGET_BITS) as u8),
            accepts: self.0 >> (TARGET_BITS + 8) & 1 != 0,
            target: self.0 & ((1 << TARGET_BITS) - 1),
        }
    }
}

/// Distinct states with their arcs, each state once.
#[derive(Debug)]
pub struct Arena {
    pub(super) arcs: Vec<PackedArc>,
    /// Where the arcs of each state begin; one more entry at the end.
    pub(super) starts: Vec<u32>,
}

impl Arena {
    pub(super) fn new() -> Arena {
        Arena { arcs: Vec::new(), starts: vec![0, 0] }
    }

    #[inline]
    pub(super) fn arcs(&self, state: State) -> &[PackedArc] {
        &self.arcs[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        8 * self.arcs.len() + 4 * self.starts.len()
    }

    /// The number of states, the end state included.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is the end state only.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }
}

/// The graph of all that can be reached from one state of an arena.
#[derive(Clone, Copy, Debug)]
pub struct MinimalGraph<'a> {
    arena: &'a Arena,
    root: State,
}

impl<'a> MinimalGraph<'a> {
    pub(super) fn new(arena: &'a Arena, root: State) -> MinimalGraph<'a> {
        MinimalGraph { arena, root }
    }

    /// The arcs of a state, in ascending order of their tiles.
    #[inline]
    pub fn arcs_of(self, state: State) -> impl ExactSizeIterator<Item = Arc<State>> + DoubleEndedIterator + use<'a> {
        self.arena.arcs(state).iter().map(|arc| arc.unpack())
    }

    /// One past the highest state number in the graph.
    pub fn bound(self) -> usize {
        self.root as usize + 1
    }

    /// The states of the graph, children before parents, the end state not among them. Linear.
    pub fn states(self) -> Vec<State> {
        let mut reached = vec![false; self.bound()];
        reached[self.root as usize] = true;
        let mut states = Vec::new();
        for state in (1..=self.root).rev() {
            if reached[state as usize] {
                states.push(state);
                self.arena.arcs(state).iter().for_each(|arc| reached[arc.unpack().target as usize] = true);
            }
        }
        states.reverse();
        states
    }
}

impl<'a> MinimalGraph<'a> {
    /// The states of the graph, parents before children, the end state not among them, in an order that depends on the words alone and
    /// not on what else is in the arena: that of a depth-first walk, turned round. Linear.
    pub fn states_from_root(self) -> Vec<State> {
        let mut seen = vec![false; self.bound()];
        let mut states = Vec::new();
        let mut open = vec![(self.root, MinimalArcs(self.arena.arcs(self.root).iter()))];
        while let Some((state, arcs)) = open.last_mut() {
            if let Some(arc) = arcs.next() {
                if arc.target != END && !std::mem::replace(&mut seen[arc.target as usize], true) {
                    open.push((arc.target, MinimalArcs(self.arena.arcs(arc.target).iter())));
                }
            } else {
                if *state != END {
                    states.push(*state);
                }
                open.pop();
            }
        }
        states.reverse();
        states
    }
}

impl<'a> WordGraph for MinimalGraph<'a> {
    type Node = State;
    type Arcs<'g>
        = MinimalArcs<'a>
    where
        Self: 'g;
    const WIDE: bool = true;

    fn root(&self) -> State {
        self.root
    }
    fn arcs(&self, state: State) -> MinimalArcs<'a> {
        MinimalArcs(self.arena.arcs(state).iter())
    }
}

/// The arcs of a state of a [`MinimalGraph`].
#[derive(Clone, Debug)]
pub struct MinimalArcs<'a>(std::slice::Iter<'a, PackedArc>);

impl Iterator for MinimalArcs<'_> {
    type Item = Arc<State>;
    fn next(&mut self) -> Option<Arc<State>> {
        self.0.next().map(|arc| arc.unpack())
    }
}
