//! Bit vectors with rank and select, and arrays of integers of any width: the parts of a `packed` section.
//!
//! *rank*(i) is the number of ones before bit i. *select*(n) is the position of one number n, counted from 0. A vector
//! consists of blocks of 256 bits, each preceded by the rank of its first bit, which adds 12.5 %. A rank reads one
//! block, usually one cache line. A select starts at the block in a table of samples.
//!
//! Source: Jacobson, *Space-efficient static trees and graphs*, 1989, with one level of counts.

use super::counting::Ones;

/// The bits of a block.
const BLOCK: usize = 256;
/// The bytes of a block with its rank.
const BLOCK_BYTES: usize = 4 + BLOCK / 8;
/// The table of samples has one entry for each `SAMPLE` ones.
const SAMPLE: usize = 64;

/// The little-endian number of up to 8 bytes.
#[inline]
pub(super) fn unsigned<const N: usize>(bytes: &[u8; N]) -> u64 {
    // A loop over a fixed count becomes one load. `copy_from_slice` would be a call of `memmove` without LTO.
    let mut number = 0;
    let mut at = 0;
    while at < N {
        number |= u64::from(bytes[at]) << (8 * at);
        at += 1;
    }
    number
}

/// Writes bits, or integers of any width.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    words: Vec<u64>,
    length: usize,
}

impl BitWriter {
    /// Appends the lowest `width` bits of a number, at most 57, lowest first. The other bits must be zero.
    #[inline]
    pub fn push(&mut self, value: u64, width: u32) {
        if width == 0 {
            return;
        }
        let (word, shift) = (self.length / 64, self.length % 64);
        self.words.resize((self.length + width as usize).div_ceil(64), 0);
        self.words[word] |= value << shift;
        if shift + width as usize > 64 {
            self.words[word + 1] |= value >> (64 - shift);
        }
        self.length += width as usize;
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Appends the bits to `bytes`, padded to a whole byte.
    #[inline]
    pub fn write_plain(&self, bytes: &mut Vec<u8>) {
        let end = bytes.len() + self.length.div_ceil(8);
        self.words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        bytes.truncate(end);
    }

    /// Appends the bits to `bytes` in blocks with ranks.
    #[inline]
    pub fn write_ranked(&self, bytes: &mut Vec<u8>) {
        let mut rank = 0u32;
        for block in self.words.chunks(BLOCK / 64) {
            bytes.extend_from_slice(&rank.to_le_bytes());
            let words = (0..BLOCK / 64).map(|word| block.get(word).copied().unwrap_or(0));
            for word in words {
                bytes.extend_from_slice(&word.to_le_bytes());
                rank += word.count_ones();
            }
        }
    }

    /// Appends the table of samples to `bytes`: the block of each 64th one, in integers of `width` bits.
    #[inline]
    pub fn write_samples(&self, width: u32, bytes: &mut Vec<u8>) {
        let ones = (0..self.length).filter(|&at| self.words[at / 64] >> (at % 64) & 1 != 0);
        let mut samples = BitWriter::default();
        ones.step_by(SAMPLE).for_each(|one| samples.push((one / BLOCK) as u64, width));
        samples.write_plain(bytes);
    }

    /// The width of a sample in bits.
    #[inline]
    pub fn sample_width(&self) -> u32 {
        let last = self.length.saturating_sub(1) / BLOCK;
        (usize::BITS - last.leading_zeros()).max(1)
    }

    /// `true` if a bit is set.
    #[inline]
    pub fn get(&self, at: usize) -> bool {
        self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 != 0)
    }
}

/// The size of a bit vector with ranks, in bytes.
#[inline]
pub(super) fn ranked_bytes(bits: u64) -> u64 {
    bits.div_ceil(BLOCK as u64) * BLOCK_BYTES as u64
}

/// The number of samples for this number of ones.
#[inline]
pub(super) fn samples(ones: u64) -> u64 {
    ones.div_ceil(SAMPLE as u64)
}

/// A bit vector with ranks. Past the end, all bits are zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RankBits<'a> {
    blocks: &'a [[u8; BLOCK_BYTES]],
}

impl<'a> RankBits<'a> {
    #[inline]
    pub fn new(bytes: &'a [u8]) -> RankBits<'a> {
        RankBits { blocks: bytes.as_chunks().0 }
    }

    #[inline(always)]
    fn rank_of(block: &[u8; BLOCK_BYTES]) -> u64 {
        u32::from_le_bytes([block[0], block[1], block[2], block[3]]).into()
    }

    #[inline(always)]
    fn word(block: &[u8; BLOCK_BYTES], word: usize) -> u64 {
        block[4..].as_chunks::<8>().0.get(word).map_or(0, |&word| u64::from_le_bytes(word))
    }

    /// A word of 64 bits of the vector.
    #[inline(always)]
    fn word_at(&self, word: usize) -> u64 {
        self.blocks.get(word / (BLOCK / 64)).map_or(0, |block| Self::word(block, word % (BLOCK / 64)))
    }

    /// A bit and its rank. Counts the ones of all words, because the branch at the right one is hard to predict.
    #[inline(always)]
    pub fn get(&self, at: u64) -> (bool, u64) {
        let Some(block) = self.blocks.get(at as usize / BLOCK) else { return (false, 0) };
        let (within, bit) = (at as usize % BLOCK / 64, at % 64);
        let before = (1 << bit) - 1;
        let mut rank = Self::rank_of(block);
        for number in 0..BLOCK / 64 {
            let mask = if number < within {
                u64::MAX
            } else if number == within {
                before
            } else {
                0
            };
            rank += u64::from((Self::word(block, number) & mask).count_ones());
        }
        (Self::word(block, within) >> bit & 1 != 0, rank)
    }

    /// The position of the first one at or after `at`. The search ends after 256 to 319 bits: no node has more arcs.
    #[inline(always)]
    pub fn next_one(&self, at: u64) -> u64 {
        let (first, shift) = (at as usize / 64, at % 64);
        let bits = self.word_at(first) >> shift;
        if bits != 0 {
            return at + u64::from(bits.trailing_zeros());
        }
        let word = (first + 1..first + 5).find(|&word| self.word_at(word) != 0).unwrap_or(first + 5);
        word as u64 * 64 + u64::from(self.word_at(word).trailing_zeros())
    }

    /// The position of a one by its number, counted from 0.
    #[inline(always)]
    pub fn select(&self, number: u64, section: &[u8], samples: PackedInts, ones: impl Ones) -> u64 {
        let mut at = samples.get(section, number / SAMPLE as u64) as usize;
        // It is in this block or the next, nearly always. A branch between the two is hard to predict.
        at += usize::from(self.blocks.get(at + 1).is_some_and(|block| Self::rank_of(block) <= number));
        while self.blocks.get(at + 1).is_some_and(|block| Self::rank_of(block) <= number) {
            at += 1;
        }
        let Some(block) = self.blocks.get(at) else { return 0 };
        let left = number.saturating_sub(Self::rank_of(block));
        let (mut word, mut before, mut upto) = (0, 0, 0);
        for number in 0..BLOCK / 64 - 1 {
            upto += u64::from(Self::word(block, number).count_ones());
            if upto <= left {
                (word, before) = (number + 1, upto);
            }
        }
        (at * BLOCK + word * 64) as u64 + ones.select(Self::word(block, word), left - before)
    }

    /// The number of ones, if all ranks are correct and no bit is set from `length` on.
    #[inline]
    pub fn count(&self, length: u64) -> Option<u64> {
        let mut rank = 0;
        for block in self.blocks {
            if Self::rank_of(block) != rank {
                return None;
            }
            rank += (0..BLOCK / 64).map(|word| u64::from(Self::word(block, word).count_ones())).sum::<u64>();
        }
        let past = (length..length.next_multiple_of(BLOCK as u64)).any(|at| self.get(at).0);
        (!past).then_some(rank)
    }

    /// `true` if the table of samples is correct.
    #[inline]
    pub fn samples_hold(&self, ones: u64, section: &[u8], table: PackedInts) -> bool {
        (0..samples(ones)).all(|at| {
            let (one, block) = (at * SAMPLE as u64, table.get(section, at) as usize);
            self.blocks.get(block).is_some_and(|block| Self::rank_of(block) <= one)
                && self.blocks.get(block + 1).is_none_or(|block| Self::rank_of(block) > one)
        })
    }
}

/// An array of integers of `width` bits in a section, starting at bit `from`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PackedInts {
    from: u64,
    pub width: u32,
}

impl PackedInts {
    #[inline]
    pub fn new(byte: u64, width: u32) -> PackedInts {
        PackedInts { from: byte * 8, width }
    }

    /// At least 57 bits of the section, starting with an element of the array.
    #[inline(always)]
    pub fn window(&self, section: &[u8], index: u64) -> u64 {
        let bit = self.from + index * u64::from(self.width);
        let bytes = section.get(bit as usize / 8..).and_then(|bytes| bytes.first_chunk::<8>());
        bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes) >> (bit % 8))
    }

    #[inline(always)]
    pub fn get(&self, section: &[u8], index: u64) -> u64 {
        self.window(section, index) & ((1 << self.width) - 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::counting::Portable;
    use super::*;

    proptest! {
        #[test]
        fn rank_and_select_match_a_linear_count(bits in prop::collection::vec(prop::bool::weighted(0.4), 0..1500)) {
            let mut writer = BitWriter::default();
            bits.iter().for_each(|&bit| writer.push(bit.into(), 1));
            let (mut bytes, mut table) = (vec![], vec![]);
            writer.write_ranked(&mut bytes);
            let width = writer.sample_width();
            writer.write_samples(width, &mut table);
            let ones: Vec<u64> = (0..bits.len()).filter(|&at| bits[at]).map(|at| at as u64).collect();
            prop_assert_eq!(bytes.len() as u64, ranked_bytes(bits.len() as u64));
            prop_assert_eq!(table.len() as u64, (samples(ones.len() as u64) * u64::from(width)).div_ceil(8));
            table.extend([0xff; 8]);
            let (ranked, numbers) = (RankBits::new(&bytes), PackedInts::new(0, width));
            prop_assert_eq!(ranked.count(bits.len() as u64), Some(ones.len() as u64));
            prop_assert!(ranked.samples_hold(ones.len() as u64, &table, numbers));
            let mut before = 0;
            for (at, &bit) in bits.iter().enumerate() {
                prop_assert_eq!(ranked.get(at as u64), (bit, before));
                before += u64::from(bit);
            }
            for (number, &one) in ones.iter().enumerate() {
                prop_assert_eq!(ranked.select(number as u64, &table, numbers, Portable), one);
            }
        }

        #[test]
        fn integers_round_trip(width in 1u32..=32, values in prop::collection::vec(any::<u32>(), 0..100)) {
            let mut writer = BitWriter::default();
            let values: Vec<u64> = values.iter().map(|&value| u64::from(value) & ((1 << width) - 1)).collect();
            values.iter().for_each(|&value| writer.push(value, width));
            let mut bytes = vec![0xff; 3];
            writer.write_plain(&mut bytes);
            bytes.extend([0xff; 8]);
            let numbers = PackedInts::new(3, width);
            for (at, &value) in values.iter().enumerate() {
                prop_assert_eq!(numbers.get(&bytes, at as u64), value);
            }
        }
    }
}
