//! Answers with gzip.

use std::io::Write;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use flate2::{Compression, write::GzEncoder};

/// The bytes with gzip, if that makes them fewer. `level` is from 1, fast, to 9, small.
pub fn compressed(bytes: &[u8], level: u32) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
    encoder.write_all(bytes).ok()?;
    let compressed = encoder.finish().ok()?;
    (compressed.len() < bytes.len()).then(|| compressed.into())
}

/// `true` if a request takes gzip.
pub fn is_accepted(request: &HeaderMap) -> bool {
    let accepted = request.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(1.0, |weight| weight.parse().unwrap_or(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && weight > 0.0
    })
}
