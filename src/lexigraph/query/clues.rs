//! Words that fit the clues of guesses: green letters stand at their place, yellow ones elsewhere, grey ones nowhere.
//!
//! A letter may have several colours at once. A guess tells at least as many of a letter as it has green and yellow;
//! if the letter is grey in the same guess, the word has exactly so many.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::automaton::{Automaton, walk};
use super::error::QueryError;
use super::letters::{Element, LetterSet, parse};
use super::query_trait::Query;
use super::text::parse_word;
use crate::alphabet::{Alphabet, Tile};
use crate::graph::TileMask;
use crate::image::ErasedGraph;
use crate::wordlist::MAX_WORD_LENGTH;

/// The length of words if no clue tells another.
const USUAL_LENGTH: usize = 5;

/// The colour of a letter of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The letter stands there.
    Green,
    /// The word has the letter, but not there.
    Yellow,
    /// The word has no more of this letter than green and yellow tell.
    Grey,
}

impl Mark {
    /// The colour that a character stands for: `g`, `2` or a green square; `y`, `1` or a yellow one; `x`, `-`, `0` or a
    /// black or white one for grey.
    pub fn from_char(c: char) -> Option<Mark> {
        match c {
            'g' | 'G' | '2' | '\u{1f7e9}' => Some(Mark::Green),
            'y' | 'Y' | '1' | '\u{1f7e8}' => Some(Mark::Yellow),
            'x' | 'X' | '-' | '0' | '\u{2b1b}' | '\u{2b1c}' => Some(Mark::Grey),
            _ => None,
        }
    }
}

/// Clues as a person writes them down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClueTexts {
    /// A pattern with the green letters at their places: `?A??E`. Sets are allowed.
    pub green: Option<String>,
    /// Yellow letters: patterns with the places where they are not, `?R???`; or letters alone, which the word has
    /// beside the green ones.
    pub yellow: Vec<String>,
    /// Grey letters. Of one that is also green or yellow, the word has no more than these tell.
    pub grey: String,
    /// Guesses with their result: `CRANE=xygxg`; see [`Mark::from_char`].
    pub guesses: Vec<String>,
    /// The number of letters, if no pattern and no guess tells it. If nothing does, it is 5.
    pub length: Option<usize>,
}

/// Finds the words that fit clues.
#[derive(Clone, Debug)]
pub struct Clues {
    /// The letters that may stand at each place.
    places: Vec<LetterSet>,
    /// The least and the largest number of a letter.
    counts: FxHashMap<Tile, (usize, usize)>,
}

fn wrong(clue: &str, problem: &'static str) -> QueryError {
    QueryError::Clue { clue: clue.to_owned(), problem }
}

impl Clues {
    /// No clues but the number of letters.
    pub fn new(length: usize) -> Clues {
        Clues { places: vec![LetterSet::ALL; length], counts: FxHashMap::default() }
    }

    /// Reads clues.
    ///
    /// # Errors
    /// [`QueryError::Pattern`] and [`QueryError::Word`] for other letters than those of the alphabet;
    /// [`QueryError::Clue`] for clues of different lengths, and for anything else that is not a clue. Clues that
    /// contradict each other are no error: no word fits them.
    pub fn parse(texts: &ClueTexts, alphabet: &Alphabet) -> Result<Clues, QueryError> {
        let green = texts.green.as_deref().map(|text| Ok::<_, QueryError>((text, places(text, alphabet)?))).transpose()?;
        let (mut placed, mut loose) = (Vec::new(), Vec::new());
        for text in &texts.yellow {
            if text.contains(['?', '.']) {
                placed.push((&text[..], places(text, alphabet)?));
            } else {
                loose.push(parse_word(text, alphabet)?);
            }
        }
        let guesses = texts.guesses.iter().map(|text| guess(text, alphabet));
        let guesses = guesses.collect::<Result<Vec<_>, QueryError>>()?;
        let lengths = green.iter().chain(&placed).map(|(text, places)| (*text, places.len()));
        let lengths: Vec<(&str, usize)> =
            lengths.chain(texts.guesses.iter().zip(&guesses).map(|(text, guess)| (&text[..], guess.len()))).collect();
        let length = texts.length.or(lengths.first().map(|(_, length)| *length)).unwrap_or(USUAL_LENGTH);
        if length > MAX_WORD_LENGTH {
            return Err(QueryError::TooLong { limit: MAX_WORD_LENGTH });
        }
        if let Some((text, _)) = lengths.iter().find(|(_, other)| *other != length) {
            return Err(wrong(text, "the clues have different numbers of letters — give all of them one length"));
        }
        let mut clues = Clues::new(length);
        let mut known = Known::default();
        for (at, element) in green.iter().flat_map(|(_, places)| places.iter().enumerate()) {
            match element {
                Element::Letter(tile) => {
                    clues.places[at] = clues.places[at].and(&LetterSet::from_iter([*tile]));
                    *known.green.entry(*tile).or_default() += 1;
                }
                Element::Set(set) => clues.places[at] = clues.places[at].and(set),
                _ => {}
            }
        }
        for (text, places) in &placed {
            let mut letters = Vec::new();
            for (at, element) in places.iter().enumerate() {
                match element {
                    Element::Letter(tile) => {
                        clues.places[at].remove(*tile);
                        letters.push(*tile);
                    }
                    Element::Any => {}
                    _ => return Err(wrong(text, "a yellow place is a letter or '?'")),
                }
            }
            known.raise(&letters, true);
        }
        loose.iter().for_each(|letters| known.raise(letters, false));
        for letter in parse_word(&texts.grey, alphabet)? {
            known.grey.insert(letter);
        }
        known.tell(&mut clues);
        for marks in guesses {
            clues.add(&marks);
        }
        Ok(clues)
    }

    /// Adds the result of a guess: each letter with its colour.
    ///
    /// # Panics
    /// If the guess has another number of letters.
    pub fn add(&mut self, guess: &[(Tile, Mark)]) {
        assert_eq!(guess.len(), self.places.len(), "a guess has as many letters as the word");
        for (at, &(tile, mark)) in guess.iter().enumerate() {
            match mark {
                Mark::Green => self.places[at] = self.places[at].and(&LetterSet::from_iter([tile])),
                Mark::Yellow | Mark::Grey => self.places[at].remove(tile),
            }
            let marked =
                |wanted: fn(Mark) -> bool| guess.iter().filter(|(other, mark)| *other == tile && wanted(*mark)).count();
            let there = marked(|mark| mark != Mark::Grey);
            let most = if marked(|mark| mark == Mark::Grey) > 0 { there } else { usize::MAX };
            self.limit(tile, there, most);
        }
    }

    /// Requires at least and at most so many of a letter, beside what was required before.
    fn limit(&mut self, tile: Tile, least: usize, most: usize) {
        if most == 0 {
            self.places.iter_mut().for_each(|place| place.remove(tile));
        }
        let known = self.counts.entry(tile).or_insert((0, usize::MAX));
        *known = (known.0.max(least), known.1.min(most));
    }

    /// `true` if a word fits all clues.
    pub fn fits(&self, word: &[Tile]) -> bool {
        word.len() == self.places.len()
            && word.iter().zip(&self.places).all(|(&tile, place)| place.contains(tile))
            && self.counts_fit(word)
    }

    fn counts_fit(&self, word: &[Tile]) -> bool {
        self.counts.iter().all(|(tile, (least, most))| {
            let count = word.iter().filter(|other| *other == tile).count();
            (*least..=*most).contains(&count)
        })
    }
}

/// Green, yellow and grey letters together.
#[derive(Default)]
struct Known {
    green: FxHashMap<Tile, usize>,
    /// The largest number of a yellow letter in one clue with places, and in one without.
    yellow: FxHashMap<Tile, [usize; 2]>,
    grey: LetterSet,
}

impl Known {
    fn raise(&mut self, letters: &[Tile], placed: bool) {
        for tile in letters {
            let count = letters.iter().filter(|other| *other == tile).count();
            let most = &mut self.yellow.entry(*tile).or_default()[usize::from(!placed)];
            *most = (*most).max(count);
        }
    }

    fn tell(&self, clues: &mut Clues) {
        let mut letters: LetterSet = self.green.keys().chain(self.yellow.keys()).copied().collect();
        self.grey.iter().for_each(|tile| letters.insert(tile));
        for tile in letters.iter() {
            let green = self.green.get(&tile).copied().unwrap_or(0);
            let [placed, loose] = self.yellow.get(&tile).copied().unwrap_or_default();
            // A yellow letter with a place may be from an earlier guess than the same letter in green.
            let least = (green + loose).max(placed);
            let most = if self.grey.contains(tile) { green + loose.max(placed) } else { usize::MAX };
            clues.limit(tile, least, most);
        }
    }
}

/// The places of a pattern of one letter each.
fn places(text: &str, alphabet: &Alphabet) -> Result<Vec<Element>, QueryError> {
    let elements = parse(text, alphabet, false)?;
    if elements.contains(&Element::Star) {
        return Err(wrong(text, "'*' stands for any number of letters — write one '?' for each"));
    }
    Ok(elements)
}

/// The letters of a guess with their colours.
fn guess(text: &str, alphabet: &Alphabet) -> Result<Vec<(Tile, Mark)>, QueryError> {
    let (word, result) =
        text.split_once('=').ok_or_else(|| wrong(text, "a guess is a word, '=' and its result: CRANE=xygxg"))?;
    let tiles = parse_word(word.trim(), alphabet)?;
    // Emoji may carry a variation selector.
    let marks = result.trim().chars().filter(|c| *c != '\u{fe0f}').map(Mark::from_char);
    let marks = marks.collect::<Option<Vec<Mark>>>();
    let marks = marks.ok_or_else(|| wrong(text, "a result has 'g' for green, 'y' for yellow, and 'x' or '-' for grey"))?;
    if tiles.is_empty() || tiles.len() != marks.len() {
        return Err(wrong(text, "the result needs one colour for each letter of the guess"));
    }
    Ok(tiles.into_iter().zip(marks).collect())
}

impl Query for Clues {
    fn for_each(&self, graph: &ErasedGraph<'_>, each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> ControlFlow<()> {
        walk(
            graph,
            self,
            self.places.len(),
            |word, _| {
                if self.counts_fit(word) { each(word) } else { ControlFlow::Continue(()) }
            },
        )
    }
}

impl Automaton for Clues {
    /// The number of letters read.
    type State = usize;

    fn start(&self) -> usize {
        0
    }

    fn step(&self, &at: &usize, tile: Tile) -> Option<usize> {
        self.places.get(at)?.contains(tile).then_some(at + 1)
    }

    fn is_match(&self, &at: &usize) -> bool {
        at == self.places.len()
    }

    fn next_tiles(&self, &at: &usize) -> TileMask {
        self.places.get(at).map_or(TileMask::EMPTY, LetterSet::mask)
    }

    fn is_last(&self, &at: &usize) -> bool {
        at + 1 == self.places.len()
    }
}
