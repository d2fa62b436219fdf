//! The file format of dictionaries, written: see `formats/lxd.md`.

use super::builder::{Builder, Item};
use super::vocabulary::{Encoder, push_number};
use super::{DictionaryError, Part};
use crate::bytes::deflate;
use crate::parallel;

pub(super) const MAGIC: [u8; 4] = *b"LXD1";

/// A block is closed when it has grown to this.
const BLOCK: usize = 1 << 14;

/// The least number of glosses that a thread encodes.
const GLOSSES_OF_A_THREAD: usize = 1 << 10;

/// The blocks that are compressed together.
const TOGETHER: usize = 64;

/// No block is larger.
pub(super) const LARGEST: usize = 1 << 20;

/// The bit of the header's flags for regular inflection of English.
pub(super) const ENGLISH: u32 = 1;

/// Kinds of items; the low four bits of the byte hold the part of speech.
pub(super) const NEW: u8 = 0x00;
pub(super) const EARLIER: u8 = 0x10;
pub(super) const FORM: u8 = 0x20;

/// The number of a part of speech in an item; 0 for none.
fn number_of(part: Option<Part>) -> u8 {
    part.and_then(|part| Part::ALL.iter().position(|&known| known == part)).map_or(0, |at| at as u8 + 1)
}

/// Blocks one after another, each compressed by itself.
#[derive(Default)]
struct Blocks {
    /// Blocks that are not compressed yet.
    open: Vec<Vec<u8>>,
    data: Vec<u8>,
    ends: Vec<u32>,
    /// The number of the gloss that each block begins with, or that its first new gloss has.
    firsts: Vec<u32>,
}

impl Blocks {
    fn push(&mut self, block: Vec<u8>, first: usize) -> Result<(), DictionaryError> {
        if block.len() > LARGEST {
            return Err(DictionaryError::Limit("one entry has more than a megabyte"));
        }
        self.open.push(block);
        if self.open.len() >= TOGETHER {
            self.compress()?;
        }
        self.firsts.push(u32::try_from(first).map_err(|_| DictionaryError::Limit("more than 2^32 glosses"))?);
        Ok(())
    }

    /// Compresses the open blocks, each on a thread of its own.
    fn compress(&mut self) -> Result<(), DictionaryError> {
        for block in parallel::map(std::mem::take(&mut self.open), 1, |block| deflate(&block)) {
            self.data.extend_from_slice(&block);
            self.ends.push(length(&self.data)?);
        }
        Ok(())
    }
}

/// A block of entries that is being filled: like bytes stand together, which makes it a sixth smaller.
#[derive(Default)]
struct EntryBlock {
    /// The number of the first new gloss.
    first: usize,
    entries: usize,
    shared: Vec<u8>,
    more: Vec<u8>,
    counts: Vec<u8>,
    letters: Vec<u8>,
    kinds: Vec<u8>,
    operands: Vec<u8>,
}

impl EntryBlock {
    fn parts(&self) -> [&[u8]; 6] {
        [&self.shared, &self.more, &self.counts, &self.letters, &self.kinds, &self.operands]
    }

    fn len(&self) -> usize {
        self.parts().iter().map(|part| part.len()).sum()
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        push_number(self.entries, &mut bytes);
        bytes.extend(self.parts().concat());
        bytes
    }
}

fn length(bytes: &[u8]) -> Result<u32, DictionaryError> {
    u32::try_from(bytes.len()).map_err(|_| DictionaryError::Limit("more than four gigabytes"))
}

/// The file of a dictionary.
pub(super) fn pack(builder: &Builder) -> Result<Vec<u8>, DictionaryError> {
    let encoder = Encoder::new(&builder.glosses);
    let encode = |gloss: &String| {
        let mut text = Vec::with_capacity(gloss.len() / 2);
        encoder.encode(gloss, &mut text);
        text
    };
    let encoded: Vec<Vec<u8>> = parallel::map(builder.glosses.iter().collect(), GLOSSES_OF_A_THREAD, encode);
    let (mut entries, mut glosses) = (Blocks::default(), Blocks::default());
    let (mut keys, mut key_ends): (Vec<u8>, Vec<u32>) = (Vec::new(), Vec::new());
    let (mut block, mut texts, mut first_text) = (EntryBlock::default(), Vec::new(), 0);
    // Glosses are numbered as they are first used.
    let mut numbers: Vec<Option<usize>> = vec![None; builder.glosses.len()];
    let mut used = 0;
    let mut before: &[u8] = &[];
    for (headword, items) in &builder.entries {
        let word = headword.as_bytes();
        if block.entries == 0 {
            block.first = used;
            keys.extend_from_slice(word);
            key_ends.push(length(&keys)?);
            before = &[];
        }
        let shared = word.iter().zip(before).take_while(|(a, b)| a == b).count();
        block.entries += 1;
        block.shared.push(shared as u8);
        block.more.push((word.len() - shared) as u8);
        block.letters.extend_from_slice(&word[shared..]);
        before = word;
        push_number(items.len(), &mut block.counts);
        for item in items {
            match item {
                Item::Gloss(part, gloss) => {
                    let part = number_of(*part);
                    if let Some(number) = numbers[*gloss] {
                        block.kinds.push(EARLIER | part);
                        push_number(used - number, &mut block.operands);
                        continue;
                    }
                    block.kinds.push(NEW | part);
                    numbers[*gloss] = Some(used);
                    let text = &encoded[*gloss];
                    push_number(text.len(), &mut texts);
                    texts.extend_from_slice(text);
                    used += 1;
                    if texts.len() >= BLOCK {
                        glosses.push(std::mem::take(&mut texts), first_text)?;
                        first_text = used;
                    }
                }
                Item::Form(part, root) => {
                    block.kinds.push(FORM | number_of(Some(*part)));
                    block.operands.push(root.len() as u8);
                    block.operands.extend_from_slice(root.as_bytes());
                }
            }
        }
        if block.len() >= BLOCK {
            entries.push(block.bytes(), block.first)?;
            block = EntryBlock::default();
        }
    }
    if block.entries > 0 {
        entries.push(block.bytes(), block.first)?;
    }
    if !texts.is_empty() {
        glosses.push(texts, first_text)?;
    }
    entries.compress()?;
    glosses.compress()?;
    let (notice, vocabulary) = (deflate(builder.notice.as_bytes()), deflate(&encoder.bytes()));
    let mut bytes = [MAGIC, [0; 4]].concat();
    let counts = [builder.entries.len(), used, entries.ends.len(), glosses.ends.len()];
    let flags = if builder.english { ENGLISH } else { 0 };
    let counts = counts.map(|count| u32::try_from(count).map_err(|_| DictionaryError::Limit("more than 2^32 entries")));
    let lengths = [length(&notice)?, length(&vocabulary)?, length(&keys)?];
    let mut header = vec![flags];
    for count in counts {
        header.push(count?);
    }
    for number in header.iter().chain(&lengths).chain(&key_ends).chain(&entries.ends).chain(&entries.firsts) {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    for number in glosses.ends.iter().chain(&glosses.firsts) {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    for part in [&keys, &notice, &vocabulary, &entries.data, &glosses.data] {
        bytes.extend_from_slice(part);
    }
    length(&bytes)?;
    let sum = crc32fast::hash(&bytes[8..]);
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    Ok(bytes)
}
