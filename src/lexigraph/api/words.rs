//! Questions about words: what is in the lexicon, and what letters make.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::answers::{Lister, Several};
use super::clock::Stopwatch;
use super::error::of;
use super::{Api, ApiError, ApiErrorKind, ListOptions, Opened, WordAnswers, at_most};
use crate::alphabet::Tile;
use crate::graph::GraphKind;
use crate::image::ErasedGraph;
use crate::query::hooks::{self, Extensions};
use crate::query::multiword::MultiWordLimits;
use crate::query::search::Member;
use crate::query::{
    Anagram, Answer, Column, Complete, Equation, MultiWord, Near, Pattern, Phrase, Query, QueryError, Ranks, Regex, Search,
    parse_word,
};
use crate::wordlist::MAX_WORD_LENGTH;

pub use super::lookup::{DefineRequest, JudgeAnswer, JudgeRequest, LookedUp, LookupAnswer, LookupRequest, Verdict};
pub use super::word_games::{BeeAnswer, BeeRequest, ChainRequest, FilterRequest, LadderRequest};

/// Letters to make words of; `words/anagram`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct AnagramRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The letters: `?` is a blank, `*` any letters, `[abc]` one of a set, `[^abc]` one of the others.
    pub letters: String,
    /// `true` for words that use only some of the letters.
    pub sub: bool,
    /// The minimum length of a word.
    pub min_length: Option<usize>,
    /// The maximum length of a word.
    pub max_length: Option<usize>,
    /// Consecutive letters that a word has; words that a combination has.
    pub contains: Vec<String>,
    /// Combine up to this number of words.
    pub words: Option<usize>,
    /// `true` if a combination may have a word more than once.
    pub repeat: bool,
    /// The columns, order and number of the answers. Combinations have no columns, and no order but `alpha`.
    pub list: ListOptions,
}

/// A pattern to find words with; `words/pattern`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PatternRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The pattern: `?` is any letter, `*` any letters, `[abc]` one of a set, `[^abc]` one of the others, a digit the same
    /// letter wherever it stands. Or an equation: patterns of several words, with `;` between them, in which a capital
    /// stands for the same letters everywhere: `A;B;AB`.
    pub pattern: String,
    /// The letters that fill the open places.
    pub rack: Option<String>,
    /// `true` if different letter variables are different letters.
    pub distinct: bool,
    /// `true` if the pattern is a regular expression, which matches the whole word.
    pub regex: bool,
    /// The minimum length of a word.
    pub min_length: Option<usize>,
    /// The maximum length of a word.
    pub max_length: Option<usize>,
    /// The columns, order and number of the answers. Those to equations have no columns and no order.
    pub list: ListOptions,
}

/// The words that meet conditions; `words/search`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SearchRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The conditions, joined by `and`, `or`, `not` and parentheses: `length:7 and probability:1-100 and not hook:back`.
    /// `in:NAME` is a lexicon at hand.
    pub conditions: String,
    /// The columns, order and number of the answers.
    pub list: ListOptions,
}

/// A relation between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Longer words that contain the word.
    Extensions,
    /// Anagrams with a blank in place of one letter.
    BlankAnagrams,
    /// Two adjacent letters swapped.
    Transpositions,
    /// One letter replaced.
    Substitutions,
    /// One letter inserted.
    Insertions,
    /// One letter removed.
    Deletions,
    /// One letter removed after another, with a word at each step.
    Descents,
}

/// The hooks of a word, or the words related to it; `words/hooks`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct HooksRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The word, which need not be in the lexicon.
    pub word: String,
    /// The related words; if absent, the answer is one row with the hooks of the word.
    pub relation: Option<Relation>,
    /// The columns, order and number of the answers.
    pub list: ListOptions,
}

/// The words within an edit distance, nearest first; `words/near`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NearRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The word, which may have any characters.
    pub word: String,
    /// The most edits, up to the bound on the distance; 1 if absent.
    pub distance: usize,
    /// `true` if a swap of two adjacent letters is one edit.
    pub transpose: bool,
    /// The columns, order and number of the answers.
    pub list: ListOptions,
}

impl Default for NearRequest {
    fn default() -> NearRequest {
        NearRequest { lexicon: None, word: String::new(), distance: 1, transpose: false, list: ListOptions::default() }
    }
}

/// The words that begin with some letters; `words/complete`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CompleteRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The letters.
    pub prefix: String,
    /// The columns, order and number of the answers.
    pub list: ListOptions,
}

/// A word or a number in collation order; `words/rank`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RankRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// A word, or a number in digits.
    pub query: String,
}

/// A word and its place in collation order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankAnswer {
    /// The word or the number that was asked for.
    pub query: String,
    /// The word, if it is one or if there is one with this number.
    pub word: Option<String>,
    /// Its number, from 1.
    pub rank: Option<u64>,
    /// The word before.
    pub before: Option<String>,
    /// The word after.
    pub after: Option<String>,
}

impl Api {
    /// The words that letters make, or combinations of words.
    ///
    /// # Errors
    /// [`ApiError`] with the column of a mistake in the letters; for combinations, of letters with more than two blanks
    /// or sets, or of more words than the bound; for columns and orders that there are not.
    pub fn anagram(&self, request: &AnagramRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        self.bounded(&request.letters, "letters")?;
        at_most("parts", request.contains.len(), self.bounds().combined, "contains")?;
        let contains = request.contains.iter().map(|part| {
            self.bounded(part, "contains")?;
            parse_word(part, opened.alphabet()).map_err(of("contains"))
        });
        let containing = contains.collect::<Result<Vec<_>, ApiError>>()?;
        let (min, max) = lengths(request.min_length, request.max_length);
        if let Some(words) = request.words {
            at_most("words", words, self.bounds().combined, "words")?;
            let (words, repeat) = (words.max(1), request.repeat);
            let limits = MultiWordLimits { words, min_length: min, max_length: max, repeat, containing };
            return self.combinations(opened, request, &limits);
        }
        let anagram = Anagram::parse(&request.letters, opened.alphabet()).map_err(of("letters"))?;
        let anagram = anagram.partial(request.sub).lengths(min, max);
        let anagram = containing.iter().fold(anagram, |anagram, part| anagram.containing(part));
        let dawg = opened.dawg()?;
        Lister::new(self, opened, &request.list, &[])?.list(|each| {
            let mut answer = Answer::default();
            let _ = anagram.for_each(&dawg, &mut |word| {
                answer.word.clear();
                answer.word.extend_from_slice(word);
                if anagram.has_blanks() {
                    answer.blanks = anagram.blanks(word);
                }
                each(&answer)
            });
            Ok(())
        })
    }

    /// Combinations of words. The search ends when enough are listed, or the time is up.
    fn combinations(
        &self,
        opened: &Opened,
        request: &AnagramRequest,
        limits: &MultiWordLimits,
    ) -> Result<WordAnswers, ApiError> {
        let alphabet = opened.alphabet();
        let phrase = Phrase::parse(&request.letters, alphabet).map_err(of("letters"))?;
        if request.letters.chars().filter(|c| "?.[".contains(*c)).count() > 2 {
            let message = "combinations of words allow at most two blanks and sets, without tiles in brackets";
            return Err(ApiError::new(ApiErrorKind::TooLarge, message).at("letters"));
        }
        let (dawg, watch) = (opened.dawg()?, Stopwatch::start());
        let mut several = Several::new(self, &request.list)?;
        let mut result = Ok(());
        let ended = phrase.for_each_filling(alphabet, |letters| {
            let found = match MultiWord::new(&dawg, letters, limits.clone()) {
                Ok(found) => found,
                Err(error) => {
                    result = Err(ApiError::from(error).at("letters"));
                    return ControlFlow::Break(());
                }
            };
            found.for_each(&mut |words| {
                let words: Vec<&[Tile]> = words.iter().map(|&word| found.words().get(word as usize)).collect();
                let blanks = phrase.blanks(&words.concat());
                several.push(&words, &blanks)?;
                if watch.elapsed() < self.bounds().time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            if watch.elapsed() < self.bounds().time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result?;
        Ok(several.finish(alphabet, ended.is_continue()))
    }

    /// The words of a pattern, a regular expression or an equation.
    ///
    /// # Errors
    /// [`ApiError`] with the column of a mistake in the pattern; for an equation of more terms than the bound.
    pub fn pattern(&self, request: &PatternRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        self.bounded(&request.pattern, "pattern")?;
        self.bounded(request.rack.as_deref().unwrap_or_default(), "rack")?;
        let (alphabet, dawg) = (opened.alphabet(), opened.dawg()?);
        let (min, max) = lengths(request.min_length, request.max_length);
        let refuse = |message: &str| Err(ApiError::new(ApiErrorKind::Invalid, message).at("pattern"));
        if request.regex {
            if request.rack.is_some() || request.distinct {
                return refuse("a regular expression takes neither a rack nor distinct variables");
            }
            let regex =
                Regex::parse(&request.pattern, alphabet).map(|regex| regex.lengths(min, max)).map_err(of("pattern"))?;
            return Lister::new(self, opened, &request.list, &[])?.list_words(|each| {
                let _ = regex.for_each(&dawg, each);
                Ok(())
            });
        }
        if Equation::is_equation(&request.pattern, alphabet) {
            if request.rack.is_some() || request.distinct {
                return refuse("an equation takes neither a rack nor distinct variables");
            }
            return self.equation(opened, request, &dawg);
        }
        let pattern = Pattern::with(&request.pattern, alphabet, request.rack.as_deref(), request.distinct);
        let pattern = pattern.map_err(of("pattern"))?.lengths(min, max);
        let lister = Lister::new(self, opened, &request.list, &[])?;
        if pattern.wants_gaddag() && opened.lexicon.image().has(GraphKind::Gaddag) {
            let gaddag = opened.lexicon.image().gaddag()?;
            return lister.list_words(|each| {
                let _ = pattern.for_each_anchored(&gaddag, each);
                Ok(())
            });
        }
        lister.list(|each| {
            let mut answer = Answer::default();
            let _ = pattern.for_each(&dawg, &mut |word| {
                answer.word.clear();
                answer.word.extend_from_slice(word);
                answer.blanks = pattern.blanks(word);
                each(&answer)
            });
            Ok(())
        })
    }

    fn equation(&self, opened: &Opened, request: &PatternRequest, dawg: &ErasedGraph<'_>) -> Result<WordAnswers, ApiError> {
        let terms = request.pattern.split([';', ' ', '\t', '\n']).filter(|term| !term.trim().is_empty()).count();
        at_most("terms and conditions", terms, 3 * self.bounds().combined, "pattern")?;
        let (min, max) = lengths(request.min_length, request.max_length);
        let equation = Equation::parse(&request.pattern, opened.alphabet()).map_err(of("pattern"))?.lengths(min, max);
        let mut several = Several::new(self, &request.list)?;
        let watch = Stopwatch::start();
        let ended = equation.for_each(dawg, &mut |words: &[Vec<Tile>]| {
            several.push(&words.iter().map(Vec::as_slice).collect::<Vec<_>>(), &[])?;
            if watch.elapsed() < self.bounds().time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Ok(several.finish(opened.alphabet(), ended.is_continue()))
    }

    /// The words that meet conditions.
    ///
    /// # Errors
    /// [`ApiError`] with the column of a mistake in the conditions; for an unknown lexicon in `in:NAME`.
    pub fn search(&self, request: &SearchRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        let lister = Lister::new(self, opened, &request.list, &[])?;
        lister.list_words(|each| self.each_found(opened, &request.conditions, each))
    }

    /// Passes on each word that meets conditions.
    pub(super) fn each_found(
        &self,
        opened: &Opened,
        conditions: &str,
        each: &mut dyn FnMut(&[Tile]) -> ControlFlow<()>,
    ) -> Result<(), ApiError> {
        self.bounded(conditions, "conditions")?;
        // Each of these walks the graph for every word.
        let walks = conditions.to_lowercase().matches("anagrams").count();
        at_most("conditions on the number of anagrams", walks, self.bounds().combined, "conditions")?;
        let (alphabet, dawg) = (opened.alphabet(), opened.dawg()?);
        let search = Search::parse(conditions, alphabet).map_err(of("conditions"))?;
        let figures = opened.figures(search.figures());
        let search = search.with_figures(figures);
        let others = search.lists().iter().map(|name| {
            let other = self.opened(Some(name)).map_err(|error| error.at("conditions"))?;
            let (graph, same) = (other.dawg()?, other.alphabet() == alphabet);
            Ok(move |word: &[Tile]| {
                if same {
                    return graph.contains(word);
                }
                other.alphabet().parse(&alphabet.render(word)).is_ok_and(|word| graph.contains(&word))
            })
        });
        let others = others.collect::<Result<Vec<_>, ApiError>>()?;
        let members: Vec<Member<'_>> = others.iter().map(|other| other as Member<'_>).collect();
        search.run(&dawg, alphabet, &members, each).map(|_| ()).map_err(of("conditions"))
    }

    /// The hooks of a word, or the words related to it.
    ///
    /// # Errors
    /// [`ApiError`] for a word of other letters.
    pub fn hooks(&self, request: &HooksRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        self.bounded(&request.word, "word")?;
        let dawg = opened.dawg()?;
        let word = parse_word(&request.word, opened.alphabet()).map_err(of("word"))?;
        at_most("letters", word.len(), MAX_WORD_LENGTH, "word")?;
        let words = match request.relation {
            None => vec![word],
            Some(relation) => related(&dawg, &word, relation).map_err(of("word"))?,
        };
        Lister::new(self, opened, &request.list, &[])?.list_words(|each| {
            let _ = words.iter().try_for_each(|word| each(word));
            Ok(())
        })
    }

    /// The words within an edit distance, nearest first.
    ///
    /// # Errors
    /// [`ApiError`] for a word of more than 255 characters, and a distance past the bound.
    pub fn near(&self, request: &NearRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        at_most("characters", request.word.chars().count(), MAX_WORD_LENGTH, "word")?;
        at_most("edits", request.distance, self.bounds().distance, "distance")?;
        let near = Near::parse(&request.word, opened.alphabet(), request.distance, request.transpose);
        let found = near.sorted(&opened.dawg()?);
        Lister::new(self, opened, &request.list, &[Column::Distance])?.list(|each| {
            for (distance, word) in found {
                if each(&Answer { word, distance: Some(distance), ..Answer::default() }).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// The words that begin with some letters.
    ///
    /// # Errors
    /// [`ApiError`] for other letters.
    pub fn complete(&self, request: &CompleteRequest) -> Result<WordAnswers, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        self.bounded(&request.prefix, "prefix")?;
        let complete = Complete::new(&parse_word(&request.prefix, opened.alphabet()).map_err(of("prefix"))?);
        let dawg = opened.dawg()?;
        Lister::new(self, opened, &request.list, &[])?.list_words(|each| {
            let _ = complete.for_each(&dawg, each);
            Ok(())
        })
    }

    /// The number of a word in collation order, or the word with a number, and the words around it.
    ///
    /// # Errors
    /// [`ApiError`] for a word of other letters.
    pub fn rank(&self, request: &RankRequest) -> Result<RankAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        self.bounded(&request.query, "query")?;
        let (alphabet, query) = (opened.alphabet(), request.query.trim());
        let ranks = Ranks::new(&opened.dawg()?);
        let mut answer = RankAnswer { query: request.query.clone(), ..RankAnswer::default() };
        let number = !query.is_empty() && query.bytes().all(|byte| byte.is_ascii_digit());
        // A number that does not fit is past the last word anyway, and no word has number 0.
        let word = if number {
            ranks.word(query.parse().unwrap_or(0))
        } else {
            Some(parse_word(query, alphabet).map_err(of("query"))?)
        };
        let Some(word) = word else { return Ok(answer) };
        answer.rank = ranks.rank(&word);
        answer.word = answer.rank.map(|_| alphabet.render(&word));
        let (before, after) = ranks.neighbours(&word);
        answer.before = before.map(|word| alphabet.render(&word));
        answer.after = after.map(|word| alphabet.render(&word));
        Ok(answer)
    }
}

fn lengths(min: Option<usize>, max: Option<usize>) -> (usize, usize) {
    (min.unwrap_or(1), max.unwrap_or(MAX_WORD_LENGTH))
}

fn related(graph: &ErasedGraph<'_>, word: &[Tile], relation: Relation) -> Result<Vec<Vec<Tile>>, QueryError> {
    Ok(match relation {
        Relation::Extensions => {
            let Extensions { front, back, both } = Extensions::of(graph, word);
            let mut all = [front, back, both].concat();
            all.sort();
            all.dedup();
            all
        }
        Relation::BlankAnagrams => hooks::blank_anagrams(graph, word)?,
        Relation::Transpositions => hooks::transpositions(graph, word),
        Relation::Substitutions => hooks::substitutions(graph, word),
        Relation::Insertions => hooks::insertions(graph, word),
        Relation::Deletions => hooks::deletions(graph, word),
        Relation::Descents => hooks::descents(graph, word),
    })
}
