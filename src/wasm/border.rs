//! The border to JavaScript.
//!
//! A module holds one engine. Texts and bytes cross the border as a place and a length in the module's memory: with so
//! few calls, a generator of bindings would be more work than it saves.
//!
//! JavaScript asks for memory with [`reserve`], fills it, and hands it over with the call that uses it. Each call leaves
//! its answer at [`result_place`] and [`result_length`], until the next call. It returns 0, or 1 if the answer is a
//! problem document.

use std::cell::RefCell;
use std::time::Duration;

use lexigraph::api::ApiError;
use lexigraph::platform::Platform;

use crate::engine::{Engine, busy};

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
    static RESULT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Memory for what is handed over.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Takes over memory that [`reserve`] gave.
fn taken(place: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: JavaScript hands over a place of `reserve` once, with its length.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) }.into_vec()
}

/// As [`taken`], of a text. JavaScript encodes texts itself, always as UTF-8.
fn taken_text(place: *mut u8, length: usize) -> String {
    String::from_utf8(taken(place, length)).unwrap_or_default()
}

/// The place of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn result_place() -> *const u8 {
    RESULT.with_borrow(Vec::as_ptr)
}

/// The bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn result_length() -> usize {
    RESULT.with_borrow(Vec::len)
}

/// Keeps an answer or a problem document, and tells which of them it is.
fn finish(answer: Result<Vec<u8>, ApiError>) -> u32 {
    let (bytes, is_problem) = match answer {
        Ok(bytes) => (bytes, 0),
        Err(error) => (error.problem().to_string().into_bytes(), 1),
    };
    RESULT.set(bytes);
    is_problem
}

/// Changes the engine, which nobody may do while it answers a question.
fn change(work: impl FnOnce(&mut Engine) -> Result<(), ApiError>) -> u32 {
    ENGINE.with(|engine| match engine.try_borrow_mut() {
        Ok(mut engine) => finish(work(&mut engine).map(|()| b"null".to_vec())),
        Err(_) => finish(Err(busy())),
    })
}

/// Prepares the module. The first call.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    install();
}

/// Opens an image or a word list under a name; a lexicon that has the name is replaced. If `gaddag` is 1, a GADDAG is
/// built for a file that has none.
#[unsafe(no_mangle)]
pub extern "C" fn open(name: *mut u8, name_length: usize, bytes: *mut u8, length: usize, gaddag: u32) -> u32 {
    let (name, bytes) = (taken_text(name, name_length), taken(bytes, length));
    change(|engine| engine.open(&name, bytes, gaddag == 1))
}

/// Gives leave values to the lexicon of this name.
#[unsafe(no_mangle)]
pub extern "C" fn leaves(name: *mut u8, name_length: usize, bytes: *mut u8, length: usize) -> u32 {
    let (name, bytes) = (taken_text(name, name_length), taken(bytes, length));
    change(|engine| engine.leaves(&name, bytes))
}

/// Gives a dictionary to the lexicon of this name.
#[unsafe(no_mangle)]
pub extern "C" fn definitions(name: *mut u8, name_length: usize, bytes: *mut u8, length: usize) -> u32 {
    let (name, bytes) = (taken_text(name, name_length), taken(bytes, length));
    change(|engine| engine.definitions(&name, bytes))
}

/// Answers a question; `body` is the request in JSON. If `watched` is 1, the progress is told to the host.
#[unsafe(no_mangle)]
pub extern "C" fn ask(question: *mut u8, question_length: usize, body: *mut u8, length: usize, watched: u32) -> u32 {
    let (question, body) = (taken_text(question, question_length), taken_text(body, length));
    ENGINE.with(|engine| match engine.try_borrow() {
        Ok(engine) => finish(engine.ask(&question, &body, watched == 1)),
        Err(_) => finish(Err(busy())),
    })
}

// What JavaScript does for the engine.
#[link(wasm_import_module = "lexigraph")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// A random number.
    safe fn seed() -> u32;
    /// Takes progress in JSON. Returns 0 to end the work.
    fn progress(place: *const u8, length: usize) -> u32;
    /// Takes the message of a panic, after which the module is of no use.
    fn fault(place: *const u8, length: usize);
}

/// Gives the library its clock and its seeds, and tells panics.
fn install() {
    let now = || Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default();
    Platform { now, seed: || u64::from(seed()) << 32 | u64::from(seed()) }.install();
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: JavaScript reads these bytes before it returns.
        unsafe {
            fault(text.as_ptr(), text.len());
        }
    }));
}

/// Tells progress; `false` if the work shall end.
pub(crate) fn tell(json: &str) -> bool {
    // SAFETY: as above.
    unsafe { progress(json.as_ptr(), json.len()) != 0 }
}
