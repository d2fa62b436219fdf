//! Questions of crosswords: grids filled with words, and the files of crossword programs.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::clock::{Stopwatch, Teller};
use super::error::of;
use super::{Api, ApiError, ApiErrorKind, at_most};
use crate::alphabet::Alphabet;
use crate::crossword::{
    Clue, CrosswordError, CrosswordGrid, Direction, FillEnd, FillEntry, FillList, FillProgress, Filler, Puzzle, ipuz, puz,
};
use crate::platform::any_seed;

/// The most fills of a request.
const MOST_FILLS: usize = 100;

/// A grid to fill with words; `crossword/fill`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FillRequest {
    /// The lexicon; if absent, the first.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// The grid: `#` for blocks, `-` for open cells, letters that are given; rows are lines, or have `/` between them. Or
    /// the text of an ipuz file.
    pub grid: String,
    /// Words to enter: the number of an entry, `A` or `D`, `=` and the letters: `17A=WORD`. They need not be in the
    /// lexicon.
    #[serde(default)]
    pub entries: Vec<String>,
    /// `true` to remove the letters of the grid first.
    #[serde(default)]
    pub empty: bool,
    /// Words with a lower score in their list are left out.
    #[serde(default)]
    pub min_score: Option<f64>,
    /// The number of different fills, up to 100; 1 if absent.
    #[serde(default)]
    pub fills: Option<usize>,
    /// The seed of the choices; if absent, each search is another.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The time, within the bound.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// The end of a search for fills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FillResult {
    /// It has not ended: this is progress.
    #[default]
    Searching,
    /// There are as many fills as were asked for.
    Filled,
    /// There are no more fills than these: all has been tried.
    Impossible,
    /// The time was up, or the search was given up.
    Stopped,
}

/// A word of a grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FillEntryView {
    /// Its number.
    pub number: u32,
    /// Its direction: `across` or `down`.
    pub direction: &'static str,
    /// The word, as its list or the request has it.
    pub word: String,
    /// Its score, if its list has scores.
    pub score: Option<Json>,
}

/// A place for a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotView {
    /// Its number.
    pub number: u32,
    /// Its direction: `across` or `down`.
    pub direction: &'static str,
    /// The number of its cells.
    pub length: usize,
}

/// A filled grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FilledView {
    /// Its rows: letters, and `#` for blocks. A tile of several letters is in brackets.
    pub grid: Vec<String>,
    /// Its words, those across first.
    pub entries: Vec<FillEntryView>,
    /// The mean score of the words that have one.
    pub mean_score: Option<f64>,
}

/// The fills of a grid.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FillAnswer {
    /// The fills.
    pub fills: Vec<FilledView>,
    /// The end of the search.
    pub end: FillResult,
    /// The place for which no word fits with what is given, if that is why the grid is impossible.
    pub without: Option<SlotView>,
    /// Words that are given and are not in the lexicon.
    pub unlisted: Vec<FillEntryView>,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The number of each square where an entry begins, row by row; 0 for the others.
    pub numbers: Vec<u32>,
    /// The most places that had a word.
    pub filled: usize,
    /// The places to fill.
    pub slots: usize,
    /// The choices made.
    pub steps: u64,
    /// The times that the search has begun again.
    pub restarts: u64,
    /// The seed.
    pub seed: u64,
    /// The seconds so far.
    pub seconds: f64,
}

/// A file of a crossword; `crossword/read`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CrosswordReadRequest {
    /// The lexicon with whose letters it is read; if absent, the first.
    pub lexicon: Option<String>,
    /// The text of the file: a grid, or ipuz.
    pub text: Option<String>,
    /// The bytes of the file, instead of its text: `.puz`, or any of these.
    pub bytes: Option<Vec<u8>>,
}

/// The clue of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClueView {
    /// The number of its entry.
    pub number: u32,
    /// The direction of its entry.
    pub direction: DirectionView,
    /// The text.
    pub text: String,
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DirectionView {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

/// A crossword: its grid, clues and titles. What is empty may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CrosswordView {
    /// The rows of the grid, as those of `crossword/fill`; `-` for open cells.
    pub grid: Vec<String>,
    /// The clues that are not empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<ClueView>,
    /// The title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Who made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The notice of copyright.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub copyright: String,
    /// Notes for who solves it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// The crossword of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrosswordReadAnswer {
    /// The crossword.
    pub crossword: CrosswordView,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The number of each square where an entry begins, row by row; 0 for the others.
    pub numbers: Vec<u32>,
    /// The places for words, those across first.
    pub slots: Vec<SlotView>,
}

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CrosswordFormat {
    /// The binary format of many programs, with letters of ISO 8859-1.
    Puz,
    /// The open format, in JSON.
    Ipuz,
    /// The grid as text.
    Text,
}

/// A crossword to be written as a file; `crossword/write`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CrosswordWriteRequest {
    /// The lexicon with whose letters it is read; if absent, the first.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// The crossword.
    pub crossword: CrosswordView,
    /// The kind of file.
    pub format: CrosswordFormat,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrosswordWriteAnswer {
    /// The content as text; null for `puz`.
    pub text: Option<String>,
    /// The bytes of a `puz`; else null.
    pub bytes: Option<Vec<u8>>,
}

impl From<CrosswordError> for ApiError {
    fn from(error: CrosswordError) -> ApiError {
        let (line, column) = match &error {
            CrosswordError::Letter { line, column, .. } => (Some(*line), Some(*column)),
            CrosswordError::Ragged { line, .. } => (Some(*line), None),
            _ => (None, None),
        };
        ApiError { line, column, ..ApiError::new(ApiErrorKind::Invalid, error.to_string()) }
    }
}

impl Api {
    /// Fills a grid with words. `watch` is told the fills and how far the search is; if it breaks, the answer is what has
    /// been found so far.
    ///
    /// # Errors
    /// [`ApiError`] for a grid or an entry that is none, for a grid of more squares than the bound, and where there is no
    /// clock.
    pub fn crossword_fill(
        &self,
        request: &FillRequest,
        watch: &mut dyn FnMut(&FillAnswer) -> ControlFlow<()>,
    ) -> Result<FillAnswer, ApiError> {
        let clock = Stopwatch::start();
        if !clock.runs() {
            return Err(ApiError::new(ApiErrorKind::Unavailable, "the search for a fill needs a clock"));
        }
        let opened = self.opened(request.lexicon.as_deref())?;
        let alphabet = opened.alphabet();
        let wanted = request.fills.unwrap_or(1).max(1);
        at_most("fills", wanted, MOST_FILLS, "fills")?;
        let time = self.time(request.seconds)?;
        let mut puzzle = self.crossword(request.grid.as_bytes(), alphabet).map_err(|error| error.at("grid"))?;
        if request.empty {
            puzzle.empty();
        }
        let mut grid = puzzle.grid(alphabet).map_err(of("grid"))?;
        at_most("entries", request.entries.len(), self.bounds().cells, "entries")?;
        let mut given = Vec::new();
        for entry in &request.entries {
            self.bounded(entry, "entries")?;
            let slot = grid.enter(entry, alphabet).map_err(of("entries"))?;
            let text = entry.split_once('=').map_or("", |(_, text)| text).trim().to_uppercase();
            given.push((slot.number, slot.direction, text));
        }
        let list = FillList::of(opened.lexicon.image(), request.min_score)?;
        if request.min_score.is_some() && !list.has_scores() {
            let message = "the lexicon has no words with such scores";
            return Err(ApiError::new(ApiErrorKind::Unavailable, message).at("min_score"));
        }
        let seed = request.seed.unwrap_or_else(any_seed);
        let mut filler = Filler::new(&grid, &list, seed).map_err(of("grid"))?;
        let unlisted = list.entries(&grid, alphabet, &given).into_iter().filter(|entry| !entry.listed);
        let mut answer = FillAnswer {
            unlisted: unlisted.map(|entry| entry_view(&entry)).collect(),
            rows: grid.rows(),
            columns: grid.columns(),
            numbers: grid.numbers(),
            slots: filler.progress().slots,
            seed,
            ..FillAnswer::default()
        };
        let mut teller = Teller::new(clock);
        let mut goes_on = true;
        while answer.fills.len() < wanted && answer.end == FillResult::Searching {
            let end = filler.next(&mut |progress| {
                tell(&mut answer, progress, clock);
                goes_on = goes_on && clock.elapsed() < time;
                if goes_on && teller.is_due() {
                    goes_on = teller.tell(|| watch(&answer)).is_continue();
                }
                goes_on
            });
            tell(&mut answer, &filler.progress(), clock);
            match end {
                FillEnd::Filled(filled) => answer.fills.push(filled_view(&filled, &list, alphabet, &given)),
                FillEnd::Stopped => answer.end = FillResult::Stopped,
                FillEnd::Impossible(slot) => {
                    answer.end = FillResult::Impossible;
                    answer.without = slot.map(|slot| slot_view(&slot));
                }
            }
        }
        if answer.end == FillResult::Searching {
            answer.end = FillResult::Filled;
        }
        Ok(answer)
    }

    /// Reads a file of a crossword.
    ///
    /// # Errors
    /// [`ApiError`] for a file that is none, and for a grid of more squares than the bound.
    pub fn crossword_read(&self, request: &CrosswordReadRequest) -> Result<CrosswordReadAnswer, ApiError> {
        let alphabet = self.opened(request.lexicon.as_deref())?.alphabet();
        let (bytes, field) = match (&request.text, &request.bytes) {
            (Some(text), None) => (text.as_bytes(), "text"),
            (None, Some(bytes)) => (&bytes[..], "bytes"),
            _ => return Err(ApiError::new(ApiErrorKind::Invalid, "give either the text or the bytes of a file").at("text")),
        };
        let puzzle = self.crossword(bytes, alphabet).map_err(|error| error.at(field))?;
        let grid = puzzle.grid(alphabet).map_err(of(field))?;
        let clues = puzzle.clues.into_iter().filter(|clue| !clue.text.is_empty());
        let crossword = CrosswordView {
            grid: rows(&grid, alphabet),
            clues: clues
                .map(|Clue { number, direction, text }| ClueView { number, direction: direction.into(), text })
                .collect(),
            title: puzzle.title,
            author: puzzle.author,
            copyright: puzzle.copyright,
            notes: puzzle.notes,
        };
        let slots = grid.slots().iter().map(slot_view).collect();
        Ok(CrosswordReadAnswer { crossword, rows: grid.rows(), columns: grid.columns(), numbers: grid.numbers(), slots })
    }

    /// Writes a crossword as a file.
    ///
    /// # Errors
    /// [`ApiError`] for a grid that is none, and for texts that the format cannot have.
    pub fn crossword_write(&self, request: &CrosswordWriteRequest) -> Result<CrosswordWriteAnswer, ApiError> {
        let alphabet = self.opened(request.lexicon.as_deref())?.alphabet();
        let CrosswordView { grid, clues, title, author, copyright, notes } = request.crossword.clone();
        let mut puzzle = self.crossword(grid.join("\n").as_bytes(), alphabet).map_err(|error| error.at("crossword"))?;
        let clue = |ClueView { number, direction, text }| Clue { number, direction: direction.into(), text };
        puzzle.clues = clues.into_iter().map(clue).collect();
        (puzzle.title, puzzle.author, puzzle.copyright, puzzle.notes) = (title, author, copyright, notes);
        Ok(match request.format {
            CrosswordFormat::Puz => {
                CrosswordWriteAnswer { bytes: Some(puz::write(&puzzle).map_err(of("crossword"))?), text: None }
            }
            CrosswordFormat::Ipuz => CrosswordWriteAnswer { text: Some(ipuz::write(&puzzle)), bytes: None },
            CrosswordFormat::Text => {
                let grid = puzzle.grid(alphabet).map_err(of("crossword"))?;
                CrosswordWriteAnswer { text: Some(grid.render(alphabet)), bytes: None }
            }
        })
    }

    /// The puzzle of a file, within the bound on squares.
    fn crossword(&self, bytes: &[u8], alphabet: &Alphabet) -> Result<Puzzle, ApiError> {
        let puzzle = Puzzle::read(bytes, alphabet)?;
        let squares = puzzle.rows * puzzle.columns;
        if squares > self.bounds().cells {
            return Err(ApiError::too_large("squares of the grid", squares, self.bounds().cells));
        }
        Ok(puzzle)
    }
}

impl From<Direction> for DirectionView {
    fn from(direction: Direction) -> DirectionView {
        match direction {
            Direction::Across => DirectionView::Across,
            Direction::Down => DirectionView::Down,
        }
    }
}

impl From<DirectionView> for Direction {
    fn from(direction: DirectionView) -> Direction {
        match direction {
            DirectionView::Across => Direction::Across,
            DirectionView::Down => Direction::Down,
        }
    }
}

fn tell(answer: &mut FillAnswer, progress: &FillProgress, clock: Stopwatch) {
    (answer.filled, answer.slots) = (progress.filled, progress.slots);
    (answer.steps, answer.restarts) = (progress.steps, progress.restarts);
    answer.seconds = clock.seconds();
}

fn rows(grid: &CrosswordGrid, alphabet: &Alphabet) -> Vec<String> {
    grid.render(alphabet).lines().map(str::to_owned).collect()
}

fn slot_view(slot: &crate::crossword::Slot) -> SlotView {
    SlotView { number: slot.number, direction: slot.direction.name(), length: slot.cells.len() }
}

fn entry_view(entry: &FillEntry) -> FillEntryView {
    let FillEntry { number, direction, word, score, .. } = entry;
    FillEntryView {
        number: *number,
        direction: direction.name(),
        word: word.clone(),
        score: score.map(crate::wordlist::Score::json),
    }
}

fn filled_view(
    grid: &CrosswordGrid,
    list: &FillList,
    alphabet: &Alphabet,
    given: &[(u32, Direction, String)],
) -> FilledView {
    let entries = list.entries(grid, alphabet, given);
    let scores: Vec<f64> = entries.iter().filter_map(|entry| entry.score.map(|score| score.number())).collect();
    let mean_score = (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64);
    FilledView { grid: rows(grid, alphabet), entries: entries.iter().map(entry_view).collect(), mean_score }
}
