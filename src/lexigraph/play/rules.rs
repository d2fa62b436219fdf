//! Game rules: when a game ends, and how the tiles left are counted. A table has the rules in common use.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use super::game::Challenge;

static TABLE: &str = include_str!("../wordlists/games.toml");

/// How the opponent's tiles are counted when a player goes out.
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
    /// The points that the player who goes out gains and the points that the other player loses, if the other's tiles
    /// have `points`.
    pub fn settle(self, points: i32) -> (i32, i32) {
        match self {
            GoingOut::Double => (2 * points, 0),
            GoingOut::Transfer => (points, points),
            GoingOut::Deduct => (0, points),
        }
    }

    /// What each seat gains and loses if the player at `seat` goes out, and the tiles left have the points of `worth`.
    ///
    /// Among more than two players, [`Double`](GoingOut::Double) is settled as [`Transfer`](GoingOut::Transfer): twice the
    /// points stand for the gain and the loss together, which is the same spread for two players only.
    pub fn settle_among<const SEATS: usize>(self, seat: usize, worth: [i32; SEATS]) -> [(i32, i32); SEATS] {
        let rule = if SEATS > 2 && self == GoingOut::Double { GoingOut::Transfer } else { self };
        let mut changes = [(0, 0); SEATS];
        for other in (0..SEATS).filter(|&other| other != seat) {
            let (gain, loss) = rule.settle(worth[other]);
            changes[seat].0 += gain;
            changes[other].1 = loss;
        }
        changes
    }

    /// The change of the spread for each point of the tiles left.
    pub fn weight(self) -> i32 {
        let (gain, loss) = self.settle(1);
        gain + loss
    }
}

/// The words that a play may form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Words {
    /// The words of the lexicon.
    #[default]
    Standard,
    /// Every order of the letters of a word of the lexicon.
    Clabbers,
}

/// The rules of a game: when it ends, how it is settled, and what becomes of words that are not in the lexicon.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GameRules {
    /// The name in the table.
    #[serde(skip)]
    pub name: String,
    /// A description for people.
    pub title: String,
    /// The number of scoreless turns in a row that ends the game.
    pub scoreless_turns: u16,
    /// The fewest tiles in the bag with which tiles may be exchanged; 0 for never.
    pub exchange_bag: usize,
    /// How going out is settled.
    pub going_out: GoingOut,
    /// What happens to words that are not in the lexicon, and to challenges.
    #[serde(default)]
    pub challenge: Challenge,
    /// The minutes of each player; 0 for as many as they like.
    #[serde(default)]
    pub minutes: u32,
    /// The points that each minute begun after that costs.
    #[serde(default)]
    pub overtime_points: u32,
    /// The most minutes of overtime that are charged.
    #[serde(default)]
    pub overtime_minutes: u32,
    /// The words that a play may form.
    #[serde(default)]
    pub words: Words,
}

/// No rules have this name.
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
    /// The rules with this name. Most people play by `standard`.
    ///
    /// # Errors
    /// [`UnknownRules`] lists the known rules.
    pub fn builtin(name: &str) -> Result<GameRules, UnknownRules> {
        table().remove(name).ok_or_else(|| UnknownRules { name: name.to_owned() })
    }

    /// The names of all rules, sorted.
    pub fn names() -> Vec<String> {
        table().into_keys().collect()
    }

    /// The number of scoreless turns in a row that ends a game of this many players: as many rounds as with two.
    pub fn scoreless_turns_of(&self, seats: usize) -> u16 {
        self.scoreless_turns.saturating_mul(seats as u16) / 2
    }

    /// Sets the minutes of each player. Rules without overtime then charge ten points a minute, for ten minutes at most.
    pub fn set_minutes(&mut self, minutes: u32) {
        self.minutes = minutes;
        if self.overtime_minutes == 0 {
            (self.overtime_points, self.overtime_minutes) = (10, 10);
        }
    }

    /// The points that a player loses who has used this time. Each minute begun counts, up to the limit.
    pub fn time_penalty(&self, used: Duration) -> i32 {
        if self.minutes == 0 {
            return 0;
        }
        let over = used.as_secs().saturating_sub(60 * u64::from(self.minutes));
        let minutes = over.div_ceil(60).min(u64::from(self.overtime_minutes));
        i32::try_from(minutes * u64::from(self.overtime_points)).unwrap_or(i32::MAX)
    }

    /// `true` if tiles may be exchanged when the bag has `bag` tiles.
    pub fn may_exchange(&self, bag: usize) -> bool {
        self.exchange_bag > 0 && bag >= self.exchange_bag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_reads() {
        let of_time = ["club-double", "club-single", "five-points", "ten-points"];
        for name in GameRules::names() {
            let rules = GameRules::builtin(&name).unwrap();
            assert_eq!(rules.minutes > 0, of_time.contains(&&*name), "{name}");
            assert_eq!(rules.challenge.can_challenge(), of_time.contains(&&*name), "{name}");
            assert_eq!(rules.words == Words::Clabbers, name == "clabbers");
        }
        let standard = GameRules::builtin("standard").unwrap();
        assert!(standard.may_exchange(7) && !standard.may_exchange(6));
        assert_eq!((standard.scoreless_turns, standard.going_out.settle(5)), (6, (10, 0)));
        let thesis = GameRules::builtin("thesis").unwrap();
        assert!(!thesis.may_exchange(80) && thesis.going_out.weight() == 1);
        let timed = GameRules::builtin("five-points").unwrap();
        for (seconds, points) in
            [(0, 0), (1500, 0), (1501, 10), (1560, 10), (1561, 20), (2100, 100), (2101, 100), (u64::MAX, 100)]
        {
            assert_eq!(timed.time_penalty(Duration::from_secs(seconds)), points, "{seconds}");
            assert_eq!(standard.time_penalty(Duration::from_secs(seconds)), 0);
        }
        assert!(GameRules::builtin("chess").unwrap_err().to_string().contains("standard"));
    }
}
