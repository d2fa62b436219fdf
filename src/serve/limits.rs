//! How much the server keeps, and how long it waits.

use std::time::Duration;

/// Bounds of the server. Those of the questions are [`Bounds`](lexigraph::api::Bounds).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The connections at once. One more closes that which has been idle longest, or waits.
    pub connections: usize,
    /// The bytes of the head of a request.
    pub head: usize,
    /// The time in which the head of a request has to arrive, and for which a connection may be idle.
    pub head_time: Duration,
    /// The time in which the body of a request has to arrive.
    pub body_time: Duration,
    /// The time for which a client may take nothing of its answer.
    pub stall: Duration,
    /// The time that a question waits for its turn.
    pub wait: Duration,
    /// The time in which a question is answered, beyond the time that the API allows for a search.
    pub answer_time: Duration,
    /// The time after which a silent stream of events gets a comment, so that nobody takes it for dead.
    pub keep_alive: Duration,
    /// The short questions that are answered at once.
    pub quick: usize,
    /// The short questions that wait.
    pub quick_waiting: usize,
    /// The long questions that are answered at once.
    pub long: usize,
    /// The long questions that wait.
    pub long_waiting: usize,
    /// The time that running work and open connections have to end when the server is stopped.
    pub end: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            connections: 256,
            head: 1 << 16,
            head_time: Duration::from_secs(20),
            body_time: Duration::from_secs(20),
            stall: Duration::from_secs(30),
            wait: Duration::from_secs(60),
            answer_time: Duration::from_secs(30),
            keep_alive: Duration::from_secs(10),
            quick: (4 * processors).max(8),
            quick_waiting: 128,
            long: processors,
            long_waiting: 16,
            end: Duration::from_millis(1500),
        }
    }
}
