//! Small blocks of bytes in a library without the feature `gz`: stored as they are, which is raw DEFLATE too (RFC 1951, 3.2.4).

use std::io;

/// The most bytes that one stored part has.
const PART: usize = u16::MAX as usize;

/// Wraps a block as raw DEFLATE without compressing it.
pub fn deflate(block: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(block.len() + 5 * (block.len() / PART + 1));
    let mut rest = block;
    loop {
        let (part, after) = rest.split_at(rest.len().min(PART));
        let length = part.len() as u16;
        bytes.push(u8::from(after.is_empty()));
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(part);
        rest = after;
        if rest.is_empty() {
            return bytes;
        }
    }
}

/// Unpacks a block that was only stored into `block`, in place of what is there.
///
/// # Errors
/// [`io::ErrorKind::Unsupported`] for a block that is compressed, [`io::ErrorKind::UnexpectedEof`] for one that is cut short, and
/// [`io::ErrorKind::InvalidData`] for one of more than `limit` bytes.
pub fn inflate(bytes: &[u8], limit: usize, block: &mut Vec<u8>) -> io::Result<()> {
    block.clear();
    let mut rest = bytes;
    loop {
        let [head, low, high, _, _, after @ ..] = rest else { return Err(io::ErrorKind::UnexpectedEof.into()) };
        if head & 6 != 0 {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "compressed blocks were not compiled in"));
        }
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        let part = after.get(..length).ok_or(io::ErrorKind::UnexpectedEof)?;
        if block.len() + length > limit {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the block is larger than it may be"));
        }
        block.extend_from_slice(part);
        rest = &after[length..];
        if head & 1 != 0 {
            return Ok(());
        }
    }
}
