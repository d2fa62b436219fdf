//! Sorting words on disk: as many words as fit into memory are sorted there and written as a run; the runs are merged.
//!
//! Runs follow each other in one unnamed file. A word in a run is stored as the number of letters that it shares with
//! the word before, and the rest of its letters.

use std::cmp::Ordering;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lexigraph_core::parallel;

use crate::alphabet::Tile;
use crate::build::large_vec;
use crate::bytes::Spill;

/// Bytes of a run that are in memory while it is merged.
const BUFFER: usize = 1 << 16;
/// The bytes of a word in memory beside its letters.
const RECORD: usize = size_of::<Record>();

/// A word in memory.
#[derive(Clone, Copy)]
struct Record {
    /// Its first eight tiles, in a number that compares as they do.
    first: u64,
    value: u64,
    start: u32,
    length: u8,
}

/// A sorted part of the words, each once.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The list its words are from, the first of them if they are from several.
    list: usize,
    from: u64,
    to: u64,
}

/// Sorts words, each with a number beside it if asked for, within a bound of memory.
pub(super) struct Sorter {
    tiles: Vec<Tile>,
    records: Vec<Record>,
    memory: usize,
    /// `true` if words have numbers.
    valued: bool,
    folder: Option<PathBuf>,
    spill: Spill,
    runs: Vec<Run>,
    /// Runs that were made of words in memory.
    made: usize,
    list: usize,
    /// By list: how often a word came again in a run.
    duplicates: Vec<u64>,
}

impl Sorter {
    /// An empty sorter. It holds up to `memory` bytes of words and writes its runs to a file in `folder`.
    pub fn new(memory: usize, valued: bool, folder: Option<&Path>) -> io::Result<Sorter> {
        Ok(Sorter {
            tiles: large_vec(memory),
            records: large_vec(memory / (RECORD + 1) + 1),
            memory,
            valued,
            folder: folder.map(Path::to_owned),
            spill: Spill::new(folder)?,
            runs: vec![],
            made: 0,
            list: 0,
            duplicates: vec![0],
        })
    }

    /// Adds a word of at most 255 tiles.
    pub fn push(&mut self, word: &[Tile], value: u64) -> io::Result<()> {
        let bytes = self.tiles.len() + word.len() + (self.records.len() + 1) * RECORD;
        if (bytes > self.memory || self.tiles.len() + word.len() > u32::MAX as usize) && !self.records.is_empty() {
            self.write_run()?;
        }
        let mut first = [0; 8];
        first.iter_mut().zip(word).for_each(|(byte, tile)| *byte = tile.number());
        let (start, length) = (self.tiles.len() as u32, word.len() as u8);
        self.tiles.extend_from_slice(word);
        self.records.push(Record { first: u64::from_be_bytes(first), value, start, length });
        Ok(())
    }

    /// Starts the next list: duplicates are counted by list.
    pub fn next_list(&mut self) -> io::Result<()> {
        self.write_run()?;
        self.list += 1;
        self.duplicates.push(0);
        Ok(())
    }

    /// The bytes on disk.
    pub fn spilled(&self) -> u64 {
        self.spill.length()
    }

    /// How many runs were sorted in memory; some may have been merged since.
    pub fn made(&self) -> usize {
        self.made
    }

    /// Sorts what is in memory and writes it out.
    fn write_run(&mut self) -> io::Result<()> {
        let tiles = &self.tiles;
        let word = |record: &Record| &tiles[record.start as usize..record.start as usize + usize::from(record.length)];
        parallel::sort_unstable_by(&mut self.records, |a, b| a.first.cmp(&b.first).then_with(|| word(a).cmp(word(b))));
        let from = self.spill.length();
        let mut writer = RunWriter::new(&mut self.spill, self.valued);
        for (number, record) in self.records.iter().enumerate() {
            if number > 0 && word(record) == &writer.before[..] {
                self.duplicates[self.list] += 1;
            } else {
                writer.write(word(record), record.value)?;
            }
        }
        if !self.records.is_empty() {
            self.runs.push(Run { list: self.list, from, to: self.spill.length() });
            self.made += 1;
        }
        self.tiles.clear();
        self.records.clear();
        Ok(())
    }

    /// Ends the input: frees the memory, and merges runs until the rest can be merged at once within this number of
    /// bytes.
    pub fn finish(&mut self, memory: usize) -> io::Result<()> {
        self.write_run()?;
        (self.tiles, self.records) = (vec![], vec![]);
        let most = (memory / BUFFER).max(2);
        while self.runs.len() > most {
            // Runs of one list first: a word in several of them is a duplicate within that list, which cannot be seen
            // later.
            let lists = self.runs.chunk_by(|a, b| a.list == b.list);
            let groups: Vec<Vec<Run>> = if lists.clone().any(|runs| runs.len() > 1) {
                lists.flat_map(|runs| runs.chunks(most)).map(<[Run]>::to_vec).collect()
            } else {
                self.runs.chunks(most).map(<[Run]>::to_vec).collect()
            };
            let mut spill = Spill::new(self.folder.as_deref())?;
            let mut merged = Vec::with_capacity(groups.len());
            for runs in groups {
                let (list, from) = (runs[0].list, spill.length());
                let mut merge = Merge::new(&mut self.spill, &runs, self.valued, self.duplicates.len())?;
                let mut writer = RunWriter::new(&mut spill, self.valued);
                while let Some((word, value)) = merge.next()? {
                    writer.write(word, value)?;
                }
                self.duplicates.iter_mut().zip(&merge.duplicates).for_each(|(all, some)| *all += some);
                merged.push(Run { list, from, to: spill.length() });
            }
            (self.spill, self.runs) = (spill, merged);
        }
        Ok(())
    }

    /// All words in order, each once. Can be called any number of times after [`finish`](Sorter::finish).
    pub fn merge(&mut self) -> io::Result<Merge<'_>> {
        let mut merge = Merge::new(&mut self.spill, &self.runs, self.valued, self.duplicates.len())?;
        merge.duplicates.clone_from(&self.duplicates);
        Ok(merge)
    }
}

/// Writes the words of a run.
struct RunWriter<'s> {
    spill: &'s mut Spill,
    valued: bool,
    before: Vec<Tile>,
    bytes: Vec<u8>,
}

impl<'s> RunWriter<'s> {
    fn new(spill: &'s mut Spill, valued: bool) -> RunWriter<'s> {
        RunWriter { spill, valued, before: vec![], bytes: vec![] }
    }

    fn write(&mut self, word: &[Tile], mut value: u64) -> io::Result<()> {
        let shared = self.before.iter().zip(word).take_while(|(a, b)| a == b).count();
        self.bytes.clear();
        self.bytes.extend([shared as u8, (word.len() - shared) as u8]);
        self.bytes.extend(word[shared..].iter().map(|tile| tile.number()));
        // Seven bits a byte, the lowest first, the high bit where more follow.
        while self.valued {
            self.bytes.push((value & 0x7f) as u8 | u8::from(value > 0x7f) << 7);
            value >>= 7;
            if value == 0 {
                break;
            }
        }
        self.before.truncate(shared);
        self.before.extend_from_slice(&word[shared..]);
        self.spill.write_all(&self.bytes)
    }
}

/// A run being read.
struct Reader {
    list: usize,
    /// Where the next bytes on disk are, and where they end.
    at: u64,
    to: u64,
    buffer: Vec<u8>,
    position: usize,
    word: Vec<Tile>,
    value: u64,
}

impl Reader {
    #[inline]
    fn byte(&mut self, spill: &mut Spill) -> io::Result<u8> {
        if self.position == self.buffer.len() {
            let length = (self.to - self.at).min(BUFFER as u64) as usize;
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.buffer.resize(length, 0);
            spill.read_at(self.at, &mut self.buffer)?;
            (self.at, self.position) = (self.at + length as u64, 0);
        }
        self.position += 1;
        Ok(self.buffer[self.position - 1])
    }

    /// Goes to the next word; `false` at the end.
    fn advance(&mut self, spill: &mut Spill, valued: bool) -> io::Result<bool> {
        if self.position == self.buffer.len() && self.at == self.to {
            return Ok(false);
        }
        let shared = self.byte(spill)?;
        let rest = self.byte(spill)?;
        self.word.truncate(shared.into());
        for _ in 0..rest {
            let tile = Tile::from_label(self.byte(spill)?);
            self.word.push(tile);
        }
        if valued {
            let (mut value, mut shift) = (0, 0);
            loop {
                let byte = self.byte(spill)?;
                value |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            self.value = value;
        }
        Ok(true)
    }
}

/// Runs being merged.
pub(super) struct Merge<'s> {
    spill: &'s mut Spill,
    valued: bool,
    readers: Vec<Reader>,
    /// A heap of readers, the one with the least word first, among equal words the first run.
    heap: Vec<usize>,
    /// The last word given, and the list it was found in last.
    current: Vec<Tile>,
    list: Option<usize>,
    /// By list: how often a word came again.
    pub duplicates: Vec<u64>,
}

impl<'s> Merge<'s> {
    fn new(spill: &'s mut Spill, runs: &[Run], valued: bool, lists: usize) -> io::Result<Merge<'s>> {
        let mut readers = Vec::with_capacity(runs.len());
        for run in runs {
            let Run { list, from, to } = *run;
            let mut reader = Reader { list, at: from, to, buffer: vec![], position: 0, word: vec![], value: 0 };
            if reader.advance(spill, valued)? {
                readers.push(reader);
            }
        }
        let heap = (0..readers.len()).collect();
        let mut merge = Merge { spill, valued, readers, heap, current: vec![], list: None, duplicates: vec![0; lists] };
        (0..merge.heap.len() / 2).rev().for_each(|place| merge.sink(place));
        Ok(merge)
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        let (a, b) = (self.heap[a], self.heap[b]);
        self.readers[a].word.cmp(&self.readers[b].word).then(a.cmp(&b))
    }

    /// Brings the heap into order from a place down.
    fn sink(&mut self, mut place: usize) {
        loop {
            let mut least = place;
            for child in [2 * place + 1, 2 * place + 2] {
                if child < self.heap.len() && self.compare(child, least).is_lt() {
                    least = child;
                }
            }
            if least == place {
                return;
            }
            self.heap.swap(place, least);
            place = least;
        }
    }

    /// The next word, and its number.
    pub fn next(&mut self) -> io::Result<Option<(&[Tile], u64)>> {
        while let Some(&top) = self.heap.first() {
            let reader = &mut self.readers[top];
            let (list, value) = (reader.list, reader.value);
            let again = self.list.is_some() && reader.word == self.current;
            if again {
                self.duplicates[list] += u64::from(self.list == Some(list));
            } else {
                self.current.clone_from(&reader.word);
            }
            self.list = Some(list);
            if !reader.advance(self.spill, self.valued)? {
                self.heap.swap_remove(0);
            }
            self.sink(0);
            if !again {
                return Ok(Some((&self.current, value)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn words_come_sorted_and_once_whatever_the_memory(
            lists in prop::collection::vec(prop::collection::vec(prop::collection::vec(1u8..4, 1..12), 0..80), 1..8),
            memory in 1usize..4000,
        ) {
            let mut sorter = Sorter::new(memory, true, None).unwrap();
            let (mut expected, mut duplicates) = (BTreeMap::new(), vec![]);
            for (number, list) in lists.iter().enumerate() {
                if number > 0 {
                    sorter.next_list().unwrap();
                }
                for word in list {
                    let word: Vec<Tile> = word.iter().map(|&tile| Tile::from_label(tile)).collect();
                    let value = word.iter().fold(word.len() as u64, |value, tile| value << 5 ^ u64::from(tile.number()));
                    sorter.push(&word, value).unwrap();
                    expected.insert(word, value);
                }
                let distinct: std::collections::HashSet<_> = list.iter().collect();
                duplicates.push((list.len() - distinct.len()) as u64);
            }
            sorter.finish(3 * BUFFER).unwrap();
            prop_assert!(sorter.runs.len() <= 3 && sorter.made() >= sorter.runs.len());
            for _ in 0..2 {
                let mut merge = sorter.merge().unwrap();
                for (word, &value) in &expected {
                    prop_assert_eq!(merge.next().unwrap(), Some((&word[..], value)));
                }
                prop_assert_eq!(merge.next().unwrap(), None);
                prop_assert_eq!(&merge.duplicates, &duplicates);
            }
        }
    }
}
