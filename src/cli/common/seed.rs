//! Seeds for what depends on chance.

use std::hash::{BuildHasher, RandomState};

/// A seed that differs from run to run, and is short enough to type.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one(0) >> 32
}
