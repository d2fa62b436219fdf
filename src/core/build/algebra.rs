//! Set operations on graphs: union, intersection and difference without a list of words.
//!
//! Both graphs are imported into one arena, in which equal nodes are one state. The product construction then makes the
//! states of the result, children first, and looks each one up in the register, so that the result is minimal. A state
//! that both graphs share takes one comparison, however many words are below it.
//!
//! Every path of a GADDAG belongs to one word. Therefore the GADDAG of a union is the union of the GADDAGs; the same
//! holds for the other operations.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::arena::{END, State};
use super::{Arena, BuildError, GraphKinds, Graphs, Minimizer};
use crate::alphabet::Tile;
use crate::graph::{Arc, WordGraph};

/// The length of the longest path: a word of maximum length and a separator.
const MAX_DEPTH: usize = crate::words::MAX_WORD_LENGTH + 1;

/// An operation on two sets of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetOperation {
    /// The words of the first or the second set.
    Union,
    /// The words of both sets.
    Intersect,
    /// The words of the first set that are not in the second.
    Subtract,
    /// The words of exactly one of the sets.
    Symmetric,
}

impl SetOperation {
    /// `true` if the result has a word, given whether the first and the second set have it.
    pub const fn keeps(self, first: bool, second: bool) -> bool {
        match self {
            SetOperation::Union => first || second,
            SetOperation::Intersect => first && second,
            SetOperation::Subtract => first && !second,
            SetOperation::Symmetric => first != second,
        }
    }

    /// The result for two states, if it is one of them or the end state.
    fn shortcut(self, first: State, second: State) -> Option<State> {
        let keep = |keeps: bool, state: State| Some(if keeps { state } else { END });
        if first == second {
            keep(self.keeps(true, true), first)
        } else if second == END {
            keep(self.keeps(true, false), first)
        } else if first == END {
            keep(self.keeps(false, true), second)
        } else {
            None
        }
    }
}

/// Merges the arcs of two states by their tiles.
struct Pairs {
    first: (usize, usize),
    second: (usize, usize),
}

/// A tile with the arc of the first state and the arc of the second; at least one of them exists.
type Pair = (Tile, Option<Arc<State>>, Option<Arc<State>>);

impl Pairs {
    fn new(arena: &Arena, first: State, second: State) -> Pairs {
        let range = |state: State| (arena.starts[state as usize] as usize, arena.starts[state as usize + 1] as usize);
        Pairs { first: range(first), second: range(second) }
    }

    fn next(&mut self, arena: &Arena) -> Option<Pair> {
        let peek = |(at, end): (usize, usize)| (at < end).then(|| arena.arcs[at].unpack());
        let order = match (peek(self.first), peek(self.second)) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => a.tile.cmp(&b.tile),
        };
        let first = peek(self.first).filter(|_| order.is_le());
        let second = peek(self.second).filter(|_| order.is_ge());
        self.first.0 += usize::from(first.is_some());
        self.second.0 += usize::from(second.is_some());
        Some((first.or(second)?.tile, first, second))
    }
}

fn target(arc: Option<Arc<State>>) -> State {
    arc.map_or(END, |arc| arc.target)
}

fn accepts(arc: Option<Arc<State>>) -> bool {
    arc.is_some_and(|arc| arc.accepts)
}

impl Minimizer {
    /// Imports and minimises a graph of any layout, without arcs that lead to no word. Returns its root.
    ///
    /// Linear in the arcs. Takes about 60 bytes a node during the import.
    ///
    /// # Errors
    /// [`BuildError::Broken`] if the graph has a cycle, a path that is too long, or siblings out of order: only a
    /// damaged file has these. [`BuildError::TooLarge`].
    pub fn import<G: WordGraph>(&mut self, graph: &G) -> Result<State, BuildError> {
        /// A node whose arcs are being imported.
        struct Open<'g, G: WordGraph + 'g> {
            node: G::Node,
            arcs: G::Arcs<'g>,
            imported: Vec<Arc<State>>,
        }
        let open_at = |node| Open::<G> { node, arcs: graph.arcs(node), imported: Vec::new() };
        // `None` marks a node on the current path: an arc to it closes a cycle.
        let mut known: FxHashMap<G::Node, Option<State>> = FxHashMap::default();
        known.insert(graph.root(), None);
        let mut open = vec![open_at(graph.root())];
        loop {
            let depth = open.len();
            let top = open.last_mut().expect("bug: the root returns when it is done");
            let Some(arc) = top.arcs.next() else {
                // Now the target of the last arc of the parent is known.
                let state = self.state(top.imported.iter().copied().filter(|arc| arc.accepts || arc.target != END));
                known.insert(top.node, Some(state));
                open.pop();
                match open.last_mut().and_then(|above| above.imported.last_mut()) {
                    Some(arc) => arc.target = state,
                    None => return Ok(state),
                }
                continue;
            };
            if top.imported.last().is_some_and(|before| before.tile >= arc.tile) {
                return Err(BuildError::Broken { what: "arcs of a node are out of order" });
            }
            if arc.tile == Tile::SEPARATOR && arc.accepts {
                return Err(BuildError::Broken { what: "a word ends with a separator" });
            }
            match known.get(&arc.target) {
                Some(Some(state)) => top.imported.push(Arc { target: *state, ..into_state(&arc) }),
                Some(None) => return Err(BuildError::Broken { what: "a path returns to one of its nodes" }),
                None if depth > MAX_DEPTH => {
                    return Err(BuildError::Broken { what: "a path is longer than a word of 255 letters" });
                }
                None => {
                    top.imported.push(into_state(&arc));
                    known.insert(arc.target, None);
                    open.push(open_at(arc.target));
                }
            }
            if self.is_full() {
                return Err(BuildError::TooLarge);
            }
        }
    }

    /// The minimal state whose words are the result of the operation on the words of two states.
    ///
    /// Linear in the pairs of different states that the same path leads to in both graphs.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`].
    pub fn combine(&mut self, operation: SetOperation, first: State, second: State) -> Result<State, BuildError> {
        struct Open {
            pair: (State, State),
            arcs: Pairs,
            combined: Vec<Arc<State>>,
        }
        if let Some(state) = operation.shortcut(first, second) {
            return Ok(state);
        }
        let mut known: FxHashMap<(State, State), State> = FxHashMap::default();
        let open_at =
            |arena: &Arena, pair: (State, State)| Open { pair, arcs: Pairs::new(arena, pair.0, pair.1), combined: vec![] };
        let mut open = vec![open_at(self.arena(), (first, second))];
        loop {
            let top = open.last_mut().expect("bug: the root returns when it is done");
            let Some((tile, a, b)) = top.arcs.next(self.arena()) else {
                let state = self.state(top.combined.iter().copied().filter(|arc| arc.accepts || arc.target != END));
                known.insert(top.pair, state);
                open.pop();
                match open.last_mut().and_then(|above| above.combined.last_mut()) {
                    Some(arc) => arc.target = state,
                    None => return Ok(state),
                }
                continue;
            };
            let pair = (target(a), target(b));
            let ready = operation.shortcut(pair.0, pair.1).or_else(|| known.get(&pair).copied());
            top.combined.push(Arc { tile, accepts: operation.keeps(accepts(a), accepts(b)), target: ready.unwrap_or(END) });
            if ready.is_none() {
                let next = open_at(self.arena(), pair);
                open.push(next);
            }
            if self.is_full() {
                return Err(BuildError::TooLarge);
            }
        }
    }

    /// Calls `each` with every word that only one of two states has, in collation order, and with `true` if the first
    /// has it. States that both share are not walked.
    ///
    /// # Errors
    /// The value with which `each` broke.
    pub fn differences<B>(
        &self,
        first: State,
        second: State,
        mut each: impl FnMut(&[Tile], bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if first == second {
            return ControlFlow::Continue(());
        }
        let mut word = Vec::new();
        let mut open = vec![Pairs::new(self.arena(), first, second)];
        while let Some(arcs) = open.last_mut() {
            let Some((tile, a, b)) = arcs.next(self.arena()) else {
                open.pop();
                word.pop();
                continue;
            };
            word.push(tile);
            if accepts(a) != accepts(b) {
                each(&word, accepts(a))?;
            }
            if target(a) == target(b) {
                word.pop();
            } else {
                open.push(Pairs::new(self.arena(), target(a), target(b)));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The arc with a target that is not known yet.
fn into_state<N>(arc: &Arc<N>) -> Arc<State> {
    Arc { tile: arc.tile, accepts: arc.accepts, target: END }
}

impl Graphs {
    /// The graphs with these roots.
    ///
    /// # Panics
    /// If there is no root.
    pub fn of(minimizer: Minimizer, dawg: Option<State>, gaddag: Option<State>) -> Graphs {
        let wanted = match (dawg, gaddag) {
            (Some(_), Some(_)) => GraphKinds::Both,
            (None, Some(_)) => GraphKinds::Gaddag,
            (Some(_), None) => GraphKinds::Dawg,
            (None, None) => panic!("bug: graphs without a root"),
        };
        Graphs { arena: minimizer.into_arena(), dawg: dawg.unwrap_or(END), gaddag, wanted }
    }
}
