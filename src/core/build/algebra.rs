//! Sets of words as graphs: union, intersection and difference without a list of words.
//!
//! Both graphs are taken into one arena, where equal nodes are one state; the product of two states is then built from the ends
//! up, and each of its nodes looked up like any other, so that the result is minimal. What both graphs share is one state,
//! and costs one comparison however many words lie below it.
//!
//! A path of a GADDAG belongs to one word, so the GADDAG of a union is the union of the GADDAGs, and so on.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::arena::{END, State};
use super::{Arena, BuildError, GraphKinds, Graphs, Minimizer};
use crate::alphabet::Tile;
use crate::graph::{Arc, WordGraph};

/// The longest path: a word of 255 letters, and a separator.
const MAX_DEPTH: usize = crate::words::MAX_WORD_LENGTH + 1;

/// What to keep of two sets of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetOperation {
    /// The words of either.
    Union,
    /// The words of both.
    Intersect,
    /// The words of the first that are not in the second.
    Subtract,
    /// The words of one but not of both.
    Symmetric,
}

impl SetOperation {
    /// Whether a word stays that is in the first, in the second.
    pub const fn keeps(self, first: bool, second: bool) -> bool {
        match self {
            SetOperation::Union => first || second,
            SetOperation::Intersect => first && second,
            SetOperation::Subtract => first && !second,
            SetOperation::Symmetric => first != second,
        }
    }

    /// The result for two states without building it, where it is plain.
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

/// The arcs of two states side by side: one tile a step, with the arcs of either.
struct Pairs {
    first: (usize, usize),
    second: (usize, usize),
}

/// The arcs of one tile, where either state has one.
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
    /// Takes a graph of any layout in, minimised, and gives its root. Arcs that lead to no word are left out.
    ///
    /// Linear in the arcs; some 60 bytes a node while it lasts.
    ///
    /// # Errors
    /// [`BuildError::Broken`] for what only a damaged file holds: a cycle, a path of more than 255 letters, siblings out of order.
    pub fn import<G: WordGraph>(&mut self, graph: &G) -> Result<State, BuildError> {
        /// A node whose arcs are being taken in.
        struct Open<'g, G: WordGraph + 'g> {
            node: G::Node,
            arcs: G::Arcs<'g>,
            taken: Vec<Arc<State>>,
        }
        let open_at = |node| Open::<G> { node, arcs: graph.arcs(node), taken: Vec::new() };
        // `None` while a node is open: meeting it again then is a cycle.
        let mut known: FxHashMap<G::Node, Option<State>> = FxHashMap::default();
        known.insert(graph.root(), None);
        let mut open = vec![open_at(graph.root())];
        loop {
            let depth = open.len();
            let Some(top) = open.last_mut() else { return Ok(END) };
            let Some(arc) = top.arcs.next() else {
                // The target of the last arc of each open node is known only now.
                let state = self.state(top.taken.iter().copied().filter(|arc| arc.accepts || arc.target != END));
                known.insert(top.node, Some(state));
                open.pop();
                match open.last_mut().and_then(|above| above.taken.last_mut()) {
                    Some(arc) => arc.target = state,
                    None => return Ok(state),
                }
                continue;
            };
            if top.taken.last().is_some_and(|before| before.tile >= arc.tile) {
                return Err(BuildError::Broken { what: "arcs of a node are out of order" });
            }
            if arc.tile == Tile::SEPARATOR && arc.accepts {
                return Err(BuildError::Broken { what: "a word ends with a separator" });
            }
            match known.get(&arc.target) {
                Some(Some(state)) => top.taken.push(Arc { target: *state, ..into_state(&arc) }),
                Some(None) => return Err(BuildError::Broken { what: "a path comes back to a node it has passed" }),
                None if depth > MAX_DEPTH => {
                    return Err(BuildError::Broken { what: "a path is longer than a word of 255 letters" });
                }
                None => {
                    top.taken.push(into_state(&arc));
                    known.insert(arc.target, None);
                    open.push(open_at(arc.target));
                }
            }
            if self.is_full() {
                return Err(BuildError::TooLarge);
            }
        }
    }

    /// The state that spells what the operation keeps of two states, minimal.
    ///
    /// Linear in the pairs of nodes that words of both lead to; what is the same in both is not walked.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`].
    pub fn combine(&mut self, operation: SetOperation, first: State, second: State) -> Result<State, BuildError> {
        struct Open {
            pair: (State, State),
            arcs: Pairs,
            made: Vec<Arc<State>>,
        }
        if let Some(state) = operation.shortcut(first, second) {
            return Ok(state);
        }
        let mut known: FxHashMap<(State, State), State> = FxHashMap::default();
        let open_at =
            |arena: &Arena, pair: (State, State)| Open { pair, arcs: Pairs::new(arena, pair.0, pair.1), made: vec![] };
        let mut open = vec![open_at(self.arena(), (first, second))];
        loop {
            let Some(top) = open.last_mut() else { return Ok(END) };
            let Some((tile, a, b)) = top.arcs.next(self.arena()) else {
                let state = self.state(top.made.iter().copied().filter(|arc| arc.accepts || arc.target != END));
                known.insert(top.pair, state);
                open.pop();
                match open.last_mut().and_then(|above| above.made.last_mut()) {
                    Some(arc) => arc.target = state,
                    None => return Ok(state),
                }
                continue;
            };
            let pair = (target(a), target(b));
            let ready = operation.shortcut(pair.0, pair.1).or_else(|| known.get(&pair).copied());
            top.made.push(Arc { tile, accepts: operation.keeps(accepts(a), accepts(b)), target: ready.unwrap_or(END) });
            if ready.is_none() {
                let next = open_at(self.arena(), pair);
                open.push(next);
            }
            if self.is_full() {
                return Err(BuildError::TooLarge);
            }
        }
    }

    /// Calls `each` with every word of one state but not of the other, in collation order, and whether it is the first that has it.
    /// What both share is passed over unseen.
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

fn into_state<N>(arc: &Arc<N>) -> Arc<State> {
    Arc { tile: arc.tile, accepts: arc.accepts, target: END }
}

impl Graphs {
    /// The graphs with these roots; at least one of them is needed.
    pub fn of(minimizer: Minimizer, dawg: Option<State>, gaddag: Option<State>) -> Graphs {
        let wanted = match (dawg, gaddag) {
            (Some(_), Some(_)) => GraphKinds::Both,
            (None, Some(_)) => GraphKinds::Gaddag,
            (_, None) => GraphKinds::Dawg,
        };
        Graphs { arena: minimizer.into_arena(), dawg: dawg.unwrap_or(END), gaddag, wanted }
    }
}
