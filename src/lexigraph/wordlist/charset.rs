//! Encodings of text: those of the WHATWG standard with the feature `encodings`; without it UTF-8, UTF-16 and windows-1252, which are what
//! lists without a label turn out to be. The only module that knows the tables behind it.

use std::borrow::Cow;

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Charset(Inner);

#[cfg(feature = "encodings")]
type Inner = &'static encoding_rs::Encoding;

#[cfg(feature = "encodings")]
impl Charset {
    pub const UTF_8: Charset = Charset(encoding_rs::UTF_8);
    pub const UTF_16LE: Charset = Charset(encoding_rs::UTF_16LE);
    pub const UTF_16BE: Charset = Charset(encoding_rs::UTF_16BE);
    pub const WINDOWS_1252: Charset = Charset(encoding_rs::WINDOWS_1252);

    /// The encoding with this label of the WHATWG standard (`latin1`, `utf-16le`, `windows-1250`, `koi8-r`).
    pub fn for_label(label: &str) -> Option<Charset> {
        encoding_rs::Encoding::for_label(label.trim().as_bytes()).map(Charset)
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The text, without a byte order mark; what is none becomes U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.decode_with_bom_removal(bytes).0
    }

    /// The text as it is; what is none becomes U+FFFD.
    pub fn decode_all(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.decode_without_bom_handling(bytes).0
    }

    /// The text as it is; `None` where some of it is none.
    pub fn decode_exactly(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        self.0.decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// The bytes of a text; characters that the encoding lacks become numeric references.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        self.0.encode(text).0
    }
}

#[cfg(not(feature = "encodings"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inner {
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

/// The characters of windows-1252 from 0x80 to 0x9F; the bytes without one stand for the control of their number.
#[cfg(not(feature = "encodings"))]
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’', '“',
    '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

#[cfg(not(feature = "encodings"))]
impl Charset {
    pub const UTF_8: Charset = Charset(Inner::Utf8);
    pub const UTF_16LE: Charset = Charset(Inner::Utf16Le);
    pub const UTF_16BE: Charset = Charset(Inner::Utf16Be);
    pub const WINDOWS_1252: Charset = Charset(Inner::Windows1252);

    pub fn for_label(label: &str) -> Option<Charset> {
        Some(match label.trim().to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Charset::UTF_8,
            "utf-16" | "utf-16le" => Charset::UTF_16LE,
            "utf-16be" => Charset::UTF_16BE,
            "windows-1252" | "cp1252" | "iso-8859-1" | "iso8859-1" | "latin1" | "ascii" | "us-ascii" => {
                Charset::WINDOWS_1252
            }
            _ => return None,
        })
    }

    pub fn name(self) -> &'static str {
        match self.0 {
            Inner::Utf8 => "UTF-8",
            Inner::Utf16Le => "UTF-16LE",
            Inner::Utf16Be => "UTF-16BE",
            Inner::Windows1252 => "windows-1252",
        }
    }

    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        let mark: &[u8] = match self.0 {
            Inner::Utf8 => b"\xEF\xBB\xBF",
            Inner::Utf16Le => b"\xFF\xFE",
            Inner::Utf16Be => b"\xFE\xFF",
            Inner::Windows1252 => b"",
        };
        self.decode_all(bytes.strip_prefix(mark).unwrap_or(bytes))
    }

    pub fn decode_all(self, bytes: &[u8]) -> Cow<'_, str> {
        let wide = |unit: fn([u8; 2]) -> u16| {
            let (pairs, rest) = bytes.as_chunks::<2>();
            let mut text: String = char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
                .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect();
            text.extend(rest.first().map(|_| char::REPLACEMENT_CHARACTER));
            Cow::Owned(text)
        };
        match self.0 {
            Inner::Utf8 => String::from_utf8_lossy(bytes),
            Inner::Utf16Le => wide(u16::from_le_bytes),
            Inner::Utf16Be => wide(u16::from_be_bytes),
            Inner::Windows1252 => match std::str::from_utf8(bytes).ok().filter(|text| text.is_ascii()) {
                Some(text) => Cow::Borrowed(text),
                None => {
                    let character =
                        |&byte: &u8| WINDOWS.get(usize::from(byte).wrapping_sub(0x80)).copied().unwrap_or(byte.into());
                    Cow::Owned(bytes.iter().map(character).collect())
                }
            },
        }
    }

    pub fn decode_exactly(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        if self == Charset::UTF_8 {
            return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        Some(self.decode_all(bytes)).filter(|text| !text.contains(char::REPLACEMENT_CHARACTER))
    }

    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self.0 {
            Inner::Windows1252 if !text.is_ascii() => {
                let mut bytes = Vec::with_capacity(text.len());
                for character in text.chars() {
                    match (WINDOWS.iter().position(|&known| known == character), u8::try_from(u32::from(character))) {
                        (Some(at), _) => bytes.push(0x80 + at as u8),
                        (None, Ok(byte)) if !(0x80..0xA0).contains(&byte) => bytes.push(byte),
                        _ => bytes.extend(format!("&#{};", u32::from(character)).bytes()),
                    }
                }
                Cow::Owned(bytes)
            }
            // As the standard has it, forms are sent in UTF-8 where the encoding is UTF-16.
            _ => Cow::Borrowed(text.as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encodings_that_need_no_label_come_and_go() {
        let wide = |text: &str, big: bool| -> Vec<u8> {
            text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
        };
        assert_eq!(Charset::UTF_8.decode(b"\xEF\xBB\xBFcaf\xC3\xA9"), "café");
        assert_eq!(Charset::UTF_8.decode_exactly(b"caf\xE9"), None);
        assert_eq!(Charset::UTF_16LE.decode(&wide("\u{FEFF}да", false)), "да");
        assert_eq!(Charset::UTF_16BE.decode(&wide("\u{FEFF}да", true)), "да");
        assert_eq!(Charset::UTF_16LE.decode_exactly(&[0, 0xD8, b'a', 0]), None);
        assert_eq!(Charset::WINDOWS_1252.decode_all(b"d\x92accord \xE9t\xE9 \x81"), "d\u{2019}accord été \u{81}");
        assert_eq!(*Charset::WINDOWS_1252.encode("d\u{2019}accord été ż"), *b"d\x92accord \xE9t\xE9 &#380;");
        assert_eq!(Charset::for_label(" Latin1 ").map(Charset::name), Some("windows-1252"));
        assert_eq!(Charset::for_label("no such"), None);
    }
}
