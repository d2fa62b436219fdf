//! Instructions that count and find ones, where the processor has them.
//!
//! The default target of x86-64 has no POPCNT. Without it, each count takes a dozen instructions, and a look-up in a
//! `packed` graph takes 1.5 to 2 times as long, most of it for ranks and selects.
#![allow(unsafe_code)]

/// Finds ones in words.
pub(super) trait Ones: Copy {
    /// The position in a word of a one by its number, counted from 0; any position if there are fewer ones.
    fn select(self, word: u64, number: u64) -> u64;
}

/// Work that finds ones.
pub(super) trait Work {
    type Result;

    /// Does the work. Implementations must be `#[inline(always)]`, as everything that finds ones in them: only then are
    /// they compiled for the instructions of [`Counting`].
    fn run(self, ones: impl Ones) -> Self::Result;
}

/// Instructions that every processor has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Ones for Portable {
    /// Counts the ones of all bytes at once, and then halves the byte three times.
    #[inline(always)]
    fn select(self, word: u64, number: u64) -> u64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let number = number & 63;
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let upto = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
        // The high bit of a byte is set if there are no more than `number` ones up to its end. Counts up to 64 fit seven
        // bits.
        let fewer = ((number * ONES) | (ONES << 7)).wrapping_sub(upto) & (ONES << 7);
        let mut at = (fewer >> 7).wrapping_mul(ONES) >> 56 << 3;
        let mut left = number - (upto << 8 >> (at & 63) & 0xff);
        for (ones, mask, bits) in [(fours, 7, 4), (pairs, 3, 2), (word, 1, 1)] {
            let here = ones >> (at & 63) & mask;
            let is_past = left >= here;
            at += if is_past { bits } else { 0 };
            left -= if is_past { here } else { 0 };
        }
        at & 63
    }
}

/// Proof that the processor has POPCNT, BMI1, BMI2 and LZCNT.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(super) struct Counting(());

impl Counting {
    /// Returns the proof if the processor has the instructions.
    #[inline]
    pub fn new() -> Option<Counting> {
        #[cfg(target_arch = "x86_64")]
        return (is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt"))
        .then_some(Counting(()));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Does work with these instructions.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn run<W: Work>(self, work: W) -> W::Result {
        #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
        fn run<W: Work>(work: W, counting: Counting) -> W::Result {
            work.run(counting)
        }
        // SAFETY: the proof says that the processor has the instructions.
        unsafe { run(work, self) }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    fn run<W: Work>(self, work: W) -> W::Result {
        work.run(Portable)
    }
}

#[cfg(target_arch = "x86_64")]
impl Ones for Counting {
    #[inline(always)]
    fn select(self, word: u64, number: u64) -> u64 {
        // SAFETY: the proof says that the processor has BMI2.
        let one = unsafe { std::arch::x86_64::_pdep_u64(1 << (number & 63), word) };
        u64::from(one.trailing_zeros()) & 63
    }
}

/// Does work with the instructions of the processor.
#[inline]
pub(super) fn run<W: Work>(counting: Option<Counting>, work: W) -> W::Result {
    match counting {
        Some(counting) => counting.run(work),
        None => work.run(Portable),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Finds a one in a word.
    struct Select(u64, u64);

    impl Work for Select {
        type Result = u64;

        #[inline(always)]
        fn run(self, ones: impl Ones) -> u64 {
            ones.select(self.0, self.1)
        }
    }

    proptest! {
        #[test]
        fn ones_are_those_of_a_linear_search(word: u64, few: u64, none in 0u64..u64::MAX) {
            for word in [word, word & few, word | few, none & none.wrapping_sub(1), u64::MAX, 1 << 63] {
                let ones: Vec<u64> = (0..64).filter(|at| word >> at & 1 != 0).collect();
                for counting in [None, Counting::new()] {
                    for (number, &one) in ones.iter().enumerate() {
                        prop_assert_eq!(run(counting, Select(word, number as u64)), one);
                    }
                    for number in [ones.len() as u64, 63, 64, u64::MAX] {
                        prop_assert!(run(counting, Select(word, number)) < 64);
                    }
                }
            }
        }
    }
}
