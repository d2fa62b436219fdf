//! The end of the server.

use std::sync::Arc;

use tokio::sync::watch;

/// Ends a server from any thread.
#[derive(Clone, Debug)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Default for Stop {
    fn default() -> Stop {
        Stop::new()
    }
}

impl Stop {
    /// A server that is given this runs until [`stop`](Stop::stop).
    pub fn new() -> Stop {
        Stop(Arc::new(watch::Sender::new(false)))
    }

    /// Ends the server: running questions are cancelled, and connections closed.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    /// `true` after [`stop`](Stop::stop).
    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits for [`stop`](Stop::stop).
    pub(crate) async fn stopped(&self) {
        // The sender lives as long as `self`.
        let _ = self.0.subscribe().wait_for(|&stopped| stopped).await;
    }
}
