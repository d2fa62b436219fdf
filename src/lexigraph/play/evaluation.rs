//! The tables that strategies go by: what is left on the rack, tile by tile and two by two, and what a play does to the board.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use crate::alphabet::Alphabet;
use crate::board::{Bag, Cell, Rack, RackError};
use crate::movegen::{Equity, Leaves};

macro_rules! tables {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../wordlists/evaluation/", $name, ".toml")))),*] };
}

static TABLES: &[(&str, &str)] = tables!["english"];

/// The most tiles that must be laid to reach a square that still counts as within reach.
pub const REACH: usize = 7;

/// Why there is no evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// No bundled table for these letters.
    #[error(
        "there is no evaluation table for the letters of '{alphabet}' — give one with table=FILE.toml, or use another strategy"
    )]
    Missing {
        /// The alphabet.
        alphabet: String,
    },
    /// The text is no such table.
    #[error("not an evaluation table: {message}")]
    Table {
        /// What the TOML reader says, with the line.
        message: String,
    },
    /// A key that is not the tiles it should be.
    #[error("[{section}] '{key}': {what}")]
    Key {
        /// The section.
        section: &'static str,
        /// The key.
        key: String,
        /// What is wrong.
        what: String,
    },
    /// A value past all measure.
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

/// What a play is charged for on the board, in points.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoardTable {
    /// For each letter that makes a longer word of the main word, for each hundredth of the unseen tiles that have it.
    pub hook: f64,
    /// The share of a pair's worth that counts for the odds of drawing the other half.
    pub partner: f64,
    /// For each vowel of a first play beside a letter premium.
    pub opening_vowel: f64,
    /// What squares within reach are worth.
    pub reach: ReachTable,
}

/// What a square of each premium is worth to the player who comes next, by the number of tiles that must be laid to reach it, from 1.
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
    /// The row of a square with these multipliers, if it has any.
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

/// The tables of one alphabet.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// By the number of the tile, thousandths; blanks at 0.
    letters: [i32; 64],
    /// The numbers of two tiles, the lower first, and what they are worth together.
    pairs: Vec<([u8; 2], i32)>,
    /// By vowels less consonants, from −[`MOST`].
    balance: Vec<i32>,
    vowels: u64,
    /// What a play is charged for on the board.
    pub board: BoardTable,
}

/// The greatest difference of vowels and consonants in the table.
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
    /// [`EvaluationError::Missing`] when there is none.
    pub fn builtin(alphabet: &Alphabet) -> Result<Evaluation, EvaluationError> {
        // Sets of other sizes are called after the language too; other languages with the same letters are not meant.
        let language = alphabet.name().split('-').next();
        let found = TABLES.iter().find(|(name, _)| Some(*name) == language);
        let missing = || EvaluationError::Missing { alphabet: alphabet.name().to_owned() };
        Evaluation::from_toml(found.ok_or_else(missing)?.1, alphabet)
    }

    /// Reads a table; `wordlists/evaluation/english.toml` shows the form.
    ///
    /// # Errors
    /// [`EvaluationError`] with the key.
    pub fn from_toml(text: &str, alphabet: &Alphabet) -> Result<Evaluation, EvaluationError> {
        let table: EvaluationToml = toml::from_str(text)
            .map_err(|error| EvaluationError::Table { message: error.to_string().trim_end().to_owned() })?;
        let tiles = |section, key: &str, wanted: usize| {
            let wrong = |what: String| EvaluationError::Key { section, key: key.to_owned(), what };
            let rack = Rack::parse(key, alphabet).map_err(|error: RackError| wrong(error.to_string()))?;
            let cells: Vec<u8> = rack.cells().map(Cell::number).collect();
            if cells.len() == wanted { Ok(cells) } else { Err(wrong(format!("{wanted} tiles are wanted"))) }
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
                what: "vowels less consonants, a number".to_owned(),
            })?;
            balance[(difference + MOST) as usize] = thousandths("balance", key, value)?;
        }
        let vowels = alphabet.tiles().zip(alphabet.letters()).filter(|(_, letter)| letter.vowel);
        let vowels = vowels.fold(0, |bits, (tile, _)| bits | 1u64 << tile.number());
        Ok(Evaluation { letters, pairs, balance, vowels, board: table.board })
    }

    /// Whether a cell is a vowel, a blank that stands for one included.
    pub fn is_vowel(&self, cell: Cell) -> bool {
        self.vowels >> cell.number() & 1 != 0
    }

    /// What single tiles left on a rack are worth.
    pub fn singles(&self, kept: &Rack) -> Equity {
        let sum = kept.counts().iter().zip(&self.letters).map(|(&count, value)| i32::from(count) * value).sum();
        Equity::from_thousandths(sum)
    }

    /// What pairs left on a rack are worth beyond their tiles.
    pub fn pairs(&self, kept: &Rack) -> Equity {
        let counts = kept.counts();
        let ways = |[a, b]: [u8; 2]| {
            let (first, second) = (i32::from(counts[usize::from(a)]), i32::from(counts[usize::from(b)]));
            if a == b { first * (first - 1) / 2 } else { first * second }
        };
        Equity::from_thousandths(self.pairs.iter().map(|&(pair, value)| ways(pair) * value).sum())
    }

    /// What the difference of vowels and consonants on a rack is worth; blanks are neither.
    pub fn balance(&self, kept: &Rack) -> Equity {
        let vowels = kept.tiles().into_iter().filter(|tile| self.vowels >> tile.number() & 1 != 0);
        let vowels: i32 = vowels.map(|tile| kept.count(tile) as i32).sum();
        let letters = (kept.len() - kept.blanks()) as i32;
        let place = (2 * vowels - letters + MOST).clamp(0, 2 * MOST);
        Equity::from_thousandths(self.balance[place as usize])
    }

    /// What the odds of drawing the other half of a pair are worth, for the tiles kept: `drawn` tiles come out of `unseen`.
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
        assert!(wrong("[letters]\nAB = 1").contains("1 tiles are wanted"));
        assert!(wrong("[letters]\nA = 1\n[pairs]\nA1 = 1").contains("[pairs] 'A1'"));
        assert!(wrong("[letters]\nA = nan").contains("out of range"));
        assert!(wrong("[letters]\nA = 1\n[balance]\nx = 1").contains("[balance] 'x'"));
        assert!(wrong("A = 1").contains("not an evaluation table"));
        assert!(Evaluation::builtin(&Alphabet::builtin("welsh").unwrap()).is_err());
        assert!(Evaluation::builtin(&Alphabet::builtin("english-200").unwrap()).is_ok());
    }
}
