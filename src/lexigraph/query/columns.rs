//! What is told about a word beside the word itself.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::anagram::Anagram;
use super::automaton::{Everything, walk};
use super::draw::{Draw, ProbabilityOrder, alphagram};
use super::hooks::Hooks;
use super::query_trait::Query;
use super::text::render_blanks;
use crate::alphabet::{Alphabet, Tile};
use crate::image::ErasedGraph;

macro_rules! columns {
    ($($column:ident $name:literal $doc:literal),* $(,)?) => {
        /// A column of a list of words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Column { $(#[doc = $doc] $column),* }

        impl Column {
            /// All columns, in the order in which they are shown.
            pub const ALL: &'static [Column] = &[$(Column::$column),*];

            /// The name of the column: its heading, and its key in JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Column::$column => $name),* }
            }
        }
    };
}

columns! {
    Word "word" "The word; letters played by blanks in lower case.",
    Length "length" "Its length in tiles.",
    Alphagram "alphagram" "Its letters in collation order.",
    FrontHooks "front_hooks" "Letters that make a word when put before it.",
    BackHooks "back_hooks" "Letters that make a word when put behind it.",
    InnerFront "inner_front" "Whether its first letter can be taken off.",
    InnerBack "inner_back" "Whether its last letter can be taken off.",
    Points "points" "What its tiles are worth, letters played by blanks not counted.",
    Probability "probability" "Its place among the words of its length, likeliest first, from 1; none where it is no word.",
    Ways "ways" "The number of ways to draw its letters from a full bag, blanks counted.",
    Anagrams "anagrams" "The number of words with the same letters, itself counted.",
    Blanks "blanks" "The letters that blanks stand for.",
    Distance "distance" "The edit distance from what was asked.",
}

impl Column {
    /// The column with this name.
    pub fn from_name(name: &str) -> Option<Column> {
        Column::ALL.iter().copied().find(|column| column.name().eq_ignore_ascii_case(name))
    }
}

/// What stands in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text.
    Text(String),
    /// A number.
    Number(i128),
    /// Yes or no.
    Flag(bool),
    /// Nothing: the column has no meaning here.
    None,
}

/// One answer to a query.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// The word.
    pub word: Vec<Tile>,
    /// One flag a letter: whether a blank stands for it. May be shorter than the word.
    pub blanks: Vec<bool>,
    /// The edit distance, where one was asked for.
    pub distance: Option<usize>,
}

impl Answer {
    /// An answer that is just a word.
    pub fn of(word: &[Tile]) -> Answer {
        Answer { word: word.to_vec(), ..Answer::default() }
    }

    /// The text of the word, letters played by blanks in lower case.
    pub fn text(&self, alphabet: &Alphabet) -> String {
        let mut text = String::with_capacity(self.word.len());
        render_blanks(&self.word, &self.blanks, alphabet, &mut text);
        text
    }
}

/// Computes columns of words of one lexicon.
///
/// Hooks and anagrams cost some look-ups a word. The first probability of a length sorts all words of that length.
#[derive(Debug)]
pub struct WordInfo<'t> {
    graph: ErasedGraph<'t>,
    alphabet: &'t Alphabet,
    draw: Option<Draw>,
    orders: RefCell<FxHashMap<usize, ProbabilityOrder>>,
}

impl<'t> WordInfo<'t> {
    /// For words of this DAWG.
    pub fn new(graph: &ErasedGraph<'t>, alphabet: &'t Alphabet) -> WordInfo<'t> {
        WordInfo { graph: *graph, alphabet, draw: Draw::new(alphabet).ok(), orders: RefCell::default() }
    }

    /// The alphabet of the words.
    pub fn alphabet(&self) -> &'t Alphabet {
        self.alphabet
    }

    /// The number of ways to draw the letters, blanks counted; 0 where there is no bag.
    pub fn ways(&self, word: &[Tile]) -> u128 {
        self.draw.as_ref().map_or(0, |draw| draw.ways(word, draw.blanks()))
    }

    /// What the tiles of an answer are worth; blanks are worth nothing.
    pub fn points(&self, answer: &Answer) -> i64 {
        let played = answer.word.iter().enumerate().filter(|(at, _)| answer.blanks.get(*at) != Some(&true));
        played.map(|(_, &tile)| i64::from(self.alphabet.letter(tile).points)).sum()
    }

    /// What stands in the columns for an answer.
    pub fn values(&self, columns: &[Column], answer: &Answer) -> Vec<Value> {
        let word = &answer.word[..];
        let hooked = |column: &Column| {
            matches!(column, Column::FrontHooks | Column::BackHooks | Column::InnerFront | Column::InnerBack)
        };
        let hooks = if columns.iter().any(hooked) { Hooks::of(&self.graph, word) } else { Default::default() };
        let value = |column: &Column| match column {
            Column::Word => Value::Text(answer.text(self.alphabet)),
            Column::Length => Value::Number(word.len() as i128),
            Column::Alphagram => Value::Text(self.alphabet.render(&alphagram(word))),
            Column::FrontHooks => Value::Text(self.alphabet.render(&hooks.front)),
            Column::BackHooks => Value::Text(self.alphabet.render(&hooks.back)),
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
                Value::Text(self.alphabet.render(&blanks.map(|(_, &tile)| tile).collect::<Vec<_>>()))
            }
            Column::Distance => answer.distance.map_or(Value::None, |distance| Value::Number(distance as i128)),
        };
        columns.iter().map(value).collect()
    }

    /// The place of a word among those of its length, likeliest first, from 1.
    pub fn probability(&self, word: &[Tile]) -> Option<usize> {
        let draw = self.draw.as_ref()?;
        let mut orders = self.orders.borrow_mut();
        let order = orders.entry(word.len()).or_insert_with(|| order(&self.graph, word.len(), draw));
        order.place(draw, draw.blanks(), word)
    }
}

/// The words of a length in the order of their probability.
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
