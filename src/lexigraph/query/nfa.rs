//! Patterns with letter variables, or with letters at hand for their open places.
//!
//! How a word fits such a pattern depends on what its letters were used for: a state is the list of all ways so far,
//! each a *state* with the number of places filled, the letters that variables stand for, and the letters left.

use super::automaton::Automaton;
use super::letters::Element;
use super::rack::{Counts, PlainRack, PlainState};
use crate::alphabet::{Tile, TileSet};

/// Ten letter variables; 0 is not bound yet.
type Bindings = [u8; 10];

pub(super) struct PatternNfa<C> {
    elements: Vec<Element>,
    rack: PlainRack<C>,
    /// Whether open places take letters of the rack.
    at_hand: bool,
    distinct: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NfaState<C> {
    /// The element to be filled next.
    at: usize,
    bound: Bindings,
    rack: PlainState<C>,
}

impl<C: Counts> PatternNfa<C> {
    pub fn new(elements: Vec<Element>, rack: PlainRack<C>, at_hand: bool, distinct: bool) -> PatternNfa<C> {
        PatternNfa { elements, rack, at_hand, distinct }
    }

    /// All ways in which one state takes a letter, stars skipped before it as far as needed.
    fn step_state(&self, state: &NfaState<C>, tile: Tile, mut give: impl FnMut(NfaState<C>)) {
        let open = || if self.at_hand { self.rack.step(&state.rack, tile) } else { Some(state.rack.clone()) };
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

    fn is_done(&self, state: &NfaState<C>) -> bool {
        state.at == self.elements.len() || state.at + 1 == self.elements.len() && self.elements[state.at] == Element::Star
    }

    /// The ways of all states, those alike once.
    fn step_all(&self, states: &[NfaState<C>], tile: Tile) -> Vec<NfaState<C>> {
        let mut next = Vec::new();
        states.iter().for_each(|state| self.step_state(state, tile, |state| next.push(state)));
        if next.len() > 1 {
            next.sort_unstable();
            next.dedup();
        }
        next
    }

    /// Which letters of an accepted word blanks stand for: of all ways to fit it one with the most blanks left, and
    /// among those the one that uses them last.
    pub fn blanks(&self, word: &[Tile]) -> Vec<bool> {
        if !self.at_hand {
            return vec![];
        }
        // PatternNfa after each letter, then back from the end along states that lead there.
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
            // The one with the most blanks left has used them last.
            let Some(before) = levels[at].iter().filter(leads).max_by_key(|state| state.rack.extra).cloned() else {
                return blanks;
            };
            blanks[at] = before.rack.extra > wanted.rack.extra;
            wanted = before;
        }
        blanks
    }
}

impl<C: Counts> Automaton for PatternNfa<C> {
    type State = Vec<NfaState<C>>;

    fn start(&self) -> Vec<NfaState<C>> {
        vec![NfaState { at: 0, bound: [0; 10], rack: self.rack.start() }]
    }

    fn step(&self, state: &Vec<NfaState<C>>, tile: Tile) -> Option<Vec<NfaState<C>>> {
        let next = self.step_all(state, tile);
        (!next.is_empty()).then_some(next)
    }

    fn is_match(&self, state: &Vec<NfaState<C>>) -> bool {
        state.iter().any(|state| self.is_done(state))
    }

    fn next_tiles(&self, state: &Vec<NfaState<C>>) -> TileSet {
        let mut tiles = TileSet::EMPTY;
        for state in state {
            let open = if self.at_hand { self.rack.next_tiles(&state.rack) } else { TileSet::ALL };
            let mut at = state.at;
            if self.elements.get(at) == Some(&Element::Star) {
                tiles |= open;
                at += 1;
            }
            tiles |= match self.elements.get(at) {
                Some(&Element::Letter(letter)) => TileSet::of(letter),
                Some(Element::Set(set)) => set.tiles() & open,
                Some(&Element::Variable(variable)) => match state.bound[usize::from(variable)] {
                    0 => open,
                    letter => TileSet::of(Tile::from_label(letter)) & open,
                },
                Some(_) => open,
                None => TileSet::EMPTY,
            };
        }
        tiles
    }
}
