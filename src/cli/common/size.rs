//! Sizes on the command line.

/// Reads a size: a number, with K, M or G for binary multiples.
pub fn size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let number = upper.trim_end_matches('B').trim_end_matches('I');
    let (digits, shift) = match number.char_indices().next_back() {
        Some((at, 'K')) => (&number[..at], 10),
        Some((at, 'M')) => (&number[..at], 20),
        Some((at, 'G')) => (&number[..at], 30),
        _ => (number, 0),
    };
    let size = digits.trim().parse::<u64>().ok().and_then(|size| size.checked_mul(1 << shift));
    size.ok_or_else(|| "a number of bytes is wanted, such as 512M or 2G".to_owned())
}
