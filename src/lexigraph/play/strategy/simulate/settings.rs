//! The settings of a simulation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A point of the mean spread counts as much as this chance to win, where candidates are compared by win chances: it
/// decides between candidates that win equally often.
const TIE_BREAK: f64 = 1e-5;

/// What candidates are compared by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The chance to win; of equal chances, the mean spread.
    #[default]
    Win,
    /// The mean spread.
    Spread,
}

impl Objective {
    /// All objectives, by name.
    pub const NAMES: [(&'static str, Objective); 2] = [("win", Objective::Win), ("spread", Objective::Spread)];

    /// The name.
    pub fn name(self) -> &'static str {
        Objective::NAMES[self as usize].0
    }

    /// The value of a result: its chance to win and its spread.
    pub(super) fn value(self, spread: f64, win: f64) -> f64 {
        match self {
            Objective::Win => win + TIE_BREAK * spread,
            Objective::Spread => spread,
        }
    }
}

impl FromStr for Objective {
    type Err = UnknownObjective;

    fn from_str(text: &str) -> Result<Objective, UnknownObjective> {
        let known = Objective::NAMES.into_iter().find(|(name, _)| *name == text);
        known.map(|(_, objective)| objective).ok_or_else(|| UnknownObjective(text.to_owned()))
    }
}

/// The name of no [`Objective`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("candidates are not compared by '{0}' — use win or spread")]
pub struct UnknownObjective(String);

/// The settings of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulationSettings {
    /// The number of moves to try: the best by score and leave. If it is greater than 2, the best exchange is one of them
    /// where tiles may be exchanged, and a pass is where it could matter.
    pub candidates: u64,
    /// The number of moves played after each.
    pub plies: u64,
    /// The most racks that each move is tried against.
    pub iterations: u64,
    /// The certainty, in hundredths, that the best candidate is not among those that are dropped; 100 never drops one.
    pub certainty: u64,
    /// What candidates are compared by.
    pub by: Objective,
    /// Solves positions with one or two tiles in the bag as [pre-endgames](crate::play::pre_endgame) instead, in about the
    /// time of the simulation. Candidates are then compared by the games won, whatever `by` says.
    pub pre_endgame: bool,
    /// `true` to weight the opponent's racks by the opponent's last turn, see [`Inference`](crate::play::inference::Inference).
    pub infer: bool,
}

impl Default for SimulationSettings {
    fn default() -> SimulationSettings {
        SimulationSettings {
            candidates: 12,
            plies: 2,
            iterations: 320,
            certainty: 99,
            by: Objective::default(),
            pre_endgame: true,
            infer: false,
        }
    }
}

/// Writes the settings that differ from the default, as in the text of a [`StrategySpec`](super::StrategySpec).
impl fmt::Display for SimulationSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = SimulationSettings::default();
        let all = [
            ("candidates", self.candidates, usual.candidates),
            ("plies", self.plies, usual.plies),
            ("iterations", self.iterations, usual.iterations),
            ("certainty", self.certainty, usual.certainty),
        ];
        let mut mark = ':';
        for (name, value, known) in all {
            if value != known {
                write!(f, "{mark}{name}={value}")?;
                mark = ',';
            }
        }
        if self.by != usual.by {
            write!(f, "{mark}by={}", self.by.name())?;
            mark = ',';
        }
        for (name, value, usual) in
            [("pre_endgame", self.pre_endgame, usual.pre_endgame), ("infer", self.infer, usual.infer)]
        {
            if value != usual {
                write!(f, "{mark}{name}={}", if value { "yes" } else { "no" })?;
                mark = ',';
            }
        }
        Ok(())
    }
}
