//! The clocks of the players, and what overtime costs at the end of a game.

use std::time::Duration;

use super::Game;

/// The time that each seat has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clocks<const SEATS: usize>([Duration; SEATS]);

impl<const SEATS: usize> Default for Clocks<SEATS> {
    fn default() -> Clocks<SEATS> {
        Clocks([Duration::ZERO; SEATS])
    }
}

impl<const SEATS: usize> Clocks<SEATS> {
    /// The whole seconds of all seats, as a note has them: `61/30`; `None` if nothing was counted.
    pub fn written(&self) -> Option<String> {
        let used = self.0.map(|used| used.as_secs().to_string());
        self.0.iter().any(|used| used.as_secs() > 0).then(|| used.join("/"))
    }

    /// Reads what [`written`](Self::written) wrote.
    pub fn read(text: &str) -> Option<Clocks<SEATS>> {
        let seconds = |text: &str| Some(Duration::from_secs(text.trim().parse().ok()?));
        let used: Option<Vec<Duration>> = text.split('/').map(seconds).collect();
        Some(Clocks(used?.try_into().ok()?))
    }
}

impl<const SEATS: usize> Game<SEATS> {
    /// Adds to the time that a seat has used. It counts when the game ends, if the rules have a time limit; after that,
    /// the clocks stand still. Time is not given back with turns that are taken back.
    ///
    /// # Panics
    /// If there are not so many seats.
    pub fn spend(&mut self, seat: usize, time: Duration) {
        if self.end.is_none() {
            self.clocks.0[seat] = self.clocks.0[seat].saturating_add(time);
        }
    }

    /// The time that a seat has used.
    ///
    /// # Panics
    /// If there are not so many seats.
    pub fn time_used(&self, seat: usize) -> Duration {
        self.clocks.0[seat]
    }

    /// The points that a seat loses for overtime once the game ends; 0 if the rules have no time limit.
    ///
    /// # Panics
    /// If there are not so many seats.
    pub fn time_penalty(&self, seat: usize) -> i32 {
        self.rules.time_penalty(self.clocks.0[seat])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_they_are_written() {
        let clocks = Clocks([Duration::from_millis(61_900), Duration::from_secs(30)]);
        assert_eq!(clocks.written().as_deref(), Some("61/30"));
        assert_eq!(Clocks::<2>::read("61/30").unwrap().written(), clocks.written());
        assert_eq!(Clocks::<4>::default().written(), None);
        for text in ["61", "61/", "a/b", "-1/2", "99999999999999999999/1", "1/2/3"] {
            assert_eq!(Clocks::<2>::read(text), None, "{text}");
        }
    }
}
