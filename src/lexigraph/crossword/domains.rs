//! The words that still fit each slot and the letters that still fit each cell, and what follows when some are
//! excluded.

use std::collections::VecDeque;

use super::bits;
use super::tables::Table;

/// A slot that is to be filled.
pub struct OpenSlot {
    /// The number of its table.
    pub table: usize,
    /// Its cells.
    pub cells: Vec<usize>,
}

/// The slots that are to be filled, and where they cross.
pub struct Net {
    /// The words by length.
    pub tables: Vec<Table>,
    /// The slots.
    pub slots: Vec<OpenSlot>,
    /// For each cell, the slots that have it, and at which position.
    pub through: Vec<Vec<(usize, usize)>>,
}

impl Net {
    /// The slot that crosses this one at a position, and its position there.
    pub fn crossing(&self, slot: usize, position: usize) -> Option<(usize, usize)> {
        let cell = self.slots[slot].cells[position];
        self.through[cell].iter().copied().find(|(other, _)| *other != slot)
    }

    fn table(&self, slot: usize) -> &Table {
        &self.tables[self.slots[slot].table]
    }
}

/// Up to this number of words, their letters are read one by one; more are compared as sets.
const FEW: u32 = 150;

struct Domain {
    words: Vec<u64>,
    count: u32,
    is_fixed: bool,
    /// The level at which the words were saved last.
    saved: u64,
    /// `true` if words were removed, so that letters may have lost their support.
    is_changed: bool,
    /// The positions whose cells have lost letters, as bits.
    lost: [u64; 4],
    is_queued: bool,
    /// For each position and letter, the block of the set where a word with it was seen last: it is mostly still there.
    seen: Vec<u16>,
}

enum Change {
    Words(usize, Vec<u64>, u32),
    Letters(usize, u64),
    Fixed(usize),
}

/// Candidates, with a trail by which they are restored.
pub struct Domains {
    slots: Vec<Domain>,
    /// For each cell, the letters that fit, as bits.
    letters: Vec<u64>,
    trail: Vec<Change>,
    levels: Vec<usize>,
    /// A number for each state of the levels, so that words are saved once a level.
    stamp: u64,
    queue: VecDeque<usize>,
}

impl Domains {
    /// All words for all slots; `letters` are those of each cell. Nothing is excluded until
    /// [`propagate`](Domains::propagate).
    pub fn new(net: &Net, letters: Vec<u64>) -> Domains {
        let domain = |slot: usize| {
            let words = bits::all(net.table(slot).words);
            let count = bits::count(&words);
            Domain {
                words,
                count,
                is_fixed: false,
                saved: 0,
                is_changed: true,
                lost: [!0; 4],
                is_queued: true,
                seen: vec![0; net.slots[slot].cells.len() * 64],
            }
        };
        let slots: Vec<Domain> = (0..net.slots.len()).map(domain).collect();
        let queue = (0..slots.len()).collect();
        Domains { slots, letters, trail: Vec::new(), levels: Vec::new(), stamp: 0, queue }
    }

    /// The number of words that fit a slot.
    pub fn count(&self, slot: usize) -> u32 {
        self.slots[slot].count
    }

    /// The words that fit a slot.
    pub fn words(&self, slot: usize) -> &[u64] {
        &self.slots[slot].words
    }

    /// The letters that fit a cell.
    pub fn letters(&self, cell: usize) -> u64 {
        self.letters[cell]
    }

    /// The number of choices that are in force.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Begins a level: what is excluded from now on is restored by [`undo`](Domains::undo).
    pub fn begin(&mut self) {
        self.levels.push(self.trail.len());
        self.stamp += 1;
    }

    /// Restores what the last level has excluded, and ends it.
    pub fn undo(&mut self) {
        let Some(length) = self.levels.pop() else { return };
        self.stamp += 1;
        for change in self.trail.drain(length..).rev() {
            match change {
                Change::Words(slot, words, count) => (self.slots[slot].words, self.slots[slot].count) = (words, count),
                Change::Letters(cell, letters) => self.letters[cell] = letters,
                Change::Fixed(slot) => self.slots[slot].is_fixed = false,
            }
        }
        for slot in self.queue.drain(..) {
            let domain = &mut self.slots[slot];
            (domain.is_queued, domain.is_changed, domain.lost) = (false, false, [0; 4]);
        }
    }

    fn save(&mut self, slot: usize) {
        let domain = &mut self.slots[slot];
        if !self.levels.is_empty() && domain.saved != self.stamp {
            domain.saved = self.stamp;
            self.trail.push(Change::Words(slot, domain.words.clone(), domain.count));
        }
    }

    fn enqueue(&mut self, slot: usize) {
        if !self.slots[slot].is_queued {
            self.slots[slot].is_queued = true;
            self.queue.push_back(slot);
        }
    }

    /// Leaves one word for a slot.
    pub fn choose(&mut self, slot: usize, word: usize) {
        self.save(slot);
        let domain = &mut self.slots[slot];
        domain.words.fill(0);
        domain.words[word / 64] = 1 << (word % 64);
        (domain.count, domain.is_changed) = (1, true);
        self.enqueue(slot);
    }

    /// Excludes a word from a slot.
    pub fn exclude(&mut self, slot: usize, word: usize) {
        if !bits::has(&self.slots[slot].words, word) {
            return;
        }
        self.save(slot);
        let domain = &mut self.slots[slot];
        bits::remove(&mut domain.words, word);
        (domain.count, domain.is_changed) = (domain.count - 1, true);
        self.enqueue(slot);
    }

    /// Excludes what does not fit any more, until each letter of each cell has a word in both slots, and each word fits
    /// the letters of its cells. A word that is alone in its slot is excluded from all others.
    ///
    /// # Errors
    /// The slot that no word fits.
    pub fn propagate(&mut self, net: &Net) -> Result<(), usize> {
        while let Some(slot) = self.queue.pop_front() {
            self.slots[slot].is_queued = false;
            self.drop_words(net, slot);
            if self.slots[slot].count == 0 {
                // The slot is queued again, so that undoing clears its marks.
                self.enqueue(slot);
                return Err(slot);
            }
            if std::mem::take(&mut self.slots[slot].is_changed) {
                self.drop_letters(net, slot);
                if self.slots[slot].count == 1 && !self.slots[slot].is_fixed {
                    self.fix(net, slot);
                }
            }
        }
        Ok(())
    }

    /// Excludes the words of a slot that have letters which its cells have lost.
    fn drop_words(&mut self, net: &Net, slot: usize) {
        let lost = std::mem::take(&mut self.slots[slot].lost);
        let table = net.table(slot);
        let mut is_saved = false;
        for (position, &cell) in net.slots[slot].cells.iter().enumerate() {
            if lost[position / 64] >> (position % 64) & 1 == 0 {
                continue;
            }
            if !is_saved {
                self.save(slot);
                is_saved = true;
            }
            let (domain, letters) = (&mut self.slots[slot], self.letters[cell]);
            if letters.count_ones() <= 8 {
                let sets: Vec<&[u64]> = bits::ones(letters).map(|letter| table.with(position, letter)).collect();
                for (block, words) in domain.words.iter_mut().enumerate() {
                    *words &= sets.iter().fold(0, |any, set| any | set[block]);
                }
            } else {
                for letter in bits::ones(!letters).take_while(|&letter| letter < table.labels()) {
                    domain.words.iter_mut().zip(table.with(position, letter)).for_each(|(words, set)| *words &= !set);
                }
            }
        }
        if is_saved {
            let domain = &mut self.slots[slot];
            let count = bits::count(&domain.words);
            domain.is_changed |= count < domain.count;
            domain.count = count;
        }
    }

    /// Excludes the letters of the cells of a slot that none of its words has there.
    fn drop_letters(&mut self, net: &Net, slot: usize) {
        let table = net.table(slot);
        let cells = &net.slots[slot].cells;
        let mut read = Vec::new();
        if self.slots[slot].count <= FEW {
            read.resize(cells.len(), 0u64);
            for word in bits::iter(&self.slots[slot].words) {
                read.iter_mut().zip(table.letters(word)).for_each(|(set, letter)| *set |= 1 << letter);
            }
        }
        for (position, &cell) in cells.iter().enumerate() {
            let before = self.letters[cell];
            let supported = match read.get(position) {
                Some(letters) => before & letters,
                None => {
                    let Domain { words, seen, .. } = &mut self.slots[slot];
                    let mut fits = |letter: usize| {
                        let (set, last) = (table.with(position, letter), &mut seen[position * 64 + letter]);
                        if words[usize::from(*last)] & set[usize::from(*last)] != 0 {
                            return true;
                        }
                        let found = bits::first_common(words, set);
                        found.map(|block| *last = block as u16).is_some()
                    };
                    bits::ones(before).filter(|&letter| fits(letter)).fold(0, |set, letter| set | 1 << letter)
                }
            };
            if supported == before {
                continue;
            }
            if !self.levels.is_empty() {
                self.trail.push(Change::Letters(cell, before));
            }
            self.letters[cell] = supported;
            for &(other, position) in net.through[cell].iter().filter(|(other, _)| *other != slot) {
                self.slots[other].lost[position / 64] |= 1 << (position % 64);
                self.enqueue(other);
            }
        }
    }

    /// Excludes the only word of a slot from the others.
    fn fix(&mut self, net: &Net, slot: usize) {
        self.slots[slot].is_fixed = true;
        if !self.levels.is_empty() {
            self.trail.push(Change::Fixed(slot));
        }
        let word = bits::iter(&self.slots[slot].words).next().expect("bug: a slot with one word has a word");
        for other in 0..self.slots.len() {
            if other != slot && net.slots[other].table == net.slots[slot].table {
                self.exclude(other, word);
            }
        }
    }
}
