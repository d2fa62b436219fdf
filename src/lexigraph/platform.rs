//! The clock and the source of seeds. The standard library has both, except for WebAssembly outside of a system
//! (`wasm32-unknown-unknown`): there the program that carries the library installs a `Platform`.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod system {
    use std::hash::{BuildHasher, RandomState};

    pub use std::time::Instant;

    /// `true` if time can be measured.
    pub fn has_clock() -> bool {
        true
    }

    /// A number that differs each time.
    pub fn seed() -> u64 {
        RandomState::new().hash_one(0)
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod system {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    static PLATFORM: OnceLock<Platform> = OnceLock::new();

    /// The clock and the source of seeds of the program that carries the library.
    #[derive(Clone, Copy, Debug)]
    pub struct Platform {
        /// The time since some fixed moment. It never goes back.
        pub now: fn() -> Duration,
        /// A number that differs each time.
        pub seed: fn() -> u64,
    }

    impl Platform {
        /// Makes this the clock and the source of seeds, before the first use of the library. Only the first call
        /// counts.
        pub fn install(self) {
            PLATFORM.get_or_init(|| self);
        }
    }

    /// `true` if time can be measured: if a [`Platform`] is installed. Without one, no time passes.
    pub fn has_clock() -> bool {
        PLATFORM.get().is_some()
    }

    /// A number that differs each time. Without a [`Platform`], the numbers differ, but are the same in each run.
    pub fn seed() -> u64 {
        // An odd step passes through all numbers, and changes the upper half as well.
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        static NEXT: AtomicU64 = AtomicU64::new(STEP);
        PLATFORM.get().map_or_else(|| NEXT.fetch_add(STEP, Ordering::Relaxed), |platform| (platform.seed)())
    }

    /// A moment, as `std::time::Instant`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(PLATFORM.get().map_or(Duration::ZERO, |platform| (platform.now)()))
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// The moment so much later, if it can be told.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }

    /// The time between two moments, zero if the second is the later one.
    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}

pub use system::*;

/// A seed that differs each time, is short enough to type, and fits into JSON numbers of any reader.
pub fn any_seed() -> u64 {
    seed() >> 32
}
