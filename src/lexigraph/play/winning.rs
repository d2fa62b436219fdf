//! Win chances: the chance to win by the lead, the number of unseen tiles, and whose turn it is.
//!
//! The table has, for each number of unseen tiles, the distribution of the change of the lead from a turn to the end of
//! the game, from the view of the player on turn. The chance to win with a lead is the chance that the change is greater
//! than minus the lead; a drawn game counts half. So the chance rises with the lead, and the chance of the player who is
//! not on turn is one minus that of the other. `train winning` makes a table; [`learn`] says how.

mod learn;

use std::sync::OnceLock;

use thiserror::Error;

pub use learn::{WinningCounts, WinningTraining, count_games};

/// The bundled table, made by the command in its first line.
static ENGLISH: &str = include_str!("../wordlists/winning/english.tsv");

/// The most unseen tiles that a table has a row for.
pub const MOST_UNSEEN: usize = 1000;

/// The greatest change of the lead in a table, in points.
const GREATEST: f64 = 100_000.0;

/// Why a text is not a table of win chances.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct WinningError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what should be there.
    pub what: String,
}

/// The distribution of the change of the lead with one number of unseen tiles.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// The number of turns that it was learned from.
    turns: u64,
    /// The change at each level, in tenths of a point, ascending.
    changes: Vec<i32>,
}

/// Win chances by lead, unseen tiles, and whose turn it is.
#[derive(Clone, Debug, PartialEq)]
pub struct WinningTable {
    /// The levels of the quantiles, between 0 and 1, ascending.
    levels: Vec<f64>,
    /// The rows for 1, 2, 3, ... unseen tiles.
    rows: Vec<Row>,
}

impl WinningTable {
    /// The bundled table, learned from games with ENABLE1 and English tiles. It serves other alphabets, too.
    pub fn bundled() -> &'static WinningTable {
        static TABLE: OnceLock<WinningTable> = OnceLock::new();
        TABLE.get_or_init(|| WinningTable::from_tsv(ENGLISH).expect("bug: the bundled win chances cannot be read"))
    }

    /// The chance to win, from 0 to 1, of a player with this lead in points, where `unseen` is the number of tiles that the
    /// player on turn does not see, and `on_turn` says if that is the player with the lead. The lead may include the
    /// difference of the leave values. While tiles are unseen, the chance is neither 0 nor 1.
    ///
    /// With more unseen tiles than the table has rows, the last row is scaled: the variance grows with the number of tiles.
    /// Takes time in proportion to the logarithm of the number of levels.
    pub fn chance(&self, lead: f64, unseen: usize, on_turn: bool) -> f64 {
        if unseen == 0 {
            return if lead == 0.0 { 0.5 } else { f64::from(u8::from(lead > 0.0)) };
        }
        if !on_turn {
            return 1.0 - self.chance(-lead, unseen, true);
        }
        let known = unseen.min(self.rows.len());
        let lead = lead * (known as f64 / unseen as f64).sqrt();
        1.0 - self.share_below(&self.rows[known - 1], -lead * 10.0)
    }

    /// The share of changes below `place`, in tenths of a point. Between two levels it is linear. Beyond the outer levels it
    /// falls as an exponential function through the two outer levels, but not below half an observation.
    fn share_below(&self, row: &Row, place: f64) -> f64 {
        let (levels, changes) = (&self.levels, &row.changes);
        let last = levels.len() - 1;
        let at = changes.partition_point(|&change| f64::from(change) < place);
        let least = 0.5 / (row.turns as f64 + 1.0);
        let share = if at == 0 {
            let fall = (levels[1] / levels[0]).ln() / f64::from(changes[1] - changes[0]);
            levels[0] * ((place - f64::from(changes[0])) * fall).exp()
        } else if at > last {
            let rise = ((1.0 - levels[last - 1]) / (1.0 - levels[last])).ln() / f64::from(changes[last] - changes[last - 1]);
            1.0 - (1.0 - levels[last]) * ((f64::from(changes[last]) - place) * rise).exp()
        } else {
            let (low, high) = (f64::from(changes[at - 1]), f64::from(changes[at]));
            levels[at - 1] + (levels[at] - levels[at - 1]) * (place - low) / (high - low)
        };
        share.clamp(least, 1.0 - least)
    }

    /// The most unseen tiles that the table has a row for.
    pub fn most_unseen(&self) -> usize {
        self.rows.len()
    }

    /// Reads a table: lines that begin with `#` are notes; a heading names the levels in percent; then a row for each number
    /// of unseen tiles from 1, with the number of turns that it was learned from and the changes in points. Columns are
    /// separated by tabs.
    ///
    /// # Errors
    /// [`WinningError`] has the line and what is wrong.
    pub fn from_tsv(text: &str) -> Result<WinningTable, WinningError> {
        let mut table = WinningTable { levels: Vec::new(), rows: Vec::new() };
        let mut last_line = 0;
        for (line, text) in (1..).zip(text.lines()) {
            last_line = line;
            let text = text.strip_suffix('\r').unwrap_or(text);
            if text.starts_with('#') || text.is_empty() {
                continue;
            }
            let read = if table.levels.is_empty() { table.read_heading(text) } else { table.read_row(text) };
            read.map_err(|what| WinningError { line, what })?;
        }
        if table.rows.is_empty() {
            let what = "the table ends without a row — make one with train winning".to_owned();
            return Err(WinningError { line: last_line.max(1), what });
        }
        Ok(table)
    }

    fn read_heading(&mut self, text: &str) -> Result<(), String> {
        let wrong = || "not the heading of a table of win chances — unseen, turns, and levels such as 2.5%".to_owned();
        let levels = text.strip_prefix("unseen\tturns\t").ok_or_else(wrong)?;
        for text in levels.split('\t') {
            let level = text.strip_suffix('%').and_then(|level| level.parse::<f64>().ok());
            let share = level.filter(|level| *level > 0.0 && *level < 100.0).map(|level| level / 100.0);
            let share = share.ok_or_else(|| format!("'{text}' is not a level — a number between 0% and 100%"))?;
            if self.levels.last().is_some_and(|&before| before >= share) {
                return Err(format!("the level {text} is not greater than the one before"));
            }
            self.levels.push(share);
        }
        if self.levels.len() < 2 { Err("the heading has one level — give at least two".to_owned()) } else { Ok(()) }
    }

    fn read_row(&mut self, text: &str) -> Result<(), String> {
        let expected = self.rows.len() + 1;
        if expected > MOST_UNSEEN {
            return Err(format!("the table has more than {MOST_UNSEEN} rows"));
        }
        let mut columns = text.split('\t');
        let unseen = columns.next().unwrap_or_default();
        if unseen.parse() != Ok(expected) {
            return Err(format!("the row is for '{unseen}' unseen tiles — the next row is for {expected}"));
        }
        let turns = columns.next().unwrap_or_default();
        let turns = turns.parse().map_err(|_| format!("'{turns}' is not a number of turns"))?;
        let mut changes: Vec<i32> = Vec::with_capacity(self.levels.len());
        for text in columns {
            let points = text.parse::<f64>().ok().filter(|points| points.abs() <= GREATEST);
            let points = points.ok_or_else(|| format!("'{text}' is not a change of the lead in points"))?;
            let change = (points * 10.0).round() as i32;
            if changes.last().is_some_and(|&before| before >= change) {
                return Err(format!("the change {text} is not greater than the one before by a tenth of a point"));
            }
            changes.push(change);
        }
        if changes.len() != self.levels.len() {
            return Err(format!("the row has {} changes, the heading {} levels", changes.len(), self.levels.len()));
        }
        self.rows.push(Row { turns, changes });
        Ok(())
    }

    /// The table as [`from_tsv`](Self::from_tsv) reads it, below notes of one line each.
    pub fn to_tsv(&self, notes: &[String]) -> String {
        let mut text: String = notes.iter().map(|note| format!("# {}\n", note.replace(['\n', '\r'], " "))).collect();
        text += "unseen\tturns";
        for level in &self.levels {
            // Levels have at most a few decimals in percent; the product has rounding errors beyond those.
            text += &format!("\t{}%", (level * 1e8).round() / 1e6);
        }
        text.push('\n');
        for (unseen, row) in (1..).zip(&self.rows) {
            text += &format!("{unseen}\t{}", row.turns);
            row.changes.iter().for_each(|&change| text += &format!("\t{}", f64::from(change) / 10.0));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "# a note\nunseen\tturns\t10%\t50%\t90%\n1\t99\t-10\t0\t10\n2\t99\t-20\t5\t30\n";

    #[test]
    fn chances_are_those_of_the_distribution() {
        let table = WinningTable::from_tsv(SMALL).unwrap();
        assert_eq!(table.to_tsv(&["a note".to_owned()]), SMALL);
        for (lead, unseen, on_turn, chance) in [
            (0.0, 1, true, 0.5),
            (10.0, 1, true, 0.9),
            (-5.0, 1, true, 0.3),
            (-5.0, 1, false, 0.3),
            (0.0, 2, true, 0.58),
            (0.0, 2, false, 0.42),
            (-5.0 * f64::sqrt(2.0), 4, true, 0.5),
            (1.0, 0, true, 1.0),
            (0.0, 0, false, 0.5),
            (-1.0, 0, false, 0.0),
            (1e9, 1, true, 0.995),
            (-1e9, 1, true, 0.005),
            (1e9, 2, false, 0.995),
        ] {
            let found = table.chance(lead, unseen, on_turn);
            assert!((found - chance).abs() < 1e-9, "{lead} {unseen} {on_turn}: {found} for {chance}");
        }
        // Beyond the outer level, the share falls by the same factor for each step as between the two outer levels.
        assert!((table.chance(-14.0, 1, true) - 0.1 * 0.2_f64.powf(0.4)).abs() < 1e-9);
    }

    #[test]
    fn chances_rise_with_the_lead_and_add_up() {
        let table = WinningTable::bundled();
        for unseen in (1..=table.most_unseen()).chain([150, 1000]) {
            let mut before = 0.0;
            for tenths in -6000..=6000 {
                let lead = f64::from(tenths) / 10.0;
                let chance = table.chance(lead, unseen, true);
                assert!(chance > 0.0 && chance < 1.0 && chance >= before, "{lead} {unseen}: {chance} after {before}");
                assert!((chance + table.chance(-lead, unseen, false) - 1.0).abs() < 1e-12);
                before = chance;
            }
            // What is a sure lead grows with the root of the tiles, beyond the last row.
            let sure = 600.0 * (unseen as f64 / table.most_unseen() as f64).sqrt().max(1.0);
            assert!(table.chance(-sure, unseen, true) < 0.01 && table.chance(sure, unseen, false) > 0.99, "{unseen}");
        }
    }

    /// A lead that wins three games of four counts for less the more tiles are unseen.
    #[test]
    fn more_unseen_tiles_make_a_lead_less_sure() {
        let table = WinningTable::bundled();
        for lead in (1..400).map(f64::from) {
            for on_turn in [true, false] {
                let chances = (15..=table.most_unseen() + 50).map(|unseen| table.chance(lead, unseen, on_turn));
                let chances: Vec<f64> =
                    chances.skip_while(|&chance| chance < 0.76).take_while(|&chance| chance > 0.76).collect();
                assert!(chances.windows(2).all(|two| two[1] <= two[0] + 1e-3), "{lead} {on_turn}: {chances:?}");
            }
        }
    }

    #[test]
    fn errors_have_the_line() {
        for (text, line, what) in [
            ("", 1, "without a row"),
            ("# note\n", 1, "without a row"),
            ("unseen\tturns\t10%\t90%", 1, "without a row"),
            ("leads\n", 1, "not the heading"),
            ("unseen\tturns\t10%\n", 1, "at least two"),
            ("unseen\tturns\t10%\t10%\n", 1, "not greater"),
            ("#\nunseen\tturns\t10%\t100%\n", 2, "'100%' is not a level"),
            ("unseen\tturns\tNaN%\t90%\n", 1, "'NaN%'"),
            ("unseen\tturns\t10%\t90%\n2\t1\t0\t1\n", 2, "next row is for 1"),
            ("unseen\tturns\t10%\t90%\n1\t-1\t0\t1\n", 2, "number of turns"),
            ("unseen\tturns\t10%\t90%\n1\t1\t0\n", 2, "1 changes, the heading 2"),
            ("unseen\tturns\t10%\t90%\n1\t1\t0\t1\t2\n", 2, "3 changes"),
            ("unseen\tturns\t10%\t90%\n1\t1\t0\t0.01\n", 2, "not greater"),
            ("unseen\tturns\t10%\t90%\n1\t1\t0\tinf\n", 2, "'inf' is not a change"),
            ("unseen\tturns\t10%\t90%\n1\t1\t0\t1e300\n", 2, "'1e300'"),
        ] {
            let error = WinningTable::from_tsv(text).unwrap_err();
            assert!(error.line == line && error.what.contains(what), "{text:?}: {error}");
        }
        let rows: String = (1..=MOST_UNSEEN + 1).map(|unseen| format!("{unseen}\t1\t0\t1\n")).collect();
        let error = WinningTable::from_tsv(&format!("unseen\tturns\t10%\t90%\n{rows}")).unwrap_err();
        assert!(error.what.contains("more than 1000 rows"), "{error}");
    }
}
