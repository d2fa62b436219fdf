//! Large pages of the system for large vectors.
//!
//! A graph is built by writing some ten vectors of several megabytes once and reading them in random order. With pages
//! of 4 KiB, a sixth of the time goes to the system, which clears each page when it is first written, and many loads
//! wait for the address of their page. Linux gives pages of 2 MiB to memory for which they are asked.
//!
//! With 280,887 words, `compile` with one thread takes 0.97 times the processor time that it takes without the advice (21
//! interleaved runs on a loaded machine, medians).
#![allow(unsafe_code)]

/// The bytes from which on a vector is worth a call of the system.
const LARGE: usize = 1 << 20;

/// The same vector, whose memory consists of large pages as far as the system has them. Its content does not change.
///
/// This should be called before the memory is first written: later, the system has given it small pages already. A
/// large page may belong to several vectors that lie side by side, if all of them are advised.
pub(crate) fn advised<T>(vector: Vec<T>) -> Vec<T> {
    let bytes = vector.capacity().saturating_mul(size_of::<T>());
    if bytes >= LARGE {
        advise(vector.as_ptr().cast(), bytes);
    }
    vector
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn advise(start: *const u8, bytes: usize) {
    use std::ffi::{c_int, c_void};

    const HUGE_PAGES: c_int = 14;
    /// The small pages of most systems. Where they are larger, the call may fail, which does no harm.
    const PAGE: usize = 4096;
    unsafe extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    let before = start.addr() % PAGE;
    let bytes = (before + bytes).next_multiple_of(PAGE);
    // SAFETY: this advice changes the size of the pages that the system uses, and neither their content nor who may
    // read and write them: it may be given for any memory, as it is here for what shares a page with the ends of the
    // vector. Without large pages, the call fails.
    let _ = unsafe { madvise(start.wrapping_sub(before).cast_mut().cast(), bytes, HUGE_PAGES) };
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn advise(_: *const u8, _: usize) {}
