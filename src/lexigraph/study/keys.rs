//! Numbers for texts, in the order in which they first come.
//!
//! A map of the standard kind waits for memory twice for each look-up: for the slot, and for the text that it points
//! to. A log asks for a million cards in no order, so texts are looked up in batches, step by step: the processor then
//! waits for all texts of a batch at once. On a log of a million answers to 100,000 cards, that took about a third off
//! the time.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// Texts with their numbers.
#[derive(Debug)]
pub struct Keys {
    /// Slots with a part of the hash in the upper half, and the number of a text plus one in the lower; 0 for none. The
    /// length is a power of two, at least twice the number of texts.
    slots: Vec<u64>,
    /// All texts, one after the other, and their ends; the first end is 0.
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

/// The texts of a batch; more did not gain.
pub const BATCH: usize = 32;

const UPPER: u64 = 0xffff_ffff_0000_0000;

impl Default for Keys {
    fn default() -> Keys {
        Keys { slots: vec![0; 1 << 10], bytes: Vec::new(), ends: vec![0] }
    }
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    hasher.finish()
}

impl Keys {
    /// The number of texts.
    pub fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// The text of a number.
    pub fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        &self.bytes[self.ends[number]..self.ends[number + 1]]
    }

    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    /// Puts the numbers of texts, at most [`BATCH`], into `numbers`. A text that is new is added if `is_allowed`;
    /// otherwise its number is `None`.
    pub fn numbers(&mut self, texts: &[&[u8]], numbers: &mut Vec<Option<u32>>, mut is_allowed: impl FnMut(usize) -> bool) {
        let (mut hashes, mut slots, mut places) = ([0u64; BATCH], [0u64; BATCH], [(0, 0); BATCH]);
        for (text, hash_of) in texts.iter().zip(&mut hashes) {
            *hash_of = hash(text);
        }
        for (slot, &hash) in slots.iter_mut().zip(&hashes).take(texts.len()) {
            *slot = self.slots[self.place(hash)];
        }
        for (place, &slot) in places.iter_mut().zip(&slots).take(texts.len()) {
            let number = (slot as u32).saturating_sub(1) as usize;
            *place = (self.ends[number], self.ends.get(number + 1).copied().unwrap_or(0));
        }
        numbers.clear();
        for (at, &text) in texts.iter().enumerate() {
            let (slot, (start, end)) = (slots[at], places[at]);
            let is_it = slot != 0 && self.bytes[start..end] == *text;
            numbers.push(if is_it { Some(slot as u32 - 1) } else { self.number(text, hashes[at], || is_allowed(at)) });
        }
    }

    /// The number of a text that is not in the first slot of its hash.
    fn number(&mut self, text: &[u8], hash: u64, is_allowed: impl FnOnce() -> bool) -> Option<u32> {
        let mut at = self.place(hash);
        while self.slots[at] != 0 {
            let slot = self.slots[at];
            let number = slot as u32 - 1;
            if (slot ^ hash) & UPPER == 0 && self.get(number) == text {
                return Some(number);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        if !is_allowed() {
            return None;
        }
        let number = self.len() as u32;
        self.slots[at] = hash & UPPER | u64::from(number + 1);
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        if self.len() * 2 > self.slots.len() {
            self.grow();
        }
        Some(number)
    }

    fn grow(&mut self) {
        let mut slots = vec![0; self.slots.len() * 4];
        let mask = slots.len() - 1;
        for number in 0..self.len() as u32 {
            let hash = hash(self.get(number));
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = hash & UPPER | u64::from(number + 1);
        }
        self.slots = slots;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn texts_have_the_numbers_of_a_map(texts in proptest::collection::vec("[ab]{0,3}|[a-z]{1,9}", 0..1500)) {
            let (mut keys, mut map, mut numbers) = (Keys::default(), HashMap::new(), Vec::new());
            for batch in texts.chunks(BATCH) {
                let texts: Vec<&[u8]> = batch.iter().map(String::as_bytes).collect();
                keys.numbers(&texts, &mut numbers, |at| !batch[at].ends_with('z'));
                for (text, number) in batch.iter().zip(&numbers) {
                    if text.ends_with('z') {
                        prop_assert_eq!(*number, None);
                        continue;
                    }
                    let next = map.len() as u32;
                    prop_assert_eq!(*number, Some(*map.entry(text.clone()).or_insert(next)));
                }
            }
            prop_assert_eq!(keys.len(), map.len());
            prop_assert!(map.iter().all(|(text, &number)| keys.get(number) == text.as_bytes()));
        }
    }
}
