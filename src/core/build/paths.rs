//! The paths of a GADDAG before their separators: the reversed prefixes of the words, sorted.
//!
//! Of each path is kept what the paths before and after it do not tell: the letters from where it leaves the path
//! before to where it leaves both. Behind that it runs alone.
//!
//! A 64-bit key with the first nine or eleven letters decides nearly all comparisons, so that the words are rarely
//! read. (When every prefix was read from the words instead, cache misses doubled the time to build DAWG and GADDAG of
//! ENABLE1.) Prefixes are first distributed by their last two letters. The buckets are then sorted, each in the cache
//! and on any thread. The prefixes of a long list are sorted in several portions, because they take more memory than
//! what is kept of them.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

use super::arena::vec_for;
use super::gaddag::Prefixes;
use crate::alphabet::Tile;
use crate::parallel;
use crate::words::Words;

/// The number of prefixes that are sorted at once, if they do not all have the same last letter.
const PORTION: usize = 1 << 21;

/// The steps from a path to the one that comes with it.
const AHEAD: usize = 8;

/// The bits of a key below its tiles.
const LENGTH_BITS: u32 = 9;
/// The bit that is set if the prefix is a word. The length is below it.
const IS_WORD: u64 = 1 << 8;

/// A prefix to be sorted.
#[derive(Clone, Copy)]
struct Entry {
    /// Its first tiles in reverse order, then whether it is a word, then its length; see [`Key`].
    key: u64,
    /// The number of the prefix.
    prefix: u32,
    /// The first word with this prefix.
    word: u32,
}

impl Entry {
    fn length(&self) -> usize {
        (self.key & (IS_WORD - 1)) as usize
    }

    /// The tiles in reverse order.
    fn tiles<'w>(&self, words: &'w Words) -> impl Iterator<Item = Tile> + use<'w> {
        words.get(self.word as usize)[..self.length()].iter().rev().copied()
    }
}

/// The reversed path of a prefix.
#[derive(Clone, Copy)]
pub(super) struct Path {
    /// The number of the prefix and later, see [`Paths::set_targets`], the target of its path.
    pub target: u32,
    /// The number of letters that the path shares with the path before.
    pub shared: u8,
    /// The number of letters that are kept.
    kept: u8,
    /// `true` if the path goes on alone behind the letters before the last one kept.
    pub has_tail: bool,
    /// `true` if the last of the letters kept accepts.
    pub accepts: bool,
}

/// Sorted paths, in pieces by their first letters.
pub(super) struct Paths {
    pieces: Vec<Piece>,
}

/// The paths with one first letter.
struct Piece {
    paths: Vec<Path>,
    /// The letters that are kept of each path, one after another.
    letters: Vec<Tile>,
}

impl Paths {
    /// Sorts the paths of all prefixes of sorted words, given the number of tiles that each word shares with the one
    /// before. Sets the lengths of their tails.
    pub fn of(words: &Words, shared: &[u8], tails: &[AtomicU8], letters: usize) -> Paths {
        let key = Key::for_alphabet(letters);
        // The number of prefixes by their last two letters.
        let mut counts = vec![0usize; 1 << (2 * key.bits)];
        Prefixes::for_each(words, shared, |_, _, word, length| counts[key.bucket(word, length)] += 1);
        let mut pieces = Vec::new();
        let mut entries: Vec<Entry> = vec_for(tails.len().min(PORTION));
        for portion in key.portions(&counts) {
            let mut next = vec![0usize; counts.len()];
            let mut entries_before = 0;
            for bucket in portion.clone() {
                next[bucket] = entries_before;
                entries_before += counts[bucket];
            }
            entries.clear();
            entries.resize(entries_before, Entry { key: 0, prefix: 0, word: 0 });
            let mut keys = [0u64; crate::words::MAX_WORD_LENGTH + 1];
            Prefixes::for_each(words, shared, |prefix, index, word, length| {
                keys[length] = key.extended(keys[length - 1], word[length - 1]);
                let bucket = key.bucket_of(keys[length]);
                if portion.contains(&bucket) {
                    let entry = &mut entries[next[bucket]];
                    let is_word = if length == word.len() { IS_WORD } else { 0 };
                    *entry = Entry { key: keys[length] | is_word | length as u64, prefix: prefix as u32, word: index };
                    next[bucket] += 1;
                }
            });
            let mut of_letters = Vec::new();
            let mut rest = &mut entries[..];
            for from in portion.step_by(key.letters()) {
                let counts = &counts[from..from + key.letters()];
                let (first, others) = rest.split_at_mut(counts.iter().sum());
                rest = others;
                if !first.is_empty() {
                    of_letters.push((counts, first));
                }
            }
            pieces.extend(parallel::map(of_letters, 1, |(counts, entries)| {
                let mut rest = &mut *entries;
                for &count in counts {
                    let (bucket, others) = rest.split_at_mut(count);
                    rest = others;
                    sort(words, bucket, &key);
                }
                Piece::of(words, shared, entries, &key, tails)
            }));
        }
        Paths { pieces }
    }

    /// Puts the target of each path in place of its prefix. Nothing else is done meanwhile, so that the cache misses
    /// overlap.
    pub fn set_targets(&mut self, targets: &[u32]) {
        parallel::map(self.pieces.iter_mut().collect(), 1, |piece: &mut Piece| {
            piece.paths.iter_mut().for_each(|path| path.target = targets[path.target as usize]);
        });
    }

    /// The number of paths.
    pub fn len(&self) -> usize {
        self.pieces.iter().map(|piece| piece.paths.len()).sum()
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// The number of pieces from the first one on that have about half of the paths. Less than all if there are several.
    pub fn middle(&self) -> usize {
        let half = self.len() / 2;
        let ends = self.pieces.iter().scan(0, |end, piece| {
            *end += piece.paths.len();
            Some(*end)
        });
        ends.take_while(|&end| end <= half).count().max(1).min(self.pieces.len())
    }

    /// The paths of some pieces with the letters that are kept, in order. With each comes a path some steps ahead, or
    /// itself near the end of a piece.
    #[inline]
    pub fn iter(&self, pieces: Range<usize>) -> impl Iterator<Item = (&Path, &[Tile], &Path)> {
        self.pieces[pieces].iter().flat_map(|piece| {
            let mut at = 0;
            piece.paths.iter().enumerate().map(move |(number, path)| {
                let from = at;
                at += usize::from(path.kept);
                (path, &piece.letters[from..at], piece.paths.get(number + AHEAD).unwrap_or(path))
            })
        })
    }
}

impl Piece {
    /// The paths of sorted entries. Sets the lengths of their tails.
    fn of(words: &Words, shared_before: &[u8], entries: &[Entry], key: &Key, tails: &[AtomicU8]) -> Piece {
        // A prefix that no word extends is a word, and the first one with this prefix.
        let is_extended = |entry: &Entry| {
            let next = shared_before.get(entry.word as usize + 1);
            entry.key & IS_WORD == 0 || next.is_some_and(|&shared| usize::from(shared) >= entry.length())
        };
        let mut paths = Vec::with_capacity(entries.len());
        let mut letters = Vec::with_capacity(entries.len() * 3 / 2);
        let shared_after = |at: usize| entries.get(at + 1).map_or(0, |next| key.shared(words, &entries[at], next));
        let (mut at, mut shared) = (0, 0);
        while let Some(entry) = entries.get(at) {
            let length = entry.length();
            let mut path = Path {
                target: entry.prefix,
                shared: shared as u8,
                kept: 0,
                has_tail: true,
                accepts: entry.key & IS_WORD != 0,
            };
            let mut shared_with_next = shared_after(at);
            let mut alone = shared.max(shared_with_next);
            let mut tail = length - alone;
            if tail == 0 && !is_extended(entry) {
                // Nothing follows this path but the letters of longer ones. If there is only one, the rest of that is a
                // tail: the arc to it accepts this path.
                let shared_with_second = shared_after(at + 1);
                if shared_with_second < length {
                    at += 1;
                    path.target = entries[at].prefix;
                    (shared_with_next, alone, tail) = (shared_with_second, length - 1, entries[at].length() - (length - 1));
                }
            }
            path.has_tail = tail > 0;
            path.accepts &= tail <= 1 || path.target != entry.prefix;
            let kept = shared..alone + usize::from(path.has_tail);
            path.kept = kept.len() as u8;
            if kept.end <= key.tiles {
                letters.extend(kept.map(|at| key.tile(entry.key, at)));
            } else {
                letters.extend(entry.tiles(words).take(kept.end).skip(kept.start));
            }
            // Each path is in one piece only.
            tails[path.target as usize].store(tail as u8, Ordering::Relaxed);
            paths.push(path);
            shared = shared_with_next;
            at += 1;
        }
        Piece { paths, letters }
    }
}

/// Sorts entries by their tiles: first by their keys, as a comparison of two numbers takes no branch, and then those
/// whose keys have the same tiles, which are few.
fn sort(words: &Words, entries: &mut [Entry], key: &Key) {
    entries.sort_unstable_by_key(|entry| entry.key);
    for same in entries.chunk_by_mut(|a, b| a.key >> LENGTH_BITS == b.key >> LENGTH_BITS) {
        if same.len() > 1 {
            let rest = |entry: &Entry| entry.tiles(words).skip(key.tiles);
            same.sort_unstable_by(|a, b| rest(a).cmp(rest(b)));
        }
    }
}

/// Packs the first tiles of a path into a number that compares as they do.
struct Key {
    tiles: usize,
    bits: u32,
}

impl Key {
    fn for_alphabet(letters: usize) -> Key {
        if letters < 32 { Key { tiles: 11, bits: 5 } } else { Key { tiles: 9, bits: 6 } }
    }

    /// The key of a prefix with one more letter, which is the first of its path.
    #[inline]
    fn extended(&self, key: u64, tile: Tile) -> u64 {
        let top = LENGTH_BITS + self.bits * (self.tiles as u32 - 1);
        ((key >> self.bits | u64::from(tile.number()) << top) >> LENGTH_BITS) << LENGTH_BITS
    }

    /// The buckets of each last letter.
    fn letters(&self) -> usize {
        1 << self.bits
    }

    /// The tile at a position, which is less than `tiles`.
    #[inline]
    fn tile(&self, key: u64, at: usize) -> Tile {
        let shift = LENGTH_BITS + self.bits * (self.tiles - 1 - at) as u32;
        Tile::from_label((key >> shift & ((1 << self.bits) - 1)) as u8)
    }

    /// The last two letters of a prefix as a number.
    #[inline]
    fn bucket(&self, word: &[Tile], length: usize) -> usize {
        let before = if length > 1 { word[length - 2].number() } else { 0 };
        usize::from(word[length - 1].number()) << self.bits | usize::from(before)
    }

    #[inline]
    fn bucket_of(&self, key: u64) -> usize {
        (key >> (LENGTH_BITS + self.bits * (self.tiles as u32 - 2))) as usize
    }

    /// The buckets that are sorted together: all with the same last letter, and as many letters as a portion holds.
    fn portions(&self, counts: &[usize]) -> Vec<Range<usize>> {
        let letter = self.letters();
        let mut portions: Vec<Range<usize>> = Vec::new();
        let mut held = 0;
        for from in (0..counts.len()).step_by(letter) {
            let more = counts[from..from + letter].iter().sum::<usize>();
            match portions.last_mut().filter(|_| held == 0 || held + more <= PORTION) {
                Some(last) => {
                    last.end = from + letter;
                    held += more;
                }
                None => {
                    portions.push(from..from + letter);
                    held = more;
                }
            }
        }
        portions
    }

    /// The number of letters that the paths of successive entries share.
    #[inline]
    fn shared(&self, words: &Words, first: &Entry, second: &Entry) -> usize {
        match (first.key ^ second.key) >> LENGTH_BITS {
            0 => {
                let rest = first.tiles(words).zip(second.tiles(words)).skip(self.tiles);
                self.tiles + rest.take_while(|(a, b)| a == b).count()
            }
            differ => {
                let unused = u64::BITS - self.bits * self.tiles as u32;
                ((differ.leading_zeros() - unused) / self.bits) as usize
            }
        }
    }
}
