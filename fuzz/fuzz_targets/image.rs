//! Any bytes as an image of any format, checksums put right: an error, or graphs whose walks end; never a panic.
#![no_main]

#[path = "../../tests/common/hostile.rs"]
mod hostile;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| hostile::image(bytes.to_vec()));
