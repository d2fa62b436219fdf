//! Random numbers that depend on their seed only: they are the same on every machine and in every version.

/// 2⁶⁴ divided by the golden ratio: multiples of it are far from each other.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes the bits of a number so that every bit affects every bit of the result; different numbers stay different.
/// `SplitMix64` applies it to its counter, and it is a hash for numbers that differ in few bits.
#[inline]
pub const fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The generator `SplitMix64` (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mixed(self.0)
    }

    /// Skips this many numbers, in constant time.
    pub const fn skip(&mut self, numbers: u64) {
        self.0 = self.0.wrapping_add(STEP.wrapping_mul(numbers));
    }

    /// A number below `limit`, uniform but for a part in 2⁶⁴ / limit; 0 for a limit of 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.bits() as u128 * limit as u128) >> 64) as usize
    }

    /// Shuffles the items; all orders are equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_numbers_are_those_that_would_have_come() {
        let (mut one, mut other) = (Random::new(7), Random::new(7));
        for _ in 0..1000 {
            one.below(26);
        }
        other.skip(1000);
        assert_eq!(one.bits(), other.bits());
    }
}
