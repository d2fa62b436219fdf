//! Counts of the cards of a kind: how many are due, and when the next ones are.

use super::moment::Moment;
use super::schedule::CardState;

/// The cards of a kind, counted at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// The cards.
    pub cards: usize,
    /// Cards that have never been answered.
    pub new: usize,
    /// Cards that are due.
    pub due: usize,
    /// Cards that are due a day later, these included.
    pub tomorrow: usize,
    /// Cards that are due a week later, these included.
    pub week: usize,
    /// When the first card is due.
    pub next: Option<Moment>,
}

impl Due {
    /// Counts a card in this state; `None` for one that has never been answered.
    pub fn add(&mut self, state: Option<CardState>, now: Moment) {
        self.cards += 1;
        let Some(state) = state else {
            self.new += 1;
            return;
        };
        let within = |days: i64| state.is_due(now.plus_days(days));
        self.due += usize::from(within(0));
        self.tomorrow += usize::from(within(1));
        self.week += usize::from(within(7));
        self.next = Some(self.next.map_or(state.due, |next| next.min(state.due)));
    }
}
