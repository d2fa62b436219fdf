//! Any bytes as a log of answers and as a text of Anki; never a panic.
#![no_main]

#[path = "../../tests/common/hostile.rs"]
mod hostile;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| hostile::answers(bytes));
