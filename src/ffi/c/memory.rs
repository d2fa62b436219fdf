//! Versions, and what frees the memory that other functions return.

use std::ffi::{CString, c_char};

use super::border::{Form, free, guard};
use crate::words::Words;

/// The version of this interface. It grows when a program that was compiled for an older one could no longer run; new
/// functions do not change it.
pub const LEXIGRAPH_ABI_VERSION: u32 = 1;

/// The LEXIGRAPH_ABI_VERSION of the library that is loaded. A program compares it with that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn lexigraph_abi_version() -> u32 {
    LEXIGRAPH_ABI_VERSION
}

/// The version of lexigraph: "0.1.0". Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn lexigraph_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Frees a text that a function returned as `char *`, or an error message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the header says that the text comes from this library, which makes all of them with
        // `CString::into_raw`.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Frees the bytes that lexigraph_convert returned. `length` is the length that it returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_bytes_free(bytes: *mut u8, length: usize) {
    if !bytes.is_null() {
        let slice = std::ptr::slice_from_raw_parts_mut(bytes, length);
        // SAFETY: the header says that bytes and length come from `lexigraph_convert`, which made them of such a box.
        drop(unsafe { Box::from_raw(slice) });
    }
}

/// Frees a list of words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexigraph_words_free(words: *mut Words) {
    // SAFETY: the header says that the list comes from this library and is not used again.
    unsafe { guard(std::ptr::null_mut(), Form::Message, (), || free(words)) }
}
