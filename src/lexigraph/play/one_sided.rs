//! The one-sided endgame: the most that a rack can still score if nobody interferes and each set of letters has a
//! fixed score.
//!
//! The input is a rack, the points of its letters, and a table of letter sets with the score of each. The answer is a
//! selection of disjoint sets within the rack, no table entry used twice, with the greatest sum of scores minus the
//! points of the letters left over. If each set also counts the points of its own letters, and the points of the
//! whole rack are subtracted once, each set is a gain. A depth-first search finds the best selection; its bound is
//! the sum of the gains that are still possible. (The source is a paper on the "climax" of a word game, when the bag
//! is empty.)

use rustc_hash::FxHashMap;

use crate::alphabet::Alphabet;
use crate::board::{Points, Rack, RackError, pairs};
use crate::movegen::Play;

/// A set of letters and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredSet {
    /// The letters.
    pub letters: Rack,
    /// The score.
    pub score: i32,
}

/// The solution of a one-sided endgame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OneSidedEndgame {
    /// The indices of the selected sets in the table, ascending.
    pub sets: Vec<usize>,
    /// The sum of their scores minus the points of the letters left over.
    pub value: i32,
    /// The number of selections that were searched.
    pub looked_at: u64,
}

/// The best selection; of equal ones the first in the order of the table.
///
/// The time is exponential in the number of sets that fit the rack at worst; with the bound it is short for racks of
/// a game.
pub fn solve(rack: &Rack, sets: &[ScoredSet], points: &Points) -> OneSidedEndgame {
    let mut gains: Vec<(usize, i32)> = sets
        .iter()
        .enumerate()
        .filter(|(_, set)| !set.letters.is_empty() && fits(&set.letters, rack))
        .map(|(at, set)| (at, set.score + set.letters.points(points)))
        .filter(|&(_, gain)| gain > 0)
        .collect();
    // The greatest gains first: an early good selection makes the bound effective.
    gains.sort_by_key(|&(at, gain)| (std::cmp::Reverse(gain), at));
    let mut search = SetSearch { sets, gains, taken: Vec::new(), best: Vec::new(), most: 0, looked_at: 0 };
    search.from(0, *rack, 0);
    let SetSearch { mut best, most, looked_at, .. } = search;
    best.sort_unstable();
    OneSidedEndgame { sets: best, value: most - rack.points(points), looked_at }
}

/// `true` if all of these letters are on the rack.
fn fits(letters: &Rack, rack: &Rack) -> bool {
    let mut rest = *rack;
    letters.cells().all(|cell| rest.remove(cell))
}

struct SetSearch<'s> {
    sets: &'s [ScoredSet],
    gains: Vec<(usize, i32)>,
    taken: Vec<usize>,
    best: Vec<usize>,
    most: i32,
    looked_at: u64,
}

impl SetSearch<'_> {
    fn from(&mut self, next: usize, rest: Rack, gain: i32) {
        self.looked_at += 1;
        if gain > self.most {
            (self.most, self.best) = (gain, self.taken.clone());
        }
        for at in next..self.gains.len() {
            // The most that can still be gained: no more sets than letters, the greatest gains first.
            let left = self.gains[at..].iter().take(rest.len()).map(|&(_, gain)| gain).sum::<i32>();
            if gain + left <= self.most {
                return;
            }
            let (set, more) = self.gains[at];
            if fits(&self.sets[set].letters, &rest) {
                let mut rest = rest;
                self.sets[set].letters.cells().for_each(|cell| _ = rest.remove(cell));
                self.taken.push(set);
                self.from(at + 1, rest, gain + more);
                self.taken.pop();
            }
        }
    }
}

/// A rack and a table of letter sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneSidedProblem {
    /// The rack.
    pub rack: Rack,
    /// The table.
    pub sets: Vec<ScoredSet>,
}

/// Why a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OneSidedError {
    /// A line is not a pair of letters and score.
    #[error("line {line}: '{text}' is not letters and a score with a comma between them — write BEG,12")]
    Form {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// The letters of a line cannot be read.
    #[error("line {line}: {error}")]
    Letters {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RackError,
    },
    /// A score is not a number, or out of range.
    #[error("line {line}: '{text}' is no score — write a whole number between -1000000 and 1000000")]
    Score {
        /// The line, from 1.
        line: usize,
        /// The score as written.
        text: String,
    },
    /// The document is not TOML, or lacks a key.
    #[error("{0}")]
    Toml(String),
    /// A set cannot be read.
    #[error("set '{set}': {error}")]
    Set {
        /// The set.
        set: String,
        /// What is wrong.
        error: RackError,
    },
    /// The rack is missing, or there are two.
    #[error("the table needs one line with the rack — write rack,ABEGTOU")]
    Rack,
}

impl OneSidedProblem {
    /// Reads lines of letters and score (`BEG,12`), and one line with the word `rack` and the letters of the rack
    /// (`rack,ABEGTOU`). Empty lines and lines that begin with `#` are skipped. A set may come more than once with
    /// different scores.
    ///
    /// # Errors
    /// [`OneSidedError`] names the line.
    pub fn from_csv(text: &str, alphabet: &Alphabet) -> Result<OneSidedProblem, OneSidedError> {
        let (mut rack, mut sets) = (None, Vec::new());
        for (line, pair) in pairs(text) {
            let (first, second) = pair.map_err(|text| OneSidedError::Form { line, text: text.to_owned() })?;
            let letters =
                |text: &str| Rack::parse(text.trim(), alphabet).map_err(|error| OneSidedError::Letters { line, error });
            if first.trim() == "rack" {
                if rack.replace(letters(second)?).is_some() {
                    return Err(OneSidedError::Rack);
                }
                continue;
            }
            let score = second.trim();
            let number = score.parse().ok().filter(|score: &i32| score.abs() <= 1_000_000);
            let score = number.ok_or_else(|| OneSidedError::Score { line, text: score.to_owned() })?;
            sets.push(ScoredSet { letters: letters(first)?, score });
        }
        Ok(OneSidedProblem { rack: rack.ok_or(OneSidedError::Rack)?, sets })
    }
}

/// A rack and a table as a TOML document.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemToml {
    rack: String,
    sets: std::collections::BTreeMap<String, i32>,
}

impl OneSidedProblem {
    /// Reads `rack = "ABEGTOU"` and a table `[sets]` of letters and scores (`BEG = 12`). The sets are sorted by their
    /// text.
    ///
    /// # Errors
    /// [`OneSidedError`] names the line or the set.
    pub fn from_toml(text: &str, alphabet: &Alphabet) -> Result<OneSidedProblem, OneSidedError> {
        let document: ProblemToml = toml::from_str(text).map_err(|error| OneSidedError::Toml(error.to_string()))?;
        let letters =
            |text: &str| Rack::parse(text, alphabet).map_err(|error| OneSidedError::Set { set: text.to_owned(), error });
        let sets = document.sets.iter().map(|(text, &score)| Ok(ScoredSet { letters: letters(text)?, score }));
        Ok(OneSidedProblem { rack: letters(&document.rack)?, sets: sets.collect::<Result<_, _>>()? })
    }

    /// The problem of a rack and its plays: each set of tiles has the score of its best play. A blank is a tile of
    /// its own.
    pub fn from_plays(rack: &Rack, plays: &[Play]) -> OneSidedProblem {
        let mut most: FxHashMap<Rack, i32> = FxHashMap::default();
        for play in plays {
            let mut letters = Rack::EMPTY;
            play.placement.tiles.iter().for_each(|cell| _ = letters.add(cell.on_rack()));
            let score = most.entry(letters).or_insert(play.score);
            *score = play.score.max(*score);
        }
        let mut sets: Vec<ScoredSet> = most.into_iter().map(|(letters, score)| ScoredSet { letters, score }).collect();
        // The order must not depend on the hash map.
        sets.sort_by_cached_key(|set| (std::cmp::Reverse(set.score), set.letters.cells().collect::<Vec<_>>()));
        OneSidedProblem { rack: *rack, sets }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn english() -> (Alphabet, Points) {
        let english = Alphabet::builtin("english").unwrap();
        let points = Points::new(&english);
        (english, points)
    }

    #[test]
    fn the_papers_example_gives_twelve() {
        let (english, points) = english();
        let text = "# the paper's table\nrack,ABEGTOU\nBEG,12\nAT,2\nGET,5\nEAT,3\nBUG,9\n";
        let problem = OneSidedProblem::from_csv(text, &english).unwrap();
        assert_eq!(problem.rack.points(&points), 10);
        let found = solve(&problem.rack, &problem.sets, &points);
        // BEG and AT score 14, O and U are left.
        assert_eq!((found.value, found.sets), (12, vec![0, 1]));
        let toml = "rack = 'ABEGTOU'\n[sets]\nBEG = 12\nAT = 2\nGET = 5\nEAT = 3\nBUG = 9\n";
        let again = OneSidedProblem::from_toml(toml, &english).unwrap();
        assert_eq!(solve(&again.rack, &again.sets, &points).value, 12);
        // The paper's other selection, AT with BUG, is worth 9; without BEG, EAT with BUG is the best.
        let two = [problem.sets[1], problem.sets[4]];
        assert_eq!(solve(&problem.rack, &two, &points).value, 9);
        let found = solve(&problem.rack, &problem.sets[1..], &points);
        assert_eq!((found.value, found.sets), (11, vec![2, 3]));
    }

    #[test]
    fn tables_name_their_mistakes() {
        let (english, _) = english();
        let error = |text: &str| OneSidedProblem::from_csv(text, &english).unwrap_err();
        assert!(matches!(error("rack,A\nBEG"), OneSidedError::Form { line: 2, .. }));
        assert!(matches!(error("BE4,1"), OneSidedError::Letters { line: 1, .. }));
        assert!(matches!(error("rack,A\n\nBE,x"), OneSidedError::Score { line: 3, .. }));
        assert_eq!(error("BE,1"), OneSidedError::Rack);
        assert_eq!(error("rack,A\nrack,B"), OneSidedError::Rack);
        let error = |text: &str| OneSidedProblem::from_toml(text, &english).unwrap_err();
        assert!(matches!(error("rack = 3"), OneSidedError::Toml(_)));
        assert!(matches!(error("rack = 'A'\n[sets]\n'B4' = 1"), OneSidedError::Set { .. }));
    }

    /// Every way to take sets, without a bound.
    fn everything(rack: &Rack, sets: &[ScoredSet], points: &Points) -> i32 {
        let mut best = -rack.points(points);
        for (at, set) in sets.iter().enumerate() {
            if !set.letters.is_empty() && fits(&set.letters, rack) {
                let mut rest = *rack;
                set.letters.cells().for_each(|cell| _ = rest.remove(cell));
                best = best.max(set.score + everything(&rest, &sets[at + 1..], points));
            }
        }
        best
    }

    proptest! {
        #[test]
        fn the_bound_never_cuts_the_best_selection(
            rack in "[A-F?]{0,7}",
            table in prop::collection::vec(("[A-F?]{1,4}", -5i32..40), 0..8),
        ) {
            let (english, points) = english();
            let rack = Rack::parse(&rack, &english).unwrap();
            let sets: Vec<ScoredSet> =
                table.iter().map(|(text, score)| ScoredSet { letters: Rack::parse(text, &english).unwrap(), score: *score }).collect();
            let found = solve(&rack, &sets, &points);
            prop_assert_eq!(found.value, everything(&rack, &sets, &points));
            // The selected sets are disjoint and have this value.
            let mut rest = rack;
            let scores: i32 = found.sets.iter().map(|&at| {
                sets[at].letters.cells().for_each(|cell| assert!(rest.remove(cell)));
                sets[at].score
            }).sum();
            prop_assert_eq!(scores - rest.points(&points), found.value);
        }
    }
}
