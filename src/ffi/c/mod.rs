//! The exported functions. What their callers have to hold to is said once, in the header: pointers are null or come
//! from this library, texts end with a NUL, arrays are as long as is said, and nothing is used after it was freed.
// So no function repeats it.
#![allow(clippy::missing_safety_doc)]

mod border;

// In the order of the header.
pub mod memory;

pub mod lexicon;

pub mod finding;

pub mod api;
