//! Lexicons: opening, looking up, hooks, numbers, saving.

use std::ffi::{c_char, c_int};
use std::ptr;

use lexigraph::Lexicon;
use lexigraph::image::{FORMATS, format_by_name};
use lexigraph::lexicon::HookLetters;

use super::border::{Form, array, array_mut, free, guard, hand_out, optional, path, set, shared, target, text};
use crate::fault::Fault;
use crate::open;
use crate::words::{Words, c_text};

/// lexigraph_hooks: a word is left when the first letter is taken off.
pub const LEXIGRAPH_INNER_FRONT: c_int = 1;
/// lexigraph_hooks: a word is left when the last letter is taken off.
pub const LEXIGRAPH_INNER_BACK: c_int = 2;

/// Opens a file: an image of any format, or a word list, plain or compressed, which is compiled in memory. The content
/// tells what it is. An image must not be cut short or written over while it is open; replace it by renaming.
///
/// `alphabet` is for files that store none: NULL for English, the name of a bundled alphabet ("spanish"), a .toml file,
/// or "auto" for the characters of the file.
///
/// Returns NULL on failure. Free the lexicon with lexigraph_close.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_open(
    file: *const c_char,
    alphabet: *const c_char,
    error: *mut *mut c_char,
) -> *mut Lexicon {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, ptr::null_mut(), || {
            Ok(hand_out(open::file(&path(file, "file")?, optional(alphabet, "alphabet")?)?))
        })
    }
}

/// As lexigraph_open, with the content of a file. The bytes are copied. `name` stands in messages, and its extension
/// may tell the format; NULL for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_open_bytes(
    bytes: *const u8,
    length: usize,
    name: *const c_char,
    alphabet: *const c_char,
    error: *mut *mut c_char,
) -> *mut Lexicon {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, ptr::null_mut(), || {
            let bytes = array(bytes, length, "bytes")?.to_vec();
            let name = optional(name, "name")?.unwrap_or("bytes");
            Ok(hand_out(open::bytes(bytes, name, optional(alphabet, "alphabet")?)?))
        })
    }
}

/// Opens a lexicon that the library carries: "enable" (ENABLE1, 172,823 English words) or "scowl60".
///
/// Returns NULL on failure. Free the lexicon with lexigraph_close.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_open_bundled(name: *const c_char, error: *mut *mut c_char) -> *mut Lexicon {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe { guard(error, Form::Message, ptr::null_mut(), || Ok(hand_out(Lexicon::bundled(text(name, "name")?)?))) }
}

/// Compiles words, in any order. `alphabet` is as for lexigraph_open.
///
/// Returns NULL on failure. Free the lexicon with lexigraph_close.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_compile(
    words: *const *const c_char,
    count: usize,
    alphabet: *const c_char,
    error: *mut *mut c_char,
) -> *mut Lexicon {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, ptr::null_mut(), || {
            let words = array(words, count, "words")?;
            let words = words.iter().map(|&word| text(word, "words")).collect::<Result<Vec<&str>, Fault>>()?;
            Ok(hand_out(open::words(&words, optional(alphabet, "alphabet")?)?))
        })
    }
}

/// Frees a lexicon. Not for one that an API has taken over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_close(lexicon: *mut Lexicon) {
    // SAFETY: the header says that the lexicon comes from this library and is not used again.
    unsafe { guard(ptr::null_mut(), Form::Message, (), || free(lexicon)) }
}

/// The number of words; 0 if `lexicon` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_count(lexicon: *const Lexicon) -> u64 {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe { guard(ptr::null_mut(), Form::Message, 0, || Ok(shared(lexicon, "lexicon")?.len())) }
}

/// 1 if this is a word, 0 if not, -1 on failure. Text with other letters is no word.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_contains(lexicon: *const Lexicon, word: *const c_char, error: *mut *mut c_char) -> c_int {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe { guard(error, Form::Message, -1, || Ok(c_int::from(shared(lexicon, "lexicon")?.contains(text(word, "word")?)))) }
}

/// Looks up several words: sets found[i] to 1 if words[i] is a word, and to 0 if not. Both arrays have `count`
/// elements. For languages in which a call to C is slow.
///
/// Returns the number of words found, or -1 on failure; `found` is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_contains_all(
    lexicon: *const Lexicon,
    words: *const *const c_char,
    count: usize,
    found: *mut u8,
    error: *mut *mut c_char,
) -> i64 {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, -1, || {
            let lexicon = shared(lexicon, "lexicon")?;
            let words = array(words, count, "words")?;
            let words = words.iter().map(|&word| text(word, "words")).collect::<Result<Vec<&str>, Fault>>()?;
            let found = array_mut(found, count, "found")?;
            let mut number = 0;
            for (found, word) in found.iter_mut().zip(words) {
                number += i64::from(*found.write(u8::from(lexicon.contains(word))));
            }
            Ok(number)
        })
    }
}

/// The hooks of some text, which need not be a word: sets *front and *back to the letters that make a word when put
/// before and behind it. Free both with lexigraph_words_free.
///
/// Returns the sum of LEXIGRAPH_INNER_FRONT and LEXIGRAPH_INNER_BACK as they apply, or -1 on failure; both lists are
/// then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_hooks(
    lexicon: *const Lexicon,
    word: *const c_char,
    front: *mut *mut Words,
    back: *mut *mut Words,
    error: *mut *mut c_char,
) -> c_int {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, -1, || {
            let hooks: HookLetters = shared(lexicon, "lexicon")?.hooks(text(word, "word")?)?;
            target(front, "front")?;
            target(back, "back")?;
            let list = |letters: &[String]| -> Result<Words, Fault> {
                let mut words = Words::default();
                letters.iter().try_for_each(|letter| words.push(letter))?;
                Ok(words)
            };
            let (fronts, backs) = (list(&hooks.front)?, list(&hooks.back)?);
            set(front, hand_out(fronts));
            set(back, hand_out(backs));
            let flag = |inner: bool, flag: c_int| if inner { flag } else { 0 };
            Ok(flag(hooks.inner_front, LEXIGRAPH_INNER_FRONT) + flag(hooks.inner_back, LEXIGRAPH_INNER_BACK))
        })
    }
}

/// The number of a word in collation order, from 1; 0 if it is not a word, -1 on failure. Walks over the whole graph:
/// one or two milliseconds for 170,000 words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_rank(lexicon: *const Lexicon, word: *const c_char, error: *mut *mut c_char) -> i64 {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, -1, || {
            let rank = shared(lexicon, "lexicon")?.rank(text(word, "word")?)?;
            Ok(rank.map_or(0, |rank| i64::try_from(rank).unwrap_or(i64::MAX)))
        })
    }
}

/// The word with this number in collation order, from 1. Free it with lexigraph_string_free. As slow as lexigraph_rank.
///
/// Returns NULL past the last word and for 0, with *error NULL, and on failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_word(lexicon: *const Lexicon, rank: u64, error: *mut *mut c_char) -> *mut c_char {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, ptr::null_mut(), || {
            let word = shared(lexicon, "lexicon")?.word(rank)?;
            word.map_or(Ok(ptr::null_mut()), |word| Ok(c_text(&word)?.into_raw()))
        })
    }
}

/// Writes the lexicon to a file, in the format that its extension names ("words.kwg"), or else in the native one. A
/// file of that name is replaced, and the new one appears whole or not at all.
///
/// Returns 0, or -1 on failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_save(lexicon: *const Lexicon, file: *const c_char, error: *mut *mut c_char) -> c_int {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, -1, || {
            shared(lexicon, "lexicon")?.save(path(file, "file")?)?;
            Ok(0)
        })
    }
}

/// Sets *bytes and *length to the content of a file in a format: "lxg", "kwg" or another of `lexigraph formats`. Free
/// them with lexigraph_bytes_free.
///
/// Returns 0, or -1 on failure; *bytes and *length are then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_convert(
    lexicon: *const Lexicon,
    format: *const c_char,
    bytes: *mut *mut u8,
    length: *mut usize,
    error: *mut *mut c_char,
) -> c_int {
    // SAFETY: the header asks of the caller what these functions ask.
    unsafe {
        guard(error, Form::Message, -1, || {
            let lexicon = shared(lexicon, "lexicon")?;
            let name = text(format, "format")?;
            let format = format_by_name(name).ok_or_else(|| {
                let names: Vec<&str> = FORMATS.into_iter().map(|format| format.name()).collect();
                let problem = format!("no format is called '{name}' — choose from: {}", names.join(", "));
                Fault::argument("format", problem)
            })?;
            target(bytes, "bytes")?;
            target(length, "length")?;
            let content = lexicon.convert(format)?.into_boxed_slice();
            set(length, content.len());
            set(bytes, Box::into_raw(content).cast());
            Ok(0)
        })
    }
}
