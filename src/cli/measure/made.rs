//! Made keys, for lists of any length.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use lexigraph::random::Random;

/// So many distinct keys of two to five syllables and an ending, such as `tarimoing`, in no order; the same for a seed on every machine.
///
/// Linear; some 60 bytes a key. There are more than 10¹³ of them.
pub fn made(keys: usize, seed: u64) -> Vec<String> {
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
        // Two keys with one fingerprint would lose the second: no harm.
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
        let keys = made(20_000, 1);
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 20_000);
        assert_eq!(keys[..100], made(100, 1)[..]);
        assert_ne!(keys[0], made(1, 2)[0]);
    }
}
