//! Any bytes as a dictionary file, its checksum put right; never a panic.
#![no_main]

#[path = "../../tests/common/hostile.rs"]
mod hostile;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| hostile::dictionary(bytes.to_vec()));
