//! Plays of Clabbers, where every word of a play may be any order of the letters of a word.
//!
//! A graph of all orders would be far too large, so words are compared as multisets of letters: [`AnagramSet`] has the
//! sorted letters (alphagram) of each word once, in a hash table whose keys are sums of a random number for each letter.
//! The sum does not depend on the order, and taking a letter more is one addition. Cross-sets follow from it too.
//!
//! For each lane, the generator looks at each run of squares that a play may fill. The tiles for the empty squares are
//! chosen as a multiset first; the same tiles on the board with the same number of empty squares give the same choices,
//! so they are found once for a position. Then the tiles chosen are laid in all orders that the cross-sets allow. For
//! the best plays, a bound is computed for each run and choice, and they are tried best first.

use std::collections::HashMap;
use std::rc::Rc;

use crate::alphabet::{Tile, TileSet};
use crate::board::{Cell, MAX_SIDE, Rack};
use crate::graph::GraphKind;
use crate::image::{Image, ImageError, words_in};
use crate::random::mixed;

use super::cross_checks::CrossSetLookup;
use super::lane::Lane;
use super::rack_state::RackState;
use super::sink::{Candidate, MoveSink, Order};
use super::walk::Partial;
use super::{Equity, Leaves};

/// The number of bits of the filter that answers most questions: half a megabyte.
const FILTER_BITS: u32 = 22;

/// The words of a lexicon without the order of their letters.
pub struct AnagramSet {
    /// A random number for each letter.
    keys: [u64; 64],
    /// The number of letters of the alphabet.
    letters: u8,
    /// One bit for each value of the upper bits of a sum that some alphagram has.
    filter: Vec<u64>,
    /// The alphagrams by their sum.
    alphagrams: HashMap<u64, Box<[u8]>>,
}

impl AnagramSet {
    /// The alphagrams of the words in a graph of an image. Linear in the number of letters.
    ///
    /// # Errors
    /// As [`words_in`].
    pub fn new(image: &Image, kind: GraphKind) -> Result<AnagramSet, ImageError> {
        let words = words_in(image, kind)?;
        let letters = u8::try_from(image.alphabet().len()).unwrap_or(u8::MAX);
        let mut seed = 0;
        loop {
            let keys = std::array::from_fn(|letter| mixed(mixed(seed) ^ letter as u64));
            let set = AnagramSet { keys, letters, filter: vec![0; 1 << (FILTER_BITS - 6)], alphagrams: HashMap::new() };
            // Different alphagrams with equal sums are next to impossible; other keys have others.
            if let Some(set) = set.filled(words.iter()) {
                return Ok(set);
            }
            seed += 1;
        }
    }

    /// The set with these words; `None` if two alphagrams have the same sum.
    fn filled<'w>(mut self, words: impl Iterator<Item = &'w [Tile]>) -> Option<AnagramSet> {
        for word in words {
            let mut sorted: Vec<u8> = word.iter().map(|tile| tile.number()).collect();
            sorted.sort_unstable();
            let sum = self.sum(&sorted);
            let bit = sum >> (64 - FILTER_BITS);
            self.filter[(bit / 64) as usize] |= 1 << (bit % 64);
            let sorted = sorted.into_boxed_slice();
            let known = self.alphagrams.entry(sum).or_insert_with(|| sorted.clone());
            if *known != sorted {
                return None;
            }
        }
        Some(self)
    }

    fn key(&self, letter: u8) -> u64 {
        self.keys[usize::from(letter & 63)]
    }

    fn sum(&self, letters: &[u8]) -> u64 {
        letters.iter().fold(0, |sum, &letter| sum.wrapping_add(self.key(letter)))
    }

    /// `true` if some alphagram may have this sum.
    fn may_have(&self, sum: u64) -> bool {
        let bit = sum >> (64 - FILTER_BITS);
        self.filter[(bit / 64) as usize] >> (bit % 64) & 1 != 0
    }

    /// `true` if these letters, in any order, are those of a word. `sum` is their sum.
    fn has(&self, sum: u64, letters: &mut dyn Iterator<Item = u8>) -> bool {
        let Some(known) = self.may_have(sum).then(|| self.alphagrams.get(&sum)).flatten() else { return false };
        let mut sorted: Vec<u8> = letters.collect();
        sorted.sort_unstable();
        sorted == **known
    }

    /// `true` if these letters are those of a word, in any order; a blank counts as the letter it stands for.
    pub fn has_word(&self, cells: &[Cell]) -> bool {
        let letters: Vec<u8> = cells.iter().map(|cell| cell.number()).collect();
        self.has(self.sum(&letters), &mut letters.iter().copied())
    }
}

impl CrossSetLookup for AnagramSet {
    fn fitting(&self, before: &[Cell], after: &[Cell]) -> TileSet {
        let beside: Vec<u8> = before.iter().chain(after).map(|cell| cell.number()).collect();
        let sum = self.sum(&beside);
        let fits = |&letter: &u8| self.has(sum.wrapping_add(self.key(letter)), &mut beside.iter().copied().chain([letter]));
        (1..=self.letters).filter(fits).map(Tile::from_label).collect()
    }
}

/// Tiles from the rack that make a word with the tiles of a run, and the value of what they leave.
struct Choice {
    /// Sorted. A blank is there as the letter it stands for.
    cells: Vec<Cell>,
    leave: Equity,
}

/// A run of squares of a lane that a play fills.
#[derive(Clone)]
struct Run {
    lane: usize,
    start: usize,
    end: usize,
    choices: Rc<Vec<Choice>>,
}

/// A position for the generator.
pub(super) struct AnagramWalk<'w, S> {
    pub set: &'w AnagramSet,
    pub lanes: &'w [Lane],
    pub whole: &'w Rack,
    pub rack: &'w RackState,
    pub leaves: Option<&'w dyn Leaves>,
    pub sink: &'w mut S,
    pub strip: &'w mut [Cell; MAX_SIDE],
}

impl<S: MoveSink> AnagramWalk<'_, S> {
    /// Pushes the plays of the position; for sinks with a floor, those that can reach it.
    pub fn plays(&mut self) {
        let runs = self.runs();
        if !S::BOUNDED {
            for run in &runs {
                run.choices.iter().for_each(|choice| self.lay(run, choice));
            }
            return;
        }
        let mut bounds = Vec::new();
        for (number, run) in runs.iter().enumerate() {
            bounds.extend(run.choices.iter().enumerate().map(|(at, choice)| (self.bound(run, choice), number, at)));
        }
        bounds.sort_unstable_by(|a, b| b.cmp(a));
        for (bound, number, at) in bounds {
            if self.sink.floor().is_some_and(|floor| bound < floor) {
                break;
            }
            self.lay(&runs[number], &runs[number].choices[at]);
        }
    }

    /// All runs that some choice of tiles fills.
    fn runs(&self) -> Vec<Run> {
        let mut known: HashMap<(Vec<u8>, usize), Rc<Vec<Choice>>> = HashMap::new();
        let mut runs = Vec::new();
        for (number, lane) in self.lanes.iter().enumerate() {
            let filled = lane.tiles | lane.empty;
            let anchors = lane.crossed | lane.tiles | lane.start;
            for start in (0..MAX_SIDE).filter(|&start| start == 0 || !lane.is_tile(start - 1)) {
                let (mut laid, mut letters) = (0u64, Vec::new());
                for at in start..MAX_SIDE {
                    if filled >> at & 1 == 0 {
                        break;
                    }
                    if lane.is_tile(at) {
                        letters.push(lane.cells[at].number());
                    } else {
                        laid |= 1 << at;
                    }
                    let count = laid.count_ones() as usize;
                    if count > self.rack.total {
                        break;
                    }
                    let squares = (1u64 << (at + 1)) - (1 << start);
                    let is_play = count > 1 || laid & lane.single != 0;
                    if count == 0 || lane.is_tile(at + 1) || squares & anchors == 0 || !is_play {
                        continue;
                    }
                    letters.sort_unstable();
                    let choices =
                        known.entry((letters.clone(), count)).or_insert_with(|| Rc::new(self.choices(&letters, count)));
                    if !choices.is_empty() {
                        runs.push(Run { lane: number, start, end: at + 1, choices: choices.clone() });
                    }
                }
            }
        }
        runs
    }

    /// The choices of `count` tiles that make a word with these letters.
    fn choices(&self, letters: &[u8], count: usize) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut search = ChoiceSearch { set: self.set, letters, counts: *self.whole.counts(), taken: Vec::new() };
        search.tiles(1, count, self.set.sum(letters), &mut |cells| {
            let mut kept = *self.whole;
            cells.iter().for_each(|cell| _ = kept.remove(cell.on_rack()));
            let leave = self.leaves.map_or(Equity::ZERO, |leaves| leaves.value(&kept));
            choices.push(Choice { cells: cells.to_vec(), leave });
        });
        choices
    }

    /// No play of this choice is worth more, by the order of the sink: the highest tiles are on the squares where tiles
    /// count most, whatever the cross-sets say.
    fn bound(&self, run: &Run, choice: &Choice) -> Equity {
        let lane = &self.lanes[run.lane];
        let mut values = [0; MAX_SIDE];
        let mut rates = [0; MAX_SIDE];
        let mut partial = Partial::of(lane, run.start..run.end);
        let squares = (run.start..run.end).filter(|&at| lane.is_empty(at));
        for at in squares.clone() {
            partial = partial.with(lane, at, 0);
        }
        let count = choice.cells.len();
        for (at, rate) in squares.zip(&mut rates) {
            *rate = lane.squares[at].gain.main() * partial.word + lane.squares[at].gain.cross();
        }
        for (cell, value) in choice.cells.iter().zip(&mut values) {
            *value = self.points(*cell);
        }
        values[..count].sort_unstable();
        rates[..count].sort_unstable();
        let tiles: i32 = values.iter().zip(&rates).take(count).map(|(value, rate)| value * rate).sum();
        let score = Equity::from_points(partial.score(self.rack.bonus[count]) + tiles);
        match self.sink.order() {
            Order::Score => score,
            Order::Equity => score + choice.leave,
        }
    }

    fn points(&self, cell: Cell) -> i32 {
        if cell.is_blank() { 0 } else { self.rack.points[usize::from(cell.number() & 63)] }
    }

    /// Lays the tiles in all orders that the cross-sets allow.
    fn lay(&mut self, run: &Run, choice: &Choice) {
        let partial = Partial::of(&self.lanes[run.lane], run.start..run.end);
        self.lay_from(run, choice, run.start, 0, partial);
    }

    fn lay_from(&mut self, run: &Run, choice: &Choice, from: usize, used: u32, partial: Partial) {
        let lane = &self.lanes[run.lane];
        let Some(at) = (from..run.end).find(|&at| lane.is_empty(at)) else {
            let count = choice.cells.len();
            let score = partial.score(self.rack.bonus[count]);
            self.sink.push(&Candidate {
                score,
                equity: Equity::from_points(score) + choice.leave,
                direction: lane.direction,
                lane: lane.number,
                start: run.start as u8,
                laid: (lane.empty & ((1 << run.end) - 1)) as u32 >> run.start << run.start,
                strip: self.strip,
            });
            return;
        };
        let mut last = None;
        for (number, &cell) in choice.cells.iter().enumerate() {
            // Equal tiles are next to each other; one of them is enough.
            if used >> number & 1 != 0 || last == Some(cell) {
                continue;
            }
            last = Some(cell);
            if lane.squares[at].letters >> cell.number() & 1 != 0 {
                self.strip[at] = cell;
                let partial = partial.with(lane, at, self.points(cell));
                self.lay_from(run, choice, at + 1, used | 1 << number, partial);
            }
        }
    }
}

/// The search for the tiles that make a word with some letters.
struct ChoiceSearch<'s> {
    set: &'s AnagramSet,
    letters: &'s [u8],
    /// The tiles left on the rack.
    counts: [u8; 64],
    taken: Vec<Cell>,
}

impl ChoiceSearch<'_> {
    /// Takes `count` more tiles: letters from `from` on, each letter as a tile or as a blank.
    fn tiles(&mut self, from: u8, count: usize, sum: u64, found: &mut dyn FnMut(&[Cell])) {
        if count == 0 {
            let taken = &self.taken;
            let mut letters = self.letters.iter().copied().chain(taken.iter().map(|cell| cell.number()));
            if self.set.has(sum, &mut letters) {
                found(taken);
            }
            return;
        }
        for letter in from..=self.set.letters {
            let tile = Tile::from_label(letter);
            let own = self.counts[usize::from(letter & 63)];
            // The tiles of this letter, then the blanks for it: each multiset once.
            for tiles in 0..=usize::from(own).min(count) {
                for blanks in 0..=usize::from(self.counts[0]).min(count - tiles) {
                    let both = tiles + blanks;
                    if both == 0 {
                        continue;
                    }
                    self.taken.extend(std::iter::repeat_n(Cell::tile(tile), tiles));
                    self.taken.extend(std::iter::repeat_n(Cell::blank(tile), blanks));
                    self.counts[0] -= blanks as u8;
                    let sum = sum.wrapping_add(self.set.key(letter).wrapping_mul(both as u64));
                    self.tiles(letter + 1, count - both, sum, found);
                    self.counts[0] += blanks as u8;
                    self.taken.truncate(self.taken.len() - both);
                }
            }
        }
    }
}
