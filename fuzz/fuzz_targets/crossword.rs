//! Any bytes as a crossword: `.puz`, ipuz and text; never a panic.
#![no_main]

#[path = "../../tests/common/hostile.rs"]
mod hostile;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| hostile::crossword(bytes));
