//! Dice sets, and boards rolled with them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::grid::{Grid, GridCell, MAX_CELLS};
use super::tables::{BoggleTableError, bundled};
use crate::alphabet::Alphabet;
use crate::random::Random;

macro_rules! tables {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../wordlists/dice/", $name, ".toml")))),*] };
}

static TABLES: &[(&str, &str)] = &tables!["big" "big-2012" "classic" "new" "super"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceToml {
    title: String,
    rows: usize,
    columns: usize,
    min_length: usize,
    points: String,
    dice: Vec<String>,
    #[serde(default)]
    faces: BTreeMap<char, String>,
}

/// The dice of one game: one die for each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceSet {
    title: String,
    rows: usize,
    columns: usize,
    min_length: usize,
    points: String,
    dice: Vec<Vec<GridCell>>,
}

impl DiceSet {
    /// The names of the bundled sets, sorted.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|(name, _)| *name)
    }

    /// Returns the bundled set with this name, spelled in the letters of an alphabet.
    ///
    /// # Errors
    /// [`BoggleTableError::Unknown`], which lists the bundled sets, or [`BoggleTableError::Table`] if the alphabet
    /// cannot spell a face.
    pub fn builtin(name: &str, alphabet: &Alphabet) -> Result<DiceSet, BoggleTableError> {
        DiceSet::from_toml(bundled("dice", TABLES, name)?, alphabet)
    }

    /// Parses a set from TOML. `wordlists/dice/super.toml` shows the format.
    ///
    /// # Errors
    /// [`BoggleTableError::Table`] with the line or the die.
    pub fn from_toml(text: &str, alphabet: &Alphabet) -> Result<DiceSet, BoggleTableError> {
        let wrong = |message| BoggleTableError::Table { what: "dice", message };
        let table: DiceToml = toml::from_str(text).map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
        let face = |die: &String, symbol: char| {
            let text = table.faces.get(&symbol).cloned().unwrap_or_else(|| symbol.to_string());
            match text.as_str() {
                "." => Ok(GridCell::Hole),
                "?" => Ok(GridCell::Any),
                _ => match alphabet.parse(&text) {
                    Ok(letters) if !letters.is_empty() => Ok(GridCell::Letters(letters)),
                    _ => Err(wrong(format!(
                        "die '{die}': the alphabet '{}' cannot spell '{}'",
                        alphabet.name(),
                        text.escape_debug()
                    ))),
                },
            }
        };
        let mut dice = Vec::with_capacity(table.dice.len());
        for die in &table.dice {
            let faces = die.chars().map(|symbol| face(die, symbol)).collect::<Result<Vec<_>, _>>()?;
            if faces.is_empty() {
                return Err(wrong("a die has no faces".to_owned()));
            }
            dice.push(faces);
        }
        let (rows, columns) = (table.rows, table.columns);
        if dice.is_empty() || dice.len() > MAX_CELLS || rows.checked_mul(columns) != Some(dice.len()) {
            return Err(wrong(format!("{} dice do not fill {rows}x{columns}", dice.len())));
        }
        Ok(DiceSet { title: table.title, rows, columns, min_length: table.min_length, points: table.points, dice })
    }

    /// The title of the set.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The smallest length at which words count in this game.
    pub fn min_length(&self) -> usize {
        self.min_length
    }

    /// The name of the points table of this game.
    pub fn points(&self) -> &str {
        &self.points
    }

    /// The faces of each die.
    pub fn dice(&self) -> &[Vec<GridCell>] {
        &self.dice
    }

    /// Rolls the dice: each die lands on a cell of its own, with one of its faces up.
    pub fn roll(&self, random: &mut Random) -> Grid {
        let mut order: Vec<&Vec<GridCell>> = self.dice.iter().collect();
        random.shuffle(&mut order);
        let cells = order.into_iter().map(|die| die[random.below(die.len())].clone()).collect();
        Grid::new(self.rows, self.columns, cells).expect("bug: the size was checked when the set was parsed")
    }
}
