//! Patterns with letter variables, or with letters at hand for their open places.
//!
//! How a word fits such a pattern depends on what its letters were used for: a state is the list of all ways so far,
//! each a *thread* with the number of places filled, the letters that variables stand for, and the letters left.

use super::automaton::Automaton;
use super::letters::Element;
use super::rack::{Counts, PlainRack, PlainState};
use crate::alphabet::{Tile, TileSet};

/// Ten letter variables; 0 is not bound yet.
type Bindings = [u8; 10];

pub(super) struct NfaStates<C> {
    elements: Vec<Element>,
    rack: PlainRack<C>,
    /// Whether open places take letters of the rack.
    at_hand: bool,
    distinct: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Thread<C> {
    /// The element to be filled next.
    at: usize,
    bound: Bindings,
    rack: PlainState<C>,
}

impl<C: Counts> NfaStates<C> {
    pub fn new(elements: Vec<Element>, rack: PlainRack<C>, at_hand: bool, distinct: bool) -> NfaStates<C> {
        NfaStates { elements, rack, at_hand, distinct }
    }

    /// All ways in which one thread takes a letter, stars skipped before it as far as needed.
    fn step_thread(&self, thread: &Thread<C>, tile: Tile, mut give: impl FnMut(Thread<C>)) {
        let open = || if self.at_hand { self.rack.step(&thread.rack, tile) } else { Some(thread.rack.clone()) };
        let mut at = thread.at;
        if self.elements.get(at) == Some(&Element::Star) {
            if let Some(rack) = open() {
                give(Thread { at, bound: thread.bound, rack });
            }
            at += 1;
        }
        let mut bound = thread.bound;
        let rack = match self.elements.get(at) {
            Some(&Element::Letter(letter)) => (letter == tile).then(|| thread.rack.clone()),
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
            give(Thread { at: at + 1, bound, rack });
        }
    }

    fn is_done(&self, thread: &Thread<C>) -> bool {
        thread.at == self.elements.len() || thread.at + 1 == self.elements.len() && self.elements[thread.at] == Element::Star
    }

    /// The ways of all threads, those alike once.
    fn step_all(&self, threads: &[Thread<C>], tile: Tile) -> Vec<Thread<C>> {
        let mut next = Vec::new();
        threads.iter().for_each(|thread| self.step_thread(thread, tile, |thread| next.push(thread)));
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
        // NfaStates after each letter, then back from the end along threads that lead there.
        let mut levels = vec![self.start()];
        for &tile in word {
            levels.push(self.step_all(&levels[levels.len() - 1], tile));
        }
        let done = levels[word.len()].iter().filter(|thread| self.is_done(thread));
        let Some(mut wanted) = done.max_by_key(|thread| thread.rack.extra).cloned() else { return vec![] };
        let mut blanks = vec![false; word.len()];
        for at in (0..word.len()).rev() {
            let leads = |thread: &&Thread<C>| {
                let mut leads = false;
                self.step_thread(thread, word[at], |next| leads |= next == wanted);
                leads
            };
            // The one with the most blanks left has used them last.
            let Some(before) = levels[at].iter().filter(leads).max_by_key(|thread| thread.rack.extra).cloned() else {
                return blanks;
            };
            blanks[at] = before.rack.extra > wanted.rack.extra;
            wanted = before;
        }
        blanks
    }
}

impl<C: Counts> Automaton for NfaStates<C> {
    type State = Vec<Thread<C>>;

    fn start(&self) -> Vec<Thread<C>> {
        vec![Thread { at: 0, bound: [0; 10], rack: self.rack.start() }]
    }

    fn step(&self, state: &Vec<Thread<C>>, tile: Tile) -> Option<Vec<Thread<C>>> {
        let next = self.step_all(state, tile);
        (!next.is_empty()).then_some(next)
    }

    fn is_match(&self, state: &Vec<Thread<C>>) -> bool {
        state.iter().any(|thread| self.is_done(thread))
    }

    fn next_tiles(&self, state: &Vec<Thread<C>>) -> TileSet {
        let mut tiles = TileSet::EMPTY;
        for thread in state {
            let open = if self.at_hand { self.rack.next_tiles(&thread.rack) } else { TileSet::ALL };
            let mut at = thread.at;
            if self.elements.get(at) == Some(&Element::Star) {
                tiles |= open;
                at += 1;
            }
            tiles |= match self.elements.get(at) {
                Some(&Element::Letter(letter)) => TileSet::of(letter),
                Some(Element::Set(set)) => set.tiles() & open,
                Some(&Element::Variable(variable)) => match thread.bound[usize::from(variable)] {
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
