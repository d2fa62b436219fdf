//! Lists of words with columns, as the query questions give them.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::{Api, ApiError, ApiErrorKind, Opened};
use crate::alphabet::{Alphabet, Tile};
use crate::names::closest;
use crate::platform::any_seed;
use crate::query::columns::WordInfo;
use crate::query::{Answer, Column, Figure, QueryError, Sort, render_blanks};

/// The columns, order and number of the answers to a query.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListOptions {
    /// The columns, by the names that `shelf/choices` lists. If empty: all but `ways`, `commonness`, `playability`,
    /// `definition` and `pos`; `distance` for `words/near` only, `pangram` for `words/bee` only, and `score` only if the
    /// lexicon has scores. Hooks, anagrams and probabilities cost time; `word` alone is fastest.
    pub columns: Vec<String>,
    /// The order; if absent, the order of the query, which is collation order for most.
    pub sort: Option<Sort>,
    /// `true` to reverse the order.
    pub reverse: bool,
    /// The seed of a random order; if absent, each order is another.
    pub seed: Option<u64>,
    /// The most answers to list, up to the bound on answers; 0 to count only, but for answers of several words.
    pub limit: Option<usize>,
    /// The number of answers to leave out first, for pages.
    pub skip: usize,
}

/// The answers to a query.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordAnswers {
    /// Each answer: the values of its columns by their names. Answers of several words have `word`, all of them with
    /// blanks between them, and `words`.
    pub words: Vec<Map<String, Json>>,
    /// The number of answers there are, listed or not.
    pub count: u64,
    /// `false` if the search ended at a bound before all answers were found.
    pub complete: bool,
}

/// Lists the answers to one query.
pub(super) struct Lister<'a> {
    info: WordInfo<'a>,
    columns: Vec<Column>,
    options: &'a ListOptions,
    /// The most answers to list and to gather.
    pub limit: usize,
    sorted: usize,
}

impl<'a> Lister<'a> {
    /// `extra` adds columns by default that other queries have not.
    pub fn new(api: &Api, opened: &'a Opened, options: &'a ListOptions, extra: &[Column]) -> Result<Lister<'a>, ApiError> {
        let by_default = |column: &Column| match column {
            Column::Ways => false,
            Column::Distance | Column::Pangram => extra.contains(column),
            Column::Score => opened.figure(Figure::Score).is_some(),
            column => !column.explains() && column.figure().is_none(),
        };
        let mut columns = options.columns.iter().map(|name| column(name)).collect::<Result<Vec<Column>, ApiError>>()?;
        if columns.is_empty() {
            columns = Column::ALL.iter().copied().filter(by_default).collect();
        }
        // Reading the numbers takes time, so only a list that needs them does.
        let of_columns = columns.iter().filter_map(|column| column.figure());
        let wanted: Vec<Figure> = of_columns.chain(options.sort.and_then(Sort::figure)).collect();
        let figures = opened.figures(wanted.iter().copied());
        if let Some(&missing) = wanted.iter().find(|&&figure| figures.of(figure).is_none()) {
            return Err(ApiError::from(QueryError::without(missing)).at("list"));
        }
        let meanings = if columns.iter().any(|column| column.explains()) { Some(opened.meanings()?) } else { None };
        let info = WordInfo::new(&opened.dawg()?, opened.alphabet()).with_figures(figures).with_meanings(meanings);
        let limit = options.limit.unwrap_or(usize::MAX).min(api.bounds.answers);
        Ok(Lister { info, columns, options, limit, sorted: api.bounds.sorted })
    }

    /// The answers that `produce` passes to its argument, until that breaks.
    pub fn list(
        &self,
        produce: impl FnOnce(&mut dyn FnMut(&Answer) -> ControlFlow<()>) -> Result<(), ApiError>,
    ) -> Result<WordAnswers, ApiError> {
        let mut found = WordAnswers { complete: true, ..WordAnswers::default() };
        let skip = self.options.skip;
        if self.options.sort.is_none() && !self.options.reverse {
            produce(&mut |answer| {
                found.count += 1;
                if found.count > skip as u64 && found.words.len() < self.limit {
                    found.words.push(self.row(answer));
                }
                ControlFlow::Continue(())
            })?;
            return Ok(found);
        }
        let answers = self.gathered(produce)?;
        found.count = answers.len() as u64;
        found.words = answers.iter().skip(skip).take(self.limit).map(|answer| self.row(answer)).collect();
        Ok(found)
    }

    /// All answers in their order, within the bound on those that are sorted.
    pub fn gathered(
        &self,
        produce: impl FnOnce(&mut dyn FnMut(&Answer) -> ControlFlow<()>) -> Result<(), ApiError>,
    ) -> Result<Vec<Answer>, ApiError> {
        let mut answers: Vec<Answer> = Vec::new();
        produce(&mut |answer| {
            answers.push(answer.clone());
            if answers.len() > self.sorted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if answers.len() > self.sorted {
            return Err(ApiError::too_large("answers to sort", answers.len(), self.sorted).at("list"));
        }
        if let Some(sort) = self.options.sort {
            sort.arrange(&mut answers, &self.info, || self.options.seed.unwrap_or_else(any_seed));
        }
        if self.options.reverse {
            answers.reverse();
        }
        Ok(answers)
    }

    /// The answers, when each is just a word.
    pub fn list_words(
        &self,
        produce: impl FnOnce(&mut dyn FnMut(&[Tile]) -> ControlFlow<()>) -> Result<(), ApiError>,
    ) -> Result<WordAnswers, ApiError> {
        self.list(|each| {
            let mut answer = Answer::default();
            produce(&mut |word| {
                answer.word.clear();
                answer.word.extend_from_slice(word);
                each(&answer)
            })
        })
    }

    /// The columns of an answer, by their names.
    pub fn row(&self, answer: &Answer) -> Map<String, Json> {
        let values = self.info.values(&self.columns, answer);
        self.columns.iter().zip(&values).map(|(column, value)| (column.name().to_owned(), value.json())).collect()
    }
}

/// Gathers answers of several words.
pub(super) struct Several {
    skip: usize,
    limit: usize,
    most: usize,
    sorts: bool,
    reverse: bool,
    count: u64,
    found: Vec<(Vec<Vec<Tile>>, Vec<bool>)>,
}

impl Several {
    pub fn new(api: &Api, list: &ListOptions) -> Result<Several, ApiError> {
        let other = list.columns.iter().any(|column| column != "word");
        if other || list.sort.is_some_and(|sort| sort != Sort::Alpha) {
            let message = "an answer of several words has no column but 'word' and no order but 'alpha'";
            return Err(ApiError::new(ApiErrorKind::Invalid, message).at("list"));
        }
        let limit = list.limit.unwrap_or(usize::MAX).min(api.bounds().answers);
        let sorts = list.sort.is_some() || list.reverse;
        let most = if sorts { api.bounds().sorted } else { list.skip.saturating_add(limit).min(api.bounds().sorted) };
        Ok(Several { skip: list.skip, limit, most, sorts, reverse: list.reverse, count: 0, found: Vec::new() })
    }

    /// Breaks when there are enough.
    pub fn push(&mut self, words: &[&[Tile]], blanks: &[bool]) -> ControlFlow<()> {
        if self.found.len() >= self.most {
            return ControlFlow::Break(());
        }
        self.count += 1;
        self.found.push((words.iter().map(|word| word.to_vec()).collect(), blanks.to_vec()));
        ControlFlow::Continue(())
    }

    pub fn finish(mut self, alphabet: &Alphabet, complete: bool) -> WordAnswers {
        if self.sorts {
            self.found.sort();
        }
        if self.reverse {
            self.found.reverse();
        }
        let row = |(words, blanks): &(Vec<Vec<Tile>>, Vec<bool>)| -> Map<String, Json> {
            let mut at = 0;
            let texts = words.iter().map(|word| {
                let mut text = String::new();
                render_blanks(word, blanks.get(at..).unwrap_or_default(), alphabet, &mut text);
                at += word.len();
                text
            });
            combination(texts.collect())
        };
        let words = self.found.iter().skip(self.skip).take(self.limit).map(row).collect();
        WordAnswers { words, count: self.count, complete }
    }
}

/// An answer of several words.
fn combination(words: Vec<String>) -> Map<String, Json> {
    let mut row = Map::new();
    row.insert("word".to_owned(), words.join(" ").into());
    row.insert("words".to_owned(), words.into());
    row
}

/// The column with this name.
fn column(name: &str) -> Result<Column, ApiError> {
    Column::from_name(name.trim()).ok_or_else(|| {
        let names = || Column::ALL.iter().map(|column| column.name());
        let meant = closest(name, names()).map_or_else(String::new, |meant| format!("did you mean '{meant}'? "));
        let all = names().collect::<Vec<_>>().join(", ");
        ApiError::new(ApiErrorKind::UnknownName, format!("no column is called '{name}' — {meant}choose from: {all}"))
            .at("list")
    })
}
