//! The points of words by their length.

use serde::Deserialize;

use super::tables::{BoggleTableError, bundled};

macro_rules! tables {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../wordlists/points/", $name, ".toml")))),*] };
}

static TABLES: &[(&str, &str)] = &tables!["fibonacci" "flat" "hunt" "six" "six-more" "usual"];

/// The points of a word by its number of letters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordPoints {
    title: String,
    by_length: Vec<u32>,
    #[serde(default)]
    more: u32,
}

impl WordPoints {
    /// The names of the bundled tables, sorted.
    #[inline]
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|(name, _)| *name)
    }

    /// Returns the bundled table with this name.
    ///
    /// # Errors
    /// [`BoggleTableError::Unknown`], which lists the bundled tables.
    #[inline]
    pub fn builtin(name: &str) -> Result<WordPoints, BoggleTableError> {
        WordPoints::from_toml(bundled("points", TABLES, name)?)
    }

    /// Parses a table from TOML. `wordlists/points/usual.toml` shows the format.
    ///
    /// # Errors
    /// [`BoggleTableError::Table`] with the line.
    #[inline]
    pub fn from_toml(text: &str) -> Result<WordPoints, BoggleTableError> {
        let table = |message| BoggleTableError::Table { what: "points", message };
        let points: WordPoints = toml::from_str(text).map_err(|error| table(error.to_string().trim_end().to_owned()))?;
        // With this bound, no score of a board overflows 64 bits.
        if points.by_length.is_empty() || points.by_length.iter().chain([&points.more]).any(|&points| points > 1_000_000) {
            return Err(table("by_length needs at least one number, and no number may exceed 1000000".to_owned()));
        }
        Ok(points)
    }

    /// The title of the table.
    #[inline]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The points of a word of this many letters; 0 for no letters.
    #[inline]
    pub fn of(&self, letters: usize) -> u64 {
        let Some(index) = letters.checked_sub(1) else { return 0 };
        let last = self.by_length.len() - 1;
        u64::from(self.by_length[index.min(last)]) + u64::from(self.more) * index.saturating_sub(last) as u64
    }
}
