//! The search for words that fill a grid.
//!
//! The search chooses a word for the slot that has the fewest candidates for the number of times it has failed
//! (Boussemart, Hemery, Lecoutre and Sais, *Boosting systematic search by weighting constraints*, 2004), excludes what
//! does not fit any more, and takes the choice back if a slot is left without a word; then that word is excluded there.
//! Of a sample of the candidates, the word is chosen that leaves the most for the slots that cross it and has a good
//! score. After some failures, the search begins again with what it has learnt: the weights, and the words that were
//! excluded before any choice. Each time, it may fail more often, so that it ends for grids that cannot be filled.

use std::collections::HashSet;

use super::bits;
use super::domains::{Domains, Net, OpenSlot};
use super::error::CrosswordError;
use super::grid::{CrosswordGrid, Slot};
use super::list::FillList;
use super::tables::Table;
use crate::alphabet::Tile;
use crate::random::Random;

/// The failures until the first new start, and the factor by which they grow.
const FAILURES: f64 = 200.0;
const GROWTH: f64 = 1.15;
/// The candidates that are compared.
const SAMPLE: usize = 40;
/// The factor by which a failure weighs more than the one before it.
const AGEING: f64 = 1.01;
/// The worth of the best score, in powers of e of the candidates that a word leaves.
const SCORE: f32 = 6.0;
/// The range of chance in the choice, in the same unit.
const CHANCE: f32 = 1.5;
/// The steps between two reports.
const REPORT: u64 = 128;

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillProgress {
    /// The choices made.
    pub steps: u64,
    /// The times that the search has begun again.
    pub restarts: u64,
    /// The slots that had one word left when the most had.
    pub filled: usize,
    /// The slots to fill.
    pub slots: usize,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FillEnd {
    /// The grid with letters in all cells that belong to a slot.
    Filled(CrosswordGrid),
    /// There is no fill, or no further one: the search has tried all. If no word fits one slot from the start, it is
    /// named.
    Impossible(Option<Slot>),
    /// The caller has ended the search.
    Stopped,
}

/// Fills a grid with words, one fill after another.
pub struct Filler {
    grid: CrosswordGrid,
    slots: Vec<Slot>,
    net: Net,
    domains: Domains,
    weights: Vec<f64>,
    failure: f64,
    random: Random,
    progress: FillProgress,
    /// The fills that were found.
    found: HashSet<Vec<u64>>,
    /// `None` until the candidates are first compared. An error if there are no more fills: the slot that has no word from
    /// the start, or `None` if all has been tried.
    is_open: Option<Result<(), Option<usize>>>,
}

impl Filler {
    /// Prepares a search. Slots whose cells all have letters are not filled, and their words need not be in the list;
    /// no word of the grid occurs twice. The search depends on `seed` only.
    ///
    /// # Errors
    /// [`CrosswordError::Wide`] for an alphabet of more than 63 letters; [`CrosswordError::Twice`] if two full slots
    /// have the same letters.
    pub fn new(grid: &CrosswordGrid, list: &FillList, seed: u64) -> Result<Filler, CrosswordError> {
        let (full, slots): (Vec<Slot>, Vec<Slot>) = grid.slots().into_iter().partition(|slot| grid.word(slot).is_some());
        let mut lengths: Vec<usize> = slots.iter().map(|slot| slot.cells.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let listed = lengths.iter().flat_map(|&length| list.words(length)).flat_map(|word| &word.letters);
        let given = grid.squares().iter().enumerate().filter_map(|(cell, _)| grid.letter(cell));
        let most = usize::from(listed.copied().chain(given).map(Tile::number).max().unwrap_or(0));
        if most > usize::from(Tile::MAX_GAME) {
            return Err(CrosswordError::Wide(most));
        }
        let tables = lengths.iter().map(|&length| Table::new(list.words(length), length, most + 1)).collect();
        let open = slots.iter().map(|slot| OpenSlot {
            table: lengths.binary_search(&slot.cells.len()).expect("bug: each length has a table"),
            cells: slot.cells.clone(),
        });
        let open: Vec<OpenSlot> = open.collect();
        let mut through = vec![Vec::new(); grid.squares().len()];
        for (number, slot) in open.iter().enumerate() {
            slot.cells.iter().enumerate().for_each(|(at, &cell)| through[cell].push((number, at)));
        }
        let any = (!0u64 >> (63 - most)) & !1;
        let letters = (0..grid.squares().len()).map(|cell| grid.letter(cell).map_or(any, |tile| 1 << tile.number()));
        let net = Net { tables, slots: open, through };
        let mut domains = Domains::new(&net, letters.collect());
        let mut words: Vec<Vec<Tile>> = full.iter().filter_map(|slot| grid.word(slot)).collect();
        words.sort_unstable();
        if let Some(twice) = words.windows(2).find(|pair| pair[0] == pair[1]) {
            let same = |slot: &&Slot| grid.word(slot).as_ref() == Some(&twice[0]);
            let names: Vec<String> =
                full.iter().filter(same).map(|slot| format!("{} {}", slot.number, slot.direction)).collect();
            return Err(CrosswordError::Twice(names.join(", ")));
        }
        for word in words {
            let place = list.words(word.len()).binary_search_by(|other| other.letters.cmp(&word));
            for slot in (0..slots.len()).filter(|&slot| slots[slot].cells.len() == word.len()) {
                place.iter().for_each(|&place| domains.exclude(slot, place));
            }
        }
        let progress = FillProgress { steps: 0, restarts: 0, filled: 0, slots: slots.len() };
        let weights = vec![1.0; slots.len()];
        let random = Random::new(seed);
        let found = HashSet::new();
        Ok(Filler { grid: grid.clone(), slots, net, domains, weights, failure: 1.0, random, progress, found, is_open: None })
    }

    /// The progress so far.
    pub fn progress(&self) -> FillProgress {
        self.progress
    }

    /// Searches for a fill that was not found before. Calls `watch` now and then; if it returns `false`, the search
    /// ends, and a later call goes on with it.
    pub fn next(&mut self, watch: &mut dyn FnMut(&FillProgress) -> bool) -> FillEnd {
        if let Err(slot) = *self.is_open.get_or_insert_with(|| self.domains.propagate(&self.net).map_err(Some)) {
            return FillEnd::Impossible(slot.map(|slot| self.slots[slot].clone()));
        }
        let mut most = FAILURES;
        loop {
            match self.search(most as u64, watch) {
                Search::Filled => {
                    let filled = self.filled();
                    self.restart();
                    return FillEnd::Filled(filled);
                }
                Search::Exhausted => {
                    self.is_open = Some(Err(None));
                    return FillEnd::Impossible(None);
                }
                Search::Failed => most *= GROWTH,
                Search::Stopped => {
                    self.restart();
                    return FillEnd::Stopped;
                }
            }
            self.restart();
            self.progress.restarts += 1;
        }
    }

    /// Takes all choices back.
    fn restart(&mut self) {
        while self.domains.level() > 0 {
            self.domains.undo();
        }
    }

    /// Searches until a fill is found, all is tried, or the search has failed so often.
    fn search(&mut self, most: u64, watch: &mut dyn FnMut(&FillProgress) -> bool) -> Search {
        let mut choices: Vec<(usize, usize)> = Vec::new();
        let mut failures = 0;
        loop {
            self.progress.steps += 1;
            if self.progress.steps.is_multiple_of(REPORT) && !watch(&self.progress) {
                return Search::Stopped;
            }
            let failed = match self.choice() {
                Some((slot, word)) => {
                    self.domains.begin();
                    choices.push((slot, word));
                    self.domains.choose(slot, word);
                    self.domains.propagate(&self.net)
                }
                None if self.found.insert(self.key()) => return Search::Filled,
                // The fill is known, so its last choice is one that fails.
                None => Err(choices.last().map_or(0, |(slot, _)| *slot)),
            };
            let Err(mut wiped) = failed else { continue };
            // What was chosen last cannot be, and perhaps not what was chosen before it.
            loop {
                self.weigh(wiped);
                failures += 1;
                let Some((slot, word)) = choices.pop() else { return Search::Exhausted };
                self.domains.undo();
                self.domains.exclude(slot, word);
                match self.domains.propagate(&self.net) {
                    Ok(()) => break,
                    Err(slot) => wiped = slot,
                }
            }
            if failures >= most {
                return Search::Failed;
            }
        }
    }

    fn weigh(&mut self, slot: usize) {
        // A grid that is full from the start has no slots.
        let Some(weight) = self.weights.get_mut(slot) else { return };
        *weight += self.failure;
        self.failure *= AGEING;
        if self.failure > 1e100 {
            self.weights.iter_mut().for_each(|weight| *weight = 1.0 + *weight / self.failure);
            self.failure = 1.0;
        }
    }

    /// The slot to fill next, and the word to try. `None` if all slots have one word.
    fn choice(&mut self) -> Option<(usize, usize)> {
        let mut best: Option<(f64, usize)> = None;
        let mut filled = 0;
        for slot in 0..self.slots.len() {
            let count = self.domains.count(slot);
            if count == 1 {
                filled += 1;
                continue;
            }
            let rank = f64::from(count) / self.weights[slot];
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, slot));
            }
        }
        self.progress.filled = self.progress.filled.max(filled);
        let slot = best?.1;
        Some((slot, self.word(slot)))
    }

    /// The word to try for a slot.
    fn word(&mut self, slot: usize) -> usize {
        let table = &self.net.tables[self.net.slots[slot].table];
        let domain: Vec<usize> = bits::iter(self.domains.words(slot)).collect();
        let sample = if domain.len() <= SAMPLE { domain } else { sample(domain, &table.worth, &mut self.random) };
        // For each crossing and letter, the logarithm of the number of words that are left there.
        let positions = 0..self.net.slots[slot].cells.len();
        let left: Vec<Option<[f32; 64]>> = positions
            .map(|position| {
                let (other, at) = self.net.crossing(slot, position)?;
                let (words, crossed) = (self.domains.words(other), &self.net.tables[self.net.slots[other].table]);
                let mut left = [f32::NEG_INFINITY; 64];
                for letter in bits::ones(self.domains.letters(self.net.slots[slot].cells[position])) {
                    left[letter] = (bits::common(words, crossed.with(at, letter)) as f32).ln();
                }
                Some(left)
            })
            .collect();
        let mut best = (f32::NEG_INFINITY, sample[0]);
        for &word in &sample {
            let letters = table.letters(word);
            let open =
                left.iter().zip(letters).filter_map(|(left, letter)| left.as_ref().map(|left| left[usize::from(*letter)]));
            let chance = (self.random.below(1 << 16) as f32 / 65536.0) * CHANCE;
            let value = open.sum::<f32>() + SCORE * table.worth.get(word).copied().unwrap_or(0.0) + chance;
            if value > best.0 {
                best = (value, word);
            }
        }
        best.1
    }

    fn key(&self) -> Vec<u64> {
        (0..self.grid.squares().len()).map(|cell| self.domains.letters(cell)).collect()
    }

    fn filled(&self) -> CrosswordGrid {
        let mut grid = self.grid.clone();
        for (slot, open) in self.net.slots.iter().enumerate() {
            let word = bits::iter(self.domains.words(slot)).next().expect("bug: a filled slot has a word");
            let letters = self.net.tables[open.table].letters(word);
            open.cells.iter().zip(letters).for_each(|(&cell, &letter)| grid.set(cell, Tile::from_label(letter)));
        }
        grid
    }
}

enum Search {
    Filled,
    Exhausted,
    Failed,
    Stopped,
}

/// Some of the candidates: by chance or, if there are scores, half of them the best by score among more.
fn sample(mut words: Vec<usize>, worth: &[f32], random: &mut Random) -> Vec<usize> {
    let more = if worth.is_empty() { SAMPLE } else { (4 * SAMPLE).min(words.len()) };
    for at in 0..more {
        let other = at + random.below(words.len() - at);
        words.swap(at, other);
    }
    words.truncate(more);
    if !worth.is_empty() {
        words.sort_by(|a, b| worth[*b].total_cmp(&worth[*a]));
        words.truncate(SAMPLE);
    }
    words
}
