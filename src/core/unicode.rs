//! Normalisation forms of Unicode.
//!
//! Without the feature `unicode`, text must be in normalisation form C, and accents cannot be removed. No other module
//! uses the Unicode tables.

use std::borrow::Cow;

/// The text in normalisation form C (composed).
pub fn compose(text: &str) -> Cow<'_, str> {
    #[cfg(feature = "unicode")]
    {
        use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
        match is_nfc_quick(text.chars()) {
            IsNormalized::Yes => Cow::Borrowed(text),
            _ => Cow::Owned(text.nfc().collect()),
        }
    }
    #[cfg(not(feature = "unicode"))]
    Cow::Borrowed(text)
}

/// Calls `each` with the canonical decomposition of a character: a letter and its accents, or the character itself.
pub fn decompose(character: char, each: impl FnMut(char)) {
    #[cfg(feature = "unicode")]
    unicode_normalization::char::decompose_canonical(character, each);
    #[cfg(not(feature = "unicode"))]
    {
        let mut each = each;
        each(character);
    }
}

/// `true` if a character is a combining mark, such as an accent.
pub fn is_combining_mark(character: char) -> bool {
    #[cfg(feature = "unicode")]
    return unicode_normalization::char::is_combining_mark(character);
    #[cfg(not(feature = "unicode"))]
    matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}
