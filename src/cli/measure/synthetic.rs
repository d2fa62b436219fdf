//! Synthetic keys, for lists of any length.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use lexigraph::random::Random;

/// The prefix of the names of synthetic lists, which the number of keys follows.
pub const SYNTHETIC: &str = "synthetic:";

/// Generates distinct keys of two to five syllables and an ending, such as `tarimoing`, in no order. A seed gives the
/// same keys on every platform.
///
/// Takes linear time and about 60 bytes per key. There are more than 10¹³ different keys.
pub fn synthetic(keys: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut seen: HashSet<u64, FxBuildHasher> = HashSet::default();
    let mut list = Vec::with_capacity(keys);
    while list.len() < keys {
        let mut key = String::new();
        for _ in 0..2 + random.below(4) {
            key.push(char::from(b"bcdfghklmnprstvz"[random.below(16)]));
            key.push(char::from(b"aeiou"[random.below(5)]));
            if random.below(4) == 0 {
                key.push(char::from(b"nrslt"[random.below(5)]));
            }
        }
        key.push_str(["", "s", "ed", "ing", "er", "ly"][random.below(6)]);
        // Of two keys with the same fingerprint, the second is skipped, which does no harm.
        if seen.insert(fingerprint(key.as_bytes())) {
            list.push(key);
        }
    }
    list
}

/// FNV-1a, mixed.
fn fingerprint(key: &[u8]) -> u64 {
    let hash =
        key.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    lexigraph::random::mixed(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_distinct_and_those_of_the_seed() {
        let keys = synthetic(20_000, 1);
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 20_000);
        assert_eq!(keys[..100], synthetic(100, 1)[..]);
        assert_ne!(keys[0], synthetic(1, 2)[0]);
    }
}
