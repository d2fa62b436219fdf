//! Questions and answers as values: everything the library does, for a server, a worker in a browser, or another
//! language.
//!
//! An [`Api`] holds opened lexicons by name and answers questions about them. Each question is a method that takes a
//! request and gives an answer, both of them plain data with serde. [`QUESTIONS`] lists the questions under the names
//! by which [`Api::answer`] answers them in JSON. The keys are those of the program's `--json`.
//!
//! ```
//! use lexigraph::Lexicon;
//! use lexigraph::api::{Api, words::AnagramRequest};
//!
//! let mut api = Api::new();
//! api.add("enable", Lexicon::bundled("enable")?)?;
//! let found = api.anagram(&AnagramRequest { letters: "retains".into(), ..AnagramRequest::default() })?;
//! assert_eq!(found.count, 9);
//! let json = api.answer("words/judge", r#"{"words": ["qat", "zax"]}"#)?;
//! assert_eq!(json["acceptable"], true);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An `Api` is shared between threads; no question changes it. A game is a value that the caller keeps: see [`game`].
//! Nothing here panics on any request, and everything is limited by the [`Bounds`]. Questions that take long tell their
//! progress to a closure, which may end them.
//!
//! A text of letters is read as the program reads it, with labels of several characters in brackets. In answers, a list
//! of letters that are not a word is one text, or a list of labels if the alphabet has labels of several characters.

mod answers;
mod best_grid;
mod clock;
mod error;
mod lookup;
mod table;
mod word_games;

pub mod analysis;
pub mod boggle;
pub mod crossword;
pub mod game;
pub mod graph;
pub mod position;
pub mod pre_endgame;
pub mod review;
pub mod shelf;
pub mod study;
pub mod words;

pub use answers::{ListOptions, WordAnswers};
pub use error::{ApiError, ApiErrorKind};
pub use table::{QUESTIONS, Question};

pub use crate::query::Sort;

/// The questions in OpenAPI 3.1, as a server on HTTP answers them: for people, and for programs that make clients.
pub const OPENAPI: &str = include_str!("openapi.json");

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::alphabet::Alphabet;
use crate::dictionary::Dictionary;
use crate::graph::GraphKind;
use crate::image::{ErasedGraph, Image, ImageError};
use crate::lexicon::Lexicon;
use crate::movegen::{Generator, LeaveTable, Leaves, WordIndex};
use crate::names::closest;
use crate::play::bundled_leaves;
use crate::play::evaluation::Evaluation;
use crate::play::strategy::PlayContext;
use crate::query::{Figure, Figures, Meanings, Scores};

/// What a request may ask for. More is an error or, where the answer says so, a shorter answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// The bytes of the body of a request.
    pub body: usize,
    /// The bytes of one question to the words of a lexicon: a word, letters, a pattern, conditions.
    pub text: usize,
    /// The words that are looked up at once.
    pub words: usize,
    /// The answers that are listed.
    pub answers: usize,
    /// The answers that are gathered in order to sort them.
    pub sorted: usize,
    /// The words of a combination, the conditions `anagrams` of a search, and a third of the terms of an equation.
    pub combined: usize,
    /// The edits of `words/near`.
    pub distance: usize,
    /// The time for questions that search: simulation, endgame, best grid, crossword, combinations of words.
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub time: Duration,
    /// The racks of a simulation that can be ended.
    pub iterations: u64,
    /// The racks of a simulation within the machine's reply, which cannot be ended.
    pub reply_iterations: u64,
    /// The moves that are simulated.
    pub candidates: u64,
    /// The moves that are played after each.
    pub plies: u64,
    /// The positions of an endgame search.
    pub nodes: u64,
    /// The positions of an endgame search within the machine's reply.
    pub reply_nodes: u64,
    /// The blanks of a rack for which plays are generated.
    pub blanks: usize,
    /// The moves of a game.
    pub moves: usize,
    /// The steps of the search on a grid.
    pub steps: u64,
    /// The paths that are listed of all words on a grid, if several of a word are asked for.
    pub paths: usize,
    /// The grids in a pool of the search for the best grid.
    pub pool: usize,
    /// The threads of the search for the best grid; 0 for one for each processor. A simulation uses those of the pool
    /// that it is called in.
    pub threads: usize,
    /// The squares of a crossword.
    pub cells: usize,
    /// The words of a graph that is drawn.
    pub graph_words: usize,
    /// The nodes of a graph that is drawn.
    pub graph_nodes: usize,
}

/// Bounds for one machine with several users: no question takes more than a minute or some hundred megabytes.
impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            body: 1 << 20,
            text: 1000,
            words: 10_000,
            answers: 10_000,
            sorted: 500_000,
            combined: 6,
            distance: 20,
            time: Duration::from_secs(60),
            iterations: 100_000,
            reply_iterations: 1000,
            candidates: 100,
            plies: 20,
            nodes: 100_000_000,
            reply_nodes: 1_000_000,
            blanks: 4,
            moves: 1000,
            steps: 100_000_000,
            paths: 100_000,
            pool: 1000,
            threads: 0,
            cells: 2500,
            graph_words: 200,
            graph_nodes: 5000,
        }
    }
}

fn as_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// Lexicons by name, and bounds. The questions are methods in the modules below.
#[derive(Debug, Default)]
pub struct Api {
    shelf: Vec<Opened>,
    bounds: Bounds,
}

impl Api {
    /// An `Api` without lexicons, with the default bounds.
    pub fn new() -> Api {
        Api::default()
    }

    /// The same with other bounds.
    #[must_use]
    pub fn with_bounds(self, bounds: Bounds) -> Api {
        Api { bounds, ..self }
    }

    /// Adds a lexicon. The first one answers requests that name none. Its games use the leave values that are bundled
    /// for its letters.
    ///
    /// # Errors
    /// [`ApiErrorKind::Invalid`] if the name is empty or taken.
    pub fn add(&mut self, name: &str, lexicon: Lexicon) -> Result<(), ApiError> {
        self.put(name, lexicon, OnceLock::new())
    }

    /// As [`add`](Api::add), with leave values of its own.
    ///
    /// # Errors
    /// As [`add`](Api::add).
    pub fn add_with_leaves(&mut self, name: &str, lexicon: Lexicon, leaves: LeaveTable) -> Result<(), ApiError> {
        self.put(name, lexicon, OnceLock::from(Some(leaves)))
    }

    /// Adds a lexicon, or puts it in the place of the one that has its name, whose leave values are forgotten.
    ///
    /// # Errors
    /// [`ApiErrorKind::Invalid`] if the name is empty.
    pub fn set(&mut self, name: &str, lexicon: Lexicon) -> Result<(), ApiError> {
        match self.shelf.iter_mut().find(|opened| opened.name == name) {
            Some(opened) => *opened = Opened::new(name, lexicon, OnceLock::new()),
            None => self.add(name, lexicon)?,
        }
        Ok(())
    }

    /// Gives a lexicon other leave values.
    ///
    /// # Errors
    /// [`ApiErrorKind::UnknownName`] if there is no lexicon of this name.
    pub fn set_leaves(&mut self, name: &str, leaves: LeaveTable) -> Result<(), ApiError> {
        let at = self.place(name)?;
        self.shelf[at].leaves = OnceLock::from(Some(leaves));
        Ok(())
    }

    fn put(&mut self, name: &str, lexicon: Lexicon, leaves: OnceLock<Option<LeaveTable>>) -> Result<(), ApiError> {
        if name.is_empty() || self.shelf.iter().any(|opened| opened.name == name) {
            return Err(ApiError::new(ApiErrorKind::Invalid, format!("'{name}' is empty or the name of another lexicon")));
        }
        self.shelf.push(Opened::new(name, lexicon, leaves));
        Ok(())
    }

    /// Names the dictionaries that explain the words of a lexicon which its own definitions do not, the first of them
    /// first. Without this, it is the bundled one for English tiles, and none for others. `false` if there is no
    /// lexicon of this name.
    pub fn explain(&mut self, name: &str, dictionaries: Vec<Arc<Dictionary>>) -> bool {
        let opened = self.shelf.iter_mut().find(|opened| opened.name == name);
        opened.map(|opened| opened.dictionaries = dictionaries).is_some()
    }

    /// The bounds.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The lexicon with this name.
    pub fn lexicon(&self, name: &str) -> Option<&Lexicon> {
        self.shelf.iter().find(|opened| opened.name == name).map(|opened| &opened.lexicon)
    }

    /// The lexicon that a request names, or the first.
    fn opened(&self, name: Option<&str>) -> Result<&Opened, ApiError> {
        match name {
            Some(name) => Ok(&self.shelf[self.place(name)?]),
            None => self.shelf.first().ok_or_else(|| unknown("there is no lexicon at hand".to_owned())),
        }
    }

    /// The index of a lexicon in the shelf.
    fn place(&self, name: &str) -> Result<usize, ApiError> {
        self.shelf.iter().position(|opened| opened.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.shelf.iter().map(|opened| opened.name.as_str()).collect();
            let meant = closest(name, names.iter().copied());
            let meant = meant.map_or_else(String::new, |meant| format!("did you mean '{meant}'? "));
            unknown(format!("no lexicon is called '{name}' — {meant}at hand: {}", names.join(", ")))
        })
    }

    /// Refuses a text that is too long.
    fn bounded(&self, text: &str, field: &str) -> Result<(), ApiError> {
        at_most("bytes of text", text.len(), self.bounds.text, field)
    }

    /// The seconds that a request asks for, within the bound.
    fn time(&self, seconds: Option<f64>) -> Result<Duration, ApiError> {
        let Some(seconds) = seconds else { return Ok(self.bounds.time) };
        let wrong = || ApiError::new(ApiErrorKind::Invalid, format!("{seconds} is no number of seconds")).at("seconds");
        if seconds.is_nan() || seconds <= 0.0 {
            return Err(wrong());
        }
        Ok(Duration::try_from_secs_f64(seconds.min(1e9)).map_err(|_| wrong())?.min(self.bounds.time))
    }
}

/// The error of a lexicon that is not at hand.
fn unknown(message: String) -> ApiError {
    ApiError::new(ApiErrorKind::UnknownName, message).at("lexicon")
}

/// Refuses a number that is too large.
fn at_most(what: &str, found: usize, most: usize, field: &str) -> Result<(), ApiError> {
    if found <= most { Ok(()) } else { Err(ApiError::too_large(what, found, most).at(field)) }
}

/// A lexicon, and what is made from it when it is first needed.
struct Opened {
    name: String,
    lexicon: Lexicon,
    leaves: OnceLock<Option<LeaveTable>>,
    filter: OnceLock<Option<WordIndex>>,
    index: OnceLock<Option<WordIndex>>,
    evaluation: OnceLock<Option<Evaluation>>,
    figures: [OnceLock<Option<Scores>>; Figure::ALL.len()],
    dictionaries: Vec<Arc<Dictionary>>,
}

impl Opened {
    fn new(name: &str, lexicon: Lexicon, leaves: OnceLock<Option<LeaveTable>>) -> Opened {
        let (filter, index) = (OnceLock::new(), OnceLock::new());
        let (evaluation, figures) = (OnceLock::new(), Default::default());
        let dictionaries = Dictionary::bundled_for(lexicon.alphabet()).into_iter().collect();
        let name = name.to_owned();
        Opened { name, lexicon, leaves, filter, index, evaluation, figures, dictionaries }
    }

    fn alphabet(&self) -> &Alphabet {
        self.lexicon.alphabet()
    }

    fn dawg(&self) -> Result<ErasedGraph<'_>, ApiError> {
        Ok(self.lexicon.image().graph(GraphKind::Dawg)?)
    }

    /// A move generator for a few positions: its index is the filter, which is made in a few milliseconds.
    fn generator(&self) -> Result<Generator<'_>, ApiError> {
        self.indexed(&self.filter, WordIndex::filter)
    }

    /// A move generator for many positions, with an index of all words. The first call takes some 100 ms for 200,000 words.
    fn generator_for_many(&self) -> Result<Generator<'_>, ApiError> {
        self.indexed(&self.index, WordIndex::new)
    }

    fn indexed<'o>(
        &'o self,
        index: &'o OnceLock<Option<WordIndex>>,
        make: impl Fn(&Image, GraphKind) -> Result<WordIndex, ImageError>,
    ) -> Result<Generator<'o>, ApiError> {
        let generator = self.lexicon.generator()?;
        match index.get_or_init(|| make(self.lexicon.image(), generator.kind()).ok()) {
            Some(index) => Ok(generator.with_own_index(index)),
            None => Ok(generator),
        }
    }

    /// The numbers of a kind about the words, if there are some.
    fn figure(&self, figure: Figure) -> Option<&Scores> {
        let of_kind = || Figures::of_image(self.lexicon.image(), &[figure]).ok()?.of(figure).cloned();
        self.figures[figure as usize].get_or_init(of_kind).as_ref()
    }

    /// The numbers of these kinds.
    fn figures(&self, wanted: impl IntoIterator<Item = Figure>) -> Figures {
        let mut figures = Figures::default();
        wanted.into_iter().for_each(|figure| figures.set(figure, self.figure(figure).cloned()));
        figures
    }

    /// The meanings of the words.
    fn meanings(&self) -> Result<Meanings<'_>, ApiError> {
        Ok(Meanings::new(self.lexicon.image(), self.dictionaries.clone())?)
    }

    /// The leave values, if there are some for these letters.
    fn leaves(&self) -> Option<&LeaveTable> {
        self.leaves.get_or_init(|| bundled_leaves(self.alphabet())).as_ref()
    }

    /// What strategies judge moves by.
    fn context<'g>(&'g self, generator: &'g Generator<'g>) -> PlayContext<'g> {
        let evaluation = self.evaluation.get_or_init(|| Evaluation::builtin(self.alphabet()).ok()).as_ref();
        PlayContext { generator, leaves: self.leaves().map(|leaves| leaves as &dyn Leaves), evaluation, winning: None }
    }
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opened").field("name", &self.name).field("lexicon", &self.lexicon).finish_non_exhaustive()
    }
}
