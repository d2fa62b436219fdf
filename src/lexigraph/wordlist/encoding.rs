//! From bytes to text: which encoding a list is in, by its content.
//!
//! A byte order mark decides; then zero bytes in every other place (UTF-16 without a mark); then whether all of it is
//! UTF-8. What is left is windows-1252, of which ISO-8859-1 is a part, unless most of the letters beyond ASCII are good
//! UTF-8: that is a UTF-8 list with damage, and the damaged words are rejected by the reader.

use std::borrow::Cow;

use super::charset::Charset;

/// Text, what it was in, and why that was thought so.
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    pub encoding: String,
    pub note: Option<String>,
    /// `true` if the encoding is only the likeliest.
    pub guessed: bool,
}

/// The encoding with this label of the WHATWG standard (`latin1`, `utf-16le`, `windows-1250`, `koi8-r`).
pub(super) fn by_label(label: &str) -> Option<Charset> {
    Charset::for_label(label)
}

/// The encoding whose byte order mark these bytes begin with, or that their zero bytes betray.
pub(super) fn wide(bytes: &[u8]) -> Option<(Charset, &'static str)> {
    match bytes {
        [0xFF, 0xFE, ..] => return Some((Charset::UTF_16LE, "with byte order mark")),
        [0xFE, 0xFF, ..] => return Some((Charset::UTF_16BE, "with byte order mark")),
        _ => {}
    }
    let sample = &bytes[..bytes.len().min(1 << 16)];
    if sample.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let (mut even, mut odd) = (0, 0);
    for pair in sample.chunks_exact(2) {
        even += usize::from(pair[0] == 0);
        odd += usize::from(pair[1] == 0);
    }
    // Words between zero bytes have no line ends, and text without them would be zeros in nearly every other place.
    if super::lines::ends_with_nul(sample) && (even + odd) * 4 < sample.len() / 2 * 3 {
        return None;
    }
    // Lists in any script have line ends, whose upper byte is zero; the other byte of a pair never is.
    let enough = sample.len() / 2 / 25;
    let encoding = match (even, odd) {
        (0, 1..) if odd >= enough => Charset::UTF_16LE,
        (1.., 0) if even >= enough => Charset::UTF_16BE,
        _ => return None,
    };
    encoding.decode_exactly(sample)?;
    Some((encoding, "by its zero bytes"))
}

pub(super) fn decode<'a>(bytes: &'a [u8], forced: Option<Charset>) -> Decoded<'a> {
    if let Some(encoding) = forced {
        let text = encoding.decode(bytes);
        return Decoded { text, encoding: encoding.name().into(), note: Some("as told".into()), guessed: false };
    }
    if let Some((encoding, why)) = wide(bytes) {
        let text = encoding.decode(bytes);
        return Decoded { text, encoding: encoding.name().into(), note: Some(why.into()), guessed: false };
    }
    let (bytes, note) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => (rest, Some("with byte order mark".to_owned())),
        None => (bytes, None),
    };
    let bad = match std::str::from_utf8(bytes) {
        Ok(text) => return Decoded { text: Cow::Borrowed(text), encoding: "UTF-8".into(), note, guessed: false },
        Err(error) => error.valid_up_to(),
    };
    let line = line_of(bytes, bad);
    let byte = bytes[bad];
    if note.is_some() || mostly_utf8(bytes) {
        let text = Charset::UTF_8.decode_all(bytes);
        let note = Some(format!("damaged: byte 0x{byte:02X} on line {line} is not"));
        return Decoded { text, encoding: "UTF-8".into(), note, guessed: false };
    }
    let text = Charset::WINDOWS_1252.decode_all(bytes);
    // The two differ in these bytes only: controls in the one, quotes and the like in the other.
    let latin1 = !bytes.iter().any(|byte| (0x80..0xA0).contains(byte));
    Decoded {
        text,
        encoding: if latin1 { "ISO-8859-1" } else { "windows-1252" }.into(),
        note: Some(format!("byte 0x{byte:02X} on line {line} is not UTF-8")),
        guessed: true,
    }
}

/// The number of the line that holds the byte at `at`, from 1.
pub(super) fn line_of(bytes: &[u8], at: usize) -> u64 {
    let before = &bytes[..at];
    let feeds = memchr::memchr_iter(b'\n', before).count();
    let returns = memchr::memchr_iter(b'\r', before).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).count();
    (feeds + returns) as u64 + 1
}

/// `true` if good sequences of UTF-8 outnumber the bad by far. In Latin-1 a good one is a rare accident.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good >= 8 * bad
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    }

    #[test]
    fn utf16_needs_no_mark() {
        for text in ["aa\naah\n", "да\nнет\n", "ça\r\nété\r\n"] {
            for big in [false, true] {
                assert_eq!(decode(&utf16(text, big), None).text, text);
                assert_eq!(decode(&utf16(&format!("\u{FEFF}{text}"), big), None).text, text);
            }
        }
        assert!(wide(b"aa\naah\naahed\n").is_none());
    }

    #[test]
    fn latin1_is_told_with_line_and_byte() {
        let decoded = decode(b"abc\r\ncaf\xE9\r\n", None);
        assert_eq!((&*decoded.text, &*decoded.encoding), ("abc\r\ncafé\r\n", "ISO-8859-1"));
        assert_eq!(decoded.note.as_deref(), Some("byte 0xE9 on line 2 is not UTF-8"));
        assert_eq!(decode(b"d\x92accord", None).encoding, "windows-1252");
        assert_eq!(decode("żółw".as_bytes(), by_label("utf-8")).text, "żółw");
        assert_eq!(decode(b"\xBF\xF3\xB3w", by_label("iso-8859-2")).text, "żółw");
        assert!(by_label("no such").is_none());
    }

    #[test]
    fn one_bad_byte_in_utf8_is_damage() {
        let mut bytes = "été\n".repeat(10).into_bytes();
        bytes.extend(b"caf\xE9\n");
        let decoded = decode(&bytes, None);
        assert!(decoded.text.ends_with("caf\u{FFFD}\n") && decoded.text.starts_with("été\n"));
        assert_eq!(decoded.note.as_deref(), Some("damaged: byte 0xE9 on line 11 is not"));
    }
}
