//! When a game ends, and what the tiles count for that are left then: a table of rules in common use.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

static TABLE: &str = include_str!("../../../wordlists/games.toml");

/// What happens to the tiles that the opponent has left when a player goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GoingOut {
    /// The player who went out gains twice their points.
    Double,
    /// The opponent loses their points, the player who went out gains them.
    Transfer,
    /// The opponent loses their points.
    Deduct,
}

impl GoingOut {
    /// What the player who goes out gains and what the other loses, for tiles of so many points.
    pub fn settle(self, points: i32) -> (i32, i32) {
        match self {
            GoingOut::Double => (2 * points, 0),
            GoingOut::Transfer => (points, points),
            GoingOut::Deduct => (0, points),
        }
    }

    /// How much the spread changes, for each point of the tiles left.
    pub fn weight(self) -> i32 {
        let (gain, loss) = self.settle(1);
        gain + loss
    }
}

/// When a game ends and how it is settled.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GameRules {
    /// Its name in the table.
    #[serde(skip)]
    pub name: String,
    /// What it says of itself.
    pub title: String,
    /// So many turns without score in a row end the game.
    pub scoreless_turns: u16,
    /// Tiles may be exchanged while the bag holds so many; 0: never.
    pub exchange_bag: usize,
    /// How going out is settled.
    pub going_out: GoingOut,
}

/// No preset has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no rules are called '{name}' — use one of: {}", GameRules::names().join(", "))]
pub struct UnknownRules {
    name: String,
}

fn table() -> BTreeMap<String, GameRules> {
    let mut table: BTreeMap<String, GameRules> = toml::from_str(TABLE).expect("bug: games.toml cannot be read");
    table.iter_mut().for_each(|(name, rules)| rules.name.clone_from(name));
    table
}

impl GameRules {
    /// The preset of this name; `standard` is what most play by.
    ///
    /// # Errors
    /// [`UnknownRules`] names those there are.
    pub fn builtin(name: &str) -> Result<GameRules, UnknownRules> {
        table().remove(name).ok_or_else(|| UnknownRules { name: name.to_owned() })
    }

    /// The names of all presets, sorted.
    pub fn names() -> Vec<String> {
        table().into_keys().collect()
    }

    /// Whether tiles may be exchanged when the bag holds so many.
    pub fn may_exchange(&self, bag: usize) -> bool {
        self.exchange_bag > 0 && bag >= self.exchange_bag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_reads() {
        assert_eq!(GameRules::names(), ["four-passes", "standard", "thesis", "transfer"]);
        let standard = GameRules::builtin("standard").unwrap();
        assert!(standard.may_exchange(7) && !standard.may_exchange(6));
        assert_eq!((standard.scoreless_turns, standard.going_out.settle(5)), (6, (10, 0)));
        let thesis = GameRules::builtin("thesis").unwrap();
        assert!(!thesis.may_exchange(80) && thesis.going_out.weight() == 1);
        assert!(GameRules::builtin("chess").unwrap_err().to_string().contains("standard"));
    }
}
