//! Shards: the parts of a long run that machines work on apart, and whose results add up to the run.
//!
//! A run has numbered units: games, pairs of games, pools of boards. The result of a unit depends on its number and on
//! the settings of the run only, and results are added as whole numbers. So the shards of a run give the same total as
//! one machine, whatever their number and order.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the library. Results of another version are not added: its games may go another way.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The most shards of a run.
pub const MOST: u64 = 1_000_000;

/// A part of a run: the units whose numbers have the remainder `number` − 1 when divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u64,
    /// The number of shards, at most [`MOST`].
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The number of units in the shard, if the run has `all`.
    pub fn units(self, all: u64) -> u64 {
        all / self.of + u64::from(self.number <= all % self.of)
    }

    /// The number of a unit in the run, from its number in the shard; both from 0.
    pub fn unit(self, at: u64) -> u64 {
        at * self.of + self.number - 1
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// A text is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no shard — write 2/5 for the second of five, of at most {MOST}")]
pub struct ShardError(String);

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = parts.map(|(number, of)| Shard { number, of });
        let sound = |shard: &Shard| (1..=shard.of).contains(&shard.number) && shard.of <= MOST;
        shard.filter(sound).ok_or_else(|| ShardError(text.to_owned()))
    }
}

/// Why results cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JoinError {
    /// The results are of different runs.
    #[error("the results are of different {runs}: {what} is {ours} here and {theirs} there")]
    Different {
        /// The kind of run: matches, trainings or searches.
        runs: &'static str,
        /// The property that differs.
        what: &'static str,
        /// Its value in these results.
        ours: String,
        /// Its value in the other results.
        theirs: String,
    },
    /// The results of a shard are there twice.
    #[error("shard {0} is there twice — give each once")]
    Twice(Shard),
    /// The results are of another version of the program.
    #[error("the results are of version {0}, this is {VERSION} — use one version for the whole run")]
    Version(String),
    /// Results that no run can have, alone or together.
    #[error("{0} — the file is damaged; run its shard again")]
    Absurd(&'static str),
}

impl JoinError {
    /// The error if results are of another version.
    ///
    /// # Errors
    /// [`JoinError::Version`].
    pub fn unless_ours(version: &str) -> Result<(), JoinError> {
        if version == VERSION { Ok(()) } else { Err(JoinError::Version(version.to_owned())) }
    }

    /// The error for the first of these properties whose two values differ.
    ///
    /// # Errors
    /// [`JoinError::Different`].
    pub fn unless_same(runs: &'static str, all: &[(&'static str, String, String)]) -> Result<(), JoinError> {
        match all.iter().find(|(_, ours, theirs)| ours != theirs) {
            Some((what, ours, theirs)) => {
                Err(JoinError::Different { runs, what, ours: ours.clone(), theirs: theirs.clone() })
            }
            None => Ok(()),
        }
    }
}

/// The shards of a run whose results are known, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Shard>", into = "Vec<Shard>")]
pub struct Shards(Vec<Shard>);

impl From<Shards> for Vec<Shard> {
    fn from(shards: Shards) -> Vec<Shard> {
        shards.0
    }
}

impl TryFrom<Vec<Shard>> for Shards {
    type Error = JoinError;

    fn try_from(shards: Vec<Shard>) -> Result<Shards, JoinError> {
        let (first, rest) = shards.split_first().ok_or(JoinError::Absurd("the results are of no shard"))?;
        let mut all = Shards::from(*first);
        rest.iter().try_for_each(|shard| all.join("runs", &Shards::from(*shard)))?;
        Ok(all)
    }
}

impl From<Shard> for Shards {
    fn from(shard: Shard) -> Shards {
        Shards(vec![shard])
    }
}

impl std::fmt::Display for Shards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&listed(&self.0))
    }
}

/// The most shards that a message lists.
const LISTED: usize = 10;

fn listed(shards: &[Shard]) -> String {
    let mut names: Vec<String> = shards.iter().take(LISTED).map(Shard::to_string).collect();
    if shards.len() > LISTED {
        names.push(format!("{} more", shards.len() - LISTED));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "none".to_owned(),
    }
}

impl Shards {
    /// Adds the shards of other results of the same run; `runs` is the kind of run, for the error.
    ///
    /// # Errors
    /// [`JoinError::Twice`], or [`JoinError::Different`] if the run was divided in another way. The shards are then
    /// those of before.
    pub fn join(&mut self, runs: &'static str, other: &Shards) -> Result<(), JoinError> {
        let (ours, theirs) = (self.0[0].of.to_string(), other.0[0].of.to_string());
        JoinError::unless_same(runs, &[("the number of shards", ours, theirs)])?;
        if let Some(twice) = other.0.iter().find(|shard| self.0.binary_search(shard).is_ok()) {
            return Err(JoinError::Twice(*twice));
        }
        self.0.extend(&other.0);
        self.0.sort_unstable();
        Ok(())
    }

    /// The first of the shards; the only one while it is worked on.
    pub fn first(&self) -> Shard {
        self.0[0]
    }

    /// The number of units in these shards, if the run has `all`.
    pub fn units(&self, all: u64) -> u64 {
        self.0.iter().map(|shard| shard.units(all)).sum()
    }

    /// A text that lists the shards that are missing; `None` if all are there.
    pub fn missing(&self) -> Option<String> {
        let of = self.0[0].of;
        if self.0.len() as u64 == of {
            return None;
        }
        let absent = (1..=of).map(|number| Shard { number, of }).filter(|shard| self.0.binary_search(shard).is_err());
        let absent: Vec<Shard> = absent.collect();
        let (are, name) = if absent.len() == 1 { ("is", "shard") } else { ("are", "shards") };
        Some(format!("{name} {} {are} missing", listed(&absent)))
    }

    /// Says that the run is whole if all shards are there: it no longer matters how it was divided.
    pub fn complete(&mut self) {
        if self.missing().is_none() {
            self.0 = vec![Shard::WHOLE];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_out_the_units() {
        for units in 0..20 {
            for of in 1..6 {
                let shards = || (1..=of).map(|number| Shard { number, of });
                let mut all: Vec<u64> =
                    shards().flat_map(|shard| (0..shard.units(units)).map(move |at| shard.unit(at))).collect();
                all.sort_unstable();
                assert_eq!(all, (0..units).collect::<Vec<_>>());
            }
        }
        assert_eq!(Shard { number: MOST, of: MOST }.units(u64::MAX), u64::MAX / MOST);
        assert_eq!("2/5".parse(), Ok(Shard { number: 2, of: 5 }));
        for text in ["0/5", "6/5", "2", "a/b", "", "-1/5", "1/1000001", "1/18446744073709551615"] {
            assert!(text.parse::<Shard>().unwrap_err().to_string().contains("is no shard"));
        }
    }

    #[test]
    fn shards_are_joined_in_any_order_and_only_once() {
        let shard = |text: &str| Shards::from(text.parse::<Shard>().unwrap());
        let mut all = shard("3/4");
        all.join("matches", &shard("1/4")).unwrap();
        assert_eq!(all.missing().unwrap(), "shards 2/4 and 4/4 are missing");
        assert_eq!(all.to_string(), "1/4 and 3/4");
        assert_eq!(all.join("matches", &shard("3/4")), Err(JoinError::Twice(Shard { number: 3, of: 4 })));
        let divided = all.join("matches", &shard("2/3")).unwrap_err().to_string();
        assert_eq!(divided, "the results are of different matches: the number of shards is 4 here and 3 there");
        all.complete();
        assert_eq!(all.to_string(), "1/4 and 3/4");
        all.join("matches", &shard("4/4")).unwrap();
        assert_eq!(all.missing().unwrap(), "shard 2/4 is missing");
        all.join("matches", &shard("2/4")).unwrap();
        assert_eq!(all.missing(), None);
        all.complete();
        assert_eq!(all, shard("1/1"));
        assert!(shard("1/1000").missing().unwrap().ends_with("10/1000, 11/1000 and 989 more are missing"));
        assert!(serde_json::from_str::<Shards>("[]").unwrap_err().to_string().contains("of no shard"));
        assert!(serde_json::from_str::<Shards>("[\"1/2\",\"1/2\"]").unwrap_err().to_string().contains("twice"));
    }
}
