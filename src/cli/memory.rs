//! The system's allocator, except that memory that cannot be had ends the program with an error and exit status 2.
//!
//! Rust aborts there, which scripts see as a crash, and which leaves a temporary file. Stable Rust has no hook for it,
//! so that an allocator of our own has to look at what the system gives: one comparison with null, and no other cost.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lexigraph::bytes::atomic;

/// See the module.
struct OrEnd;

#[global_allocator]
static ALLOCATOR: OrEnd = OrEnd;

// SAFETY: everything is handed on to the system's allocator as it came, and what that gives is given back. Where it
// gives null, these functions do not return.
unsafe impl GlobalAlloc for OrEnd {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract, which is the same.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above; the pointer came from the system's allocator.
        given(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[inline]
fn given(pointer: *mut u8, bytes: usize) -> *mut u8 {
    if pointer.is_null() {
        end(bytes);
    }
    pointer
}

/// The exit status of errors.
const FAILED: i32 = 2;

/// `true` once a thread ends the program.
static ENDING: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// `true` on the thread that ends the program. Without a destructor, so that it takes no memory.
    static ENDS: Cell<bool> = const { Cell::new(false) };
}

/// Ends the program. Takes no memory and waits for no lock: another thread, or a caller of this one, may hold it.
#[cold]
#[inline(never)]
fn end(bytes: usize) -> ! {
    if ENDS.replace(true) {
        // Removing the temporary file takes memory if its path is very long.
        exit();
    }
    if ENDING.swap(true, Ordering::Relaxed) {
        // Another thread is about to end the program.
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    let mut text = [0; 256];
    let room = text.len();
    let mut rest = &mut text[..];
    // The text is shorter than the room. If it were not, its beginning would do.
    let _ = writeln!(
        rest,
        "error: out of memory: {bytes} bytes could not be had — use a smaller input, allow the process more memory, or \
         use compile --external --memory SIZE"
    );
    let length = room - rest.len();
    tell(&text[..length]);
    atomic::try_abandon();
    exit()
}

/// Prints an error, on a line of its own even if there is a progress bar.
#[cfg(unix)]
fn tell(text: &[u8]) {
    use std::fs::File;
    use std::io::IsTerminal;
    use std::mem::ManuallyDrop;
    use std::os::fd::FromRawFd;
    // SAFETY: the file is not dropped, so descriptor 2 is not closed. If it is closed already, writing fails. Standard
    // error of the standard library would wait for its lock.
    let mut file = ManuallyDrop::new(unsafe { File::from_raw_fd(2) });
    if file.is_terminal() {
        let _ = file.write_all(b"\r\x1b[K");
    }
    let _ = file.write_all(text);
}

#[cfg(not(unix))]
fn tell(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}

/// Ends the process without what is registered for its end: that might take memory.
#[cfg(unix)]
fn exit() -> ! {
    unsafe extern "C" {
        /// Of the C library, which the standard library links.
        safe fn _exit(status: std::ffi::c_int) -> !;
    }
    _exit(FAILED)
}

#[cfg(not(unix))]
fn exit() -> ! {
    std::process::exit(FAILED)
}
