//! Large pages of the system for large vectors.
//!
//! A graph is built by writing some ten vectors of several megabytes once and reading them in random order. With pages
//! of 4 KiB, a sixth of the time goes to the system, which clears each page when it is first written, and many loads
//! wait for the address of their page. Linux gives pages of 2 MiB to memory for which they are asked.
#![allow(unsafe_code)]

/// The size of a large page.
const PAGE: usize = 2 << 20;

/// The same vector, whose memory consists of large pages as far as the system has them. Its content does not change.
///
/// This should be called before the memory is first written: later, the system has given it small pages already. The
/// parts of a large page before and behind the vector stay as they are, so that a vector that is filled takes no more
/// memory than with small pages.
pub(crate) fn advised<T>(vector: Vec<T>) -> Vec<T> {
    let bytes = vector.capacity().saturating_mul(size_of::<T>());
    if bytes >= PAGE {
        let start = vector.as_ptr().addr();
        let (from, to) = (start.next_multiple_of(PAGE), (start + bytes) / PAGE * PAGE);
        if from < to {
            advise(vector.as_ptr().cast::<u8>().wrapping_add(from - start), to - from);
        }
    }
    vector
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn advise(start: *const u8, bytes: usize) {
    use std::ffi::{c_int, c_void};

    const HUGE_PAGES: c_int = 14;
    unsafe extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    // SAFETY: this advice changes the size of the pages that the system uses, and neither their content nor who may read
    // and write them. The range is within a block of the allocator. Without large pages, the call fails, which does no
    // harm.
    let _ = unsafe { madvise(start.cast_mut().cast(), bytes, HUGE_PAGES) };
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn advise(_: *const u8, _: usize) {}
