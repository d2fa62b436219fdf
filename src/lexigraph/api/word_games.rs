//! Questions of word games: ladders, chains, spelling bees, and clues in green, yellow and grey.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::answers::{Lister, Several};
use super::error::of;
use super::{Api, ApiError, ApiErrorKind, ListOptions, WordAnswers, at_most};
use crate::alphabet::{Alphabet, Tile};
use crate::query::{
    Answer, Bee, Chain, Chains, ClueTexts, Clues, Column, Growth, Ladder, Ladders, LongestChain, Query, Sort, parse_word,
};

/// Words between which ladders lead; `words/ladder`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LadderRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The first word, the last, and any between in their order.
    pub words: Vec<String>,
    /// `true` if a step may also insert or delete a letter.
    pub edits: bool,
    /// The most steps between two of the words.
    pub max_steps: Option<usize>,
    /// The number of the ladders. They have no columns, and no order but `alpha`.
    pub list: ListOptions,
}

/// Words between which chains lead, or the word that one begins with; `words/chain`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ChainRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The first word, the last, and any between in their order. A single word is continued as far as possible.
    pub words: Vec<String>,
    /// The number of letters that neighbours have in common; 1 if absent.
    pub overlap: Option<usize>,
    /// `true` if each word has one letter more than the one before it instead, and the others in their order.
    pub grow: bool,
    /// The most steps between two of the words, or from a single one.
    pub max_steps: Option<usize>,
    /// The number of the chains. They have no columns, and no order but `alpha`.
    pub list: ListOptions,
}

/// The letters of a spelling bee; `words/bee`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct BeeRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The letters, that of the centre first. Spaces between them are left out.
    pub letters: String,
    /// The minimum length of a word; 4 if absent.
    pub min_length: Option<usize>,
    /// The columns, order and number of the answers.
    pub list: ListOptions,
}

/// The words of a spelling bee.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BeeAnswer {
    /// Each word: the values of its columns by their names. `points` are those of the bee.
    pub words: Vec<Map<String, Json>>,
    /// The number of words there are, listed or not.
    pub count: u64,
    /// The points of all words.
    pub points: i64,
    /// The number of words that have all letters.
    pub pangrams: u64,
    /// Always `true`: the search has no bound.
    pub complete: bool,
}

/// The results of guesses of a word; `words/filter`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FilterRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// A pattern with the green letters at their places: `?A??E`.
    pub green: Option<String>,
    /// Yellow letters: patterns with the places where they are not, or letters alone, which the word has beside the
    /// green ones.
    pub yellow: Vec<String>,
    /// Grey letters. Of one that is also green or yellow, the word has no more than these tell.
    pub grey: String,
    /// Guesses with their result: `CRANE=xygxg`, with `g` for green, `y` for yellow and `x` for grey.
    pub guesses: Vec<String>,
    /// The number of letters, if no pattern and no guess tells it; 5 if nothing does.
    pub length: Option<usize>,
    /// The columns, order and number of the answers.
    pub list: ListOptions,
}

impl Api {
    /// The shortest ladders between words. `count` is the number of all of them.
    ///
    /// # Errors
    /// [`ApiError`] for words of other letters, and of more words than the bound on combinations.
    pub fn ladder(&self, request: &LadderRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        let words = self.ends(&request.words, opened.alphabet())?;
        let ladder = Ladder { edits: request.edits, max_steps: request.max_steps.unwrap_or(usize::MAX) };
        let found = ladder.through(&opened.dawg()?, &words.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let count = found.as_ref().map_or(0, Ladders::count);
        self.ways(&request.list, opened.alphabet(), count, |each| found.map(|found| found.for_each(each)))
    }

    /// The shortest chains between words, or a longest one from a single word. `count` is the number of all of them. A
    /// longest chain is `complete` if no chain is longer.
    ///
    /// # Errors
    /// [`ApiError`] for words of other letters, of more words than the bound on combinations, and for an overlap of 0.
    pub fn chain(&self, request: &ChainRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        let (alphabet, dawg) = (opened.alphabet(), opened.dawg()?);
        let words = self.ends(&request.words, alphabet)?;
        let words: Vec<&[Tile]> = words.iter().map(Vec::as_slice).collect();
        let max_steps = request.max_steps.unwrap_or(usize::MAX);
        let list = &request.list;
        if request.grow {
            if request.overlap.is_some() {
                let message = "words that grow have no overlap — leave out one of the two";
                return Err(ApiError::new(ApiErrorKind::Invalid, message).at("overlap"));
            }
            let growth = Growth { max_steps };
            let found = match words[..] {
                [word] => growth.longest(&dawg, word),
                _ => growth.through(&dawg, &words),
            };
            let count = found.as_ref().map_or(0, Ladders::count);
            return self.ways(list, alphabet, count, |each| found.map(|found| found.for_each(each)));
        }
        let overlap = request.overlap.unwrap_or(1);
        if overlap == 0 {
            let message = "neighbours in a chain have at least one letter in common — give 1 or more";
            return Err(ApiError::new(ApiErrorKind::Invalid, message).at("overlap"));
        }
        let chain = Chain { overlap, max_steps };
        if let [word] = words[..] {
            let found = chain.longest(&dawg, word);
            let is_proven = found.as_ref().is_none_or(LongestChain::is_proven);
            let words = found.as_ref().map(|found| found.words.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let answer = self.ways(list, alphabet, u64::from(words.is_some()), |each| words.map(|words| each(&words)))?;
            return Ok(WordAnswers { complete: answer.complete && is_proven, ..answer });
        }
        let found = chain.through(&dawg, &words);
        let count = found.as_ref().map_or(0, Chains::count);
        self.ways(list, alphabet, count, |each| found.map(|found| found.for_each(each)))
    }

    /// The words that a ladder or a chain goes through.
    fn ends(&self, words: &[String], alphabet: &Alphabet) -> Result<Vec<Vec<Tile>>, ApiError> {
        at_most("words", words.len(), self.bounds().combined, "words")?;
        let parse = |word: &String| {
            self.bounded(word, "words")?;
            parse_word(word, alphabet).map_err(of("words"))
        };
        words.iter().map(parse).collect()
    }

    /// Lists ladders or chains, which `produce` passes to its argument in the order of the alphabet until that breaks;
    /// `None` if there are none.
    fn ways(
        &self,
        list: &ListOptions,
        alphabet: &Alphabet,
        count: u64,
        produce: impl FnOnce(&mut dyn FnMut(&[&[Tile]]) -> ControlFlow<()>) -> Option<ControlFlow<()>>,
    ) -> Result<WordAnswers, ApiError> {
        let sort = list.sort.filter(|sort| *sort != Sort::Alpha || list.reverse);
        let mut several = Several::new(self, &ListOptions { sort, ..list.clone() })?;
        let Some(ended) = produce(&mut |words| several.push(words, &[])) else {
            return Ok(several.finish(alphabet, true));
        };
        let answers = several.finish(alphabet, true);
        Ok(WordAnswers { count, complete: ended.is_continue() || !list.reverse, ..answers })
    }

    /// The words of a spelling bee, with its totals.
    ///
    /// # Errors
    /// [`ApiError`] for other letters, and for none.
    pub fn bee(&self, request: &BeeRequest) -> Result<BeeAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        self.bounded(&request.letters, "letters")?;
        let bee = Bee::parse(&request.letters, opened.alphabet()).map_err(of("letters"))?;
        let bee = request.min_length.map_or(bee, |min| bee.min_length(min));
        let dawg = opened.dawg()?;
        let (mut points, mut pangrams) = (0, 0);
        let listed = Lister::new(self, opened, &request.list, &[Column::Pangram])?.list(|each| {
            let mut answer = Answer::default();
            let _ = bee.for_each(&dawg, &mut |word| {
                let (worth, pangram) = (bee.points(word), bee.is_pangram(word));
                points += worth;
                pangrams += u64::from(pangram);
                answer.word.clear();
                answer.word.extend_from_slice(word);
                (answer.points, answer.pangram) = (Some(worth), Some(pangram));
                each(&answer)
            });
            Ok(())
        })?;
        let WordAnswers { words, count, complete } = listed;
        Ok(BeeAnswer { words, count, points, pangrams, complete })
    }

    /// The words that fit the results of guesses.
    ///
    /// # Errors
    /// [`ApiError`] for clues that are none, and for clues of different lengths.
    pub fn filter(&self, request: &FilterRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        at_most("guesses", request.guesses.len(), self.bounds().text, "guesses")?;
        at_most("yellow clues", request.yellow.len(), self.bounds().text, "yellow")?;
        for (field, text) in request
            .guesses
            .iter()
            .map(|text| ("guesses", text))
            .chain(request.yellow.iter().map(|text| ("yellow", text)))
            .chain(request.green.iter().map(|text| ("green", text)))
            .chain([("grey", &request.grey)])
        {
            self.bounded(text, field)?;
        }
        let FilterRequest { green, yellow, grey, guesses, length, .. } = request.clone();
        let field = if guesses.is_empty() { "green" } else { "guesses" };
        let clues =
            Clues::parse(&ClueTexts { green, yellow, grey, guesses, length }, opened.alphabet()).map_err(of(field))?;
        let dawg = opened.dawg()?;
        Lister::new(self, opened, &request.list, &[])?.list_words(|each| {
            let _: ControlFlow<()> = clues.for_each(&dawg, each);
            Ok(())
        })
    }
}
