//! Parses alphabets in TOML.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Alphabet, AlphabetError, Case, Letter};

#[derive(Deserialize)]
struct Table {
    title: String,
    blanks: u16,
    #[serde(default)]
    blank_only: Vec<String>,
    #[serde(default)]
    replace: BTreeMap<String, String>,
    letters: Vec<Row>,
    /// The expected totals, if the table gives them.
    tiles: Option<u32>,
    points: Option<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    t: String,
    n: u16,
    v: i16,
    #[serde(default)]
    vowel: bool,
    lower: Option<String>,
    #[serde(default)]
    also: Vec<String>,
}

pub(super) fn parse(name: &str, text: &str) -> Result<Alphabet, AlphabetError> {
    let wrong = |message: String| AlphabetError::Table { message };
    let table: Table = toml::from_str(text).map_err(|error| wrong(error.to_string().trim_end().replace('\n', " ")))?;
    let tiles: u32 = table.letters.iter().map(|row| u32::from(row.n)).sum::<u32>() + u32::from(table.blanks);
    let points: i32 = table.letters.iter().map(|row| i32::from(row.n) * i32::from(row.v)).sum();
    if table.tiles.is_some_and(|given| given != tiles) || table.points.is_some_and(|given| given != points) {
        return Err(wrong(format!(
            "its letters come to {tiles} tiles and {points} points, its 'tiles' and 'points' say otherwise"
        )));
    }
    let only = |label: String| Row { t: label, n: 0, v: 0, vowel: false, lower: None, also: vec![] };
    let letters = table.letters.into_iter().chain(table.blank_only.into_iter().map(only)).map(|row| Letter {
        lower: row.lower.unwrap_or_else(|| row.t.to_lowercase()),
        label: row.t,
        also: row.also,
        count: row.n,
        points: row.v,
        vowel: row.vowel,
    });
    Alphabet::new(name, &table.title, letters.collect(), table.blanks, Case::Folded, table.replace.into_iter().collect())
}
