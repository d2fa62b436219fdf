//! Questions about words on a grid.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::clock::Stopwatch;
use super::error::of;
use super::{Api, ApiError, ApiErrorKind, Opened, at_most};
use crate::boggle::round::{self, Player, PlayerResult, RoundRules, WordVerdict};
use crate::boggle::search::{self, FoundWord};
use crate::boggle::{Adjacency, BoggleBoard, DiceSet, Grid, GridOptions, Random, WordPoints, parse_size, paths};
use crate::platform::any_seed;
use crate::query::render_blanks;

pub use super::best_grid::{BestAnswer, BestRequest};

/// The order of the words on a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GridSort {
    /// In collation order.
    #[default]
    Alpha,
    /// Most points first.
    Points,
    /// Longest first.
    Length,
    /// In the order of the search.
    Path,
}

/// A grid and its rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GridRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The grid: letters row by row, with `/` or a line end between rows. `.` is a hole, `?` any letter, `[Qu]` a cell of
    /// several letters. With spaces in it, the cells of all rows stand between spaces.
    pub grid: String,
    /// The size of a grid without rows, such as `4x5`: rows, then columns.
    pub size: Option<String>,
    /// The name of the dice, which give the points and the minimum length.
    pub dice: Option<String>,
    /// The name of the points; if absent, those of the dice, or `usual`.
    pub points: Option<String>,
    /// The minimum length of a word; if absent, that of the dice, or 3.
    pub min_length: Option<usize>,
    /// `true` if only the cells above, below, left and right are neighbours.
    pub orthogonal: bool,
    /// `true` if the edges of the grid touch.
    pub wrap: bool,
    /// `true` if a `q` is a lone Q, not Qu.
    pub bare_q: bool,
}

/// The words on a grid; `boggle/solve`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SolveRequest {
    /// The grid and its rules.
    pub board: GridRequest,
    /// The order.
    pub sort: GridSort,
    /// `true` to reverse the order.
    pub reverse: bool,
    /// The most words to list.
    pub limit: Option<usize>,
    /// The most paths of each word, within the bound; 1 if absent.
    pub paths: Option<usize>,
}

/// A word on a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridWord {
    /// The word, with the letters that `?` stands for in lower case.
    pub word: String,
    /// Its number of letters.
    pub length: usize,
    /// Its points.
    pub points: u64,
    /// The cells of one of its paths, as row and column from 1.
    pub path: Vec<[usize; 2]>,
    /// All its paths, up to the number that was asked for; this first. Absent if one was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<Vec<[usize; 2]>>,
}

/// The words on a grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolveAnswer {
    /// The grid.
    pub grid: String,
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// The text of each cell, row by row.
    pub cells: Vec<String>,
    /// The words that are listed.
    pub words: Vec<GridWord>,
    /// The points of all words.
    pub score: u64,
    /// The number of all words, listed or not.
    pub count: usize,
    /// The time taken.
    pub seconds: f64,
}

/// A grid from dice; `boggle/roll`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RollRequest {
    /// The lexicon whose letters the dice have; if absent, the first.
    pub lexicon: Option<String>,
    /// The name of the dice; if absent, `new`.
    pub dice: Option<String>,
    /// The seed; if absent, each roll is another.
    pub seed: Option<u64>,
}

/// A rolled grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridAnswer {
    /// The grid.
    pub grid: String,
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// The text of each cell, row by row.
    pub cells: Vec<String>,
    /// The title of the dice.
    pub dice: String,
    /// The seed.
    pub seed: u64,
}

/// Hints for a grid; `boggle/hint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct HintRequest {
    /// The grid and its rules.
    pub board: GridRequest,
    /// The number of a word to show, from 1 in the order of the search; if absent, the answer gives away none.
    pub hint: Option<usize>,
}

/// The number of words of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LengthCount {
    /// The number of letters.
    pub length: usize,
    /// The number of words.
    pub count: usize,
}

/// Hints for a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HintAnswer {
    /// The number that was asked for.
    pub hint: Option<usize>,
    /// The word with this number, if there is one.
    pub word: Option<GridWord>,
    /// The number of words.
    pub count: usize,
    /// The points of all words.
    pub score: u64,
    /// For each cell, row by row, the number of words whose path begins there. A word with several paths counts once.
    pub begin: Vec<Vec<usize>>,
    /// The number of words of each length.
    pub lengths: Vec<LengthCount>,
}

/// A player and the words that the player has written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundPlayer {
    /// The name.
    pub name: String,
    /// The words.
    pub words: Vec<String>,
}

/// A round to score; `boggle/round`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RoundRequest {
    /// The grid and its rules.
    pub board: GridRequest,
    /// The players.
    pub players: Vec<RoundPlayer>,
    /// The extra points for a word that no other player has.
    pub bonus: u64,
    /// `true` if words score although other players have them too.
    pub shared: bool,
}

/// The verdict on a word of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundWord {
    /// The word as written.
    pub word: String,
    /// Its points.
    pub points: u64,
    /// `scores`, `shared`, `repeated`, `too-short`, `no-word`, `not-in-lexicon` or `not-on-grid`.
    pub verdict: &'static str,
    /// The other players that have a shared word.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
}

/// The score of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundScore {
    /// The name.
    pub name: String,
    /// The points of all words.
    pub score: u64,
    /// Each word.
    pub words: Vec<RoundWord>,
}

/// The scores of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundAnswer {
    /// Each player.
    pub players: Vec<RoundScore>,
    /// The players with the most points.
    pub winners: Vec<String>,
}

/// A grid, read, with its rules.
pub(super) struct Game<'a> {
    pub opened: &'a Opened,
    pub board: BoggleBoard,
    pub points: WordPoints,
    pub min_length: usize,
    /// The most steps of the search.
    pub steps: u64,
}

impl Game<'_> {
    /// All words on the grid, in the order of the search.
    pub fn find(&self) -> Result<Vec<FoundWord>, ApiError> {
        let found = search::solve(&self.opened.dawg()?, &self.board, self.min_length, self.steps);
        Ok(found.map_err(of("board"))?.found)
    }

    fn points(&self, found: &FoundWord) -> u64 {
        self.points.of(found.word.len())
    }

    fn score(&self, found: &[FoundWord]) -> u64 {
        found.iter().map(|found| self.points(found)).sum()
    }

    fn word(&self, found: &FoundWord) -> GridWord {
        let mut word = String::new();
        render_blanks(&found.word, &paths::blanks(&self.board, &found.path), self.opened.alphabet(), &mut word);
        let path = self.places(&found.path);
        GridWord { word, length: found.word.len(), points: self.points(found), path, paths: Vec::new() }
    }

    /// The cells of a path, as row and column.
    fn places(&self, path: &[u16]) -> Vec<[usize; 2]> {
        path.iter().map(|&cell| self.board.grid().place(usize::from(cell)).into()).collect()
    }
}

impl Api {
    /// The words on a grid, each with one or several of its paths.
    ///
    /// # Errors
    /// [`ApiError`] for a mistake in the grid, and [`ApiErrorKind::TooLarge`] for one whose `?` make the search too long.
    pub fn boggle_solve(&self, request: &SolveRequest) -> Result<SolveAnswer, ApiError> {
        let watch = Stopwatch::start();
        let game = self.grid(&request.board)?;
        let mut found = game.find()?;
        let (count, score) = (found.len(), game.score(&found));
        // Collation order also breaks ties.
        if request.sort != GridSort::Path {
            found.sort_by(|a, b| a.word.cmp(&b.word));
        }
        match request.sort {
            GridSort::Points => found.sort_by_key(|found| Reverse((game.points(found), found.word.len()))),
            GridSort::Length => found.sort_by_key(|found| Reverse(found.word.len())),
            GridSort::Alpha | GridSort::Path => {}
        }
        if request.reverse {
            found.reverse();
        }
        found.truncate(request.limit.unwrap_or(usize::MAX).min(self.bounds().answers));
        let mut words: Vec<GridWord> = found.iter().map(|found| game.word(found)).collect();
        let most = request.paths.unwrap_or(1);
        let (mut left, mut steps) = (self.bounds().paths, self.bounds().steps);
        for (word, found) in words.iter_mut().zip(&found).filter(|_| most > 1) {
            // That of the search comes first, and is among those of the word.
            let mut all = paths::up_to(&game.board, &found.word, most.min(left), &mut steps);
            all.retain(|path| *path != found.path);
            all.insert(0, found.path.clone());
            all.truncate(most);
            left = left.saturating_sub(all.len());
            word.paths = all.iter().map(|path| game.places(path)).collect();
        }
        let (grid, cells) = texts(game.board.grid(), game.opened);
        let (rows, columns) = (game.board.grid().rows(), game.board.grid().columns());
        Ok(SolveAnswer { grid, rows, columns, cells, words, score, count, seconds: watch.seconds() })
    }

    /// A grid rolled with dice.
    ///
    /// # Errors
    /// [`ApiError`] for unknown dice, and for letters that they do not have.
    pub fn boggle_roll(&self, request: &RollRequest) -> Result<GridAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        let name = request.dice.as_deref().unwrap_or("new");
        let dice = DiceSet::builtin(name, opened.alphabet()).map_err(of("dice"))?;
        let seed = request.seed.unwrap_or_else(any_seed);
        let rolled = dice.roll(&mut Random::new(seed));
        let (grid, cells) = texts(&rolled, opened);
        let dice = dice.title().to_owned();
        Ok(GridAnswer { grid, rows: rolled.rows(), columns: rolled.columns(), cells, dice, seed })
    }

    /// How many words begin in each cell and have each length; and, if a number is given, the word with this number.
    ///
    /// # Errors
    /// As [`boggle_solve`](Api::boggle_solve), and for the number 0.
    pub fn boggle_hint(&self, request: &HintRequest) -> Result<HintAnswer, ApiError> {
        let game = self.grid(&request.board)?;
        if request.hint == Some(0) {
            return Err(ApiError::new(ApiErrorKind::Invalid, "hints are numbered from 1").at("hint"));
        }
        let found = game.find()?;
        let grid = game.board.grid();
        let mut begin = vec![vec![0; grid.columns()]; grid.rows()];
        let longest = found.iter().map(|found| found.word.len()).max().unwrap_or(0);
        let mut lengths = vec![0; longest + 1];
        for word in &found {
            if let Some(&first) = word.path.first() {
                begin[usize::from(first) / grid.columns()][usize::from(first) % grid.columns()] += 1;
            }
            lengths[word.word.len()] += 1;
        }
        let lengths = lengths.into_iter().enumerate().filter(|(_, count)| *count > 0);
        let word = request.hint.and_then(|number| found.get(number - 1)).map(|found| game.word(found));
        Ok(HintAnswer {
            hint: request.hint,
            word,
            count: found.len(),
            score: game.score(&found),
            begin,
            lengths: lengths.map(|(length, count)| LengthCount { length, count }).collect(),
        })
    }

    /// The scores of players who have written words.
    ///
    /// # Errors
    /// As [`boggle_solve`](Api::boggle_solve), for two players of one name, and for more words than the bound.
    pub fn boggle_round(&self, request: &RoundRequest) -> Result<RoundAnswer, ApiError> {
        let game = self.grid(&request.board)?;
        let words = request.players.iter().map(|player| player.words.len()).sum::<usize>();
        at_most("words", words.saturating_add(request.players.len()), self.bounds().words, "players")?;
        let names: std::collections::BTreeSet<&str> = request.players.iter().map(|player| player.name.as_str()).collect();
        if names.len() < request.players.len() {
            return Err(ApiError::new(ApiErrorKind::Invalid, "two players have one name").at("players"));
        }
        if request.bonus > 1_000_000 {
            return Err(ApiError::new(ApiErrorKind::Invalid, "the bonus is at most 1000000").at("bonus"));
        }
        let players: Vec<Player> =
            request.players.iter().map(|player| Player { name: player.name.clone(), words: player.words.clone() }).collect();
        let (alphabet, shared_score) = (game.opened.alphabet(), request.shared);
        let (min_length, points, bonus) = (game.min_length, &game.points, request.bonus);
        let rules = RoundRules { alphabet, min_length, points, bonus, shared_score };
        let scores = round::score(&game.opened.dawg()?, &game.board, &rules, &players);
        let best = scores.iter().map(|player| player.score).max().unwrap_or(0);
        let winners = scores.iter().filter(|player| player.score == best && best > 0).map(|player| player.name.clone());
        Ok(RoundAnswer { winners: winners.collect(), players: scores.iter().map(|score| judged(score, &players)).collect() })
    }

    /// Reads a grid and its rules.
    pub(super) fn grid(&self, request: &GridRequest) -> Result<Game<'_>, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        let alphabet = opened.alphabet();
        let dice = request.dice.as_deref().map(|name| DiceSet::builtin(name, alphabet).map_err(of("dice"))).transpose()?;
        let of_dice = dice.as_ref().map_or("usual", DiceSet::points);
        let points = WordPoints::builtin(request.points.as_deref().unwrap_or(of_dice)).map_err(of("points"))?;
        let min_length = request.min_length.or(dice.as_ref().map(DiceSet::min_length)).unwrap_or(3);
        let size = request.size.as_deref().map(|size| parse_size(size).map_err(of("size"))).transpose()?;
        let options = GridOptions { size, bare_q: request.bare_q };
        let grid = Grid::parse(&request.grid, alphabet, &options).map_err(of("grid"))?;
        let board = BoggleBoard::new(grid, adjacency(request), request.wrap);
        Ok(Game { opened, board, points, min_length, steps: self.bounds().steps })
    }
}

/// The neighbours of a cell.
pub(super) fn adjacency(request: &GridRequest) -> Adjacency {
    if request.orthogonal { Adjacency::Rook } else { Adjacency::King }
}

/// A grid as text, and the text of each of its cells.
pub(super) fn texts(grid: &Grid, opened: &Opened) -> (String, Vec<String>) {
    let alphabet = opened.alphabet();
    (grid.render(alphabet), (0..grid.cells().len()).map(|cell| grid.label(cell, alphabet)).collect())
}

/// The score of a player as an answer.
fn judged(score: &PlayerResult, players: &[Player]) -> RoundScore {
    let words = score.words.iter().map(|(word, verdict)| {
        let (mut points, mut with) = (0, Vec::new());
        let verdict = match verdict {
            WordVerdict::Scores(scored) => {
                points = *scored;
                "scores"
            }
            WordVerdict::Shared(others) => {
                with = others.iter().map(|&other| players[other].name.clone()).collect();
                "shared"
            }
            WordVerdict::Repeated => "repeated",
            WordVerdict::TooShort => "too-short",
            WordVerdict::NoWord => "no-word",
            WordVerdict::NotInLexicon => "not-in-lexicon",
            WordVerdict::NotOnGrid => "not-on-grid",
        };
        RoundWord { word: word.clone(), points, verdict, with }
    });
    RoundScore { name: score.name.clone(), score: score.score, words: words.collect() }
}
