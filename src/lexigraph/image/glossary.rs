//! The definitions section of an image: what a word list says about its words.
//!
//! Words and their definitions are stored in blocks of about four kilobytes, each compressed separately. The first word
//! of each block is also stored uncompressed, so that a look-up takes a binary search and unpacks one block. Since the
//! blocks contain the words, the section needs no word numbers and works with any graph.

use std::cell::RefCell;

use byteorder::{ByteOrder, LE};

use super::ImageError;
use crate::alphabet::Tile;
use crate::bytes::{deflate, inflate};
use crate::wordlist::{Definitions, MAX_WORD_LENGTH, Score, Words};

/// A block is closed when it has grown to this.
const BLOCK: usize = 4096;
/// No block is larger; a definition that does not fit is refused.
const LARGEST: usize = 1 << 24;

/// A definitions section as bytes, with the parameters for the section table.
#[derive(Clone, Debug, Default)]
pub struct PackedDefinitions {
    /// Number of definitions, number of blocks.
    pub parameters: [u64; 5],
    /// The bytes of the section.
    pub bytes: Vec<u8>,
}

/// Packs the definitions of words, which must be sorted; words without one take no room.
///
/// # Errors
/// [`ImageError::Limit`] for a definition of more than 16 megabytes or 4 gigabytes of them.
pub fn pack(words: &Words, definitions: &Definitions) -> Result<PackedDefinitions, ImageError> {
    let limit = |got: usize, limit: usize, what| ImageError::Limit {
        layout: "definitions",
        limit: limit as u64,
        what,
        got: got as u64,
    };
    let (mut keys, mut key_ends) = (Vec::new(), vec![0u32]);
    let (mut data, mut block_ends) = (Vec::new(), vec![0u32]);
    let (mut block, mut before, mut number): (Vec<u8>, &[Tile], u64) = (Vec::new(), &[], 0);
    let close = |block: &mut Vec<u8>, data: &mut Vec<u8>, ends: &mut Vec<u32>| {
        data.extend_from_slice(&deflate(block));
        block.clear();
        let end = u32::try_from(data.len()).map_err(|_| limit(data.len(), u32::MAX as usize, "bytes"))?;
        ends.push(end);
        Ok::<(), ImageError>(())
    };
    for (index, word) in words.iter().enumerate() {
        let Some(text) = definitions.get(index) else { continue };
        number += 1;
        if block.is_empty() {
            keys.extend(word.iter().map(|tile| tile.number()));
            // Far fewer than the blocks have bytes.
            key_ends.push(keys.len() as u32);
            before = &[];
        }
        let shared = word.iter().zip(before).take_while(|(a, b)| a == b).count();
        block.push(shared as u8);
        block.push((word.len() - shared) as u8);
        block.extend(word[shared..].iter().map(|tile| tile.number()));
        block.extend_from_slice(&(text.len() as u32).to_le_bytes());
        block.extend_from_slice(text.as_bytes());
        before = word;
        if block.len() > LARGEST {
            return Err(limit(block.len(), LARGEST, "bytes a block"));
        }
        if block.len() >= BLOCK {
            close(&mut block, &mut data, &mut block_ends)?;
        }
    }
    if !block.is_empty() {
        close(&mut block, &mut data, &mut block_ends)?;
    }
    let blocks = block_ends.len() as u64 - 1;
    let mut bytes = Vec::with_capacity(8 * block_ends.len() + keys.len() + data.len());
    for end in key_ends.iter().chain(&block_ends) {
        bytes.extend_from_slice(&end.to_le_bytes());
    }
    bytes.extend_from_slice(&keys);
    bytes.extend_from_slice(&data);
    Ok(PackedDefinitions { parameters: [number, blocks, 0, 0, 0], bytes })
}

/// The definitions in an image.
///
/// A look-up unpacks one block (about ten microseconds). The last block stays unpacked, which makes look-ups in order
/// fast.
#[derive(Clone, Debug)]
pub struct Glossary<'a> {
    number: u64,
    /// Where keys end, then where blocks end; each with a zero before it.
    ends: &'a [u8],
    keys: &'a [u8],
    data: &'a [u8],
    blocks: usize,
    last: RefCell<Option<(usize, Vec<u8>)>>,
}

const WRONG: ImageError = ImageError::Field { offset: 0, what: "a block of definitions is broken" };

impl<'a> Glossary<'a> {
    /// Looks at a section as definitions.
    ///
    /// # Errors
    /// [`ImageError::Field`] if its parts do not fill it or do not follow each other.
    pub(super) fn new(parameters: &[u64; 5], section: &'a [u8]) -> Result<Glossary<'a>, ImageError> {
        let field = |what| ImageError::Field { offset: 0, what };
        let [number, blocks, ..] = *parameters;
        let room = section.len() as u64 / 8;
        if blocks >= room {
            return Err(field("the definitions have more blocks than bytes"));
        }
        let (ends, rest) = section.split_at(8 * (blocks as usize + 1));
        let blocks = blocks as usize;
        let end = |at: usize| LE::read_u32(&ends[4 * at..]) as usize;
        let ascending = |from: usize| end(from) == 0 && (from..from + blocks).all(|at| end(at) < end(at + 1));
        let (keys, data) = (end(blocks), end(2 * blocks + 1));
        if !ascending(0) || !ascending(blocks + 1) || keys.checked_add(data) != Some(rest.len()) {
            return Err(field("the parts of the definitions do not follow each other"));
        }
        let (keys, data) = rest.split_at(keys);
        Ok(Glossary { number, ends, keys, data, blocks, last: RefCell::default() })
    }

    /// The number of definitions, as the image says.
    pub fn len(&self) -> u64 {
        self.number
    }

    /// `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    fn end(&self, at: usize) -> usize {
        LE::read_u32(&self.ends[4 * at..]) as usize
    }

    fn key(&self, block: usize) -> &'a [u8] {
        &self.keys[self.end(block)..self.end(block + 1)]
    }

    fn unpack(&self, block: usize, into: &mut Vec<u8>) -> Result<(), ImageError> {
        let at = self.blocks + 1 + block;
        inflate(&self.data[self.end(at)..self.end(at + 1)], LARGEST, into).map_err(|_| WRONG)
    }

    /// The definition of a word; `None` if it has none. Takes a binary search and unpacks one block.
    ///
    /// # Errors
    /// [`ImageError::Field`] for a broken block.
    pub fn get(&self, word: &[Tile]) -> Result<Option<String>, ImageError> {
        let order = |key: &[u8]| key.iter().copied().cmp(word.iter().map(|tile| tile.number()));
        let (mut low, mut high) = (0, self.blocks);
        while low < high {
            let middle = low + (high - low) / 2;
            if order(self.key(middle)).is_le() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let Some(block) = low.checked_sub(1) else { return Ok(None) };
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(known, _)| *known != block) {
            let mut bytes = last.take().map_or_else(Vec::new, |(_, bytes)| bytes);
            self.unpack(block, &mut bytes)?;
            *last = Some((block, bytes));
        }
        let Some((_, bytes)) = &*last else { return Ok(None) };
        let mut found = None;
        entries(bytes, |known, text| {
            let there = known == word;
            if there {
                found = Some(text.to_owned());
            }
            !there
        })?;
        Ok(found)
    }

    /// `true` if the definitions are scores: nearly all texts of the first block are numbers. Unpacks one block.
    ///
    /// # Errors
    /// [`ImageError::Field`] for a broken block.
    pub fn has_scores(&self) -> Result<bool, ImageError> {
        if self.blocks == 0 {
            return Ok(false);
        }
        let (mut bytes, mut scores, mut all) = (Vec::new(), 0, 0);
        self.unpack(0, &mut bytes)?;
        entries(&bytes, |_, text| {
            scores += usize::from(Score::largest(text).is_some());
            all += 1;
            true
        })?;
        Ok(Score::belongs(scores, all))
    }

    /// Calls `each` with every word that has a definition, and with that, in collation order.
    ///
    /// # Errors
    /// [`ImageError::Field`] for a broken block, after those before it.
    pub fn for_each(&self, mut each: impl FnMut(&[Tile], &str)) -> Result<(), ImageError> {
        let mut bytes = Vec::new();
        for block in 0..self.blocks {
            self.unpack(block, &mut bytes)?;
            let mut first = true;
            let mut right = true;
            entries(&bytes, |word, text| {
                if std::mem::take(&mut first) {
                    right = self.key(block).iter().copied().eq(word.iter().map(|tile| tile.number()));
                }
                each(word, text);
                true
            })?;
            if first || !right {
                return Err(WRONG);
            }
        }
        Ok(())
    }
}

/// Calls `each` with the entries of a block while it says yes.
fn entries(block: &[u8], mut each: impl FnMut(&[Tile], &str) -> bool) -> Result<(), ImageError> {
    let mut word: Vec<Tile> = Vec::new();
    let mut rest = block;
    while !rest.is_empty() {
        let (&[shared, more], after) = rest.split_first_chunk::<2>().ok_or(WRONG)?;
        let (shared, more) = (usize::from(shared), usize::from(more));
        if shared > word.len() || shared + more > MAX_WORD_LENGTH {
            return Err(WRONG);
        }
        let (letters, after) = after.split_at_checked(more).ok_or(WRONG)?;
        word.truncate(shared);
        word.extend(letters.iter().map(|&number| Tile::from_label(number)));
        let (length, after) = after.split_first_chunk::<4>().ok_or(WRONG)?;
        let (text, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(WRONG)?;
        rest = after;
        if !each(&word, std::str::from_utf8(text).map_err(|_| WRONG)?) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Words {
        let mut words = Words::new();
        list.iter()
            .for_each(|word| words.push(&word.bytes().map(|byte| Tile::from_label(byte - b'a' + 1)).collect::<Vec<_>>()));
        words
    }

    fn many() -> (Words, Definitions) {
        let list: Vec<String> =
            (0..2000u32).map(|at| format!("{:04}", at).bytes().map(|b| (b + 49) as char).collect()).collect();
        let words = words(&list.iter().map(String::as_str).collect::<Vec<_>>());
        let mut definitions = Definitions::default();
        for at in 0..2000 {
            definitions.push(&if at % 3 == 0 { String::new() } else { format!("the number {at}, plus {}", at * at) });
        }
        (words, definitions)
    }

    #[test]
    fn each_definition_is_found_and_no_other() {
        let (words, definitions) = many();
        let packed = pack(&words, &definitions).unwrap();
        assert!(packed.parameters[1] > 5, "several blocks");
        let glossary = Glossary::new(&packed.parameters, &packed.bytes).unwrap();
        for (at, word) in words.iter().enumerate().rev() {
            assert_eq!(glossary.get(word).unwrap().as_deref(), definitions.get(at));
            assert_eq!(glossary.get(&word[..word.len() - 1]).unwrap(), None);
        }
        let mut all = vec![];
        glossary.for_each(|word, text| all.push((word.to_vec(), text.to_owned()))).unwrap();
        assert_eq!((all.len() as u64, all.len()), (glossary.len(), 2000 - 667));
        assert!(all.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn no_definitions_are_a_section_too() {
        let mut none = Definitions::default();
        none.push("");
        let packed = pack(&words(&["a"]), &none).unwrap();
        let glossary = Glossary::new(&packed.parameters, &packed.bytes).unwrap();
        assert!(glossary.is_empty());
        assert_eq!(glossary.get(&[Tile::from_label(1)]).unwrap(), None);
    }

    /// Whatever the bytes are, reading them ends in an answer or an error.
    #[test]
    fn broken_sections_are_errors_or_answers() {
        let (words, definitions) = many();
        let packed = pack(&words, &definitions).unwrap();
        for at in 0..packed.bytes.len() {
            let mut bytes = packed.bytes.clone();
            bytes[at] = bytes[at].wrapping_add(1 + (at % 250) as u8);
            let Ok(glossary) = Glossary::new(&packed.parameters, &bytes) else { continue };
            let _ = glossary.get(words.get(at % words.len()));
            if at % 16 == 0 {
                let _ = glossary.for_each(|_, _| ());
            }
        }
        for length in 0..packed.bytes.len() {
            assert!(Glossary::new(&packed.parameters, &packed.bytes[..length]).is_err());
        }
        for blocks in [0, 1, u64::MAX, u64::MAX / 8] {
            let _ = Glossary::new(&[1, blocks, 0, 0, 0], &packed.bytes);
        }
    }
}
