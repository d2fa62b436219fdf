//! Any text as a query of each kind; never a panic.
#![no_main]

#[path = "../../tests/common/hostile.rs"]
mod hostile;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| hostile::query(text));
