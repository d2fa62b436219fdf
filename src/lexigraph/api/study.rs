//! Questions for learning: the cards of words, what they ask, typed answers, and when cards are due.
//!
//! Nothing is kept between the questions. The one who asks keeps the [log](crate::study::Log) of answers, and sends what
//! he wants to know of it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::answers::Lister;
use super::error::of;
use super::{Api, ApiError, ApiErrorKind, ListOptions, Opened, Sort, at_most};
use crate::alphabet::Tile;
use crate::query::{Answer, Meanings};
use crate::study::{
    Boxes, DAY, DayOfStudy, Due, Fsrs, Kind, Level, Log, Moment, QuestionError, Quiz, Schedule, Verdict, progress,
};

/// The most words of a request that are told as unknown.
const TOLD: usize = 20;

/// Words whose cards are wanted; `study/cards`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CardsRequest {
    /// The lexicon; if absent, the first.
    pub lexicon: Option<String>,
    /// The kinds of cards; if empty, `anagram`.
    pub kinds: Vec<Kind>,
    /// Conditions as those of `words/search`, whose words make cards.
    pub conditions: Option<String>,
    /// Further words that make cards, up to the bound on words.
    pub words: Vec<String>,
    /// The order of the words; if absent, collation order for those of the conditions, then the others as given.
    pub sort: Option<Sort>,
    /// The seed of a random order; if absent, each order is another.
    pub seed: Option<u64>,
    /// The most cards to list, up to the bound on answers.
    pub limit: Option<usize>,
    /// The number of cards to leave out first, for pages.
    pub skip: usize,
}

/// A card: what the log names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardView {
    /// The kind.
    pub kind: Kind,
    /// The text: letters, a word or a pattern.
    pub text: String,
}

/// The cards of words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardsAnswer {
    /// The cards, each once, those of the first kind first.
    pub cards: Vec<CardView>,
    /// The number of cards there are, listed or not.
    pub count: u64,
    /// The first of the given words that the lexicon has not.
    pub unknown: Vec<String>,
    /// The number of the given words that the lexicon has not.
    pub unknown_count: u64,
}

/// Cards whose questions are wanted; `study/questions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct QuestionsRequest {
    /// The lexicon; if absent, the first.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// The cards, up to the bound on words.
    pub cards: Vec<CardView>,
}

/// The question of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionView {
    /// The kind of the card.
    pub kind: Kind,
    /// The text of the card.
    pub text: String,
    /// The question in English; empty if the card cannot be asked.
    pub prompt: String,
    /// Of a definition card, the definition with the word itself hidden; else null.
    pub clue: Option<String>,
    /// The right answer: words, hooks as in `b-s` and `b-WORD-s`, or `yes` and `no`.
    pub answers: Vec<String>,
    /// Why the card cannot be asked; null if it can.
    pub problem: Option<String>,
}

/// The questions of cards, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionsAnswer {
    /// Each question.
    pub questions: Vec<QuestionView>,
}

/// A typed answer; `study/check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The lexicon; if absent, the first.
    #[serde(default)]
    pub lexicon: Option<String>,
    /// The kind of the card.
    pub kind: Kind,
    /// The text of the card.
    pub text: String,
    /// The typed answer: words with spaces or commas between them in any order, hooks as `b-s` (`b-WORD-s` where there
    /// are several words), `y` or `n`. Empty if it is not known.
    pub typed: String,
}

/// A typed answer beside the right one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckAnswer {
    /// `true` if everything is right.
    pub right: bool,
    /// The parts that were not typed.
    pub missed: Vec<String>,
    /// The parts that were typed and are wrong.
    pub wrong: Vec<String>,
    /// The right answer.
    pub answers: Vec<String>,
}

/// A log of answers; `study/schedule`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScheduleRequest {
    /// Lines as `lexigraph quiz` writes them, in any order: `2026-11-29T18:00:00.123Z`, a number of eight hexadecimal
    /// digits, the kind, the text and the mark (`1` to `4`, `+`, `=BOX:DAYS`), with tabs between them.
    pub log: String,
    /// The present (UTC): `2026-11-29T18:00:00.000Z`.
    pub now: String,
    /// Only cards of these kinds; if empty, all.
    #[serde(default)]
    pub kinds: Vec<Kind>,
    /// The probability of recall at which a card is due by FSRS, 0.5 to 0.99; 0.9 if absent.
    #[serde(default)]
    pub retention: Option<f64>,
    /// The days of boxes, which are used instead of FSRS: `1,4,7`; those that players use if empty.
    #[serde(default)]
    pub boxes: Option<String>,
}

/// The state of a card.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateView {
    /// The kind of the card.
    pub kind: Kind,
    /// The text of the card.
    pub text: String,
    /// When it is to be asked again; null if it has never been answered.
    pub due: Option<String>,
    /// `true` if it is due: from half a day before that time on.
    pub is_due: bool,
    /// The days from the last answer until it is due.
    pub days: Option<u32>,
    /// The number of its box, from 1, where boxes are used.
    #[serde(rename = "box")]
    pub number: Option<usize>,
    /// The days in which the probability of recall falls to 0.9, by FSRS.
    pub stability: Option<f64>,
    /// The difficulty by FSRS, 1 to 10.
    pub difficulty: Option<f64>,
    /// The probability of recall now, by FSRS.
    pub recall: Option<f64>,
}

/// The cards of a kind, counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DueView {
    /// The kind.
    pub kind: Kind,
    /// The cards in the log.
    pub cards: usize,
    /// Cards that have never been answered.
    pub new: usize,
    /// Cards that are due.
    pub due: usize,
    /// Cards that are due a day later, these included.
    pub tomorrow: usize,
    /// Cards that are due a week later, these included.
    pub week: usize,
    /// When the first card is due.
    pub next: Option<String>,
}

/// A day with answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DayView {
    /// The day (UTC): `2026-11-29`.
    pub day: String,
    /// The answers.
    pub answers: u64,
    /// The number of right answers.
    pub right: u64,
    /// Cards that were answered for the first time.
    pub new: u64,
    /// Cards that were answered before on another day, in their first answer of this day.
    pub reviews: u64,
    /// The number of them that were still known.
    pub recalled: u64,
    /// Cards that have been answered, up to the end of this day.
    pub seen: u64,
    /// Cards whose interval is three weeks or more, at the end of this day.
    pub known: u64,
}

/// A line that is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultView {
    /// The number of the line, from 1.
    pub line: usize,
    /// The mistake.
    pub problem: String,
}

/// The states of the cards of a log, those that are due, and progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScheduleAnswer {
    /// The number of answers.
    pub answers: usize,
    /// The cards, in the order of their first lines.
    pub cards: Vec<StateView>,
    /// The counts of each kind that has cards.
    pub due: Vec<DueView>,
    /// The days with answers, in their order.
    pub days: Vec<DayView>,
    /// The first lines that are no answers.
    pub faults: Vec<FaultView>,
    /// The number of lines that are no answers.
    pub faulty: usize,
}

impl From<QuestionError> for ApiError {
    fn from(error: QuestionError) -> ApiError {
        match error {
            QuestionError::Query(error) => error.into(),
            error => ApiError::new(ApiErrorKind::Unavailable, error.to_string()),
        }
    }
}

impl Api {
    /// The cards of words.
    ///
    /// # Errors
    /// [`ApiError`] as that of [`search`](Api::search); for definition cards where there are no definitions.
    pub fn study_cards(&self, request: &CardsRequest) -> Result<CardsAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        at_most("words", request.words.len(), self.bounds().words, "words")?;
        at_most("kinds", request.kinds.len(), Kind::ALL.len(), "kinds")?;
        let list = ListOptions {
            columns: vec!["word".to_owned()],
            sort: request.sort,
            seed: request.seed,
            ..ListOptions::default()
        };
        let lister =
            Lister::new(self, opened, &list, &[]).map_err(|error| ApiError { field: Some("sort".into()), ..error })?;
        let dawg = opened.dawg()?;
        let (mut unknown, mut unknown_count) = (Vec::new(), 0);
        let found = lister.gathered(|each| {
            if let Some(conditions) = &request.conditions {
                self.each_found(opened, conditions, &mut |word| each(&Answer::of(word)))?;
            }
            for text in &request.words {
                match opened.alphabet().parse(text).ok().filter(|word| dawg.contains(word)) {
                    Some(word) => drop(each(&Answer::of(&word))),
                    None => {
                        unknown_count += 1;
                        if unknown.len() < TOLD {
                            unknown.push(text.clone());
                        }
                    }
                }
            }
            Ok(())
        })?;
        let words: Vec<Vec<Tile>> = found.into_iter().map(|answer| answer.word).collect();
        let limit = request.limit.unwrap_or(usize::MAX).min(self.bounds().answers);
        let mut answer = CardsAnswer { unknown, unknown_count, ..CardsAnswer::default() };
        let kinds = if request.kinds.is_empty() { &[Kind::Anagram][..] } else { &request.kinds };
        with_quiz(opened, kinds.contains(&Kind::Definition), |quiz| {
            let mut seen = BTreeSet::new();
            for &kind in kinds.iter().filter(|&&kind| seen.insert(kind)) {
                for text in quiz.cards(kind, &words) {
                    if answer.count >= request.skip as u64 && answer.cards.len() < limit {
                        answer.cards.push(CardView { kind, text });
                    }
                    answer.count += 1;
                }
            }
            Ok(())
        })?;
        Ok(answer)
    }

    /// The questions of cards, with their answers.
    ///
    /// # Errors
    /// [`ApiError`] for too many cards, and for cards that have more answers together than the bound.
    pub fn study_questions(&self, request: &QuestionsRequest) -> Result<QuestionsAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        at_most("cards", request.cards.len(), self.bounds().words, "cards")?;
        let mut left = self.bounds().answers;
        let defines = request.cards.iter().any(|card| card.kind == Kind::Definition);
        let questions = with_quiz(opened, defines, |quiz| {
            let view = |card: &CardView| {
                self.bounded(&card.text, "cards")?;
                let (kind, text) = (card.kind, card.text.clone());
                match quiz.question(kind, &text) {
                    Ok(question) => {
                        let found = question.answers.len();
                        left = left.checked_sub(found).ok_or_else(|| {
                            ApiError::too_large("answers to all cards", self.bounds().answers + 1, self.bounds().answers)
                                .at("cards")
                        })?;
                        let (prompt, clue, answers) = (question.prompt, question.clue, question.answers);
                        Ok(QuestionView { kind, text, prompt, clue, answers, problem: None })
                    }
                    Err(error) => {
                        let (prompt, clue, answers) = Default::default();
                        Ok(QuestionView { kind, text, prompt, clue, answers, problem: Some(error.to_string()) })
                    }
                }
            };
            request.cards.iter().map(view).collect()
        })?;
        Ok(QuestionsAnswer { questions })
    }

    /// Holds a typed answer against a card.
    ///
    /// # Errors
    /// [`ApiError`] for a card that cannot be asked.
    pub fn study_check(&self, request: &CheckRequest) -> Result<CheckAnswer, ApiError> {
        let opened = self.opened(request.lexicon.as_deref())?;
        self.bounded(&request.text, "text")?;
        with_quiz(opened, request.kind == Kind::Definition, |quiz| {
            let question = quiz.question(request.kind, &request.text).map_err(of("text"))?;
            at_most("answers to the card", question.answers.len(), self.bounds().answers, "text")?;
            // No right answer is much longer than the words of the card, and each part is compared with each of them.
            let parts = request.typed.split([' ', ',', '\t']).filter(|part| !part.is_empty()).count();
            at_most("parts of an answer", parts, question.answers.len().max(100), "typed")?;
            let Verdict { is_right, missed, wrong } = quiz.check(&question, &request.typed);
            Ok(CheckAnswer { right: is_right, missed, wrong, answers: question.answers })
        })
    }

    /// The state of each card of a log, the cards that are due, and the progress by day.
    ///
    /// # Errors
    /// [`ApiError`] for a time, a retention or boxes that are none. Lines that are no answers are told in the answer.
    pub fn study_schedule(&self, request: &ScheduleRequest) -> Result<ScheduleAnswer, ApiError> {
        let invalid = |message: String| ApiError::new(ApiErrorKind::Invalid, message);
        let now = Moment::parse(request.now.as_bytes()).ok_or_else(|| {
            invalid(format!("'{}' is no time — give it as 2026-11-29T18:00:00.000Z", request.now)).at("now")
        })?;
        let schedule = match (&request.boxes, request.retention) {
            (Some(_), Some(_)) => {
                return Err(invalid("boxes have no retention — leave one of them out".to_owned()).at("boxes"));
            }
            (Some(days), None) if days.trim().is_empty() => Schedule::Boxes(Boxes::default()),
            (Some(days), None) => {
                Schedule::Boxes(Boxes::parse(days).map_err(|error| invalid(error.to_string()).at("boxes"))?)
            }
            (None, retention) => {
                let fsrs = Fsrs::new(retention.unwrap_or(0.9));
                Schedule::Fsrs(fsrs.map_err(|error| invalid(error.to_string()).at("retention"))?)
            }
        };
        at_most("kinds", request.kinds.len(), Kind::ALL.len(), "kinds")?;
        let log = Log::parse(request.log.as_bytes());
        let mut answer = ScheduleAnswer { answers: log.len(), ..ScheduleAnswer::default() };
        let mut counts = Kind::ALL.map(|kind| (kind, Due::default()));
        for (card, state) in log.cards().zip(log.states(&schedule)) {
            if !request.kinds.is_empty() && !request.kinds.contains(&card.kind) {
                continue;
            }
            counts[card.kind as usize].1.add(state, now);
            let level = state.as_ref().map(|state| state.level);
            let memory = level.and_then(|level| if let Level::Memory(memory) = level { Some(memory) } else { None });
            let days = state.as_ref().map(|state| (now.0 - state.last.0).max(0) as f64 / DAY as f64);
            let recall = match (&schedule, memory, days) {
                (Schedule::Fsrs(fsrs), Some(memory), Some(days)) => Some(fsrs.recall(&memory, days)),
                _ => None,
            };
            answer.cards.push(StateView {
                kind: card.kind,
                text: card.text.to_owned(),
                due: state.as_ref().map(|state| state.due.to_string()),
                is_due: state.as_ref().is_some_and(|state| state.is_due(now)),
                days: state.as_ref().map(|state| state.days),
                number: level.and_then(|level| if let Level::Box(number) = level { Some(number + 1) } else { None }),
                stability: memory.map(|memory| memory.stability),
                difficulty: memory.map(|memory| memory.difficulty),
                recall,
            });
        }
        let counted = counts.into_iter().filter(|(_, counts)| counts.cards > 0);
        answer.due = counted
            .map(|(kind, Due { cards, new, due, tomorrow, week, next })| DueView {
                kind,
                cards,
                new,
                due,
                tomorrow,
                week,
                next: next.map(|next| next.to_string()),
            })
            .collect();
        let day = |of_day: DayOfStudy| {
            let DayOfStudy { day, answers, right, new, reviews, recalled, seen, known } = of_day;
            DayView { day: Moment(day * DAY).date(), answers, right, new, reviews, recalled, seen, known }
        };
        answer.days = progress(&log, &request.kinds, &schedule).into_iter().map(day).collect();
        let (faults, faulty) = log.faults();
        let fault = |fault: &crate::study::Fault| FaultView { line: fault.line, problem: fault.error.to_string() };
        answer.faults = faults.iter().map(fault).collect();
        answer.faulty = faulty;
        Ok(answer)
    }
}

/// Does something with questions from a lexicon. Those of definition cards need definitions.
fn with_quiz<R>(opened: &Opened, defines: bool, work: impl FnOnce(&Quiz<'_>) -> Result<R, ApiError>) -> Result<R, ApiError> {
    let meanings: Option<Meanings<'_>> = if defines { Some(opened.meanings()?) } else { None };
    if meanings.as_ref().is_some_and(Meanings::is_empty) {
        return Err(ApiError::new(ApiErrorKind::Unavailable, "the lexicon has no definitions").at("lexicon"));
    }
    let define = |word: &[Tile]| meanings.as_ref().and_then(|meanings| meanings.definition(word).ok().flatten());
    let quiz = Quiz::new(opened.lexicon.image(), Some(&define))?;
    work(&quiz)
}
