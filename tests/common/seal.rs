//! Images with changes that their checksums do not show.

/// Puts the checksums of an image right, as somebody would who means harm.
pub fn seal_image(bytes: &mut [u8]) {
    if bytes.len() < 64 {
        return;
    }
    let sections = u32::from_le_bytes(bytes[44..48].try_into().unwrap()) as usize;
    for section in 0..sections.min(64) {
        let at = 64 + 64 * section;
        if at + 64 > bytes.len() {
            return;
        }
        let field = |from: usize| u64::from_le_bytes(bytes[at + from..at + from + 8].try_into().unwrap()) as usize;
        let (offset, length) = (field(8), field(16));
        let end = offset.saturating_add(length.div_ceil(64).saturating_mul(64));
        if offset <= end && end <= bytes.len() {
            let checksum = crc32fast::hash(&bytes[offset..end]);
            bytes[at + 4..at + 8].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    let end = (64 + 64 * sections.min(64)).min(bytes.len());
    bytes[48..52].fill(0);
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[48..52].copy_from_slice(&checksum.to_le_bytes());
}
