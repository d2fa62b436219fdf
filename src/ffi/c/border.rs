//! The border between C and Rust: pointers become references, and panics become errors.
//!
//! The functions that read pointers are unsafe with one condition each, the one that the header states for the
//! argument.

use std::any::Any;
use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::ptr;

use crate::fault::Fault;

/// How an error is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A message for people.
    Message,
    /// An object of JSON.
    Json,
}

/// Does the work of an exported function. On an error, and on a panic, gives `failed` and sets `*error`; on success
/// sets `*error` to null.
///
/// # Safety
/// `error` is null, or may be written to.
#[inline]
pub unsafe fn guard<T>(error: *mut *mut c_char, form: Form, failed: T, work: impl FnOnce() -> Result<T, Fault>) -> T {
    // Nothing that a panic leaves half done is seen again: functions get shared references to values that do not
    // change, but for `lexigraph_api_add`, which changes its API in its last step.
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Fault::bug(panic_message(&*panic))));
    let (value, message) = match done {
        Ok(value) => (value, ptr::null_mut()),
        Err(_) if error.is_null() => (failed, ptr::null_mut()),
        Err(fault) => (failed, message(&fault, form)),
    };
    if !error.is_null() {
        // SAFETY: not null, and the caller promises that it may be written to.
        unsafe { error.write(message) };
    }
    value
}

#[cold]
fn message(fault: &Fault, form: Form) -> *mut c_char {
    let text = match form {
        Form::Message => fault.to_string(),
        Form::Json => fault.json(),
    };
    // A message may quote a text with any characters.
    CString::new(text.replace('\0', "\u{fffd}")).map_or(ptr::null_mut(), CString::into_raw)
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}

/// A value that C holds a pointer to.
///
/// # Safety
/// `pointer` is null or points to a `T` that this library made; it is not freed or changed during `'a`.
#[inline]
pub unsafe fn shared<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Fault> {
    // SAFETY: the caller promises that it is null, for which this gives `None`, or valid for `'a`.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

/// The same, to be changed.
///
/// # Safety
/// As [`shared`]; and nothing else uses the value during `'a`.
pub unsafe fn alone<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Fault> {
    // SAFETY: the caller promises that it is null, for which this gives `None`, or valid and not shared for `'a`.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(name))
}

/// A text.
///
/// # Safety
/// `pointer` is null, or points to bytes that end with a NUL and do not change during `'a`.
#[inline]
pub unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Fault> {
    // SAFETY: the condition is the same.
    let bytes = unsafe { c_str(pointer, name) }?;
    bytes.to_str().map_err(|error| Fault::argument(name, format_args!("not UTF-8 at byte {}", error.valid_up_to() + 1)))
}

/// A text that may be left out.
///
/// # Safety
/// As [`text`].
pub unsafe fn optional<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>, Fault> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the condition is the same.
    unsafe { text(pointer, name) }.map(Some)
}

/// The name of a file. On Unix that is any bytes, elsewhere UTF-8.
///
/// # Safety
/// As [`text`].
pub unsafe fn path(pointer: *const c_char, name: &str) -> Result<PathBuf, Fault> {
    // SAFETY: the condition is the same.
    let bytes = unsafe { c_str(pointer, name) }?;
    if bytes.is_empty() {
        return Err(Fault::argument(name, "empty"));
    }
    #[cfg(unix)]
    let path = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes.to_bytes()).into();
    #[cfg(not(unix))]
    let path = bytes.to_str().map_err(|_| Fault::argument(name, "not UTF-8"))?.into();
    Ok(path)
}

/// # Safety
/// As [`text`].
#[inline]
unsafe fn c_str<'a>(pointer: *const c_char, name: &str) -> Result<&'a CStr, Fault> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: not null, and the caller promises that a NUL follows and that nothing changes.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// An array. One without elements may be null.
///
/// # Safety
/// `pointer` is null, or points to `length` elements that do not change during `'a`.
pub unsafe fn array<'a, T>(pointer: *const T, length: usize, name: &str) -> Result<&'a [T], Fault> {
    if length == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(null(name));
    }
    fits::<T>(length, name)?;
    // SAFETY: not null, not larger than memory can be, and the caller promises that there are so many elements.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// An array to be written to, whose elements may have no values yet. One without elements may be null.
///
/// # Safety
/// `pointer` is null, or points to `length` elements that nothing else uses during `'a`.
pub unsafe fn array_mut<'a, T>(pointer: *mut T, length: usize, name: &str) -> Result<&'a mut [MaybeUninit<T>], Fault> {
    if length == 0 {
        return Ok(&mut []);
    }
    if pointer.is_null() {
        return Err(null(name));
    }
    fits::<T>(length, name)?;
    // SAFETY: not null, not larger than memory can be, and the caller promises that there are so many elements.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), length) })
}

/// Refuses a length that no array can have, such as -1.
fn fits<T>(length: usize, name: &str) -> Result<(), Fault> {
    match length.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Fault::argument(name, format_args!("{length} is no possible length"))),
    }
}

/// Refuses a null pointer to what is to be [set].
pub fn target<T>(pointer: *mut T, name: &str) -> Result<(), Fault> {
    if pointer.is_null() { Err(null(name)) } else { Ok(()) }
}

/// Sets what a pointer points to, which may have no value yet.
///
/// # Safety
/// `pointer` may be written to.
pub unsafe fn set<T>(pointer: *mut T, value: T) {
    // SAFETY: the condition is the same.
    unsafe { pointer.write(value) }
}

/// Hands a value to C, which gives it back to [`free`].
pub fn hand_out<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Frees a value that [`hand_out`] made. Never fails; the result is for [`guard`].
///
/// # Safety
/// `pointer` is null, or comes from [`hand_out`] and is not used again.
pub unsafe fn free<T>(pointer: *mut T) -> Result<(), Fault> {
    if !pointer.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller promises that it is not used again.
        drop(unsafe { Box::from_raw(pointer) });
    }
    Ok(())
}

fn null(name: &str) -> Fault {
    Fault::argument(name, "a null pointer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let mut error = ptr::null_mut();
        // SAFETY: `error` is a variable, and the message is freed as the header says.
        let text = unsafe {
            let failed = guard(&raw mut error, Form::Message, -1, || panic!("the {} broke", "axle"));
            assert_eq!(failed, -1);
            CString::from_raw(error)
        };
        assert_eq!(text.to_str().unwrap(), "a mistake in lexigraph, please report it: the axle broke");
        // SAFETY: a null pointer is allowed.
        assert_eq!(unsafe { guard(ptr::null_mut(), Form::Json, 7, || panic!("{}", "again")) }, 7);
    }

    #[test]
    fn impossible_lengths_are_refused() {
        let bytes = [1u16, 2];
        // SAFETY: the array has two elements; a larger length is refused before it is used.
        unsafe {
            assert_eq!(array(bytes.as_ptr(), 2, "bytes").unwrap(), [1, 2]);
            assert!(array(bytes.as_ptr(), usize::MAX, "bytes").is_err());
            assert!(array(bytes.as_ptr(), usize::MAX / 2, "bytes").is_err());
            assert!(array(ptr::null::<u16>(), 1, "bytes").is_err());
            assert!(array(ptr::null::<u16>(), 0, "bytes").unwrap().is_empty());
        }
    }
}
