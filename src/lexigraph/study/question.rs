//! Questions of all kinds, made from the words of a lexicon, and typed answers held against them.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

use crate::alphabet::{Alphabet, Tile};
use crate::image::{ErasedGraph, Image, ImageError};
use crate::query::draw::alphagram;
use crate::query::{Anagram, Hooks, Pattern, Query, QueryError, parse_word};
use crate::random::{Random, mixed};

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The words of an alphagram.
    Anagram,
    /// The letters that make a word in front of a word, and behind it.
    Hooks,
    /// The words of an alphagram, each with its hooks.
    AnagramHooks,
    /// Is it a word?
    Judge,
    /// The word of a definition.
    Definition,
    /// The words that fit a pattern.
    Pattern,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] =
        [Kind::Anagram, Kind::Hooks, Kind::AnagramHooks, Kind::Judge, Kind::Definition, Kind::Pattern];

    /// The name in the log and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Anagram => "anagram",
            Kind::Hooks => "hooks",
            Kind::AnagramHooks => "anagram-hooks",
            Kind::Judge => "judge",
            Kind::Definition => "definition",
            Kind::Pattern => "pattern",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a card cannot be asked.
#[derive(Debug, Error)]
pub enum QuestionError {
    /// The text of the card cannot be spelled or parsed.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The lexicon has no answer to it.
    #[error("{kind} {text}: the lexicon has no such word")]
    NoWord {
        /// The kind of the card.
        kind: Kind,
        /// The text of the card.
        text: String,
    },
    /// The word has no definition.
    #[error("{text} has no definition")]
    NoDefinition {
        /// The word.
        text: String,
    },
}

/// A word with its hooks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hooked {
    /// The word.
    pub word: Vec<Tile>,
    /// The letters that make a word in front of it, in collation order.
    pub front: Vec<Tile>,
    /// The letters that make a word behind it, in collation order.
    pub back: Vec<Tile>,
}

/// The right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    /// These words, all of them.
    Words(BTreeSet<Vec<Tile>>),
    /// These words with their hooks.
    Hooked(Vec<Hooked>),
    /// Yes or no.
    Valid(bool),
    /// This word, or another with the same definition.
    Defined(Vec<Tile>, String),
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The kind of its card.
    pub kind: Kind,
    /// The text of its card.
    pub text: String,
    /// The question.
    pub prompt: String,
    /// Of a definition card, the definition with the word itself hidden.
    pub clue: Option<String>,
    /// The right answer, for people: words, hooks as in `b-s`, or `yes` and `no`.
    pub answers: Vec<String>,
    expected: Expected,
}

/// The comparison of a typed answer with the right one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// `true` if everything is right.
    pub is_right: bool,
    /// The parts that were not typed.
    pub missed: Vec<String>,
    /// The parts that were typed and are wrong.
    pub wrong: Vec<String>,
}

/// A function that gives the definition of a word.
pub type Define<'q> = &'q dyn Fn(&[Tile]) -> Option<String>;

/// Makes questions from a lexicon.
pub struct Quiz<'q> {
    graph: ErasedGraph<'q>,
    alphabet: &'q Alphabet,
    define: Option<Define<'q>>,
}

/// The most replacements that are tried to make a word that is none.
const TRIED: usize = 200;

impl<'q> Quiz<'q> {
    /// Questions from the words of an image, with their definitions from `define`.
    ///
    /// # Errors
    /// [`ImageError`] if the image has no DAWG.
    pub fn new(image: &'q Image, define: Option<Define<'q>>) -> Result<Quiz<'q>, ImageError> {
        Ok(Quiz { graph: image.dawg()?.0, alphabet: image.alphabet(), define })
    }

    /// The texts of the cards of a kind for these words, each once, in the order of the words.
    ///
    /// There are two cards of kind [`Judge`](Kind::Judge) for each word: the word, and one that is like it but not in
    /// the lexicon, and that is always the same. Cards of kind [`Pattern`](Kind::Pattern) are the words without their
    /// vowels; words without vowels lack the letter in the middle. Words without a definition have no card of kind
    /// [`Definition`](Kind::Definition).
    pub fn cards(&self, kind: Kind, words: &[Vec<Tile>]) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let mut cards = Vec::new();
        let mut add = |card: String| {
            if seen.insert(card.clone()) {
                cards.push(card);
            }
        };
        for word in words.iter().filter(|word| !word.is_empty()) {
            match kind {
                Kind::Anagram | Kind::AnagramHooks => add(self.text(&alphagram(word))),
                Kind::Hooks => add(self.text(word)),
                Kind::Judge => {
                    add(self.text(word));
                    if let Some(phony) = self.phony(word) {
                        add(self.text(&phony));
                    }
                }
                Kind::Definition => {
                    if self.definition(word).is_some() {
                        add(self.text(word));
                    }
                }
                Kind::Pattern => add(self.without_vowels(word)),
            }
        }
        cards
    }

    fn text(&self, word: &[Tile]) -> String {
        self.alphabet.render_bracketed(word)
    }

    fn definition(&self, word: &[Tile]) -> Option<String> {
        self.define.and_then(|define| define(word)).filter(|text| !text.trim().is_empty())
    }

    fn is_vowel(&self, tile: Tile) -> bool {
        self.alphabet.letter(tile).vowel
    }

    fn without_vowels(&self, word: &[Tile]) -> String {
        let vowels = word.iter().filter(|&&tile| self.is_vowel(tile)).count();
        let middle = word.len() / 2;
        let is_hidden = |at: usize| if vowels == 0 || vowels == word.len() { at == middle } else { self.is_vowel(word[at]) };
        let shown = |at: usize| if is_hidden(at) { "?".to_owned() } else { self.alphabet.render(&word[at..=at]) };
        (0..word.len()).map(shown).collect()
    }

    /// A text that is like a word and is none: one letter is replaced, a vowel by a vowel.
    fn phony(&self, word: &[Tile]) -> Option<Vec<Tile>> {
        let seed = word.iter().fold(word.len() as u64, |seed, tile| mixed(seed ^ u64::from(tile.number())));
        let mut random = Random::new(seed);
        let tiles: Vec<Tile> = self.alphabet.tiles().collect();
        let mut changed = word.to_vec();
        for _ in 0..TRIED {
            let (at, tile) = (random.below(word.len()), tiles[random.below(tiles.len())]);
            if tile != word[at] && self.is_vowel(tile) == self.is_vowel(word[at]) {
                changed[at] = tile;
                if !self.graph.contains(&changed) {
                    return Some(changed);
                }
                changed[at] = word[at];
            }
        }
        None
    }

    fn hooked(&self, word: &[Tile]) -> Hooked {
        let Hooks { front, back, .. } = Hooks::of(&self.graph, word);
        Hooked { word: word.to_vec(), front, back }
    }

    /// Hooks as they are typed: those in front, a hyphen, those behind, in lower case.
    fn hook_text(&self, hooked: &Hooked) -> (String, String) {
        let text = |tiles: &[Tile]| tiles.iter().map(|&tile| &*self.alphabet.letter(tile).lower).collect::<String>();
        (text(&hooked.front), text(&hooked.back))
    }

    /// The question of a card.
    ///
    /// # Errors
    /// [`QuestionError`] if the lexicon cannot spell it or has no answer to it.
    pub fn question(&self, kind: Kind, text: &str) -> Result<Question, QuestionError> {
        let no_word = || QuestionError::NoWord { kind, text: text.to_owned() };
        let mut clue = None;
        let (prompt, answers, expected) = match kind {
            Kind::Anagram | Kind::AnagramHooks => {
                let letters = parse_word(text, self.alphabet)?;
                let words = Anagram::of(&letters, 0)?.words(&self.graph);
                if words.is_empty() {
                    return Err(no_word());
                }
                let count = counted(words.len());
                if kind == Kind::Anagram {
                    let shown = words.iter().map(|word| self.alphabet.render(word)).collect();
                    (format!("{text}: {count}"), shown, Expected::Words(words.into_iter().collect()))
                } else {
                    let hooked: Vec<Hooked> = words.iter().map(|word| self.hooked(word)).collect();
                    let shown = hooked.iter().map(|hooked| {
                        let (front, back) = self.hook_text(hooked);
                        format!("{front}-{}-{back}", self.alphabet.render(&hooked.word))
                    });
                    (format!("{text}: {count} with hooks"), shown.collect(), Expected::Hooked(hooked))
                }
            }
            Kind::Hooks => {
                let word = parse_word(text, self.alphabet)?;
                if !self.graph.contains(&word) {
                    return Err(no_word());
                }
                let hooked = self.hooked(&word);
                let (front, back) = self.hook_text(&hooked);
                (format!("{text}: hooks?"), vec![format!("{front}-{back}")], Expected::Hooked(vec![hooked]))
            }
            Kind::Judge => {
                let valid = self.graph.contains(&parse_word(text, self.alphabet)?);
                let answer = if valid { "yes" } else { "no" };
                (format!("{text}: a word?"), vec![answer.to_owned()], Expected::Valid(valid))
            }
            Kind::Definition => {
                let word = parse_word(text, self.alphabet)?;
                if !self.graph.contains(&word) {
                    return Err(no_word());
                }
                let meaning = self.definition(&word).ok_or_else(|| QuestionError::NoDefinition { text: text.to_owned() })?;
                let hidden = hide(&meaning, &self.alphabet.render(&word));
                let prompt = format!("{} letters: {hidden}", word.len());
                clue = Some(hidden);
                (prompt, vec![self.alphabet.render(&word)], Expected::Defined(word, meaning))
            }
            Kind::Pattern => {
                let words = Pattern::parse(text, self.alphabet)?.words(&self.graph);
                if words.is_empty() {
                    return Err(no_word());
                }
                let shown = words.iter().map(|word| self.alphabet.render(word)).collect();
                let prompt = format!("{text}: {}", counted(words.len()));
                (prompt, shown, Expected::Words(words.into_iter().collect()))
            }
        };
        Ok(Question { kind, text: text.to_owned(), prompt, clue, answers, expected })
    }

    /// Holds a typed answer against a question. Words are separated by spaces or commas, in any order and case; hooks
    /// are typed as letters in front, a hyphen, letters behind: `b-s`, or `b-WORD-s` where there are several words.
    pub fn check(&self, question: &Question, typed: &str) -> Verdict {
        let parts: Vec<&str> = typed.split([' ', ',', '\t']).filter(|part| !part.is_empty()).collect();
        let render = |word: &Vec<Tile>| self.alphabet.render(word);
        let (missed, wrong): (Vec<String>, Vec<String>) = match &question.expected {
            Expected::Words(words) => {
                let (mut found, mut wrong) = (BTreeSet::new(), Vec::new());
                for part in parts {
                    match self.alphabet.parse(part).ok().filter(|word| words.contains(word)) {
                        Some(word) => drop(found.insert(word)),
                        None => wrong.push(part.to_owned()),
                    }
                }
                (words.difference(&found).map(render).collect(), wrong)
            }
            Expected::Hooked(words) => self.check_hooks(question.kind, words, &question.answers, &parts),
            Expected::Valid(valid) => {
                let answer = match parts[..] {
                    [word] => match word.to_lowercase().as_str() {
                        "y" | "yes" | "+" | "1" => Some(true),
                        "n" | "no" | "-" | "0" => Some(false),
                        _ => None,
                    },
                    _ => None,
                };
                let wrong = parts.iter().map(|part| (*part).to_owned()).collect();
                if answer == Some(*valid) { (Vec::new(), Vec::new()) } else { (question.answers.clone(), wrong) }
            }
            Expected::Defined(word, meaning) => {
                let is_right = |typed: &[Tile]| {
                    typed == word || (self.graph.contains(typed) && self.definition(typed).as_ref() == Some(meaning))
                };
                match self.alphabet.parse(&parts.concat()) {
                    Ok(typed) if is_right(&typed) => (Vec::new(), Vec::new()),
                    _ => (vec![render(word)], parts.iter().map(|part| (*part).to_owned()).collect()),
                }
            }
        };
        Verdict { is_right: missed.is_empty() && wrong.is_empty(), missed, wrong }
    }

    fn check_hooks(&self, kind: Kind, words: &[Hooked], answers: &[String], parts: &[&str]) -> (Vec<String>, Vec<String>) {
        let set = |text: &str| -> Option<BTreeSet<Tile>> { Some(self.alphabet.parse(text).ok()?.into_iter().collect()) };
        let same = |tiles: &[Tile], typed: &str| set(typed) == Some(tiles.iter().copied().collect());
        let fits = |hooked: &Hooked, part: &str| match (kind, &part.split('-').collect::<Vec<_>>()[..]) {
            (Kind::Hooks, [front, back]) => same(&hooked.front, front) && same(&hooked.back, back),
            (Kind::AnagramHooks, [front, word, back]) => {
                self.alphabet.parse(word).is_ok_and(|word| word == hooked.word)
                    && same(&hooked.front, front)
                    && same(&hooked.back, back)
            }
            // A word without hooks needs no hyphens.
            (Kind::AnagramHooks, [word]) => {
                hooked.front.is_empty()
                    && hooked.back.is_empty()
                    && self.alphabet.parse(word).is_ok_and(|word| word == hooked.word)
            }
            _ => false,
        };
        let missing = |hooked: &Hooked| !parts.iter().any(|part| fits(hooked, part));
        let missed = words.iter().zip(answers).filter(|(hooked, _)| missing(hooked)).map(|(_, text)| text.clone());
        let wrong = parts.iter().filter(|part| !words.iter().any(|hooked| fits(hooked, part)));
        (missed.collect(), wrong.map(|part| (*part).to_owned()).collect())
    }
}

fn counted(words: usize) -> String {
    if words == 1 { "1 word".to_owned() } else { format!("{words} words") }
}

/// A definition with the word itself replaced by a dash, in whatever case it is there.
fn hide(meaning: &str, word: &str) -> String {
    let is_letter = |c: char| c.is_alphanumeric();
    let folded = word.to_lowercase();
    let mut shown = String::with_capacity(meaning.len());
    let mut rest = meaning;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_letter(c) != is_letter(first)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        shown.push_str(if part.to_lowercase() == folded { "—" } else { part });
        rest = after;
    }
    shown.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
