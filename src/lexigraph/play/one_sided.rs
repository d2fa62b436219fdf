//! The one-sided endgame: the most that a rack can still score when every set of letters has its greatest score and nobody interferes.
//!
//! Given are a rack, what each of its letters costs when it is left, and a table of letter sets with the greatest score of each. GraphKinds are
//! disjoint sets within the rack, none taken twice, with the greatest sum of scores, less what the letters left over cost. Giving every set its own letters'
//! points on top, and taking the points of the whole rack off once, makes every set a gain; so a depth-first search with the sum of all gains that
//! can still be had as its bound finds the best. (The seed of this is a paper on the "climax" of a word game, when the bag is empty.)

use rustc_hash::FxHashMap;

use crate::alphabet::Alphabet;
use crate::board::{Points, Rack, RackError, pairs};
use crate::movegen::Play;

/// A set of letters and the most that they score together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredSet {
    /// The letters.
    pub letters: Rack,
    /// The score.
    pub score: i32,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OneSidedEndgame {
    /// The sets taken, as places in the table, ascending.
    pub sets: Vec<usize>,
    /// Their scores less the points of the letters left over.
    pub value: i32,
    /// How many selections were looked at.
    pub looked_at: u64,
}

/// The best selection; of equal ones the first in the order of the table.
///
/// Cost: exponential in the number of sets that fit the rack at worst; the bound leaves little of it for racks of a game.
pub fn solve(rack: &Rack, sets: &[ScoredSet], points: &Points) -> OneSidedEndgame {
    let mut gains: Vec<(usize, i32)> = sets
        .iter()
        .enumerate()
        .filter(|(_, set)| !set.letters.is_empty() && fits(&set.letters, rack))
        .map(|(at, set)| (at, set.score + set.letters.points(points)))
        .filter(|&(_, gain)| gain > 0)
        .collect();
    // The greatest gains first: a good selection early makes the bound tell.
    gains.sort_by_key(|&(at, gain)| (std::cmp::Reverse(gain), at));
    let mut search = SetSearch { sets, gains, taken: Vec::new(), best: Vec::new(), most: 0, looked_at: 0 };
    search.from(0, *rack, 0);
    let SetSearch { mut best, most, looked_at, .. } = search;
    best.sort_unstable();
    OneSidedEndgame { sets: best, value: most - rack.points(points), looked_at }
}

/// Whether all of these letters are on the rack.
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
            // What can still be had: no more sets than letters, the greatest gains first.
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

/// A rack with its table, as a text gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneSidedProblem {
    /// The rack.
    pub rack: Rack,
    /// The table.
    pub sets: Vec<ScoredSet>,
}

/// A table that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OneSidedError {
    /// A line that is no pair.
    #[error("line {line}: '{text}' is not letters and a score, parted by a comma — write BEG,12")]
    Form {
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// Letters that are none.
    #[error("line {line}: {error}")]
    Letters {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RackError,
    },
    /// A score that is none.
    #[error("line {line}: '{text}' is no score — write a whole number between -1000000 and 1000000")]
    Score {
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// Not TOML, or not of the form.
    #[error("{0}")]
    Toml(String),
    /// A set that cannot be read.
    #[error("set '{set}': {error}")]
    Set {
        /// The set.
        set: String,
        /// What is wrong.
        error: RackError,
    },
    /// No rack, or a second one.
    #[error("the table needs one line with the rack — write rack,ABEGTOU")]
    Rack,
}

impl OneSidedProblem {
    /// Reads lines of letters and score (`BEG,12`), and one line of the word `rack` and the letters of the rack (`rack,ABEGTOU`). Empty lines and
    /// lines that begin with `#` are passed over. A set may come more than once, with other scores; the greatest counts.
    ///
    /// # Errors
    /// [`OneSidedError`] with the line.
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

/// The same as a TOML document.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemToml {
    rack: String,
    sets: std::collections::BTreeMap<String, i32>,
}

impl OneSidedProblem {
    /// Reads `rack = "ABEGTOU"` and a table `[sets]` of letters and scores (`BEG = 12`); sets come in the order of the alphabet.
    ///
    /// # Errors
    /// [`OneSidedError`] with the line, or the set.
    pub fn from_toml(text: &str, alphabet: &Alphabet) -> Result<OneSidedProblem, OneSidedError> {
        let document: ProblemToml = toml::from_str(text).map_err(|error| OneSidedError::Toml(error.to_string()))?;
        let letters =
            |text: &str| Rack::parse(text, alphabet).map_err(|error| OneSidedError::Set { set: text.to_owned(), error });
        let sets = document.sets.iter().map(|(text, &score)| Ok(ScoredSet { letters: letters(text)?, score }));
        Ok(OneSidedProblem { rack: letters(&document.rack)?, sets: sets.collect::<Result<_, _>>()? })
    }

    /// The problem of a rack and the plays it has: each set of tiles with the most that it scores. A blank is a tile of its own.
    pub fn from_plays(rack: &Rack, plays: &[Play]) -> OneSidedProblem {
        let mut most: FxHashMap<Rack, i32> = FxHashMap::default();
        for play in plays {
            let mut letters = Rack::EMPTY;
            play.placement.tiles.iter().for_each(|cell| _ = letters.add(cell.on_rack()));
            let score = most.entry(letters).or_insert(play.score);
            *score = play.score.max(*score);
        }
        let mut sets: Vec<ScoredSet> = most.into_iter().map(|(letters, score)| ScoredSet { letters, score }).collect();
        // In an order that does not depend on the map.
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
        fn the_bound_loses_nothing(
            rack in "[A-F?]{0,7}",
            table in prop::collection::vec(("[A-F?]{1,4}", -5i32..40), 0..8),
        ) {
            let (english, points) = english();
            let rack = Rack::parse(&rack, &english).unwrap();
            let sets: Vec<ScoredSet> =
                table.iter().map(|(text, score)| ScoredSet { letters: Rack::parse(text, &english).unwrap(), score: *score }).collect();
            let found = solve(&rack, &sets, &points);
            prop_assert_eq!(found.value, everything(&rack, &sets, &points));
            // What is said to be taken is disjoint and worth as much.
            let mut rest = rack;
            let scores: i32 = found.sets.iter().map(|&at| {
                sets[at].letters.cells().for_each(|cell| assert!(rest.remove(cell)));
                sets[at].score
            }).sum();
            prop_assert_eq!(scores - rest.points(&points), found.value);
        }
    }
}
