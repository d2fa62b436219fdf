//! The questions of the API in JSON, and plays.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ops::ControlFlow;
use std::ptr;

use lexigraph::Lexicon;
use lexigraph::api::analysis::{PlaySort, PlayView, PlaysRequest};
use lexigraph::api::position::PositionRequest;
use lexigraph::api::{Api, QUESTIONS};
use lexigraph::movegen::LeaveTable;

use super::border::{Form, alone, free, guard, hand_out, optional, shared, text};
use crate::fault::Fault;
use crate::words::c_text;

/// lexigraph_plays: by score.
pub const LEXIGRAPH_BY_SCORE: u32 = 0;
/// lexigraph_plays: by static equity, exchanges and a pass among them.
pub const LEXIGRAPH_BY_EQUITY: u32 = 1;

/// Takes the progress of a question as JSON, which has the form of its answer and is valid during the call. Ends the
/// question by returning a value other than 0: the answer is then what has been found so far.
pub type ProgressFn = Option<unsafe extern "C" fn(json: *const c_char, data: *mut c_void) -> c_int>;

/// A play; by equity, also an exchange or a pass. The texts are valid during the call.
#[repr(C)]
#[derive(Debug)]
pub struct Play {
    /// The move: "8D (MOLD)S", "-ABC" for an exchange, "-" for a pass.
    pub notation: *const c_char,
    /// The main word, with blanks in lower case; empty if no tiles are laid.
    pub word: *const c_char,
    /// The tiles laid, in order, or the tiles exchanged.
    pub tiles: *const c_char,
    /// The tiles that stay on the rack.
    pub leave: *const c_char,
    /// The row of the first square of the word, from 1; 0 if no tiles are laid.
    pub row: u32,
    /// The column of the first square of the word, from 1; 0 if no tiles are laid.
    pub column: u32,
    /// 1 if the word reads downwards, else 0.
    pub down: c_int,
    /// The score in points.
    pub score: i32,
    /// The static equity in points.
    pub equity: f64,
}

/// Takes a play. Ends the list by returning a value other than 0.
pub type PlayFn = Option<unsafe extern "C" fn(play: *const Play, data: *mut c_void) -> c_int>;

/// An API without lexicons. Free it with lexigraph_api_free.
#[unsafe(no_mangle)]
pub extern "C" fn lexigraph_api_new() -> *mut Api {
    // SAFETY: a null pointer is allowed.
    unsafe { guard(ptr::null_mut(), Form::Message, ptr::null_mut(), || Ok(hand_out(Api::new()))) }
}

/// Adds a lexicon under a name, by which questions refer to it. The first one answers questions that name none.
///
/// The API takes the lexicon over: do not use or close it afterwards; lexigraph_api_lexicon lends it. On failure it
/// stays yours. `leaves` is a file of leave values; NULL for those that are bundled for the letters of the lexicon.
///
/// Returns 0, or -1 on failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_api_add(
    api: *mut Api,
    name: *const c_char,
    lexicon: *mut Lexicon,
    leaves: *const c_char,
    error: *mut *mut c_char,
) -> c_int {
    // SAFETY: the header asks of the caller what these functions ask. The lexicon was made by `hand_out`, and once it
    // is taken out of its box the header forbids its use.
    unsafe {
        guard(error, Form::Message, -1, || {
            let api = alone(api, "api")?;
            let name = text(name, "name")?;
            if name.is_empty() || api.lexicon(name).is_some() {
                return Err(Fault::argument("name", format_args!("'{name}' is empty or the name of another lexicon")));
            }
            let alphabet = shared(lexicon, "lexicon")?.alphabet();
            let leaves = match optional(leaves, "leaves")? {
                None => None,
                Some(file) => {
                    Some(LeaveTable::open(file.as_ref(), alphabet).map_err(|error| Fault::argument("leaves", error))?)
                }
            };
            let lexicon = *Box::from_raw(lexicon);
            match leaves {
                None => api.add(name, lexicon)?,
                Some(leaves) => api.add_with_leaves(name, lexicon, leaves)?,
            }
            Ok(0)
        })
    }
}

/// The lexicon with this name, which belongs to the API; NULL if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_api_lexicon(api: *const Api, name: *const c_char) -> *const Lexicon {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(ptr::null_mut(), Form::Message, ptr::null(), || {
            Ok(shared(api, "api")?.lexicon(text(name, "name")?).map_or(ptr::null(), ptr::from_ref))
        })
    }
}

/// Frees an API and its lexicons.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_api_free(api: *mut Api) {
    // SAFETY: the header says that the API comes from this library and is not used again.
    unsafe { guard(ptr::null_mut(), Form::Message, (), || free(api)) }
}

/// The questions that lexigraph_ask answers, as a JSON list of objects with `name`, `purpose`, `request`, `answer` and
/// `progress`. docs/serve.md and the server's /api describe requests and answers.
///
/// Returns NULL on failure. Free the text with lexigraph_string_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_questions(error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: the header asks of the caller what `guard` asks.
    unsafe {
        guard(error, Form::Message, ptr::null_mut(), || {
            let json = serde_json::to_string(QUESTIONS).map_err(|error| Fault::bug(&error.to_string()))?;
            Ok(c_text(&json)?.into_raw())
        })
    }
}

/// Answers a question, such as "words/anagram" or "position/plays". Request and answer are JSON, as in the server's
/// POST /api/QUESTION. A NULL request is an empty one.
///
/// Questions that take long pass their progress to `progress`, with `data`; NULL if you do not want it.
///
/// Returns NULL on failure. *error is then JSON as well: an object with `kind`, `message` and, where they are known,
/// `field`, `line` and `column`. Free answer and error with lexigraph_string_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_ask(
    api: *const Api,
    question: *const c_char,
    request: *const c_char,
    progress: ProgressFn,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: the header asks of the caller what these functions ask. `progress` is a function with this signature, and
    // gets a text that is valid during the call.
    unsafe {
        guard(error, Form::Json, ptr::null_mut(), || {
            let api = shared(api, "api")?;
            let question = text(question, "question")?;
            let request = optional(request, "request")?.unwrap_or_default();
            let answer = api.answer_watched(question, request, &mut |so_far| {
                let Some(progress) = progress else { return ControlFlow::Continue(()) };
                // JSON has no NUL: it is written \u0000.
                let Ok(json) = CString::new(so_far.to_string()) else { return ControlFlow::Continue(()) };
                if progress(json.as_ptr(), data) == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            Ok(c_text(&answer.to_string())?.into_raw())
        })
    }
}

/// Passes the best plays of a position to `each`, best first, with `data`. `position` is a CGP, a sheet or a game in
/// GCG. `order` is LEXIGRAPH_BY_SCORE or LEXIGRAPH_BY_EQUITY. At most `limit` plays are passed; 0 for as many as there
/// are, up to 10,000. The words are those of the first lexicon of the API.
///
/// Returns the number of plays that were passed, or -1 on failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_plays(
    api: *const Api,
    position: *const c_char,
    order: u32,
    limit: usize,
    each: PlayFn,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> i64 {
    // SAFETY: the header asks of the caller what these functions ask. `each` is a function with this signature, and
    // gets a play that is valid during the call.
    unsafe {
        guard(error, Form::Message, -1, || {
            let each = each.ok_or_else(|| Fault::argument("each", "a null pointer"))?;
            let sort = match order {
                LEXIGRAPH_BY_SCORE => PlaySort::Score,
                LEXIGRAPH_BY_EQUITY => PlaySort::Equity,
                other => return Err(Fault::argument("order", format_args!("{other} is no order"))),
            };
            let text = text(position, "position")?.to_owned();
            let position = PositionRequest { text, ..PositionRequest::default() };
            let limit = if limit == 0 { None } else { Some(limit) };
            let request = PlaysRequest { position, sort, limit, ..PlaysRequest::default() };
            let mut passed = 0;
            for view in &shared(api, "api")?.position_plays(&request)?.plays {
                passed += 1;
                if with_play(view, |play| each(play, data))? != 0 {
                    break;
                }
            }
            Ok(passed)
        })
    }
}

/// Calls `then` with a play as C reads it.
fn with_play<T>(view: &PlayView, then: impl FnOnce(&Play) -> T) -> Result<T, Fault> {
    let texts = [&view.notation, &view.word, &view.tiles, &view.leave].map(|text| c_text(text));
    let [notation, word, tiles, leave] = texts;
    let (notation, word, tiles, leave) = (notation?, word?, tiles?, leave?);
    let number = |place: Option<usize>| place.and_then(|place| u32::try_from(place).ok()).unwrap_or(0);
    Ok(then(&Play {
        notation: notation.as_ptr(),
        word: word.as_ptr(),
        tiles: tiles.as_ptr(),
        leave: leave.as_ptr(),
        row: number(view.row),
        column: number(view.column),
        down: c_int::from(view.direction.as_deref() == Some("down")),
        score: view.score,
        equity: view.equity,
    }))
}
