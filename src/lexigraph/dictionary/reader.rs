//! Dictionary files, read: see `formats/lxd.md`.

use std::sync::{Arc, OnceLock};

use super::builder::LONGEST_HEADWORD;
use super::pack::{EARLIER, ENGLISH, FORM, LARGEST, MAGIC, NEW};
use super::vocabulary::{Vocabulary, take, take_number};
use super::{DictionaryError, Part, Relation, Sense, forms, is_english};
use crate::alphabet::Alphabet;
use crate::bytes::{Storage, inflate};

/// The fixed part of a file.
const HEADER: usize = 40;

/// The most bytes of a vocabulary, of two million tokens.
const LARGEST_VOCABULARY: usize = 1 << 26;

const ENTRIES: DictionaryError = DictionaryError::Damaged("a block of entries");
const GLOSSES: DictionaryError = DictionaryError::Damaged("a block of glosses");

/// The bundled dictionary; `wordlists/SOURCES.md` says what it is made of.
#[cfg(all(feature = "bundled", feature = "gz"))]
static ENGLISH_WORDS: &[u8] = include_bytes!("../wordlists/definitions.lxd");

/// An opened dictionary.
///
/// Blocks and the vocabulary are unpacked when they are first needed and stay unpacked. The first look-up takes one or
/// two milliseconds, most of it for the vocabulary; others take some microseconds. All of the bundled dictionary
/// unpacked takes some three megabytes.
#[derive(Debug)]
pub struct Dictionary {
    bytes: Storage,
    english: bool,
    headwords: usize,
    glosses: usize,
    keys: Vec<std::ops::Range<usize>>,
    notice: std::ops::Range<usize>,
    vocabulary_at: std::ops::Range<usize>,
    vocabulary: OnceLock<Result<Vocabulary, DictionaryError>>,
    entry_blocks: Vec<Block<Entries>>,
    gloss_blocks: Vec<Block<Glosses>>,
}

/// A block, and what was made of it.
#[derive(Debug)]
struct Block<T> {
    at: std::ops::Range<usize>,
    first: usize,
    made: OnceLock<Result<T, DictionaryError>>,
}

/// The entries of a block: where the word and the items of each are.
#[derive(Debug)]
struct Entries {
    words: Vec<u8>,
    kinds: Vec<u8>,
    operands: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where the word ends.
    word_end: usize,
    /// Where its items begin among the kinds, how many there are, and where their operands begin.
    kinds: usize,
    number: usize,
    operands: usize,
    /// The number of the next new gloss.
    gloss: usize,
}

/// The glosses of a block: where each ends.
#[derive(Debug)]
struct Glosses {
    bytes: Vec<u8>,
    ends: Vec<(usize, usize)>,
}

/// An item of an entry.
enum Item<'b> {
    Gloss(Option<Part>, usize),
    Form(Part, &'b str),
}

/// The little-endian number at an offset.
///
/// # Panics
/// If the bytes end before.
fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("bug: four bytes are not four"))
}

impl Dictionary {
    /// Opens the bytes of a dictionary and checks their sum, which takes a millisecond for ten megabytes.
    ///
    /// # Errors
    /// [`DictionaryError`] if they are no dictionary, or damaged.
    pub fn open(bytes: impl Into<Storage>) -> Result<Dictionary, DictionaryError> {
        let bytes: Storage = bytes.into();
        if !Dictionary::detect(&bytes) {
            return Err(DictionaryError::Magic);
        }
        if bytes.len() < HEADER || u32_at(&bytes, 4) != crc32fast::hash(&bytes[8..]) {
            return Err(DictionaryError::Damaged("its checksum is another"));
        }
        Dictionary::new(bytes)
    }

    /// `true` if a file that begins so is a dictionary.
    pub fn detect(start: &[u8]) -> bool {
        start.starts_with(&MAGIC)
    }

    /// The bundled dictionary of English: words of ENABLE1. `None` in a library without the features `bundled` and `gz`.
    pub fn bundled() -> Option<Arc<Dictionary>> {
        #[cfg(all(feature = "bundled", feature = "gz"))]
        {
            static BUNDLED: OnceLock<Arc<Dictionary>> = OnceLock::new();
            let open = || Dictionary::new(ENGLISH_WORDS.into()).expect("bug: the bundled dictionary cannot be read");
            Some(BUNDLED.get_or_init(|| Arc::new(open())).clone())
        }
        #[cfg(not(all(feature = "bundled", feature = "gz")))]
        None
    }

    /// The bundled dictionary for lexicons with this alphabet: for those with English tiles. A list of another language
    /// that has the same letters is not explained in English, as its alphabet has another name.
    pub fn bundled_for(alphabet: &Alphabet) -> Option<Arc<Dictionary>> {
        if is_english(alphabet) { Dictionary::bundled() } else { None }
    }

    /// Reads the tables in front; the sum has been checked.
    fn new(bytes: Storage) -> Result<Dictionary, DictionaryError> {
        const TABLES: DictionaryError = DictionaryError::Damaged("its tables");
        let number = |at: usize| u32_at(&bytes, 8 + 4 * at) as usize;
        let [flags, headwords, glosses, entry_blocks, gloss_blocks] = [0, 1, 2, 3, 4].map(number);
        let [notice, vocabulary, keys] = [5, 6, 7].map(number);
        let tables = 3 * entry_blocks as u64 + 2 * gloss_blocks as u64;
        if 4 * tables > (bytes.len() - HEADER) as u64 {
            return Err(TABLES);
        }
        let mut table = HEADER / 4 - 2;
        let mut next = |length: usize| {
            let numbers: Vec<usize> = (table..table + length).map(number).collect();
            table += length;
            numbers
        };
        let (key_ends, entry_ends, entry_firsts) = (next(entry_blocks), next(entry_blocks), next(entry_blocks));
        let (gloss_ends, gloss_firsts) = (next(gloss_blocks), next(gloss_blocks));
        let mut at = HEADER + 4 * tables as usize;
        let mut part = |length: usize| {
            let part = at..at.checked_add(length).filter(|&end| end <= bytes.len()).ok_or(TABLES)?;
            at = part.end;
            Ok::<_, DictionaryError>(part)
        };
        let (keys, notice, vocabulary_at) = (part(keys)?, part(notice)?, part(vocabulary)?);
        let entry_data = part(entry_ends.last().copied().unwrap_or(0))?;
        let gloss_data = part(gloss_ends.last().copied().unwrap_or(0))?;
        if at != bytes.len() || key_ends.last().copied().unwrap_or(0) != keys.len() {
            return Err(TABLES);
        }
        let rising = |ends: &[usize]| ends.is_sorted_by(|a, b| a < b) && ends.first().is_none_or(|&end| end > 0);
        let firsts = |firsts: &[usize]| firsts.is_sorted() && firsts.first().is_none_or(|&first| first == 0);
        let tables = rising(&key_ends) && rising(&entry_ends) && rising(&gloss_ends);
        if !tables || !firsts(&entry_firsts) || !firsts(&gloss_firsts) {
            return Err(TABLES);
        }
        fn parts(start: usize, ends: &[usize]) -> impl Iterator<Item = std::ops::Range<usize>> {
            ends.iter().scan(start, move |from, &end| Some(std::mem::replace(from, start + end)..start + end))
        }
        fn blocks<T>(start: usize, ends: &[usize], firsts: &[usize]) -> Vec<Block<T>> {
            parts(start, ends).zip(firsts).map(|(at, &first)| Block { at, first, made: OnceLock::new() }).collect()
        }
        let keys = parts(keys.start, &key_ends).collect();
        let entry_blocks = blocks(entry_data.start, &entry_ends, &entry_firsts);
        let gloss_blocks = blocks(gloss_data.start, &gloss_ends, &gloss_firsts);
        let english = flags as u32 & ENGLISH != 0;
        let vocabulary = OnceLock::new();
        Ok(Dictionary {
            bytes,
            english,
            headwords,
            glosses,
            keys,
            notice,
            vocabulary_at,
            vocabulary,
            entry_blocks,
            gloss_blocks,
        })
    }

    /// The number of headwords.
    pub fn len(&self) -> usize {
        self.headwords
    }

    /// `true` if there is no headword.
    pub fn is_empty(&self) -> bool {
        self.headwords == 0
    }

    /// Where the glosses come from, with their licence.
    ///
    /// # Errors
    /// [`DictionaryError::Damaged`].
    pub fn notice(&self) -> Result<String, DictionaryError> {
        const NOTICE: DictionaryError = DictionaryError::Damaged("its notice");
        let mut text = Vec::new();
        inflate(&self.bytes[self.notice.clone()], LARGEST, &mut text).map_err(|_| NOTICE)?;
        String::from_utf8(text).map_err(|_| NOTICE)
    }

    /// The senses of a word in any case: its own, then those as a form of other words. Empty if it has none.
    ///
    /// # Errors
    /// [`DictionaryError::Damaged`] if a block that is needed cannot be read.
    pub fn define(&self, word: &str) -> Result<Vec<Sense>, DictionaryError> {
        let word = word.to_lowercase();
        let mut senses = Vec::new();
        let mut of_roots = Vec::new();
        if let Some((block, entry)) = self.find(&word)? {
            let mut failed = Ok(());
            items(block, entry, |item| match item {
                Item::Gloss(part, number) if failed.is_ok() => match self.gloss(number) {
                    Ok(text) => senses.push(Sense { part, form: None, text }),
                    Err(error) => failed = Err(error),
                },
                Item::Gloss(..) => {}
                Item::Form(part, root) => of_roots.push((Relation::of_irregular(&word, part), part, root.to_owned())),
            })?;
            failed?;
        }
        if self.english {
            forms::roots(&word, !senses.is_empty(), |relation, part, root| {
                let known = |(seen, _, other): &(Relation, Part, String)| *seen == relation && other == root;
                if !of_roots.iter().any(known) {
                    of_roots.push((relation, part, root.to_owned()));
                }
            });
        }
        for (relation, part, root) in of_roots {
            let Some((block, entry)) = self.find(&root)?.filter(|_| root != word) else { continue };
            let mut first = None;
            items(block, entry, |item| match item {
                Item::Gloss(own, number) if own == Some(part) && first.is_none() => first = Some(number),
                _ => {}
            })?;
            if let Some(number) = first {
                senses.push(Sense { part: Some(part), form: Some((relation, root)), text: self.gloss(number)? });
            }
        }
        Ok(senses)
    }

    /// Calls `each` with every headword, in bytewise order.
    ///
    /// # Errors
    /// [`DictionaryError::Damaged`] for a block that cannot be read, after those before it.
    pub fn for_each(&self, mut each: impl FnMut(&str)) -> Result<(), DictionaryError> {
        for at in 0..self.entry_blocks.len() {
            let block = self.entries(at)?;
            for index in 0..block.entries.len() {
                each(std::str::from_utf8(block.word(index)).map_err(|_| ENTRIES)?);
            }
        }
        Ok(())
    }

    /// Finds a headword.
    fn find(&self, word: &str) -> Result<Option<(&Entries, Entry)>, DictionaryError> {
        let block = self.keys.partition_point(|key| &self.bytes[key.clone()] <= word.as_bytes());
        let Some(block) = block.checked_sub(1) else { return Ok(None) };
        let block = self.entries(block)?;
        let (mut low, mut high) = (0, block.entries.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match block.word(middle).cmp(word.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Ok(Some((block, block.entries[middle]))),
            }
        }
        Ok(None)
    }

    fn entries(&self, block: usize) -> Result<&Entries, DictionaryError> {
        let block = &self.entry_blocks[block];
        block.made.get_or_init(|| Entries::new(&self.bytes[block.at.clone()], block.first)).as_ref().map_err(|&error| error)
    }

    fn gloss(&self, number: usize) -> Result<String, DictionaryError> {
        if number >= self.glosses {
            return Err(GLOSSES);
        }
        let at = self.gloss_blocks.partition_point(|block| block.first <= number);
        let block = &self.gloss_blocks[at.checked_sub(1).ok_or(GLOSSES)?];
        let glosses = block.made.get_or_init(|| Glosses::new(&self.bytes[block.at.clone()]));
        let glosses = glosses.as_ref().map_err(|&error| error)?;
        let &(start, end) = glosses.ends.get(number - block.first).ok_or(GLOSSES)?;
        let vocabulary = self.vocabulary.get_or_init(|| {
            let mut bytes = Vec::new();
            inflate(&self.bytes[self.vocabulary_at.clone()], LARGEST_VOCABULARY, &mut bytes)
                .map_err(|_| DictionaryError::Damaged("the vocabulary"))?;
            Vocabulary::new(&bytes)
        });
        vocabulary.as_ref().map_err(|&error| error)?.decode(&glosses.bytes[start..end])
    }
}

impl Entries {
    fn new(packed: &[u8], mut gloss: usize) -> Result<Entries, DictionaryError> {
        let mut bytes = Vec::new();
        inflate(packed, LARGEST, &mut bytes).map_err(|_| ENTRIES)?;
        let mut rest = &bytes[..];
        let number = take_number(&mut rest).ok_or(ENTRIES)?;
        let shared = take(&mut rest, number).ok_or(ENTRIES)?;
        let more = take(&mut rest, number).ok_or(ENTRIES)?;
        let counts: Vec<usize> = (0..number).map(|_| take_number(&mut rest)).collect::<Option<_>>().ok_or(ENTRIES)?;
        let mut letters = take(&mut rest, more.iter().map(|&more| usize::from(more)).sum()).ok_or(ENTRIES)?;
        let kinds = take(&mut rest, counts.iter().sum()).ok_or(ENTRIES)?;
        let operands = rest;
        let (mut words, mut entries): (Vec<u8>, Vec<Entry>) = (Vec::new(), Vec::with_capacity(number));
        let mut before = 0..0;
        let mut at = 0;
        for ((&shared, &more), number) in shared.iter().zip(more).zip(counts) {
            let shared = before.start..before.start + usize::from(shared);
            if shared.end > before.end || shared.len() + usize::from(more) > LONGEST_HEADWORD {
                return Err(ENTRIES);
            }
            let start = words.len();
            words.extend_from_within(shared);
            words.extend_from_slice(take(&mut letters, usize::from(more)).ok_or(ENTRIES)?);
            before = start..words.len();
            entries.push(Entry { word_end: words.len(), kinds: at, number, operands: operands.len() - rest.len(), gloss });
            for &kind in &kinds[at..at + number] {
                item(kind, &mut rest, &mut gloss)?;
            }
            at += number;
        }
        if !rest.is_empty() {
            return Err(ENTRIES);
        }
        let (kinds, operands) = (kinds.to_vec(), operands.to_vec());
        Ok(Entries { words, kinds, operands, entries })
    }

    fn word(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.entries[before].word_end);
        &self.words[start..self.entries[index].word_end]
    }
}

/// Reads an item of a kind, which takes its operand off the front; `gloss` is the number of the next new gloss.
fn item<'b>(head: u8, operands: &mut &'b [u8], gloss: &mut usize) -> Result<Item<'b>, DictionaryError> {
    let part = usize::from(head & 15).checked_sub(1).map(|at| Part::ALL.get(at).copied().ok_or(ENTRIES)).transpose()?;
    match head & 0xf0 {
        NEW => {
            *gloss += 1;
            Ok(Item::Gloss(part, *gloss - 1))
        }
        EARLIER => {
            let back = take_number(operands).ok_or(ENTRIES)?;
            Ok(Item::Gloss(part, gloss.checked_sub(back).filter(|_| back > 0).ok_or(ENTRIES)?))
        }
        FORM => {
            let length = take(operands, 1).ok_or(ENTRIES)?[0];
            let root = take(operands, usize::from(length)).ok_or(ENTRIES)?;
            Ok(Item::Form(part.ok_or(ENTRIES)?, std::str::from_utf8(root).map_err(|_| ENTRIES)?))
        }
        _ => Err(ENTRIES),
    }
}

/// Calls `each` with the items of an entry.
fn items(block: &Entries, entry: Entry, mut each: impl FnMut(Item<'_>)) -> Result<(), DictionaryError> {
    let (mut operands, mut gloss) = (&block.operands[entry.operands..], entry.gloss);
    for &kind in &block.kinds[entry.kinds..entry.kinds + entry.number] {
        each(item(kind, &mut operands, &mut gloss)?);
    }
    Ok(())
}

impl Glosses {
    fn new(packed: &[u8]) -> Result<Glosses, DictionaryError> {
        let mut bytes = Vec::new();
        inflate(packed, LARGEST, &mut bytes).map_err(|_| GLOSSES)?;
        let (mut rest, mut ends) = (&bytes[..], Vec::new());
        while !rest.is_empty() {
            let length = take_number(&mut rest).ok_or(GLOSSES)?;
            let start = bytes.len() - rest.len();
            take(&mut rest, length).ok_or(GLOSSES)?;
            ends.push((start, start + length));
        }
        Ok(Glosses { bytes, ends })
    }
}
