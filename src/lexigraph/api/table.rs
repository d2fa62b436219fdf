//! The table of the questions, and their answers in JSON.

use std::ops::ControlFlow;

#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::analysis::{EndgameAnswer, EndgameRequest, PlaysAnswer, PlaysRequest, SimulateAnswer, SimulateRequest};
use super::answers::WordAnswers;
use super::boggle::{BestAnswer, BestRequest, GridAnswer, HintAnswer, HintRequest, RollRequest, RoundAnswer, RoundRequest};
use super::boggle::{SolveAnswer, SolveRequest};
use super::crossword::{
    CrosswordReadAnswer, CrosswordReadRequest, CrosswordWriteAnswer, CrosswordWriteRequest, FillAnswer, FillRequest,
};
use super::game::{GameAnswer, GcgAnswer, GcgRequest, HintsAnswer, HintsRequest, LoadRequest, MoveRequest, NewGameRequest};
use super::game::{ReplyAnswer, ReplyRequest, UndoRequest};
use super::graph::{GraphAnswer, GraphRequest};
use super::position::{LeaveAnswer, LeaveRequest, ParseAnswer, ParseRequest, ValidateAnswer, ValidateRequest};
use super::pre_endgame::{PreEndgameAnswer, PreEndgameRequest};
use super::review::{ReviewAnswer, ReviewRequest};
use super::shelf::{AlphabetsAnswer, BoardsAnswer, ChoicesAnswer, LexiconsAnswer, Nothing};
use super::study::{CardsAnswer, CardsRequest, CheckAnswer, CheckRequest, QuestionsAnswer, QuestionsRequest};
use super::study::{ScheduleAnswer, ScheduleRequest};
use super::words::{
    AnagramRequest, BeeAnswer, BeeRequest, ChainRequest, CompleteRequest, DefineRequest, HooksRequest, JudgeAnswer,
    JudgeRequest,
};
use super::words::{
    FilterRequest, LadderRequest, LookupAnswer, LookupRequest, NearRequest, PatternRequest, RankAnswer, RankRequest,
    SearchRequest,
};
use super::{Api, ApiError, ApiErrorKind};

/// A question of the [table](QUESTIONS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// The name, by which [`Api::answer`] finds it: `words/lookup`.
    pub name: &'static str,
    /// The question in a sentence.
    pub purpose: &'static str,
    /// The type of the request.
    pub request: &'static str,
    /// The type of the answer.
    pub answer: &'static str,
    /// The method of [`Api`].
    pub method: &'static str,
    /// `true` if it tells its progress, and can be ended.
    pub progress: bool,
}

/// What [`Api::answer_watched`] tells its progress to.
type Watch<'w> = &'w mut dyn FnMut(Value) -> ControlFlow<()>;

macro_rules! questions {
    ($($name:literal $method:ident($request:ident) -> $answer:ident $(, $watched:ident)?; $purpose:literal)*) => {
        /// All questions.
        pub const QUESTIONS: &[Question] = &[$(Question {
            name: $name,
            purpose: $purpose,
            request: stringify!($request),
            answer: stringify!($answer),
            method: stringify!($method),
            progress: questions!(@flag $($watched)?),
        }),*];

        fn dispatch(api: &Api, question: &str, body: &str, watch: Watch<'_>) -> Result<Value, ApiError> {
            match question {
                $($name => {
                    let request: $request = read(body)?;
                    let answer: $answer = questions!(@call api, $method, &request, watch $(, $watched)?)?;
                    value(&answer)
                })*
                _ => Err(ApiError::new(ApiErrorKind::UnknownQuestion, format!("there is no question '{question}'"))),
            }
        }

        #[cfg(feature = "schema")]
        impl Question {
            /// The JSON schemas of the request and of the answer. What they refer to is added to the generators.
            pub fn schemas(&self, requests: &mut SchemaGenerator, answers: &mut SchemaGenerator) -> [Schema; 2] {
                match self.name {
                    $($name => [requests.subschema_for::<$request>(), answers.subschema_for::<$answer>()],)*
                    _ => [Schema::default(), Schema::default()],
                }
            }
        }
    };
    (@flag) => { false };
    (@flag progress) => { true };
    (@call $api:ident, $method:ident, $request:expr, $watch:ident) => { $api.$method($request) };
    (@call $api:ident, $method:ident, $request:expr, $watch:ident, progress) => {
        $api.$method($request, &mut |progress| match value(progress) {
            Ok(progress) => $watch(progress),
            Err(_) => ControlFlow::Continue(()),
        })
    };
}

questions! {
    "words/lookup" lookup(LookupRequest) -> LookupAnswer; "Looks words up: tells of each whether the lexicon has it."
    "words/judge" judge(JudgeRequest) -> JudgeAnswer; "Judges a play: acceptable if the lexicon has all its words."
    "words/define" define(DefineRequest) -> LookupAnswer; "The definitions of words."
    "words/anagram" anagram(AnagramRequest) -> WordAnswers; "The words, or combinations of words, that letters make."
    "words/pattern" pattern(PatternRequest) -> WordAnswers; "The words of a pattern, a regular expression or an equation."
    "words/search" search(SearchRequest) -> WordAnswers; "The words that meet conditions."
    "words/hooks" hooks(HooksRequest) -> WordAnswers; "The hooks of a word, or the words related to it."
    "words/near" near(NearRequest) -> WordAnswers; "The words within an edit distance."
    "words/complete" complete(CompleteRequest) -> WordAnswers; "The words that begin with some letters."
    "words/rank" rank(RankRequest) -> RankAnswer; "The number of a word in collation order, or the word with a number."
    "words/ladder" ladder(LadderRequest) -> WordAnswers; "The shortest ladders between words, each step of which changes a letter."
    "words/chain" chain(ChainRequest) -> WordAnswers; "Chains of words, each of which begins with the last letters of the one before."
    "words/bee" bee(BeeRequest) -> BeeAnswer; "The words of a spelling bee, with its points and pangrams."
    "words/filter" filter(FilterRequest) -> WordAnswers; "The words that fit the green, yellow and grey letters of guesses."
    "boggle/solve" boggle_solve(SolveRequest) -> SolveAnswer; "The words on a grid, each with its paths."
    "boggle/roll" boggle_roll(RollRequest) -> GridAnswer; "A grid rolled with dice."
    "boggle/hint" boggle_hint(HintRequest) -> HintAnswer; "Counts of words by first cell and by length, or one word."
    "boggle/round" boggle_round(RoundRequest) -> RoundAnswer; "The scores of players who have written words."
    "boggle/best" boggle_best(BestRequest) -> BestAnswer, progress; "A grid with many points."
    "position/parse" position_parse(ParseRequest) -> ParseAnswer; "Reads a CGP, a sheet or a GCG."
    "position/validate" position_validate(ValidateRequest) -> ValidateAnswer; "Checks a position and its words."
    "position/plays" position_plays(PlaysRequest) -> PlaysAnswer; "The best plays of a position."
    "position/simulate" position_simulate(SimulateRequest) -> SimulateAnswer, progress; "The best moves, played on."
    "position/endgame" position_endgame(EndgameRequest) -> EndgameAnswer, progress; "The best play to the end, once the bag is empty."
    "position/pre-endgame" position_pre_endgame(PreEndgameRequest) -> PreEndgameAnswer, progress; "The move that wins most often, with few tiles in the bag."
    "position/review" position_review(ReviewRequest) -> ReviewAnswer, progress; "Each move of a game beside the best."
    "position/leave" position_leave(LeaveRequest) -> LeaveAnswer; "The value of a leave and of its tiles."
    "game/new" game_new(NewGameRequest) -> GameAnswer; "A new game."
    "game/play" game_play(MoveRequest) -> GameAnswer; "A game after a move of the player on turn."
    "game/reply" game_reply(ReplyRequest) -> ReplyAnswer; "A game after a move of the machine, with its reasons."
    "game/hint" game_hint(HintsRequest) -> HintsAnswer; "Good moves for the player on turn."
    "game/undo" game_undo(UndoRequest) -> GameAnswer; "A game with turns taken back."
    "game/save" game_save(GcgRequest) -> GcgAnswer; "A game as GCG."
    "game/load" game_load(LoadRequest) -> GameAnswer; "The game of a GCG that game/save or the program wrote."
    "study/cards" study_cards(CardsRequest) -> CardsAnswer; "The cards of words, for learning."
    "study/questions" study_questions(QuestionsRequest) -> QuestionsAnswer; "The questions of cards, with their answers."
    "study/check" study_check(CheckRequest) -> CheckAnswer; "Holds a typed answer against a card."
    "study/schedule" study_schedule(ScheduleRequest) -> ScheduleAnswer; "When the cards of a log are due, and what was learned."
    "crossword/fill" crossword_fill(FillRequest) -> FillAnswer, progress; "The grid of a crossword, filled with words."
    "crossword/read" crossword_read(CrosswordReadRequest) -> CrosswordReadAnswer; "Reads a file of a crossword."
    "crossword/write" crossword_write(CrosswordWriteRequest) -> CrosswordWriteAnswer; "Writes a crossword as a file."
    "graph/build" graph_build(GraphRequest) -> GraphAnswer; "The trie, the DAWG and the GADDAG of some words."
    "shelf/lexicons" lexicons(Nothing) -> LexiconsAnswer; "The lexicons at hand."
    "shelf/boards" boards(Nothing) -> BoardsAnswer; "The boards at hand, with their premium squares."
    "shelf/alphabets" alphabets(Nothing) -> AlphabetsAnswer; "The alphabets at hand, with their tiles."
    "shelf/choices" choices(Nothing) -> ChoicesAnswer; "Dice, points, rules, levels, columns and bounds."
}

impl Question {
    /// The question with this name.
    pub fn find(name: &str) -> Option<&'static Question> {
        QUESTIONS.iter().find(|question| question.name == name)
    }
}

impl Api {
    /// Answers a question of the [table](QUESTIONS). `body` is the request as JSON.
    ///
    /// # Errors
    /// [`ApiErrorKind::UnknownQuestion`], [`ApiErrorKind::TooLarge`] and [`ApiErrorKind::Malformed`] for the body, and
    /// the errors of the method.
    pub fn answer(&self, question: &str, body: &str) -> Result<Value, ApiError> {
        self.answer_watched(question, body, &mut |_| ControlFlow::Continue(()))
    }

    /// As [`answer`](Api::answer). Questions that take long tell their progress, which has the type of their answer, to
    /// `watch`. If that breaks, the answer is what has been found so far.
    ///
    /// # Errors
    /// As [`answer`](Api::answer).
    pub fn answer_watched(
        &self,
        question: &str,
        body: &str,
        watch: &mut dyn FnMut(Value) -> ControlFlow<()>,
    ) -> Result<Value, ApiError> {
        let most = self.bounds().body;
        if body.len() > most {
            return Err(ApiError::too_large("bytes of the request", body.len(), most));
        }
        dispatch(self, question, body, watch)
    }
}

/// The request in a body. An empty body is an empty request.
fn read<R: DeserializeOwned>(body: &str) -> Result<R, ApiError> {
    let body = if body.trim().is_empty() { "{}" } else { body };
    // A list would be read as the fields in their order.
    if body.trim_start().starts_with('[') {
        return Err(ApiError::new(ApiErrorKind::Malformed, "a request is an object, not a list"));
    }
    serde_json::from_str(body).map_err(|error| ApiError::malformed(&error))
}

fn value(answer: &impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(answer).map_err(|error| ApiError::new(ApiErrorKind::Unavailable, error.to_string()))
}
