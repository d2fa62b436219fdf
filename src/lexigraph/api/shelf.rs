//! What is at hand: lexicons, boards, alphabets, and the names of everything else that a request can choose.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Api, ApiError, Bounds};
use crate::alphabet::{Alphabet, builtin_names};
use crate::board::{Layout, Premium, Square, builtin_layouts};
use crate::boggle::{DiceSet, WordPoints};
use crate::graph::GraphKind;
use crate::image::NodeLayout;
use crate::play::strategy::levels;
use crate::play::{Challenge, GameRules, Words};
use crate::query::Column;
use crate::query::search::set_names;

/// A request without fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A lexicon at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LexiconView {
    /// The name, for requests.
    pub name: String,
    /// The number of words.
    pub words: u64,
    /// The length of the longest word.
    pub longest: usize,
    /// The name of the alphabet.
    pub alphabet: String,
    /// The file format.
    pub format: &'static str,
    /// The graphs: `dawg`, `gaddag`.
    pub graphs: Vec<&'static str>,
    /// `true` if words have definitions, in the lexicon or in a dictionary.
    pub definitions: bool,
    /// `true` if games can be played: the alphabet has tiles for two racks and at most 63 letters.
    pub games: bool,
    /// `true` if there are leave values.
    pub leaves: bool,
}

/// The lexicons at hand; the first answers requests that name none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LexiconsAnswer {
    /// Each lexicon.
    pub lexicons: Vec<LexiconView>,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardView {
    /// The name, for requests.
    pub name: String,
    /// A description.
    pub title: String,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The row and the column of the start square, from 1.
    pub start: [usize; 2],
    /// The number of tiles on a rack.
    pub rack: usize,
    /// The bonus by the number of tiles laid, from 0.
    pub bonus: Vec<i32>,
    /// The squares, row by row: `d`, `t`, `q` double, triple and quadruple the letter, `D`, `T`, `Q` the word, `#` is a
    /// hole, `.` plain.
    pub squares: Vec<String>,
}

/// The boards at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardsAnswer {
    /// Each board.
    pub boards: Vec<BoardView>,
}

/// A letter of an alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LetterView {
    /// The text on the tile.
    pub label: String,
    /// The text for a blank that stands for it.
    pub lower: String,
    /// The number of tiles.
    pub count: u16,
    /// The points.
    pub points: i16,
    /// `true` if it is a vowel.
    pub vowel: bool,
}

/// An alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlphabetView {
    /// The name, for requests.
    pub name: String,
    /// A description.
    pub title: String,
    /// The number of blanks.
    pub blanks: u16,
    /// The letters in collation order.
    pub letters: Vec<LetterView>,
}

/// The alphabets at hand: those that are built in, and those of the lexicons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlphabetsAnswer {
    /// Each alphabet.
    pub alphabets: Vec<AlphabetView>,
}

/// The names that requests can choose from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoicesAnswer {
    /// Sets of Boggle dice.
    pub dice: Vec<&'static str>,
    /// Tables of points for Boggle.
    pub points: Vec<&'static str>,
    /// Rules of games.
    pub rules: Vec<String>,
    /// Levels of the machine, each with its strategy.
    pub levels: BTreeMap<String, String>,
    /// Columns of lists of words.
    pub columns: Vec<&'static str>,
    /// Named sets of words, for `is:` in a search.
    pub sets: Vec<String>,
    /// Node layouts.
    pub nodes: Vec<&'static str>,
    /// The bounds of requests.
    pub bounds: Bounds,
}

impl Api {
    /// The lexicons at hand.
    ///
    /// # Errors
    /// [`ApiError`] for a lexicon with damaged definitions.
    pub fn lexicons(&self, _: &Nothing) -> Result<LexiconsAnswer, ApiError> {
        let lexicons = self.shelf.iter().map(|opened| {
            let (image, alphabet) = (opened.lexicon.image(), opened.alphabet());
            let tiles: usize = alphabet.letters().iter().map(|letter| usize::from(letter.count)).sum();
            let graphs = [GraphKind::Dawg, GraphKind::Gaddag].into_iter().filter(|&kind| image.has(kind));
            Ok(LexiconView {
                name: opened.name.clone(),
                words: image.words(),
                longest: image.longest(),
                alphabet: alphabet.name().to_owned(),
                format: image.format().name(),
                graphs: graphs.map(GraphKind::name).collect(),
                definitions: !opened.meanings()?.is_empty(),
                games: !alphabet.is_wide() && tiles + usize::from(alphabet.blanks()) >= 14,
                leaves: opened.leaves().is_some(),
            })
        });
        Ok(LexiconsAnswer { lexicons: lexicons.collect::<Result<_, ApiError>>()? })
    }

    /// The boards at hand.
    ///
    /// # Errors
    /// None.
    pub fn boards(&self, _: &Nothing) -> Result<BoardsAnswer, ApiError> {
        let boards = builtin_layouts().map(|name| Ok(board_view(&Layout::builtin(name)?)));
        Ok(BoardsAnswer { boards: boards.collect::<Result<_, ApiError>>()? })
    }

    /// The alphabets at hand.
    ///
    /// # Errors
    /// None.
    pub fn alphabets(&self, _: &Nothing) -> Result<AlphabetsAnswer, ApiError> {
        let built_in = builtin_names().map(|name| Ok(alphabet_view(&Alphabet::builtin(name)?)));
        let mut alphabets = built_in.collect::<Result<Vec<AlphabetView>, ApiError>>()?;
        for opened in &self.shelf {
            if alphabets.iter().all(|known| known.name != opened.alphabet().name()) {
                alphabets.push(alphabet_view(opened.alphabet()));
            }
        }
        Ok(AlphabetsAnswer { alphabets })
    }

    /// The names that requests can choose from, and the bounds.
    ///
    /// # Errors
    /// None.
    pub fn choices(&self, _: &Nothing) -> Result<ChoicesAnswer, ApiError> {
        Ok(ChoicesAnswer {
            dice: DiceSet::names().collect(),
            points: WordPoints::names().collect(),
            // Challenges, clocks and Clabbers are for games in the terminal.
            rules: GameRules::names().into_iter().filter(|name| is_played_here(name)).collect(),
            levels: levels(),
            columns: Column::ALL.iter().map(|column| column.name()).collect(),
            sets: set_names().map(|name| name.to_string()).collect(),
            nodes: NodeLayout::ALL.iter().map(|nodes| nodes.name()).collect(),
            bounds: self.bounds().clone(),
        })
    }
}

fn is_played_here(name: &str) -> bool {
    GameRules::builtin(name)
        .is_ok_and(|rules| rules.challenge == Challenge::Void && rules.words == Words::Standard && rules.minutes == 0)
}

fn board_view(layout: &Layout) -> BoardView {
    let row = |row: usize| {
        let squares = (0..layout.columns()).map(|column| sign(layout.premium(Square::new(row as u8, column as u8))));
        squares.collect::<String>()
    };
    BoardView {
        name: layout.name().to_owned(),
        title: layout.title().to_owned(),
        rows: layout.rows(),
        columns: layout.columns(),
        start: [usize::from(layout.start().row) + 1, usize::from(layout.start().column) + 1],
        rack: layout.rack(),
        bonus: (0..=layout.rack()).map(|laid| layout.bonus(laid)).collect(),
        squares: (0..layout.rows()).map(row).collect(),
    }
}

/// The sign of a square in a table of a board.
fn sign(premium: Premium) -> char {
    match (premium.letter(), premium.word()) {
        (_, 0) => '#',
        (2, _) => 'd',
        (3, _) => 't',
        (4, _) => 'q',
        (_, 2) => 'D',
        (_, 3) => 'T',
        (_, 4) => 'Q',
        _ => '.',
    }
}

fn alphabet_view(alphabet: &Alphabet) -> AlphabetView {
    let letters = alphabet.letters().iter().map(|letter| LetterView {
        label: letter.label.clone(),
        lower: letter.lower.clone(),
        count: letter.count,
        points: letter.points,
        vowel: letter.vowel,
    });
    let (name, title) = (alphabet.name().to_owned(), alphabet.title().to_owned());
    AlphabetView { name, title, blanks: alphabet.blanks(), letters: letters.collect() }
}
