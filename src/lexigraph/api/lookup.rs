//! Questions whether words are in the lexicon, and what is known of them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::answers::Lister;
use super::{Api, ApiError, ApiErrorKind, ListOptions, Opened, at_most};
use crate::alphabet::{Alphabet, Tile};
use crate::query::{Answer, Column};

/// Words to look up; `words/lookup`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LookupRequest {
    /// The lexicon; if absent, the first.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// The words, up to the bound on words.
    pub words: Vec<String>,
    /// `true` if the answer has definitions: those of the lexicon, else of its dictionaries. They are null where nothing
    /// explains the word.
    #[serde(default)]
    pub define: bool,
    /// Further columns for the words of the lexicon, by the names that `shelf/choices` lists.
    #[serde(default)]
    pub columns: Vec<String>,
}

/// The words of a play; `words/judge`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgeRequest {
    /// The lexicon; if absent, the first.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// The words, up to the bound on words.
    pub words: Vec<String>,
}

/// The definitions of words; `words/define`.
pub type DefineRequest = JudgeRequest;

/// A word that was looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookedUp {
    /// The word as its tiles spell it; as it was asked for if it is not in the lexicon.
    pub word: String,
    /// The word as it was asked for.
    pub query: String,
    /// `true` if it is in the lexicon.
    pub valid: bool,
    /// Its definition, if definitions were asked for; null for a word without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<Option<String>>,
    /// The columns that were asked for, by their names, of a word that is in the lexicon.
    #[serde(flatten)]
    pub columns: Map<String, Json>,
}

/// The words that were looked up, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookupAnswer {
    /// Each word.
    pub words: Vec<LookedUp>,
}

/// A word of a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// The word.
    pub word: String,
    /// `true` if it is in the lexicon.
    pub valid: bool,
}

/// The verdict on a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgeAnswer {
    /// `true` if all words are in the lexicon.
    pub acceptable: bool,
    /// Each word.
    pub words: Vec<Verdict>,
}

impl Api {
    /// Looks words up. Text that the alphabet does not spell is not in the lexicon.
    ///
    /// # Errors
    /// [`ApiError`] for an unknown lexicon or column, and for too many words.
    pub fn lookup(&self, request: &LookupRequest) -> Result<LookupAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        at_most("words", request.words.len(), self.bounds().words, "words")?;
        let meanings = if request.define { Some(opened.meanings()?) } else { None };
        let list = ListOptions { columns: request.columns.clone(), ..ListOptions::default() };
        let lister = if list.columns.is_empty() {
            None
        } else {
            Some(Lister::new(self, opened, &list, &[]).map_err(|error| error.at("columns"))?)
        };
        let words = request.words.iter().map(|query| {
            let tiles = found(opened, query);
            let word = tiles.as_ref().map_or_else(|| query.clone(), |tiles| shown(opened.alphabet(), query, tiles));
            let mut looked = LookedUp { word, query: query.clone(), valid: tiles.is_some(), ..LookedUp::default() };
            let mut text = None;
            if let Some(tiles) = &tiles {
                text = meanings.as_ref().map(|meanings| meanings.definition(tiles)).transpose()?.flatten();
                looked.columns = lister.as_ref().map_or_else(Map::new, |lister| lister.row(&Answer::of(tiles)));
                looked.columns.shift_remove(Column::Word.name());
            }
            looked.definition = request.define.then_some(text);
            Ok(looked)
        });
        Ok(LookupAnswer { words: words.collect::<Result<_, ApiError>>()? })
    }

    /// Judges a play: it is acceptable if the lexicon has all its words.
    ///
    /// # Errors
    /// As [`lookup`](Api::lookup), and [`ApiErrorKind::Invalid`] without words.
    pub fn judge(&self, request: &JudgeRequest) -> Result<JudgeAnswer, ApiError> {
        if request.words.is_empty() {
            let message = "no words to judge — give those that the play makes";
            return Err(ApiError::new(ApiErrorKind::Invalid, message).at("words"));
        }
        let looked = self.lookup(&looked_up(request, false))?.words;
        let words: Vec<Verdict> = looked.into_iter().map(|LookedUp { word, valid, .. }| Verdict { word, valid }).collect();
        Ok(JudgeAnswer { acceptable: words.iter().all(|word| word.valid), words })
    }

    /// The definitions of words.
    ///
    /// # Errors
    /// As [`lookup`](Api::lookup), and [`ApiErrorKind::Unavailable`] if the lexicon has no definitions.
    pub fn define(&self, request: &DefineRequest) -> Result<LookupAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        if opened.meanings()?.is_empty() {
            return Err(ApiError::new(ApiErrorKind::Unavailable, "the lexicon has no definitions").at("lexicon"));
        }
        self.lookup(&looked_up(request, true))
    }
}

/// A request for words and nothing more, as one to look them up.
fn looked_up(request: &JudgeRequest, define: bool) -> LookupRequest {
    LookupRequest { lexicon: request.lexicon.clone(), words: request.words.clone(), define, columns: Vec::new() }
}

/// The tiles of a word that is in the lexicon.
fn found(opened: &Opened, word: &str) -> Option<Vec<Tile>> {
    let tiles = opened.alphabet().parse(word).ok()?;
    opened.lexicon.contains(word).then_some(tiles)
}

/// A word as its tiles spell it. Tiles stay bracketed if they were.
fn shown(alphabet: &Alphabet, word: &str, tiles: &[Tile]) -> String {
    if word.contains('[') { alphabet.render_bracketed(tiles) } else { alphabet.render(tiles) }
}
