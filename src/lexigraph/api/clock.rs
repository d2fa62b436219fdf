//! Time, where there is a clock. WebAssembly has one only if the program around it gives it one: else no time passes
//! there, and only the bounds that count hold.

use std::time::Duration;

use crate::platform::{self, Instant};

/// Time since a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch(platform::has_clock().then(Instant::now))
    }

    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }

    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// The time at which so much has passed.
    pub fn end(self, after: Duration) -> Option<Instant> {
        self.0?.checked_add(after)
    }

    /// `true` if searches that need a clock can run.
    pub fn runs(self) -> bool {
        self.0.is_some()
    }
}

/// Decides when to tell progress: soon, but seldom enough that telling takes a small part of the time. Without a clock,
/// always.
#[derive(Debug)]
pub(super) struct Teller {
    clock: Stopwatch,
    next: Duration,
}

impl Teller {
    /// The least time from one progress to the next.
    const PAUSE: Duration = Duration::from_millis(100);

    pub fn new(clock: Stopwatch) -> Teller {
        Teller { clock, next: Duration::ZERO }
    }

    /// `true` if the progress is to be told now.
    pub fn is_due(&self) -> bool {
        self.clock.elapsed() >= self.next || !self.clock.runs()
    }

    /// Tells the progress.
    pub fn tell<R>(&mut self, tell: impl FnOnce() -> R) -> R {
        let before = self.clock.elapsed();
        let told = tell();
        let after = self.clock.elapsed();
        self.next = after + Teller::PAUSE.max(10 * (after - before));
        told
    }
}
