//! Small blocks of bytes, compressed: for parts of a file that are unpacked one at a time.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Compresses a block as raw DEFLATE (RFC 1951), the smallest that the library makes of it.
pub fn deflate(block: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing to a vector does not fail.
    let _ = encoder.write_all(block);
    encoder.finish().unwrap_or_default()
}

/// Unpacks a block of raw DEFLATE into `block`, in place of what is there.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] or [`io::ErrorKind::UnexpectedEof`] for bytes that are none, and for a block of more
/// than `limit` bytes: unpacking stops there.
pub fn inflate(bytes: &[u8], limit: usize, block: &mut Vec<u8>) -> io::Result<()> {
    block.clear();
    let read = DeflateDecoder::new(bytes).take(limit as u64 + 1).read_to_end(block)?;
    if read > limit {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the block is larger than it may be"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_and_bombs_do_not() {
        let mut block = vec![1, 2, 3];
        for length in [0, 1, 5000] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 7) as u8).collect();
            inflate(&deflate(&bytes), length, &mut block).unwrap();
            assert_eq!(block, bytes);
        }
        let bomb = deflate(&vec![0; 100_000]);
        assert!(bomb.len() < 1000);
        assert!(inflate(&bomb, 99_999, &mut block).is_err());
        assert!(inflate(&bomb[..bomb.len() / 2], 100_000, &mut block).is_err());
        assert!(inflate(&[0xff; 9], 100, &mut block).is_err());
    }
}
