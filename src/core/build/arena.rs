//! States, and the graphs that consist of them.

use crate::alphabet::Tile;
use crate::graph::{Arc, MaskedGraph, Measures, WordGraph, sealed};
use crate::huge::advised;

/// The number of a state in an [`Arena`]. Every arc leads to a state with a smaller number, so that the numbers are a
/// topological order. State 0 is the end state.
pub type State = u32;

/// A vector with capacity for `items` items, but for at least 32 MiB. Allocators map blocks of this size separately and
/// return them to the system when they are dropped, whereas smaller blocks leave holes when they grow. Pages that are
/// never written take no memory.
pub fn large_vec<T>(items: usize) -> Vec<T> {
    Vec::with_capacity(items.max((32 << 20) / size_of::<T>().max(1) + 1024))
}

/// A vector with capacity for `items` items, which is [kept apart](large_vec) if they are many. Mapping blocks that are
/// soon dropped costs a short list more than the holes do. Those of a short list have [large pages](crate::huge): what
/// is at their ends is little of the memory, which is more than a long list would gain in time.
pub(super) fn vec_for<T>(items: usize) -> Vec<T> {
    if items < 1 << 20 { advised(Vec::with_capacity(items)) } else { large_vec(items) }
}

/// The end state. It has no arcs.
pub(super) const END: State = 0;

/// The bits of the target in a [`PackedArc`]: as many as in an arc of 8 bytes of the `list` layout.
const TARGET_BITS: u32 = 54;

/// An arc in eight bytes: the target in bits 0–53, the tile in bits 54–61, acceptance in bit 62. Equal arcs are equal
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

    /// The arc of an arena, where targets have 32 bits.
    #[inline]
    pub fn unpack(self) -> Arc<State> {
        let Arc { tile, accepts, target } = self.unpack_wide();
        Arc { tile, accepts, target: target as State }
    }

    /// The arc with a target of up to 54 bits.
    #[inline]
    pub fn unpack_wide(self) -> Arc<u64> {
        Arc {
            tile: Tile::from_label((self.0 >> TARGET_BITS) as u8),
            accepts: self.0 >> (TARGET_BITS + 8) & 1 != 0,
            target: self.0 & ((1 << TARGET_BITS) - 1),
        }
    }
}

/// A set of distinct states with their arcs.
#[derive(Clone, Debug)]
pub struct Arena {
    pub(super) arcs: Vec<PackedArc>,
    /// The start of the arcs of each state, and the end of the last one.
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

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        8 * self.arcs.len() + 4 * self.starts.len()
    }

    /// The number of states, with the end state.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// `true` if the end state is the only state.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }
}

/// The minimal graph whose root is a state of an arena.
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

    /// The arcs of a state as they are stored: equal arcs are equal.
    #[inline]
    pub(crate) fn packed_arcs_of(self, state: State) -> &'a [PackedArc] {
        self.arena.arcs(state)
    }

    /// One past the highest state number in the graph.
    pub fn bound(self) -> usize {
        self.root as usize + 1
    }

    /// The states of the graph without the end state, children before parents. Linear in the arena up to the root.
    pub fn states(self) -> Vec<State> {
        let mut states = self.parents_first(|_, _| {});
        states.reverse();
        states
    }

    /// The states of the graph without the end state, parents before children, in descending order of their numbers.
    /// Calls `each` with each state and the number of its arcs that lead to others than the end state. Linear in the
    /// arena up to the root.
    pub(crate) fn parents_first(self, mut each: impl FnMut(State, usize)) -> Vec<State> {
        let mut reached = vec![false; self.bound()];
        reached[self.root as usize] = true;
        let mut states = vec_for(self.bound());
        for state in (1..=self.root).rev() {
            if reached[state as usize] {
                states.push(state);
                let mut children = 0;
                for arc in self.arena.arcs(state) {
                    let target = arc.unpack().target;
                    reached[target as usize] = true;
                    children += usize::from(target != END);
                }
                each(state, children);
            }
        }
        states
    }

    /// Counts nodes, arcs and paths, as [`measure`](crate::graph::measure) does for any graph. Linear in the arena up to
    /// the root, with 16 bytes of memory a state: parents come first, so that one pass is enough.
    pub fn measure(self) -> Measures {
        // For each state, the number of nodes of the trie that it stands for, and the length of the longest path to it.
        let mut known = advised(vec![(0u64, 0u64); self.bound()]);
        known[self.root as usize].0 = 1;
        let mut total = Measures { trie_nodes: 1, ..Measures::default() };
        for state in (1..=self.root).rev() {
            let (here, depth) = known[state as usize];
            let depth = depth + 1;
            if here == 0 {
                continue;
            }
            let arcs = self.arena.arcs(state);
            let mut accepting = 0;
            for arc in arcs.iter().map(|arc| arc.unpack()) {
                accepting += u64::from(arc.accepts);
                let (times, longest) = &mut known[arc.target as usize];
                *times = times.saturating_add(here);
                *longest = depth.max(*longest);
            }
            let edges = arcs.len() as u64;
            total.nodes += 1;
            total.edges += edges;
            total.accepting_edges += accepting;
            total.paths = total.paths.saturating_add(accepting.saturating_mul(here));
            total.trie_nodes = total.trie_nodes.saturating_add(edges.saturating_mul(here));
            total.max_out_degree = total.max_out_degree.max(edges);
            total.depth = total.depth.max(depth);
        }
        total
    }

    /// The states of the graph without the end state, parents before children: the reverse postorder of a depth-first
    /// walk. Unlike [`states`](Self::states), this order does not depend on other graphs in the arena. Linear.
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

    fn root(&self) -> State {
        self.root
    }
    fn arcs(&self, state: State) -> MinimalArcs<'a> {
        MinimalArcs(self.arena.arcs(state).iter())
    }
}

impl sealed::Sealed for MinimalGraph<'_> {}

impl MaskedGraph for MinimalGraph<'_> {
    const WIDE: bool = true;
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
