//! Patterns with letter variables, or with a rack for the open elements: a nondeterministic automaton.
//!
//! Whether a word fits such a pattern depends on what its letters were used for. The automaton therefore keeps a list
//! of NFA states. Each has the number of elements filled, the letters of the variables, and the rack that is left.

use super::automaton::Automaton;
use super::letters::Element;
use super::rack::{Counts, PlainRack, PlainState};
use crate::alphabet::Tile;
use crate::graph::TileMask;

/// The letters of the ten variables; 0 if a variable is not bound yet.
type Bindings = [u8; 10];

pub(super) struct PatternNfa<C> {
    elements: Vec<Element>,
    rack: PlainRack<C>,
    /// `true` if open elements take letters from the rack.
    from_rack: bool,
    distinct: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NfaState<C> {
    /// The index of the next element.
    at: usize,
    bound: Bindings,
    rack: PlainState<C>,
}

impl<C: Counts> PatternNfa<C> {
    #[inline]
    pub fn new(elements: Vec<Element>, rack: PlainRack<C>, from_rack: bool, distinct: bool) -> PatternNfa<C> {
        PatternNfa { elements, rack, from_rack, distinct }
    }

    /// Calls `give` with every state that follows from `state` by a letter. Skips a star before the letter if possible.
    fn step_state(&self, state: &NfaState<C>, tile: Tile, mut give: impl FnMut(NfaState<C>)) {
        let open = || if self.from_rack { self.rack.step(&state.rack, tile) } else { Some(state.rack.clone()) };
        let mut at = state.at;
        if self.elements.get(at) == Some(&Element::Star) {
            if let Some(rack) = open() {
                give(NfaState { at, bound: state.bound, rack });
            }
            at += 1;
        }
        let mut bound = state.bound;
        let rack = match self.elements.get(at) {
            Some(&Element::Letter(letter)) => (letter == tile).then(|| state.rack.clone()),
            Some(Element::Set(set)) if !set.contains(tile) => None,
            Some(&Element::Variable(variable)) => {
                let variable = usize::from(variable);
                let fits = match bound[variable] {
                    0 => !self.distinct || bound.iter().all(|&letter| letter != tile.number()),
                    letter => letter == tile.number(),
                };
                bound[variable] = tile.number();
                if fits { open() } else { None }
            }
            Some(Element::Set(_) | Element::Any) => open(),
            Some(Element::Star) | None => None, // the parser leaves no two stars side by side
        };
        if let Some(rack) = rack {
            give(NfaState { at: at + 1, bound, rack });
        }
    }

    #[inline]
    fn is_done(&self, state: &NfaState<C>) -> bool {
        state.at == self.elements.len() || state.at + 1 == self.elements.len() && self.elements[state.at] == Element::Star
    }

    /// All states that follow from `states` by a letter, without duplicates.
    #[inline]
    fn step_all(&self, states: &[NfaState<C>], tile: Tile) -> Vec<NfaState<C>> {
        let mut next = Vec::new();
        states.iter().for_each(|state| self.step_state(state, tile, |state| next.push(state)));
        if next.len() > 1 {
            next.sort_unstable();
            next.dedup();
        }
        next
    }

    /// Returns one flag for each letter of an accepted word: `true` if a blank stands for it. Of all ways to fit the
    /// word, takes one with the most blanks left, and of these the one that uses its blanks last.
    pub fn blanks(&self, word: &[Tile]) -> Vec<bool> {
        if !self.from_rack {
            return vec![];
        }
        // Compute the states after each letter, then go back from the end along states that lead there.
        let mut levels = vec![self.start()];
        for &tile in word {
            levels.push(self.step_all(&levels[levels.len() - 1], tile));
        }
        let done = levels[word.len()].iter().filter(|state| self.is_done(state));
        let Some(mut wanted) = done.max_by_key(|state| state.rack.extra).cloned() else { return vec![] };
        let mut blanks = vec![false; word.len()];
        for at in (0..word.len()).rev() {
            let leads = |state: &&NfaState<C>| {
                let mut leads = false;
                self.step_state(state, word[at], |next| leads |= next == wanted);
                leads
            };
            // The state with the most blanks left uses them last.
            let before = levels[at].iter().filter(leads).max_by_key(|state| state.rack.extra).cloned();
            let before = before.expect("bug: each state follows from one before");
            blanks[at] = before.rack.extra > wanted.rack.extra;
            wanted = before;
        }
        blanks
    }
}

impl<C: Counts> Automaton for PatternNfa<C> {
    type State = Vec<NfaState<C>>;

    #[inline]
    fn start(&self) -> Vec<NfaState<C>> {
        vec![NfaState { at: 0, bound: [0; 10], rack: self.rack.start() }]
    }

    #[inline]
    fn step(&self, state: &Vec<NfaState<C>>, tile: Tile) -> Option<Vec<NfaState<C>>> {
        let next = self.step_all(state, tile);
        (!next.is_empty()).then_some(next)
    }

    #[inline]
    fn is_match(&self, state: &Vec<NfaState<C>>) -> bool {
        state.iter().any(|state| self.is_done(state))
    }

    fn next_tiles(&self, state: &Vec<NfaState<C>>) -> TileMask {
        let mut tiles = TileMask::EMPTY;
        for state in state {
            let open = if self.from_rack { self.rack.next_tiles(&state.rack) } else { TileMask::ALL };
            let mut at = state.at;
            if self.elements.get(at) == Some(&Element::Star) {
                tiles |= open;
                at += 1;
            }
            tiles |= match self.elements.get(at) {
                Some(&Element::Letter(letter)) => TileMask::of(letter),
                Some(Element::Set(set)) => set.mask() & open,
                Some(&Element::Variable(variable)) => match state.bound[usize::from(variable)] {
                    0 => open,
                    letter => TileMask::of(Tile::from_label(letter)) & open,
                },
                Some(_) => open,
                None => TileMask::EMPTY,
            };
        }
        tiles
    }
}
