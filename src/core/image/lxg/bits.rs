//! Bit vectors that count, and arrays of numbers of any width, as `packed` has them in its section.
//!
//! *rank*(i) is the number of ones before bit i. A vector lies in blocks of 256 bits with the rank of their first bit before them
//! (Jacobson 1989, with one level of counts: 12.5 % more): a rank is one block, which mostly is one cache line.

/// Bits of a block.
const BLOCK: usize = 256;
/// Bytes of a block with its rank.
const BLOCK_BYTES: usize = 4 + BLOCK / 8;
/// One entry of the table that finds a one by its number stands for so many.
const SAMPLE: usize = 64;

/// Bits being written, or numbers of any width.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    words: Vec<u64>,
    length: usize,
}

impl BitWriter {
    /// Adds the low bits of a number, the lowest first; at most 57.
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

    pub fn len(&self) -> usize {
        self.length
    }

    /// Appends the bits as whole bytes.
    pub fn write_plain(&self, bytes: &mut Vec<u8>) {
        let end = bytes.len() + self.length.div_ceil(8);
        self.words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        bytes.truncate(end);
    }

    /// Appends the bits in blocks with ranks.
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

    /// Appends the block of each 64th one, in numbers of so many bits.
    pub fn write_samples(&self, width: u32, bytes: &mut Vec<u8>) {
        let ones = (0..self.length).filter(|&at| self.words[at / 64] >> (at % 64) & 1 != 0);
        let mut samples = BitWriter::default();
        ones.step_by(SAMPLE).for_each(|one| samples.push((one / BLOCK) as u64, width));
        samples.write_plain(bytes);
    }

    /// The bits of sample numbers.
    pub fn sample_width(&self) -> u32 {
        64 - (self.length.saturating_sub(1) / BLOCK).leading_zeros().min(63)
    }

    /// Whether a bit is set.
    pub fn get(&self, at: usize) -> bool {
        self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 != 0)
    }
}

/// The bytes of a bit vector with ranks.
pub(super) fn ranked_bytes(bits: u64) -> u64 {
    bits.div_ceil(BLOCK as u64) * BLOCK_BYTES as u64
}

/// The length of the table that finds so many ones.
pub(super) fn samples(ones: u64) -> u64 {
    ones.div_ceil(SAMPLE as u64)
}

/// A bit vector with ranks. Reading past the end gives zeros.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RankBits<'a> {
    blocks: &'a [[u8; BLOCK_BYTES]],
}

impl<'a> RankBits<'a> {
    pub fn new(bytes: &'a [u8]) -> RankBits<'a> {
        RankBits { blocks: bytes.as_chunks().0 }
    }

    #[inline]
    fn rank_of(block: &[u8; BLOCK_BYTES]) -> u64 {
        u32::from_le_bytes([block[0], block[1], block[2], block[3]]).into()
    }

    #[inline]
    fn word(block: &[u8; BLOCK_BYTES], word: usize) -> u64 {
        block[4..].as_chunks::<8>().0.get(word).map_or(0, |&word| u64::from_le_bytes(word))
    }

    /// The 64 bits of a word of the vector.
    #[inline]
    fn word_at(&self, word: usize) -> u64 {
        self.blocks.get(word / (BLOCK / 64)).map_or(0, |block| Self::word(block, word % (BLOCK / 64)))
    }

    /// A bit, and how many ones there are before it.
    #[inline]
    pub fn get(&self, at: u64) -> (bool, u64) {
        let Some(block) = self.blocks.get(at as usize / BLOCK) else { return (false, 0) };
        let (word, bit) = (at as usize % BLOCK / 64, at % 64);
        let mut rank = Self::rank_of(block);
        for before in 0..word {
            rank += u64::from(Self::word(block, before).count_ones());
        }
        let word = Self::word(block, word);
        (word >> bit & 1 != 0, rank + u64::from((word & ((1 << bit) - 1)).count_ones()))
    }

    /// The first one at a place or after it, looking no further than some 300 bits.
    #[inline]
    pub fn next_one(&self, at: u64) -> u64 {
        let (first, shift) = (at as usize / 64, at % 64);
        let bits = self.word_at(first) >> shift;
        if bits != 0 {
            return at + u64::from(bits.trailing_zeros());
        }
        let word = (first + 1..first + 5).find(|&word| self.word_at(word) != 0).unwrap_or(first + 5);
        word as u64 * 64 + u64::from(self.word_at(word).trailing_zeros())
    }

    /// Where a one lies, by its number from 0, with the table of samples.
    #[inline]
    pub fn select(&self, number: u64, section: &[u8], samples: Numbers) -> u64 {
        let mut at = samples.get(section, number / SAMPLE as u64) as usize;
        while self.blocks.get(at + 1).is_some_and(|block| Self::rank_of(block) <= number) {
            at += 1;
        }
        let Some(block) = self.blocks.get(at) else { return 0 };
        let mut left = number.saturating_sub(Self::rank_of(block));
        for number in 0..BLOCK / 64 {
            let word = Self::word(block, number);
            let ones = u64::from(word.count_ones());
            if left < ones {
                return (at * BLOCK + number * 64) as u64 + select_in_word(word, left);
            }
            left -= ones;
        }
        0
    }

    /// The number of ones when all ranks are right and no bit is set from `length` on.
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

    /// Whether the table of samples is right.
    pub fn samples_hold(&self, ones: u64, section: &[u8], table: Numbers) -> bool {
        (0..samples(ones)).all(|at| {
            let (one, block) = (at * SAMPLE as u64, table.get(section, at) as usize);
            self.blocks.get(block).is_some_and(|block| Self::rank_of(block) <= one)
                && self.blocks.get(block + 1).is_none_or(|block| Self::rank_of(block) > one)
        })
    }
}

/// The place of a one in a word that has more ones than its number from 0. The word's bytes are counted all at once; only the byte
/// that has it is gone through.
#[inline]
fn select_in_word(word: u64, number: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let upto = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    // By byte, its high bit where fewer ones than wanted lie up to its end; at most 64 fits seven bits.
    let fewer = ((number * ONES) | (ONES << 7)).wrapping_sub(upto) & (ONES << 7);
    let byte = u64::from(fewer.count_ones()) * 8;
    let mut bits = word >> byte;
    for _ in 0..number - (upto << 8 >> byte & 0xff) {
        bits &= bits - 1;
    }
    byte + u64::from(bits.trailing_zeros())
}

/// Numbers of some bits each, side by side in a section; `from` is the place of the first bit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    from: u64,
    pub width: u32,
}

impl Numbers {
    pub fn new(byte: u64, width: u32) -> Numbers {
        Numbers { from: byte * 8, width }
    }

    /// At least 57 bits of the section from a number on: it and what follows it.
    #[inline]
    pub fn window(&self, section: &[u8], index: u64) -> u64 {
        let bit = self.from + index * u64::from(self.width);
        let bytes = section.get(bit as usize / 8..).and_then(|bytes| bytes.first_chunk::<8>());
        bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes) >> (bit % 8))
    }

    #[inline]
    pub fn get(&self, section: &[u8], index: u64) -> u64 {
        self.window(section, index) & ((1 << self.width) - 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranks_and_places_are_those_counted_one_by_one(bits in prop::collection::vec(prop::bool::weighted(0.4), 0..1500)) {
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
            let (ranked, numbers) = (RankBits::new(&bytes), Numbers::new(0, width));
            prop_assert_eq!(ranked.count(bits.len() as u64), Some(ones.len() as u64));
            prop_assert!(ranked.samples_hold(ones.len() as u64, &table, numbers));
            let mut before = 0;
            for (at, &bit) in bits.iter().enumerate() {
                prop_assert_eq!(ranked.get(at as u64), (bit, before));
                before += u64::from(bit);
            }
            for (number, &one) in ones.iter().enumerate() {
                prop_assert_eq!(ranked.select(number as u64, &table, numbers), one);
            }
        }

        #[test]
        fn numbers_come_back(width in 1u32..=32, values in prop::collection::vec(any::<u32>(), 0..100)) {
            let mut writer = BitWriter::default();
            let values: Vec<u64> = values.iter().map(|&value| u64::from(value) & ((1 << width) - 1)).collect();
            values.iter().for_each(|&value| writer.push(value, width));
            let mut bytes = vec![0xff; 3];
            writer.write_plain(&mut bytes);
            bytes.extend([0xff; 8]);
            let numbers = Numbers::new(3, width);
            for (at, &value) in values.iter().enumerate() {
                prop_assert_eq!(numbers.get(&bytes, at as u64), value);
            }
        }
    }
}
