//! Cardbox databases, where the program is compiled without `sqlite`.

use std::path::Path;

use super::exchange::Foreign;
use crate::failure::Failure;

/// `true` if the bytes are an SQLite database.
pub fn detect(bytes: &[u8]) -> bool {
    bytes.starts_with(b"SQLite format 3\0")
}

/// Fails: this program cannot read databases.
pub fn read(path: &Path) -> Result<Vec<Foreign>, Failure> {
    let message =
        "an SQLite database, which this program cannot read — compile it with: cargo build --release --features sqlite";
    Err(Failure::of(path, message))
}
