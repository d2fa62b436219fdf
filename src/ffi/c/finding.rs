//! Words for a question: as a list, or one at a time to a callback.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ops::ControlFlow;
use std::ptr;

use lexigraph::Lexicon;

use super::border::{Form, guard, hand_out, optional, shared, text};
use crate::fault::Fault;
use crate::find::{Question, find};
use crate::words::{Words, c_text};

/// lexigraph_find: all words; the text is NULL.
pub const LEXIGRAPH_ALL: u32 = 0;
/// lexigraph_find: the words that use all of the letters: "aeinrst?". `?` is a blank, `*` any letters, `[abc]` one of
/// a set.
pub const LEXIGRAPH_ANAGRAMS: u32 = 1;
/// lexigraph_find: the words that use some or all of the letters, as on a rack.
pub const LEXIGRAPH_SUBANAGRAMS: u32 = 2;
/// lexigraph_find: the words of a pattern: "c?t*s". `?` is any letter, `*` any letters, `[abc]` one of a set.
pub const LEXIGRAPH_PATTERN: u32 = 3;
/// lexigraph_find: the words that meet conditions: "length:7 and probability:1-100 and not hook:back".
pub const LEXIGRAPH_SEARCH: u32 = 4;
/// lexigraph_find: the words that begin with the text.
pub const LEXIGRAPH_COMPLETE: u32 = 5;

/// Takes a word, which is valid during the call. Ends the search by returning a value other than 0.
pub type WordFn = Option<unsafe extern "C" fn(word: *const c_char, data: *mut c_void) -> c_int>;

/// The words that answer a question, as a list. `question` is LEXIGRAPH_ANAGRAMS or another of these constants.
///
/// Returns NULL on failure, and an empty list if there are no answers. Free the list with lexigraph_words_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_find(
    lexicon: *const Lexicon,
    question: u32,
    text: *const c_char,
    error: *mut *mut c_char,
) -> *mut Words {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, ptr::null_mut(), || {
            let mut words = Words::default();
            let mut pushed = Ok(());
            find(shared(lexicon, "lexicon")?, choose(question)?, question_text(question, text)?, &mut |word| {
                pushed = words.push(word);
                if pushed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            pushed?;
            Ok(hand_out(words))
        })
    }
}

/// As lexigraph_find, but passes each word to `each` when it is found, with `data`. If `each` returns a value other
/// than 0, the search ends.
///
/// Returns the number of words that were passed, or -1 on failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_each(
    lexicon: *const Lexicon,
    question: u32,
    text: *const c_char,
    each: WordFn,
    data: *mut c_void,
    error: *mut *mut c_char,
) -> i64 {
    // SAFETY: the header asks of the caller what these functions ask. `each` is a function with this signature, and
    // gets a text that is valid during the call.
    unsafe {
        guard(error, Form::Message, -1, || {
            let each = each.ok_or_else(|| Fault::argument("each", "a null pointer"))?;
            let mut passed = Ok(0);
            let mut buffer: Vec<u8> = Vec::new();
            find(shared(lexicon, "lexicon")?, choose(question)?, question_text(question, text)?, &mut |word| {
                buffer.clear();
                buffer.extend_from_slice(word.as_bytes());
                buffer.push(0);
                let Ok(word) = CStr::from_bytes_with_nul(&buffer) else {
                    passed = c_text(word).map(|_| 0);
                    return ControlFlow::Break(());
                };
                if let Ok(number) = &mut passed {
                    *number += 1;
                }
                if each(word.as_ptr(), data) == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            passed
        })
    }
}

/// The words that at most `distance` edits (letters put in, left out or changed) make of a text, nearest first;
/// lexigraph_words_distance tells how far each is.
///
/// Returns NULL on failure. Free the list with lexigraph_words_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_near(
    lexicon: *const Lexicon,
    word: *const c_char,
    distance: u32,
    error: *mut *mut c_char,
) -> *mut Words {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, ptr::null_mut(), || {
            let distance = usize::try_from(distance).unwrap_or(usize::MAX).min(MOST_EDITS);
            let found = shared(lexicon, "lexicon")?.near(text(word, "word")?, distance)?;
            let mut words = Words::default();
            found.iter().try_for_each(|(distance, word)| words.push_near(word, *distance))?;
            Ok(hand_out(words))
        })
    }
}

/// More edits than any two words are apart.
const MOST_EDITS: usize = lexigraph::wordlist::MAX_WORD_LENGTH;

/// The number of words in a list; 0 if it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_words_count(words: *const Words) -> usize {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe { guard(ptr::null_mut(), Form::Message, 0, || Ok(shared(words, "words")?.len())) }
}

/// The word with this number in a list, from 0; NULL past the last. It belongs to the list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_words_get(words: *const Words, index: usize) -> *const c_char {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(ptr::null_mut(), Form::Message, ptr::null(), || {
            Ok(shared(words, "words")?.get(index).map_or(ptr::null(), CStr::as_ptr))
        })
    }
}

/// The edit distance of the word with this number in a list of lexigraph_near, from 0; -1 past the last and for other
/// lists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_words_distance(words: *const Words, index: usize) -> i64 {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(ptr::null_mut(), Form::Message, -1, || Ok(shared(words, "words")?.distance(index).map_or(-1, i64::from)))
    }
}

fn choose(question: u32) -> Result<Question, Fault> {
    Ok(match question {
        LEXIGRAPH_ALL => Question::All,
        LEXIGRAPH_ANAGRAMS => Question::Anagrams,
        LEXIGRAPH_SUBANAGRAMS => Question::Subanagrams,
        LEXIGRAPH_PATTERN => Question::Pattern,
        LEXIGRAPH_SEARCH => Question::Search,
        LEXIGRAPH_COMPLETE => Question::Complete,
        other => {
            let problem = format!("{other} is no question — take one of the constants, such as LEXIGRAPH_ANAGRAMS");
            return Err(Fault::argument("question", problem));
        }
    })
}

/// The text of a question. Only `LEXIGRAPH_ALL` needs none.
///
/// # Safety
/// As [`text`].
unsafe fn question_text<'a>(question: u32, pointer: *const c_char) -> Result<&'a str, Fault> {
    // SAFETY: the condition is the same.
    unsafe {
        if question == LEXIGRAPH_ALL { Ok(optional(pointer, "text")?.unwrap_or_default()) } else { text(pointer, "text") }
    }
}
