//! Seeds for what depends on chance.

/// A seed that differs from run to run, and is short enough to type.
pub fn any_seed() -> u64 {
    lexigraph::platform::seed() >> 32
}
