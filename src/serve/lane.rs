//! Lanes: which questions are answered now, and which wait.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Questions of one sort: some are answered at once, some more wait for their turn, the rest is refused.
pub struct Lane {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

/// A place in a lane, given back when it is dropped.
pub struct Place {
    turns: Arc<Semaphore>,
    place: OwnedSemaphorePermit,
}

/// The right to work, given back when it is dropped.
pub struct Turn {
    _place: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
}

impl Lane {
    /// A lane for so many questions at once, while so many wait.
    pub fn new(at_once: usize, waiting: usize) -> Lane {
        Lane { places: Arc::new(Semaphore::new(at_once + waiting)), turns: Arc::new(Semaphore::new(at_once)) }
    }

    /// A place in the lane; `None` if it is full.
    pub fn enter(&self) -> Option<Place> {
        let place = self.places.clone().try_acquire_owned().ok()?;
        Some(Place { turns: self.turns.clone(), place })
    }
}

impl Place {
    /// Waits for the turn of this place.
    pub async fn turn(self) -> Turn {
        let turn = self.turns.acquire_owned().await.expect("bug: a lane is not closed");
        Turn { _place: self.place, _turn: turn }
    }
}
