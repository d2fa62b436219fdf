//! The nodes of the current path that are not final yet.

use super::arena::PackedArc;
use super::register::{ArenaRegister, Register};
use crate::alphabet::Tile;

/// The number of arcs up to which the next path cannot exceed the 32 bits of an arc index.
pub(super) const MOST_ARCS: usize = u32::MAX as usize - (1 << 17);

/// The open nodes, from the root down. Their arcs are on one stack, those of the deepest node at its top, so that no
/// node needs an allocation.
#[derive(Debug)]
pub(super) struct OpenNodes {
    /// The arcs. The last arc of each node but the deepest leads to the next node.
    pub arcs: Vec<PackedArc>,
    /// The start of the arcs of each node, and `true` if an arc leads to a state that was new when the arc was made: then
    /// the node is new as well, and is not looked up.
    starts: Vec<(usize, bool)>,
}

impl OpenNodes {
    /// A root without arcs.
    pub fn new() -> OpenNodes {
        OpenNodes { arcs: vec![], starts: vec![(0, false)] }
    }

    /// `true` if the next path could exceed the 32 bits of an arc index.
    #[inline]
    pub fn is_full(&self, register: &ArenaRegister) -> bool {
        register.arena.arcs.len() + self.arcs.len() > MOST_ARCS
    }

    /// Adds an arc to a state to the deepest node.
    #[inline]
    pub fn arc(&mut self, arc: PackedArc, is_new: bool) {
        self.arcs.push(arc);
        self.starts.last_mut().expect("bug: the root is always open").1 |= is_new;
    }

    /// Opens a node for each of these letters, each below the one before.
    #[inline]
    pub fn descend(&mut self, letters: &[Tile]) {
        for &tile in letters {
            self.arcs.push(PackedArc::new(tile, false, 0));
            self.starts.push((self.arcs.len(), false));
        }
    }

    /// The last arc accepts.
    #[inline]
    pub fn accept(&mut self) {
        if let Some(last) = self.arcs.last_mut() {
            *last = last.accepting();
        }
    }

    /// Finishes the nodes below a depth, deepest first: each is looked up or added. Calls `frozen` with the depth and the
    /// state of each.
    #[inline]
    pub fn freeze_below<R: Register>(&mut self, depth: usize, register: &mut R, mut frozen: impl FnMut(usize, R::State)) {
        while self.starts.len() > depth + 1 {
            let (start, above_new) = self.starts.pop().expect("bug: the root is always open");
            let (state, is_new) = intern(register, &self.arcs[start..], above_new);
            self.arcs.truncate(start);
            let arc = self.arcs.last_mut().expect("bug: an open node below the root has an arc that leads to it");
            *arc = arc.with_target(state.into());
            self.starts.last_mut().expect("bug: the root is always open").1 |= is_new;
            frozen(self.starts.len(), state);
        }
    }

    /// Finishes all nodes. Returns the state of the root, and leaves a root without arcs.
    pub fn finish<R: Register>(&mut self, register: &mut R, frozen: impl FnMut(usize, R::State)) -> R::State {
        self.freeze_below(0, register, frozen);
        let (root, _) = intern(register, &self.arcs, self.starts[0].1);
        self.arcs.clear();
        self.starts[0].1 = false;
        root
    }
}

/// The state with these arcs, and `true` if it has been added; see [`Register::intern`].
#[inline]
pub(super) fn intern<R: Register>(register: &mut R, arcs: &[PackedArc], is_new: bool) -> (R::State, bool) {
    match arcs {
        [] => (R::State::default(), false),
        arcs => register.intern(arcs, is_new),
    }
}
