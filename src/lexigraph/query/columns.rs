//! Properties of words that reports show in columns.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::anagram::Anagram;
use super::automaton::{Everything, walk};
use super::draw::{Draw, ProbabilityOrder, alphagram};
use super::figures::{Figure, Figures};
use super::hooks::Hooks;
use super::meanings::Meanings;
use super::query_trait::Query;
use super::scores::Scores;
use super::text::render_blanks;
use crate::alphabet::{Alphabet, Case, Tile};
use crate::dictionary::{Sense, one_line, parts};
use crate::image::ErasedGraph;
use crate::wordlist::Score;

macro_rules! columns {
    ($($column:ident $name:literal $doc:literal),* $(,)?) => {
        /// A column of a list of words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Column { $(#[doc = $doc] $column),* }

        impl Column {
            /// All columns, in the order in which they are shown.
            pub const ALL: &'static [Column] = &[$(Column::$column),*];

            /// The name of the column, which is its heading and its JSON key.
            pub const fn name(self) -> &'static str {
                match self { $(Column::$column => $name),* }
            }
        }
    };
}

columns! {
    Word "word" "The word. Letters that blanks stand for are in lower case.",
    Length "length" "Its length in tiles.",
    Alphagram "alphagram" "Its letters in collation order.",
    FrontHooks "front_hooks" "Its front hooks: letters that make a word if put before it.",
    BackHooks "back_hooks" "Its back hooks: letters that make a word if put behind it.",
    InnerFront "inner_front" "`true` if it is still a word without its first letter.",
    InnerBack "inner_back" "`true` if it is still a word without its last letter.",
    Points "points" "The points of its tiles. Blanks are worth 0.",
    Probability "probability" "Its rank by probability in its length, from 1, the most probable; none if it is not a word.",
    Ways "ways" "The number of ways to draw its letters from a full bag, with blanks.",
    Anagrams "anagrams" "The number of words with the same letters, including the word itself.",
    Blanks "blanks" "The letters that blanks stand for.",
    Distance "distance" "The edit distance from the word of the query.",
    Score "score" "The number beside the word in its list.",
    Pangram "pangram" "`true` if it has all letters of the spelling bee.",
    Commonness "commonness" "Its level of commonness, from 10, the commonest; none if it is not known.",
    Playability "playability" "The points that not knowing it costs a player in 1,000 games.",
    Definition "definition" "Its definition on one line; none if none is known.",
    Pos "pos" "Its parts of speech, as far as its definition tells: `n`, `v`, `adj`, `adv`, `other`, joined by commas.",
}

impl Column {
    /// `true` if the column explains words, for which [`WordInfo`] needs their [meanings](Meanings).
    pub const fn explains(self) -> bool {
        matches!(self, Column::Definition | Column::Pos)
    }

    /// The kind of number in the column, if it is one for which [`WordInfo`] needs [figures](Figures).
    pub const fn figure(self) -> Option<Figure> {
        match self {
            Column::Score => Some(Figure::Score),
            Column::Commonness => Some(Figure::Commonness),
            Column::Playability => Some(Figure::Playability),
            _ => None,
        }
    }

    /// Finds a column by its name.
    pub fn from_name(name: &str) -> Option<Column> {
        Column::ALL.iter().copied().find(|column| column.name().eq_ignore_ascii_case(name))
    }
}

/// The value in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// The labels of tiles, where some label of the alphabet has several characters: as one text, tiles could be
    /// mistaken.
    Tiles(Vec<String>),
    /// A number.
    Number(i128),
    /// A number that may have a fraction.
    Score(Score),
    /// Yes or no.
    Flag(bool),
    /// No value: the column does not apply.
    None,
}

#[cfg(feature = "api")]
impl Value {
    /// The value in JSON. Integers beyond 64 bits become floating-point numbers, as most JSON readers would read them
    /// anyway.
    pub fn json(&self) -> serde_json::Value {
        use serde_json::{Number, Value as Json};
        match self {
            Value::Text(text) => Json::String(text.clone()),
            Value::Tiles(tiles) => tiles.iter().cloned().map(Json::String).collect(),
            Value::Number(number) => match i64::try_from(*number) {
                Ok(number) => number.into(),
                Err(_) => Number::from_f64(*number as f64).map_or(Json::Null, Json::Number),
            },
            Value::Score(score) => score.json(),
            Value::Flag(yes) => Json::Bool(*yes),
            Value::None => Json::Null,
        }
    }
}

/// One answer to a query.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// The word.
    pub word: Vec<Tile>,
    /// One flag for each letter: `true` if a blank stands for it. May be shorter than the word.
    pub blanks: Vec<bool>,
    /// The edit distance, if the query has one.
    pub distance: Option<usize>,
    /// The points, if the query counts them by rules of its own.
    pub points: Option<i64>,
    /// `true` if the word has all letters of a spelling bee; `None` for other queries.
    pub pangram: Option<bool>,
}

impl Answer {
    /// An answer that consists of a word only.
    pub fn of(word: &[Tile]) -> Answer {
        Answer { word: word.to_vec(), ..Answer::default() }
    }

    /// The text of the word. Letters that blanks stand for are in lower case.
    pub fn text(&self, alphabet: &Alphabet) -> String {
        let mut text = String::with_capacity(self.word.len());
        render_blanks(&self.word, &self.blanks, alphabet, &mut text);
        text
    }
}

/// Computes columns for the words of one lexicon.
///
/// Hooks and anagrams take a few look-ups for each word. The first probability of a length sorts all words of that
/// length.
#[derive(Debug)]
pub struct WordInfo<'t> {
    graph: ErasedGraph<'t>,
    alphabet: &'t Alphabet,
    draw: Option<Draw>,
    long_labels: bool,
    orders: RefCell<FxHashMap<usize, ProbabilityOrder>>,
    figures: Figures,
    meanings: Option<Meanings<'t>>,
}

impl<'t> WordInfo<'t> {
    /// Prepares the columns for the words of a DAWG.
    pub fn new(graph: &ErasedGraph<'t>, alphabet: &'t Alphabet) -> WordInfo<'t> {
        let long_labels = alphabet.case() != Case::Bytes && alphabet.has_long_labels();
        let draw = Draw::new(alphabet).ok();
        WordInfo {
            graph: *graph,
            alphabet,
            draw,
            long_labels,
            orders: RefCell::default(),
            figures: Figures::default(),
            meanings: None,
        }
    }

    /// The same, with scores for the column [`Score`](Column::Score).
    pub fn with_scores(mut self, scores: Option<Scores>) -> WordInfo<'t> {
        self.figures.set(Figure::Score, scores);
        self
    }

    /// The same, with the numbers for the columns that have a [figure](Column::figure).
    pub fn with_figures(self, figures: Figures) -> WordInfo<'t> {
        WordInfo { figures, ..self }
    }

    /// The same, with the meanings of words for the columns [`Definition`](Column::Definition) and [`Pos`](Column::Pos).
    pub fn with_meanings(self, meanings: Option<Meanings<'t>>) -> WordInfo<'t> {
        WordInfo { meanings, ..self }
    }

    /// The alphabet of the words.
    pub fn alphabet(&self) -> &'t Alphabet {
        self.alphabet
    }

    /// The number of ways to draw the letters, with blanks. 0 if the alphabet has no bag.
    pub fn ways(&self, word: &[Tile]) -> u128 {
        self.draw.as_ref().map_or(0, |draw| draw.ways(word, draw.blanks()))
    }

    /// The number of a kind about a word; `None` if it has none.
    pub fn figure(&self, figure: Figure, word: &[Tile]) -> Option<Score> {
        self.figures.get(figure, word)
    }

    /// The points of an answer: those that the query gave it, or else those of its tiles. Blanks are worth 0.
    pub fn points(&self, answer: &Answer) -> i64 {
        if let Some(points) = answer.points {
            return points;
        }
        let played = answer.word.iter().enumerate().filter(|(at, _)| answer.blanks.get(*at) != Some(&true));
        played.map(|(_, &tile)| i64::from(self.alphabet.letter(tile).points)).sum()
    }

    /// The values of these columns for an answer.
    pub fn values(&self, columns: &[Column], answer: &Answer) -> Vec<Value> {
        let word = &answer.word[..];
        let hooked = |column: &Column| {
            matches!(column, Column::FrontHooks | Column::BackHooks | Column::InnerFront | Column::InnerBack)
        };
        let hooks = if columns.iter().any(hooked) { Hooks::of(&self.graph, word) } else { Default::default() };
        let explained = columns.iter().any(|column| column.explains());
        let senses = if explained { self.senses(word) } else { Vec::new() };
        let value = |column: &Column| match column {
            Column::Word => Value::Text(answer.text(self.alphabet)),
            Column::Length => Value::Number(word.len() as i128),
            Column::Alphagram => self.tiles(&alphagram(word)),
            Column::FrontHooks => self.tiles(&hooks.front),
            Column::BackHooks => self.tiles(&hooks.back),
            Column::InnerFront => Value::Flag(hooks.inner_front),
            Column::InnerBack => Value::Flag(hooks.inner_back),
            Column::Points => Value::Number(self.points(answer).into()),
            Column::Probability => self.probability(word).map_or(Value::None, |place| Value::Number(place as i128)),
            Column::Ways if self.draw.is_none() => Value::None,
            Column::Ways => Value::Number(i128::try_from(self.ways(word)).unwrap_or(i128::MAX)),
            Column::Anagrams => {
                Value::Number(Anagram::of(word, 0).map_or(0, |anagram| i128::from(anagram.count(&self.graph))))
            }
            Column::Blanks => {
                let blanks = word.iter().enumerate().filter(|(at, _)| answer.blanks.get(*at) == Some(&true));
                self.tiles(&blanks.map(|(_, &tile)| tile).collect::<Vec<_>>())
            }
            Column::Distance => answer.distance.map_or(Value::None, |distance| Value::Number(distance as i128)),
            Column::Pangram => answer.pangram.map_or(Value::None, Value::Flag),
            Column::Score | Column::Commonness | Column::Playability => {
                let number = column.figure().and_then(|figure| self.figure(figure, word));
                number.map_or(Value::None, Value::Score)
            }
            Column::Definition => text_or_none(one_line(&senses)),
            Column::Pos => text_or_none(parts(&senses)),
        };
        columns.iter().map(value).collect()
    }

    /// The senses of a word. Files are checked when they are opened, so one that cannot be read counts as one without.
    fn senses(&self, word: &[Tile]) -> Vec<Sense> {
        self.meanings.as_ref().and_then(|meanings| meanings.senses(word).ok()).unwrap_or_default()
    }

    /// Letters in a row that are not a word.
    fn tiles(&self, tiles: &[Tile]) -> Value {
        if self.long_labels {
            return Value::Tiles(tiles.iter().map(|&tile| self.alphabet.letter(tile).label.clone()).collect());
        }
        Value::Text(self.alphabet.render(tiles))
    }

    /// The rank of a word by probability among the words of its length, from 1 for the most probable.
    pub fn probability(&self, word: &[Tile]) -> Option<usize> {
        let draw = self.draw.as_ref()?;
        let mut orders = self.orders.borrow_mut();
        let order = orders.entry(word.len()).or_insert_with(|| order(&self.graph, word.len(), draw));
        order.place(draw, draw.blanks(), word)
    }
}

fn text_or_none(text: String) -> Value {
    if text.is_empty() { Value::None } else { Value::Text(text) }
}

/// The words of one length, ordered by probability.
fn order(graph: &ErasedGraph<'_>, length: usize, draw: &Draw) -> ProbabilityOrder {
    let mut words = Vec::new();
    let _ = walk(graph, &Everything, length, |word, ()| {
        if word.len() == length {
            words.push(word.to_vec());
        }
        std::ops::ControlFlow::<()>::Continue(())
    });
    ProbabilityOrder::new(draw, draw.blanks(), words)
}
