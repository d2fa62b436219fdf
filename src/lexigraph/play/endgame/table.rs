//! The transposition table: what a search has found out about positions. Threads share it without locks.
//!
//! An entry is two words: what is known, and the check half of the key combined with it by exclusive or. If two
//! threads write an entry at once, its words do not belong together, the check fails, and the entry counts as missing
//! (Hyatt and Mann, *A lock-less transposition table implementation for parallel search*, 2002). The place of an entry
//! comes from the other half of the key, so an entry is taken for that of another position only if more than 64 bits
//! agree by chance.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::movegen::PositionKey;

/// The entries of a bucket: one cache line.
const BUCKET: usize = 4;

/// The bytes of an entry.
const ENTRY: usize = 16;

/// The values that an entry can hold; others are not stored.
const VALUES: std::ops::Range<i32> = -(1 << 23)..1 << 23;

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundKind {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    pub value: i32,
    /// The best move, hashed to [`MOVE_BITS`]; 0 for a pass.
    pub best: u32,
    /// The depth of the search.
    pub depth: u8,
    pub bound: BoundKind,
    /// `true` if no estimate went into the value.
    pub complete: bool,
}

/// The bits of a move in an entry.
pub(super) const MOVE_BITS: u32 = 24;

impl TableEntry {
    /// The value, if it decides a search between these bounds.
    #[inline]
    pub fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            BoundKind::Exact => true,
            BoundKind::AtLeast => self.value >= beta,
            BoundKind::AtMost => self.value <= alpha,
        }
    }

    /// The entry as a word; `None` if the value is out of range. No entry is 0.
    fn packed(self) -> Option<u64> {
        let value = VALUES.contains(&self.value).then_some(self.value as u32 & 0xff_ffff)?;
        let flags = self.bound as u64 | u64::from(self.complete) << 2 | 1 << 3;
        Some(u64::from(value) | u64::from(self.best) << 24 | u64::from(self.depth) << 48 | flags << 56)
    }

    fn unpacked(word: u64) -> TableEntry {
        TableEntry {
            value: (word as i32) << 8 >> 8,
            best: (word >> 24) as u32 & 0xff_ffff,
            depth: (word >> 48) as u8,
            bound: match word >> 56 & 3 {
                0 => BoundKind::Exact,
                1 => BoundKind::AtLeast,
                _ => BoundKind::AtMost,
            },
            complete: word >> 58 & 1 != 0,
        }
    }

    /// The entry with the least worth is replaced first.
    fn worth(word: u64) -> u64 {
        // The depth, then whether the value is complete.
        (word >> 48 & 0xff) << 1 | word >> 58 & 1
    }
}

#[repr(align(64))]
#[derive(Default)]
struct Bucket([[AtomicU64; 2]; BUCKET]);

/// A table of a fixed size.
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// An empty table of at most this number of bytes, and of at least one bucket. Its size is a power of two. If the
    /// system does not have so much memory, the table is smaller.
    pub fn new(bytes: usize) -> Table {
        let mut count = 1 << (bytes / (ENTRY * BUCKET)).max(1).ilog2();
        let mut buckets = Vec::new();
        while count > 1 && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Table { buckets }
    }

    fn bucket(&self, key: PositionKey) -> &[[AtomicU64; 2]; BUCKET] {
        &self.buckets[key.place as usize & (self.buckets.len() - 1)].0
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn get(&self, key: PositionKey) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|[check, word]| {
            let word = word.load(Relaxed);
            (word != 0 && check.load(Relaxed) ^ word == key.check).then(|| TableEntry::unpacked(word))
        })
    }

    /// Keeps what is known about the position with this key. A complete value of it is replaced only by a complete one.
    pub fn put(&self, key: PositionKey, entry: TableEntry) {
        let Some(new) = entry.packed() else { return };
        let bucket = self.bucket(key);
        let mut place = (u64::MAX, 0);
        for (at, [check, word]) in bucket.iter().enumerate() {
            let word = word.load(Relaxed);
            if word != 0 && check.load(Relaxed) ^ word == key.check {
                if TableEntry::unpacked(word).complete && !entry.complete {
                    return;
                }
                place = (0, at);
                break;
            }
            let worth = if word == 0 { 0 } else { 1 + TableEntry::worth(word) };
            place = place.min((worth, at));
        }
        let [check, word] = &bucket[place.1];
        check.store(key.check ^ new, Relaxed);
        word.store(new, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_what_was_put() {
        let table = Table::new(1 << 12);
        let entry = |value, bound, complete| TableEntry { value, best: 0xabcdef, depth: 200, bound, complete };
        for value in [0, 1, -1, 12345, -54321, (1 << 23) - 1, -(1 << 23)] {
            for bound in [BoundKind::Exact, BoundKind::AtLeast, BoundKind::AtMost] {
                let key = PositionKey::of(value as u64 ^ bound as u64);
                table.put(key, entry(value, bound, true));
                assert_eq!(table.get(key), Some(entry(value, bound, true)));
                table.put(key, entry(7, bound, false));
                assert_eq!(table.get(key), Some(entry(value, bound, true)));
            }
        }
        let far = PositionKey::of(99);
        table.put(far, entry(1 << 23, BoundKind::Exact, true));
        assert_eq!(table.get(far), None);
    }

    #[test]
    fn sizes_are_powers_of_two_within_the_memory() {
        for (bytes, count) in [(0, 1), (64, 1), (127, 1), (128, 2), (1 << 12, 64), ((1 << 13) - 1, 64)] {
            assert_eq!(Table::new(bytes).buckets.len(), count);
        }
    }

    #[test]
    fn another_position_in_the_same_place_is_not_found() {
        // One bucket: all positions fall into it.
        let table = Table::new(0);
        let entry = TableEntry { value: 3, best: 1, depth: 2, bound: BoundKind::Exact, complete: true };
        let keys: Vec<PositionKey> = (0..1000).map(PositionKey::of).collect();
        for (at, &key) in keys.iter().enumerate() {
            table.put(key, TableEntry { value: at as i32, ..entry });
            assert!(keys.iter().enumerate().all(|(at, &key)| table.get(key).is_none_or(|found| found.value == at as i32)));
        }
        // Words that do not belong together are no entry.
        let Bucket(entries) = &table.buckets[0];
        entries[0][1].fetch_xor(1 << 5, Relaxed);
        let found = keys.iter().filter(|&&key| table.get(key).is_some()).count();
        assert_eq!(found, BUCKET - 1);
    }
}
