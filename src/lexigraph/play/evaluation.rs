//! Evaluation tables of the heuristic strategies: values for single tiles and pairs of a leave, and for effects on
//! the board.

mod fit;

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use crate::alphabet::Alphabet;
use crate::board::{Bag, Cell, Rack, RackError};
use crate::movegen::{Equity, Leaves};

pub use fit::RackValues;

macro_rules! tables {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../wordlists/evaluation/", $name, ".toml")))),*] };
}

static TABLES: &[(&str, &str)] = tables!["english"];

/// A square is within reach if at most this many tiles must be laid to reach it.
pub const REACH: usize = 7;

/// Why an evaluation table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// No bundled table for these letters.
    #[error("there is no evaluation table for the letters of '{alphabet}' — give a table, or use another strategy")]
    Missing {
        /// The alphabet.
        alphabet: String,
    },
    /// The text is no such table.
    #[error("not an evaluation table: {message}")]
    Table {
        /// The message of the TOML reader, with the line.
        message: String,
    },
    /// A key is not the tiles or the number that it should be.
    #[error("[{section}] '{key}': {what}")]
    Key {
        /// The section.
        section: &'static str,
        /// The key.
        key: String,
        /// What is wrong.
        what: String,
    },
    /// A value is out of range.
    #[error("[{section}] '{key}' = {value} is out of range — points from -1000 to 1000")]
    Value {
        /// The section.
        section: &'static str,
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvaluationToml {
    letters: BTreeMap<String, f64>,
    #[serde(default)]
    pairs: BTreeMap<String, f64>,
    #[serde(default)]
    balance: BTreeMap<String, f64>,
    #[serde(default)]
    board: BoardTable,
}

/// The charges for the effects of a play on the board, in points.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoardTable {
    /// The charge for each hundredth of the unseen tiles that hook the main word.
    pub hook: f64,
    /// The share of a pair's value that counts for the odds of drawing the other half.
    pub partner: f64,
    /// The charge for each vowel of a first play beside a letter premium.
    pub opening_vowel: f64,
    /// The values of squares within reach.
    pub reach: ReachTable,
}

/// The value of a square to the next player, for each premium, by the number of tiles that must be laid to reach it,
/// from 1.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReachTable {
    /// Three times the word, or more.
    pub word3: [f64; REACH],
    /// Twice the word.
    pub word2: [f64; REACH],
    /// Three times the letter, or more.
    pub letter3: [f64; REACH],
    /// Twice the letter.
    pub letter2: [f64; REACH],
}

impl ReachTable {
    /// The values of a square with these multipliers; `None` for a plain square.
    pub fn row(&self, letter: i32, word: i32) -> Option<&[f64; REACH]> {
        match (letter, word) {
            (_, 3..) => Some(&self.word3),
            (_, 2) => Some(&self.word2),
            (3.., _) => Some(&self.letter3),
            (2, _) => Some(&self.letter2),
            _ => None,
        }
    }
}

/// The evaluation table of an alphabet.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The value of each tile by its number, in thousandths; blanks are at 0.
    letters: [i32; 64],
    /// The numbers of two tiles, the lower first, and their value as a pair, in thousandths.
    pairs: Vec<([u8; 2], i32)>,
    /// The value of the number of vowels minus consonants, from −[`MOST`], in thousandths.
    balance: Vec<i32>,
    /// The numbers of the vowels, one bit each.
    vowels: u64,
    /// The charges for effects on the board.
    pub board: BoardTable,
}

/// The greatest difference between vowels and consonants in the table.
const MOST: i32 = crate::board::MAX_RACK as i32;

fn thousandths(section: &'static str, key: &str, value: f64) -> Result<i32, EvaluationError> {
    if value.abs() <= 1000.0 {
        Ok((value * 1000.0).round() as i32)
    } else {
        Err(EvaluationError::Value { section, key: key.to_owned(), value: value.to_string() })
    }
}

impl Evaluation {
    /// The bundled table for the letters of an alphabet.
    ///
    /// # Errors
    /// [`EvaluationError::Missing`] if there is none.
    pub fn builtin(alphabet: &Alphabet) -> Result<Evaluation, EvaluationError> {
        // Tile sets of other sizes begin with the name of the language (`english-200`).
        let language = alphabet.name().split('-').next();
        let found = TABLES.iter().find(|(name, _)| Some(*name) == language);
        let missing = || EvaluationError::Missing { alphabet: alphabet.name().to_owned() };
        Evaluation::from_toml(found.ok_or_else(missing)?.1, alphabet)
    }

    /// Reads a table; `wordlists/evaluation/english.toml` shows the form.
    ///
    /// # Errors
    /// [`EvaluationError`] names the key.
    pub fn from_toml(text: &str, alphabet: &Alphabet) -> Result<Evaluation, EvaluationError> {
        let table: EvaluationToml = toml::from_str(text)
            .map_err(|error| EvaluationError::Table { message: error.to_string().trim_end().to_owned() })?;
        let tiles = |section, key: &str, wanted: usize| {
            let wrong = |what: String| EvaluationError::Key { section, key: key.to_owned(), what };
            let rack = Rack::parse(key, alphabet).map_err(|error: RackError| wrong(error.to_string()))?;
            let cells: Vec<u8> = rack.cells().map(Cell::number).collect();
            if cells.len() == wanted { Ok(cells) } else { Err(wrong(format!("the key must have {wanted} tiles"))) }
        };
        let mut letters = [0; 64];
        for (key, &value) in &table.letters {
            letters[usize::from(tiles("letters", key, 1)?[0])] = thousandths("letters", key, value)?;
        }
        let mut pairs = Vec::new();
        for (key, &value) in &table.pairs {
            let mut both = tiles("pairs", key, 2)?;
            both.sort_unstable();
            pairs.push(([both[0], both[1]], thousandths("pairs", key, value)?));
        }
        let mut balance = vec![0; 2 * MOST as usize + 1];
        for (key, &value) in &table.balance {
            let difference = key.parse().ok().filter(|difference: &i32| difference.abs() <= MOST);
            let difference = difference.ok_or_else(|| EvaluationError::Key {
                section: "balance",
                key: key.clone(),
                what: "the key must be a number: vowels minus consonants".to_owned(),
            })?;
            balance[(difference + MOST) as usize] = thousandths("balance", key, value)?;
        }
        Ok(Evaluation { letters, pairs, balance, vowels: fit::vowels(alphabet), board: table.board })
    }

    /// A table that is fitted to leave values, for any alphabet: see [`RackValues::fit`]. The charges for effects on the
    /// board are those of the bundled table, whatever its language.
    pub fn fitted(leaves: &dyn Leaves, alphabet: &Alphabet) -> Evaluation {
        let values = RackValues::fit(leaves, alphabet);
        let mut evaluation = Evaluation::of_board(alphabet);
        let in_thousandths = |points: f64| (points * 1000.0).round() as i32;
        for (cell, value) in values.letters {
            evaluation.letters[usize::from(cell.number())] = in_thousandths(value);
        }
        let pairs = values.pairs.into_iter();
        evaluation.pairs = pairs.map(|(pair, value)| (pair.map(Cell::number), in_thousandths(value))).collect();
        for (difference, value) in values.balance {
            evaluation.balance[(difference + MOST) as usize] = in_thousandths(value);
        }
        evaluation
    }

    /// A table without values for tiles: only the charges for effects on the board, which depend on no language.
    pub fn of_board(alphabet: &Alphabet) -> Evaluation {
        let table: EvaluationToml = toml::from_str(TABLES[0].1).expect("bug: the bundled evaluation table cannot be read");
        let balance = vec![0; 2 * MOST as usize + 1];
        Evaluation { letters: [0; 64], pairs: Vec::new(), balance, vowels: fit::vowels(alphabet), board: table.board }
    }

    /// `true` if a cell is a vowel, or a blank that stands for one.
    pub fn is_vowel(&self, cell: Cell) -> bool {
        self.vowels >> cell.number() & 1 != 0
    }

    /// The value of the single tiles of a leave.
    pub fn singles(&self, kept: &Rack) -> Equity {
        let sum = kept.counts().iter().zip(&self.letters).map(|(&count, value)| i32::from(count) * value).sum();
        Equity::from_thousandths(sum)
    }

    /// The value of the pairs of a leave, beyond that of their tiles.
    pub fn pairs(&self, kept: &Rack) -> Equity {
        let counts = kept.counts();
        let ways = |[a, b]: [u8; 2]| {
            let (first, second) = (i32::from(counts[usize::from(a)]), i32::from(counts[usize::from(b)]));
            if a == b { first * (first - 1) / 2 } else { first * second }
        };
        Equity::from_thousandths(self.pairs.iter().map(|&(pair, value)| ways(pair) * value).sum())
    }

    /// The value of the balance of vowels and consonants in a leave; blanks are neither.
    pub fn balance(&self, kept: &Rack) -> Equity {
        let vowels = kept.tiles().into_iter().filter(|tile| self.vowels >> tile.number() & 1 != 0);
        let vowels: i32 = vowels.map(|tile| kept.count(tile) as i32).sum();
        let letters = (kept.len() - kept.blanks()) as i32;
        let place = (2 * vowels - letters + MOST).clamp(0, 2 * MOST);
        Equity::from_thousandths(self.balance[place as usize])
    }

    /// The value of the odds of drawing the other halves of pairs to a leave, with `drawn` tiles drawn from `unseen`.
    pub fn partners(&self, kept: &Rack, unseen: &Bag, drawn: usize) -> Equity {
        let (counts, total) = (kept.counts(), unseen.len().max(1) as f64);
        let odds = |number: u8| {
            let there = f64::from(unseen.counts()[usize::from(number)]);
            1.0 - (1.0 - there / total).max(0.0).powi(drawn as i32)
        };
        let mut sum = 0.0;
        for &([a, b], value) in &self.pairs {
            match (counts[usize::from(a)], counts[usize::from(b)]) {
                (1.., 0) => sum += f64::from(value) * odds(b),
                (0, 1..) => sum += f64::from(value) * odds(a),
                _ => {}
            }
        }
        Equity::from_thousandths((sum * self.board.partner).round() as i32)
    }
}

/// Single letters, pairs of letters, vowels and consonants.
impl Leaves for Evaluation {
    fn value(&self, kept: &Rack) -> Equity {
        if kept.is_empty() {
            return Equity::ZERO;
        }
        self.singles(kept) + self.pairs(kept) + self.balance(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_add_up() {
        let english = Alphabet::builtin("english").unwrap();
        let text = "[letters]\nA = 1.5\nQ = -6\n'?' = 20\n[pairs]\nUQ = 9\nAA = -2\n[balance]\n\"2\" = -1\n\"-1\" = 3";
        let evaluation = Evaluation::from_toml(text, &english).unwrap();
        let value = |rack: &str| evaluation.value(&Rack::parse(rack, &english).unwrap()).thousandths();
        assert_eq!((value("A"), value("AA"), value("AAA"), value("Q"), value("QU?")), (1500, 0, -1500, -3000, 23_000));
        let wrong = |text: &str| Evaluation::from_toml(text, &english).unwrap_err().to_string();
        assert!(wrong("[letters]\nAB = 1").contains("must have 1 tiles"));
        assert!(wrong("[letters]\nA = 1\n[pairs]\nA1 = 1").contains("[pairs] 'A1'"));
        assert!(wrong("[letters]\nA = nan").contains("out of range"));
        assert!(wrong("[letters]\nA = 1\n[balance]\nx = 1").contains("[balance] 'x'"));
        assert!(wrong("A = 1").contains("not an evaluation table"));
        assert!(Evaluation::builtin(&Alphabet::builtin("welsh").unwrap()).is_err());
        assert!(Evaluation::builtin(&Alphabet::builtin("english-200").unwrap()).is_ok());
    }
}
